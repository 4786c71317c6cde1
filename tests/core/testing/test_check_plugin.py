"""`check_plugin` and `splitpick plugins check` look at everything that a plugin brings."""

import importlib
import json
import re
import sys
import textwrap
from pathlib import Path

import pytest

from command import LANGUAGES, run
from plugin_sites import HEAD, Site, card
from splitpick.cli import exits
from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine
from splitpick.core.errors import PluginError, UnknownName
from splitpick.core.testing import CheckFailed, check_games
from splitpick.core.testing.check_plugins import parts_of, unaddressed

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A folder of plugins; faults are shortened in test_testing, and here only a little."""
    monkeypatch.setattr(check_games, "PROBES", 100)
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def codes(site: Site, name: str, *languages: str) -> dict[str, str]:
    """Check everything that a plugin brings; return the code of each thing's fault, if any."""
    results = {}
    with site.on_path():
        for part in parts_of(name, Engine(), languages=languages or ("en", "de"), games=1):
            results[part.id] = ""
            try:
                part.check()
            except CheckFailed as error:
                results[part.id] = error.code if part.id in str(error.where) else "of what?"
    return results


def bringing(hook: str, made: str, before: str = "") -> str:
    """Return a module whose *hook* returns *made*."""
    function = f"@hookimpl\ndef splitpick_{hook}():\n    return {made}\n"
    return f"{HEAD}{textwrap.dedent(before)}\n\n{function}"


JOINS = """
def options(self):
    return ["@green"]

def play(self, table, seat, option):
    table.join(seat, 0, self.card)
"""

FILES = "from importlib.resources import files\n"

OBSERVER = """
from splitpick.core.hooks.observers import Observer


class Ear(Observer):
    def {method}(self, *heard):
        raise ValueError
"""

SPEAKS = (
    "def rules_text(self):\n    from splitpick.core.text import Texts\n"
    '    return [Texts("splitpick_wave").msg("wave", "It washes all away.")]\n'
)
FAILS = "def play(self, table, seat, option):\n    raise ZeroDivisionError\n"


def bot(title: str, chooses: str) -> str:
    before = f"""
        from splitpick.core.text import Texts


        class Bold(Bot):
            id = "bold"
            title = Texts("splitpick_bold").msg("bot-bold", "{title}")

            def choose(self, position, seat, rng, budget):
                {chooses}
        """
    return bringing("bots", "[Bold]", before)


def ear(method: str, made: str = "Ear") -> str:
    return bringing("observers", f"[{made}]", OBSERVER.format(method=method))


FIRST = "return position.legal_actions()[0]"
TABLE = """
from splitpick.core.rules.kinds import TableKind


class RowKind(TableKind):
    id = "row"
"""

CHECKED: list[tuple[str, str, str]] = [
    # (thing, module, code)
    ("wave", card("wave", FAILS), "check-raises"),
    ("wave", card("wave", "def tell(self, table, seat, option):\n    1 / 0\n"), "check-raises"),
    ("wave", card("wave", "def legal(self, table, seat):\n    return [7]\n"), "check-effect-legal"),
    ("wave", card("wave", SPEAKS), "check-untranslated"),
    ("bold", bot("bold", FIRST), "check-untranslated"),
    ("bold", bot("?", "return -7"), "check-bot-illegal"),
    ("bold", bot("?", "raise SystemExit(0)"), "check-raises"),
    *(("ear", ear(method), "check-raises") for method in ("began", "acted", "took_back", "ended")),
    ("ear", ear("other"), ""),
    ("ear", ear("other", "object"), "check-observer"),
    ("row", bringing("tables", "[RowKind()]", TABLE), "check-unused"),
]


@pytest.mark.often(4)
@pytest.mark.parametrize(("name", "source", "code"), CHECKED)
def test_a_fault_of_what_a_plugin_brings_is_found(
    site: Site, name: str, source: str, code: str
) -> None:
    """An observer hears of everything that can happen in a match."""
    site.plant(name, source)

    assert list(codes(site, name).values()) == [code]


@pytest.mark.slow
def test_a_card_with_a_rule_set_texts_and_an_observer_passes(site: Site) -> None:
    data = "files('splitpick_wave_data')"
    source = card("wave", JOINS) + "".join(
        bringing(*parts).removeprefix(HEAD)
        for parts in (
            ("observers", "[Ear]", OBSERVER.format(method="other")),
            ("rulesets", f"[{data} / 'rulesets']", FILES),
            ("catalogs", f"[('splitpick_wave', {data} / 'locales')]"),
        )
    )
    ruleset = (
        "format: 1\nid: waves\nextends: jolly-roger/introductory\nname: {en: Waves, de: Wellen}\n"
        "add:\n  cards:\n"
        "    - {code: WA, effect: wave, count: 1, name: {en: Wave, de: Welle}}\n"
        "set-aside: 4\n"
    )
    plant_data(site, "wave", source, {"rulesets/waves.yaml": ruleset, "locales/de": PO + WAVES})

    assert codes(site, "wave") == dict.fromkeys(
        ("splitpick_wave", "wave", "splitpick_wave:Ear", "waves"), ""
    )


def plant_data(site: Site, name: str, source: str, files: dict[str, str]) -> None:
    """Install a plugin with a package of data; ``locales/de`` is its German catalog."""
    package = f"splitpick_{name}_data"
    site.modules.append(package)
    catalog = f"LC_MESSAGES/splitpick_{name}.po"
    paths = {
        f"{package}/{path}" + (f"/{catalog}" if path.startswith("locales") else ""): text
        for path, text in files.items()
    }
    site.plant(name, source, files={f"{package}/__init__.py": "", **paths})


ENTRY = '\nmsgid "{count} wave"\nmsgid_plural "{count} waves"\nmsgstr[0] "Welle"\nmsgstr[1] "%s"\n'
WAVES = ENTRY % "{count} Wellen"
GOLVEN = PO + ENTRY % "{count} golven"
WHOSE = '\nmsgid "{seat} wins"\nmsgstr "%s"\n'


@pytest.mark.parametrize(
    ("german", "dutch", "code"),
    [
        (PO + WAVES, GOLVEN, ""),
        (PO + ENTRY % "{number} Wellen", GOLVEN, "check-catalog-gaps"),
        (PO + ENTRY % "{count Wellen", GOLVEN, "check-catalog-gaps"),
        (PO + WHOSE % "Gewonnen", GOLVEN + WHOSE % "{seat} wint", "check-catalog-gap-lost"),
        (PO + WAVES, PO, "check-catalog-empty"),
        (PO + WAVES, PO + 'msgid "gull"\nmsgstr "meeuw"\n', "check-catalog-lacks"),
        (PO + "nonsense\n", GOLVEN, "check-catalog-unreadable"),
        (PO + WAVES + 'msgid "gull"\nmsgstr "M\n', GOLVEN, "check-catalog-unreadable"),
    ],
)
def test_a_fault_of_translations_is_found(site: Site, german: str, dutch: str, code: str) -> None:
    """Also in sentences that are never said in any game; English needs no catalog."""
    catalogs = "[('splitpick_wave', files('splitpick_wave_data') / 'locales')]"
    source = bringing("catalogs", catalogs, FILES)
    plant_data(site, "wave", source, {"locales/de": german, "locales/nl": dutch})

    assert codes(site, "wave", "en", "de", "nl") == {"splitpick_wave": code}


def test_a_catalog_has_all_sentences_of_the_code_beside_it(site: Site) -> None:
    """Those that no game has said, too: twenty are listed, and all are counted."""
    catalogs = "[('splitpick_wave', files('splitpick_wave_data') / 'locales')]"
    ours = 'msg("game-over", "The game is over.")\n'
    text = ours + "".join(f'msg("gull-{n}", "gull {n}")\n' for n in range(25))
    made = "from splitpick.core.text import Texts\nmsg = Texts('splitpick_wave').msg\n" + text
    data = {"locales/de": PO + WAVES, "__init__.py": made}
    plant_data(site, "wave", bringing("catalogs", catalogs, FILES), data)
    with site.on_path(), pytest.raises(CheckFailed) as found:
        parts_of("wave", Engine())[0].check()

    assert found.value.code == "check-catalog-lacks"
    assert " 25 in all: " in str(found.value)
    assert str(found.value).count("gull") == 20


@pytest.mark.often(1)
@pytest.mark.parametrize(
    ("method", "does", "code"),
    [
        ("build", "raise SystemExit(0)", "check-raises"),
        ("build", "pass", "check-no-game"),
        ("parts", "raise ValueError", "check-raises"),
    ],
)
def test_a_faulty_game_is_found(site: Site, method: str, does: str, code: str) -> None:
    site.plant_game(method, does, "strange")
    if does == "pass":  # a bot beside it is not to blame
        other = bot("?", FIRST)
        site.plant("bold", other)
        assert codes(site, "bold") == {"bold": ""}

    assert codes(site, "odd") == {"odd": "", "strange": code}


def test_a_plugin_that_is_unknown_or_not_loaded_cannot_be_checked(site: Site) -> None:
    site.plant("broken", "raise ValueError\n")

    with pytest.raises(PluginError, match=r"broken 1\.0 \(splitpick-broken\)"):
        codes(site, "broken")
    with pytest.raises(UnknownName):
        codes(site, "brokken")


# The command.


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_shows_all_that_is_right_and_wrong(site: Site, language: str) -> None:
    site.plant("wave", card("wave", FAILS) + ear("other").removeprefix(HEAD))
    words = ("plugins", "check", "wave", "-n", "1")
    ended = run(*words, language=language, width=300, variables=site.variables)
    debugged = run(*words, "--debug", variables=site.variables)
    lines = ended.out.splitlines()
    last = {"en": "Parts with faults: 1 of 2", "de": "Teile mit Fehlern: 1 von 2"}

    assert (ended.code, ended.err, len(lines)) == (exits.FAILED, "", 4)
    assert "[check-raises]: " in lines[0]
    assert re.search(r"ZeroDivisionError \(.*splitpick_wave\.py:\d+\)", lines[0])
    assert "raise ZeroDivisionError" in debugged.err
    assert "splitpick plugins replay wave" in lines[1]
    assert "splitpick_wave:Ear" in lines[2]
    assert lines[3] == last[language]


def test_the_command_answers_programs(site: Site) -> None:
    site.plant("ear", ear("began"))
    ended = run("plugins", "check", "ear", "--json", variables=site.variables)
    (told,) = json.loads(ended.out)

    assert ended.code == exits.FAILED
    assert (told["hook"], told["id"]) == ("splitpick_observers", "splitpick_ear:Ear")
    assert told["error"]["code"] == "check-raises"


def test_the_command_says_that_a_plugin_brings_nothing(site: Site) -> None:
    site.plant("wave", bringing("bots", "[]"))
    ended = run("plugins", "check", "wave", language="en", variables=site.variables)

    assert (ended.code, ended.out) == (exits.FINE, "The plugin provides nothing.\n")


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
def test_a_wrong_argument_is_one_line(words: tuple[str, ...], code: str) -> None:
    ended = run("plugins", "check", *words, language="de")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)
    assert len(ended.err.splitlines()) == 1


EXPORTS = """
def silent(match, presenter, language):
    pass

def fails_at_the_end(match, presenter, language):
    return match.journal[0] if match.over else 1 / 0

def tells(match, presenter, language):
    "Write the journal."
    return language.say(presenter.name) + "".join(match.journal)
"""


def test_an_export_writes_every_game_from_its_beginning_on(site: Site) -> None:
    made = "[('silent', silent), ('fails', fails_at_the_end), ('tells', tells)]"
    site.plant("wave", bringing("exports", made, EXPORTS))

    assert codes(site, "wave") == {"silent": "check-export", "fails": "check-raises", "tells": ""}


def test_a_command_has_its_help(site: Site) -> None:
    site.plant("wave", bringing("commands", "[('bare', silent), ('told', tells)]", EXPORTS))

    assert codes(site, "wave") == {"bare": "check-command-help", "told": ""}


def test_the_command_reminds_of_sentences_that_speak_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of kinds of actions that name the player alone; a new game has a form for both."""
    folder, _ = write_plugin(Engine(), "pearls", "game", tmp_path)
    source = folder / "src" / "splitpick_pearls" / "__init__.py"
    monkeypatch.syspath_prepend(str(source.parents[1]))
    spoken = source.read_text("utf-8")
    found = []
    for text in (spoken, re.sub(r"\.to_you\(\s*seat=msg\(.*?\)\s*\)", "", spoken)):
        source.write_text(text, encoding="utf-8")
        module = importlib.import_module("splitpick_pearls")
        found.append(unaddressed("pearls", Engine({"pearls": module})))
        del sys.modules["splitpick_pearls"]

    assert found == [[], ["lay", "take"]]
