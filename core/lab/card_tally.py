"""Counts of what is done with cards in bot games."""

from __future__ import annotations

from typing import TypeAlias

from mypy_extensions import mypyc_attr

from ..declared.action_kind import TARGET_BITS, TARGET_MASK
from ..declared.declared_position import DeclaredPosition
from ..game import JSON, Position
from ..kernel.action_list import ActionList
from ..kernel.quick_random import QuickRandom
from ..splitting.phases import DEAL, PICK, PLAY
from ..splitting.plain.plain_position import PlainPosition
from ..vectors import append, i64, vec

Use: TypeAlias = tuple[str, str]
"""A card, or an empty string for an action without a card, and the kind of the action."""


def used_in(position: Position, action: int) -> list[Use]:
    """Return a use for each card in the details ``card`` and ``cards`` of *action*, or one.

    A card that the acting seat does not know yet, ``?``, is none.
    """
    done = position.describe(action)
    kind = done.kind
    card = done.details.get("card")
    cards = done.details.get("cards")
    if not isinstance(cards, (list, tuple)):
        return [(card if isinstance(card, str) and card != "?" else "", kind)]
    listed: list[JSON] = [card, *cards]
    uses = [(one, kind) for one in listed if isinstance(one, str) and one != "?"]
    return uses or [("", kind)]


@mypyc_attr(allow_interpreted_subclasses=True)
class CardTally:
    """The uses of cards in one game of *seats* players; `SplitTally` counts them faster.

    Uses have numbers, in the order in which they first come up, and keep them in later games.

    Attributes:
        uses: the uses, by number.
        used: how often each seat made each use in the last game; that of a seat is at
            ``use * seats + seat``.
        offered: by use, the number of decisions at which it was possible.
        came: by use, how often chance brought the card.
        card_of: by use, the number of any use of its card, ``(card, "")``; -1 for that one itself.
    """

    def __init__(self, seats: int) -> None:
        self.seats: i64 = seats
        self.uses: list[Use] = []
        self._numbers: dict[Use, int] = {}
        self.used: vec[i64] = vec[i64]([])
        self.offered: vec[i64] = vec[i64]([])
        self.came: vec[i64] = vec[i64]([])
        self.card_of: vec[i64] = vec[i64]([])
        self._offered_at: vec[i64] = vec[i64]([])
        self.moment: i64 = 0
        """Number of decisions in all games so far."""

    def number_of(self, use: Use) -> int:
        """Return the number of *use*, a new one if it has none."""
        if use not in self._numbers:
            card, kind = use
            number = len(self.uses)
            self._numbers[use] = number
            self.uses.append(use)
            self.card_of = append(self.card_of, -1)
            self.offered = append(self.offered, 0)
            self.came = append(self.came, 0)
            self._offered_at = append(self._offered_at, 0)
            for _ in range(int(self.seats)):
                self.used = append(self.used, 0)
            if card and kind:
                self.card_of[number] = self.number_of((card, ""))
        return self._numbers[use]

    def clear(self) -> None:
        """Forget what was counted."""
        offered = self.offered
        came = self.came
        at: i64 = 0
        while at < len(offered):
            offered[at] = 0
            came[at] = 0
            at += 1
        self.begin()

    def begin(self) -> None:
        """Begin another game: forget `used`."""
        used = self.used
        at: i64 = 0
        while at < len(used):
            used[at] = 0
            at += 1

    def offer(self, use: i64) -> None:
        """Count *use* as possible at this decision, once."""
        if self._offered_at[use] != self.moment:
            self._offered_at[use] = self.moment
            self.offered[use] += 1

    def draw(self, position: Position, action: int) -> None:
        """Count *action* of chance, which is to be applied to *position*."""
        for card, _ in used_in(position, action):
            if card:
                number: i64 = self.number_of((card, ""))
                self.came[number] += 1

    def decide(self, position: Position, seat: int, action: int) -> None:
        """Count *action* of *seat*, which is to be applied to *position*, and what was possible."""
        self._decide(position, seat, action, position.legal_actions())

    def choose(self, position: Position, seat: int, rng: QuickRandom) -> int:
        """Choose a legal action of *seat* at random, and count it like `decide`."""
        actions = position.legal_actions()
        action = actions[rng.below(len(actions))]
        self._decide(position, seat, action, actions)
        return action

    def _decide(self, position: Position, seat: i64, action: int, actions: list[int]) -> None:
        self.moment += 1
        for one in actions:
            self._describe(position, seat, one, one == action)

    def _describe(self, position: Position, seat: i64, action: int, chosen: bool) -> None:
        """Count the uses of a possible *action* by what `Position.describe` says."""
        for use in used_in(position, action):
            number: i64 = self.number_of(use)
            self.offer(number)
            if chosen:
                self.used[number * self.seats + seat] += 1


class DeclaredTally(CardTally):
    """The uses in a declared game with `DeclaredPosition.lasting_uses`, by the numbers of actions.

    Choices of cards are described.
    """

    def __init__(self, position: DeclaredPosition) -> None:
        """Prepare for the game that begins with *position*."""
        game = position.game
        super().__init__(game.players)
        self.found = ActionList()
        self.firsts: vec[i64] = vec[i64]([])
        """By kind of action, where its targets begin in `numbers`, or -1 for choices of cards."""
        self.numbers: vec[i64] = vec[i64]([])
        """By kind and target, the number of the use; for chance, that of the card, or -1."""
        for kind in game.kinds:
            choice = kind.target == "cards"
            self.firsts = append(self.firsts, -1 if choice else len(self.numbers))
            for target in game.targets(kind):
                card = target if kind.target == "card" else ""
                number = -1
                if card or not kind.chance:
                    number = self.number_of((card, "" if kind.chance else kind.name))
                self.numbers = append(self.numbers, number)

    def draw(self, position: Position, action: int) -> None:
        first = self.firsts[action >> TARGET_BITS]
        if first < 0:
            super().draw(position, action)
            return
        card = self.numbers[first + (action & TARGET_MASK)]
        if card >= 0:
            self.came[card] += 1

    def decide(self, position: Position, seat: int, action: int) -> None:
        assert isinstance(position, DeclaredPosition)
        self._find(position)
        self._count(position, seat, action)

    def choose(self, position: Position, seat: int, rng: QuickRandom) -> int:
        assert isinstance(position, DeclaredPosition)
        self._find(position)
        action: int = self.found.numbers[rng.below(self.found.count)]
        self._count(position, seat, action)
        return action

    def _find(self, position: DeclaredPosition) -> None:
        self.found.count = 0
        position.find_actions(self.found)

    def _count(self, position: Position, seat: i64, action: i64) -> None:
        """Count a decision; what was possible is in `found`."""
        self.moment += 1
        moment = self.moment
        offered_at = self._offered_at
        offered = self.offered
        firsts = self.firsts
        numbers = self.numbers
        actions = self.found.numbers
        at: i64 = 0
        while at < self.found.count:
            one = actions[at]
            first = firsts[one >> TARGET_BITS]
            if first < 0:
                self._describe(position, seat, int(one), one == action)
                offered_at = self._offered_at
                offered = self.offered
            else:
                use = numbers[first + (one & TARGET_MASK)]
                if offered_at[use] != moment:
                    offered_at[use] = moment
                    offered[use] += 1
            at += 1
        first = firsts[action >> TARGET_BITS]
        if first >= 0:
            self.used[numbers[first + (action & TARGET_MASK)] * self.seats + seat] += 1


class SplitTally(CardTally):
    """The uses in a plain split game whose table lists `Table.every_play`, by number."""

    def __init__(self, position: PlainPosition) -> None:
        """Prepare for the game that begins with *position*."""
        super().__init__(position.game.players)
        self.split: i64 = self.number_of(("", "split"))
        self.cards: vec[i64] = vec[i64]([])
        """By card, the number of the card as such."""
        self.picks: vec[i64] = vec[i64]([])
        """By card, the number of picking it."""
        for code in position.game.codes:
            self.cards = append(self.cards, self.number_of((code, "")))
            self.picks = append(self.picks, self.number_of((code, "pick")))
        self.plays: vec[i64] = vec[i64]([])
        """By play, its number, or -1 for a number that is no play."""
        table = position.table
        for play in table.every_play():
            while len(self.plays) < play:
                self.plays = append(self.plays, -1)
            done = table.describe(0, play)
            use = (str(done.details["card"]), done.kind)
            self.plays = append(self.plays, self.number_of(use))

    def draw(self, position: Position, action: int) -> None:
        self.came[self.cards[action]] += 1

    def decide(self, position: Position, seat: int, action: int) -> None:
        assert isinstance(position, PlainPosition)
        if position.phase == PLAY:
            position.find_plays()
        self._count(position, seat, action)

    def choose(self, position: Position, seat: int, rng: QuickRandom) -> int:
        assert isinstance(position, PlainPosition)
        if position.phase == PLAY:
            position.find_plays()
            code = position.rules.found
            action: int = code.numbers[rng.below(code.count)]
        else:
            action = position.action_at(rng.random())
        self._count(position, seat, action)
        return action

    def _count(self, position: PlainPosition, seat: i64, action: i64) -> None:
        """Count a decision; in the phase of plays, all of them are in ``position.rules.found``."""
        self.moment += 1
        phase = position.phase
        at: i64
        if phase == PLAY:
            found = position.rules.found
            plays = self.plays
            offered_at = self._offered_at
            moment = self.moment
            at = 0
            while at < found.count:
                use = plays[found.numbers[at]]
                if offered_at[use] != moment:
                    offered_at[use] = moment
                    self.offered[use] += 1
                at += 1
            self.used[plays[action] * self.seats + seat] += 1
        elif phase == PICK:
            numbers = position.numbers
            first = position.rules.types
            draw = position.rules.most_drawn
            at = first
            while at < first + draw:
                mark = numbers[at + draw]
                if mark < self.seats:
                    number = self.picks[numbers[at]]
                    self.offer(number)
                    if mark == action:
                        self.used[number * self.seats + seat] += 1
                at += 1
        elif phase != DEAL:
            self.offer(self.split)
            self.used[self.split * self.seats + seat] += 1


def tally_of(position: Position) -> CardTally:
    """Return a tally for the game that begins with *position*."""
    if type(position) is PlainPosition and position.table.every_play():
        return SplitTally(position)
    if isinstance(position, DeclaredPosition) and position.lasting_uses:
        return DeclaredTally(position)
    return CardTally(len(position.scores()))
