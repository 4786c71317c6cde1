"""Sums of bot games for people, in tables and plain bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from ...core.lab.played import NOBODY, SHARES, Fact, Use
from ...core.lab.trial import QUANTILES, Trial
from ...core.text import Both, Message, Text, msg, nmsg
from ...core.width import display_width
from .figures import ONE_DIGIT, Figures, show_rows, show_table

if TYPE_CHECKING:
    from ...core.scene import Presenter
    from ..screen import Screen
    from .lineup import Lineup

MOST_BARS = 12
"""Most bars in the drawing of the scores."""

LONGEST_BAR = 40

EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
"""The last piece of a bar."""


@dataclass
class TrialReport:
    """Shows the sums of *trial*; in full also the spread of scores and the worth of cards."""

    screen: Screen
    lineup: Lineup
    trial: Trial
    is_full: bool = False

    def __post_init__(self) -> None:
        self.presenter = self.lineup.presenter
        self.figures = Figures(self.screen.language)
        self.seats = self.lineup.seat_names(self.screen)

    def show(self) -> None:
        """Show everything."""
        trial, say = self.trial, self.screen.say
        say(
            nmsg(
                "tried",
                "{name}, {variant}: {count} game by bots ({bots}).",
                "{name}, {variant}: {count} games by bots ({bots}).",
                trial.games,
                name=self.lineup.ruleset.name,
                variant=self.lineup.ruleset.variant_name,
                bots=Both(tuple(self.lineup.titles), commas=True),
            )
        )
        if trial.endless:
            say(endless_told(trial.endless))
        if trial.ended:
            self._results()
        if trial.ended and self.is_full:
            say(self._beginning())
            self._prizes()
            self._head(msg("lab-scores", "Scores:"))
            self._scores()
            self.screen.line()
            self._bars()
        if trial.games:
            self._head(msg("tried-uses", "Uses of the cards in all games:"))
            self._uses()
        if trial.ended and self.is_full:
            self._worth()
        if trial.games:
            self.screen.line()
            self._never()

    def _head(self, title: Message) -> None:
        self.screen.line()
        self.screen.say(title)

    # Seats.

    def _results(self) -> None:
        """Show the facts of whole games."""
        rows: list[tuple[str, Text]] = []
        for fact, mean in self.trial.facts.items():
            if fact[0] in SHARES:
                value: Text = self.figures.share(mean.mean, self.trial.interval(*fact))
            elif fact[0] == "start_margin":
                value = self.figures.lead(mean)
            else:
                value = self.figures.mean(mean)
            rows.append((self.screen.words(fact_label(self.presenter, fact)), value))
        show_rows(self.screen, rows)

    def _beginning(self) -> Text:
        """Say whether it helps to begin, as far as the games tell."""
        low, high = self.trial.interval("starts")
        fair = 1 / self.trial.game.players
        if low > fair:
            return msg("lab-start-helps", "It helps to begin.")
        if high < fair:
            return msg("lab-start-hurts", "It helps not to begin.")
        return msg("lab-start-unknown", "So few games do not tell whether it helps to begin.")

    def _prizes(self) -> None:
        """Show the holders of prizes at the end."""
        trial = self.trial
        if not trial.prizes:
            return
        self._head(msg("lab-prizes", "Held at the end of the game:"))
        rows = [
            (
                self.screen.words(self.presenter.prize_name(prize)),
                [
                    self.figures.percent(held[seat] / trial.ended)
                    for seat in (*range(len(self.seats)), NOBODY)
                ],
            )
            for prize, held in trial.prizes.items()
        ]
        show_table(self.screen, rows, [*self.seats, msg("lab-nobody", "nobody")])

    # Scores.

    def _scores(self) -> None:
        """Show mean, deviation and quantiles of each seat's scores."""
        figures = self.figures
        heads: list[Text] = [
            msg("lab-mean", "mean"),
            msg("lab-deviation", "deviation"),
            msg("lab-least", "least"),
            *map(figures.percent, QUANTILES),
            msg("lab-most", "most"),
        ]
        rows = []
        for seat, name in enumerate(self.seats):
            mean = self.trial.facts["score", str(seat)]
            cells = [figures.number(one, ONE_DIGIT) for one in (mean.mean, mean.deviation)]
            values = [mean.least, *self.trial.quantiles(seat), mean.most]
            rows.append((name, [*cells, *map(figures.number, values)]))
        show_table(self.screen, rows, heads)

    def _bars(self) -> None:
        """Draw the frequency of scores of all seats together."""
        bins = binned(sum(self.trial.spread, Counter[int]()))
        most = max(count for _, _, count in bins)
        total = sum(count for _, _, count in bins)
        number = self.figures.number
        labels = [
            number(low)
            if low == high
            else self.screen.words(
                msg("lab-bin", "{low} to {high}", low=number(low), high=number(high))
            )
            for low, high, _ in bins
        ]
        wide = max(map(display_width, labels))
        room = max(5, min(LONGEST_BAR, self.screen.width - wide - 12))
        for label, (_, _, count) in zip(labels, bins, strict=True):
            before = " " * (2 + wide - display_width(label)) + label
            drawn = bar(count / most, room, unicode=self.screen.unicode)
            share = self.figures.percent(count / total)
            self.screen.line(f"{before}  {drawn}{' ' if drawn else ''}{share}")

    # Cards.

    def _uses(self) -> None:
        """Show the uses of cards: a column for each use if there is room."""
        trial, number = self.trial, self.figures.number
        possible = {*trial.uses, *trial.offered}
        kinds = most_first({use: count for use, count in trial.uses.items() if use[0]})
        heads: list[Text] = [*map(self.presenter.kind_name, kinds)]
        rows = []
        for card in filter(None, self._cards()):
            uses = [(card, kind) for kind in kinds]
            cells = [number(trial.uses[use]) if use in possible else "–" for use in uses]
            if trial.came:
                cells.append(number(trial.came[card]) if card in trial.came else "–")
            rows.append((self._label(card), cells))
        if trial.came:
            heads.append(msg("tried-came-head", "came"))
        show_table(self.screen, rows, heads)
        if without := {use: count for use, count in trial.uses.items() if not use[0]}:
            told: list[Text] = [
                msg(
                    "tried-use",
                    "{what} {times}",
                    what=self.presenter.kind_name(kind),
                    times=number(without["", kind]),
                )
                for kind in most_first(without)
            ]
            text = self.screen.language.say(Both(tuple(told), commas=True))
            label = self.screen.words(msg("tried-without-card", "without a card"))
            show_rows(self.screen, [(label, text)])

    def _worth(self) -> None:
        """Show the final lead of those who used a card for something."""
        trial = self.trial
        cards = [card for card in self._cards() if (card, "") in trial.worth]
        if not cards:
            return
        self._head(
            msg("lab-worth", "Lead at the end of those who used a card for something (95%):")
        )
        counts = {use: mean.count for use, mean in trial.worth.items() if all(use)}
        kinds = ["", *most_first(counts)]
        heads: list[Text] = [
            self.presenter.kind_name(kind) if kind else msg("lab-anything", "for anything")
            for kind in kinds
        ]
        rows = []
        for card in cards:
            means = [trial.worth.get((card, kind)) for kind in kinds]
            cells = [self.figures.lead(mean) if mean else "–" for mean in means]
            rows.append((self._label(card), cells))
        show_table(self.screen, rows, heads)

    def _never(self) -> None:
        """Say what never happened."""
        missing, never = self.trial.never_came(), self.trial.never_used()
        if missing:
            cards = Both(tuple(self._label(card) for card in missing))
            self.screen.say(msg("tried-never-came", "Never came: {cards}.", cards=cards))
        if never:
            told = Both(tuple(self._use(*use) for use in never), commas=True)
            self.screen.say(msg("tried-never", "Possible, but never done: {what}.", what=told))
        if not never and not missing:
            self.screen.say(msg("tried-all", "Everything that could happen did, at least once."))

    def _use(self, card: str, kind: str) -> Text:
        what = self.presenter.kind_name(kind)
        return msg("tried-never-use", "{card} {what}", card=card, what=what) if card else what

    def _cards(self) -> list[str]:
        """Return all cards, in the order of the deck if there is one."""
        trial = self.trial
        known = {card for card, _ in [*trial.uses, *trial.offered]} | trial.awaited | {*trial.came}
        deck = [code for code in getattr(trial.game, "codes", ()) if code in known]
        return [*deck, *sorted(known - {*deck})]

    def _label(self, card: str) -> str:
        """Return the code of a card and its name."""
        named = self.screen.words(self.presenter.card_name(card))
        return card if named == card else f"{card}  {named}"


def fact_label(presenter: Presenter, fact: Fact) -> Text:
    """Return the name of a fact of whole games (`Played.facts`)."""
    kind, *rest = fact
    if not rest:
        return _FACTS[kind]
    seat = presenter.seats[int(rest[0])]
    if kind == "wins":
        return msg("compared-wins", "{seat} wins", seat=seat)
    return msg("compared-score", "Score of {seat}", seat=seat)


_FACTS = {
    "starts": msg("compared-starts", "Whoever begins wins"),
    "margin": msg("tried-margin", "Lead of the winner"),
    "start_margin": msg("lab-start-lead", "Lead of whoever begins"),
    "shared": msg("tried-shared", "Shared wins"),
    "level": msg("lab-level", "Equal scores"),
    "turns": msg("tried-turns", "Turns of a seat"),
    "decisions": msg("tried-decisions", "Decisions"),
}


def endless_told(games: int) -> Message:
    """Say how many games were given up."""
    return nmsg(
        "tried-endless",
        "{count} game did not come to an end and was given up.",
        "{count} games did not come to an end and were given up.",
        games,
    )


def most_first(counts: Mapping[Use, int]) -> list[str]:
    """Return the kinds of uses, the commonest first and then by name."""
    times: Counter[str] = Counter()
    for (_, kind), count in counts.items():
        times[kind] += count
    return sorted(times, key=lambda kind: (-times[kind], kind))


def binned(counts: Counter[int]) -> list[tuple[int, int, int]]:
    """Return at most `MOST_BARS` bins: the least and greatest value of each, and their number."""
    least, most = min(counts), max(counts)
    wide = ceil((most - least + 1) / MOST_BARS)
    # Bins of round numbers, which begin at one.
    step = next(
        step for ten in (1, 10, 100, 1000, 10**4, 10**6, 10**9)
        for step in (ten, 2 * ten, 5 * ten) if step >= wide
    )  # fmt: skip
    begin = least // step * step
    return [
        (low, low + step - 1, sum(counts[value] for value in range(low, low + step)))
        for low in range(begin, most + 1, step)
    ]


def bar(share: float, room: int, *, unicode: bool) -> str:
    """Draw a bar of *share* of *room* columns."""
    if not unicode:
        return "#" * round(share * room)
    eighths = round(share * room * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8]
