"""The table in a browser: ``splitpick serve``."""
