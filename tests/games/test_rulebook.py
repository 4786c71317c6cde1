"""The tables in rulebook*.yaml are complete: no sentence left out, no rule without a test."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parents[1]
BOOKS: dict[str, list[dict[str, Any]]] = {
    file.stem: yaml.safe_load(file.read_text("utf-8"))
    for file in sorted(HERE.glob("rulebook*.yaml"))
}
ENTRIES = [
    (f"{book}: {section['title']}", section, entry)
    for book, sections in BOOKS.items()
    for section in sections
    for entry in section["entries"]
]


def languages(section: dict[str, Any]) -> list[str]:
    """List the languages of the rulebooks a section was counted in."""
    return list(section["sentences"])


def numbers(covered: object) -> list[int]:
    """Read ``3`` or ``2-7``; nothing where the language does not say it."""
    if covered is None:
        return []
    first, _, last = str(covered).partition("-")
    return list(range(int(first), int(last or first) + 1))


def existing_tests() -> set[str]:
    """Collect the tests of this folder as ``file.py::function``, and the facts of cases/*.yaml."""
    facts = {
        f"{file.name}::{fact}"
        for file in (HERE / "cases").glob("*.yaml")
        for fact in yaml.safe_load(file.read_text("utf-8"))
    }
    return facts | {
        f"{file.relative_to(HERE).as_posix()}::{node.name}"
        for file in HERE.rglob("test_*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("book", BOOKS)
def test_sections_and_entries_are_numbered_without_a_gap(book: str) -> None:
    """And every section of a book is counted in the same languages."""
    sections = BOOKS[book]

    assert [section["section"] for section in sections] == list(range(1, len(sections) + 1))
    assert len({tuple(languages(section)) for section in sections}) == 1
    for section in sections:
        entries = [entry["entry"] for entry in section["entries"]]
        assert entries == list(range(1, len(entries) + 1)), section["title"]


@pytest.mark.parametrize("book", BOOKS)
def test_every_sentence_has_its_entry(book: str) -> None:
    """Each sentence that was counted is covered once, in each language."""
    for section in BOOKS[book]:
        for language, count in section["sentences"].items():
            covered = [at for entry in section["entries"] for at in numbers(entry.get(language))]
            assert sorted(covered) == list(range(1, count + 1)), (section["title"], language)


def test_no_rule_is_without_a_test() -> None:
    """An entry without a rule says why; only our own rulings stand in no rulebook."""
    for title, section, entry in ENTRIES:
        where = (title, entry["entry"])
        stands = any(language in entry for language in languages(section))
        assert stands == any(section["sentences"].values()), where
        if "no rule" in entry:
            assert entry["no rule"], where
            assert not {"rule", "tests"} & set(entry), where
        else:
            assert entry["rule"], where
            assert entry["tests"], where
            assert len(set(entry["tests"])) == len(entry["tests"]), where


def test_the_tests_that_are_named_exist() -> None:
    named = {test for _, _, entry in ENTRIES for test in entry.get("tests", [])}

    assert sorted(named - existing_tests()) == []


def test_the_table_has_no_other_keys() -> None:
    """A misspelt key would hide a sentence or a test."""
    for _, section, entry in ENTRIES:
        assert set(section) == {"section", "title", "sentences", "entries"}
        assert set(entry) <= {"entry", *languages(section), "rule", "tests", "no rule"}
