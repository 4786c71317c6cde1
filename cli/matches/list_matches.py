"""``splitpick matches list``: all matches in the store."""

from __future__ import annotations

import typer

from ...core.game import JSON
from ...core.matches.seating import title_of
from ...core.matches.store import Summary
from ...core.rules.characters import excerpt
from ...core.text import Both, Text, msg
from .. import options
from ..localized_typer import command
from ..play.match_players import TITLES
from ..screen import Screen
from ..terminal.pager import show_pages
from ..wrapping import table
from .clock import local_time, world_time
from .open_store import open_store

LONGEST_CELL = 48
"""Most characters of a cell: others may have written its text."""

HEADS = [
    msg("head-match", "Match"),
    msg("head-variant", "Variant"),
    msg("head-players", "Players"),
    msg("head-entries", "Entries"),
    msg("head-state", "State"),
    msg("head-score", "Score"),
    msg("head-touched", "Last played"),
]


@command()
def list_matches(
    ctx: typer.Context, as_json: options.Json = False, no_pager: options.NoPager = False
) -> None:
    """List all saved matches, the last played first."""
    screen: Screen = ctx.obj
    with open_store(screen) as store:
        matches = store.list()
    if as_json:
        screen.json([_as_json(match) for match in matches])
    elif matches:
        show_pages(screen, match_lines(screen, matches), pager=not no_pager)
    else:
        screen.say(msg("no-matches-yet", "No match is saved yet. Start one with: splitpick play"))


def match_lines(screen: Screen, matches: list[Summary]) -> list[str]:
    """Lay *matches* out as a table, or a paragraph each where the terminal is too narrow."""
    say = screen.language.say
    rows = [[excerpt(say(text), LONGEST_CELL) for text in _cells(match)] for match in matches]
    width = screen.width if screen.terminal else 0
    return table([screen.words(head) for head in HEADS], rows, width, numeric=[3])


def _cells(match: Summary) -> list[Text | Both]:
    setup, result = match.setup, match.result
    seated = tuple(
        msg("sits", "{seat}: {player}", seat=seat, player=TITLES.get(player) or title_of(player))
        for seat, player in zip(setup.seats, setup.players, strict=True)
    )
    marks: list[Text] = [setup.variant]
    if setup.practice:
        marks.append(msg("mark-practice", "practice"))
    if setup.leg:
        marks.append(msg("mark-leg", "game {leg} of 2", leg=setup.leg))
    state = msg("state-under-way", "under way")
    if result is not None:
        winners = Both(tuple(setup.seats[seat] for seat in result.winners), commas=True)
        state = msg("state-won", "won by {winners}", winners=winners)
        if result.forfeited is not None:
            state = msg(
                "state-forfeited",
                "won by {winners}, as {loser} has forfeited",
                winners=winners,
                loser=setup.seats[result.forfeited],
            )
    return [
        match.name,
        Both(tuple(marks), commas=True),
        Both(seated, commas=True),
        str(match.entries),
        state,
        ":".join(map(str, result.scores)) if result else "",
        local_time(match.touched),
    ]


def _as_json(match: Summary) -> dict[str, JSON]:
    setup, ended = match.setup, match.result
    seats = setup.seats
    result: JSON = None
    if ended is not None:
        result = {
            "scores": ended.scores,
            "winners": [seats[seat] for seat in ended.winners],
            "forfeited": None if ended.forfeited is None else seats[ended.forfeited],
        }
    return {
        "name": match.name,
        "ruleset": setup.ruleset,
        "variant": setup.variant,
        "seats": [
            {"id": seat, "player": player}
            for seat, player in zip(seats, setup.players, strict=True)
        ],
        "entries": match.entries,
        "over": ended is not None,
        "result": result,
        "practice": setup.practice,
        "leg": setup.leg,
        "created": world_time(setup.created),
        "touched": world_time(match.touched),
    }
