"""What only makes sense of several values together: names that must exist, numbers that must agree.

The checks look at plain values that may lack anything or hold a ``None`` for what was found wrong
before, so that all faults of a file are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from math import comb
from typing import TypeAlias

from ..text import msg, nmsg
from .characters import excerpt
from .faults import Fault, Path, Plain, likely

Rules: TypeAlias = Mapping[str, Plain]
"""The plain values of a rule set."""

MOST_SPLITS = 10_000
"""In how many ways the drawn cards may be split: positions list them all."""


def number(rules: Rules, *path: str) -> int | None:
    """Return the whole number at *path*, if there is one."""
    value: Plain = dict(rules)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def items(rules: Rules, name: str) -> list[tuple[Path, dict[str, Plain]]]:
    """Return the items of the list *name* that are mappings, each with the way to it."""
    value = rules.get(name)
    found = value if isinstance(value, list) else []
    return [((name, at), item) for at, item in enumerate(found) if isinstance(item, dict)]


def names(rules: Rules, name: str, key: str = "id") -> list[str] | None:
    """List what the items of the list *name* have under *key*; ``None`` if that is not sure."""
    value = rules.get(name)
    if not isinstance(value, list):
        return None
    found = [item.get(key) if isinstance(item, dict) else None for item in value]
    known = [item for item in found if isinstance(item, str)]
    return known if len(known) == len(found) else None


def check_unique(rules: Rules, name: str, key: str) -> Iterator[Fault]:
    """Find items of the list *name* that have the same text under *key*."""
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        value = item.get(key)
        if isinstance(value, str) and value in first:
            message = msg(
                "duplicate-id",
                '"{name}" is in this list twice, first in {place}.',
                name=excerpt(value),
            )
            yield Fault((*path, key), message, other=(*first[value], key))
        elif isinstance(value, str):
            first[value] = path


def check_range(rules: Rules, name: str) -> Iterator[Fault]:
    """Find a range whose least is more than its most."""
    least, most = number(rules, name, "least"), number(rules, name, "most")
    if least is not None and most is not None and least > most:
        message = msg(
            "reversed-range",
            "The least, {least}, is more than the most, {most}.",
            least=least,
            most=most,
        )
        yield Fault((name, "least"), message, also=[(name, "most")])


def check_header(rules: Rules, lists: Mapping[str, str]) -> Iterator[Fault]:
    """Check what all games have; *lists* are the lists whose items have an id, and its key."""
    for name, key in lists.items():
        yield from check_unique(rules, name, key)
        yield from _check_names(rules, name)
    yield from check_range(rules, "players")
    seats, most = rules.get("seats"), number(rules, "players", "most")
    if isinstance(seats, list) and most is not None and most > len(seats):
        message = msg(
            "too-few-seats",
            "For {most} players there are only {seats} seats.",
            most=most,
            seats=len(seats),
        )
        yield Fault(("players", "most"), message, also=[("seats",)])


def _check_names(rules: Rules, name: str) -> Iterator[Fault]:
    """Find items of the list *name* that people would call the same."""
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        told = item.get("name")
        if isinstance(told, dict):
            told = told.get("en") or next(iter(told.values()), "")
        told = " ".join(told.split()) if isinstance(told, str) else ""
        if told in first:
            message = msg(
                "same-name",
                'Another one is called "{name}" as well, in {place}.',
                name=excerpt(told),
            )
            yield Fault((*path, "name"), message, other=(*first[told], "name"), warning=True)
        elif told:
            first[told] = path


# Split and choose.


def check_splitting(rules: Rules) -> Iterator[Fault]:
    """Check that the sets can be made, and that the deck divides into turns."""
    yield from check_range(rules, "set-size")
    draw, turns, cards = number(rules, "draw"), number(rules, "turns"), rules.get("cards")
    least, most = number(rules, "set-size", "least"), number(rules, "set-size", "most")
    aside = number(rules, "set-aside") if "set-aside" in rules else 0
    if draw is None:
        return
    if least is not None and most is not None and least <= most:
        yield from islice(_check_sets(_players(rules), draw, least, most), 1)
    counts = [number(item, "count") for _, item in items(rules, "cards")]
    known = [count for count in counts if count is not None]
    if not isinstance(cards, list) or len(known) < len(cards) or turns is None or aside is None:
        return
    if turns * draw + aside != sum(known):
        message = msg(
            "deck-mismatch",
            "The deck has {cards} cards, but {turns} × {draw} drawn + {aside} set aside ="
            " {needed}.",
            cards=sum(known),
            turns=turns,
            draw=draw,
            aside=aside,
            needed=turns * draw + aside,
        )
        yield Fault(("turns",), message, also=[("set-aside",), ("draw",)], whole=True)


def _players(rules: Rules) -> Sequence[int]:
    """Return how many can play, as far as that is sure."""
    if "players" in rules:
        least, most = number(rules, "players", "least"), number(rules, "players", "most")
        return range(least, most + 1) if least is not None and most is not None else ()
    seats = rules.get("seats")
    return (len(seats),) if isinstance(seats, list) and seats else ()


def _check_sets(numbers: Sequence[int], draw: int, least: int, most: int) -> Iterator[Fault]:
    """Find the *numbers* of players for which *draw* cards make no sets, or too many."""
    for players in numbers:
        ways = count_splits(draw, players, least, most)
        if not players * least <= draw <= players * most:
            message = msg(
                "set-sizes",
                "{players} sets of {least} to {most} cards cannot be made of {draw} cards.",
                players=players,
                least=least,
                most=most,
                draw=draw,
            )
            yield Fault(("set-size",), message, also=[("draw",), ("players",)], whole=True)
        elif ways > MOST_SPLITS:
            message = msg(
                "too-many-splits",
                "{draw} cards make {players} sets in {ways} ways; at most {most} can be played.",
                draw=draw,
                players=players,
                ways=ways,
                most=MOST_SPLITS,
            )
            yield Fault(("draw",), message, also=[("set-size",), ("players",)], whole=True)


@cache
def count_splits(cards: int, sets: int, least: int, most: int) -> int:
    """Count the ways to split different *cards* into *sets* sets of *least* to *most* cards."""
    if sets == 0:
        return 1 if cards == 0 else 0
    # The set with the first card: choose the others in it.
    return sum(
        comb(cards - 1, size - 1) * count_splits(cards - size, sets - 1, least, most)
        for size in range(max(1, least), min(most, cards) + 1)
    )


# The crews table.


def check_crews(rules: Rules, effects: Iterable[str]) -> Iterator[Fault]:
    """Check the names of colours and effects; *effects* are those that are registered."""
    yield from check_unique(rules, "colours", "code")
    colours, registered = names(rules, "colours"), sorted(effects)
    for path, item in [*items(rules, "ships"), *items(rules, "cards")]:
        colour, effect = item.get("colour"), item.get("effect")
        if isinstance(colour, str) and colours is not None and colour not in colours:
            message = msg("unknown-colour", 'There is no colour "{name}".', name=excerpt(colour))
            yield Fault((*path, "colour"), likely(message, colour, colours))
        if isinstance(effect, str) and effect not in registered and path[0] == "cards":
            message = msg("unknown-effect", 'There is no effect "{name}".', name=excerpt(effect))
            yield Fault((*path, "effect"), likely(message, effect, registered))
    ships, cards = _colours_of(rules, "ships"), _colours_of(rules, "cards")
    if colours is not None and ships <= {*colours} and cards <= {*colours}:
        yield from _warn_of_colours(rules, ships, cards)
    yield from _warn_of_captains(rules)


def _colours_of(rules: Rules, name: str) -> set[Plain]:
    """Return the colours that items of the list *name* have; with ``None`` if that is not sure."""
    if not isinstance(listed := rules.get(name), list):
        return {None}
    each = [item if isinstance(item, dict) else {"colour": None} for item in listed]
    found = [item["colour"] for item in each if "colour" in item]
    return {colour if isinstance(colour, str) else None for colour in found}


def _warn_of_colours(rules: Rules, ships: set[Plain], cards: set[Plain]) -> Iterator[Fault]:
    """Find what can never be boarded or never board; *ships* and *cards* are their colours."""
    for path, item in items(rules, "colours"):
        if item["id"] not in ships:
            message = msg(
                "idle-colour",
                'No ship has the colour "{name}": its pirates can only be parrots.',
                name=excerpt(str(item["id"])),
            )
            yield Fault((*path, "id"), message, warning=True)
    for path, item in items(rules, "ships"):
        if item.get("colour") not in cards:
            message = msg(
                "idle-ship", "No pirate has the colour of this ship: nobody can board it."
            )
            yield Fault((*path, "colour"), message, warning=True)
    for path, item in items(rules, "cards"):
        key = "gold" if "gold" in item else "strength"
        if item.get("colour") in ships and number(item, key) == 0:
            message = msg("cannot-board", "This card is worth no gold, and so it can never board.")
            yield Fault((*path, key), message, warning=True)


def _warn_of_captains(rules: Rules) -> Iterator[Fault]:
    captains, ships = number(rules, "captains"), rules.get("ships")
    if captains == 0:
        message = msg("no-captains", "Without captains nobody can board a ship.")
        yield Fault(("captains",), message, warning=True)
    elif captains is not None and isinstance(ships, list) and captains > len(ships) > 0:
        message = nmsg(
            "idle-captains",
            "There is only {count} ship: more captains than that never go aboard.",
            "There are only {count} ships: more captains than that never go aboard.",
            len(ships),
        )
        yield Fault(("captains",), message, warning=True)
