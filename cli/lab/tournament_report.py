"""The table of a tournament, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.lab.tournament import WITHIN, Tournament
from ...core.matches.entry import reason_told
from ...core.text import Text, msg, nmsg
from .figures import NONE, Figures
from .trial_report import endless_told

if TYPE_CHECKING:
    from ...core.rules.load import Ruleset
    from ..screen import Screen

_FAULTS = {
    "bot-raises": msg("fault-raises", "it failed"),
    "bot-illegal": msg("fault-illegal", "it did what is not allowed"),
    "bot-endless": msg("fault-endless", "it did not come back"),
}
"""Faults of bots, by code; `reason_told` knows those of programs."""


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
    deals = -(-found.deals // len(found.tables))
    say(
        msg(
            "tournament-played",
            "{name}, {variant}: {games} on {deals}.",
            name=ruleset.name,
            variant=ruleset.variant_name,
            games=nmsg("tournament-games", "{count} game", "{count} games", found.games),
            deals=nmsg("tournament-deals", "{count} deal", "{count} deals", deals),
        )
    )
    if not found.games:
        return
    screen.line()
    _table(screen, found, titles)
    screen.line()
    if found.endless:
        say(endless_told(found.endless))
    for (who, code), count in sorted(found.why.items()):
        say(
            nmsg(
                "tournament-fault",
                "{player} has lost {count} game: {why}.",
                "{player} has lost {count} games: {why}.",
                count,
                player=titles[who],
                why=_FAULTS.get(code) or reason_told(code),
            )
        )
    if ending == WITHIN:
        say(
            msg("tournament-within", "Every error bar is within {elo} Elo points.", elo=within or 0)
        )
    say(
        msg(
            "tournament-settled",
            "The order is settled; the chance that any of it is wrong is at most 5%.",
        )
        if found.settled
        else msg("tournament-open", "The order is not settled.")
    )
    if found.contenders > 2:
        say(
            msg(
                "tournament-cross",
                "Columns 1 to {last}: percentage of games won from the player in that place.",
                last=found.contenders,
            )
        )
    say(
        msg(
            "tournament-method",
            "Elo by Bradley and Terry, with a mean of 0; ± is the confidence interval of 95%,"
            " from the scatter of the deals. A tie is half a win, and one more drawn game"
            " between any two keeps the numbers finite.",
        )
    )


def _table(screen: Screen, found: Tournament, titles: Sequence[str]) -> None:
    """Show a line for each contender, the best first, with its share from each other."""
    standings, figures = found.standings(), Figures(screen)
    heads: list[Text] = [
        msg("tournament-elo", "Elo"),
        "±",
        msg("tournament-head-games", "games"),
        msg("tournament-head-won", "won"),
        msg("tournament-head-tied", "tied"),
    ]
    if found.why:
        heads.append(msg("tournament-head-faults", "faults"))
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
