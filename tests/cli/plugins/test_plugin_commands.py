"""`splitpick plugins`, and every command with plugins that are faulty."""

import json
from pathlib import Path

import pytest

from broken_plugins import FAULTS
from command import COMMAND_LINES, LANGUAGES, PROGRAM, Ended, run, run_in_terminal
from golden import same_as_file
from plugin_sites import DECK, HEAD, ODD_KIND, ODD_RULES, Site, card
from splitpick.cli import exits

GAME = ("--seat", "jolly=greedy", "--seat", "roger=random", "--first", "jolly", "--seed", "1")
TRIAL = ("rulesets", "try", "jolly-roger", "-n", "1", "--seat", "roger=odd")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def english(site: Site, *words: str, typed: str = "") -> Ended:
    """Run a command in English with the plugins of *site*."""
    return run(*words, language="en", width=300, typed=typed, variables=site.variables)


# List.


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_plugins_are_listed_and_noted_once_each_and_the_game_is_played(
    site: Site, language: str
) -> None:
    """The faults are in the list, so they are not noted there as well."""
    for name, (source, _, _) in FAULTS.items():
        site.plant(name, source)
    site.plant("later", card("later"), api="v99")
    site.plant("aaa", card("aaa"))
    site.plant("zzz", card("zzz"))
    listed = run("plugins", "list", language=language, width=100, variables=site.variables)
    played = run("play", "jolly-roger", *GAME, language=language, variables=site.variables)
    notes = played.err.splitlines()

    assert (listed.code, listed.err, played.code) == (exits.FINE, "", exits.FINE)
    assert "\x1b" not in listed.out
    assert played.out == run("play", "jolly-roger", *GAME, language=language).out
    assert len(notes) == len(FAULTS) + 1
    for name in FAULTS:
        assert [note for note in notes if f" {name} 1.0 (splitpick-{name}) " in note]
    steady = listed.out.replace(str(site.folder), "...")
    same_as_file(COMMAND_LINES / f"plugins.{language}.txt", steady)


def test_plugins_are_listed_for_programs(site: Site) -> None:
    site.plant("later", card("later"), api="v99")
    site.plant("aaa", card("aaa"))
    ended = run("plugins", "list", "--json", variables=site.variables)
    listed = {plugin["name"]: plugin for plugin in json.loads(ended.out)}
    later = listed["later"]

    assert list(listed) == sorted(listed)
    assert listed["kraken"]["brings"] == {"splitpick_effects": ["kraken"]}
    assert listed["aaa"] == {
        "name": "aaa",
        "version": "1.0",
        "distribution": "splitpick-aaa",
        "state": "loaded",
        "minimum": "",
        "verified": "",
        "brings": {"splitpick_effects": ["aaa"]},
        "error": None,
    }
    assert (later["state"], later["error"]["code"], later["brings"]) == (
        "refused",
        "plugin-api",
        {},
    )


# Plugins that cannot be loaded.


def test_with_debug_the_causes_are_shown(site: Site) -> None:
    for name in ("exit", "raises"):
        site.plant(name, FAULTS[name][0])
    for words in ("rulesets list --json", "plugins list", "plugins list --json"):
        ended, plain = english(site, "--debug", *words.split()), english(site, *words.split())

        assert (ended.code, ended.out) == (exits.FINE, plain.out)
        assert "Traceback" not in plain.err
        for name in ("exit", "raises"):
            assert f"splitpick_{name}.py" in ended.err
            assert f"The plugin {name} 1.0 (splitpick-{name}) is left out" in ended.err
    checked = english(site, "--debug", "plugins", "check", "raises")
    assert checked.error_code == "plugin-fails"
    assert "check_plugin.py" in checked.err


def test_a_plugin_can_be_left_out_of_every_command(site: Site) -> None:
    site.plant("raises", FAULTS["raises"][0])
    wrong = run("--without", "krakken", "rulesets", "list", language="en")

    assert english(site, "--without", "raises", "rulesets", "list").err == ""
    assert (wrong.code, wrong.err) == (
        exits.BAD_INPUT,
        'splitpick: error[unknown-plugin]: There is no plugin "krakken". Did you mean "kraken"?\n',
    )
    assert run("rulesets", "list", "--without", "kraken").error_code == "option-elsewhere"


def test_the_loading_of_plugins_can_be_traced(site: Site) -> None:
    site.plant("wave", card("wave"))
    site.plant("tide", "1 / 0\n")
    trace = english(site, "--plugin-trace", "--without", "kraken", "plugins", "list").err

    assert "wave 1.0 (splitpick-wave): loaded in " in trace
    assert " ms. splitpick_effects: wave\n" in trace
    assert "tide 1.0 (splitpick-tide): not loaded. It cannot be loaded: ZeroDivisionError" in trace
    assert "kraken 0.1.0 (splitpick): not loaded. --without or SPLITPICK_PLUGINS" in trace


def test_an_unreadable_catalog_is_noted_and_its_texts_are_english(site: Site) -> None:
    source = (
        HEAD + "from pathlib import Path\n\n\n@hookimpl\ndef splitpick_catalogs():\n"
        "    return [('wave', Path(__file__).parent / 'texts')]\n"
    )
    site.plant("wave", source, files={"texts/de/LC_MESSAGES/wave.mo": "no catalog"})
    german = run("rulesets", "list", language="de", variables=site.variables)

    assert (german.code, english(site, "rulesets", "list").err) == (exits.FINE, "")
    assert german.err.startswith("splitpick: Hinweis: Texte aus dem Plugin wave 1.0")


def test_the_splitpick_that_a_plugin_is_for_is_listed_and_one_without_an_entry_is_named(
    site: Site,
) -> None:
    """The list has its requirement, and the newest that its author has tried it with."""
    site.plant("wave", card("wave"))
    site.plant("tide", card("tide"))
    wave = site.folder / "splitpick_wave-1.0.dist-info"
    with (wave / "METADATA").open("a") as metadata:
        metadata.write("Requires-Dist: splitpick[web]>=0.1.0; python_version > '3'\n")
    with (wave / "entry_points.txt").open("a") as points:
        points.write("[splitpick.verified]\nwave = v0.2.1\n")
    (site.folder / "splitpick_tide-1.0.dist-info" / "entry_points.txt").write_text("")
    listed = english(site, "plugins", "list").out

    assert "for splitpick >=0.1.0, tried with 0.2.1" in listed
    assert "1.0 of splitpick-tide: not loaded" in listed
    assert 'It has no entry point in the group "splitpick.plugins"' in listed


# Special cards that fail in play.

FAILS_AT_BLUE = """\
def options(self):
    return ["*green", "*blue"]

def legal(self, table, seat):
    return [0, 1]

def play(self, table, seat, option):
    table.discard(self.card)
    if option == 1:
        self.nowhere
"""

ENDLESS_AT_BLUE = FAILS_AT_BLUE.replace("if option", "while option").replace("self.nowhere", "pass")

PEOPLE = ("--seat", "ann=human", "--seat", "bob=human", "--first", "ann", "--seed", "2")


def storm(site: Site, body: str) -> str:
    """Install the special card `storm`; return the path of a rule set with it."""
    site.plant("storm", card("storm", body), version="2.0")
    deck = site.folder / "storm.yaml"
    deck.write_text(DECK)
    return str(deck)


def test_people_play_on_without_a_card_that_fails(site: Site) -> None:
    """The plugin is named once; with --debug its traceback is shown."""
    deck, typed = storm(site, FAILS_AT_BLUE), "1\n2\nST*blue\nST?blue\nnotation\nquit\n"
    ended = english(site, "play", deck, *PEOPLE, typed=typed)
    debugged = english(site, "--debug", "play", deck, *PEOPLE, typed=typed)
    _, after = ended.out.split("> ST*blue\n", 1)

    assert ended.code == exits.FINE
    assert "storm 2.0 (splitpick-storm)" in ended.err
    assert len(ended.err.splitlines()) == 1
    assert "AttributeError: 'Storm' object has no attribute 'nowhere'" in debugged.err
    assert "splitpick_storm.py" in debugged.err
    assert after.startswith("ST cannot do that now.")
    assert "; ST?blue" in after


@pytest.mark.slow
@pytest.mark.process
def test_ctrl_c_ends_a_game_whose_card_does_not_come_back(site: Site) -> None:
    """The match is kept, and how to go on is said as always."""
    deck = storm(site, ENDLESS_AT_BLUE)
    ended = run_in_terminal(
        [*PROGRAM, "play", deck, *PEOPLE, "--moves", "G1 / G1 ST ST; pick 2"],
        typed="\x03",
        after="[2J",
        variables={**site.variables, "SPLITPICK_LANG": "en"},
    )

    assert ended.code == exits.INTERRUPTED
    assert "The match is not over. Continue it with:" in ended.out


# Kinds of games that fail.


def test_a_fault_that_nobody_guards_names_its_plugin(site: Site) -> None:
    site.plant_game("build", "1 / 0")
    rules = english(site, "rules", "odd")
    played = english(site, "play", "odd", "--seat", "a=greedy", "--seat", "b=greedy")

    assert (rules.code, rules.error_code) == (exits.INTERNAL, "plugin-fault")
    assert "odd 1.0 (splitpick-odd) (ZeroDivisionError, " in rules.err
    assert "splitpick_odd.py:1" in rules.err
    assert "--without odd" in rules.err
    assert (played.code, played.error_code) == (exits.INTERNAL, "plugin-raises")
    assert "The plugin odd 1.0 (splitpick-odd) fails: ZeroDivisionError" in played.err


@pytest.mark.parametrize(
    ("method", "does", "why"),
    [
        ("model", "raise SystemExit(0)", "SystemExit: 0"),
        ("model", "return None", "InvalidReturn: model() answers None"),
        ("check", "return None", "InvalidReturn: check() answers None"),
    ],
)
def test_a_game_that_cannot_read_its_rule_set_spoils_no_other(
    site: Site, method: str, does: str, why: str
) -> None:
    site.plant_game(method, does)
    fault = f"The plugin odd 1.0 (splitpick-odd) fails: {why}"
    listed, rules = english(site, "rulesets", "list"), english(site, "rules", "odd")
    as_json = english(site, "rulesets", "list", "--json")
    checked = english(site, "rulesets", "check", "odd", "--json")
    (odd,) = [found for found in json.loads(as_json.out) if found["name"] == "odd"]
    (result,) = json.loads(checked.out)

    assert (listed.code, listed.err) == (exits.FINE, "")
    assert fault in " ".join(listed.out.split())
    assert "jolly-roger" in listed.out
    assert (rules.code, rules.error_code) == (exits.INTERNAL, "plugin-raises")
    assert fault in rules.err
    assert odd["error"]["code"] == result["error"]["code"] == "plugin-raises"
    assert (as_json.code, checked.code) == (exits.FINE, exits.FAILED)


@pytest.mark.slow
def test_a_faulty_game_is_noted_once_where_others_go_on(site: Site) -> None:
    site.plant_game("model", "1 / 0")
    schema = english(site, "rulesets", "schema")
    asked = english(site, "play", typed="1\nquit\n")

    assert (schema.code, asked.code) == (exits.FINE, exits.FINE)
    assert '"splitting"' in schema.out
    assert "1: Jolly & Roger" in asked.out
    for ended in (schema, asked):
        assert ended.err.count("The plugin odd 1.0 (splitpick-odd) fails: ") == 1


@pytest.mark.parametrize(
    ("method", "words"),
    [("check", "rulesets list"), ("check", "play odd"), ("names", "rulesets schema")],
)
def test_a_table_with_senseless_answers_is_named_and_spoils_no_other(
    site: Site, method: str, words: str
) -> None:
    source = ODD_KIND.format(method=method, does="return None")
    for game, table in {"Game": "Table", "games": "tables", "Ruleset": "Splitting"}.items():
        source = source.replace(f"{game}Kind", f"{table}Kind").replace(f"{game}M", f"{table}M")
        source = source.replace(f"splitpick_{game}", f"splitpick_{table}")
    rules = ODD_RULES.replace("game: odd", "game: splitting\ntable: odd") + (
        "draw: 2\nset-size: {least: 1, most: 1}\nturns: 1\ncards: [{code: A, count: 2}]\n"
    )
    files = {"splitpick_odd_data/__init__.py": "", "splitpick_odd_data/odd.yaml": rules}
    site.plant("odd", source.replace("model(self, rules)", "model(self)"), files=files)
    ended = english(site, *words.split())

    assert (ended.code == exits.FINE) == words.startswith("rulesets")
    assert "jolly-roger" in ended.out or words == "play odd"
    assert (
        f"odd 1.0 (splitpick-odd) fails: InvalidReturn: {method}() answers None"
        in ended.out + ended.err
    )


# Special cards and bots that fail elsewhere.


@pytest.mark.parametrize(
    ("words", "body", "code"),
    [
        (("rulesets", "try"), "def options(self):\n    raise SystemExit(0)\n", "effect-unready"),
        (("rules",), "def rules_text(self):\n    raise SystemExit(0)\n", "plugin-fault"),
    ],
)
def test_a_special_card_cannot_end_the_program(
    site: Site, words: tuple[str, ...], body: str, code: str
) -> None:
    ended = english(site, *words, storm(site, body))

    assert (ended.code, ended.error_code) == (exits.INTERNAL, code)
    assert "storm 2.0 (splitpick-storm)" in ended.err


def test_a_special_card_that_cannot_be_made_is_a_finding(site: Site) -> None:
    checked = english(site, "rulesets", "check", storm(site, "def options(self):\n    1 / 0\n"))

    assert checked.code == exits.FAILED
    assert "[game-fails]: " in checked.out
    assert "storm 2.0 (splitpick-storm)" in checked.out
    assert "ZeroDivisionError" in checked.out


def odd_bot(site: Site, does: str, method: str = "choose") -> Site:
    """Install a bot called `odd`."""
    source = HEAD + (
        "from splitpick.core.text import in_place\n\n\nclass Odd(Bot):\n    id = 'odd'\n"
        "    title = in_place('bot-odd', en='Odd', de='Seltsam')\n\n"
        f"    def {method}(self, *asked):\n        {does}\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [Odd]\n"
    )
    site.plant("odd", source)
    return site


@pytest.mark.parametrize("leaves", ["SystemExit(0)", "BaseException('odd')", "EOFError"])
@pytest.mark.parametrize("method", ["choose", "__init__"])
def test_a_bot_cannot_end_the_program(site: Site, leaves: str, method: str) -> None:
    ended = english(odd_bot(site, f"raise {leaves}", method), *TRIAL)

    assert ended.code == exits.INTERNAL
    assert ended.error_code in ("trial-plugin-fails", "plugin-fault")
    assert "odd 1.0 (splitpick-odd)" in ended.err


def test_a_bot_that_chooses_nonsense_in_a_trial_is_named_with_its_plugin(site: Site) -> None:
    ended = english(odd_bot(site, "return -7"), *TRIAL)

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "trial-bot-illegal")
    assert "The bot Odd of the plugin odd 1.0 (splitpick-odd) chose" in ended.err


# A match whose plugin is not loaded.


def test_a_match_goes_on_without_a_plugin_once_its_bot_has_no_seat(
    site: Site, tmp_path: Path
) -> None:
    """Before that, the reason why the plugin is not loaded is said."""
    odd_bot(site, "return asked[0].legal_actions()[0]")
    kept = {**site.variables, "SPLITPICK_HOME": str(tmp_path / "home")}
    words = ("play", "jolly-roger", "--seat", "roger=odd", "--first", "jolly", "--seed", "1")
    assert run(*words, language="en", variables=kept).code == exits.FINE
    without = run("--without", "odd", "resume", language="en", variables=kept)
    seat = ("--seat", "roger=greedy")
    seated = run("--without", "odd", "resume", *seat, language="en", variables=kept)

    assert without.code == exits.BAD_INPUT
    assert without.err == (
        "splitpick: error[plugins-missing]: This match needs plugins that are not loaded: odd 1.0 "
        "(splitpick-odd). odd: --without or SPLITPICK_PLUGINS leaves it out.\n"
    )
    assert (seated.code, seated.err) == (exits.FINE, "")
    assert "Roger: greedy" in seated.out
    assert "Roger: greedy" in run("resume", language="en", variables=kept).out


# Prints and observers.

PRINTS = "print('\\x1b\\x07thinking')"

OBSERVER = HEAD + (
    "from splitpick.core.hooks.observers import Observer\n\n\nclass Ear(Observer):\n"
    f"    def acted(self, action, position):\n        {PRINTS}\n\n\n"
    "@hookimpl\ndef splitpick_observers():\n    return [Ear]\n"
)


@pytest.mark.parametrize(
    "words", [(*TRIAL, "--json"), ("plugins", "check", "ear", "--json"), ("play", *GAME)]
)
def test_prints_of_plugins_are_no_answer_and_steer_no_terminal(
    site: Site, words: tuple[str, ...]
) -> None:
    """They go to the error output without control characters, in a match too."""
    odd_bot(site, f"{PRINTS}\n        return asked[0].legal_actions()[0]")
    site.plant("ear", f"{PRINTS}\n{OBSERVER}")
    ended = english(site, *words)

    assert ended.code == exits.FINE
    assert "thinking" not in ended.out
    assert words[0] == "play" or json.loads(ended.out)
    assert set(ended.err.splitlines()) == {"thinking"}
