"""Reasons at Skull Queen, compared with what the expected trick does to the planks."""

from random import Random

import pytest

from skull_queen_tables import PLAYERS, chance, hold, lay, placed, skull_queen, words
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.choices import choice_forms
from splitpick.cli.terminal.page import TerminalPage
from splitpick.core import CHANCE, OVER, Position
from splitpick.core.players import Mcts, Weighed
from splitpick.core.scene import addressed
from splitpick.core.session.menu import Menu, MenuItem
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language, Message
from splitpick.plugins.skull_queen.queen_outlook import outlook, real_moves, trick_of
from splitpick.plugins.skull_queen.queen_rules import NOBODY, PLAY
from tables import play

MORE = "The spaces are worth more that way."
FAR = "The water is further off that way."


@pytest.mark.often(2)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_expected_trick_moves_the_pirates_that_a_hint_names(players: int) -> None:
    """And the seat that it names leads the next one."""
    position, rng, bot, judged = skull_queen(players).new_position(0), Random(players), Mcts(), 0
    bot.nodes = 60
    while (seat := position.to_act()) != OVER and position.round == 1:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        if position.phase == PLAY:
            line = bot.weigh(position, seat, rng, 0.0)[0].line
            trick, after = trick_of(position, line), position.copy()
            if trick is not None:
                for action in line:
                    if len(after.leaders) > len(position.leaders) or after.to_act() == CHANCE:
                        break
                    after.apply(action)
                if after.round == 1 and after.to_act() != OVER:
                    places = [list(plank) for plank in position.planks]
                    for colour, mover, steps in trick.moves:
                        if mover != NOBODY:
                            field = places[mover][1 + colour]
                            places[mover][1 + colour] = position.rules.landing(field, steps)
                    assert places == after.planks
                    assert trick.leads in (NOBODY, after.leaders[-1])
                    judged += 1
        position.apply(position.action_at(rng.random()))

    assert judged >= 3


def said(position: Position, best: Weighed, other: Weighed | None, code: str = "en") -> list[str]:
    """Return the nudge and the reasons."""
    presenter, seat = words(position), position.to_act()
    presenter.seats = addressed(presenter.seats, seat)
    texts = [presenter.nudge(position, seat, best, other),
             *presenter.reasons(position, seat, best, other)]  # fmt: skip
    language = Language(code)
    assert all(language.knows(text) for text in texts if isinstance(text, Message))
    return [language.say(text) for text in texts]


def test_a_card_is_explained_by_the_pirates_that_move() -> None:
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(position, "R4", "R7")
    high, low = (position.parse(card) for card in ("R10", "R3"))

    texts = said(position, Weighed(low, 2.0, [low]), Weighed(high, -6.0, [high]))

    assert texts == [
        "What will your red pirate do in this trick?",
        "Your red pirate moves down 1 space: space 4 (worth 5).",
        "Bart's red pirate moves up 1 space: space 4 (worth 2).",
        "Bart leads the next trick.",
        "With R10, the red pirate might fall into the water.",
        "By the end, that should put you about 8 points further ahead than R10 would.",
        "You would then probably finish about 2 points ahead.",
    ]


GAINS = {"sq-why-lesser-evil", "sq-why-tried", "why-worth", "why-lead-of", "why-trail-of"}
"""Codes of what says that a move is better than another, or by how much."""

FOR = GAINS | {
    "why-as-good", "sq-why-saves", "sq-why-riskier", "sq-why-safest", "sq-why-all-cost",
    "sq-why-safer", "sq-why-keep", "sq-why-keep-any", "sq-why-rid", "sq-why-only",
    "sq-why-hand-of", "sq-why-sum", "sq-why-still", "sq-why-low", "sq-why-high", "sq-why-even",
    "sq-why-even-so",
}  # fmt: skip
"""Codes of what speaks for a move, beside what it does for pirates in the trick."""


def codes(text: object) -> set[str]:
    """Return the codes of a text and of those in it."""
    if not isinstance(text, Message):
        return set()
    return {text.code}.union(*map(codes, text.params.values()))


@pytest.mark.often(2)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_move_is_recommended_with_a_reason_and_one_conclusion(players: int) -> None:
    """At random positions of a round, whichever move is best and by how much, alone and in brief.

    What a card does to pirates is a reason if one's own gain, or only those of others lose.
    """
    position, rng, judged = skull_queen(players).new_position(0), Random(players), 0
    while (seat := position.to_act()) != OVER and position.round == 1:
        legal = position.legal_actions()
        if seat == CHANCE or len(legal) == 1:
            action = position.draw_at(rng.random()) if seat == CHANCE else legal[0]
            position.apply(action)
            continue
        one, two = rng.sample(legal, 2)
        best, presenter = Weighed(one, 1.0, [one]), words(position)
        helps = False
        if position.phase == PLAY:
            ahead = outlook(position, seat, one)
            trick = trick_of(position, [one])
            if trick and not position.covered[position.starter]:
                certain = real_moves(position, trick.moves)
                assert [move[:2] for move in ahead.moves] == sorted(m[:2] for m in certain)
            gains: dict[bool, list[int]] = {True: [0], False: [0]}
            for colour, mover, steps in ahead.moves:
                side, *fields = position.planks[mover]
                values, field = position.rules.values[side], fields[colour]
                gain = values[position.rules.landing(field, steps)] - values[field]
                gains[mover == seat].append(gain)
            helps = sum(gains[True]) > 0 or (min(gains[False]) < 0 and not sum(gains[True]))
        for other in (None, Weighed(two, 0.9, [two]), Weighed(two, -3.0, [two])):
            for told in (presenter.reasons, presenter.short_reasons):
                said = set().union(*map(codes, told(position, seat, best, other)))
                assert helps or FOR & (said - {"why-worth"})
                if position.phase == PLAY and (ahead.risk or min(gains[True]) < 0):
                    alone = {"sq-why-only"} if other else set()
                    assert FOR & (said - alone - {"why-worth", "why-as-good"})
                assert not {"why-as-good", "sq-why-riskier"} <= said
                assert bool({"sq-why-if-lowest", "sq-why-if-highest"} & said) == bool(
                    position.phase == PLAY and ahead.risk
                )
                assert not ("why-as-good" in said and GAINS & said)
                judged += 1
        position.apply(one)

    assert judged


def test_a_card_that_looks_worse_is_explained_by_the_one_that_is_kept() -> None:
    """Red 10 throws the own pirate into the water, and the search finds it better nevertheless."""
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(position, "R4", "R7")
    high, low = (position.parse(card) for card in ("R10", "R3"))

    told = said(position, Weighed(high, 2.0, [high]), Weighed(low, -6.0, [low]))

    assert "R3 stays in hand" not in " ".join(told)  # low, it could only move the pirate down
    assert "Every card may cost you something here." in told
    assert not any("worse" in text for text in told)


def test_the_card_that_is_kept_is_told_with_what_it_is_good_for() -> None:
    """From where the pirate is after the trick; a card without a colour is the highest of any."""
    position = lay("R4 Y9 F13 | R7 R10 Y2 | R9 R3 G4", planks=" | ".join(["up 3 3 3 3"] * 3))
    play(position, "R4")
    one, two = (position.parse(card) for card in ("R7", "R10"))

    told = said(position, Weighed(one, 3.0, [one]), Weighed(two, 0.0, [two]))
    near = said(position, Weighed(one, 0.0, [one]), Weighed(two, 0.0, [two]))

    assert any(text.startswith("So R10 stays in your hand and may move") for text in told)
    assert not any("R10 stays in your hand" in text for text in near)


def test_the_card_that_completes_a_trick_tells_what_ones_own_pirates_do() -> None:
    """Where things are pointed at: one's own, and what the others do once it is complete."""
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    said = []
    for card in ("R4", "R7", "R3"):
        presenter, seat = words(position), position.to_act()
        presenter.seats, presenter.pointed = addressed(presenter.seats, seat), True
        said.append(Language("en").say(presenter.choice(position, position.parse(card)).sentence))
        play(position, card)

    assert said == [
        "Lead the red 4.",
        "Play the red 7.",
        "Play the red 3. Your red pirate moves down 1 space: worth 5.",
    ]


def test_a_card_without_a_colour_that_makes_ones_pirate_fall_says_so_before_it_is_played() -> None:
    """Whatever the others play after it."""
    position = lay("R4 Y9 | M0 Y2 | R10 R3", planks="up 3 3 3 3 | up 1 3 3 3 | up 5 1 1 1")
    play(position, "R4")
    presenter, language = words(position), Language("en")
    presenter.seats, presenter.pointed = addressed(presenter.seats, 1), True
    told = language.say(presenter.choice(position, position.parse("M0")).sentence)

    assert told.endswith("Your red pirate goes off the end of the plank and falls into the water.")


def test_a_card_whose_pirate_is_in_the_water_is_told_to_people_who_listen_too() -> None:
    """Also in the last trick."""
    position = lay("R4 | R7 | R10", planks="up 0 3 3 3 | up 1 3 3 3 | up 3 1 1 1")
    play(position, "R4", "R7")
    presenter, after, card = words(position), position.copy(), position.parse("R10")
    presenter.spoken = True
    after.apply(card)
    told = [*map(Language("en").say, presenter.tell(position, card, after, None))]

    assert "The red 4 is the lowest. Anne's red pirate is already in the water." in told


def test_points_on_the_plank_are_told_apart_from_those_that_are_scored() -> None:
    """On the rising side the third space is worth 4: 16 for four pirates, 0 scored so far."""
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 5 5 5 5 | up 5 1 1 1")
    scene = words(position).scene(position.view(0), 0)
    told = {
        zone.owner: [
            Language("en").say(one.label) for one in [*zone.counters, *zone.zones[0].counters]
        ]
        for zone in scene.zones
        if zone.form == "seat"
    }

    assert told == {
        0: ["0 points", "rising", "worth 16"],
        1: ["0 points", "falling", "worth 4"],
        2: ["0 points", "rising", "worth 11"],
    }


def test_reasons_do_not_depend_on_the_card_that_lies_face_down() -> None:
    """Two players: they tell what most cards there would do, and that it is not certain."""
    position = placed(2)
    chance(position, Random(1))
    position.apply(position.legal_actions()[0])
    starter = position.starter
    card = position.covered[starter][0]
    best, other = (Weighed(one, 0.0, [one]) for one in position.legal_actions()[:2])
    told = set()
    for lying in (card, *position.hand[starter]):
        guess = position.copy()
        guess.put("covered", [lying], starter)
        hand = [one for one in (card, *position.hand[starter]) if one != lying]
        hold(guess, starter, hand)
        told.add(tuple(said(guess, best, other)))

    assert len(told) == 1
    assert "This will probably happen in this trick:" in min(told)


@pytest.mark.parametrize("code", ["de", "en", "nl"])
def test_a_side_and_a_field_are_explained_by_the_hand(code: str) -> None:
    position, rng = skull_queen(3).new_position(0), Random(4)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(rng.random()))
    up, down = position.legal_actions()
    side = said(position, Weighed(up, 1.0, [up]), Weighed(down, 0.0, [down]), code)
    position.apply(up)
    low, *_, high = position.legal_actions()
    field = said(position, Weighed(high, 1.0, [high]), Weighed(low, 0.0, [low]), code)

    if code == "en":
        assert side[2:4] == [
            "On that side, the lowest space is worth 1 and the highest 8.",
            (
                "By the end, that should put you about 1 point further ahead than the falling side"
                " would."
            ),
        ]
        assert field[2:4] == [  # that most cards are high would not speak for the top
            "Played out to the end many times, it did best.",
            "8 points to start with; from there it falls into the water after 5 down or 1 up.",
        ]


def test_a_forced_card_is_explained_by_the_colour_or_by_the_hand() -> None:
    position = lay("R4 R9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(position, "R4")
    presenter, language = words(position), Language("en")

    follows = presenter.why_forced(position)
    play(position, "R7", "R10", "R3", "R9")
    last = presenter.why_forced(position)

    assert language.say(follows) == "You must follow suit, and red was led: you can only play R7."
    assert language.say(last) == "You can only play Y2, your last card."


def test_a_side_is_explained_by_the_high_cards_and_else_by_their_numbers() -> None:
    position = skull_queen(3).new_position(0)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(0.5))
    for cards, high, sides in (("R7 R9 R4", 2, []), ("R5 R6 R11", 1, [0]), ("R2 R11", 1, [])):
        hold(position, position.to_act(), [position.rules.codes.index(c) for c in cards.split()])
        told = [said(position, Weighed(one, 1.0, [one]), None) for one in position.legal_actions()]
        count = len(cards.split())
        assert all(f"High cards in your hand: {high} of {count}. " in texts[1] for texts in told)
        speak = [at for at, texts in enumerate(told) if any("together" in one for one in texts)]
        assert speak == sides


@pytest.mark.parametrize("width", [80, 50])
def test_a_hand_is_listed_whole_in_a_first_match(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In four lines, or in as few as it takes: each card with its number."""
    monkeypatch.setenv("COLUMNS", str(width))
    hand = "R1 R4 R10 Y3 Y6 Y8 G6 G8 G9 G11 G12 B11"
    position = lay(f"{hand} | R7 | R11 | R3", planks=" | ".join(["up 3 3 3 3"] * 4))
    presenter, screen = words(position), Screen(Language("en"))
    presenter.in_sentences, screen.page = True, TerminalPage(screen)
    choices = [(one, presenter.choice(position, one)) for one in position.legal_actions()]
    menu = Menu(position, [MenuItem(n, *one) for n, one in enumerate(choices, 1)])
    vocabulary = Vocabulary(Language("en"), presenter.words())

    forms = choice_forms(screen, vocabulary, menu, "", name=presenter.card_name)

    for lines, most in zip(forms, (4, 3), strict=True):
        assert len(lines) <= most
        for number, card in enumerate(hand.split(), 1):
            assert f"{number} {card} " in f"{' '.join(lines)} "


@pytest.mark.parametrize(
    ("side", "cards", "space", "why"),
    [
        (0, "R2 R7 R9", 5, "falls into the water after 5 down or 1 up."),
        (0, "R7 R9", 2, f"The high cards send the pirate up. {MORE}"),
        (0, "R7", 2, f"The high card sends the pirate up. {MORE}"),
        (0, "R2 R7 R9", 2, f"The high cards send the pirate up. {MORE}"),
        (0, "R4 R5", 5, f"The low cards send the pirate down. {FAR}"),
        (0, "R4 R5", 3, "The low cards send the pirate down."),
        (0, "R4 R5", 1, "falls into the water after 1 down or 5 up."),
        (1, "R7 R9", 2, f"The high cards send the pirate up. {FAR}"),
        (1, "R4 R5 R9", 4, f"The low cards send the pirate down. {MORE}"),
        (0, "G3", 5, "no card in red. So the pirate will hardly move"),
    ],
)
def test_the_cards_are_a_reason_only_for_the_space_that_they_suit(
    side: int, cards: str, space: int, why: str
) -> None:
    """With what they aim at on either side, and the water if a single step ends in it."""
    position = skull_queen(3).new_position(0)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(0.5))
    seat = position.to_act()
    position.apply(position.legal_actions()[side])
    hold(position, seat, [position.rules.codes.index(code) for code in cards.split()])
    best = position.legal_actions()[space - 1]
    told = " ".join(
        Language("en").say(text)
        for text in words(position).short_reasons(position, seat, Weighed(best, 1.0, [best]), None)
    )

    assert why in told
    assert ("the pirate up" in told) == ("the pirate up" in why)
    assert ("the pirate down" in told) == ("the pirate down" in why)
    assert (FAR in told) == (FAR in why)


@pytest.mark.parametrize(
    ("planks", "why"),
    [
        ("up 1 1 1 1 | up 2 5 5 5 | down 3 1 1 1", "this trick would probably be 1 point worse."),
        ("up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1", "the red pirate might fall into the water."),
    ],
)
def test_a_loss_that_is_the_lesser_evil_is_called_so(planks: str, why: str) -> None:
    """And what it saves from is named."""
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks=planks)
    play(position, "R4", "R7")
    high, low = (position.parse(card) for card in ("R10", "R3"))
    best, other = Weighed(low, 2.0, [low]), Weighed(high, -6.0, [high])
    told = words(position).reasons(position, position.to_act(), best, other)

    assert f"With R10, {why}" in map(Language("en").say, told)


def test_a_trick_is_told_in_brief_with_all_its_cards() -> None:
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(position, "R4", "R7")
    after, card = position.copy(), position.parse("R3")
    after.apply(card)
    told = words(position).brief(position, card, after, None)

    assert Language("en").say(told[0]) == "Anne R4, Bart R7, Grace R3."
    assert len(told) > 1


@pytest.mark.parametrize("tied", [False, True])
def test_who_leads_after_equal_numbers_is_told_with_the_reason(tied: bool) -> None:
    """The later of two 9s counts, whatever its colour."""
    position = lay(
        f"R9 Y3 | R7 Y2 | {'Y9' if tied else 'R10'} G3", planks=" | ".join(["up 3 3 3 3"] * 3)
    )
    play(position, "R9", "R7")
    before, card = position.copy(), position.parse("Y9" if tied else "R10")
    position.apply(card)
    told = map(Language("en").say, words(before).tell(before, card, position, None))

    trick = f"Trick {position.trick}: "
    highest = "Grace played the highest number and leads."
    later = "Grace leads, as the later of two equally high numbers counts."
    assert trick + (later if tied else highest) in [*told]


def test_a_hint_in_brief_tells_what_ones_own_pirate_does_and_promises_nothing() -> None:
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | up 3 3 3 3 | up 5 1 1 1")
    play(position, "R4")
    presenter = words(position)
    presenter.seats = addressed(presenter.seats, 1)
    line = [position.parse("R7"), play(position.copy(), "R7").parse("R3")]
    best = Weighed(line[0], 2.0, line)
    brief, *_ = map(Language("en").say, presenter.short_reasons(position, 1, best, None))

    assert brief.startswith("This will probably happen in this trick: Your red pirate moves up")
    assert "Anne" not in brief
    assert "Grace" not in brief
