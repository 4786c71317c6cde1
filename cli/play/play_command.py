"""``splitpick play``: a new match at this keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.matches.setup import HUMAN, POST, Setup, new_uid
from ...core.text import msg
from .. import options
from ..exits import FINE
from ..localized_typer import command
from ..start import begin
from ..terminal.choices import Quit
from .match_session import play_new, sit_at
from .new_match import new_match


@command(
    "splitpick play",
    "splitpick play jolly-roger --variant advanced --seat jolly=human --seat roger=greedy",
    "splitpick play --seat jolly=greedy --seat roger=greedy --seed 7",
)
def play(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    seats: options.Seats = None,
    first: Annotated[
        str | None,
        Option("--first", metavar="SEAT|lot", help='The seat that begins; "lot" draws it by lot.'),
    ] = None,
    seed: Annotated[
        str | None,
        Option("--seed", metavar="NUMBER", help="The seed: the same number deals the same cards."),
    ] = None,
    players: Annotated[
        str | None,
        Option(
            "--players", metavar="NUMBER", help="How many play, where the game leaves that open."
        ),
    ] = None,
    ruleset_options: options.RulesetOptions = None,
    moves: Annotated[
        str | None,
        Option(
            "--moves",
            metavar="TEXT",
            help="Play these moves first, in the notation of the game, separated by semicolons.",
        ),
    ] = None,
    practice: Annotated[
        bool, Option("--practice", help="A match for practice: everything may be taken back.")
    ] = False,
    duplicate: Annotated[
        bool,
        Option(
            "--duplicate",
            help="Two games on the same deal with the seats swapped; both results are added up.",
        ),
    ] = False,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
) -> int:
    """Play a game in this terminal, against a program or against somebody at the same keyboard.

    Without arguments it asks for what a game needs.
    """
    screen, engine = begin(ctx, accessible=accessible)
    try:
        setup, rules = new_match(
            screen,
            engine,
            ruleset=ruleset,
            variant=variant,
            seats=seats or (),
            first=first,
            seed=seed,
            players=players,
            ruleset_options=ruleset_options or (),
            practice=practice,
            asks=not (seats or variant or moves),
        )
    except (EOFError, Quit) as end:
        if isinstance(end, EOFError):
            screen.line()
        screen.say(msg("no-game-begun", "No game was begun."))
        return FINE
    # The seed tells what chance will bring, which nobody may know who plays a match that counts.
    knows_seed = seed is not None or HUMAN not in setup.players
    tell_seed = practice or (knows_seed and POST not in setup.players)
    # Nothing in the user's folder then; a program's error output is worth a file all the same.
    logs = Path(gettempdir(), f"splitpick-{setup.uid}") if no_save else None
    games = [
        sit_at(screen, engine, leg, rules=rules, logs=logs)
        for leg in (_both_legs(setup) if duplicate else [setup])
    ]
    games[0].play_moves(moves or "")
    return play_new(games, keep=not no_save, tell_seed=tell_seed)


def _both_legs(setup: Setup) -> list[Setup]:
    """Make the two games of a duplicate: the same deal, the players' seats swapped."""
    if len(setup.seats) != 2:
        raise BadValue(
            msg("duplicate-two", "Only two players can play two games on the same deal.")
        )
    if POST in setup.players:
        raise BadValue(
            msg(
                "duplicate-post",
                "By post there are no two games on the same deal: each side deals its own cards.",
            )
        )
    other = new_uid()
    swapped = tuple(reversed(setup.players))
    return [
        replace(setup, leg=1, partner=other),
        replace(setup, leg=2, partner=setup.uid, uid=other, players=swapped),
    ]
