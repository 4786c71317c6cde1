"""A clear message where a package of an extra is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .. import errors
from ..text import msg


@contextmanager
def needing(extra: str, package: str) -> Iterator[None]:
    """Turn a missing *package* into a `BadValue` that names the *extra* to install."""
    missing = msg("extra-missing", "{package} is missing: {command}", package=package)
    with errors.needing(extra, missing):
        yield
