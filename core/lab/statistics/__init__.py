"""Statistics of the laboratory: intervals, Elo numbers and a sequential test."""
