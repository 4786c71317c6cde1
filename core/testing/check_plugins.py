"""`check_plugin`: everything that a plugin brings, each thing by the check for its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

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
from .check_ruleset import check_ruleset
from .check_texts import Speaker, check_catalog
from .failure import CheckFailed, calling, located, raises, require

if TYPE_CHECKING:
    from ..hooks.loading import Brought

WATCHED = "jolly-roger"
"""Rule set of the matches that observers watch."""

TAKES_BACK = 3
"""Number of decisions in these after which one is taken back."""

GIVES_UP = 9
"""Number of decisions in the second of them after which a seat gives up."""


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
    plugin = plugins[name]
    if plugin.state != LOADED:
        raise plugin.fault()
    checks = _Checks(engine, languages, {} if games is None else {"games": games}, seed)
    return [
        Part(hook, id, partial(checks.check, hook, brought, id))
        for hook in sorted(plugin.brings)
        for brought in engine.brought(hook.removeprefix("splitpick_"))
        if brought.provider == plugin.provider
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
        kind = hook.removeprefix("splitpick_")
        try:
            with located(id):
                getattr(self, f"_check_{kind}")(brought, id)
        except CheckFailed:
            raise
        except THEIRS as error:
            raise CheckFailed(raises(msg("check-the-check", "the check"), error), id) from error

    def _check_bots(self, brought: Brought, id: str) -> None:
        self._speaker().check([brought.thing.title])
        check_bot(brought.thing, list(self._games()), seed=self.seed)

    def _speaker(self) -> Speaker:
        return Speaker([self.engine.language(code) for code in self.languages])

    def _games(self) -> Iterator[Game]:
        """Make the games that can be made; a bot is not to blame for others."""
        for file in self.engine.playable().values():
            try:
                game: object = file.variant().build()
            except THEIRS:
                continue
            if isinstance(game, Game):
                yield game

    def _check_catalogs(self, brought: Brought, id: str) -> None:
        _, folder = brought.thing
        check_catalog(id, folder, self.languages)

    def _check_effects(self, brought: Brought, id: str) -> None:
        settings = {"languages": self.languages, "seed": self.seed, **self.many}
        check_effect(brought.thing, self.engine, **settings)  # type: ignore[arg-type]

    def _check_rulesets(self, brought: Brought | None, id: str) -> None:
        check_ruleset(id, self.engine, languages=self.languages, seed=self.seed, **self.many)

    def _check_tables(self, brought: Brought, id: str) -> None:
        self._check_used("table", brought, id)

    def _check_games(self, brought: Brought, id: str) -> None:
        self._check_used("game", brought, id)

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
            self._check_rulesets(None, users[0])

    def _check_observers(self, brought: Brought, id: str) -> None:
        """Let an observer watch two matches in which everything happens."""
        game = self.engine.load_game(WATCHED)
        for last in (None, GIVES_UP):
            match = Match(game, self.seed)
            with calling(msg("check-an-observer", "the observer")):
                observer = brought.thing()
                require(
                    isinstance(observer, Observer), "check-observer", thing=excerpt(repr(observer))
                )
                match.observe(observer)
                _play(match, last)


def _play(match: Match, last: int | None) -> None:
    """Play a random *match*, in which a seat gives up after *last* decisions."""
    rng = Random(match.seed)
    decisions = 0
    while not match.over:
        actions = match.legal()
        match.play(actions[int(rng.random() * len(actions))])
        decisions += 1
        if decisions == TAKES_BACK:
            match.undo()
        if decisions == last:
            match.forfeit(0, "bot-gives-up")
