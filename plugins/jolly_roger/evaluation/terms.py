"""The terms of an evaluation of a crews table.

Every term is a lead of the seat over its opponents, in gold, so that weights fitted for one rule
set are of use for another.  Leads in strength, cards to come and the last play of the game matter
more than the captains that stand on ships now.
"""

from __future__ import annotations

from math import tanh
from typing import Final

from ....core.kernel.hashing import FACTOR, MASK
from ....core.vectors import i64, vec
from ..crew_rules import CrewRules
from ..crews import Crews
from .prospects import Prospects, ShipViews
from .ship_network import ShipNetwork, ship_network
from .ship_states import ShipCache, chest_lead, key_at, rival_of, state_of, strongest_of

REACH: Final = 60
"""Lead in strength beyond which a ship counts as decided."""

SHARPNESS: Final = [1.5, 4.0, 10.0]
"""Scales of strength over which a ship goes from lost to won, one for each margin term."""

PLAIN_NAMES: Final = [
    "chest",  # gold under the treasure chest
    "captains",  # gold of the ships where captains stand now
    "margin-close",  # gold of ships times tanh(lead in strength / 1.5): each point counts
    "margin",  # the same with lead / 4: a card counts
    "margin-far",  # the same with lead / 10: several cards count
    "margin-supply",  # the same by the strength that may still come to the ship
    "boarding",  # gold of cards to come that could board where captains stand now
    "boarding-margin",  # gold of cards to come, weighted as in "margin"
    "last-word",  # gold of the best ship, for the seat that plays the last set
    "last-word-close",  # gold of contested ships, for the seat that plays the last set
    "hidden",  # gold from turning all parrots now, weighted as in "margin-close"
    "top",  # gold from taking the best top card of a crew now, likewise
    "network",  # what the `ShipNetwork` adds to all these
]

PLAIN: Final = 13
"""Length of `PLAIN_NAMES`."""


class CrewTerms:
    """The terms of a table with *rules*; all special cards must have been made before."""

    def __init__(self, rules: CrewRules) -> None:
        self.rules = rules
        specials = [code for card, code in enumerate(rules.codes) if rules.special[card]]
        self.names = PLAIN_NAMES[:]
        for code in specials:
            self.names += [f"hidden-{code}", f"top-{code}"]
        self.curves = [
            [tanh(margin / sharp) for margin in range(-REACH, REACH + 1)] for sharp in SHARPNESS
        ]
        self.most_gold = float(max(rules.stakes, default=0))
        self.prospects = Prospects(rules, [0] * len(rules.codes), 0)
        self.network: ShipNetwork | None = ship_network()
        self.cache = ShipCache()
        self.judgement: Judgement | None = None
        """The one that was used last."""

    def set_network(self, network: ShipNetwork | None) -> None:
        """Use *network* from now on, for all positions of the game."""
        self.network = network
        self.judgement = None

    def prospects_of(self, pool: list[int], coming: int) -> Prospects:
        """Return the `Prospects`, cached because they rarely change while a turn is searched."""
        kept = self.prospects
        if kept.coming != coming or kept.pool != pool:
            kept = Prospects(self.rules, pool, coming)
            self.prospects = kept
        return kept

    def of(self, table: Crews, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        """Return the terms of *seat*; the other parameters are those of `Table.terms`."""
        rules = self.rules
        ships = rules.ship_count
        prospects = self.prospects_of(pool, coming)
        close, middle, far = self.curves
        captains = 0.0
        margin_close = 0.0
        margin_middle = 0.0
        margin_far = 0.0
        margin_supply = 0.0
        boarding = 0.0
        boarding_margin = 0.0
        contested = 0.0
        own_hidden = 0.0
        other_hidden = 0.0
        own_top = 0.0
        other_top = 0.0
        numbers = table.numbers
        captain_at = rules.captain_at
        own_pile = seat * ships
        for ship in range(ships):
            gold = float(rules.stakes[ship])
            pile = own_pile + ship
            if rules.have_partners:
                pile = strongest_of(rules, numbers, pile)
            rival_pile = rival_of(rules, numbers, pile)
            own = numbers[rules.strength_at + pile]
            other = numbers[rules.strength_at + rival_pile] if rival_pile != pile else -1
            at = clip(own - other)
            near = middle[at]
            margin_close += gold * close[at]
            margin_middle += gold * near
            margin_far += gold * far[at]
            lead = float(own - other) / prospects.strengths[ship]
            margin_supply += gold * lead / (1.0 + abs(lead))
            boarding_margin += prospects.golds[ship] * near
            contested += gold * (1.0 - abs(near))
            holder = numbers[captain_at + ship]
            if holder >= 0 and rules.are_partners(holder, seat):
                captains += gold
                boarding += prospects.golds[ship]
            elif holder >= 0:
                captains -= gold
                boarding -= prospects.golds[ship]
            # What turning parrots and taking a top card would change, by the curve of margin-close.
            here = close[at]
            gain = numbers[rules.hidden_at + pile]
            if gain:
                own_hidden += gold * (close[clip(own + gain - other)] - here)
            gain = numbers[rules.hidden_at + rival_pile]
            if gain:
                other_hidden += gold * (here - close[clip(own - other - gain)])
            if rival_pile != pile:
                top = table.top_strength(rival_pile)
                own_top = max(own_top, gold * (close[clip(own - other + top)] - here))
            top = table.top_strength(pile)
            other_top = max(other_top, gold * (here - close[clip(own - other - top)]))
        word = 1.0 if rules.are_partners(last, seat) else -1.0
        terms = [
            float(chest_lead(rules, numbers, seat)),
            captains,
            margin_close,
            margin_middle,
            margin_far,
            margin_supply,
            boarding,
            boarding_margin,
            word * self.most_gold,
            word * contested,
            own_hidden - other_hidden,
            own_top - other_top,
            self.network_term(table, seat, prospects, word),
        ]
        for coming_specials in prospects.specials:
            terms.append(coming_specials * (own_hidden - other_hidden))
            terms.append(coming_specials * (own_top - other_top))
        return terms

    def network_term(self, table: Crews, seat: int, prospects: Prospects, word: float) -> float:
        """Return what the network adds to the other terms."""
        if self.network is None or not prospects.coming:
            return 0.0
        views = ShipViews(self.rules, prospects, word, self.network)
        return sum([views.worth(ship, key) for ship, key in enumerate(self.keys(table, seat))])

    def keys(self, table: Crews, seat: int) -> list[int]:
        """Return the `key_at` of each ship from the side of *seat*."""
        ships = self.rules.ship_count
        return [int(key_at(table, seat, seat * ships + ship, ship)) for ship in range(ships)]

    def network_inputs(
        self,
        table: Crews,
        seat: int,
        pool: list[int],
        coming: int,
        last: int,
        network: ShipNetwork,
    ) -> list[list[float]]:
        """Return what *network* sees of each ship from the side of *seat*."""
        prospects = self.prospects_of(pool, coming)
        word = 1.0 if self.rules.are_partners(last, seat) else -1.0
        views = ShipViews(self.rules, prospects, word, network)
        return [views.inputs(ship, key) for ship, key in enumerate(self.keys(table, seat))]


class Judgement:
    """The value of tables to a seat, by *weights* of the terms in *about*.

    It holds for one pool of unseen cards (the first numbers of *unseen*), for *coming* cards in
    later turns, and for a seat that plays the last set or does not.  The few states of a ship that
    come up again and again in a search are valued once, and then found in the `ShipCache`.
    """

    def __init__(
        self,
        about: CrewTerms,
        weights: list[float],
        unseen: vec[i64],
        coming: int,
        is_last: bool,
    ) -> None:
        rules = about.rules
        self.about = about
        self.rules = rules
        self.weights = weights
        self.pool: vec[i64] = unseen[: len(rules.codes)]
        self.coming = coming
        self.is_last = is_last
        self.cache = about.cache
        self.tag: i64 = self.cache.next_tags(rules.ship_count)
        """The number of this judgement and the first ship in the cache."""
        word = 1.0 if is_last else -1.0
        self.word = word
        self.base = weights[8] * word * about.most_gold
        self.chest = weights[0]
        self.prospects = about.prospects_of(list(self.pool), coming)
        self.hidden = weights[10]
        self.top = weights[11]
        for number, expected in enumerate(self.prospects.specials):
            self.hidden += weights[PLAIN + 2 * number] * expected
            self.top += weights[PLAIN + 1 + 2 * number] * expected
        self.views: ShipViews | None = None
        if weights[12] and coming and about.network is not None:
            self.views = ShipViews(rules, self.prospects, word, about.network)

    def holds(self, weights: list[float], unseen: vec[i64], coming: int, is_last: bool) -> bool:
        """Return whether this is the judgement for these parameters."""
        if weights is not self.weights or coming != self.coming or is_last != self.is_last:
            return False
        pool = self.pool
        at: i64 = 0
        while at < len(pool):
            if pool[at] != unseen[at]:
                return False
            at += 1
        return True

    def value(self, table: Crews, seat: i64) -> float:
        """Return the value of *table* to *seat*."""
        rules = self.rules
        ships = rules.ship_count
        cache = self.cache
        own_top = 0.0
        other_top = 0.0
        points = self.base + self.chest * float(chest_lead(rules, table.numbers, seat))
        ship: i64 = 0
        pile = seat * ships
        tag = self.tag
        while ship < ships:
            key = key_at(table, seat, pile, ship)
            slot = ((key + (tag << 40)) * FACTOR & MASK) >> 50
            if cache.keys[slot] != key or cache.tags[slot] != tag:
                cache.keys[slot] = key
                cache.tags[slot] = tag
                self.judge(ship, key, 3 * slot)
            place = 3 * slot
            points += cache.worths[place]
            own_top = max(own_top, cache.worths[place + 1])
            other_top = max(other_top, cache.worths[place + 2])
            ship += 1
            pile += 1
            tag += 1
        return points + self.top * (own_top - other_top)

    def judge(self, ship: i64, key: i64, place: i64) -> None:
        """Write what *ship* is worth in the state *key* to the cache, at *place*.

        It is followed by what the seat and its opponent could gain from a top card there.
        """
        weights = self.weights
        prospects = self.prospects
        close, middle, far = self.about.curves
        own, other, own_hidden, other_hidden, own_top, other_top, captain = state_of(key)
        gold = float(self.rules.stake_at_ship[ship])
        at = clip(own - other)
        here = close[at]
        near = middle[at]
        lead = float(own - other) / prospects.strengths[ship]
        worth = float(captain) * (weights[1] * gold + weights[6] * prospects.golds[ship])
        worth += gold * (weights[2] * here + weights[3] * near + weights[4] * far[at])
        worth += weights[5] * gold * lead / (1.0 + abs(lead))
        worth += weights[7] * prospects.golds[ship] * near
        worth += weights[9] * self.word * gold * (1.0 - abs(near))
        hidden = close[clip(own + own_hidden - other)] + close[clip(own - other - other_hidden)]
        worth += self.hidden * gold * (hidden - 2.0 * here)
        views = self.views
        if views is not None:
            worth += weights[12] * views.worth(ship, key)
        worths = self.cache.worths
        worths[place] = worth
        worths[place + 1] = gold * (close[clip(own - other + other_top)] - here)
        worths[place + 2] = gold * (here - close[clip(own - other - own_top)])


def clip(margin: i64) -> i64:
    """Return the index of *margin* in one of `CrewTerms.curves`."""
    if margin > REACH:
        return 2 * REACH
    return margin + REACH if margin > -REACH else 0
