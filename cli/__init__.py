"""The command line: Typer commands, and what a terminal shows of a game."""
