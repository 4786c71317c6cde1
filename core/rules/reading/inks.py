"""Inks, the colours of cards: sixteen by name, and any other as ``#rrggbb``.

A colour of one's own is given as it is drawn on paper, by day.  On a dark ground it is lightened
until it can be read there as well as the named ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

DAY: Final = {
    "paper": "#faf8f3", "card": "#ffffff", "edge": "#d8d2c4", "text": "#22252b",
    "faint": "#626772", "accent": "#7a4b12",
    "black": "#22252b", "red": "#b3261e", "green": "#1a6e33", "yellow": "#7d5a00",
    "blue": "#0b57b8", "magenta": "#96277f", "cyan": "#0a6577", "white": "#5c626d",
    "orange": "#a84300", "brown": "#6b4423", "pink": "#c2185b", "purple": "#5e35b1",
    "olive": "#5f6300", "teal": "#00695c", "navy": "#1f3a93", "grey": "#474d57",
}  # fmt: skip
NIGHT: Final = {
    "paper": "#15171b", "card": "#1d2026", "edge": "#3a3f49", "text": "#e7e5e0",
    "faint": "#a3a8b2", "accent": "#e3b778",
    "black": "#b4b9c3", "red": "#ff9089", "green": "#86d993", "yellow": "#ecc966",
    "blue": "#8fb8f6", "magenta": "#eca3df", "cyan": "#7cd5e2", "white": "#ffffff",
    "orange": "#ffab66", "brown": "#d0a37c", "pink": "#ff9ec4", "purple": "#c3a6ff",
    "olive": "#cbd169", "teal": "#6fd3c1", "navy": "#9fb0ff", "grey": "#c8cdd6",
}  # fmt: skip
PAINTS: Final = {
    "yellow": ("#eebb00", "#ffeebb"), "orange": ("#ff8822", "#ffeedd"),
    "cyan": ("#11bbcc", "#ddffff"), "pink": ("#ff6699", "#ffddee"), "white": ("#e4e7ec", "#ffffff"),
}  # fmt: skip
"""Light inks as they are painted by day, and the faces of their cards.

Dark enough to be read, they would be other colours: yellow would be brown.  So only signs,
numbers and outlines are drawn in the ink itself.
"""
INKS: Final = list(DAY)[6:]
"""The names of inks."""
OWN_INK: Final = r"^#[0-9A-Fa-f]{6}$"
MOST_OWN: Final = 40
"""Most colours of its own that a rule set is drawn with."""

BY_DAY: Final = 5.5
"""Least contrast of a named ink with paper."""
BY_NIGHT: Final = 7.1
"""Least contrast of a named ink with a card at night."""
BETWEEN: Final = 0.18
"""Luminance that can be read on black and on white."""
_STEPS: Final = 40


def luminance(colour: str) -> float:
    """Return the relative luminance of a *colour* ``#rrggbb``, from 0 to 1, as WCAG defines it."""
    parts = (part / 255 for part in _parts(colour))
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_readable(ink: str) -> bool:
    """Return whether *ink* can be read on paper as well as the named inks."""
    return contrast(ink, DAY["paper"]) >= BY_DAY


def darkened(ink: str) -> str:
    """Return *ink*, as much darker as it takes to be readable."""
    shades = _mixed(ink, "#000000")
    return next(shade for shade in shades if is_readable(shade))


def in_hex(text: str) -> str:
    """Return the ink that *text* says in another notation of colours; empty if it says none."""
    digits = re.fullmatch(r"(?:#|0x)?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})", text.strip().lower())
    if digits:
        short = "".join(digit * (1 + (len(digits[1]) == 3)) for digit in digits[1])
        return f"#{short[:6]}"  # what follows says how much of the ground is seen
    parts = re.fullmatch(
        r"(?:rgba?)?\(?(\d{1,3}),? (\d{1,3}),? (\d{1,3})\b.*", text.strip().lower()
    )
    numbers = [int(part) for part in parts.groups()] if parts else []
    return "#" + bytes(numbers).hex() if numbers and max(numbers) < 256 else ""


def by_day(ink: str) -> str:
    """Return the colour of *ink* on a light ground."""
    return DAY.get(ink, ink)


def by_night(ink: str) -> str:
    """Return the colour of *ink* on a dark ground."""
    if ink in NIGHT:
        return NIGHT[ink]
    shades = _mixed(ink, "#ffffff")
    return next(shade for shade in shades if contrast(shade, NIGHT["card"]) >= BY_NIGHT)


def between(ink: str) -> str:
    """Return the colour of an *ink* of one's own where the ground is not known."""
    return next(shade for shade in _mixed(ink, "#ffffff") if luminance(shade) >= BETWEEN)


def sign_of(ink: str) -> str:
    """Return the name of the sign of *ink*, for those who do not tell colours apart.

    A colour of one's own has that of the nearest named ink.  Without an ink, it is empty.
    """
    if ink in INKS:
        return f"ink-{ink}"
    if not ink:
        return ""
    own = _parts(ink)

    def far(name: str) -> int:
        pairs = zip(own, _parts(DAY[name]), strict=True)
        return sum((one - other) ** 2 for one, other in pairs)

    return f"ink-{min(INKS, key=far)}"


def class_of(ink: str) -> str:
    """Return the class of what is drawn in *ink*, in pages and pictures; empty without an ink."""
    return f"i-{ink.removeprefix('#')}" if ink else ""


def style_of(inks: Sequence[str]) -> str:
    """Return the style of *inks* of one's own, by day and by night; empty without any."""
    day, night = (
        "".join(f".{class_of(ink)}{{color:{shade(ink)}}}" for ink in inks)
        for shade in (by_day, by_night)
    )
    return f"{day}@media screen and (prefers-color-scheme:dark){{{night}}}" if inks else ""


def own_inks(rules: Mapping[str, Any]) -> list[str]:
    """Return the inks that are no names in the data of a rule set, at most `MOST_OWN`."""
    own = {ink.lower() for ink in _inks(rules) if re.match(OWN_INK, ink)}
    return sorted(own)[:MOST_OWN]


def _inks(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        if isinstance(ink := data.get("ink"), str):
            yield ink
        data = [*data.values()]
    for each in data if isinstance(data, list) else ():
        yield from _inks(each)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _mixed(ink: str, with_: str) -> Iterator[str]:
    """Yield *ink*, and mixtures with more and more of another colour."""
    own, other = _parts(ink), _parts(with_)
    for step in range(_STEPS + 1):
        share = step / _STEPS
        mixed = (round(a + (b - a) * share) for a, b in zip(own, other, strict=True))
        yield "#" + "".join(f"{part:02x}" for part in mixed)
