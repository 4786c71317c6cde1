"""Messages about faults that a change to the text cures, at their places."""

import re
from dataclasses import replace

from ...errors import Edit, Finding
from ...text import Message, msg
from ..value_findings import (
    INDENTATION,
    MISSING_COLON,
    NOT_A_LIST,
    NOT_A_NUMBER,
    missing_key,
    to_write,
)
from .lookalikes import odd_at, odd_character
from .pasted_text import COMMENT_SIGN

BLOCK_TEXT = msg("block-text", "After | or >, the text begins on the next line.")
NO_DASH = msg("no-dash", "No dash belongs before this key.")
LIST_DASH = msg("list-dash", "An item of a list begins with a dash and a space.")


def explained(finding: Finding, kind: str, edit: Edit, line: str) -> Finding:
    """Return *finding* as the fault of *kind* that *edit* cures, at its place in *line*."""
    message: Message | None = None
    if kind == "markup":
        column = len(line) - len(line.lstrip()) + 1
        message = msg(
            "pasted-sign", "This sign belongs to Markdown or to an email, not to the rule set."
        )
        return replace(
            finding, line=edit.line, column=column, length=1, message=message, source=line,
            end=None, edits=(edit,),
        )  # fmt: skip
    if kind == "lookalike":
        at = odd_at(line) or 0
        message = odd_character(line, at)
        return replace(
            finding, line=edit.line, column=at + 1, length=1, message=message, source=line,
            end=None, edits=(edit,),
        )  # fmt: skip
    if kind == "quotes" and finding.message.code not in ("bad-escape", "syntax", "open-quote"):
        message = msg("needs-quotes", "This text needs quotes: {write}", write=edit.text)
    if kind == "key":
        message = missing_key(*edit.text.removesuffix(",").split(": "))
    if kind == "list":
        message = to_write(NOT_A_LIST, edit.text)
    if kind == "dash-less" and finding.message.code != "not-a-ruleset":
        message = NO_DASH
    if kind == "bullet" and edit.text == "- ":
        message = LIST_DASH
    if kind == "number":
        message = to_write(NOT_A_NUMBER, edit.text)
    if kind == "folded":
        message = BLOCK_TEXT
    if kind == "lines":
        key = edit.text.split("\n")[1].strip().partition(":")[0]
        shared = msg(
            "shared-line", 'There is already a value here: "{key}" begins a line of its own.'
        )
        message = shared.filled(key=key)
    if kind == "braces":
        message = msg(
            "needs-braces", "Several keys on a line need braces: {write}", write=edit.text
        )
    if message:
        length = edit.end_column - edit.column
        return replace(
            finding, line=edit.line, column=edit.column, length=length, message=message,
            source=line, end=None, edits=(edit,),
        )  # fmt: skip
    if kind == "colon":
        word = re.search(r"[\"']?[\w.-]*[\"']?$", line[: edit.column - 1])
        column = word.start() + 1 if word else edit.column
        message = MISSING_COLON
        return replace(
            finding, line=edit.line, column=column, length=edit.column - column or 1,
            message=message, source=line, end=None, edits=(edit,),
        )  # fmt: skip
    if kind == "line":
        return replace(finding, edits=(edit,))
    if kind == "above":
        return replace(
            finding, line=edit.line, column=edit.end_column, length=1, message=INDENTATION,
            source=line, end=None, edits=(edit,),
        )  # fmt: skip
    if kind in ("bracket", "bullet", "dash-less", "semicolon") and edit.line <= finding.line:
        return replace(
            finding, line=edit.line, column=edit.column, length=1, source=line, end=None,
            edits=(edit,),
        )  # fmt: skip
    if kind == "comma":
        return replace(finding, line=edit.line, column=edit.end_column, source=line, edits=(edit,))
    if kind == "comment":
        return replace(
            finding, line=edit.line, column=edit.column, length=2, message=COMMENT_SIGN,
            source=line, end=None, edits=(edit,),
        )  # fmt: skip
    if kind == "indent":
        column = len(line) - len(line.lstrip()) + 1
        return replace(
            finding, line=edit.line, column=column, length=1, message=INDENTATION, source=line,
            end=None, edits=(edit,),
        )  # fmt: skip
    return replace(finding, edits=(edit,))
