"""What only makes sense of several values together: names that must exist, numbers that must agree.

The checks look at plain values that may lack anything or hold a ``None`` for what was found wrong
before, so that all faults of a file are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
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
        if not isinstance(value, str):
            continue
        if value in first:
            message = msg(
                "duplicate-id",
                '"{name}" is in this list twice, first in {place}.',
                name=excerpt(value),
            )
            yield Fault((*path, key), message, other=(*first[value], key))
        first.setdefault(value, path)


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


def check_names(rules: Rules, lists: Iterable[str]) -> Iterator[Fault]:
    """Find items of one of *lists* that are called the same."""
    for name in lists:
        first: dict[str, Path] = {}
        for path, item in items(rules, name):
            told = _english(item.get("name"))
            if told in first:
                message = msg(
                    "same-name",
                    'Another one is called "{name}" as well, in {place}.',
                    name=excerpt(told),
                )
                yield Fault((*path, "name"), message, other=(*first[told], "name"), warning=True)
            elif told:
                first[told] = path


def _english(value: Plain) -> str:
    """Return the name that *value* is, or has in English or in its first language."""
    if isinstance(value, dict):
        value = value.get("en") or next(iter(value.values()), "")
    return " ".join(value.split()) if isinstance(value, str) else ""


# Split and choose.


def check_splitting(rules: Rules) -> Iterator[Fault]:
    """Check that the sets can be made, and that the deck divides into turns."""
    yield from check_range(rules, "set-size")
    yield from _check_sets(rules)
    yield from _check_deck(rules)


def _check_sets(rules: Rules) -> Iterator[Fault]:
    draw = number(rules, "draw")
    least, most = number(rules, "set-size", "least"), number(rules, "set-size", "most")
    if draw is None or least is None or most is None or least > most:
        return
    for players in _players(rules):
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
            return
        ways = count_splits(draw, players, least, most)
        if ways > MOST_SPLITS:
            message = msg(
                "too-many-splits",
                "{draw} cards make {players} sets in {ways} ways; at most {most} can be played.",
                draw=draw,
                players=players,
                ways=ways,
                most=MOST_SPLITS,
            )
            yield Fault(("draw",), message, also=[("set-size",), ("players",)], whole=True)
            return


def _players(rules: Rules) -> Sequence[int]:
    """Return how many can play, as far as that is sure."""
    seats = rules.get("seats")
    if "players" in rules:
        least, most = number(rules, "players", "least"), number(rules, "players", "most")
        return range(least, most + 1) if least is not None and most is not None else ()
    return (len(seats),) if isinstance(seats, list) and seats else ()


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


def _check_deck(rules: Rules) -> Iterator[Fault]:
    cards = rules.get("cards")
    found = [number(item, "count") for _, item in items(rules, "cards")]
    counts = [count for count in found if count is not None]
    draw, turns = number(rules, "draw"), number(rules, "turns")
    aside = number(rules, "set-aside") if "set-aside" in rules else 0
    if not isinstance(cards, list) or len(counts) < len(cards):
        return
    if draw is None or turns is None or aside is None or turns * draw + aside == sum(counts):
        return
    message = msg(
        "deck-mismatch",
        "The deck has {cards} cards, but {turns} × {draw} drawn + {aside} set aside = {needed}.",
        cards=sum(counts),
        turns=turns,
        draw=draw,
        aside=aside,
        needed=turns * draw + aside,
    )
    yield Fault(("turns",), message, also=[("set-aside",), ("draw",)], whole=True)


# The crews table.


def check_crews(rules: Rules, effects: Iterable[str]) -> Iterator[Fault]:
    """Check the names of colours and effects; *effects* are those that are registered."""
    yield from check_unique(rules, "colours", "code")
    colours, registered = names(rules, "colours"), sorted(effects)
    for path, item in [*items(rules, "ships"), *items(rules, "cards")]:
        colour = item.get("colour")
        if isinstance(colour, str) and colours is not None and colour not in colours:
            message = msg("unknown-colour", 'There is no colour "{name}".', name=excerpt(colour))
            yield Fault((*path, "colour"), likely(message, colour, colours))
    for path, item in items(rules, "cards"):
        effect = item.get("effect")
        if isinstance(effect, str) and effect not in registered:
            message = msg("unknown-effect", 'There is no effect "{name}".', name=excerpt(effect))
            yield Fault((*path, "effect"), likely(message, effect, registered))
    yield from _warn_of_colours(rules)
    yield from _warn_of_captains(rules)


def _warn_of_colours(rules: Rules) -> Iterator[Fault]:
    """Find what can never be boarded or never board, where all colours are known."""
    colours = names(rules, "colours")
    ships, cards = _colours_of(rules, "ships"), _colours_of(rules, "cards")
    if colours is None or not ships <= {*colours} or not cards <= {*colours}:
        return
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
        if item.get("colour") not in ships:
            continue
        key = "gold" if "gold" in item else "strength"
        if number(item, key) == 0:
            message = msg("cannot-board", "This card is worth no gold, and so it can never board.")
            yield Fault((*path, key), message, warning=True)


def _colours_of(rules: Rules, name: str) -> set[Plain]:
    """Return the colours that items of the list *name* have; with ``None`` if that is not sure."""
    value = rules.get(name)
    if not isinstance(value, list):
        return {None}
    each = [item if isinstance(item, dict) else {"colour": None} for item in value]
    found = [item["colour"] for item in each if "colour" in item]
    return {colour if isinstance(colour, str) else None for colour in found}


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
