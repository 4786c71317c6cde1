"""Cures of findings, applied one by one: each is kept only if its finding is gone then.

None leaves out a value that somebody wrote, for it was meant; a message may say that instead.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ....errors import Finding, did_you_mean, meant
from ...reading.edits import apply_edits, loses_values
from ...value_findings import is_sure, words_meant
from .finding_edits import bare

MOST_CURES = 200
MOST_TEXTS = 1_000
_KEEPING = frozenset(
    {
        "duplicate-key",
        "pasted-fence",
        "pasted-diff",
        "pasted-numbers",
        "pasted-prompt",
        "merge-conflict",
        "removed-id",
        "repeated-word",
    }
)
"""Codes of cures that leave out only what is said twice or around the rules, or keep all."""

_NO_VALUE = re.compile(r":\s*(?=[,}\]])")
"""A key in braces without a value: no cure may leave one behind."""
_SURE = 0.65  # of the letters agree


def fixed(data: bytes, check: Callable[[bytes], Sequence[Finding]]) -> tuple[bytes, list[Finding]]:
    """Return *data*, the text of a rule set, with all proven cures, and the findings they cured.

    *check* returns the findings of a text.  A byte order mark and the ends of lines are kept.
    """
    cured: list[Finding] = []
    seen = {data}
    findings = check(data)
    while findings and len(cured) < MOST_CURES and len(seen) < MOST_TEXTS:
        for finding, text in _candidates(data, findings):
            if text in seen:
                continue
            seen.add(text)
            after = check(text)
            if _is_gone(finding, findings, after):
                cured.append(finding)
                data, findings = text, after
                break
        else:
            break
    return data, cured


def proven(
    data: bytes, findings: Sequence[Finding], check: Callable[[bytes], Sequence[Finding]]
) -> list[Finding]:
    """Return *findings*, those of *data*, without the edits that `fixed` would not make."""
    cures = {
        id(finding)
        for finding, text in _candidates(data, findings)
        if _is_gone(finding, findings, check(text))
    }
    return [each if id(each) in cures else replace(each, edits=()) for each in findings]


def _candidates(data: bytes, findings: Sequence[Finding]) -> Iterator[tuple[Finding, bytes]]:
    """Yield each finding with the text that its cure makes."""
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    for finding in findings:
        if finding.message.code == "not-utf-8":
            yield finding, _in_utf_8(data)
        elif finding.edits and not _is_guess(finding):
            text = data.decode("utf-8-sig", "surrogateescape")
            if finding.message.code not in _KEEPING and loses_values(text, finding.edits):
                continue
            cured = apply_edits(text, finding.edits)
            if len(_NO_VALUE.findall(cured)) > len(_NO_VALUE.findall(text)):
                continue
            if "\r\n" in text:  # as all other lines of the file end
                cured = cured.replace("\r\n", "\n").replace("\n", "\r\n")
            yield finding, mark + cured.encode("utf-8", "surrogateescape")


def _is_guess(finding: Finding) -> bool:
    """Return whether *finding* says a word of ours that only somewhat resembles what is written.

    A misspelling has most letters of the word; what stands for it otherwise need have none.
    """
    if finding.message.code != "not-one-of":
        return False
    name, wrong = meant(finding.message), bare(finding.message).params.get("name")
    if not name or not isinstance(wrong, str) or is_sure(wrong, name, _SURE):
        return False
    if name in re.split(r"\W+", wrong):  # rat.png
        return False
    return bool(did_you_mean(wrong, [name])) and name not in words_meant(wrong, [name], _SURE)


def _in_utf_8(data: bytes) -> bytes:
    """Return *data*, read in the encoding that it shows to have, in UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\0" in data:  # rules begin with a letter or sign of ASCII
        encoding = "utf-16-be" if data.startswith(b"\0") else "utf-16-le"
    else:
        encoding = "cp1252"
    return data.decode(encoding, "replace").encode()


def _is_gone(finding: Finding, before: Sequence[Finding], after: Sequence[Finding]) -> bool:
    """Return whether *finding* is not *after*, with no error for a warning.

    What cannot be read to its end may have the same fault further down.
    """
    count = sum(each.message == finding.message for each in before)
    left = [each.line for each in after if each.message == finding.message]
    errors = [each for each in after if each.severity == "error"]
    if finding.severity != "error":
        return len(left) < count and not errors
    if finding.message.code == "not-one-of" and _missing(after) > _missing(before):
        return False  # the word may be a wrong one: it needs keys that nobody wrote
    return len(left) < count or (len(before) == 1 and min(left) > finding.line)


def _missing(findings: Sequence[Finding]) -> int:
    return sum(each.message.code == "missing-key" for each in findings)
