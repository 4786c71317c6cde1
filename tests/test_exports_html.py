"""Accounts of matches in HTML: one file that asks for nothing, for every reader and screen."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import (
    ENGLISH,
    GERMAN,
    TABLES,
    Page,
    decision,
    loaded_match,
    play_on,
    played,
    remarked,
)
from golden import same_as_file
from splitpick.core.matches.exports import html
from splitpick.core.matches.exports.account import Account
from splitpick.core.matches.exports.words import Words
from splitpick.core.matches.record import record_of

FOLDER = Path(__file__).parent / "exports"


def test_a_page_is_as_in_these_files() -> None:
    """The beginning of a match; open them in a browser."""
    loaded = loaded_match("jolly-roger")
    match = play_on(loaded.match(), 2)
    match.undo()
    record = record_of(loaded.setup, play_on(match, 2))
    record = remarked(record, decision(record, 0), "?!", "Is that <wise>?")

    for code, language in {"en": ENGLISH, "de": GERMAN}.items():
        page = html(loaded, record, language)
        same_as_file(FOLDER / f"jolly-roger.{code}.html", page)
        assert len(page) < 30_000


def between(source: str, tag: str) -> str:
    (found,) = re.findall(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL)
    return str(found)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_page_is_well_made_and_fetches_nothing(ruleset: str, players: int) -> None:
    """Tags are closed, links lead somewhere, headings go down one by one, the table is told."""
    loaded, record = played(ruleset, players)
    account = Account(loaded, record, ENGLISH)
    source = html(loaded, record, ENGLISH)
    page = Page(source)

    assert len(set(page.ids)) == len(page.ids)
    assert {href.removeprefix("#") for href in page.attributes("href")} <= set(page.ids)
    assert all(href.startswith("#") for href in page.attributes("href"))
    assert set(page.attributes("aria-labelledby")) <= set(page.ids)

    for tag, attributes in page.tags:
        assert tag not in ("img", "link", "iframe", "object", "embed", "form", "base", "video")
        assert not {"src", "srcset", "style", "action", "background"} & set(attributes), tag
        assert not any(name.startswith("on") for name in attributes), tag
    assert not re.search(r"url\(|@import|https?:|//\w", between(source, "style"))
    assert not re.search(r"fetch|XMLHttp|import\(|https?:|eval", between(source, "script"))

    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(below <= above + 1 for above, below in pairwise(levels))

    passages = [passage for chapter in account.chapters for passage in chapter.passages]
    assert page.attributes("aria-label")[: len(passages)] == [
        " ".join(account.sentences(passage.position)) for passage in passages
    ]
    assert page.attributes("role").count("img") == len(passages)
    assert [id for id in page.ids if re.fullmatch(r"t\d+", id)] == [one.id for one in passages]


def test_the_policy_allows_this_style_sheet_and_this_script_alone() -> None:
    source = html(*played("jolly-roger", decisions=2), ENGLISH)
    (policy,) = (
        attributes["content"] or ""
        for _, attributes in Page(source).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert rules.pop("default-src") == "'none'"
    for tag in ("style", "script"):
        digest = b64encode(sha256(between(source, tag).encode()).digest()).decode()
        assert rules.pop(f"{tag}-src") == f"'sha256-{digest}'"
    assert rules == {"base-uri": "'none'", "form-action": "'none'"}


@given(st.text(max_size=60))
def test_a_comment_is_nothing_but_text(text: str) -> None:
    loaded, record = played("jolly-roger", decisions=2)
    record = remarked(record, decision(record, 1), "??", f"a{text}z")
    page = Page(html(loaded, record, ENGLISH))

    assert Words(ENGLISH)(f"a{text}z") in page.words
    assert "?? (a blunder)" in page.words
