"""The table of Jolly & Roger: ships, the crews beside them, captains, chests.

Generic in ships, colours, seats, captains and strengths.  A crew's cards are kept as twice the card
number, plus one while it lies face down as a parrot.
"""

from __future__ import annotations

from typing import Final

from ...errors import IllegalAction, InvalidNotation
from ...game import JSON, Action
from ...splitting.table import Table
from ...text import Message, Name, msg
from .effects import Effect
from .terms import CrewTerms

NOBODY: Final = -1


class CrewRules:
    """What does not change during a game, in flat lists by card, by ship or by seat.

    *strengths* and *golds* are by card (0 gold: never boards), *card_ships* the ships each card may
    join face up, *ship_golds* what a ship is worth, *captains* how many each seat has, *parrot* the
    strength of a card laid face down.  The names are what people read for the same lists.  Effects
    come later, in `bind`, since they look at this.
    """

    def __init__(
        self,
        seats: list[str],
        codes: list[str],
        strengths: list[int],
        golds: list[int],
        card_ships: list[list[int]],
        ships: list[str],
        ship_golds: list[int],
        captains: int,
        parrot: int,
        seat_names: list[Name],
        card_names: list[Name],
        ship_names: list[Name],
    ) -> None:
        self.seats = seats
        self.codes = codes
        self.strengths = strengths
        self.golds = golds
        self.card_ships = card_ships
        self.ships = ships
        self.ship_golds = ship_golds
        self.captains = captains
        self.parrot = parrot
        self.seat_names = seat_names
        self.card_names = card_names
        self.ship_names = ship_names
        self.players = len(seats)
        self.every_seat = list(range(len(seats)))
        self.ship_count = len(ships)
        self.chest_option = 2 * len(ships)
        self.stride = 2 * len(ships) + 1
        """How many plays are numbered for a card: play = card * stride + option."""
        self.effects: list[Effect | None] = [None] * len(codes)
        self.effect_options: list[list[str]] = [[] for _ in codes]
        self.plain_plays: list[list[int]] = []
        """By card, what can be done with it at any time: join, and lie as a parrot."""
        self.captain_plays: list[list[int]] = []
        """By card, the same with boarding, for whoever has a captain on the card's ship."""
        self.notations: list[str] = []
        self.plays_by_notation: dict[str, int] = {}
        self.terms = CrewTerms(self)
        self.number_plays()

    def bind(self, card: int, effect: Effect) -> None:
        """Make *card* a special card; call `number_plays` when all are bound."""
        self.effects[card] = effect
        self.effect_options[card] = list(effect.options())

    def number_plays(self) -> None:
        """Number every play there can be, and write each in its notation."""
        ships = self.ship_count
        most_options = max([len(options) for options in self.effect_options], default=0)
        self.stride = stride = self.chest_option + 1 + most_options
        self.plain_plays = []
        self.captain_plays = []
        self.notations = [""] * (stride * len(self.codes))
        for card, code in enumerate(self.codes):
            base = card * stride
            for ship, name in enumerate(self.ships):
                self.notations[base + ship] = f"{code}@{name}"
                self.notations[base + ships + ship] = f"{code}?{name}"
            self.notations[base + self.chest_option] = f"{code}$"
            for option, suffix in enumerate(self.effect_options[card]):
                self.notations[base + self.chest_option + 1 + option] = code + suffix
            parrots = [base + ships + ship for ship in range(ships)]
            joins = [] if self.effects[card] else [base + ship for ship in self.card_ships[card]]
            boards = [base + self.chest_option] if joins and self.golds[card] else []
            self.plain_plays.append(joins + parrots)
            self.captain_plays.append(joins + boards + parrots)
        self.terms = CrewTerms(self)
        # An effect's own "@ship" comes later and so wins over the table's, which it replaces.
        self.plays_by_notation = {
            notation.casefold(): play for play, notation in enumerate(self.notations) if notation
        }


class Crews(Table):
    """The ships with the crews on both sides, the captains, the chests and the box."""

    def __init__(self, rules: CrewRules, like: Crews | None = None) -> None:
        """Set up an empty table, or one that is equal to *like*."""
        self.rules = rules
        self.crews: list[list[int]]
        """By seat, then ship: the crew's cards in order, the last one on top."""
        self.strengths: list[int]
        """By seat, then ship."""
        self.captain_of: list[int]
        """The seat whose captain stands on each ship, or `NOBODY`."""
        self.supply: list[int]
        """Each seat's captains that stand on no ship."""
        self.chests: list[list[int]]
        """The cards under each seat's treasure chest, in the order they came."""
        self.chest_golds: list[int]
        self.box: list[int]
        """The cards out of the game."""
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
        return Crews(self.rules, self)

    # What a card can do.

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        rules = self.rules
        captain_of = self.captain_of
        plays: list[int] = []
        before = -1
        for card in hand:
            if card == before:
                continue
            before = card
            effect = rules.effects[card]
            if effect is None:
                for ship in rules.card_ships[card]:
                    if captain_of[ship] == seat:
                        plays += rules.captain_plays[card]
                        break
                else:
                    plays += rules.plain_plays[card]
            else:
                first = card * rules.stride + rules.chest_option + 1
                for option in effect.legal(self, seat):
                    plays.append(first + option)
                plays += rules.plain_plays[card]
        return plays

    def play(self, seat: int, play: int) -> int:
        rules = self.rules
        card = play // rules.stride
        option = play - card * rules.stride
        if option < rules.ship_count:
            self.join(seat, option, card)
        elif option < rules.chest_option:
            self.lay_parrot(seat, option - rules.ship_count, card)
        elif option == rules.chest_option:
            self.board(seat, card)
        else:
            effect = rules.effects[card]
            assert effect is not None
            effect.play(self, seat, option - rules.chest_option - 1)
        return card

    # What the rules and the special cards do to the table.

    def join(self, seat: int, ship: int, card: int) -> None:
        """Lay *card* face up on the crew of *seat* at *ship*."""
        at = seat * self.rules.ship_count + ship
        self.crews[at].append(2 * card)
        self.strengths[at] += self.rules.strengths[card]
        self.check(ship)

    def lay_parrot(self, seat: int, ship: int, card: int) -> None:
        """Lay *card* face down, as a parrot, on the crew of *seat* at *ship*."""
        at = seat * self.rules.ship_count + ship
        self.crews[at].append(2 * card + 1)
        self.strengths[at] += self.rules.parrot
        self.check(ship)

    def board(self, seat: int, card: int) -> None:
        """Put *card* under the treasure chest of *seat*."""
        self.chests[seat].append(card)
        self.chest_golds[seat] += self.rules.golds[card]

    def boarded_ship(self, seat: int, card: int) -> int:
        """Return the ship of the card's colour that a captain of *seat* lets it board."""
        for ship in self.rules.card_ships[card]:
            if self.captain_of[ship] == seat:
                return ship
        return NOBODY

    def discard(self, card: int) -> None:
        """Put *card* into the box: it is out of the game."""
        self.box.append(card)

    def crew(self, seat: int, ship: int) -> list[int]:
        """Return the crew of *seat* at *ship* as it lies: twice the card, plus one face down."""
        return self.crews[seat * self.rules.ship_count + ship]

    def can_take_last(self, seat: int, ship: int) -> bool:
        """Say whether the crew of *seat* at *ship* has a last card that can be taken away."""
        crew = self.crews[seat * self.rules.ship_count + ship]
        if not crew:
            return False
        last = crew[-1]
        if last & 1:
            return True
        effect = self.rules.effects[last >> 1]
        return effect is None or not effect.safe

    def take_last(self, seat: int, ship: int) -> None:
        """Put the last card of the crew of *seat* at *ship* into the box."""
        at = seat * self.rules.ship_count + ship
        last = self.crews[at].pop()
        self.strengths[at] -= self.strength_of(last)
        self.box.append(last >> 1)
        self.check(ship)

    def turn_parrots(self, seat: int) -> None:
        """Turn over all parrots of *seat*, keeping their places; special cards stay parrots."""
        rules = self.rules
        for ship in range(rules.ship_count):
            at = seat * rules.ship_count + ship
            crew = self.crews[at]
            for place, laid in enumerate(crew):
                if laid & 1 and rules.effects[laid >> 1] is None:
                    crew[place] = laid - 1
                    self.strengths[at] += rules.strengths[laid >> 1] - rules.parrot
            self.check(ship)

    def parrots_to_turn(self, seat: int) -> int:
        """Count the parrots of *seat* that `turn_parrots` would leave face up."""
        count = 0
        for ship in range(self.rules.ship_count):
            for laid in self.crew(seat, ship):
                if laid & 1 and self.rules.effects[laid >> 1] is None:
                    count += 1
        return count

    def strength_of(self, laid: int) -> int:
        """Return what a card in a crew counts, as it lies."""
        return self.rules.parrot if laid & 1 else self.rules.strengths[laid >> 1]

    def check(self, ship: int) -> None:
        """See who has the stronger crew at *ship*: his captain stands on it, else none does."""
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
        """Return the gold of the most valuable ship *seat* holds, 0 without one."""
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

    # What bots search by.

    def key(self) -> tuple[object, ...]:
        return (
            tuple([tuple(crew) for crew in self.crews]),
            tuple(self.captain_of),
            tuple([tuple(sorted(chest)) for chest in self.chests]),
            tuple(sorted(self.box)),
        )

    def terms(self, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        return self.rules.terms.of(self, seat, pool, coming, last)

    def term_names(self) -> list[str]:
        return self.rules.terms.names

    # Words.

    def notation(self, play: int) -> str:
        return self.rules.notations[play]

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        plain = "".join(text.split()).casefold()
        play = self.rules.plays_by_notation.get(plain, NOBODY)
        if play < 0:
            self._refuse_unreadable(hand, text, plain)
        if play not in self.legal_plays(seat, hand):
            raise IllegalAction(self._why_not(seat, hand, play))
        return play

    def looks_like_play(self, text: str) -> bool:
        return any(sign in text for sign in "@?*$")

    def _refuse_unreadable(self, hand: list[int], text: str, plain: str) -> None:
        """Say what cannot be read: the card, the ship, or what is done with them."""
        rules = self.rules
        code = plain
        place = ""
        sign = ""
        for character in "@?*$":
            if character in plain:
                code, sign, place = plain.partition(character)
                break
        known = [known.casefold() for known in rules.codes]
        if not code or (not sign and code not in known):
            raise InvalidNotation(
                msg("not-an-action", '"{text}" is neither a word nor a card here.', text=text)
            )
        if code not in known:
            raise InvalidNotation(
                msg("unknown-card", "There is no card {card}.", card=code.upper())
            )
        card = known.index(code)
        if not sign:
            if card not in hand:
                raise IllegalAction(
                    msg("not-in-hand", "{card} is not among your cards.", card=code.upper())
                )
            raise InvalidNotation(
                msg(
                    "no-play",
                    "Say what {card} does, like {examples}.",
                    card=code.upper(),
                    examples=", ".join(self._examples(card)),
                )
            )
        ships = [ship.casefold() for ship in rules.ships]
        if place and place.partition(":")[0] not in ships:
            raise InvalidNotation(msg("unknown-ship", 'There is no ship "{ship}".', ship=place))
        raise InvalidNotation(
            msg("no-such-play", "{card} cannot be played like that.", card=code.upper())
        )

    def _examples(self, card: int) -> list[str]:
        """Write a way of each kind to play *card*: what it does face up, and as a parrot."""
        rules = self.rules
        code = rules.codes[card]
        options = [code + option for option in rules.effect_options[card]]
        if rules.effects[card] is None:
            options = [f"{code}@{rules.ships[ship]}" for ship in rules.card_ships[card]]
        boards = [f"{code}$"] if rules.golds[card] and rules.card_ships[card] else []
        return [*options[:2], f"{code}?{rules.ships[0]}", *boards]

    def _why_not(self, seat: int, hand: list[int], play: int) -> Message:
        """Say why *play*, which can be read, is not legal."""
        rules = self.rules
        card = play // rules.stride
        option = play - card * rules.stride
        code = rules.codes[card]
        if card not in hand:
            return msg("not-in-hand", "{card} is not among your cards.", card=code)
        effect = rules.effects[card]
        if option > rules.chest_option:
            assert effect is not None
            why = effect.why_not(self, seat, option - rules.chest_option - 1)
            return why or msg("not-possible", "{card} cannot do that now.", card=code)
        if effect is not None:
            if option == rules.chest_option:
                return msg("never-boards", "{card} never boards a ship.", card=code)
            return msg("never-joins", "{card} cannot join a crew face up.", card=code)
        if option == rules.chest_option:
            if rules.golds[card] and rules.card_ships[card]:
                return msg(
                    "no-captain",
                    "{card} cannot board: no captain of yours is on the ship of its colour.",
                    card=code,
                )
            return msg("never-boards", "{card} never boards a ship.", card=code)
        return msg(
            "wrong-ship",
            "{card} joins face up only at the ship of its colour; elsewhere it is a parrot:"
            " {parrot}.",
            card=code,
            parrot=f"{code}?{rules.ships[option]}",
        )

    def describe(self, seat: int, play: int) -> Action:
        rules = self.rules
        card = play // rules.stride
        option = play - card * rules.stride
        details: dict[str, JSON] = {"card": rules.codes[card]}
        if option < rules.ship_count:
            kind = "join"
            details["ship"] = rules.ships[option]
        elif option < rules.chest_option:
            kind = "parrot"
            details["ship"] = rules.ships[option - rules.ship_count]
        elif option == rules.chest_option:
            kind = "board"
        else:
            effect = rules.effects[card]
            assert effect is not None
            kind = "effect"
            details["effect"] = effect.id
            details["option"] = option - rules.chest_option - 1
        return Action(kind, seat, rules.notations[play], details)

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
        """Tell a card of a crew: its code, whether it lies face up, what it counts."""
        return {
            "card": self.rules.codes[laid >> 1],
            "up": not laid & 1,
            "strength": self.strength_of(laid),
        }

    def cards(self) -> list[int]:
        laid = [card >> 1 for crew in self.crews for card in crew]
        return laid + [card for chest in self.chests for card in chest] + self.box
