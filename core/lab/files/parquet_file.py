"""Columns in a Parquet file, which is written beside its place and moved there when it is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...errors import BadValue
from ...text import msg
from .line_file import dumped

ROWS_AT_ONCE = 1000
"""Games in a group of rows."""


class ParquetFile:
    """The same as a `LineFile`, in groups of rows; the settings are metadata.

    *columns* are their names and types.
    """

    def __init__(self, path: Path, columns: Mapping[str, type[int | str]]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise extra_missing("pyarrow") from error
        self._arrow: Any = pyarrow
        self._path, self._part = path, path.with_name(f"{path.name}.part")
        self._columns = columns
        self._writer: Any = None
        self._rows: list[Any] = []
        self._whole = False  # as long as the part lacks games

    def create(self, head: Mapping[str, Any]) -> None:
        """Begin the file."""
        types = {int: self._arrow.int64(), str: self._arrow.string()}
        fields = [(name, types[kind]) for name, kind in self._columns.items()]
        settings = dumped(head["settings"])
        self._begin(self._arrow.schema(fields, metadata={"splitpick": settings}))
        self._whole = True

    def _begin(self, schema: Any) -> None:
        write = self._arrow.parquet.ParquetWriter
        self._writer = write(str(self._part), schema, compression="zstd")

    def head(self) -> Any:
        """Return the settings."""
        schema = self._arrow.parquet.read_schema(str(self._path))
        return {"settings": json.loads(schema.metadata[b"splitpick"])}

    def read(self) -> Iterator[Any]:
        """Yield all rows, and write them anew; then more can be appended."""
        with self._arrow.parquet.ParquetFile(str(self._path)) as old:
            self._begin(old.schema_arrow)
            for batch in old.iter_batches(batch_size=ROWS_AT_ONCE):
                for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    yield row
                    self.append(row)
        self._whole = True

    def append(self, element: Any) -> None:
        """Write the next row, sooner or later."""
        self._rows.append(element)
        if len(self._rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        whole, self._whole = self._whole, False
        cells = [list(column) for column in zip(*self._rows, strict=True)]
        self._rows = []
        table = self._arrow.table(cells, schema=self._writer.schema)
        self._writer.write_table(table, row_group_size=ROWS_AT_ONCE)
        self._whole = whole

    def close(self) -> None:
        """Finish the file; it appears if it holds all games."""
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


def extra_missing(package: str) -> BadValue:
    """Return the error for a package of the extra ``lab`` that is not installed."""
    told = msg("lab-missing", "This needs {package}, which is not installed: {command}",
               package=package, command="pip install 'splitpick[lab]'")  # fmt: skip
    return BadValue(told)
