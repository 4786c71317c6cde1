"""What PyYAML cannot parse, in our words: its own are English, technical and change."""

from __future__ import annotations

from dataclasses import replace

from yaml.error import Mark, MarkedYAMLError

from ..text import Message, msg
from .nodes import Place, Source

GENERAL = msg("syntax", "This is not valid YAML.")
"""What is said where nothing better is known."""

TAG = msg("tag", "A rule set has no tags: leave out the word that begins with !.")
ANCHOR = msg("anchor", "A rule set has no anchors: leave out the word that begins with & or *.")
DIRECTIVE = msg("directive", "A rule set has no directives: leave out the line that begins with %.")

_INDENTATION = msg(
    "indentation", "This line is indented too far or not far enough for what stands above it."
)
_STRAY_TEXT = msg(
    "stray-text", "This does not belong to what stands before it: is a quote or a comma missing?"
)
_ESCAPE = msg("bad-escape", 'Between two " a \\ begins an escape, and this is none: write \\\\.')
_BRACKET = msg("open-bracket", "A comma is missing, or the ] for the bracket in line {line}.")
_BRACE = msg("open-brace", "A comma is missing, or the }} for the brace in line {line}.")
_QUOTE = msg("open-quote", "The quote that closes this text is missing.")
_BLOCK = msg("block-text", "Behind | or > the line must end; the text begins in the next line.")
_COLON = msg(
    "stray-colon",
    "A colon cannot stand here: is the line indented wrongly, or does a text need quotes?",
)

# By how PyYAML's sentence of the problem begins and ends.  What is not listed here, or is worded
# differently one day, gets the general message.
_PROBLEMS: tuple[tuple[str, str, Message], ...] = (
    ("mapping values are not allowed here", "", _COLON),
    (
        "sequence entries are not allowed here",
        "",
        msg("stray-dash", "A list cannot begin here: put its first dash on a line of its own."),
    ),
    ("expected <block end>", "start>'", _INDENTATION),
    ("expected <block end>", "'-'", _INDENTATION),
    ("expected <block end>", "", _STRAY_TEXT),
    ("expected '<document start>'", "start>'", _INDENTATION),
    ("expected '<document start>'", "", _STRAY_TEXT),
    ("expected ',' or ']'", "", _BRACKET),
    ("expected ',' or '}'", "", _BRACE),
    ("found unknown escape character", "", _ESCAPE),
    ("expected escape sequence", "", _ESCAPE),
    (
        "found character",
        "",
        msg("stray-character", "No text can begin with this character: put the text in quotes."),
    ),
    (
        "expected the node content",
        "'<stream end>'",
        msg("unfinished", "The file ends here, but a bracket or brace is still open."),
    ),
    (
        "expected the node content",
        "",
        msg("missing-value", "Here a value should stand, or this is one character too many."),
    ),
    ("found undefined tag handle", "", TAG),
    ("found duplicate YAML directive", "", DIRECTIVE),
    ("found incompatible YAML document", "", DIRECTIVE),
    ("duplicate tag handle", "", DIRECTIVE),
)

# The same for problems that are seen too late: where it began, the context, is the better place.
_SEEN_LATE: tuple[tuple[str, Message], ...] = (
    (
        "could not find expected ':'",
        msg("missing-colon", "A key needs a colon and a blank behind it."),
    ),
    ("found unexpected end of stream", _QUOTE),
    ("found unexpected document separator", _QUOTE),
)

# By what PyYAML was doing, where its problem is "expected this, but found that".
_CONTEXTS: tuple[tuple[str, Message], ...] = (
    ("while scanning a block scalar", _BLOCK),
    ("while scanning a directive", DIRECTIVE),
    ("while scanning an anchor", ANCHOR),
    ("while scanning an alias", ANCHOR),
    ("while scanning a tag", TAG),
    ("while parsing a tag", TAG),
)


def explain(error: MarkedYAMLError) -> tuple[Message, Mark | None]:
    """Say what is wrong, and where."""
    problem, context = error.problem or "", error.context or ""
    for start, message in _SEEN_LATE:
        if problem.startswith(start):
            return message, error.context_mark or error.problem_mark
    for start, end, message in _PROBLEMS:
        if problem.startswith(start) and problem.endswith(end):
            opened = error.context_mark.line + 1 if error.context_mark else 0
            # Only the brackets' messages speak of a line.
            return replace(message, params={"line": opened}), error.problem_mark
    for start, message in _CONTEXTS:
        if context.startswith(start):
            return message, error.problem_mark
    return GENERAL, error.problem_mark


def place_at(source: Source, mark: Mark) -> Place:
    """Return the place of the word at *mark*; what is missing at the end is missing behind it."""
    lines = source.lines
    number, column = mark.line, mark.column
    left = [lines[number][column:], *lines[number + 1 :]] if number < len(lines) else []
    if not any(line.strip() for line in left):
        number = max((n for n, line in enumerate(lines) if line.strip()), default=0)
        column = len(lines[number].rstrip())
    word = lines[number][column:].split(" ", 1)[0]
    return Place(source, number + 1, column + 1, max(1, len(word)))
