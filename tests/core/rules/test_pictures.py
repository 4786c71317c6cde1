"""Pictures that rule sets bring: what draws shapes is shown, and everything else is a finding."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from splitpick.core import Engine, Match, RulesetError
from splitpick.core.errors import Finding
from splitpick.core.rules.checks import MOST_TOGETHER
from splitpick.core.rules.load import restore_ruleset
from splitpick.core.rules.reading.pictures import (
    MOST_BYTES,
    MOST_ELEMENTS,
    MOST_LEVELS,
    checked_svg,
)

ENGINE = Engine()
LANGUAGES = [ENGINE.language(code) for code in ("en", "de", "nl")]
NS = 'xmlns="http://www.w3.org/2000/svg"'

WHALE = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<!-- drawn by hand -->
<svg {NS} width="60px" height="60" id="whale" version="1.1">
  <title>A <![CDATA[whale]]></title>
  <g transform="translate(1 2) rotate(5)" style="stroke-width:2px; stroke:#fff">
    <path d="M3 24c7-2 8-20 27-20z" style="fill: none"/>
    <circle cx="3" cy="4" r=".5" fill="currentColor" fill-opacity="50%"/>
  </g>
</svg>
"""


def svg(inside: str, frame: str = 'viewBox="0 0 60 60"') -> str:
    return f"<svg {NS} {frame}>{inside}</svg>"


ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
HOSTILE = {
    "script": svg("<script>alert(1)</script>"),
    "script-in-title": svg("<title><script>alert(1)</script></title>"),
    "event": svg('<path d="M0 0h9" onclick="alert(1)"/>'),
    "event-of-the-picture": svg("", 'viewBox="0 0 9 9" onload="alert(1)"'),
    "link": svg('<a href="https://example.org"><path d="M0 0"/></a>'),
    "link-of-javascript": svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    "href": svg('<path d="M0 0" href="#x"/>'),
    "xlink": svg('<path xmlns:l="http://www.w3.org/1999/xlink" d="M0 0" l:href="http://x.org"/>'),
    "image": svg('<image href="https://example.org/spy.png"/>'),
    "image-data": svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
    "use-itself": svg('<g id="a"><use href="#a"/><use href="#a"/></g>'),
    "use-outside": svg('<use href="https://example.org/a.svg#a"/>'),
    "foreign-object": svg("<foreignObject><div/></foreignObject>"),
    "html": svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://example.org"/>'),
    "shape-of-another-language": svg('<path xmlns="https://example.org" d="M0 0"/>'),
    "style-element": svg("<style>@import url(https://example.org/a.css)</style>"),
    "style-with-url": svg('<path d="M0 0" style="fill:url(https://example.org/a)"/>'),
    "style-with-import": svg('<path d="M0 0" style="@import:url(a)"/>'),
    "style-with-escape": svg('<path d="M0 0" style="fill:u\\72l(a)"/>'),
    "style-with-variable": svg('<path d="M0 0" style="fill:var(--paper)"/>'),
    "fill-with-url": svg('<path d="M0 0" fill="url(#a)"/>'),
    "filter": svg('<path d="M0 0" filter="url(#a)"/>'),
    "class": svg('<path d="M0 0" class="faults"/>'),
    "animation": svg('<animate attributeName="x" dur="1ms" repeatCount="indefinite"/>'),
    "set": svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    "gradient": svg("<linearGradient/>"),
    "text": svg("<text>Buy now</text>"),
    "bare-text": svg("Buy now"),
    "picture-within": svg(svg("")),
    "doctype": f'<!DOCTYPE svg SYSTEM "file:///etc/passwd">{svg("")}',
    "entity": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{svg("<title>&x;</title>")}',
    "laughs": f'<!DOCTYPE svg [<!ENTITY a0 "ha">{ENTITIES}]>{svg("<title>&a8;</title>")}',
    "unknown-entity": svg("<title>&nbsp;</title>"),
    "instruction": f'<?xml-stylesheet href="https://example.org/a.css"?>{svg("")}',
    "not-closed": svg("")[:-3],
    "two-roots": svg("") * 2,
    "no-picture": f"<path {NS} d='M0 0'/>",
    "no-namespace-of-prefix": svg('<path l:d="M0 0"/>'),
    "html-page": "<!doctype html><title>404</title>",
    "empty": "",
    "words": "a whale",
    "zero-byte": svg("\0"),
    "no-size": svg("", ""),
    "box-of-words": svg("", 'viewBox="0 0 wide 60"'),
    "box-of-nothing": svg("", 'viewBox="0 0 0 60"'),
    "box-without-end": svg("", 'viewBox="0 0 1e999 60"'),
    "many-elements": svg("<g/>" * MOST_ELEMENTS),
    "deep": svg("<g>" * MOST_LEVELS + "</g>" * MOST_LEVELS),
    "long-number": svg(f'<rect width="{"9" * 400}"/>'),
    "dashes": svg('<path d="M0 0h9" stroke-dasharray="0.00001"/>'),
}
"""Pictures with something that is not allowed."""


def findings_of(folder: Path, picture: str = "pictures/whale.svg") -> Sequence[Finding]:
    """Check a rule set in *folder* whose Kraken shows *picture*."""
    with pytest.raises(RulesetError) as caught:
        ENGINE.ruleset_file(str(written(folder, picture)))
    return caught.value.findings


def written(folder: Path, picture: str = "pictures/whale.svg") -> Path:
    file = folder / "deck.yaml"
    file.write_text(
        "format: 1\nid: deck\nname: {en: Deck, de: Stapel, nl: Stapel}\n"
        f"extends: jolly-roger/advanced\nchange: {{cards: {{KR: {{picture: {picture}}}}}}}\n"
    )
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a picture of a whale."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "whale.svg").write_text(WHALE)
    return tmp_path


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_plain_drawing_is_one_finding_where_it_is_named(name: str, folder: Path) -> None:
    (folder / "pictures" / "whale.svg").write_text(HOSTILE[name])
    (found,) = findings_of(folder)

    assert (found.line, found.column, found.message.code) == (5, 32, "bad-picture")
    assert found.source[31 : 31 + found.length] == "pictures/whale.svg"
    told = {language.say(found.message) for language in LANGUAGES}
    assert len(told) == 3
    assert not any(re.search("javascript|passwd|haha", text) for text in told)


def test_what_is_too_big_or_no_text_is_a_finding(folder: Path) -> None:
    whale = folder / "pictures" / "whale.svg"
    whale.write_text(svg(" " * MOST_BYTES))
    (big,) = findings_of(folder)
    whale.write_text(WHALE, encoding="utf-16")
    (wide,) = findings_of(folder)
    whale.write_bytes(WHALE.replace("whale", "\xe4").encode("latin-1"))
    (old,) = findings_of(folder)

    assert [big.message.code, wide.message.code, old.message.code] == [
        "big-picture", "bad-picture", "bad-picture"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../whale.svg", "picture-path"),
        ("pictures/../../whale.svg", "picture-path"),
        ("/tmp/whale.svg", "picture-path"),
        ("'C:\\whale.svg'", "picture-path"),
        ("'pictures\\whale.svg'", "picture-path"),
        ("https://example.org/whale.svg", "picture-path"),
        ("file:whale.svg", "picture-path"),
        ("~/whale.svg", "picture-path"),
        ("pictures/.hidden.svg", "picture-path"),
        ("pictures//whale.svg", "picture-path"),
        ("pictures/none.svg", "no-picture"),
        ("folder.svg", "no-picture"),
        ("outside.svg", "no-picture"),
        ("outside/whale.svg", "no-picture"),
        ("pipe.svg", "no-picture"),
        ("pictures/whale.png", "picture-path"),
        ("whale", "not-one-of"),
    ],
)
def test_no_path_leads_out_of_the_folder(path: str, code: str, folder: Path) -> None:
    """Symbolic links neither; and a pipe is not waited for."""
    inner = folder / "inner"
    inner.mkdir()
    (folder / "pictures").rename(inner / "pictures")
    (folder / "whale.svg").write_text(WHALE)
    (inner / "folder.svg").mkdir()
    (inner / "outside.svg").symlink_to(folder / "whale.svg")
    (inner / "outside").symlink_to(folder)
    if hasattr(os, "mkfifo"):
        os.mkfifo(inner / "pipe.svg")
    (found,) = findings_of(inner, path)

    assert (found.line, found.column, found.message.code) == (5, 32, code)


def test_a_picture_is_written_anew_in_the_colour_of_its_card() -> None:
    """Names, notes and programs' marks go; styles become attributes, which pages may show."""
    shapes = checked_svg(WHALE.encode())

    assert shapes == (
        '<svg viewBox="0 0 60 60" fill="currentColor">\n  \n'
        '  <g transform="translate(1 2) rotate(5)" stroke-width="2px" stroke="#fff">\n'
        '    <path d="M3 24c7-2 8-20 27-20z" fill="none" />\n'
        '    <circle cx="3" cy="4" r=".5" fill="currentColor" fill-opacity="50%" />\n'
        "  </g>\n</svg>"
    ).replace("\n  \n", "").replace(">\n", ">").replace(">    <", "><").replace(">  <", "><")
    assert checked_svg(shapes.encode()) == shapes


def test_the_rules_hold_their_pictures(folder: Path) -> None:
    """So a match that is kept, sent or extended needs no file; and what it holds is checked."""
    ruleset = ENGINE.ruleset_file(str(written(folder))).variant()
    (folder / "extending.yaml").write_text(
        "format: 1\nid: more\nname: {en: More, de: Mehr, nl: Meer}\nextends: deck\n"
    )
    extending = ENGINE.ruleset_file(str(folder / "extending.yaml")).variant()
    (folder / "pictures" / "whale.svg").unlink()
    again = restore_ruleset(ruleset.text, ENGINE.games)
    data = json.loads(ruleset.text)
    kraken = next(card for card in data["cards"] if card["code"] == "KR")
    whale = checked_svg(WHALE.encode())
    codes = []
    for hostile in ("<svg onload='alert(1)'/>", "pictures/whale.svg", "../whale.svg"):
        kraken["picture"] = hostile
        with pytest.raises(RulesetError) as caught:
            restore_ruleset(json.dumps(data), ENGINE.games)
        codes += [found.message.code for found in caught.value.findings]

    for rules in (ruleset, extending, again):
        game = rules.build(2)
        assert rules.presenter(game).piece("KR").picture == whale
        assert Match(game, seed=1).legal()
    assert codes == ["bad-picture", "picture-alone", "picture-alone"]


def test_a_rule_set_sent_as_one_text_may_hold_its_pictures(folder: Path) -> None:
    rules = ENGINE.ruleset_file(str(written(folder, f"'{svg('<path/>')}'"))).variant()

    picture = rules.presenter(rules.build(2)).piece("KR").picture
    assert picture == '<svg viewBox="0 0 60 60" fill="currentColor"><path /></svg>'


def test_pictures_are_bound_together_too(tmp_path: Path) -> None:
    """Equal ones count once: that one card more is too much is said there."""
    body = "M0 0" + "h1" * ((MOST_BYTES - 200) // 2)
    cards = []
    for number in range(10):
        (tmp_path / f"{number}.svg").write_text(svg(f'<path d="{body}" opacity=".{number}"/>'))
        cards.append(f"  - {{code: G{number}, kind: g, count: 4, picture: {number % 9}.svg}}\n")
    rules = (
        "format: 1\nid: big\nname: {en: Big, de: Gro\xdf, nl: Groot}\ngame: splitting\n"
        "table: collection\nseats:\n  - {id: a, name: A}\n  - {id: b, name: B}\n"
        "draw: 4\nset-size: {least: 1, most: 3}\nturns: 10\nuses: [keep]\n"
        "kinds:\n  - {id: g, name: {en: g, de: G, nl: g}}\n"
        "scoring:\n  - {score: most, kinds: [g], points: 1}\ncards:\n"
    )
    (tmp_path / "big.yaml").write_text(rules + "".join(cards))
    with pytest.raises(RulesetError) as caught:
        ENGINE.ruleset_file(str(tmp_path / "big.yaml"))
    (found,) = caught.value.findings

    assert found.message.code == "big-pictures"
    assert 7 * len(body) < MOST_TOGETHER < 8 * len(body)
    assert found.source.startswith("  - {code: G7")
