"""A clear message where a package of an extra is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import BadValue
from ..text import msg


@contextmanager
def needing(extra: str, package: str) -> Iterator[None]:
    """Turn a missing *package* into a `BadValue` that names the *extra* to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = f"pip install 'splitpick[{extra}]'"
        raise BadValue(
            msg(
                "extra-missing", "{package} is missing: {command}", package=package, command=command
            )
        ) from error
