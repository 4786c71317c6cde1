"""Results of many bot games: in tables for people, as plain values for programs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from ...core.game import teams_of
from ...core.lab.card_tally import Use
from ...core.lab.games import NOBODY
from ...core.lab.inference import Mean
from ...core.lab.statistics import STATISTIC_OF, STATISTICS, Fact, Statistic
from ...core.lab.trial import QUANTILES, Trial
from ...core.scene import Presenter
from ...core.text import Both, Text, msg, pmsg, sentences
from ..screen import Screen
from ..terminal.figures import Figures, rounded
from ..wrapping import columns
from .lineup import Lineup

ENDS = ("least", "most")

NAMED = {"wins", "starts", "score", "start_margin", "shared", "level"}
"""Statistics with a form or name of their own for programs; all others look alike."""

_sentence = sentences(
    msg("tried", "{game}. Bots: {bots}. Games: {games}, never finished: {endless}."),
    msg("tried-share", "{share} (95%: {low} to {high})"),
    msg("tried-mean", "{mean} ± {margin} ({least} to {most})"),
    msg("lab-side-wins", "{seats} win"),
    msg("lab-start-helps", "It is an advantage to begin."),
    msg("lab-start-hurts", "It is a disadvantage to begin."),
    msg("lab-start-unknown", "Too few games to tell whether it is an advantage to begin."),
    msg("lab-prizes", "Held at the end of the game:"),
    msg("lab-nobody", "nobody"),
    msg("lab-mean", "mean"),
    msg("lab-deviation", "deviation"),
    msg("lab-least", "least"),
    msg("lab-most", "most"),
    msg("lab-scores", "Scores:"),
    msg("tried-uses", "Uses of the cards in all games:"),
    # Translators: head of a column, how often chance brought a card.
    pmsg("column", "tried-came-head", "drawn"),
    msg("tried-without-card", "Actions without a card: {what}."),
    msg("lab-worth", "Final lead of the players who used a card in each way (95%):"),
    msg("lab-anything", "in any way"),
    msg("tried-never-came", "Never appeared: {what}."),
    msg("tried-never", "Possible, but never done: {what}."),
    msg("tried-use", "{card} {what}"),
    # Translators: "picked (face down)", of cards that nobody else saw.
    msg("tried-face-down", "{what} (face down)"),
    msg("tried-all", "Everything that could happen did, at least once."),
)  # fmt: skip


def show_trial(screen: Screen, lineup: Lineup, trial: Trial, *, is_full: bool = False) -> None:
    """Show the results of *trial*; if *is_full*, also prizes, scores and the worth of cards."""
    say, figures, presenter = screen.say, Figures(screen), lineup.presenter
    counted = {"games": trial.games, "endless": trial.endless}
    say(_sentence("tried", game=lineup.title, bots=lineup.titles, **counted))
    facts = [
        (screen.words(label(fact, presenter, sides=lineup.sides)), _fact(figures, trial, fact))
        for fact in by_side(trial.facts, lineup.sides)
    ]
    screen.say(*columns(facts, screen.width))
    if is_full and trial.ended:
        _show_ends(figures, lineup, trial)
    kinds = sorted({kind for card, kind in trial.offered if card})
    known = {card for card, _ in trial.offered if card} | trial.awaited | {*trial.came}
    deck = [code for code in trial.game.info().codes if code in known]
    cards = [*deck, *sorted(known.difference(deck))]

    def by_card(title: str, nameless: str, kinds: Sequence[str], cells: Mapping[Use, str]) -> None:
        heads = [presenter.kind_name(kind) if kind else _sentence(nameless) for kind in kinds]
        rows = [(_card(card), [cells.get((card, kind), "") for kind in kinds]) for card in cards]
        figures.table(_sentence(title), heads, rows, cards)

    def _card(card: str) -> str:
        return "  ".join(dict.fromkeys((card, screen.words(presenter.card_name(card)))))

    used = {use: figures.number(trial.uses[use]) for use in trial.offered}
    drawn = {(card, ""): figures.number(times) for card, times in trial.came.items()}
    by_card("tried-uses", "tried-came-head", [*kinds, ""], used | drawn)

    def _name(use: Use) -> Text:
        """Name a use; one without a card, of a kind that cards have, was of cards unseen."""
        name = label(("use", *use), presenter)
        is_unseen = not use[0] and use[1] in kinds
        return _sentence("tried-face-down", what=name) if is_unseen else name

    cardless = [(_name(use), use[1]) for use in sorted(used) if not use[0]]
    if times := [_sentence("tried-use", card=name, what=used["", kind]) for name, kind in cardless]:
        say(_sentence("tried-without-card", what=Both(tuple(times), commas=True)))
    if is_full:
        leads = {use: figures.lead(mean) for use, mean in trial.worth.items()}
        by_card("lab-worth", "lab-anything", ["", *kinds], leads)
    never: dict[str, list[Text]] = {
        "tried-never-came": [*map(_card, trial.never_came())],
        "tried-never": [*map(_name, trial.never_used())],
    }
    screen.line()
    for code, what in never.items():
        if what:
            say(_sentence(code, what=Both(tuple(what), commas=True)))
    if trial.games and not any(never.values()):
        say(_sentence("tried-all"))


def _fact(figures: Figures, trial: Trial, fact: Fact) -> str:
    """Return the mean of a fact, with its 95% interval and extremes where there are any."""
    mean, number, say = trial.facts[fact], figures.number, figures.screen.words
    form = STATISTIC_OF[fact[0]].form
    if form == "share":
        share, low, high = map(figures.percent, (mean.mean, *trial.interval(*fact)))
        return say(_sentence("tried-share", share=share, low=low, high=high))
    if form == "lead":
        return figures.lead(mean)
    if mean.count < 2:  # one value does not tell how far others are from it
        return number(mean.mean, 1)
    around = {"mean": number(mean.mean, 1), "margin": number(mean.margin, 1)}
    return say(_sentence("tried-mean", **around, least=number(mean.least), most=number(mean.most)))


def _show_ends(figures: Figures, lineup: Lineup, trial: Trial) -> None:
    """Show whether it helps to begin, who held the prizes, and how the scores are spread."""
    screen, number, percent = figures.screen, figures.number, figures.percent
    low, high = trial.interval("starts")
    # Every seat begins as often, so without an effect the side of a starter wins like this.
    wins = [len(team) * trial.facts["wins", str(team[0])].mean for team in lineup.teams]
    fair = sum(wins) / trial.game.players if lineup.sides else 1 / trial.game.players
    helps = "helps" if low > fair else "hurts" if high < fair else "unknown"
    screen.say(_sentence(f"lab-start-{helps}"))
    holders = [*range(trial.game.players), NOBODY]
    shares = []
    for prize, held in trial.prizes.items():
        cells = [percent(held[holder] / trial.ended) for holder in holders]
        shares.append((lineup.presenter.prize_name(prize), cells))
    figures.table(_sentence("lab-prizes"), [*lineup.names, _sentence("lab-nobody")], shares)
    before = map(_sentence, ("lab-mean", "lab-deviation", "lab-least"))
    heads: list[Text] = [*before, *map(percent, QUANTILES), _sentence("lab-most")]
    scores = []
    for (seat, *_), name in zip(lineup.teams, lineup.team_names, strict=True):
        mean = trial.facts["score", str(seat)]
        values = map(number, (mean.least, *trial.quantiles(seat), mean.most))
        scores.append((name, [number(mean.mean, 1), number(mean.deviation, 1), *values]))
    figures.table(_sentence("lab-scores"), heads, scores)
    _show_spread(figures, sum((trial.spread[seat] for seat, *_ in lineup.teams), Counter()))


def _show_spread(figures: Figures, scores: Counter[int]) -> None:
    """Draw how often *scores* were reached, in at most a dozen bins of round numbers."""
    screen, least, most = figures.screen, min(scores), max(scores)
    steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    step = next(step for step in steps if most - least < 11 * step)
    bars = []
    for low in range(least // step * step, most + 1, step):
        ends = dict.fromkeys(map(figures.number, (low, low + step - 1)))
        share = sum(scores[score] for score in range(low, low + step)) / scores.total()
        bar = "█" * round(share * screen.width / 2)
        bars.append(("–".join(ends), f"{bar} {figures.percent(share)}".strip()))
    screen.line()
    screen.say(*columns(bars, screen.width))


def by_side(facts: Iterable[Fact], sides: Sequence[int]) -> list[Fact]:
    """Leave out the *facts* of seats but the first of each of the *sides*: partners share them."""
    return [
        fact
        for fact in facts
        if not sides or fact[0] == "use" or all(sides[int(at)] == int(at) for at in fact[1:])
    ]


def label(fact: Fact, *presenters: Presenter, sides: Sequence[int] = ()) -> Text:
    """Return the name of a fact of whole games (`STATISTICS`), or of a use of a card.

    A card or use is named by the first of *presenters* that has a name for it, else by its code;
    with *sides*, a seat is named with its partners.
    """
    kind, *rest = fact
    if kind != "use":
        teams = teams_of(range(len(presenters[0].seats)), sides)
        team = next((team for number in rest for team in teams if int(number) in team), [])
        seats = Both(tuple(presenters[0].seats[seat] for seat in team))
        if kind == "wins" and len(team) > 1:
            return _sentence("lab-side-wins", seats=seats)
        return STATISTIC_OF[kind].label.filled(seat=seats)
    code, use = rest
    cards = (name for one in presenters if (name := one.card_name(code)) != code)
    uses = (name for one in presenters if (name := one.kind_name(use)) != use)
    card, what = next(cards, code), next(uses, use)
    return _sentence("tried-use", card=card, what=what) if code else what


# For programs.


def trial_json(trial: Trial, lineup: Lineup, was_stopped: bool, *, is_full: bool = False) -> Any:
    """Return the results of *trial* as plain values, with *was_stopped*, and more if *is_full*."""
    seats = [*enumerate(lineup.seats)]
    scores = [trial.facts["score", str(at)] for at, _ in seats]
    fields: dict[str, Any] = {
        **lineup.identity,
        "seed": lineup.seed,
        "games": trial.games,
        "stopped": was_stopped,
        "endless": trial.endless,
        "shared": round(trial.total("shared")),
        "first": _share(trial, "starts"),
        "seats": [
            {
                "seat": seat,
                **({"side": lineup.sides[at]} if lineup.sides else {}),
                **_share(trial, "wins", str(at)),
                "score": _mean(scores[at], *ENDS),
            }
            for at, seat in seats
        ],
        **{one.name: _plain(trial, lineup, one) for one in STATISTICS if one.name not in NAMED},
        "came": dict(sorted(trial.came.items())),
        "uses": [
            {**_use(*use), "count": trial.uses[use], "offered": trial.offered[use]}
            for use in sorted(trial.offered)
        ],
        "never_came": trial.never_came(),
        "never_used": [_use(*use) for use in trial.never_used()],
    }
    if is_full:
        fields |= {
            "level": round(trial.total("level")),
            "shared_interval": _share(trial, "shared")["interval"],
            "first_lead": _mean(trial.facts["start_margin",]),
            "spread": [
                {
                    "seat": seat,
                    "deviation": scores[at].deviation,
                    "quantiles": dict(zip(map(str, QUANTILES), trial.quantiles(at), strict=False)),
                    "scores": {str(score): games for score, games in sorted(spread.items())},
                }
                for (at, seat), spread in zip(seats, trial.spread, strict=True)
            ],
            "prizes": [
                {
                    "prize": prize,
                    "nobody": held[NOBODY],
                    "seats": {seat: held[at] for at, seat in seats},
                }
                for prize, held in trial.prizes.items()
            ],
            "worth": [
                {**_use(*use), "seats": mean.count, **_mean(mean)}
                for use, mean in sorted(trial.worth.items())
            ],
        }
    return rounded(fields)


def _mean(mean: Mean, *more: str) -> dict[str, object]:
    return {what: getattr(mean, what) for what in ("mean", "margin", *more)}


def _plain(trial: Trial, lineup: Lineup, statistic: Statistic) -> dict[str, object]:
    """Return the numbers of *statistic*, by seat if each has its own."""
    if statistic.by_seat:
        return {seat: _number(trial, statistic, str(at)) for at, seat in enumerate(lineup.seats)}
    return _number(trial, statistic)


def _number(trial: Trial, statistic: Statistic, *seat: str) -> dict[str, object]:
    fact = (statistic.name, *seat)
    if statistic.form == "share":
        return {"mean": trial.facts[fact].mean, "interval": [*trial.interval(*fact)]}
    return _mean(trial.facts[fact], *ENDS)


def _share(trial: Trial, *fact: str) -> dict[str, object]:
    return {"wins": trial.total(*fact), "interval": [*trial.interval(*fact)]}


def _use(card: str, kind: str) -> dict[str, object]:
    return {"card": card or None, "kind": kind or None}
