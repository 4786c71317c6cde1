"""The first dozen decisions by ear: what is spoken names cards and dice, not their codes."""

import re
from pathlib import Path

import pytest

from command import run
from splitpick.core import Engine
from splitpick.core.matches.record import settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language

PLUGINS = ("jolly-roger", "dead-mans-dice", "galley-thieves", "skull-queen", "smugglers-cove")

SIGNS = re.compile(
    r"\b[A-Z]{1,2}\d+\b"  # G3, SK1
    r"|\b[A-ZÄÖÜ]{2}\b"  # TO, a special card
    r"|\w[@$?]\w|\w\$|[*]|\(\?\)| \? |(?<!\)) / |\d+>\d+"
    r"|\b[B-HJ-TV-Z]\b"
)
"""Codes and notation of moves, which stand for cards where they are read, and letters of colours.

After a bracket, the slash stands between sets that are named.
"""

TYPED = (
    "help\ncards\nrules\n"
    + "".join(f"xyz\nhint\nhint\nchoices\n{1 + number % 3}\n\n" for number in range(14))
    + "log\nmoves\nnotation\ntable\ncards\nquit\n"
)
"""Words that tell something, slips, and one choice or another again and again."""


def spoken(game: str, language: str, *more: str, coach: str = "ships-boy") -> str:
    """Return what is heard in a match of *game* against the beginners' bot."""
    options = ("--no-save", "--accessible", "--seed", "4", *more)
    ended = run("play", game, *options, language=language, typed="\n" * 3 + TYPED)
    assert ended.code == 0, ended.err
    return ended.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "language"),
    [
        # Each language once, and each game in German; the rest once a week.
        pytest.param(game, code, marks=[pytest.mark.weekly] * (code != "de" and game != PLUGINS[0]))
        for game in PLUGINS
        for code in ("en", "de", "nl")
    ],
)
def test_a_match_by_ear_has_no_codes(game: str, language: str) -> None:
    """Tips, choices, log, help and cards are told in names."""
    heard = spoken(game, language)

    assert [line for line in heard.splitlines() if SIGNS.search(line)] == []


GAPS = re.compile(r"\S {2,}\S|\S…")
"""Columns of a table, and texts that are cut."""


def unspeakable(heard: str) -> list[str]:
    """Return the lines of *heard* that have codes or columns."""
    return [line for line in heard.splitlines() if SIGNS.search(line) or GAPS.search(line)]


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param("jolly-roger", "en", marks=pytest.mark.slow),
        pytest.param("jolly-roger", "de", marks=pytest.mark.slow),
        pytest.param("galley-thieves", "nl", marks=pytest.mark.slow),
        *(
            pytest.param(game, language, marks=pytest.mark.weekly)
            for game in PLUGINS
            for language in ("en", "de", "nl")
        ),
    ],
)
def test_what_is_told_of_a_match_by_ear_has_no_tables(
    game: str, language: str, tmp_path: Path
) -> None:
    """Analysis, statistics and replay are sentences, and the analysis has no empty ones."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    options = ("--accessible", "--seed", "4", "--no-confirm")
    played = run(
        "play", game, *options, language=language, typed="\n" * 3 + "1\n\n" * 500, variables=home
    )
    kept = f"{game}-1"
    told = {
        words: run(*words, "--accessible", language=language, variables=home)
        for words in (
            ("analyse", kept, "--budget", "nodes=1000", "--deals", "2", "--jobs", "1"),
            ("stats", "--matches", "1", "--jobs", "1"),
            ("replay", kept, "--speed", "0"),
        )
    }

    assert played.code == 0, played.err
    for words, ended in told.items():
        lines = unspeakable(ended.out)
        assert (ended.code, words[0], lines) == (0, words[0], []), ended.err
        heard = [line for line in ended.out.splitlines() if line]
        if words[0] == "analyse":
            told_twice = [line for line in {*heard} if heard.count(line) > 3]
            assert told_twice == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("command", ["learn", "daily"])
def test_the_lesson_and_the_deal_of_the_day_have_no_codes_by_ear(
    command: str, language: str
) -> None:
    typed = "2\nhint\n" + TYPED
    ended = run(command, "--accessible", "--no-save", language=language, typed=typed)

    assert (ended.code, unspeakable(ended.out)) == (0, []), ended.err


def test_a_split_card_by_card_answers_commands() -> None:
    """The table, say, is told, and then the same card is asked for again."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "jolly")
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    heard = run("play", "jolly-roger", *options, *seats, typed="\ntable\n").out.splitlines()

    asked = [line for line in heard if ": which set, 1 or 2? " in line]
    assert len(asked) == 2
    assert asked[0].partition(": ")[0] == asked[1].partition(": ")[0]
    assert heard.index(asked[0]) < heard.index("Red ship, 9 gold, You 0, Roger 0: no captain.")


def test_undo_in_a_split_asks_for_the_card_before_again() -> None:
    """The second card is asked for, then the first again; Enter alone asks once more."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "jolly")
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    heard = run("play", "jolly-roger", *options, *seats, typed="\n1\nundo\n2\n1\n\n").out
    asked = re.findall(r"(\w.*): which set, 1 or 2\? ", heard)

    assert len(asked) == 6
    assert asked[0] == asked[2] != asked[1] == asked[3]
    assert asked[4] == asked[5]


def test_equal_cards_are_counted_in_a_split_card_by_card() -> None:
    """A question that is the same word for word would seem to be asked again."""
    options = ("--no-save", "--accessible", "--seed", "11", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    heard = run("play", "smugglers-cove", *options, *seats, typed="\n1\nn\n1\nn\n").out
    asked = re.findall(r"(\w.*): which set, 1 or 2\? ", heard)

    assert asked[:2] == ["Pearl (1 of 2)", "Pearl (2 of 2)"]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("undo", "Nothing was played. Split the cards.\n"),
        ("resign", "Do you really want to give up this match?"),
    ],
)
def test_a_split_card_by_card_can_be_left_by_a_command(command: str, answer: str) -> None:
    """Undo ends a split with no card placed; resign is about the match at any card."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "jolly")
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    heard = run("play", "jolly-roger", *options, *seats, typed=f"\n{command}\n").out

    assert answer in heard
    assert heard.count(": which set, 1 or 2?") == 1


@pytest.mark.parametrize(
    ("language", "asked", "yes"),
    [
        ("en", " in set 1: face down? y for yes, Enter for no:", "y"),
        ("de", " in Set 1: verdeckt? j für ja, Eingabetaste für nein:", "j"),
        ("nl", " in set 1: gedekt? j voor ja, Enter voor nee:", "j"),
    ],
)
def test_a_split_card_by_card_asks_what_lies_face_down(language: str, asked: str, yes: str) -> None:
    """But not where the rules leave no choice: one card of each of two sets, three and two."""
    options = ("--no-save", "--accessible", "--seed", "5", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=random")
    typed = f"\n1\n{yes}\n1\n1\n"
    heard = run("play", "smugglers-cove", *options, *seats, language=language, typed=typed).out

    assert heard.count(asked) == 1  # the first card lies face down, and so no other does
    assert heard.count("2? 1\n") == 3  # the last two cards are the other set


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "Pearl lies face down in set 2.", " Offer this?"),
        ("de", "Perle liegt verdeckt in Set 2.", " So anbieten?"),
        ("nl", "Parel ligt gedekt in set 2.", " Zo aanbieden?"),
    ],
)
def test_a_split_card_by_card_is_told_before_it_is_offered(
    language: str, told: str, asked: str
) -> None:
    """With what nobody was asked; then it can be changed, or begun again."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    typed = "\n1\n\n1\ny\n1\n\nundo\n\nn\n"  # Enter puts no card face down
    heard = run("play", "smugglers-cove", *options, *seats, language=language, typed=typed).out

    assert heard.count(told) == heard.count(asked) == 2
    if language == "en":
        sets = "One set: silk 1, face-down silk 2 and silk 4. The other: spice and face-down pearl."
        assert f"Pearl lies face down in set 2.\n{sets} Offer this?" in heard
        assert heard.count("Spice in set 2: face down?") == 2
        assert heard.count("Silk 1: which set, 1 or 2?") == 2
        assert "Silas takes" not in heard


def test_a_set_that_was_mistyped_is_mended_at_the_next_question() -> None:
    """Undo there asks for the set of the same card; a slip is told what can be typed."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    heard = run("play", "smugglers-cove", *options, *seats, typed="\n1\nundo\n2\n7\n\n").out

    assert heard.count("Silk 1: which set, 1 or 2?") == 2
    assert "Silk 1 in set 2: face down?" in heard
    assert heard.count("Type y or n.") == 1
    assert "Silk 1 goes into set" not in heard  # it was typed


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", "the split with silk 1 and face-down pearl in set 1, silk 4, spice and face-down "),
        ("de", "die Aufteilung (in Set 1: Seide 1 und verdeckt Perle, in Set 2: Seide 4, Gewürz"),
    ],
)
def test_a_split_is_named_with_what_lies_face_down(language: str, named: str) -> None:
    """By one of its sets alone, nobody knows which of several it is that is about as good."""
    engine = Engine()
    ruleset = engine.ruleset_file("smugglers-cove").variant(None)
    session = Session(engine, settle(engine, ruleset, [HUMAN, HUMAN], first=0, seed=4))
    presenter, position = session.presenter_of(0), session.position
    presenter.spoken = True
    names = {
        Language(language).say(presenter.name_move(position, action))
        for action in position.legal_actions()
    }

    assert len(names) == len(position.legal_actions())
    assert any(one.startswith(named) for one in names)


def test_commands_within_a_split_speak_of_it_and_lose_nothing() -> None:
    """Tell the sets so far, what undo took back, and help; resign, declined, loses nothing."""
    options = ("--no-save", "--accessible", "--seed", "3", "--first", "jolly")
    seats = ("--seat", "jolly=human", "--seat", "roger=greedy")
    typed = "\n1\n2\n2\n1\nundo\n1\ntable\nhelp\nchoices\nresign\nn\n1\nundo\n\n"
    heard = run("play", "jolly-roger", *options, *seats, typed=typed).out
    said = heard.partition("Green pirate 4: which set")[2]

    question = "Blue pirate 1 (2 of 2): which set, 1 or 2?"
    assert "undo\nTaken back: blue pirate 1.\nBlue pirate 1 (1 of 2): which set" in said
    sets = "Set 1: green pirate 4 and blue pirate 1. Set 2: yellow pirate 1 and yellow pirate 4."
    assert f"\nSo far: {sets}\n{question} help" in said
    for word in ("help", "choices"):
        assert re.search(f"{word}\nTo take back the last card .*\n{re.escape(question)}", said)
    assert f"The match goes on.\n{question} 1\n" in said
    assert "One set: green pirate 4 and blue pirate 1 (2 cards). The other: yellow" in said
    assert "Split the cards." not in said


def test_the_sets_so_far_are_shown_with_each_question_on_a_screen() -> None:
    """And no card by itself."""
    options = ("--no-save", "--plain", "--seed", "4", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    shown = run("play", "smugglers-cove", *options, *seats, typed="\n1\ny\n2\n\n").out

    assert (
        "So far: Set 1: silk 1 (face down). Set 2: nothing yet.\nSilk 2: which set, 1 or 2?"
        in shown
    )
    assert "So far: Set 1: silk 1 (face down). Set 2: silk 2.\nSilk 4: which set" in shown
    assert "Silk 1 lies" not in shown


def test_a_split_card_by_card_answers_commands_on_any_screen() -> None:
    """The rules, say, are shown, and the question comes again, also one for yes or no."""
    options = ("--no-save", "--plain", "--seed", "5", "--first", "nell")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    heard = run(
        "play", "smugglers-cove", *options, *seats, typed="\n1\nrules\ny\nundo\nundo\n7\nrules\nn\n"
    ).out

    assert heard.count("in set 1: face down? y for yes, Enter for no:") == 2
    assert heard.count("Before the game") == 2
    assert heard.count("Enter for yes, n for no:") == 2


def test_a_turn_begins_with_the_gold_and_the_sets_of_a_split_are_told_once() -> None:
    """As choices.  The gold of whoever listens comes first; before all, the ways to play."""
    options = ("--no-save", "--accessible", "--seed", "3", "--first", "jolly")
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    typed = "green pirate 4 and blue pirate 1 twice\n1\n\n1\n"
    heard = run("play", "jolly-roger", *options, *seats, typed=typed).out

    assert "as a parrot, which adds 1." in heard.partition("> ")[0]
    (gold,) = re.findall(r"So far: you \d+ gold, Roger \d+ gold\.", heard)
    turn = heard.partition(gold)[2].splitlines()[1]
    assert turn == "Roger splits."
    assert re.search(r"\n1: .+\n2: .+\n> ", heard.partition(turn)[2])


@pytest.mark.slow
def test_a_turn_with_cards_of_the_hand_begins_with_what_is_held() -> None:
    """Even if nothing was drawn; the hand and the points are told once, what is kept on request."""
    options = ("--no-save", "--accessible", "--seed", "1", "--first", "silas")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    heard = run("play", "smugglers-cove", *options, *seats, typed="1\n").out

    first, second = heard.split("> ")[:2]
    hand = "You hold: silk 1 (2 cards), pearl, chart 1 and chart 5."
    assert "Turn 1: you draw 5 cards." in first
    assert (first.count(hand), second.count(hand)) == (1, 1)
    assert "You have kept:" not in heard
    assert "So far:" not in heard


@pytest.mark.parametrize(
    ("language", "king", "scores", "nobody"),
    [
        (
            "en",
            "The old pirate king leads",
            r"You: red (scores|in) ",
            " of the old pirate king is the ",
        ),
        (
            "de",
            "Der alte Piratenkönig eröffnet",
            r"Du: rot (zählt|bringt|im) ",
            " des alten Piratenkönigs ist die ",
        ),
        (
            "nl",
            "De oude piratenkoning komt in elke slag uit",
            r"Jij: rood (levert|telt|in) ",
            " van de oude piratenkoning is de ",
        ),
    ],
)
def test_skull_queen_by_ear(language: str, king: str, scores: str, nobody: str) -> None:
    """The pirate king comes before the planks, points do not sound like cards, it is said why
    nobody moves, and nothing of options, which cannot be spoken."""
    options = ("--no-save", "--accessible", "--seed", "1", "--first", "anne", "--players", "2")
    seats = ("--seat", "anne=human", "--seat", "bart=greedy", "--no-confirm")
    heard = run("play", "skull-queen", *options, *seats, language=language, typed="1\n" * 99).out

    assert king in heard.partition("> ")[0]
    assert heard.count(king) == 1
    assert re.search(scores, heard)
    assert nobody in heard
    assert "--ask-forced" not in heard


def by_ear(game: str, typed: str, *more: str, language: str = "en") -> str:
    """Return what is heard if the first seat is played so, and the second one begins."""
    options = ("--no-save", "--accessible", "--seed", "4", *more)
    return run("play", game, *options, language=language, typed="\n" * 3 + typed).out


@pytest.mark.parametrize(
    ("language", "down"), [("en", "face-down"), ("de", "verdeckt"), ("nl", "gedekt")]
)
def test_what_lies_face_down_is_said_before_the_name(language: str, down: str) -> None:
    """Behind the last of several cards, it could be said of all of them."""
    _, _, told = by_ear("smugglers-cove", "1\nchoices\n", language=language).rpartition("\n1: ")

    assert f" {down} " in told
    assert not re.search(rf"{down}[.,;]", told)


def test_many_choices_are_told_in_parts() -> None:
    """The ways to play a card stand below its name, and the ship that is boarded is named."""
    heard = by_ear("jolly-roger", "1\nchoices\nchoices\n1\nchoices\n")
    first, second, after = heard.partition("> choices\n")[2].split("\n> ")[:3]

    assert first.endswith("\nType choices for 8 more.")
    numbers = re.findall(r"^(\d+): ", f"{first}\n{second}", re.MULTILINE)
    assert [*map(int, numbers)] == [*range(1, 21)]
    assert "Green pirate 2:\n6: joins your crew at the green ship: 2 against 0. You gain" in first
    assert "Green pirate 2, green pirate 4, yellow pirate 2." in after
    assert "boards the green ship: 2 gold safe in your chest" in heard


def test_the_table_is_told_in_short_sentences() -> None:
    """One's own things come first; what lies at a ship is told on request."""
    heard = by_ear("jolly-roger", "1\n1\n\ntable\ntable green\n")
    table, green = heard.split("> table")[1:]

    assert table.startswith("\nYou, 3 gold")
    assert "\nGreen ship, 3 gold, You 1, Roger 0: your captain.\n" in table
    assert green.splitlines()[1].endswith(
        "You 1, Roger 0, your captain. Your crew: green pirate 1."
    )
    assert "Yellow ship" not in green


@pytest.mark.parametrize(
    ("language", "asked", "pirate", "others"),
    [
        ("en", "table yellow", "yellow pirate", "red|green|blue"),
        ("de", "tisch gelb", "gelber Pirat", "rot|grün|blau"),
        ("nl", "tafel geel", "gele piraat", "ro[od]|groen|blauw"),
    ],
)
def test_the_table_of_a_colour_is_told_without_the_others(
    language: str, asked: str, pirate: str, others: str
) -> None:
    """One's own cards and everybody's pirate of that colour, in whatever form it is said."""
    heard = by_ear("skull-queen", "1\n" * 6 + f"{asked}\n", language=language)
    told = heard.partition(f"{asked}\n")[2].partition("\n>")[0]

    assert told.count(pirate) == 2
    assert asked.partition(" ")[2] in told
    assert not re.search(others, told)


def test_a_special_card_is_explained_once_before_the_sets_with_it() -> None:
    options = ("--variant", "advanced", "--no-save", "--accessible", "--seed", "11")
    seats = ("--first", "jolly", "--seat", "jolly=human", "--seat", "roger=ships-boy")
    heard = run("play", "jolly-roger", *options, *seats, typed="1\n\n1\n\n").out

    assert heard.count("\nSkeleton: Play it at any ship;") == 1
    assert "Skeleton: Play it" in heard.partition("> ")[0]


def test_a_ring_to_split_is_told_in_its_order() -> None:
    """Whoever splits it has to know what lies side by side; that of others is in the sets."""
    heard = by_ear("galley-thieves", "", "--seat", "mary=human", "--seat", "finn=ships-boy")

    assert re.search(r"Turn 1: Finn draws 7 cards\.", heard)
    heard = run(
        "play", "galley-thieves", "--no-save", "--accessible", "--seed", "5", "--first", "mary",
        "--seat", "mary=human", "--seat", "finn=ships-boy", typed="table\n",
    ).out  # fmt: skip
    (drawn,) = re.findall(r"Turn 1: you draw (.+)\.", heard)
    (lying,) = re.findall(r"In a circle .+: (.+)\.", heard)
    assert sorted(drawn.split(", ")) == sorted(lying.split(", "))
    assert lying in f"{drawn}, {drawn}"


def test_how_to_play_is_said_once_and_what_stays_is_not_said() -> None:
    heard = by_ear("jolly-roger", "1\n" + "1\n\n" * 3 + "1\n" + "\n1\n1\n1\n1\n1\n" * 3)

    once_only = (
        "Press Enter to be asked card by card",
        "Type a card, such as",
        "hint, table or help.",
    )
    for once in once_only:
        assert heard.count(once) == 1
    for never in ("left to draw", "captain stays", "You split. Set 1", "\n\n\n"):
        assert never not in heard.partition("weakest")[2]


@pytest.mark.parametrize(
    ("language", "side", "space"),
    [
        ("en", "2: Falling", "3: Space 3: 4 points"),
        ("de", "2: Absteigend", "3: Feld 3: 4 Punkte"),
        ("nl", "2: Aflopend", "3: Veld 3: 4 punten"),
    ],
)
def test_choices_of_skull_queen_are_short_by_ear(language: str, side: str, space: str) -> None:
    """The question says what they have in common."""
    heard = by_ear("skull-queen", "1\n", language=language).splitlines()

    assert side in heard
    assert space in heard


def test_a_tip_by_ear_names_what_it_recommends() -> None:
    """Also where the choices were just heard: a number alone says nothing."""
    options = ("--no-save", "--accessible", "--seed", "4", "--first", "roger")
    seats = ("--seat", "jolly=human", "--seat", "roger=ships-boy")
    heard = run("play", "jolly-roger", *options, *seats, language="en", typed="hint\n").out

    assert re.search(r"Hint: type [12]: .+ pirate \d", heard)


def test_every_turn_is_announced_by_ear() -> None:
    """Also the first of each player with a hand, who draws nothing then."""
    options = ("--no-save", "--accessible", "--seed", "1", "--first", "nell", "--no-confirm")
    seats = ("--seat", "nell=human", "--seat", "silas=ships-boy")
    heard = run("play", "smugglers-cove", *options, *seats, language="en", typed="1\n\n").out

    assert "\n\nTurn 2.\nSilas splits.\n" in heard


@pytest.mark.parametrize("game", ["dead-mans-dice", "skull-queen"])
def test_the_number_of_a_round_or_trick_is_heard_only_in_the_story(game: str) -> None:
    """Alone, it would come behind the first card; the table has it on request."""
    heard, _, table = by_ear(game, "1\n" * 7 + "table\n").rpartition("> ")[0].rpartition("> ")

    assert not re.search(r"^(Round|Trick) \d+\.", heard, re.MULTILINE)
    assert re.search(r"\bRound 1\b", table)


@pytest.mark.parametrize(("players", "king"), [(2, "the old pirate king turns"), (3, ".+ leads?")])
def test_each_trick_begins_with_its_number_and_who_leads(players: int, king: str) -> None:
    """Blank lines, which are seen between tricks, are not heard; that a pirate stays is."""
    options = ("--no-save", "--accessible", "--seed", "1", "--first", "anne", "--no-confirm")
    seats = [f"--seat={name}=greedy" for name in ("bart", "grace")[: players - 1]]
    heard = run(
        "play", "skull-queen", f"--players={players}", "--seat=anne=human", *seats, *options,
        language="en", typed="1\n" * 99,
    ).out  # fmt: skip
    tricks = re.findall(rf"^Trick (\d+): {king}", heard, re.MULTILINE)

    assert tricks == [str(trick) for _ in range(players) for trick in range(1, 15)]
    assert "already in the water" in heard


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("game", ["skull-queen", "dead-mans-dice"])
def test_what_a_slip_is_told_to_type_can_be_typed(game: str, language: str) -> None:
    """And it is said in words: "place Y on 1" is nothing to who has heard "Space 1"."""
    before = "1\n" if game == "skull-queen" else "\n"
    example = re.compile(r"(?:example|Beispiel|bijvoorbeeld|voorbeeld): (.+)\.$", re.MULTILINE)
    (told,) = example.findall(by_ear(game, f"{before}xyz\n", language=language))
    after = by_ear(game, f"{before}{told}\nquit\n", language=language)

    assert not SIGNS.search(told)
    assert not example.search(after)


def test_equal_cards_of_a_hand_are_counted() -> None:
    """Where the ways to play are only heard on request: else one of two seems to be missing."""
    seats = ("--seat=jolly=human", "--seat=roger=greedy")
    options = ("--no-save", "--accessible", "--seed", "7", "--first", "jolly", "--variant=advanced")
    heard = run("play", "jolly-roger", *options, *seats, language="en", typed="1\n\n2\n1\n\n")

    assert "\nPlay a card.\nGreen pirate 1 (2 cards), blue pirate 1.\n" in heard.out


def test_who_is_to_roll_hears_what_is_left_of_their_pile() -> None:
    """Others may have plundered it; why they could is not said again and again."""
    options = ("--no-save", "--accessible", "--seed", "7", "--players", "3", "--first", "jack")
    seats = ("--seat=anne=human", "--seat=bart=greedy", "--seat=jack=greedy")
    heard = run("play", "dead-mans-dice", *options, *seats, language="en", typed="1\n" * 40).out

    assert re.search(r"\nOn top of your pile: \w+; worth \d+\. Choose a die to roll\.\n", heard)
    assert re.search(r"\n(Jack|Bart) plunders", heard)
    assert not re.search(r"\n(Jack|Bart) plunders .*\n.*(make 7|next number up)", heard)
