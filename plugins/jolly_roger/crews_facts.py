"""Facts about the expected line of a move at the crews table, each a sentence with its weight.

Each fact is true of that line: the tables before and after a move are compared ship by ship and
chest by chest.  Later decisions of other players are worded as possibilities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import cast

from ...core.game import Action
from ...core.scene import CLOSE, Advised
from ...core.splitting.phases import PICK, SPLIT
from ...core.splitting.position import SplitPosition
from ...core.splitting.words.split_words import SplitWords
from ...core.text import Message, Name, Param, msg, nmsg
from .crew_rules import NOBODY
from .crews import Crews
from .crews_table import CrewsTable
from .no_captains import held

STRENGTH_WEIGHT = 0.2
"""Weight of a sentence about strength alone, in gold per point of the lead in strength."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a line, with the tables before and after that action."""

    done: Action
    notation: str
    before: Crews
    after: Crews


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence with its weight: how much gold the fact is about."""

    weight: float
    text: Message
    ship: int = NOBODY
    """The ship that the sentence is about, or `NOBODY`."""
    at: int = 0
    """Number of the step of the line in which it happens, or 0."""
    hurts: bool = False
    """True if it is bad for the seat, and so no reason for the move."""


def crews_of(position: SplitPosition) -> CrewsTable:
    """Return the table of *position*, which is a crews table."""
    assert isinstance(position.table, CrewsTable)
    return position.table


def steps_of(position: SplitPosition, line: Sequence[int]) -> list[Step]:
    """Return the steps of *line*, played from *position*, which stays unchanged."""
    now = position.copy()
    steps = []
    for action in line:
        done, written, before = now.describe(action), now.notation(action), crews_of(now).copy()
        now.apply(action)
        steps.append(Step(done, written, before, crews_of(now).copy()))
    return steps


def name_play(position: SplitPosition, done: Action) -> Message | None:
    """Name a card that was played by *done*, and how; ``None`` for other actions.

    Of special cards, only those that are played at a ship, or act there, have a how.
    """
    rules = crews_of(position).rules
    at_ship = done.kind == "effect" and re.split("[@*]", done.notation)[-1]
    if done.kind not in ("join", "parrot", "board") and at_ship not in rules.ships:
        return None
    about: dict[str, Param] = {
        "card": rules.card_names[position.game.cards_by_code[cast(str, done.details["card"])]]
    }
    if done.kind == "board":
        return msg("play-board", "boarding with {card}", **about)
    ship = at_ship or cast(str, done.details["ship"])
    about["ship"] = rules.ship_names[rules.ships.index(ship)]
    if at_ship:
        return msg("play-at", "{card:nom} {ship:loc}", **about)
    if done.kind == "parrot":
        return msg("play-parrot", "{card:nom} as a parrot {ship:loc}", **about)
    return msg("play-join", "{card} face up {ship:loc}", **about)


class Facts:
    """Facts about what *seat* can do in *position*: *best*, compared with *other* if given.

    *words* is the presenter that tells them.
    """

    def __init__(
        self,
        words: SplitWords,
        position: SplitPosition,
        seat: int,
        best: Advised,
        other: Advised | None,
    ) -> None:
        self.words = words
        self.position = position
        self.seat = seat
        self.best = best
        self.other = other
        self.start = crews_of(position)
        self.rules = self.start.rules
        steps = steps_of(position, best.line or [best.action])
        # With several opponents, others pick as well before anything is played.
        self.expected = position.phase == SPLIT or (
            position.phase == PICK and self.rules.players > 2
        )
        """True if others may have to decide something before `seat` plays a card."""
        self.own = list(takewhile(lambda step: self.expected or step.done.seat == seat, steps))
        self.later = steps[len(self.own) :]
        self.middle = self.own[-1].after if self.own else self.start
        self.end = steps[-1].after

    def all(self) -> list[Fact]:
        """List all facts in the order of events; those that compare with `other` come last."""
        return [*self.done(), *self._strengths(), *self._possible(), *self.instead()]

    def ranked(self) -> list[Fact]:
        """List all facts, those that matter most first."""
        return sorted(self.all(), key=lambda fact: -fact.weight)

    def done(self) -> Iterator[Fact]:
        """Yield what the seat's cards do; if `expected`, what the whole line does."""
        facts = [fact for ship in range(self.rules.ship_count) for fact in self._captain(ship)]
        facts += self._boards()
        for at, step in enumerate(self.own):
            if step.done.kind == "effect" and step.done.seat == self.seat:
                facts += [replace(fact, at=at) for fact in self._effect(step)]
        yield from sorted(facts, key=lambda fact: fact.at)

    def _captain(self, ship: int) -> Iterator[Fact]:
        old, new = self.start.captain_of[ship], self.middle.captain_of[ship]
        if old == new:
            return
        lead = self._lead(new) - self._lead(old)
        if old == NOBODY:
            text = msg(
                "why-captain-of", "{other}'s captain takes over {ship:acc} ({gold} gold)."
            ).to_you(other=msg("why-captain", "Your captain takes over {ship:acc} ({gold} gold)."))
        elif new == NOBODY:
            text = msg(
                "why-loses-of", "{other}'s captain has to leave {ship:acc} ({gold} gold)."
            ).to_you(other=msg("why-loses", "Your captain has to leave {ship:acc} ({gold} gold)."))
        else:
            text = msg(
                "why-drives-out-of",
                "{by}'s captain drives {other}'s off {ship:acc} ({gold} gold).",
                by=self.name(new),
            ).to_you(
                by=msg(
                    "why-drives-out", "Your captain drives {other}'s off {ship:acc} ({gold} gold)."
                ),
                other=msg(
                    "why-driven-out", "{by}'s captain drives yours off {ship:acc} ({gold} gold)."
                ),
            )
        other = new if old == NOBODY else old
        fact = self._fact(abs(lead) * self.rules.ship_golds[ship], text, ship, other)
        changes = [step.before.captain_of[ship] != step.after.captain_of[ship] for step in self.own]
        at = max(at for at, changed in enumerate(changes) if changed)
        yield replace(fact, at=at, hurts=lead < 0)

    def _fact(
        self, weight: float, text: Message, ship: int = NOBODY, other: int = NOBODY, **params: Param
    ) -> Fact:
        """Make a fact whose *text* names *ship*, its gold, `seat`, *other*, and *params*."""
        about: dict[str, Param] = {"seat": self.name(self.seat)}
        if ship != NOBODY:
            about |= {"ship": self.rules.ship_names[ship], "gold": self.rules.ship_golds[ship]}
        if other != NOBODY:
            about["other"] = self.name(other)
        return Fact(weight, held(self.rules, text.filled(**{**about, **params})), ship)

    def _lead(self, holder: int) -> int:
        """Return 1 for a captain of `seat`, -1 for an opponent's, 0 for `NOBODY`."""
        if holder == NOBODY:
            return 0
        return 1 if self.rules.are_partners(holder, self.seat) else -1

    def _boards(self) -> Iterator[Fact]:
        own: dict[int, int] = {}
        others: dict[int, int] = {}
        begins: dict[int, int] = {}
        for at, step in enumerate(self.own):
            if step.done.kind == "board":
                seat = step.done.seat
                gold = step.after.chest_golds[seat] - step.before.chest_golds[seat]
                if seat == self.seat:
                    ship = step.before.boarded_ship(seat, self._number(step.done))
                    own[ship] = own.get(ship, 0) + gold
                    begins.setdefault(ship, at)
                else:
                    others[seat] = others.get(seat, 0) + gold
        for ship, gold in own.items():
            text = msg("why-boards", "Boarding {ship:acc} now is worth {gold} gold.")
            if self.expected or begins[ship]:
                text = msg(
                    "why-boards-then-of", "{seat} then boards {ship:acc} and gains {gold} gold."
                ).to_you(
                    seat=msg("why-boards-then", "You then board {ship:acc} and gain {gold} gold.")
                )
            yield replace(self._fact(gold, text, ship, gold=gold), at=begins[ship])
        for seat, gold in others.items():
            text = msg("why-other-boards", "{other} then boards and gains {gold} gold.").to_you(
                other=msg("why-you-board", "You then board and gain {gold} gold.")
            )
            hurts = not self.rules.are_partners(seat, self.seat)
            fact = self._fact(gold, text, other=seat, gold=gold)
            yield replace(fact, at=len(self.own), hurts=hurts)

    def _effect(self, step: Step) -> Iterator[Fact]:
        """Yield what the seat's special card does: take a card, be safe itself, or turn parrots."""
        card = self.card(step.done)
        for seat in range(self.rules.players):
            for ship in range(self.rules.ship_count):
                before, after = step.before.crew(seat, ship), step.after.crew(seat, ship)
                if seat != self.seat and len(after) < len(before):
                    own, others = self._both(step.after, ship)
                    text = msg(
                        "why-takes-of",
                        "With {card:dat}, {seat} takes the last card of {other}'s crew {ship:loc},"
                        " which makes it {own} to {others} there.",
                        card=card,
                        own=own,
                        others=others,
                    ).to_you(
                        seat=msg(
                            "why-takes",
                            "With {card:dat}, you take the last card of {other}'s crew {ship:loc},"
                            " which makes it {own} to {others} there.",
                        ),
                        other=msg(
                            "why-takes-yours",
                            "With {card:dat}, {seat} takes the last card of your crew {ship:loc},"
                            " which makes it {own} to {others} there.",
                        ),
                    )
                    yield self._fact(self.rules.ship_golds[ship] / 2, text, ship, seat)
                joined = seat == self.seat and len(after) > len(before)
                if joined and not after[-1] & 1 and self.rules.safe[after[-1] >> 1]:
                    text = msg(
                        "why-safe",
                        "While no card lies on {card:dat} {ship:loc}, nobody can take it away.",
                        card=card,
                    )
                    yield self._fact(1, text, ship)
        turned = step.before.parrots_to_turn(self.seat) - step.after.parrots_to_turn(self.seat)
        if turned > 0:
            more = sum(self._strength(step.after)) - sum(self._strength(step.before))
            text = nmsg(
                "why-turns-of",
                "With {card:dat}, {seat} turns over {count} parrot, which adds {more} strength.",
                "With {card:dat}, {seat} turns over {count} parrots, which adds {more} strength in"
                " all.",
                turned,
                card=card,
                more=more,
                seat=self.name(self.seat),
            ).to_you(
                seat=nmsg(
                    "why-turns",
                    "With {card:dat}, you turn over {count} parrot, which adds {more} strength.",
                    "With {card:dat}, you turn over {count} parrots, which adds {more} strength in"
                    " all.",
                    turned,
                )
            )
            yield Fact(more, text)

    def _possible(self) -> Iterator[Fact]:
        """Yield what others do later in the line, worded as what they can do."""
        for step in self.later:
            seat = step.done.seat
            if seat == self.seat:
                continue
            for ship in range(self.rules.ship_count):
                old, new = step.before.captain_of[ship], step.after.captain_of[ship]
                # Only captains that are still there at the end of the line.
                if old == new or self.end.captain_of[ship] != new:
                    continue
                yield from self._possible_captain(step, ship, old, new)
        for seat in range(self.rules.players):
            gold = self.end.chest_golds[seat] - self.middle.chest_golds[seat]
            if not self.rules.are_partners(seat, self.seat) and gold > 0:
                text = msg(
                    "why-can-board", "{other} can then gain {gold} gold by boarding."
                ).to_you(
                    other=msg("why-you-can-board", "You can then gain {gold} gold by boarding.")
                )
                yield replace(self._fact(gold, text, other=seat, gold=gold), hurts=True)

    def _possible_captain(self, step: Step, ship: int, old: int, new: int) -> Iterator[Fact]:
        if old == self.seat and step.done.kind == "effect":
            text = msg(
                "why-after-effect-of",
                "If {other} then plays {card:dat}, {seat}'s captain has to leave {ship:acc}"
                " ({gold} gold).",
                card=self.card(step.done),
            ).to_you(
                seat=msg(
                    "why-after-effect",
                    "If {other} then plays {card:dat}, your captain has to leave {ship:acc} ({gold}"
                    " gold).",
                ),
                other=msg(
                    "why-after-yours",
                    "If you then play {card:dat}, {seat}'s captain has to leave {ship:acc} ({gold}"
                    " gold).",
                ),
            )
        elif old == self.seat:
            text = msg(
                "why-can-lose-of",
                "{other} can then drive {seat}'s captain off {ship:acc} ({gold} gold).",
            ).to_you(
                seat=msg(
                    "why-can-lose",
                    "{other} can then drive your captain off {ship:acc} ({gold} gold).",
                ),
                other=msg(
                    "why-you-can-drive",
                    "You can then drive {seat}'s captain off {ship:acc} ({gold} gold).",
                ),
            )
        elif new not in (self.seat, NOBODY):
            text = msg(
                "why-can-captain", "{other}'s captain can then take over {ship:acc} ({gold} gold)."
            ).to_you(
                other=msg(
                    "why-yours-can", "Your captain can then take over {ship:acc} ({gold} gold)."
                )
            )
        else:
            return
        lead = self._lead(new) - self._lead(old)
        weight = abs(lead) * self.rules.ship_golds[ship]
        yield replace(self._fact(weight, text, ship, step.done.seat), hurts=lead < 0)

    def instead(self) -> list[Fact]:
        """List what is worse for `seat` after `other`, unless that is about as good or missing."""
        if self.other is None or not self.other.line:
            return []
        if self.best.value - self.other.value < CLOSE:
            return []  # another sentence says that it is about as good
        instead = steps_of(self.position, self.other.line)[-1].after
        facts = []
        for ship, gold in enumerate(self.rules.ship_golds):
            then, now = instead.captain_of[ship], self.end.captain_of[ship]
            if then == now or self._lead(then) > self._lead(now):
                continue
            if then not in (NOBODY, self.seat):
                text = msg(
                    "why-else-other", "{other}'s captain could take over {ship:acc} ({gold} gold)."
                ).to_you(
                    other=msg(
                        "why-else-yours", "Your captain could take over {ship:acc} ({gold} gold)."
                    )
                )
                if self.start.captain_of[ship] == then:
                    text = msg(
                        "why-else-keeps",
                        "{other}'s captain could stay on {ship:acc} ({gold} gold).",
                    ).to_you(
                        other=msg(
                            "why-else-yours-keeps",
                            "Your captain could stay on {ship:acc} ({gold} gold).",
                        )
                    )
            elif now == self.seat:
                text = msg(
                    "why-else-none", "There would be no captain on {ship:acc} ({gold} gold)."
                )
                if self.start.captain_of[ship] == self.seat:
                    text = msg(
                        "why-else-leaves-of",
                        "{seat}'s captain would have to leave {ship:acc} ({gold} gold).",
                    ).to_you(
                        seat=msg(
                            "why-else-leaves",
                            "Your captain would have to leave {ship:acc} ({gold} gold).",
                        )
                    )
            else:
                continue
            weight = gold * (self._lead(now) - self._lead(then)) - 0.5
            facts.append(self._fact(weight, text, ship, then))
        for seat in range(self.rules.players):
            more = instead.chest_golds[seat] - self.end.chest_golds[seat]
            if not self.rules.are_partners(seat, self.seat) and more > 0:
                text = msg(
                    "why-else-other-chest", "{other} could gain {gold} more gold by boarding."
                ).to_you(
                    other=msg("why-else-your-chest", "You could gain {gold} more gold by boarding.")
                )
                facts.append(self._fact(more - 0.5, text, other=seat, gold=more))
        return facts

    def _strengths(self) -> Iterator[Fact]:
        """Yield the strengths where the crew of `seat` has changed, if not told by a captain."""
        left = self.position.game.turns - self.position.turn - 1
        for ship in range(self.rules.ship_count):
            own, others = self._both(self.middle, ship)
            old, new = self.start.captain_of[ship], self.middle.captain_of[ship]
            if new == self.seat and self._changed(ship) and left:
                text = msg(
                    "why-leads-of",
                    "{seat} leads by {margin} {ship:loc}, with {turns}.",
                    margin=own - others,
                    turns=nmsg("turns-to-go", "{count} turn to go", "{count} turns to go", left),
                ).to_you(seat=msg("why-leads", "You lead by {margin} {ship:loc}, with {turns}."))
                yield self._fact(STRENGTH_WEIGHT * (own - others), text, ship)
            elif old == new and self._changed(ship):
                text = msg(
                    "why-strength-of",
                    "{seat:gen} strength {ship:loc} is then {own} against {others}.",
                ).to_you(
                    seat=msg(
                        "why-strength", "Your strength {ship:loc} is then {own} against {others}."
                    )
                )
                yield self._fact(STRENGTH_WEIGHT, text, ship, own=own, others=others)

    def _changed(self, ship: int) -> bool:
        return self.start.crew(self.seat, ship) != self.middle.crew(self.seat, ship)

    def name(self, seat: int) -> Name:
        return self.words.seats[seat]

    def _number(self, done: Action) -> int:
        return self.position.game.cards_by_code[cast(str, done.details["card"])]

    def card(self, done: Action) -> Name:
        return self.rules.card_names[self._number(done)]

    def _strength(self, table: Crews) -> list[int]:
        at = self.seat * self.rules.ship_count
        return table.strengths[at : at + self.rules.ship_count]

    def _both(self, table: Crews, ship: int) -> tuple[int, int]:
        """Return the strength of `seat` at *ship*, and that of the strongest opponent there."""
        count = self.rules.ship_count
        seats = range(self.rules.players)
        others = [
            table.strengths[seat * count + ship]
            for seat in seats
            if not self.rules.are_partners(seat, self.seat)
        ]
        return table.strengths[self.seat * count + ship], max(others)

    def how(self) -> Message:
        """Begin what is said of `other`: "With (move) instead:"."""
        if self.position.phase == PICK and len(self.position.sets) == 2:
            return msg("with-other-set", "With the other set instead:")
        assert self.other
        if self.position.phase == SPLIT and self.words.spoken:
            return msg("with-other-split", "With the other split instead:")
        if self.position.phase == SPLIT:
            notation = self.position.notation(self.other.action)
            return msg("with-split", "With the split {move} instead:", move=notation)
        move = self.words.name_move(self.position, self.other.action)
        return msg("why-compared", "For comparison, {move}:", move=move)
