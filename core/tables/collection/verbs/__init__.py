"""Verbs of cards that are collected: effects that rule sets say with settings."""
