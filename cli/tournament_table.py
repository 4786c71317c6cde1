"""The table of a tournament, in the reader's language or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.lab.tournament import WITHIN, Standing, Tournament
from ..core.matches.entry import reason_told
from ..core.text import Both, Message, Text, msg, nmsg
from .counts import count_table
from .wrapping import columns

if TYPE_CHECKING:
    from ..core.rules.load import Ruleset
    from .screen import Screen

_FAULTS: dict[str, Message] = {
    "bot-raises": msg("fault-raises", "it failed"),
    "bot-illegal": msg("fault-illegal", "it did what is not allowed"),
    "bot-endless": msg("fault-endless", "it did not come back"),
}
"""Why bots of this program have lost, by code; `reason_told` knows of the others."""


class Report:
    """Puts what *found* holds into words; *titles* is what people call the contenders."""

    def __init__(
        self,
        screen: Screen,
        ruleset: Ruleset,
        found: Tournament,
        titles: Sequence[Text],
        within: int | None,
    ) -> None:
        self.screen = screen
        self.ruleset = ruleset
        self.found = found
        self.titles = [screen.words(title) for title in titles]
        self.within = within

    def show(self, ending: str) -> None:
        """Show all there is, and why it has ended."""
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
        self._table(found.standings())
        self.screen.line()
        self._faults()
        if ending == WITHIN:
            say(
                msg(
                    "tournament-within",
                    "Every error bar is within {elo} Elo points.",
                    elo=self.within or 0,
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
                    "The columns 1 to {last}: per cent of the games won from whoever has that"
                    " place.",
                    last=found.contenders,
                )
            )
        say(
            msg(
                "tournament-method",
                "Elo by Bradley and Terry, the mean is 0; ± is the interval of 95%, from the"
                " scatter of the deals. A tie is half a win, and one drawn game more between any"
                " two keeps the numbers finite.",
            )
        )

    def as_json(self, ending: str) -> dict[str, object]:
        """Tell the same to programs."""
        found = self.found
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
                    "margin": None if one.margin is None else round(one.margin, 2),
                    "games": one.games,
                    "won": one.won,
                    "tied": one.tied,
                    "failed": {
                        code: count for (who, code), count in found.why.items() if who == one.who
                    },
                    "scores": [
                        None if score is None else round(score, 4)
                        for score in (
                            None if other == one.who else found.score(one.who, other)
                            for other in range(found.contenders)
                        )
                    ],
                }
                for one in found.standings()
            ],
        }

    def _table(self, standings: Sequence[Standing]) -> None:
        """Show a line for each, the best first, with what it has scored against each other."""
        words = self.screen.words
        has_faults = any(one.failed for one in standings)
        has_cross = len(standings) > 2
        heads = [
            words(msg("tournament-elo", "Elo")),
            "±",
            words(msg("tournament-head-games", "games")),
            words(msg("tournament-head-won", "won")),
            words(msg("tournament-head-tied", "tied")),
        ]
        if has_faults:
            heads.append(words(msg("tournament-head-faults", "faults")))
        if has_cross:
            heads += [str(place) for place in range(1, len(standings) + 1)]
        rows = []
        for place, one in enumerate(standings, 1):
            cells = [
                self._number(one.elo),
                "–" if one.margin is None else self._number(one.margin),
                self._number(one.games),
                self._number(one.won),
                self._number(one.tied),
            ]
            if has_faults:
                cells.append(self._number(one.failed))
            if has_cross:
                cells += [self._score(one.who, other.who) for other in standings]
            rows.append((f"{place}  {self.titles[one.who]}", cells))
        table = count_table(rows, heads, self.screen.width)
        if table is not None:
            for line in table:
                self.screen.line(line)
            return
        told = [
            (
                label,
                self.screen.language.say(
                    Both(tuple(f"{head} {cell}" for head, cell in _named(heads, cells)))
                ),
            )
            for label, cells in rows
        ]
        for line in columns(told, self.screen.width):
            self.screen.line(line)

    def _score(self, one: int, other: int) -> str:
        score = None if one == other else self.found.score(one, other)
        return "–" if score is None else self._number(100 * score)

    def _faults(self) -> None:
        """Tell who has lost games by its own fault, and why."""
        found = self.found
        if found.endless:
            self.screen.say(
                nmsg(
                    "tried-endless",
                    "{count} game did not come to an end and was given up.",
                    "{count} games did not come to an end and were given up.",
                    found.endless,
                )
            )
        for (who, code), count in sorted(found.why.items()):
            self.screen.say(
                nmsg(
                    "tournament-fault",
                    "{player} has lost {count} game: {why}.",
                    "{player} has lost {count} games: {why}.",
                    count,
                    player=self.titles[who],
                    why=_FAULTS.get(code) or reason_told(code),
                )
            )

    def _number(self, value: float) -> str:
        from babel.numbers import format_decimal  # CLDR's data is slow to load

        return format_decimal(round(value), locale=self.screen.language.locale)


def _named(heads: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(heads, cells, strict=True))
