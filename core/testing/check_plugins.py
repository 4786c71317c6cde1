"""`check_plugin`: everything that a plugin provides, each thing by the check for its kind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..declared import DeclaredGame
from ..game import Game
from ..hooks.engine import Engine, unknown_plugin
from ..hooks.hook_validation import HOOKS
from ..hooks.observers import Observer
from ..hooks.provider import LOADED
from ..matches.match import Match
from ..rules.characters import excerpt
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS
from ..text import Message, msg
from .check_bots import check_bot
from .check_effects import check_effect
from .check_ruleset import check_ruleset
from .check_texts import Speaker, check_catalog
from .failure import calling, fail, located, require
from .random_lines import choose

if TYPE_CHECKING:
    from ..hooks.loading import Contribution

TAKES_BACK, GIVES_UP = 3, 9
"""Numbers of decisions after which one is taken back and, in one match, a seat gives up."""


class Part(NamedTuple):
    """One thing that a plugin provides, and its check, which raises `CheckFailed` for a fault."""

    hook: str
    id: str
    kind: Message
    """Word for such a thing: effect, bot, ..."""
    check: Callable[[], None]


def check_plugin(name: str, engine: Engine | None = None, **settings: Any) -> None:
    """Check everything that the plugin *name* provides, with the *settings* of `parts_of`.

    Raises `CheckFailed` for the first fault, `UnknownName` if there is no such plugin, and
    `PluginError` if it is not loaded.
    """
    for part in parts_of(name, engine, **settings):
        part.check()


def parts_of(
    name: str,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int | None = None,
    seed: int = 0,
) -> list[Part]:
    """Return the things that the plugin *name* provides, with a check each, sorted by hook.

    A table or game is checked with a rule set that uses it, preferably of the same plugin; an
    observer watches matches with all kinds of events. *games* is the number that each check
    plays, by default the check's own number. Raises `UnknownName` if there is no such plugin, and
    `PluginError` if it is not loaded.
    """
    engine = engine or Engine()
    plugins = {plugin.provider.name: plugin for plugin in engine.plugins}
    if name not in plugins:
        raise unknown_plugin(name, plugins)
    if plugins[name].state != LOADED:
        raise plugins[name].fault()
    settings = {"languages": languages, "seed": seed} | ({} if games is None else {"games": games})
    return [
        Part(hook, id, HOOKS[hook].what, partial(_check, engine, settings, hook, contribution, id))
        for hook in sorted(plugins[name].brings)
        for contribution in engine.contributions(hook.removeprefix("splitpick_"))
        if contribution.provider == plugins[name].provider
        for id in contribution.ids
    ]


def unaddressed(name: str, engine: Engine) -> list[str]:
    """Return the kinds of actions that the games of plugin *name* tell of by a player's name alone.

    Whoever plays alone at the keyboard is spoken to where a sentence has a form for that.
    """
    kinds: dict[str, None] = {}
    for file in engine.playable().values():
        provider = engine.maker(file.variant())
        game = file.variant().build() if provider and provider.name == name else None
        for kind in game.kinds if isinstance(game, DeclaredGame) else ():
            told = kind.tells
            if told is not None and "{seat" in told.text and not told.yours:
                kinds[kind.name] = None
    return [*kinds]


def _check(
    engine: Engine, settings: dict[str, Any], hook: str, contribution: Contribution, id: str
) -> None:
    """Check the thing *id*, one that *hook* contribution; raises `CheckFailed`."""
    languages, seed = settings["languages"], settings["seed"]
    with located(id), calling(msg("check-the-check", "the check")):
        match hook.removeprefix("splitpick_"):
            case "bots":
                spoken = [engine.language(code) for code in languages]
                speaker = Speaker(spoken, sources=[contribution.thing])
                speaker.check([contribution.thing.title])
                speaker.conclude()
                if not contribution.thing.reads_file:  # its author knows a file for it
                    check_bot(contribution.thing, list(_games(engine)), seed=seed)
            case "catalogs":
                check_catalog(id, contribution.thing[1], languages)
            case "effects":
                check_effect(contribution.thing, engine, **settings)
            case "rulesets":
                check_ruleset(id, engine, **settings)
            case "observers":
                _check_observer(engine, contribution.thing, seed)
            case "exports":
                _check_export(engine, contribution.thing[1], languages, seed)
            case "commands":
                require(bool(contribution.thing[1].__doc__), "check-command-help")
            case kind:
                if user := _user_of(engine, kind.removesuffix("s"), id, contribution):
                    check_ruleset(user, engine, **settings)


def _games(engine: Engine) -> Iterator[Game]:
    """Make every game that can be made: a bot is not to blame for one that cannot."""
    for file in engine.playable().values():
        try:
            game: object = file.variant().build()
        except PLUGIN_EXCEPTIONS:
            continue
        if isinstance(game, Game):
            yield game


def _user_of(engine: Engine, key: str, id: str, contribution: Contribution) -> str:
    """Return a rule set in which *key* is *id*; empty if its plugin provides one."""
    users = [
        name
        for name, file in engine.playable().items()
        if any(file.variant(variant).data.get(key) == id for variant, _ in file.variants)
    ]
    require(bool(users), "check-unused")
    owners = [engine.provider("splitpick_rulesets", user) for user in users]
    return "" if contribution.provider in owners else users[0]


def _check_export(
    engine: Engine, write: Callable[..., object], languages: Sequence[str], seed: int
) -> None:
    """Let an export write each game as it begins, and when a random match is over."""
    for file in engine.playable().values():
        ruleset = file.variant()
        match, rng = Match(ruleset.build(), seed), Random(seed)
        for over in (False, True):
            while over and not match.over:
                match.apply(choose(match.position, match.position.legal_actions(), rng))
            for code in languages:
                with calling(msg("check-an-export", "the export")):
                    presenter = engine.presenter(ruleset, match.game)
                    text = write(match, presenter, engine.language(code))
                require(isinstance(text, str), "check-export", thing=excerpt(repr(text)))


def _check_observer(engine: Engine, make: Callable[[], object], seed: int) -> None:
    """Let an observer watch two random matches with all kinds of events."""
    for last in (None, GIVES_UP):
        match, rng = Match(next(_games(engine)), seed), Random(seed)
        with calling(msg("check-an-observer", "the observer")):
            observer = make()
            if not isinstance(observer, Observer):
                fail("check-observer", thing=excerpt(repr(observer)))
            match.observe(observer)
            for decisions in itertools.count(1):
                if match.over:
                    break
                match.apply(choose(match.position, match.position.legal_actions(), rng))
                if decisions == TAKES_BACK:
                    match.undo()
                if decisions == last:
                    match.forfeit(0, "bot-gives-up")
