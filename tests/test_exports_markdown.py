"""Accounts of matches in Markdown: CommonMark that people can read as it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from accounts import (
    ENGINE,
    ENGLISH,
    GERMAN,
    decision,
    loaded_match,
    play_on,
    played,
    remarked,
)
from golden import same_as_file
from splitpick.core.matches import Record
from splitpick.core.matches.exports import markdown
from splitpick.core.matches.exports.markdown import escape
from splitpick.core.matches.exports.words import Words
from splitpick.core.matches.record import Loaded, record_of
from splitpick.core.text import Name

FOLDER = Path(__file__).parent / "exports"
LANGUAGES = {"en": ENGLISH, "de": GERMAN}

HOSTILE = [
    "<script>alert(1)</script>",
    "*not strong* _nor this_ `nor code`",
    "[a link](https://example.org) ![an image](x.png) <https://example.org>",
    "# no heading", "- no point", "+ no point", "1. no number", "12) no number", "> no quotation",
    "=== no heading", "--- no line", "    no code", "~~~ no fence", "| no | table |",
    "&lt; is no entity", "a backslash at the end \\", "`", "``", "$x^2$ ~~gone~~", "\\*",
]  # fmt: skip


def read(source: str) -> list[Token]:
    """Read Markdown as CommonMark says."""
    return MarkdownIt("commonmark").parse(source)


def text_of(tokens: list[Token]) -> str:
    """Return what a reader sees."""
    return "".join(
        "\n" if child.type in ("softbreak", "hardbreak") else child.content
        for token in tokens
        for child in token.children or []
    )


def a_match(ruleset: str) -> tuple[Loaded, Record]:
    """Play one to the end with marks and a comment, one to its loss, and one is not over yet."""
    if ruleset == "skull-queen":
        return played(ruleset, 2, 14)
    loaded = loaded_match(ruleset)
    match = play_on(loaded.match(), 6)
    match.undo()
    if ruleset == "dead-mans-dice":
        play_on(match, 20).forfeit(0, "no-more-time")
        return loaded, record_of(loaded.setup, match)
    record = record_of(loaded.setup, play_on(match))
    record = remarked(record, decision(record, 0), "?!", "Three against two; *all* of them weak.")
    return loaded, remarked(record, decision(record, 8), "??", "")


@pytest.mark.parametrize("ruleset", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_accounts_read_as_in_these_files(ruleset: str) -> None:
    loaded, record = a_match(ruleset)
    for name, language in LANGUAGES.items():
        same_as_file(FOLDER / f"{ruleset}.{name}.md", markdown(loaded, record, language))


def same_text(text: str) -> None:
    """Read *text* behind each beginning a line may have, and find nothing in it but itself."""
    plain = Words(ENGLISH)(text)
    if not plain:
        return  # such a line is not written
    for begin, kinds in [("", 3), ("- ", 7), ("> ", 5), ("- `x` ", 7)]:
        tokens = read(f"{begin}{escape(plain)}\n")

        assert text_of(tokens) == begin.partition("`")[2].replace("`", "") + plain
        assert len(tokens) == kinds


@given(
    st.text(alphabet=st.sampled_from("ab1. \\`*_{}[]()<>#+-=!|&;:~$\"'/\n\t"), max_size=30)
    | st.text(max_size=40)
)
def test_no_signs_mean_anything(text: str) -> None:
    same_text(text)


def test_comments_and_names_of_a_foreign_rule_set_mean_nothing() -> None:
    loaded, record = played("jolly-roger", decisions=8)
    for text in HOSTILE:
        same_text(text)
        said = remarked(record, decision(record, 2), "?", text)
        foreign = ENGINE.ruleset_file("jolly-roger").variant().presenter(loaded.game)
        foreign.seats = [Name(here=(("en", text),)), foreign.seats[1]]
        tokens = read(markdown(replace(loaded, presenter=foreign), said, ENGLISH))

        inline = {child.type for token in tokens for child in token.children or []}
        blocks = {token.type for token in tokens if token.nesting >= 0}
        assert inline <= {"text", "softbreak", "code_inline", "strong_open", "strong_close",
                          "em_open", "em_close", "text_special"}  # fmt: skip
        assert blocks <= {"heading_open", "paragraph_open", "inline", "bullet_list_open",
                          "list_item_open", "code_block", "blockquote_open"}  # fmt: skip
        assert text_of(tokens).count(Words(ENGLISH)(text)) > 5
