"""The ships, crews, captains and chests of a crews table, and what cards can do to them."""

from __future__ import annotations

from ...game import JSON
from ...splitting.offer_notation import UNKNOWN
from ...splitting.table import Table
from .crew_rules import NOBODY, CrewRules


class Crews(Table):
    """The cards, captains and chests on the table; `CrewsTable` adds how cards are played.

    A crew lists its cards from the first to the top one: twice the number of the card, plus one
    while the card lies face down as a parrot.

    Attributes:
        rules: the names and numbers of the game.
        crews: all crews; that of a seat at a ship has the index ``seat * ship_count + ship``.
        strengths: strengths of the crews, with the same indexes.
        captain_of: by ship, the seat whose captain stands on it, or `NOBODY`.
        supply: by seat, the number of its captains that stand on no ship.
        chests: by seat, the cards under the treasure chest, in the order of boarding.
        chest_golds: by seat, the gold of these cards.
        box: the cards that are out of the game.
    """

    def __init__(self, rules: CrewRules, like: Crews | None = None) -> None:
        """Set up an empty table, or a copy of *like*."""
        self.rules = rules
        self.crews: list[list[int]]
        self.strengths: list[int]
        self.captain_of: list[int]
        self.supply: list[int]
        self.chests: list[list[int]]
        self.chest_golds: list[int]
        self.box: list[int]
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

    def can_take(self, seat: int, ship: int, place: int) -> bool:
        """Return whether a crew has a card at *place*, 0 being its first, that can be taken away.

        A card with `Effect.safe` cannot while it lies face up, and on top it keeps its crew safe.
        """
        crew = self.crews[seat * self.rules.ship_count + ship]
        if not 0 <= place < len(crew) or not self.can_take_last(seat, ship):
            return False
        laid = crew[place]
        return laid & 1 == 1 or not self.rules.safe[laid >> 1]

    def take(self, seat: int, ship: int, place: int) -> None:
        """Put the card at *place* of the crew of *seat* at *ship* into the box.

        *place* counts from 0, the first card; the cards above it move down, and the captain is
        updated.
        """
        at = seat * self.rules.ship_count + ship
        laid = self.crews[at].pop(place)
        self.strengths[at] -= self.strength_of(laid)
        self.box.append(laid >> 1)
        self.check(ship)

    def take_last(self, seat: int, ship: int) -> None:
        """Put the top card of the crew of *seat* at *ship* into the box; update the captain."""
        self.take(seat, ship, len(self.crew(seat, ship)) - 1)

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

    def winners_among(self, scores: list[int]) -> list[int]:
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
        return self._view(self.rules.every_seat)

    def view_for(self, seat: int | None) -> dict[str, JSON]:
        """Return what may be shown to *seat*: with `CrewRules.memory`, not what it must remember.

        Then `UNKNOWN` stands for opponents' parrots and for the cards in their chests and in the
        box, and ``None`` for the gold of a chest and for the counts of unseen cards.  Nothing of
        that was ever secret, so bots, which forget nothing, still get equal copies.
        """
        if not self.rules.memory:
            return self.view()
        view = self._view([] if seat is None else [seat])
        view["box"] = [UNKNOWN for _ in self.box]
        view["unseen"] = None
        return view

    def knows_score(self, seat: int | None, other: int) -> bool:
        return other == seat or not self.rules.memory

    def _view(self, shown: list[int]) -> dict[str, JSON]:
        """Describe the table, with the parrots and chests of the seats in *shown*."""
        rules = self.rules
        ships: list[JSON] = []
        for ship, name in enumerate(rules.ships):
            crews: list[JSON] = []
            strengths: list[JSON] = []
            for seat in rules.every_seat:
                at = seat * rules.ship_count + ship
                crews.append([self._laid(laid, seat in shown) for laid in self.crews[at]])
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
        for seat, chest in enumerate(self.chests):
            cards: list[JSON] = [rules.codes[card] if seat in shown else UNKNOWN for card in chest]
            gold = self.chest_golds[seat] if seat in shown else None
            chests.append({"gold": gold, "cards": cards})
        box: list[JSON] = [rules.codes[card] for card in self.box]
        return {
            "ships": ships,
            "chests": chests,
            "supply": list(self.supply),
            "box": box,
            "best_ships": [self.best_ship(seat) for seat in rules.every_seat],
        }

    def _laid(self, laid: int, shown: bool) -> JSON:
        """Describe *laid*, an entry of a crew, for `view`; a parrot only if it may be *shown*."""
        return {
            "card": UNKNOWN if laid & 1 and not shown else self.rules.codes[laid >> 1],
            "up": not laid & 1,
            "strength": self.strength_of(laid),
        }

    def cards(self) -> list[int]:
        laid = [card >> 1 for crew in self.crews for card in crew]
        return laid + [card for chest in self.chests for card in chest] + self.box
