"""The ships, crews, captains and chests of a crews table, and what cards can do to them."""

from __future__ import annotations

from ...core.game import JSON
from ...core.kernel.action_list import ActionList
from ...core.kernel.hashing import FACTOR, MASK
from ...core.splitting.offers.offer_notation import UNKNOWN
from ...core.splitting.table import Table
from ...core.vectors import append, i64, vec
from .crew_rules import BELOW, BEST_SHIP, ENTRY, NOBODY, CrewRules, check_captain, lay, push


class Crews(Table):
    """The cards, captains and chests on the table; `CrewsTable` adds how cards are played.

    Everything is in one vector, so that a copy of a table is one copy.  First come the *piles*: the
    crews by seat and ship, the chests by seat, and the box; then the numbers of which `CrewRules`
    has the places.  After that each card that was laid has a number: its *entry*, which is twice
    the number of the card, plus one while it lies face down as a parrot, and from bit `BELOW` on
    the place of the card below it.  A pile is the place of its top card.  Place 0 means that there
    is no card.

    Attributes:
        rules: the names and numbers of the game.
        numbers: the vector; `CrewRules` has the places in it.
        pending: the cards that `given` returns, or ``None``.
    """

    def __init__(self, rules: CrewRules, like: Crews | None = None) -> None:
        """Set up an empty table, or a copy of *like*."""
        self.rules = rules
        self.numbers: vec[i64] = rules.empty_table() if like is None else like.numbers[:]
        self.pending: list[int] | None = None

    def copy(self) -> Crews:
        raise NotImplementedError

    def become(self, other: Table) -> bool:
        if not isinstance(other, Crews):
            return False
        self.numbers = other.numbers[:]
        return True

    # What pirates and special cards do.

    def join(self, seat: i64, ship: i64, card: i64) -> None:
        """Add *card* face up to the crew of *seat* at *ship*, and update the captain."""
        lay(self.rules, self.room_for_one(), self._crew_at(seat, ship), seat, ship, 2 * card)

    def lay_parrot(self, seat: i64, ship: i64, card: i64) -> None:
        """Add *card* as a parrot to the crew of *seat* at *ship*, and update the captain."""
        lay(self.rules, self.room_for_one(), self._crew_at(seat, ship), seat, ship, 2 * card + 1)

    def _crew_at(self, seat: i64, ship: i64) -> i64:
        """Return the pile of a crew.  Raises `IndexError` if there is no such seat or ship."""
        rules = self.rules
        if not (0 <= seat < rules.players and 0 <= ship < rules.ship_count):
            raise IndexError("there is no such seat or ship")
        return seat * rules.ship_count + ship

    def room_for_one(self) -> vec[i64]:
        """Return the numbers of the table, with room for a card that comes to it."""
        numbers = self.numbers
        if numbers[self.rules.used_at] == len(numbers):
            # Dice show more faces than there are cards in a deck.
            numbers = append(numbers, 0)
            self.numbers = numbers
        return numbers

    def board(self, seat: i64, card: i64) -> None:
        """Put *card* under the treasure chest of *seat*."""
        rules = self.rules
        if not 0 <= seat < rules.players:
            raise IndexError("there is no such seat")
        numbers = self.room_for_one()
        push(rules, numbers, rules.chest_pile + seat, 2 * card)
        numbers[rules.gold_at + seat] += rules.gold_of[card]

    def boarded_ship(self, seat: i64, card: i64) -> int:
        """Return the ship of the colour of *card* on which *seat* has a captain, or `NOBODY`."""
        for ship in self.rules.card_ships[card]:
            if self.numbers[self.rules.captain_at + ship] == seat:
                return ship
        return NOBODY

    def discard(self, card: int) -> None:
        """Put *card* into the box, out of the game."""
        push(self.rules, self.room_for_one(), self.rules.box_pile, 2 * card)

    def crew(self, seat: i64, ship: i64) -> list[int]:
        """Return the entries of the crew of *seat* at *ship*, the top one last, as a new list."""
        return self._pile(self._crew_at(seat, ship))

    def _pile(self, pile: i64) -> list[int]:
        """Return the entries of *pile*, from the first card to the top one."""
        numbers = self.numbers
        cards: list[int] = []
        place = numbers[pile]
        while place:
            cards.append(numbers[place] & ENTRY)
            place = numbers[place] >> BELOW
        cards.reverse()
        return cards

    def can_take_last(self, seat: i64, ship: i64) -> bool:
        """Return whether the crew of *seat* at *ship* has a top card that can be taken away."""
        place = self.numbers[self._crew_at(seat, ship)]
        if not place:
            return False
        last = self.numbers[place] & ENTRY
        return last & 1 == 1 or not self.rules.safe[last >> 1]

    def find_losses(self, seat: i64, first: i64, found: ActionList) -> None:
        """Add *first* plus each ship at which the crew of *seat* can lose its top card to *found*.

        For `Effect.find`: one call is quicker than a `can_take_last` for each ship.
        """
        ship: i64 = 0
        while ship < self.rules.ship_count:
            if self.can_take_last(seat, ship):
                found.add(first + ship)
            ship += 1

    def top_strength(self, pile: i64) -> i64:
        """Return the strength of the top card of a crew if it can be taken away, otherwise 0."""
        place = self.numbers[pile]
        if not place:
            return 0
        laid = self.numbers[place] & ENTRY
        safe = laid & 1 == 0 and self.rules.safe[laid >> 1]
        return 0 if safe else self.strength_of(laid)

    def can_take(self, seat: int, ship: int, place: int) -> bool:
        """Return whether a crew has a card at *place*, 0 being its first, that can be taken away.

        A card with `Effect.safe` cannot while it lies face up, and on top it keeps its crew safe.
        """
        crew = self.crew(seat, ship)
        if not 0 <= place < len(crew) or not self.can_take_last(seat, ship):
            return False
        laid = crew[place]
        return laid & 1 == 1 or not self.rules.safe[laid >> 1]

    def take(self, seat: int, ship: int, place: int) -> None:
        """Put the card at *place* of the crew of *seat* at *ship* into the box.

        *place* counts from 0, the first card; the cards above it move down, and the captain is
        updated.
        """
        self._take(seat, ship, len(self.crew(seat, ship)) - 1 - place)

    def take_last(self, seat: i64, ship: i64) -> None:
        """Put the top card of the crew of *seat* at *ship* into the box; update the captain."""
        self._take(seat, ship, 0)

    def _take(self, seat: i64, ship: i64, depth: i64) -> None:
        """Put the card that lies under *depth* others of the crew into the box."""
        rules = self.rules
        taken = self.lift(seat, ship, depth)
        numbers = self.numbers
        numbers[taken] = (numbers[taken] & ENTRY) >> 1 << 1 | numbers[rules.box_pile] << BELOW
        numbers[rules.box_pile] = taken
        check_captain(rules, numbers, ship)

    def lift(self, seat: i64, ship: i64, depth: i64) -> i64:
        """Lift the card that lies under *depth* others off a crew, and return its place.

        The captain is not updated.
        """
        rules = self.rules
        numbers = self.numbers
        pile = self._crew_at(seat, ship)
        above: i64 = 0
        taken = numbers[pile]
        while taken and depth:
            above = taken
            taken = numbers[taken] >> BELOW
            depth -= 1
        if not taken:
            raise IndexError("the crew has no such card")
        laid = numbers[taken] & ENTRY
        below = numbers[taken] >> BELOW
        if above:
            numbers[above] = (numbers[above] & ENTRY) | below << BELOW
        else:
            numbers[pile] = below
        numbers[rules.strength_at + pile] -= self.strength_of(laid)
        if laid & 1:
            numbers[rules.hidden_at + pile] -= rules.gain_of[laid >> 1]
        return taken

    def drop(self, place: i64, seat: i64, ship: i64) -> None:
        """Put the card at *place*, which was lifted, on top of a crew; update the captain."""
        rules = self.rules
        numbers = self.numbers
        pile = self._crew_at(seat, ship)
        laid = numbers[place] & ENTRY
        numbers[place] = laid | numbers[pile] << BELOW
        numbers[pile] = place
        numbers[rules.strength_at + pile] += self.strength_of(laid)
        if laid & 1:
            numbers[rules.hidden_at + pile] += rules.gain_of[laid >> 1]
        check_captain(rules, numbers, ship)

    def give(self, card: int) -> None:
        """Give *card*, or with `DRAWN` one that is drawn, to the hand of whoever plays."""
        self.pending = [*(self.pending or []), card]

    def reaches(self) -> bool:
        return self.rules.reaches

    def given(self) -> list[int]:
        given, self.pending = self.pending or [], None
        return given

    def turn_parrots(self, seat: i64) -> None:
        """Turn up all parrots of *seat* but special cards, in place, and update the captains."""
        ship: i64 = 0
        while ship < self.rules.ship_count:
            self.turn_crew(seat, ship)
            ship += 1

    def turn_crew(self, seat: i64, ship: i64) -> None:
        """Do what `turn_parrots` does for the crew at one *ship*."""
        rules = self.rules
        numbers = self.numbers
        pile = self._crew_at(seat, ship)
        place = numbers[pile]
        while place:
            laid = numbers[place] & ENTRY
            if laid & 1 and not rules.special[laid >> 1]:
                numbers[place] -= 1
            place = numbers[place] >> BELOW
        numbers[rules.strength_at + pile] += numbers[rules.hidden_at + pile]
        numbers[rules.hidden_at + pile] = 0
        check_captain(rules, numbers, ship)

    def parrots_to_turn(self, seat: int) -> int:
        """Count the parrots of *seat* that `turn_parrots` turns."""
        return sum([self.parrots_at(seat, ship) for ship in range(self.rules.ship_count)])

    def parrots_at(self, seat: int, ship: int) -> int:
        """Count the parrots of *seat* that `turn_crew` turns."""
        special = self.rules.special
        return len([laid for laid in self.crew(seat, ship) if laid & 1 and not special[laid >> 1]])

    def strength_of(self, laid: i64) -> i64:
        """Return the strength of *laid*, an entry of a crew, face up or as a parrot."""
        return self.rules.parrot if laid & 1 else self.rules.strength_of[laid >> 1]

    def check(self, ship: i64) -> None:
        """Give *ship* a captain of the strongest crew; none on a tie or with an empty supply."""
        if not 0 <= ship < self.rules.ship_count:
            raise IndexError("there is no such ship")
        check_captain(self.rules, self.numbers, ship)

    def validate(self) -> None:
        for ship in range(self.rules.ship_count):
            self.check(ship)

    # What lies on the table, as new lists.

    @property
    def crews(self) -> list[list[int]]:
        """All crews; that of a seat at a ship has the index ``seat * ship_count + ship``."""
        return [self._pile(pile) for pile in range(int(self.rules.chest_pile))]

    @property
    def chests(self) -> list[list[int]]:
        """By seat, the cards under the treasure chest, in the order of boarding."""
        first = int(self.rules.chest_pile)
        return [self._cards(first + seat) for seat in self.rules.every_seat]

    @property
    def box(self) -> list[int]:
        """The cards that are out of the game, in the order in which they left it."""
        return self._cards(self.rules.box_pile)

    def _cards(self, pile: i64) -> list[int]:
        return [laid >> 1 for laid in self._pile(pile)]

    @property
    def strengths(self) -> list[int]:
        """Strengths of the crews, with the indexes of `crews`."""
        rules = self.rules
        return list(self.numbers[rules.strength_at : rules.hidden_at])

    @property
    def captain_of(self) -> list[int]:
        """By ship, the seat whose captain stands on it, or `NOBODY`."""
        return list(self.numbers[self.rules.captain_at : self.rules.supply_at])

    @property
    def supply(self) -> list[int]:
        """By seat, the number of its captains that stand on no ship."""
        return list(self.numbers[self.rules.supply_at : self.rules.gold_at])

    @property
    def chest_golds(self) -> list[int]:
        """By seat, the gold of the cards under its treasure chest."""
        return list(self.numbers[self.rules.gold_at : self.rules.used_at])

    # Scoring.

    def scores(self) -> list[int]:
        rules = self.rules
        scores = self.chest_golds
        for ship, gold in enumerate(rules.ship_golds):
            seat = self.numbers[rules.captain_at + ship]
            if seat >= 0:
                scores[seat] += gold
        if rules.has_seconds:
            for ship, gold in enumerate(rules.ship_seconds):
                seat = self.second_at(ship)
                if seat >= 0:
                    scores[seat] += gold
        return scores

    def second_at(self, ship: int) -> int:
        """Return the seat of the second strongest crew at *ship*, or `NOBODY`.

        That is the strongest one but that of the captain; nobody's without a captain or on a tie.
        Raises `IndexError` if there is no such ship.
        """
        rules = self.rules
        if not 0 <= ship < rules.ship_count:
            raise IndexError("there is no such ship")
        holder = self.numbers[rules.captain_at + ship]
        if holder < 0:
            return NOBODY
        strengths = self.strengths[ship :: int(rules.ship_count)]
        strengths[holder] = 0
        best = max(strengths)
        return strengths.index(best) if best > 0 and strengths.count(best) == 1 else NOBODY

    def lead_of(self, seat: int) -> int:
        rules = self.rules
        if rules.has_seconds or rules.have_partners:
            return super().lead_of(seat)
        numbers = self.numbers
        own: i64 = 0
        best: i64 = -1_000_000
        someone: i64 = 0
        while someone < rules.players:
            gold = numbers[rules.gold_at + someone]
            ship: i64 = 0
            while ship < rules.ship_count:
                if numbers[rules.captain_at + ship] == someone:
                    gold += rules.gold_at_ship[ship]
                ship += 1
            if someone == seat:
                own = gold
            elif gold > best:
                best = gold
            someone += 1
        return own - best if rules.players > 1 else own

    def state_hash(self) -> int:
        rules = self.rules
        numbers = self.numbers
        hashed: i64 = 0
        pile: i64 = 0
        while pile < rules.chest_pile:
            place = numbers[pile]
            while place:
                hashed = (hashed * FACTOR + (numbers[place] & ENTRY) + 2) & MASK
                place = numbers[place] >> BELOW
            hashed = (hashed * FACTOR + 1) & MASK
            pile += 1
        while pile < rules.box_pile:
            total: i64 = 0  # the order of cards in a chest does not matter
            place = numbers[pile]
            while place:
                total += rules.hash_of[(numbers[place] & ENTRY) >> 1]
                place = numbers[place] >> BELOW
            hashed = (hashed * FACTOR + total) & MASK
            pile += 1
        at = rules.captain_at
        while at < rules.state_end:
            hashed = (hashed * FACTOR + numbers[at]) & MASK
            at += 1
        return hashed ^ (hashed >> 31)

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
        for rule in self.rules.tie_break:
            ranks = [self.tie_rank(seat, rule) for seat in ahead]
            ahead = [seat for seat, rank in zip(ahead, ranks, strict=True) if rank == max(ranks)]
        return ahead

    def tie_rank(self, seat: int, rule: str) -> int:
        """Return what decides a tie by *rule*, of *seat* and its partners; the most wins."""
        partners = self.rules.partners[seat]
        if rule == BEST_SHIP:
            return max([self.best_ship(one) for one in partners])
        ships, holders, golds = rule.endswith("ships"), self.captain_of, self.chest_golds
        count = sum([holders.count(one) if ships else golds[one] for one in partners])
        return count if rule.startswith("most") else -count

    # Data about the table.

    def key(self) -> tuple[object, ...]:
        rules = self.rules
        numbers = self.numbers
        found = self.captain_of
        if rules.state_end > rules.gold_at:
            found += self.chest_golds
        pile: i64 = 0
        while pile <= rules.box_pile:
            found.append(NOBODY)
            place = numbers[pile]
            if pile < rules.chest_pile:
                while place:
                    found.append(numbers[place] & ENTRY)
                    place = numbers[place] >> BELOW
            elif place:
                found += sorted(self._pile(pile))
            pile += 1
        return tuple(found)

    def view(self) -> dict[str, JSON]:
        return self._view(self.rules.every_seat)

    def view_for(self, seat: int | None) -> dict[str, JSON]:
        """Return what may be shown to *seat*: with `CrewRules.memory`, not what it must remember.

        Then `UNKNOWN` stands for opponents' parrots and the cards in their chests and in the box,
        ``None`` for gold and for counts of unseen cards.  Nothing of that was ever secret: bots,
        which forget nothing, get equal copies.
        """
        if not self.rules.memory:
            return self.view()
        view = self._view([] if seat is None else self.rules.partners[seat])
        view["box"] = [UNKNOWN for _ in self.box]
        view["unseen"] = None
        return view

    def knows_score(self, seat: int | None, other: int) -> bool:
        rules = self.rules
        return not rules.memory or (seat is not None and rules.are_partners(seat, other))

    def _view(self, shown: list[int]) -> dict[str, JSON]:
        """Describe the table, with the parrots and chests of the seats in *shown*."""
        rules = self.rules
        every_strength, captain_of, golds = self.strengths, self.captain_of, self.chest_golds
        ships: list[JSON] = []
        for ship, name in enumerate(rules.ships):
            crews: list[JSON] = []
            strengths: list[JSON] = []
            for seat in rules.every_seat:
                crews.append([self._laid(laid, seat in shown) for laid in self.crew(seat, ship)])
                strengths.append(every_strength[seat * rules.ship_count + ship])
            second: dict[str, JSON] = {}
            if rules.has_seconds:
                second["second"] = rules.ship_seconds[ship]
            facts: dict[str, JSON] = {
                "ship": name, "gold": rules.ship_golds[ship], "captain": captain_of[ship],
                "strengths": strengths, "crews": crews,
            }  # fmt: skip
            ships.append({**facts, **second})
        chests: list[JSON] = []
        for seat, chest in enumerate(self.chests):
            cards: list[JSON] = [rules.codes[card] if seat in shown else UNKNOWN for card in chest]
            gold = golds[seat] if seat in shown else None
            chests.append({"gold": gold, "cards": cards})
        box: list[JSON] = [rules.codes[card] for card in self.box]
        return {
            "ships": ships,
            "chests": chests,
            "supply": [*self.supply],
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
        piles = range(int(self.rules.box_pile) + 1)
        cards = [card for pile in piles for card in self._cards(pile)]
        return cards + [card for card in self.pending or () if card >= 0]
