"""Exports as files: HTML and SVG that ask for nothing, Markdown that reads well as it stands."""

import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from export_accounts import (
    ENGINE,
    ENGLISH,
    GERMAN,
    TABLES,
    ExportPage,
    decision,
    loaded_match,
    play_on,
    played,
    remarked,
)
from golden import same_as_file
from splitpick.core.errors import BadValue
from splitpick.core.matches import Record
from splitpick.core.matches.exports import html, markdown, svg
from splitpick.core.matches.exports.account import Account
from splitpick.core.matches.exports.markdown import escape
from splitpick.core.matches.exports.words import Words
from splitpick.core.matches.record import Loaded, record_of
from splitpick.core.text import Name
from splitpick.core.things import Piece, Scene, SceneZone
from splitpick.core.width import display_width

FOLDER = Path(__file__).parents[3] / "golden" / "exports"


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
        assert len(page) < 37_000


def between(source: str, tag: str) -> str:
    (found,) = re.findall(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL)
    return str(found)


def test_a_hint_that_was_followed_has_not_the_colour_of_a_mistake() -> None:
    loaded, record = a_match("jolly-roger")
    record = remarked(record, decision(record, 0), "!", "")
    page = html(loaded, remarked(record, decision(record, 1), "?", ""), ENGLISH)

    assert "<strong>! (the hint)</strong>" in page
    assert '<strong class="mark">? (a mistake)</strong>' in page


@pytest.mark.often(1)
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_page_is_well_made_and_fetches_nothing(ruleset: str, players: int) -> None:
    """Tags are closed, links lead somewhere, headings go down one by one, the table is told."""
    loaded, record = played(ruleset, players)
    account = Account(loaded, record, ENGLISH)
    source = html(loaded, record, ENGLISH)
    page = ExportPage(source)

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
    assert [id for id in page.ids if re.fullmatch(r"t\d+", id)] == [
        f"t{one.first}" for one in passages
    ]


def test_the_policy_allows_this_style_sheet_and_this_script_alone() -> None:
    source = html(*played("jolly-roger", decisions=2), ENGLISH)
    (policy,) = (
        attributes["content"] or ""
        for _, attributes in ExportPage(source).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert rules.pop("default-src") == "'none'"
    for tag in ("style", "script"):
        digest = b64encode(sha256(between(source, tag).encode()).digest()).decode()
        assert rules.pop(f"{tag}-src") == f"'sha256-{digest}'"
    assert rules == {"base-uri": "'none'", "form-action": "'none'"}


@pytest.mark.slow
@given(st.text(max_size=60))
def test_a_comment_is_nothing_but_text(text: str) -> None:
    loaded, record = played("jolly-roger", decisions=2)
    record = remarked(record, decision(record, 1), "??", f"a{text}z")
    page = ExportPage(html(loaded, record, ENGLISH))

    assert Words(ENGLISH)(f"a{text}z") in page.words
    assert "?? (a big mistake)" in page.words


# Markdown.

LANGUAGES = {"en": ENGLISH, "de": GERMAN}

HOSTILE = [
    "<script>alert(1)</script>",
    "*not strong* _nor this_ `nor code`",
    "[a link](https://example.org) ![an image](x.png) <https://example.org>",
    "# no heading", "- no point", "+ no point", "1. no number", "12) no number", "> no quotation",
    "=== no heading", "--- no line", "    no code", "~~~ no fence", "| no | table |",
    "&lt; is no entity", "a backslash at the end \\", "`", "``", "$x^2$ ~~gone~~", "\\*",
]  # fmt: skip


def read_markdown(source: str) -> list[Token]:
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
        tokens = read_markdown(f"{begin}{escape(plain)}\n")

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
        tokens = read_markdown(markdown(replace(loaded, presenter=foreign), said, ENGLISH))

        inline = {child.type for token in tokens for child in token.children or []}
        blocks = {token.type for token in tokens if token.nesting >= 0}
        assert inline <= {"text", "softbreak", "code_inline", "strong_open", "strong_close",
                          "em_open", "em_close", "text_special"}  # fmt: skip
        assert blocks <= {"heading_open", "paragraph_open", "inline", "bullet_list_open",
                          "list_item_open", "code_block", "blockquote_open"}  # fmt: skip
        assert text_of(tokens).count(Words(ENGLISH)(text)) > 5


# SVG.

XML = "{http://www.w3.org/2000/svg}"
LETTER = 0.64
"""Width of a bold letter of DejaVu Sans, which is among the widest, by its height."""


def texts(root: ET.Element) -> list[str]:
    """Return the lines that are drawn on the table, but those on faces."""
    return [line.text or "" for line in root.findall(f"{XML}g/{XML}text")]


def check_room(root: ET.Element) -> None:
    """Everything lies inside the drawing, and no text runs over another, or over a symbol."""
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = []
    for mark in root.findall(f"{XML}g/*"):
        x, y = float(mark.attrib["x"]), float(mark.attrib["y"])
        if mark.tag == f"{XML}text":
            size = float(mark.attrib["font-size"])
            wide, high, y = LETTER * size * display_width(mark.text or ""), size, y - size
            boxes.append((x, y, x + wide, y + high, mark.text))
        else:
            wide, high = float(mark.attrib["width"]), float(mark.attrib["height"])
        assert min(x, y) > 0
        assert x + wide <= width + 1, mark.attrib
        assert y + high <= height + 1, mark.attrib
    for at, (left, top, right, bottom, text) in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = right <= other[0] + 1 or other[2] <= left + 1
            assert apart or bottom <= other[1] + 1 or other[3] <= top + 1, (text, other)


@pytest.mark.parametrize(
    ("ruleset", "players", "language"),
    [("jolly-roger", 2, "de"), ("skull-queen", 3, "en"), ("dead-mans-dice", 2, "en")],
)
def test_a_drawing_is_as_in_these_files(ruleset: str, players: int, language: str) -> None:
    """Open them in a browser."""
    loaded, record = played(ruleset, players, 30)

    drawing = svg(loaded, record, ENGINE.language(language))
    same_as_file(FOLDER / f"{ruleset}.{language}.svg", drawing)


@pytest.mark.often(1)
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_every_moment_of_a_match_can_be_drawn(ruleset: str, players: int) -> None:
    """In the middle of a deal as well."""
    loaded, record = played(ruleset, players)

    for actions in range(0, len(record.entries) + 1, 47):
        check_room(ET.fromstring(svg(loaded, record, GERMAN, actions)))


def test_there_is_no_drawing_of_what_has_not_been() -> None:
    for actions in (-1, 8):
        with pytest.raises(BadValue) as error:
            svg(*played("jolly-roger", decisions=2), ENGLISH, actions)
        assert error.value.code == "no-such-moment"


def test_a_drawing_fetches_nothing_and_is_said_in_words() -> None:
    loaded, record = played("jolly-roger", decisions=2)
    drawing = svg(loaded, record, ENGLISH)
    root = ET.fromstring(drawing)
    view = loaded.match(record.entries).position.view(None)

    drawing = drawing.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|@import|<script|<image|\son\w+=", drawing)
    ids = {symbol.attrib["id"] for symbol in root.iter(f"{XML}symbol")}
    used = {use.attrib["href"] for use in root.iter(f"{XML}use")}
    assert used == {f"#{id}" for id in ids}
    assert (root.attrib["role"], root.attrib["lang"]) == ("img", "en")
    labels = {child.attrib["id"]: child.text for child in root if "id" in child.attrib}
    assert root.attrib["aria-labelledby"].split() == list(labels)
    assert labels["title"] == "Jolly & Roger: Jolly against Roger, after 7 actions"
    assert labels["desc"] == " ".join(
        ENGLISH.say(text) for text in loaded.presenter.sentences(view, None)
    )


def picture_of(*zones: SceneZone) -> ET.Element:
    """Draw *zones* in place of a table."""
    loaded, record = played("jolly-roger", decisions=1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(loaded.presenter, "scene", lambda view, seat: Scene((), zones))
        return ET.fromstring(svg(loaded, record, ENGLISH))


def test_long_titles_are_wrapped_between_words() -> None:
    title = " ".join(f"piece-{number}" for number in range(40))
    box = SceneZone("b", title, zones=[SceneZone("c", title)], form="seat")
    root = picture_of(SceneZone("a", title), box, replace(box, id="d"))

    assert all(len(text) <= 100 for text in texts(root))
    assert " ".join(texts(root)).split().count("piece-39") == 5
    check_room(root)


def test_many_pieces_are_wrapped_or_laid_over_each_other() -> None:
    cards = [Piece(f"G{number}", f"green {number}", ink="green") for number in range(60)]
    sides = [SceneZone(f"s{number}", "", cards, form="side") for number in range(2)]
    ship = SceneZone("ship", "ship", zones=sides, form="sides", picture="ship")
    check_room(picture_of(SceneZone("a", "hand", cards, form="hand"), ship))


def test_a_word_that_is_too_long_is_broken() -> None:
    for word in ("x" * 500, "漢字" * 200, "e\u0301" * 300):
        box = SceneZone("b", word, zones=[SceneZone("c", word)], form="seat")
        root = picture_of(SceneZone("a", word), box)
        assert "".join(texts(root)).count(word[0]) == 3 * word.count(word[0])
        check_room(root)


@given(st.text(min_size=1, max_size=50))
def test_any_text_can_be_drawn(text: str) -> None:
    root = picture_of(SceneZone("a", text))

    drawn = "".join(part for line in texts(root) for part in line.split())
    assert drawn == "".join(Words(ENGLISH)(text).split())
    check_room(root)
