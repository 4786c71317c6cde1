"""`check_ruleset`: every variant can be played by as many as it says, and told in any language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ..errors import RulesetError, SplitpickError
from ..game import CHANCE, OVER, Game, draw_outcome
from ..matches.match import Match
from ..rules.characters import excerpt
from ..scene import Presenter
from ..splitting.position import SplitGame
from ..text import msg
from .failure import TELL_SECONDS, CheckFailed, Wrong, calling
from .games import acting, check_game
from .texts import Speaking, lasting_texts, texts_of

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset

MOST_DEALS = 300
"""How many games are dealt to see every card."""

MOST_TOLD = 150
"""At how many positions of a game everything is put into words."""


def check_ruleset(
    name: str | Path,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int = 3,
    seed: int = 0,
) -> None:
    """Check the rule set *name*, or in the file of that path, in every variant it has.

    It has no faults; `check_game` holds for every number of players; every card of a deck comes up;
    and everything that can be said of it can be said in all of *languages*, with a translation in
    each.  Raises `CheckFailed`.
    """
    from ..hooks.engine import Engine

    engine = engine or Engine()
    try:
        file = engine.ruleset_file(str(name))
    except SplitpickError as error:
        where = str(name)
        if isinstance(error, RulesetError):
            where = f"{error.findings[0].file}:{error.findings[0].line}"
        raise CheckFailed(error.message, where) from error
    for ruleset in file.rulesets.values():
        least, most = ruleset.players
        for players in range(least, most + 1):
            game = _built(engine, ruleset, players)
            check_game(game, games=games, seed=seed)
            check_texts(engine, ruleset, game, languages, seed)
            _every_card_comes_up(game, seed)


def _built(engine: Engine, ruleset: Ruleset, players: int) -> Game:
    """Make the game, or raise `CheckFailed`: there the code of special cards runs as well."""
    try:
        with calling("parts()"):
            engine.needed(ruleset)
        with calling("build()"):
            game: object = ruleset.build(players)
        if not isinstance(game, Game):
            message = msg(
                "check-no-game",
                "build() makes {thing}, which is no Game.",
                thing=excerpt(type(game).__qualname__),
            )
            raise Wrong(message)
    except Wrong as found:
        where = f"{ruleset.id}/{ruleset.variant_id} ({players})"
        raise CheckFailed(found.message, where) from found.__cause__
    return game


def check_texts(
    engine: Engine, ruleset: Ruleset, game: Game, languages: Sequence[str], seed: int
) -> None:
    """Play *game* by lot and say everything in all of *languages*; raises `CheckFailed`."""
    speaking = Speaking([engine.language(code) for code in languages])
    match = Match(game, seed, seed % game.players)
    try:
        with calling(msg("check-presenter", "the presenter"), TELL_SECONDS):
            presenter = ruleset.presenter(game)
            speaking.check(lasting_texts(presenter))
            for listing in ruleset.listings():
                speaking.check((listing.title, *listing.columns))
            _tell(speaking, presenter, match)
    except Wrong as found:
        where = f"{game.id}/{game.variant} ({game.players})"
        raise CheckFailed(found.message, where, seed, match.journal) from found.__cause__


def _tell(speaking: Speaking, presenter: Presenter, match: Match) -> None:
    """Play *match* by lot, and say at every position all there is to say."""
    game = match.game
    rng = Random(match.seed)
    lookers = [None, *range(game.players)]
    if match.actions:
        speaking.check(presenter.deal(match.actions, match.position, None))
    told = 0
    while not match.over:
        before = match.position
        seat = before.to_act()
        actions = before.legal_actions()
        action = actions[int(rng.random() * len(actions))]
        done = len(match.actions) + 1
        if told < MOST_TOLD:
            view = before.view(seat)
            speaking.check([presenter.question(view), presenter.status(view)])
            advice = presenter.advice(view)
            speaking.check([advice] if advice else [])
            for one in actions:
                choice = presenter.choice(before, one)
                speaking.check((choice.group, choice.short, choice.sentence))
            for looker in lookers:
                seen = before.view(looker)
                speaking.check(texts_of(presenter.scene(seen, looker)))
                speaking.check(presenter.sentences(seen, looker))
        match.apply(action)
        if told < MOST_TOLD:
            for looker in lookers:
                speaking.check(presenter.tell(before, action, match.at(done), looker))
                later = match.actions[done:]
                if later:
                    speaking.check(presenter.deal(later, match.position, looker))
                presenter.journal(match.actions, match.position, looker)
        told += 1
    speaking.check(presenter.scoring(match.position))


def _every_card_comes_up(game: Game, seed: int) -> None:
    """Deal a split-and-choose game until every card was there."""
    if not isinstance(game, SplitGame):
        return
    unseen = {code for code, count in zip(game.codes, game.counts, strict=True) if count}
    for number in range(MOST_DEALS):
        rng = Random(seed + number)
        position = game.new_position()
        while unseen and position.to_act() != OVER:
            actions = acting(game, position)
            if position.to_act() == CHANCE:
                action = draw_outcome(position.chance_outcomes(), rng.random())
                unseen.discard(game.codes[action])
            else:
                action = actions[int(rng.random() * len(actions))]
            position.apply(action)
        if not unseen:
            return
    raise CheckFailed(
        msg(
            "check-card-unseen",
            "In {games} games nobody has drawn {cards}.",
            games=MOST_DEALS,
            cards=", ".join(sorted(unseen)),
        ),
        f"{game.id}/{game.variant} ({game.players})",
        seed,
    )
