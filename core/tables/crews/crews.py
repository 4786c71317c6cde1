"""The ships, crews, captains and chests of a crews table, and what cards can do to them."""

from __future__ import annotations

from ...game import JSON
from ...splitting.table import Table
from .crew_rules import NOBODY, CrewRules


class Crews(Table):
    """The cards, captains and chests on the table; `CrewsTable` adds how cards are played.

    A crew lists its cards from the first to the top one: twice the number of the card, plus one
    while the card lies face down as a parrot.
    """

    def __init__(self, rules: CrewRules, like: Crews | None = None) -> None:
        """Set up an empty table, or a copy of *like*."""
        self.rules = rules
        self.crews: list[list[int]]
        """All crews; the crew of a seat at a ship has the index ``seat * ship_count + ship``."""
        self.strengths: list[int]
        """Strengths of the crews, with the indexes of `crews`."""
        self.captain_of: list[int]
        """By ship, the seat whose captain stands on it, or `NOBODY`."""
        self.supply: list[int]
        """The number of each seat's captains that stand on no ship."""
        self.chests: list[list[int]]
        """By seat, the cards under the treasure chest, in the order of boarding."""
        self.chest_golds: list[int]
        self.box: list[int]
        """The cards that are out of the game."""
        if like is None:
            crews = rules.players * rules.ship_count
            self.crews = [[] for _ in range(crews)]
            self.strengths = [0] * crews
            self.captain_of = [NOBODY] * rules.ship_count
            self.supply = [rules.captains] * rules.players
            self.chests = [[] for _ in range(rules.players)]
            self.chest_golds = [0] * rules.players
            self.box = []
        else:
            self.crews = [crew[:] for crew in like.crews]
            self.strengths = like.strengths[:]
            self.captain_of = like.captain_of[:]
            self.supply = like.supply[:]
            self.chests = [chest[:] for chest in like.chests]
            self.chest_golds = like.chest_golds[:]
            self.box = like.box[:]

    def copy(self) -> Crews:
        raise NotImplementedError

    # What pirates and special cards do.

    def join(self, seat: int, ship: int, card: int) -> None:
        """Add *card* face up to the crew of *seat* at *ship*, and update the captain."""
        at = seat * self.rules.ship_count + ship
        self.crews[at].append(2 * card)
        self.strengths[at] += self.rules.strengths[card]
        self.check(ship)

    def lay_parrot(self, seat: int, ship: int, card: int) -> None:
        """Add *card* as a parrot to the crew of *seat* at *ship*, and update the captain."""
        at = seat * self.rules.ship_count + ship
        self.crews[at].append(2 * card + 1)
        self.strengths[at] += self.rules.parrot
        self.check(ship)

    def board(self, seat: int, card: int) -> None:
        """Put *card* under the treasure chest of *seat*."""
        self.chests[seat].append(card)
        self.chest_golds[seat] += self.rules.golds[card]

    def boarded_ship(self, seat: int, card: int) -> int:
        """Return the ship of the colour of *card* on which *seat* has a captain, or `NOBODY`."""
        for ship in self.rules.card_ships[card]:
            if self.captain_of[ship] == seat:
                return ship
        return NOBODY

    def discard(self, card: int) -> None:
        """Put *card* into the box, out of the game."""
        self.box.append(card)

    def crew(self, seat: int, ship: int) -> list[int]:
        """Return the crew of *seat* at *ship* itself, not a copy."""
        return self.crews[seat * self.rules.ship_count + ship]

    def can_take_last(self, seat: int, ship: int) -> bool:
        """Return whether the crew of *seat* at *ship* has a top card that can be taken away."""
        crew = self.crews[seat * self.rules.ship_count + ship]
        if not crew:
            return False
        last = crew[-1]
        return last & 1 == 1 or not self.rules.safe[last >> 1]

    def take_last(self, seat: int, ship: int) -> None:
        """Put the top card of the crew of *seat* at *ship* into the box; update the captain."""
        at = seat * self.rules.ship_count + ship
        last = self.crews[at].pop()
        self.strengths[at] -= self.strength_of(last)
        self.box.append(last >> 1)
        self.check(ship)

    def turn_parrots(self, seat: int) -> None:
        """Turn up all parrots of *seat* but special cards, in place, and update the captains."""
        rules = self.rules
        for ship in range(rules.ship_count):
            at = seat * rules.ship_count + ship
            crew = self.crews[at]
            for place, laid in enumerate(crew):
                if laid & 1 and not rules.special[laid >> 1]:
                    crew[place] = laid - 1
                    self.strengths[at] += rules.strengths[laid >> 1] - rules.parrot
            self.check(ship)

    def parrots_to_turn(self, seat: int) -> int:
        """Count the parrots of *seat* that `turn_parrots` turns."""
        count = 0
        for ship in range(self.rules.ship_count):
            for laid in self.crew(seat, ship):
                if laid & 1 and not self.rules.special[laid >> 1]:
                    count += 1
        return count

    def strength_of(self, laid: int) -> int:
        """Return the strength of *laid*, an entry of a crew, face up or as a parrot."""
        return self.rules.parrot if laid & 1 else self.rules.strengths[laid >> 1]

    def check(self, ship: int) -> None:
        """Give *ship* a captain of the strongest crew; none on a tie or with an empty supply."""
        rules = self.rules
        ships = rules.ship_count
        strongest = NOBODY
        best = 0
        at = ship
        for seat in rules.every_seat:
            strength = self.strengths[at]
            at += ships
            if strength > best:
                best = strength
                strongest = seat
            elif strength == best:
                strongest = NOBODY
        holder = self.captain_of[ship]
        if holder == strongest:
            return
        if holder != NOBODY:
            self.supply[holder] += 1
        if strongest != NOBODY and self.supply[strongest] > 0:
            self.supply[strongest] -= 1
            self.captain_of[ship] = strongest
        else:
            self.captain_of[ship] = NOBODY

    # Scoring.

    def scores(self) -> list[int]:
        scores = self.chest_golds[:]
        golds = self.rules.ship_golds
        for ship, seat in enumerate(self.captain_of):
            if seat >= 0:
                scores[seat] += golds[ship]
        return scores

    def best_ship(self, seat: int) -> int:
        """Return the gold of the most valuable ship with a captain of *seat*, or 0."""
        best = 0
        for ship, holder in enumerate(self.captain_of):
            if holder == seat:
                best = max(best, self.rules.ship_golds[ship])
        return best

    def winners(self) -> list[int]:
        scores = self.scores()
        most = max(scores)
        ahead = [seat for seat in range(self.rules.players) if scores[seat] == most]
        ships = [self.best_ship(seat) for seat in ahead]
        return [seat for seat, ship in zip(ahead, ships, strict=True) if ship == max(ships)]

    # Data about the table.

    def key(self) -> tuple[object, ...]:
        return (
            tuple([tuple(crew) for crew in self.crews]),
            tuple(self.captain_of),
            tuple([tuple(sorted(chest)) for chest in self.chests]),
            tuple(sorted(self.box)),
        )

    def view(self) -> dict[str, JSON]:
        rules = self.rules
        ships: list[JSON] = []
        for ship, name in enumerate(rules.ships):
            crews: list[JSON] = []
            strengths: list[JSON] = []
            for seat in range(rules.players):
                at = seat * rules.ship_count + ship
                crews.append([self._laid(laid) for laid in self.crews[at]])
                strengths.append(self.strengths[at])
            ships.append(
                {
                    "ship": name,
                    "gold": rules.ship_golds[ship],
                    "captain": self.captain_of[ship],
                    "strengths": strengths,
                    "crews": crews,
                }
            )
        chests: list[JSON] = []
        for seat in range(rules.players):
            cards: list[JSON] = [rules.codes[card] for card in self.chests[seat]]
            chests.append({"gold": self.chest_golds[seat], "cards": cards})
        box: list[JSON] = [rules.codes[card] for card in self.box]
        return {
            "ships": ships,
            "chests": chests,
            "supply": list(self.supply),
            "box": box,
            "best_ships": [self.best_ship(seat) for seat in range(rules.players)],
        }

    def _laid(self, laid: int) -> JSON:
        """Describe *laid*, an entry of a crew, for `view`."""
        return {
            "card": self.rules.codes[laid >> 1],
            "up": not laid & 1,
            "strength": self.strength_of(laid),
        }

    def cards(self) -> list[int]:
        laid = [card >> 1 for crew in self.crews for card in crew]
        return laid + [card for chest in self.chests for card in chest] + self.box
