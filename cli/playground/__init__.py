"""splitpick in a page without a server."""
