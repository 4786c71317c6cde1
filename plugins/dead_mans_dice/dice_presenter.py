"""The presenter of Dead Man's Dice: questions, choices, log, advice and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...core.game import OVER, Action, Position
from ...core.scene import Choice, Presenter, Scene, Section, View
from ...core.text import Message, Name, Text, msg, nmsg
from .dice import CODES, JOLLY, OPENING_BIT, SKULL
from .dice_drawing import draw, head, say_table
from .dice_game import DiceGame, DicePosition
from .dice_names import DiceNames
from .dice_rules_text import dice_rules_text
from .dice_state import TURN
from .dice_story import tell_decision, tell_roll, tell_round, tell_scoring, worth_after
from .dice_view import DiceView, DieView


class DicePresenter(Presenter):
    """Presents *game*; *inks* are the terminal colours of the seats' dice."""

    def __init__(self, name: Name, variant: Name, game: DiceGame, inks: Sequence[str]) -> None:
        super().__init__(name, variant, game.seat_names)
        self.game = game
        self.names = DiceNames(game.rules, game.seat_names, inks)

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        return draw(self.names, cast(DiceView, view))

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        return say_table(self.names, cast(DiceView, view))

    def status(self, view: View) -> Text:
        return head(cast(DiceView, view))

    # Decisions.

    def question(self, view: View) -> Text:
        now = cast(DiceView, view)
        if now["to_act"] == OVER:
            return msg("game-over", "The game is over.")
        seat = self.seats[now["seat"]]
        if now["phase"] == "open":
            return msg("dd-ask-open", "{seat}, choose a die for the opening.", seat=seat)
        if now["phase"] == "plunder":
            return msg("dd-ask-plunder", "{seat}, plunder or stop.", seat=seat)
        if now["rolled"]:
            die = now["rolled"]
            what = self.names.what(die["face"], die["skull"])
            return msg("dd-ask-stack", "{seat}, you rolled {what}.", seat=seat, what=what)
        return msg("dd-ask-roll", "{seat}, choose a die to roll.", seat=seat)

    def choice(self, position: Position, action: int) -> Choice:
        assert isinstance(position, DicePosition)
        done = position.describe(action)
        return Choice("", done.notation, *self._choose(position, done))

    def _choose(self, position: DicePosition, done: Action) -> tuple[Text, Message]:
        """Return the fields `short` and `sentence` of a `Choice` for the action *done*."""
        if done.kind == "roll":
            if done.details["die"] == CODES[JOLLY]:
                said = msg("dd-choose-jolly", "Roll the Jolly Roger die.")
                return msg("dd-jolly", "Jolly Roger die"), said
            said = msg("dd-choose-ordinary", "Roll an ordinary die.")
            return msg("dd-short-ordinary", "ordinary die"), said
        if done.kind == "stop":
            if position.phase == TURN:
                return "", msg("dd-choose-end", "Roll no more.")
            return "", msg("dd-choose-stop", "Plunder no more.")
        die = cast(DieView, done.details)
        what = self.names.what(die["face"], die["skull"])
        if done.kind == "leave":
            return "", msg("dd-choose-leave", "Do not stack {what}.", what=what)
        worth = worth_after(position, done)
        if done.kind == "stack":
            return msg("dd-short-pile", "pile: {worth}", worth=worth), nmsg(
                "dd-choose-stack",
                "Stack {what}: your pile then counts {count} doubloon.",
                "Stack {what}: your pile then counts {count} doubloons.",
                worth,
                what=what,
            )
        picture = self.names.picture(die).text
        return msg("dd-short-plunder", "{die} pile: {worth}", die=picture, worth=worth), nmsg(
            "dd-choose-plunder",
            "Plunder {what} from {seat}: your pile then counts {count} doubloon.",
            "Plunder {what} from {seat}: your pile then counts {count} doubloons.",
            worth,
            what=what,
            seat=self.seats[cast(int, done.details["from"])],
        )

    # The log.

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        assert isinstance(after, DicePosition)
        told = [text for outcome in outcomes for text in tell_roll(self.names, outcome)]
        round = cast(int, outcomes[-1].details["round"])
        return [*told, *tell_round(self.names, round, after)]

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert isinstance(before, DicePosition)
        assert isinstance(after, DicePosition)
        done = before.describe(action)
        if done.kind == "roll":
            return []  # it is told together with the face
        decided = tell_decision(self.names, before, done)
        return [decided, *tell_round(self.names, before.round, after)]

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, DicePosition)
        return tell_scoring(self.names, position)

    # Typing, advice and rules.

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "rolled": msg("dd-kind-rolled", "was rolled"),
            "roll": msg("dd-kind-roll", "rolled"),
            "stack": msg("dd-kind-stack", "stacked"),
            "leave": msg("dd-kind-leave", "left"),
            "plunder": msg("dd-kind-plunder", "plundered"),
            "stop": msg("dd-kind-stop", "stopped"),
        }
        return kinds.get(kind, kind)

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            (msg("dd-word-roll", "roll"), "roll"),
            (msg("dd-word-stack", "stack"), "stack"),
            (msg("dd-word-leave", "leave"), "leave"),
            (msg("dd-word-plunder", "plunder"), "plunder"),
            (msg("dd-word-stop", "stop"), "stop"),
            *zip(self.seats, self.game.seats, strict=True),
        ]

    def aim(self) -> Text:
        return nmsg(
            "dd-aim",
            "The most doubloons win, once somebody has {count} after a round.",
            "The most doubloons win, once somebody has {count} after a round.",
            self.game.rules.target,
        )

    def advice(self, view: View) -> Message | None:
        now = cast(DiceView, view)
        if now["to_act"] == OVER:
            return None
        if now["phase"] == "open":
            return msg(
                "dd-advice-open",
                "Everybody rolls one die: D is an ordinary one, J the Jolly Roger die. The lowest"
                " begins.",
            )
        if now["phase"] == "roll":
            return msg(
                "dd-advice-roll",
                "The same number, the next number up and the one that makes 7 fit on your top die;"
                " the skull always fits. A player who does not place the Jolly Roger die loses"
                " {penalty}.",
                penalty=self.game.rules.penalty,
            )
        if now["phase"] == "stack":
            return msg(
                "dd-advice-stack",
                "[☠S], the skull, counts {worth}; on top at the end of the round it doubles your"
                " pile.",
                worth=self.game.rules.skull,
            )
        return msg(
            "dd-advice-plunder",
            "You may take top dice of the others, one after the other: each must be the next"
            " number up from your top die, or make 7 with it.",
        )

    def legend(self) -> list[Text]:
        plain = self.game.rules.worths[SKULL | OPENING_BIT] == self.game.rules.skull
        opening = msg(
            "dd-legend-opening", "[☠S1]: a skull that was rolled in the opening, worth 1."
        )
        return [
            msg(
                "dd-legend-die",
                "[5]: a die in a pile; piles are shown from the top down. The colour only shows"
                " whose die it is.",
            ),
            msg("dd-legend-skull", "[☠S]: the skull of a Jolly Roger die."),
            *([] if plain else [opening]),
            msg(
                "dd-legend-roll",
                "roll D, roll J: rolls an ordinary die or the Jolly Roger die; the dice left to"
                " roll stand above each pile.",
            ),
            msg("dd-legend-stack", "stack, leave: puts the rolled die on your pile, or does not."),
            msg(
                "dd-legend-plunder",
                "plunder {seat}, stop: takes the top die of that pile, or stops plundering.",
                seat=self.game.seats[-1],
            ),
        ]

    def rules(self) -> list[Section]:
        return dice_rules_text(self.name, self.variant, self.game)
