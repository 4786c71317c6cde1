"""Split-and-choose games with any table: splits, the position, its words and rules text."""
