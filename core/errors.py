"""All exceptions of splitpick, in one tree.

::

    SplitpickError
    ├── NotationError
    │   ├── InvalidNotation      the text is not in the game's notation
    │   └── IllegalAction        the text is an action that is not legal here
    ├── UnknownName              no such rule set, variant, seat, bot, language or option
    ├── BadValue                 an invalid seed, number of players or option value
    ├── RulesetError             a rule set has faults; `findings` lists them all
    ├── RecordError              a record, token or saved match cannot be read
    │   └── JournalError         an impossible entry of a journal; `number` is its index
    ├── StoreError               matches cannot be saved or read
    ├── ProtocolError            an invalid line or message of the bot protocol
    ├── LabError                 a worker process of the laboratory failed or was lost
    ├── BotFailed                a program failed, so its seat lost; `code` is the reason
    └── PluginError              a plugin failed; the message names it with its version
        ├── EffectError          a special card failed; the play of it is undone
        ├── BotError             a bot failed or chose an illegal action
        └── PluginsMissing       a match needs plugins that are not installed

Each error carries a `Message`: its code is stable, its wording is in the reader's language.  A
code and its sentence stand where the error is raised: ``msg("code", "Sentence with {names}.")``.
The findings of rule sets have their meaning and cure in rulesets/findings/findings.yml.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .text import Language, Message, Param, Text, msg


class SplitpickError(Exception):
    """Base of all errors that are reported to a person.

    Attributes:
        message: the fault, for the reader's language.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    @property
    def code(self) -> str:
        """Stable code of the error."""
        return self.message.code

    def __str__(self) -> str:
        # For logs and tracebacks; people read `message` in their own language.
        try:
            return f"{self.code}: {Language('en').say(self.message)}"
        except Exception:  # a plugin's parameters may be impossible to format
            return f"{self.code}: {self.message.text}"


class NotationError(SplitpickError):
    """Typed text that is not a legal action."""


class InvalidNotation(NotationError):
    """Text that is not in the notation of the game."""


class IllegalAction(NotationError):
    """Action that is not legal here; `code` is the reason."""


class UnknownName(SplitpickError):
    """Unknown name of a rule set, variant, seat, bot, language or option."""


class BadValue(SplitpickError):
    """Invalid value, such as a seed, a number of players, an option or a path."""


class LabError(SplitpickError):
    """Failure or loss of a worker process of the laboratory."""


class BotFailed(SplitpickError):
    """Failure of a program, which costs its seat the match; `code` is the reason."""


class PluginError(SplitpickError):
    """Failure of a plugin."""


class EffectError(PluginError):
    """Failure of a special card; the play of it is undone."""


class BotError(PluginError):
    """Failure of a bot, or its choice of an illegal action."""


class PluginsMissing(PluginError):
    """Lack of plugins that a match needs; the message names them with their versions."""


class RecordError(SplitpickError):
    """Record, token or saved match that cannot be read."""

    def __init__(self, message: Message, line: int = 0, column: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.line = line
        """Line of the fault, from 1; 0 if no line is known, as in a token."""
        self.column = column
        """Column of the fault in characters, from 1; 0 if `line` is 0."""
        self.length = length
        """Number of characters at fault, at least 1."""


class JournalError(RecordError):
    """Impossible entry of a journal."""

    def __init__(self, number: int, message: Message) -> None:
        super().__init__(message)
        self.number = number
        """Index of the entry, from 0."""


class StoreError(SplitpickError):
    """Failure to save or read matches."""


class ProtocolError(SplitpickError):
    """Invalid line or message of the bot protocol."""


class Edit(NamedTuple):
    """A change to a text: the characters up to the end are replaced; lines, columns from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a rule set, or one warning about it, with its place and source line."""

    file: str
    line: int
    """Line, from 1; 0 for a fault of the whole file."""
    column: int
    """Column in characters, from 1; 1 for a fault of the whole file."""
    length: int
    """Number of characters at fault, at least 1."""
    message: Message
    source: str = ""
    """Text of the line, without its line break; may be empty."""
    severity: str = "error"
    """``"error"``, or ``"warning"`` if the rule set is playable but may not be as intended."""
    end: tuple[int, int] | None = None
    """Line and column after the last character, if that is on another line."""
    edits: tuple[Edit, ...] = ()
    """Changes to the file that cure it; empty if no cure is known."""

    @property
    def ends_at(self) -> tuple[int, int]:
        """The line and the column after its last character."""
        return self.end or (self.line, self.column + self.length)


class RulesetError(SplitpickError):
    """Faults of a rule set.

    Attributes:
        findings: all faults, at least one, sorted by position.
        warnings: warnings about the same rule set, sorted by position.
    """

    def __init__(self, findings: Sequence[Finding], warnings: Sequence[Finding] = ()) -> None:
        super().__init__(findings[0].message)
        self.findings = findings
        self.warnings = warnings


@contextmanager
def needing(extra: str, missing: Message) -> Iterator[None]:
    """Turn a missing package into a `BadValue`: *missing*, with the command that brings *extra*."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadValue(missing.filled(command=f"pip install 'splitpick[{extra}]'")) from error


@contextmanager
def explain_write_errors(file: Path) -> Iterator[None]:
    """Turn errors of writing to an impossible path *file* into `BadValue`; pass on all others."""
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
    except ValueError as error:  # such as a path with a null byte
        raise BadValue(msg("bad-path", "A file cannot have this name.")) from error


def did_you_mean(wrong: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the name in *known* most similar to *wrong*, or an empty string if none is similar.

    *cutoff*, from 0 to 1, is the least similarity.
    """
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in known}
    close = get_close_matches(wrong.casefold(), list(folded), n=1, cutoff=cutoff)
    return folded[close[0]] if close else ""


def in_steps(message: Message, then: Message | None) -> Message:
    """Return *message* with a second sentence, if there is one, under the code of the first."""
    params: dict[str, Param] = {"what": message, "then": then or ""}
    return Message(message.code, "{what} {then}", params) if then else message


def meant(message: Message) -> str:
    """Return the name that `unknown` suggested in *message*, or an empty string if it did not."""
    hint = message.params.get("hint")
    likely = hint.params.get("likely", "") if isinstance(hint, Message) else ""
    return likely if isinstance(likely, str) else ""


def suggestion(message: Message) -> str:
    """Return the text that *message* says to write in place of the fault, or an empty string."""
    written = message.params.get("write", message.params.get("likely", ""))
    inner = (suggestion(each) for each in message.params.values() if isinstance(each, Message))
    return written if isinstance(written, str) and written else next(filter(None, inner), "")


def unknown(
    message: Message, wrong: str, known: Sequence[str], meant: str | None = None
) -> UnknownName:
    """Make an error of *message* that suggests a name similar to *wrong*, or lists all *known*.

    *meant* is the name to suggest, if that is known better; an empty one suggests none.
    """
    likely = did_you_mean(wrong, known) if meant is None else meant
    hint: Text
    if likely:
        hint = msg("did-you-mean", 'Did you mean "{likely}"?', likely=likely)
    else:
        hint = msg("there-is", "Available: {known}.", known=", ".join(known))
    params: dict[str, Param] = {"what": message, "hint": hint}
    return UnknownName(Message(message.code, "{what} {hint}", params))


# What the operating system refuses.

REASONS: dict[str, Message] = {
    "ENOSPC": msg("no-space", "there is no space left on the device"),
    "EDQUOT": msg("no-quota", "your disk quota is used up"),
    "EFBIG": msg("file-too-large", "the file may not get any larger"),
    "EACCES": msg("no-permission", "permission denied"),
    "EPERM": msg("no-permission", "permission denied"),
    "EROFS": msg("read-only", "the disk is read-only"),
    "EIO": msg("device-fails", "the device reports an error"),
    "ENOTDIR": msg("not-a-folder", "a folder is needed where there is a file"),
    "EEXIST": msg("not-a-folder", "a folder is needed where there is a file"),
    "EISDIR": msg("folder-in-the-way", "a file is needed where there is a folder"),
    "ENOENT": msg("not-there", "there is no such file or folder"),
    "EMFILE": msg("too-many-files", "too many files are open"),
    "ENFILE": msg("too-many-files", "too many files are open"),
    "ELOOP": msg("link-to-itself", "a link leads back to itself"),
    "ENOEXEC": msg("reason-no-program", "the system does not know how to run it"),
    "EADDRNOTAVAIL": msg("address-elsewhere", "this computer does not have this address"),
    "gaierror": msg("address-unknown", "there is no such address"),
    "ENAMETOOLONG": msg("name-too-long", "the name is too long"),
}
"""Meanings of the most common system errors, by symbolic name, which all systems share."""


def reason(error: OSError) -> Text:
    """Return the reason for *error*; if `REASONS` lacks it, a name such as ``EPIPE``."""
    kind = type(error).__name__
    # The numbers of `socket.gaierror` are its own.
    name = kind if kind in REASONS else errno.errorcode.get(error.errno or 0, kind)
    return REASONS.get(name, name)
