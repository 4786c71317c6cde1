"""The command `splitpick tournament` and what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command
from .start import start_engine
from .takes import Takes

if TYPE_CHECKING:
    from .screen import Screen

TOURNAMENT_EXAMPLES = """\
splitpick tournament --player greedy --player mcts:100ms --player random
splitpick tournament --player greedy --player process:./mybot --within 50 --out games.json
splitpick tournament --player greedy --player process:./mybot --out games.json --continue"""


def add_tournament(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the command to *app*."""
    number = msg("metavar-number", "NUMBER")
    file = msg("metavar-file", "FILE")
    player_option = takes.option(
        "--player",
        msg("metavar-player", "PLAYER"),
        msg(
            "help-tournament-player",
            "Who takes part: the name of a bot, perhaps with its budget, or process: and a command"
            " for a program of yours. Once for each.",
        ),
    )
    deals_option = takes.option(
        "--deals -n",
        number,
        msg(
            "help-tournament-deals",
            "On how many deals everybody meets everybody at most; 100 otherwise.",
        ),
    )
    within_option = takes.option(
        "--within",
        msg("metavar-elo", "ELO"),
        msg(
            "help-tournament-within",
            "Goes on until every error bar is within so many Elo points; otherwise until the order"
            " is settled.",
        ),
    )
    seed_option = takes.option(
        "--seed", number, msg("help-first-deal", "The seed of the first deal; 0 otherwise.")
    )
    out_option = takes.option(
        "--out", file, msg("help-tournament-out", "Keeps the games in this file, as JSON.")
    )

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-tournament-short", "Find out which bot plays better.")),
        help=takes.say(
            msg(
                "help-tournament",
                "Lets bots and programs play each other on the same deals, the seats changed until"
                " everybody sat everywhere, and shows their Elo numbers with error bars. Ends when"
                " the order is settled. Ctrl-C shows what was played until then.",
            )
        ),
        epilog=TOURNAMENT_EXAMPLES,
    )
    def tournament(
        ruleset: str | None = takes.ruleset,
        variant: str | None = takes.variant,
        player: list[str] | None = player_option,
        players: str | None = takes.players,
        deals: str | None = deals_option,
        within: str | None = within_option,
        jobs: str | None = takes.jobs,
        cluster: str | None = takes.cluster,
        seed: str | None = seed_option,
        out: str | None = out_option,
        goes_on: bool = takes.goes_on,
        force: bool = takes.anew,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .tournament import tournament_command
        from .wishes import TournamentWishes

        wishes = TournamentWishes(
            variant=variant,
            seats=players,
            players=tuple(player or ()),
            deals=deals,
            within=within,
            jobs=jobs,
            cluster=cluster,
            seed=seed,
            out=out,
            goes_on=goes_on,
            force=force,
            as_json=as_json,
        )
        return tournament_command(screen, start_engine(screen), ruleset, wishes)
