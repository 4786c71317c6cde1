"""The games of a simulation in a file, a row each: CSV, JSON or Parquet.

CSV and JSON grow row by row.  Parquet is written beside its place and moved there when it is whole.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

from ...errors import BadValue, StoreError, unknown
from ...text import msg
from ..played import Played
from .file_errors import compare_settings, reading, writing
from .json_list import JsonList, dumped
from .rows import Columns, is_number

Settings: TypeAlias = Mapping[str, Any]
"""Everything the games follow from, as plain values; ``seats`` and ``prizes`` name columns."""

ROWS_AT_ONCE = 1000
"""Games in a group of a Parquet file."""


class Results:
    """A file of results, which keeps all games it was given however the ``with`` ends::

        with Results.resume(path, settings) as results:  # or Results.create(path, settings)
            for played in results.old():
                ...
            results.take(played)

    Raises `BadValue` for a path or file that makes no sense, `StoreError` if the system refuses.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.games = 0
        """Games written or read so far."""
        self._columns = Columns(tuple(settings["seats"]), tuple(settings["prizes"]))
        self._file = _FORMATS[format_of(path)](path)

    @classmethod
    def create(cls, path: Path, settings: Settings, *, replace: bool = False) -> Results:
        """Begin a file; refuse an existing one unless it is to be replaced."""
        results = cls(path, settings)
        head = {"settings": settings, "columns": results._columns.names}
        with writing(path):
            if path.is_dir():
                raise IsADirectoryError
            results._file.create(head, replace=replace)
        return results

    @classmethod
    def resume(cls, path: Path, settings: Settings) -> Results:
        """Open a file of games with the same settings."""
        results = cls(path, settings)
        with reading(path):
            compare_settings(path, results._file.head()["settings"], settings)
        return results

    def old(self) -> Iterator[Played]:
        """Yield the games of a resumed file; exhaust it before the next game is taken.

        A row torn by a power failure is dropped.
        """
        with reading(self.path):
            for row in self._file.read():
                if int(row[0]) != self.games:
                    raise ValueError(row[0])
                self.games += 1
                yield self._columns.played(row)

    def take(self, played: Played) -> None:
        """Write the next game."""
        with writing(self.path):
            self._file.append(self._columns.row(self.games, played))
        self.games += 1

    def __enter__(self) -> Results:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        with suppress(OSError) if isinstance(error, StoreError) else writing(self.path):
            self._file.close()


def format_of(path: Path) -> str:
    """Return the format of *path* by its suffix.

    Raises `UnknownName` for another one, `BadValue` if its package is not installed.
    """
    name = path.suffix.removeprefix(".").casefold()
    if name not in _FORMATS:
        raise unknown(
            msg("unknown-format", 'There is no format "{name}".', name=path.suffix or path.name),
            name,
            [f".{format}" for format in _FORMATS],
        )
    if name == "parquet":
        parquet_modules()
    return name


def parquet_modules() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; raises `BadValue` if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise extra_missing("pyarrow") from error
    return pyarrow, pyarrow.parquet


def extra_missing(package: str) -> BadValue:
    """Return the error for a package of the extra ``lab`` that is not installed."""
    return BadValue(
        msg(
            "lab-missing",
            "This needs {package}, which is not installed: {command}",
            package=package,
            command="pip install 'splitpick[lab]'",
        )
    )


class _Csv:
    """Rows under their names; the settings are JSON in a file beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = path.with_name(f"{path.name}.settings")
        self._stream: IO[bytes] = io.BytesIO()

    def create(self, head: Mapping[str, Any], *, replace: bool) -> None:
        self._stream = self._path.open("wb" if replace else "xb")
        self._beside.write_bytes(dumped(head["settings"]) + b"\n")
        self.append(head["columns"])

    def head(self) -> Any:
        with self._path.open("rb"):  # or there are no results
            text = self._beside.read_text("utf-8") if self._beside.exists() else ""
            return {"settings": json.loads(text)}

    def read(self) -> Iterator[Any]:
        self._stream, end = self._path.open("r+b"), 0
        for line in self._stream:
            if not line.endswith(b"\n"):
                break
            if end:
                yield next(csv.reader([line.decode()]))
            end += len(line)
        self._stream.seek(end)
        self._stream.truncate()

    def append(self, element: Any) -> None:
        line = io.StringIO(newline="")
        csv.writer(line, lineterminator="\n").writerow(element)
        self._stream.write(line.getvalue().encode())
        self._stream.flush()

    def close(self) -> None:
        self._stream.close()


class _Parquet:
    """Columns in groups of `ROWS_AT_ONCE` games; the settings are metadata."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._arrow, self._parquet = parquet_modules()
        self._writer: Any = None
        self._rows: list[Any] = []
        self._whole = False
        """Whether the part holds all games so far."""

    def create(self, head: Mapping[str, Any], *, replace: bool) -> None:
        if self._path.exists() and not replace:
            raise FileExistsError
        number, text = self._arrow.int64(), self._arrow.string()
        fields = [(name, number if is_number(name) else text) for name in head["columns"]]
        settings = dumped(head["settings"])
        self._begin(self._arrow.schema(fields, metadata={"splitpick": settings}))
        self._whole = True

    def _begin(self, schema: Any) -> None:
        self._writer = self._parquet.ParquetWriter(str(self._part), schema, compression="zstd")

    def head(self) -> Any:
        with self._parquet.ParquetFile(str(self._path)) as old:
            return {"settings": json.loads(old.schema_arrow.metadata[b"splitpick"])}

    def read(self) -> Iterator[Any]:
        with self._parquet.ParquetFile(str(self._path)) as old:
            self._begin(old.schema_arrow)
            for batch in old.iter_batches(batch_size=ROWS_AT_ONCE):
                for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    yield row
                    self.append(row)
        self._whole = True

    def append(self, element: Any) -> None:
        self._rows.append(element)
        if len(self._rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        whole, self._whole = self._whole, False
        rows, self._rows = self._rows, []
        cells = [list(column) for column in zip(*rows, strict=True)]
        table = self._arrow.table(cells, schema=self._writer.schema)
        self._writer.write_table(table, row_group_size=ROWS_AT_ONCE)
        self._whole = whole

    def close(self) -> None:
        if self._writer is None:
            return
        try:
            if self._rows:
                self._flush()
            self._writer.close()
            if self._whole:
                self._part.replace(self._path)
        finally:
            self._part.unlink(missing_ok=True)


_FORMATS: Mapping[str, Callable[[Path], JsonList | _Csv | _Parquet]] = {
    "csv": _Csv,
    "json": lambda path: JsonList(path, "games"),
    "parquet": _Parquet,
}

FORMATS = tuple(_FORMATS)
