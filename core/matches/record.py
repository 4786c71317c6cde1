"""A record: the whole of a match as data, from its setup to its last entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import (
    BadValue,
    JournalError,
    PluginError,
    PluginsMissing,
    RecordError,
    RulesetError,
    UnknownName,
    in_steps,
)
from ..game import Game
from ..hooks.discovery import OWN
from ..hooks.provider import install_hint
from ..scene import Presenter
from ..text import Both, Message, msg
from .entry import Entry
from .match import Match, Result
from .seating import bot_of
from .setup import Setup, dealt_seed, new_uid

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..hooks.provider import Provider
    from ..rules.load import Ruleset


@dataclass(frozen=True)
class Record:
    """A match with all that is needed to play it again, except plugins."""

    setup: Setup
    entries: tuple[Entry, ...]
    result: Result | None = None


@dataclass(frozen=True)
class Loaded:
    """Game of a match with its presenter, made from the rules in the setup."""

    setup: Setup
    ruleset: Ruleset
    game: Game
    presenter: Presenter
    changed: Message | None = None
    """Reason that entries may be impossible: plugins are others here, or may be; else ``None``."""

    def match(self, entries: Sequence[Entry] = ()) -> Match:
        """Make the match after *entries*, with seed 0 if it is unknown; raises `JournalError`.

        As long as it waits for shares, no card is dealt.
        """
        return self._played(entries, goes_on=not self.setup.awaits_shares)

    def replay(self, entries: Sequence[Entry]) -> Match:
        """Make the match after *entries*, without chance after them; raises `JournalError`."""
        return self._played(entries, goes_on=False)

    def _played(self, entries: Sequence[Entry], *, goes_on: bool) -> Match:
        seed = dealt_seed(self.setup) or 0
        try:
            return Match(self.game, seed, self.setup.first, entries, goes_on=goes_on)
        except JournalError as error:
            raise JournalError(error.number, self.changed or error.message) from error


def record_of(setup: Setup, match: Match) -> Record:
    """Make the record of *match* as it is now."""
    return Record(setup, tuple(match.entries), match.result)


def check_result(record: Record, match: Match, changed: Message | None = None) -> None:
    """Raise `RecordError` unless *match*, replayed from *record*, has ended as *record* says.

    The error says that plugins have *changed*, if they have.
    """
    if match.result != record.result:
        raise RecordError(
            changed
            or msg(
                "result-differs",
                "This match is damaged: its entries do not lead to the result that is saved.",
            )
        )


def settle(
    engine: Engine,
    ruleset: Ruleset,
    players: Sequence[str],
    first: int,
    seed: int | None,
    **settings: Any,
) -> Setup:
    """Make the setup of a new match of *ruleset*; *settings* are further fields of `Setup`."""
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
        plugins=tuple(engine.needed(ruleset, [bot for p in players if (bot := bot_of(p))])),
        uid=new_uid(),
        **settings,
    )


def reseated(engine: Engine, setup: Setup, players: tuple[str, ...]) -> Setup:
    """Return *setup* with *players*, without missing plugins that only former players needed."""
    after = replace(setup, players=players)
    here = tuple(plugin for plugin in setup.plugins if plugin.name in engine.providers)
    bots = {bot for player in players if (bot := bot_of(player))}
    if players == setup.players or here == setup.plugins or not bots <= set(engine.bots):
        return after
    with suppress(RulesetError):
        needed = engine.needed(_restored(engine, setup.rules, setup.ruleset))
        # A part of the rules may now come from another plugin, under the same name, and differ.
        if {plugin.name for plugin in needed} <= {plugin.name for plugin in setup.plugins}:
            return replace(after, plugins=here)
    return after


def load_setup(engine: Engine, setup: Setup, ruleset: Ruleset | None = None) -> Loaded:
    """Make the game of *setup* from *ruleset*, by default from the rules in the setup itself.

    Raises `PluginsMissing`, `RecordError` (unreadable rules, number of seats) and `PluginError`.
    """
    here = engine.providers
    missing = [plugin for plugin in setup.plugins if plugin.name not in here]
    if missing:
        message = msg(
            "plugins-missing",
            "This match needs plugins that are not loaded: {plugins}.",
            plugins=Both(tuple(plugin.label for plugin in missing), commas=True),
        )
        for name in (plugin.name for plugin in missing):
            if reason := engine.why_not(name):
                why = msg("plugin-why", "{plugin}: {why}", plugin=name, why=reason)
                raise PluginsMissing(in_steps(message, why))
        raise PluginsMissing(in_steps(message, install_hint(missing)))
    if ruleset is None:
        try:
            ruleset = _restored(engine, setup.rules, setup.ruleset)
        except RulesetError as error:
            raise _unreadable(setup, here) from error
        if (ruleset.hash, ruleset.variant_id) != (setup.hash, setup.variant):
            raise RecordError(
                msg("rules-changed", "The hash in this match is not the hash of its rules.")
            )
    engine.played.add(engine.maker(ruleset))
    try:
        with engine.watching():
            game = ruleset.build(len(setup.seats))
    except BadValue as error:
        raise RecordError(error.message) from error
    except PluginError:
        raise  # it names the plugin
    except Exception as error:
        raise _unreadable(setup, here) from error
    presenter = engine.presenter(ruleset, game)
    return Loaded(setup, ruleset, game, presenter, _changed(setup, here))


@lru_cache(maxsize=16)
def _restored(engine: Engine, rules: str, name: str) -> Ruleset:
    from ..rules.load import restore_ruleset

    return restore_ruleset(rules, engine.games, name)


def installed_rules(
    engine: Engine,
    id: str,
    variant: str,
    options: Mapping[str, object],
    hash: str,
    fits: Callable[[str], bool] = lambda name: True,
) -> Ruleset | None:
    """Return the installed rules with this id, variant, options and beginning of *hash*, if any.

    Only rule sets are tried whose name *fits*.
    """
    for name in filter(fits, sorted(engine.rulesets(), key=lambda name: name != id)):  # id first
        try:
            plain = _variant(engine, name, variant)
            both = plain, plain.with_options(options)  # which writes the defaults into the text
        except (RulesetError, UnknownName, BadValue):
            continue
        for ruleset in both:
            if ruleset.id == id and ruleset.hash.startswith(hash):
                return ruleset
    return None


@lru_cache(maxsize=64)
def _variant(engine: Engine, name: str, variant: str) -> Ruleset:
    return engine.ruleset_file(name).variant(variant)


def is_installed(engine: Engine, setup: Setup) -> bool:
    """Return whether the rules of *setup* are those of an installed rule set."""
    return bool(installed_rules(engine, setup.ruleset, setup.variant, setup.options, setup.hash))


def _unreadable(setup: Setup, here: Mapping[str, Provider]) -> RecordError:
    """Return the error for unreadable rules; it names plugins that have another version *here*."""
    message = msg("rules-unreadable", "The rules of this match can no longer be read.")
    return RecordError(_changed(setup, here) or message)


def _changed(setup: Setup, here: Mapping[str, Provider]) -> Message | None:
    """Name the plugins of a match that are others *here*, or may be; ``None`` without any."""
    changed = [one for one in setup.plugins if here[one.name].version != one.version]
    if not changed:
        # Authors change their code from one match to the next, and no version with it.
        others = tuple(one.label for one in setup.plugins if one.distribution != OWN)
        if not others:
            return None
        return msg(
            "plugins-edited",
            "With {plugins}, this match can't be played again: its code has changed since then,"
            " without a new version, or the match is damaged.",
            plugins=Both(others),
        )
    message = msg(
        "plugins-changed",
        "This match was played with {plugins}; {here} cannot read it.",
        plugins=Both(tuple(plugin.label for plugin in changed)),
        here=Both(tuple(here[plugin.name].label for plugin in changed)),
    )
    return in_steps(message, install_hint(changed))
