"""Declared games: whatever follows from zones and kinds of actions."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bazaar import (
    ANSWERS,
    DEALT,
    KINDS,
    ZONES,
    Bazaar,
    BazaarPosition,
    BazaarPresenter,
    bazaar,
    codes,
    presenter,
)
from splitpick.core import OVER, IllegalAction, NotationError
from splitpick.core.declared import OWNER, ActionKind, DeclaredGame, Zone, redeal
from splitpick.core.declared.declared_game import ways_to_choose
from splitpick.core.errors import PluginError
from splitpick.core.hooks.guarded_presenter import GuardedPresenter
from splitpick.core.hooks.provider import Provider
from splitpick.core.rules.kinds import DeclaredKind
from splitpick.core.scene_lines import Panel, Row, drawing_of, head_of
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.testing import check_game
from splitpick.core.text import Language, Text, in_place, msg
from tables import play, played_out, random_action

BIDS = ("offer B", "offer D", "offer A")
GAME = Bazaar()


def reached(seed: int, actions: int) -> BazaarPosition:
    """Play up to so many random actions."""
    position, rng = GAME.new_position(), Random(seed)
    while actions and position.to_act() != OVER:
        position.apply(random_action(position, rng))
        actions -= 1
    return position


def say(text: Text, language: str = "en") -> str:
    return Language(language).say(text)


anywhere = st.builds(reached, st.integers(0, 99), st.integers(0, 60))


def test_the_game_passes_the_conformance_kit() -> None:
    check_game(GAME, games=3)


# Views.


def test_a_seat_sees_what_the_zones_say() -> None:
    """Cards without an order are shown in deck order."""
    position = bazaar("offer B")

    assert codes(position, 0, "hand") == [["A", "A", "B"], ["?"] * 4, ["?"] * 4]
    assert codes(position, 0, "bid") == [["B"], [], []]
    assert codes(position, 1, "bid") == codes(position, None, "bid") == [["?"], [], []]
    assert codes(position, 0, "pack") == ["?"] * 4
    assert codes(bazaar(*BIDS), None, "row") == ["B", "D", "A"]


def test_only_the_seat_to_act_hears_which_kinds_are_possible() -> None:
    position = bazaar(*BIDS, "lay C D", "name cleo")

    seen = [position.view(seat)["possible"] for seat in (0, 1, 2, None)]
    assert seen == [[], [], ["take", "skip"], []]
    assert (position.view(0)["round"], position.view(0)["calls"]) == (1, [[], [], [1]])
    assert GAME.new_position().view(None)["possible"] == []


@given(anywhere)
def test_an_observation_has_the_same_length_everywhere(position: BazaarPosition) -> None:
    """For each zone of cards its size, and of each type the number that is seen."""
    piles = sum(3 if zone.each else 1 for zone in ZONES if not zone.numbers)
    for seat in (0, None):
        assert len(position.observation(seat)) == 1 + 3 + piles * (1 + len(GAME.codes))


# Cards.


@given(anywhere, st.integers(0, 2), st.integers(0, 99))
def test_copies_and_other_deals_have_the_same_cards(
    position: BazaarPosition, seat: int, seed: int
) -> None:
    """Play on a copy changes nothing here, and the seat cannot tell another deal."""
    before = position.view(seat)
    other, end = position.resample(seat, Random(seed)), played_out(position.copy(), seed)

    assert other.view(seat) == position.view(seat) == before
    assert [len(hand) for hand in other.hand] == [len(hand) for hand in position.hand]
    for one in (position, other, end):
        assert sorted(map(str, one.census())) == GAME.codes_of(GAME.deck())


def test_nobody_is_dealt_a_card_that_he_may_not_hold() -> None:
    """Bob cannot have a D, Cleo only one of A and B."""

    class Known(BazaarPosition):
        def may_hold(self, zone: Zone, owner: int, card: int, seat: int) -> bool:
            return (owner, card) != (1, 3) and (owner != 2 or card < 2)

    position = Known(GAME)
    position.__dict__.update(bazaar().__dict__)
    for seed in range(30):
        other = position.resample(0, Random(seed))
        assert 3 not in other.hand[1]
        assert max(other.hand[2]) < 2


@given(st.lists(st.lists(st.integers(0, 5), max_size=5), max_size=4), st.integers(0, 99))
def test_a_deal_gives_every_holder_as_many_as_before(held: list[list[int]], seed: int) -> None:
    cards = [card for hand in held for card in hand]
    hands = redeal(cards, [len(hand) for hand in held], lambda at, card: True, Random(seed))

    assert [len(hand) for hand in hands] == [len(hand) for hand in held]
    assert sorted(card for hand in hands for card in hand) == sorted(cards)


def test_an_impossible_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be dealt"):
        redeal([1, 1], [1, 1], lambda at, card: at == 0, Random(1))


def test_a_choice_of_hidden_cards_has_another_number_in_another_deal() -> None:
    """So bots that think about several deals have to compare notations."""
    position = bazaar(*BIDS)
    deals = [position.resample(0, Random(seed)) for seed in range(20)]

    assert len({deal.notation(position.legal_actions()[0]) for deal in deals}) > 1
    assert not position.lasting_actions


# Choices of cards.


def test_equal_cards_are_one_choice() -> None:
    assert ways_to_choose([0, 0, 1], [[2]]) == [[[0, 0]], [[0, 1]]]
    assert ways_to_choose([0, 0, 1], [[1, 1]]) == [[[0], [0]], [[0], [1]]]
    assert ways_to_choose([1, 0, 2], [[2, 1]]) == [[[0], [1, 2]], [[0, 1], [2]], [[0, 2], [1]]]
    assert ways_to_choose([0], [[2]]) == []


def test_choices_of_the_actor_are_written_set_by_set() -> None:
    position = bazaar(*BIDS)

    written = [position.notation(action) for action in position.legal_actions()]
    assert written == ["lay C / C", "lay C / D", "lay C C", "lay C D"]
    assert position.describe(position.parse("lay D c")).details == {"cards": ["C", "D"]}
    details = position.describe(position.parse("lay d/c")).details
    assert details == {"cards": ["C", "D"], "sets": [["C"], ["D"]]}


def test_sets_are_numbered_for_people_who_listen() -> None:
    """So that nobody has to guess where one ends; a single set has no number."""
    position, shown = bazaar(*BIDS), presenter(Bazaar())
    shown.spoken = True

    for typed, said in (("lay C / D", "set 1: C, set 2: D"), ("lay C D", "C and D")):
        about = shown.about(position.describe(position.parse(typed)))
        assert Language("en").say(msg("x", "{cards}", **about)).casefold() == said.casefold()


# Reading.

READ = [
    # (played, typed, notation)
    ((), "OFFER b", "offer B"),
    ((), "b", "offer B"),  # the card is enough where it means one thing
    (BIDS, "C,D", "lay C D"),
    ((*BIDS, "lay C D"), "cleo", "name cleo"),
    ((*BIDS, "lay C D", "name cleo", "skip"), "SAY:no", "say: no"),
]


@pytest.mark.parametrize(("played", "typed", "notation"), READ)
def test_it_is_enough_to_write_what_is_clear(
    played: tuple[str, ...], typed: str, notation: str
) -> None:
    position = bazaar(*played)

    assert position.notation(position.parse(typed)) == notation


REFUSED = yaml.safe_load((Path(__file__).parents[2] / "declared_refusals.yaml").read_text("utf-8"))


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused["typed"])
def test_a_refusal_says_why(refused: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as raised:
        bazaar(*refused["after"]).parse(refused["typed"])
    fields = {language: say(raised.value.message, language) for language in ("en", "de")}

    assert {"code": raised.value.code, **fields} == {
        key: refused[key] for key in ("code", "en", "de")
    }


def test_a_card_that_is_gone_cannot_be_dealt() -> None:
    position = GAME.new_position()
    for _ in range(4):
        position.apply(position.parse("+A"))
    with pytest.raises(IllegalAction) as refused:
        position.parse("+A")

    assert refused.value.code == "none-left"
    assert position.chance_outcomes() == [(action, 4) for action in position.possible()]


# Words and secrets.

SEATS = (0, 1, None)
WORDS = presenter(GAME)


def told(*played: str) -> list[str]:
    """Tell the last of *played* to Ann, to Bob and to an onlooker."""
    before = bazaar(*played[:-1])
    action, after = before.parse(played[-1]), bazaar(*played)
    return [
        " ".join([say(text) for text in WORDS.tell(before, action, after, seat)]) for seat in SEATS
    ]


def logs(*played: str) -> list[list[str]]:
    """List what Ann, Bob and an onlooker can look up."""
    position, actions = GAME.new_position(), []
    for text in (*DEALT, *played):
        actions.append(position.describe(position.parse(text)))
        play(position, text)
    return [[text for _, text in WORDS.journal(actions, position, seat)] for seat in SEATS]


def test_the_log_has_of_the_deal_the_own_cards() -> None:
    assert logs() == [["+A", "+A", "+B", "+B"], ["+C", "+C", "+D", "+D"], []]


def test_a_choice_in_secret_is_hidden_until_it_is_revealed() -> None:
    hidden = "Ann makes a choice in secret."

    assert told("offer B") == ["Ann: B.", hidden, hidden]
    assert [log[-1] for log in logs("offer B")] == ["offer B", "offer ?", "offer ?"]
    assert told(*BIDS) == ["Cleo: ape. Bob: D.", "Cleo: ape. Ann: B.", "Cleo: ape. Ann: B. Bob: D."]
    assert [log[-3:] for log in logs(*BIDS)] == [[*BIDS]] * 3


def test_each_of_several_hidden_cards_is_told() -> None:
    before, after = bazaar(*BIDS[:2]), bazaar(*BIDS)
    before.bid[1].append(2)
    texts = WORDS.tell(before, before.parse(BIDS[2]), after, None)

    assert [say(text) for text in texts] == ["Cleo: ape.", "Ann: B.", "Bob: D.", "Bob: C."]


def test_an_action_is_told_by_its_sentence_or_by_its_notation() -> None:
    assert told(*BIDS, "lay C D") == ["Bob: lay C D"] * 3
    assert told(*BIDS, "lay C D", "name cleo") == ["Bob: Cleo!"] * 3


def test_a_deal_tells_the_own_cards_and_how_many_others_get() -> None:
    dealt = [GAME.new_position().describe(GAME.kinds[0].action(card)) for card in (0, 0, 3)]
    own, other = (WORDS.deal(dealt, bazaar(), seat) for seat in (0, 1))

    assert [say(text) for text in own] == ["", "The cards are dealt.", "You get A A D."]
    assert say(other[2], "de") == "Ann bekommt 3 Karten."


def test_the_table_is_drawn_from_the_zones() -> None:
    scene = WORDS.scene(bazaar("offer B", "offer D").view(1), 1)
    row, *zones = drawing_of(scene, head=False)
    assert isinstance(row, Row)
    panel = row.panels[-1]
    assert isinstance(panel, Panel)

    def line(spans: object) -> str:
        assert isinstance(spans, tuple)
        return " ".join(say(span.text, "de") for span in spans)

    assert say(head_of(scene), "de") == "Runde 1"
    assert line(panel.title) == "Bob"
    lines = ["0 Punkte", "Hand: C C D", "Gebot: D", "Gewonnen: –", "Rufe: –"]
    assert [line(one) for one in panel.lines] == lines
    assert [line(zone) for zone in zones] == ["Stapel: ? ? ? ?"]


def test_people_who_listen_hear_names() -> None:
    texts = [say(text) for text in WORDS.sentences(bazaar("offer B").view(0), 0)]

    own = texts.index("Ann, 0 points.")
    assert texts[0] == "Round 1."
    assert "Bob, hand: 4 cards." in texts[:own]
    assert texts[own + 1] == "Ann, hand: ape (2 cards) and B."
    assert not [sentence for sentence in texts if "calls" in sentence]  # nothing lies there


def test_a_choice_is_the_offer_of_its_kind() -> None:
    bidding, taking = bazaar(), bazaar(*BIDS, "lay C D", "name cleo")
    choices = [WORDS.choice(taking, action) for action in taking.legal_actions()]

    assert say(WORDS.question(bidding.view(0)), "de") == "Dein Gebot?"
    offers = ["Cleo, ape", "Cleo, B", "Cleo, C", "Cleo, D", "passe"]
    assert [say(choice.sentence, "de") for choice in choices] == offers
    assert [choice.notation for choice in choices][-1] == "skip"
    assert say(WORDS.choice(bidding, bidding.parse("offer A")).sentence) == "offer: ape"


def test_the_legend_has_an_example_of_each_kind_that_has_words() -> None:
    does = msg("test-laid", "laid")
    lay = ActionKind("lay", "cards", zone="hand", shapes=[[3, 1]], does=does)
    words = presenter(declared(kinds=[*KINDS[:2], lay]))

    legend = ["offer A: Everybody bids a card.", "lay A B A / B: laid", "?: hidden from you"]
    assert [say(text) for text in words.legend()] == legend


def test_a_word_is_shown_and_typed_in_the_language_of_the_player() -> None:
    """The legend explains it by its offer, if nothing else is needed to fill the gaps."""
    say_it = ActionKind("say", ANSWERS, offers=msg("test-say", "{word:cap}!"))
    play_it = ActionKind("play", "card", offers=msg("test-play", "{cards}!"))
    words = presenter(declared(kinds=[say_it, play_it]))
    vocabulary = Vocabulary(Language("de"), words.words())

    legend = ["say yes: Ja!", "?: für dich verdeckt"]
    assert [say(text, "de") for text in words.legend()][-2:] == legend
    assert vocabulary.own("say no") == "say nein"
    assert vocabulary.to_notation("say ja") == "say yes"


def test_the_rules_say_who_sees_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the declaration has it, or the rule of the zone."""
    monkeypatch.setattr(ZONES[3], "rule", in_place("row", en="The row is open.", de="Offen."))
    sections = WORDS.rules()
    points = [say(point) for point in sections[1].points]

    assert points[:4] == [
        "Pack: hidden from everybody.",
        "Hand: each player sees only their own.",
        "Bid: each player sees only their own.",
        "The row is open.",
    ]
    assert [say(text, "de") for text in sections[2].paragraphs] == ["Alle bieten eine Karte."]


def test_the_end_names_the_winner_or_those_who_share_the_win() -> None:
    alone = bazaar(*BIDS, "lay C D", "name cleo", "take B", "say: no")
    shared = bazaar(*BIDS, "lay C D", "name cleo", "skip", "say: no")

    assert say(WORDS.scoring(alone)[-1]) == "Cleo wins."
    assert say(WORDS.scoring(shared)[-1]) == "Ann, Bob and Cleo share the win."


# Declarations that cannot be.


def declared(zones: Sequence[Zone] = ZONES, kinds: Sequence[ActionKind] = KINDS) -> DeclaredGame:
    return DeclaredGame(
        "x",
        "x",
        seats=["a", "b"],
        codes=["A", "B"],
        zones=zones,
        kinds=kinds,
        position=BazaarPosition,
    )


WRONG: Sequence[tuple[Callable[[], object], str]] = [
    (lambda: Zone("pile", seen_by=OWNER), "zone pile: seen_by='owner' is not possible"),
    (lambda: Zone("pile", seen_by="me"), "zone pile: seen_by='me' is not possible"),
    (lambda: ActionKind("do", "thing"), "action do: target='thing' is not possible"),
    (ActionKind("do").action, "action do: it is not among the kinds of the game"),
    (lambda: ActionKind("do", "cards"), "action do: cards need a zone and shapes"),
    (lambda: declared([Zone("a"), Zone("a")], []), "two zones have the same name, 'a'"),
    (
        lambda: declared(kinds=[ActionKind("a"), ActionKind("a", "seat")]),
        "two kinds of actions have the same name, 'a'",
    ),
    (
        lambda: declared(kinds=[ActionKind("do", "card", zone="heap")]),
        "action do: there is no zone 'heap'",
    ),
    (
        lambda: DeclaredKind("x", BazaarPosition, ZONES, [ActionKind("do", kept_in=["bids"])]),
        "action do: there is no zone 'bids'; did you mean 'bid'?",
    ),
    (
        lambda: DeclaredKind("x", BazaarPosition, ZONES, [ActionKind("do", kept_in=["row"])]),
        (
            "action do: kept_in 'row' is the table's, so nobody could tell whose card it was:"
            " override tell() of the presenter"
        ),
    ),
    (
        lambda: DeclaredKind("x", BazaarPosition, [*ZONES, Zone("scores")], []),
        "zone scores: positions have an attribute of that name",
    ),
    (
        lambda: DeclaredKind("x", BazaarPosition, [*ZONES, Zone("secret")], []),
        "zone secret: positions have an attribute of that name",
    ),
    (
        lambda: declared([*ZONES, Zone("done")]).new_position(),
        "zone done: positions have an attribute of that name",
    ),
]


@pytest.mark.parametrize(("declare", "why"), WRONG, ids=[why for _, why in WRONG])
def test_an_impossible_declaration_is_refused(declare: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=" ") as refused:
        declare()

    assert str(refused.value) == why


class ListedPosition(BazaarPosition):
    """A game that keeps a price list, a table, and a number of each seat."""

    facts: ClassVar[Sequence[str]] = ("round", "prices", "marks", "grid")

    def set_up(self) -> None:
        super().set_up()
        self.prices, self.marks, self.grid = [3, 1], [7, 8, 9], [[1, 2], [4]]


def test_facts_that_are_lists_are_drawn_as_rows_on_the_table() -> None:
    """At the seats, if there is an item for each of them; nobody reads a Python list."""
    listed = {
        fact: in_place(fact, en=fact, de=fact) for fact in ("round", "prices", "marks", "grid")
    }
    own = type("Listed", (BazaarPresenter,), {"labels": listed})
    game = Bazaar(ListedPosition)
    words = own(*(getattr(presenter(game), name) for name in ("name", "variant", "seats")), game)
    view = game.new_position().view(0)
    scene, english = words.scene(view, 0), Language("en")
    zones = {zone.id: [english.say(piece.code) for piece in zone.pieces] for zone in scene.walk()}
    told = [*map(english.say, words.sentences(view, 0))]

    assert [*map(english.say, scene.heads)] == ["round 1"]
    assert zones["prices"] == ["3", "1"]
    assert (zones["marks:ann"], zones["marks:cleo"]) == (["7"], ["9"])
    assert (zones["grid:1"], zones["grid:2"]) == (["1", "2"], ["4"])
    assert {"Prices: 3, 1.", "Ann, marks: 7.", "Grid 2: 4."} <= {*told}


def test_a_guard_takes_cards_that_nobody_can_tell_apart_for_no_fault() -> None:
    """`None` says that equal cards cannot be told apart, and is an answer."""
    position, faults = bazaar(), list[PluginError]()
    guarded = GuardedPresenter(presenter(position.game), Provider("bazaar"), faults.append)

    assert guarded.unseen([], position, 0) is None
    assert faults == []
