"""A guided first game: a record of a practice match whose comments explain what comes next.

It lies beside its rule set as ``NAME.lesson``; the comments are translated by catalogs like the
names of the rule set, and ``\\{hint\\}`` in one is the word for that command.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import IO

from ..errors import BadValue
from ..hooks.engine import Engine
from ..matches.entry import Entry
from ..matches.record import Record
from ..matches.records.record_reader import read_record
from ..matches.setup import Setup, new_uid
from ..matches.store import now
from ..rules.characters import excerpt
from ..text import Both, Message, msg
from .vocabulary import COMMANDS

COMMENT = re.compile(r"\{((?:[^{}\\]|\\.)*)\}", re.DOTALL)


class Lesson:
    """The guided first game of the rule set *name*.

    Raises `BadValue` if there is none, and `RecordError` if it cannot be read or played.

    Attributes:
        record: what is played, with a comment before what it is about.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        lessons = engine.library.lessons()
        if name not in lessons:
            known = Both(tuple(lessons))
            raise BadValue(
                msg(
                    "no-lesson",
                    'There is no guided first game for "{name}", only for {known}.',
                    name=excerpt(name),
                    known=known,
                )
            )
        file, self._domain = lessons[name]
        self.record: Record = read_record(file.read_text("utf-8"), engine, file.name)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.record.entries

    def setup(self) -> Setup:
        """Return the setup of a new practice match with the cards of the lesson."""
        return replace(self.record.setup, uid=new_uid(), created=now(), practice=True)

    def texts(self, first: int, last: int) -> Iterator[Message]:
        """Yield the comments of the entries from *first* up to *last*, which is left out."""
        words = {name: word for name, (word, _) in COMMANDS.items()}
        for number, entry in enumerate(self.entries[first:last], first):
            if entry.comment:
                yield Message(f"lesson-{number}", entry.comment, words, domain=self._domain)


def lesson_of(engine: Engine, setup: Setup) -> Lesson | None:
    """Return the lesson that the match of *setup* follows, or ``None``."""
    if not setup.practice or setup.ruleset not in engine.library.lessons():
        return None
    lesson = Lesson(engine, setup.ruleset)
    own = lesson.record.setup
    same = (own.hash, own.seed, own.first) == (setup.hash, setup.seed, setup.first)
    return lesson if same and own.players == setup.players else None


def extract_lesson(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, str],
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the comments of the lesson in *fileobj* for Babel; the other arguments are unused."""
    text = fileobj.read().decode()
    for found in COMMENT.finditer(text):
        comment = re.sub(r"\\(.)", r"\1", " ".join(found[1].split()))
        yield text.count("\n", 0, found.start()) + 1, None, comment, []
