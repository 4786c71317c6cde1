"""A match played again from one of its decisions on."""

from ...core.errors import SplitpickError
from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.match import Match, actions_of
from ...core.matches.record import Loaded, settle
from ...core.matches.seating import bot_of
from ...core.matches.setup import HUMAN, Setup
from ...core.matches.store import now
from ...core.players import Greedy
from ...core.rules.load import Ruleset
from ..play.game_loop import GameLoop
from ..screen import Screen


def game_again(
    screen: Screen, engine: Engine, loaded: Loaded, match: Match, entry: int
) -> GameLoop | None:
    """Return a practice match that starts at the decision *entry* of the journal.

    A person gets the seat that decides there; the other seats keep their bots, or get greedy.
    Return ``None`` if that is impossible: the rules are missing or have changed, or chance did not
    follow from the seed, as in a match by post.
    """
    found = _again(engine, loaded, match, entry)
    if found is None:
        return None
    rules, setup, moves = found
    game = GameLoop(screen, engine, setup, rules=rules)
    game.play_moves(moves)
    return game


def again_line(screen: Screen, engine: Engine, loaded: Loaded, match: Match, entry: int) -> str:
    """Return the command that starts the match of `game_again`; "" if it is impossible."""
    found = _again(engine, loaded, match, entry)
    if found is None:
        return ""
    _, setup, moves = found
    words = ["play", setup.source, "--variant", setup.variant]
    for name, player in zip(setup.seats, setup.players, strict=True):
        words += ["--seat", f"{name}={player}"]
    words += ["--first", setup.seats[setup.first], "--seed", str(setup.seed)]
    for option, value in sorted(setup.options.items()):
        words += ["--option", f"{option}={str(value).lower()}"]
    words += ["--practice", *(["--moves", moves] if moves else [])]
    return screen.command_line(*words)


def _again(
    engine: Engine, loaded: Loaded, match: Match, entry: int
) -> tuple[Ruleset, Setup, str] | None:
    """Return the rules, the setup and the moves of the match of `game_again`, if it is possible."""
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
        setup.seed,
        practice=True,
        created=now(),
        source=source,
    )
    return rules, practice, "; ".join(moves)
