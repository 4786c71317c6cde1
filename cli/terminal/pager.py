"""Text longer than the screen, page by page in the reader's own pager."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence

from ..screen import Screen

PAGER = "less -R"
"""What shows pages where ``PAGER`` says nothing."""

NOT_STARTED = (126, 127)
"""What a shell returns for a command that cannot be run or found."""


def show_pages(screen: Screen, lines: Sequence[str], pager: bool) -> None:
    """Show *lines*; *pager* allows to do it page by page where there are more than fit."""
    if not (pager and len(lines) >= screen.height and _turn_pages(screen, lines)):
        screen.line("\n".join(lines))


def _turn_pages(screen: Screen, lines: Sequence[str]) -> bool:
    """Hand *lines* to the reader's pager; return whether there was one."""
    if not (screen.terminal and screen.asks_terminal):
        return False
    try:
        command = shlex.split(os.environ.get("PAGER") or PAGER)
    except ValueError:  # a quotation mark that is not closed
        return False
    if not command or shutil.which(command[0]) is None:
        return False
    try:
        # As git does: less shall show the bold headings, and leave the screen as it is.
        environment = {"LESSCHARSET": "utf-8", "LESS": "RX", **os.environ}
        reader = subprocess.Popen(command, stdin=subprocess.PIPE, encoding="utf-8", env=environment)
    except OSError:
        return False
    try:
        reader.communicate("\n".join(lines) + "\n")
    except (BrokenPipeError, KeyboardInterrupt):  # left before the end, or Ctrl-C inside the pager
        reader.wait()
    return reader.returncode not in NOT_STARTED
