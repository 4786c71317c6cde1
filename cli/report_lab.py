"""What came of a simulation: more about scores, seats and cards than a quick look tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from ..core.lab.played import NOBODY
from ..core.lab.statistics.intervals import wilson
from ..core.lab.trial import QUANTILES
from ..core.text import Both, Text, msg
from ..core.width import display_width
from .counts import count_table
from .numbers import ONE_DIGIT
from .report import Report, most_first

MOST_BARS = 12
"""How many bars the drawing of the scores has, at most."""

LONGEST_BAR = 40

EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
"""The last piece of a bar."""


class LabReport(Report):
    """A report for who measures balance."""

    def results(self) -> list[tuple[str, Text]]:
        trial, say = self.trial, self.screen.words
        rows = super().results()
        at = trial.game.players + 1
        lead = msg("lab-start-lead", "Lead of whoever begins")
        level = msg("lab-level", "Equal scores")
        return [
            *rows[:at],
            (say(lead), self.numbers.lead(trial.start_margin)),
            (rows[at][0], self._part(trial.shared)),
            (say(level), self._part(trial.level)),
            *rows[at + 1 :],
        ]

    def _part(self, count: int) -> Text:
        """Tell how many of all games that ended were so."""
        ended = self.trial.ended
        return self.numbers.share(count, ended, wilson(count, ended))

    def show_scores(self) -> None:
        self.screen.say(self._beginning())
        self._prizes()
        self.head(msg("lab-scores", "Scores:"))
        self._quantiles()
        self._bars()

    # Seats.

    def _beginning(self) -> Text:
        """Say whether it helps to begin, as far as that can be told."""
        low, high = self.trial.start_interval()
        fair = 1 / self.trial.game.players
        if low > fair:
            return msg("lab-start-helps", "It helps to begin.")
        if high < fair:
            return msg("lab-start-hurts", "It helps not to begin.")
        return msg(
            "lab-start-unknown", "Whether it helps to begin cannot be told from so many games."
        )

    def _prizes(self) -> None:
        """Tell who holds what at the end."""
        trial = self.trial
        if not trial.prizes:
            return
        self.head(msg("lab-prizes", "Held at the end of the game:"))
        names = dict(enumerate(self.seat_names()))
        names[NOBODY] = self.screen.words(msg("lab-nobody", "nobody"))
        rows = [
            (
                self.screen.words(self.presenter.prize_name(prize)),
                [self.numbers.percent(held[seat] / trial.ended) for seat in names],
            )
            for prize, held in trial.prizes.items()
        ]
        self._table(rows, list(names.values()))

    # Scores.

    def _quantiles(self) -> None:
        """Show each seat's scores: mean, deviation and quantiles."""
        numbers = self.numbers
        heads = [
            self.screen.words(msg("lab-mean", "mean")),
            self.screen.words(msg("lab-deviation", "deviation")),
            self.screen.words(msg("lab-least", "least")),
            *(numbers.percent(part) for part in QUANTILES),
            self.screen.words(msg("lab-most", "most")),
        ]
        rows = []
        for seat, name in enumerate(self.seat_names()):
            mean = self.trial.scores[seat]
            cells = [numbers.number(mean.mean, ONE_DIGIT), numbers.number(mean.deviation, "0.0")]
            values = [mean.least, *self.trial.quantiles(seat), mean.most]
            rows.append((name, [*cells, *map(numbers.number, values)]))
        self._table(rows, heads)

    def _bars(self) -> None:
        """Draw how often all seats together had which scores."""
        counts: Counter[int] = Counter()
        for spread in self.trial.spread:
            counts += spread
        bins = binned(counts)
        most = max(count for _, _, count in bins)
        total = sum(counts.values())
        numbers = self.numbers
        labels = [
            numbers.number(low)
            if low == high
            else self.screen.words(
                msg(
                    "lab-bin",
                    "{low} to {high}",
                    low=numbers.number(low),
                    high=numbers.number(high),
                )
            )
            for low, high, _ in bins
        ]
        wide = max(map(display_width, labels))
        room = max(5, min(LONGEST_BAR, self.screen.width - wide - 12))
        self.screen.line()
        for label, (_, _, count) in zip(labels, bins, strict=True):
            before = " " * (2 + wide - display_width(label)) + label
            drawn = bar(count / most, room, unicode=self.screen.unicode)
            share = numbers.percent(count / total)
            self.screen.line(f"{before}  {drawn}{' ' if drawn else ''}{share}")

    # Cards.

    def show_worth(self) -> None:
        """Show by how much those lead at the end who have used a card."""
        trial = self.trial
        cards = [card for card in self.cards() if (card, "") in trial.worth]
        if not cards:
            return
        self.head(
            msg(
                "lab-worth",
                "By how much those lead at the end who used a card for something (95%):",
            )
        )
        times: Counter[str] = Counter()
        for (card, kind), mean in trial.worth.items():
            if card and kind:
                times[kind] += mean.count
        kinds = ["", *most_first(times)]
        heads = [
            self.screen.words(
                self.presenter.kind_name(kind) if kind else msg("lab-anything", "for anything")
            )
            for kind in kinds
        ]
        rows = [(self.label(card), [self._lead(card, kind) for kind in kinds]) for card in cards]
        self._table(rows, heads)

    def _lead(self, card: str, kind: str) -> str:
        mean = self.trial.worth.get((card, kind))
        return self.numbers.lead(mean) if mean else "–"

    def _table(self, rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str]) -> None:
        """Show a table; where there is no room for one, row by row."""
        table = count_table(rows, heads, self.screen.width)
        if table is not None:
            for line in table:
                self.screen.line(line)
            return
        told = [
            (label, [msg("lab-cell", "{head}: {cell}", head=head, cell=cell)
                     for head, cell in zip(heads, cells, strict=True) if cell != "–"])
            for label, cells in rows
        ]  # fmt: skip
        say = self.screen.language.say
        self.rows([(label, say(Both(tuple(cells), commas=True))) for label, cells in told])


def binned(counts: Counter[int]) -> list[tuple[int, int, int]]:
    """Put values into at most `MOST_BARS` bins: the least and most of each, and how many."""
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
