"""``splitpick matches list``: all matches that are kept.

A store may hold many thousands, so each is written with as little work as can be: no rule set is
read, and words are said once for all matches that share them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import typer

from ...core.matches.seating import title_of
from ...core.matches.setup import HUMAN, POST
from ...core.text import Both, Message, msg
from ...core.width import display_width, fitting
from .. import options
from ..localized_typer import command
from ..pager import show_pages
from ..play.match_players import HUMAN_TITLE, POST_TITLE
from ..screen import plain
from ..wrapping import wrap
from .clock import local_time, world_time
from .open_store import open_store

if TYPE_CHECKING:
    from ...core.game import JSON
    from ...core.matches.match import Result
    from ...core.matches.store import Summary
    from ..screen import Screen

WIDEST_CELL = 48
"""What others have written may be long: in the list it is cut to so many columns."""

GAP = "  "

HEADS = (
    msg("head-match", "Match"),
    msg("head-variant", "Variant"),
    msg("head-players", "Players"),
    msg("head-entries", "Entries"),
    msg("head-state", "State"),
    msg("head-score", "Score"),
    msg("head-touched", "Last played"),
)
"""What stands above the columns."""

_NUMBERS = 3
"""Which of the columns is of numbers."""


@command()
def list_command(
    ctx: typer.Context, as_json: options.Json = False, no_pager: options.NoPager = False
) -> None:
    """List all matches that are kept, the last played first."""
    list_matches(ctx.obj, as_json, pager=not no_pager)


def list_matches(screen: Screen, as_json: bool = False, pager: bool = True) -> None:
    """Show every match that is kept, the one in which something was last done first."""
    with open_store(screen) as store:
        matches = store.list()
    if as_json:
        # A match a line: quicker than an indented whole, and just as easy to look through.
        told = ",\n".join(json.dumps(_plain_values(match)) for match in matches)
        screen.line(f"[\n{told}\n]" if told else "[]")
        return
    if not matches:
        screen.say(msg("no-matches-yet", "No match is kept yet. Begin one with: splitpick play"))
        return
    lines = listed(screen, matches)
    show_pages(screen, lines, pager)


def listed(screen: Screen, matches: Sequence[Summary]) -> list[str]:
    """Lay *matches* out: a line each under headings, or a few where the screen is too narrow."""
    cells = _cells(screen)
    rows = [cells(match) for match in matches]
    heads = tuple(screen.words(head) for head in HEADS)
    columns = [list(column) for column in zip(heads, *rows, strict=True)]
    widths = [max(map(_measure(column), column)) for column in columns]
    if screen.terminal and sum(widths) + len(GAP) * (len(widths) - 1) > screen.width:
        return [line for row in rows for line in _block(row, heads, screen.width)]
    layout = []
    for number, (column, width) in enumerate(zip(columns, widths, strict=True)):
        if _measure(column) is len:
            layout.append(f"%{width}s" if number == _NUMBERS else f"%-{width}s")
            continue
        blanks = [" " * (width - display_width(cell)) for cell in column]
        pair = (blanks, column) if number == _NUMBERS else (column, blanks)
        column[:] = map("".join, zip(*pair, strict=True))
        layout.append("%s")
    line = GAP.join(layout)
    return [(line % row).rstrip() for row in zip(*columns, strict=True)]


def _measure(column: Sequence[str]) -> Callable[[str], int]:
    """Return what tells how wide a cell of *column* is."""
    return len if "".join(column).isascii() else display_width


def _block(row: Sequence[str], heads: Sequence[str], width: int) -> list[str]:
    """Write a match on lines of its own: what it is called and how it stands, then the rest."""
    name, variant, players, entries, state, score, touched = row
    first = ", ".join(filter(None, [f"{name}: {state}", score]))
    done = f"{heads[_NUMBERS]}: {entries}"
    rest = "; ".join(filter(None, [variant, players, done, touched]))
    lines = []
    for line, before in ((first, ""), (rest, "  ")):
        if display_width(line) + len(before) <= width:
            lines.append(before + line)
        else:
            lines += wrap(line, width, before, "    ")
    return lines


def _cells(screen: Screen) -> Callable[[Summary], tuple[str, ...]]:
    """Return what writes the cells of a match, in the order of `HEADS`."""
    say = screen.words
    titles = {HUMAN: HUMAN_TITLE, POST: POST_TITLE}

    @cache
    def spoken(player: str) -> str:
        title = titles.get(player) or title_of(player)
        return say(title) if title != player else _short(player, 24)

    @cache
    def seated(seats: tuple[str, ...], players: tuple[str, ...]) -> str:
        return ", ".join(
            f"{_short(seat, 16)}: {spoken(player)}"
            for seat, player in zip(seats, players, strict=True)
        )

    @cache
    def variant_and_marks(variant: str, practice: bool, leg: int) -> str:
        marks = [_short(variant)]
        if practice:
            marks.append(say(msg("mark-practice", "practice")))
        if leg:
            marks.append(say(msg("mark-leg", "game {leg} of 2", leg=leg)))
        return ", ".join(marks)

    @cache
    def state(seats: tuple[str, ...], winners: tuple[int, ...], forfeited: int | None) -> str:
        return say(_ended(seats, winners, forfeited))

    under_way = say(msg("state-under-way", "under way"))

    def cells(match: Summary) -> tuple[str, ...]:
        result = match.result
        return (
            _short(match.name),
            variant_and_marks(match.variant, match.practice, match.leg),
            seated(match.seats, match.players),
            str(match.entries),
            state(match.seats, result.winners, result.forfeited) if result else under_way,
            ":".join(map(str, result.scores)) if result else "",
            local_time(match.touched),
        )

    return cells


def _ended(seats: Sequence[str], winners: Sequence[int], forfeited: int | None) -> Message:
    """Say who has won; seats are named as they are typed."""
    named = Both(tuple(_short(seats[seat], 16) for seat in winners), commas=True)
    if forfeited is None:
        return msg("state-won", "won by {winners}", winners=named)
    return msg(
        "state-forfeited",
        "won by {winners}, as {loser} has forfeited",
        winners=named,
        loser=_short(seats[forfeited], 16),
    )


def _short(text: str, room: int = WIDEST_CELL) -> str:
    """Make *text*, which somebody else may have written, fit for a cell of *room* columns."""
    if len(text) <= room and text.isascii() and text.isprintable():
        return text
    text = plain(text).replace("\n", " ")
    return text if display_width(text) <= room else text[: fitting(text, room - 3)] + "..."


def _plain_values(match: Summary) -> dict[str, JSON]:
    """Tell a match as plain values."""
    return {
        "name": match.name,
        "ruleset": match.ruleset,
        "variant": match.variant,
        "seats": [
            {"id": seat, "player": player}
            for seat, player in zip(match.seats, match.players, strict=True)
        ],
        "entries": match.entries,
        "over": match.result is not None,
        "result": _plain_result(match.seats, match.result) if match.result else None,
        "practice": match.practice,
        "leg": match.leg,
        "created": world_time(match.created),
        "touched": world_time(match.touched),
    }


def _plain_result(seats: Sequence[str], result: Result) -> dict[str, JSON]:
    forfeited = None if result.forfeited is None else seats[result.forfeited]
    return {
        "scores": result.scores,
        "winners": [seats[seat] for seat in result.winners],
        "forfeited": forfeited,
    }
