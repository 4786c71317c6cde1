"""Matches that last: what `play` keeps and `resume` takes up, what goes back, and duplicates."""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from command import PLAY_ON, PROGRAM, Ended, environment, run
from splitpick.core import Engine
from splitpick.core.matches import Entry
from splitpick.core.matches.record import Record
from splitpick.core.matches.store import Store

GAME = ("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "4")
"""Jolly draws G1 G2 G3 G5 Y3 and is a person's; Roger is greedy's."""

Home = dict[str, str]
"""Variables that name the folder of somebody's matches."""

TWO_PEOPLE = (*GAME, "--seat", "jolly=human", "--seat", "roger=human")
BOTS = ("--seat", "jolly=greedy", "--seat", "roger=random")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return {"SPLITPICK_HOME": str(tmp_path / "home")}


@pytest.fixture
def other(tmp_path: Path) -> Home:
    return {"SPLITPICK_HOME": str(tmp_path / "other")}


def play(
    home: Home, *more: str, typed: str = "", game: tuple[str, ...] = GAME,
    language: str = "en",
) -> Ended:  # fmt: skip
    return run(*game, *more, typed=typed, language=language, variables=home)


def resume(home: Home, *more: str, typed: str = "", language: str = "en") -> Ended:
    return run("resume", *more, typed=typed, language=language, variables=home)


def record(home: Home, name: str | None = None) -> Record:
    store = Store(Path(home["SPLITPICK_HOME"]))
    loaded = store.load(name).record
    store.close()
    return loaded


def journal(home: Home) -> list[Entry]:
    return list(record(home).entries)


def import_text(home: Home, text: str) -> Ended:
    return run("matches", "import", "-", typed=text, language="en", variables=home)


def exported(home: Home, *more: str) -> str:
    """Play a while in *home* and return the record."""
    play(home, typed=PLAY_ON)
    return run("matches", "export", "1", *more, language="en", variables=home).out


# Keeping.


def test_a_match_is_kept_and_says_under_which_name(home: Home) -> None:
    """Each gets a name of its own; the one played last is taken up without a name."""
    for number in (1, 2):
        ended = play(home, typed="1\n")

        assert (ended.code, ended.err) == (0, "")
        assert f"This match is saved as jolly-roger-{number}." in ended.out
        assert ended.out.splitlines()[-1] == f"splitpick resume jolly-roger-{number}"
    back = resume(home)
    assert (back.code, back.out.splitlines()[-1]) == (0, "splitpick resume jolly-roger-2")
    tables = [[line for line in one.out.splitlines() if line[:1] == "│"] for one in (ended, back)]
    assert tables[0][-6:] == tables[1][-6:]
    assert resume(home, "jolly-roger-1", typed="1\n").code == 0
    assert resume(home).out.splitlines()[-1] == "splitpick resume jolly-roger-1"


def test_every_decision_and_what_chance_brought_is_in_the_journal(home: Home) -> None:
    """In the notation, with the time; the moves of --moves too, and an undo after its move."""
    play(home, "--moves", "G1 / G2 G3 G5 Y3", game=TWO_PEOPLE, typed="pick 1\nG1?green\n")
    entries = journal(home)

    assert [entry.text for entry in entries[5:]] == ["G1 / G2 G3 G5 Y3", "pick 1", "G1?green"]
    assert sorted(entry.text for entry in entries[:5]) == ["+G1", "+G2", "+G3", "+G5", "+Y3"]
    assert [entry.seat for entry in entries] == [-1] * 5 + [0, 1, 1]
    assert all(entry.at > 1_700_000_000_000 for entry in entries)

    play(home, game=TWO_PEOPLE, typed="1\n1\nundo\n2\n")
    undone = [entry.text for entry in journal(home)][5:]
    assert undone == ["G1 / G2 G3 G5 Y3", "pick 1", "undo 1", "pick 2"]
    assert "Roger takes G2 G3 G5 Y3." in resume(home, typed="log\n").out.split("> log")[0]


@pytest.mark.often(1)
@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_a_match_in_pieces_is_the_match_in_one(name: str, home: Home, other: Home) -> None:
    """Whoever ends and goes on after every decision plays the same game as who never does."""
    seat = Engine().ruleset_file(name).variant().seats[0][0]
    game = ("play", name, "--seed", "11", "--first", seat, "--seat", f"{seat}=human")
    typed = ["1", "1", "1", "1", "6" if name == "jolly-roger" else "1"]
    play(home, game=game, typed="\n".join([*typed, ""]))
    play(other, game=game, typed="1\n")
    for number in typed[1:]:
        assert resume(other, typed=f"{number}\n").code == 0

    assert [(one.seat, one.text) for one in journal(other)] == [
        (one.seat, one.text) for one in journal(home)
    ]


def test_whoever_comes_back_is_told_what_has_happened(home: Home) -> None:
    """Since the own last decision, and no more, in any language; a seat taken over is kept."""
    play(home)
    assert "Turn 1: you draw G1 G2 G3 G5 Y3." in resume(home).out

    play(home, typed="G1 G3 / G2 G5 Y3\n")
    back = resume(home).out
    assert "Roger takes" in back
    assert "You split" not in back
    assert "Turn 1: you draw" not in back
    assert "Play a card." in back
    assert "Spiel eine Karte aus." in resume(home, language="de").out
    over = resume(home, "--seat", "jolly=random").out
    assert "Jolly: random" in over
    assert "is the new pirate king." in over
    assert "Jolly: random" in resume(home, "2").out


def test_a_match_goes_on_as_it_was_shown(home: Home) -> None:
    """By ear or not, and with the questions that were chosen; another match is shown as ever."""
    play(home, "--accessible", "--no-confirm", "--ask-forced")
    heard = resume(home).out
    play(home)
    seen = resume(home).out
    kept = [record(home, str(number)).setup.shown for number in (1, 2)]
    taken_off = resume(home, "jolly-roger-1", "--no-accessible").out
    scrolls = resume(home, "jolly-roger-1", "--no-plain", "--confirm").out

    assert "Welcome back to Jolly & Roger" in heard
    assert "Welcome back to Jolly & Roger" not in seen + taken_off
    assert "Welcome back to Jolly & Roger" in scrolls
    assert kept == ["ask-forced accessible no-confirm", ""]


def test_a_match_that_does_not_exist_is_one_message(home: Home) -> None:
    for typed, code in (((), "no-matches"), (("jolly-roger-7",), "unknown-match")):
        ended = resume(home, *typed)

        assert (ended.code, ended.error_code) == (2, code)
        assert len(ended.err.splitlines()) == 1


def test_a_program_from_elsewhere_says_which_seat_needs_a_player(home: Home, other: Home) -> None:
    text = exported(home).replace('[Seat "roger" "greedy"]', '[Seat "roger" "program:theirs"]')
    imported = import_text(other, text)
    refused = resume(other)

    assert imported.code == 0
    assert (refused.code, refused.error_code) == (2, "player-elsewhere")
    assert "Roger was played by theirs, which does not exist here" in refused.err
    assert resume(other, "--seat", "roger=greedy").code == 0


def test_resume_takes_the_last_match_that_is_not_over(home: Home) -> None:
    """One that is over only where there is no other, and then it shows how that ended."""
    play(home, typed="1\n")
    over = play(home, *BOTS)
    assert "This match is saved as jolly-roger-1." in resume(home).out

    run("matches", "delete", "1", "--yes", variables=home)
    again = resume(home)
    assert "This match is saved as jolly-roger-2." in again.out
    *told, seed = over.out.splitlines()[-9:]
    assert "--seed" in seed
    assert again.out.splitlines()[-8:] == told


def test_a_match_that_is_not_over_is_the_first_thing_on_offer(home: Home) -> None:
    """Where a game is chosen; one that is over is not."""
    play(home, *BOTS)
    play(home, typed="1\n")
    asked = run("play", typed="\n", language="en", variables=home)

    assert re.findall(r"(?m)^\d: .* – go on with (.*), last played", asked.out) == [
        "jolly-roger-2 (advanced game, greedy)"
    ]
    assert "1: Jolly & Roger – go on with jolly-roger-2" in asked.out
    assert "This match is saved as jolly-roger-2." in asked.out

    run("daily", "--date", "2026-11-01", typed="1\nquit\n", variables=home)
    run("learn", typed="quit\n", variables=home)
    asked = run("play", typed="quit\n", language="en", variables=home)
    assert re.findall(r"go on with jolly-roger-\d+ \((.*)\), last", asked.out) == [
        "guided game",
        "deal of 1 November 2026, advanced game, mate",
        "advanced game, greedy",
    ]


def test_the_rules_are_those_the_match_began_with(tmp_path: Path, home: Home) -> None:
    """Even if the file has changed since or is gone."""
    shipped = Path(__file__).resolve().parents[3] / "rulesets" / "jolly-roger.yaml"
    deck = tmp_path / "my-deck.yaml"
    deck.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    assert play(home, "--seat", "jolly=human", game=("play", str(deck)), typed="1\n").code == 0

    deck.write_text("nonsense: [", encoding="utf-8")
    changed = resume(home)
    deck.unlink()
    gone = resume(home, typed="1\n")

    assert (changed.code, gone.code, changed.err, gone.err) == (0, 0, "", "")
    assert "green ship" in changed.out


@pytest.mark.slow
def test_the_seed_is_not_told_to_who_did_not_choose_it(home: Home) -> None:
    """It tells all that chance will bring; for practice that does no harm, at the end."""
    game = ("play", "jolly-roger", "--seat", "jolly=human", "--no-confirm")
    moves = "".join(f"{number}\n" for number in range(1, 26)) * 20  # whatever is on offer

    assert "--seed" not in play(home, game=game, typed=moves).out
    assert "--seed" in play(home, "--practice", game=game, typed=moves).out
    assert "--seed 7" in play(home, "--seed", "7", game=game, typed=moves).out
    assert "--seed" not in play(home, "--seed", "7", game=game).out  # before the end
    assert "--seed" not in play(home, "--seed", "7", "--seat", "roger=post", game=game).out


# Taking back.


def test_nothing_goes_back_past_a_card_that_was_drawn(home: Home) -> None:
    """But for practice everything does, also after the match was taken up again."""
    ended = play(home, typed="1\nundo\n" + "1\n1\n6\n11\n16\n" + "undo\n")
    turn, _, next_turn = ended.out.partition("Turn 2:")

    assert turn.count("Taken back: ") == 1
    assert "You cannot take that back" in next_turn
    assert "Taken back" not in next_turn
    play(home, "--practice", typed="1\n" * 4)
    ended = resume(home, typed="undo\n" * 9)
    assert "A practice match" in ended.out
    assert "There is nothing to take back." in ended.out
    assert "That cannot" not in ended.out
    assert journal(home)[-1].takes_back > 0


def test_people_who_are_all_here_may_agree_to_an_undo(home: Home) -> None:
    """To forget the cards they have seen, or to take back the decision of another."""
    for answer, back in (("YES", 1), ("no", 0), ("", 0)):
        ended = play(home, game=TWO_PEOPLE, typed="1\n1\n1\n1\n6\n11\n16\n" + f"undo\n{answer}\n")

        assert "Do all of you agree to take back Jolly's decision" in ended.out
        assert ended.out.count("Taken back: ") == back
        assert ended.out.count("Nothing was taken back.") == 1 - back

    ended = play(home, game=TWO_PEOPLE, typed="1\nundo\nno\nundo\nyes\n")
    assert ended.out.count("Jolly's decision and everything") == 2
    assert ended.out.count("Nothing was taken back.") == 1
    assert ended.out.count("Taken back: ") == 1


# Two games on the same deal.


def test_a_duplicate_is_two_games_with_the_seats_swapped(home: Home) -> None:
    """The same cards in both, and what each player has won is added up."""
    ended = play(home, *BOTS, "--duplicate")
    games = [record(home, f"jolly-roger-{number}") for number in (1, 2)]
    drawn = [[entry.text for entry in game.entries if entry.seat == -1] for game in games]
    (a, b), (c, d) = [game.result.scores for game in games if game.result]

    assert drawn[0] == drawn[1]
    assert [game.setup.players for game in games] == [("greedy", "random"), ("random", "greedy")]
    assert f"greedy (Jolly in the first game): {a} + {d} = {a + d}" in ended.out
    assert f"random (Roger in the first game): {b} + {c} = {b + c}" in ended.out
    assert f"Overall, Jolly (greedy) wins by {a + d - b - c}." in ended.out


@pytest.mark.slow
def test_a_duplicate_goes_on_with_either_game(home: Home) -> None:
    """And adds up when both are over; a seat changes its player in both, with the seats swapped."""
    play(home, "--duplicate", typed="1\n")
    ended = resume(home, "jolly-roger-2", typed=PLAY_ON * 50)

    assert "Game 1 of two on the same deal." in ended.out
    assert "Game 2 of two on the same deal." in ended.out
    assert "Overall, " in ended.out.splitlines()[-1]
    assert resume(home, "jolly-roger-1").out.splitlines()[-3:] == ended.out.splitlines()[-3:]

    play(home, "--duplicate", typed="1\n")
    resume(home, "3", "--seat", "roger=random")
    assert record(home, "3").setup.players == ("human", "random")
    assert record(home, "4").setup.players == ("random", "human")
    resume(home, "1", "--seat", "roger=random")  # which was over: who has played it stays
    assert record(home, "1").setup.players == ("human", "greedy")
    three = run("play", "dead-mans-dice", "--players", "3", "--duplicate", "--seat", "jack=human")
    assert (three.code, three.error_code) == (2, "duplicate-two")


@pytest.mark.process
def test_whoever_gives_up_more_games_loses_the_duplicate(tmp_path: Path, home: Home) -> None:
    """However much gold he had by then."""
    bot = tmp_path / "die.py"
    bot.write_text(f"#!{sys.executable}\nimport sys\nsys.stdin.readline()\n", encoding="utf-8")
    bot.chmod(0o755)
    ended = play(home, "--seat", f"jolly=process:{bot}", "--seat", "roger=greedy", "--duplicate")

    assert "Overall, Roger (greedy) wins, having forfeited fewer games." in ended.out


def test_nobodys_record_can_make_itself_the_partner_of_a_match(home: Home, other: Home) -> None:
    """A duplicate is two games that name each other; to have no name in common is no tie."""
    text = exported(home)
    uid = text.split('[Match "')[1].partition('"')[0]
    nameless = "\n".join(line for line in text.splitlines() if not line.startswith("[Match"))
    parasite = text.replace("\n\n", f'\n[Duplicate "1"]\n[Partner "{uid}"]\n\n', 1)
    for kept in (nameless, nameless, parasite):
        assert import_text(other, kept).code == 0

    for name in ("1", "2", "3"):
        ended = resume(other, name)
        assert (ended.code, ended.err) == (0, "")
        assert "on the same deal" not in ended.out


# Records from elsewhere.


@pytest.mark.often(1)
@pytest.mark.parametrize("pieces", [1, 5, 8, 11])
def test_a_record_that_was_cut_goes_on(pieces: int, home: Home, other: Home) -> None:
    """The outcome of chance is stored before anything else happens."""
    assert import_text(other, ";".join(exported(home).split(";")[:pieces])).code == 0
    for _ in range(2):
        ended = resume(other, typed="1\n")

        assert (ended.code, ended.err) == (0, "")
    assert len(journal(other)) >= 6


# Programs, and a disk that does not do what it should.


def test_a_home_that_cannot_be_had(tmp_path: Path) -> None:
    """One message with its reason and what else can be done, and 74."""
    (tmp_path / "file").write_text("")
    home = {"SPLITPICK_HOME": str(tmp_path / "file")}
    ended = play(home, language="de")

    assert ended.code == 74
    assert "--no-save" in ended.err
    assert "Traceback" not in ended.err
    assert play(home, "--no-save").code == 0


@pytest.mark.slow
@pytest.mark.process
def test_two_who_go_on_with_one_match_do_not_mix(home: Home) -> None:
    """Whoever comes second is told, and the journal stays whole."""
    play(home, game=TWO_PEOPLE, typed="1\n")
    with subprocess.Popen(
        [*PROGRAM, "resume"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(home),
    ) as first:
        assert first.stdout is not None
        assert next(line for line in first.stdout if "Set 2" in line)
        resume(home, typed="pick 2\n")
        before = journal(home)
        _, err = first.communicate("pick 1\n", timeout=60)

    assert first.returncode == 74
    assert "match-elsewhere" in err
    assert journal(home) == before


@pytest.mark.process
def test_without_saving_there_is_no_trace(
    tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even a folder, nor the log of a program that ends as it should."""
    bot = Path(__file__).parents[2] / "examples" / "bot.py"
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    seat = f"roger=process:{shlex.join([sys.executable, str(bot)])}"
    ended = play(home, "--no-save", "--seat", "jolly=human", "--seat", seat, typed="1\n")

    assert "This match was not saved." in ended.out
    assert "is saved as" not in ended.out
    assert not Path(home["SPLITPICK_HOME"]).exists()
    assert list(temporary.iterdir()) == []
