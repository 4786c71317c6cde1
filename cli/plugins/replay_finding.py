"""``splitpick plugins replay`` and ``shell``: a position of a game, to look at and to try out."""

import code
import sys
from collections.abc import Sequence
from pprint import pformat
from typing import Annotated, Any

import typer
from typer import Argument, Option

from ...core.errors import BadValue, NotationError
from ...core.game import CHANCE, OVER, Game, Position
from ...core.hooks.engine import Engine
from ...core.matches.match import Match
from ...core.rules.characters import excerpt
from ...core.rules.load import Ruleset
from ...core.text import Text, msg, sentences
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..typed_values import number_from_one, parse_number

MOST_LISTED = 30

_sentence = sentences(
    msg("replay-actor", "{number}. {who}: {text}"),
    msg("chance", "chance"),
    msg("told-onlooker", "an onlooker"),
    msg("replay-over", "The game is over: {scores}"),
    msg("replay-acts", "{who} is to act, {count} in all: {texts}"),
    msg("replay-view", "What {who} sees:"),
    msg("replay-refused", 'Action {number}, "{text}": {why}'),
    msg("replay-no-seat", "There is no seat {seat}: seats count from 0 to {last}."),
    msg("replay-no-ruleset", 'The plugin "{name}" has no rule set that could be played.'),
    msg("shell-banner",
        "At hand: engine, ruleset, game, match, position (that of the match), presenter."
        ' match.play("..."), match.legal() and position.view(0) are a good start; Ctrl-D ends it.'),
)  # fmt: skip

Plugin = Annotated[
    str, Argument(metavar="NAME", help="A plugin that brings a game, or a rule set.")
]
Moves = Annotated[
    str,
    Argument(
        metavar="ACTIONS", help="Actions as a fault lists them, with semicolons between them."
    ),
]
Seated = Annotated[
    str | None,
    Option("--players", metavar="NUMBER", help="The number of players; by default the most."),
]
Seed = Annotated[
    str, Option("--seed", metavar="NUMBER", help="The seed that a check has named; 0 by default.")
]

Looker = Annotated[
    str | None,
    Option("--seat", metavar="NUMBER", help="The seat whose view is shown, from 0 as in a fault."),
]


@command('splitpick plugins replay my-card "+G1; +G2; +G3"')
def replay(
    ctx: typer.Context,
    name: Plugin,
    actions: Moves,
    players: Seated = None,
    seed: Seed = "0",
    seat: Looker = None,
) -> None:
    """Play the actions that a check has reported, chance included, and show the position.

    The seed decides only who starts, as in the check.
    """
    screen, engine = begin(ctx)
    ruleset, game = _game(engine, name, players, actions)
    viewer = None if seat is None else parse_number(seat)
    if viewer is not None and viewer >= game.players:
        raise BadValue(_sentence("replay-no-seat", seat=viewer, last=game.players - 1))
    with engine.watching():
        position = game.new_position(parse_number(seed) % game.players)
    presenter = engine.presenter(ruleset, game)
    for number, text in enumerate(filter(None, map(str.strip, actions.split(";"))), 1):
        with engine.watching():
            try:
                action = position.parse(text)
            except NotationError as error:
                facts = {"number": number, "text": excerpt(text), "why": error.message}
                raise type(error)(_sentence("replay-refused", **facts)) from None
            who = _name(presenter.seats, position.to_act())
            screen.say(_sentence("replay-actor", number=number, who=who, text=text))
            position.apply(action)
    with engine.watching():
        _show(screen, position, presenter.seats, viewer)


@command("splitpick plugins shell my-card")
def shell(
    ctx: typer.Context,
    name: Plugin,
    actions: Annotated[str, Argument(metavar="[ACTIONS]", help="Actions to play first.")] = "",
    players: Seated = None,
    seed: Seed = "0",
) -> None:
    """Open a Python prompt with a game of a plugin, a match and its position at hand."""
    screen, engine = begin(ctx)
    ruleset, game = _game(engine, name, players, actions)
    with engine.watching():
        match = Match(game, number := parse_number(seed), number % game.players)
        for text in filter(None, map(str.strip, actions.split(";"))):
            match.play(text)
    names: dict[str, Any] = {
        "engine": engine,
        "ruleset": ruleset,
        "game": game,
        "match": match,
        "position": match.position,
        "presenter": engine.presenter(ruleset, game),
    }
    held, sys.stdout = sys.stdout, screen.out  # what is asked for is the output, no side note
    try:
        code.interact(screen.words(_sentence("shell-banner")), local=names, exitmsg="")
    finally:
        sys.stdout = held


def _game(engine: Engine, name: str, players: str | None, actions: str) -> tuple[Ruleset, Game]:
    """Return the rule set *name*, or the first of the plugin *name*, and its game.

    For a fault of a special card it is the one that the check has put the card into.
    """
    from ...core.testing.check_effects import CODE, with_card

    plugins = {plugin.provider.name: plugin for plugin in engine.plugins}
    brings = plugins[name].brings if name in plugins else {}
    effects = brings.get("splitpick_effects", ())
    if effects and CODE in actions:
        ruleset = with_card(engine, engine.effects[effects[0]].kind)
    elif name in plugins and name not in engine.rulesets():
        if not brings.get("splitpick_rulesets"):
            raise BadValue(_sentence("replay-no-ruleset", name=name))
        ruleset = engine.ruleset_file(brings["splitpick_rulesets"][0]).variant(None)
    else:
        ruleset = engine.ruleset_file(name).variant(None)
    with engine.watching():
        return ruleset, ruleset.build(number_from_one(players) if players else None)


def _show(screen: Screen, position: Position, seats: Sequence[Text], viewer: int | None) -> None:
    """Show who acts at *position*, what can be done, and what *viewer*, or that seat, sees."""
    seat = position.to_act()
    if seat == OVER:
        scores = ", ".join(map(str, position.scores()))
        screen.say(_sentence("replay-over", scores=scores))
    else:
        chance = position.chance_outcomes() if seat == CHANCE else ()
        acts = [one for one, _ in chance] or position.legal_actions()
        texts = "; ".join(position.notation(one) for one in acts[:MOST_LISTED])
        more = "; ..." if len(acts) > MOST_LISTED else ""
        facts = {"who": _name(seats, seat), "count": len(acts), "texts": texts + more}
        screen.say(_sentence("replay-acts", **facts))
    if viewer is None and seat >= 0:
        viewer = seat
    screen.say(_sentence("replay-view", who=_name(seats, OVER if viewer is None else viewer)))
    screen.line(pformat(position.view(viewer), width=screen.width, sort_dicts=False, compact=True))


def _name(seats: Sequence[Text], seat: int) -> Text:
    if seat >= 0:
        return seats[seat]
    return _sentence("chance" if seat == CHANCE else "told-onlooker")
