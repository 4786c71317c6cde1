"""A small page says who took what since one's last decision, and shows the move of a hint."""

from __future__ import annotations

import contextlib
from functools import partial

import pytest

from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.play.learn_command import GuidedLoop
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.page import ESSENTIAL, TerminalPage, Told
from splitpick.cli.terminal.questions import SplitDialogue
from splitpick.cli.wrapping import wrap
from splitpick.core import Engine
from splitpick.core.matches.exports.narration import news_since
from splitpick.core.matches.player import BotPlayer
from splitpick.core.matches.record import settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.players import RandomBot
from splitpick.core.players.levels import LEVELS
from splitpick.core.scene import Presenter
from splitpick.core.session.lesson import Lesson
from splitpick.core.session.menu import MenuItem
from splitpick.core.session.play_session import Session
from splitpick.core.session.split_by_card import split_by_card
from splitpick.core.session.vocabulary import COMMANDS
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
"""Decisions that are looked at in each game by default; no match has more than 400."""


def squeezed(text: str) -> str:
    return "".join(text.split())


class Reader(Screen):
    """A screen whose reader checks each page, and plays the middle one of the choices."""

    loop: GameLoop
    prompts, most = 0, PROMPTS
    apart = 0
    """Number of decisions before which something had to be read on a page of its own."""

    def middle(self) -> MenuItem:
        items = self.loop._menu.items
        if isinstance(self.loop, GuidedLoop) and (wanted := self.loop._wanted):
            return next(item for item in items if item.choice.notation == wanted)
        return items[len(items) // 2]

    def hint(self, presenter: Presenter) -> list[Text]:
        """Recommend the middle one of the choices, without a search."""
        number, choice = self.middle().number, self.middle().choice
        about: dict[str, Param] = {"notation": choice.notation, "what": choice.sentence}
        texts: list[Text] = [msg("hint", "{number} {notation}: {what}", number=number, **about)]
        session = self.loop.session
        session._advised[tuple(session.match.journal)] = [choice.notation]
        return texts

    def ask(self, prompt: Text) -> str:
        loop, page = self.loop, self.page
        assert isinstance(page, TerminalPage)
        seat = loop.match.position.to_act()
        page._asked = "> "
        page._advice = len(page._notes)
        before = [*page._reading]  # such as the end of a round
        if page._primer:
            page.lines()  # perhaps only the primer, which is shown first, after what has happened
            before += page._reading
            page._primer, page._reading = 0, []
        told = squeezed("".join([*before, *page.lines(), *page._reading]))
        self.apart += bool(page._reading)
        page._reading = []
        number = loop.session.decided_before([seat], forced=not loop._forces)
        for news in news_since(loop.presenter, loop.match, number, seat):
            full = [squeezed(self.words(text)) for text in news.told]
            if news.weight and not all(text in told for text in full):
                for text in news.brief:
                    who, colon, what = self.words(text).partition(": ")
                    # Of several plays in a row, who made them is said once, and where they end.
                    said = squeezed(what if colon else who).rstrip(".")
                    assert said in told, "\n".join(page.lines())
        item, choice = self.middle(), self.middle().choice
        page._notes, page._answers = [], True
        loop._obey("hint")
        lines = page.lines()
        asked = max((at for at, line in enumerate(lines) if line.startswith("──")), default=0)
        shown = [squeezed(f"{item.number} {loop.vocabulary.own(choice.notation)}")]
        shown += [
            squeezed(f"{item.number} {self.words(one)}")
            for one in (choice.sentence, choice.way)
            if one
        ]
        listed = squeezed("".join(lines[asked:]))
        if loop._types_sets():  # the hint names the cards; how to type them is on the page
            shown = [":" + squeezed(self.words(COMMANDS["choices"][0]))]
        assert any(one in listed for one in shown), "\n".join(lines)
        page._notes = []
        self.prompts += 1
        if self.prompts == self.most:
            raise EOFError
        return choice.notation


@pytest.mark.parametrize("prompts", [PROMPTS, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("columns", "code"), [(80, "en"), (50, "de")])
@pytest.mark.often(10)
@pytest.mark.parametrize(("rules", "variant", "players"), TABLES)
def test_the_news_and_the_hint_are_on_the_page(
    rules: str,
    variant: str | None,
    players: int,
    columns: int,
    code: str,
    prompts: int,
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
    screen.confirms, screen.most = False, prompts
    loop = screen.loop = GameLoop(screen, session)
    loop.coaches, loop.page = players == 2, TerminalPage(screen)
    screen.page = loop.page
    monkeypatch.setattr(session, "hint", screen.hint)
    loop.welcome()
    with contextlib.suppress(EOFError):
        loop.play()

    assert screen.prompts


def play_first(screen: Reader, loop: GameLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play *loop* at *screen* to the end, against an opponent that plays at random."""
    session = loop.session
    session.players |= {seat: BotPlayer(RandomBot(), session.guard) for seat in session.players}
    screen.confirms, screen.most, screen.loop = False, 400, loop
    screen.page = loop.page = TerminalPage(screen)
    monkeypatch.setattr(session, "hint", screen.hint)
    loop.welcome()
    loop.play()


@pytest.mark.parametrize(("columns", "code"), [(80, "en"), (50, "de")])
@pytest.mark.parametrize("seed", [7, pytest.param(8, marks=pytest.mark.slow)])
def test_all_moves_of_the_opponent_in_a_first_match_are_on_the_page(
    columns: int, code: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns at the decision itself, on a narrower screen if need be just before it."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("introductory")
    setup = settle(ENGINE, ruleset, [HUMAN, LEVELS[0].id], first=1, seed=seed)
    session = Session(ENGINE, setup)
    session.seat_players()
    screen = Reader(Language(code))
    loop = GameLoop(screen, session)
    play_first(screen, loop, monkeypatch)

    assert loop.coaches
    assert loop.match.over
    assert "sign-parrot" in loop._explained
    assert columns < 80 or screen.apart < 8  # where the ways to play a card would be cut


@pytest.mark.parametrize(("columns", "code"), [(80, "en"), (50, "de")])
@pytest.mark.parametrize("name", sorted(ENGINE.library.lessons()))
def test_all_moves_of_the_opponent_in_a_lesson_are_on_the_page(
    columns: int, code: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    lesson = Lesson(ENGINE, name)
    session = Session(ENGINE, lesson.setup())
    session.seat_players()
    screen = Reader(Language(code))
    loop = GuidedLoop(screen, session, lesson)
    play_first(screen, loop, monkeypatch)

    assert loop.match.over
    assert columns < 80 or screen.apart < 6  # where the ways to play a card would be cut


class Typist(Screen):
    """A screen whose reader types *lines*; *asked* are the questions."""

    terminal = asks_terminal = True

    def __init__(self, language: Language, lines: list[str]) -> None:
        super().__init__(language)
        self.typed, self.asked = lines, list[str]()

    def ask(self, prompt: Text) -> str:
        assert isinstance(self.page, TerminalPage)
        if self.page._advice < 0:
            self.page._advice = len(self.page._notes)
        self.page.lines() if not self.page._reading else self.page._leaf_read()
        self.asked.append(self.words(prompt))
        if not self.typed:
            raise EOFError
        self.page._notes, self.page._reading = self.page._notes[: self.page._advice], []
        self.page._answers = True
        return self.typed.pop(0)


def first_match(screen: Typist) -> GameLoop:
    """Begin a newcomer's first match, who splits first, and type what *screen* has."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("introductory")
    setup = settle(ENGINE, ruleset, [HUMAN, LEVELS[0].id], first=0, seed=1)
    session = Session(ENGINE, setup)
    session.seat_players()
    session.players[1] = BotPlayer(RandomBot(), session.guard)
    loop = GameLoop(screen, session)
    screen.page = loop.page = TerminalPage(screen)
    loop.welcome()
    with contextlib.suppress(EOFError):
        loop.play()
    return loop


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.mark.usefixtures("small")
def test_a_number_that_is_not_on_the_page_is_told_and_asked_about() -> None:
    """A newcomer's split is typed by cards, so no number is listed until all are asked for."""
    screen = Typist(Language("en"), ["1", "n"])
    loop = first_match(screen)
    assert screen.asked[0] == screen.asked[2] == ">"
    assert screen.asked[1].startswith("Do you mean number 1? Set 1: ")
    assert screen.asked[1].endswith("Enter for yes, n for no:")
    assert loop._types_sets()

    assert not first_match(Typist(Language("en"), ["1", ""]))._types_sets()
    assert not first_match(Typist(Language("en"), ["choices", "1"]))._types_sets()
    assert first_match(Typist(Language("en"), ["1", "n"]))._types_sets()


@pytest.mark.usefixtures("small")
def test_a_number_of_another_card_is_asked_about_until_it_is_listed() -> None:
    screen = Typist(Language("en"), ["1", ""])
    cards = first_match(screen)._menu.cards
    first, second = [*cards][:2]
    items = first_match(Typist(Language("en"), ["1", ""]))._menu.items
    number = items[cards[second][0]].number

    asked = Typist(Language("en"), ["1", "", first, f"{number}"])
    first_match(asked)
    assert asked.asked[-1].endswith("Enter for yes, n for no:")
    shown = Typist(Language("en"), ["1", "", second, f"{number}"])
    first_match(shown)
    assert shown.asked[-1] == ">"


@pytest.mark.parametrize(("lines", "alone"), [("24", True), ("90", False)])
def test_the_ways_to_play_all_cards_are_listed_where_there_is_room(
    lines: str, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", lines)
    loop = first_match(Typist(Language("en"), ["1", ""]))
    assert loop.page
    loop._show_choices(next(iter(loop._menu.cards)))
    shown = loop.page.lines()

    assert any("to see another card" in line for line in shown) is alone
    begun = [line.split()[0] for line in shown if line.split()]
    assert alone or {f"{item.number}" for item in loop._menu.items} <= {*begun}


def test_a_move_that_is_typed_too_early_is_not_lost_in_silence() -> None:
    page = TerminalPage(Screen(Language("en")))
    page.decides = True
    typed, seen = ["4", "1"], list[list[str]]()

    def read(prompt: str) -> str:
        seen.append(page._leaf_read() if page._reading else page.lines())
        return typed.pop(0)

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    page.read_out(["Round 1 ends."])

    assert page.ask("> ", read) == "1"
    assert '"4" was not played: there was something to read first.' in seen[1]


def test_help_leads_back_to_the_text_that_it_was_opened_from() -> None:
    page = TerminalPage(Screen(Language("en")))
    page.decides = True
    typed, seen = ["?", "", "", "1"], list[list[str]]()

    def read(prompt: str) -> str:
        seen.append(page._leaf_read() if page._reading else page.lines())
        return typed.pop(0)

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    page.read_out(["How it is played."])
    assert page.ask("> ", read) == "?"
    page.read_out(["The commands."])
    assert page.ask("> ", read) == "1"

    assert seen[0] == seen[2] == ["How it is played.", "", "Enter: continue"]
    assert seen[1] == ["The commands.", "", "Enter or q: close"]
    assert seen[3] == []


def test_the_log_opens_at_its_newest_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter goes to the page before; each page says how to leave."""
    monkeypatch.setenv("LINES", "24")
    page = TerminalPage(Screen(Language("en")))
    page.decides = page._answers = True
    typed, seen = ["", "quit"], list[list[str]]()

    def read(prompt: str) -> str:
        seen.append(page._leaf_read() if page._reading else page.lines())
        return typed.pop(0) if typed else "1"

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    page.read_out([str(number) for number in range(1, 51)], newest=True)
    page._leaf_read()
    assert page.ask("> ", read) == "1"

    newest, before, after = seen
    assert [newest[0], newest[-3]] == ["31", "50"]
    assert newest[-1] == "Enter: previous page, q: close (3/3)"
    assert [before[0], before[-3]] == ["11", "30"]
    assert after == []


def test_a_text_that_is_read_has_one_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask on the page behind it, and there alone, what is asked then."""
    monkeypatch.setenv("LINES", "24")
    page, prompts = TerminalPage(Screen(Language("en"))), list[str]()

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return ""

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    page.read_out([str(number) for number in range(1, 31)])
    page._leaf_read()
    page.ask("The match is over. Enter shows the result. ", read)

    assert prompts == ["> ", "> ", "The match is over. Enter shows the result. "]


def test_what_has_happened_stands_on_lines_of_its_own() -> None:
    """Single plays share a line; the cards of a trick and what they do have one each."""
    page = TerminalPage(Screen(Language("en")))
    for told in (["You play 3.", "Red moves up."], ["Bart plays 4.", "Red falls."],
                 ["Bart: R3 joins."], ["Bart: G4 boards."]):  # fmt: skip
        page.tell(Told(told, told, 1))

    tricks = ["You play 3.", "Red moves up.", "Bart plays 4.", "Red falls."]
    assert page._news() == [*tricks, "Bart: R3 joins; G4 boards."]


def test_the_end_of_a_round_is_read_before_the_next_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A number that is typed there plays nothing: nobody has seen yet what it would be."""
    monkeypatch.setenv("LINES", "24")
    page = TerminalPage(Screen(Language("en")))
    seen, typed = list[list[str]](), ["1", "2"]

    def read(prompt: str) -> str:
        seen.append(page._leaf_read() if page._reading else page.lines())
        return typed.pop(0)

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    page.tell(Told(["Bart plays 4."], ["Bart plays 4."], 2))
    page.end_round(["Round 1 ends.", "Bart: 4."])
    page.tell(Told(["Round 2."], ["Round 2."]))
    page.decides = True

    assert page.ask("> ", read) == "2"
    ended = ["Bart plays 4.", "", "Round 1 ends.", "Bart: 4.", "", "Enter: continue"]
    assert seen[0] == ended
    assert "Round 1 ends." not in seen[1]
    assert "Round 2." in seen[1]


def test_an_explanation_stands_below_the_table_if_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", "24")
    page = TerminalPage(Screen(Language("en")))
    page.heads, page.table = ["Game", "variant", "turn 1"], lambda: ["A ship."]
    page.read_out(["Word."] * 9, below=True)
    below = page._leaf_read()
    page.table = lambda: ["A ship."] * 14
    alone = page._leaf_read()

    assert below[:2] == ["Game · variant · turn 1", "A ship."]
    assert alone[0] == "Word."


@pytest.mark.parametrize("word", ["q", "Q", "exit", "quit"])
def test_q_leaves_a_text_that_is_read_and_not_the_game(word: str) -> None:
    """As in other pagers; at the table it ends the game."""
    page = TerminalPage(Screen(Language("en")))
    page.decides = True
    typed, seen = ["help", word, word], list[bool]()

    def read(prompt: str) -> str:
        seen.append(bool(page._reading))
        return typed.pop(0)

    page._paint = lambda clear=False: None  # type: ignore[method-assign]
    assert page.ask("> ", read) == "help"
    page.read_out(["A line of help."] * 100)
    page._leaf_read()
    assert page.ask("> ", read) == word
    assert seen == [False, True, False]


@pytest.mark.usefixtures("small")
def test_a_mistake_says_nothing_of_enter_and_hides_no_choice() -> None:
    """Enter turns to further choices here, if anything; what has happened yields to them."""
    screen = Typist(ENGINE.language("de"), ["1", "", "b9"])
    loop = first_match(screen)
    assert isinstance(loop.page, TerminalPage)
    lines = loop.page.lines()
    assert "Tippe eine Karte (G5), eine Aktion oder: hilfe" in lines
    assert not any("Eingabetaste" in line for line in lines)
    assert any(line.startswith("20 ") for line in lines)


@pytest.mark.parametrize(("columns", "code"), [(80, "en"), (50, "de"), (40, "nl")])
def test_a_page_of_choices_never_cuts_a_choice(
    columns: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter after Enter shows the parts of one list, the first again after the last."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    screen = Screen(Language(code))
    page = TerminalPage(screen)
    choices = [wrap(f"word{at} " * 20, columns, f"{at:>2} ", "   ") for at in range(20)]
    page.offer("?", lambda: [[line for choice in choices for line in choice]])
    page._asked = "> "
    seen = []
    for _ in range(40):
        shown = page.lines()[1:-1]
        assert shown[0][:3].strip()
        seen.append(shown)
        assert page.turn()

    parts = seen[: seen.index(seen[0], 1)]
    assert [line for part in parts for line in part] == [line for one in choices for line in one]


def first_decision(monkeypatch: pytest.MonkeyPatch, primer: int) -> TerminalPage:
    """Return a narrow page of nine choices, for whose *primer*, of so many words, is no room."""
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("LINES", "24")
    page = TerminalPage(Screen(Language("de")))
    page.decides = True
    page.hear("primer " * primer)
    page.keep_primer()
    page.offer("?", lambda: [[f"{at:>2} choice" for at in range(9)]])
    monkeypatch.setattr(page, "_put", lambda text: None)
    return page


def test_what_has_no_room_in_a_first_decision_is_read_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After what has happened, which it explains."""
    page = first_decision(monkeypatch, 120)
    page.tell(Told(["You draw."], ["You draw."]))
    page.hear("tip " * 40)
    told: list[list[str]] = []

    def read(prompt: str) -> str:
        told.append(page._reading)
        return "" if page._reading else "1"

    page.ask("> ", read)

    assert [bool(text) for text in told] == [True, False]
    assert " ".join(told[0]).startswith("You draw.  primer")


@pytest.mark.parametrize("columns", [50, 80])
def test_choices_are_whole_where_what_was_read_before_leaves_them_room(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the story only what was read apart, or what the reader has done, gives way."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    page = TerminalPage(Screen(Language("en")))
    page.decides, page._asked = True, "> "
    for weight in (ESSENTIAL, 0):
        page._story, page._read_apart = [Told(["told"] * 9, ["told"], weight)], weight > 0
        for many in (19, 20, 21):
            page._choices = partial(list, [["choice"] * many])
            assert page.lines().count("choice") == many
            assert len(page.lines()) <= 22


def test_a_hint_that_is_asked_for_again_stands_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reasons that it has then, and without those of the first time."""
    page = first_decision(monkeypatch, 100)
    page.begin_tip()
    for text in ("Hint: 2.", "It brings more."):
        page.hear(text)
    page.ask("> ", lambda prompt: "" if page._reading else "hint")
    page.begin_tip()
    for text in ("Hint: 2.", "Much more."):
        page.hear(text)

    shown = page.lines()

    told = ("Hint: 2.", "It brings more.", "Much more.")
    assert [line for line in shown if line in told] == ["Hint: 2.", "Much more."]
    page.ask("> ", lambda prompt: "" if page._reading else "cards")
    page.hear("An answer.")
    assert [line for line in page.lines() if line in told] == ["Hint: 2.", "It brings more."]


def test_the_first_of_many_signs_stay_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are read before it, and the reasons of the hint give way, not the signs."""
    page = first_decision(monkeypatch, 1)
    page.mark_signs()
    for number in range(25):
        page.hear(f"sign {number}")
    page.mark_signs()
    page.keep_primer()
    page.begin_tip()
    for text in ("hint", "reason"):
        page.hear(text)

    read = page.lines()
    page._reading = []
    shown = page.lines()

    signs = [[line for line in lines if "sign" in line] for lines in (read, shown)]
    assert signs[1] + signs[0] == [f"sign {number}" for number in range(25)]
    assert signs[0]
    assert "hint" in shown


def test_while_a_split_is_asked_for_the_page_says_how_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And the sets so far, not how it begins; that is there again after it."""
    ruleset = ENGINE.ruleset_file("smugglers-cove").variant(None)
    session = Session(ENGINE, settle(ENGINE, ruleset, [HUMAN, HUMAN], first=0, seed=7))
    presenter = session.loaded.presenter
    split = split_by_card(session.menu(presenter))
    assert split
    screen = Screen(Language("en"))
    screen.page = page = TerminalPage(screen)
    page.offer("?", lambda: [["how it begins"]])
    shown: list[str] = []

    def ask(question: Text) -> str:
        shown.extend(page.lines())
        return typed.pop()

    typed = ["undo", "undo", "", "1"]  # from the last
    about = presenter.card_name, lambda typed: False, lambda: False
    monkeypatch.setattr(screen, "ask", ask)

    assert SplitDialogue(screen, split, *about).ask() is None
    assert any("to cancel this split, type: undo" in line for line in shown)
    assert len([line for line in shown if line.startswith("So far: Set 1: ")]) == 1
    assert "how it begins" not in shown
    assert "how it begins" in page.lines()


def test_the_score_of_a_round_is_not_lost_among_what_led_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the next decision it stands on a page of its own, with the last plays."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    ruleset = ENGINE.ruleset_file("dead-mans-dice").variant(None)
    session = Session(ENGINE, settle(ENGINE, ruleset, [HUMAN, "random"], first=0, seed=7))
    session.seat_players()
    session.players = {1: BotPlayer(RandomBot(), session.guard)}
    screen = Reader(Language("en"))
    screen.confirms, screen.most = False, 400
    loop = screen.loop = GameLoop(screen, session)
    screen.page = loop.page = page = TerminalPage(screen)
    monkeypatch.setattr(session, "hint", screen.hint)
    rounds: list[list[str]] = []
    ask = screen.ask

    def watch(prompt: Text) -> str:
        if any(" in total." in line for line in page._reading):
            assert not page._before
            rounds.append([line for line in page._reading if line.strip()])
        return ask(prompt)

    monkeypatch.setattr(screen, "ask", watch)
    loop.play()

    assert len(rounds) > 2
    assert all(any(line.endswith(" ends.") for line in told) for told in rounds)


def test_the_reasons_of_a_hint_outlast_what_else_is_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = first_decision(monkeypatch, 1)
    page.hear("how to type " * 40)
    page.begin_tip()
    for text in ("hint", "reason " * 40):
        page.hear(text)

    shown = " ".join(page.lines())

    assert "hint" in shown
    assert "reason" in shown
    assert "how to type" not in shown
