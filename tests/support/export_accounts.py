"""Matches to give an account of, and what a reader of an export gets to see."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

from random_matches import engine, loaded, rules
from splitpick.core.matches import Match, Record
from splitpick.core.matches.exports import html, markdown, svg
from splitpick.core.matches.record import Loaded, load_setup, record_of
from splitpick.core.text import Language

ENGINE = engine()
ENGLISH = ENGINE.language("en")
GERMAN = ENGINE.language("de")

Export = Callable[[Loaded, Record, Language], str]
EXPORTS: Mapping[str, Export] = {"markdown": markdown, "html": html, "svg": svg}

CREATED = 1_763_640_000_000
"""The 20th of November 2025, at noon."""

TABLES = [("jolly-roger", 2), ("skull-queen", 2), ("skull-queen", 3), ("dead-mans-dice", 2)]
"""Games by rule set and number of players."""


@cache
def loaded_match(ruleset: str, players: int = 2, option: str = "") -> Loaded:
    """Settle a match that is always called the same; *option* is one to set to true."""
    seated = ("human", *["greedy"] * (players - 1))
    found = loaded(ruleset, players=seated, uid="0123456789abcdef")
    found = replace(found, setup=replace(found.setup, created=CREATED))
    if not option:
        return found
    return load_setup(ENGINE, found.setup, rules(ruleset).with_options({option: True}))


def play_on(match: Match, decisions: int = 100_000, choices: int = 5) -> Match:
    """Play random decisions to the end, or as many; *choices* is their seed."""
    rng = random.Random(choices)
    while decisions and not match.over:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
        decisions -= 1
    return match


@cache
def played(ruleset: str, players: int = 2, decisions: int = 100_000) -> tuple[Loaded, Record]:
    """Play a match to the end, or as many decisions."""
    found = loaded_match(ruleset, players)
    return found, record_of(found.setup, play_on(found.match(), decisions))


def remarked(record: Record, number: int, mark: str, comment: str) -> Record:
    """Put a mark and a comment on an entry, counted from 0."""
    entries = list(record.entries)
    entries[number] = replace(entries[number], mark=mark, comment=comment)
    return replace(record, entries=tuple(entries))


def decision(record: Record, nth: int) -> int:
    """Return where the *nth* entry of a seat stands, from 0."""
    return [number for number, entry in enumerate(record.entries) if entry.seat >= 0][nth]


class ExportPage(HTMLParser):
    """An HTML file read strictly: every tag that is opened is closed, in order."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()

        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), "an attribute twice"
        self.tags.append((tag, dict(attrs)))
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, f"<{tag}/> is XML"
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)

    def attributes(self, name: str) -> list[str]:
        """Return all values of an attribute."""
        return [attributes[name] or "" for _, attributes in self.tags if name in attributes]

    @property
    def words(self) -> str:
        """All that is read, with single blanks."""
        return " ".join(" ".join(self.text).split())
