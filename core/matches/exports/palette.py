"""Colours of exports: paper and inks by day and by night, each legible on its paper."""

from __future__ import annotations

DAY = {
    "paper": "#faf8f3", "card": "#ffffff", "edge": "#d8d2c4", "text": "#22252b",
    "faint": "#626772", "accent": "#7a4b12",
    "black": "#22252b", "red": "#b3261e", "green": "#1a6e33", "yellow": "#7d5a00",
    "blue": "#0b57b8", "magenta": "#96277f", "cyan": "#0a6577", "white": "#5c626d",
}  # fmt: skip
NIGHT = {
    "paper": "#15171b", "card": "#1d2026", "edge": "#3a3f49", "text": "#e7e5e0",
    "faint": "#a3a8b2", "accent": "#e3b778",
    "black": "#b4b9c3", "red": "#ff9089", "green": "#86d993", "yellow": "#ecc966",
    "blue": "#8fb8f6", "magenta": "#eca3df", "cyan": "#7cd5e2", "white": "#ffffff",
}  # fmt: skip

INKS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""Inks that a `Span` may have."""
