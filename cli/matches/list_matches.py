"""``splitpick matches`` and ``splitpick matches list``: all matches in the store."""

from collections import Counter

import typer

from ...core.game import JSON
from ...core.matches.exports.facts import YOU
from ...core.matches.setup import HUMAN
from ...core.matches.store import Summary
from ...core.rules.characters import excerpt
from ...core.session.match_players import player_title
from ...core.text import Both, Language, Message, Text, msg, pmsg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..storage.open_store import PRACTICE, open_store, told_time, world_time
from ..terminal.pager import show_pages
from ..wrapping import table, table_width

COLUMNS = (
    (0, 1, 2, 3, 4, 5, 6), (0, 1, 7, 4, 5, 6), (0, 1, 7, 4, 6), (0, 7, 4, 5, 6), (0, 7, 4, 5, 8),
    (0, 7, 4, 8),
)  # fmt: skip
"""Places of the columns in `_cells`, for wide and for narrower terminals."""


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


def matches(ctx: typer.Context) -> None:
    """List, watch and share matches."""
    if ctx.invoked_subcommand is None:
        list_matches(ctx)


def match_lines(screen: Screen, matches: list[Summary]) -> list[str]:
    """Lay out *matches*, at least one, as a table; on a narrow terminal, as a paragraph each."""
    language = screen.language
    cells = [_cells(match, language) for match in matches]
    heads = [screen.words(head) for head, _ in cells[0]]
    # Other people may have written these texts.
    rows = [[excerpt(language.say(cell), 48) for _, cell in one] for one in cells]
    width = screen.width if screen.terminal else 0
    for places in COLUMNS:
        some = [[row[place] for place in places] for row in (heads, *rows)]
        if not width or table_width(some[0], some[1:]) <= width:
            return table(
                some[0], some[1:], width, [at for at, one in enumerate(places) if one == 3]
            )
    return table(heads[:7], [row[:7] for row in rows], width)


def _cells(match: Summary, language: Language) -> list[tuple[Message, Text | Both]]:
    """Return all that the table for people may say of *match*: heads and cells of columns."""
    setup, result = match.setup, match.result
    marks: list[Text] = [setup.variant]
    if setup.practice:
        marks.append(PRACTICE)
    if setup.leg:
        marks.append(msg("mark-leg", "game {leg} of 2", leg=setup.leg))
    seats = [seat_name(id) for id in setup.seats]
    players: list[Text] = [*map(player_title, setup.players)]
    reader = setup.players.index(HUMAN) if setup.players.count(HUMAN) == 1 else None
    if reader is not None:
        players[reader] = YOU
    seated = tuple(
        msg("sits", "{seat}: {player}", seat=seat, player=player)
        for seat, player in zip(seats, players, strict=True)
    )
    counts = Counter(setup.players)
    names = dict(zip(setup.players, players, strict=True))
    several = tuple(
        name if counts[id] == 1 else msg("times", "{count} × {card}", count=counts[id], card=name)
        for id, name in names.items()
    )
    state = msg("state-under-way", "under way")
    if result is not None:
        you = pmsg("won by", "winner-you", "you")
        won = tuple(you if seat == reader else seats[seat] for seat in result.winners)
        winners = Both(won, commas=True)
        state = msg("state-won", "won by {winners}", winners=winners)
        if result.forfeited is not None:
            seat = seats[result.forfeited]
            told = msg("state-forfeited", "{state}, as {seat} forfeited", seat=seat)
            if result.forfeited == reader:
                told = msg("state-you-forfeited", "{state}, as you forfeited")
            state = told.filled(state=state)
    if match.is_damaged:
        state = msg("state-damaged", "damaged")
    return [
        (msg("head-match", "Match"), match.name),
        (msg("head-variant", "Variant"), Both(tuple(marks), commas=True)),
        (msg("head-players", "Players"), Both(seated, commas=True)),
        (msg("head-entries", "Entries"), str(match.entries)),
        (msg("head-state", "State"), state),
        (msg("head-score", "Score"), ":".join(map(str, result.scores)) if result else ""),
        (msg("head-touched", "Last played"), told_time(match.touched, language)),
        (msg("head-players", "Players"), Both(several, commas=True)),
        (msg("head-touched", "Last played"), told_time(match.touched, language, day=True)),
    ]


def seat_name(id: str) -> str:
    """Return a seat's name as its *id* has it; the rules, which name it, may be gone."""
    return id.replace("-", " ").title()


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
        "damaged": match.is_damaged,
        "result": ended.fields(setup.seats) if ended else None,
        "practice": setup.practice,
        "leg": setup.leg,
        "created": world_time(setup.created),
        "touched": world_time(match.touched),
    }
