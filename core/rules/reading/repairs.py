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
_JSON_KEY = re.compile(r'(?:["\d\]}]|true|false|null)\s+(?="[\w.-]+":)')  # without a comma
_TEXT_KEY = re.compile(
    r"name|description|credits|pirate|card|text|title|rules|[a-z]{2}(-[A-Z]{2})?(\.[a-z]+)?"
)
_LANGUAGE = r"(?:en|de|nl|fr|pt|pl|cs|sv|nb)(?:-[A-Z]{2})?(?:\.[a-z]{3})?"
_NEXT_TEXT = re.compile(rf"\s*[,/|]\s*(?=(?:{_LANGUAGE}|name|description|rules|text|title):\s)")
"""Comma between two texts of a mapping: no quotes go round both."""
_NEXT_KEY = re.compile(r", *[a-z]{2}(?:-[A-Z]{2})?:\s")  # perhaps a language, perhaps a word
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
    yield from _questions(lines, number)
    if marked := [at for at, line in enumerate(lines) if _unmarked(line) != line]:
        start, end = marked[0], marked[-1]
        text = "\n".join(map(_unmarked, lines[start : end + 1]))
        yield "markup", Edit(start + 1, 1, end + 1, len(lines[end]) + 1, text)
    for at in dict.fromkeys((number, opened, number - 1)):
        for colour in re.finditer(
            r"(?<=: )#[0-9A-Fa-f]{3,8}\b", lines[at] if 0 <= at < len(lines) else ""
        ):
            yield "quotes", _at(at, colour.start(), colour.end(), f'"{colour[0]}"')
    for at in dict.fromkeys((opened, number)):
        line = lines[at] if 0 <= at < len(lines) else ""
        if match := re.search(r"\s(//|/\*|<!--|--(?=\s))", line):
            yield "comment", _at(at, match.start(1), match.end(1), "#")
        if (match := re.search(r"\s#\S", line)) and code in (
            "open-brace",
            "open-bracket",
            "unfinished",
        ):
            yield from (("quotes", edit) for edit in _quotes(lines, at, match.end() - 1))
    for at in dict.fromkeys((number, opened, number - 1)):
        if 0 <= at < len(lines):
            yield from _equals(lines, at)
            for minus in re.finditer(r"(?<=: )-\s+(?=\d)", lines[at]):
                yield "sign", _at(at, minus.start(), minus.end(), "-")
            for least in re.finditer(r"(?<=: )>=\s*(\d+)", lines[at]):
                yield "number", _at(at, least.start(), least.end(), least[1])
            for star in re.finditer(r"(?<=: )\*(?=\s*[,}]|$)", lines[at]):
                yield "quotes", _at(at, star.start(), star.end(), '"*"')
    if code in ("missing-colon", "stray-colon", "missing-value", "stray-text"):
        for at in dict.fromkeys((number, opened)):
            if 0 <= at < len(lines):
                yield from _braces(lines, at)
        yield from _several_lines(lines, number)
        lists = re.search(r"(?<=: )\[[^\[\]]*\](?:\s*,\s*\[[^\[\]]*\])+$", _bare(lines[number]))
        if lists:
            yield "list", _at(number, lists.start(), lists.end(), f"[{lists[0]}]")
    if code in ("missing-colon", "stray-colon", "missing-value", "indentation"):
        for at in dict.fromkeys((opened, number, number - 1)):
            if 0 <= at < len(lines):
                yield from (("colon", edit) for edit in _colons(lines, at))
    yield from _first_keys(lines, number)
    yield from _inner_braces(lines, number)
    if code in ("open-brace", "open-bracket", "stray-colon", "stray-text"):
        for match in re.finditer(r"(?<=[{,\s])[A-Za-z][\w.-]*(\s+)(?=[{\[])", lines[number]):
            yield "colon", _at(number, match.start(1), match.end(1), ": ")
        if len(semicolons := [*re.finditer(r";(?=\s+[A-Za-z][\w.-]*:\s)", lines[number])]) > 1:
            start, end = semicolons[0].start(), semicolons[-1].end()
            text = re.sub(r";(?=\s+[A-Za-z][\w.-]*:\s)", ",", lines[number][start : end + 30])
            yield "semicolon", _at(number, start, min(end + 30, len(lines[number])), text)
        if semicolon := re.search(
            rf"\s*[/|](?=\s+{_LANGUAGE}:\s)|(?:;|(?<=[}}\]])\.)(?=\s)",
            lines[opened] if opened < len(lines) else "",
        ):
            yield "semicolon", _at(opened, semicolon.start(), semicolon.end(), ",")
        json_key = _JSON_KEY.search(lines[number])
        words = [json_key.end() if json_key else None, _word_before(lines, number, column)]
        for word in filter(None, words):
            yield "comma", _at(number, len(lines[number][:word].rstrip()), word, ", ")
        for line_at in dict.fromkeys((opened, number)):
            line = lines[line_at] if line_at < len(lines) else ""
            if open_list := re.search(r"\[[^\[\]{}:]*?(?=,\s*[A-Za-z][\w.-]*:\s)", line):
                yield "bracket", _at(line_at, open_list.end(), open_list.end(), "]")
        if sign := {"open-brace": "}", "open-bracket": "]"}.get(code):
            end = len(_bare(lines[opened])) if opened < len(lines) else 0
            if opened != number:
                yield "bracket", _at(opened, end, end, sign)
            yield "bracket", _at(number, column, column, sign)
            yield "bracket", _at(number, column, column + 1, sign)
            if lines[number][column : column + 1] in (")", "]", "}", ">"):
                yield "bracket", _at(number, column, column + 1, "")
    if code in ("anchor", "tag", "block-text"):
        key = (_KEY.findall(lines[number]) or [""])[-1]
        if folded := re.search(r"(?<=: )[|>][-+]?\s+(?=\S)", lines[number]):
            text = lines[number][folded.end() :].rstrip()
            write = quoted(text) if re.search(r": | #", text) else text
            yield "folded", _at(number, folded.start(), len(lines[number].rstrip()), write)
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
        for match in re.finditer(r"[}\],\\]", lines[number]):
            yield "sign", _at(number, match.start(), match.end(), "")
    if code == "stray-dash" and (key_at := re.match(r"\s*[\w.-]+:", lines[number])):
        indent = " " * (len(lines[number]) - len(lines[number].lstrip()) + 2)
        yield "dash", _at(number, key_at.end(), column, f"\n{indent}")
    if code in ("indentation", "stray-colon", "missing-colon", "stray-dash", "stray-text"):
        if (cut := _cut_short(lines, number)) is not None:
            now = len(lines[cut]) - len(lines[cut].lstrip())
            yield (
                "above",
                _at(cut, 0, now, " " * (len(lines[number]) - len(lines[number].lstrip()))),
            )
        if _is_cut_short(lines, number):
            above = lines[number - 1]
            now, depth = (len(each) - len(each.lstrip()) for each in (above, lines[number]))
            yield "above", _at(number - 1, 0, now, " " * depth)
        for at in dict.fromkeys((number, opened)):
            if 0 <= at < len(lines):
                now = len(lines[at]) - len(lines[at].lstrip())
                known = {len(line) - len(line.lstrip()) for line in lines[:at] if line.strip()}
                known |= {each.end() for line in lines[:at] if (each := re.match(r" *- ", line))}
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
    yield from _listed_keys(lines, number)
    if bullet := re.match(r"[-*+](?=[{\w])\s*|[*+]\s+", line[indent:]):
        yield "bullet", _at(number, indent, indent + bullet.end(), "- ")
    if bullet := re.match(r"[-*+]\s+(?=[A-Za-z][\w.-]*:)", line[indent:]):
        yield "dash-less", _at(number, indent, indent + bullet.end(), "")
    for at in (number, number - 1):
        line = lines[at] if 0 <= at < len(lines) else ""
        indent = len(line) - len(line.lstrip())
        dashes = [near for near in lines[max(0, at - 1) : at + 2] if near.strip()]
        if line[indent:][:1] == "{" and any(re.match(rf" {{{indent}}}- ", it) for it in dashes):
            yield "bullet", _at(at, indent, indent, "- ")


def _listed_keys(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that makes ``- quick:``, or ``- id: quick``, a key like that of the line.

    If the item begins with the same key, it is the line that lacks its dash.
    """
    line = lines[number] if number < len(lines) else ""
    indent = len(line) - len(line.lstrip())
    if item := re.fullmatch(r"- id: *([\w-]+)", line[indent:].rstrip()):
        yield "dash-less", _at(number, indent, len(line), f"{item[1]}:")
    key = re.match(r" *([\w-]+):", line)
    near = range(number - 1, -1, -1)
    for at in takewhile(lambda at: lines[at][: indent + 1].strip() in ("", "-"), near):
        item = re.match(r"- ([\w-]+): *([\w-]*)", lines[at][indent:])
        if key and item and item[1] == key[1]:
            yield "bullet", _at(number, indent, indent, "- ")
        elif key and item and (item[1] == "id" or not item[2]):
            yield "dash-less", _at(at, indent, len(lines[at]), f"{item[2] or item[1]}:")


def _first_keys(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that gives ``{most: kinds: [rum]}`` the first key of an item beside it."""
    line = lines[number] if number < len(lines) else ""
    if value := re.search(r"(?<={)([\w-]+):(?= [\w-]+:\s)", line):
        for near in (*lines[max(0, number - 1) : number], *lines[number + 1 : number + 2]):
            key = re.match(re.escape(line[: value.start()]) + r"([\w-]+): ", near)
            if key and key[1] != value[1]:
                yield "key", _at(number, value.start(), value.end(), f"{key[1]}: {value[1]},")


def _inner_braces(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that puts ``take: {...}``, the value of a key on its line, into braces.

    In braces of its own it goes to their end: ``{take: from: opponent, to: crew}``.
    """
    line = _bare(lines[number]) if number < len(lines) else ""
    for two in re.finditer(r"([A-Za-z][\w.-]*): +(?=[a-z][a-z-]*: +\S)", line):
        start, before = two.end(), line[: two.start()].rstrip()
        opened = before.endswith("{") or not re.search(r"[{\[]", before)
        if _TEXT_KEY.fullmatch(two[1]):
            continue
        depth, ends = 0, list[int]()
        for at in range(start, len(line)):
            depth += (line[at] in "{[") - (line[at] in "}]")
            if depth < 0 or (depth == 0 and line[at] == "," and not opened):
                ends.append(at)
                break
        end = ends[0] if ends else len(line)
        yield "braces", _at(number, start, end, f"{{{line[start:end]}}}")


def _questions(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that puts quotes round plays such as ``Y1?red``, which end at the ? else."""
    line = lines[number] if number < len(lines) else ""
    if plays := [
        *re.finditer(r"""(?<=[\[\s,])[A-Z][A-Z0-9]*\?[a-z][a-z0-9-]*(?=\s*[,\]])""", line)
    ]:
        start, end = plays[0].start(), plays[-1].end()
        text = re.sub(r"(?<![\w\"'])[A-Z][A-Z0-9]*\?[a-z][a-z0-9-]*", r'"\g<0>"', line[start:end])
        yield "quotes", _at(number, start, end, text)


def _equals(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that puts a colon in place of each ``=`` or ``=>`` behind a key."""
    line = lines[number]
    sign = re.compile(r"""((["']?)\b[A-Za-z][\w.-]*\2)\s*(?::?=>?|->)\s*(?=[^\s=])""")
    if first := sign.search(line):
        text = sign.sub(r"\1: ", line[first.start() :])[len(first[1]) :]
        yield "colon", _at(number, first.end(1), len(line), text)


def _unmarked(line: str) -> str:
    """Return *line* without signs of a mail or of Markdown: ``> turns: 8``, ``**turns**: 8``."""
    line = re.sub(r"^(>+ ?)+", "", line)
    line = re.sub(r"^(\s*)\d+[.)]\s+(?=[{\w])", r"\1- ", line)
    return re.sub(
        r"^(\s*(?:- )?)(\*\*|__|[`*_])([A-Za-z][\w.-]*)(:?)\2(:?)(?=\s|$)", r"\1\3\4\5", line
    )


def _braces(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that puts ``least: 1, most: 3`` into braces, also if in round ones.

    A text before one of a language, ``name: Red tide, de: Rote Flut``, is the English one.
    """
    line = _bare(lines[number])
    match = re.match(r"\s*(?:- |[A-Za-z][\w.-]*: )(?:- )?\s*(.*)$", line)
    inner = match and re.fullmatch(r"\(?(\w[\w.-]*: [^(){}]*, *\w[\w.-]*: [^(){}]*?)\)?", match[1])
    if match and inner:
        yield "braces", _at(number, match.start(1), len(line), f"{{{inner[1]}}}")
    key = match and re.match(r"\s*([\w.-]+): ", line[: match.start(1)])
    if match and not inner and not (key and _TEXT_KEY.fullmatch(key[1])):
        entry = r"[A-Za-z][\w.-]*: [^\s,(){}\[\]]+"
        if entries := re.fullmatch(rf"\(?({entry}(?: {entry})*(?: [\w-]+)*)\)?", match[1]):
            commas = re.sub(r" (?=[A-Za-z][\w.-]*: )", ", ", entries[1])
            yield "braces", _at(number, match.start(1), len(line), f"{{{commas}}}")
    first, *others = _NEXT_TEXT.split(match[1]) if match else [""]
    if match and others and not first.startswith(("{", "[", '"', "'")):
        texts = ", ".join(map(_with_quotes, (f"en: {first}", *others)))
        yield "braces", _at(number, match.start(1), len(line), f"{{{texts}}}")


def _several_lines(lines: Sequence[str], number: int) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that writes ``target: 50, penalty: 5`` on two lines."""
    line = _bare(lines[number])
    key, value = r"[A-Za-z][\w.-]*: +", r"[^\s,;(){}\[\]]+"
    match = re.fullmatch(rf"(\s*){key}({value}(?:\s*[,;]\s*{key}{value})+)", line)
    if match and not any(map(_TEXT_KEY.fullmatch, _KEY.findall(line))):
        text = re.sub(r"\s*[,;]\s*", f"\n{match[1]}", match[2])
        yield "lines", _at(number, match.start(2), len(line), text)


def _is_cut_short(lines: Sequence[str], number: int) -> bool:
    """Return whether only the line before line *number* is not as far in as its neighbours.

    A neighbour may also be the key that they all belong to.
    """
    near = lines[max(0, number - 2) : number + 1]
    depths = [len(line) - len(line.lstrip()) for line in near]
    if len(depths) < 3 or depths[2] <= depths[1]:
        return False
    return depths[0] == depths[2] or (depths[0] == depths[1] and near[0].rstrip().endswith(":"))


def _cut_short(lines: Sequence[str], number: int) -> int | None:
    """Return the key above line *number* that should be as far in as it and as one before both."""
    depths = [len(line) - len(line.lstrip()) if line.strip() else 99 for line in lines]
    now = depths[number] if number < len(lines) else 0
    at = next((at for at in range(number - 1, 0, -1) if depths[at] < now), 0)
    before = next((depth for depth in reversed(depths[:at]) if depth <= now), 0)
    return at if at and before == now and lines[at].rstrip().endswith(":") else None


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
        r"""(?:(?<=^)|(?<=[{,\s]))(["']?[A-Za-z][\w.-]*["']?)(\s*(?:[=;:]+>?|->)\s*|\s+)(?=\S)""",
        line,
    ):
        if not re.fullmatch(r":\s+", match[2]):
            yield _at(number, match.start(2), match.end(2), ": ")
    if alone := re.match(r"\s*(?:- )?[A-Za-z][\w.-]*(?=\s*$)", line):
        yield _at(number, alone.end(), alone.end(), ":")


def _word_before(lines: Sequence[str], number: int, column: int) -> int | None:
    """Return where the word before the colon at *column* begins, if it is a key elsewhere, too."""
    line = lines[number]
    if line[:column].rstrip()[-1:] in tuple("}]'\"") and _KEY.match(line, column):
        return column
    match = re.search(r"(?<=\s)[A-Za-z][\w.-]*$", line[:column])
    if not match or line[: match.start()].rstrip().endswith((",", ":")):
        return None  # behind a colon, a comma would leave the key there without a value
    key = _KEY.findall(line[: match.start()])
    if key and (
        not _TEXT_KEY.fullmatch(key[-1]) or (len(key[-1]) == 2 and match[0] in ("en", "de", "nl"))
    ):  # or it is a language after another, and not any word of two letters
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
                and not (line[:start].rstrip()[-1:] in ("{", ",") and _KEY.match(value))
            ):
                parts = _NEXT_TEXT.split(value)
                write = quoted(value)
                if len(parts) > 1:
                    if not inside:
                        continue
                    write = ", ".join((quoted(parts[0]), *map(_with_quotes, parts[1:])))
                if any(map(_NEXT_KEY.search, parts)):
                    continue
                yield _at(number, start, start + len(line[start:end].rstrip()), write)


def _with_quotes(entry: str) -> str:
    """Return ``de: Nimm: alles`` with quotes round its text, if that needs them."""
    key, _, text = entry.partition(":")
    text = text.strip()
    return f"{key}: {quoted(text) if re.search(r': |:$| #', text) else text}"


def quoted(text: str) -> str:
    """Return *text* in double quotes; quotes around all of it are replaced."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif text[:1] in ("'", '"') and text.count(text[0]) == 1:
        text = text[1:]
    return json.dumps(text, ensure_ascii=False)
