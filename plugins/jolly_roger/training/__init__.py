"""The training of the captain: labels from games against itself, and a network."""
