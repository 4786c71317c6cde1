"""The course of offers: who is dealt what, who splits and picks, where cards go, who knows them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from splitpick.core.game import CHANCE, JSON, OVER, Action
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.offers.offer_position import OfferGame, OfferPosition
from splitpick.core.splitting.splits import MOST_DRAWN, forms_of, hand_needed, most_cards
from splitpick.core.splitting.table import Table
from tables import random_action


class Pots(Table):
    """Card A is worth 0, B 1, C 2 and so on; cards in a pot are worth their sum."""

    def __init__(self, pots: Sequence[Sequence[int]], automatic: bool, turns: int = 0) -> None:
        self.pots = [[*pot] for pot in pots]
        self.automatic = automatic
        self.turns = turns

    def copy(self) -> "Pots":
        return Pots(self.pots, self.automatic, self.turns)

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        return sorted(set(hand))

    def play(self, seat: int, play: int) -> int:
        self.pots[seat].append(play)
        return play

    def finish_turn(self, splitter: int) -> None:
        self.turns += 1

    def scores(self) -> list[int]:
        return [sum(pot) for pot in self.pots]

    def notation(self, play: int) -> str:
        return f"play {'ABCDEFGH'[play]}"

    def describe(self, seat: int, play: int) -> Action:
        return Action("play", seat, self.notation(play), {"card": "ABCDEFGH"[play]})

    def view(self) -> dict[str, JSON]:
        return {"pots": [[*pot] for pot in self.pots]}

    def cards(self) -> list[int]:
        return [card for pot in self.pots for card in pot]


def began(
    offer: Offer, played: str = "", players: int = 2, first: int = 0, automatic: bool = True
) -> OfferPosition:
    """Begin a game and play the actions *played*."""
    game = OfferGame(
        "pots",
        "",
        seats=[f"s{seat}" for seat in range(players)],
        codes=[*"ABCDEFGH"],
        counts=[8] * 8,
        offer=offer,
        turns=3,
        empty_table=Pots([[]] * players, automatic=automatic),
    )
    position = game.new_position(first)
    assert isinstance(position, OfferPosition)
    return play_on(position, played)


def play_on(position: OfferPosition, played: str) -> OfferPosition:
    """Play actions, separated by semicolons; ``+ABC`` draws three cards."""
    for text in filter(None, played.split("; ")):
        for one in [f"+{card}" for card in text[1:]] if text[0] == "+" else [text]:
            position.apply(position.parse(one))
    return position


def pots(position: OfferPosition) -> list[str]:
    """Return the cards in front of each seat."""
    table = position.table
    assert isinstance(table, Pots)
    return ["".join("ABCDEFGH"[card] for card in sorted(pot)) for pot in table.pots]


def test_the_cards_are_played_at_once_where_they_have_one_use() -> None:
    position = began(Offer(draw=3), "+ABC; A C / B; pick 2")

    assert pots(position) == ["AC", "B"]
    assert (position.turn, position.splitter, position.to_act()) == (1, 1, CHANCE)
    assert isinstance(position.table, Pots)
    assert position.table.turns == 1


def test_who_is_behind_splits_and_on_a_tie_the_first_to_the_left() -> None:
    offer = Offer(draw=3, sets=3, most=1, splitter="behind")

    assert began(offer, "+AHH; A / H / H; pick 2; pick 3", players=3).splitter == 0
    assert began(offer, "+BHB; B / B / H; pick 3; pick 2", players=3, first=1).splitter == 0
    assert began(offer, "+BBH; B / B / H; pick 1; pick 3", players=3, first=1).splitter == 2
    assert began(offer, "+AAA; A / A / A; pick 1; pick 2", players=3, first=1).splitter == 2


@pytest.mark.parametrize(("order", "pickers"), [("left", "20"), ("right", "02"), ("behind", "02")])
def test_the_order_of_picking(order: str, pickers: str) -> None:
    """In the second turn seat 1 splits, and seat 2 is ahead by 7 points."""
    offer = Offer(draw=3, sets=3, most=1, order=order)
    picks = "pick 3; pick 1" if order == "right" else "pick 1; pick 3"
    position = began(offer, f"+AAH; A / A / H; {picks}; +ABC; A / B / C", players=3)
    asked = ""
    while position.turn == 1:
        asked += str(position.to_act())
        position.apply(position.legal_actions()[0])

    assert asked == pickers


def test_a_splitter_who_does_not_pick_gets_the_rest_unless_it_goes_elsewhere() -> None:
    made = "+ABCD; A / B / C D; pick 2"
    offers = {
        rest: Offer(draw=4, sets=3, splitter_picks=False, rest=rest)
        for rest in ("splitter", "discard", "next", "back")
    }
    ends = {rest: began(offer, made) for rest, offer in offers.items()}

    assert [pots(end) for end in ends.values()] == [["ACD", "B"], *[["", "B"]] * 3]
    assert [end.view(None)["out"] for end in ends.values()] == [[], ["A", "C", "D"], [], []]
    assert ends["next"].view(None)["drawn"] == ["A", "C", "D"]
    assert ends["back"].pool[0] == 8
    assert play_on(ends["next"], "+H").view(None)["phase"] == "split"


def test_single_cards_are_picked_in_turn() -> None:
    position = began(Offer(draw=4, sets=2, take="card"), "+ABCD; A B / C D; pick 2 D")

    assert position.to_act() == 0
    assert [position.notation(action) for action in position.legal_actions()] == [
        "pick 1 A",
        "pick 1 B",
        "pick 2 C",
    ]
    assert pots(play_on(position, "pick 2 C")) == ["ABC", "D"]


def test_a_price_is_paid_to_the_splitter_even_below_zero() -> None:
    position = began(Offer(draw=2, price=3), "+AA; A =0 / A =3; pick 2")

    assert position.scores() == [3, -3]


def test_a_card_face_down_is_known_to_the_splitter_and_then_to_who_takes_it() -> None:
    offer = Offer(
        draw=5, sets=2, least=2, most=3, face_down=1, splitter_picks=False, rest="discard"
    )
    position = began(offer, "+ABCDE", players=3, automatic=False)
    shown = [position.view(seat)["drawn"] for seat in (0, 1, None)]
    play_on(position, "A (B) / C E (D)")
    sets = [position.view(seat)["sets"] for seat in (0, 1, None)]

    assert shown == [["A", "B", "C", "D", "E"], ["?"] * 5, ["?"] * 5]
    assert sets == [[["A", "(B)"], ["C", "E", "(D)"]], *[[["A", "(?)"], ["C", "E", "(?)"]]] * 2]
    play_on(position, "pick 2")
    hands = [position.view(seat)["hands"] for seat in (0, 1, 2, None)]
    assert hands == [
        [[], ["C", "D", "E"], ["A", "B"]],
        [[], ["C", "D", "E"], ["A", "?"]],
        [[], ["C", "E", "?"], ["A", "B"]],
        [[], ["C", "E", "?"], ["A", "?"]],
    ]


def test_what_was_never_taken_stays_unknown() -> None:
    offer = Offer(draw=4, least=2, most=2, face_down=1, splitter_picks=False, rest="discard")
    position = began(offer, "+ABCD; A (B) / C (D); pick 1")

    assert [position.view(seat)["out"] for seat in (0, 1)] == [["C", "D"], ["C", "?"]]


def test_all_split_in_secret_and_the_offers_are_open_together() -> None:
    offer = Offer(draw=2, splitter="all", most=1)
    position = began(offer, "+ABCD; A / B")
    secret = [position.view(seat)["laid"] for seat in (0, 1)]
    play_on(position, "C / D")

    assert secret == [[[["A"], ["B"]], []], [[["?"]], []]]
    assert (position.to_act(), position.view(1)["sets"]) == (1, [["A"], ["B"]])
    play_on(position, "pick 2")
    assert (position.to_act(), position.view(1)["sets"]) == (0, [["C"], ["D"]])
    assert pots(play_on(position, "pick 1")) == ["AC", "BD"]
    assert position.leader == 1


def splits_of_first(position: OfferPosition) -> tuple[list[str], int, int, int]:
    """Return the cards that seat 0 has laid, and how many sets, sizes and prices others imagine."""
    cards, looks, sizes, prices = set(), set(), set(), set()
    for seed in range(60):
        view = position.resample(1, Random(seed)).view(0)
        laid, paid = cast(list[list[list[str]]], view["laid"])[0], str(view["laid_prices"])
        codes = sorted(code.strip("()") for one in laid for code in one)
        cards.add("".join(codes))
        looks.add(str(laid))
        sizes.add(str([len(one) for one in laid]))
        prices.add(paid)
    return sorted(cards), len(looks), len(sizes), len(prices)


def test_a_secret_split_hides_how_the_cards_are_split_but_not_cards_that_all_have_seen() -> None:
    offer = Offer(draw=4, sets=3, most=2, price=1, splitter="all")
    position = began(offer, "+ABCDAABBCCDD", players=3)
    unseen = [position.view(seat)["unseen"] for seat in (0, 1, 2, None)]
    play_on(position, "A =0 / B =1 / C D =0")
    cards, looks, sizes, prices = splits_of_first(position)

    assert [position.view(seat)["unseen"] for seat in (0, 1, 2, None)] == unseen
    assert cards == ["ABCD"]
    assert (looks, sizes, prices) == (6, 3, 8)


@pytest.mark.parametrize(("source", "down"), [("deck", 1), ("hand", 0), ("hand", 1)])
def test_of_cards_that_others_have_not_seen_a_secret_split_tells_nothing(
    source: str, down: int
) -> None:
    offer = Offer(
        source=source, hand=6, draw=5, least=2, most=3, face_down=down, price=1, splitter="all"
    )
    dealt = "ABCDEF" if source == "hand" else "ABCDE"
    position = began(offer, f"+{dealt * 3}", players=3)
    play_on(position, "A (B) =1 / C D (E) =0" if down else "A B =1 / C D E =0")
    cards, looks, sizes, prices = splits_of_first(position)

    assert min(len(cards), looks) > 50
    assert (sizes, prices) == (2, 4)


def test_a_card_that_came_back_to_a_hand_is_known_through_a_secret_split() -> None:
    offer = Offer(
        source="hand", hand=4, draw=2, most=1, splitter="all", splitter_picks=False, rest="back"
    )
    position = began(offer, "+ABCDEFGH; A / B; E / F; pick 1; pick 1; G / H")

    assert all(5 in position.resample(0, Random(seed)).held[1] for seed in range(30))
    assert play_on(position, "C / D").view(None)["held"] == [["B"], ["F"]]


def test_a_hand_is_its_owners_secret_and_what_comes_back_is_known() -> None:
    offer = Offer(source="hand", hand=3, draw=2, most=1, splitter_picks=False, rest="back")
    position = began(offer, "+ABCDEF; A / B; pick 1")

    assert position.view(0)["held"] == [["B", "C"], ["?"] * 3]
    assert position.view(1)["held"] == [["B", "?"], ["D", "E", "F"]]
    assert position.view(None)["held"] == [["B", "?"], ["?"] * 3]
    twin = position.resample(1, Random(0))
    assert twin.view(1) == position.view(1)


def test_a_split_does_not_tell_which_of_two_equal_cards_it_is() -> None:
    """One B came back to the hand and is known; when a B is laid out, the other stays secret."""
    offer = Offer(source="hand", hand=4, draw=2, most=1, splitter_picks=False, rest="back")
    position = began(offer, "+ABBCDEFG; A / B; pick 1; D / E; pick 1")

    assert position.view(1)["held"] == [["B", "?", "?"], ["E", "F", "G"]]
    assert play_on(position, "B / C").view(1)["held"] == [["?"], ["E", "F", "G"]]


def test_the_splitter_fills_the_hand_up_again() -> None:
    offer = Offer(source="hand", hand=2, draw=2, most=1, refill=True)
    position = began(offer, "+ABCD; A / B; pick 1; C / D; pick 1")

    assert (position.to_act(), len(position.held[0]), position.waiting) == (CHANCE, 0, [0])
    assert play_on(position, "+EF").view(0)["held"] == [["E", "F"], []]


@pytest.mark.parametrize(
    ("source", "made", "left"),
    [
        ("ring", "B A / C / H B; pick 3", "HBBA"),
        ("deck", "B A / C / H B; pick 1", "HBC"),
        ("deck", "A / B C / B H; pick 3", "CBA"),
        ("ring", "A H / B / B C; pick 2", "CBAH"),
    ],
)
def test_what_is_left_keeps_its_order_and_is_filled_up_at_its_end(
    source: str, made: str, left: str
) -> None:
    offer = Offer(source, 5, 3, contiguous=True, rest="next", splitter_picks=False)
    ends = [began(offer, f"+HBCBA; {made}"), began(replace(offer, splitter="all"), "+HBCBAABCDE")]
    play_on(ends[1], f"{made.partition(';')[0]}; C / D E / A B; {made.partition('; ')[2]}; pick 1")

    assert ends[0].view(0)["drawn"] == [*left]
    assert play_on(ends[0], "+DEFD"[: 6 - len(left)]).view(0)["drawn"] == [*left, *"DEF"][:5]
    assert ends[1].view(0)["held"] == [[*left], [*"CDE"]]


def test_the_order_of_a_row_that_nobody_else_saw_does_not_come_back() -> None:
    offer = Offer(
        "deck", 6, 3, contiguous=True, face_down=1, rest="next", splitter_picks=False
    )  # fmt: skip
    rows = [began(offer, f"+{row}; A (B) / C (D) / E (F)") for row in ("ABCDEF", "EFCDAB")]

    assert rows[0].view(1) == rows[1].view(1)
    assert len({str(play_on(row, "pick 2").view(1)["drawn"]) for row in rows}) == 1


def test_a_number_that_was_rolled_can_be_rolled_again() -> None:
    position = began(Offer(source="dice", draw=3), "+AAA")

    assert position.pool == [8] * 8
    assert len(position.cards()) == 3


@st.composite
def offers(draw: st.DrawFn) -> tuple[Offer, int]:
    """Draw a possible offer and a number of players."""
    players = draw(st.integers(2, 4))
    source = draw(st.sampled_from(["deck", "ring", "hand", "dice"]))
    picks = draw(st.booleans())
    sets = draw(st.integers(max(2, players - (not picks)), players + 1))
    least = draw(st.integers(1, 2 if sets < 4 else 1))
    cards = draw(st.integers(sets * least, min(sets * least + 2, 7)))
    take = draw(st.sampled_from(["set", "card"]))
    rests = ["splitter", "discard", "back"] + (["next"] if source != "hand" else [])
    offer = Offer(
        source=source,
        draw=cards,
        sets=sets,
        least=least,
        most=cards,
        contiguous=source in ("deck", "ring") and draw(st.booleans()),
        face_down=draw(st.integers(0, least - 1)) if take == "set" else 0,
        splitter=draw(st.sampled_from(["turns", "all", "behind"])),
        order=draw(st.sampled_from(["left", "right", "behind"])),
        splitter_picks=picks,
        take=take,
        rest=draw(st.sampled_from(rests)),
        price=draw(st.integers(0, 1)),
        hand=cards if source == "hand" else 0,
        refill=source == "hand",
    )
    return offer, players


@given(offers(), st.integers(0, 1000))
def test_any_offer_is_played_to_its_end_with_every_card_in_one_place(
    one: tuple[Offer, int], seed: int
) -> None:
    offer, players = one
    rng = Random(seed)
    position = began(offer, "", players, seed % players)
    assert offer.draw <= MOST_DRAWN
    assume(most_cards(offer, 3, players) <= 64)
    assert offer.source != "hand" or hand_needed(offer, 3, players) <= offer.hand
    while position.to_act() != OVER:
        action = random_action(position, rng)
        assert position.parse(position.notation(action)) == action
        position.apply(action)
        for viewer in range(players):
            assert position.resample(viewer, rng).view(viewer) == position.view(viewer)
        if offer.source != "dice":
            cards = position.cards()
            assert all(position.pool[card] + cards.count(card) == 8 for card in range(8))
        for sets in (position.sets, *position.laid):
            sizes = tuple(sorted(map(len, sets), reverse=True))
            assert not sets or not all(sets) or offer.take == "card" or sizes in forms_of(offer)
    assert position.turn == 3
