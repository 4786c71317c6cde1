"""Checks of several values together: names that must exist, numbers that must agree.

The rules are plain values that fit their model; what has a default may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import comb
from typing import Any, TypeAlias

from ..text import Message, msg, nmsg
from .characters import excerpt
from .faults import Fault, Path, likely

Rules: TypeAlias = Mapping[str, Any]
"""The plain values of a rule set."""

MOST_SPLITS = 10_000
"""Most ways to split the drawn cards: positions list them all."""


def items(rules: Rules, name: str) -> list[tuple[Path, dict[str, Any]]]:
    """Return the items of the list *name*, each with its path."""
    return [((name, at), item) for at, item in enumerate(rules.get(name) or ())]


def names(rules: Rules, name: str, key: str = "id") -> list[str]:
    """List the texts of the items of the list *name* under *key*."""
    return [item[key] for _, item in items(rules, name) if key in item]


def players_of(rules: Rules) -> tuple[int, int]:
    """Return the least and the greatest number of players."""
    players = rules.get("players") or dict.fromkeys(("least", "most"), len(rules["seats"]))
    return players["least"], players["most"]


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
    """Find a range whose minimum exceeds its maximum."""
    found = rules.get(name)
    if found and found["least"] > found["most"]:
        message = msg(
            "reversed-range", "The minimum, {least}, is greater than the maximum, {most}.", **found
        )
        yield Fault((name, "least"), message, also=[(name, "most")])


def check_header(rules: Rules, lists: Mapping[str, str]) -> Iterator[Fault]:
    """Check the keys of all games; *lists* maps lists whose items have an id to its key."""
    for name, key in lists.items():
        yield from check_unique(rules, name, key)
        yield from _check_names(rules, name)
    yield from check_range(rules, "players")
    seats, (_, most) = len(rules["seats"]), players_of(rules)
    if most > seats:
        message = msg(
            "too-few-seats",
            "For {most} players there are only {seats} seats.",
            most=most,
            seats=seats,
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
                'There is another "{name}", in {place}.',
                name=excerpt(told),
            )
            yield Fault((*path, "name"), message, other=(*first[told], "name"), warning=True)


# Split and choose.


def check_splitting(rules: Rules) -> Iterator[Fault]:
    """Check that the sets can be made, and that the deck divides into turns."""
    yield from check_range(rules, "set-size")
    yield from _check_sets(rules)
    draw, turns, aside = rules["draw"], rules["turns"], rules.get("set-aside", 0)
    cards = sum(item["count"] for item in rules["cards"])
    if turns * draw + aside != cards:
        message = msg(
            "deck-mismatch",
            "The deck has {cards} cards, but {turns} × {draw} drawn + {aside} set aside ="
            " {needed}.",
            cards=cards,
            turns=turns,
            draw=draw,
            aside=aside,
            needed=turns * draw + aside,
        )
        yield Fault(("turns",), message, also=[("set-aside",), ("draw",)], whole=True)


def _check_sets(rules: Rules) -> Iterator[Fault]:
    """Find the first number of players for which the cards make no sets, or too many."""
    least, most, draw = rules["set-size"]["least"], rules["set-size"]["most"], rules["draw"]
    if least > most:
        return
    few, many = players_of(rules)
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
    unknown = False
    for path, item in [*items(rules, "ships"), *items(rules, "cards")]:
        colour, effect = item.get("colour"), item.get("effect")
        if colour is not None and colour not in colours:
            unknown = True
            message = msg("unknown-colour", 'There is no colour "{name}".', name=excerpt(colour))
            yield Fault((*path, "colour"), likely(message, colour, colours))
        if effect is not None and effect not in registered:
            message = msg("unknown-effect", 'There is no effect "{name}".', name=excerpt(effect))
            yield Fault((*path, "effect"), likely(message, effect, registered))
    if not unknown:
        for path, message in _idle(rules):
            yield Fault(path, message, warning=True)
    captains, ships = rules["captains"], len(rules["ships"])
    if captains == 0:
        message = msg("no-captains", "Without captains nobody can board a ship.")
        yield Fault(("captains",), message, warning=True)
    elif captains > ships:
        message = nmsg(
            "idle-captains",
            "There is only {count} ship: more captains than that never go aboard.",
            "There are only {count} ships: more captains than that never go aboard.",
            ships,
        )
        yield Fault(("captains",), message, warning=True)


def _idle(rules: Rules) -> Iterator[tuple[Path, Message]]:
    """Find ships that can never be boarded and cards that can never board."""
    ships, cards = items(rules, "ships"), items(rules, "cards")
    of_ships, of_cards = names(rules, "ships", "colour"), names(rules, "cards", "colour")
    for path, item in items(rules, "colours"):
        if item["id"] not in of_ships:
            message = msg(
                "idle-colour",
                'No ship has the colour "{name}": its pirates can only be parrots.',
                name=excerpt(item["id"]),
            )
            yield (*path, "id"), message
    for path, item in ships:
        if item["colour"] not in of_cards:
            message = msg(
                "idle-ship", "No pirate has the colour of this ship: nobody can board it."
            )
            yield (*path, "colour"), message
    for path, item in cards:
        key = "gold" if item.get("gold") is not None else "strength"
        if item.get("colour") in of_ships and item[key] == 0:
            message = msg("cannot-board", "This card is worth no gold, and so it can never board.")
            yield (*path, key), message
