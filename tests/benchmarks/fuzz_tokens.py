"""Feeds the reader of tokens with what atheris thinks up, and says how many of them could be read.

::

    pip install atheris
    PYTHONPATH=tests python tests/benchmarks/fuzz_tokens.py -max_total_time=60

The options are libFuzzer's.  The first byte says what is made of the others: a text as it is, one
in the middle of a token, or with a right checksum any number, any journal, any rules.  It stops at
the first that makes the reader raise anything but `RecordError`, or is read and cannot be played.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["splitpick.core.matches"]):
    from splitpick.core.matches.radix import Written, spell
    from splitpick.core.matches.token import Tokens, _signed
from matches_by_lot import by_lot, engine, loaded, rules
from splitpick.core.errors import RecordError

NAMES = ("jolly-roger", "skull-queen", "dead-mans-dice")
TOKENS = Tokens(engine())
TOKEN = TOKENS.write(by_lot(loaded("jolly-roger"), 3), sender=0)
RUNS = 20_000
"""After so many tokens it is said how many there were, and how many could be read."""


def made_of(data: bytes) -> str:
    """Make a text to be read."""
    kind, rest = (data[0] if data else 0) % 5, data[1:]
    number = int.from_bytes(rest, "little")
    if kind == 0:
        return rest.decode("utf-8", "surrogateescape")
    if kind == 1:
        at = number % len(TOKEN)
        return TOKEN[:at] + rest.decode("latin-1") + TOKEN[at:]
    if kind == 2:
        return _signed(spell(number))
    written = Written()
    written.flag(False)
    if kind == 3:
        head(written, NAMES[number % 3])
        written.bits(number, 8 * len(rest) + 1)
    else:
        written.flag(True)
        written.number(len(rest))
        written.bits(number, 8 * len(rest) + 1)
    return _signed(spell(written.whole()))


def head(written: Written, name: str) -> None:
    """Write all between the uid and the seed."""
    written.flag(False)
    written.word(name)
    written.bits(int(rules(name).hash[:8], 16), 32)
    written.flag(False)
    least, most = rules(name).players
    written.choose(0, most - least + 1)
    for player in (0, 1):
        written.choose(player, 4)
    for among in (2, 3, 2, 3):
        written.choose(0, among)


class Fuzz:
    """Counts what was read."""

    tokens = 0
    read = 0

    def __call__(self, data: bytes) -> None:
        self.tokens += 1
        try:
            token = TOKENS.read(made_of(data))
        except RecordError as error:
            if error.code == "token-game-fails":
                raise
        else:
            token.loaded.match(token.record.entries)
            self.read += 1
        if self.tokens % RUNS == 0:
            print(f"{self.tokens} tokens, {self.read} read", flush=True)


if __name__ == "__main__":
    atheris.Setup(sys.argv, Fuzz())
    atheris.Fuzz()
