"""The split-and-choose family: splits, the position, the crews table, effects, their words."""
