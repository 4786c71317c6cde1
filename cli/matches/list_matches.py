"""``splitpick matches list``: all matches that are kept."""

from __future__ import annotations

import json

import typer

from ...core.game import JSON
from ...core.matches.seating import title_of
from ...core.matches.setup import HUMAN, POST
from ...core.matches.store import Summary
from ...core.text import Both, Text, msg
from ...core.width import display_width, fitting
from .. import options
from ..localized_typer import command
from ..play.match_players import HUMAN_TITLE, POST_TITLE
from ..screen import Screen, plain
from ..terminal.pager import show_pages
from ..wrapping import table
from .clock import local_time, world_time
from .open_store import open_store

WIDEST_CELL = 48
"""The most columns of a cell: others may have written what stands in it."""


@command()
def list_matches(
    ctx: typer.Context, as_json: options.Json = False, no_pager: options.NoPager = False
) -> None:
    """List all matches that are kept, the last played first."""
    screen: Screen = ctx.obj
    with open_store(screen) as store:
        matches = store.list()
    if as_json:
        told = ",\n".join(json.dumps(_for_programs(match)) for match in matches)
        screen.line(f"[\n{told}\n]" if told else "[]")
    elif matches:
        show_pages(screen, match_lines(screen, matches), pager=not no_pager)
    else:
        screen.say(msg("no-matches-yet", "No match is kept yet. Begin one with: splitpick play"))


def match_lines(screen: Screen, matches: list[Summary]) -> list[str]:
    """Lay *matches* out as a table, or a paragraph each where the terminal is too narrow."""
    heads = [
        msg("head-match", "Match"),
        msg("head-variant", "Variant"),
        msg("head-players", "Players"),
        msg("head-entries", "Entries"),
        msg("head-state", "State"),
        msg("head-score", "Score"),
        msg("head-touched", "Last played"),
    ]
    rows = [[_cell(screen, text) for text in _texts(match)] for match in matches]
    width = screen.width if screen.terminal else 0
    return table([screen.words(head) for head in heads], rows, width, numeric=[3])


def _texts(match: Summary) -> list[Text | Both]:
    setup = match.setup
    titles = {HUMAN: HUMAN_TITLE, POST: POST_TITLE}
    seated: list[Text] = [
        msg("sits", "{seat}: {player}", seat=seat, player=titles.get(player) or title_of(player))
        for seat, player in zip(setup.seats, setup.players, strict=True)
    ]
    marks: list[Text] = [setup.variant]
    if setup.practice:
        marks.append(msg("mark-practice", "practice"))
    if setup.leg:
        marks.append(msg("mark-leg", "game {leg} of 2", leg=setup.leg))
    result = match.result
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
        Both(tuple(seated), commas=True),
        str(match.entries),
        state,
        ":".join(map(str, result.scores)) if result else "",
        local_time(match.touched),
    ]


def _cell(screen: Screen, text: Text | Both) -> str:
    """Put *text*, which somebody else may have written, into words that fit into a cell."""
    said = plain(screen.language.say(text)).replace("\n", " ")
    if display_width(said) <= WIDEST_CELL:
        return said
    return said[: fitting(said, WIDEST_CELL - 3)] + "..."


def _for_programs(match: Summary) -> dict[str, JSON]:
    setup, ended = match.setup, match.result
    seats = setup.seats
    result: JSON = None
    if ended is not None:
        result = {
            "scores": ended.scores,
            "winners": [seats[seat] for seat in ended.winners],
            "forfeited": None if ended.forfeited is None else seats[ended.forfeited],
        }
    players = zip(seats, setup.players, strict=True)
    return {
        "name": match.name,
        "ruleset": setup.ruleset,
        "variant": setup.variant,
        "seats": [{"id": seat, "player": player} for seat, player in players],
        "entries": match.entries,
        "over": ended is not None,
        "result": result,
        "practice": setup.practice,
        "leg": setup.leg,
        "created": world_time(setup.created),
        "touched": world_time(match.touched),
    }
