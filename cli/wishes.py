"""What somebody typed, before anything of it is understood."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgramWishes:
    """The options right behind `splitpick`, which hold for whatever command comes then."""

    debug: bool = False
    """Whether to show where in the code something went wrong."""
    without: tuple[str, ...] = ()
    """The names of plugins that are not to be loaded."""
    plugin_trace: bool = False
    """Whether to say what is done with each plugin."""


@dataclass(frozen=True, slots=True)
class PlayWishes:
    """The options of `play` as they were typed; ``None`` or nothing where one was not given.

    They stay text, so that each wrong value gets a message of ours that can name the rule set.
    """

    variant: str | None = None
    """The name of a variant."""
    seats: tuple[str, ...] = ()
    """Who sits where: ``"jolly=human"``."""
    first: str | None = None
    """The seat that begins, or ``"lot"``."""
    seed: str | None = None
    """The number that all chance comes from."""
    players: str | None = None
    """How many play."""
    options: tuple[str, ...] = ()
    """The rule set's own options: ``"memory=true"``."""
    moves: str | None = None
    """Moves in the game's notation that are played before anybody is asked."""
    practice: bool = False
    """Whether everything may be taken back."""
    duplicate: bool = False
    """Whether a second game on the same deal follows, with the seats swapped."""
    keep: bool = True
    """Whether the match is kept."""


@dataclass(frozen=True, slots=True)
class TryWishes:
    """The options of `rulesets try` as they were typed; see `PlayWishes`."""

    variant: str | None = None
    """The name of a variant."""
    games: str | None = None
    """How many games are played."""
    seats: tuple[str, ...] = ()
    """Which bot plays a seat: ``"jolly=random"``."""
    seed: str | None = None
    """The seed of the first game; each next game has the next one."""
    players: str | None = None
    """How many play."""
    as_json: bool = False
    """Whether programs read the answer."""


@dataclass(frozen=True, slots=True)
class CheckWishes:
    """The options of `plugins check` as they were typed; see `PlayWishes`."""

    games: str | None = None
    """How many games each check plays."""
    seed: str | None = None
    """The seed of the first game; each next game has the next one."""
    as_json: bool = False
    """Whether programs read the answer."""
