"""What a check has found: what is wrong, where, and how to see it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from ..errors import SplitpickError
from ..hooks.watch import Ended, Limit, TimeUp
from ..rules.plugin_errors import told
from ..text import Language, Message, Text, msg

CALL_SECONDS = 10.0
"""How long one thing may take that is asked of a game, a card or a bot: machines are slow."""

TELL_SECONDS = 600.0
"""The same for all that can be said of a whole game."""


class Wrong(Exception):
    """Something is wrong at the position that is looked at; `CheckFailed` says where that is."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class CheckFailed(AssertionError):
    """A check of the kit found something wrong."""

    def __init__(
        self, message: Message, where: Text, seed: int | None = None, actions: Sequence[str] = ()
    ) -> None:
        self.what = message
        """What is wrong."""
        self.where = where
        """The game, rule set, bot or card it is wrong with."""
        self.seed = seed
        """What the game in which it showed was played from; ``None`` where none was played."""
        self.actions = list(actions)
        """The shortest actions found that lead to it, in the notation."""
        super().__init__(Language("en").say(self.message))

    @property
    def code(self) -> str:
        """The stable code of what is wrong."""
        return self.what.code

    @property
    def message(self) -> Message:
        """Everything in one sentence or three."""
        if self.seed is None:
            return msg("check-failed", "{where}: {what}", where=self.where, what=self.what)
        if not self.actions:
            return msg(
                "check-failed-at-once",
                "{where}: {what} Seen at the beginning, with the seed {seed}.",
                where=self.where,
                what=self.what,
                seed=str(self.seed),
            )
        return msg(
            "check-failed-after",
            "{where}: {what} Seen with the seed {seed} after: {actions}",
            where=self.where,
            what=self.what,
            seed=str(self.seed),
            actions="; ".join(self.actions),
        )


def require(true: bool, message: Callable[[], Message] | Message) -> None:
    """Raise `Wrong` with *message* unless something is *true*."""
    if not true:
        raise Wrong(message if isinstance(message, Message) else message())


def wrong(message: Message) -> NoReturn:
    """Raise `Wrong` with *message*."""
    raise Wrong(message)


@contextmanager
def calling(what: Text, seconds: float | None = None) -> Iterator[None]:
    """Take whatever is raised inside for a fault of *what*, the name of what is called there.

    The same where it does not come back within *seconds*, `CALL_SECONDS` without any.
    """
    limit = Limit(CALL_SECONDS if seconds is None else seconds)
    try:
        with limit:
            yield
    except (Wrong, KeyboardInterrupt, Ended):
        raise
    except TimeUp as error:
        if error.limit is not limit:
            raise
        raise Wrong(
            msg(
                "check-endless-call",
                "{what} does not come back; it was stopped after {seconds} s.",
                what=what,
                seconds=f"{limit.seconds:g}",
            )
        ) from error
    except BaseException as error:  # a SystemExit too: nothing may pass for a check that was done
        raise Wrong(raises(what, error)) from error


def raises(what: Text, error: BaseException) -> Message:
    """Say that *what* raises *error*."""
    if isinstance(error, SplitpickError):
        return msg("check-refuses", "{what} fails: {error}", what=what, error=error.message)
    return msg("check-raises", "{what} raises {error}.", what=what, error=told(error))
