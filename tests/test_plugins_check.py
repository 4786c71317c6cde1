"""`check_plugin` and `splitpick plugins check`: whatever a plugin brings is looked at."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from command import LANGUAGES, run
from sites import HEAD, Site, card
from splitpick.cli import exits
from splitpick.core import Engine
from splitpick.core.errors import PluginError, UnknownName
from splitpick.core.testing import CheckFailed, check_plugin
from splitpick.core.testing.plugins import Part, parts_of

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def parts(site: Site, name: str) -> list[Part]:
    """Return the checks of a plugin that is planted."""
    with site.on_path():
        return parts_of(name, Engine(), games=2)


def codes(site: Site, name: str) -> dict[str, str]:
    """Check all that a plugin brings; return the code of what is wrong with each thing, if any."""
    with site.on_path():
        found = {}
        for part in parts_of(name, Engine(), games=2):
            found[part.id] = ""
            try:
                part.check()
            except CheckFailed as error:
                found[part.id] = error.code if part.id in str(error.where) else "of what?"
    return found


JOINS = """
def options(self):
    return ["@green"]

def play(self, table, seat, option):
    table.join(seat, 0, self.card)
"""

# What is right passes.


@pytest.mark.parametrize("name", ["kraken", "skeleton", "tortuga"])
def test_our_own_special_cards_pass(name: str) -> None:
    check_plugin(name, games=1)


def test_a_card_with_a_rule_set_texts_and_an_observer_passes(site: Site) -> None:
    """Each of them is a part, in the order of the hooks."""
    source = card("wave", JOINS) + textwrap.dedent(
        """
        from importlib.resources import files
        from splitpick.core.hooks.observers import Observer


        class Ear(Observer):
            pass


        @hookimpl
        def splitpick_observers():
            return [Ear]


        @hookimpl
        def splitpick_rulesets():
            return [files("splitpick_wave_data") / "rulesets"]


        @hookimpl
        def splitpick_catalogs():
            return [("splitpick_wave", files("splitpick_wave_data") / "locales")]
        """
    )
    ruleset = (
        "format: 1\nid: waves\nextends: jolly-roger/introductory\nname: {en: Waves, de: Wellen}\n"
        "add:\n  cards:\n"
        "    - {code: WA, effect: wave, count: 1, name: {en: Wave, de: Welle}}\n"
        "set-aside: 4\n"
    )
    po = PO + '\nmsgid "{count} wave"\nmsgid_plural "{count} waves"\n'
    po += 'msgstr[0] "eine Welle"\nmsgstr[1] "{count} Wellen"\n'
    site.modules.append("splitpick_wave_data")
    site.plant(
        "wave",
        source,
        files={
            "splitpick_wave_data/__init__.py": "",
            "splitpick_wave_data/rulesets/waves.yaml": ruleset,
            "splitpick_wave_data/locales/de/LC_MESSAGES/splitpick_wave.po": po,
        },
    )

    assert codes(site, "wave") == {
        "splitpick_wave": "",
        "wave": "",
        "splitpick_wave:Ear": "",
        "waves": "",
    }


# What is wrong is found.

RAISES = "def play(self, table, seat, option):\n    raise ZeroDivisionError\n"
SLEEPS = "def play(self, table, seat, option):\n    while True:\n        pass\n"
SPEAKS = (
    "def rules_text(self):\n    from splitpick.core.text import Texts\n"
    '    return [Texts("splitpick_wave").msg("wave", "It washes all away.")]\n'
)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (RAISES, "check-raises"),
        (SLEEPS, "check-endless-call"),
        (SPEAKS, "check-untranslated"),
        ("def rules_text(self):\n    raise ValueError\n", "check-raises"),
        ("def tell(self, table, seat, option):\n    raise ValueError\n", "check-raises"),
        ("def legal(self, table, seat):\n    return [7]\n", "check-effect-legal"),
    ],
)
def test_what_is_wrong_with_a_special_card_is_found(
    site: Site, monkeypatch: pytest.MonkeyPatch, body: str, code: str
) -> None:
    if body == SLEEPS:
        monkeypatch.setattr("splitpick.core.testing.failure.CALL_SECONDS", 2)
    site.plant("wave", card("wave", body))

    assert codes(site, "wave") == {"wave": code}


BOT = HEAD + textwrap.dedent(
    """
    from splitpick.core.text import Texts


    class Bold(Bot):
        id = "bold"
        title = Texts("splitpick_bold").msg("bot-bold", "{title}")

        def choose(self, position, seat, rng, budget):
            {chooses}


    @hookimpl
    def splitpick_bots():
        return [Bold]
    """
)


@pytest.mark.parametrize(
    ("title", "chooses", "code"),
    [
        ("bold", "return position.legal_actions()[0]", "check-untranslated"),
        ("?", "return -7", "check-bot-illegal"),
        ("?", "return position.apply(position.legal_actions()[0]) or 0", "check-bot-"),
        ("?", "return position.legal_actions()[0]", ""),
    ],
)
def test_what_is_wrong_with_a_bot_is_found(site: Site, title: str, chooses: str, code: str) -> None:
    """Its title is one of its texts."""
    site.plant("bold", BOT.format(title=title, chooses=chooses))
    found = codes(site, "bold")["bold"]

    assert found.startswith(code) if code else not found


OBSERVER = HEAD + textwrap.dedent(
    """
    from splitpick.core.hooks.observers import Observer


    class Ear(Observer):
        def {method}(self, *heard):
            raise ValueError


    @hookimpl
    def splitpick_observers():
        return [{made}]
    """
)


@pytest.mark.parametrize(
    ("method", "made", "code"),
    [
        ("began", "Ear", "check-raises"),
        ("acted", "Ear", "check-raises"),
        ("took_back", "Ear", "check-raises"),
        ("ended", "Ear", "check-raises"),
        ("other", "Ear", ""),
        ("other", "object", "check-observer"),
    ],
)
def test_what_is_wrong_with_an_observer_is_found(
    site: Site, method: str, made: str, code: str
) -> None:
    """It is told of everything that can happen in a match."""
    site.plant("ear", OBSERVER.format(method=method, made=made))

    assert list(codes(site, "ear").values()) == [code]


ENTRY = '\nmsgid "{count} wave"\nmsgid_plural "{count} waves"\nmsgstr[0] "Welle"\nmsgstr[1] "%s"\n'


@pytest.mark.parametrize(
    ("german", "dutch", "code"),
    [
        (PO + ENTRY % "{count} Wellen", PO + ENTRY % "{count} golven", ""),
        (PO + ENTRY % "{number} Wellen", PO + ENTRY % "{count} golven", "check-catalog-gaps"),
        (PO + ENTRY % "{count Wellen", PO + ENTRY % "{count} golven", "check-catalog-gaps"),
        (PO + ENTRY % "{count} Wellen", PO, "check-catalog-lacks"),
        (PO + "nonsense\n", PO, "check-catalog-unreadable"),
        (PO + ENTRY % "Wellen" + 'msgid "gull"\nmsgstr "M\n', PO, "check-catalog-unreadable"),
        (PO, PO, "check-catalog-empty"),
    ],
)
def test_what_is_wrong_with_translations_is_found(
    site: Site, german: str, dutch: str, code: str
) -> None:
    """Also of sentences that are never said in any game."""
    source = HEAD + textwrap.dedent(
        """
        from importlib.resources import files


        @hookimpl
        def splitpick_catalogs():
            return [("splitpick_wave", files("splitpick_wave_data") / "locales")]
        """
    )
    folder = "splitpick_wave_data/locales"
    site.modules.append("splitpick_wave_data")
    site.plant(
        "wave",
        source,
        files={
            "splitpick_wave_data/__init__.py": "",
            f"{folder}/de/LC_MESSAGES/splitpick_wave.po": german,
            f"{folder}/nl/LC_MESSAGES/splitpick_wave.po": dutch,
        },
    )
    with site.on_path():
        found = ""
        try:
            check_plugin("wave", Engine(), languages=("en", "de", "nl"))
        except CheckFailed as error:
            found = error.code

    assert found == code


def test_a_table_that_no_rule_set_uses_cannot_be_checked(site: Site) -> None:
    """That is said, since nothing else could be."""
    source = HEAD + textwrap.dedent(
        """
        from splitpick.core.rules.kinds import TableKind


        class RowKind(TableKind):
            id = "row"


        @hookimpl
        def splitpick_tables():
            return [RowKind()]
        """
    )
    site.plant("row", source)

    assert codes(site, "row") == {"row": "check-unused"}


def test_a_plugin_that_is_not_there_or_not_loaded_cannot_be_checked(site: Site) -> None:
    site.plant("broken", "raise ValueError\n")

    with pytest.raises(PluginError) as caught:
        parts(site, "broken")
    assert "broken 1.0 (splitpick-broken)" in str(caught.value)
    with pytest.raises(UnknownName):
        parts(site, "brokken")


# The command.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_what_is_right_and_what_is_wrong(site: Site, language: str) -> None:
    """All of it, not only the first."""
    site.plant(
        "wave",
        card("wave", RAISES) + OBSERVER.format(method="other", made="Ear").removeprefix(HEAD),
    )
    ended = run(
        "plugins", "check", "wave", "-n", "1",
        language=language, width=200, variables=site.variables,
    )  # fmt: skip
    lines = ended.out.splitlines()

    assert (ended.code, ended.err) == (exits.FAILED, "")
    assert len(lines) == 3
    assert "[check-raises]: " in lines[0]
    assert "ZeroDivisionError" in lines[0]
    assert "splitpick_wave:Ear" in lines[1]
    assert lines[2] == {
        "en": "1 part of 2 has faults.",
        "de": "Eins von 2 Teilen hat Fehler.",
        "nl": "Eén van 2 onderdelen heeft fouten.",
    }.get(language, lines[2])


def test_the_command_answers_programs(site: Site) -> None:
    site.plant("ear", OBSERVER.format(method="began", made="Ear"))
    ended = run("plugins", "check", "ear", "--json", language="en", variables=site.variables)
    (told,) = json.loads(ended.out)

    assert ended.code == exits.FAILED
    assert (told["hook"], told["id"]) == ("splitpick_observers", "splitpick_ear:Ear")
    assert told["error"]["code"] == "check-raises"


def test_the_command_says_that_a_plugin_brings_nothing(site: Site) -> None:
    site.plant("wave", HEAD + "@hookimpl\ndef splitpick_bots():\n    return []\n")
    ended = run("plugins", "check", "wave", language="en", variables=site.variables)

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert ended.out == "The plugin brings nothing.\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("kraken", "-n", "0"), "number-of-games"),
        (("kraken", "-n", "many"), "bad-number"),
        (("kraken", "--seed", "-1"), "bad-number"),
        (("krakken",), "unknown-plugin"),
        ((), "missing-argument"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_wish_is_one_line(words: tuple[str, ...], code: str, language: str) -> None:
    ended = run("plugins", "check", *words, language=language)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)
    assert len(ended.err.splitlines()) == 1


# Plugins that would rather not be checked.


@pytest.mark.parametrize("leaves", ["SystemExit(0)", "BaseException('odd')", "EOFError"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_plugin_passes_by_ending_the_program(site: Site, leaves: str, language: str) -> None:
    """Whatever it raises is a fault of what was checked."""
    site.plant("bold", BOT.format(title="?", chooses=f"raise {leaves}"))
    ended = run("plugins", "check", "bold", "--json", language=language, variables=site.variables)
    (told,) = json.loads(ended.out)

    assert (ended.code, ended.err) == (exits.FAILED, "")
    assert told["error"]["code"] == "check-raises"


KIND = HEAD + textwrap.dedent(
    """
    from importlib.resources import files
    from splitpick.core.game import Game
    from splitpick.core.rules.kinds import GameKind
    from splitpick.core.rules.models import RulesetModel
    from splitpick.core.text import in_place


    class Odd(GameKind):
        id = "odd"

        def model(self, rules):
            return RulesetModel

        {method}


    class Calm(Bot):
        id = "calm"
        title = in_place("bot-calm", en="Calm", de="Ruhig")

        def choose(self, position, seat, rng, budget):
            return position.legal_actions()[0]


    @hookimpl
    def splitpick_games():
        return [Odd()]


    @hookimpl
    def splitpick_bots():
        return [Calm]


    @hookimpl
    def splitpick_rulesets():
        return [files("splitpick_odd_data")]
    """
)

ODD = """\
format: 1
id: odd
game: odd
name: {en: Odd, de: Seltsam}
seats: [{id: ann, name: {en: Ann, de: Ann}}, {id: bob, name: {en: Bob, de: Bob}}]
"""


def plant_odd(site: Site, method: str) -> None:
    """Install a game with a faulty *method*, a rule set of it, and a bot that is right."""
    site.modules.append("splitpick_odd_data")
    site.plant(
        "odd",
        KIND.format(method=method.replace("\n", "\n    ")),
        files={"splitpick_odd_data/__init__.py": "", "splitpick_odd_data/odd.yaml": ODD},
    )


@pytest.mark.parametrize(
    ("method", "code"),
    [
        ("def build(self, rules, variant, players):\n    raise ValueError", "check-raises"),
        ("def build(self, rules, variant, players):\n    raise SystemExit(0)", "check-raises"),
        ("def build(self, rules, variant, players):\n    pass", "check-no-game"),
        ("def build(self, rules, variant, players):\n    while 1: pass", "check-endless-call"),
        ("def parts(self, rules):\n    raise ValueError", "check-raises"),
    ],
)
def test_a_faulty_game_is_found_and_all_else_is_checked(
    site: Site, monkeypatch: pytest.MonkeyPatch, method: str, code: str
) -> None:
    monkeypatch.setattr("splitpick.core.testing.failure.CALL_SECONDS", 2)
    plant_odd(site, method)
    with site.on_path():
        found = {}
        for part in parts_of("odd", Engine(), games=1):
            try:
                part.check()
                found[part.hook] = ""
            except CheckFailed as error:
                found[part.hook] = error.code

    assert found == {"splitpick_bots": "", "splitpick_games": "", "splitpick_rulesets": code}


def test_the_command_goes_on_after_what_cannot_be_checked(site: Site) -> None:
    """A card that spoils the table in `legal` may raise anywhere."""
    spoils = "def legal(self, table, seat):\n    del table.crews\n    return [0]\n"
    site.plant(
        "wave",
        card("wave", spoils) + OBSERVER.format(method="other", made="Ear").removeprefix(HEAD),
    )
    ended = run("plugins", "check", "wave", "--json", language="en", variables=site.variables)
    card_told, ear_told = json.loads(ended.out)

    assert (ended.code, ended.err) == (exits.FAILED, "")
    assert card_told["error"]["code"] == "check-raises"
    assert ear_told["error"] is None
