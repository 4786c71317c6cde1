"""Changes to a text that YAML may have been meant by: quotes, commas, colons, brackets.

Each is a guess; `reader` offers the first one with which the text can be read.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ...errors import Edit
from .lookalikes import made_plain, odd_at

_STARTS = re.compile(r"(?<=: )|(?<=- )|(?<=[{\[])|(?<=, )")
_KEY = re.compile(r"([A-Za-z][\w.-]*):(?=\s|$)")
_TEXT_KEY = re.compile(
    r"name|description|credits|pirate|card|text|title|rules|[a-z]{2}(-[A-Z]{2})?(\.[a-z]+)?"
)
_QUOTABLE = {
    *("stray-colon", "open-bracket", "open-brace", "stray-text", "stray-character", "open-quote"),
    *("anchor", "alias", "tag", "missing-value", "missing-colon", "bad-escape", "syntax"),
    *("unfinished", "directive"),
}


def repairs(
    code: str, lines: Sequence[str], number: int, column: int, opened: int
) -> Iterator[tuple[str, Edit]]:
    """Yield what may cure the fault *code* at *column* of line *number*, all counted from 0.

    Each is the kind of it, such as ``quotes``, and an edit.  *opened* is the line in which the
    text or the bracket began that is not closed.
    """
    indented = (
        at
        for at, line in enumerate(lines)
        if odd_at(line[: len(line) - len(line.lstrip())]) is not None
    )
    for at in dict.fromkeys((number, opened, number - 1, *indented)):
        if 0 <= at < len(lines) and odd_at(lines[at]) is not None:
            yield "lookalike", _whole(lines, at, made_plain(lines[at]))
            yield "lookalike", _whole(lines, at, made_plain(lines[at].replace("\u201a", ",")))
    yield from _signs(code, lines, number)
    for at in dict.fromkeys((opened, number)):
        line = lines[at] if 0 <= at < len(lines) else ""
        if match := re.search(r"\s(//)", line):
            yield "comment", _at(at, match.start(1), match.end(1), "#")
        if (match := re.search(r"\s#\S", line)) and code in (
            "open-brace",
            "open-bracket",
            "unfinished",
        ):
            yield from (("quotes", edit) for edit in _quotes(lines, at, match.end() - 1))
    if code in ("missing-colon", "stray-colon", "missing-value", "stray-text"):
        for at in dict.fromkeys((number, opened)):
            if 0 <= at < len(lines):
                yield from _braces(lines, at)
    if code in ("missing-colon", "stray-colon", "missing-value", "indentation"):
        for at in dict.fromkeys((opened, number, number - 1)):
            if 0 <= at < len(lines):
                yield from (("colon", edit) for edit in _colons(lines, at))
    if code in ("open-brace", "open-bracket", "stray-colon", "stray-text"):
        for match in re.finditer(r"(?<=[{,\s])[A-Za-z][\w.-]*(\s+)(?=[{\[])", lines[number]):
            yield "colon", _at(number, match.start(1), match.end(1), ": ")
        if semicolon := re.search(r";(?=\s)", lines[opened] if opened < len(lines) else ""):
            yield "semicolon", _at(opened, semicolon.start(), semicolon.end(), ",")
        if word := _word_before(lines, number, column):
            yield "comma", _at(number, word, word, ", ")
        if sign := {"open-brace": "}", "open-bracket": "]"}.get(code):
            end = len(_bare(lines[opened])) if opened < len(lines) else 0
            if opened != number:
                yield "bracket", _at(opened, end, end, sign)
            yield "bracket", _at(number, column, column, sign)
            yield "bracket", _at(number, column, column + 1, sign)
    if code in ("anchor", "tag", "block-text"):
        key = (_KEY.findall(lines[number]) or [""])[-1]
        match = re.compile(r"\S+\s+(?=[-\w{\[])").match(lines[number], column)
        if match and (code == "block-text" or not _TEXT_KEY.fullmatch(key)):
            yield "sign", _at(number, column, match.end(), "")
    if code in _QUOTABLE:
        for at in dict.fromkeys((number, opened)):
            if 0 <= at < len(lines):
                end = column if at == number else len(lines[at])
                yield from (("quotes", edit) for edit in _quotes(lines, at, end))
    if code in ("open-brace", "open-bracket", "unfinished", "stray-colon", "stray-text"):
        for at in dict.fromkeys((opened, number)):
            if 0 <= at < len(lines):
                end = len(_bare(lines[at]))
                for sign in "}", "]", "}}", "]}", "}]":
                    yield "bracket", _at(at, end, end, sign)
    if code in ("stray-text", "missing-value", "indentation", "stray-character"):
        for match in re.finditer(r"[}\],]", lines[number]):
            yield "sign", _at(number, match.start(), match.end(), "")
    if code in ("stray-dash",):
        start = re.match(r"\s*[\w.-]+:", lines[number])
        if start:
            indent = " " * (len(lines[number]) - len(lines[number].lstrip()) + 2)
            yield "dash", _at(number, start.end(), column, f"\n{indent}")
    if code in ("indentation", "stray-colon", "missing-colon", "stray-dash", "stray-text"):
        for at in dict.fromkeys((number, opened)):
            if 0 <= at < len(lines):
                now = len(lines[at]) - len(lines[at].lstrip())
                known = {len(line) - len(line.lstrip()) for line in lines[:at] if line.strip()}
                before = next((line for line in reversed(lines[:at]) if line.strip()), "")
                if re.search(r":\s*(#.*)?$", before):  # its value is to come
                    inner = len(before) - len(before.lstrip()) + 2
                    if inner != now:
                        yield "indent", _at(at, 0, now, " " * inner)
                for depth in sorted(known - {now}, key=lambda each: (abs(each - now), -each)):
                    yield "indent", _at(at, 0, now, " " * depth)
                    if block := _block(lines, at, now):
                        moved = "\n".join(" " * depth + line[now:] for line in block)
                        end = at + len(block) - 1
                        yield "indent", Edit(at + 1, 1, end + 1, len(lines[end]) + 1, moved)


def _signs(code: str, lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield edits of a line that is none: a dash to be mended, or what is no part of the rules."""
    line = lines[number] if number < len(lines) else ""
    indent = len(line) - len(line.lstrip())
    if code in ("directive", "several-documents"):
        yield "line", Edit(number + 1, 1, number + 2, 1, "")
    if bullet := re.match(r"[-*+](?=[{\w])\s*|[*+]\s+", line[indent:]):
        yield "bullet", _at(number, indent, indent + bullet.end(), "- ")
    dashes = [near for near in lines[max(0, number - 1) : number + 2] if near.strip()]
    if line[indent:][:1] == "{" and any(re.match(rf" {{{indent}}}- ", near) for near in dashes):
        yield "bullet", _at(number, indent, indent, "- ")


def _braces(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that puts ``least: 1, most: 3`` into braces, also if in round ones."""
    line = _bare(lines[number])
    match = re.match(r"\s*(?:- |[A-Za-z][\w.-]*: )(?:- )?\s*(.*)$", line)
    inner = match and re.fullmatch(
        r"\(?([A-Za-z][\w.-]*: [^(){}]*, *[A-Za-z][\w.-]*: [^(){}]*?)\)?", match[1]
    )
    if match and inner:
        yield "braces", _at(number, match.start(1), len(line), f"{{{inner[1]}}}")


def _block(lines: Sequence[str], first: int, indent: int) -> list[str]:
    """Return the lines from *first* on that are indented at least by *indent*, if several."""
    block = [*takewhile(lambda line: len(line) - len(line.lstrip()) >= indent, lines[first:])]
    return block if len(block) > 1 else []


def _at(number: int, start: int, end: int, text: str) -> Edit:
    return Edit(number + 1, start + 1, number + 1, end + 1, text)


def _whole(lines: Sequence[str], number: int, text: str) -> Edit:
    return _at(number, 0, len(lines[number]), text)


def _bare(line: str) -> str:
    """Return *line* without a comment at its end."""
    return re.sub(r"(?:^|\s+)#.*$", "", line).rstrip()


def _colons(lines: Sequence[str], number: int) -> Iterator[Edit]:
    """Yield edits that make ``turns 8``, ``turns:8`` or ``turns = 8`` a key with its value."""
    line = lines[number]
    for match in re.finditer(
        r"(?:(?<=^)|(?<=[{,\s]))([A-Za-z][\w.-]*)(\s*(?:[=;:]+>?|->)\s*|\s+)(?=\S)", line
    ):
        if not re.fullmatch(r":\s+", match[2]):
            yield _at(number, match.start(2), match.end(2), ": ")
    if alone := re.match(r"\s*(?:- )?[A-Za-z][\w.-]*(?=\s*$)", line):
        yield _at(number, alone.end(), alone.end(), ":")


def _word_before(lines: Sequence[str], number: int, column: int) -> int | None:
    """Return where the word before the colon at *column* begins, if it is a key elsewhere, too."""
    line = lines[number]
    match = re.search(r"(?<=\s)[A-Za-z][\w.-]*$", line[:column])
    if not match or line[: match.start()].rstrip().endswith(","):
        return None
    key = _KEY.findall(line[: match.start()])
    if key and (
        not _TEXT_KEY.fullmatch(key[-1]) or {*map(len, (key[-1], match[0]))} == {2}
    ):  # or it is a language after another
        return match.start()
    text = "\n".join([*lines[:number], line[: match.start()], *lines[number + 1 :]])
    return match.start() if match[0] in _KEY.findall(text) else None


def _quotes(lines: Sequence[str], number: int, column: int) -> Iterator[Edit]:
    """Yield edits that put quotes around a value that begins at or before *column*."""
    line = lines[number]
    begins = [match.start() for match in _STARTS.finditer(line) if match.start() <= column]
    for start in reversed(begins[-4:]):
        start += len(line[start:]) - len(line[start:].lstrip())
        ends = [match.start() for match in re.finditer(r"[,}\]]", line) if match.start() > start]
        whole = len(line.rstrip())
        key = _KEY.findall(line[:start])
        if key and not _TEXT_KEY.fullmatch(key[-1]):
            continue
        inside = re.search(r"[{\[]", line[:start])
        for end in [*ends[:12], whole] if inside else [len(_bare(line)), whole]:
            value = line[start:end].strip()
            if (
                value
                and end > start
                and (value[0] not in "[{" or re.match(r"[\[{]\w+[\]}]", value))
            ):
                yield _at(number, start, start + len(line[start:end].rstrip()), quoted(value))


def quoted(text: str) -> str:
    """Return *text* in double quotes; quotes around all of it are replaced."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif text[:1] in ("'", '"') and text.count(text[0]) == 1:
        text = text[1:]
    return json.dumps(text, ensure_ascii=False)
