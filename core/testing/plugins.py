"""`check_plugin`: everything that a plugin brings, each by the check for what it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from ..errors import unknown
from ..game import Game
from ..hooks.brought import HOOKS
from ..hooks.engine import left_out
from ..hooks.observers import Observer
from ..hooks.provider import LOADED
from ..hooks.watch import Ended, TimeUp
from ..matches.match import Match
from ..rules.characters import excerpt
from ..text import Message, msg
from .bots import check_bot
from .effects import check_effect
from .failure import CheckFailed, Wrong, calling, raises, wrong
from .rulesets import check_ruleset
from .texts import Speaking, check_catalog

if TYPE_CHECKING:
    from ..hooks.engine import Engine

WATCHED = "jolly-roger"
"""The rule set of the matches that observers watch."""

TAKES_BACK = 3
"""After how many decisions one is taken back in these."""

GIVES_UP = 9
"""After how many decisions a seat gives up in one of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a plugin brings, and its check."""

    hook: str
    """The hook it is brought by."""
    id: str
    check: Callable[[], None]
    """Raises `CheckFailed` where something is wrong."""

    @property
    def kind(self) -> Message:
        """What such a thing is called: an effect, a bot, ..."""
        return HOOKS[self.hook].what


def check_plugin(
    name: str,
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int | None = None,
    seed: int = 0,
) -> None:
    """Check all that the plugin *name* brings; see `parts_of`, which has it piece by piece.

    Raises `CheckFailed` for the first thing that is wrong, `UnknownName` where there is no such
    plugin, and `PluginError` where it is not loaded.
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
    """List what the plugin *name* brings, with a check for each, in the order of the hooks.

    Effects, bots and rule sets have checks of their own (`check_effect`, ...); a table or a game is
    checked with a rule set that uses it, of the plugin itself if it has one; an observer hears of a
    match with everything that can happen in one; translations are there in all of *languages* and
    have the gaps that their sentences have.  *games* is how many games each check plays, which
    otherwise knows that itself.  Raises `UnknownName` where there is no such plugin, and
    `PluginError` where it is not loaded.
    """
    from ..hooks.engine import Engine

    return _Plugin(name, engine or Engine(), languages, games, seed).parts()


class _Plugin:
    """Makes the checks for one plugin."""

    def __init__(
        self, name: str, engine: Engine, languages: Sequence[str], games: int | None, seed: int
    ) -> None:
        found = {plugin.provider.name: plugin for plugin in engine.plugins}
        if name not in found:
            raise unknown(
                msg("unknown-plugin", 'There is no plugin "{name}".', name=name),
                name,
                sorted(found),
            )
        self.plugin = found[name]
        if self.plugin.state != LOADED:
            raise left_out(self.plugin)
        self.engine = engine
        self.languages = languages
        self.many = {} if games is None else {"games": games}
        self.seed = seed
        self.own_rulesets = self.plugin.brings.get("splitpick_rulesets", ())

    def parts(self) -> list[Part]:
        checks: dict[str, Callable[[str], None]] = {
            "splitpick_bots": self._bot,
            "splitpick_catalogs": self._catalog,
            "splitpick_effects": self._effect,
            "splitpick_games": lambda id: self._used("game", id),
            "splitpick_observers": self._observer,
            "splitpick_rulesets": self._ruleset,
            "splitpick_tables": lambda id: self._used("table", id),
        }
        return [
            Part(hook, id, lambda check=checks[hook], id=id: _whole(check, id))  # type: ignore[misc]
            for hook, ids in sorted(self.plugin.brings.items())
            for id in ids
        ]

    def _bot(self, id: str) -> None:
        bot = self.engine.bots[id]
        speaking = Speaking([self.engine.language(code) for code in self.languages])
        self._named(id, lambda: speaking.check([bot.title]))
        check_bot(bot, list(self._games()), seed=self.seed)

    def _games(self) -> Iterator[Game]:
        """Make all games that can be made: others that are faulty are no fault of a bot's."""
        for file in self.engine.playable().values():
            game: object = None
            with contextlib.suppress(Wrong), calling("build()"):
                game = file.variant().build()
            if isinstance(game, Game):
                yield game

    def _catalog(self, id: str) -> None:
        for _, folder in self._brought("splitpick_catalogs", id):
            self._named(id, lambda folder=folder: check_catalog(id, folder, self.languages))  # type: ignore[misc]

    def _effect(self, id: str) -> None:
        check_effect(
            self.engine.effects[id],
            self.engine,
            languages=self.languages,
            seed=self.seed,
            **self.many,
        )

    def _observer(self, id: str) -> None:
        game = self.engine.load_game(WATCHED)
        for make in self._brought("splitpick_observers", id):
            self._named(id, lambda make=make: _watch(make, game, self.seed))  # type: ignore[misc]

    def _ruleset(self, name: str) -> None:
        check_ruleset(name, self.engine, languages=self.languages, seed=self.seed, **self.many)

    def _used(self, key: str, id: str) -> None:
        """Check the table or game *id* in a rule set that uses it under *key*."""
        users = [
            name
            for name, file in self.engine.playable().items()
            if any(file.variant(variant).data.get(key) == id for variant, _ in file.variants)
        ]
        if not users:
            raise CheckFailed(
                msg(
                    "check-unused",
                    "No rule set uses it, so it cannot be tried; the plugin should bring one.",
                ),
                id,
            )
        if not {*users} & {*self.own_rulesets}:  # else it is checked with those
            self._ruleset(users[0])

    def _brought(self, hook: str, id: str) -> list[Any]:
        return [
            brought.thing
            for brought in self.engine.brought(hook)
            if brought.provider == self.plugin.provider and id in brought.ids
        ]

    def _named(self, id: str, check: Callable[[], None]) -> None:
        try:
            check()
        except Wrong as found:
            raise CheckFailed(found.message, id) from found.__cause__


def _whole(check: Callable[[str], None], id: str) -> None:
    """Do the *check* of *id*; whatever else is raised on the way is a failure too."""
    try:
        check(id)
    except (CheckFailed, KeyboardInterrupt, Ended, TimeUp):
        raise
    except BaseException as error:
        what = msg("check-the-check", "the check")
        raise CheckFailed(raises(what, error), id) from error


def _watch(make: Callable[[], object], game: Game, seed: int) -> None:
    """Let an observer hear of two matches in which all happens that can; raises `Wrong`."""
    for last in (None, GIVES_UP):
        match = Match(game, seed)
        rng = Random(seed)
        with calling(msg("check-an-observer", "the observer")):
            observer = make()
            if not isinstance(observer, Observer):
                wrong(
                    msg(
                        "check-observer",
                        "It makes {thing}, which is no Observer.",
                        thing=excerpt(repr(observer)),
                    )
                )
            match.observe(observer)
            decisions = 0
            while not match.over:
                actions = match.legal()
                match.play(actions[int(rng.random() * len(actions))])
                decisions += 1
                if decisions == TAKES_BACK:
                    match.undo()
                if decisions == last:
                    match.forfeit(0, "bot-gives-up")
