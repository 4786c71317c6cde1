"""`check_plugin`: everything that a plugin brings, each thing by the check for its kind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from ..game import Game
from ..hooks.engine import Engine, unknown_plugin
from ..hooks.hook_validation import HOOKS
from ..hooks.observers import Observer
from ..hooks.provider import LOADED
from ..matches.match import Match
from ..rules.characters import excerpt
from ..rules.plugin_errors import THEIRS
from ..text import Message, msg
from .check_bots import check_bot
from .check_effects import check_effect
from .check_games import choose
from .check_ruleset import check_ruleset
from .check_texts import Speaker, check_catalog
from .failure import calling, located, require

if TYPE_CHECKING:
    from ..hooks.loading import Brought

WATCHED = "jolly-roger"
"""Rule set of the matches that observers watch."""

TAKES_BACK, GIVES_UP = 3, 9
"""Number of decisions in these before one is taken back, and before a seat gives up."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a plugin brings, and its check."""

    hook: str
    """Hook that brings it."""
    id: str
    check: Callable[[], None]
    """Raises `CheckFailed` for a fault."""

    @property
    def kind(self) -> Message:
        """Word for such a thing: effect, bot, ..."""
        return HOOKS[self.hook].what


def check_plugin(
    name: str,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int | None = None,
    seed: int = 0,
) -> None:
    """Check everything that the plugin *name* brings; see `parts_of`.

    Raises `CheckFailed` for the first fault, `UnknownName` if there is no such plugin, and
    `PluginError` if it is not loaded.
    """
    for part in parts_of(name, engine, languages=languages, games=games, seed=seed):
        part.check()


def parts_of(
    name: str,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int | None = None,
    seed: int = 0,
) -> list[Part]:
    """Return the things that the plugin *name* brings, with a check each, sorted by hook.

    A table or game is checked with a rule set that uses it, preferably of the same plugin; an
    observer watches matches in which everything happens. *games* is the number of games that a
    check plays, by default its own. Raises `UnknownName` if there is no such plugin, and
    `PluginError` if it is not loaded.
    """
    engine = engine or Engine()
    plugins = {plugin.provider.name: plugin for plugin in engine.plugins}
    if name not in plugins:
        raise unknown_plugin(name, plugins)
    if plugins[name].state != LOADED:
        raise plugins[name].fault()
    checks = _Checks(engine, languages, {} if games is None else {"games": games}, seed)
    return [
        Part(hook, id, partial(checks.check, hook, brought, id))
        for hook in sorted(plugins[name].brings)
        for brought in engine.brought(hook.removeprefix("splitpick_"))
        if brought.provider == plugins[name].provider
        for id in brought.ids
    ]


@dataclass
class _Checks:
    """Checks of things that plugins bring, with the same settings."""

    engine: Engine
    languages: Sequence[str]
    many: dict[str, int]
    """Number of games as an argument, if it is not the check's own."""
    seed: int

    def check(self, hook: str, brought: Brought, id: str) -> None:
        """Check a thing; raises `CheckFailed` whatever goes wrong."""
        with located(id), calling(msg("check-the-check", "the check")):
            match hook.removeprefix("splitpick_"):
                case "bots":
                    languages = [self.engine.language(code) for code in self.languages]
                    Speaker(languages).check([brought.thing.title])
                    check_bot(brought.thing, list(self._games()), seed=self.seed)
                case "catalogs":
                    check_catalog(id, brought.thing[1], self.languages)
                case "effects":
                    check_effect(brought.thing, self.engine, **self._settings())
                case "rulesets":
                    check_ruleset(id, self.engine, **self._settings())
                case "observers":
                    self._check_observer(brought)
                case kind:
                    self._check_used(kind.removesuffix("s"), brought, id)

    def _settings(self) -> dict[str, Any]:
        return {"languages": self.languages, "seed": self.seed, **self.many}

    def _games(self) -> Iterator[Game]:
        """Make the games that can be made; a bot is not to blame for others."""
        for file in self.engine.playable().values():
            try:
                game: object = file.variant().build()
            except THEIRS:
                continue
            if isinstance(game, Game):
                yield game

    def _check_used(self, key: str, brought: Brought, id: str) -> None:
        """Check a table or game in a rule set that uses it under *key*."""
        users = [
            name
            for name, file in self.engine.playable().items()
            if any(file.variant(variant).data.get(key) == id for variant, _ in file.variants)
        ]
        require(bool(users), "check-unused")
        owners = [self.engine.provider("splitpick_rulesets", user) for user in users]
        if brought.provider not in owners:  # or it is checked with that rule set
            check_ruleset(users[0], self.engine, **self._settings())

    def _check_observer(self, brought: Brought) -> None:
        """Let an observer watch two random matches in which everything happens."""
        game = self.engine.load_game(WATCHED)
        for last in (None, GIVES_UP):
            match, rng = Match(game, self.seed), Random(self.seed)
            with calling(msg("check-an-observer", "the observer")):
                observer = brought.thing()
                heard = excerpt(repr(observer))
                require(isinstance(observer, Observer), "check-observer", thing=heard)
                match.observe(observer)
                for decisions in itertools.count(1):
                    if match.over:
                        break
                    match.apply(choose(match.position, match.position.legal_actions(), rng))
                    if decisions == TAKES_BACK:
                        match.undo()
                    if decisions == last:
                        match.forfeit(0, "bot-gives-up")
