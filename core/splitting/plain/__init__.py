"""The fast course of games with the plain offer, such as Jolly & Roger."""
