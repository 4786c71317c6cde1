"""``splitpick compare``: the same deals under two rule sets, and what is different."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.comparison import SHARES, Comparison, Fact, Paired
from ..core.lab.games import Pairs
from ..core.text import Both, Message, Text, msg, nmsg
from .counts import count_table
from .exits import FINE, INTERRUPTED
from .interruption import Interruption
from .lab import Lineup, games_wish, workers_wish
from .numbers import ONE_DIGIT, SIGNED, Numbers
from .progress import progress
from .screen import printing_aside

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from .screen import Screen
    from .wishes import LabWishes

CHANCE_ALONE = 0.05
"""The part of intervals of 95 % that leave out the truth."""


def compare_command(screen: Screen, engine: Engine, names: Sequence[str], wishes: LabWishes) -> int:
    """Let bots play the same deals under two rule sets, and tell what is different.

    Ctrl-C ends the playing, not the telling.  Raises `UnknownName`, `BadValue`, `RulesetError`, and
    `PluginError` where a plugin fails.
    """
    one, other = _lineups(screen, engine, names, wishes)
    total = games_wish(wishes)
    staff = workers_wish(wishes.jobs, wishes.cluster)
    comparison = Comparison(one.game.players)
    stopped = False
    with ExitStack() as stack:
        stack.enter_context(printing_aside())
        tell = stack.enter_context(progress(screen, total))
        ctrl_c = stack.enter_context(Interruption())
        try:
            for before, after in staff.run(Pairs(one.games, other.games), range(total)):
                with ctrl_c.held():
                    comparison.count(before, after)
                    tell()
        except KeyboardInterrupt:
            stopped = True
    if wishes.as_json:
        screen.line(json.dumps(_as_json(comparison, one, other, stopped), indent=2))
    else:
        _Telling(screen, comparison, one, other).show()
    if stopped:
        screen.note(msg("try-stopped", "Stopped; this is what was played until then."))
    return INTERRUPTED if stopped else FINE


def _lineups(
    screen: Screen, engine: Engine, names: Sequence[str], wishes: LabWishes
) -> tuple[Lineup, Lineup]:
    """Read which two rule sets are compared."""
    variants = wishes.variants
    if len(names) > 2 or len(variants) > 2 or len(names) * max(1, len(variants)) == 1:
        raise BadValue(
            msg(
                "compare-two",
                "Two rule sets can be compared, or one in two variants: name both, or give"
                " --variant twice.",
            )
        )
    first, second = (variants[0], variants[-1]) if variants else (None, None)
    one = Lineup(screen, engine, names[0], first, wishes)
    other = Lineup(screen, engine, names[-1], second, wishes)
    if one.game.players != other.game.players:
        raise BadValue(
            msg(
                "compare-players",
                "{one} play the one game and {other} the other: --players makes them as many.",
                one=one.game.players,
                other=other.game.players,
            )
        )
    return one, other


class _Telling:
    """Puts a comparison into words."""

    def __init__(self, screen: Screen, comparison: Comparison, one: Lineup, other: Lineup) -> None:
        self.screen = screen
        self.comparison = comparison
        self.one = one
        self.other = other
        self.numbers = Numbers(screen.language)

    def show(self) -> None:
        """Show what has changed, and what cannot be told."""
        comparison, say = self.comparison, self.screen.say
        say(
            nmsg(
                "compared",
                "{count} deal under {one} and under {other}, by bots ({bots}).",
                "{count} deals under {one} and under {other}, by bots ({bots}).",
                comparison.pairs,
                one=self._called(self.one),
                other=self._called(self.other),
                bots=Both(tuple(self.one.titles), commas=True),
            )
        )
        if comparison.endless:
            say(
                nmsg(
                    "compared-endless",
                    "{count} more did not come to an end.",
                    "{count} more did not come to an end.",
                    comparison.endless,
                )
            )
        facts = comparison.facts
        told = [fact for fact in self._in_order() if facts[fact].differs]
        if not told:
            say(msg("compared-same", "Nothing can be told apart: 0 is in every interval (95%)."))
            self._common(self._in_order())
            return
        self.screen.line()
        say(
            msg("compared-changed", "What is different, with the interval of the difference (95%):")
        )
        self._table(told)
        rest = [fact for fact in self._in_order() if not facts[fact].differs]
        if rest:
            self.screen.line()
            say(msg("compared-rest", "What cannot be told apart:"))
            self._common(rest)
        self.screen.line()
        say(
            nmsg(
                "compared-chance",
                "Of {count} thing compared, about {number} seems different by chance alone.",
                "Of {count} things compared, about {number} seem different by chance alone.",
                len(facts),
                number=self.numbers.number(len(facts) * CHANCE_ALONE, ONE_DIGIT),
            )
        )

    def _common(self, facts: Sequence[Fact]) -> None:
        """Show the facts about whole games among *facts*, and count those about cards."""
        self._table([fact for fact in facts if fact[0] != "use"])
        uses = sum(fact[0] == "use" for fact in facts)
        if uses:
            self.screen.say(
                nmsg(
                    "compared-uses",
                    "Also {count} use of a card.",
                    "Also {count} uses of cards.",
                    uses,
                )
            )

    def _in_order(self) -> list[Fact]:
        """List what is compared: the games as a whole, then the cards in the order of the deck."""
        deck = [
            code for lineup in (self.one, self.other) for code in getattr(lineup.game, "codes", ())
        ]
        places = {code: place for place, code in reversed([*enumerate(deck)])}

        def place(fact: Fact) -> tuple[int, int, str, str]:
            if fact[0] != "use":
                return 0, 0, "", ""
            _, card, kind = fact
            return 1 + (not card), places.get(card, len(deck)), card, kind

        return sorted(self.comparison.facts, key=place)

    def _called(self, lineup: Lineup) -> Message:
        return msg(
            "compared-name",
            "{name}, {variant}",
            name=lineup.ruleset.name,
            variant=lineup.ruleset.variant_name,
        )

    def _table(self, facts: Sequence[Fact]) -> None:
        heads: list[Message] = [
            msg("compared-one", "first"),
            msg("compared-other", "second"),
            msg("compared-difference", "difference"),
        ]
        rows = [
            (self.screen.words(self._label(fact)), self._cells(fact, self.comparison.facts[fact]))
            for fact in facts
        ]
        said = [*map(self.screen.words, heads)]
        table = count_table(rows, said, self.screen.width)
        for line in table or ():
            self.screen.line(line)
        if table is None:
            for label, (one, other, difference) in rows:
                self.screen.say(
                    msg(
                        "compared-row",
                        "{what}: {one} to {other}, {difference}",
                        what=label,
                        one=one,
                        other=other,
                        difference=difference,
                    )
                )

    def _cells(self, fact: Fact, paired: Paired) -> tuple[str, str, str]:
        numbers, change = self.numbers, paired.difference
        if fact[0] in SHARES:
            one, other = numbers.percent(paired.one.mean), numbers.percent(paired.other.mean)
            scale, form = 100, SIGNED
        else:
            form = "#,##0.00"
            one = numbers.number(paired.one.mean, form)
            other = numbers.number(paired.other.mean, form)
            scale, form = 1, "+#,##0.00;-#,##0.00"
        mean = numbers.number(round(change.mean * scale, 2) + 0.0, form)  # there is no -0.0
        margin = numbers.number(change.margin * scale, form.partition(";")[0].removeprefix("+"))
        return one, other, f"{mean} ± {margin}"

    def _label(self, fact: Fact) -> Text:
        presenter = self.one.presenter
        if fact[0] in ("wins", "score"):
            seat = presenter.seats[int(fact[1])]
            if fact[0] == "wins":
                return msg("compared-wins", "{seat} wins", seat=seat)
            return msg("compared-score", "Score of {seat}", seat=seat)
        if fact[0] == "use":
            _, card, kind = fact
            what = presenter.kind_name(kind)
            if what == kind:
                what = self.other.presenter.kind_name(kind)
            if not card:
                return what
            called = presenter.card_name(card)
            if called == card:
                called = self.other.presenter.card_name(card)
            return msg("tried-never-use", "{card} {what}", card=called, what=what)
        return _FACTS[fact[0]]


_FACTS = {
    "starts": msg("compared-starts", "Whoever begins wins"),
    "margin": msg("tried-margin", "Lead of the winner"),
    "start_margin": msg("lab-start-lead", "Lead of whoever begins"),
    "shared": msg("tried-shared", "Shared wins"),
    "level": msg("lab-level", "Equal scores"),
    "turns": msg("tried-turns", "Turns of a seat"),
    "decisions": msg("tried-decisions", "Decisions"),
}


def _as_json(
    comparison: Comparison, one: Lineup, other: Lineup, stopped: bool
) -> dict[str, object]:
    seats = one.seats

    def named(fact: Fact) -> dict[str, object]:
        what, *rest = fact
        if what == "use":
            return {"what": what, "card": rest[0] or None, "kind": rest[1]}
        return {"what": what, **({"seat": seats[int(rest[0])]} if rest else {})}

    return {
        "rulesets": [
            {
                "ruleset": lineup.ruleset.id,
                "variant": lineup.ruleset.variant_id,
                "hash": lineup.ruleset.hash,
            }
            for lineup in (one, other)
        ],
        "bots": one.bots,
        "seed": one.seed,
        "games": comparison.pairs,
        "endless": comparison.endless,
        "stopped": stopped,
        "facts": [
            {
                **named(fact),
                "first": round(paired.one.mean, 4),
                "second": round(paired.other.mean, 4),
                "difference": round(paired.difference.mean, 4),
                "margin": round(paired.difference.margin, 4),
                "differs": paired.differs,
            }
            for fact, paired in comparison.facts.items()
        ],
    }
