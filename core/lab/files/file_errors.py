"""Errors of files with results, the same for all formats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ...errors import BadValue, SplitpickError, StoreError, told_places
from ...os_errors import reason
from ...rules.characters import excerpt
from ...text import Both, Text, msg


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the system raises while *path* is written into `StoreError` or `BadValue`."""
    with told_places(path):
        try:
            yield
        except FileExistsError as error:
            raise BadValue(
                msg(
                    "results-exist",
                    '"{file}" exists already: continue it with --continue, or replace it with'
                    " --force.",
                    file=str(path),
                )
            ) from error
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise
        except OSError as error:
            raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return the error for a file that the system does not write."""
    return StoreError(
        msg(
            "results-unwritable",
            'The results cannot be written to "{file}": {reason}.',
            file=str(path),
            reason=reason(error),
        )
    )


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn whatever is raised while *path* is read into `StoreError` or `BadValue`."""
    try:
        yield
    except SplitpickError:
        raise
    except FileNotFoundError as error:
        raise BadValue(
            msg("no-results", 'There are no results in "{file}" yet.', file=str(path))
        ) from error
    except OSError as error:
        raise StoreError(
            msg(
                "results-unreadable",
                'The results in "{file}" cannot be read: {reason}.',
                file=str(path),
                reason=reason(error),
            )
        ) from error
    except Exception as error:  # a row may hold anything, and pyarrow has errors of its own
        raise BadValue(
            msg(
                "results-odd",
                '"{file}" does not hold results that can be continued.',
                file=str(path),
            )
        ) from error


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
        raise BadValue(
            msg(
                "other-settings",
                'The games in "{file}" were played with other settings: {what}.',
                file=str(path),
                what=Both(tuple(told)),
            )
        )


def _short(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False).replace('"', ""))
