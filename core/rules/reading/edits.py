"""Edits of a text: the cures of findings, applied."""

from collections.abc import Iterable

from ...errors import Edit
from ..characters import LINE_END


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return *text* with *edits* made; one that overlaps an earlier one is left out."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]

    def offset(line: int, column: int) -> int:
        return min(starts[line - 1] + column - 1, len(text)) if line <= len(starts) else len(text)

    spans = [
        (offset(edit.line, edit.column), offset(edit.end_line, edit.end_column), edit.text)
        for edit in dict.fromkeys(edits)
    ]
    parts: list[str] = []
    done = 0
    for start, end, new in sorted(spans):
        if start >= done:
            parts += [text[done:start], new]
            done = end
    return "".join([*parts, text[done:]])
