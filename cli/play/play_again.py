"""A match played again from a decision on: the command line that begins it there."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ...core.errors import SplitpickError
from ...core.game import CHANCE
from ...core.matches import Match
from ...core.matches.record import is_bot
from ...core.matches.seating import bot_of
from ...core.matches.setup import HUMAN
from ...core.players import Greedy
from ..language import choose_language

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.exports.walk import Walk
    from ...core.matches.record import Loaded
    from ..screen import Screen


def again_line(screen: Screen, engine: Engine, loaded: Loaded, walk: Walk, entry: int) -> str:
    """Write the command that plays for practice from the decision at *entry* of the journal on.

    Whoever decided there is a person, the others are the bots that they were, or greedy.  Empty
    where no command can: the rules are not those that are installed, or chance did not follow from
    the seed, as by post.
    """
    setup = loaded.setup
    source = _source(engine, loaded)
    moves = _moves_before(walk, entry)
    if setup.seed is None or not source or not _leads_there(loaded, walk, entry, moves):
        return ""
    words = ["splitpick", "play", source, "--variant", setup.variant]
    decider = walk.happenings[entry].entry.seat
    for seat, (name, player) in enumerate(zip(setup.seats, setup.players, strict=True)):
        if seat == decider:
            player = HUMAN
        elif not is_bot(player) or bot_of(player) not in engine.bots:
            player = Greedy.id
        words += ["--seat", f"{name}={player}"]
    words += ["--first", setup.seats[setup.first], "--seed", str(setup.seed)]
    for option, value in sorted(setup.options.items()):
        said = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--option", f"{option}={said}"]
    words += ["--practice"]
    if moves:
        words += ["--moves", "; ".join(moves)]
    if screen.accessible:
        words.append("--accessible")
    if choose_language([]).code != screen.language.code:
        words += ["--lang", screen.language.code]
    return shlex.join(words)


def _source(engine: Engine, loaded: Loaded) -> str:
    """Return by which name or path the rules of the match are to be had; empty if by none."""
    setup = loaded.setup
    for source in filter(None, (setup.source, setup.ruleset)):
        try:
            file = engine.ruleset_file(source)
            if file.variant(setup.variant).with_options(setup.options).hash == setup.hash:
                return source
        except SplitpickError:
            continue
    return ""


def _moves_before(walk: Walk, entry: int) -> list[str]:
    """List the decisions before *entry* that were not taken back, in the notation."""
    return [
        step.entry.text
        for step in walk.happenings[:entry]
        if step.done is not None and not step.undone and step.entry.seat != CHANCE
    ]


def _leads_there(loaded: Loaded, walk: Walk, entry: int, moves: list[str]) -> bool:
    """Say whether chance brings the same again from the seed of the match."""
    match = Match(loaded.game, loaded.setup.seed or 0, loaded.setup.first)
    for move in moves:
        try:
            match.play(move)
        except SplitpickError:
            return False
    return match.position.view(None) == walk.happenings[entry].before.view(None)
