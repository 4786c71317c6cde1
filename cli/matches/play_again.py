"""The command line that plays a match again from one of its decisions on."""

from ...core.errors import SplitpickError
from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.exports.walk import Walk
from ...core.matches.record import Loaded
from ...core.matches.seating import bot_of
from ...core.matches.setup import HUMAN
from ...core.players import Greedy
from ..screen import Screen


def again_line(screen: Screen, engine: Engine, loaded: Loaded, walk: Walk, entry: int) -> str:
    """Return the command that starts a practice match at the decision *entry* of the journal.

    A person gets the seat that decides there; the other seats keep their bots, or get greedy.
    Return "" if no command can do that: the rules are missing or have changed, or chance did not
    follow from the seed, as in a match by post.
    """
    setup = loaded.setup
    source = setup.source or setup.ruleset
    moves = [
        step.entry.text
        for step in walk.happenings[:entry]
        if step.done is not None and not step.undone and step.entry.seat != CHANCE
    ]
    try:
        rules = engine.ruleset_file(source).variant(setup.variant).with_options(setup.options)
        again = loaded.match()
        for move in moves:
            again.play(move)
    except SplitpickError:
        return ""
    there = walk.happenings[entry].before
    seats = range(len(setup.seats))
    leads_there = all(again.position.view(seat) == there.view(seat) for seat in seats)
    if setup.seed is None or rules.hash != setup.hash or not leads_there:
        return ""
    words = ["play", source, "--variant", setup.variant]
    decider = walk.happenings[entry].entry.seat
    for seat, (name, player) in enumerate(zip(setup.seats, setup.players, strict=True)):
        if seat == decider:
            player = HUMAN
        elif bot_of(player) not in engine.bots:
            player = Greedy.id
        words += ["--seat", f"{name}={player}"]
    words += ["--first", setup.seats[setup.first], "--seed", str(setup.seed)]
    for option, value in sorted(setup.options.items()):
        words += ["--option", f"{option}={str(value).lower()}"]
    words += ["--practice", *(["--moves", "; ".join(moves)] if moves else [])]
    return screen.command_line(*words)
