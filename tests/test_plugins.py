"""Plugins are loaded one by one: whatever is wrong with one, it is named and the others go on."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sites import HEAD, Site, card
from splitpick.core import Engine, PluginError, UnknownName
from splitpick.core.hooks import API, hookimpl, specs
from splitpick.core.hooks import loading as loading_module
from splitpick.core.hooks.brought import HOOKS, ID
from splitpick.core.hooks.engine import left_out
from splitpick.core.hooks.provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED, Plugin
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.rules.models import ID_PATTERN
from splitpick.core.text import Language, Message
from test_guard import DECK

OURS = {"dead-mans-dice", "kraken", "skeleton", "skull-queen", "tortuga"}

GAME_ID = """\
from splitpick.core.rules.kinds import GameKind


class Kind(GameKind):
    id = "splitting"


@hookimpl
def splitpick_games():
    return [Kind()]
"""

FAULTS: dict[str, tuple[str, str, str]] = {
    # name: (what the module says, the state, the code)
    "import-error": ("import no_such_module_anywhere\n", FAILED, "plugin-fails"),
    "syntax-error": ("def splitpick_effects(:\n", FAILED, "plugin-fails"),
    "exit": ("raise SystemExit(0)\n", FAILED, "plugin-fails"),
    "base": ("class Odd(BaseException): ...\n\n\nraise Odd('odd')\n", FAILED, "plugin-fails"),
    "deep": ("def f():\n    f()\n\n\nf()\n", FAILED, "plugin-fails"),
    "wrong-hook": (
        HEAD + "@hookimpl\ndef splitpick_efects():\n    return []\n",
        FAILED,
        "plugin-hook",
    ),
    "strange-hook": (HEAD + "@hookimpl\ndef zzz():\n    return []\n", FAILED, "plugin-hook"),
    "wrong-signature": (
        HEAD + "@hookimpl\ndef splitpick_effects(engine):\n    return []\n",
        FAILED,
        "plugin-signature",
    ),
    "wrapper": (
        HEAD + "@hookimpl(wrapper=True)\ndef splitpick_effects():\n    return (yield)\n",
        FAILED,
        "plugin-wraps",
    ),
    "no-hook": ("def splitpick_effects():\n    return []\n", FAILED, "plugin-empty"),
    "raises": (
        HEAD + "@hookimpl\ndef splitpick_bots():\n    raise RuntimeError('boo\\x1b[2J')\n",
        FAILED,
        "plugin-fails",
    ),
    "returns-none": (
        HEAD + "@hookimpl\ndef splitpick_effects():\n    pass\n",
        FAILED,
        "plugin-returns",
    ),
    "returns-object": (
        card("one").replace("return [One]", "return [One.id]"),
        FAILED,
        "plugin-returns",
    ),
    "returns-class": (card("two").replace("return [Two]", "return Two"), FAILED, "plugin-returns"),
    "returns-yields": (
        HEAD + "@hookimpl\ndef splitpick_effects():\n    yield Effect\n",
        FAILED,
        "plugin-returns",
    ),
    "returns-folder": (
        HEAD + "@hookimpl\ndef splitpick_rulesets():\n    return ['/nowhere']\n",
        FAILED,
        "plugin-returns",
    ),
    "returns-catalog": (
        HEAD + "@hookimpl\ndef splitpick_catalogs():\n    return ['x']\n",
        FAILED,
        "plugin-returns",
    ),
    "returns-title": (
        HEAD + "class B(Bot):\n    id = 'b'\n    title = 'B'\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [B]\n",
        FAILED,
        "plugin-returns",
    ),
    "no-id": (card("three").replace('id = "three"', "pass"), FAILED, "plugin-id"),
    "bad-id": (card("four").replace('"four"', '"F\\x1b[2J"'), FAILED, "plugin-id"),
    "clash-effect": (card("kraken"), CLASH, "plugin-clash"),
    "clash-own-bot": (
        HEAD + "class B(Bot):\n    id = 'greedy'\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [B]\n",
        CLASH,
        "plugin-clash",
    ),
    "clash-person": (
        HEAD + "class B(Bot):\n    id = 'human'\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [B]\n",
        CLASH,
        "plugin-clash",
    ),
    "clash-own-game": (HEAD + GAME_ID, CLASH, "plugin-clash"),
    "clash-itself": (card("five").replace("[Five]", "[Five, Five]"), CLASH, "plugin-clash"),
}
"""Plugins that cannot be used."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A folder to install into, on the path of this process."""
    site = Site(tmp_path)
    with site.on_path():
        yield site


def found(engine: Engine, name: str) -> Plugin:
    """Return what has become of the one plugin *name*."""
    (plugin,) = [plugin for plugin in engine.plugins if plugin.provider.name == name]
    return plugin


def said(message: Message | None, language: str = "en") -> str:
    assert message is not None
    return Language(language).say(message)


# What may be wrong with a plugin.


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_plugin_is_named_and_all_others_work(site: Site, name: str) -> None:
    """One that comes before it in the alphabet, one that comes after, and ours."""
    source, state, code = FAULTS[name]
    site.plant(name, source)
    site.plant("aaa", card("aaa"))
    site.plant("zzz", card("zzz"))

    engine = Engine()
    broken = found(engine, name)

    assert broken.state == state
    assert broken.error is not None
    assert broken.error.code == code
    assert set(engine.providers) == OURS | {"aaa", "zzz"}
    assert set(engine.effects) == {"aaa", "kraken", "skeleton", "tortuga", "zzz"}
    assert engine.load_game("jolly-roger").players == 2
    assert "\x1b" not in said(left_out(broken).message)


@pytest.mark.parametrize("name", FAULTS)
def test_the_message_is_there_in_german(site: Site, name: str) -> None:
    site.plant(name, FAULTS[name][0])
    error = left_out(found(Engine(), name))

    assert f"{name} 1.0 (splitpick-{name})" in said(error.message, "de")
    assert said(error.message, "de") != said(error.message)
    assert said(found(Engine(), name).error, "de") != said(found(Engine(), name).error)


@pytest.mark.parametrize("name", FAULTS)
def test_nothing_stays_of_a_broken_plugin(site: Site, name: str) -> None:
    """No module, and nothing in the manager."""
    module = site.plant(name, FAULTS[name][0])
    engine = Engine()

    assert module not in sys.modules
    assert name not in engine.providers
    assert engine.manager.get_plugin(name) is None
    assert {caller for caller in vars(engine.manager.hook) if not caller.startswith("_")} == set(
        HOOKS
    )


def test_what_a_broken_package_has_imported_goes_with_it(site: Site) -> None:
    """All that is new of its package, and not what it took from elsewhere."""
    files = {
        "above/__init__.py": "",
        "above/broken/__init__.py": (
            "from . import half\nimport above.beside\nimport colorsys\nraise ValueError('no')\n"
        ),
        "above/broken/half.py": "",
        "above/beside.py": "",
    }
    site.modules.append("above")
    sys.modules.pop("colorsys", None)
    site.plant("broken", "", target="above.broken", files=files)
    Engine()

    assert not [name for name in sys.modules if name.partition(".")[0] == "above"]
    assert "colorsys" in sys.modules


def test_a_package_that_was_there_stays_without_what_was_new(site: Site) -> None:
    """Somebody else may use it."""
    files = {"above/__init__.py": "", "above/broken.py": "raise ValueError('no')\n"}
    site.modules.append("above")
    site.plant("broken", "", target="above.broken", files=files)
    above = importlib.import_module("above")
    Engine()

    assert sys.modules["above"] is above
    assert not hasattr(above, "broken")


SHY = (
    HEAD
    + """\
from splitpick.core.hooks.observers import Observer


class Shy:
    asked = 0

    def __getattribute__(self, name):
        if name == "__module__":
            Shy.asked += 1
            if Shy.asked > 1:
                raise ValueError("only once")
            return "shy"
        return object.__getattribute__(self, name)

    def __call__(self):
        return Observer()


@hookimpl
def splitpick_observers():
    return [Shy()]
"""
)

MOODY = (
    HEAD
    + """\
class Moody:
    asked = 0

    @hookimpl
    def splitpick_bots(self):
        return []

    def __getattribute__(self, name):
        if name == "splitpick_bots":
            Moody.asked += 1
            if Moody.asked > {times}:
                raise SystemExit(0)
        return object.__getattribute__(self, name)


plugin = Moody()
"""
)


def test_what_a_plugin_brings_is_looked_at_once(site: Site) -> None:
    """What it would answer the next time can spoil nothing."""
    site.plant("shy", SHY)
    engine = Engine()

    assert found(engine, "shy").state == LOADED
    assert set(engine.providers) == {*OURS, "shy"}


@pytest.mark.parametrize("times", range(8))
def test_a_plugin_may_refuse_at_any_time(site: Site, times: int) -> None:
    """It is in, or nothing of it is."""
    site.plant("moody", MOODY.format(times=times), target="splitpick_moody:plugin")
    engine = Engine()
    plugin = found(engine, "moody")

    assert (plugin.state == LOADED) == (engine.manager.get_plugin("moody") is not None)
    assert ("moody" in engine.providers) == (plugin.state == LOADED)
    assert (plugin.error is None) == (plugin.state == LOADED)


def test_a_plugin_that_was_mended_can_be_loaded(site: Site) -> None:
    """By the same process, since nothing of the broken one was kept."""
    module = site.plant("wave", "raise ValueError\n")
    assert found(Engine(), "wave").state == FAILED
    (site.folder / f"{module}.py").write_text(card("wave") + "# longer than before\n")

    assert found(Engine(), "wave").state == LOADED


def test_the_cause_is_kept_for_those_who_want_to_see_it(site: Site) -> None:
    """The error itself, with its traceback into the plugin."""
    site.plant("raises", FAULTS["raises"][0])
    error = left_out(found(Engine(), "raises"))

    assert isinstance(error.__cause__, RuntimeError)
    assert Engine().blame(error.__cause__) is None  # it is not loaded, so nothing is its own


def test_ctrl_c_while_a_plugin_is_imported_is_a_ctrl_c(site: Site) -> None:
    """And no fault of the plugin's."""
    site.plant("slow", "raise KeyboardInterrupt\n")

    with pytest.raises(KeyboardInterrupt):
        Engine()


def test_a_plugin_that_never_comes_back_is_left_out(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute; in this test sooner."""
    monkeypatch.setattr(loading_module, "LONGEST", 0.2)
    site.plant("endless", "while True:\n    pass\n")

    engine = Engine()

    assert found(engine, "endless").error == Message(
        "plugin-slow", "It is not loaded after {seconds} seconds.", {"seconds": 0}
    )
    assert set(engine.providers) == OURS


def test_a_bad_name_is_refused(site: Site) -> None:
    """It would become part of records and of messages."""
    site.plant("ok", card("wave"))
    points = site.folder / "splitpick_ok-1.0.dist-info" / "entry_points.txt"
    points.write_text("[splitpick.plugins]\nba\x1b[2Jd/../x = splitpick_ok\n")

    (bad,) = [plugin for plugin in Engine().plugins if plugin.provider.name not in OURS]
    assert (bad.state, bad.error and bad.error.code) == (FAILED, "plugin-name")


def test_broken_metadata_are_no_fault_of_the_program(site: Site) -> None:
    """Without a name and a version the plugin still is what its entry point calls it."""
    site.plant("bare", card("bare"))
    (site.folder / "splitpick_bare-1.0.dist-info" / "METADATA").unlink()
    provider = found(Engine(), "bare").provider

    assert (provider.version, provider.distribution, provider.told) == ("", "", "bare")


# Clashes.


def test_a_clash_names_both_with_their_versions(site: Site) -> None:
    """The first by name keeps the id."""
    site.plant("high", card("wave"), version="2.1")
    site.plant("tide", card("wave"), version="0.3")
    engine = Engine()

    assert engine.providers["high"].version == "2.1"
    assert said(found(engine, "tide").error) == (
        'Both high 2.1 (splitpick-high) and tide 0.3 (splitpick-tide) bring: effect "wave".'
    )


def test_ours_keeps_its_id_whatever_another_is_called(site: Site) -> None:
    """Even by one that comes before it in the alphabet."""
    site.plant("aaa", card("kraken"))
    engine = Engine()

    assert found(engine, "aaa").state == CLASH
    assert engine.effects["kraken"].__module__ == "splitpick.plugins.kraken"


def test_two_plugins_of_one_name_are_a_clash(site: Site) -> None:
    """Though they bring different things."""
    site.plant("wave", card("one"), distribution="splitpick-a")
    site.plant("wave", card("two"), distribution="splitpick-b")
    engine = Engine()
    states = [plugin.state for plugin in engine.plugins if plugin.provider.name == "wave"]

    assert states == [LOADED, CLASH]
    assert "one" in engine.effects
    assert "two" not in engine.effects


def test_a_rule_set_of_a_name_that_is_taken_is_a_clash(site: Site) -> None:
    """It was skipped in silence once."""
    for name in ("fleet", "harbour"):
        site.plant(
            name,
            HEAD + "from pathlib import Path\n\n\n@hookimpl\ndef splitpick_rulesets():\n"
            f"    return [Path({str(site.folder)!r}) / {name!r}]\n",
            files={f"{name}/deck.yaml": "format: 1\n"},
        )
    (site.folder / "fleet" / "jolly-roger.yaml").write_text("format: 1\n")
    engine = Engine()

    assert said(found(engine, "fleet").error).endswith('bring: rule set "jolly-roger".')
    assert found(engine, "harbour").brings == {"splitpick_rulesets": ("deck",)}
    assert set(engine.rulesets()) == {"dead-mans-dice", "deck", "jolly-roger", "skull-queen"}


def test_a_plugin_is_taken_in_whole_or_not_at_all(site: Site) -> None:
    """What clashes takes the rest of its plugin with it."""
    site.plant(
        "both",
        card("wave").replace("return [Wave]", "return [Wave]")
        + "\n\nclass B(Bot):\n    id = 'random'\n\n\n"
        "@hookimpl\ndef splitpick_bots():\n    return [B]\n",
    )
    engine = Engine()

    assert "wave" not in engine.effects
    assert engine.bots["random"].__module__ == "splitpick.core.players.random"


# The version of the interface.


@pytest.mark.parametrize("api", ["", "v1"])
def test_a_plugin_for_this_version_is_loaded(site: Site, api: str) -> None:
    """One that says nothing is for the first."""
    site.plant("wave", card("wave"), api=api)

    assert found(Engine(), "wave").state == LOADED


@pytest.mark.parametrize("api", ["v99", "v2", "w1", "v0", "v1.5", "v99999999999"])
def test_a_plugin_for_a_later_version_is_refused_before_it_is_imported(
    site: Site, api: str
) -> None:
    """So it does not matter what it would have done."""
    site.plant("wave", "raise SystemExit\n", api=api)
    refused = found(Engine(), "wave")

    assert API == 1
    assert (refused.state, refused.error and refused.error.code) == (REFUSED, "plugin-api")
    assert refused.cause is None
    assert "\n" not in said(left_out(refused).message)


def test_the_version_is_that_of_the_same_distribution(site: Site) -> None:
    """Nobody refuses a plugin for another."""
    site.plant("wave", card("wave"))
    site.plant("tide", card("tide"), api="v99")
    points = site.folder / "splitpick_tide-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text() + "wave = v99\n")
    engine = Engine()

    assert found(engine, "wave").state == LOADED
    assert found(engine, "tide").state == REFUSED


# Which are wanted.


def test_a_plugin_can_be_left_out(site: Site) -> None:
    """Ours as well as others'; nothing of it is imported."""
    module = site.plant("wave", card("wave"))
    engine = Engine(without=["wave", "kraken"])

    assert found(engine, "wave").state == found(engine, "kraken").state == LEFT_OUT
    assert set(engine.providers) == OURS - {"kraken"}
    assert module not in sys.modules


def test_leaving_out_what_there_is_not_is_an_error(site: Site) -> None:
    """With what was likely meant."""
    with pytest.raises(UnknownName) as refused:
        Engine(without=["krakken"])

    assert said(refused.value.message) == 'There is no plugin "krakken". Did you mean "kraken"?'


@pytest.mark.parametrize(
    ("listed", "loaded"),
    [("wave", {"wave"}), ("wave, tide", {"wave", "tide"}), ("", set()), ("tide foam", {"tide"})],
)
def test_the_environment_lists_what_may_be_loaded_besides_ours(
    site: Site, monkeypatch: pytest.MonkeyPatch, listed: str, loaded: set[str]
) -> None:
    monkeypatch.setenv("SPLITPICK_PLUGINS", listed)
    site.plant("wave", card("wave"))
    site.plant("tide", card("tide"))
    engine = Engine()

    assert set(engine.providers) == OURS | loaded
    notes = [said(note) for note in engine.notes]
    assert notes == (
        ['SPLITPICK_PLUGINS names the plugin "foam", which is not installed.']
        if "foam" in listed
        else []
    )


def test_the_environment_says_nothing_about_plugins_that_are_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPLITPICK_PLUGINS", "")

    assert set(Engine({"given": Plain()}).providers) == {"given"}


class Plain:
    """A plugin that brings nothing."""

    __version__ = "3"

    @hookimpl
    def splitpick_effects(self) -> list[type]:
        return []


def test_a_plugin_that_is_given_raises_what_is_wrong() -> None:
    """Whoever names a plugin in a program wants to know at once."""

    class Wrong:
        @hookimpl
        def splitpick_effects(self) -> list[object]:
            return [7]

    with pytest.raises(PluginError) as refused:
        Engine({"wrong": Wrong()})

    assert refused.value.code == "plugin-returns"
    assert said(refused.value.message) == (
        "The plugin wrong is left out: splitpick_effects has to return a list of subclasses of "
        "Effect, not [int]."
    )
    with pytest.raises(PluginError):
        Engine({"one": Plain, "other": Plain()})


def test_the_same_plugin_twice_is_a_clash() -> None:
    plain = Plain()

    with pytest.raises(PluginError) as refused:
        Engine({"one": plain, "other": plain})

    assert refused.value.code == "plugin-twice"


def test_every_step_can_be_traced(site: Site) -> None:
    """What is loaded and how fast, what it brings, and what is left out."""
    site.plant("wave", card("wave"))
    site.plant("tide", "1 / 0\n")
    steps: list[str] = []
    Engine(without=["kraken"], trace=lambda step: steps.append(said(step)))

    assert "wave 1.0 (splitpick-wave): splitpick_effects brings wave." in steps
    assert any(step.startswith("wave 1.0 (splitpick-wave): loaded in ") for step in steps)
    assert (
        "tide 1.0 (splitpick-tide): not loaded. It cannot be loaded: "
        "ZeroDivisionError: division by zero" in steps
    )
    assert any("kraken" in step and "SPLITPICK_PLUGINS leaves it out." in step for step in steps)


# What is brought.


def test_every_hook_is_looked_at() -> None:
    """The table of what each must return has the hooks there are."""
    assert set(HOOKS) == {name for name in vars(specs) if name.startswith("splitpick_")}


def test_ids_are_those_that_a_rule_set_may_write() -> None:
    """Written down twice, since the models bring pydantic."""
    assert f"^{ID.pattern}$" == ID_PATTERN


def test_what_is_brought_is_collected_once(site: Site) -> None:
    """However often it is asked for."""
    module = site.plant("wave", card("wave").replace("return [", "CALLS.append(1); return ["))
    (site.folder / f"{module}.py").write_text(
        "CALLS = []\n" + (site.folder / f"{module}.py").read_text()
    )
    engine = Engine()
    assert engine.bots is engine.bots
    assert engine.effects is engine.effects

    assert sys.modules[module].CALLS == [1]


def test_the_texts_of_a_packaged_rule_set_are_those_of_its_catalog(site: Site) -> None:
    """Also where it is read out of a match."""
    deck = DECK.replace("name: Storm", "name: Weather").replace("storm}", "wave}")
    source = (
        card("wave")
        + HEAD.partition("\n")[2]
        + (
            "from pathlib import Path\n\nHERE = Path(__file__).parent / 'weather'\n\n\n"
            "@hookimpl\ndef splitpick_rulesets():\n    return [HERE]\n\n\n"
            "@hookimpl\ndef splitpick_catalogs():\n    return [('weather', HERE)]\n"
        )
    )
    catalog = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    site.plant(
        "weather",
        source,
        files={
            "weather/storm.yaml": deck.replace("effect: storm", "effect: wave"),
            "weather/de/LC_MESSAGES/weather.po": catalog + 'msgid "Weather"\nmsgstr "Wetter"\n',
        },
    )
    engine = Engine()
    ruleset = engine.ruleset_file("storm").variant()
    setup = settle(engine, ruleset, ["random", "random"], 0, 1)
    german = engine.language("de")

    assert german.say(ruleset.name) == "Wetter"
    assert german.say(load_setup(engine, setup).presenter.name) == "Wetter"
    assert [plugin.told for plugin in setup.plugins] == ["weather 1.0 (splitpick-weather)"]


def test_an_error_is_blamed_on_the_plugin_it_comes_from(site: Site) -> None:
    """The innermost, also where the plugin has called somebody else."""
    module = site.plant(
        "wave", card("wave", "def why_not(self, table, seat, option):\n    int('x')")
    )
    engine = Engine()
    with pytest.raises(ValueError, match="invalid literal") as raised:
        sys.modules[module].Wave.why_not(None, None, 0, 0)

    assert engine.blame(raised.value) == engine.providers["wave"]
    assert engine.blame(ValueError("x")) is None


def test_whoever_ships_a_folder_is_not_to_blame_for_all_folders(site: Site) -> None:
    """The class of a path is nobody's."""
    source = HEAD + (
        "from functools import partial\nfrom pathlib import Path\n"
        "from splitpick.core.hooks.observers import Observer\n\n\n"
        "@hookimpl\ndef splitpick_rulesets():\n    return [Path(__file__).parent / 'sets']\n\n\n"
        "@hookimpl\ndef splitpick_observers():\n    return [partial(Observer)]\n"
    )
    site.plant("shelf", source, files={"sets/x.txt": ""})
    engine = Engine()
    with pytest.raises(OSError, match="no-such-file") as raised:
        (site.folder / "no-such-file").read_text()

    assert found(engine, "shelf").state == LOADED
    assert engine.blame(raised.value) is None


def test_functions_without_a_name_are_told_apart(site: Site) -> None:
    """The very same one twice is still a mistake."""
    source = HEAD + (
        "from splitpick.core.hooks.observers import Observer\n\n\n"
        "@hookimpl\ndef splitpick_observers():\n"
        "    return [lambda: Observer(), lambda: Observer()]\n"
    )
    site.plant("ears", source)
    site.plant("ear", source.replace("lambda: Observer()", "Observer"))
    engine = Engine()

    assert found(engine, "ears").state == LOADED
    assert len(set(found(engine, "ears").brings["splitpick_observers"])) == 2
    assert found(engine, "ear").state == CLASH
