"""``splitpick replay``: a match told from its beginning, or played again from a decision."""

import re
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.record import load_setup
from ...core.rules.characters import excerpt
from ...core.session.play_again import play_again
from ...core.session.play_session import Session
from ...core.text import msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.open_store import last_ended, load_match, narrated
from ..terminal.show_entries import SavedStory, show_entries
from ..terminal.step_through import StepThrough
from ..typed_values import parse_number
from .game_loop import GameLoop
from .play_games import play_new

_sentence = sentences(
    msg("bad-speed", 'A speed is a number such as 0, 1 or 2.5, not "{text}".'),
    msg("no-such-entry", "No decision follows entry {entry}: this match has {most} entries."),
    msg("not-again", "This match cannot be played again: its rules or its cards are not here."),
    msg("again-unfair",
        "The match is not over; only a practice match may be played again before its end."),
)  # fmt: skip


@command()
def replay(
    ctx: typer.Context,
    match: options.MatchOrLast = None,
    speed: Annotated[
        str | None,
        Option(
            "--speed",
            metavar="NUMBER",
            help="Let it run by itself: 2 is twice as fast as 1, 0 does not wait.",
        ),
    ] = None,
    step: Annotated[
        bool,
        Option("--step", help="Go back and forth by keys or words, as a terminal does anyway."),
    ] = False,
    at: Annotated[
        str | None, Option("--at", metavar="NUMBER", help="Begin at this entry of the match.")
    ] = None,
    play: Annotated[
        bool, Option("--play", help="Play on from there yourself, in a practice match.")
    ] = False,
    accessible: options.Accessible = False,
    plain: options.Plain = False,
) -> None:
    """Replay a match move by move, or play it again from one of its decisions.

    In a terminal the left and right keys go back and forth, and you can go to an entry, to a turn
    or to the next costly decision.
    Decisions that were taken back are left out.
    """
    begins = 1 if at is None else parse_number(at)
    screen, engine = begin(ctx, accessible=accessible, plain=plain)
    if match is None:
        match = last_ended(screen)
    if play:
        _play_from(screen, engine, match, begins)
        return
    if step or (speed is None and screen.terminal and screen.asks_terminal):
        StepThrough(screen, engine, SavedStory.load(screen, engine, match)).go(begins)
        return
    speed = "1" if speed is None else speed
    if not re.fullmatch("[0-9]{1,3}([.,][0-9]{1,3})?", speed):
        raise BadValue(_sentence("bad-speed", text=excerpt(speed)))
    pace = float(speed.replace(",", "."))
    show_entries(screen, engine, match, pace, begins=begins)


def _play_from(screen: Screen, engine: Engine, name: str, begins: int) -> None:
    """Play a practice match from the entry *begins* of the match *name* on."""
    saved = load_match(screen, name)
    loaded = load_setup(engine, saved.record.setup)
    passed = narrated(loaded, saved)
    if not (passed.match.over or loaded.setup.practice):  # its cards would be known
        raise BadValue(_sentence("again-unfair"))
    number = passed.match.standing
    decisions = (
        entry
        for entry, step in enumerate(passed.steps)
        if step.done and not step.undone and step.entry.seat != CHANCE
        if number(entry + 1) >= begins
    )
    entry = next(decisions, None)
    if entry is None:
        most = number(len(passed.steps))
        raise BadValue(_sentence("no-such-entry", entry=begins, most=most))
    again = play_again(engine, loaded, passed.match, entry)
    if again is None:
        raise BadValue(_sentence("not-again"))
    session = Session(engine, again.setup, rules=again.rules)
    session.seat_players()
    session.play_moves(again.moves)
    play_new([GameLoop(screen, session)], keep=True)
