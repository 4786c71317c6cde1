"""A match played again from one of its decisions on."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import SplitpickError
from ..game import CHANCE
from ..hooks.engine import Engine
from ..matches.match import Match, actions_of
from ..matches.record import Loaded, settle
from ..matches.seating import bot_of
from ..matches.setup import HUMAN, Setup, dealt_seed
from ..matches.store import now
from ..players import Greedy
from ..rules.load import Ruleset


class Again(NamedTuple):
    """A practice match that starts at a decision of another match."""

    rules: Ruleset
    setup: Setup
    moves: list[str]
    """The moves up to that decision, without chance."""

    @property
    def words(self) -> list[str]:
        """The command that starts the match, without ``splitpick``."""
        setup, moves = self.setup, "; ".join(self.moves)
        words = ["play", setup.source, "--variant", setup.variant]
        for name, player in zip(setup.seats, setup.players, strict=True):
            words += ["--seat", f"{name}={player}"]
        words += ["--first", setup.seats[setup.first], "--seed", str(setup.seed)]
        for option, value in sorted(setup.options.items()):
            words += ["--option", f"{option}={str(value).lower()}"]
        return [*words, "--practice", *(["--moves", moves] if moves else [])]


def play_again(engine: Engine, loaded: Loaded, match: Match, entry: int) -> Again | None:
    """Return a practice match that starts at the decision *entry* of the journal.

    A person gets the seat that decides there; the other seats keep their bots, or get greedy.
    Return ``None`` if that is impossible: the rules are missing or have changed, or chance did not
    follow from the seed, as in a match by post.
    """
    setup = loaded.setup
    source = setup.source or setup.ruleset
    moves = [
        done.notation
        for done in actions_of([step for step in match.steps[:entry] if not step.undone])
        if done.seat != CHANCE
    ]
    try:
        rules = engine.ruleset_file(source).variant(setup.variant).with_options(setup.options)
        again = loaded.match()
        for move in moves:
            again.play(move)
    except SplitpickError:
        return None
    there = match.steps[entry].before
    seats = range(len(setup.seats))
    leads_there = all(again.position.view(seat) == there.view(seat) for seat in seats)
    if setup.seed is None or rules.hash != setup.hash or not leads_there:
        return None
    decider = match.entries[entry].seat
    players = [player if bot_of(player) in engine.bots else Greedy.id for player in setup.players]
    players[decider] = HUMAN
    practice = settle(
        engine,
        rules,
        players,
        setup.first,
        dealt_seed(setup),
        practice=True,
        created=now(),
        source=source,
    )
    return Again(rules, practice, moves)
