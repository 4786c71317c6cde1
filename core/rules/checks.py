"""Checks of several values together: names that must exist, numbers that must agree.

The rules are a model, so each value is right by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..text import Message, Name, msg
from .faults import Fault, Path, likely

if TYPE_CHECKING:
    from .models import CrewsModel, RulesetModel


def items(rules: RulesetModel, name: str) -> list[tuple[Path, Any]]:
    """Return the items of the list *name*, which may be missing, each with its path."""
    return [((name, n), it) for n, it in enumerate(getattr(rules, name.replace("-", "_")) or ())]


def check_unique(rules: RulesetModel, name: str, key: str) -> Iterator[Fault]:
    """Yield a fault for each item of the list *name* with the same text under *key* as one before.

    The same ``name`` is only a warning: it confuses people, but the game can be played.
    """
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        text = getattr(item, key, "")
        if isinstance(text, Name):
            text = text.text or dict(text.here).get("en") or text.here[0][1]
        if text and first.setdefault(text, path) != path:
            message = msg("duplicate-id", "This is already in {place}.")
            if key == "name":
                message = msg("same-name", "This name is already in {place}.")
            yield Fault((*path, key), message, other=(*first[text], key), warning=key == "name")


def check_range(rules: RulesetModel, name: str) -> Iterator[Fault]:
    """Yield a fault if the minimum of the range *name* exceeds its maximum."""
    found = getattr(rules, name.replace("-", "_"))
    if found and found.least > found.most:
        message = msg("reversed-range", "The minimum is greater than the maximum.")
        yield Fault((name, "least"), message, also=[(name, "most")])


def check_header(rules: RulesetModel, lists: Mapping[str, str]) -> Iterator[Fault]:
    """Check the keys that all games have; *lists* names the key that identifies items, by list."""
    for name, key in lists.items():
        yield from check_unique(rules, name, key)
        yield from check_unique(rules, name, "name")
    yield from check_range(rules, "players")
    seats, (_, most) = len(rules.seats), rules.player_counts
    if most > seats:
        message = msg("too-few-seats", "There are only {seats} seats.", seats=seats)
        yield Fault(("players", "most"), message, also=[("seats",)])


# The crews table.
_NO_SHIP = msg("idle-colour", "No ship has this colour: its pirates can only be parrots.")
_NO_PIRATE = msg("idle-ship", "No pirate has the colour of this ship: nobody can board it.")
_NO_GOLD = msg("cannot-board", "This card is worth no gold, and so it can never board.")


def check_crews(rules: CrewsModel, effects: Collection[str]) -> Iterator[Fault]:
    """Check that colours exist and that *effects* has all effects; if so, warn of useless parts."""
    yield from check_unique(rules, "colours", "code")
    colours = [colour.id for colour in rules.colours]
    ships, cards = items(rules, "ships"), items(rules, "cards")
    faults: list[Fault] = []
    for path, item in [*ships, *cards]:
        effect = getattr(item, "effect", "")
        if item.colour not in colours and not effect:
            message = msg("unknown-colour", 'There is no colour "{name}".')
            faults.append(Fault((*path, "colour"), likely(message, item.colour, colours)))
        if effect and effect not in effects:
            message = msg("unknown-effect", 'There is no effect "{name}".')
            faults.append(Fault((*path, "effect"), likely(message, effect, sorted(effects))))
    yield from faults or (Fault(path, message, warning=True) for path, message in _idle(rules))


def _idle(rules: CrewsModel) -> Iterator[tuple[Path, Message]]:
    """Find colours without ships, ships without pirates, and cards and captains without a use."""
    of_ships = {ship.colour for ship in rules.ships}
    of_cards = {card.colour for card in rules.cards}
    for path, colour in items(rules, "colours"):
        if colour.id not in of_ships:
            yield (*path, "id"), _NO_SHIP
    for path, ship in items(rules, "ships"):
        if ship.colour not in of_cards:
            yield (*path, "colour"), _NO_PIRATE
    for path, card in items(rules, "cards"):
        if card.colour in of_ships and rules.card_gold(card) == 0:
            yield (*path, "strength" if card.gold is None else "gold"), _NO_GOLD
    if rules.captains == 0:
        yield ("captains",), msg("no-captains", "Without captains nobody can board a ship.")
    elif rules.captains > len(rules.ships):
        yield ("captains",), msg("idle-captains", "There are fewer ships than captains.")
