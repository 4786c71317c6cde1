"""The table of a tournament, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.lab.tournament import WITHIN, Tournament
from ...core.matches.entry import reason_told
from ...core.matches.sentences import sentences
from ...core.text import Text, msg, nmsg
from .figures import NONE, Figures
from .trial_report import endless_told

if TYPE_CHECKING:
    from ...core.rules.load import Ruleset
    from ..screen import Screen

_told = sentences(
    msg("tournament-played", "{name}, {variant}: {games} on {deals}."),
    nmsg("tournament-games", "{count} game", "{count} games", 0),
    nmsg("tournament-deals", "{count} deal", "{count} deals", 0),
    nmsg("tournament-fault", "{player} has lost {count} game: {why}.",
         "{player} has lost {count} games: {why}.", 0),
    msg("fault-bot-raises", "it failed"),
    msg("fault-bot-illegal", "it chose an illegal action"),
    msg("fault-bot-endless", "it did not finish in time"),
    msg("tournament-within", "Every error bar is within {elo} Elo points."),
    msg("tournament-settled",
        "The order is settled; the chance that any of it is wrong is at most 5%."),
    msg("tournament-open", "The order is not settled."),
    msg("tournament-cross",
        "Columns 1 to {last}: percentage of games won against the player in that place."),
    msg("tournament-method",
        "Elo by Bradley and Terry, with a mean of 0; ± is the confidence interval (95%), from the "
        "scatter of the deals. A tie is half a win, and one extra drawn game between any two keeps "
        "the numbers finite."),
    msg("tournament-elo", "Elo"),
    msg("tournament-head-games", "games"),
    msg("tournament-head-won", "won"),
    msg("tournament-head-tied", "tied"),
    msg("tournament-head-faults", "faults"),
)  # fmt: skip


def show_tournament(
    screen: Screen,
    ruleset: Ruleset,
    found: Tournament,
    titles: Sequence[str],
    ending: str,
    within: int | None,
) -> None:
    """Show everything; *titles* are the names of the contenders, *ending* is why it ended."""
    say = screen.say
    games = _told("tournament-games", count=found.games)
    deals = _told("tournament-deals", count=-(-found.deals // len(found.tables)))
    called = {"name": ruleset.name, "variant": ruleset.variant_name}
    say(_told("tournament-played", games=games, deals=deals, **called))
    if not found.games:
        return
    screen.line()
    _table(screen, found, titles)
    screen.line()
    if found.endless:
        say(endless_told(found.endless))
    for (who, code), count in sorted(found.why.items()):
        # `reason_told` knows the faults of programs.
        own = code in ("bot-raises", "bot-illegal", "bot-endless")
        why = _told(f"fault-{code}") if own else reason_told(code)
        say(_told("tournament-fault", player=titles[who], count=count, why=why))
    if ending == WITHIN:
        say(_told("tournament-within", elo=within))
    say(_told("tournament-settled" if found.settled else "tournament-open"))
    if found.contenders > 2:
        say(_told("tournament-cross", last=found.contenders))
    say(_told("tournament-method"))


def _table(screen: Screen, found: Tournament, titles: Sequence[str]) -> None:
    """Show a line for each contender, the best first, with its share from each other."""
    standings, figures = found.standings(), Figures(screen)
    columns = ["games", "won", "tied", *(["faults"] if found.why else ())]
    heads: list[Text] = [_told("tournament-elo"), "±"]
    heads += [_told(f"tournament-head-{column}") for column in columns]
    others = standings if len(standings) > 2 else []
    heads += [str(place) for place in range(1, len(others) + 1)]
    rows = []
    for place, one in enumerate(standings, 1):
        scores = [found.score(one.who, other.who) for other in others]
        values = [
            *(one.elo, one.margin, one.games, one.won, one.tied),
            *([one.failed] if found.why else ()),
            *(None if score is None else 100 * score for score in scores),
        ]
        cells = [NONE if value is None else figures.number(round(value)) for value in values]
        rows.append((f"{place}  {titles[one.who]}", cells))
    figures.table(rows, heads)


def tournament_json(found: Tournament, ending: str) -> dict[str, object]:
    """Return the results as plain values, for programs."""

    def rounded(value: float | None, digits: int) -> float | None:
        return None if value is None else round(value, digits)

    players = range(found.contenders)
    return {
        "deals": found.rounds,
        "games": found.games,
        "endless": found.endless,
        "ending": ending,
        "settled": bool(found.games) and found.settled,
        "standings": [
            {
                "player": one.who,
                "elo": round(one.elo, 2),
                "margin": rounded(one.margin, 2),
                "games": one.games,
                "won": one.won,
                "tied": one.tied,
                "failed": {
                    code: count for (who, code), count in found.why.items() if who == one.who
                },
                "scores": [rounded(found.score(one.who, other), 4) for other in players],
            }
            for one in found.standings()
        ],
    }
