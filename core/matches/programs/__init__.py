"""Programs that play a seat or use the rules: the bot protocol (README.md)."""
