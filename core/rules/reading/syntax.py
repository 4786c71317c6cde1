"""What PyYAML cannot parse, in our words: its own sentences are English and technical."""

from __future__ import annotations

import re
from dataclasses import replace

from yaml.error import Mark, MarkedYAMLError

from ...text import Message, msg

GENERAL = msg("syntax", "This is not valid YAML.")
"""What is said where nothing better is known."""

TAG = msg("tag", "A rule set has no tags: leave out the word that begins with !.")
ANCHOR = msg("anchor", "A rule set has no anchors: leave out the word that begins with & or *.")
ALIAS = msg("alias", "A rule set has no aliases: write out what is meant.")
DIRECTIVE = msg("directive", "A rule set has no directives: leave out the line that begins with %.")

_INDENTATION = msg(
    "indentation", "This line is indented too far or not far enough for what stands above it."
)
_STRAY_TEXT = msg(
    "stray-text", "This does not belong to what stands before it: is a quote or a comma missing?"
)
_ESCAPE = msg("bad-escape", 'Between two " a \\ begins an escape, and this is none: write \\\\.')

_CAUSES: tuple[tuple[str, Message], ...] = (
    (
        "; could not find expected ':'",
        msg("missing-colon", "A key needs a colon and a blank behind it."),
    ),
    (
        "; found unexpected (end of stream|document separator)",
        msg("open-quote", "The quote that closes this text is missing."),
    ),
    (
        "; mapping values",
        msg(
            "stray-colon",
            "A colon cannot stand here: is the line indented wrongly, or does a text need quotes?",
        ),
    ),
    (
        "; sequence entries",
        msg("stray-dash", "A list cannot begin here: put its first dash on a line of its own."),
    ),
    ("; expected (<block end>|'<document start>').*(start>'|'-')$", _INDENTATION),
    ("; expected (<block end>|'<document start>')", _STRAY_TEXT),
    (
        "; expected ',' or ']'",
        msg("open-bracket", "A comma is missing, or the ] for the bracket in line {line}."),
    ),
    (
        "; expected ',' or '}'",
        msg("open-brace", "A comma is missing, or the }} for the brace in line {line}."),
    ),
    ("; (found unknown escape character|expected escape sequence)", _ESCAPE),
    (
        "; found character",
        msg("stray-character", "No text can begin with this character: put the text in quotes."),
    ),
    (
        "; expected the node content.*stream end",
        msg("unfinished", "The file ends here, but a bracket or brace is still open."),
    ),
    (
        "; expected the node content",
        msg("missing-value", "Here a value should stand, or this is one character too many."),
    ),
    (
        "; but found another document",
        msg("several-documents", "A file holds one rule set: what follows --- is another."),
    ),
    ("undefined tag handle|a tag;", TAG),
    ("YAML directive|incompatible YAML|duplicate tag handle|a directive;", DIRECTIVE),
    (
        "a block scalar;",
        msg("block-text", "Behind | or > the line must end; the text begins in the next line."),
    ),
    ("an (anchor|alias);", ANCHOR),
)
"""Parts of PyYAML's ``context; problem``, and what is said; the first that fits counts."""

_SEEN_LATE = ("missing-colon", "open-quote")
"""What PyYAML sees too late: the place is where the text began."""


def explain(error: MarkedYAMLError) -> tuple[Message, Mark | None]:
    """Return what is wrong, and where."""
    told = f"{error.context or ''}; {error.problem or ''}"
    message = next((cause for part, cause in _CAUSES if re.search(part, told)), GENERAL)
    if message.code in _SEEN_LATE and error.context_mark:
        return message, error.context_mark
    opened = error.context_mark.line + 1 if error.context_mark else 0
    return replace(message, params={"line": opened}), error.problem_mark
