"""A match played again from one of its decisions on."""

from ...core.errors import SplitpickError
from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.exports.walk import Walk
from ...core.matches.record import Loaded, settle
from ...core.matches.seating import bot_of
from ...core.matches.setup import HUMAN
from ...core.matches.store import now
from ...core.players import Greedy
from ...core.rules.load import Ruleset
from ..play.game_loop import GameLoop
from ..screen import Screen


def game_again(
    screen: Screen, engine: Engine, loaded: Loaded, walk: Walk, entry: int
) -> GameLoop | None:
    """Return a practice match that starts at the decision *entry* of the journal.

    A person gets the seat that decides there; the other seats keep their bots, or get greedy.
    Return ``None`` if that is impossible: the rules are missing or have changed, or chance did not
    follow from the seed, as in a match by post.
    """
    found = _rules_and_moves(engine, loaded, walk, entry)
    setup = loaded.setup
    if found is None or setup.seed is None:
        return None
    rules, moves = found
    again = settle(
        engine,
        rules,
        _players(engine, loaded, walk, entry),
        setup.first,
        setup.seed,
        practice=True,
        created=now(),
        source=setup.source or setup.ruleset,
    )
    game = GameLoop(screen, engine, again, rules=rules)
    game.play_moves("; ".join(moves))
    return game


def again_line(screen: Screen, engine: Engine, loaded: Loaded, walk: Walk, entry: int) -> str:
    """Return the command that starts the match of `game_again`; "" if it is impossible."""
    found = _rules_and_moves(engine, loaded, walk, entry)
    if found is None:
        return ""
    _, moves = found
    setup = loaded.setup
    words = ["play", setup.source or setup.ruleset, "--variant", setup.variant]
    players = _players(engine, loaded, walk, entry)
    for name, player in zip(setup.seats, players, strict=True):
        words += ["--seat", f"{name}={player}"]
    words += ["--first", setup.seats[setup.first], "--seed", str(setup.seed)]
    for option, value in sorted(setup.options.items()):
        words += ["--option", f"{option}={str(value).lower()}"]
    words += ["--practice", *(["--moves", "; ".join(moves)] if moves else [])]
    return screen.command_line(*words)


def _players(engine: Engine, loaded: Loaded, walk: Walk, entry: int) -> list[str]:
    """Seat a person at the decision *entry*, and bots elsewhere."""
    decider = walk.happenings[entry].entry.seat
    others = [
        player if bot_of(player) in engine.bots else Greedy.id for player in loaded.setup.players
    ]
    return [HUMAN if seat == decider else player for seat, player in enumerate(others)]


def _rules_and_moves(
    engine: Engine, loaded: Loaded, walk: Walk, entry: int
) -> tuple[Ruleset, list[str]] | None:
    """Return the rules, and the moves that lead to the decision *entry* by the seed of the match.

    ``None`` if they do not.
    """
    setup = loaded.setup
    moves = [
        step.entry.text
        for step in walk.happenings[:entry]
        if step.done is not None and not step.undone and step.entry.seat != CHANCE
    ]
    try:
        file = engine.ruleset_file(setup.source or setup.ruleset)
        rules = file.variant(setup.variant).with_options(setup.options)
        again = loaded.match()
        for move in moves:
            again.play(move)
    except SplitpickError:
        return None
    there = walk.happenings[entry].before
    seats = range(len(setup.seats))
    leads_there = all(again.position.view(seat) == there.view(seat) for seat in seats)
    if setup.seed is None or rules.hash != setup.hash or not leads_there:
        return None
    return rules, moves
