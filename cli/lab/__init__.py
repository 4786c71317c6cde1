"""Commands that play many bot games, and the analysis of a match."""
