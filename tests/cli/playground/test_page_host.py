"""Questions of the playground's page to Python, here without a browser."""

import asyncio
import io
import json
import runpy
from base64 import b64decode
from pathlib import Path
from zipfile import ZipFile

import pytest

from splitpick.cli.playground import page_host
from splitpick.cli.playground.page_host import PageHost, host_at, rehearse
from splitpick.cli.playground.playground_words import page_words
from splitpick.core.text import Language, languages

SLIM = Path(__file__).parents[3] / ".ci/playground/slim.py"

SHARED = "\ncredits: Ann\nversion: '1.0'\nlicense: CC0-1.0\n"
"""Keys that a rule set needs which is given to others."""

GAMES = ["dead-mans-dice", "galley-thieves", "jolly-roger", "skull-queen", "smugglers-cove"]


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PageHost:
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    return PageHost("/play/table/1")


def text_of(host: PageHost, game: str) -> str:
    games = {id: text for id, _, text in json.loads(host.start("en"))["games"]}
    return str(games[game])


def test_every_game_that_is_installed_can_be_chosen_and_has_no_fault(host: PageHost) -> None:
    games = json.loads(host.start("de"))["games"]

    assert sorted(id for id, _, _ in games) == GAMES
    for _, _, text in games:
        checked = json.loads(host.check(text, "de"))
        assert checked["findings"] == []
        assert checked["variants"]


@pytest.mark.parametrize(("code", "words"), [("en", "Did you mean"), ("de", "Meintest du")])
def test_a_slip_is_shown_at_its_place_in_the_readers_language(
    host: PageHost, code: str, words: str
) -> None:
    text = text_of(host, "jolly-roger").replace("effect: kraken", "effect: krakken", 1)

    (found,) = json.loads(host.check(text, code))["findings"]

    line = text.splitlines()[found["line"] - 1]
    assert line[found["column"] - 1 :].startswith("krakken")
    assert words in found["message"]


def test_the_table_is_that_of_serve_below_the_address_of_the_page(host: PageHost) -> None:
    text = text_of(host, "jolly-roger")
    path = json.loads(host.begin(text, "introductory", 2, "ships-boy"))["path"]

    async def ask() -> list[object]:
        got: list[object] = []
        host.request("GET", path, "[]", "", got.append)
        while None not in got:
            await asyncio.sleep(0)
        return got

    head, body, _ = asyncio.run(ask())

    assert json.loads(str(head))["status"] == 200
    assert isinstance(body, bytes)
    page = body.decode()
    assert f'data-base="{path}"' in page
    assert page.count('="/') == page.count('="/play/table/1/')


def test_what_cannot_be_played_is_answered_with_the_reason(host: PageHost) -> None:
    host.start("en")

    assert (
        "players"
        in json.loads(host.begin(text_of(host, "jolly-roger"), "introductory", 5, "mate"))[
            "problem"
        ]
    )


def test_rules_bot_games_and_zip_are_those_of_the_command_line(
    host: PageHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_host, "GAMES", 4)
    text = text_of(host, "smugglers-cove")
    told: list[tuple[int, int]] = []

    rules = json.loads(host.rules(text, "standard", 2, "de"))
    assert "<h2>" in rules
    assert "<a href" not in rules
    output = json.loads(
        host.try_out(text, "standard", 2, "en", lambda *figures: told.append(figures))
    )["output"]
    assert "95%" in output
    assert told[-1] == (4, 4)
    packed = json.loads(host.pack(text + SHARED, "en"))
    assert packed["name"] == "playground-1.0.zip"
    with ZipFile(io.BytesIO(b64decode(packed["data"]))) as archive:
        assert archive.read("playground/LICENSE") == b"CC0-1.0\n"
        assert archive.read("playground/playground.yaml").decode() == text + SHARED


def test_what_a_zip_lacks_can_be_written_into_the_file(host: PageHost) -> None:
    text = text_of(host, "smugglers-cove") + SHARED.replace("license", "# license")

    assert "license" in json.loads(host.pack(text, "en"))["output"]


def test_the_page_has_its_words_in_every_language() -> None:
    words = json.loads(page_words())

    assert words.keys() == {"de", "en", "nl"}
    assert words["de"]["begin"] == "Gegen den Computer spielen"
    assert words["nl"].keys() == words["en"].keys()


def test_what_is_done_beforehand_leaves_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))

    asyncio.run(rehearse("nl"))

    host = host_at("/play/table/2")
    begun = json.loads(host.begin(text_of(host, "jolly-roger"), "introductory", 2, "mate"))
    assert begun["path"].startswith("/play/table/2/t/jolly-roger-1/")


def test_the_page_is_packed_with_the_locale_of_each_language() -> None:
    packed = runpy.run_path(str(SLIM))["LANGUAGES"]

    assert {Language(code).locale for code in languages()} <= packed
