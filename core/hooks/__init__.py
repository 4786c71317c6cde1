"""The plugin interface: `hookimpl` marks a plugin's functions, and `specs` lists the hooks."""

from __future__ import annotations

import pluggy

PROJECT = "splitpick"

API = 1
"""Version of the plugin interface; a plugin that needs a later one is refused.

It is raised when working plugins may break. Additions, such as a new hook, do not change it: a
plugin that needs one depends on the version of splitpick that introduced it.
"""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Decorator for a plugin's implementation of one of the hooks in `specs`."""

hookspec = pluggy.HookspecMarker(PROJECT)
