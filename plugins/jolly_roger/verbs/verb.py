"""The base of the verbs: effects of special cards that a rule set says with settings.

Each verb is an effect as any plugin could provide it.  The sentences are made from the settings.
"""

from __future__ import annotations

from typing import ClassVar, Final

from ....core.splitting.card_effect import YES_NO, Choices
from ....core.splitting.words.effect_words import MAY
from ....core.text import Both, Message, Name, msg
from ..crew_rules import NOBODY, CrewRules
from ..crews import Crews
from ..effect import Effect

OWN, OPPONENT, ANYONE, OPPONENTS, ALL = "own", "opponent", "anyone", "opponents", "all"
ANY: Final = "any"
LAST, STRONGEST, WEAKEST, PARROT = "last", "strongest", "weakest", "parrot"
SHIP: Final[Choices] = (ANY, "[ships]")
WHICH: Final[Choices] = (LAST, STRONGEST, WEAKEST, PARROT)
FROM: Final[Choices] = (OPPONENT, OWN, ANYONE)


class Verb(Effect):
    """An effect whose card goes out of the game, unless it `lays` itself.

    It has one option, which is always legal, where a verb does not say otherwise.
    """

    def options(self) -> list[str]:
        return ["*"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0]

    def leaves_text(self, lays: bool) -> list[Message]:
        if lays:
            return []
        return [msg("verb-leaves", "The card itself always leaves the game.")]

    def ship_number(self, ship: str) -> int:
        """Return the number of *ship*, or `NOBODY` for any or all."""
        return NOBODY if ship in (ANY, ALL) else self.rules.ships.index(ship)

    def at_ship(self, ship: int) -> Message:
        """Say where: at *ship*, or with `NOBODY` at any one."""
        if ship == NOBODY:
            return msg("verb-any-ship", "at any one ship")
        return Message("verb-ship", "{ship:loc}", {"ship": self.rules.ship_names[ship]})


class CrewVerb(Verb):
    """A verb that does something to one card of a crew.

    Its options name a ship, ``*blue``, and where several seats are possible a seat as well,
    ``*blue:roger``.  If the player *may* leave it, the first option, ``*``, does nothing.

    Attributes:
        from_: whose crews are possible.
        which: the card of a crew: the last, the strongest or the weakest one, or the last parrot;
            of several that are equally strong, the last.
        ship: the ship, or any.
        may: whether it may be left undone.
        targets: the possible crews, each as a seat and a ship; the seat is `NOBODY` if only one
            seat is possible.
    """

    settings: ClassVar = {"from": FROM, "which": WHICH, "ship": SHIP, "may": YES_NO}
    from_ = OPPONENT
    which = LAST
    ship = ANY
    may = False

    def __init__(self, rules: CrewRules, card: int) -> None:
        super().__init__(rules, card)
        self.targets: list[tuple[int, int]] = []
        self.first = 0

    def prepare(self) -> None:
        rules = self.rules
        only = self.ship_number(self.ship)
        ships = list(range(int(rules.ship_count))) if only == NOBODY else [only]
        alone = self.from_ == OWN or (self.from_ == OPPONENT and rules.players == 2)
        seats = [NOBODY] if alone else rules.every_seat
        self.targets = [(seat, ship) for seat in seats for ship in ships]
        self.first = 1 if self.may else 0

    def options(self) -> list[str]:
        rules = self.rules
        named = [
            f"*{rules.ships[ship]}" + ("" if seat == NOBODY else f":{rules.seats[seat]}")
            for seat, ship in self.targets
        ]
        return ["*", *named] if self.may else named

    def victim(self, seat: int, target: int) -> int:
        """Return the seat whose crew *target* is when *seat* plays."""
        named = self.targets[target][0]
        if named != NOBODY:
            return named
        return seat if self.from_ == OWN else 1 - seat

    def place(self, table: Crews, owner: int, ship: int) -> int:
        """Return the place of the card in the crew of *owner* at *ship*, or -1."""
        crew = table.crew(owner, ship)
        best = -1
        if self.which == LAST:
            last = len(crew) - 1
            return last if table.can_take(owner, ship, last) and self.fits(crew[last]) else -1
        for place, laid in enumerate(crew):
            if not self.fits(laid) or not table.can_take(owner, ship, place):
                continue
            if self.which == PARROT:
                best = place if laid & 1 else best
                continue
            more = best < 0 or table.strength_of(laid) - table.strength_of(crew[best])
            if best < 0 or (more <= 0 if self.which == WEAKEST else more >= 0):
                best = place
        return best

    def fits(self, laid: int) -> bool:
        """Return whether the verb can do anything to the entry *laid* of a crew."""
        return True

    def allows(self, seat: int, owner: int) -> bool:
        """Return whether *seat* may do this to a crew of *owner*."""
        if self.from_ == OPPONENT:
            return not self.rules.are_partners(seat, owner)
        return seat == owner or self.from_ == ANYONE

    def hits_opponents(self) -> bool:
        return self.from_ == OPPONENT

    def legal(self, table: Crews, seat: int) -> list[int]:
        found = []
        for target, (_, ship) in enumerate(self.targets):
            owner = self.victim(seat, target)
            if self.allows(seat, owner) and self.place(table, owner, ship) >= 0:
                found.append(self.first + target)
        return [*found, 0] if self.may else found

    def act(self, table: Crews, seat: int, option: int) -> None:
        if option >= self.first:
            target = option - self.first
            owner, ship = self.victim(seat, target), self.targets[target][1]
            self.do(table, seat, (owner, ship, self.place(table, owner, ship)))

    def do(self, table: Crews, seat: int, at: tuple[int, int, int]) -> None:
        """Do it to the card *at*: the seat and ship of its crew, and its place there."""
        raise NotImplementedError

    # Words.

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        target = option - self.first
        owner, ship = self.victim(seat, target), self.targets[target][1]
        rules = self.rules
        card = rules.card_names[self.card]
        if not self.allows(seat, owner):
            return msg("verb-own-crew", "{card:cap} does nothing to your own crew.", card=card)
        if not table.crew(owner, ship):
            return msg(
                "nothing-to-take",
                "{seat} has no crew {ship:loc}.",
                seat=rules.seat_names[owner],
                ship=rules.ship_names[ship],
            )
        return msg(
            "verb-no-card",
            "{card:cap} can do nothing to the crew {ship:loc}.",
            card=card,
            ship=rules.ship_names[ship],
        )

    def act_text(self) -> list[Message]:
        sentence = self.sentence().filled(
            what=_WHICH[self.which],
            whose=_WHOSE[self.from_],
            place=self.at_ship(self.ship_number(self.ship)),
        )
        texts = [sentence, msg("verb-compare", "The crews there are then compared.")]
        if self.which in (STRONGEST, WEAKEST):
            texts.append(
                msg("verb-equal", "If several cards are equally strong, use the one laid last.")
            )
        if self.may:
            texts.append(MAY)
        safe = [name for card, name in enumerate(self.rules.card_names) if self.rules.safe[card]]
        if safe:
            texts.append(
                msg(
                    "verb-safe",
                    "Cards that are safe from this while face up: {cards}. As the last card of a"
                    " crew, such a card also protects those under it.",
                    cards=Both(tuple(safe), commas=True),
                )
            )
        return texts

    def sentence(self) -> Message:
        """Say what the player is to do, with *what*, *whose* card it is and *place* left open."""
        raise NotImplementedError

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        if option < self.first:
            return msg("verb-nothing", "Nothing happens.")
        target = option - self.first
        owner, ship = self.victim(seat, target), self.targets[target][1]
        place = self.place(table, owner, ship)
        return self.told().filled(
            seat=self.rules.seat_names[self.named(seat, owner)],
            card=self.what(table.crew(owner, ship)[place]),
            ship=self.rules.ship_names[ship],
        )

    def named(self, seat: int, owner: int) -> int:
        """Return which seat `told` names: by default the one that plays, not the crew's *owner*."""
        return seat

    def told(self) -> Message:
        """Tell what happens, with *seat*, *card* and *ship* left open."""
        raise NotImplementedError

    def what(self, laid: int) -> Message | Name:
        """Name the entry *laid*, as the object of a sentence; a parrot is not given away."""
        if laid & 1:
            return msg("verb-a-parrot", "a parrot")
        return Message("verb-card", "{card:acc}", {"card": self.rules.card_names[laid >> 1]})


# Translators: objects of a sentence such as "Take ... of your crew at any one ship".
_WHICH: Final = {
    LAST: msg("verb-last", "the last card"),
    STRONGEST: msg("verb-strongest", "the strongest card"),
    WEAKEST: msg("verb-weakest", "the weakest card"),
    PARROT: msg("verb-parrot", "the last parrot"),
}
_WHOSE: Final = {
    OWN: msg("verb-own", "of your own crew"),
    OPPONENT: msg("verb-opponent", "of an opponent's crew"),
    ANYONE: msg("verb-anyone", "of any crew"),
}
