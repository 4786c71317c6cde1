"""``splitpick matches list``: all matches in the store."""

import typer

from ...core.game import JSON
from ...core.matches.seating import title_of
from ...core.matches.store import Summary
from ...core.rules.characters import excerpt
from ...core.text import Both, Message, Text, msg
from .. import options
from ..localized_typer import command
from ..play.match_players import TITLES
from ..screen import Screen
from ..terminal.pager import show_pages
from ..wrapping import table
from .open_store import local_time, open_store, world_time


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
    """Lay out *matches*, at least one, as a table; on a narrow terminal, as a paragraph each."""
    say = screen.language.say
    heads = [screen.words(head) for head, _ in _cells(matches[0])]
    # Other people may have written these texts.
    rows = [[excerpt(say(cell), 48) for _, cell in _cells(match)] for match in matches]
    return table(heads, rows, screen.width if screen.terminal else 0, numeric=[3])


def _cells(match: Summary) -> list[tuple[Message, Text | Both]]:
    """Return the row of *match* in the table for people: the head and the cell of each column."""
    setup, result = match.setup, match.result
    marks: list[Text] = [setup.variant]
    if setup.practice:
        marks.append(msg("mark-practice", "practice"))
    if setup.leg:
        marks.append(msg("mark-leg", "game {leg} of 2", leg=setup.leg))
    seated = tuple(
        msg("sits", "{seat}: {player}", seat=seat, player=TITLES.get(player) or title_of(player))
        for seat, player in zip(setup.seats, setup.players, strict=True)
    )
    state = msg("state-under-way", "under way")
    if result is not None:
        winners = Both(tuple(setup.seats[seat] for seat in result.winners), commas=True)
        state = msg("state-won", "won by {winners}", winners=winners)
        if result.forfeited is not None:
            seat = setup.seats[result.forfeited]
            state = msg("state-forfeited", "{state}, as {seat} forfeited", state=state, seat=seat)
    return [
        (msg("head-match", "Match"), match.name),
        (msg("head-variant", "Variant"), Both(tuple(marks), commas=True)),
        (msg("head-players", "Players"), Both(seated, commas=True)),
        (msg("head-entries", "Entries"), str(match.entries)),
        (msg("head-state", "State"), state),
        (msg("head-score", "Score"), ":".join(map(str, result.scores)) if result else ""),
        (msg("head-touched", "Last played"), local_time(match.touched)),
    ]


def _as_json(match: Summary) -> dict[str, JSON]:
    setup, ended = match.setup, match.result
    players = zip(setup.seats, setup.players, strict=True)
    return {
        "name": match.name,
        "ruleset": setup.ruleset,
        "variant": setup.variant,
        "seats": [{"id": seat, "player": player} for seat, player in players],
        "entries": match.entries,
        "over": ended is not None,
        "result": ended.fields(setup.seats) if ended else None,
        "practice": setup.practice,
        "leg": setup.leg,
        "created": world_time(setup.created),
        "touched": world_time(match.touched),
    }
