"""Failures of checks: the fault, the place, and how to see it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from ..errors import SplitpickError
from ..game import Game
from ..matches.match import Match
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, described_at
from ..text import Language, Message, Param, Text
from .fault_messages import fault_message

MOST_SHOWN = 60
"""Most actions that are listed whole; of more, the first and the last."""


class Failure(Exception):
    """Fault at the place that is being checked; `CheckFailed` adds the place."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class CheckFailed(AssertionError):
    """Fault that a check of the kit found.

    *what* is the fault, and *where* names the game, rule set, bot or card that has it. *seed* and
    *actions* are those of the game that showed the fault, if a game was played.
    """

    def __init__(
        self, what: Message, where: Text, seed: int | None = None, actions: Sequence[str] = ()
    ) -> None:
        self.what = what
        self.where = where
        self.seed = seed
        self.actions = list(actions)
        super().__init__(Language("en").say(self.message))

    @property
    def code(self) -> str:
        """Stable code of the fault."""
        return self.what.code

    @property
    def message(self) -> Message:
        """Fault, place, seed and actions in words."""
        code = "check-failed-after" if self.actions else "check-failed-at-once"
        return fault_message(
            "check-failed" if self.seed is None else code,
            where=self.where,
            what=self.what,
            seed=str(self.seed),
            actions="; ".join(self._shown()),
        )

    def _shown(self) -> list[str]:
        """Return the actions, the first and the last ones alone if they are many."""
        some, count = MOST_SHOWN // 3, len(self.actions)
        if count <= MOST_SHOWN:
            return self.actions
        return [*self.actions[:some], f"... ({count - 2 * some}) ...", *self.actions[-some:]]


def fail(code: str, /, **params: Param) -> NoReturn:
    """Raise `Failure` with the message about the fault *code*."""
    raise Failure(fault_message(code, **params))


def require(true: bool, code: str, /, **params: Param) -> None:
    """Raise `Failure` with the message about the fault *code* unless *true* holds."""
    if not true:
        fail(code, **params)


@contextmanager
def calling(what: Text) -> Iterator[None]:
    """Turn every error in the ``with`` block into `Failure`, which names *what* was called."""
    try:
        yield
    except (Failure, CheckFailed):
        raise
    except SplitpickError as error:
        raise Failure(fault_message("check-refuses", what=what, error=error.message)) from error
    except PLUGIN_EXCEPTIONS as error:
        why = described_at(error)
        raise Failure(fault_message("check-raises", what=what, error=why)) from error


def ask(thing: object, method: str, *args: object) -> Any:
    """Return the answer of a *method* of *thing*; raises `Failure` if it raises an error."""
    try:
        return getattr(thing, method)(*args)
    except PLUGIN_EXCEPTIONS:
        with calling(f"{method}()"):  # only now: a check asks a million times
            raise


@contextmanager
def located(where: Text, match: Match | None = None) -> Iterator[None]:
    """Turn `Failure` in the ``with`` block into `CheckFailed` about *where*, and *match* if any."""
    try:
        yield
    except Failure as found:
        seed, actions = (match.seed, match.journal) if match else (None, [])
        raise CheckFailed(found.message, where, seed, actions) from found.__cause__


def title(game: Game) -> str:
    """Name a game with its variant and number of players."""
    return f"{game.id}/{game.variant} ({game.players})"
