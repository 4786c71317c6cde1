"""The tables in rulebook*.yaml are complete: no sentence left out, no rule without a test."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from golden import same_as_file
from splitpick.core import Engine
from splitpick.core.text import Both, Message

HERE = Path(__file__).parents[1]
BOOKS: dict[str, list[dict[str, Any]]] = {
    file.stem: yaml.safe_load(file.read_text("utf-8"))
    for file in sorted(HERE.glob("rulebook*.yaml"))
}
GAMES = {
    "rulebook": "jolly-roger",
    "rulebook_skull_queen": "skull-queen",
    "rulebook_dead_mans_dice": "dead-mans-dice",
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


@pytest.mark.slow
def test_the_tests_that_are_named_exist() -> None:
    named = {test for _, _, entry in ENTRIES for test in entry.get("tests", [])}

    assert sorted(named - existing_tests()) == []


def test_the_table_has_no_other_keys() -> None:
    """A misspelt key would hide a sentence or a test."""
    for _, section, entry in ENTRIES:
        assert set(section) == {"section", "title", "sentences", "entries"}
        keys = {"entry", "rule", "tests", "no rule", "said", "unsaid", "follows"}
        assert set(entry) <= {*keys, *languages(section)}


def messages(text: object, ours: bool = False) -> Iterator[tuple[Message, bool]]:
    """Yield *text* and all messages in it, each with whether it is marked as a ruling of ours."""
    if isinstance(text, Message):
        ours = ours or text.code in ("rules-ours", "rules-ours-listed")
        yield text, ours
        for value in text.params.values():
            yield from messages(value, ours)
    elif isinstance(text, Both):
        for item in text.items:
            yield from messages(item, ours)


@cache
def shown(book: str) -> dict[str, tuple[Message, bool]]:
    """Return the sentences of the rules of all variants and numbers of players, by their codes."""
    file = Engine().ruleset_file(GAMES[book])
    found: dict[str, tuple[Message, bool]] = {}
    for variant, _ in file.variants:
        rules = file.variant(variant)
        least, most = rules.players
        for players in range(least, most + 1):
            for section in rules.presenter(rules.build(players)).rules():
                for text in (section.title, *section.paragraphs, *section.points):
                    for message, ours in messages(text):
                        found.setdefault(message.code, (message, ours))
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_is_said_and_our_rulings_are_marked(book: str) -> None:
    """An entry names the sentences of our rules text; what is in no rulebook is marked there."""
    sentences = shown(book)
    for section in BOOKS[book]:
        for entry in section["entries"]:
            where = (section["title"], entry["entry"])
            if "no rule" in entry or "unsaid" in entry:
                assert "said" not in entry, where
                continue
            assert set(entry["said"]) <= set(sentences), where
            stands = any(section["sentences"].values()) or "follows" in entry
            assert all(sentences[code][1] != stands for code in entry["said"]), where


@pytest.mark.parametrize("book", BOOKS)
def test_the_rulebook_beside_our_sentences(book: str) -> None:
    """Each rule of the rulebook stands beside the sentences of ours, in two languages."""
    lines = [f"# {book}: what our rules text says", ""]
    said = {code: Engine().language(code).say for code in ("en", "de")}
    for section in BOOKS[book]:
        lines += [f"## {section['section']}. {section['title']}", ""]
        for entry in section["entries"]:
            rule = " ".join(entry.get("rule", f"({entry.get('no rule')})").split())
            lines.append(f"- {section['section']}.{entry['entry']} {rule}")
            for code in entry.get("said", []):
                message, ours = shown(book)[code]
                mark = " (ours)" if ours else ""
                lines += [f"  - {language}{mark}: {say(message)}" for language, say in said.items()]
        lines.append("")
    same_as_file(HERE / "golden" / "rules" / f"{book}_sentences.md", "\n".join(lines))
