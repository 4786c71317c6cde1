"""One game by bots, and what is counted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from ..errors import BotError
from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..players import Bot, bot_generator
from ..text import msg

MOST_ACTIONS = 20_000
"""A game that is not over by then is given up, and counted as endless."""

NOBODY = -1
"""Who holds a prize that no seat holds."""

Use: TypeAlias = tuple[str, str]
"""A card, empty where an action speaks of none, and the kind of action it is used for."""

Prizes: TypeAlias = Callable[[Position], Sequence[tuple[str, int]]]
"""Tells who holds what at the end; see `Presenter.prizes`."""


@dataclass(slots=True)
class Played:
    """What is counted of one game."""

    seed: int
    first: int
    """The seat that began."""
    ended: bool = False
    """Whether it came to an end; of one that was given up there are no scores."""
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    prizes: list[int] = field(default_factory=list)
    """Who holds each prize at the end, a seat or `NOBODY`."""
    turns: int = 0
    """Runs of decisions by one seat."""
    decisions: int = 0
    uses: list[Counter[Use]] = field(default_factory=list)
    """How often each seat used a card for what."""
    offered: Counter[Use] = field(default_factory=Counter)
    """At how many decisions a seat could have."""
    came: Counter[str] = field(default_factory=Counter)
    """How often chance brought a card."""

    def margin(self, seat: int) -> int:
        """Return by how much *seat* leads the best of the others, negative where it trails."""
        others = [score for other, score in enumerate(self.scores) if other != seat]
        return self.scores[seat] - max(others, default=0)

    def credit(self, seat: int) -> float:
        """Return how much of the win is *seat*'s: who share one have an equal part of it."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_game(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    first: int,
    plugin: Callable[[str], str] = lambda id: "",
    budgets: Sequence[float] = (),
    prizes: Prizes = lambda position: (),
) -> Played:
    """Play one game with *bots* by seat, and count what happens; seat *first* begins.

    *plugin* names the plugin that the bot of an id comes from, with its version; *budgets* are the
    seconds that each may think over a decision, 0 where they are not given; *prizes* tells who
    holds what in the end.  Raises `BotError` where a bot chooses what is not allowed.
    """
    budgets = budgets or [0.0] * len(bots)
    rng = Random(seed)
    position = game.new_position(first)
    played = Played(seed, first, uses=[Counter() for _ in range(game.players)])
    actions = 0
    last = CHANCE
    while (seat := position.to_act()) != OVER and actions < MOST_ACTIONS:
        if seat == CHANCE:
            action = draw_outcome(position.chance_outcomes(), rng.random())
            card, _ = use_of(position, action)
            if card:
                played.came[card] += 1
        else:
            own = bot_generator(seed, seat, actions)
            action = bots[seat].choose(position.resample(seat, own), seat, own, budgets[seat])
            legal = position.legal_actions()
            if action not in legal:
                raise _illegal(bots[seat], plugin(bots[seat].id), seed)
            played.decisions += 1
            played.turns += seat != last
            played.uses[seat][use_of(position, action)] += 1
            played.offered.update({use_of(position, one) for one in legal})
        last = seat
        position.apply(action)
        actions += 1
    if seat == OVER:
        played.ended = True
        played.scores = list(position.scores())
        played.winners = list(position.winners())
        played.prizes = [holder for _, holder in prizes(position)]
    return played


def awaited(game: Game, first: int) -> set[str]:
    """List the cards that chance could bring at the very beginning."""
    position = game.new_position(first)
    if position.to_act() != CHANCE:
        return set()
    return {use_of(position, action)[0] for action, _ in position.chance_outcomes()} - {""}


def use_of(position: Position, action: int) -> Use:
    """Say which card *action* uses for what."""
    done = position.describe(action)
    card = done.details.get("card")
    return (card if isinstance(card, str) else ""), done.kind


def _illegal(bot: Bot, plugin: str, seed: int) -> BotError:
    if not plugin:
        return BotError(
            msg(
                "trial-bot-illegal",
                "The bot {bot} chose what is not allowed, in the game with the seed {seed};"
                " nothing is counted.",
                bot=bot.title,
                seed=str(seed),
            )
        )
    return BotError(
        msg(
            "trial-bot-illegal",
            "The bot {bot} of the plugin {plugin} chose what is not allowed, in the game with the"
            " seed {seed}; nothing is counted.",
            bot=bot.title,
            plugin=plugin,
            seed=str(seed),
        )
    )
