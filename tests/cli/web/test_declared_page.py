"""The page of a declared game, whose sets lie on the table: they are shown and chosen there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from browsers import address, chromium, resize
from plugin_sites import Site
from web_tables import Person, TestServer, serving

SOURCE = """
from importlib.resources import files

from splitpick.core.declared import ActionKind, DeclaredPosition, DeclaredPresenter, Zone
from splitpick.core.game import CHANCE, OVER
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import DeclaredKind
from splitpick.core.text import Texts

msg = Texts("splitpick_baskets").msg

PACK = Zone("pack", msg("pack", "pack"), seen_by="nobody")
GROUND = Zone("ground", msg("ground", "ground"))
BASKETS = [Zone(f"basket{n}", msg("basket", "basket {n}", n=n)) for n in (1, 2)]
HAUL = Zone("haul", msg("haul", "haul"), each=True)
GROW = ActionKind("grow", "card", form="+{target}", zone="pack", chance=True)
LAY = ActionKind("lay", "cards", zone="ground", shapes=[[3, 3]])
TAKE = ActionKind("take", ["1", "2"], offers=msg("take", "Take basket {word}."))


class BasketsPosition(DeclaredPosition):
    def set_up(self):
        self.pack, self.actor = self.game.deck(), CHANCE

    def possible(self):
        if self.actor == CHANCE:
            return self.choices(GROW)
        return self.choices(LAY) if self.ground else TAKE.actions([0, 1])

    def do(self, kind, target):
        if kind is GROW:
            self.pack.remove(target)
            self.ground.append(target)
            self.actor = self.first if len(self.ground) == 6 else CHANCE
        elif kind is LAY:
            self.basket1, self.basket2 = self.chosen(LAY, target)
            self.ground = []
            self.actor = self.next_seat(self.actor)
        else:
            mine, other = [self.basket1, self.basket2][:: 1 if target == 0 else -1]
            self.haul[self.actor] += mine
            self.haul[self.next_seat(self.actor)] += other
            self.basket1, self.basket2 = [], []
            self.actor = CHANCE if self.pack else OVER

    def scores(self):
        return [sum(haul) for haul in self.haul]


@hookimpl
def splitpick_games():
    zones, kinds = [PACK, GROUND, *BASKETS, HAUL], [GROW, LAY, TAKE]
    return [DeclaredKind("baskets", BasketsPosition, zones, kinds, DeclaredPresenter)]


@hookimpl
def splitpick_rulesets():
    return [files("splitpick_baskets_data")]
"""

RULES = """\
format: 1
id: baskets
game: baskets
name: Baskets
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
cards:
  - {code: C, count: 4, name: cep}
  - {code: M, count: 4, name: morel}
  - {code: T, count: 4, name: truffle}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestServer]:
    site = Site(tmp_path)
    site.modules.append("splitpick_baskets_data")
    data = {"splitpick_baskets_data/__init__.py": "", "splitpick_baskets_data/baskets.yaml": RULES}
    site.plant("baskets", SOURCE, files=data)
    with site.on_path(), serving(tmp_path / "web") as running:
        yield running


@pytest.fixture
def people(server: TestServer) -> list[Person]:
    return server.begin("baskets", "standard", ann="human", bob="human")


def test_the_word_of_a_split_is_not_among_its_cards(people: list[Person]) -> None:
    """Its boxes hold the six cards that lie there, and nothing that is written before them."""
    page = people[0].look()
    boxes = re.findall(r'name="two" value="([^"]*)"', page)

    assert all(move.startswith("lay ") for move in people[0].moves)
    assert len(boxes) == 6
    assert not re.search(r'data-card="lay"', page)


def test_a_set_on_the_table_is_a_place_to_choose(people: list[Person]) -> None:
    people[0].play()
    page = people[1].look()

    assert people[1].moves == ["take 1", "take 2"]
    for number in (1, 2):
        assert re.search(rf'value="take {number}"[^>]* data-zone="basket{number}"', page)
        assert re.search(rf'class="zone [^"]*" data-zone="basket{number}"', page)


@pytest.mark.slow
@pytest.mark.process
def test_baskets_are_split_and_taken_by_clicks(
    server: TestServer, people: list[Person], tmp_path: Path
) -> None:
    """On a wide page and on a phone, to the end of the match."""
    (match,) = server.app.matches.open.values()
    sizes = [(1280, 800), (360, 740)]
    with chromium(tmp_path / "chromium") as browser:
        for size in sizes:
            people[0].play()
            resize(browser, *size)
            browser.get(address(people[1], "?lang=en"))
            before = len(match.session.match.actions)
            browser.find_element(By.CSS_SELECTOR, '.zone[data-zone="basket2"]').click()
            _confirm(browser)
            browser.get(address(people[1], "?lang=en"))
            done = match.session.match.actions[before]
            assert (done.seat, done.notation) == (1, "take 2")

    assert match.session.over


def _confirm(browser: webdriver.Chrome) -> None:
    """Press the only button that is left once a zone was chosen."""
    fitting = browser.find_elements(By.CSS_SELECTOR, "#choices .fits button")
    assert [one.get_attribute("value") for one in fitting] == ["take 2"]
    fitting[0].click()
