"""Sentences about what has happened in Dead Man's Dice: rolls, decisions, rounds, the result."""

from __future__ import annotations

from typing import cast

from ...core.game import OVER, Action
from ...core.text import Both, Message, Param, Text, msg, nmsg
from .dice import CODES, JOLLY, LOOK, is_skull
from .dice_names import DiceNames, doubloons
from .dice_state import NOBODY, TURN, DiceState
from .dice_view import DieView


def tell_roll(names: DiceNames, outcome: Action) -> list[Text]:
    """Tell a roll and what follows from it."""
    details = outcome.details
    seat = names.seats[cast(int, details["seat"])]
    what = names.what(cast(int, details["face"]), details["skull"] is True)
    die: Message
    if details["die"] == CODES[JOLLY]:
        # Translators: "rolls a 5 with ...": German "dem Jolly-Roger-Würfel".
        die = msg("dd-with-jolly", "the Jolly Roger die")
    else:
        # Translators: "rolls a 5 with ...": German "einem gewöhnlichen Würfel".
        die = msg("dd-with-ordinary", "an ordinary die")
    if details["fate"] == "opens":
        rolls = msg("dd-opens", "{seat} rolls {what} with {die}.", seat=seat, what=what, die=die)
    else:
        rolls = msg(
            "dd-rolls",
            "{seat} rolls {what} with {die}. {fate}",
            seat=seat,
            what=what,
            die=die,
            fate=_fate(names, cast(str, details["fate"])),
        )
    return [
        rolls,
        *([_opening(names, cast(int, details["begins"]))] if "begins" in details else []),
    ]


def _fate(names: DiceNames, fate: str) -> Message:
    if fate == "starts":
        return msg("dd-starts", "It begins a new pile.")
    if fate == "fits":
        return msg("dd-fits", "It fits.")
    if names.rules.misfits_return:
        return msg("dd-returns", "It does not fit and goes back.")
    return msg("dd-goes-out", "It does not fit and is out of the round.")


def _opening(names: DiceNames, begins: int) -> Message:
    if begins == NOBODY:
        return msg("dd-open-tie", "Several have the lowest number: all roll again.")
    return msg(
        "dd-begins",
        "{seat} has the lowest number and takes the first turn.",
        seat=names.seats[begins],
    )


def tell_decision(names: DiceNames, before: DiceState, done: Action) -> Message:
    """Tell the decision *done*, which was made in the position *before*."""
    seat = names.seats[done.seat]
    if done.kind == "stop":
        if before.phase == TURN:
            return msg("dd-tell-end", "{seat} rolls no more.", seat=seat)
        return msg("dd-tell-stop", "{seat} plunders no more.", seat=seat)
    die = cast(DieView, done.details)
    what = names.what(die["face"], die["skull"])
    if done.kind == "leave":
        return msg("dd-tell-leave", "{seat} does not stack {what}.", seat=seat, what=what)
    worth = worth_after(before, done)
    if done.kind == "stack":
        return nmsg(
            "dd-tell-stack",
            "{seat} stacks {what}: {count} doubloon in the pile.",
            "{seat} stacks {what}: {count} doubloons in the pile.",
            worth,
            seat=seat,
            what=what,
        )
    return nmsg(
        "dd-tell-plunder",
        "{seat} plunders {what} from {victim}: {count} doubloon in the pile.",
        "{seat} plunders {what} from {victim}: {count} doubloons in the pile.",
        worth,
        seat=seat,
        what=what,
        victim=names.seats[cast(int, done.details["from"])],
    )


def worth_after(before: DiceState, done: Action) -> int:
    """Return the worth of the seat's pile once the die of *done* lies on it."""
    die = cast(DieView, done.details)
    below = sum(before.rules.worths[under & LOOK] for under in before.piles[done.seat])
    worth = die["worth"] + below
    return 2 * worth if die["skull"] else worth


def tell_round(names: DiceNames, round: int, after: DiceState) -> list[Text]:
    """Tell how round *round* is scored, and what follows; nothing while the round goes on."""
    if after.last_round is None or (after.round == round and after.to_act() != OVER):
        return []
    told: list[Text] = [msg("dd-round-over", "Round {round} ends.", round=round)]
    piles, unplaced, gains = after.last_round
    for seat, pile in enumerate(piles):
        told.append(_account(names, seat, pile, unplaced[seat], gains[seat], after.totals[seat]))
    if after.to_act() != OVER:
        if max(after.totals) >= names.rules.target:
            told.append(msg("dd-plays-on", "A tie at the top: another round is played."))
        told.append(
            msg(
                "dd-round-begins",
                "Round {round} begins: everybody rolls one die.",
                round=after.round,
            )
        )
    elif max(after.totals) < names.rules.target:
        told.append(
            nmsg(
                "dd-most-played",
                "The game ends after {count} round.",
                "The game ends after {count} rounds.",
                round,
            )
        )
    return told


def _account(
    names: DiceNames, seat: int, pile: tuple[int, ...], unplaced: bool, gain: int, total: int
) -> Message:
    """Write the score of *seat* as a calculation: (2 + 5 + 7) × 2 = 28."""
    text = " + ".join(str(names.rules.worths[die & LOOK]) for die in pile) or "0"
    about: dict[str, Param] = {"seat": names.seats[seat], "total": total}
    if pile and is_skull(pile[-1]):
        text = f"({text}) × 2 = {gain}" if len(pile) > 1 else f"{text} × 2 = {gain}"
        return msg(
            "dd-account-doubled",
            "{seat}: {sum}; {total} in all. The skull on top doubles the pile.",
            sum=text,
            **about,
        )
    if unplaced:
        return msg(
            "dd-account-penalty",
            "{seat}: {sum}; {total} in all. The Jolly Roger die was not placed.",
            sum=f"{text} - {names.rules.penalty} = {gain}",
            **about,
        )
    if len(pile) > 1:
        text = f"{text} = {gain}"
    return msg("dd-account", "{seat}: {sum}; {total} in all.", sum=text, **about)


def tell_scoring(names: DiceNames, end: DiceState) -> list[Text]:
    """Give the totals, and name the winners."""
    winners = end.winners()
    seats = Both(tuple(names.seats[seat] for seat in winners))
    return [
        *(
            msg("dd-say-total", "{seat}: {doubloons}.", seat=name, doubloons=doubloons(total))
            for name, total in zip(names.seats, end.scores(), strict=True)
        ),
        msg("dd-shared", "{seats} share the win.", seats=seats)
        if len(winners) > 1
        else msg("dd-wins", "{seat} wins.", seat=seats),
    ]
