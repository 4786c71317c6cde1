"""Feed the readers of records and tokens with what atheris thinks up.

::

    pip install atheris
    PYTHONPATH=tests python tests/benchmarks/fuzz_records.py text -max_total_time=60

The form is ``text``, ``json``, ``token`` (a text to look for one in) or ``content`` (of a token
with a right checksum).  What follows are options of libFuzzer.  It starts from the records in
tests/records and stops at the first text for which a reader raises anything but `RecordError`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

RECORDS = Path(__file__).resolve().parent.parent / "records"

with atheris.instrument_imports(include=["splitpick.core.matches", "json"]):
    from random_matches import engine, loaded, played
    from splitpick.core.errors import RecordError
    from splitpick.core.matches.records.codec import MOST_BYTES, pack, unpack
    from splitpick.core.matches.records.record_reader import read_record
    from splitpick.core.matches.records.token import read_token, write_token

FORM = sys.argv.pop(1)
TOKENS = [write_token(engine(), played(loaded(), seed)) for seed in range(3)]
SEEDS = {
    "text": [path.read_text("utf-8") for path in RECORDS.glob("*.txt")],
    "json": [path.read_text("utf-8") for path in RECORDS.glob("*.json")],
    "token": TOKENS,
    "content": [unpack(token) for token in TOKENS],
}


def read(data: bytes) -> None:
    """Read *data* as the command line would; nothing but a `RecordError` may come of it."""
    text = data.decode("utf-8", "replace")
    try:
        if FORM == "content":
            read_token(engine(), pack(text[: MOST_BYTES // 8]))
        elif FORM == "token":
            read_token(engine(), text)
        else:
            read_record(text, engine())
    except RecordError as error:
        if error.code.endswith("game-fails"):
            raise


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as corpus:
        for number, text in enumerate(SEEDS[FORM]):
            (Path(corpus) / str(number)).write_text(text, "utf-8")
        atheris.Setup([sys.argv[0], corpus, "-max_len=20000", *sys.argv[1:]], read)
        atheris.Fuzz()
