"""Errors of files with results, the same for all formats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ...errors import BadValue, SplitpickError, StoreError, told_places
from ...os_errors import reason
from ...rules.characters import excerpt
from ...text import Both, Message, Param, Text, msg

EXIST = msg(
    "results-exist",
    '"{file}" exists already: continue it with --continue, or replace it with --force.',
)
UNWRITABLE = msg("results-unwritable", 'The results cannot be written to "{file}": {reason}.')
NONE = msg("no-results", 'There are no results in "{file}" yet.')
UNREADABLE = msg("results-unreadable", 'The results in "{file}" cannot be read: {reason}.')
ODD = msg("results-odd", '"{file}" does not hold results that can be continued.')
OTHERS = msg("other-settings", 'The games in "{file}" were played with other settings: {what}.')


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the system raises while *path* is written into `StoreError` or `BadValue`."""
    with told_places(path):
        try:
            yield
        except FileExistsError as error:
            raise BadValue(_of(path, EXIST)) from error
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise
        except OSError as error:
            raise StoreError(_of(path, UNWRITABLE, reason=reason(error))) from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn whatever is raised while *path* is read into `StoreError` or `BadValue`."""
    try:
        yield
    except SplitpickError:
        raise
    except FileNotFoundError as error:
        raise BadValue(_of(path, NONE)) from error
    except OSError as error:
        raise StoreError(_of(path, UNREADABLE, reason=reason(error))) from error
    except Exception as error:  # a row may hold anything, and pyarrow has errors of its own
        raise BadValue(_of(path, ODD)) from error


def compare_settings(path: Path, before: Mapping[str, object], now: Mapping[str, object]) -> None:
    """Raise `BadValue` unless the games in *path*, of the settings *before*, are those of *now*."""
    told: list[Text] = [
        msg(
            "other-setting",
            "{name} is {now} instead of {before}",
            name=name,
            now=_short(now[name]),
            before=_short(before.get(name)),
        )
        for name in now
        if before.get(name) != now[name]
    ]
    if told:
        raise BadValue(_of(path, OTHERS, what=Both(tuple(told))))


def _of(path: Path, message: Message, **params: Param) -> Message:
    return replace(message, params={"file": str(path), **params})


def _short(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False).replace('"', ""))
