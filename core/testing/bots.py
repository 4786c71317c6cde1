"""`check_bot`: a bot chooses what is legal, alone from what it is handed, and changes nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import monotonic, process_time

from ..game import Game
from ..matches.match import Match
from ..players import Bot, bot_generator
from ..text import msg
from .failure import CheckFailed, Wrong, calling, require
from .games import views

SLACK = 0.5
"""How many seconds a bot may keep the processor longer than its budget: machines are noisy."""

PATIENCE = 10.0
"""How many seconds more it may let others wait: who else is at work there is not its fault."""


def check_bot(
    bot: type[Bot], games: Sequence[Game] | None = None, *, budget: float = 0.05, seed: int = 0
) -> None:
    """Let *bot* play every seat of *games*, by default of all games that are installed.

    It has an id and a title; it chooses one of the legal actions, within *budget* seconds and a
    little; the same position and generator give the same choice, whatever the global generator
    does, where the budget is 0 or time plays no role; the position it is handed stays as it is.
    Raises `CheckFailed`.
    """
    if not bot.id or not bot.title.text:
        raise CheckFailed(msg("check-bot-name", "A bot needs an id and a title."), bot.__qualname__)
    for game in _installed() if games is None else games:
        match = Match(game, seed, seed % game.players)
        try:
            _play(bot, match, budget)
        except Wrong as found:
            where = msg(
                "check-in",
                "{what} in {where}",
                what=bot.id,
                where=f"{game.id}/{game.variant} ({game.players})",
            )
            raise CheckFailed(found.message, where, seed, match.journal) from found.__cause__


def _installed() -> list[Game]:
    from ..hooks.engine import Engine

    engine = Engine()
    return [engine.load_game(name) for name in engine.rulesets()]


def _play(bot: type[Bot], match: Match, budget: float) -> None:
    """Play *match* to the end with a bot of its own at every seat."""
    game = match.game
    with calling(f"{bot.__qualname__}()"):
        players = [bot() for _ in range(game.players)]
    while not match.over:
        seat = match.position.to_act()
        choices = []
        for noise in (0, 1) if len(match.actions) < 60 else (0,):
            rng = bot_generator(match.seed, seat, len(match.actions))
            seen = match.position.resample(seat, rng)
            before = views(game, seen)
            random.seed(noise)
            began, worked = monotonic(), process_time()
            with calling("choose()"):
                choice = players[seat].choose(seen, seat, rng, budget)
            took = max(process_time() - worked, monotonic() - began - PATIENCE)
            require(
                choice in match.position.legal_actions(),
                msg("check-bot-illegal", "It chooses {action}, which is not legal.",
                    action=repr(choice)),
            )  # fmt: skip
            require(
                views(game, seen) == before,
                msg("check-bot-changes", "It changes the position it is handed."),
            )
            require(
                took <= budget + SLACK,
                msg(
                    "check-bot-slow",
                    "It thinks for {took} ms, where {budget} ms are allowed.",
                    took=int(took * 1000),
                    budget=int(budget * 1000),
                ),
            )
            choices.append(choice)
        require(
            len(set(choices)) == 1,
            msg(
                "check-bot-chance",
                "It chooses differently at the same position with the same generator.",
            ),
        )
        match.apply(choices[0])
