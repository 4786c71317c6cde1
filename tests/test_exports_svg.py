"""Drawings of a table as SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import ENGINE, ENGLISH, GERMAN, TABLES, played
from golden import same_as_file
from splitpick.core.errors import BadValue
from splitpick.core.matches.exports import svg
from splitpick.core.matches.exports.words import Words
from splitpick.core.scene import Line, Panel, Presenter, Row, Scene, Span, View
from splitpick.core.text import Name
from splitpick.core.width import display_width

FOLDER = Path(__file__).parent / "exports"
XML = "{http://www.w3.org/2000/svg}"
LETTER = 8.43
"""Width of a letter of 14 pixels in DejaVu Sans Mono, which is among the widest."""


def texts(root: ET.Element) -> list[str]:
    """Return the lines that are drawn, their spans with blanks between them."""
    return [" ".join(part.text or "" for part in line) for line in root.iter(f"{XML}text")]


def check_room(root: ET.Element) -> None:
    """Every piece of text begins and ends inside the drawing, and none runs into the next."""
    width = float(root.attrib["width"])
    for line in root.iter(f"{XML}text"):
        end = 0.0
        assert 0 < float(line.attrib["y"]) < float(root.attrib["height"])
        for piece in line:
            begin = float(piece.attrib["x"])
            assert begin >= end
            end = begin + LETTER * display_width(piece.text or "")
        assert end <= width


@pytest.mark.parametrize(
    ("ruleset", "players", "language"),
    [("jolly-roger", 2, "de"), ("skull-queen", 3, "en"), ("dead-mans-dice", 2, "en")],
)
def test_a_drawing_is_as_in_these_files(ruleset: str, players: int, language: str) -> None:
    """Open them in a browser."""
    loaded, record = played(ruleset, players, 30)

    drawing = svg(loaded, record, ENGINE.language(language))
    same_as_file(FOLDER / f"{ruleset}.{language}.svg", drawing)


@pytest.mark.parametrize(("ruleset", "players"), [*TABLES, ("dead-mans-dice", 6)])
def test_every_moment_of_a_match_can_be_drawn(ruleset: str, players: int) -> None:
    """In the middle of a deal as well."""
    loaded, record = played(ruleset, players)

    for actions in range(0, len(record.entries) + 1, 23):
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
    assert not re.search(r"https?:|href|url\(|@import|<script|<image|<use|\son\w+=", drawing)
    assert (root.attrib["role"], root.attrib["lang"]) == ("img", "en")
    labels = {child.attrib["id"]: child.text for child in root if "id" in child.attrib}
    assert root.attrib["aria-labelledby"].split() == list(labels)
    assert labels["title"] == "Jolly & Roger: Jolly against Roger, after 7 actions"
    assert labels["desc"] == " ".join(
        ENGLISH.say(text) for text in loaded.presenter.sentences(view, None)
    )


class Drawn(Presenter):
    """Shows a scene that a test has made up."""

    shown: Scene = ()

    def scene(self, view: View, seat: int | None) -> Scene:
        return self.shown


def drawing_of(*scene: Line | Row) -> ET.Element:
    """Draw *scene*."""
    loaded, record = played("jolly-roger", decisions=1)
    presenter = Drawn(Name("Game"), Name("Variant"), [Name("One"), Name("Other")])
    presenter.shown = scene
    return ET.fromstring(svg(replace(loaded, presenter=presenter), record, ENGLISH))


def test_long_lines_are_wrapped_between_their_spans() -> None:
    line = tuple(Span(f"piece-{number}") for number in range(40))
    root = drawing_of(line, Row([Panel(line[:1], [line])] * 2))

    assert all(len(text) <= 100 for text in texts(root))
    assert " ".join(texts(root)).split().count("piece-39") == 3
    check_room(root)


def test_a_word_that_is_too_long_is_broken() -> None:
    for word in ("x" * 500, "漢字" * 200, "e\u0301" * 300):
        panel = Panel((Span(word),), [(Span(word),)])
        root = drawing_of((Span(word),), Row([panel, panel]))
        assert "".join(texts(root)).count(word[0]) == 5 * word.count(word[0])
        check_room(root)


@given(st.text(min_size=1, max_size=50))
def test_any_text_can_be_drawn(text: str) -> None:
    root = drawing_of((Span(text),))

    drawn = "".join(part for line in texts(root) for part in line.split())
    assert drawn == "".join(Words(ENGLISH)(text).split())
    check_room(root)
