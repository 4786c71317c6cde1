"""A game at the keyboard, seen from inside: bots that peek or cheat, ties, other rule sets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from command import LANGUAGES, run
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.play.match_players import MatchPlayers
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.choices import number_of
from splitpick.core import Engine, Match, Position
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.player import BotPlayer
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.players import Bot, Greedy
from splitpick.core.text import Language, Text
from tables import lay

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets" / "jolly-roger.yaml"
BAD = Path(__file__).parent / "bad_rulesets"


class Watcher(Bot):
    """Notes what it is handed."""

    id = "watcher"

    def __init__(self) -> None:
        self.seen: list[Position] = []

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        self.seen.append(position)
        return position.legal_actions()[0]


class Cheat(Bot):
    """Chooses what is not there."""

    id = "cheat"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**6


def sit(name: str, bots: list[Bot | None], language: str = "en") -> GameLoop:
    """Sit down with *bots* at a game of that name."""
    engine = Engine()
    players = [HUMAN if bot is None else "greedy" for bot in bots]
    ruleset = engine.ruleset_file(name).variant(None)
    loaded = load_setup(engine, settle(engine, ruleset, players, first=0, seed=3))
    guard = Guard(engine)
    table = MatchPlayers(
        loaded, [None if bot is None else BotPlayer(bot, guard) for bot in bots], guard
    )
    return GameLoop(Screen(Language(language)), table, loaded.match())


def test_a_bot_is_handed_what_its_seat_cannot_tell_from_the_real_position() -> None:
    """Never the real one: it cannot peek, by construction."""
    watcher = Watcher()
    sitting = sit("skull-queen", [watcher, Greedy(), Greedy()])
    real = [sitting.match.position.view(seat) for seat in range(3)]

    BotPlayer(watcher).choose(sitting.match, 0, 0)
    (seen,) = watcher.seen

    assert seen is not sitting.match.position
    assert seen.view(0) == real[0]
    assert [seen.view(seat) for seat in (1, 2)] != real[1:]


def test_a_bot_that_cheats_is_named_and_loses_its_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its choice is dropped, and another bot plays the game to its end."""
    sitting = sit("jolly-roger", [Cheat(), Greedy()])
    sitting.play()

    assert sitting.match.over
    assert capsys.readouterr().err == (
        "splitpick: note: The bot cheat fails: what it chose is not allowed. "
        "The bot greedy takes its seat.\n"
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("012", 12), ("0", 0), ("-1", 0), ("\u0667", 0), ("", 0), ("9" * 30, 0), ("1x", 0)],
)
def test_numbers_as_they_are_typed(text: str, number: int) -> None:
    """ASCII digits, and not too many of them."""
    assert number_of(text) == number


# What decides a tie.


def test_the_tie_break_is_told_if_it_decided() -> None:
    """Three and five against seven and one: the most valuable captured ship decides."""
    told = scoring(lay(green="jolly: G1", yellow="jolly: Y1", blue="roger: B1", roger_chest="G1"))
    english = [Language("en").say(text) for text in told]
    german = [Language("de").say(text) for text in told]

    assert english[-2:] == [
        "Equal gold: the most valuable captured ship decides, the blue ship of Roger.",
        "Roger wins and is the new pirate king.",
    ]
    assert "das blaue Schiff" in german[-2]
    assert "Roger" in german[-2]


def test_a_draw_says_why() -> None:
    """Nobody has captured a ship."""
    spoken = [Language("en").say(text) for text in scoring(lay())]

    assert "Equal gold, and nobody captured a ship." in spoken
    assert "It is a draw between Jolly and Roger." in spoken


def scoring(position: Position) -> list[Text]:
    """Account for a table that was laid."""
    ruleset = Engine().ruleset_file("jolly-roger").variant("all-cards")
    return list(ruleset.presenter(ruleset.build()).scoring(position))


# Other rule sets.


def three_seats(folder: Path) -> Path:
    """Make Jolly & Roger for three."""
    roger = "  - {id: roger, name: Roger}"
    text = SHIPPED.read_text("utf-8")
    assert roger in text
    text = text.replace(roger, roger + "\n  - {id: anne, name: Anne}")
    changed = folder / "three.yaml"
    changed.write_text(text, "utf-8")
    return changed


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_play_jolly_and_roger(tmp_path: Path, language: str) -> None:
    """Whole games, and the numbers of the sets are the numbers to type."""
    path = str(three_seats(tmp_path))
    first = ("play", path, "--variant", "advanced", "--first", "jolly", "--seed", "4")
    people = [word for seat in ("jolly", "roger", "anne") for word in ("--seat", f"{seat}=human")]
    bots = [word for seat in ("jolly", "roger", "anne") for word in ("--seat", f"{seat}=greedy")]

    game = run(*first, *bots, language=language)
    ended = run(*first, *people, typed="1\n2\n1\n2\n3\nhelp\nquit\n", language=language)

    assert (game.code, game.err) == (0, "")
    assert (ended.code, ended.err) == (0, "")
    assert "7:5:3" in ended.out
    assert ended.out.count("pick 2" if language == "en" else "nimm 2") >= 1


def test_two_ships_of_one_colour_are_told_apart(tmp_path: Path) -> None:
    """Every choice, typed as it is shown, does what it says."""
    text = SHIPPED.read_text("utf-8")
    ship = "  - {id: red,    colour: red,    gold: 9, name: red ship}"
    assert ship in text
    twin = "\n  - {id: raft,   colour: red,    gold: 1, name: {en: raft, de: Floß}}"
    (tmp_path / "twins.yaml").write_text(text.replace(ship, ship + twin), "utf-8")
    ruleset = Engine().ruleset_file(str(tmp_path / "twins.yaml")).variant(None)
    game = ruleset.build()
    sitting = sit(str(tmp_path / "twins.yaml"), [None, None], "de")
    match = Match(game, seed=4)
    rng = Random(1)
    while not match.over:
        shown = [sitting.vocabulary.own(text) for text in match.legal()]
        assert [sitting.vocabulary.to_notation(text) for text in shown] == match.legal()
        match.play(match.legal()[int(rng.random() * len(match.legal()))])


# Bad files through the command.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["play", "check"])
@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02\xff", ""),
        (b"a: 1\n" * 500_000, "too-big"),
        (b"format: 1\n\tid: x\n", "tab"),
        (b"format: 1\nformat: 1\n", "duplicate-key"),
        (b"format: &a 1\nid: *a\n", ""),
        (b"a: &a {b: 1}\nc: {<<: *a}\n", ""),
        (b"format: one\n", ""),
        (SHIPPED.read_bytes().replace(b"effect: kraken,", b"effect: krakken,"), "unknown-effect"),
        (SHIPPED.read_bytes().replace(b"turns: 10", b"turns: 9"), ""),
        (SHIPPED.read_bytes().replace(b"captains: 4", b"captain: 4"), ""),
    ],
    ids=[
        *("empty", "binary", "2 MB", "tabs", "duplicate key", "alias", "merge key", "wrong type"),
        *("effect", "deck", "unknown key"),
    ],
)
def test_a_bad_file_is_explained(
    tmp_path: Path, content: bytes, code: str, command: str, language: str
) -> None:
    """With its line where it has one, in the reader's language, and never a traceback."""
    bad = tmp_path / "bad.yaml"
    bad.write_bytes(content)
    words = ["play", str(bad)] if command == "play" else ["rulesets", "check", str(bad)]

    ended = run(*words, language=language)
    said = ended.out + ended.err

    assert ended.code == (2 if command == "play" else 1)
    assert f"{'error' if language == 'en' else 'Fehler'}[{code}" in said
    assert "Traceback" not in said
    assert str(bad) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_is_no_rule_set(tmp_path: Path, language: str) -> None:
    """Though its name ends like one."""
    (tmp_path / "folder.yaml").mkdir()

    ended = run("play", str(tmp_path / "folder.yaml"), language=language)

    assert ended.code == 2
    assert "Traceback" not in ended.err
