"""The evaluation of a crews table, which bots search with."""
