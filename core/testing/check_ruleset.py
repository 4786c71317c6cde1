"""`check_ruleset`: every variant can be played with each number of players, in all languages."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ..declared import DeclaredGame
from ..errors import BadValue, RulesetError, SplitpickError
from ..game import Game
from ..matches.exports.faces import is_symbol
from ..matches.match import Match
from ..rules.characters import excerpt
from ..rules.reading.pictures import checked_picture
from ..scene import Presenter, addressed
from ..splitting.position import SplitGame
from ..text import msg
from ..things import Scene
from .check_games import check_game
from .check_hidden import check_hidden
from .check_telling import check_telling
from .check_texts import Speaker, check_declared, lasting_texts, texts_of
from .failure import CheckFailed, ask, calling, fail, located, require, title
from .fault_messages import fault_message
from .random_lines import acting, choose

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset

MOST_DEALS = 300
"""Number of random games that are played in search of every card."""

MOST_COMPARED = 150
"""Number of decisions in a game up to which everything is put into words."""


def check_ruleset(
    name: str | Path,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int = 3,
    seed: int = 0,
) -> None:
    """Check the rule set *name*, or the one in the file at that path, in all its variants.

    It has no errors; `check_game` passes for every number of players; every card of a deck can be
    drawn; its presenter has rules, a drawing of the table and words for the notation, keeps the
    secrets of the seats, and all its texts are translated into all *languages*. Raises
    `CheckFailed`.
    """
    from ..hooks.engine import Engine

    engine = engine or Engine()
    try:
        file = engine.ruleset_file(str(name))
    except RulesetError as error:
        where = f"{error.findings[0].file}:{error.findings[0].line}"
        raise CheckFailed(error.message, where) from error
    except SplitpickError as error:
        raise CheckFailed(error.message, str(name)) from error
    for ruleset in file.rulesets.values():
        least, most = ruleset.players
        for players in range(least, most + 1):
            with located(f"{ruleset.id}/{ruleset.variant_id} ({players})"):
                with calling("parts()"):
                    engine.needed(ruleset)
                game = ask(ruleset, "build", players)
                made = excerpt(type(game).__qualname__)
                require(isinstance(game, Game), "check-no-game", thing=made)
            check_game(game, games=games, seed=seed)
            check_texts(engine, ruleset, game, languages, seed)
            presenter = ruleset.presenter(game)
            check_telling(game, presenter, games, seed)
            check_hidden(game, presenter, games, seed)
            _check_deck(game, seed)


def check_texts(
    engine: Engine, ruleset: Ruleset, game: Game, languages: Sequence[str], seed: int
) -> None:
    """Play a random *game*, and say its texts in all *languages*; raises `CheckFailed`."""
    spoken = [engine.language(code) for code in languages]
    match = Match(game, seed, seed % game.players)
    with located(title(game), match), calling(msg("check-presenter", "the presenter")):
        presenter = ruleset.presenter(game)
        codes = {*game.info().codes, *_words_of(presenter)}
        sources = [type(presenter), type(match.position), type(game)]
        speaker = Speaker(spoken, presenter.seats, codes, sources)
        if isinstance(game, DeclaredGame):
            check_declared(game, presenter, speaker)
        speaker.check(lasting_texts(presenter))
        _check_words(speaker, presenter, game)
        has_rules = any((*section.paragraphs, *section.points) for section in presenter.rules())
        require(has_rules, "check-no-rules")
        for listing in ruleset.kind.listings(ruleset.model):
            speaker.check((listing.title, *listing.columns), plain=True)
        _tell(speaker, presenter, match)
        speaker.conclude()


def _tell(speaker: Speaker, presenter: Presenter, match: Match) -> None:
    """Play *match*, and say all texts at its first `MOST_COMPARED` decisions and at its end.

    Each seat is the reader once, so that sentences are said in both forms.
    """
    rng, seats = Random(match.seed), presenter.seats
    viewers = [None, *range(match.game.players)]
    words = _words_of(presenter)
    if match.actions:
        speaker.check(presenter.deal(match.actions, match.position, None))
    for told in itertools.count():
        if match.over:
            break
        before = match.position
        actions = before.legal_actions()
        action = choose(before, actions, rng)
        if told >= MOST_COMPARED:
            match.apply(action)
            continue
        view = before.view(before.to_act())
        presenter.seats = addressed(seats, before.to_act())
        speaker.check([presenter.question(view), presenter.status(view), presenter.advice(view)])
        for one in actions:
            for word in written_words(before.notation(one)):
                require(word in words, "check-no-word", word=word)
            choice = presenter.choice(before, one)
            speaker.check((choice.group, choice.short, choice.sentence))
        for viewer in viewers:
            presenter.seats = addressed(seats, viewer)
            seen = before.view(viewer)
            drawn, sentences = presenter.scene(seen, viewer), presenter.sentences(seen, viewer)
            require(any(texts_of(drawn)), "check-no-table", method="scene")
            require(any(sentences), "check-no-table", method="sentences")
            _check_pictures(presenter, drawn)
            speaker.check(texts_of(drawn), plain=True)
            speaker.check(sentences, plain=True)
        done = len(match.actions) + 1
        match.apply(action)
        later = match.actions[done:]
        for viewer in viewers:
            presenter.seats = addressed(seats, viewer)
            speaker.check(presenter.tell(before, action, match.at(done), viewer))
            if later:
                speaker.check(presenter.deal(later, match.position, viewer))
            presenter.journal(match.actions, match.position, viewer)
    speaker.check(presenter.scoring(match.position))


def _check_pictures(presenter: Presenter, scene: Scene) -> None:
    """Check that what *scene* shows are symbols, or listed shapes that rule sets may have."""
    for picture in {*scene.pictures()} - {""}:
        if not is_symbol(picture):
            try:
                checked_picture(picture)
            except BadValue as error:
                fail("check-picture", picture=excerpt(picture), why=error.message)
            listed = picture in presenter.pictures.values()
            require(listed, "check-picture-unlisted", picture=excerpt(picture))


def _check_words(speaker: Speaker, presenter: Presenter, game: Game) -> None:
    """Check that no word that people type means two words of the notation."""
    typed = game.kinds if isinstance(game, DeclaredGame) else []
    kinds = [kind.name for kind in typed if not kind.chance]
    for language in speaker.languages:
        known = {name.casefold(): name for name in kinds}
        for word, sign in presenter.words():
            text = language.say(word)
            other = known.setdefault(text.casefold(), sign)
            names = {"said": text, "one": other, "other": sign, "language": language.code}
            require(other == sign, "check-same-word", **names)


def _words_of(presenter: Presenter) -> set[str]:
    """Return the words of the notation that people can type in their own language."""
    return {sign for _, signs in presenter.words() for sign in written_words(signs)}


def written_words(notation: str) -> list[str]:
    """Return the words of a *notation* that people may want to type in their own language."""
    return re.findall(r"(?<![\w])[a-z]{3,}(?![\w])", notation)


def _check_deck(game: Game, seed: int) -> None:
    """Check that every card of a split-and-choose game is drawn at some time."""
    if not isinstance(game, SplitGame) or game.offer.source == "dice":  # a face is not used up
        return
    unseen = {card for card, count in enumerate(game.deck) if count}
    for number in range(MOST_DEALS):
        rng, position = Random(seed + number), game.new_position()
        while unseen and (actions := acting(game, position)):
            position.apply(choose(position, actions, rng))
            unseen = {card for card in unseen if position.pool[card] == game.deck[card]}
    if unseen:
        cards = ", ".join(sorted(game.codes[card] for card in unseen))
        what = fault_message("check-card-unseen", games=MOST_DEALS, cards=cards)
        raise CheckFailed(what, title(game), seed)
