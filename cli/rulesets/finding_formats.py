"""Findings in the forms that other programs read: annotations on GitHub, and SARIF 2.1.0."""

from collections.abc import Iterable, Iterator, Sequence

from ...core.errors import Finding
from ...core.game import JSON
from ...core.text import Language
from ..version import VERSION

_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def as_annotations(findings: Iterable[Finding], language: Language) -> Iterator[str]:
    """Yield *findings* as workflow commands of GitHub Actions, which mark the lines of a change."""
    for each in findings:
        line, column = each.ends_at
        place = {"file": each.file, "title": each.message.code}
        if each.line:
            place |= {"line": f"{each.line}", "col": f"{each.column}"}
            place |= {"endLine": f"{line}", "endColumn": f"{column}"}
        fields = ",".join(
            f"{key}={value.translate(_IN_PROPERTIES)}" for key, value in place.items()
        )
        said = language.say(each.message).translate(_IN_MESSAGES)
        yield f"::{each.severity} {fields}::{said}"


def as_sarif(findings: Sequence[Finding], language: Language) -> JSON:
    """Return *findings* as a log in SARIF 2.1.0 (OASIS), with their cures as fixes."""
    codes = sorted({each.message.code for each in findings})
    driver: JSON = {
        "name": "splitpick",
        "version": VERSION,
        "rules": [{"id": code} for code in codes],
    }
    run: JSON = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, language) for each in findings],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _result(finding: Finding, language: Language) -> JSON:
    file: JSON = {"uri": finding.file.replace("\\", "/")}
    place: dict[str, JSON] = {"artifactLocation": file}
    if finding.line:
        place["region"] = _region(finding.line, finding.column, *finding.ends_at)
    result: dict[str, JSON] = {
        "ruleId": finding.message.code,
        "level": finding.severity,
        "message": {"text": language.say(finding.message)},
        "locations": [{"physicalLocation": place}],
    }
    if finding.edits:
        replacements: list[JSON] = [
            {
                "deletedRegion": _region(each.line, each.column, each.end_line, each.end_column),
                "insertedContent": {"text": each.text},
            }
            for each in finding.edits
        ]
        change: JSON = {"artifactLocation": file, "replacements": replacements}
        result["fixes"] = [{"artifactChanges": [change]}]
    return result


def _region(line: int, column: int, end_line: int, end_column: int) -> JSON:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
