"""A small declared game with one of everything, for three players."""

from collections.abc import Sequence
from typing import ClassVar

from splitpick.core.declared import (
    NOBODY,
    OWNER,
    ActionKind,
    DeclaredGame,
    DeclaredPosition,
    DeclaredPresenter,
    Zone,
)
from splitpick.core.game import CHANCE, OVER, Position
from splitpick.core.text import Message, Name, Text, in_place, msg
from tables import play

PACK = Zone("pack", in_place("pack", en="pack", de="Stapel"), seen_by=NOBODY)
HAND = Zone("hand", in_place("hand", en="hand", de="Hand"), each=True, seen_by=OWNER)
BID = Zone("bid", in_place("bid", en="bid", de="Gebot"), each=True, seen_by=OWNER)
ROW = Zone("row", in_place("row", en="row", de="Reihe"), ordered=True)
WON = Zone("won", in_place("won", en="won", de="gewonnen"), each=True)
CALLS = Zone("calls", in_place("calls", en="calls", de="Rufe"), each=True, numbers=True)
ZONES = (PACK, HAND, BID, ROW, WON, CALLS)

DEAL = ActionKind("deal", "card", form="+{target}", zone="pack", chance=True, hidden=True)
OFFER = ActionKind(
    "offer",
    "card",
    zone="hand",
    hidden=True,
    kept_in=["bid"],
    asks=in_place("ask", en="Your bid?", de="Dein Gebot?"),
    tells=msg("test-bids", "{seat}: {card}."),
    does=in_place("bids", en="bid", de="geboten"),
    rule=in_place("rule", en="Everybody bids a card.", de="Alle bieten eine Karte."),
)
LAY = ActionKind("lay", "cards", zone="hand", shapes=[[2], [1, 1]])
NAME = ActionKind("name", "seat", tells=msg("test-names", "{seat}: {player}!"))
TAKE = ActionKind("take", "card", zone="row", offers=msg("test-take", "{seat}, {card}"))
SKIP = ActionKind("skip", word=in_place("word", en="skip", de="passe"))
ANSWERS = {"yes": in_place("yes", en="yes", de="ja"), "no": in_place("no", en="no", de="nein")}
SAY = ActionKind("say", ANSWERS, form="say: {target}")
KINDS = (DEAL, OFFER, LAY, NAME, TAKE, SKIP, SAY)


class BazaarPosition(DeclaredPosition):
    """Everybody bids; the highest lays cards and names who takes one, and says to go on or not."""

    facts: ClassVar[Sequence[str]] = ("round",)

    pack: list[int]
    hand: list[list[int]]
    bid: list[list[int]]
    row: list[int]
    won: list[list[int]]
    calls: list[list[int]]

    def set_up(self) -> None:
        self.pack = self.game.deck()
        self.actor = CHANCE
        self.round = 1
        self.phase = "bid"

    def possible(self) -> list[int]:
        if self.actor == CHANCE:
            return self.choices(DEAL)
        if self.phase == "name":
            return NAME.actions([seat for seat in range(3) if seat != self.actor])
        if self.phase == "take":
            return [*self.choices(TAKE), SKIP.action()]
        if self.phase == "say":
            return SAY.actions(range(2))
        return self.choices(OFFER if self.phase == "bid" else LAY)

    def receiver(self) -> int:
        return (16 - len(self.pack)) % 3

    def do(self, kind: ActionKind, target: int) -> None:
        if kind is DEAL:
            self.hand[self.receiver()].append(target)
            self.pack.remove(target)
            self.actor = CHANCE if len(self.pack) > 4 else self.first
        elif kind is OFFER:
            self.hand[self.actor].remove(target)
            self.bid[self.actor] = [target]
            self.actor = self.next_seat(self.actor)
            if all(self.bid):
                self.reveal()
                self.row = [card for (card,) in self.bid]
                self.actor = max(range(3), key=lambda seat: self.bid[seat])
                self.bid = [[], [], []]
                self.phase = "lay"
        elif kind is LAY:
            for card in [card for cards in self.chosen(LAY, target) for card in cards]:
                self.hand[self.actor].remove(card)
                self.row.append(card)
            self.phase = "name"
        elif kind is NAME:
            self.calls[target].append(self.round)
            self.actor, self.phase = target, "take"
        elif kind is SAY:
            self.round += 1
            go_on = target == 0 and all(len(hand) > 2 for hand in self.hand)
            self.actor, self.phase = self.first if go_on else OVER, "bid"
        else:
            if kind is TAKE:
                self.row.remove(target)
                self.won[self.actor].append(target)
            self.phase = "say"

    def why_not(self, kind: ActionKind, target: int) -> Message | None:
        if kind is TAKE and self.phase == "bid":
            return in_place(
                "nothing-to-take", en="Nobody may take yet.", de="Noch darf niemand nehmen."
            )
        mine = kind is NAME and target == self.actor
        return in_place("not-me", en="Not yourself.", de="Nicht dich.") if mine else None

    def scores(self) -> list[int]:
        return [sum(card + 1 for card in won) for won in self.won]


class Bazaar(DeclaredGame):
    """The game with four cards each of A to D."""

    def __init__(self, position: type[BazaarPosition] = BazaarPosition) -> None:
        super().__init__(
            "bazaar",
            "test",
            seats=["ann", "bob", "cleo"],
            codes=["A", "B", "C", "D"],
            counts=[4, 4, 4, 4],
            zones=ZONES,
            kinds=KINDS,
            card_names=[Name(here=(("en", "ape"),)), "B", "C", "D"],
            position=position,
        )

    def new_position(self, first: int = 0) -> BazaarPosition:
        position = super().new_position(first)
        assert isinstance(position, BazaarPosition)
        return position


class BazaarPresenter(DeclaredPresenter):
    """Words of the game; the round is the head of the table."""

    labels: ClassVar[dict[str, Text]] = {"round": in_place("round", en="Round", de="Runde")}


def presenter(game: DeclaredGame) -> BazaarPresenter:
    seats = [Name(here=(("en", name),)) for name in ("Ann", "Bob", "Cleo")]
    return BazaarPresenter(Name("Bazaar"), Name("test"), seats, game)


DEALT = ("+A", "+C", "+A", "+A", "+C", "+B", "+B", "+D", "+C", "+B", "+D", "+D")
"""Ann gets A A B B, Bob C C D D and Cleo A B C D."""


def bazaar(*played: str) -> BazaarPosition:
    """Play after the deal."""
    return play(Bazaar().new_position(), *DEALT, *played)


def codes(position: Position, seat: int | None, zone: str) -> object:
    return position.view(seat)[zone]
