"""Plugins are loaded one by one: whatever is wrong with one, it is named and the others work."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from broken_plugins import FAULTS, returns
from plugin_sites import DECK, HEAD, Site, card
from splitpick.core import Engine, PluginError, UnknownName
from splitpick.core.hooks import API, hookimpl, specs
from splitpick.core.hooks.hook_validation import HOOKS, ID
from splitpick.core.hooks.provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED, Plugin, Provider
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.rules.models import ID_PATTERN
from splitpick.core.text import Language, Message
from splitpick.plugins.jolly_roger.verbs import VERBS

ROOT = Path(__file__).resolve().parents[3]
OURS = {"dead-mans-dice", "jolly-roger", "kraken", "skeleton", "skull-queen", "tortuga"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A folder of installed plugins, on the path of this process."""
    site = Site(tmp_path)
    with site.on_path():
        yield site


def found(engine: Engine, name: str) -> Plugin:
    """Return the outcome of loading the plugin *name*."""
    (plugin,) = [plugin for plugin in engine.plugins if plugin.provider.name == name]
    return plugin


def said(message: Message | None, language: str = "en") -> str:
    assert message is not None
    return Language(language).say(message)


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_plugin_is_named_and_all_others_work(site: Site, name: str) -> None:
    source, state, code = FAULTS[name]
    site.plant(name, source)
    site.plant("aaa", card("aaa"))
    site.plant("zzz", card("zzz"))
    engine = Engine()
    broken = found(engine, name)

    assert (broken.state, broken.error and broken.error.code) == (state, code)
    assert set(engine.providers) == OURS | {"aaa", "zzz"}
    verbs = {verb.id for verb in VERBS}
    assert set(engine.effects) - verbs == {"aaa", "kraken", "skeleton", "tortuga", "zzz"}
    assert not engine.manager.has_plugin(name)
    for language in ("en", "de"):
        told = said(broken.fault().message, language)
        assert f"{name} 1.0 (splitpick-{name})" in told
        assert told.isprintable()
    assert said(broken.error, "de") != said(broken.error)
    assert name != "raises" or isinstance(broken.fault().__cause__, ZeroDivisionError)
    if name == "unknown-name":
        assert "NameError: name 'Efect' is not defined" in said(broken.error)
        assert f"splitpick_unknown_name.py:{len(source.splitlines())})" in said(broken.error)


def test_a_bad_name_is_refused_and_broken_metadata_has_no_version(site: Site) -> None:
    """A name becomes part of records and of messages."""
    for name in ("ok", "bare"):
        site.plant(name, card(name))
    points = site.folder / "splitpick_ok-1.0.dist-info" / "entry_points.txt"
    points.write_text("[splitpick.plugins]\nba\x1b[2Jd/../x = splitpick_ok\n")
    (site.folder / "splitpick_bare-1.0.dist-info" / "METADATA").unlink()
    bad, bare = (plugin for plugin in Engine().plugins if plugin.provider.name not in OURS)

    assert (bad.state, bad.error and bad.error.code) == (FAILED, "plugin-name")
    assert bare.provider == Provider("bare")


# Clashes.


def test_a_clash_names_both_with_their_versions(site: Site) -> None:
    """The first by name keeps the id, and all of the other is left out; our own come first."""
    other = "@hookimpl\ndef splitpick_observers():\n    return [print]\n"
    site.plant("high", card("wave"), version="2.1")
    site.plant("tide", f"{card('wave')}\n\n{other}", version="0.3")
    site.plant("aaa", card("kraken"))
    engine = Engine()

    assert said(found(engine, "tide").error) == (
        'Both high 2.1 (splitpick-high) and tide 0.3 (splitpick-tide) provide: effect "wave".'
    )
    assert engine.contributions("observers") == []
    assert found(engine, "aaa").state == CLASH
    assert engine.effects["kraken"].kind.__module__ == "splitpick.plugins.kraken"


def test_two_plugins_of_one_name_are_a_clash(site: Site) -> None:
    site.plant("wave", card("one"), distribution="splitpick-a")
    site.plant("wave", card("two"), distribution="splitpick-b")
    engine = Engine()
    states = [plugin.state for plugin in engine.plugins if plugin.provider.name == "wave"]

    assert states == [LOADED, CLASH]
    assert {"one", "two"} & {*engine.effects} == {"one"}


def test_a_rule_set_with_a_name_that_is_taken_is_a_clash(site: Site) -> None:
    for name in ("fleet", "harbour"):
        folder = f"[Path({str(site.folder)!r}) / {name!r}]"
        source = returns("rulesets", folder, "from pathlib import Path\n")
        site.plant(name, source, files={f"{name}/deck.yaml": "format: 1\n"})
    (site.folder / "fleet" / "jolly-roger.yaml").write_text("format: 1\n")
    engine = Engine()

    assert said(found(engine, "fleet").error).endswith('provide: rule set "jolly-roger".')
    assert found(engine, "harbour").brings == {"splitpick_rulesets": ("deck",)}
    shipped = {path.stem for path in (ROOT / "rulesets").glob("*.yaml")}
    assert set(engine.rulesets()) == {*shipped, "deck"}


# The version of the interface.


@pytest.mark.parametrize(
    ("api", "state"),
    [("", LOADED), ("v1", LOADED)]
    + [(api, REFUSED) for api in ("v99", "v2", "w1", "1", "v0", "v1.0", "v99999999999")],
)
def test_a_plugin_for_a_later_version_is_refused_before_it_is_imported(
    site: Site, api: str, state: str
) -> None:
    """The version is that of the same distribution; without one it is the first."""
    module = site.plant("wave", card("wave"), api=api)
    site.plant("tide", card("tide"), api="v1")
    points = site.folder / "splitpick_tide-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text() + "wave = v99\n")
    plugin = found(Engine(), "wave")

    assert API == 1
    assert plugin.state == state
    assert (module in sys.modules) == (state == LOADED)
    if state != LOADED:
        later = api in ("v99", "v2")
        answer = "It needs version " if later else f'needs is written "v1", not "{api}".'
        assert answer in said(plugin.error)


# The choice of plugins.


def test_a_plugin_can_be_left_out_and_is_not_imported(site: Site) -> None:
    module = site.plant("wave", card("wave"))
    engine = Engine(without=["wave", "kraken"])

    assert found(engine, "wave").state == found(engine, "kraken").state == LEFT_OUT
    assert set(engine.providers) == OURS - {"kraken"}
    assert module not in sys.modules


def test_leaving_out_an_unknown_plugin_is_an_error() -> None:
    with pytest.raises(UnknownName) as refused:
        Engine(without=["krakken"])

    assert said(refused.value.message) == 'There is no plugin "krakken". Did you mean "kraken"?'


@pytest.mark.parametrize(
    ("listed", "loaded"),
    [("wave", {"wave"}), ("wave, tide", {"wave", "tide"}), ("", set()), ("tide foam", {"tide"})],
)
def test_the_environment_lists_the_plugins_that_are_loaded_besides_ours(
    site: Site, monkeypatch: pytest.MonkeyPatch, listed: str, loaded: set[str]
) -> None:
    monkeypatch.setenv("SPLITPICK_PLUGINS", listed)
    site.plant("wave", card("wave"))
    site.plant("tide", card("tide"))
    engine = Engine()
    missing = 'SPLITPICK_PLUGINS names the plugin "foam", which is not installed.'

    assert set(engine.providers) == OURS | loaded
    assert [said(note) for note in engine.notes] == ([missing] if "foam" in listed else [])
    assert set(Engine({"given": Plain()}).providers) == {"given"}


class Plain:
    """A plugin that brings nothing."""

    @hookimpl
    def splitpick_effects(self) -> list[type]:
        return []


def test_a_given_plugin_raises_its_fault() -> None:
    class Wrong:
        @hookimpl
        def splitpick_effects(self) -> list[object]:
            return [7]

    with pytest.raises(PluginError) as refused:
        Engine({"wrong": Wrong()})

    assert said(refused.value.message) == (
        "The plugin wrong is left out: splitpick_effects must return list[type[CardEffect]],"
        " not [int]."
    )
    plain = Plain()
    with pytest.raises(PluginError):
        Engine({"one": plain, "other": plain})


# What is brought.


def test_the_table_of_hooks_has_the_hooks_and_ids_there_are() -> None:
    assert set(HOOKS) == {name for name in vars(specs) if name.startswith("splitpick_")}
    assert f"^{ID.pattern}$" == ID_PATTERN


def test_the_texts_of_a_packaged_rule_set_are_those_of_its_catalog(site: Site) -> None:
    """Also in a match, whose rules are stored."""
    deck = DECK.replace("name: Storm", "name: Weather").replace("effect: storm", "effect: wave")
    here = "from pathlib import Path\n\nHERE = Path(__file__).parent / 'weather'\n"
    source = card("wave") + returns("rulesets", "[HERE]", here).removeprefix(HEAD)
    source += returns("catalogs", "[('weather', HERE)]").removeprefix(HEAD)
    catalog = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    catalog += 'msgid "Weather"\nmsgstr "Wetter"\n'
    files = {"weather/storm.yaml": deck, "weather/de/LC_MESSAGES/weather.po": catalog}
    site.plant("weather", source, files=files)
    engine = Engine()
    setup = settle(engine, engine.ruleset_file("storm").variant(), ["random", "random"], 0, 1)
    name = load_setup(engine, setup).presenter.name

    assert engine.language("de").say(name) == "Wetter"
    assert [plugin.label for plugin in setup.plugins] == [
        "jolly-roger 0.1.0 (splitpick)",
        "weather 1.0 (splitpick-weather)",
    ]


def test_the_plugin_whose_code_raises_an_error_is_blamed(site: Site) -> None:
    """The innermost, also if it has called somebody else."""
    body = "def why_not(self, table, seat, option):\n    int('x')"
    module = site.plant("wave", card("wave", body))
    engine = Engine()
    with pytest.raises(ValueError, match="invalid literal") as raised:
        sys.modules[module].Wave.why_not(None, None, 0, 0)

    assert engine.blame(raised.value) == engine.providers["wave"]
    assert engine.blame(ValueError("x")) is None
