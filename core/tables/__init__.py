"""Tables on which the cards of a split are played, one package each."""
