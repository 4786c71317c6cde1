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


SPAN: Final = 2 * REACH + 1
"""Number of leads in strength that `Judgement` keeps apart."""


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
        self.most_gold = float(max(rules.ship_golds, default=0))
        self.prospects = Prospects(rules, [0] * len(rules.codes), 0)
        self.judgement: Judgement | None = None
        """The one that was used last."""

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
            pile = own_pile + ship
            rival_pile = rival_of(rules, numbers, pile)
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
            if holder == seat:
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


class Judgement:
    """The value of tables to a seat, by *weights* of the terms in *about*.

    It holds for one pool of unseen cards (the first numbers of *unseen*), for *coming* cards in
    later turns, and for a seat that plays the last set or does not.
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
        self.rules = rules
        self.weights = weights
        self.pool: vec[i64] = unseen[: len(rules.codes)]
        self.coming = coming
        self.is_last = is_last
        prospects = about.prospects_of(list(self.pool), coming)
        close, middle, far = about.curves
        word = 1.0 if is_last else -1.0
        self.close = close
        self.base = weights[8] * word * about.most_gold
        self.chest = weights[0]
        self.margins: list[float] = []
        """By ship and lead in strength, `SPAN` numbers for each ship."""
        self.captains: list[float] = []
        """By ship, what a captain there is worth."""
        self.golds: list[float] = []
        for ship, ship_gold in enumerate(rules.ship_golds):
            gold = float(ship_gold)
            self.golds.append(gold)
            self.captains.append(weights[1] * gold + weights[6] * prospects.golds[ship])
            for margin in range(-REACH, REACH + 1):
                at = margin + REACH
                lead = margin / prospects.strengths[ship]
                self.margins.append(
                    gold * (weights[2] * close[at] + weights[3] * middle[at] + weights[4] * far[at])
                    + weights[5] * gold * lead / (1.0 + abs(lead))
                    + weights[7] * prospects.golds[ship] * middle[at]
                    + weights[9] * word * gold * (1.0 - abs(middle[at]))
                )
        self.hidden = weights[10]
        self.top = weights[11]
        for number, expected in enumerate(prospects.specials):
            self.hidden += weights[12 + 2 * number] * expected
            self.top += weights[13 + 2 * number] * expected

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
        numbers = table.numbers
        ships = rules.ship_count
        players = rules.players
        margins = self.margins
        close = self.close
        found = self.base
        hidden = 0.0
        own_top = 0.0
        other_top = 0.0
        best_chest: i64 = 0
        someone: i64 = 0
        while someone < players:
            if someone != seat and numbers[rules.gold_at + someone] > best_chest:
                best_chest = numbers[rules.gold_at + someone]
            someone += 1
        found += self.chest * float(numbers[rules.gold_at + seat] - best_chest)
        ship: i64 = 0
        while ship < ships:
            pile = seat * ships + ship
            rival_pile = rival_of(rules, numbers, pile)
            other = numbers[rules.strength_at + rival_pile] if rival_pile != pile else -1
            lead = numbers[rules.strength_at + pile] - other
            at = clip(lead)
            found += margins[ship * SPAN + at]
            holder = numbers[rules.captain_at + ship]
            if holder == seat:
                found += self.captains[ship]
            elif holder >= 0:
                found -= self.captains[ship]
            here = close[at]
            gold = self.golds[ship]
            gain = numbers[rules.hidden_at + pile]
            if gain:
                hidden += gold * (close[clip(lead + gain)] - here)
            gain = numbers[rules.hidden_at + rival_pile]
            if gain:
                hidden -= gold * (here - close[clip(lead - gain)])
            if rival_pile != pile:
                gain = table.top_strength(rival_pile)
                if gain > 0:
                    own_top = max(own_top, gold * (close[clip(lead + gain)] - here))
            gain = table.top_strength(pile)
            if gain > 0:
                other_top = max(other_top, gold * (here - close[clip(lead - gain)]))
            ship += 1
        return found + self.hidden * hidden + self.top * (own_top - other_top)


def rival_of(rules: CrewRules, numbers: vec[i64], pile: i64) -> i64:
    """Return the strongest other crew at the ship of the crew *pile*; without any, *pile* itself.

    Of crews that are equally strong it is that of the first seat.
    """
    at = pile % rules.ship_count
    best: i64 = -1
    rival = pile
    while at < rules.chest_pile:
        strength = numbers[rules.strength_at + at]
        if at != pile and strength > best:
            best = strength
            rival = at
        at += rules.ship_count
    return rival


def clip(margin: i64) -> i64:
    """Return the index of *margin* in one of `CrewTerms.curves`."""
    if margin > REACH:
        return 2 * REACH
    return margin + REACH if margin > -REACH else 0
