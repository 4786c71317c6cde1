"""What plugins hook into: `hookimpl` marks a plugin's functions, `specs` says which there are."""

from __future__ import annotations

import pluggy

PROJECT = "splitpick"

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as one of the hooks in `specs`."""

hookspec = pluggy.HookspecMarker(PROJECT)
