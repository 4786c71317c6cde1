"""What somebody typed, before anything of it is understood."""

from __future__ import annotations

from dataclasses import dataclass


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
class TournamentWishes:
    """The options of `tournament` as they were typed; see `PlayWishes`."""

    variant: str | None = None
    """The name of a variant."""
    seats: str | None = None
    """How many play at a time."""
    players: tuple[str, ...] = ()
    """Who takes part: ``"greedy"``, ``"mcts:100ms"``, ``"process:./mybot"``."""
    deals: str | None = None
    """How many deals are played at most."""
    within: str | None = None
    """How wide the error bars may be at the end, in Elo points to each side."""
    jobs: str | None = None
    """In how many processes."""
    cluster: str | None = None
    """The address of a scheduler, instead of *jobs*."""
    seed: str | None = None
    """The seed of the first deal; each next one has the next."""
    out: str | None = None
    """The file for the games."""
    goes_on: bool = False
    """Whether to go on with that file."""
    force: bool = False
    """Whether to write it anew if it is there."""
    as_json: bool = False
    """Whether programs read the answer."""


@dataclass(frozen=True, slots=True)
class LabWishes:
    """The options of `simulate` and `compare` as they were typed; see `PlayWishes`."""

    variants: tuple[str, ...] = ()
    """The names of variants."""
    players: str | None = None
    """How many play."""
    options: tuple[str, ...] = ()
    """The rule set's own options: ``"memory=true"``."""
    seats: tuple[str, ...] = ()
    """Which bot plays a seat: ``"jolly=random"``."""
    games: str | None = None
    """How many games are played."""
    jobs: str | None = None
    """In how many processes; 0 is as many as there are processor cores."""
    cluster: str | None = None
    """The address of a scheduler, instead of *jobs*."""
    seed: str | None = None
    """The seed of the first game; each next game has the next one."""
    out: str | None = None
    """The file for the games, a row each."""
    resumes: bool = False
    """Whether that file is to be gone on with."""
    plot: str | None = None
    """The file for a picture."""
    force: bool = False
    """Whether files that are there are written anew."""
    as_json: bool = False
    """Whether programs read the answer."""


@dataclass(frozen=True, slots=True)
class AnalyseWishes:
    """The options of `analyse` as they were typed; see `PlayWishes`."""

    budget: str | None = None
    """How long each decision is looked at: ``200ms`` or ``nodes=10000``."""
    jobs: str | None = None
    """How many processes work."""
    deals: str | None = None
    """With how many deals the real one is compared."""
    as_json: bool = False
    """Whether programs read the answer."""
    export: str | None = None
    """The file that the record with its marks is written into."""
    force: bool = False
    """Whether that file is replaced if it is there."""
