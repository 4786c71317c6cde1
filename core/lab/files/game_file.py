"""A file of games that is written while they are played, and continued later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ...errors import BadValue, SplitpickError, StoreError, told_places
from ...matches.sentences import sentences
from ...os_errors import reason
from ...rules.characters import excerpt
from ...text import Both, msg
from .line_file import LineFile
from .parquet_file import ParquetFile

T = TypeVar("T")

_told = sentences(
    msg("results-exist",
        '"{file}" exists already: continue it with --continue, or replace it with --force.'),
    msg("results-unwritable", 'The results cannot be written to "{file}": {reason}.'),
    msg("no-results", 'There are no results in "{file}" yet.'),
    msg("results-odd", '"{file}" contains no results that can be continued.'),
    msg("other-settings", 'The games in "{file}" were played with other settings: {what}.'),
    msg("other-setting", "{name} is {now} instead of {before}"),
)  # fmt: skip


@dataclass
class GameFile(Generic[T]):
    """A file that keeps all games it was given however the ``with`` ends; `begin` it first.

    Raises `BadValue` for a path or file that makes no sense, `StoreError` if the system refuses.
    """

    path: Path
    form: LineFile | ParquetFile
    head: Mapping[str, Any]
    """Members before the games.

    Its ``settings``, or all of it, are what the games follow from; the same to continue.
    """
    encode: Callable[[int, T], Any]
    decode: Callable[[int, Any], T]
    """The game of a number as plain values, and back; any exception refuses the file."""
    count: int = 0

    def begin(self, *, resume: bool = False, replace: bool = False) -> Iterator[T]:
        """Begin the file, or yield the games of the one to *resume*; exhaust this before `add`.

        A row torn by a power failure is dropped.
        """
        with writing(self.path):
            if resume:
                yield from self._resumed()
            elif self.path.is_dir():
                raise IsADirectoryError
            elif self.path.exists() and not replace:
                raise BadValue(_told("results-exist", file=str(self.path)))
            else:
                self.form.create(self.head)

    def _resumed(self) -> Iterator[T]:
        file = str(self.path)
        if not self.path.exists():
            raise BadValue(_told("no-results", file=file))
        try:
            now, before = (head.get("settings", head) for head in (self.head, self.form.head()))
            other = tuple(
                _told("other-setting", name=name, now=_short(one), before=_short(before.get(name)))
                for name, one in now.items()
                if before.get(name) != one
            )
            if other:
                raise BadValue(_told("other-settings", file=file, what=Both(other)))
            for element in self.form.read():
                yield self.decode(self.count, element)
                self.count += 1
        except (SplitpickError, OSError):
            raise
        except Exception as error:  # a row may hold anything; pyarrow has errors of its own
            raise BadValue(_told("results-odd", file=file)) from error

    def add(self, game: T) -> None:
        """Write the next game."""
        with writing(self.path):
            self.form.append(self.encode(self.count, game))
        self.count += 1

    def end(self, members: Mapping[str, object]) -> None:
        """Write *members* behind the games of a `LineFile`."""
        assert isinstance(self.form, LineFile)
        with writing(self.path):
            self.form.finish(members)

    def __enter__(self) -> GameFile[T]:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        with suppress(OSError) if isinstance(error, StoreError) else writing(self.path):
            self.form.close()


def _short(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False).replace('"', ""))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of the system at *path* into `BadValue` or `StoreError`."""
    try:
        with told_places(path):
            yield
    except OSError as error:
        told = _told("results-unwritable", file=str(path), reason=reason(error))
        raise StoreError(told) from error
