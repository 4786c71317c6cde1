"""Ctrl-C in the middle of a thought.  This module is never compiled."""

from __future__ import annotations


def check_signals() -> None:
    """Raise `KeyboardInterrupt` if it is due: Python asks at each call of a function like this.

    Compiled code never asks by itself.
    """
