"""Tables that split cards are played on, one room each."""
