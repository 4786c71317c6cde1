"""Hints for the decision of a person: where to look, what to do, and why."""

from collections.abc import Iterator
from itertools import repeat
from random import Random

from ..hooks.guard import Guard
from ..lab.analyst import HINT_NODES, HINT_SECONDS, alternative, analyst_of, nodes_at
from ..matches.match import Match
from ..matches.player import BotPlayer
from ..players import Greedy, bot_generator
from ..players.bot import Weighed
from ..scene import CLOSE, Choice, Presenter
from ..text import Message, Param, Text, msg
from .menu import Menu, MenuItem, numbers_of
from .split_by_card import types_split

HEARD = msg("first-tip-heard", "Hint: type {number}: {what:cap}")
"""Recommendation to somebody who listens, by what the choice is and by its number."""


def hints_for(match: Match, guard: Guard, presenter: Presenter) -> Iterator[list[Text]]:
    """Yield hints, the last one for ever: where to look, what to do, why (if a bot knows).

    In a first match, and on a page, the first hint says what to do with one reason: to somebody who
    does not know the game yet, where to look says nothing.
    """
    position = match.position
    seat = position.to_act()
    legal = position.legal_actions()
    if len(legal) == 1:
        yield from repeat([presenter.why_forced(position)])

    def generator() -> Random:
        return bot_generator(match.seed, seat, len(match.actions))

    nodes = nodes_at(position, HINT_NODES)
    analyst = analyst_of(match.game, guard.engine.bots, nodes)
    seen = position.resample(seat, generator())
    weighed = guard.weigh(analyst, seen, seat, generator, HINT_SECONDS)
    greedy = BotPlayer(Greedy(), guard)
    action = weighed[0].action if weighed else greedy.choose(match, seat, 0)
    choices = guard.choices(presenter, position)
    numbers = numbers_of(match, choices, presenter)
    choice, number = choices[at := legal.index(action)], numbers[at]
    about = dict[str, Param](number=number, notation=choice.notation, what=choice.sentence)
    menu = Menu(position, [*map(MenuItem, numbers, legal, choices)])
    candidate = msg("hint", "Hint: {number} {notation}: {what}")
    if presenter.pointed:  # no number is to be typed
        candidate = msg("first-tip-pointed", "Hint: {what}")
    elif presenter.spoken:
        candidate = HEARD
    elif presenter.in_sentences:
        candidate = msg("numbered", "{number}: {what}")
    candidate = candidate.filled(**about)  # every hint that names a move has its notation
    if not weighed or not weighed[0].line:  # the bot cannot say why
        yield from repeat([candidate])
    best = weighed[0].value
    in_order = match.game.info().splits and "card" in seen.describe(action).details

    def is_same(one: Weighed) -> bool:
        """Return whether *one* has the same effect, and is as good, or is mere order.

        Of a set all cards are played, so that another card is no alternative to the first one.
        """
        its = choices[legal.index(one.action)]
        if in_order and its.piece != choice.piece:
            return True
        same = bool(its.result) and (its.group, its.result) == (choice.group, choice.result)
        return same and best - one.value < CLOSE

    other = alternative(seen, [weighed[0], *(one for one in weighed[1:] if not is_same(one))])
    if presenter.in_sentences and not (presenter.spoken or presenter.pointed):
        move = presenter.name_move(seen, action)
        candidate = _first_tip(menu, choice, number, move).filled(**about)
    elif not (presenter.in_sentences or presenter.pointed):
        yield [presenter.nudge(seen, seat, weighed[0], other)]
    yield [candidate, *presenter.short_reasons(seen, seat, weighed[0], other)]
    yield from repeat([candidate, *presenter.reasons(seen, seat, weighed[0], other)])


def _first_tip(menu: Menu, choice: Choice, number: int, move: Text) -> Message:
    """Recommend *choice* of *menu*, *move* in a sentence, in the words of a first match."""
    if types_split(menu):  # numbers are not shown
        return msg("first-tip-of", "Hint: {move}.", move=move)
    about: dict[str, Param] = {"card": choice.piece, "number": number, "move": move}
    if isinstance(move, Message) and move.params.get("number") == number:
        return msg("first-tip-of", "Hint: {move}.", **about)
    if move == choice.piece:  # the card says all
        return msg("first-tip-number", "Hint: play {card} ({number}).", **about)
    way = choice.way
    if choice.piece and isinstance(way, Message) and way.text.endswith("."):  # a special card
        return msg("first-tip-way", "Hint: {card}, number {number}. {way}", way=way, **about)
    if choice.group and choice.piece:
        return msg("first-tip-card", "Hint: {card}, number {number}: {move}.", **about)
    if isinstance(move, Message) and move.code == "named-move":
        about |= move.params  # nothing but the move follows, so that it needs no quotation marks
    return msg("first-tip-move", "Hint: {number}, {move}.", **about)
