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


def test_a_traceback_begins_with_the_function_of_the_command(site: Site) -> None:
    """How Typer finds it is of no use to whoever looks for a fault."""
    site.plant("raises", FAULTS["raises"][0])
    ended = run("--debug", "plugins", "check", "raises", language="en", variables=site.variables)

    assert ended.error_code == "plugin-fails"
    assert "splitpick_raises.py" in ended.err
    assert "check_plugin.py" in ended.err
    assert "typer" not in ended.err


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_with_debug_the_list_shows_where_each_has_failed(site: Site, words: list[str]) -> None:
    """Named each, on the error output; the list is the same."""
    site.plant("exit", FAULTS["exit"][0])
    site.plant("raises", FAULTS["raises"][0])
    ended = run("--debug", "plugins", "list", *words, language="en", variables=site.variables)
    without = run("plugins", "list", *words, language="en", variables=site.variables)

    assert (ended.code, ended.out) == (exits.FINE, without.out)
    assert without.err == ""
    for name in ("exit", "raises"):
        assert f"splitpick_{name}.py" in ended.err
        assert f"The plugin {name} 1.0 (splitpick-{name}) is left out" in ended.err


def test_a_syntax_error_is_named_with_its_package(site: Site) -> None:
    """Since every package has an ``__init__.py``; below the folder that it is installed in."""
    for name, file in (("foam", "splitpick_sea/foam/__init__.py"), ("tide", "tidal/__init__.py")):
        module = file.removesuffix("/__init__.py").replace("/", ".")
        site.plant(name, "", target=module, files={file: "x = 1\ndef f(:\n"})
    ended = run("rulesets", "list", language="en", variables=site.variables)

    assert [note.partition("SyntaxError: ")[2] for note in ended.err.splitlines()] == [
        "invalid syntax (splitpick_sea/foam/__init__.py, line 2)",
        "invalid syntax (tidal/__init__.py, line 2)",
    ]


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


ODD = HEAD + (
    "from importlib.resources import files\nfrom splitpick.core.rules.kinds import GameKind\n"
    "from splitpick.core.rules.models import RulesetModel\n\n\n"
    "class Odd(GameKind):\n    id = 'odd'\n\n    def model(self, rules):\n"
    "        return RulesetModel\n\n"
    "    def {method}(self, *asked):\n        {does}\n\n\n"
    "@hookimpl\ndef splitpick_games():\n    return [Odd()]\n\n\n"
    "@hookimpl\ndef splitpick_rulesets():\n    return [files('splitpick_odd_data')]\n"
)
ODD_RULES = (
    "format: 1\nid: odd\ngame: odd\nname: Odd\nseats: [{id: a, name: A}, {id: b, name: B}]\n"
)


def odd_game(site: Site, method: str, does: str) -> Site:
    """Install a kind of game, one method of which is faulty, with a rule set."""
    files = {"splitpick_odd_data/__init__.py": "", "splitpick_odd_data/odd.yaml": ODD_RULES}
    site.plant("odd", ODD.format(method=method, does=does), files=files)
    return site


def test_a_fault_that_nobody_guards_names_its_plugin(site: Site) -> None:
    """It is no fault of splitpick; and without what is played there is no game."""
    odd_game(site, "build", "1 / 0")
    rules = run("rules", "odd", language="en", variables=site.variables)
    played = run(
        "play", "odd", "--seat", "a=greedy", "--seat", "b=greedy",
        language="en", variables=site.variables,
    )  # fmt: skip

    assert (rules.code, rules.error_code) == (exits.INTERNAL, "plugin-fault")
    assert "odd 1.0 (splitpick-odd) (ZeroDivisionError), which the game needs." in rules.err
    assert "--without" not in rules.err
    assert (played.code, played.error_code) == (exits.INTERNAL, "plugin-raises")
    assert "The plugin odd 1.0 (splitpick-odd) fails: ZeroDivisionError" in played.err


# A match whose plugin is not loaded.


@pytest.fixture
def kept(site: Site, tmp_path: Path) -> dict[str, str]:
    """Keep a match with a plugin's bot that is not over; return the environment to go on in."""
    source = HEAD + (
        "from splitpick.core.text import in_place\n\n\n"
        "class Bold(Bot):\n"
        "    id = 'bold'\n"
        "    title = in_place('bot-bold', en='bold', de='mutig')\n\n"
        "    def choose(self, position, seat, rng, budget):\n"
        "        return position.legal_actions()[0]\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [Bold]\n"
    )
    site.plant("bold", source)
    variables = {**site.variables, "SPLITPICK_HOME": str(tmp_path / "home")}
    begun = run(
        "play", "jolly-roger", "--seat", "roger=bold", "--first", "jolly", "--seed", "1",
        language="en", variables=variables,
    )  # fmt: skip
    assert begun.code == exits.FINE
    return variables


def test_why_a_match_s_plugin_is_not_loaded_is_said(kept: dict[str, str]) -> None:
    """It is installed, after all."""
    ended = run("--without", "bold", "resume", language="en", variables=kept)

    assert ended.code == exits.BAD_INPUT
    assert ended.err == (
        "splitpick: error[plugins-missing]: This match needs plugins that are not loaded: bold 1.0 "
        "(splitpick-bold). As for bold: --without or SPLITPICK_PLUGINS leaves it out.\n"
    )


def test_a_match_goes_on_without_the_plugin_of_a_bot_that_plays_no_more(
    kept: dict[str, str],
) -> None:
    """Its seat was given away."""
    ended = run(
        "--without", "bold", "resume", "--seat", "roger=greedy", language="en", variables=kept
    )

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "Roger: greedy" in ended.out
    assert "Roger: greedy" in run("resume", language="en", variables=kept).out


MISREADS = {
    "raises": ("model", "1 / 0", "ZeroDivisionError: division by zero"),
    "leaves": ("model", "raise SystemExit(0)", "SystemExit: 0"),
    "none": ("model", "return None", "model() answers None"),
    "checks-none": ("check", "return None", "check() answers None"),
    "checks": ("check", "raise BaseException('odd')", "BaseException: odd"),
}


@pytest.mark.parametrize(("method", "does", "why"), MISREADS.values(), ids=MISREADS)
def test_a_game_that_cannot_read_its_rule_set_spoils_no_other(
    site: Site, method: str, does: str, why: str
) -> None:
    """The list has all the others; whoever asks for that one is told which plugin fails."""
    variables = odd_game(site, method, does).variables
    fault = f"The plugin odd 1.0 (splitpick-odd) fails where rule sets are read: {why}."
    listed = run("rulesets", "list", language="en", width=300, variables=variables)
    rules = run("rules", "odd", language="en", variables=variables)

    assert (listed.code, listed.err) == (exits.FINE, "")
    assert fault in listed.out
    assert "jolly-roger" in listed.out
    assert "skull-queen" in listed.out
    assert (rules.code, rules.error_code) == (exits.INTERNAL, "plugin-misreads")
    assert fault in rules.err
    assert "--without odd" in rules.err


def test_a_rule_set_that_cannot_be_read_is_told_to_programs(site: Site) -> None:
    variables = odd_game(site, "model", "1 / 0").variables
    listed = run("rulesets", "list", "--json", language="en", variables=variables)
    checked = run("rulesets", "check", "odd", "--json", language="en", variables=variables)
    (odd,) = [found for found in json.loads(listed.out) if found["name"] == "odd"]
    (result,) = json.loads(checked.out)

    assert odd["error"]["code"] == result["error"]["code"] == "plugin-misreads"
    assert (listed.code, checked.code) == (exits.FINE, exits.FAILED)


@pytest.mark.parametrize(
    ("method", "does"), [("model", "1 / 0"), ("shapes", "1 / 0"), ("shapes", "return [1]")]
)
def test_the_schema_is_made_without_a_faulty_game(site: Site, method: str, does: str) -> None:
    """Which is noted once."""
    variables = odd_game(site, method, does).variables
    ended = run("rulesets", "schema", language="en", variables=variables)

    assert ended.code == exits.FINE
    assert '"splitting"' in ended.out
    assert len(ended.err.splitlines()) == 1
    assert "The plugin odd 1.0 (splitpick-odd) fails where rule sets are read: " in ended.err


def test_the_games_to_choose_from_are_those_that_can_be_read(site: Site) -> None:
    variables = odd_game(site, "model", "1 / 0").variables
    ended = run_in_terminal(
        [*PROGRAM, "play"],
        typed="quit\n",
        after="Number (Enter for 1):",
        variables={**variables, "SPLITPICK_LANG": "en"},
    )

    assert ended.code == exits.FINE
    assert "1: Jolly & Roger" in ended.out
    assert ended.out.count("The plugin odd 1.0") == 1


@pytest.mark.parametrize("leaves", ["SystemExit(0)", "BaseException('odd')", "EOFError"])
@pytest.mark.parametrize("place", ["choose", "__init__"])
def test_a_bot_cannot_end_the_program(site: Site, leaves: str, place: str) -> None:
    """Nothing is tried then, and that is no success."""
    source = HEAD + (
        "from splitpick.core.text import in_place\n\n\nclass Bold(Bot):\n    id = 'bold'\n"
        "    title = in_place('bot-bold', en='bold', de='kühn')\n\n"
        f"    def {place}(self, *asked):\n        raise {leaves}\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [Bold]\n"
    )
    site.plant("bold", source)
    ended = run(
        *("rulesets", "try", "jolly-roger", "-n", "1", "--seat", "roger=bold"),
        language="en",
        variables=site.variables,
    )

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "trial-plugin-fails")
    assert "The plugin bold 1.0 (splitpick-bold) fails in the game with the seed 0" in ended.err


def test_a_special_card_cannot_end_the_program(site: Site) -> None:
    """Also before the first card is drawn."""
    deck = storm(site, "def options(self):\n    raise SystemExit(0)\n")
    ended = run("rulesets", "try", deck, "-n", "1", language="en", variables=site.variables)

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "effect-unready")
    assert "storm 2.0 (splitpick-storm)" in ended.err


def test_rules_that_cannot_be_said_are_the_plugins_fault(site: Site) -> None:
    deck = storm(site, "def rules_text(self):\n    raise SystemExit(0)\n")
    ended = run("rules", deck, language="en", variables=site.variables)

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "plugin-fault")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_special_card_that_cannot_be_made_ready_is_told_in_words(
    site: Site, language: str
) -> None:
    """In those of the error, not as Python writes it."""
    deck = storm(site, "def options(self):\n    raise ValueError('odd')\n")
    checked = run("rulesets", "check", deck, language=language, variables=site.variables)

    assert checked.code == exits.FAILED
    assert "[game-fails]: " in checked.out
    assert "storm 2.0 (splitpick-storm)" in checked.out
    assert "ValueError: odd" in checked.out
    assert "EffectError" not in checked.out


CHATTY = HEAD + (
    "from splitpick.core.text import in_place\n\n\nclass Chatty(Bot):\n    id = 'chatty'\n"
    "    title = in_place('bot-chatty', en='Chatty', de='Schwätzer')\n\n"
    "    def choose(self, position, seat, rng, budget):\n"
    "        print('\\x1b]0;owned\\x07\\x1b[2Jthinking')\n"
    "        return {choice}\n\n\n@hookimpl\ndef splitpick_bots():\n    return [Chatty]\n"
)


EAR = HEAD + (
    "from splitpick.core.hooks.observers import Observer\n\n\nclass Ear(Observer):\n"
    "    def acted(self, *heard):\n        print('\\x1b]0;owned\\x07\\x1b[2Jthinking')\n\n\n"
    "@hookimpl\ndef splitpick_observers():\n    return [Ear]\n"
)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            CHATTY.format(choice="position.legal_actions()[0]"),
            ("rulesets", "try", "jolly-roger", "-n", "1", "--seat", "roger=chatty"),
        ),
        (EAR, ("plugins", "check", "chatty")),
    ],
    ids=["try", "check"],
)
def test_what_a_plugin_prints_is_not_the_programs_answer(
    site: Site, source: str, words: tuple[str, ...]
) -> None:
    """It goes to the error output, and steers no terminal."""
    site.plant("chatty", source)
    ended = run(*words, "--json", language="en", variables=site.variables)

    assert ended.code == exits.FINE
    assert json.loads(ended.out)
    assert set(ended.err.splitlines()) == {"thinking"}


def test_what_a_plugin_prints_when_it_is_imported_steers_no_terminal(site: Site) -> None:
    site.plant("chatty", "print('\\x1b[2Jhello')\n" + card("chatty"))
    ended = run("plugins", "list", "--json", language="en", variables=site.variables)

    assert json.loads(ended.out)
    assert ended.err == "hello\n"


def test_what_a_plugin_prints_in_a_match_steers_no_terminal(site: Site) -> None:
    site.plant("chatty", CHATTY.format(choice="position.legal_actions()[0]"))
    seats = ("--seat", "jolly=chatty", "--seat", "roger=chatty")
    ended = run("play", "jolly-roger", *seats, language="en", variables=site.variables)

    assert ended.code == exits.FINE
    assert "thinking" not in ended.out
    assert "\x1b" not in ended.out + ended.err
    assert set(ended.err.splitlines()) == {"thinking"}


def test_a_bot_that_chooses_nonsense_in_a_trial_is_named_with_its_plugin(site: Site) -> None:
    site.plant("chatty", CHATTY.format(choice="-7"))
    ended = run(
        *("rulesets", "try", "jolly-roger", "-n", "1", "--seat", "roger=chatty"),
        language="en",
        variables=site.variables,
    )

    assert (ended.code, ended.error_code) == (exits.INTERNAL, "trial-bot-illegal")
    assert "The bot Chatty of the plugin chatty 1.0 (splitpick-chatty) chose" in ended.err
