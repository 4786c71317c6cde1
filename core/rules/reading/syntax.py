"""Causes of what PyYAML cannot parse, in our words: its own sentences are English and technical."""

from __future__ import annotations

import re
from dataclasses import replace

from yaml.error import Mark, MarkedYAMLError

from ...text import Message, msg

GENERAL = msg("syntax", "This is not valid YAML.")
TAG = msg("tag", "A rule set has no tags: leave out the word that begins with !.")
ANCHOR = msg("anchor", "A rule set has no anchors: leave out the word that begins with & or *.")
ALIAS = msg("alias", "A rule set has no aliases: write out what is meant.")
DIRECTIVE = msg("directive", "A rule set has no directives: leave out the line that begins with %.")
_COLON = msg("missing-colon", "A key must be followed by a colon and a space.")
_QUOTE = msg("open-quote", "The quote that closes this text is missing.")
_STRAY_COLON = msg(
    "stray-colon",
    "A colon is not allowed here: is the line indented wrongly, or does a text need quotes?",
)
_DASH = msg("stray-dash", "A list cannot begin here: put its first dash on a line of its own.")
_INDENTATION = msg(
    "indentation", "This line is indented too far, or not far enough, for the lines above it."
)
_STRAY_TEXT = msg(
    "stray-text", "This does not fit what comes before it: is a quote or a comma missing?"
)
_BRACKET = msg("open-bracket", "A comma is missing, or the ] for the bracket in line {line}.")
_BRACE = msg("open-brace", "A comma is missing, or the }} for the brace in line {line}.")
_ESCAPE = msg("bad-escape", 'Between two " a \\ begins an escape, and this is not one: write \\\\.')
_CHARACTER = msg(
    "stray-character", "No text can begin with this character: put the text in quotes."
)
_END = msg("unfinished", "The file ends here, but a bracket or brace is still open.")
_VALUE = msg("missing-value", "A value is missing here, or this character is one too many.")
_BLOCK = msg("block-text", "The line must end after | or >; the text begins on the next line.")

_CAUSES = {
    "; could not find expected ':'": _COLON,
    "; found unexpected (end of stream|document separator)": _QUOTE,
    "; mapping values": _STRAY_COLON,
    "; sequence entries": _DASH,
    "; expected (<block end>|'<document start>').*(start>'|'-')$": _INDENTATION,
    "; expected (<block end>|'<document start>')": _STRAY_TEXT,
    "; expected ',' or ']'": _BRACKET,
    "; expected ',' or '}'": _BRACE,
    "; (found unknown escape character|expected escape sequence)": _ESCAPE,
    "; found character": _CHARACTER,
    "; expected the node content.*stream end": _END,
    "; expected the node content": _VALUE,
    "undefined tag handle|a tag;": TAG,
    "YAML directive|incompatible YAML|duplicate tag handle|a directive;": DIRECTIVE,
    "a block scalar;": _BLOCK,
    "an (anchor|alias);": ANCHOR,
}
"""Causes by parts of PyYAML's ``context; problem``; the first that fits counts."""


def explain(error: MarkedYAMLError) -> tuple[Message, Mark | None]:
    """Return what is wrong, and where."""
    told = f"{error.context or ''}; {error.problem or ''}"
    message = next((cause for part, cause in _CAUSES.items() if re.search(part, told)), GENERAL)
    opened = error.context_mark
    if message in (_COLON, _QUOTE) and opened:  # PyYAML sees it late: the text began there
        return message, opened
    return replace(message, params={"line": opened.line + 1 if opened else 0}), error.problem_mark
