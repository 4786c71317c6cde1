"""The commands about saved matches."""
