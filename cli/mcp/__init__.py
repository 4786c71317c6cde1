"""Language models at the table: the server of ``splitpick mcp``."""
