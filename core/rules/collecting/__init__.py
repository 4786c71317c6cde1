"""Rule sets with ``table: collection``: games without Python."""
