"""From YAML nodes to checked rules, and everything found wrong on the way."""
