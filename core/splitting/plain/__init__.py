"""The fast course of games with the plain offer: drawn from the deck, split by turns."""
