"""Words and panels of a split-and-choose game with any table: deal, split, pick, play.

A table's own presenter is a subclass that draws the table and tells what is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from ..game import CHANCE, OVER, Action, Position
from ..scene import Choice, Line, Presenter, Row, Scene, Section, Span, View
from ..text import Both, Message, Name, Text, msg, nmsg
from .phases import PICK, PLAY, SPLIT
from .position import SplitGame, SplitPosition
from .split_rules_text import course_rules


class CourseView(TypedDict):
    """View of a split-and-choose game; the table adds further keys."""

    phase: str
    turn: int
    turns: int
    splitter: int
    to_act: int
    cards_left: int
    drawn: list[str]
    sets: list[list[str]]
    hands: list[list[str]]
    scores: list[int]


class SplitPresenter(Presenter):
    """Presenter of a split-and-choose game, for tables without a subclass.

    *cards* maps the codes of cards to names, and *inks* maps them to terminal colours.  A card
    without a name is shown by its code.
    """

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        cards: Mapping[str, Text] = {},
        inks: Mapping[str, str] = {},
    ) -> None:
        super().__init__(name, variant, seats)
        self.game = game
        self._names = cards
        self._inks = inks

    # For subclasses to override.

    def table_scene(self, view: View, seat: int | None) -> Scene:
        """Draw what lies on the table, as *seat* sees it."""
        scores = cast(CourseView, view)["scores"]
        return [(Span(self._score(owner, scores[owner])),) for owner in self.top_down(seat)]

    def table_sentences(self, view: View, seat: int | None) -> list[Text]:
        """Describe in sentences what lies on the table."""
        scores = cast(CourseView, view)["scores"]
        return [self._score(owner, scores[owner]) for owner in self.top_down(seat)]

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        """Return *action*, the play of a card that *done* describes, for a list of choices."""
        return Choice("", done.notation, "", done.notation)

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        """Tell how the play *done* has changed *before* to *after*, as far as *seat* may know."""
        return [done.notation]

    def advice_to_play(self) -> Message | None:
        """Explain to a newcomer how to play a card; ``None`` for no explanation."""
        return None

    def _score(self, seat: int, score: int) -> Message:
        return nmsg(
            "course-score",
            "{seat}: {count} point",
            "{seat}: {count} points",
            score,
            seat=self.seats[seat],
        )

    # Names.

    def card_name(self, card: str) -> Text:
        return self._names.get(card, card)

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "draw": msg("kind-draw", "drawn"),
            "split": msg("kind-split", "split"),
            "pick": msg("kind-pick", "picked"),
        }
        return kinds.get(kind, kind)

    def code_span(self, code: str, shown: str = "") -> Span:
        """Show the code of a card, or *shown* instead, in the card's colour."""
        return Span(shown or code, ink=self._inks.get(code, ""))

    def code_line(self, codes: Sequence[str]) -> Line:
        """Show the codes of cards in their colours."""
        return tuple(self.code_span(code) for code in codes)

    def cards(self, codes: Sequence[str]) -> Both:
        """Enumerate the names of cards, with a count for equal cards."""

        def named(card: Text, count: int) -> Text:
            return card if count == 1 else msg("times", "{count} × {card}", count=count, card=card)

        return Both(tuple(named(self.card_name(code), n) for code, n in Counter(codes).items()))

    def listed(self, codes: Sequence[str]) -> Text | Both:
        """List cards by their codes, or by name for people who listen."""
        return self.cards(codes) if self.spoken else " ".join(codes)

    def top_down(self, seat: int | None) -> list[int]:
        """Return the seats from the top of the screen down: last *seat*, or 0 for onlookers."""
        near = seat or 0
        count = self.game.players
        return [(near + 1 + step) % count for step in range(count)]

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        now = cast(CourseView, view)
        lines: list[Line | Row] = [(Span(self._head(now), strong=True),)]
        lines += self.table_scene(view, seat)
        lines += self._cards_in_play(now)
        return lines

    def _head(self, now: CourseView) -> Message:
        return msg(
            "turn-head",
            "Turn {turn} of {turns} · {doing} · {left}",
            turn=now["turn"],
            turns=now["turns"],
            doing=self._doing(now),
            left=nmsg(
                "cards-left",
                "{count} card left to draw",
                "{count} cards left to draw",
                now["cards_left"],
            ),
        )

    def _doing(self, now: CourseView) -> Message:
        """Tell which seat acts and what it does, or that cards are drawn or the game is over."""
        if now["to_act"] == CHANCE:
            return msg("doing-draw", "cards are drawn")
        if now["to_act"] == OVER:
            return msg("doing-nothing", "the end")
        seat = self.seats[now["to_act"]]
        if now["phase"] == "split":
            return msg("doing-split", "{seat} splits", seat=seat)
        if now["phase"] == "pick":
            return msg("doing-pick", "{seat} picks", seat=seat)
        return msg("doing-play", "{seat} plays", seat=seat)

    def _cards_in_play(self, now: CourseView) -> list[Line]:
        """Show the drawn cards, or else the sets to pick and the cards still to play."""
        if now["drawn"]:
            return [(Span(msg("drawn", "Drawn:")), *self.code_line(now["drawn"]))]
        held = [
            *(
                (msg("set", "Set {number}:", number=n), codes)
                for n, codes in enumerate(now["sets"], 1)
            ),
            *(
                (msg("to-play", "{seat} has to play:", seat=seat), codes)
                for seat, codes in zip(self.seats, now["hands"], strict=True)
            ),
        ]
        return [(Span(title), *self.code_line(codes)) for title, codes in held if codes]

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(CourseView, view)
        said: list[Text] = [
            msg(
                "say-turn",
                "Turn {turn} of {turns}: {doing}. {left}",
                turn=now["turn"],
                turns=now["turns"],
                doing=self._doing(now),
                left=nmsg(
                    "say-cards-left",
                    "{count} card is left to draw.",
                    "{count} cards are left to draw.",
                    now["cards_left"],
                ),
            )
        ]
        said += self.table_sentences(view, seat)
        if now["drawn"]:
            said.append(msg("say-drawn", "Drawn: {cards}.", cards=self.cards(now["drawn"])))
        said += self.say_sets(now["sets"])
        said += [
            msg("say-hand", "{seat} has to play: {cards}.", seat=seat, cards=self.cards(codes))
            for seat, codes in zip(self.seats, now["hands"], strict=True)
            if codes
        ]
        return said

    def say_sets(self, sets: Sequence[Sequence[str]]) -> list[Message]:
        """List the cards of each set that is not taken yet."""
        return [
            msg("say-set", "Set {number}: {cards}.", number=number, cards=self.cards(codes))
            for number, codes in enumerate(sets, 1)
            if codes
        ]

    # Decisions.

    def status(self, view: View) -> Text:
        return self._head(cast(CourseView, view))

    def question(self, view: View) -> Text:
        now = cast(CourseView, view)
        if now["to_act"] == OVER:
            return msg("game-over", "The game is over.")
        seat = self.seats[now["to_act"]]
        if now["phase"] == "split":
            return msg("ask-split", "{seat}, split the cards.", seat=seat)
        if now["phase"] == "pick":
            return msg("ask-pick", "{seat}, pick a set.", seat=seat)
        return msg("ask-play", "{seat}, play a card.", seat=seat)

    def choice(self, position: Position, action: int) -> Choice:
        assert isinstance(position, SplitPosition)
        done = position.describe(action)
        if position.phase == SPLIT:
            sets = cast(list[list[str]], done.details["sets"])
            return Choice("", done.notation, "", in_turn(self.say_sets(sets)))
        if position.phase == PICK:
            codes = cast(list[str], done.details["cards"])
            take = msg("take-set", "Take {cards}.", cards=self.cards(codes))
            return Choice("", done.notation, " ".join(codes), take, action + 1)
        return self.choice_to_play(position, action, done)

    # The log.

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        assert isinstance(after, SplitPosition)
        drawn = [cast(str, action.details["card"]) for action in outcomes]
        return [
            "",  # a new turn stands apart
            msg(
                "draws",
                "Turn {turn}: {seat} draws {cards}.",
                turn=after.turn + 1,
                seat=self.seats[after.splitter],
                cards=self.listed(sorted(drawn, key=self.game.codes.index)),
            ),
        ]

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert isinstance(before, SplitPosition)
        assert isinstance(after, SplitPosition)
        done = before.describe(action)
        if before.phase == SPLIT:
            splitter = self.seats[done.seat]
            sets = cast(list[list[str]], done.details["sets"])
            if self.spoken:
                said = in_turn(self.say_sets(sets))
                return [msg("says-split", "{seat} splits. {sets}", seat=splitter, sets=said)]
            return [msg("splits", "{seat} splits: {sets}.", seat=splitter, sets=done.notation)]
        if before.phase == PICK:
            return self._tell_pick(before, done, after)
        assert before.phase == PLAY
        return self.tell_play(before, done, after, seat)

    def _tell_pick(self, before: SplitPosition, done: Action, after: SplitPosition) -> list[Text]:
        taken = self.listed(cast(list[str], done.details["cards"]))
        picks = msg("picks", "{seat} takes {cards}.", seat=self.seats[done.seat], cards=taken)
        if after.phase != PLAY:
            return [picks]
        kept = self.listed([self.game.codes[card] for card in after.hands[after.splitter]])
        splitter = self.seats[before.splitter]
        return [picks, msg("keeps", "{seat} keeps {cards}.", seat=splitter, cards=kept)]

    # Typing, advice and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [(msg("word-pick", "pick"), "pick")]

    def advice(self, view: View) -> Message | None:
        now = cast(CourseView, view)
        if now["phase"] == "split":
            return msg(
                "advice-split",
                "Make {sets} sets; the others pick before you, and you get what is left.",
                sets=self.game.players,
            )
        return self.advice_to_play() if now["phase"] == "play" else None

    def rules(self) -> list[Section]:
        return course_rules(self.name, self.variant, self.game)


def in_turn(said: Sequence[Message]) -> Message:
    """Join sentences into one message, in the same order."""
    names = [f"part{number}" for number in range(len(said))]
    text = " ".join(f"{{{name}}}" for name in names)
    return Message("sentences", text, dict(zip(names, said, strict=True)))
