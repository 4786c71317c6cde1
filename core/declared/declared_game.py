"""The fixed part of a declared game: its cards, zones, kinds of actions and notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from mypy_extensions import mypyc_attr

from ..game import Game, GameInfo, Position
from ..kernel.action_list import ActionList
from ..splitting.offer import Offer
from ..splitting.splits import splits_of
from ..text import Text
from .action_kind import MOST_TARGETS, TARGET_BITS, ActionKind, check_zones
from .zone import ALL, Zone

Sets: TypeAlias = list[list[int]]
"""Chosen cards: sets of cards, in canonical order."""

MOST_KEPT = 4_000
"""Most hands whose choices are remembered."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DeclaredGame(Game):
    """A game of cards, whose positions have *zones* and *kinds* of actions.

    A card is a number from 0, the index of its type in *codes*. Raises `ValueError` for
    declarations that cannot be.

    Parameters:
        id, variant: ids of the rule set and of its variant.
        seats: ids of the seats, in playing order; *seat_names* are their names.
        codes: codes of the card types, in deck order; *card_names* are their names.
        zones, kinds: declarations, in the order of the screen and of the rules.
        counts: number of cards of each type; by default one of each.
        position: class of the positions, for a game that does not override `new_position`.
        ruleset: the checked rule set, where positions find the keys of the game's own.

    Attributes:
        secrets: true if there is anything that some seat does not see.
        cards_by_code: cards by their codes, casefolded.
        found: room for actions, which a position fills anew each time it looks for them.
    """

    def __init__(
        self,
        id: str,
        variant: str,
        *,
        seats: Sequence[str],
        codes: Sequence[str],
        zones: Sequence[Zone],
        kinds: Sequence[ActionKind],
        counts: Sequence[int] | None = None,
        seat_names: Sequence[Text] = (),
        card_names: Sequence[Text] = (),
        position: Callable[[Any, int], Position] | None = None,
        ruleset: Any = None,
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = list(seats)
        self.codes = list(codes)
        self.counts = list(counts) if counts is not None else [1] * len(self.codes)
        self.seat_names: list[Text] = list(seat_names) or list(self.seats)
        self.card_names: list[Text] = list(card_names) or list(self.codes)
        self._position = position
        self.ruleset = ruleset
        self.zones = list(zones)
        self.kinds = list(kinds)
        for number, kind in enumerate(self.kinds):
            if kind.number not in (-1, number):  # its actions would mean others in that game
                raise ValueError(f"action {kind.name}: another game lists it at another place")
            kind.number = number
        self.cards_by_code = {code.casefold(): card for card, code in enumerate(self.codes)}
        self.secrets = any(zone.seen_by != ALL for zone in self.zones) or any(
            kind.hidden for kind in self.kinds
        )
        if twice := doubled([zone.name for zone in self.zones]):
            raise ValueError(f"two zones have the same name, {twice!r}")
        if twice := doubled([kind.name for kind in self.kinds]):
            raise ValueError(f"two kinds of actions have the same name, {twice!r}")
        check_zones(self.kinds, self.zones)
        self.found = ActionList()
        self._ways: dict[tuple[int, tuple[int, ...]], list[Sets]] = {}
        self._patterns: dict[tuple[int, tuple[int, ...]], list[Sets]] = {}
        self._read: dict[str, list[int]] = {}
        self._written: dict[int, str] = {}
        for kind in self.kinds:
            for target, text in enumerate(self.targets(kind)):
                action = kind.action(target)
                self._written[action] = kind.write(text)
                for form in {plain(self._written[action]), plain(f"{kind.name} {text}")}:
                    self._read.setdefault(form, []).append(action)

    def new_position(self, first: int = 0) -> Position:
        if self._position is None:
            raise NotImplementedError
        return self._position(self, first)

    def info(self) -> GameInfo:
        return GameInfo(self.codes, self.secrets)

    def deck(self) -> list[int]:
        """Return all cards, in deck order, as a new list."""
        return [card for card, count in enumerate(self.counts) for _ in range(count)]

    def targets(self, kind: ActionKind) -> list[str]:
        """Return all targets of *kind* as written; for choices of cards, none."""
        if kind.target == "card":
            return self.codes
        if kind.target == "seat":
            return self.seats
        if kind.target == "word":
            return kind.words
        return [] if kind.target else [""]

    def ways(self, kind: ActionKind, cards: Sequence[int]) -> list[Sets]:
        """Return the choices that *kind* offers among *cards*; a target is an index of them.

        Raises `ValueError` if they are too many to have a number each.
        """
        key = (kind.number, tuple(sorted(cards)))
        ways = self._ways.get(key)
        if ways is None:
            # Only which cards are equal counts, so that few hands have to be worked out.
            names = sorted({*cards})
            ranks = [names.index(card) for card in key[1]]
            pattern = (kind.number, tuple(ranks))
            if pattern not in self._patterns:
                self._patterns[pattern] = ways_to_choose(ranks, kind.shapes)
            ways = [
                [[names[rank] for rank in one] for one in way] for way in self._patterns[pattern]
            ]
            if len(ways) > MOST_TARGETS:
                raise ValueError(f"{kind.name}: too many ways to choose from {len(cards)} cards")
            if len(self._ways) >= MOST_KEPT:
                self._ways.clear()
            self._ways[key] = ways
        return ways

    def written(self, action: int) -> str:
        """Return the notation of *action*, or an empty text for a choice of cards."""
        return self._written.get(action, "")

    def read(self, text: str) -> list[int]:
        """Return the actions that *text* can mean, at different times, but no choice of cards.

        The name of the kind and the target can be typed whatever the notation is.
        """
        return self._read.get(plain(text), [])

    def kind(self, action: int) -> ActionKind:
        """Return the kind of *action*."""
        return self.kinds[action >> TARGET_BITS]

    def codes_of(self, cards: Sequence[int]) -> list[str]:
        """Return the codes of *cards*."""
        return [self.codes[card] for card in cards]


def doubled(names: list[str]) -> str:
    """Return the first of *names* that stands there twice; empty if none does."""
    twice = [name for number, name in enumerate(names) if name in names[:number]]
    return twice[0] if twice else ""


def plain(text: str) -> str:
    """Return *text* without spaces and capitals."""
    return "".join(text.split()).casefold()


def ways_to_choose(cards: list[int], shapes: Sequence[Sequence[int]]) -> list[Sets]:
    """Return each way to choose sets of the sizes of one of *shapes* out of *cards*, once.

    Equal cards are not told apart, nor is the order of the sets: these are the splits of an offer
    from a hand.
    """
    ways: list[Sets] = []
    for shape in shapes:
        sizes = tuple(shape)
        offer = Offer(source="hand", draw=sum(sizes), sets=len(sizes), shapes=(sizes,))
        for split in splits_of(cards, offer):
            ways.append([list(up) for up, _, _ in split])
    return sorted(ways)
