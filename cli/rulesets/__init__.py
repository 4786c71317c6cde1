"""The commands about rule sets and the rules of games."""
