"""Takes a record in text apart: into tags, turns and rules, each of which knows its place.

Nothing is judged here but how the text is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import RecordError
from ..rules.characters import FORBIDDEN, forbidden
from ..text import Message, msg
from .entry import MARKS
from .record_signs import lines_ended, unbraced, unquoted
from .record_tags import DEFINITION
from .sharing import MOST_CHARACTERS, MOST_COMMENT, MOST_ENTRIES, MOST_TEXT, too_big

MOST_TAGS = 1_000
"""How many tags a record may have."""

MOST_VALUES = 20
"""How many values a tag may have."""

_SPACE = re.compile(r"[ \t\n]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,39}(?![A-Za-z0-9-])")
_VALUE = re.compile(r'"[^"\\\n]*+(?:\\["\\][^"\\\n]*+)*+"')
_NUMBER = re.compile(r"([0-9]{1,9})\.")
_ACTOR = re.compile(r"(\*):?|([^ \t\n:;{}\[\]\"\\]{1,40}+)[ \t\n]*+:")
_COMMENT = re.compile(r"\{[^}\\]*+(?:\\.[^}\\]*+)*+\}", re.DOTALL)
_WORD = re.compile(r"[^ \t\n;{}\[\]\"\\]+")
_ANY = re.compile(r"[^ \t\n]{1,40}")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that was written, and where."""

    text: str
    at: int
    """How many characters stand before it."""
    length: int


@dataclass(frozen=True, slots=True)
class WrittenTag:
    """A tag: ``[Seat "jolly" "human"]``."""

    name: Piece
    values: tuple[Piece, ...]


@dataclass(slots=True)
class WrittenEntry:
    """An entry of a turn."""

    actor: Piece
    """``*`` or what stands before the colon."""
    words: list[str]
    at: int
    length: int = 1
    mark: str = ""
    comment: str = ""

    @property
    def piece(self) -> Piece:
        """What was done."""
        return Piece(" ".join(self.words), self.at, self.length)


@dataclass(slots=True)
class Scan:
    """The parts of a record."""

    text: str
    """The whole of it; every line ends with a line feed."""
    tags: list[WrittenTag] = field(default_factory=list)
    entries: list[WrittenEntry] = field(default_factory=list)
    definition: Piece | None = None
    """The rules, as JSON."""

    def error(self, message: Message, at: int, length: int = 1) -> RecordError:
        """Make the error for what stands behind the first *at* characters."""
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        end = self.text.find("\n", at)
        left = (len(self.text) if end < 0 else end) - at
        return RecordError(message, line, column, max(1, min(length, left)))

    def error_at(self, message: Message, piece: Piece) -> RecordError:
        """Make the error for *piece*."""
        return self.error(message, piece.at, piece.length)


def scan(text: str) -> Scan:
    """Take *text* apart.  Raises `RecordError` for the first place that cannot be understood."""
    if len(text) > MOST_CHARACTERS:
        raise too_big()
    scanned = Scan(lines_ended(text))
    found = FORBIDDEN.search(scanned.text)
    if found:
        raise scanned.error(forbidden(found.group()), found.start())
    _Scanner(scanned).run()
    return scanned


class _Scanner:
    """Goes through the text once, from the beginning to the end."""

    def __init__(self, scanned: Scan) -> None:
        self.scanned = scanned
        self.text = scanned.text
        self.at = 0

    def run(self) -> None:
        self._skip()
        while self._sees("["):
            self._tag()
            if self.scanned.definition:
                return
        number = 0
        while self.at < len(self.text):
            if self._sees("["):
                self._tag()
                if not self.scanned.definition:
                    name = self.scanned.tags[-1].name
                    raise self.scanned.error_at(
                        msg("record-late-tag", "Tags stand before the first turn."), name
                    )
                return
            number += 1
            self._turn(number)

    def _tag(self) -> None:
        self.at += 1
        self._skip()
        name = self._take(_NAME)
        if name is None:
            raise self._strange(_TAG)
        values: list[Piece] = []
        while not self._sees("]"):
            value = self._take(_VALUE)
            if value is None or len(values) == MOST_VALUES:
                raise self._strange(_TAG)
            values.append(Piece(unquoted(value.text), value.at, value.length))
        self.at += 1
        self._skip()
        if name.text == DEFINITION and not values:
            self.scanned.definition = Piece(
                self.text[self.at :], self.at, max(1, len(self.text) - self.at)
            )
            return
        self.scanned.tags.append(WrittenTag(name, tuple(values)))
        if len(self.scanned.tags) > MOST_TAGS:
            raise self.scanned.error_at(
                msg("record-tags", "There are more than {most} tags.", most=MOST_TAGS), name
            )

    def _turn(self, number: int) -> None:
        """Read a turn: its number, who acts, and what is done."""
        found = _NUMBER.match(self.text, self.at)
        apart = number == 1 or self.text[self.at - 1] in " \t\n"
        if not found or not apart or int(found.group(1)) != number:
            raise self._strange(
                msg("record-turn", 'Turn {number} should begin here: "{number}."', number=number),
            )
        self.at = found.end()
        self._skip()
        found = _ACTOR.match(self.text, self.at)
        if not found:
            raise self._strange(
                msg("record-actor", "Here must stand who acts: a seat and a colon, or * alone.")
            )
        who = found.group(1) or found.group(2)
        actor = Piece(who, self.at, len(who))
        self.at = found.end()
        self._skip()
        self._entry(actor)
        while self._sees(";"):
            self.at += 1
            self._skip()
            self._entry(actor)
        if self.at < len(self.text) and not self._sees("[") and not self._is_number():
            raise self._strange(
                msg("record-stray", "Here a semicolon or the next turn should stand.")
            )

    def _entry(self, actor: Piece) -> None:
        """Read what is done, its mark and what is said about it."""
        entry = WrittenEntry(actor, [], self.at)
        room = MOST_TEXT
        while not self._is_number() and (word := self._take(_WORD)) is not None:
            if not word.text.strip("?!"):
                entry.mark = self._mark(word, entry)
                break
            entry.words.append(word.text)
            entry.length = word.at + word.length - entry.at
            room -= len(word.text) + 1
            if room < -1:
                raise self.scanned.error(
                    msg("record-long", "This is longer than {most} characters.", most=MOST_TEXT),
                    entry.at,
                    entry.length,
                )
        if not entry.words:
            raise self._strange(_NO_ACTION)
        start, comments = self.at, []
        while self._sees("{"):
            comments.append(self._comment())
        entry.comment = " ".join(filter(None, comments))
        if len(entry.comment) > MOST_COMMENT:
            raise self.scanned.error(
                msg(
                    "record-long-comment",
                    "A comment has at most {most} characters.",
                    most=MOST_COMMENT,
                ),
                start,
            )
        self.scanned.entries.append(entry)
        if len(self.scanned.entries) > MOST_ENTRIES:
            raise self.scanned.error(
                msg("record-entries", "There are more than {most} entries.", most=MOST_ENTRIES),
                entry.at,
                entry.length,
            )

    def _mark(self, word: Piece, entry: WrittenEntry) -> str:
        if not entry.words:
            raise self.scanned.error_at(_NO_ACTION, word)
        if word.text not in MARKS:
            raise self.scanned.error_at(
                msg("record-mark", "This is no mark: there are ?! and ? and ??."), word
            )
        return word.text

    def _comment(self) -> str:
        start = self.at
        found = _COMMENT.match(self.text, start)
        if not found:
            raise self.scanned.error(
                msg("record-comment", "The brace that closes this comment is missing."), start
            )
        self.at = found.end()
        self._skip()
        comment, bad = unbraced(found.group())
        if bad >= 0:
            raise self.scanned.error(
                msg("record-escape", "In a comment \\ stands before \\, {{, }} or _ alone."),
                start + bad,
                2,
            )
        return comment

    # Where it stands.

    def _sees(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def _is_number(self) -> bool:
        return _NUMBER.match(self.text, self.at) is not None

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        assert found, "it may be empty"
        self.at = found.end()

    def _take(self, kind: re.Pattern[str]) -> Piece | None:
        """Take what matches *kind*, and the blanks behind it."""
        found = kind.match(self.text, self.at)
        if not found:
            return None
        piece = Piece(found.group(), found.start(), len(found.group()))
        self.at = found.end()
        self._skip()
        return piece

    def _strange(self, message: Message) -> RecordError:
        """Make the error for what stands here; at the end of the text, for the last word of it."""
        found = _ANY.match(self.text, self.at)
        if found:
            return self.scanned.error(message, self.at, len(found.group()))
        return self.scanned.error(message, max(0, len(self.text.rstrip(" \t\n")) - 1))


_TAG = msg("record-tag", 'A tag looks like this: [Name "value"].')
_NO_ACTION = msg("record-no-action", "Here an action is missing.")
