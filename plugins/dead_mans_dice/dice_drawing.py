"""The table of Dead Man's Dice: as a drawing, and in sentences for screen readers."""

from __future__ import annotations

from ...core.scene import Line, Panel, Row, Scene, Span
from ...core.text import Both, Message, Text, msg, nmsg
from .dice_names import DiceNames, doubloons, hand
from .dice_view import DiceView


def head(now: DiceView) -> Message:
    """Return a line with the round and the target."""
    return nmsg(
        "dd-head",
        "Round {round} · to {count} doubloon",
        "Round {round} · to {count} doubloons",
        now["target"],
        round=now["round"],
    )


def draw(names: DiceNames, now: DiceView) -> Scene:
    """Draw the piles side by side, and the rolled die."""
    lines: list[Line | Row] = [(Span(head(now), strong=True),)]
    lines.append(Row([_panel(names, now, owner) for owner in range(len(names.seats))]))
    if now["rolled"]:
        lines.append((Span(msg("dd-rolled", "Rolled:")), names.picture(now["rolled"])))
    return lines


def _panel(names: DiceNames, now: DiceView, owner: int) -> Panel:
    title = Span(names.seats[owner], ink=names.inks[owner], strong=now["seat"] == owner)
    pile: list[Line] = [(names.picture(die),) for die in reversed(now["piles"][owner])]
    lines: list[Line] = [
        (Span(doubloons(now["totals"][owner]), strong=True),),
        (Span(msg("dd-to-roll", "To roll:")), Span(" ".join(now["unplaced"][owner]) or "–")),
        (Span(msg("dd-pile", "Pile: {worth}", worth=now["worths"][owner])),),
    ]
    if now["spent"][owner]:
        out = Span(msg("dd-out", "Out:"), faint=True)
        lines.append((out, Span(" ".join(now["spent"][owner]), faint=True)))
    # The pile comes last: it grows, and everything else keeps its place.
    return Panel((title,), [*lines, *(pile or [(Span("–", faint=True),)])])


def say_table(names: DiceNames, now: DiceView) -> list[Text]:
    """Describe the table in sentences."""
    said: list[Text] = [
        nmsg(
            "dd-say-head",
            "Round {round}. The game is to {count} doubloon.",
            "Round {round}. The game is to {count} doubloons.",
            now["target"],
            round=now["round"],
        )
    ]
    for owner in range(len(names.seats)):
        said += _say_seat(names, now, owner)
    if now["rolled"]:
        what = names.what(now["rolled"]["face"], now["rolled"]["skull"])
        said.append(msg("dd-say-rolled", "Rolled: {what}.", what=what))
    return said


def _say_seat(names: DiceNames, now: DiceView, owner: int) -> list[Text]:
    name = names.seats[owner]
    said: list[Text] = [
        msg(
            "dd-say-total",
            "{seat}: {doubloons}.",
            seat=name,
            doubloons=doubloons(now["totals"][owner]),
        )
    ]
    pile = now["piles"][owner]
    if pile:
        said.append(
            msg(
                "dd-say-pile",
                "Pile of {seat} from the top: {dice}; it counts {worth}.",
                seat=name,
                dice=Both(tuple(names.face(die) for die in reversed(pile)), commas=True),
                worth=now["worths"][owner],
            )
        )
    else:
        said.append(msg("dd-say-no-pile", "{seat} has no pile.", seat=name))
    if now["unplaced"][owner]:
        dice = hand(now["unplaced"][owner])
        said.append(msg("dd-say-to-roll", "{seat} can still roll: {dice}.", seat=name, dice=dice))
    else:
        said.append(msg("dd-say-none", "{seat} has no die left to roll.", seat=name))
    if now["spent"][owner]:
        dice = hand(now["spent"][owner])
        said.append(
            msg(
                "dd-say-out",
                "Dice of {seat} that are out of the round: {dice}.",
                seat=name,
                dice=dice,
            )
        )
    return said
