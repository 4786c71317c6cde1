"""A small page says who took what since one's last decision, and shows the move of a hint."""

from __future__ import annotations

import contextlib

import pytest

from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.page import TerminalPage
from splitpick.core import Engine
from splitpick.core.matches.exports.narration import news_since
from splitpick.core.matches.player import BotPlayer
from splitpick.core.matches.record import settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.players import RandomBot
from splitpick.core.scene import Presenter
from splitpick.core.session.menu import MenuItem
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language, Param, Text, msg

ENGINE = Engine()

TABLES = [
    *(("jolly-roger", variant, 2) for variant in ("introductory", "advanced", "all-cards")),
    *(("skull-queen", None, count) for count in range(2, 7)),
    *(("dead-mans-dice", None, count) for count in range(2, 7)),
    *(("galley-thieves", None, count) for count in range(2, 6)),
    ("smugglers-cove", None, 2),
]

PROMPTS = 9
"""Decisions that are looked at in each game."""


def squeezed(text: str) -> str:
    return "".join(text.split())


class Reader(Screen):
    """A screen whose reader checks each page, and plays the middle one of the choices."""

    loop: GameLoop
    prompts = 0

    def middle(self) -> MenuItem:
        items = self.loop._menu.items
        return items[len(items) // 2]

    def hint(self, presenter: Presenter) -> list[Text]:
        """Recommend the middle one of the choices, without a search."""
        number, choice = self.middle().number, self.middle().choice
        about: dict[str, Param] = {"notation": choice.notation, "what": choice.sentence}
        return [msg("hint", "{number} {notation}: {what}", number=number, **about)]

    def ask(self, prompt: Text) -> str:
        loop, page = self.loop, self.page
        assert isinstance(page, TerminalPage)
        seat = loop.match.position.to_act()
        page._asked = "> "
        page._advice = len(page._notes)
        told = squeezed("".join(page.lines()))
        number = loop.session.decided_before([seat], forced=not loop._forces)
        for news in news_since(loop.presenter, loop.match, number, seat):
            if news.weight == 2:
                for text in news.brief:
                    assert squeezed(self.words(text)) in told, "\n".join(page.lines())
        item, choice = self.middle(), self.middle().choice
        page._notes, page._answers = [], True
        loop._obey("hint")
        lines = page.lines()
        asked = max((at for at, line in enumerate(lines) if line.startswith("──")), default=0)
        shown = [squeezed(f"{item.number} {loop.vocabulary.own(choice.notation)}")]
        shown += [squeezed(f"{item.number} {self.words(choice.sentence)}")]
        listed = squeezed("".join(lines[asked:]))
        assert any(one in listed for one in shown), "\n".join(lines)
        page._notes = []
        self.prompts += 1
        if self.prompts == PROMPTS:
            raise EOFError
        return choice.notation


@pytest.mark.parametrize(("columns", "code"), [(80, "en"), (50, "de")])
@pytest.mark.often(10)
@pytest.mark.parametrize(("rules", "variant", "players"), TABLES)
def test_the_news_and_the_hint_are_on_the_page(
    rules: str,
    variant: str | None,
    players: int,
    columns: int,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For all games and numbers of players."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    ruleset = ENGINE.ruleset_file(rules).variant(variant)
    seated = [HUMAN, *["random"] * (players - 1)]
    session = Session(ENGINE, settle(ENGINE, ruleset, seated, first=players - 1, seed=7))
    session.seat_players()
    session.players |= {seat: BotPlayer(RandomBot(), session.guard) for seat in range(1, players)}
    screen = Reader(Language(code))
    screen.confirms = False
    loop = screen.loop = GameLoop(screen, session)
    loop.coaches, loop.page = players == 2, TerminalPage(screen)
    screen.page = loop.page
    monkeypatch.setattr(session, "hint", screen.hint)
    loop.welcome()
    with contextlib.suppress(EOFError):
        loop.play()

    assert screen.prompts
