"""A record: the whole of a match as data, whatever it is written as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import (
    BadValue,
    PluginError,
    PluginsMissing,
    RecordError,
    RulesetError,
    UnknownName,
)
from ..game import Game
from ..hooks.guard import Guard
from ..scene import Presenter
from ..text import Both, msg
from .entry import Entry
from .match import Match, Result
from .seating import bot_of
from .setup import HUMAN, POST, PROCESS, PROGRAM, Setup, new_uid

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..hooks.provider import Provider
    from ..rules.load import Ruleset

RULES_CHANGED = msg("rules-changed", "The rules of this match are not those its hash stands for.")


@dataclass(frozen=True)
class Record:
    """A match, from its setup to its last entry: it can be played again without anything else."""

    setup: Setup
    entries: tuple[Entry, ...]
    result: Result | None = None
    """How it has ended; ``None`` while it has not."""


@dataclass(frozen=True)
class Loaded:
    """The rules of a match, made into a game and its words."""

    setup: Setup
    ruleset: Ruleset
    game: Game
    presenter: Presenter

    def match(self, entries: Sequence[Entry] = ()) -> Match:
        """Make the match, taken up again after *entries*.

        Raises `JournalError` for the first entry that cannot have been.
        """
        return Match(self.game, self.setup.seed or 0, self.setup.first, entries)


def record_of(setup: Setup, match: Match) -> Record:
    """Make the record of *match* as it is now."""
    return Record(setup, tuple(match.entries), match.result)


def settle(
    engine: Engine,
    ruleset: Ruleset,
    players: Sequence[str],
    first: int,
    seed: int | None,
    *,
    practice: bool = False,
    created: int = 0,
    source: str = "",
) -> Setup:
    """Write down what is settled before a match: the rules, and *players* seat by seat."""
    return Setup(
        ruleset=ruleset.id,
        variant=ruleset.variant_id,
        rules=ruleset.text,
        hash=ruleset.hash,
        seats=tuple(seat for seat, _ in ruleset.seats[: len(players)]),
        players=tuple(players),
        first=first,
        seed=seed,
        options=dict(ruleset.options),
        plugins=tuple(engine.needed(ruleset, [bot_of(p) for p in players if is_bot(p)])),
        practice=practice,
        uid=new_uid(),
        created=created,
        source=source,
    )


def is_bot(player: str) -> bool:
    """Say whether *player* is a bot that plays in this program, or a level."""
    return player not in (HUMAN, POST) and not player.startswith((f"{PROCESS}:", f"{PROGRAM}:"))


def reseated(engine: Engine, setup: Setup, players: tuple[str, ...]) -> Setup:
    """Seat other *players*; plugins that only those before them came from are not needed then."""
    after = replace(setup, players=players)
    missing = {plugin for plugin in setup.plugins if plugin.name not in engine.providers}
    if players == setup.players or not missing:
        return after
    if any(is_bot(player) and bot_of(player) not in engine.bots for player in players):
        return after
    try:
        ruleset = _parse(engine, setup.rules, setup.ruleset, setup.variant)
    except (RulesetError, UnknownName):
        return after
    # What is called the same may come from elsewhere, and be something else.
    known = {plugin.name for plugin in setup.plugins}
    if any(plugin.name not in known for plugin in engine.needed(ruleset)):
        return after
    return replace(after, plugins=tuple(one for one in setup.plugins if one not in missing))


def load_setup(engine: Engine, setup: Setup, ruleset: Ruleset | None = None) -> Loaded:
    """Make the game of *setup*.

    A new match hands on the *ruleset* that it has checked.  Without one, the rules are read from
    the setup itself: the file of a saved match may be gone or changed.  Raises `PluginsMissing`,
    which names each missing plugin with its version, and `RecordError` for rules that cannot be
    read.
    """
    here = engine.providers
    missing = [plugin for plugin in setup.plugins if plugin.name not in here]
    if missing:
        raise _plugins_missing(engine, missing)
    ruleset = ruleset or _ruleset(engine, setup)
    try:
        with Guard(engine).watching():
            game = ruleset.build(len(setup.seats))
    except BadValue as error:
        raise RecordError(error.message) from error
    except PluginError:
        raise  # which names it
    except Exception as error:
        raise _unreadable(setup, here) from error
    return Loaded(setup, ruleset, game, ruleset.presenter(game))


def _plugins_missing(engine: Engine, missing: Sequence[Provider]) -> PluginsMissing:
    """Name what is *missing*, and say why one of it is not here, if that is known."""
    plugins = Both(tuple(plugin.told for plugin in missing), commas=True)
    for plugin in missing:
        why = engine.why_not(plugin.name)
        if why is not None:
            return PluginsMissing(
                msg(
                    "plugins-missing",
                    "This match needs plugins that are not loaded: {plugins}. As for {plugin}: "
                    "{why}",
                    plugins=plugins,
                    plugin=plugin.name,
                    why=why,
                )
            )
    return PluginsMissing(
        msg(
            "plugins-missing",
            "This match needs plugins that are not installed: {plugins}.",
            plugins=plugins,
        )
    )


def _ruleset(engine: Engine, setup: Setup) -> Ruleset:
    try:
        ruleset = _parse(engine, setup.rules, setup.ruleset, setup.variant)
    except (RulesetError, UnknownName) as error:
        raise _unreadable(setup, engine.providers) from error
    if ruleset.hash != setup.hash:
        raise RecordError(RULES_CHANGED)
    return ruleset


@lru_cache(maxsize=16)
def _parse(engine: Engine, rules: str, name: str, variant: str) -> Ruleset:
    """Make a rule set of its text; whoever goes through many matches meets the same text often."""
    from ..rules.load import parse_ruleset

    return parse_ruleset(rules, engine.games, name).variant(variant)


def _unreadable(setup: Setup, here: Mapping[str, Provider]) -> RecordError:
    """Say that the rules cannot be read, and which plugins have changed since."""
    changed = [plugin for plugin in setup.plugins if here[plugin.name].version != plugin.version]
    if not changed:
        return RecordError(
            msg("rules-unreadable", "The rules of this match cannot be read any more.")
        )
    return RecordError(
        msg(
            "plugins-changed",
            "The rules of this match cannot be read any more. It was played with {plugins}.",
            plugins=Both(tuple(plugin.told for plugin in changed), commas=True),
        )
    )
