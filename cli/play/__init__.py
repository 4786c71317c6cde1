"""The commands that play a match, and what they share."""
