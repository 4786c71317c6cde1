"""What may still come to the ships, and what the network makes of it."""

from __future__ import annotations

from math import tanh
from typing import Final

from ...vectors import i64, vec
from .crew_rules import CrewRules
from .ship_network import STATES, ShipNetwork
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
    """What *network* makes of each ship, with the cards of *prospects* to come.

    *word* is 1 for the side of the seat that plays the last set, -1 for the other side.
    """

    def __init__(
        self, rules: CrewRules, prospects: Prospects, word: float, network: ShipNetwork
    ) -> None:
        self.rules = rules
        self.network = network
        self.prospects = prospects
        self.word = word
        self.seen: vec[float] = vec[float]([0.0] * STATES)
        """What was `see`n last."""
        self.sums: list[vec[float]] = []
        """Sums of the hidden units, by ship, from the side of the seat and of its opponent."""
        for ship in range(len(rules.ships)):
            self.sums.append(network.turn_sums(self.turn_inputs(ship, 1.0)))
            self.sums.append(network.turn_sums(self.turn_inputs(ship, -1.0)))

    def worth(self, ship: i64, key: i64) -> float:
        """Return what *ship* is worth in the state *key*."""
        network = self.network
        gold = float(self.rules.gold_at_ship[ship])
        coming = self.prospects.golds[ship]
        self.see(ship, key, 1.0)
        own = network.worth(self.sums[2 * ship], self.seen, gold, coming)
        self.see(ship, key, -1.0)
        return own - network.worth(self.sums[2 * ship + 1], self.seen, gold, coming)

    def inputs(self, ship: int, key: int) -> list[list[float]]:
        """Return all inputs of the network for *ship* in the state *key*, from both sides."""
        rows: list[list[float]] = []
        for side in (1.0, -1.0):
            self.see(ship, key, side)
            rows.append([*self.seen, *self.turn_inputs(ship, side)])
        return rows

    def see(self, ship: i64, key: i64, side: float) -> None:
        """Fill `seen` with the `STATE_INPUTS` of *ship*; *side* is -1 for the opponent's."""
        own, other, hidden, other_hidden, top, other_top, captain = state_of(key)
        if other < 0:  # no other seat
            other = 0
        if side < 0.0:
            own, other = other, own
            hidden, other_hidden = other_hidden, hidden
            top, other_top = other_top, top
            captain = -captain
        seen = self.seen
        lead = own - other
        ahead = float(lead)
        margin = tanh(ahead / 4.0)
        seen[0] = tanh(ahead / 1.5)
        seen[1] = margin
        seen[2] = tanh(ahead / 10.0)
        seen[3] = ahead / (self.prospects.strengths[ship] + abs(ahead))
        seen[4] = tanh(float(lead + hidden) / 4.0) - margin if hidden else 0.0
        seen[5] = tanh(float(lead - other_hidden) / 4.0) - margin if other_hidden else 0.0
        seen[6] = tanh(float(lead - top) / 4.0) - margin if top else 0.0
        seen[7] = tanh(float(lead + other_top) / 4.0) - margin if other_top else 0.0
        seen[8] = float(captain)
        seen[9] = float(own) / 10.0
        seen[10] = float(other) / 10.0
        seen[11] = float(top) / 10.0
        seen[12] = float(other_top) / 10.0
        reach = self.prospects.reach
        place = ship * REACHES
        behind = within(-lead, 0, REACHES - 2)
        seen[13] = reach[place + behind + 1]
        seen[14] = reach[place + behind]
        behind = within(lead, 0, REACHES - 2)
        seen[15] = reach[place + behind + 1]
        seen[16] = reach[place + behind]

    def turn_inputs(self, ship: int, side: float) -> vec[float]:
        """Return the `TURN_INPUTS` of *ship*, and the expected number of each special card."""
        rules = self.rules
        prospects = self.prospects
        coming = float(prospects.coming)
        seen = [
            rules.ship_golds[ship] / 10.0,
            prospects.golds[ship] / 10.0,
            prospects.strengths[ship] / 10.0,
            prospects.reach[ship * REACHES] / 4.0,
            prospects.strongest[ship] / 10.0,
            prospects.share,
            coming / 10.0,
            5.0 / (5.0 + coming),
            side * self.word,
        ]
        codes = [code for card, code in enumerate(rules.codes) if rules.special[card]]
        for code in self.network.specials:
            seen.append(prospects.specials[codes.index(code)] if code in codes else 0.0)
        return vec[float](seen)
