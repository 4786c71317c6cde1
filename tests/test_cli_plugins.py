"""`splitpick plugins`, and what becomes of the program where a plugin is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import COMMAND_LINES, LANGUAGES, PROGRAM, Ended, run, run_in_terminal
from golden import same_as_file
from sites import HEAD, Site, card
from splitpick.cli import exits
from test_guard import DECK
from test_plugins import FAULTS

GAME = ("--seat", "jolly=greedy", "--seat", "roger=random", "--first", "jolly", "--seed", "1")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def broken_site(site: Site) -> Site:
    """Install every kind of broken plugin, and two that work."""
    for name, (source, _, _) in FAULTS.items():
        site.plant(name, source)
    site.plant("later", card("later"), api="v99")
    site.plant("aaa", card("aaa"))
    site.plant("zzz", card("zzz"))
    return site


# list


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_plugins_are_listed_with_what_is_wrong(site: Site, language: str) -> None:
    """For people, in their language; the errors are in the list, so they are not noted as well."""
    listed = run(
        "plugins", "list", language=language, width=100, variables=broken_site(site).variables
    )

    assert (listed.code, listed.err) == (exits.FINE, "")
    assert "\x1b" not in listed.out
    same_as_file(COMMAND_LINES / f"plugins.{language}.txt", steady(listed.out, site))


def test_plugins_are_listed_for_programs(site: Site) -> None:
    """All that is known of each."""
    ended = run("plugins", "list", "--json", variables=broken_site(site).variables)
    listed = {plugin["name"]: plugin for plugin in json.loads(ended.out)}

    assert listed["kraken"]["brings"] == {"splitpick_effects": ["kraken"]}
    assert listed["aaa"] == {
        "name": "aaa",
        "version": "1.0",
        "distribution": "splitpick-aaa",
        "state": "loaded",
        "brings": {"splitpick_effects": ["aaa"]},
        "error": None,
    }
    for name, (_, state, code) in {**FAULTS, "later": ("", "refused", "plugin-api")}.items():
        assert (listed[name]["state"], listed[name]["error"]["code"]) == (state, code)
        assert listed[name]["brings"] == {}
    assert list(listed) == sorted(listed)


def test_without_any_plugin_the_list_says_so() -> None:
    """Ours can be left out too."""
    ours = ("kraken", "skeleton", "tortuga", "skull-queen", "dead-mans-dice")
    without = [word for name in ours for word in ("--without", name)]
    listed = run(*without, "plugins", "list", language="en")

    assert [line for line in listed.out.splitlines() if "left out" in line] == [
        f"  {name:<14}  0.1.0 of splitpick: left out" for name in sorted(ours)
    ]


# The program with a broken plugin.


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_plugins_are_noted_and_the_game_is_played(site: Site, language: str) -> None:
    """Each once, in a line; the game is that which is played without them."""
    variables = broken_site(site).variables
    played = run("play", "jolly-roger", *GAME, language=language, variables=variables)
    notes = played.err.splitlines()

    assert played.code == exits.FINE
    assert played.out == run("play", "jolly-roger", *GAME, language=language).out
    assert len(notes) == len(FAULTS) + 1
    for name in FAULTS:
        assert len([note for note in notes if f" {name} 1.0 (splitpick-{name}) " in note]) >= 1
    same_as_file(COMMAND_LINES / f"broken_plugins.{language}.txt", steady(played.err, site))


def steady(text: str, site: Site) -> str:
    """Take out of *text* what differs from machine to machine."""
    return text.replace(str(site.folder), "...")


def test_with_debug_the_cause_is_shown(site: Site) -> None:
    """Where in the plugin it was."""
    site.plant("raises", FAULTS["raises"][0])
    ended = run("--debug", "rulesets", "list", variables=site.variables)

    assert ended.code == exits.FINE
    assert "Traceback" in ended.err
    assert "splitpick_raises.py" in ended.err
    assert "Traceback" not in run("rulesets", "list", variables=site.variables).err


def test_why_a_plugin_is_not_loaded_is_said_once_where_it_is_checked(site: Site) -> None:
    site.plant("raises", FAULTS["raises"][0])
    ended = run("plugins", "check", "raises", language="en", variables=site.variables)

    assert ended.code == exits.INTERNAL
    assert ended.err.count("raises 1.0 (splitpick-raises)") == 1
    assert len(ended.err.splitlines()) == 1


def test_a_plugin_can_be_left_out(site: Site) -> None:
    """Right behind the program, for every command."""
    site.plant("raises", FAULTS["raises"][0])

    assert run("--without", "raises", "rulesets", "list", variables=site.variables).err == ""
    wrong = run("--without", "krakken", "rulesets", "list", language="en")
    assert (wrong.code, wrong.err) == (
        exits.BAD_INPUT,
        'splitpick: error[unknown-plugin]: There is no plugin "krakken". Did you mean "kraken"?\n',
    )
    behind = run("rulesets", "list", "--without", "kraken", language="en")
    assert behind.error_code == "option-elsewhere"


def test_the_environment_says_which_plugins_are_loaded(site: Site) -> None:
    site.plant("wave", card("wave"))
    site.plant("tide", "raise SystemExit(7)\n")
    allowed = {**site.variables, "SPLITPICK_PLUGINS": "wave, foam"}
    ended = run("rulesets", "list", language="en", variables=allowed)

    assert (ended.code, ended.err) == (
        exits.FINE,
        'splitpick: note: SPLITPICK_PLUGINS names the plugin "foam", which is not installed.\n',
    )


def test_every_step_of_loading_can_be_shown(site: Site) -> None:
    site.plant("wave", card("wave"))
    ended = run("--plugin-trace", "rulesets", "list", language="en", variables=site.variables)

    assert "wave 1.0 (splitpick-wave): splitpick_effects brings wave." in ended.err
    assert "rules" not in ended.err


def test_a_catalog_that_cannot_be_read_is_noted(site: Site) -> None:
    """Its texts are said in English then."""
    source = (
        HEAD + "from pathlib import Path\n\n\n@hookimpl\ndef splitpick_catalogs():\n"
        "    return [('wave', Path(__file__).parent / 'texts')]\n"
    )
    site.plant("wave", source, files={"texts/de/LC_MESSAGES/wave.mo": "no catalog"})
    german = run("rulesets", "list", language="de", variables=site.variables)
    english = run("rulesets", "list", language="en", variables=site.variables)

    assert (german.code, english.err) == (exits.FINE, "")
    assert german.err.startswith("splitpick: Hinweis: Die Texte des Plugins wave 1.0")


# Faults that come to light in play.

RAISES_AT_BLUE = """\
def options(self):
    return ["*green", "*blue"]

def legal(self, table, seat):
    return [0, 1]

def play(self, table, seat, option):
    table.discard(self.card)
    if option == 1:
        self.nowhere
"""

ENDLESS_AT_BLUE = RAISES_AT_BLUE.replace("if option == 1", "while option == 1").replace(
    "self.nowhere", "pass"
)


def storm(site: Site, body: str) -> str:
    """Install the special card `storm`; return the path of a rule set with it."""
    site.plant("storm", card("storm", body), version="2.0")
    deck = site.folder / "storm.yaml"
    deck.write_text(DECK)
    return str(deck)


MOVES = ("--first", "ann", "--seed", "2")
PEOPLE = ("--seat", "ann=human", "--seat", "bob=human")


def play_storm(site: Site, body: str, language: str, typed: str, *before: str) -> Ended:
    """Play with the special card until it is there, then type *typed*."""
    return run(
        *(*before, "play", storm(site, body), *PEOPLE, *MOVES, "--no-color"),
        typed="1\n2\n" + typed,
        language=language,
        variables=site.variables,
    )


@pytest.mark.parametrize(
    ("language", "blue", "green", "refused"),
    [
        ("en", "ST*blue", "ST*green", "ST cannot do that now."),
        ("de", "ST*blau", "ST*grün", "Das kann ST gerade nicht."),
    ],
)
@pytest.mark.parametrize("body", [RAISES_AT_BLUE, ENDLESS_AT_BLUE], ids=["raises", "endless"])
def test_a_person_plays_on_without_what_fails(
    site: Site, body: str, language: str, blue: str, green: str, refused: str
) -> None:
    """The plugin is named once; that choice is not there, and the game goes on with the others."""
    ended = play_storm(site, body, language, f"{blue}\n{green}\nlog\nquit\n")
    notes = ended.err.splitlines()
    before, after = ended.out.split(f"> {blue}\n", 1)

    assert ended.code == exits.FINE
    assert len(notes) == 1
    assert "storm 2.0 (splitpick-storm)" in notes[0]
    assert green in before
    assert blue not in before
    assert after.startswith(refused)
    assert f": {green}" in after


def test_an_observer_hears_of_the_game_that_is_played(site: Site) -> None:
    """Of every action, and how it has ended."""
    source = HEAD + (
        "from pathlib import Path\n"
        "from splitpick.core.hooks.observers import Observer\n\n\n"
        "class Ear(Observer):\n"
        "    def began(self, game, actions, position):\n"
        "        self.heard = len(actions)\n\n"
        "    def acted(self, action, position):\n"
        "        self.heard += 1\n\n"
        "    def ended(self, scores, winners, forfeited=None):\n"
        "        Path(__file__).with_name('heard').write_text(f'{self.heard} {winners}')\n\n\n"
        "@hookimpl\ndef splitpick_observers():\n    return [Ear]\n"
    )
    site.plant("ear", source)
    played = run("play", "jolly-roger", *GAME, language="en", variables=site.variables)
    heard = (site.folder / "heard").read_text()

    assert (played.code, played.err) == (exits.FINE, "")
    assert heard.split()[0] == str(8 * (5 + 1 + 1 + 5))  # draws, split, pick and plays of a turn
    assert "(0,)" in heard or "(1,)" in heard


def test_with_debug_the_traceback_of_the_card_is_shown(site: Site) -> None:
    ended = play_storm(site, RAISES_AT_BLUE, "en", "ST*blue\nquit\n", "--debug")

    assert "AttributeError: 'Storm' object has no attribute 'nowhere'" in ended.err
    assert "splitpick_storm.py" in ended.err


def test_ctrl_c_ends_a_game_whose_card_does_not_come_back(site: Site) -> None:
    """Before the watchdog does; how to go on is said as always."""
    moves = ("--moves", "G1 / G1 ST ST; pick 2")
    ended = run_in_terminal(
        [*PROGRAM, "play", storm(site, ENDLESS_AT_BLUE), *PEOPLE, *MOVES, *moves],
        typed="\x03",
        after="begins.",
        variables={**site.variables, "SPLITPICK_LANG": "en"},
    )

    assert ended.code == exits.INTERRUPTED
    assert "The match is kept, and goes on with:" in ended.out
    assert "does not come back" not in ended.out


def test_a_fault_that_nobody_guards_names_its_plugin(site: Site) -> None:
    """With the way to do without it, unless it is what is played; it is no fault of splitpick."""
    site.plant(
        "odd",
        HEAD + "from splitpick.core.rules.kinds import GameKind\n\n\n"
        "class Odd(GameKind):\n    id = 'odd'\n\n    def model(self, rules):\n        1 / 0\n\n\n"
        "@hookimpl\ndef splitpick_games():\n    return [Odd()]\n",
    )
    deck = site.folder / "odd.yaml"
    deck.write_text("format: 1\nid: odd\ngame: odd\nname: Odd\n")
    for command in ("rules", "play"):
        needed = run(command, str(deck), language="en", variables=site.variables)
        assert (needed.code, needed.error_code) == (exits.INTERNAL, "plugin-fault")
        assert "odd 1.0 (splitpick-odd) (ZeroDivisionError), which the game needs." in needed.err
        assert "--without" not in needed.err
    ended = run("rulesets", "check", str(deck), language="en", variables=site.variables)

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "plugin-fault")
    assert (
        "There is a fault in the plugin odd 1.0 (splitpick-odd) (ZeroDivisionError)." in ended.err
    )
    assert "--without odd" in ended.err
