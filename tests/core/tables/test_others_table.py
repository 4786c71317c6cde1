"""A table of one distribution and a special card for it of another are played like ours."""

import shutil
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from command import run
from plugin_sites import CARD, HEAD, Site
from splitpick.core import Engine, Match, PluginError, RulesetError, load_game
from splitpick.core.hooks.guard import Guard
from splitpick.core.testing import check_plugin
from splitpick.core.text import Language
from web_tables import serving

EXAMPLES = Path(__file__).parents[2] / "examples"

LONELY = """\
from splitpick.core.hooks import hookimpl
from splitpick.core.splitting.card_effect import CardEffect

class Lonely(CardEffect):
    id = "lonely"

@hookimpl
def splitpick_effects():
    return [Lonely]
"""
"""A plugin with an effect for no table."""

CLASSLESS = """\
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind

class Bare(TableKind):
    id = "bare"
    effect_class = int

@hookimpl
def splitpick_tables():
    return [Bare()]
"""
"""A plugin with a table whose effects would be numbers."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Both packages as if they were installed."""
    site = Site(tmp_path)
    for name in ("stalls", "magpie"):
        module = f"splitpick_{name}"
        shutil.copytree(EXAMPLES / f"splitpick-{name}" / module, tmp_path / module)
        site.plant(name, "")
    with site.on_path():
        yield site


@pytest.mark.often(1)
@pytest.mark.parametrize("plugin", ["stalls", "magpie"])
def test_it_passes_the_conformance_kit(site: Site, plugin: str) -> None:
    check_plugin(plugin, games=1)


def test_the_settings_of_an_effect_are_those_of_its_card(site: Site) -> None:
    position = load_game("magpie-market", players=2).new_position()
    moves = ("+E", "+E", "+H", "+C", "+M", "+MM", "E C M / E H MM", "pick 2")
    for text in (*moves, "E^", "C^", "M$", "E^", "H^", "MM*bob"):
        position.apply(position.parse(text))

    assert position.view(None)["shelves"] == [["E", "H", "C", "E"], []]


def test_a_table_sees_what_its_own_class_adds_to_an_effect(site: Site) -> None:
    """Behind the guard, and in a copy of the effect."""
    game = Engine().load_game("magpie-market", players=2)
    Guard(Engine()).protect(game)
    effects = [one for one in game.empty_table.effects if one]  # type: ignore[attr-defined]

    assert [effect.most for effect in effects] == [1, 2]
    assert copy(effects[0]).settings == {"most": (1, 3)}
    assert not hasattr(effects[0], "least")


@pytest.mark.parametrize(
    ("language", "told", "rule", "hinted"),
    [
        (
            "en",
            "plays Pair of Magpies",
            "Take the newest card from somebody's shelf",
            "Several moves are about equally good here.",
        ),
        (
            "de",
            "spielt Elsternpaar",
            "Nimm die neueste Karte aus dem Regal eines anderen",
            "Hier sind mehrere Möglichkeiten etwa gleich gut.",
        ),
    ],
)
def test_it_is_played_told_and_explained(
    site: Site, language: str, told: str, rule: str, hinted: str
) -> None:
    """In the terminal, by bots, in the printed rules and in a hint."""
    seats = ("--seat", "ann=random", "--seat", "bob=random", "--players", "2", "--seed", "5")
    played = run("play", "magpie-market", *seats, language=language, variables=site.variables)
    rules = run("rules", "magpie-market", language=language, variables=site.variables)
    asking = ("play", "magpie-market", "--seat", "ann=human", "--seat", "bob=random")
    words = (*asking, "--players", "2", "--seed", "5")
    hint = run(*words, language=language, typed="hint\n", variables=site.variables)

    assert (played.code, rules.code, rules.err) == (0, 0, "")
    assert told in played.out
    assert rule in " ".join(rules.out.split())
    assert hinted in hint.out.splitlines()


@pytest.mark.slow
def test_bots_simulate_it(site: Site) -> None:
    words = ("simulate", "magpie-market", "-n", "20", "--players", "2", "--json")
    ended = run(*words, variables=site.variables)

    assert (ended.code, '"games": 20' in ended.out) == (0, True)


@pytest.mark.slow
def test_it_is_played_in_a_browser_to_the_end(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path / "home") as server:
        people = server.begin("magpie-market", "", False, ann="human", bob="human")
        for _ in range(200):
            acting = next((person for person in people if person.look() and person.moves), None)
            if acting is None:
                break
            assert acting.play().code == 303

    assert 'class="result"' in people[0].page


def test_a_fault_of_the_card_is_undone_and_names_its_plugin(site: Site) -> None:
    """At a table that the guard has never heard of."""
    engine = Engine()
    game = engine.load_game("magpie-market", players=2)
    reported: list[PluginError] = []
    guard = Guard(engine)
    guard.protect(game)
    guard.tell(reported.append)
    match = Match(game, seed=1)
    effect = next(one for one in match.position.table.effects if one)  # type: ignore[attr-defined]
    effect.inner.play = lambda table, seat, option: table.discard(0)
    table = match.position.table.copy()  # type: ignore[attr-defined]
    table.shelves[1].append(0)
    with pytest.raises(PluginError):
        effect.play(table, 0, 1)

    assert effect.legal(table, 0) == []
    assert "magpie 1.0 (splitpick-magpie)" in str(reported[0])


def said(site: Site, *words: str, language: str = "en") -> str:
    ended = run(*words, language=language, variables=site.variables)
    return " ".join((ended.out + ended.err).split())


def test_an_effect_without_its_table_is_named_where_it_is_looked_for(site: Site) -> None:
    """With `--without`, and if no table has ever heard of its class; all else is played."""
    site.plant("lonely", LONELY)
    listed = said(site, "--without", "stalls", "plugins", "list")
    german = said(site, "plugins", "list", language="de")
    checked = said(site, "plugins", "check", "lonely")

    assert 'No table that is loaded takes the effect "magpie".' in listed
    assert "Für den Effekt „lonely“ ist kein passender Tisch geladen." in german
    assert "No rule set that can be played has a table for this effect." in checked
    assert load_game("magpie-market").players == 3


def test_an_effect_of_another_table_is_a_finding_with_its_place(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    card = "{code: K, effect: kraken, count: 1, name: K}"
    text = "format: 1\nid: wrong\nname: W\nextends: fish-market\nadd:\n  cards:\n"
    file.write_text(f"{text}    - {card}\n")
    with pytest.raises(RulesetError) as refused:
        load_game(str(file))
    (finding,) = [one for one in refused.value.findings if one.message.code != "deck-mismatch"]

    assert (finding.line, finding.message.code) == (7, "effect-of-other-table")
    assert "des Plugins kraken" in Language("de").say(finding.message)


def test_two_plugins_with_one_effect_are_named_and_the_first_keeps_it(site: Site) -> None:
    site.plant(
        "other",
        HEAD
        + CARD.format(kind="Other", id="magpie")
        + "\n"
        + """
@hookimpl
def splitpick_effects():
    return [Other]
""",
    )
    listed = said(site, "plugins", "list")

    assert "magpie 1.0 (splitpick-magpie)" in listed
    assert "other 1.0 (splitpick-other)" in listed
    assert load_game("magpie-market").players == 3


def test_a_table_whose_effects_have_a_wrong_class_is_left_out(site: Site) -> None:
    site.plant("bare", CLASSLESS)
    listed = said(site, "plugins", "list", language="de")

    assert "Die effect_class des Tisches „bare“ muss eine Unterklasse von CardEffect" in listed
    assert load_game("magpie-market").players == 3


def test_everything_else_works_without_the_first_game(site: Site) -> None:
    for name in ("galley-thieves", "magpie-market"):
        seats = ("--seat", f"{'mary' if name[0] == 'g' else 'ann'}=random")
        others = ("--seat", f"{'finn' if name[0] == 'g' else 'bob'}=random", "--players", "2")
        words = ("--without", "jolly-roger", "play", name, *seats, *others)
        assert run(*words, variables=site.variables).code == 0
    for command in ("play", "rules", "simulate"):
        refused = said(site, "--without", "jolly-roger", command, "jolly-roger")

        assert 'There is no table "crews"' in refused
        assert "a plugin that is left out (jolly-roger): splitpick plugins list" in refused


@pytest.mark.parametrize("left_out", [[], ["kraken", "tortuga"]])
def test_an_unknown_effect_may_belong_to_a_plugin_that_is_left_out(
    tmp_path: Path, left_out: list[str]
) -> None:
    """As in a rule set that extends one of ours."""
    file = tmp_path / "wrong.yaml"
    text = "format: 1\nid: wrong\nname: W\nextends: galley-thieves\nadd:\n  cards:\n"
    file.write_text(f"{text}    - {{code: K, effect: krake, count: 1, name: K}}\n")
    with pytest.raises(RulesetError, match="unknown-effect") as refused:
        Engine(without=left_out).ruleset_file(str(file))
    told = Language("en").say(refused.value.message)

    assert told.endswith("(kraken, tortuga): splitpick plugins list") == bool(left_out)
