"""The table in rulebook.yaml is complete: no sentence left out, no rule without a test."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
SECTIONS: list[dict[str, Any]] = yaml.safe_load((HERE / "rulebook.yaml").read_text("utf-8"))
ENTRIES = [(section, entry) for section in SECTIONS for entry in section["entries"]]
LANGUAGES = ("en", "de")

each_section = pytest.mark.parametrize("section", SECTIONS, ids=lambda part: part["title"])


def numbers(covered: object) -> list[int]:
    """Read ``3`` or ``2-7``; nothing where the language does not say it."""
    if covered is None:
        return []
    first, _, last = str(covered).partition("-")
    return list(range(int(first), int(last or first) + 1))


def existing_tests() -> set[str]:
    """Collect the tests of this folder as ``file.py::function``."""
    return {
        f"{file.relative_to(HERE).as_posix()}::{node.name}"
        for file in HERE.rglob("test_*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_the_sections_are_numbered_without_a_gap() -> None:
    assert [section["section"] for section in SECTIONS] == list(range(1, len(SECTIONS) + 1))


@each_section
def test_the_entries_of_a_section_are_numbered_without_a_gap(section: dict[str, Any]) -> None:
    entries = [entry["entry"] for entry in section["entries"]]

    assert entries == list(range(1, len(entries) + 1))


@each_section
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_its_entry(section: dict[str, Any], language: str) -> None:
    """Each sentence that was counted is covered once."""
    covered = [number for entry in section["entries"] for number in numbers(entry.get(language))]

    assert sorted(covered) == list(range(1, section["sentences"][language] + 1))


def test_only_our_own_rulings_stand_in_neither_rulebook() -> None:
    for section, entry in ENTRIES:
        stands = any(language in entry for language in LANGUAGES)
        assert stands == any(section["sentences"].values()), (section["title"], entry["entry"])


def test_no_rule_is_without_a_test() -> None:
    """What is no rule says why instead."""
    for section, entry in ENTRIES:
        where = (section["title"], entry["entry"])
        if "no rule" in entry:
            assert entry["no rule"], where
            assert not {"rule", "tests"} & set(entry), where
        else:
            assert entry["rule"], where
            assert entry["tests"], where
            assert len(set(entry["tests"])) == len(entry["tests"]), where


def test_the_tests_that_are_named_exist() -> None:
    named = {test for _, entry in ENTRIES for test in entry.get("tests", [])}

    assert sorted(named - existing_tests()) == []


def test_the_table_has_no_other_keys() -> None:
    """A misspelt key would hide a sentence or a test."""
    for section in SECTIONS:
        assert set(section) == {"section", "title", "sentences", "entries"}
    for _, entry in ENTRIES:
        assert set(entry) <= {"entry", *LANGUAGES, "rule", "tests", "no rule"}
