"""Labels for the captain: games against itself, and what their positions are worth."""
