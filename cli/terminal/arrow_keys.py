"""Lines that are being typed, and the left and right keys as words: readline types them."""

import contextlib
from collections.abc import Iterator

from ...core.text import msg

TOO_EARLY = msg("too-early", '"{text}" was not played: there was something to read first.')

KEYS = {"left": ("\\e[D", "\\eOD"), "right": ("\\e[C", "\\eOC")}
"""Codes that a terminal sends for a key, in either of its modes."""

BEFORE = {"left": ("backward-char", "ed-prev-char"), "right": ("forward-char", "ed-next-char")}
"""Name of what a key does otherwise, to GNU readline and to libedit."""


@contextlib.contextmanager
def arrows_type(left: str, right: str) -> Iterator[None]:
    """Let the left and right keys type these words where there is readline, and Enter."""
    try:
        import readline
    except ImportError:  # on Windows the words are typed
        yield
        return
    is_libedit = "libedit" in (readline.__doc__ or "")
    for key, word in (("left", left), ("right", right)):
        for sent in KEYS[key]:
            binding = f'bind -s "{sent}" "{word}\\n"' if is_libedit else f'"{sent}": "{word}\\C-m"'
            readline.parse_and_bind(binding)
    try:
        yield
    finally:
        for key, (name, edit) in BEFORE.items():
            for sent in KEYS[key]:
                before = f'bind "{sent}" {edit}' if is_libedit else f'"{sent}": {name}'
                readline.parse_and_bind(before)


def typed_so_far() -> str:
    """Return what is on the line that is being typed."""
    with contextlib.suppress(ImportError):
        import readline

        return readline.get_line_buffer()
    return ""
