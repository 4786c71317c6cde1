"""What a screen shows of a game, as data: a game says what, the terminal decides how.

A `Presenter` turns views and actions into messages, panels and lines.  The table is
drawn from the `view` of the seat at the screen alone, so it cannot show what its reader must not
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from .game import JSON, Action, Position
from .text import Message, Name, Text, msg

View = dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style.

    *ink* is one of the eight terminal colours or empty; *strong* and *faint* change the weight.
    None of them may be the only carrier of a meaning.
    """

    text: Text
    ink: str = ""
    strong: bool = False
    faint: bool = False


Line = tuple[Span, ...]
"""Spans said one after the other with a blank between them; it may wrap at each of the blanks."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A box with a title, such as one ship, or what lies before one player."""

    title: Line
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Row:
    """Panels that stand side by side where there is room, and below each other where not."""

    panels: Sequence[Panel]


Scene = Sequence[Line | Row]
"""A drawing of the table, from top to bottom."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action in a list of choices."""

    group: Text
    """What the choices of one line have in common, such as a card; empty where each has its own."""
    notation: str
    short: Text
    """What a player who knows the notation wants to know besides; may be empty."""
    sentence: Text
    """The whole in words, for those who do not look at the table or the notation."""
    number: int = 0
    """The number to type, where the game has numbers of its own; 0 counts them through."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules: a heading and its sentences, each a paragraph or a point."""

    title: Message
    paragraphs: Sequence[Text] = ()
    points: Sequence[Text] = ()


class Advised(Protocol):
    """What was weighed of an action; `core.players.Weighed` is one."""

    action: int
    value: float
    """By how many points its seat is expected to lead the best of the others at the end."""
    line: list[int]
    """What is expected to be done, *action* first; empty where nobody has looked further."""


def points(value: float) -> Message:
    """Write *value* with one decimal, without its sign, as the reader's language does."""
    tenths = round(abs(value) * 10)
    return msg("one-decimal", "{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)


def amount_of_points(value: float) -> Message:
    """Write an amount of points."""
    return msg("amount-points", "{points} points", points=points(value))


CLOSE = 0.25
"""Less of a difference between two moves than this, in points, is none worth a word."""


def worth(
    best: Advised, other: Advised | None, move: str, amount: Callable[[float], Message]
) -> Iterator[Message]:
    """Say how much more *best* is worth than *other*, written *move*, and what is expected then."""
    if other is not None and best.value - other.value < CLOSE:
        yield msg("why-as-good", "{move} is about as good.", move=move)
    elif other is not None:
        yield msg(
            "why-worth",
            "It is worth about {amount} more than {move}.",
            move=move,
            amount=amount(best.value - other.value),
        )
    if abs(best.value) < CLOSE:
        yield msg("why-level", "The game is then expected to end about level.")
    elif best.value > 0:
        yield msg(
            "why-lead",
            "You are then expected to end about {amount} ahead.",
            amount=amount(best.value),
        )
    else:
        yield msg(
            "why-trail",
            "You are then expected to end about {amount} behind.",
            amount=amount(best.value),
        )


class Presenter:
    """Puts a game into words and panels; each kind of game brings one.

    This one knows nothing but the contract, and serves a game that brings none: it shows the view
    and the notation as they are.
    """

    secrets = False
    """Whether a seat may know what another may not: then a screen is never shown to two people."""

    spoken = False
    """Whether names are said in full, for those who hear the text instead of seeing it."""

    def __init__(self, name: Name, variant: Name, seats: Sequence[Name]) -> None:
        self.name = name
        self.variant = variant
        self.seats = seats

    def scene(self, view: View, seat: int | None) -> Scene:
        """Draw the table as *seat* sees it; ``None`` is an onlooker."""
        return [(Span(f"{key}: {value}"),) for key, value in view.items()]

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        """Say the table in plain sentences, for screen readers."""
        return [f"{key}: {value}" for key, value in view.items()]

    def status(self, view: View) -> Text:
        """Say in one line where the game stands and who does what now."""
        to_act = view.get("to_act")
        assert isinstance(to_act, int)
        return msg("to-act", "{seat} to act.", seat=self.seats[to_act])

    def question(self, view: View) -> Text:
        """Ask the seat to act for its decision, in a few words."""
        return self.status(view)

    def choice(self, position: Position, action: int) -> Choice:
        """Name *action*, legal in *position*, for a list of choices."""
        notation = position.notation(action)
        return Choice("", notation, "", notation)

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        """Say what *action*, taken in *before*, has done, as far as *seat* may know."""
        return [before.notation(action)]

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        """Say what chance has brought since a seat last acted, as far as *seat* may know."""
        return [" ".join(action.notation for action in outcomes)]

    def journal(
        self, actions: Sequence[Action], position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        """List who did what so far, in the notation, as far as *seat* may know in *position*."""
        return [(done.seat, done.notation) for done in actions]

    def scoring(self, position: Position) -> list[Text]:
        """Account for the result line by line, and say last who has won."""
        return [" ".join(str(score) for score in position.scores())]

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        """List what people may type in their language, with what the notation has for it."""
        return []

    def card_name(self, card: str) -> Text:
        """Name a card that actions speak of by its code, as their detail ``card``."""
        return card

    def kind_name(self, kind: str) -> Text:
        """Say in a word or three what is done by actions of that *kind*: "joined a crew"."""
        return kind

    def prizes(self, position: Position) -> Sequence[tuple[str, int]]:
        """List what seats can hold besides points, by its code, and who does now; -1 is nobody.

        The same codes in the same order in every position.
        """
        return ()

    def prize_name(self, prize: str) -> Text:
        """Name a prize by its code."""
        return prize

    def aim(self) -> Text:
        """Say in a sentence what wins, for the beginning of a game."""
        return msg("aim", "The highest score wins.")

    def advice(self, view: View) -> Message | None:
        """Explain a decision of this kind to who meets it for the first time; once a code."""
        return None

    def nudge(self, position: Position, seat: int, best: Advised, other: Advised | None) -> Text:
        """Tell *seat* where to look for its *best* action, without naming it.

        *other* is the best that comes to something different; ``None`` where nothing does.
        """
        if other is None or best.value - other.value < CLOSE:
            return msg("nudge-close", "Several moves are about equally good here.")
        return msg("nudge-clear", "One move is better than all others here. Look for it.")

    def reasons(
        self, position: Position, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        """Tell *seat* why *best* is its best action, in a few sentences, and what it is worth.

        Each says what is true of the expected line; *other* as in `nudge`.
        """
        move = position.notation(other.action) if other else ""
        return list(worth(best, other, move, amount_of_points))

    def legend(self) -> list[Text]:
        """Explain the signs on the screen and the notation, a line each."""
        return []

    def rules(self) -> list[Section]:
        """Tell the whole rules of the game and variant that is loaded."""
        return []
