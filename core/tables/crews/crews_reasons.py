"""Why a move at the crews table is better than another, in sentences about its expected line.

Every sentence is a fact of a line: the tables before and after it are compared ship by ship, chest
by chest.  What others have still to decide is worded as what they can do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ...game import Action
from ...scene import CLOSE, Advised, points, worth
from ...splitting.position import PICK, SPLIT, SplitPosition
from ...text import Message, Text, msg, nmsg
from .crews import NOBODY, Crews

if TYPE_CHECKING:
    from .crews_presenter import CrewsPresenter

MOST_FACTS = 4
"""So many facts are told of a move; more than that nobody wants to hear."""

STRENGTH_WEIGHT = 0.2
"""What a sentence about strength alone weighs, in gold for each strength of the lead."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a line, with the tables before and after it."""

    done: Action
    notation: str
    before: Crews
    after: Crews


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence, and how much what it says matters, in gold."""

    weight: float
    text: Message
    ship: int = NOBODY
    """The ship it speaks of, if it is one."""


def crews_of(position: SplitPosition) -> Crews:
    """Return the table of *position* as what it is."""
    assert isinstance(position.table, Crews)
    return position.table


def steps_of(position: SplitPosition, line: Sequence[int]) -> list[Step]:
    """Walk *line* from *position*, which stays as it is."""
    now = position.copy()
    steps = []
    for action in line:
        done, written, before = now.describe(action), now.notation(action), crews_of(now).copy()
        now.apply(action)
        steps.append(Step(done, written, before, crews_of(now).copy()))
    return steps


class Reasons:
    """Compares what *seat* may do in *position*; *best* and *other* are what was weighed.

    *presenter* has the names.
    """

    def __init__(
        self,
        presenter: CrewsPresenter,
        position: SplitPosition,
        seat: int,
        best: Advised,
        other: Advised | None,
    ) -> None:
        self.presenter = presenter
        self.rules = presenter.crew_rules
        self.position = position
        self.seat = seat
        self.best = best
        self.other = other
        steps = steps_of(position, best.line or [best.action])
        # With several others a pick is theirs as well before anything is played.
        theirs = position.phase == SPLIT or (position.phase == PICK and self.rules.players > 2)
        own = 0 if theirs else _run_of(steps, seat)
        self.own, self.later = (steps, []) if theirs else (steps[:own], steps[own:])
        self.expected = theirs
        """Whether all of the line hangs on what others decide first."""
        self.start = crews_of(position)
        self.middle = self.own[-1].after if self.own else self.start
        self.end = steps[-1].after

    # What people read.

    def nudge(self) -> Text:
        """Say where to look, and no more."""
        facts = self._ranked()
        if self.position.phase == SPLIT:
            return msg(
                "nudge-split",
                "Mind what {picker} will leave you.",
                picker=self._name((self.seat + 1) % self.rules.players),
            )
        if self.position.phase == PICK and facts and facts[0] in self._else():
            return msg("nudge-left", "Mind what the cards you leave can do.")
        effects = [step for step in self.own if step.done.kind == "effect"]
        if effects and self.position.phase != PICK:
            return msg("nudge-card", "Think about {card:acc}.", card=self._card(effects[0].done))
        if self.own and self.own[0].done.kind == "board":
            return msg("nudge-chest", "Think of your treasure chest.")
        # What the own cards do comes before what others may answer: there is the move to find.
        own = sorted(self._done(), key=lambda fact: -fact.weight)
        ship = next((fact.ship for fact in [*own, *facts] if fact.ship != NOBODY), NOBODY)
        if ship != NOBODY:
            return msg("nudge-ship", "Look at {ship:acc}.", ship=self.rules.ship_names[ship])
        return msg("nudge-turns", "Think of the turns that are still to come.")

    def told(self) -> list[Text]:
        """Say why, by what matters most, and last what it is worth."""
        told: list[Text] = [*self._intro()]
        chosen = self._ranked()[:MOST_FACTS]
        # In the order of what happens, the comparison last.
        told += [fact.text for fact in self._facts() if fact in chosen]
        if self.position.turn + 1 == self.position.game.turns:
            told.append(msg("why-last-turn", "It is the last turn: what stands then, counts."))
        return [*told, *worth(self.best, self.other, self._move(), amount_of_gold)]

    def _ranked(self) -> list[Fact]:
        return sorted(self._facts(), key=lambda fact: -fact.weight)

    def _facts(self) -> list[Fact]:
        return [*self._done(), *self._strengths(), *self._can(), *self._else()]

    def _intro(self) -> Iterator[Message]:
        """Say what has to come before the facts hold: what others do, or the own cards left."""
        if self.position.phase == SPLIT and self.rules.players == 2:
            picks = [step for step in self.own if step.done.kind == "pick"]
            if picks:
                sets = cast(list[list[str]], self.own[0].done.details["sets"])
                taken = cast(list[str], picks[0].done.details["cards"])
                kept = sets[1] if sets[0] == taken else sets[0]
                yield msg(
                    "why-pick",
                    "{other} is expected to take {taken} and to leave you {kept}. Then:",
                    other=self._name(picks[0].done.seat),
                    taken=self.presenter.listed(taken),
                    kept=self.presenter.listed(kept),
                )
                return
        if self.expected:
            yield msg("why-expected", "If all goes on as expected:")
        elif len(self.own) > 1:
            yield msg(
                "why-plan",
                "If you go on with {moves}:",
                moves=", ".join([step.notation for step in self.own[1:]]),
            )

    # Facts.

    def _done(self) -> Iterator[Fact]:
        """What the own cards do; where others come first, what all do in the expected line."""
        for ship in range(self.rules.ship_count):
            yield from self._captain(ship)
        yield from self._boards()
        for step in self.own:
            if step.done.kind == "effect" and step.done.seat == self.seat:
                yield from self._effect(step)

    def _captain(self, ship: int) -> Iterator[Fact]:
        old, new = self.start.captain_of[ship], self.middle.captain_of[ship]
        if old == new:
            return
        me = self.seat
        lead = self._lead(new) - self._lead(old)
        gold = self.rules.ship_golds[ship]
        name = self.rules.ship_names[ship]
        other = self._name(old if new in (me, NOBODY) else new)
        text: Message
        if new == me and old == NOBODY:
            text = msg(
                "why-captain", "You get the captain {ship:loc} ({gold} gold).", ship=name, gold=gold
            )
        elif new == me:
            text = msg(
                "why-drives-out",
                "Your captain drives out {other}'s {ship:loc} ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        elif old == me and new == NOBODY:
            text = msg(
                "why-loses",
                "You lose the captain {ship:loc} ({gold} gold).",
                ship=name,
                gold=gold,
            )
        elif old == me:
            text = msg(
                "why-driven-out",
                "{other}'s captain drives out yours {ship:loc} ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        elif new == NOBODY:
            text = msg(
                "why-other-loses",
                "{other} loses the captain {ship:loc} ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        else:
            text = msg(
                "why-other-captain",
                "{other} gets the captain {ship:loc} ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        yield Fact(abs(lead) * gold, text, ship)

    def _lead(self, holder: int) -> int:
        """Return who gains by a captain: 1 for the own, -1 for another's."""
        return 0 if holder == NOBODY else 1 if holder == self.seat else -1

    def _boards(self) -> Iterator[Fact]:
        own: dict[int, int] = {}
        others: dict[int, int] = {}
        for step in self.own:
            if step.done.kind == "board":
                seat = step.done.seat
                gold = step.after.chest_golds[seat] - step.before.chest_golds[seat]
                if seat == self.seat:
                    ship = step.before.boarded_ship(seat, self._number(step.done))
                    own[ship] = own.get(ship, 0) + gold
                else:
                    others[seat] = others.get(seat, 0) + gold
        for ship, gold in own.items():
            name = self.rules.ship_names[ship]
            if self.expected or self.own[0].done.kind != "board":
                text = msg(
                    "why-boards-then",
                    "You then board {ship:acc} for {gold} gold.",
                    ship=name,
                    gold=gold,
                )
            else:
                text = msg(
                    "why-boards",
                    "Boarding {ship:acc} now is worth {gold} gold.",
                    ship=name,
                    gold=gold,
                )
            yield Fact(gold, text, ship)
        for seat, gold in others.items():
            text = msg(
                "why-other-boards",
                "{other} then boards for {gold} gold.",
                other=self._name(seat),
                gold=gold,
            )
            yield Fact(gold, text)

    def _effect(self, step: Step) -> Iterator[Fact]:
        """What a special card of the own does: whom it takes what, what it turns, what is safe."""
        card = self._card(step.done)
        for seat in range(self.rules.players):
            for ship in range(self.rules.ship_count):
                before, after = step.before.crew(seat, ship), step.after.crew(seat, ship)
                if seat != self.seat and len(after) < len(before):
                    own, others = self._both(step.after, ship)
                    text = msg(
                        "why-takes",
                        "With {card:dat} you take {other}'s last card {ship:loc}: {own} against"
                        " {others} there then.",
                        card=card,
                        other=self._name(seat),
                        ship=self.rules.ship_names[ship],
                        own=own,
                        others=others,
                    )
                    yield Fact(self.rules.ship_golds[ship] / 2, text, ship)
                if seat == self.seat and len(after) > len(before):
                    effect = self.rules.effects[after[-1] >> 1]
                    if effect is not None and effect.safe and not after[-1] & 1:
                        text = msg(
                            "why-safe",
                            "As long as nothing lies on {card:dat} {ship:loc}, nobody can take it"
                            " away.",
                            card=card,
                            ship=self.rules.ship_names[ship],
                        )
                        yield Fact(1, text, ship)
        turned = step.before.parrots_to_turn(self.seat) - step.after.parrots_to_turn(self.seat)
        if turned > 0:
            more = sum(self._strength(step.after)) - sum(self._strength(step.before))
            text = nmsg(
                "why-turns",
                "With {card:dat} you turn over {count} parrot: {more} strength more in all.",
                "With {card:dat} you turn over {count} parrots: {more} strength more in all.",
                turned,
                card=card,
                more=more,
            )
            yield Fact(more, text)

    def _can(self) -> Iterator[Fact]:
        """What others can do after it, as is expected of them."""
        for step in self.later:
            seat = step.done.seat
            if seat == self.seat:
                continue
            other = self._name(seat)
            for ship in range(self.rules.ship_count):
                old, new = step.before.captain_of[ship], step.after.captain_of[ship]
                # Only what is still so in the end.
                if old == new or self.end.captain_of[ship] != new:
                    continue
                yield from self._can_captain(step, ship, old, new, other)
        for seat in range(self.rules.players):
            gold = self.end.chest_golds[seat] - self.middle.chest_golds[seat]
            if seat != self.seat and gold > 0:
                text = msg(
                    "why-can-board",
                    "{other} can then board for {gold} gold.",
                    other=self._name(seat),
                    gold=gold,
                )
                yield Fact(gold, text)

    def _can_captain(
        self, step: Step, ship: int, old: int, new: int, other: Text
    ) -> Iterator[Fact]:
        gold = self.rules.ship_golds[ship]
        name = self.rules.ship_names[ship]
        if old == self.seat and step.done.kind == "effect":
            text = msg(
                "why-after-effect",
                "After {card:dat} of {other} you would lose the captain {ship:loc} ({gold} gold).",
                card=self._card(step.done),
                other=other,
                ship=name,
                gold=gold,
            )
        elif old == self.seat:
            text = msg(
                "why-can-lose",
                "{other} can then take the captain {ship:loc} from you ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        elif new not in (self.seat, NOBODY):
            text = msg(
                "why-can-captain",
                "{other} can then get the captain {ship:loc} ({gold} gold).",
                other=other,
                ship=name,
                gold=gold,
            )
        else:
            return
        yield Fact(abs(self._lead(new) - self._lead(old)) * gold, text, ship)

    def _else(self) -> list[Fact]:
        """What the other move would bring instead, by the end of its own line."""
        if self.other is None or not self.other.line:
            return []
        if self.best.value - self.other.value < CLOSE:
            return []  # it is told to be as good
        instead = steps_of(self.position, self.other.line)[-1].after
        how = self._how()
        facts = []
        for ship, gold in enumerate(self.rules.ship_golds):
            name = self.rules.ship_names[ship]
            then, now = instead.captain_of[ship], self.end.captain_of[ship]
            if then == now or self._lead(then) > self._lead(now):
                continue
            if then not in (NOBODY, self.seat):
                text = msg(
                    "why-else-other",
                    "{how} {other} could get the captain {ship:loc} ({gold} gold).",
                    how=how,
                    other=self._name(then),
                    ship=name,
                    gold=gold,
                )
                if self.start.captain_of[ship] == then:
                    text = msg(
                        "why-else-keeps",
                        "{how} {other} could keep the captain {ship:loc} ({gold} gold).",
                        how=how,
                        other=self._name(then),
                        ship=name,
                        gold=gold,
                    )
            elif now == self.seat:
                text = msg(
                    "why-else-none",
                    "{how} you could not count on the captain {ship:loc} ({gold} gold).",
                    how=how,
                    ship=name,
                    gold=gold,
                )
            else:
                continue
            facts.append(Fact(gold * (self._lead(now) - self._lead(then)) - 0.5, text, ship))
        for seat in range(self.rules.players):
            less = self.end.chest_golds[seat] - instead.chest_golds[seat]
            if seat == self.seat and less > 0:
                text = msg("why-else-chest", "{how} you could board for {gold} gold less.",
                           how=how, gold=less)  # fmt: skip
                facts.append(Fact(less - 0.5, text))
            elif seat != self.seat and less < 0:
                text = msg(
                    "why-else-other-chest",
                    "{how} {other} could board for {gold} gold more.",
                    how=how,
                    other=self._name(seat),
                    gold=-less,
                )
                facts.append(Fact(-less - 0.5, text))
        return facts

    def _strengths(self) -> Iterator[Fact]:
        """How the own crews stand after the own cards, where those have changed them."""
        left = self.position.game.turns - self.position.turn - 1
        for ship in range(self.rules.ship_count):
            own, others = self._both(self.middle, ship)
            if self.middle.captain_of[ship] == self.seat and self._changed(ship) and left:
                text = msg(
                    "why-leads",
                    "You lead by {margin} {ship:loc}, with {turns}.",
                    margin=own - others,
                    ship=self.rules.ship_names[ship],
                    turns=nmsg("turns-to-go", "{count} turn to go", "{count} turns to go", left),
                )
                yield Fact(STRENGTH_WEIGHT * (own - others), text, ship)
            elif self._changed(ship):
                text = msg(
                    "why-strength",
                    "It then stands {own} to {others} for you {ship:loc}.",
                    ship=self.rules.ship_names[ship],
                    own=own,
                    others=others,
                )
                yield Fact(STRENGTH_WEIGHT, text, ship)

    # Words and numbers.

    def _changed(self, ship: int) -> bool:
        return self.start.crew(self.seat, ship) != self.middle.crew(self.seat, ship)

    def _name(self, seat: int) -> Text:
        return self.presenter.seats[seat]

    def _number(self, done: Action) -> int:
        return self.presenter.game.cards_by_code[cast(str, done.details["card"])]

    def _card(self, done: Action) -> Text:
        return self.rules.card_names[self._number(done)]

    def _strength(self, table: Crews) -> list[int]:
        at = self.seat * self.rules.ship_count
        return table.strengths[at : at + self.rules.ship_count]

    def _both(self, table: Crews, ship: int) -> tuple[int, int]:
        """Return the own strength at *ship* and that of the strongest other."""
        count = self.rules.ship_count
        seats = range(self.rules.players)
        others = [table.strengths[seat * count + ship] for seat in seats if seat != self.seat]
        return table.strengths[self.seat * count + ship], max(others)

    def _move(self) -> str:
        return self.position.notation(self.other.action) if self.other else ""

    def _how(self) -> Message:
        """Say with which other move it would be otherwise, at the beginning of a sentence."""
        if self.position.phase == PICK and len(self.position.sets) == 2:
            return msg("with-other-set", "With the other set")
        return msg("with-move", "With {move}", move=self._move())


def _run_of(steps: Sequence[Step], seat: int) -> int:
    """Count the actions of *seat* that *steps* begins with."""
    for number, step in enumerate(steps):
        if step.done.seat != seat:
            return number
    return len(steps)


def amount_of_gold(gold: float) -> Message:
    """Write an amount of gold as a table of ships counts."""
    return msg("amount-gold", "{points} gold", points=points(gold))
