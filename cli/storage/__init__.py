"""Where matches lie: the store of the user, and files with a record."""
