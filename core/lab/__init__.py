"""The laboratory: bot games by the thousand, and statistics of them."""
