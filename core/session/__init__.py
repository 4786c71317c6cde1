"""A match that is being played, without a screen: what every front end shares."""
