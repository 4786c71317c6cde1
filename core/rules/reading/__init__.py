"""Reading of YAML files into nodes that know their places."""
