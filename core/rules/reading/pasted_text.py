"""Texts that are a rule set and something more, as when they are pasted: what they are, once."""

import re
from collections.abc import Iterator, Sequence

from ...errors import Edit, Finding
from ...text import Message, msg
from ..characters import LINE_END

_COMMENT = re.compile(r"\s*(//|/\*|--(?!-)|;|<!--|\"{3}|'{3})")
_CONFLICT = re.compile(r"(<{7}|={7}|>{7})(\s|$)")
_FENCE = re.compile(r"\s*(```|~~~)")
_HTML = re.compile(r"\s*<(!doctype|[?]xml|[a-z][a-z0-9]*[\s>])", re.IGNORECASE)
_PROMPT = re.compile(r"([^\s#]*[$%>]|PS .*>|[A-Z]:\\.*>)\s+[a-z]+(-[a-z]+)*\s.*\.ya?ml\W*$")
_DIFF_HEAD = re.compile(r"(diff --|index [0-9a-f]+\.|--- \S|\+\+\+ \S|@@ )")
_ADDED = re.compile(r"\+\s*([a-z-]+:|- |$)")
_REMOVED = re.compile(r"-([a-z-]+:| )")
_NUMBER = re.compile(r"\s*\d+[.:|)]?(\s|$)\s?")

_CONFLICTS = msg(
    "merge-conflict", "These are the marks of a merge conflict: keep one side and remove the marks."
)
_FENCES = msg("pasted-fence", "This line belongs to Markdown, not to the rule set: remove it.")
_PAGE = msg("pasted-page", "This is a web page, not a rule set: save the rule set itself.")
_DIFF = msg("pasted-diff", "This is a diff: remove the signs before the lines.")
_NUMBERS = msg("pasted-numbers", "There are line numbers before the lines: remove them.")
_PROMPTS = msg("pasted-prompt", "This line belongs to a terminal, not to the rule set: remove it.")
COMMENT_SIGN = msg("comment-sign", "This is not the sign of a comment: write #")


def find_pasted(name: str, text: str) -> list[Finding]:
    """Return one finding that says what *text* is beside YAML, with the edits; or none.

    Only for a text that is not read as a rule set: a fence may stand in a description, too.
    """
    lines = LINE_END.split(text)
    found = (
        _conflict(lines)
        or _fence(lines)
        or _page(lines)
        or _prompt(lines)
        or _diff(lines)
        or _numbers(lines)
        or _comment(lines)
    )
    if not found:
        return []
    number, message, edits = found
    line = lines[number]
    column = len(line) - len(line.lstrip())
    sign = re.compile(r"\S+").match(line, column)
    length = len(sign[0]) if sign else 1
    return [Finding(name, number + 1, column + 1, length, message, line, edits=tuple(edits))]


_Found = tuple[int, Message, Sequence[Edit]]


def _cut(number: int, length: int, text: str = "") -> Edit:
    """Return the edit that replaces the first *length* characters of line *number* (from 0)."""
    return Edit(number + 1, 1, number + 1, length + 1, text)


def _line(number: int) -> Edit:
    return Edit(number + 1, 1, number + 2, 1, "")


def _conflict(lines: Sequence[str]) -> _Found | None:
    marks = [number for number, line in enumerate(lines) if _CONFLICT.match(line)]
    if not marks:
        return None
    drop, ours = [], True
    for number, line in enumerate(lines):  # the cure keeps the first side
        if line.startswith("=" * 7):
            ours = False
        if not ours or number in marks:
            drop.append(number)
        if line.startswith(">" * 7):
            ours = True
    return marks[0], _CONFLICTS, [*map(_line, drop)]


def _fence(lines: Sequence[str]) -> _Found | None:
    marks = [number for number, line in enumerate(lines) if _FENCE.match(line)]
    if not marks:
        return None
    before = range(marks[0])
    prose = [number for number in before if not re.match(r"\s*(#|[a-z-]+:|$)", lines[number])]
    after = range(marks[1] + 1, len(lines)) if len(marks) > 1 else ()
    drop = sorted({*marks, *(before if prose else ()), *after})
    return marks[0], _FENCES, [_line(number) for number in drop if lines[number] or number in marks]


def _page(lines: Sequence[str]) -> _Found | None:
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    return (first, _PAGE, []) if _HTML.match(lines[first]) else None


def _prompt(lines: Sequence[str]) -> _Found | None:
    """Return the first line if a command stands there, such as ``$ cat my-deck.yaml``."""
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    return (first, _PROMPTS, [_line(first)]) if _PROMPT.match(lines[first]) else None


def _diff(lines: Sequence[str]) -> _Found | None:
    heads = [number for number, line in enumerate(lines) if _DIFF_HEAD.match(line)]
    added = [number for number, line in enumerate(lines) if _ADDED.match(line)]
    if not added:
        return None
    removed = {number for number, line in enumerate(lines) if _REMOVED.match(line)} - {*heads}
    written = [line for number, line in enumerate(lines) if line and number not in heads]
    context = bool(heads) or all(line[0] in " +-" for line in written)
    edits: list[Edit] = []
    for number, line in enumerate(lines):
        gone = (number in removed and not line.startswith("- ")) or (line[:1] == "-" and context)
        if number in heads or gone:
            edits.append(_line(number))
        elif number in added or (context and line[:1] in (" ", "+")):
            edits.append(_cut(number, 1))
    return min([*heads, *added]), _DIFF, edits


def _numbers(lines: Sequence[str]) -> _Found | None:
    written = [(number, line) for number, line in enumerate(lines) if line.strip()]
    matches = [(number, _NUMBER.match(line)) for number, line in written]
    if len(written) < 3 or not all(match for _, match in matches):
        return None
    return (
        written[0][0],
        _NUMBERS,
        [_cut(number, len(match[0])) for number, match in matches if match],
    )


def _comment(lines: Sequence[str]) -> _Found | None:
    edits = [*_comments(lines)]
    return (edits[0].line - 1, COMMENT_SIGN, edits) if edits else None


def _comments(lines: Sequence[str]) -> Iterator[Edit]:
    inside = False
    for number, line in enumerate(lines):
        sign = _COMMENT.match(line)
        if inside:
            yield _cut(number, 0, "# ")
        elif sign:
            yield _cut(number, len(sign[0]), sign[0][: sign.start(1)] + "#")
        inside = (inside or bool(sign and sign[1] in ("/*", "<!--"))) and not re.search(
            r"\*/|-->", line
        )
