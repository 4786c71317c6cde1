"""What came of many games by bots, in words, tables and plain bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..core.text import Both, Message, Text, msg, nmsg
from .counts import count_table
from .numbers import Numbers
from .wrapping import columns

if TYPE_CHECKING:
    from ..core.lab.played import Use
    from ..core.lab.trial import Trial
    from ..core.rules.load import Ruleset
    from ..core.scene import Presenter
    from .screen import Screen


@dataclass
class Report:
    """Puts a trial into words, numbers as the reader's language writes them."""

    screen: Screen
    ruleset: Ruleset
    trial: Trial
    presenter: Presenter
    bots: Sequence[Text]

    @cached_property
    def numbers(self) -> Numbers:
        """Writes numbers for the reader."""
        return Numbers(self.screen.language)

    def show(self) -> None:
        """Show all there is."""
        trial = self.trial
        self.screen.say(
            nmsg(
                "tried",
                "{name}, {variant}: {count} game by bots ({bots}).",
                "{name}, {variant}: {count} games by bots ({bots}).",
                trial.games,
                name=self.ruleset.name,
                variant=self.ruleset.variant_name,
                bots=Both(tuple(self.bots), commas=True),
            )
        )
        if trial.endless:
            self.screen.say(
                nmsg(
                    "tried-endless",
                    "{count} game did not come to an end and was given up.",
                    "{count} games did not come to an end and were given up.",
                    trial.endless,
                )
            )
        if trial.ended:
            self.rows(self.results())
            self.show_scores()
        if trial.games:
            self.head(msg("tried-uses", "What was done, how often in all games:"))
            self._what_was_done()
        if trial.ended:
            self.show_worth()
        if trial.games:
            self.screen.line()
            self._never()

    def show_scores(self) -> None:
        """Show more about scores and seats; a quick look does not."""

    def show_worth(self) -> None:
        """Show more about cards; a quick look does not."""

    def head(self, title: Message) -> None:
        """Begin a part."""
        self.screen.line()
        self.screen.say(title)

    def seat_names(self) -> list[str]:
        """Name the seats that play."""
        return [*map(self.screen.words, self.presenter.seats[: self.trial.game.players])]

    # Who won, and how.

    def results(self) -> list[tuple[str, Text]]:
        """Tell who won and how, a row for each fact."""
        trial, say, numbers = self.trial, self.screen.words, self.numbers
        rows: list[tuple[str, Text]] = []
        for seat, name in enumerate(self.seat_names()):
            share = numbers.share(trial.wins[seat], trial.ended, trial.win_interval(seat))
            rows.append(
                (
                    name,
                    msg(
                        "tried-seat",
                        "wins {share}, mean score {mean}",
                        share=share,
                        mean=numbers.mean(trial.scores[seat]),
                    ),
                )
            )
        facts: list[tuple[Message, Text]] = [
            (
                msg("tried-first", "Whoever begins"),
                msg(
                    "tried-first-wins",
                    "wins {share}",
                    share=numbers.share(trial.starts_won, trial.ended, trial.start_interval()),
                ),
            ),
            (msg("tried-shared", "Shared wins"), numbers.number(trial.shared)),
            (msg("tried-margin", "Lead of the winner"), numbers.mean(trial.margin)),
            (msg("tried-turns", "Turns of a seat"), numbers.mean(trial.turns)),
            (msg("tried-decisions", "Decisions"), numbers.mean(trial.decisions)),
        ]
        return rows + [(say(what), value) for what, value in facts]

    # What was done.

    def _what_was_done(self) -> None:
        """Show what the cards were used for: a column for each use where there is room."""
        cards = self.cards()
        named = [card for card in cards if card]
        table = self._table_of_uses(named)
        if table is None:
            self.rows([(self.label(card), self._uses(card)) for card in cards])
            return
        for line in table:
            self.screen.line(line)
        if "" in cards:
            self.rows([(self.label(""), self._uses(""))])

    def _table_of_uses(self, cards: Sequence[str]) -> list[str] | None:
        """Lay out how often *cards* were used for what; ``None`` if there is no room for it."""
        trial = self.trial
        times: Counter[str] = Counter()
        for (card, kind), count in trial.uses.items():
            if card:
                times[kind] += count
        kinds = most_first(times)
        if not kinds:
            return None
        heads: list[Text] = [self.presenter.kind_name(kind) for kind in kinds]
        rows = [(self.label(card), [self._cell(card, kind) for kind in kinds]) for card in cards]
        if trial.came:
            heads.append(msg("tried-came-head", "came"))
            for card, (_, cells) in zip(cards, rows, strict=True):
                cells.append(self.numbers.number(trial.came[card]) if card in trial.came else "–")
        return count_table(rows, [*map(self.screen.words, heads)], self.screen.width)

    def _cell(self, card: str, kind: str) -> str:
        """Write how often *card* was used like that, or a dash where it never could be."""
        use = (card, kind)
        possible = use in self.trial.uses or use in self.trial.offered
        return self.numbers.number(self.trial.uses[use]) if possible else "–"

    def cards(self) -> list[str]:
        """List all cards there were, in the order of the deck where the game has one."""
        trial = self.trial
        known = {card for card, _ in [*trial.uses, *trial.offered]} | trial.awaited | {*trial.came}
        deck = [code for code in getattr(trial.game, "codes", ()) if code in known]
        return [*deck, *sorted(known - {*deck, ""}), *([""] if "" in known else [])]

    def label(self, card: str) -> str:
        """Name a card by its code and what people call it."""
        if not card:
            return self.screen.words(msg("tried-without-card", "without a card"))
        named = self.screen.words(self.presenter.card_name(card))
        return card if named == card else f"{card}  {named}"

    def _uses(self, card: str) -> Text:
        """Tell what *card* was used for, the commonest first."""
        times = Counter({kind: n for (used, kind), n in self.trial.uses.items() if used == card})
        told: list[Text] = [
            msg(
                "tried-use",
                "{what} {times}",
                what=self.presenter.kind_name(kind),
                times=self.numbers.number(count),
            )
            for kind, count in ((kind, times[kind]) for kind in most_first(times))
        ]
        if card in self.trial.came:
            told.append(
                msg(
                    "tried-came",
                    "came up {times}",
                    times=self.numbers.number(self.trial.came[card]),
                )
            )
        return self.screen.language.say(Both(tuple(told), commas=True)) if told else "–"

    def _never(self) -> None:
        trial = self.trial
        missing = trial.never_came()
        if missing:
            cards = Both(tuple(self.label(card) for card in missing))
            self.screen.say(msg("tried-never-came", "Never came: {cards}.", cards=cards))
        never = trial.never_used()
        if never:
            told = Both(tuple(self._use(use) for use in never), commas=True)
            self.screen.say(
                msg("tried-never", "Never done, though it could have been: {what}.", what=told)
            )
        if not never and not missing:
            self.screen.say(msg("tried-all", "Everything that could happen did, at least once."))

    def _use(self, use: Use) -> Text:
        card, kind = use
        what = self.presenter.kind_name(kind)
        return msg("tried-never-use", "{card} {what}", card=card, what=what) if card else what

    def rows(self, rows: Sequence[tuple[str, Text]]) -> None:
        """Show terms with what there is to say about each."""
        told = [(label, self.screen.words(text)) for label, text in rows]
        for line in columns(told, self.screen.width):
            self.screen.line(line)


def most_first(times: Counter[str]) -> list[str]:
    """List what was counted, the commonest first and else by name."""
    return sorted(times, key=lambda what: (-times[what], what))
