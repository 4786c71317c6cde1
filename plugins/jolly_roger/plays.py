"""Every way to play a card at a crews table: numbers, notations, and reading notations."""

from __future__ import annotations

import re

from ...core.errors import IllegalAction, InvalidNotation, NotationError
from ...core.game import JSON, Action
from ...core.text import msg
from ...core.vectors import append, i64, vec
from .crew_rules import CrewRules


class Plays:
    """The plays of all cards, numbered ``(card << shift) + option``.

    The options of a card are: join at each ship, lie as a parrot at each ship, board, and then
    those of its effect.  All special cards of *rules* must have been made before this object.
    """

    def __init__(self, rules: CrewRules) -> None:
        self.rules = rules
        self.board: i64 = 2 * rules.ship_count
        """The option of boarding; the options of an effect come after this number."""
        most_options = max([len(options) for options in rules.effect_options], default=0)
        self.shift: i64 = int(self.board + most_options).bit_length()
        self.mask: i64 = (1 << int(self.shift)) - 1
        self.plain: list[list[int]] = []
        """By card, the plays that are always legal: joining, and lying as a parrot."""
        self.with_captain: list[list[int]] = []
        """By card, `plain` and boarding, for a captain on a ship of the card's colour."""
        self.joins: vec[i64] = vec[i64]([])
        """The plays that join a crew face up, card by card, without those of effects."""
        self.joins_at: vec[i64] = vec[i64]([0])
        """By card, where its plays begin in `joins`; and at last where all end."""
        self.plain_counts: vec[i64] = vec[i64]([])
        """By card, the number of plays that are always legal."""
        self.boards: vec[i64] = vec[i64]([])
        """By card, its play with a captain on a ship of its colour, or 0 if it never boards."""
        self.captain_at: vec[i64] = vec[i64]([])
        """By card, the place in `Crews.numbers` of the captain that it needs to board.

        It is 0 if the card never boards, and -1 if several ships have its colour.
        """
        self.ends: vec[i64] = vec[i64]([])
        """Room to note how many plays a hand has up to each card."""
        self.notations: list[str] = [""] * (len(rules.codes) << int(self.shift))
        """Notation by play; empty for a number that is no play."""
        for card in range(len(rules.codes)):
            self._number(card)
        # An effect's "@ship" comes later and so replaces joining, which a special card cannot do.
        self._by_notation: dict[str, int] = {
            notation.casefold(): play for play, notation in enumerate(self.notations) if notation
        }

    def _number(self, card: int) -> None:
        rules = self.rules
        code = rules.codes[card]
        ships = len(rules.ships)
        board = int(self.board)
        base = card << int(self.shift)
        for ship, name in enumerate(rules.ships):
            self.notations[base + ship] = f"{code}@{name}"
            self.notations[base + ships + ship] = f"{code}?{name}"
        self.notations[base + board] = f"{code}$"
        for option, suffix in enumerate(rules.effect_options[card]):
            self.notations[base + board + 1 + option] = code + suffix
        joins = [] if rules.special[card] else [base + ship for ship in rules.card_ships[card]]
        parrots = [base + ships + ship for ship in range(ships)]
        boards = [base + board] if joins and rules.golds[card] else []
        self.plain.append(joins + parrots)
        self.with_captain.append(joins + boards + parrots)
        self.plain_counts = append(self.plain_counts, len(joins + parrots))
        for join in joins:
            self.joins = append(self.joins, join)
        self.joins_at = append(self.joins_at, len(self.joins))
        self.boards = append(self.boards, boards[0] if boards else 0)
        captain_at = int(rules.captain_at) + joins[0] - base if len(joins) == 1 else -1
        self.captain_at = append(self.captain_at, captain_at if boards else 0)

    def describe(self, seat: int, play: int, effect_id: str) -> Action:
        """Describe *play* of *seat*; *effect_id* names the effect of a special card."""
        rules = self.rules
        card = play >> int(self.shift)
        option = play & int(self.mask)
        details: dict[str, JSON] = {"card": rules.codes[card]}
        if option < rules.ship_count:
            kind = "join"
            details["ship"] = rules.ships[option]
        elif option < self.board:
            kind = "parrot"
            details["ship"] = rules.ships[option - len(rules.ships)]
        elif option == self.board:
            kind = "board"
        else:
            kind = "effect"
            details["effect"] = effect_id
            details["option"] = option - int(self.board) - 1
        return Action(kind, seat, self.notations[play], details)

    def read(self, hand: list[int], text: str, legal: list[int]) -> int:
        """Return the play that *text* writes, legal or not.

        A card and a ship without a sign are the only one of the *legal* plays with both.

        Raises `InvalidNotation`, or `IllegalAction` for just the code of a card not in *hand*.
        """
        plain = "".join(text.split()).casefold()
        play = self._by_notation.get(plain, -1)
        if play >= 0:
            return play
        written = {one: re.split("[@?*]", self.notations[one].casefold()) for one in legal}
        there = [one for one, parts in written.items() if parts[-1] and "".join(parts) == plain]
        if len(there) == 1:
            return there[0]
        raise self._unreadable(hand, text, plain, there or legal)

    def _unreadable(
        self, hand: list[int], text: str, plain: str, legal: list[int]
    ) -> NotationError:
        """Return the error that says what is wrong in *text*: the card, the ship or the rest."""
        rules = self.rules
        code = plain
        place = ""
        sign = ""
        for character in "@?*$":
            if character in plain:
                code, sign, place = plain.partition(character)
                break
        known = [known.casefold() for known in rules.codes]
        if not sign and code not in known:  # a card, and a ship or word without a sign
            begun = [one for one in known if code.startswith(one)]
            code = max(begun, key=len, default=code)
        if not code or (not sign and code not in known):
            message = msg("not-a-play", '"{text}" is neither a command nor a move.', text=text)
            return InvalidNotation(message)
        written = code.upper()
        if code not in known:
            return InvalidNotation(msg("unknown-card", "There is no card {card}.", card=written))
        card = known.index(code)
        if not sign:
            if card not in hand:
                message = msg("not-in-hand", "{card:cap} is not among your cards.", card=written)
                return IllegalAction(message)
            message = msg(
                "no-play",
                "Say what to do with {card}, for example {examples}.",
                card=written,
                examples=", ".join(self._examples(card, legal)),
            )
            return InvalidNotation(message)
        ships = [ship.casefold() for ship in rules.ships]
        if place and place.partition(":")[0] not in ships:
            return InvalidNotation(msg("unknown-ship", 'There is no ship "{ship}".', ship=place))
        message = msg("no-such-play", "{card:cap} cannot be played like that.", card=written)
        return InvalidNotation(message)

    def _examples(self, card: int, legal: list[int]) -> list[str]:
        """Write some *legal* plays of *card*: up to two face up, one as a parrot, and boarding."""
        ships, board = self.rules.ship_count, int(self.board)
        plays = {play & int(self.mask): play for play in legal if play >> int(self.shift) == card}
        parrots = [option for option in plays if ships <= option < board]
        boards = [option for option in plays if option == board]
        others = [option for option in plays if option < ships or option > board]
        options = [*others[:2], *parrots[:1], *boards]
        return [self.notations[plays[option]] for option in options]
