"""What may still come to the ships, and what the network makes of it."""

from __future__ import annotations

from ...vectors import i64, vec
from .crew_rules import CrewRules
from .ship_network import ShipNetwork, state_inputs, turn_inputs
from .ship_states import state_of


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
        self.specials: list[float] = []
        """Expected number of each special card, in deck order."""
        for card, count in enumerate(pool):
            if rules.special[card]:
                self.specials.append(share * count)
                continue
            ships = rules.card_ships[card]
            for ship in ships:
                each = share * count / len(ships)
                self.golds[ship] += each * rules.golds[card]
                self.strengths[ship] += each * rules.strengths[card] / 2.0


class ShipViews:
    """What *network* makes of each ship, with the cards of *prospects* to come."""

    def __init__(
        self, rules: CrewRules, prospects: Prospects, word: float, network: ShipNetwork
    ) -> None:
        self.network = network
        self.prospects = prospects
        self.golds = rules.ship_golds
        self.sums: list[vec[float]] = []
        """Sums of the hidden units, by ship, from the side of the seat and of its opponent."""
        for ship in range(len(rules.ships)):
            for side in (1.0, -1.0):
                seen = seen_turn(rules, prospects, ship, side * word, network.specials)
                self.sums.append(network.turn_sums(seen))

    def worth(self, ship: i64, key: i64) -> float:
        """Return what *ship* is worth in the state *key*."""
        network = self.network
        gold = float(self.golds[ship])
        coming = self.prospects.golds[ship]
        supply = self.prospects.strengths[ship]
        own = network.shares(self.sums[2 * ship], seen_state(key, supply, 1.0), gold, coming)
        other = network.shares(self.sums[2 * ship + 1], seen_state(key, supply, -1.0), gold, coming)
        return own - other


def seen_state(key: i64, supply: float, side: float) -> vec[float]:
    """Return the `state_inputs` of a ship in the state *key*; *side* is -1 for the opponent's."""
    own, other, hidden, other_hidden, top, other_top, captain = state_of(key)
    if side < 0.0:
        return state_inputs(
            float(max(other, 0)),
            float(own),
            supply,
            float(other_hidden),
            float(hidden),
            float(other_top),
            float(top),
            -float(captain),
        )
    return state_inputs(
        float(own),
        float(max(other, 0)),
        supply,
        float(hidden),
        float(other_hidden),
        float(top),
        float(other_top),
        float(captain),
    )


def seen_turn(
    rules: CrewRules, prospects: Prospects, ship: int, word: float, specials: list[str]
) -> list[float]:
    """Return the `turn_inputs` of *ship*, and the expected number of each of *specials*."""
    seen = turn_inputs(
        float(rules.ship_golds[ship]),
        prospects.golds[ship],
        prospects.strengths[ship],
        float(prospects.coming),
        word,
    )
    codes = [code for card, code in enumerate(rules.codes) if rules.special[card]]
    for code in specials:
        seen.append(prospects.specials[codes.index(code)] if code in codes else 0.0)
    return seen
