"""Colours of cards: those with names, and any other as ``"#rrggbb"``."""

import re
from itertools import product
from pathlib import Path

import pytest

from command import PROGRAM, run, run_in_terminal
from export_accounts import ENGINE, ENGLISH, loaded_match, play_on
from splitpick.cli.web.web_templates import inks_url, static_file
from splitpick.core.matches.exports import html, svg
from splitpick.core.matches.record import load_setup, record_of
from splitpick.core.rules.reading import inks

OWN = Path(__file__).parents[2] / "sample_rulesets" / "board" / "own-inks.yaml"
OWN_INKS = ["#00565b", "#7b1fa2", "#a63a00"]
HUES = [
    f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in product(range(0, 256, 51), repeat=3)
]


def test_contrast_is_what_the_guidelines_for_accessible_pages_say() -> None:
    """By values that are published: black on white, and the greys that just pass."""
    assert inks.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert inks.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert inks.contrast("#ffffff", "#0000ff") == pytest.approx(8.59, abs=0.01)


def test_named_inks_hold_what_is_asked_of_others() -> None:
    for name in inks.INKS:
        assert inks.is_readable(inks.by_day(name)), name
        assert inks.contrast(inks.by_night(name), inks.NIGHT["card"]) >= inks.BY_NIGHT, name


def test_light_inks_are_painted_light_and_read_on_their_own_faces() -> None:
    assert "yellow" in inks.PAINTS
    for name, (paint, face) in inks.PAINTS.items():
        assert inks.luminance(paint) > 2 * inks.luminance(inks.by_day(name)), name
        assert inks.contrast(inks.by_day(name), face) >= 4.5, name


@pytest.mark.parametrize("hue", HUES)
def test_every_colour_can_be_read_in_the_dark_and_mended_for_light_paper(hue: str) -> None:
    dark = inks.darkened(hue)

    assert inks.is_readable(dark)
    assert (dark == hue) == inks.is_readable(hue)
    for ink in (hue, dark):
        night = inks.by_night(ink)
        assert inks.contrast(night, inks.NIGHT["card"]) >= inks.BY_NIGHT
        assert inks.contrast(night, inks.NIGHT["paper"]) >= inks.BY_NIGHT
        assert inks.sign_of(ink).removeprefix("ink-") in inks.INKS
    shade = inks.between(dark)
    assert min(inks.contrast(shade, ground) for ground in ("#000000", "#ffffff")) > 3.5


def test_a_colour_of_ones_own_is_in_account_drawing_and_terminal() -> None:
    ruleset = ENGINE.ruleset_file(str(OWN)).variant(None)
    whole = load_setup(ENGINE, loaded_match("jolly-roger").setup, ruleset)
    record = record_of(whole.setup, play_on(whole.match(), 40))
    assert [*whole.presenter.own_inks] == OWN_INKS
    for export in (html, svg):
        shown = export(whole, record, ENGLISH)
        by_day, _, by_night = shown.rpartition("prefers-color-scheme:dark")
        assert re.search(r'class="[^"]*i-7b1fa2"', shown)
        assert "#7b1fa2" in by_day
        assert inks.by_night("#7b1fa2") in by_night


@pytest.mark.slow
@pytest.mark.parametrize(("deep", "code"), [("truecolor", "38;2;"), ("", "38;5;")])
def test_a_terminal_draws_it_or_the_nearest_that_it_has(deep: str, code: str) -> None:
    words = [*PROGRAM, "play", str(OWN), "--seat", "jolly=human", "--seed", "3", "--no-save"]
    colours = {"COLORTERM": deep, "TERM": "xterm-256color"}
    played = run_in_terminal(
        [*words, "--plain"], typed="table\nquit\n", after="help explains", variables=colours
    )

    assert code in played.out
    if deep:
        red, green, blue = (int(inks.between("#7b1fa2")[at : at + 2], 16) for at in (1, 3, 5))
        assert f"{code}{red};{green};{blue}m" in played.out


def test_the_browser_loads_the_style_of_such_colours_from_its_server() -> None:
    """The policy allows none in a page; nothing but colours can be asked for."""
    file = static_file(inks_url(OWN_INKS))

    assert file is not None
    assert inks_url(OWN_INKS) == "/inks/00565b-7b1fa2-a63a00.css"
    assert file.body.decode() == inks.style_of(OWN_INKS)
    assert ".i-7b1fa2{color:#7b1fa2}" in file.body.decode()
    for wrong in ("00565", "00565b-", "00565B", "00565b.css", "x{color:red}", "..", "00565b-1"):
        assert static_file(f"/inks/{wrong}.css") is None


@pytest.mark.parametrize(
    ("ink", "column", "finding", "cure"),
    [
        ('"#ffff00"', 12, "pale-ink", '"#666600"'),
        ('"#ABCDEF"', 12, "pale-ink", 'Write "#'),
        ('"#12"', 12, "bad-ink", '"#1a6e33"'),
        ('"#GGGGGG"', 12, "bad-ink", '"#1a6e33"'),
        (r'"#1a6e33\n"', 12, "bad-ink", '"#1a6e33"'),
        ("#a84300", 7, "cut-ink", '"#a84300"'),
        ("# green", 7, "cut-ink", 'Write "#1a6e33"'),
        ("crimson", 12, "not-one-of", ""),
    ],
)
def test_a_colour_that_cannot_be_is_one_finding(
    tmp_path: Path, ink: str, column: int, finding: str, cure: str
) -> None:
    file = tmp_path / "deck.yaml"
    head = "format: 1\nid: deck\nname: X\nextends: jolly-roger/advanced\n"
    file.write_text(f"{head}change:\n  colours:\n    green:\n      ink: {ink}\n")

    checked = run("rulesets", "check", str(file))
    assert f":8:{column}: error[{finding}]" in checked.out, checked.out
    assert cure in checked.out
    assert checked.out.count("error[") == 1
