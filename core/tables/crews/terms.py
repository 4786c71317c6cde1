"""The terms of an evaluation of a crews table.

Every term is a lead of the seat over its opponents, in gold, so that weights fitted for one rule
set are of use for another.  Leads in strength, cards to come and the last play of the game matter
more than the captains that stand on ships now.
"""

from __future__ import annotations

from math import tanh
from typing import Final

from ...vectors import i64, vec
from .crew_rules import CrewRules
from .crews import Crews

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
]


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
        self.parrot_gains = [
            rules.strengths[card] - rules.parrot if not rules.special[card] else 0
            for card in range(len(rules.codes))
        ]
        self.most_gold = float(max(rules.ship_golds, default=0))
        self.prospects = Prospects(rules, [0] * len(rules.codes), 0)

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
        own_at = rules.strength_at + seat * ships
        own_pile = seat * ships
        for ship in range(ships):
            gold = float(rules.ship_golds[ship])
            own = numbers[own_at + ship]
            other: i64 = -1
            rival = seat
            at = rules.strength_at + ship
            for someone in rules.every_seat:
                strength = numbers[at]
                at += ships
                if someone != seat and strength > other:
                    other = strength
                    rival = someone
            pile = own_pile + ship
            rival_pile = rival * ships + ship
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
            if holder == seat:
                captains += gold
                boarding += prospects.golds[ship]
            elif holder >= 0:
                captains -= gold
                boarding -= prospects.golds[ship]
            # What turning parrots and taking a top card would change, by the curve of margin-close.
            here = close[at]
            gain = self.hidden(numbers, pile)
            if gain:
                own_hidden += gold * (close[clip(own + gain - other)] - here)
            gain = self.hidden(numbers, rival_pile)
            if gain:
                other_hidden += gold * (here - close[clip(own - other - gain)])
            if rival != seat and table.can_take_last(rival, ship):
                top = table.strength_of(numbers[numbers[rival_pile]])
                own_top = max(own_top, gold * (close[clip(own - other + top)] - here))
            if table.can_take_last(seat, ship):
                top = table.strength_of(numbers[numbers[pile]])
                other_top = max(other_top, gold * (here - close[clip(own - other - top)]))
        chests = table.chest_golds
        richest = 0
        for someone in rules.every_seat:
            if someone != seat and chests[someone] > richest:
                richest = chests[someone]
        word = 1.0 if last == seat else -1.0
        terms = [
            float(chests[seat] - richest),
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
        ]
        for coming_specials in prospects.specials:
            terms.append(coming_specials * (own_hidden - other_hidden))
            terms.append(coming_specials * (own_top - other_top))
        return terms

    def hidden(self, numbers: vec[i64], pile: i64) -> i64:
        """Return the strength that turning the parrots of the crew *pile* would add."""
        gain: i64 = 0
        place = numbers[pile]
        while place:
            laid = numbers[place]
            if laid & 1:
                gain += self.parrot_gains[laid >> 1]
            place = numbers[place + 1]
        return gain


def clip(margin: i64) -> i64:
    """Return the index of *margin* in one of `CrewTerms.curves`."""
    if margin > REACH:
        return 2 * REACH
    return margin + REACH if margin > -REACH else 0
