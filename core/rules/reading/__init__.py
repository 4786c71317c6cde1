"""From the text of a file to YAML nodes that know their places."""
