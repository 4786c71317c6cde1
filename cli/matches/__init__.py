"""The commands about matches that are kept."""
