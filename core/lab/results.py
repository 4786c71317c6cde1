"""The games of a simulation in a file, a row each: CSV, JSON or Parquet, one after the other.

A file is written beside its place and put there when it is complete; what is there already stays
until then.  So it is whole whenever playing ends, and `Results.resume` can go on with it.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, TypeAlias

from ..errors import BadValue, SplitpickError, StoreError, told_places, unknown
from ..os_errors import reason
from ..text import msg
from .played import Played
from .rows import Columns, Row

if sys.platform != "win32":
    import fcntl

Settings: TypeAlias = Mapping[str, Any]
"""What the games follow from, as plain values; the same settings, the same games."""

FORMATS = CSV, JSON, PARQUET = ("csv", "json", "parquet")

ROWS_AT_ONCE = 1000
"""So many games are one group in a Parquet file."""


# Files.


class _Writer(Protocol):
    """Writes rows one after the other."""

    def write(self, row: Row) -> None: ...

    def close(self) -> None: ...


class Results:
    """A file of results while it is written.

    ::

        with Results(path, settings, columns) as results:
            for played in old:
                results.take(played)
            results.keep()
            for played in games:
                results.take(played)

    Until `keep` was called nothing takes the place of a file that is there; from then on everything
    that was taken does when the ``with`` ends, however it ends.  Raises `StoreError` where the
    system does not write, `BadValue` for a path that makes no sense.
    """

    def __init__(self, path: Path, settings: Settings, columns: Columns) -> None:
        self.path = path
        self.games = 0
        self._columns = columns
        self._keeps = False
        self._part = part_of(path)
        writer = _WRITERS[format_of(path)]
        with contextlib.ExitStack() as claimed:
            with told_refusals(path):
                if path.is_dir():
                    raise IsADirectoryError
                claimed.enter_context(claim(self._part))
                try:
                    self._writer = writer(self._part, settings, columns)
                except BaseException:
                    self._part.unlink()
                    raise
            self._claimed = claimed.pop_all()

    def take(self, played: Played) -> None:
        """Write the next game."""
        with told_refusals(self.path):
            self._writer.write(self._columns.row(self.games, played))
        self.games += 1

    def keep(self) -> None:
        """From now on what was taken is worth more than what lies there."""
        self._keeps = True

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: object, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        broken = isinstance(error, StoreError)
        try:
            with self._claimed, told_refusals(self.path):
                self._writer.close()
                if self._keeps and not broken:
                    _put(self._part, self.path)
        except StoreError:
            if not broken:
                raise
        finally:
            # Of a full disk the rows that fitted are kept, unless there are others to go on with.
            if not self._keeps or (broken and self.path.exists()):
                for left in (self._part, settings_beside(self._part)):
                    with contextlib.suppress(OSError):
                        left.unlink(missing_ok=True)


@contextlib.contextmanager
def claim(path: Path) -> Iterator[None]:
    """Let no other run write the file *path*, which is made where there is none.

    The system lets go of it when the process ends, however it does.  On Windows nothing is locked.
    Raises `BadValue` where another run has it, and any `OSError`.
    """
    if sys.platform == "win32":  # a lock there keeps our own writing off as well
        yield
        return
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadValue(
                msg("results-busy", 'Another run is writing "{file}".', file=str(path))
            ) from error
        yield
    finally:
        os.close(file)


def part_of(path: Path) -> Path:
    """Return the file beside *path* that is written until it is complete."""
    return path.with_name(f"{path.name}.part")


def format_of(path: Path) -> str:
    """Return the format that *path* ends with; raises `UnknownName` for another one."""
    name = path.suffix.removeprefix(".").casefold()
    if name not in FORMATS:
        raise unknown(
            msg(
                "unknown-format",
                'Results are not written as "{name}".',
                name=path.suffix or path.name,
            ),
            name,
            [f".{format}" for format in FORMATS],
        )
    return name


@contextlib.contextmanager
def told_refusals(path: Path) -> Iterator[None]:
    """Say what the system refuses."""
    with told_places(path):
        try:
            yield
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise
        except OSError as error:
            raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return what to raise where the system does not write *path*."""
    return StoreError(
        msg(
            "results-unwritable",
            'The results cannot be written to "{file}": {reason}.',
            file=str(path),
            reason=reason(error),
        )
    )


class _Csv:
    """Rows with commas under their names; the settings are a line of JSON in a file beside it."""

    def __init__(self, path: Path, settings: Settings, columns: Columns) -> None:
        settings_beside(path).write_text(_json(settings) + "\n", "utf-8")
        self._stream = path.open("w", encoding="utf-8", newline="")
        self._csv = csv.writer(self._stream, lineterminator="\n")
        self._csv.writerow(columns.names)

    def write(self, row: Row) -> None:
        self._csv.writerow(row)

    def close(self) -> None:
        self._stream.close()


def settings_beside(path: Path) -> Path:
    """Return the file with the settings of the CSV file *path*."""
    return path.with_name(f"{path.name}.settings")


def _put(part: Path, path: Path) -> None:
    """Put the file *part* in the place of *path*, and what is beside it too."""
    if settings_beside(part).exists():
        settings_beside(part).replace(settings_beside(path))
    part.replace(path)


class _Json:
    """An object with the settings, the names of the columns and the rows, each on a line."""

    def __init__(self, path: Path, settings: Settings, columns: Columns) -> None:
        self._stream: IO[str] = path.open("w", encoding="utf-8", newline="")
        self._stream.write(f'{{"settings":{_json(settings)},\n"columns":{_json(columns.names)},\n')
        self._before = '"games":[\n'

    def write(self, row: Row) -> None:
        self._stream.write(self._before + _json(row))
        self._before = ",\n"

    def close(self) -> None:
        if not self._stream.closed:
            end = "\n]}\n" if self._before == ",\n" else self._before + "]}\n"
            try:
                self._stream.write(end)
            finally:
                self._stream.close()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Parquet:
    """A column after the other in groups of `ROWS_AT_ONCE` games; the settings are metadata."""

    def __init__(self, path: Path, settings: Settings, columns: Columns) -> None:
        arrow, parquet = parquet_modules()
        self._arrow = arrow
        self._schema = arrow.schema(
            [
                (name, arrow.int64() if columns.is_number(name) else arrow.string())
                for name in columns.names
            ],
            metadata={"splitpick": _json(settings)},
        )
        self._writer = parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._rows: list[Row] = []

    def write(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        rows, self._rows = self._rows, []
        cells = [list(column) for column in zip(*rows, strict=True)]
        table = self._arrow.table(cells, schema=self._schema)
        self._writer.write_table(table, row_group_size=ROWS_AT_ONCE)

    def close(self) -> None:
        if self._rows:
            self._flush()
        self._writer.close()


_WRITERS: Mapping[str, Any] = {CSV: _Csv, JSON: _Json, PARQUET: _Parquet}


def parquet_modules() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; raises `BadValue` where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise extra_missing("pyarrow") from error
    return pyarrow, pyarrow.parquet


def extra_missing(package: str) -> BadValue:
    """Make the error for what the extra ``lab`` brings and is not there."""
    return BadValue(
        msg(
            "lab-missing",
            "This needs {package}, which is not installed: {command}",
            package=package,
            command="pip install 'splitpick[lab]'",
        )
    )


# Reading.


@dataclass(frozen=True)
class Stored:
    """A file of results that is there: its settings, and its games one after the other."""

    path: Path
    settings: Settings
    columns: Columns
    rows: Iterable[Sequence[int | str]]

    def games(self) -> Iterator[Played]:
        """Read game after game; one that was only half written when the power failed is left out.

        Raises `BadValue` where something else is wrong with one, `StoreError` where the system does
        not read it.
        """
        try:
            for number, row in enumerate(self.rows):
                if int(row[0]) != number:
                    raise ValueError(number)
                yield self.columns.played(row)
        except OSError as error:
            raise _refused(self.path, error) from error
        except Exception as error:  # anything may stand in a row, and pyarrow has errors of its own
            raise _unreadable(self.path) from error


def stored(path: Path) -> Stored:
    """Open the results in *path*.

    Raises `BadValue` where there are none or something else, `StoreError` where the system does not
    read them.
    """
    name = format_of(path)
    part = part_of(path)
    try:
        # A run that was killed; half a Parquet file cannot be read.
        if not path.exists() and part.exists() and name != PARQUET:
            with claim(part):
                _put(part, path)
        if not path.is_file():
            raise BadValue(
                msg("no-results", 'There are no results in "{file}" yet.', file=str(path))
            )
        settings, rows = _READERS[name](path)
        columns = Columns(tuple(settings["seats"]), tuple(settings["prizes"]))
        return Stored(path, settings, columns, rows)
    except SplitpickError:
        raise
    except OSError as error:
        raise _refused(path, error) from error
    except Exception as error:  # whatever pyarrow has for bytes that are no Parquet
        raise _unreadable(path) from error


def _refused(path: Path, error: OSError) -> StoreError:
    return StoreError(
        msg(
            "results-unreadable",
            'The results in "{file}" cannot be read: {reason}.',
            file=str(path),
            reason=reason(error),
        )
    )


def _unreadable(path: Path) -> BadValue:
    return BadValue(
        msg("results-odd", '"{file}" does not hold results of splitpick.', file=str(path))
    )


def _whole_lines(path: Path) -> Iterator[str]:
    """Read the lines that have an end."""
    with path.open(encoding="utf-8", newline="\n") as stream:
        for line in stream:
            if line.endswith("\n"):
                yield line


def _read_csv(path: Path) -> tuple[Any, Iterator[list[str]]]:
    beside = settings_beside(path)
    settings = json.loads(beside.read_text("utf-8") if beside.exists() else "")
    rows = csv.reader(_whole_lines(path))
    next(rows)
    return settings, rows


def _read_json(path: Path) -> tuple[Any, Iterator[list[int | str]]]:
    lines = _whole_lines(path)
    settings = json.loads(next(lines).removeprefix('{"settings":').rstrip(",\n"))

    def rows() -> Iterator[list[int | str]]:
        for line in lines:
            if line.startswith("["):
                yield json.loads(line.rstrip(",\n"))

    return settings, rows()


def _read_parquet(path: Path) -> tuple[Any, Iterator[list[int | str]]]:
    _, parquet = parquet_modules()
    file = parquet.ParquetFile(str(path))
    settings = json.loads(file.schema_arrow.metadata[b"splitpick"])

    def rows() -> Iterator[list[int | str]]:
        with file:
            for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
                columns = [column.to_pylist() for column in batch.columns]
                yield from map(list, zip(*columns, strict=True))

    return settings, rows()


_READERS: Mapping[str, Any] = {CSV: _read_csv, JSON: _read_json, PARQUET: _read_parquet}
