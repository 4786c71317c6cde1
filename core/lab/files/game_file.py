"""Files of games: they grow while games are played, and can be continued later."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from ...errors import BadValue, SplitpickError, StoreError, explain_write_errors, reason
from ...rules.characters import excerpt
from ...text import Both, msg, sentences

T = TypeVar("T")

_sentence = sentences(
    msg("results-exist",
        '"{file}" exists already: continue it with --continue, or replace it with --force.'),
    msg("results-unwritable", 'The results cannot be written to "{file}": {reason}.'),
    msg("no-results", 'There are no results in "{file}" yet.'),
    msg("results-odd", '"{file}" contains no results that can be continued.'),
    msg("other-settings", 'The games in "{file}" were played with other settings: {what}.'),
    msg("other-setting", "{name} is {now} instead of {before}"),
    msg("lab-missing", "This needs {package}, which is not installed: {command}"),
)  # fmt: skip

ROWS_AT_ONCE = 1000  # games in a group of rows of a Parquet file


@dataclass
class GameFile(Generic[T]):
    """JSON file of games, one on each line, in a list that is the member *name*.

    Call `begin` first, in a ``with`` block; however the block ends, all games added are kept.  The
    file is valid JSON after each game; half a line, left by a kill, is dropped.  Raises `BadValue`
    for an unsuitable path or file, and `StoreError` if the system refuses.
    """

    comma = b","
    closing = b"\n]}\n"

    path: Path
    head: Mapping[str, Any]
    """Members before the games; a file is continued only if these (or its ``settings``) agree."""
    encode: Callable[[int, T], Any]
    decode: Callable[[int, Any], T]
    """Functions from a game to plain values, and back; if `decode` raises, the file is refused."""
    name: str = "games"
    count: int = 0
    is_begun: bool = False
    stream: IO[bytes] = field(default_factory=io.BytesIO)
    """The open file, at the end of the last game."""

    def begin(self, *, resume: bool = False, replace: bool = False) -> Iterator[T]:
        """Begin the file, or *resume* it, yielding its games; exhaust this before `add`."""
        with writing(self.path):
            if resume:
                yield from self._resumed()
            elif self.path.is_dir():
                raise IsADirectoryError
            elif self.path.exists() and not replace:
                raise BadValue(_sentence("results-exist", file=str(self.path)))
            else:
                self._create()
        self.is_begun = True

    def _resumed(self) -> Iterator[T]:
        file = str(self.path)
        if not self.path.exists():
            raise BadValue(_sentence("no-results", file=file))
        try:
            now, before = (head.get("settings", head) for head in (self.head, self._old_head()))
            other = tuple(
                _sentence(
                    "other-setting", name=name, now=_short(one), before=_short(before.get(name))
                )
                for name, one in now.items()
                if before.get(name) != one
            )
            if other:
                raise BadValue(_sentence("other-settings", file=file, what=Both(other)))
            for values in self._read():
                yield self.decode(self.count, values)
                self.count += 1
        except (SplitpickError, OSError):
            raise
        except Exception as error:  # a row may hold anything; pyarrow has errors of its own
            raise BadValue(_sentence("results-odd", file=file)) from error

    def add(self, game: T) -> None:
        """Write the next game."""
        with writing(self.path):
            self._append(self.encode(self.count, game))
        self.count += 1

    def end(self, members: Mapping[str, object]) -> None:
        """Write *members* after the games, as the end of the file."""
        self.closing = b"\n]," + _dumped(members)[1:] + b"\n"
        with writing(self.path):
            self._write(b"")

    def __enter__(self) -> GameFile[T]:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        is_lost = isinstance(error, StoreError)
        with suppress(OSError) if is_lost else writing(self.path):
            self._close(is_whole=self.is_begun and not is_lost)

    # The form of the file.

    def _create(self) -> None:
        self.stream = self.path.open("wb")
        self._write(_dumped(self.head)[:-1] + f',"{self.name}":['.encode())

    def _old_head(self) -> Any:
        with self.path.open("rb") as stream:
            return json.loads(stream.readline().rpartition(b",")[0] + b"}")

    def _read(self) -> Iterator[Any]:
        """Yield the games that were written completely; then get ready to append others."""
        self.stream = self.path.open("r+b")
        end = len(self.stream.readline()) - 1
        while (line := self.stream.readline()).endswith(b"\n") and not line.startswith(b"]"):
            values = line[:-1].removesuffix(self.comma)
            yield self._loads(values)
            end = self.stream.tell() - len(line) + len(values)
        self.stream.seek(end)
        self.stream.truncate()
        self._write(b"")

    def _append(self, values: Any) -> None:
        self._write(self.comma * (self.count > 0) + b"\n" + self._dumps(values))

    def _write(self, text: bytes) -> None:
        """Write *text* after the last game, and then the end of the file, to be overwritten."""
        self.stream.write(text + self.closing)
        self.stream.flush()
        self.stream.seek(-len(self.closing), io.SEEK_CUR)

    def _dumps(self, values: Any) -> bytes:
        return _dumped(values)

    def _loads(self, values: bytes) -> Any:
        return json.loads(values)

    def _close(self, *, is_whole: bool) -> None:
        self.stream.close()


class CsvFile(GameFile[T]):
    """CSV file: the ``columns`` of *head*, then a row a game; the settings are in a second file."""

    comma = b""
    closing = b"\n"

    @property
    def _beside(self) -> Path:
        return self.path.with_name(f"{self.path.name}.settings")

    def _create(self) -> None:
        self.stream = self.path.open("wb")
        self._beside.write_bytes(_dumped(self.head["settings"]) + b"\n")
        self._write(self._dumps(self.head["columns"]))

    def _old_head(self) -> Any:
        return json.loads(self._beside.read_bytes() if self._beside.exists() else "")

    def _dumps(self, values: Any) -> bytes:
        line = io.StringIO(newline="")
        csv.writer(line, lineterminator="").writerow(values)
        return line.getvalue().encode()

    def _loads(self, values: bytes) -> Any:
        return next(csv.reader([values.decode()]))


@dataclass
class ParquetFile(GameFile[T]):
    """Parquet file of *columns*, types by name, in groups of rows; the metadata has the settings.

    It is written under another name beside *path*, and renamed when it is complete.
    """

    columns: Mapping[str, type[int | str]] = field(default_factory=dict)
    writer: Any = None
    rows: list[Any] = field(default_factory=list)
    """Games that are not written yet."""

    def __post_init__(self) -> None:
        try:
            import pyarrow.parquet
        except ImportError as error:
            raise extra_missing("pyarrow") from error
        self._arrow: Any = pyarrow
        self._part = self.path.with_name(f"{self.path.name}.part")

    def _create(self) -> None:
        types = {int: self._arrow.int64(), str: self._arrow.string()}
        fields = [(name, types[kind]) for name, kind in self.columns.items()]
        settings = {"splitpick": _dumped(self.head["settings"])}
        schema = self._arrow.schema(fields, metadata=settings)
        write = self._arrow.parquet.ParquetWriter
        self.writer = write(str(self._part), schema, compression="zstd")

    def _old_head(self) -> Any:
        schema = self._arrow.parquet.read_schema(str(self.path))
        return json.loads(schema.metadata[b"splitpick"])

    def _read(self) -> Iterator[Any]:
        """Yield all rows of the old file, and write them to the new one."""
        with self._arrow.parquet.ParquetFile(str(self.path)) as old:
            self._create()
            for batch in old.iter_batches(batch_size=ROWS_AT_ONCE):
                for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    yield row
                    self._append(row)

    def _append(self, values: Any) -> None:
        self.rows.append(values)
        if len(self.rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        cells = map(list, zip(*self.rows, strict=True))
        table = self._arrow.table([*cells], schema=self.writer.schema)
        self.writer.write_table(table, row_group_size=ROWS_AT_ONCE)
        self.rows = []

    def _close(self, *, is_whole: bool) -> None:
        if self.writer is None:
            return
        try:
            if is_whole and self.rows:
                self._flush()
            self.writer.close()
            if is_whole:
                self._part.replace(self.path)
        finally:
            self._part.unlink(missing_ok=True)


def extra_missing(package: str) -> BadValue:
    """Return the error that *package*, of the extra ``lab``, is not installed."""
    return BadValue(
        _sentence("lab-missing", package=package, command="pip install 'splitpick[lab]'")
    )


def _dumped(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _short(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False).replace('"', ""))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the system's errors about *path* into `BadValue` or `StoreError`."""
    try:
        with explain_write_errors(path):
            yield
    except OSError as error:
        text = _sentence("results-unwritable", file=str(path), reason=reason(error))
        raise StoreError(text) from error
