"""The game of Dead Man's Dice: open, then roll, stack and plunder until the dice run out; score.

Everything lies open, so a position has no hidden state.
"""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias

from ...core.errors import IllegalAction, InvalidNotation
from ...core.game import CHANCE, JSON, OVER, Action, Game, Position
from ...core.text import Message, Name, msg
from .dice import (
    CODES,
    FACE,
    FACES,
    JOLLY,
    LOOK,
    LOOKS,
    ORDINARY,
    Rules,
    is_skull,
    kind_of,
    lay,
    owner_of,
    plunder_table,
    stack_table,
    worth_table,
)

OPEN: Final = 0
OPEN_ROLL: Final = 1
AGAIN_ROLL: Final = 2
TURN: Final = 3
TURN_ROLL: Final = 4
STACK: Final = 5
PLUNDER: Final = 6
END: Final = 7

PHASES: Final = ["open", "open", "open", "roll", "roll", "stack", "plunder", "end"]
"""What views call the phases; who acts tells a decision from the roll that follows it."""

ROLL_D: Final = ORDINARY
ROLL_J: Final = JOLLY
DO_STACK: Final = 2
DO_LEAVE: Final = 3
DO_STOP: Final = 4
DO_PLUNDER: Final = 5
"""Plundering seat 0; that of seat 1 is the next number, and so on."""

UNPLACED: Final = 1
SPENT: Final = 2
"""Where a Jolly Roger die is that lies in no pile: still to roll, or out of the round."""

NOBODY: Final = -1
NO_DIE: Final = -1

Roundup: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[bool, ...], tuple[int, ...]]
"""A round that is over: the piles, who had not placed the Jolly Roger die, what each scored."""


class DiceGame(Game):
    """The fixed part of the game: who sits there and what fits what."""

    def __init__(
        self, id: str, variant: str, seats: list[str], seat_names: list[Name], rules: Rules
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.seat_names = seat_names
        self.rules = rules
        self.worths = worth_table(rules)
        self.stacks = stack_table(rules)
        self.plunders = plunder_table(rules)
        self.rolls = [(face, 1) for face in FACES]
        self.idle_turns = rules.idle_laps * len(seats)

    def new_position(self, first: int = 0) -> DicePosition:
        return DicePosition(self, first)


class DicePosition(Position):
    """A moment of the game.

    Actions: a roll is the face, 1 for the skull; a decision one of `ROLL_D`, `ROLL_J`, `DO_STACK`,
    `DO_LEAVE`, `DO_STOP` and `DO_PLUNDER` plus the seat.
    """

    def __init__(self, game: DiceGame, first: int, like: DicePosition | None = None) -> None:
        """Set up the first opening, in which seat *first* rolls first, or one equal to *like*."""
        self.game = game
        self.first: int
        """Who rolls first in the opening of this round."""
        self.phase: int
        self.actor: int
        self.seat: int
        """Who opens or whose turn it is."""
        self.round: int
        """The round that is played, from 1."""
        self.kind: int
        """Which kind of die is rolled."""
        self.rolled: int
        """The die that can be stacked or left, else `NO_DIE`."""
        self.placed: bool
        """Whether a die was placed since the last roll."""
        self.rolls_on: bool
        """Whether the seat, having rolled in this turn, may stop rolling."""
        self.idle: int
        """How many turns have begun since a die was last placed."""
        self.totals: list[int]
        self.ordinary: list[int]
        """How many ordinary dice each seat has to roll."""
        self.spent: list[int]
        """How many of its ordinary dice are out of the round."""
        self.jolly: list[int]
        """`UNPLACED`, `SPENT`, or 0 for a Jolly Roger die that was placed."""
        self.piles: list[list[int]]
        """The dice of each seat's pile, the top last."""
        self.last_round: Roundup | None
        """How the last round ended, for telling it."""
        if like is None:
            self.totals = [0] * game.players
            self.round = 0
            self.last_round = None
            self._begin_round(first)
        else:
            self.first = like.first
            self.phase = like.phase
            self.actor = like.actor
            self.seat = like.seat
            self.round = like.round
            self.kind = like.kind
            self.rolled = like.rolled
            self.placed = like.placed
            self.rolls_on = like.rolls_on
            self.idle = like.idle
            self.totals = like.totals[:]
            self.ordinary = like.ordinary[:]
            self.spent = like.spent[:]
            self.jolly = like.jolly[:]
            self.piles = [pile[:] for pile in like.piles]
            self.last_round = like.last_round

    def _begin_round(self, first: int) -> None:
        players = self.game.players
        self.round += 1
        self.first = first
        self.seat = first
        self.actor = first
        self.phase = OPEN
        self.kind = ORDINARY
        self.rolled = NO_DIE
        self.placed = False
        self.rolls_on = False
        self.idle = 0
        self.ordinary = [self.game.rules.ordinary] * players
        self.spent = [0] * players
        self.jolly = [UNPLACED] * players
        self.piles = [[] for _ in range(players)]

    # The contract.

    def to_act(self) -> int:
        return self.actor

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLUNDER:
            return [*self._plunders(), DO_STOP]
        if phase == STACK:
            return [DO_STACK, DO_LEAVE]
        if phase in (OPEN, TURN):
            seat = self.seat
            actions = []
            if self.ordinary[seat]:
                actions.append(ROLL_D)
            if self.jolly[seat] == UNPLACED:
                actions.append(ROLL_J)
            if self.rolls_on:
                actions.append(DO_STOP)
            return actions
        return []

    def _plunders(self) -> list[int]:
        """List the plundering that fits the own top, in the order of play."""
        seat = self.seat
        row = (self.piles[seat][-1] & LOOK) * LOOKS
        fits = self.game.plunders
        players = self.game.players
        found = []
        for step in range(1, players):
            other = (seat + step) % players
            pile = self.piles[other]
            if pile and fits[row + (pile[-1] & LOOK)]:
                found.append(DO_PLUNDER + other)
        return found

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return self.game.rolls[:] if self.actor == CHANCE else []

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == TURN_ROLL:
            self._roll(action)
        elif phase in (TURN, OPEN):
            if action == DO_STOP:
                self._pass_on()
            else:
                self.kind = action
                self.actor = CHANCE
                self.phase = TURN_ROLL if phase == TURN else OPEN_ROLL
        elif phase == PLUNDER:
            if action == DO_STOP:
                self._end_roll()
            else:
                self.piles[self.seat].append(self.piles[action - DO_PLUNDER].pop())
                self._offer_plunder()
        elif phase == STACK:
            die = self.rolled
            self.rolled = NO_DIE
            if action == DO_STACK:
                self._place(die)
            else:
                self._put_back()
            self._offer_plunder()
        else:
            self._roll_opening(action)

    # The opening.

    def _roll_opening(self, face: int) -> None:
        """Lay the die of the opening; after everybody's the lowest begins, or all roll again."""
        seat = self.seat
        die = lay(seat, self.kind, face, True)
        if self.phase == OPEN_ROLL:
            self._take_out(seat)
            self.piles[seat].append(die)
        else:
            self.piles[seat][0] = die
        following = seat + 1 if seat + 1 < self.game.players else 0
        if following != self.first:
            self.seat = following
            if self.phase == OPEN_ROLL:
                self.phase = OPEN
                self.actor = following
            else:
                self.kind = kind_of(self.piles[following][0])
            return
        lowest = self.lowest()
        if lowest == NOBODY:
            self.phase = AGAIN_ROLL
            self.seat = self.first
            self.kind = kind_of(self.piles[self.first][0])
        else:
            self._begin_turn(lowest)

    def lowest(self) -> int:
        """Return the seat with the lowest die of the opening, `NOBODY` where several have it.

        A skull counts 1 here.
        """
        best = FACE
        holder = NOBODY
        for seat, pile in enumerate(self.piles):
            face = pile[0] & FACE
            if face < best:
                best = face
                holder = seat
            elif face == best:
                holder = NOBODY
        return holder

    # Turns.

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.actor = seat
        self.phase = TURN
        self.rolls_on = False
        self.idle += 1

    def fate(self, face: int) -> str:
        """Say what comes of rolling *face* now: it ``starts`` a pile, ``fits`` it or does not."""
        pile = self.piles[self.seat]
        if not pile:
            return "starts"
        look = lay(0, self.kind, face, False)
        fits = self.game.stacks[(pile[-1] & LOOK) * LOOKS + look]
        return "fits" if fits else "misfit"

    def _roll(self, face: int) -> None:
        seat = self.seat
        pile = self.piles[seat]
        die = lay(seat, self.kind, face, False)
        self.actor = seat
        self.placed = False
        if not pile:
            # Rulebook, "Plunderen": a new pile must be begun, whatever is rolled.
            self._place(die)
            self._offer_plunder()
        elif self.game.stacks[(pile[-1] & LOOK) * LOOKS + (die & LOOK)]:
            self.rolled = die
            self.phase = STACK
        else:
            self._put_back()
            self._offer_plunder()

    def _take_out(self, seat: int) -> None:
        """Take the die that is rolled from those that are not placed."""
        if self.kind == JOLLY:
            self.jolly[seat] = 0
        else:
            self.ordinary[seat] -= 1

    def _place(self, die: int) -> None:
        self._take_out(self.seat)
        self.piles[self.seat].append(die)
        self.placed = True
        self.idle = 0

    def _put_back(self) -> None:
        """Return the die that was rolled to its owner, or out of the round."""
        if self.game.rules.misfits_return:
            return
        if self.kind == JOLLY:
            self.jolly[self.seat] = SPENT
        else:
            self.ordinary[self.seat] -= 1
            self.spent[self.seat] += 1

    def _is_empty_handed(self) -> bool:
        return not self.ordinary[self.seat] and self.jolly[self.seat] != UNPLACED

    def _offer_plunder(self) -> None:
        """Let the seat plunder if there is anything for it."""
        if (self.game.rules.last_plunder or not self._is_empty_handed()) and self._plunders():
            self.phase = PLUNDER
        else:
            self._end_roll()

    def _end_roll(self) -> None:
        """After a roll and its plunder: end the round, roll again where the rules say so, or pass.

        Rulebook, "Einde van een ronde": whoever has no die left to roll ends it.
        """
        if self._is_empty_handed():
            self._end_round()
        elif self.placed and self.game.rules.roll_again:
            self.phase = TURN
            self.rolls_on = True
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        if self.idle >= self.game.idle_turns:
            self._end_round()
        else:
            self._begin_turn(self.seat + 1 if self.seat + 1 < self.game.players else 0)

    # Scoring.

    def pile_worth(self, seat: int) -> int:
        """Count the pile of *seat*: its faces, doubled by a skull on top."""
        pile = self.piles[seat]
        worths = self.game.worths
        worth = 0
        for die in pile:
            worth += worths[die & LOOK]
        return 2 * worth if pile and is_skull(pile[-1]) else worth

    def round_score(self, seat: int) -> int:
        """Count what *seat* would get if the round ended now."""
        worth = self.pile_worth(seat)
        return worth - self.game.rules.penalty if self.jolly[seat] else worth

    def _end_round(self) -> None:
        rules = self.game.rules
        gains = [self.round_score(seat) for seat in range(self.game.players)]
        self.last_round = (
            tuple([tuple(pile) for pile in self.piles]),
            tuple([state != 0 for state in self.jolly]),
            tuple(gains),
        )
        for seat, gain in enumerate(gains):
            self.totals[seat] += gain
        best = max(self.totals)
        over = best >= rules.target
        if over and rules.tie_plays_on and self.totals.count(best) > 1:
            over = False
        if over or self.round >= rules.most_rounds:
            self.phase = END
            self.actor = OVER
        else:
            self._begin_round(self.first + 1 if self.first + 1 < self.game.players else 0)

    def copy(self) -> DicePosition:
        return DicePosition(self.game, self.first, self)

    def scores(self) -> list[int]:
        """Count the totals, and until the end what the round would bring if it ended now."""
        if self.phase == END:
            return self.totals[:]
        return [total + self.round_score(seat) for seat, total in enumerate(self.totals)]

    def winners(self) -> list[int]:
        best = max(self.totals)
        return [seat for seat, total in enumerate(self.totals) if total == best]

    def resample(self, seat: int, rng: Random) -> DicePosition:
        return self.copy()

    # Words: notation, description, view.

    def notation(self, action: int) -> str:
        if self.actor == CHANCE:
            return "+S" if self.kind == JOLLY and action == 1 else f"+{action}"
        if action in (ROLL_D, ROLL_J):
            return f"roll {CODES[action]}"
        if action == DO_STACK:
            return "stack"
        if action == DO_LEAVE:
            return "leave"
        if action == DO_STOP:
            return "stop"
        return f"plunder {self.game.seats[action - DO_PLUNDER]}"

    def describe(self, action: int) -> Action:
        details: dict[str, JSON] = {"round": self.round}
        if self.actor == CHANCE:
            kind = "rolled"
            details["seat"] = self.seat
            details["die"] = CODES[self.kind]
            details["face"] = action
            details["skull"] = self.kind == JOLLY and action == 1
            details.update(self._describe_fate(action))
        elif action in (ROLL_D, ROLL_J):
            kind = "roll"
            details["die"] = CODES[action]
        elif action in (DO_STACK, DO_LEAVE):
            kind = "stack" if action == DO_STACK else "leave"
            details.update(self._die(self.rolled))
        elif action == DO_STOP:
            kind = "stop"
        else:
            kind = "plunder"
            details["from"] = action - DO_PLUNDER
            details.update(self._die(self.piles[action - DO_PLUNDER][-1]))
        return Action(kind, self.actor, self.notation(action), details)

    def _describe_fate(self, face: int) -> dict[str, JSON]:
        """Tell what comes of a roll; the last one of an opening says who begins."""
        if self.phase == TURN_ROLL:
            return {"fate": self.fate(face)}
        fate: dict[str, JSON] = {"fate": "opens"}
        if (self.seat + 1) % self.game.players == self.first:
            after = self.copy()
            after.apply(face)
            fate["begins"] = after.seat if after.phase == TURN else NOBODY
        return fate

    def _die(self, die: int) -> dict[str, JSON]:
        """Tell a die that lies on the table."""
        return {
            "die": CODES[kind_of(die)],
            "owner": owner_of(die),
            "face": die & FACE,
            "skull": is_skull(die),
            "worth": self.game.worths[die & LOOK],
        }

    def view(self, seat: int | None) -> dict[str, JSON]:
        seats = range(self.game.players)
        return {
            "phase": PHASES[self.phase],
            "round": self.round,
            "target": self.game.rules.target,
            "to_act": self.actor,
            "seat": self.seat,
            "rolled": None if self.rolled == NO_DIE else self._die(self.rolled),
            "piles": [[self._die(die) for die in pile] for pile in self.piles],
            "worths": [self.pile_worth(owner) for owner in seats],
            "unplaced": [self._hand(owner, UNPLACED, self.ordinary[owner]) for owner in seats],
            "spent": [self._hand(owner, SPENT, self.spent[owner]) for owner in seats],
            "totals": list(self.totals),
            "scores": list(self.scores()),
        }

    def _hand(self, seat: int, jolly: int, ordinary: int) -> list[JSON]:
        """List the dice of *seat* that lie in no pile."""
        dice: list[JSON] = [CODES[ORDINARY]] * ordinary
        if self.jolly[seat] == jolly:
            dice.append(CODES[JOLLY])
        return dice

    # Reading.

    def parse(self, text: str) -> int:
        words = text.casefold().replace("+", "+ ").split()
        if not words:
            raise InvalidNotation(msg("empty", "There is nothing to read."))
        verb, rest = words[0], words[1:]
        if verb == "+" and len(rest) == 1:
            return self._parse_roll(rest[0])
        if verb == "roll" and len(rest) == 1:
            return self._parse_die(rest[0])
        if verb == "plunder" and len(rest) == 1:
            return self._parse_plunder(rest[0])
        if verb in _ALONE and not rest:
            return self._allowed(_ALONE[verb])
        raise InvalidNotation(
            msg(
                "dd-unknown-action",
                '"{text}" is no move: there are roll, stack, leave, plunder and stop.',
                text=" ".join(text.split())[:40],
            )
        )

    def _allowed(self, action: int) -> int:
        if action not in self.legal_actions():
            raise IllegalAction(self._not_now())
        return action

    def _parse_roll(self, face: str) -> int:
        if face not in _FACES:
            raise InvalidNotation(
                msg(
                    "dd-unknown-face",
                    "A die shows 1 to 6, or S for the skull, not {face}.",
                    face=face[:20],
                )
            )
        if self.actor != CHANCE:
            raise IllegalAction(self._not_now())
        if face == ("1" if self.kind == JOLLY else "s"):
            raise IllegalAction(
                msg(
                    "dd-not-on-die",
                    "The Jolly Roger die has a skull instead of the 1; the others have no skull.",
                )
            )
        return _FACES[face]

    def _parse_die(self, code: str) -> int:
        if code.upper() not in CODES:
            raise InvalidNotation(
                msg(
                    "dd-unknown-die",
                    "There is no die {die}: D is an ordinary one, J the Jolly Roger die.",
                    die=code[:20],
                )
            )
        action = CODES.index(code.upper())
        if self.phase not in (OPEN, TURN):
            raise IllegalAction(self._not_now())
        if action not in self.legal_actions():
            raise IllegalAction(
                msg(
                    "dd-no-jolly-left" if action == ROLL_J else "dd-no-ordinary-left",
                    "You have no such die left to roll.",
                )
            )
        return action

    def _parse_plunder(self, name: str) -> int:
        seats = [seat.casefold() for seat in self.game.seats]
        if name not in seats:
            raise InvalidNotation(
                msg("dd-unknown-seat", "Nobody here is called {name}.", name=name[:40])
            )
        other = seats.index(name)
        if self.phase != PLUNDER:
            raise IllegalAction(self._not_now())
        if other == self.seat:
            raise IllegalAction(msg("dd-own-pile", "You cannot plunder your own pile."))
        if DO_PLUNDER + other not in self._plunders():
            raise IllegalAction(self._why_not_plunder(other))
        return DO_PLUNDER + other

    def _why_not_plunder(self, other: int) -> Message:
        pile = self.piles[other]
        name = self.game.seat_names[other]
        if not pile:
            return msg("dd-empty-pile", "{seat} has no pile.", seat=name)
        if is_skull(pile[-1]):
            return msg("dd-skull-safe", "A skull cannot be plundered.")
        return msg(
            "dd-no-fit",
            "The {face} of {seat} is neither the next number up from yours, nor do they make 7.",
            face=pile[-1] & FACE,
            seat=name,
        )

    def _not_now(self) -> Message:
        """Say what is to be done instead."""
        phase = self.phase
        if phase == END:
            return msg("game-over", "The game is over.")
        if self.actor == CHANCE:
            return msg("dd-chance-now", "Now a die is rolled: write + and what it shows, like +5.")
        if phase == STACK:
            return msg("dd-stack-now", "Now the die that was rolled is stacked or left.")
        if phase == PLUNDER:
            return msg("dd-plunder-now", "Now you plunder or stop.")
        return msg("dd-roll-now", "Now a die is chosen to be rolled: write roll D or roll J.")


_ALONE: Final = {"stack": DO_STACK, "leave": DO_LEAVE, "stop": DO_STOP}
_FACES: Final = {"s": 1, **{str(face): face for face in FACES}}
