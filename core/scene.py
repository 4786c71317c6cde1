"""A game on a screen, as data: the game decides what is shown, the front end how.

A `Presenter` turns views and actions into messages, zones and pieces.  It lays the table out from
nothing but the `view` of the seat at the screen, so it cannot show secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeAlias

from typing_extensions import TypeVar  # with defaults, as in Python 3.13

from .game import JSON, Action, Position
from .scene_lines import sentences_of
from .text import Both, Message, Name, Text, msg, named, nmsg, pmsg, written
from .things import Piece, Scene, SceneCounter, SceneZone

P = TypeVar("P", bound=Position, default=Any)

View = dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Choice:
    """An action in a list of choices.

    Attributes:
        group: common part of choices shown on one line, such as a card; empty to show this one
            alone.
        notation: the action as it can be typed.
        short: extra information for players who read the notation; may be empty.
        sentence: the choice in words, for players who do not read the table or the notation.
        way: the rest of the sentence where the piece is named above, such as "boards: 4 gold";
            may be empty.
        number: the number to type for this choice; 0 means its place in the list, from 1.
        effect: what comes of it, for a list with a line for each choice; `short` if it is empty.
        result: equal for choices of a group that come to the same for now; may be empty.
        kind: word of the notation for actions of this kind, such as ``gift``; where there are too
            many choices for one list, it stands for them, and typing it lists them.
        piece: code of the piece that it moves, or empty.
        zone: the zone that it acts on, by its id in the scene, or empty.
        rank: place in a list that people read, compared number by number; choices of equal rank
            stand in the order of the legal actions.
        changes: what comes of it there, to be drawn beside the zone: "3→6", or a coin and "+7".
    """

    group: Text
    notation: str
    short: Text
    sentence: Text
    number: int = 0
    kind: str = ""
    effect: Text = ""
    result: str = ""
    piece: str = ""
    zone: str = ""
    rank: tuple[int, ...] = ()
    changes: Sequence[SceneCounter] = ()
    way: Text = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules: a *title* with *paragraphs* and bullet *points*."""

    title: Message
    paragraphs: Sequence[Text] = ()
    points: Sequence[Text] = ()


def ruling(text: Message) -> Message:
    """Mark *text*, a sentence of the rules, as a ruling of ours where the rulebook is silent."""
    return msg("rules-ours", "Not in the rulebook: {text:cap}", text=text)


def list_rulings(sections: Sequence[Section]) -> list[Section]:
    """Move each `ruling` of *sections* that is a text of its own into a list after them.

    The list says once that the rulebook is silent, for games where it often is.
    """
    kept, ours = list[Section](), list[Text]()
    for section in sections:
        parts = []
        for texts in (section.paragraphs, section.points):
            parts.append([text for text in texts if not _is_ruling(text)])
            ours += [
                replace(text, code="rules-ours-listed", text="{text:cap}")
                for text in texts
                if isinstance(text, Message) and _is_ruling(text)
            ]
        kept.append(replace(section, paragraphs=parts[0], points=parts[1]))
    title = msg("rules-silent", "What the rulebook leaves open")
    lead = msg(
        "rules-silent-lead", "None of this is in the rulebook. In this program it works like this:"
    )
    return [*kept, Section(title, [lead], ours)]


def _is_ruling(text: Text) -> bool:
    return isinstance(text, Message) and text.code == "rules-ours"


def without_rulebook(text: Text, mark: Text = "") -> Text:
    """Return *text* with each `ruling` in it as a sentence like the others, behind a *mark*."""
    if not isinstance(text, Message):
        return text
    params = {
        name: without_rulebook(param, mark) if isinstance(param, Message) else param
        for name, param in text.params.items()
    }
    if text.code == "rules-ours":
        marked = "{mark} {text:cap}" if mark else "{text:cap}"
        return Message("rules-own", marked, {**params, "mark": mark})
    return replace(text, params=params)


def no_rulebook(sections: Iterable[Section], mark: Text = "") -> list[Section]:
    """Return *sections* with all texts `without_rulebook`, as for a game that has none."""
    return [
        Section(one.title, *([without_rulebook(text, mark) for text in texts]
                             for texts in (one.paragraphs, one.points)))
        for one in sections
    ]  # fmt: skip


class Advised(Protocol):
    """A bot's judgement of an action, such as `core.players.Weighed`.

    Attributes:
        action: the action.
        value: expected final lead of the acting seat over its best opponent, in points.
        line: expected actions, *action* first; empty if nothing was searched.
    """

    action: int
    value: float
    line: list[int]


def points(value: float) -> Message:
    """Write *value* without its sign, with one decimal, as the reader's language writes numbers."""
    tenths = round(abs(value) * 10)
    return msg("one-decimal", "{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)


def whole_of(value: float) -> int | None:
    """Return *value* without its sign if, rounded to one decimal, it is a whole number."""
    whole, tenth = divmod(round(abs(value) * 10), 10)
    return None if tenth else whole


def count_points(points: int) -> Message:
    """Write a whole amount of points: "3 points"."""
    return nmsg("points-amount", "{count} point", "{count} points", points)


CLOSE = 0.5
"""Difference in points below which two moves count as equally good."""


OUTLOOK = ("why-level", "why-lead", "why-lead-of", "why-trail", "why-trail-of")
"""Codes of the reasons by `worth` that tell how the match would probably end."""


def worth(
    best: Advised,
    other: Advised | None,
    move: Text,
    amount: Callable[[float], Message],
    seat: Name,
    close: float = CLOSE,
) -> Iterator[Message]:
    """Tell the gain of *best* over *other* (called *move*), if given, and the lead of *seat*."""
    if other is not None and best.value - other.value < close:
        yield msg(
            "why-as-good",
            "It makes hardly any difference: {move} would be about as good.",
            move=move,
        )
    elif other is not None:
        yield msg(
            "why-worth",
            "By the end, that should put {seat} about {amount} further ahead than {move} would.",
            move=move,
            seat=seat,
            amount=amount(_whole(best.value - other.value)),
        ).to_you(
            seat=msg(
                "why-your-worth",
                "By the end, that should put you about {amount} further ahead than {move} would.",
            )
        )
    if abs(best.value) < close:
        yield msg("why-level", "The final scores would then probably be close.")
        return
    told = msg("why-trail-of", "{seat} would then probably finish about {amount} behind.").to_you(
        seat=msg("why-trail", "You would then probably finish about {amount} behind.")
    )
    if best.value > 0:
        told = msg("why-lead-of", "{seat} would then probably finish about {amount} ahead.").to_you(
            seat=msg("why-lead", "You would then probably finish about {amount} ahead.")
        )
    yield told.filled(amount=amount(_whole(best.value)), seat=seat)


def _whole(value: float) -> int:
    """Round *value* without its sign: an estimate is no finer."""
    return int(abs(value) + 0.5)


def addressed(seats: Sequence[Name], reader: int | None) -> list[Name]:
    """Return the names of *seats* for sentences that call the *reader* "you", if there is one."""
    return [replace(name, you=seat == reader) for seat, name in enumerate(seats)]


YOU = (
    # Translators: whoever reads, behind a preposition as in "a draw between you and Anne".
    pmsg("dat", "you-dative", "you"),
    # Translators: whoever reads, as an object: German "dich".
    pmsg("acc", "you-accusative", "you"),
)
"""The forms of "you" in lists of seats, such as those that have drawn (see `FORMS`)."""


def tell_winners(winners: Sequence[Name], *, together: bool = False) -> Message:
    """Say that one seat wins, that partners win *together*, or that several share the win."""
    if together:
        return msg("win-together", "{seats:cap} win together.", seats=Both((*map(named, winners),)))
    if len(winners) == 1:
        return msg("wins-game", "{seat} wins.", seat=winners[0]).to_you(
            seat=msg("you-win", "You win.")
        )
    others = [name for name in winners if not name.you]
    if len(others) < len(winners):
        return msg("you-share", "You share the win with {seats}.", seats=Both(tuple(others)))
    return msg("shares-win", "{seats} share the win.", seats=Both(tuple(winners)))


Closing: TypeAlias = tuple[Scene, Sequence[Text]]
"""The table on which something has ended, and sentences on what comes of it, a heading first."""


class Presenter(Generic[P]):
    """Words and zones for a game; every kind of game can have its own subclass.

    A subclass may name its own class of positions, as in ``Presenter[MyPosition]``.

    This base class serves games without a subclass.  It relies on the contract alone, and shows
    the keys and values of the view and the notation unchanged.

    Attributes:
        name, variant, seats: names of the game, of its variant and of the seats.  A screen for one
            reader sets *seats* to `addressed` ones: sentences with a form `to_you` then use it.
        pictures: symbols of cards, or SVG texts, by code (see `Piece.picture`).
        own_inks: the inks of the rule set that are no names (see `core.rules.reading.inks`).
        secrets: True if seats have secrets from each other, so that two people must not share a
            screen.
        told_heads: codes of the heads of its `scene` of which the story or a question tells; of the
            others, people who listen are told each change.
        spoken: True if names are written in full, for people who listen to the text.
        pointed: True if choices are made by pointing, so that advice and legend tell no notation.
        favours: True if only what speaks for the best move is told in `reasons`.
        in_sentences: True if choices are listed in sentences, so that no sign needs an explanation.
        plays_forced: True if the only possible action is played at once, unless the player wishes
            otherwise, as in games where cards have to follow suit.
    """

    pictures: Mapping[str, str] = {}
    own_inks: Sequence[str] = ()
    secrets = False
    told_heads: Collection[str] = ()
    spoken = False
    pointed = False
    favours = False
    in_sentences = False
    plays_forced = False

    def __init__(self, name: Name, variant: Name, seats: Sequence[Name]) -> None:
        self.name = name
        self.variant = variant
        self.seats = seats

    def scene(self, view: View, seat: int | None) -> Scene:
        """Lay out the table as *seat* sees it; ``None`` is an onlooker."""
        zones = [
            SceneZone(key, key, [Piece(str(value), str(value))]) for key, value in view.items()
        ]
        return Scene((), zones)

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        """Describe what the `scene` shows in sentences; a match tells the scene itself."""
        return [*sentences_of(self.scene(view, seat))]

    def status(self, view: View) -> Text:
        """Return a line that says where the game stands and what the seat to act has to do."""
        to_act = view.get("to_act")
        assert isinstance(to_act, int)
        return msg("to-act", "{seat} to act.", seat=self.seats[to_act]).to_you(
            seat=msg("you-act", "It is your turn.")
        )

    def question(self, view: View) -> Text:
        """Return a short question for the decision of the seat to act."""
        return self.status(view)

    def choice(self, position: P, action: int) -> Choice:
        """Return a legal *action* as an item in a list of choices."""
        notation = position.notation(action)
        return Choice("", notation, "", notation, kind=position.describe(action).kind)

    def tell(self, before: P, action: int, after: P, seat: int | None) -> list[Text]:
        """Tell how *action* has changed *before* to *after*, as far as *seat* may know."""
        return [before.notation(action)]

    def brief(self, before: P, action: int, after: P, seat: int | None) -> list[Text]:
        """Tell what `tell` does where room is scarce: if possible, in one line of 50 columns."""
        return self.tell(before, action, after, seat)

    def tell_round(self, before: P, action: int, after: P) -> list[Text]:
        """Account for the round that *action* has ended, as `tell` and `deal` do at their end."""
        return []

    def closings(self, before: P, action: int, after: P, seat: int | None) -> list[Closing]:
        """Return what *action* has ended, such as a round, and a page shows until one goes on."""
        return []

    def ended_view(self, after: P, seat: int | None) -> View:
        """Return the view of what has just ended *after* an action, which a page shows with it."""
        return after.view(seat)

    def passing_view(self, before: P, action: int, after: P, seat: int | None) -> View | None:
        """Return what a page shows for a moment, if *action* leaves no trace of it *after*."""
        return None

    def deal(self, outcomes: Sequence[Action], after: P, seat: int | None) -> list[Text]:
        """Tell the *outcomes* of chance since a seat last acted, as far as *seat* may know."""
        return [" ".join(action.notation for action in outcomes)]

    def journal(
        self, actions: Sequence[Action], position: P, seat: int | None
    ) -> list[tuple[int, str]]:
        """Return the *actions* up to *position* as (seat, notation), hiding secrets from *seat*."""
        return [(done.seat, done.notation) for done in actions]

    def scoring(self, position: P) -> list[Text]:
        """Account for the result line by line; the last line names the winner."""
        return [" ".join(map(written, position.scores()))]

    def ends_turn(self, position: P, action: int) -> bool:
        """Return whether *action* is the last of several decisions of a turn, and so is final."""
        return False

    def unseen(
        self, actions: Sequence[Action], position: P, seat: int | None
    ) -> Sequence[str] | None:
        """List the cards that *seat* has not seen in the *actions* up to *position*.

        ``None`` if the game has no cards, or it cannot be told which ones were seen.
        """
        return None

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        """Return words that people can type in their language, each with its notation."""
        return []

    def card_name(self, card: str) -> Text:
        """Return the name of the card with the code *card*, the detail ``card`` of actions."""
        return card

    def piece(self, code: str) -> Piece:
        """Return the card with that code as it lies on the table."""
        return Piece(code, self.card_name(code))

    def card_rules(self, code: str) -> Text:
        """Say what the special card with that code does; empty for all whose face says it."""
        return ""

    def kind_name(self, kind: str) -> Text:
        """Return a few words for what actions of that *kind* do: "kept"."""
        return kind

    def prizes(self, position: P) -> Sequence[tuple[str, int]]:
        """Return what seats can hold besides points, as (code, holder); -1 is nobody.

        The codes and their order are the same in every position.
        """
        return ()

    def prize_name(self, prize: str) -> Text:
        """Return the name of the prize with the code *prize* (see `prizes`)."""
        return prize

    def heading(self, owner: int) -> Message:
        """Name the seat *owner* where nothing stands before it: "You"."""
        return Message("heading", "{seat:cap}", {"seat": named(self.seats[owner])})

    def amount(self, points: int) -> Message:
        """Write an amount of points, or of what the game calls them."""
        return count_points(points)

    def aim(self) -> Text:
        """Return a sentence about what wins, for the beginning of a game."""
        return msg("aim", "The highest score wins.")

    def begins(self, seat: int) -> Text:
        """Say that *seat* is the first to act."""
        return msg("begins", "{seat} begins.", seat=self.seats[seat]).to_you(
            seat=msg("you-begin", "You begin.")
        )

    def primer(self) -> Text:
        """Say in few words what the cards do and what wins, for a first match.

        An empty text if `aim` and `advice` are enough.
        """
        return ""

    def advice(self, view: View) -> Message | None:
        """Explain the decision to a newcomer, or return ``None``; a code is shown once a game."""
        return None

    def why_forced(self, position: P) -> Text:
        """Say why there is a single choice at *position*, in the game's own terms."""
        return msg("hint-only", "There is only one choice here.")

    def nudge(self, position: P, seat: int, best: Advised, other: Advised | None) -> Text:
        """Give *seat* a hint at the *best* action, without naming that action.

        *other* is the best action that leads to something different, if there is any.
        """
        if other is None or best.value - other.value < CLOSE:
            return msg("nudge-close", "Several moves are about equally good here.")
        return msg(
            "nudge-by",
            "The best move here is worth about {amount} more than the next best.",
            amount=self.expected_amount(best.value - other.value),
        )

    def reasons(self, position: P, seat: int, best: Advised, other: Advised | None) -> list[Text]:
        """Explain why *best* is the best action of *seat*, and which lead to expect.

        Every sentence is true of `Advised.line`; *other* is as in `nudge`.
        """
        move = self.name_move(position, other.action) if other else ""
        return list(worth(best, other, move, self.expected_amount, self.seats[seat]))

    def short_reasons(
        self, position: P, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        """Say in a sentence or two why *best* is good, beside the first hint of a first match."""
        if other is None:
            return []
        move, name = self.name_move(position, other.action), self.seats[seat]
        return [next(worth(best, other, move, self.expected_amount, name))]

    def name_move(self, position: P, action: int) -> Text:
        """Name *action* inside a sentence: by its notation in quotation marks, as it may read as
        an order."""
        return msg("named-move", '"{move}"', move=position.notation(action))

    def expected_amount(self, value: float) -> Message:
        """Write *value* without its sign in the game's unit: "2.5 points", or else "2 points"."""
        if (whole := whole_of(value)) is not None:
            return self.amount(whole)
        return msg("amount-points", "{points} points", points=points(value))

    def legend(self) -> list[Text]:
        """Explain the signs on the screen and the notation, one per line."""
        return []

    def signs(self, new: Sequence[str]) -> list[Text]:
        """Explain the signs on the screen at a decision; what is *new* is there for the first time:
        codes of cards, and then other signs on cards, such as those of cards that lie face down.

        By default it is the first line of the legend.  What has a code is said once a game, and
        people who listen hear what cards are called anyway.
        """
        return [] if self.spoken else self.legend()[:1]

    def never_drawn(self, position: P) -> int:
        """Return how many of the `unseen` cards stay out of the game."""
        return 0

    def rules(self) -> list[Section]:
        """Return all rules of the loaded game and variant."""
        return []
