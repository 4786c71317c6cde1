"""The rules of a crews table: its cards, ships and seats, in flat lists."""

from __future__ import annotations

from typing import Final

from ...core.kernel.hashing import FACTOR, MASK
from ...core.splitting.table_rules import TableRules
from ...core.text import Name
from ...core.vectors import i64, vec

NOBODY: Final = -1
"""Number that stands for no seat or no ship."""


BEST_SHIP: Final = "best-ship"
"""The tie-break of the rulebook: the gold of the most valuable ship."""

BELOW: Final = 16
"""Bit of an entry in `Crews.numbers` from which on it has the place of the card below."""
ENTRY: Final = (1 << BELOW) - 1


class CrewRules(TableRules):
    """Facts that stay the same throughout a game, listed by card, by ship or by seat.

    Cards, ships and seats are numbers from 0: indexes into *codes*, *ships* and *seats*.

    Attributes:
        ships: the ids of the ships.
        counts: by card, how many of it the deck has.
        ship_names: their names.
        strengths: by card, what it counts face up.
        golds: by card, what it is worth in a chest; 0 for a card that never boards.
        card_ships: by card, the ships it may join face up.
        ship_golds: by ship, what it is worth.
        captains: by seat, how many it has.
        has_captains: whether people know of captains; without, each ship has one whom nobody sees.
        starts: by seat, the cards that it has from the start, each with the sign of its play and
            the ship; a card that has boarded has any ship.
        end_gold: the gold with which a seat, with its partners, ends the game, or ``None``.
        end_held: whether the game ends once every ship has a captain.
        parrot: what a card counts face down.
        memory: whether opponents' chests and the faces of their parrots have to be remembered.
        ship_seconds: by ship, the gold for the second strongest crew.
        has_seconds: whether a ship has any.
        stakes, stake_at_ship: by ship, the gold less that for the second, for bots.
        tie_break: what decides between equal scores, in order.
        start_golds: by seat, the gold in its chest at the start.
        side_of, have_partners: `sides` as a vector, each the number of its first seat; whether
            anybody has a partner.
        players, ship_count: the number of seats, the number of ships.
        strength_of, gold_of, gold_at_ship: `strengths`, `golds` and `ship_golds` as vectors, for
            the kernel.
        special: by card, 1 for a special card; the others are pirates.
        safe: by card, 1 if `Effect.safe`.
        hash_of: by card, a number that stands for it in `Crews.state_hash`.
        gain_of: by card, the strength that turning it over as a parrot adds.
        strength_laid, gain_laid: by entry of a crew, what it counts, and what turning it adds.
        chest_pile, box_pile, strength_at, hidden_at, captain_at, supply_at, gold_at: the first
            place, in `Crews.numbers`, of chests, box, strengths, what turning all parrots of a crew
            would add, captains, supplies and the gold of chests.
        used_at, laid_at, room: the place of the first free place, that of the first card, and how
            many places there are.
        state_end: the place behind what tells states apart besides the cards: captains, supplies,
            and with effects that earn gold the gold of chests.
        reaches: whether effects give cards to hands.
    """

    def __init__(
        self,
        *,
        seats: list[str],
        seat_names: list[Name],
        codes: list[str],
        counts: list[int],
        card_names: list[Name],
        strengths: list[int],
        golds: list[int],
        card_ships: list[list[int]],
        ships: list[str],
        ship_names: list[Name],
        ship_golds: list[int],
        captains: int,
        parrot: int,
        memory: bool = False,
        start_golds: list[int] | None = None,
        ship_seconds: list[int] | None = None,
        tie_break: list[str] | None = None,
        seat_captains: list[int] | None = None,
        starts: list[list[tuple[int, str, int]]] | None = None,
        end_gold: int | None = None,
        end_held: bool = False,
        sides: list[int] | None = None,
        has_captains: bool = True,
    ) -> None:
        super().__init__(seats, seat_names, codes, card_names, sides)
        self.side_of: vec[i64] = vec[i64](self.sides)
        self.have_partners = bool(sides)
        self.counts = counts
        self.strengths = strengths
        self.golds = golds
        self.strength_of: vec[i64] = vec[i64](strengths)
        self.gold_of: vec[i64] = vec[i64](golds)
        self.card_ships = card_ships
        self.ships = ships
        self.ship_names = ship_names
        self.ship_golds = ship_golds
        self.has_captains = has_captains
        self.captains = seat_captains or [captains] * len(seats)
        self.starts = starts or [[] for _ in seats]
        self.end_gold = end_gold
        self.end_held = end_held
        self.parrot: i64 = parrot
        self.memory = memory
        self.ship_seconds = ship_seconds or [0] * len(ships)
        self.has_seconds = any(self.ship_seconds)
        self.stakes = [
            gold - second for gold, second in zip(ship_golds, self.ship_seconds, strict=True)
        ]
        self.stake_at_ship: vec[i64] = vec[i64](self.stakes)
        self.tie_break = [BEST_SHIP] if tie_break is None else tie_break
        self.start_golds = start_golds or [0] * len(seats)
        self.players: i64 = len(seats)
        self.ship_count: i64 = len(ships)
        self.gain_of: vec[i64] = vec[i64]([strength - parrot for strength in strengths])
        self.strength_laid: vec[i64] = vec[i64](
            [laid for strength in strengths for laid in (strength, parrot)]
        )
        self.gain_laid: vec[i64] = vec[i64](
            [gain for strength in strengths for gain in (0, strength - parrot)]
        )
        self.hash_of: vec[i64] = vec[i64](
            [i64(card + 1) * FACTOR & MASK for card in range(len(codes))]
        )
        self.gold_at_ship: vec[i64] = vec[i64](ship_golds)
        self.special: vec[i64] = vec[i64]([0] * len(codes))
        self.safe: vec[i64] = vec[i64]([0] * len(codes))
        # Where a table of `Crews` has what; its first numbers are the top cards of all piles.
        self.chest_pile: i64 = self.players * self.ship_count
        self.box_pile: i64 = self.chest_pile + self.players
        self.strength_at: i64 = self.box_pile + 1
        self.hidden_at: i64 = self.strength_at + self.chest_pile
        self.captain_at: i64 = self.hidden_at + self.chest_pile
        self.supply_at: i64 = self.captain_at + self.ship_count
        self.gold_at: i64 = self.supply_at + self.players
        self.used_at: i64 = self.gold_at + self.players
        self.laid_at: i64 = self.used_at + 1
        self.room: i64 = self.laid_at + sum(counts)
        self.state_end: i64 = self.gold_at
        self.reaches = False

    def empty_table(self) -> vec[i64]:
        """Return the numbers of a table without cards, for `Crews`."""
        numbers = [0] * int(self.room)
        for ship in range(self.ship_count):
            numbers[int(self.captain_at) + ship] = NOBODY
        for seat in self.every_seat:
            numbers[int(self.supply_at) + seat] = self.captains[seat]
            numbers[int(self.gold_at) + seat] = self.start_golds[seat]
        numbers[int(self.used_at)] = int(self.laid_at)
        table: vec[i64] = vec[i64](numbers)
        for seat, laid in enumerate(self.starts):
            for card, sign, ship in laid:
                if sign == "$":
                    push(self, table, self.chest_pile + seat, 2 * card)
                    table[self.gold_at + seat] += self.gold_of[card]
                else:
                    pile = seat * self.ship_count + ship
                    lay(self, table, pile, seat, ship, 2 * card + (sign == "?"))
        return table

    def make_special(self, card: int, safe: bool) -> None:
        """Make *card* special, with `Effect.safe`, before a table is made."""
        self.special[card] = 1
        self.gain_of[card] = 0
        self.gain_laid[2 * card + 1] = 0
        self.safe[card] = 1 if safe else 0

    def count_gold(self) -> None:
        """Tell states apart by the gold of chests, since effects can change it without cards."""
        self.state_end = self.used_at


# What laying a card does to `Crews.numbers`: functions of a vector count no references.


def push(rules: CrewRules, numbers: vec[i64], pile: i64, laid: i64) -> None:
    """Put a card that comes to the table on top of *pile*; `Crews.room_for_one` gives room."""
    place = numbers[rules.used_at]
    numbers[rules.used_at] = place + 1
    numbers[place] = laid | numbers[pile] << BELOW
    numbers[pile] = place


def lay(rules: CrewRules, numbers: vec[i64], pile: i64, seat: i64, ship: i64, laid: i64) -> None:
    """Add the entry *laid* to *pile*, the crew of *seat* at *ship*, and update the captain."""
    push(rules, numbers, pile, laid)
    added = rules.strength_laid[laid]
    own = numbers[rules.strength_at + pile] + added
    numbers[rules.strength_at + pile] = own
    numbers[rules.hidden_at + pile] += rules.gain_laid[laid]
    captain = numbers[rules.captain_at + ship]
    if captain == seat and added >= 0:
        return
    if captain >= 0 and numbers[rules.strength_at + captain * rules.ship_count + ship] > own:
        return
    check_captain(rules, numbers, ship)


def check_captain(rules: CrewRules, numbers: vec[i64], ship: i64) -> None:
    """Do what `Crews.check` does, for a *ship* that exists."""
    ships = rules.ship_count
    strongest: i64 = NOBODY
    best: i64 = 0
    seat: i64 = 0
    at = rules.strength_at + ship
    end = rules.hidden_at
    while at < end:
        strength = numbers[at]
        if strength > best:
            best = strength
            strongest = seat
        elif strength == best:
            strongest = NOBODY
        at += ships
        seat += 1
    at = rules.captain_at + ship
    holder = numbers[at]
    if holder == strongest:
        return
    supply = rules.supply_at
    if holder >= 0:
        numbers[supply + holder] += 1
    if strongest >= 0 and numbers[supply + strongest] > 0:
        numbers[supply + strongest] -= 1
        numbers[at] = strongest
    else:
        numbers[at] = NOBODY
