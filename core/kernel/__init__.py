"""Parts that make positions and searches fast."""
