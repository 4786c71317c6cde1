"""Files of the laboratory: games of simulations and tournaments, written as they are played."""
