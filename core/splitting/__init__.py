"""Split-and-choose games with any table: splits, positions, words for the screen, rules text."""
