"""From the text of a file to YAML nodes, and back."""
