"""The words and panels of Dead Man's Dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, cast

from ...core.game import OVER, Action, Position
from ...core.scene import Choice, Line, Panel, Presenter, Row, Scene, Section, Span, View
from ...core.text import Both, Message, Name, Text, msg, nmsg
from .dice import CODES, JOLLY, LOOK, OPENING_BIT, ORDINARY, SKULL, is_skull
from .dice_game import NOBODY, TURN, DiceGame, DicePosition
from .dice_rules_text import dice_rules


class Die(TypedDict):
    """A die that lies on the table, as the view tells it."""

    die: str
    owner: int
    face: int
    skull: bool
    worth: int


class TableView(TypedDict):
    """What `DicePosition.view` tells."""

    phase: str
    round: int
    target: int
    to_act: int
    seat: int
    rolled: Die | None
    piles: list[list[Die]]
    worths: list[int]
    unplaced: list[list[str]]
    spent: list[list[str]]
    totals: list[int]
    scores: list[int]


class DicePresenter(Presenter):
    """Puts the piles, the dice and the doubloons into words and panels.

    *inks* are the terminal colours of the seats' dice; whose a die was means nothing to the rules.
    """

    def __init__(self, name: Name, variant: Name, game: DiceGame, inks: Sequence[str]) -> None:
        super().__init__(name, variant, game.seat_names)
        self.game = game
        self.inks = inks

    # Dice.

    def _picture(self, die: Die) -> Span:
        """Draw a die: [5], [☠S] the skull, [☠S1] one that is worth 1."""
        shown = str(die["face"])
        if die["skull"]:
            shown = "☠S" if die["worth"] == self.game.rules.skull else f"☠S{die['worth']}"
        return Span(f"[{shown}]", ink=self.inks[die["owner"]], strong=die["skull"])

    def _what(self, face: int, skull: bool) -> Message:
        """Name what was rolled, as something that is done something to."""
        if skull:
            # Translators: something is done to it: German "den Totenkopf".
            return msg("dd-what-skull", "the skull")
        # Translators: something is done to it: German "eine 5".
        return msg("dd-what-face", "a {face}", face=face)

    def _face(self, die: Die) -> Text:
        """Name a die in a list."""
        if not die["skull"]:
            return str(die["face"])
        if die["worth"] == self.game.rules.skull:
            return msg("dd-skull", "skull")
        return msg("dd-skull-of-worth", "skull (counts {worth})", worth=die["worth"])

    def _hand(self, codes: Sequence[str]) -> Both:
        """Name dice that lie in no pile, equal ones together."""
        dice: list[Text] = []
        ordinary = codes.count(CODES[ORDINARY])
        if ordinary:
            dice.append(
                nmsg("dd-ordinary", "{count} ordinary die", "{count} ordinary dice", ordinary)
            )
        if CODES[JOLLY] in codes:
            dice.append(msg("dd-jolly", "Jolly Roger die"))
        return Both(tuple(dice))

    def _doubloons(self, count: int) -> Message:
        return nmsg("dd-doubloons", "{count} doubloon", "{count} doubloons", count)

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        now = cast(TableView, view)
        lines: list[Line | Row] = [(Span(self._head(now), strong=True),)]
        lines.append(Row([self._panel(now, owner) for owner in range(self.game.players)]))
        if now["rolled"]:
            lines.append((Span(msg("dd-rolled", "Rolled:")), self._picture(now["rolled"])))
        return lines

    def _head(self, now: TableView) -> Message:
        return nmsg(
            "dd-head",
            "Round {round} · to {count} doubloon",
            "Round {round} · to {count} doubloons",
            now["target"],
            round=now["round"],
        )

    def _panel(self, now: TableView, owner: int) -> Panel:
        title = Span(self.seats[owner], ink=self.inks[owner], strong=now["seat"] == owner)
        pile: list[Line] = [(self._picture(die),) for die in reversed(now["piles"][owner])]
        lines: list[Line] = [
            (Span(self._doubloons(now["totals"][owner]), strong=True),),
            (Span(msg("dd-to-roll", "To roll:")), Span(" ".join(now["unplaced"][owner]) or "–")),
            (Span(msg("dd-pile", "Pile: {worth}", worth=now["worths"][owner])),),
        ]
        if now["spent"][owner]:
            out = Span(msg("dd-out", "Out:"), faint=True)
            lines.append((out, Span(" ".join(now["spent"][owner]), faint=True)))
        # The pile last: it grows, and all else stays at its height.
        return Panel((title,), [*lines, *(pile or [(Span("–", faint=True),)])])

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(TableView, view)
        said: list[Text] = [
            nmsg(
                "dd-say-head",
                "Round {round}. The game is to {count} doubloon.",
                "Round {round}. The game is to {count} doubloons.",
                now["target"],
                round=now["round"],
            )
        ]
        for owner in range(self.game.players):
            said += self._say_seat(now, owner)
        if now["rolled"]:
            die = now["rolled"]
            said.append(
                msg("dd-say-rolled", "Rolled: {what}.", what=self._what(die["face"], die["skull"]))
            )
        return said

    def _say_seat(self, now: TableView, owner: int) -> list[Text]:
        name = self.seats[owner]
        said: list[Text] = [
            msg(
                "dd-say-total",
                "{seat}: {doubloons}.",
                seat=name,
                doubloons=self._doubloons(now["totals"][owner]),
            )
        ]
        pile = now["piles"][owner]
        if pile:
            said.append(
                msg(
                    "dd-say-pile",
                    "Pile of {seat} from the top: {dice}; it counts {worth}.",
                    seat=name,
                    dice=Both(tuple(self._face(die) for die in reversed(pile)), commas=True),
                    worth=now["worths"][owner],
                )
            )
        else:
            said.append(msg("dd-say-no-pile", "{seat} has no pile.", seat=name))
        if now["unplaced"][owner]:
            dice = self._hand(now["unplaced"][owner])
            said.append(msg("dd-say-to-roll", "{seat} has to roll: {dice}.", seat=name, dice=dice))
        else:
            said.append(msg("dd-say-none", "{seat} has no die left to roll.", seat=name))
        if now["spent"][owner]:
            dice = self._hand(now["spent"][owner])
            said.append(
                msg("dd-say-out", "Out of the round, of {seat}: {dice}.", seat=name, dice=dice)
            )
        return said

    # Who does what.

    def status(self, view: View) -> Text:
        return self._head(cast(TableView, view))

    def question(self, view: View) -> Text:
        now = cast(TableView, view)
        if now["to_act"] == OVER:
            return msg("game-over", "The game is over.")
        seat = self.seats[now["seat"]]
        if now["phase"] == "open":
            return msg("dd-ask-open", "{seat}, choose a die for the opening.", seat=seat)
        if now["phase"] == "plunder":
            return msg("dd-ask-plunder", "{seat}, plunder or stop.", seat=seat)
        if now["rolled"]:
            die = now["rolled"]
            what = self._what(die["face"], die["skull"])
            return msg("dd-ask-stack", "{seat}, you rolled {what}.", seat=seat, what=what)
        return msg("dd-ask-roll", "{seat}, choose a die to roll.", seat=seat)

    def choice(self, position: Position, action: int) -> Choice:
        assert isinstance(position, DicePosition)
        done = position.describe(action)
        if done.kind == "roll":
            if done.details["die"] == CODES[JOLLY]:
                said = msg("dd-choose-jolly", "Roll the Jolly Roger die.")
                return Choice("", done.notation, msg("dd-jolly", "Jolly Roger die"), said)
            said = msg("dd-choose-ordinary", "Roll an ordinary die.")
            return Choice("", done.notation, msg("dd-short-ordinary", "ordinary die"), said)
        if done.kind == "stop":
            if position.phase == TURN:
                return Choice("", done.notation, "", msg("dd-choose-end", "Roll no more."))
            return Choice("", done.notation, "", msg("dd-choose-stop", "Plunder no more."))
        die = cast(Die, done.details)
        what = self._what(die["face"], die["skull"])
        if done.kind == "leave":
            return Choice(
                "", done.notation, "", msg("dd-choose-leave", "Do not stack {what}.", what=what)
            )
        worth = self._worth_after(position, done)
        if done.kind == "stack":
            said = nmsg(
                "dd-choose-stack",
                "Stack {what}: your pile then counts {count} doubloon.",
                "Stack {what}: your pile then counts {count} doubloons.",
                worth,
                what=what,
            )
            return Choice("", done.notation, self._pile_of(worth), said)
        said = nmsg(
            "dd-choose-plunder",
            "Plunder {what} from {seat}: your pile then counts {count} doubloon.",
            "Plunder {what} from {seat}: your pile then counts {count} doubloons.",
            worth,
            what=what,
            seat=self.seats[cast(int, done.details["from"])],
        )
        short = msg(
            "dd-short-plunder",
            "{die} pile: {worth}",
            die=self._picture(die).text,
            worth=worth,
        )
        return Choice("", done.notation, short, said)

    def _pile_of(self, worth: int) -> Message:
        return msg("dd-short-pile", "pile: {worth}", worth=worth)

    def _worth_after(self, position: DicePosition, done: Action) -> int:
        """Count the pile of the seat once the die of *done* lies on it."""
        die = cast(Die, done.details)
        now = cast(TableView, position.view(None))
        worth = die["worth"] + sum(below["worth"] for below in now["piles"][done.seat])
        return 2 * worth if die["skull"] else worth

    # The story.

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        assert isinstance(after, DicePosition)
        told: list[Text] = []
        for outcome in outcomes:
            told += self._tell_roll(outcome)
        return [*told, *self._tell_round(cast(int, outcomes[-1].details["round"]), after)]

    def _tell_roll(self, outcome: Action) -> list[Text]:
        details = outcome.details
        seat = self.seats[cast(int, details["seat"])]
        what = self._what(cast(int, details["face"]), details["skull"] is True)
        die: Message
        if details["die"] == CODES[JOLLY]:
            # Translators: "rolls a 5 with ...": German "dem Jolly-Roger-Würfel".
            die = msg("dd-with-jolly", "the Jolly Roger die")
        else:
            # Translators: "rolls a 5 with ...": German "einem gewöhnlichen Würfel".
            die = msg("dd-with-ordinary", "an ordinary die")
        told: list[Text] = []
        if details["fate"] == "opens":
            told.append(
                msg("dd-opens", "{seat} rolls {what} with {die}.", seat=seat, what=what, die=die)
            )
        else:
            told.append(
                msg(
                    "dd-rolls",
                    "{seat} rolls {what} with {die}. {fate}",
                    seat=seat,
                    what=what,
                    die=die,
                    fate=self._fate(cast(str, details["fate"])),
                )
            )
        if "begins" in details:
            told.append(self._tell_opening(cast(int, details["begins"])))
        return told

    def _fate(self, fate: str) -> Message:
        if fate == "starts":
            return msg("dd-starts", "It begins a new pile.")
        if fate == "fits":
            return msg("dd-fits", "It fits.")
        if self.game.rules.misfits_return:
            return msg("dd-returns", "It does not fit and goes back.")
        return msg("dd-goes-out", "It does not fit and is out of the round.")

    def _tell_opening(self, begins: int) -> Message:
        if begins == NOBODY:
            return msg("dd-open-tie", "Several have the lowest number: all roll again.")
        return msg(
            "dd-begins",
            "{seat} has the lowest number and takes the first turn.",
            seat=self.seats[begins],
        )

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert isinstance(before, DicePosition)
        assert isinstance(after, DicePosition)
        done = before.describe(action)
        if done.kind == "roll":
            return []  # told with what it shows
        return [self._tell_done(before, done), *self._tell_round(before.round, after)]

    def _tell_done(self, before: DicePosition, done: Action) -> Message:
        seat = self.seats[done.seat]
        if done.kind == "stop":
            if before.phase == TURN:
                return msg("dd-tell-end", "{seat} rolls no more.", seat=seat)
            return msg("dd-tell-stop", "{seat} plunders no more.", seat=seat)
        die = cast(Die, done.details)
        what = self._what(die["face"], die["skull"])
        if done.kind == "leave":
            return msg("dd-tell-leave", "{seat} does not stack {what}.", seat=seat, what=what)
        worth = self._worth_after(before, done)
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
            victim=self.seats[cast(int, done.details["from"])],
        )

    def _tell_round(self, round: int, after: DicePosition) -> list[Text]:
        """Account for round *round* line by line, if it is over."""
        if after.last_round is None or (after.round == round and after.to_act() != OVER):
            return []
        told: list[Text] = [msg("dd-round-over", "Round {round} is over.", round=round)]
        piles, unplaced, gains = after.last_round
        for seat, pile in enumerate(piles):
            told.append(self._account(seat, pile, unplaced[seat], gains[seat], after.totals[seat]))
        if after.to_act() != OVER:
            if max(after.totals) >= self.game.rules.target:
                told.append(msg("dd-plays-on", "A tie at the top: another round is played."))
            told.append(
                msg(
                    "dd-round-begins",
                    "Round {round} begins: everybody rolls one die.",
                    round=after.round,
                )
            )
        elif max(after.totals) < self.game.rules.target:
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
        self, seat: int, pile: tuple[int, ...], unplaced: bool, gain: int, total: int
    ) -> Message:
        """Write how *seat* scored in a round, as a calculation: (2 + 5 + 7) × 2 = 28."""
        text = " + ".join(str(self.game.worths[die & LOOK]) for die in pile) or "0"
        name = self.seats[seat]
        if pile and is_skull(pile[-1]):
            text = f"({text}) × 2 = {gain}" if len(pile) > 1 else f"{text} × 2 = {gain}"
            return msg(
                "dd-account-doubled",
                "{seat}: {sum}; {total} in all. The skull on top doubles the pile.",
                seat=name,
                sum=text,
                total=total,
            )
        if unplaced:
            return msg(
                "dd-account-penalty",
                "{seat}: {sum}; {total} in all. The Jolly Roger die was not placed.",
                seat=name,
                sum=f"{text} - {self.game.rules.penalty} = {gain}",
                total=total,
            )
        if len(pile) > 1:
            text = f"{text} = {gain}"
        return msg("dd-account", "{seat}: {sum}; {total} in all.", seat=name, sum=text, total=total)

    # The end.

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, DicePosition)
        told: list[Text] = []
        for seat, total in enumerate(position.scores()):
            told.append(
                msg(
                    "dd-say-total",
                    "{seat}: {doubloons}.",
                    seat=self.seats[seat],
                    doubloons=self._doubloons(total),
                )
            )
        winners = position.winners()
        names = Both(tuple(self.seats[seat] for seat in winners))
        if len(winners) > 1:
            told.append(msg("dd-shared", "{seats} share the victory.", seats=names))
        else:
            told.append(msg("dd-wins", "{seat} wins.", seat=names))
        return told

    # Typing, signs and rules.

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "rolled": msg("dd-kind-rolled", "came up"),
            "roll": msg("dd-kind-roll", "rolled"),
            "stack": msg("dd-kind-stack", "stacked"),
            "leave": msg("dd-kind-leave", "left lying"),
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
        now = cast(TableView, view)
        if now["to_act"] == OVER:
            return None
        if now["phase"] == "open":
            return msg(
                "dd-advice-open",
                "Everybody lays one die: D is an ordinary one, J the Jolly Roger die. The lowest"
                " begins.",
            )
        if now["phase"] == "roll":
            return msg(
                "dd-advice-roll",
                "The same number as your top die fits on it, the next one up, and what makes 7 with"
                " it; the skull always does. Whoever never places the Jolly Roger die loses"
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
            "You may take top dice of the others, one after the other: the next number up from"
            " your top die, or what makes 7 with it.",
        )

    def legend(self) -> list[Text]:
        legend: list[Text] = [
            msg(
                "dd-legend-die",
                "[5]: a die in a pile, which is shown from its top down. The colour only tells"
                " whose die it is.",
            ),
            msg("dd-legend-skull", "[☠S]: the skull of a Jolly Roger die."),
        ]
        if self.game.worths[SKULL | OPENING_BIT] != self.game.rules.skull:
            legend.append(
                msg("dd-legend-opening", "[☠S1]: a skull that was rolled in the opening, worth 1.")
            )
        return [
            *legend,
            msg(
                "dd-legend-roll",
                "roll D, roll J: rolls an ordinary die or the Jolly Roger die; those that are left"
                " stand above each pile.",
            ),
            msg("dd-legend-stack", "stack, leave: puts the rolled die on your pile, or not."),
            msg(
                "dd-legend-plunder",
                "plunder {seat}, stop: takes the top die of that pile, or plunders no more.",
                seat=self.game.seats[-1],
            ),
        ]

    def rules(self) -> list[Section]:
        return dice_rules(self.name, self.variant, self.game)
