"""Characters that no text may hold: those that steer a terminal or disguise the text."""

import re

from ..text import Message, msg

FORBIDDEN = re.compile(
    # C0 except tab and line ends, C1; separators that other programs take for line ends
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
    # marks that change the reading direction and so make a line look different
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    # surrogates, a byte order mark inside the text, and noncharacters
    "\ud800-\udfff\ufeff\ufdd0-\ufdef\ufffe\uffff]"
)
"""Pattern of one character that no rule set may contain."""

LINE_END = re.compile("\r\n|\r|\n")
"""Pattern of what ends a line of a rule set."""

NOT_UTF_8 = msg("not-utf-8", "This file must be saved as UTF-8.")


def harmless(text: str) -> str:
    """Return *text* with a space for each tab, and U+FFFD for each forbidden character."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", " "))


def excerpt(text: str, most: int = 40) -> str:
    """Return *text* for a message: `harmless`, on one line, cut to *most* characters."""
    line = " ".join(harmless(text[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 3] + "..."


def forbidden(character: str) -> Message:
    """Return the message about *character*, a tab or one that `FORBIDDEN` matches."""
    if character == "\t":
        return msg("tab", "This line is indented with a tab: use spaces.")
    if "\udc80" <= character <= "\udcff":  # a byte that Python could not decode
        return NOT_UTF_8
    return msg(
        "forbidden-character",
        "The character {character} is invisible or controls the terminal: remove it.",
        character=f"U+{ord(character):04X}",
    )
