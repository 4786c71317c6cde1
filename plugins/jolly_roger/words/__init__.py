"""Words of the crews table: signs, changes, scores, reasons and rules."""
