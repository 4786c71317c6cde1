"""Hints and reasons at Dead Man's Dice: what a throw can bring, and what can be plundered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, cast

from ...core.text import Both, Message, Name, msg, named, nmsg
from .dice import FACES, JOLLY, LOOK, LOOKS, ORDINARY, SKULL, is_skull
from .dice_game import ROLL_D, ROLL_J, DicePosition

ROLLS: Final = (ROLL_D, ROLL_J)

AGAINST: Final = ("dd-why-robbed-of", "dd-why-out", "dd-why-penalty-of")
"""Codes of texts that tell of a risk."""

BEGINS = msg("dd-why-begins", "Whatever you roll begins a new pile.")

KEEPS = msg(
    "dd-why-keeps-of",
    "{seat} keeps the Jolly Roger die, whose skull on top doubles a whole pile.",
).to_you(
    seat=msg(
        "dd-why-keeps", "You keep the Jolly Roger die, whose skull on top doubles a whole pile."
    )
)
"""Reason to roll an ordinary die as long as there is a choice."""


def doubloons(count: int) -> Message:
    """Write a number of doubloons."""
    return nmsg("dd-doubloons", "{count} doubloon", "{count} doubloons", count)


def sum_of(position: DicePosition, pile: Sequence[int]) -> str:
    """Write what a *pile* counts as a calculation, without its result: (2 + 5 + 7) × 2."""
    text = " + ".join([str(position.dice.worths[die & LOOK]) for die in pile]) or "0"
    if pile and is_skull(pile[-1]):
        return f"({text}) × 2" if len(pile) > 1 else f"{text} × 2"
    return text


def name_move(position: DicePosition, action: int, seats: Sequence[Name]) -> Message:
    """Name *action* inside a sentence, by what it does."""
    kind = position.describe(action).kind
    names: dict[str, Message] = {
        "stack": msg("dd-name-stack", "stack it"),
        "leave": msg("dd-name-leave", "leave it"),
        "stop": msg("dd-name-stop", "stop"),
    }
    name = names.get(kind)
    if kind == "plunder":
        player = cast(int, position.describe(action).details["player"])
        name = msg("dd-name-plunder", "plunder {seat}", seat=named(seats[player]))
    elif name is None:
        name = msg("dd-name-ordinary", "roll an ordinary die")
        if action == ROLL_J:
            name = msg("dd-name-jolly", "roll the Jolly Roger die")
    return msg("named-move", '"{move}"', move=name)


def nudge_from(position: DicePosition, seats: Sequence[Name]) -> Message:
    """Say where to look for the best move, without naming it."""
    if position.opening:
        return msg("dd-nudge-open", "Think about when you will need the Jolly Roger die.")
    if position.plundering:
        return msg("dd-nudge-plunder", "Compare the piles, and see what fits on each top die.")
    if position.rolled:
        return msg("dd-nudge-stack", "Think about what fits on the top die of your pile next.")
    if robbers := _robbers(position, position.seat):
        names = Both(tuple(seats[seat] for seat in robbers))
        return msg("dd-nudge-robbed", "Think about what {seats} can plunder.", seats=names)
    return msg("dd-nudge-roll", "Count the numbers that fit on the top die of your pile.")


def why_of(position: DicePosition, line: Sequence[int], seats: Sequence[Name]) -> Iterator[Message]:
    """Yield what comes of *line*, the expected actions of the seat to act up to a throw.

    Nothing comes of an empty one.
    """
    if not line:
        return
    seat = position.to_act()
    moves, after = moves_of(position, line, seats)
    if len(moves) > 1:
        yield msg("dd-why-then", "Then {moves}.", moves=_counted(moves[1:]))
    if moves and after.last_round:
        yield msg(
            "dd-why-ends-of",
            "That ends the round, which earns {seat} {doubloons}.",
            seat=seats[seat],
            doubloons=doubloons(after.last_round[seat][1]),
        ).to_you(seat=msg("dd-why-ends", "That ends the round, which earns you {doubloons}."))
        return
    yield from _why_piles(position, after, seat, seats)
    if not moves:
        yield from _why_throw(position, JOLLY if line[0] == ROLL_J else ORDINARY, seats[seat])
    elif not after.opening:
        yield from _why_robbed(after, seat, seats)


def _counted(moves: Sequence[Message]) -> Both:
    """List *moves*, as they follow on each other, without quotation marks."""
    runs = [(move.params["move"], len([*run])) for move, run in groupby(moves)]
    return Both(
        tuple(
            Message("named", "{move}", {"move": move}) if count == 1
            else msg("dd-times", "{move}, {count} times in a row", move=move, count=count)
            for move, count in runs
        )
    )  # fmt: skip


def moves_of(
    position: DicePosition, line: Sequence[int], seats: Sequence[Name]
) -> tuple[list[Message], DicePosition]:
    """Name what the seat to act does in *line* before a throw; return also what comes of it."""
    seat, after, moves = position.to_act(), position.copy(), []
    for action in line:
        if after.to_act() != seat or action in ROLLS or after.last_round:
            break
        moves.append(name_move(after, action, seats))
        after.apply(action)
    return moves, after


def why_best(
    position: DicePosition, line: Sequence[int], other: Sequence[int], seats: Sequence[Name]
) -> list[Message]:
    """Return what comes of *line* and speaks for it, beside the line *other*, if there is one.

    What comes of both is no reason, and neither is what speaks against it.
    """
    moves, after = moves_of(position, other, seats)
    ends = moves and after.last_round and not moves_of(position, line, seats)[1].last_round
    if low := _ends_low(position.to_act(), moves, after, seats) if ends else None:
        return [low]
    instead = [*why_of(position, other, seats)]
    risky = not other or any(text.code == "dd-why-robbed-of" for text in instead)
    told = [
        text
        for text in why_of(position, line, seats)
        if (text.code == "dd-why-then" or text not in instead)
        and text.code not in AGAINST
        and (risky or text.code != "dd-why-unrobbed-of")
    ]
    if told and told[-1].code == "dd-why-then":
        return []
    if not told and line[0] == ROLL_J and position.dice.penalty:
        return [
            msg(
                "dd-why-place",
                "The Jolly Roger die must be placed in this round, or it costs {doubloons}.",
                doubloons=doubloons(int(position.dice.penalty)),
            )
        ]
    return told


def _ends_low(
    seat: int, moves: Sequence[Message], after: DicePosition, seats: Sequence[Name]
) -> Message | None:
    """Say that the round has ended *after* these *moves*, if somebody earns more than *seat*."""
    earned = [score for _, score in after.last_round]
    if (most := max(earned)) == earned[seat]:
        return None
    return msg(
        "dd-why-ends-low-of",
        "With {moves}, the round would end now, and {other} would earn {doubloons} more than"
        " {seat}.",
        moves=Both((*moves,)),
        other=seats[earned.index(most)],
        seat=seats[seat],
        doubloons=doubloons(most - earned[seat]),
    ).to_you(
        seat=msg(
            "dd-why-ends-low",
            "With {moves}, the round would end now, and {other} would earn {doubloons} more"
            " than you.",
        )
    )


def lowers(text: Message) -> bool:
    """Return whether *text* tells that a pile is worth less to whoever acts."""
    if text.code != "dd-why-pile-of":
        return False
    worth, before = text.params["doubloons"], text.params["before"]
    return isinstance(worth, Message) and int(str(worth.params["count"])) < int(str(before))


def _why_piles(
    before: DicePosition, after: DicePosition, seat: int, seats: Sequence[Name]
) -> Iterator[Message]:
    """Yield what piles count *after* the expected actions of *seat*, where that has changed."""
    was, own = before.worth(before.pile(seat)), after.worth(after.pile(seat))
    if own != was:
        yield msg(
            "dd-why-pile-of",
            "That makes {seat}'s pile worth {doubloons} instead of {before}.",
            seat=seats[seat],
            doubloons=doubloons(own),
            before=was,
        ).to_you(
            seat=msg("dd-why-pile", "That makes your pile worth {doubloons} instead of {before}.")
        )
    for other, name in enumerate(seats):
        if other != seat and len(after.pile(other)) < len(before.pile(other)):
            yield msg(
                "dd-why-left",
                "{seat}'s pile then drops from {before} to {doubloons}.",
                seat=name,
                before=before.worth(before.pile(other)),
                doubloons=doubloons(after.worth(after.pile(other))),
            ).to_you(
                seat=msg("dd-why-you-left", "Your pile then drops from {before} to {doubloons}.")
            )


def _why_throw(position: DicePosition, kind: int, thrower: Name) -> Iterator[Message]:
    """Yield which throws of a die of that *kind* fit, what a skull brings, and what is at risk."""
    game, seat = position.dice, position.seat
    top = int(position.numbers[game.tops_at + seat])
    looks = [kind + face for face in range(1, 7)]
    if position.opening:
        return
    fitting = [look for look in looks if not top or game.stackable[top * LOOKS + look]]
    if not top:
        yield BEGINS
    elif numbers := tuple(str(FACES[look]) for look in fitting if not is_skull(look)):
        yield nmsg(
            "dd-why-fits-of",
            "{count} of 6 rolls fits on {seat}'s pile: {numbers}.",
            "{count} of 6 rolls fit on {seat}'s pile: {numbers}.",
            len(fitting),
            seat=thrower,
            numbers=Both((*numbers, *([msg("dd-skull", "skull")] if SKULL in fitting else []))),
        ).to_you(
            seat=nmsg(
                "dd-why-fits",
                "{count} of 6 rolls fits on your pile: {numbers}.",
                "{count} of 6 rolls fit on your pile: {numbers}.",
                len(fitting),
            )
        )
    if SKULL in fitting and top:
        pile = [*position.pile(seat), seat * LOOKS + SKULL]
        total = doubloons(position.worth(pile))
        yield msg(
            "dd-why-skull-of",
            "With a skull on top, {seat}'s pile is worth {sum} = {doubloons}.",
            seat=thrower,
            sum=sum_of(position, pile),
            doubloons=total,
        ).to_you(
            seat=msg("dd-why-skull", "With a skull on top, your pile is worth {sum} = {doubloons}.")
        )
    if kind == JOLLY and game.penalty and len(fitting) == len(looks):
        yield msg(
            "dd-why-safe-of",
            "Once the Jolly Roger die is placed, {seat} no longer loses {doubloons} for it.",
            seat=thrower,
            doubloons=doubloons(int(game.penalty)),
        ).to_you(
            seat=msg(
                "dd-why-safe",
                "Once the Jolly Roger die is placed, you no longer lose {doubloons} for it.",
            )
        )
    if len(fitting) < len(looks) and not game.misfits_return:
        yield msg("dd-why-out", "If the roll does not fit, the die is out of the round.")
        if kind == JOLLY and game.penalty:
            yield msg(
                "dd-why-penalty-of",
                "{seat} then loses {doubloons} for the Jolly Roger die.",
                seat=thrower,
                doubloons=doubloons(int(game.penalty)),
            ).to_you(
                seat=msg("dd-why-penalty", "You then lose {doubloons} for the Jolly Roger die.")
            )


def _why_robbed(position: DicePosition, seat: int, seats: Sequence[Name]) -> Iterator[Message]:
    """Yield who can plunder the top die of *seat* as the piles lie, and what that costs."""
    pile = position.pile(seat)
    if not pile:
        return
    if is_skull(pile[-1]):
        yield msg(
            "dd-why-skull-safe",
            "Nobody can plunder the skull on top of the pile.",
        )
        return
    robbers = _robbers(position, seat)
    lost = position.worth(pile) - position.worth(pile[:-1])
    if robbers:
        yield msg(
            "dd-why-robbed-of",
            "{seats} can plunder {seat}'s top die: that costs {doubloons}.",
            seats=Both(tuple(named(seats[one]) for one in robbers)),
            seat=seats[seat],
            doubloons=doubloons(lost),
        ).to_you(
            seat=msg("dd-why-robbed", "{seats} can plunder your top die: that costs {doubloons}.")
        )
    else:
        yield msg(
            "dd-why-unrobbed-of",
            "As the piles stand, nobody can plunder {seat}'s top die.",
            seat=seats[seat],
        ).to_you(
            seat=msg("dd-why-unrobbed", "As the piles stand, nobody can plunder your top die.")
        )


def _robbers(position: DicePosition, seat: int) -> list[int]:
    """Return the seats on whose top dice that of *seat* fits."""
    game, numbers = position.dice, position.numbers
    top = numbers[game.tops_at + seat]
    return [
        other
        for other in range(int(game.seat_count))
        if other != seat and game.plunderable[numbers[game.tops_at + other] * LOOKS + top]
    ]
