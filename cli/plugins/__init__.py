"""The commands about plugins."""
