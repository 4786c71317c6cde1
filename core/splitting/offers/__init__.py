"""The course of games with any other offer, and the keys of offers."""
