"""Cures of findings: guesses at what was meant, each tried before it is offered."""
