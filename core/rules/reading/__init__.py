"""Reading of YAML files into nodes that know their places, and of the pictures beside them."""
