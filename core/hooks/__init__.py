"""The plugin interface: `hookimpl` marks a plugin's functions, and `specs` lists the hooks."""

from __future__ import annotations

import pluggy

PROJECT = "splitpick"

API = 1
"""Version of the plugin interface, increased by a change that may break working plugins."""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Decorator for a plugin's implementation of one of the hooks in `specs`."""

hookspec = pluggy.HookspecMarker(PROJECT)
