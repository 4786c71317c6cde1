"""A game at the keyboard, seen from inside: bots that peek or cheat, ties, other rule sets."""

import re
from pathlib import Path
from random import Random

import pytest

from command import run
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.questions import ask_one
from splitpick.core import Engine, Position
from splitpick.core.matches.entry import HINTED
from splitpick.core.matches.player import BotPlayer
from splitpick.core.matches.record import settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.matches.store import Store
from splitpick.core.matches.takeback import decisions
from splitpick.core.players import Bot, Greedy
from splitpick.core.scene import Presenter
from splitpick.core.session.move_reader import number_of
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language, Text
from tables import lay

SHIPPED = Path(__file__).resolve().parents[3] / "rulesets" / "jolly-roger.yaml"


class Watcher(Bot):
    id = "watcher"

    def __init__(self) -> None:
        self.seen: list[Position] = []

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        self.seen.append(position)
        return position.legal_actions()[0]


class Cheat(Bot):
    id = "cheat"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**6


def sit(
    name: str,
    bots: list[Bot | None],
    language: str = "en",
    *,
    practice: bool = False,
    plays_forced: bool | None = None,
) -> GameLoop:
    """Sit down with *bots* at a game of that name."""
    engine = Engine()
    players = [HUMAN if bot is None else "greedy" for bot in bots]
    ruleset = engine.ruleset_file(name).variant(None)
    setup = settle(engine, ruleset, players, first=0, seed=3, practice=practice)
    session = Session(engine, setup)
    session.seat_players()
    session.players |= {seat: BotPlayer(bot, session.guard) for seat, bot in enumerate(bots) if bot}
    screen = Screen(Language(language))
    screen.plays_forced = plays_forced
    return GameLoop(screen, session)


def test_a_bot_is_handed_what_its_seat_cannot_tell_from_the_real_position() -> None:
    """Never the real one: it cannot peek, by construction."""
    watcher = Watcher()
    players = sit("skull-queen", [watcher, Greedy(), Greedy()])
    real = [players.match.position.view(seat) for seat in range(3)]

    BotPlayer(watcher).choose(players.match, 0, 0)
    (seen,) = watcher.seen

    assert seen is not players.match.position
    assert seen.view(0) == real[0]
    assert [seen.view(seat) for seat in (1, 2)] != real[1:]


def test_a_bot_that_cheats_is_named_and_loses_its_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its choice is dropped, and another bot plays the game to its end."""
    players = sit("jolly-roger", [Cheat(), Greedy()])
    players.play()

    assert players.match.over
    assert capsys.readouterr().err == (
        "splitpick: note: The bot cheat fails: it chose an illegal action. "
        "The bot greedy takes its seat.\n"
    )


def test_numbers_as_they_are_typed() -> None:
    """ASCII digits, and not too many of them."""
    typed = ["7", "012", "0", "-1", "\u0667", "", "9" * 30, "1x"]

    assert list(map(number_of, typed)) == [7, 12, 0, 0, 0, 0, 0, 0]


# What decides a tie.


def test_an_equal_score_says_what_decided() -> None:
    """Three against five both ways: the most valuable captured ship; or nobody has any."""
    decided = scoring(
        lay(green="jolly: G1", yellow="jolly: Y1", blue="roger: B1", roger_chest="G1")
    )
    drawn = scoring(lay())

    assert decided[-2:] == [
        "A tie on gold: the more valuable ship decides, Roger's blue ship.",
        "Roger wins and is the new pirate king.",
    ]
    assert "A tie on gold, and nobody captured a ship." in drawn
    assert "It is a draw between Jolly and Roger." in drawn


def scoring(position: Position) -> list[str]:
    """Account for a table that was laid."""
    ruleset = Engine().ruleset_file("jolly-roger").variant("all-cards")
    return [
        Language("en").say(text) for text in ruleset.presenter(ruleset.build()).scoring(position)
    ]


# Other rule sets.


def test_three_play_jolly_and_roger(tmp_path: Path) -> None:
    """Whole games, and the numbers of the sets are the numbers to type."""
    path = tmp_path / "three.yaml"
    roger = "  - {id: roger, name: Roger}"
    text = SHIPPED.read_text("utf-8")
    path.write_text(text.replace(roger, roger + "\n  - {id: anne, name: Anne}"), "utf-8")
    game = ("play", str(path), "--variant", "advanced", "--first", "jolly", "--seed", "4")
    seats = ("jolly", "roger", "anne")
    bots = run(*game, *(word for seat in seats for word in ("--seat", f"{seat}=greedy")))
    people = [word for seat in seats for word in ("--seat", f"{seat}=human")]
    ended = run(*game, *people, typed="1\n2\n1\n2\n3\nhelp\nquit\n", language="de")

    assert (bots.code, bots.err) == (0, "")
    assert (ended.code, ended.err) == (0, "")
    assert "3>4 : 5 : 3" in ended.out
    assert "Set 2" in ended.out


def test_two_ships_of_one_colour_are_told_apart(tmp_path: Path) -> None:
    """Every choice, typed as it is shown, does what it says."""
    text = SHIPPED.read_text("utf-8")
    ship = "  - {id: red,    colour: red,    gold: 9, name: red ship}"
    twin = "\n  - {id: raft,   colour: red,    gold: 1, name: {en: raft, de: Floß}}"
    (tmp_path / "twins.yaml").write_text(text.replace(ship, ship + twin), "utf-8")
    players = sit(str(tmp_path / "twins.yaml"), [None, None], "de")
    match, rng = players.match, Random(1)
    while not match.over:
        shown = [players.vocabulary.own(text) for text in match.legal()]
        assert [players.vocabulary.to_notation(text) for text in shown] == match.legal()
        match.play(match.legal()[int(rng.random() * len(match.legal()))])


@pytest.mark.parametrize("words", [["play"], ["rulesets", "check"]], ids=["play", "check"])
def test_a_bad_file_is_explained(tmp_path: Path, words: list[str]) -> None:
    """In the reader's language, and never with a traceback."""
    (tmp_path / "folder.yaml").mkdir()
    assert run("play", str(tmp_path / "folder.yaml")).code == 2

    shipped = SHIPPED.read_bytes()
    bad = tmp_path / "bad.yaml"
    for content, code in (
        (b"", "empty"),
        (b"\x00\x01\x02\xff", ""),
        (b"format: &a 1\nid: *a\n", ""),
        (shipped.replace(b"effect: kraken,", b"effect: krakken,"), "unknown-effect"),
    ):
        bad.write_bytes(content)
        ended = run(*words, str(bad), language="de")

        assert ended.code == (2 if words == ["play"] else 1)
        assert f"Fehler[{code}" in ended.out + ended.err
        assert str(bad) in ended.out + ended.err


def test_what_was_taken_back_is_played_again() -> None:
    """One set is enough for a split; a number says why it is none; ``q`` ends the game."""
    people = ("--seat", "jolly=human", "--seat", "roger=human")
    game = ("play", "jolly-roger", "--first", "jolly", "--seed", "4", "--no-save", *people)
    ended = run(*game, typed="99\nG1 G2\nundo\nyes\nredo\nredo\nq\n")

    assert "There is no 99 here; the numbers go from 1 to 15." in ended.out
    assert ended.out.count("Jolly splits: ") == 2
    assert "There is nothing to redo." in ended.out
    assert ended.code == 0


def test_the_mark_of_a_hint_that_is_followed_outlives_undo_and_redo(tmp_path: Path) -> None:
    """Also where the same is typed again, and the hint asked for once more."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    game = ("play", "jolly-roger", "--first", "jolly", "--seed", "4", "--practice")
    typed = "hint\nhint\n{move}\nundo\nredo\nundo\nhint\n{move}\nq\n"
    seats = ("--seat", "jolly=human", "--seat", "roger=human")
    shown = run(*game, *seats, "--no-save", typed="hint\nhint\nq\n", variables=home).out
    (move,) = re.findall(r"Hint: (\d+) ", shown)
    run(*game, *seats, typed=typed.format(move=move), variables=home)
    entries = Store(tmp_path).load("jolly-roger-1").record.entries

    assert [one.mark for one in entries if one.seat == 0 and one.is_action] == [HINTED] * 3


# Cards that have to be played, and giving up.


class Fingers:
    """Person who types at *players* the first choice of each decision, or else *lines* first."""

    def __init__(self, players: GameLoop, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
        self.players, self.lines = players, [*lines]
        self.offered: list[int] = []
        """The number of choices at each prompt."""
        monkeypatch.setattr(players.screen, "ask", self.type)
        monkeypatch.setattr(players, "show_table", lambda: None)

    def type(self, prompt: object) -> str:
        self.offered.append(len(self.players.match.position.legal_actions()))
        return self.lines.pop(0) if self.lines else self.players.match.legal()[0]


@pytest.mark.parametrize(
    ("game", "wish", "asks"),
    [
        ("skull-queen", None, False),
        ("skull-queen", False, True),
        ("dead-mans-dice", None, True),
        ("dead-mans-dice", True, False),
    ],
)
def test_the_only_choice_is_played_at_once_if_wanted(
    game: str, wish: bool | None, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default where cards follow suit; everything else is asked."""
    players = sit(game, [None, Watcher(), Watcher()], plays_forced=wish)
    typist = Fingers(players, monkeypatch)
    players.play()
    own = [step for step in players.match.line if step.before.to_act() == 0]

    assert players.match.over
    assert (1 in typist.offered) == asks
    assert (len(typist.offered) == len(own)) == asks


def test_undo_goes_back_to_a_choice_not_to_a_forced_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the card would be played again before anybody could change their mind."""
    players = sit("skull-queen", [None, Watcher(), Watcher()], practice=True)
    typist = Fingers(players, monkeypatch)
    lengths: list[int] = []

    def type_undo_once(prompt: object) -> str:
        line, at = players.match.line, players.match.position
        own = [len(step.before.legal_actions()) for step in line if step.before.to_act() == 0]
        lengths.append(len(line))
        if own[-1:] == [1] and "undo" not in typed:
            typed.append("undo")
            return "undo"
        if typed == ["undo"]:
            typed.append("redo")
            assert lengths[-1] < lengths[-2]
            assert len(at.legal_actions()) > 1
            return "redo"
        if typed[-1:] == ["redo"]:
            typed.append("quit")
            assert lengths[-1] == lengths[-3]
            return "quit"
        return typist.type(prompt)

    typed: list[str] = []
    monkeypatch.setattr(players.screen, "ask", type_undo_once)
    with pytest.raises(EOFError):
        players.play()

    assert typed == ["undo", "redo", "quit"]


def test_enter_alone_plays_the_only_choice(capsys: pytest.CaptureFixture[str]) -> None:
    """Such as the last die, of which the number would have to be typed."""
    loop, rng = sit("dead-mans-dice", [None, None]), Random(1)
    while len(loop.match.position.legal_actions()) != 1:
        loop.session.apply(loop.match.position.action_at(rng.random()))
    loop._show_choices()
    done, seat = len(loop.match.line), loop.match.position.to_act()

    assert loop._answered("", seat)
    assert len(loop.match.line) > done


def test_who_shares_a_keyboard_is_asked_for_the_only_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes the keyboard has to see first what was played."""
    players = sit("skull-queen", [None, None, Watcher()])
    typist = Fingers(players, monkeypatch)
    players.play()

    assert 1 in typist.offered


def test_a_person_gives_up_only_if_they_mean_it() -> None:
    """The others win, and the record says why; in German by the German word."""
    game = ("play", "jolly-roger", "--first", "jolly", "--seed", "4", "--no-save")
    ended = run(*game, "--seat", "jolly=human", typed="resign\nno\n1\nresign\nyes\n")
    german = run(*game, "--seat", "jolly=human", typed="remis\naufgeben\nj\n", language="de")

    assert "The match goes on." in ended.out
    assert "Ein Remis kann man in diesem Spiel nicht vereinbaren" in german.out
    assert "Roger plays" not in ended.out.partition("You resign.")[2]
    assert ended.out.index("You split: ") < ended.out.index("You resign.")
    assert ended.out.splitlines()[-2] == "Roger wins."
    assert "Du gibst auf." in german.out
    assert ended.code == german.code == 0


@pytest.mark.slow
def test_a_deal_of_the_day_that_was_given_up_says_so() -> None:
    ended = run("daily", "--no-save", "--date", "2026-11-01", typed="resign\nyes\n")

    assert ", with given up" in ended.out


# For those who listen.

HEARD = ("play", "jolly-roger", "--accessible", "--first", "jolly", "--seed", "3", "--no-save")


def heard(*typed: str, language: str = "en") -> list[str]:
    """Return what is said up to each prompt of Jolly, a person; lines are *typed*."""
    seats = ("--seat", "jolly=human", "--seat", "roger=greedy")
    lines = "".join(f"{line}\n" for line in typed)
    ended = run(*HEARD, *seats, typed=lines, language=language)
    assert (ended.code, ended.err) == (0, "")
    return ended.out.split("\n> ")


def test_who_listens_hears_little_unless_they_ask() -> None:
    """The first split takes a third of the words that all splits would; the table is on request."""
    first, every, table, _ = heard("choices", "table")

    assert len(first.split()) < 130
    drawn = "green pirate 4, yellow pirate 1, yellow pirate 4 and blue pirate 1 (2 cards)"
    assert first.count(drawn) == 1
    assert "Set 1" not in first
    assert every.count("Set 1") == 11
    assert "Red ship, 9 gold, You 0, Roger 0: no captain." not in first
    assert "Red ship, 9 gold, You 0, Roger 0: no captain." in table


def test_a_split_is_asked_card_by_card() -> None:
    """Enter begins and offers, but is no set; undo at the first card breaks off, and says so."""
    said = heard("", "1", "", "undo", "undo", "", "1", "3", "2", "2", "1", "1", "", "quit")
    text = "\n".join(said)

    assert text.count("Type the number of a set: 1 or 2.") == 2
    assert text.count("Nothing was played. Split the cards.\n") == 1
    assert "You split. Set 1" not in text  # what is taken and kept names the cards
    assert re.search(r"(Roger takes|You keep) green pirate 4 and blue pirate 1 \(2 cards\)\.", text)


def test_a_card_is_named_to_hear_what_it_can_do() -> None:
    """Not the choices of all cards again after each card; a few choices are told in full."""
    split = "G4 B1 B1 / Y1 Y4"
    _, hand, card, last, _ = heard(split, "yellow pirate 4", "1", "")

    assert hand.endswith(
        "Yellow pirate 1, yellow pirate 4.\nType a card, such as yellow pirate 1,"
        " to hear the ways to play it, or choices to go through them."
    )
    for told in card, last:
        assert re.search(r"Yellow pirate 4:(\n\d+: (joins|parrot) .*){5}", told)
    assert "ellow pirate 1" not in card
    assert "Red ship" not in last


def test_a_number_that_was_not_just_heard_is_asked_about() -> None:
    """The ways of the second card do not begin at 1; after "n" it is said that all is as before."""
    split = "G4 B1 B1 / Y1 Y4"
    *_, asked, played, _ = heard(split, "yellow pirate 4", "1", "n", "7")

    assert asked.startswith("1\nDo you mean number 1? Yellow pirate 1 ")
    assert asked.endswith("n\nNothing was played. Play a card.")
    assert played.startswith("7\nYou ")


def test_the_question_whether_a_number_is_meant_can_be_left() -> None:
    """By undo, which takes back nothing, and by the choices, which always begin with the first."""
    split = "G4 B1 B1 / Y1 Y4"
    *_, undone, told, _ = heard(split, "yellow pirate 4", "1", "undo", "1", "choices")

    assert undone.endswith("Enter for yes, n for no: undo\nNothing was played. Play a card.")
    assert "choices\nPlay a card.\nYellow pirate 1:\n1: joins" in told
    assert told.count("Do you mean") == 1


def test_many_choices_begin_with_how_many_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """And each time that they are asked for, the next ones follow."""
    monkeypatch.setattr("splitpick.cli.play.game_loop.MOST_AT_ONCE", 6)
    first, then, _ = heard("choices", "choices")[1:]

    assert "The first 6 of 11:\n1: Set 1" in first
    assert "Type choices for 5 more." in first
    assert "Split the cards.\n7: Set 1" in then


def test_a_typed_split_is_read_back() -> None:
    """In what follows; a hint for it says which number to type."""
    _, _, hint, played, _ = heard("hint", "hint", "green pirate 4, blue 1, blue 1")

    assert re.search(r"\nHint: type \d+: Set 1: ", hint)
    assert "You split. Set 1: green pirate 4 and blue pirate 1 (2 cards). Set 2: " in played


def test_again_says_once_more_what_was_heard_last() -> None:
    """With the question; in a split card by card, the question alone."""
    first, again, every, twice, _ = heard("again", "choices", "again")
    by_card = "\n".join(heard("", "1", "again", "quit"))

    assert again.partition("\n")[2] == first
    assert twice.partition("\n")[2] == every.partition("\n")[2]
    assert by_card.count("Yellow pirate 1: which set, 1 or 2?") == 2
    assert heard("nochmal", language="de")[1].startswith("nochmal\nJolly & Roger")


def test_commands_can_be_narrowed_by_ear() -> None:
    """To what has a word; a part that does not exist names those."""
    split = "G4 B1 B1 / Y1 Y4"
    *_, red, chest, parts, part, inside, _ = heard(
        split, "table red", "table chest", "rules nonsense", "rules scoring", "rules stronger"
    )

    assert [line[:3] for line in red.splitlines()[1:]] == ["Red"]
    assert parts.startswith('rules nonsense\nNo part of the rules is about "nonsense". There are: ')
    assert "You 0, Roger 1" in red
    assert "You, 0 gold, chest empty." in chest
    assert "Scoring" in part.splitlines()[1:4]
    assert "Captains" in inside.splitlines()


@pytest.mark.parametrize("game", ["jolly-roger", "skull-queen", "smugglers-cove", "dead-mans-dice"])
def test_the_log_can_begin_with_one_of_my_last_decisions(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every game: neither a whole round nor only the last draw; with more than all, with all."""
    loop = sit(game, [None, Greedy()], plays_forced=True)
    for _ in range(8):
        while loop.match.position.to_act() or loop._is_forced():
            loop._act(loop.match.position.to_act(), loop.match.position.legal_actions()[0])
        loop._act(0, loop.match.position.legal_actions()[0])
    every = loop._about().lines("log")
    for back, first in enumerate([*decisions(loop.match, [0], forced=False)][:2], 1):
        capsys.readouterr()
        loop._tell_from(first)
        told = loop._about().lines("log", str(back))
        assert "\n".join(told) == capsys.readouterr().out.rstrip("\n")
        assert len(told) < len(every)

    assert loop._about().lines("log", "99") == every


def test_what_cannot_stand_behind_a_command_is_refused() -> None:
    """In one sentence, and nothing is shown."""
    log, choices, _ = heard("log abc", "choices xyz")[1:]

    assert log.startswith('log abc\n"log abc" is not a command. Did you mean: log\n')
    assert choices.startswith(
        'choices xyz\n"choices xyz" is not a command. Did you mean: choices\n'
    )


def test_who_listens_to_a_match_that_goes_on_hears_how_far_it_is(tmp_path: Path) -> None:
    """Not its opening again."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    saved = [word for word in HEARD if word != "--no-save"]
    begun = run(*saved, *seats, typed="G4 B1 B1 / Y1 Y4\n", language="en", variables=home)
    resumed = run("resume", "--accessible", language="en", variables=home)

    assert resumed.out.startswith("Welcome back to Jolly & Roger: Turn 1 of 8.")
    assert len(resumed.out.split()) < len(begun.out.split()) / 2


def test_who_listens_hears_first_who_has_won() -> None:
    """Then the scores, and the table only on request."""
    bots = ("--seat", "jolly=greedy", "--seat", "roger=random")
    lines = run(*HEARD, *bots, language="en").out.splitlines()
    end = lines[len(lines) - lines[::-1].index("") :]

    assert " wins " in end[0]
    assert "Turn 8 of 8" not in "\n".join(lines)


def test_who_listens_hears_first_that_a_hint_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It can take a minute, in which a silent program seems to have stopped."""
    loop = sit("skull-queen", [None, Greedy(), Greedy()])
    loop.screen.accessible = loop.coaches = True
    loop._show_choices()
    said = list[str]()

    def hint(presenter: Presenter) -> list[Text]:
        said.append(capsys.readouterr().out)
        return []

    monkeypatch.setattr(loop.session, "hint", hint)
    loop._obey("hint")

    assert said[0].endswith("\nLooking for the best move …\n")
    assert not loop._helps(), "the prompt comes before any hint"


def test_a_question_takes_the_beginning_of_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If several begin like that, it names their numbers; help does not tell all answers again."""
    screen = Screen(Language("en"), accessible=True)
    typed = iter(["he", "help", "z", "skull"])
    monkeypatch.setattr(screen, "_ask", lambda prompt: next(typed))
    answers = dict(zip("abc", ("Hearts", "Skull Queen – tricks", "Hens"), strict=True))

    assert ask_one(screen, "Which game?", answers) == "b"
    said = capsys.readouterr().out.splitlines()
    assert said[:4] == ["Which game?", "1: Hearts", "2: Skull Queen – tricks", "3: Hens"]
    assert said[4] == '"he" fits several: 1, 3. Please type one of these numbers.'
    assert said[5].startswith("Type a number or a name. Again ")
    assert len(said) == 7
