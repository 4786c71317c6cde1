"""The account of a match in Markdown: plain CommonMark that also reads well as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...text import msg
from .account import RECORD, Account, Chapter, Passage, Step

if TYPE_CHECKING:
    from ...text import Language
    from ..record import Loaded, Record

_SIGNS = re.compile(r"[\\`*_\[\]<>~$|]|&(?=#?\w+;)")
"""What means something anywhere in a line; ~ $ and | only to some readers."""

_AT_START = re.compile(r"^(?:[-+=#]|\d{1,9}(?=[.)]))")
"""What means something at the beginning of a line; of a number the point behind it."""

MOST_IN_LINE = 2
"""How many sentences may stand behind each other; of more, all but the first are listed."""


def markdown(loaded: Loaded, record: Record, language: Language, name: str = "") -> str:
    """Write the account of *record* in *language*; *name* is what the store calls the match.

    An unfinished match is told as an onlooker may know it.  Raises `JournalError` for the first
    entry that cannot have been.
    """
    account = Account(loaded, record, language, name)
    return "\n".join(_lines(account)) + "\n"


def escape(text: str) -> str:
    """Write a line of text so that it is read as nothing but text, wherever it stands."""
    escaped = _inside(text)
    start = _AT_START.match(escaped)
    if start is None:
        return escaped
    number = start.group() if start.group().isdecimal() else ""
    return f"{number}\\{escaped[len(number) :]}"


def _inside(text: str) -> str:
    """Write text that does not begin a line."""
    return _SIGNS.sub(lambda sign: f"\\{sign.group()}", text)


def code(text: str) -> str:
    """Write *text* letter by letter, as a code span."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _lines(account: Account) -> Iterator[str]:
    words = account.words
    yield f"# {escape(account.title)}"
    yield ""
    yield f"**{escape(account.outcome)}**"
    yield ""
    for fact in account.facts:
        value = code(fact.value) if fact.exact else _inside(fact.value)
        yield f"- {escape(fact.label)}: {value}"
    for chapter in account.chapters:
        yield from _chapter(account, chapter)
    if account.scoring:
        yield from _list(words(msg("scoring-head", "Result")), account.scoring)
    yield from _list(words(msg("legend-head", "Signs and notation")), account.legend)
    yield ""
    yield f"## {escape(words(msg('record-head', 'The record')))}"
    yield ""
    yield escape(words(RECORD))
    yield ""
    yield from (f"    {command}" for command in account.commands)


def _list(heading: str, lines: list[str]) -> Iterator[str]:
    yield ""
    yield f"## {escape(heading)}"
    yield ""
    yield from (f"- {escape(line)}" for line in lines)


def _chapter(account: Account, chapter: Chapter) -> Iterator[str]:
    heading = chapter.heading or account.words(msg("story-head", "What happened"))
    yield ""
    yield f"## {escape(heading)}"
    for passage in chapter.passages:
        yield from _passage(account, passage)


def _passage(account: Account, passage: Passage) -> Iterator[str]:
    """Write a passage; a single step stands behind its actor, several are a list."""
    steps = [step for step in passage.steps if step.notations or step.sentences]
    if not steps:
        return
    yield ""
    head = f"**{passage.numbers} · {escape(passage.actor)}**"
    if len(steps) == 1:
        yield from _step(account, steps[0], f"{head} · ", "")
        return
    yield head
    yield ""
    for step in steps:
        yield from _step(account, step, "- ", "  ")


def _step(account: Account, step: Step, begin: str, indent: str) -> Iterator[str]:
    """Write a step behind *begin*; what stands below it is indented."""
    told = [escape(sentence) for sentence in step.sentences]
    below = told[1:] if len(told) > MOST_IN_LINE else []
    beside = told[: len(told) - len(below)]
    yield f"{begin}{' '.join([*_signs(account, step), *beside])}"
    yield from (f"{indent}- {sentence}" for sentence in below)
    for remark in step.remarks:
        if remark.comment:
            yield f"{indent}> {escape(remark.comment)}"


def _signs(account: Account, step: Step) -> Iterator[str]:
    """Write a step in the notation, its marks, and whether it was taken back."""
    yield from map(code, step.notations)
    yield from (f"**{escape(remark.mark)}**" for remark in step.remarks if remark.mark)
    if step.undone:
        yield f"*({escape(account.words(msg('taken-back', 'taken back')))})*"
