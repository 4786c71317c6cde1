"""Checks of several values together: names that must exist, numbers that must agree.

The checks look at plain values that may lack anything or hold a ``None`` for what was found wrong
before, so that all faults of a file are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import comb
from typing import TypeAlias

from ..text import Message, msg, nmsg
from .characters import excerpt
from .faults import Fault, Path, Plain, likely

Rules: TypeAlias = Mapping[str, Plain]
"""The plain values of a rule set."""

MOST_SPLITS = 10_000
"""Most ways to split the drawn cards: positions list them all."""


def number(rules: Rules, *path: str) -> int | None:
    """Return the whole number at *path*, if there is one."""
    value: Plain = dict(rules)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def items(rules: Rules, name: str) -> list[tuple[Path, dict[str, Plain]]]:
    """Return the items of the list *name* that are mappings, each with its path."""
    value = rules.get(name)
    found = value if isinstance(value, list) else []
    return [((name, at), item) for at, item in enumerate(found) if isinstance(item, dict)]


def names(rules: Rules, name: str, key: str = "id") -> list[str] | None:
    """List what the items of the list *name* have under *key*; ``None`` if that is uncertain."""
    value = rules.get(name)
    known = [each for _, item in items(rules, name) if isinstance(each := item.get(key), str)]
    return known if isinstance(value, list) and len(known) == len(value) else None


def check_unique(rules: Rules, name: str, key: str) -> Iterator[Fault]:
    """Find items of the list *name* that have the same text under *key*."""
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        value = item.get(key)
        if isinstance(value, str) and first.setdefault(value, path) != path:
            message = msg(
                "duplicate-id",
                '"{name}" is in this list twice, first in {place}.',
                name=excerpt(value),
            )
            yield Fault((*path, key), message, other=(*first[value], key))


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
    """Check the keys of all games; *lists* maps lists whose items have an id to its key."""
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
    """Find items of the list *name* that have the same name for people."""
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        told = item.get("name")
        if isinstance(told, dict):
            told = told.get("en") or next(iter(told.values()), "")
        told = " ".join(told.split()) if isinstance(told, str) else ""
        if told and first.setdefault(told, path) != path:
            message = msg(
                "same-name",
                'Another one is called "{name}" as well, in {place}.',
                name=excerpt(told),
            )
            yield Fault((*path, "name"), message, other=(*first[told], "name"), warning=True)


# Split and choose.


def check_splitting(rules: Rules) -> Iterator[Fault]:
    """Check that the sets can be made, and that the deck divides into turns."""
    yield from check_range(rules, "set-size")
    draw, turns, cards = number(rules, "draw"), number(rules, "turns"), rules.get("cards")
    aside = number(rules, "set-aside") if "set-aside" in rules else 0
    if draw is None:
        return
    yield from _check_sets(rules, draw)
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


def _check_sets(rules: Rules, draw: int) -> Iterator[Fault]:
    """Find the first number of players for which *draw* cards make no sets, or too many."""
    least, most = number(rules, "set-size", "least"), number(rules, "set-size", "most")
    seats, few = rules.get("seats"), number(rules, "players", "least")
    many = number(rules, "players", "most")
    if "players" not in rules and isinstance(seats, list):
        few = many = len(seats) or None
    if least is None or most is None or least > most or few is None or many is None:
        return
    for players in range(few, many + 1):
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
            return
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
    for path, message in _idle(rules, set(colours or ())):
        yield Fault(path, message, warning=True)
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


def _idle(rules: Rules, colours: set[str]) -> Iterator[tuple[Path, Message]]:
    """Find ships that can never be boarded and cards that can never board."""
    ships, cards = items(rules, "ships"), items(rules, "cards")
    of_ships = {item.get("colour") for _, item in ships}
    of_cards = {item["colour"] for _, item in cards if "colour" in item}
    whole = all(isinstance(rules.get(name), list) for name in ("ships", "cards"))
    if not whole or not colours or not of_ships | of_cards <= colours:
        return
    for path, item in items(rules, "colours"):
        if item["id"] not in of_ships:
            message = msg(
                "idle-colour",
                'No ship has the colour "{name}": its pirates can only be parrots.',
                name=excerpt(str(item["id"])),
            )
            yield (*path, "id"), message
    for path, item in ships:
        if item["colour"] not in of_cards:
            message = msg(
                "idle-ship", "No pirate has the colour of this ship: nobody can board it."
            )
            yield (*path, "colour"), message
    for path, item in cards:
        key = "gold" if "gold" in item else "strength"
        if item.get("colour") in of_ships and number(item, key) == 0:
            message = msg("cannot-board", "This card is worth no gold, and so it can never board.")
            yield (*path, key), message
