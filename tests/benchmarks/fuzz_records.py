"""Feeds the readers of records with what atheris thinks up, and says how many texts that were.

::

    pip install atheris
    python tests/benchmarks/fuzz_records.py text -max_total_time=60
    python tests/benchmarks/fuzz_records.py json -max_total_time=60

Whatever follows ``text`` or ``json`` is libFuzzer's.  It starts from the records in tests/records
and stops at the first text that makes a reader raise anything but `RecordError`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import atheris

RECORDS = Path(__file__).resolve().parent.parent / "records"

with atheris.instrument_imports(include=["splitpick.core.matches", "json"]):
    from splitpick.core.errors import RecordError
    from splitpick.core.hooks.engine import Engine
    from splitpick.core.matches.record_reader import read_any

ENGINE = Engine()


def read(data: bytes) -> None:
    """Read *data* as the command line would; nothing but a `RecordError` may come of it."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        read_any(text, ENGINE)
    except RecordError as error:
        if error.code == "record-game-fails":
            raise


def main() -> None:
    """Run libFuzzer on the records of one form."""
    form, *options = sys.argv[1:]
    suffix = {"text": ".txt", "json": ".json"}[form]
    with tempfile.TemporaryDirectory() as corpus:
        for record in RECORDS.glob(f"*{suffix}"):
            shutil.copy(record, corpus)
        atheris.Setup([sys.argv[0], corpus, "-max_len=20000", *options], read)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
