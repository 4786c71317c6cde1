"""The cards that may still come to the ships, and the network's view of them."""

from __future__ import annotations

from math import tanh
from typing import Final

from ....core.vectors import i64, vec
from ..crew_rules import CrewRules
from .ship_network import EVEN_STATE, ODD, ShipNetwork
from .ship_states import state_of, within

REACHES: Final = 24
"""One more than the greatest strength of cards that `Prospects.reach` tells apart."""


class Prospects:
    """Rough strength and gold, by ship, to expect of *coming* cards from the unseen *pool*."""

    def __init__(self, rules: CrewRules, pool: list[int], coming: int) -> None:
        self.pool = pool[:]
        self.coming = coming
        unseen = sum(pool)
        share = coming / unseen if unseen > coming else 1.0
        if coming == 0:
            share = 0.0
        self.golds = [0.0] * rules.ship_count
        parrots = share * float(rules.parrot) * unseen / (4.0 * max(len(rules.ships), 1))
        self.strengths = [1.0 + parrots for _ in rules.ships]
        self.share = share
        """Share of the unseen cards that are to come."""
        self.specials: list[float] = []
        """Expected number of each special card, in deck order."""
        self.reach: vec[float] = vec[float]([0.0] * (len(rules.ships) * REACHES))
        """By ship and strength, the expected number of cards that are at least that strong."""
        self.strongest = [0] * len(rules.ships)
        """By ship, the strength of the strongest unseen card."""
        for card, count in enumerate(pool):
            if rules.special[card]:
                self.specials.append(share * count)
                continue
            ships = rules.card_ships[card]
            for ship in ships:
                each = share * count / len(ships)
                self.golds[ship] += each * rules.golds[card]
                self.strengths[ship] += each * rules.strengths[card] / 2.0
                if count:
                    self.strongest[ship] = max(self.strongest[ship], rules.strengths[card])
                for strength in range(min(rules.strengths[card], REACHES - 1) + 1):
                    self.reach[ship * REACHES + strength] += each


class ShipViews:
    """Values that *network* gives to each ship, with the cards of *prospects* to come.

    *word* is 1 for the side of the seat that plays the last set, -1 for the other side.
    """

    def __init__(
        self, rules: CrewRules, prospects: Prospects, word: float, network: ShipNetwork
    ) -> None:
        self.rules = rules
        self.network = network
        self.prospects = prospects
        self.odd: vec[float] = vec[float]([0.0] * ODD)
        self.even: vec[float] = vec[float]([0.0] * EVEN_STATE)
        """The inputs that were `see`n last; the last odd one is always *word*."""
        self.odd[ODD - 1] = word
        self.turns: list[vec[float]] = []
        """By ship, the even inputs that hold for the turn."""
        self.sums: list[vec[float]] = []
        """By ship, the sums of the hidden units that come from these and the biases."""
        codes = [code for card, code in enumerate(rules.codes) if rules.special[card]]
        coming = float(prospects.coming)
        specials = [
            prospects.specials[codes.index(code)] if code in codes else 0.0
            for code in network.specials
        ]
        for ship in range(len(rules.ships)):
            facts = [
                rules.stakes[ship] / 10.0,
                prospects.golds[ship] / 10.0,
                prospects.strengths[ship] / 10.0,
                prospects.reach[ship * REACHES] / 4.0,
                prospects.strongest[ship] / 10.0,
                prospects.share,
                coming / 10.0,
                5.0 / (5.0 + coming),
            ]
            seen: vec[float] = vec[float](facts + specials)
            sums: vec[float] = network.bias[:]
            network.add(seen, ODD + EVEN_STATE, sums)
            self.turns.append(seen)
            self.sums.append(sums)
        self.zeros: vec[float] = vec[float]([0.0] * int(network.units))

    def worth(self, ship: i64, key: i64) -> float:
        """Return what *ship* is worth in the state *key*."""
        network = self.network
        self.see(ship, key)
        odd: vec[float] = self.zeros[:]
        network.add(self.odd, 0, odd)
        even: vec[float] = self.sums[ship][:]
        network.add(self.even, ODD, even)
        gold = float(self.rules.stake_at_ship[ship])
        return network.worth(odd, even, gold, self.prospects.golds[ship])

    def inputs(self, ship: int, key: int) -> list[float]:
        """Return the odd and the even inputs of the network for *ship* in the state *key*."""
        self.see(ship, key)
        return [*self.odd, *self.even, *self.turns[ship]]

    def see(self, ship: i64, key: i64) -> None:
        """Fill `odd` and `even` with what the network sees of *ship* in the state *key*."""
        own, other, hidden, other_hidden, top, other_top, captain = state_of(key)
        if other < 0:  # no other seat
            other = 0
        lead = own - other
        ahead = float(lead)
        margin = tanh(ahead / 4.0)
        turned = tanh(float(lead + hidden) / 4.0) - margin if hidden else 0.0
        other_turned = margin - tanh(float(lead - other_hidden) / 4.0) if other_hidden else 0.0
        taken = margin - tanh(float(lead - top) / 4.0) if top else 0.0
        other_taken = tanh(float(lead + other_top) / 4.0) - margin if other_top else 0.0
        reach = self.prospects.reach
        place = ship * REACHES
        behind = place + within(-lead, 0, REACHES - 2)
        ahead_by = place + within(lead, 0, REACHES - 2)
        odd = self.odd
        odd[0] = tanh(ahead / 1.5)
        odd[1] = margin
        odd[2] = tanh(ahead / 10.0)
        odd[3] = ahead / (self.prospects.strengths[ship] + abs(ahead))
        odd[4] = float(captain)
        odd[5] = ahead / 10.0
        odd[6] = float(top - other_top) / 10.0
        odd[7] = reach[behind + 1] - reach[ahead_by + 1]
        odd[8] = reach[behind] - reach[ahead_by]
        odd[9] = turned - other_turned
        odd[10] = other_taken - taken
        even = self.even
        even[0] = float(own + other) / 10.0
        even[1] = float(top + other_top) / 10.0
        even[2] = reach[behind + 1] + reach[ahead_by + 1]
        even[3] = reach[behind] + reach[ahead_by]
        even[4] = turned + other_turned
        even[5] = other_taken + taken
