"""The table of Skull Queen: as a drawing, and in sentences for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Line, Panel, Row, Scene, Span
from ...core.text import Both, Message, Param, Text, msg, nmsg
from .queen_names import QueenNames
from .queen_rules import WATER
from .queen_view import PlayedCard, QueenView

MOST_IN_ROW = 4
"""Most planks in one row; if there are more, they stand in two rows."""


def head(names: QueenNames, now: QueenView) -> Message:
    """Return a line with the round and the trick, or with who begins before the first trick."""
    round = msg("sq-round", "Round {round} of {rounds}", round=now["round"], rounds=now["rounds"])
    if not now["tricks"]:
        return msg(
            "sq-head", "{round} · {seat} begins", round=round, seat=names.seats[now["starter"]]
        )
    return msg(
        "sq-trick-head",
        "{round} · Trick {trick} of {tricks}",
        round=round,
        trick=len(now["tricks"]),
        tricks=names.rules.hand_size,
    )


def draw(names: QueenNames, now: QueenView) -> Scene:
    """Draw the planks, the trick, the middle and the hand."""
    lines: list[Line | Row] = [(Span(head(names, now), strong=True),)]
    panels = [_panel(names, now, owner) for owner in range(len(names.seats))]
    in_row = len(panels) if len(panels) <= MOST_IN_ROW else -(-len(panels) // 2)
    for start in range(0, len(panels), in_row):
        lines.append(Row(panels[start : start + in_row]))
    if now["pile_size"]:
        lines.append((Span(_pile(now["pile_size"])),))
    if now["middle"]:
        lines.append((Span(msg("sq-middle", "Middle:")), *names.code_line(now["middle"])))
    if trick := current_trick(now):
        lines.append(_trick_line(names, now, trick))
    if now["face_down"]:
        lines.append(
            (Span(msg("sq-face-down-own", "Face down:")), names.code_span(now["face_down"]))
        )
    if now["hand"]:
        lines.append(_hand_line(names, now["hand"]))
    return lines


def current_trick(now: QueenView) -> Sequence[PlayedCard]:
    """Return the cards of the trick on the table, none after the end."""
    return now["tricks"][-1] if now["tricks"] and now["phase"] != "end" else []


def _panel(names: QueenNames, now: QueenView, owner: int) -> Panel:
    side = now["sides"][owner]
    pirates = now["pirates"][owner]
    title = msg("sq-panel", "{seat}: {score}", seat=names.seats[owner], score=now["scores"][owner])
    lines: list[Line] = [(Span(_side(names, now, side), faint=side is None),)]
    for field in range(names.rules.fields, -1, -1):
        there = [colour for colour, at in pirates.items() if at == field]
        if field == WATER:
            begin = msg("sq-water", "water")
            if not there:
                continue
        elif side is None:
            begin = msg("sq-field", "{field}:", field=field)
        else:
            value = f"{names.value(side, field):2}"
            begin = msg("sq-field-value", "{field}: {value}", field=field, value=value)
        lines.append((Span(begin), *(_pirate(names, colour) for colour in there)))
    return Panel((Span(title, strong=now["to_act"] == owner),), lines)


def _side(names: QueenNames, now: QueenView, side: str | None) -> Message:
    if side is not None:
        return names.side(side)
    if now["phase"] in ("side", "place"):
        return msg("sq-secret", "still secret")
    return msg("sq-no-side", "no side yet")


def _pirate(names: QueenNames, colour: str) -> Span:
    at = names.rules.colours.index(colour)
    return Span(names.rules.letters[at], ink=names.looks.inks[at], strong=True)


def _pile(count: int) -> Message:
    return nmsg(
        "sq-pile",
        "The old pirate king has {count} card left.",
        "The old pirate king has {count} cards left.",
        count,
    )


def _trick_line(names: QueenNames, now: QueenView, trick: Sequence[PlayedCard]) -> Line:
    spans: list[Span] = [Span(msg("sq-trick", "Trick:"))]
    for played in trick:
        shown = names.code_span(played["card"]) if played["card"] else Span("?", faint=True)
        spans += [Span(names.player(played["seat"])), shown]
    if now["led"]:
        colour = names.rules.colours.index(now["led"])
        led = msg("sq-led", "· {colour} was led", colour=names.looks.colours[colour])
        spans.append(Span(led, ink=names.looks.inks[colour]))
    return tuple(spans)


def _hand_line(names: QueenNames, codes: Sequence[str]) -> Line:
    spans = [Span(msg("sq-hand", "Your hand:"))]
    for number, alike in enumerate(names.by_colour(codes)):
        if number:
            spans.append(Span("·", faint=True))
        spans += names.code_line(alike)
    return tuple(spans)


def say_table(names: QueenNames, now: QueenView) -> list[Text]:
    """Describe the table in sentences."""
    said: list[Text] = [msg("sq-say-head", "{head}.", head=head(names, now))]
    said += [_say_plank(names, now, owner) for owner in range(len(names.seats))]
    if now["pile_size"]:
        said.append(_pile(now["pile_size"]))
    if now["middle"]:
        said.append(
            msg("sq-say-middle", "In the middle: {cards}.", cards=names.cards(now["middle"]))
        )
    if trick := current_trick(now):
        said.append(_say_trick(names, trick))
        if now["led"]:
            said.append(msg("sq-say-led", "Led: {colour}.", colour=names.colour(now["led"])))
    if now["face_down"]:
        said.append(
            msg(
                "sq-say-face-down",
                "You have laid {card:acc} face down.",
                card=names.card(now["face_down"]),
            )
        )
    if now["hand"]:
        said.append(msg("sq-say-hand", "Your hand: {cards}.", cards=names.cards(now["hand"])))
    return said


def _say_plank(names: QueenNames, now: QueenView, owner: int) -> Message:
    side, score = now["sides"][owner], now["scores"][owner]
    about: dict[str, Param] = {"seat": names.seats[owner], "side": _side(names, now, side)}
    if side is None:
        return nmsg(
            "sq-say-hidden-plank",
            "{seat}: {count} point; plank: {side}.",
            "{seat}: {count} points; plank: {side}.",
            score,
            **about,
        )
    return nmsg(
        "sq-say-plank",
        "{seat}: {count} point, {side} plank; {pirates}.",
        "{seat}: {count} points, {side} plank; {pirates}.",
        score,
        pirates=names.pirates(side, now["pirates"][owner]),
        **about,
    )


def _say_trick(names: QueenNames, trick: Sequence[PlayedCard]) -> Message:
    cards = Both(
        tuple(
            msg(
                "sq-say-played",
                "{seat} {card}",
                seat=names.player(played["seat"]),
                card=names.card(played["card"])
                if played["card"]
                else msg("sq-say-covered", "a card face down"),
            )
            for played in trick
        ),
        commas=True,
    )
    return msg("sq-say-trick", "In this trick: {cards}.", cards=cards)
