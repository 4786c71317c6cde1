"""Rule sets with the crews table: their keys, checks, and the game that they make."""
