"""Checks of rule sets with ``table: crews``: colours that must exist, and parts without a use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ....core.rules.characters import excerpt
from ....core.rules.checks import check_repeats, check_unique, items, lacks_players, unknown_item
from ....core.rules.value_findings import Path, ValueFinding, likely, to_write, words_meant
from ....core.text import Message, msg
from .crews_models import ANY_COLOUR, for_players, parted

if TYPE_CHECKING:
    from .crews_models import CrewsModel

_NO_COLOUR = msg("unknown-colour", 'There is no colour "{name}".')
_COLOURS: Path = ("colours",)
_NO_SHIP = msg("idle-colour", "No ship has this colour: its pirates can only be parrots.")
_NO_PIRATE = msg("idle-ship", "No pirate has the colour of this ship: nobody can board it.")
_NO_CAPTAINS = msg("no-captains-here", "In this game there are no captains.")
_NO_NAME = msg(
    "nameless-pirates",
    "Other colours name their pirates, and these are only called {name}: add {example}.",
    example="pirate: {en: ..., de: ...}",
)
_NO_GOLD = msg("cannot-board", "This card is worth no gold, and so it can never board.")


def check_crews(rules: CrewsModel) -> Iterator[ValueFinding]:
    """Check that colours exist; if so, warn of useless parts."""
    yield from check_unique(rules, "colours", "code")
    colours = [colour.id for colour in rules.colours]
    named = []
    for path, card in items(rules, "ships") + items(rules, "cards"):
        several = not isinstance(card.colour, str)
        for at, colour in enumerate(rules.colours_of(card)):
            named.append(((*path, "colour", at) if several else (*path, "colour"), colour))
    faults = [
        ValueFinding(path, unknown_item(_NO_COLOUR, colour, rules.colours, *more), also=[_COLOURS])
        for path, colour in named
        if colour not in colours
        for more in [((ANY_COLOUR,), "[{}]" if path[-1] == "colour" else "{}")]
    ]
    for path, card in items(rules, "cards"):
        if len(rules.colours_of(card)) > 1 and not card.name:
            message = msg(
                "needs-own-name",
                "A pirate of several colours needs its own name: {example}.",
                key="name",
                example="name: {en: ..., de: ...}",
            )
            faults.append(ValueFinding((*path, "name"), message))
    faults += _lacking(rules)
    faults += _misplaced(rules)
    faults += [
        ValueFinding((*path, "captains"), _NO_CAPTAINS, key=True, also=[("captains",)], idle=True)
        for path, seat in items(rules, "seats")
        if seat.captains is not None and not rules.has_captains
    ]
    yield from faults or _idle(rules)


def _counts(rules: CrewsModel) -> range:
    """Return the possible numbers of players."""
    few, many = rules.player_counts
    return range(few, max(few, min(many, len(rules.seats))) + 1)


def _lacking(rules: CrewsModel) -> Iterator[ValueFinding]:
    """Find values by number of players that lack one."""
    values: list[tuple[Path, Any]] = []
    if rules.has_captains:
        values.append((("captains",), rules.captains))
    values += [((*path, "gold"), ship.gold) for path, ship in items(rules, "ships")]
    values += [((*path, "second"), ship.second) for path, ship in items(rules, "ships")]
    values += [((*path, "gold"), seat.gold) for path, seat in items(rules, "seats")]
    values += [((*path, "captains"), seat.captains or 0) for path, seat in items(rules, "seats")]
    values += [((*path, "start"), seat.start) for path, seat in items(rules, "seats")]
    for path, value in values:
        for players in _counts(rules):
            plays = path[0] != "seats" or int(path[1]) < players
            if plays and for_players(value, players) is None:
                yield lacks_players(path, value, players, [("players",)])
                break


def _misplaced(rules: CrewsModel) -> Iterator[ValueFinding]:
    """Find cards that seats cannot have from the start."""
    found: dict[Path, ValueFinding] = {}
    for players in _counts(rules):
        left = {card.code: card.count for card in rules.cards}
        for path, seat in items(rules, "seats")[:players]:
            by_players = (str(players),) if isinstance(seat.start, Mapping) else ()
            for at, written in enumerate(for_players(seat.start, players) or ()):
                here = (*path, "start", *by_players, at)
                if fault := _misplaced_card(rules, written, left):
                    found.setdefault(here, ValueFinding(here, fault))
    yield from found.values()


def _misplaced_card(rules: CrewsModel, written: str, left: dict[str, int]) -> Message | None:
    """Return why nobody can have *written* from the start; if anybody can, take it from *left*."""
    ships = {ship.id: ship for ship in rules.ships}
    cards = {card.code: card for card in rules.cards}
    code, sign, ship = parted(written)
    if not (card := cards.get(code)):
        return likely(msg("no-such-card", 'There is no card "{name}".'), code, [*cards], "")
    if ship and ship not in ships:
        unknown = msg("no-such-ship", 'There is no ship "{name}".')
        named = {
            re.sub(r"[^a-z0-9]+", "-", text.casefold()): one.id
            for one in rules.ships
            for text in (one.name.text, *dict(one.name.here).values())
        }
        meant = named.get(ship) or next(words_meant(ship, [*ships]), "")
        if not meant:
            return likely(unknown, ship, [*ships], "")
        write = f"{code}{sign}{meant}"
        return to_write(unknown.filled(name=excerpt(ship)), f'"{write}"' if sign == "?" else write)
    left[code] -= 1
    fault = _why_not(rules, card, sign, ships.get(ship))
    if fault or left[code] >= 0:
        return fault
    return msg("start-too-many", "The deck has no more {card} than {count}.", card=code,
               count=card.count)  # fmt: skip


def _why_not(rules: CrewsModel, card: Any, sign: str, ship: Any) -> Message | None:
    """Say how *card* can lie there, if it cannot be played with *sign*."""
    own = {*rules.colours_of(card)}
    homes = [one for one in rules.ships if own & {*rules.colours_of(one)}]
    if sign == "?" or (sign == "$" and homes and rules.card_gold(card)) or ship in homes:
        return None
    play = f"{card.code}?{(ship or rules.ships[0]).id}"
    if homes and sign == "@":
        play = f"{card.code}@{homes[0].id}"
    return msg("start-play", "{card} cannot lie there: write {play}.", card=card.code, play=play)


def _idle(rules: CrewsModel) -> Iterator[ValueFinding]:
    """Find colours without ships, ships without pirates, and cards and captains without a use."""
    of_ships = {colour for ship in rules.ships for colour in rules.colours_of(ship)}
    of_cards = {colour for card in rules.cards for colour in rules.colours_of(card)}
    for path, colour in items(rules, "colours"):
        if colour.id not in of_ships:
            yield _useless((*path, "id"), _NO_SHIP, also=("ships",))
    yield from _nameless(rules)
    for path, ship in items(rules, "ships"):
        if not of_cards & {*rules.colours_of(ship)}:
            yield _useless((*path, "colour"), _NO_PIRATE, also=("cards",))
    for path, card in items(rules, "cards"):
        if of_ships & {*rules.colours_of(card)} and rules.card_gold(card) == 0:
            yield _useless((*path, "strength" if card.gold is None else "gold"), _NO_GOLD)
    if not any(ship.gold for ship in rules.ships):
        message = msg("worthless-ships", "No ship is worth gold, so nobody needs one.")
        yield _useless(("ships", 0, "gold"), message)
    yield from check_repeats(("tie-break",), rules.tie_break)
    for path, item in items(rules, "ships") + items(rules, "cards"):
        yield from check_repeats((*path, "colour"), rules.colours_of(item))
    captains = [rules.captains_for(each) or 0 for each in _counts(rules)]
    if any(seat.captains is not None for seat in rules.seats):
        return
    if min(captains) == 0:
        message = msg(
            "no-captains",
            "With 0 captains nobody can board a ship. For a game without captains, write none.",
        )
        yield _useless(("captains",), message)
    elif min(captains) > len(rules.ships):
        message = msg("idle-captains", "There are fewer ships than captains.")
        yield _useless(("captains",), message, also=("ships",), captains=len(rules.ships))


def _nameless(rules: CrewsModel) -> Iterator[ValueFinding]:
    """Find colours whose pirates have no name while those of other colours have one."""
    if not any(colour.pirate for colour in rules.colours):
        return
    for path, colour in items(rules, "colours"):
        cards = [
            card
            for card in rules.cards
            if card.colour in (colour.id, [colour.id]) and not card.name
        ]
        if cards and not colour.pirate:
            name = rules.card_name(cards[0])
            yield ValueFinding((*path, "name"), _NO_NAME.filled(name=name), warning=True)


def _useless(path: Path, message: Message, also: Path = (), **cure: int) -> ValueFinding:
    """Return the warning of *message* at *path*, or what *also* changed it."""
    return ValueFinding(path, message, also=[also] if also else [], cure=cure, warning=True)


def idle_strengths(rules: CrewsModel, effects: Sequence[Any]) -> Iterator[ValueFinding]:
    """Warn of special cards with a strength that the rules of their effect do not mention."""
    for (path, card), effect in zip(items(rules, "cards"), effects, strict=True):
        if not effect or not card.strength or effect.safe:
            continue
        if not any("strength" in text.params for text in effect.rules_text()):
            message = msg("idle-strength", "The effect of this card does not use its strength.")
            yield ValueFinding((*path, "strength"), message, warning=True, idle=True)
