"""Edits of a text: the cures of findings, applied."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ...errors import Edit
from ..characters import LINE_END

NOTHING = frozenset({"0", "false", "none", "no", "kein", "keine", "geen", "null"})
"""Words for nothing: what says that there is none may be left out."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return *text* with *edits* made; one that overlaps an earlier one is left out."""
    return edited(text, edits)[0]


def edited(text: str, edits: Iterable[Edit]) -> tuple[str, list[tuple[int, int, Edit]]]:
    """Return what `apply_edits` returns, and start and end of what each of *edits* put in there."""
    made, put_in = "", list[tuple[int, int, Edit]]()
    done = 0
    for start, end, edit in _spans(text, edits):
        if start >= done:
            made += text[done:start]
            put_in.append((len(made), len(made) + len(edit.text), edit))
            made += edit.text
            done = end
    return made + text[done:], put_in


def loses_values(text: str, edits: Sequence[Edit]) -> bool:
    """Return whether *edits* take a value out of *text* that they do not write elsewhere.

    Only what is taken out whole counts: what is written in place of something is a spelling of it.
    """
    lost, written = Counter[str](), Counter[str]()
    for start, end, (*_, new) in _spans(text, edits):
        written += _values(new)
        if not new.strip():
            lost += _values(text[start:end])
    return bool(lost - written)


def _spans(text: str, edits: Iterable[Edit]) -> list[tuple[int, int, Edit]]:
    """Return the first and last characters of each of *edits* of *text*, in their order there."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]

    def offset(line: int, column: int) -> int:
        return min(starts[line - 1] + column - 1, len(text)) if line <= len(starts) else len(text)

    return sorted(
        (
            (offset(edit.line, edit.column), offset(edit.end_line, edit.end_column), edit)
            for edit in dict.fromkeys(edits)
        ),
        key=lambda span: (*span[:2], span[2].text),
    )


def _values(text: str) -> Counter[str]:
    """Count the words of *text*, without comments, keys, signs of YAML, and words for nothing."""
    signs = r"(^|\s)#.*$|^%.*$|```\w*|[!&*]+[\w;]+|[\w.-]+[\"\']?\s*:(?=[\s,}\]]|$)"
    left = re.sub(f"(?m){signs}", " ", text)
    words = re.findall(r"\w[\w-]*|[\u2600-\u27bf\U0001f300-\U0001faff]", left)
    return Counter(word for word in words if word.casefold() not in NOTHING)
