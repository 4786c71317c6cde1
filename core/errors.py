"""Every error of ours, in one tree.

::

    SplitpickError
    ├── NotationError
    │   ├── InvalidNotation      the text cannot be read
    │   └── IllegalAction        it can be read, but is not allowed here
    ├── UnknownName              there is no such rule set, variant, seat, bot, language, option
    ├── BadValue                 a seed, a number of players or an option's value makes no sense
    ├── RulesetError             a rule set has faults; `findings` holds them all
    ├── RecordError              a record, a token or a saved match cannot be read
    │   └── JournalError         an entry of it cannot have been; `number` says which
    ├── StoreError               matches cannot be kept or found again
    ├── ProtocolError            a line or a message of the bot protocol makes no sense
    ├── LabError                 a worker process of the laboratory failed or was lost
    ├── BotFailed                a program at a seat failed, and has lost; `code` is the reason
    └── PluginError              a plugin failed; it is named with its version
        ├── EffectError          a special card failed; what it began is taken back
        ├── BotError             a bot failed, or chose what is not allowed
        └── PluginsMissing       a match needs plugins that are not here

Each carries a `Message`: the code is stable, the words are the reader's language's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .text import Language, Message, Param, Text, msg


class SplitpickError(Exception):
    """Something a person has to be told; `code` says what it is."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    @property
    def code(self) -> str:
        """The stable code of what was wrong."""
        return self.message.code

    def __str__(self) -> str:
        # For logs and tracebacks; people are shown `message` in their own language.
        try:
            return f"{self.code}: {Language('en').say(self.message)}"
        except Exception:  # what a plugin has put into it may not be sayable
            return f"{self.code}: {self.message.text}"


class NotationError(SplitpickError):
    """A typed action that cannot be taken."""


class InvalidNotation(NotationError):
    """The text is no action in this game's notation."""


class IllegalAction(NotationError):
    """The text is an action, but not one that is allowed here; `code` says why not."""


class UnknownName(SplitpickError):
    """There is nothing of that name."""


class BadValue(SplitpickError):
    """A value that makes no sense."""


class LabError(SplitpickError):
    """A worker process of the laboratory failed or was lost."""


class BotFailed(SplitpickError):
    """A program that plays a seat failed: it has lost the match, and `code` says why."""


class PluginError(SplitpickError):
    """A plugin failed."""


class EffectError(PluginError):
    """A special card failed; what it began does not count."""


class BotError(PluginError):
    """A bot failed, or chose what is not allowed."""


class PluginsMissing(PluginError):
    """A match needs plugins that are not installed; the message names all, with versions."""


class RecordError(SplitpickError):
    """A record, a token or a saved match that cannot be read; where it has lines, the place."""

    def __init__(self, message: Message, line: int = 0, column: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.line = line
        """From 1; 0 where there are no lines."""
        self.column = column
        """From 1, in characters; 0 where there are no lines."""
        self.length = length
        """How many characters are at fault, at least 1."""


class JournalError(RecordError):
    """An entry of a journal that cannot have been."""

    def __init__(self, number: int, message: Message) -> None:
        super().__init__(message)
        self.number = number
        """Which entry, from 0."""


class StoreError(SplitpickError):
    """Matches cannot be kept or found again."""


class ProtocolError(SplitpickError):
    """A line or a message of the bot protocol that makes no sense."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a rule set: what, where, and the line it stands in."""

    file: str
    line: int
    """From 1; 0 where the fault is the whole file's."""
    column: int
    """From 1, in characters."""
    length: int
    """How many characters are at fault, at least 1."""
    message: Message
    source: str = ""
    """The line of the file, without its end."""
    severity: str = "error"
    """Or ``"warning"``: there is a game all the same, but perhaps not the one that was meant."""


class RulesetError(SplitpickError):
    """A rule set has faults: all of them, sorted by position."""

    def __init__(self, findings: Sequence[Finding], warnings: Sequence[Finding] = ()) -> None:
        super().__init__(findings[0].message)
        self.findings = findings
        self.warnings = warnings
        """What else there is to say about it, sorted as well."""


@contextmanager
def told_places(file: Path) -> Iterator[None]:
    """Say why no file can be written at *file*; what else the system refuses goes through."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadValue(
            msg("no-such-folder", 'There is no folder "{folder}".', folder=str(file.parent))
        ) from error
    except IsADirectoryError as error:
        raise BadValue(
            msg("is-a-folder", '"{file}" is a folder, not a file.', file=str(file))
        ) from error
    except ValueError as error:  # a path that no system can have
        raise BadValue(msg("bad-path", "No file can be called that.")) from error


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return the one of *known* that *wrong* most likely stands for, or an empty string."""
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in known}
    close = get_close_matches(wrong.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[close[0]] if close else ""


def meant(message: Message) -> str:
    """Return what `unknown` took to be meant, or an empty string."""
    hint = message.params.get("hint")
    likely = hint.params.get("likely", "") if isinstance(hint, Message) else ""
    return likely if isinstance(likely, str) else ""


def unknown(message: Message, wrong: str, known: Sequence[str]) -> UnknownName:
    """Make the error for a name nobody knows, with what was likely meant, else what there is."""
    likely = did_you_mean(wrong, known)
    hint: Text
    if likely:
        hint = msg("did-you-mean", 'Did you mean "{likely}"?', likely=likely)
    else:
        hint = msg("there-is", "Available: {known}.", known=", ".join(known))
    params: dict[str, Param] = {"what": message, "hint": hint}
    return UnknownName(Message(message.code, "{what} {hint}", params))
