"""Checks of several values together: names that must exist, numbers that must agree.

The rules are plain values that fit their model; what has a default may be missing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
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
    """Find items of the list *name* that have the same text under *key*.

    Two may have the same ``name``, but people could not tell them apart: that is a warning.
    """
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        text = item.get(key)
        if isinstance(text, dict):
            text = text.get("en") or next(iter(text.values()), "")
        text = " ".join(text.split()) if isinstance(text, str) else ""
        if text and first.setdefault(text, path) != path:
            message = msg("duplicate-id", '"{name}" is in this list twice, first in {place}.')
            if key == "name":
                message = msg("same-name", 'There is another "{name}", in {place}.')
            told, other = replace(message, params={"name": excerpt(text)}), (*first[text], key)
            yield Fault((*path, key), told, other=other, warning=key == "name")


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
        yield from check_unique(rules, name, "name")
    yield from check_range(rules, "players")
    seats, (_, most) = len(rules["seats"]), players_of(rules)
    if most > seats:
        message = msg(
            "too-few-seats", "There are {seats} seats for {most} players.", seats=seats, most=most
        )
        yield Fault(("players", "most"), message, also=[("seats",)])


# Split and choose.


def check_splitting(rules: Rules) -> Iterator[Fault]:
    """Check that the sets can be made, and that the deck divides into turns."""
    yield from check_range(rules, "set-size")
    yield from _check_sets(rules)
    counts = {"draw": rules["draw"], "turns": rules["turns"], "aside": rules.get("set-aside", 0)}
    cards = sum(item["count"] for item in rules["cards"])
    if (needed := counts["turns"] * counts["draw"] + counts["aside"]) != cards:
        message = msg(
            "deck-mismatch",
            "{cards} cards are not {turns} × {draw} drawn + {aside} set aside = {needed}.",
            **(counts | {"cards": cards, "needed": needed}),
        )
        yield Fault(("turns",), message, also=[("set-aside",), ("draw",)], whole=True)


def _check_sets(rules: Rules) -> Iterator[Fault]:
    """Find the first number of players for which the cards make no sets, or too many."""
    sizes, draw, (few, many) = rules["set-size"], rules["draw"], players_of(rules)
    for players in range(few, many + 1) if sizes["least"] <= sizes["most"] else ():
        told, ways = {"players": players, "draw": draw}, count_splits(draw, players, **sizes)
        if ways == 0:
            message = msg(
                "set-sizes",
                "{players} sets of {least} to {most} cards cannot be made of {draw} cards.",
                **(told | sizes),
            )
            yield Fault(("set-size",), message, also=[("draw",), ("players",)], whole=True)
            return
        if ways > MOST_SPLITS:
            message = msg(
                "too-many-splits",
                "{draw} cards make {players} sets in {ways} ways; at most {most} can be played.",
                **(told | {"ways": ways, "most": MOST_SPLITS}),
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
    ships, cards = items(rules, "ships"), items(rules, "cards")
    wanted = {
        "colour": (msg("unknown-colour", 'There is no colour "{name}".'), names(rules, "colours")),
        "effect": (msg("unknown-effect", 'There is no effect "{name}".'), sorted(effects)),
    }
    unknown = False
    for key, (message, known) in wanted.items():
        for path, item in [*ships, *cards]:
            if key in item and item[key] not in known:
                unknown = True
                yield Fault((*path, key), likely(message, item[key], known))
    if not unknown:
        yield from (Fault(path, message, warning=True) for path, message in _idle(rules))


def _idle(rules: Rules) -> Iterator[tuple[Path, Message]]:
    """Find ships that can never be boarded, and cards and captains that can never board."""
    ships, captains = items(rules, "ships"), rules["captains"]
    of_ships, of_cards = names(rules, "ships", "colour"), names(rules, "cards", "colour")
    no_ship = msg("idle-colour", "No ship has this colour: its pirates can only be parrots.")
    no_pirate = msg("idle-ship", "No pirate has the colour of this ship: nobody can board it.")
    no_gold = msg("cannot-board", "This card is worth no gold, and so it can never board.")
    for path, item in items(rules, "colours"):
        if item["id"] not in of_ships:
            yield (*path, "id"), no_ship
    for path, item in ships:
        if item["colour"] not in of_cards:
            yield (*path, "colour"), no_pirate
    for path, item in items(rules, "cards"):
        key = "gold" if item.get("gold") is not None else "strength"
        if item.get("colour") in of_ships and item[key] == 0:
            yield (*path, key), no_gold
    if captains == 0:
        yield ("captains",), msg("no-captains", "Without captains nobody can board a ship.")
    elif captains > len(ships):
        message = nmsg(
            "idle-captains",
            "There is only {count} ship: more captains than that never go aboard.",
            "There are only {count} ships: more captains than that never go aboard.",
            len(ships),
        )
        yield ("captains",), message
