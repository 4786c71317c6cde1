"""Sums of bot games: in tables and plain bars for people, as plain values for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from ...core.lab.games import NOBODY, SHARES, Fact, Use
from ...core.lab.trial import QUANTILES, Trial
from ...core.matches.sentences import sentences
from ...core.text import Both, Message, Text, msg, nmsg
from .figures import NONE, ONE_DIGIT, Figures

if TYPE_CHECKING:
    from ...core.lab.statistics.intervals import Mean
    from ...core.scene import Presenter
    from ..screen import Screen
    from .lineup import Lineup

MOST_BARS = 12
LONGEST_BAR = 40

_told = sentences(
    nmsg("tried", "{name}, {variant}: {count} game played by bots ({bots}).",
         "{name}, {variant}: {count} games played by bots ({bots}).", 0),
    nmsg("tried-endless", "{count} game did not end and was stopped.",
         "{count} games did not end and were stopped.", 0),
    msg("lab-start-helps", "It is an advantage to begin."),
    msg("lab-start-hurts", "It is a disadvantage to begin."),
    msg("lab-start-unknown", "So few games do not show whether it is an advantage to begin."),
    msg("lab-prizes", "Held at the end of the game:"),
    msg("lab-nobody", "nobody"),
    msg("lab-mean", "mean"),
    msg("lab-deviation", "deviation"),
    msg("lab-least", "least"),
    msg("lab-most", "most"),
    msg("lab-scores", "Scores:"),
    msg("lab-bin", "{low} to {high}"),
    msg("tried-uses", "Uses of the cards in all games:"),
    msg("tried-came-head", "drawn"),
    msg("tried-use", "{what} {times}"),
    msg("tried-without-card", "without a card"),
    msg("lab-worth", "Final lead of the players who used a card in each way (95%):"),
    msg("lab-anything", "in any way"),
    msg("tried-never-came", "Never appeared: {cards}."),
    msg("tried-never", "Possible, but never done: {what}."),
    msg("tried-never-use", "{card} {what}"),
    msg("tried-all", "Everything that could happen did, at least once."),
    msg("fact-wins", "{seat} wins"),
    msg("fact-score", "Score of {seat}"),
    msg("fact-starts", "Starting player wins"),
    msg("fact-margin", "Lead of the winner"),
    msg("fact-start_margin", "Lead of the starting player"),
    msg("fact-shared", "Shared wins"),
    msg("fact-level", "Equal scores"),
    msg("fact-turns", "Turns of a seat"),
    msg("fact-decisions", "Decisions"),
)  # fmt: skip


@dataclass
class TrialReport:
    """Shows the sums of *trial*; in full also the spread of scores and the worth of cards."""

    screen: Screen
    lineup: Lineup
    trial: Trial
    is_full: bool = False

    def __post_init__(self) -> None:
        self.presenter = self.lineup.presenter
        self.figures = Figures(self.screen)

    def show(self) -> None:
        """Show everything."""
        trial, say = self.trial, self.screen.say
        bots = Both(tuple(self.lineup.titles), commas=True)
        say(_told("tried", count=trial.games, bots=bots, **self.lineup.called))
        if trial.endless:
            say(endless_told(trial.endless))
        if trial.ended:
            self.figures.rows(
                (fact_label(self.presenter, fact), self._fact(fact)) for fact in trial.facts
            )
        if trial.ended and self.is_full:
            low, high = trial.interval("starts")
            fair = 1 / trial.game.players
            helps = "helps" if low > fair else "hurts" if high < fair else "unknown"
            say(_told(f"lab-start-{helps}"))
            self._prizes()
            self._scores()
        if trial.games:
            self._uses()
        if trial.ended and self.is_full:
            self._worth()
        if trial.games:
            self._never()

    def _fact(self, fact: Fact) -> Text:
        mean = self.trial.facts[fact]
        if fact[0] in SHARES:
            return self.figures.share(mean.mean, self.trial.interval(*fact))
        return self.figures.lead(mean) if fact[0] == "start_margin" else self.figures.mean(mean)

    def _table(self, code: str, rows: list[tuple[Text, list[str]]], heads: list[Text]) -> None:
        self.screen.line()
        self.screen.say(_told(code))
        self.figures.table(rows, heads)

    def _prizes(self) -> None:
        """Show the holders of prizes at the end."""
        games, percent = self.trial.ended, self.figures.percent
        holders = [*range(len(self.lineup.names)), NOBODY]
        rows: list[tuple[Text, list[str]]] = []
        for prize, held in self.trial.prizes.items():
            shares = [percent(held[one] / games) for one in holders]
            rows.append((self.presenter.prize_name(prize), shares))
        if rows:
            self._table("lab-prizes", rows, [*self.lineup.names, _told("lab-nobody")])

    def _scores(self) -> None:
        """Show mean, deviation and quantiles of each seat's scores, and draw their frequency."""
        trial, number, percent = self.trial, self.figures.number, self.figures.percent
        before = map(_told, ("lab-mean", "lab-deviation", "lab-least"))
        heads: list[Text] = [*before, *map(percent, QUANTILES), _told("lab-most")]
        rows: list[tuple[Text, list[str]]] = []
        for seat, name in enumerate(self.lineup.names):
            mean = trial.facts["score", str(seat)]
            cells = [number(one, ONE_DIGIT) for one in (mean.mean, mean.deviation)]
            values = [mean.least, *trial.quantiles(seat), mean.most]
            rows.append((name, [*cells, *map(number, values)]))
        self._table("lab-scores", rows, heads)
        bins = binned(sum(trial.spread, Counter[int]()))
        most, total = max(bins.values()), sum(bins.values())
        room, ink = min(LONGEST_BAR, self.screen.width // 2), "█" if self.screen.unicode else "#"
        bars: list[tuple[Text, Text]] = []
        self.screen.line()
        for (low, high), count in bins.items():
            label = _told("lab-bin", low=number(low), high=number(high))
            bar = f"{ink * round(room * count / most)} {percent(count / total)}".strip()
            bars.append((label if low < high else number(low), bar))
        self.figures.rows(bars)

    # Cards.

    def _uses(self) -> None:
        """Show the uses of cards: a column for each use if there is room."""
        trial, number = self.trial, self.figures.number
        kind_name = self.presenter.kind_name
        possible = {*trial.uses, *trial.offered}
        kinds = most_first({use: count for use, count in trial.uses.items() if use[0]})
        heads: list[Text] = [*map(kind_name, kinds)]
        if trial.came:
            heads.append(_told("tried-came-head"))
        rows: list[tuple[Text, list[str]]] = []
        for card in filter(None, self._cards()):
            uses = [(card, kind) for kind in kinds]
            cells = [number(trial.uses[use]) if use in possible else NONE for use in uses]
            if trial.came:
                cells.append(number(trial.came[card]) if card in trial.came else NONE)
            rows.append((self._label(card), cells))
        self._table("tried-uses", rows, heads)
        if without := {use: count for use, count in trial.uses.items() if not use[0]}:
            told = tuple(
                _told("tried-use", what=kind_name(kind), times=number(without["", kind]))
                for kind in most_first(without)
            )
            text = self.screen.language.say(Both(told, commas=True))
            self.figures.rows([(_told("tried-without-card"), text)])

    def _worth(self) -> None:
        """Show the final lead of those who used a card for something."""
        worth, lead = self.trial.worth, self.figures.lead
        kinds = most_first({use: mean.count for use, mean in worth.items() if all(use)})
        rows: list[tuple[Text, list[str]]] = []
        for card in self._cards():
            means = [worth.get((card, kind)) for kind in ("", *kinds)]
            if means[0]:
                rows.append((self._label(card), [lead(mean) if mean else NONE for mean in means]))
        if rows:
            heads = [_told("lab-anything"), *map(self.presenter.kind_name, kinds)]
            self._table("lab-worth", rows, heads)

    def _never(self) -> None:
        """Say what never happened."""
        missing = tuple(map(self._label, self.trial.never_came()))
        kind_name = self.presenter.kind_name
        never = tuple(used(card, kind_name(kind)) for card, kind in self.trial.never_used())
        self.screen.line()
        if missing:
            self.screen.say(_told("tried-never-came", cards=Both(missing)))
        if never:
            self.screen.say(_told("tried-never", what=Both(never, commas=True)))
        if not never and not missing:
            self.screen.say(_told("tried-all"))

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
    kind, *seat = fact
    return _told(f"fact-{kind}", **({"seat": presenter.seats[int(seat[0])]} if seat else {}))


def endless_told(games: int) -> Message:
    """Say how many games were given up."""
    return _told("tried-endless", count=games)


def most_first(counts: Mapping[Use, int]) -> list[str]:
    """Return the kinds of uses, the commonest first and then by name."""
    times: Counter[str] = Counter()
    for (_, kind), count in counts.items():
        times[kind] += count
    return sorted(times, key=lambda kind: (-times[kind], kind))


def binned(counts: Counter[int]) -> dict[tuple[int, int], int]:
    """Return at most `MOST_BARS` bins of round numbers: the ends of each, and their number."""
    least, most = min(counts), max(counts)
    wide = ceil((most - least + 1) / MOST_BARS)
    ten = 10 ** (len(str(wide)) - 1)
    step = next(step for step in (ten, 2 * ten, 5 * ten, 10 * ten) if step >= wide)
    return {
        (low, low + step - 1): sum(counts[value] for value in range(low, low + step))
        for low in range(least // step * step, most + 1, step)
    }


def used(card: Text, what: Text) -> Text:
    """Name a use of a card, or an action without one."""
    return _told("tried-never-use", card=card, what=what) if card else what


# For programs.


def trial_json(
    trial: Trial, lineup: Lineup, was_stopped: bool, *, is_full: bool = False
) -> dict[str, object]:
    """Return the sums of *trial*, in which more games were wanted if it *was_stopped*."""
    seats = dict(enumerate(lineup.seats))
    told: dict[str, object] = {
        **lineup.told(),
        "seed": lineup.seed,
        "games": trial.games,
        "stopped": was_stopped,
        "endless": trial.endless,
        "shared": round(trial.total("shared")),
        "first": _share(trial, "starts"),
        "seats": [
            {
                "seat": seat,
                **_share(trial, "wins", str(number)),
                "score": _mean(trial.facts["score", str(number)]),
            }
            for number, seat in seats.items()
        ],
        **{what: _mean(trial.facts[what,]) for what in ("margin", "turns", "decisions")},
        "came": dict(sorted(trial.came.items())),
        "uses": [
            {**_use(*use), "count": trial.uses[use], "offered": trial.offered[use]}
            for use in sorted(trial.offered)
        ],
        "never_came": [*trial.never_came()],
        "never_used": [_use(*use) for use in trial.never_used()],
    }
    if not is_full:
        return told
    return {
        **told,
        "level": round(trial.total("level")),
        "shared_interval": _share(trial, "shared")["interval"],
        "first_lead": _lead(trial.facts["start_margin",]),
        "spread": [
            {
                "seat": seat,
                "deviation": round(trial.facts["score", str(number)].deviation, 4),
                "quantiles": dict(zip(map(str, QUANTILES), trial.quantiles(number), strict=False)),
                "scores": {str(score): games for score, games in sorted(spread.items())},
            }
            for (number, seat), spread in zip(seats.items(), trial.spread, strict=True)
        ],
        "prizes": [
            {
                "prize": prize,
                "nobody": held[NOBODY],
                "seats": {seat: held[number] for number, seat in seats.items()},
            }
            for prize, held in trial.prizes.items()
        ],
        "worth": [
            {**_use(card, kind), "seats": mean.count, **_lead(mean)}
            for (card, kind), mean in sorted(trial.worth.items())
        ],
    }


def _mean(mean: Mean) -> dict[str, object]:
    return {**_lead(mean), "least": mean.least, "most": mean.most}


def _lead(mean: Mean) -> dict[str, object]:
    return {"mean": round(mean.mean, 4), "margin": round(mean.margin, 4)}


def _share(trial: Trial, *fact: str) -> dict[str, object]:
    interval: list[float] = [round(end, 4) for end in trial.interval(*fact)]
    return {"wins": round(trial.total(*fact), 4), "interval": interval}


def _use(card: str, kind: str) -> dict[str, object]:
    return {"card": card or None, "kind": kind or None}
