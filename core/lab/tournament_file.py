"""The file of a tournament: JSON that grows line by line, and can be gone on with.

The first line says what is played, then there is a line for the games of each table on each deal,
in order, and at the end the table.  After each line the file is JSON as it stands; only a process
killed in the middle of writing one leaves half a line, which is then left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

from ..errors import BadValue, StoreError
from ..rules.characters import excerpt
from ..text import msg
from .duplicate import Deal, Lineup, Played
from .results import claim, told_refusals

FORMAT = 1
MOST_BYTES = 2**26
"""A longer line is none of ours."""

_BEGIN = ', "deals": [\n'
_END = "\n]}\n"


class TournamentFile:
    """Keeps the games of a tournament at *path*; *settings* are what has to be the same to go on.

    All its methods raise `BadValue` for a path that makes no sense, and `StoreError` where the
    system refuses.
    """

    def __init__(self, path: Path, settings: Mapping[str, object]) -> None:
        self.path = path
        self._head = json.dumps({"splitpick-tournament": FORMAT, **settings})[:-1] + _BEGIN
        self._settings = json.loads(json.dumps(settings))
        self._file: IO[bytes] | None = None
        self._lines = 0
        self._claimed = ExitStack()

    def begin(self, *, replace: bool = False) -> None:
        """Begin the file; one that is there already is only written anew to *replace* it."""
        try:
            with told_refusals(self.path):
                if replace:
                    self._claimed.enter_context(claim(self.path))
                self._file = self.path.open("w+b" if replace else "x+b")
                if not replace:
                    self._claimed.enter_context(claim(self.path))
        except StoreError as error:
            if not isinstance(error.__cause__, FileExistsError):
                raise
            raise BadValue(
                msg(
                    "results-exist",
                    '"{file}" is there already; with --continue it is gone on with, with --force'
                    " written anew.",
                    file=str(self.path),
                )
            ) from None
        self._write(self._head + _END[1:])

    def resume(self, seating: Callable[[int], Sequence[Lineup]]) -> Iterator[Deal]:
        """Read the games that are there, and go on behind them.

        *seating* says who sits where in the games of each line.  Raises `BadValue` where the file
        is not of a tournament, or is of one with other settings.
        """
        if not self.path.exists():
            raise BadValue(
                msg("tournament-away", 'There is no file "{file}".', file=str(self.path))
            )
        with told_refusals(self.path):
            self._file = self.path.open("r+b")
            self._claimed.enter_context(claim(self.path))
            first = self._file.readline(MOST_BYTES)
        head, begin, _ = first.partition(_BEGIN.encode())
        self._compare(head)
        if not begin:
            raise self._senseless()
        end = len(first)
        while True:
            with told_refusals(self.path):
                line = self._file.readline(MOST_BYTES).removesuffix(b"\n")
            try:
                deal = _read(json.loads(line.removesuffix(b",")))
            except (ValueError, KeyError, TypeError, IndexError, RecursionError, OverflowError):
                # The end, or half a line; where lines follow, something else has happened to it.
                if line[:1] != b"]" and self._file.readline(MOST_BYTES):
                    raise self._senseless() from None
                break
            # The comma stands before the next line, so the last one has none.
            end += len(line.removesuffix(b",")) + (2 if self._lines else 0)
            if [game.lineup for game in deal] != list(seating(self._lines)):
                raise self._senseless()
            self._lines += 1
            yield deal
        self._file.seek(end)
        self._file.truncate()
        self._write(_END if self._lines else _END[1:])

    def add(self, deal: Deal) -> None:
        """Write the games of the next table."""
        assert self._file is not None
        self._file.seek(-len(_END if self._lines else _END[1:]), 2)
        self._write((",\n" if self._lines else "") + json.dumps(_told(deal)) + _END)
        self._lines += 1

    def end(self, table: object) -> None:
        """Write the *table* behind the games, and close the file."""
        assert self._file is not None
        with self._claimed, self._file:
            tail = _END if self._lines else _END[1:]
            self._file.seek(-len(tail), 2)
            self._write(tail.removesuffix("}\n") + ', "table": ' + json.dumps(table) + "}\n")
        self._file = None

    def close(self) -> None:
        """Let go of the file as it is."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None
        self._claimed.close()

    def _write(self, text: str) -> None:
        assert self._file is not None
        with told_refusals(self.path):
            self._file.write(text.encode())
            self._file.flush()

    def _compare(self, head: bytes) -> None:
        """See whether *head* is that of a tournament with these settings."""
        try:
            found: dict[str, Any] = json.loads(head + b"}")
            if found.pop("splitpick-tournament") != FORMAT:
                raise ValueError
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise self._senseless() from None
        for name, value in self._settings.items():
            if found.get(name) != value:
                raise BadValue(
                    msg(
                        "other-settings",
                        'The games in "{file}" were played with other settings: {what}.',
                        file=str(self.path),
                        what=msg(
                            "other-setting",
                            "{name} is {now} instead of {before}",
                            name=name,
                            now=_short(value),
                            before=_short(found.get(name)),
                        ),
                    )
                )

    def _senseless(self) -> BadValue:
        return BadValue(
            msg(
                "tournament-none",
                '"{file}" is not the file of a tournament.',
                file=str(self.path),
            )
        )


def _short(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False).replace('"', ""), 100)


def _told(deal: Deal) -> list[dict[str, object]]:
    games = []
    for game in deal:
        told: dict[str, object] = {
            "seats": game.lineup,
            "scores": game.scores,
            "places": game.places,
        }
        if game.failed is not None:
            told["failed"] = {"seat": game.failed, "why": game.why}
        if game.endless:
            told["endless"] = True
        games.append(told)
    return games


def _read(games: Any) -> Deal:
    """Read what `_told` writes; raises `ValueError` and others where it is something else."""
    if not isinstance(games, list) or not games:
        raise ValueError
    deal = tuple(
        Played(
            tuple(map(int, game["seats"])),
            tuple(map(int, game["scores"])),
            tuple(map(int, game["places"])),
            game["failed"]["seat"] if "failed" in game else None,
            str(game["failed"]["why"]) if "failed" in game else "",
            bool(game.get("endless", False)),
        )
        for game in games
    )
    for game in deal:
        seats = range(len(game.lineup))
        if not len(game.lineup) == len(game.scores) == len(game.places):
            raise ValueError
        if not all(place - 1 in seats for place in game.places):
            raise ValueError
        if game.failed is not None and game.failed not in seats:
            raise ValueError
    return deal
