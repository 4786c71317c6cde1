"""Account of a match in Markdown: plain CommonMark that also reads well as it stands."""

from __future__ import annotations

import re

from ...text import Language
from ..record import Loaded, Record
from .account import Account, NarratedAction
from .templates import template

_SIGNS = re.compile(r"[\\`*_\[\]<>~$|]|&(?=#?\w+;)")
"""Characters with a meaning anywhere in a line; ~ $ and | only in some dialects."""

_AT_START = re.compile(r"^(\d{1,9}(?=[.)])|)([-+=#.)])")
"""Characters with a meaning at the start of a line; after a number, the period or bracket."""

MOST_IN_LINE = 2
"""Most sentences in a paragraph; if there are more, all but the first become a list."""


def markdown(loaded: Loaded, record: Record, language: Language, name: str = "") -> str:
    """Write the account of *record*, which has *name* in the store; raises `JournalError`."""
    account = Account(loaded, record, language, name)

    def line(done: NarratedAction) -> str:
        marks = [f"**{escape(mark)}**" for mark in done.marks]
        undone = [f"*({escape(account.labels['undone'])})*"] if done.undone else []
        beside = done.sentences[: 1 if len(done.sentences) > MOST_IN_LINE else None]
        return " ".join([*map(code, done.notations), *marks, *undone, *map(escape, beside)])

    return template("account.md.jinja").render(
        account=account, text=escape, inline=inline, code=code, line=line, most=MOST_IN_LINE
    )


def escape(text: str) -> str:
    """Escape a line of text so that Markdown shows it as it is, wherever it stands."""
    return _AT_START.sub(r"\1\\\2", inline(text))


def inline(text: str) -> str:
    """Escape text that does not begin a line."""
    return _SIGNS.sub(lambda sign: f"\\{sign.group()}", text)


def code(text: str) -> str:
    """Write *text* verbatim, as a code span."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{blank}{text}{blank}{fence}"
