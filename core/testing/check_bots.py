"""`check_bot`: a bot makes legal choices from nothing but the position it is given."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import process_time

from ..game import Game
from ..matches.match import Match
from ..players import Bot, bot_generator
from ..text import msg
from .failure import CheckFailed, ask, calling, located, require, title
from .fault_messages import fault_message
from .random_lines import views

SLACK = 2.0
"""Seconds of processor time that a bot may use beyond its budget."""

ASKED_TWICE = 60
"""Number of actions in a game up to which each choice is asked for twice."""


def check_bot(
    bot: type[Bot], games: Sequence[Game] | None = None, *, budget: float = 0.05, seed: int = 0
) -> None:
    """Let *bot* play every seat of *games*, by default of all installed games.

    The bot must have an id and a title; it must choose legal actions, within *budget* seconds and
    some slack, the same from the same position and generator whatever the global generator does;
    and it must not change the position that it gets. Raises `CheckFailed`.
    """
    if not bot.id or not bot.title.text:
        raise CheckFailed(fault_message("check-bot-name"), bot.__qualname__)
    for game in _installed() if games is None else games:
        match = Match(game, seed, seed % game.players)
        where = msg("check-in", "{what} in {where}", what=bot.id, where=title(game))
        with located(where, match):
            _play(bot, match, budget)


def _installed() -> list[Game]:
    from ..hooks.engine import Engine

    engine = Engine()
    return [engine.load_game(name) for name in engine.rulesets()]


def _play(bot: type[Bot], match: Match, budget: float) -> None:
    """Play *match* to its end, with one bot for each seat."""
    with calling(f"{bot.__qualname__}()"):
        players = [bot() for _ in range(match.game.players)]
    while not match.over:
        seat = match.position.to_act()
        choices = set()
        for noise in (0, 1) if len(match.actions) < ASKED_TWICE else (0,):
            rng = bot_generator(match.seed, seat, len(match.actions))
            seen = match.position.resample(seat, rng)
            before = views(match.game, seen)
            random.seed(noise)
            began = process_time()
            choice = ask(players[seat], "choose", seen, seat, rng, budget)
            took = process_time() - began
            is_legal = choice in match.position.legal_actions()
            require(is_legal, "check-bot-illegal", action=repr(choice))
            require(views(match.game, seen) == before, "check-bot-changes")
            milliseconds = {"took": int(took * 1000), "budget": int(budget * 1000)}
            require(took <= budget + SLACK, "check-bot-slow", **milliseconds)
            choices.add(choice)
        require(len(choices) == 1, "check-bot-chance")
        match.apply(choices.pop())
