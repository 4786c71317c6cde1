"""The keys of an offer, each with all that belongs to it."""
