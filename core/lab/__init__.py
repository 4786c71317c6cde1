"""The laboratory: thousands of bot games, and their statistics."""
