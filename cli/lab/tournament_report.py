"""The table of a tournament, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.lab.tournament import WITHIN, Tournament
from ...core.matches.entry import reason_told
from ...core.text import Message, Text, msg, nmsg
from .figures import Figures, show_table
from .trial_report import endless_told

if TYPE_CHECKING:
    from ...core.rules.load import Ruleset
    from ..screen import Screen

_FAULTS: dict[str, Message] = {
    "bot-raises": msg("fault-raises", "it failed"),
    "bot-illegal": msg("fault-illegal", "it did what is not allowed"),
    "bot-endless": msg("fault-endless", "it did not come back"),
}
"""Faults of bots, by code; `reason_told` knows those of programs."""


@dataclass
class TournamentReport:
    """Shows *found*; *titles* are the names of the contenders for people."""

    screen: Screen
    ruleset: Ruleset
    found: Tournament
    titles: Sequence[str]

    def show(self, ending: str, within: int | None) -> None:
        """Show everything, with the reason for the end."""
        found, say = self.found, self.screen.say
        deals = -(-found.deals // len(found.tables))
        say(
            msg(
                "tournament-played",
                "{name}, {variant}: {games} on {deals}.",
                name=self.ruleset.name,
                variant=self.ruleset.variant_name,
                games=nmsg("tournament-games", "{count} game", "{count} games", found.games),
                deals=nmsg("tournament-deals", "{count} deal", "{count} deals", deals),
            )
        )
        if not found.games:
            return
        self.screen.line()
        self._table()
        self.screen.line()
        if found.endless:
            say(endless_told(found.endless))
        for (who, code), count in sorted(found.why.items()):
            say(
                nmsg(
                    "tournament-fault",
                    "{player} has lost {count} game: {why}.",
                    "{player} has lost {count} games: {why}.",
                    count,
                    player=self.titles[who],
                    why=_FAULTS.get(code) or reason_told(code),
                )
            )
        if ending == WITHIN:
            say(
                msg(
                    "tournament-within",
                    "Every error bar is within {elo} Elo points.",
                    elo=within or 0,
                )
            )
        if found.settled:
            say(
                msg(
                    "tournament-settled",
                    "The order is settled; the chance that any of it is wrong is at most 5%.",
                )
            )
        else:
            say(msg("tournament-open", "The order is not settled."))
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

    def _table(self) -> None:
        """Show a line for each contender, the best first, with its share from each other."""
        standings = self.found.standings()
        number = Figures(self.screen.language).number
        has_faults = bool(self.found.why)
        has_cross = len(standings) > 2
        heads: list[Text] = [
            msg("tournament-elo", "Elo"),
            "±",
            msg("tournament-head-games", "games"),
            msg("tournament-head-won", "won"),
            msg("tournament-head-tied", "tied"),
        ]
        if has_faults:
            heads.append(msg("tournament-head-faults", "faults"))
        if has_cross:
            heads += [str(place) for place in range(1, len(standings) + 1)]
        rows = []
        for place, one in enumerate(standings, 1):
            values = [one.elo, one.margin, one.games, one.won, one.tied]
            if has_faults:
                values.append(one.failed)
            if has_cross:
                scores = [self.found.score(one.who, other.who) for other in standings]
                values += [None if score is None else 100 * score for score in scores]
            cells = ["–" if value is None else number(round(value)) for value in values]
            rows.append((f"{place}  {self.titles[one.who]}", cells))
        show_table(self.screen, rows, heads)


def tournament_json(found: Tournament, ending: str) -> dict[str, object]:
    """Return the results as plain values, for programs."""

    def rounded(value: float | None, digits: int) -> float | None:
        return None if value is None else round(value, digits)

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
                "scores": [
                    rounded(found.score(one.who, other), 4) for other in range(found.contenders)
                ],
            }
            for one in found.standings()
        ],
    }
