"""Findings as people and programs read them: where, what, and the line with carets below it."""

from collections.abc import Iterator, Sequence

from ..errors import Finding, suggestion
from ..game import JSON
from ..text import Language, msg
from ..width import display_width, fitting
from .characters import harmless
from .value_findings import ERROR, WARNING

MOST_SHOWN = 50  # findings; then only the number of the others is shown
_CUT = "..."
_HEADS = {
    ERROR: msg("finding", "{where}: error[{code}]: {message}"),
    WARNING: msg("finding-warning", "{where}: warning[{code}]: {message}"),
}


def render(finding: Finding, language: Language, width: int = 100) -> list[str]:
    """Format *finding* as lines in *language*: a sentence, and its place in the file.

    The lines hold nothing that steers a terminal.  The lines with the place are cut to *width*
    columns; the sentence is never cut.
    """
    where = f"{finding.file}:{finding.line}:{finding.column}" if finding.line else finding.file
    message = finding.message
    head = _HEADS[finding.severity].filled(where=where, code=message.code, message=message)
    sentence = harmless(language.say(head).replace("\n", " "))
    return [sentence, *_place(finding, width)] if finding.line else [sentence]


def render_all(findings: Sequence[Finding], language: Language, width: int = 100) -> Iterator[str]:
    """Format the first `MOST_SHOWN` findings, and count the others."""
    for finding in findings[:MOST_SHOWN]:
        yield from render(finding, language, width)
    if (left := len(findings) - MOST_SHOWN) > 0:
        yield language.say(msg("more-findings", "... and {count} more.", count=left))


def as_json(findings: Sequence[Finding], language: Language) -> dict[str, JSON]:
    """Return the first `MOST_SHOWN` findings and the number of others, as plain values.

    The *edits* of a finding cure it, all together, and its *suggestion* is what is to stand there;
    both may be empty.  Lines and columns count from 1; the end is after the last character.
    """
    keys = ("file", "line", "column", "length", "severity")
    return {
        "findings": [
            {key: getattr(finding, key) for key in keys}
            | {"code": finding.message.code, "message": language.say(finding.message)}
            | {"end_line": finding.ends_at[0], "end_column": finding.ends_at[1]}
            | {"suggestion": suggestion(finding.message)}
            | {"edits": [edit._asdict() for edit in finding.edits]}
            for finding in findings[:MOST_SHOWN]
        ],
        "more": max(0, len(findings) - MOST_SHOWN),
    }


def _place(finding: Finding, width: int) -> list[str]:
    """Draw the line of the file, cut to *width* columns, with carets below the faulty part."""
    gutter = f"{finding.line:>6} | "
    room, line, at = width - len(gutter), finding.source, finding.column - 1
    first = max(0, at - room // 4) if len(line) > room or display_width(line) > room else 0
    before = (_CUT if first else "") + harmless(line[first:at])
    rest, left = harmless(line[at : at + room]), room - display_width(before)
    if len(line) > at + room or display_width(rest) > left:
        rest = rest[: fitting(rest, left - len(_CUT))] + _CUT
    carets = max(1, display_width(rest.removesuffix(_CUT)[: finding.length]))
    under = " " * (len(gutter) - 2) + "| " + " " * display_width(before) + "^" * carets
    return [(gutter + before + rest).rstrip(), under]
