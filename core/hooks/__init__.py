"""The plugin interface: `hookimpl` marks a plugin's functions, and `specs` lists the hooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pluggy

PROJECT = "splitpick"

API = 1
"""Version of the plugin interface, increased by a change that may break working plugins."""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Decorator for a plugin's implementation of one of the hooks in `specs`."""

hookspec = pluggy.HookspecMarker(PROJECT)


def provide(*effects: type[Any]) -> Callable[[], list[type[Any]]]:
    """Return an implementation of the hook ``splitpick_effects`` that returns *effects*.

    A compiled module needs it, because functions that are compiled cannot be marked.
    """
    implementation: Callable[[], list[type[Any]]] = hookimpl(lambda: [*effects])
    return implementation
