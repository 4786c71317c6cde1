"""What plugins hook into: `hookimpl` marks a plugin's functions, `specs` says which there are."""

from __future__ import annotations

import pluggy

PROJECT = "splitpick"

API = 1
"""The version of everything a plugin may use; a plugin that was written for a later one is refused.

It goes up when a plugin that worked could stop working.  What is new, such as a hook more, does not
change it: a plugin that needs that asks for the version of splitpick that brought it.
"""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as one of the hooks in `specs`."""

hookspec = pluggy.HookspecMarker(PROJECT)
