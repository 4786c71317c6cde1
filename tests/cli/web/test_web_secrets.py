"""No page tells a seat or an onlooker what is hidden: games are played otherwise."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import aclosing, closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from splitpick.cli.web.bot_pool import BotPool
from splitpick.cli.web.live_match import LiveMatch
from splitpick.cli.web.seat_links import ONLOOKER
from splitpick.cli.web.table_page import TablePage
from splitpick.cli.web.web_templates import render
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.record import Record, settle
from splitpick.core.matches.setup import Setup
from splitpick.core.matches.store import Store
from splitpick.core.rules.load import Ruleset
from splitpick.core.scene import Presenter
from splitpick.core.testing import check_telling
from splitpick.core.testing.random_lines import Line, has_secrets, random_line
from splitpick.core.text import Language

ENGINE = Engine()
ENGLISH = Language("en")
SECRET = ("skull-queen", "smugglers-cove")


def rules_of(name: str) -> Ruleset:
    return ENGINE.ruleset_file(name).variant()


@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("skull-queen", 2, 1),
        ("smugglers-cove", 2, 1),
        *(
            pytest.param(*requested, marks=pytest.mark.slow)
            for requested in (
                ("skull-queen", 3, 8),
                ("smugglers-cove", 2, 12),
                ("jolly-roger", 2, 1),
                ("dead-mans-dice", 2, 1),
                ("galley-thieves", 3, 1),
            )
        ),
    ],
)
def test_pages_are_equal_where_the_views_are(
    tmp_path: Path, name: str, players: int, games: int
) -> None:
    """Onlookers and seats read nothing that depends on something they cannot know."""
    rules = rules_of(name)
    setup = settle(ENGINE, rules, ["human"] * players, 0, 1)
    compared = 0
    with closing(Store(tmp_path)) as store:
        for seed in range(games):
            line = random_line(rules.build(players), seed)
            for seat, other, last in others(line, Random(seed)):
                first = replace(setup, first=seed % players)
                pages = [page_of(store, first, one, last, seat) for one in (line, other)]
                if pages[0] != pages[1]:
                    begin = next(n for n, one in enumerate(line.done) if one != other.done[n])
                    viewer = None if seat == ONLOOKER else seat
                    known = check_telling._is_secret(line, begin, last, other, viewer, Random(1))
                    assert not known, (pages, line.done[begin:last], other.done[begin:last])
                compared += 1

    hides = has_secrets(random_line(rules.build(players), 0))
    assert compared >= 2 * games or not hides
    assert hides == (name in SECRET)


def others(line: Line, rng: Random) -> Iterator[tuple[int, Line, int]]:
    """Yield seats, lines that look like *line* to them, and the number of actions of both."""
    ends = [last for _, last in line.stretches() if line.positions[last].to_act() != CHANCE]
    for last in rng.sample(ends, min(8, len(ends))):
        for seat in (ONLOOKER, *range(line.game.players)):
            begin = rng.randrange(last)
            viewer = None if seat == ONLOOKER else seat
            other = line.other(begin, last, line.positions[begin], viewer, rng, differs=True)
            if other is not None and line.positions[last].to_act() >= 0:
                yield seat, other, last


def page_of(store: Store, setup: Setup, line: Line, last: int, seat: int) -> str:
    """Return the page of *seat* after *last* actions of *line*, with its moments before."""
    entries = tuple(Entry(done.seat, done.notation) for done in line.done[:last])
    name = store.create(Record(setup, entries))
    live = LiveMatch(ENGINE, store, BotPool(), store.load(name))
    store.delete(name)
    pages = []
    for at in (None, *range(max(0, last - 3), last)):
        page = TablePage(live, seat, ENGLISH, "/t/x", at=at)
        pages.append(render("table.html.jinja", ENGINE, ENGLISH, page=page, following_url=None))
    return re.sub(r'data-rev="\d+"', "", "".join(pages))


def test_a_stream_carries_numbers_alone(tmp_path: Path) -> None:
    setup = settle(ENGINE, rules_of("skull-queen"), ["human"] * 2, 0, 1)

    async def listen() -> list[object]:
        with closing(Store(tmp_path)) as store:
            name = store.create(Record(setup, ()))
            live = LiveMatch(ENGINE, store, BotPool(), store.load(name))
            heard: list[object] = []
            async with aclosing(live.follow(live.enter(1))) as moments:
                async for moment in moments:
                    heard.append(moment)
                    if len(heard) == 4:
                        return heard
                    seat = live.session.position.to_act()
                    live.play(seat, live.session.moment, live.session.match.legal()[0])
            return heard

    moments = cast(list[tuple[int, list[int]]], asyncio.run(listen()))
    assert len(moments) == 4
    for revision, seats in moments:
        assert isinstance(revision, int)
        assert seats == [1]


def test_a_game_without_words_of_its_own_has_a_page(tmp_path: Path) -> None:
    rules = rules_of("jolly-roger")
    setup = settle(ENGINE, rules, ["human"] * 2, 0, 1)
    with closing(Store(tmp_path)) as store:
        name = store.create(Record(setup, ()))
        live = LiveMatch(ENGINE, store, BotPool(), store.load(name))
        session = live.session
        own = session.loaded.presenter
        presenter = Presenter(own.name, own.variant, own.seats)
        session._presenters = {0: presenter, 1: presenter}
        for _ in range(12):
            page = TablePage(live, session.position.to_act(), ENGLISH, "/t/x")
            text = render("table.html.jinja", ENGINE, ENGLISH, page=page, following_url=None)
            assert "to act." in text
            moves = [offer.choice.notation for offer in page.offers]
            assert moves == session.match.legal()
            session.match.play(moves[-1])
