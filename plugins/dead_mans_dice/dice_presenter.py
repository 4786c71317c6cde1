"""The presenter of Dead Man's Dice: the table, choices, the log, advice and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ...core.declared.declared_presenter import DeclaredPresenter
from ...core.game import CHANCE, OVER, Action
from ...core.scene import Advised, Choice, Section, View, points, whole_of
from ...core.text import Both, Message, Param, Text, in_turn, msg, named, nmsg, written
from ...core.things import Piece, SceneCounter, SceneZone
from .dice import FACES, JOLLY, LOOK, LOOKS, SIGNS, SKULL, SKULL_1, is_skull, look_of
from .dice_actions import ENDINGS
from .dice_game import ROLL_D, ROLL_J, DiceGame, DicePosition
from .dice_reasons import (
    BEGINS,
    KEEPS,
    ROLLS,
    doubloons,
    lowers,
    moves_of,
    name_move,
    nudge_from,
    why_best,
    why_of,
)
from .dice_rules_text import SKULL_OPENS, dice_legend, dice_rules_text

FITTING = msg(
    "dd-advice-roll",
    "On your turn you roll one die. You may stack it if it shows the same number as your top die"
    " or the next number up, or makes 7 with it; the skull always fits, and anything fits on an"
    " empty pile.",
)

PLUNDERING = msg(
    "dd-advice-plunder",
    "After a roll you may plunder: take the top die of another pile if it is the next number up"
    " from yours or makes 7 with it.",
)

TOP_DECIDES = msg(
    "dd-advice-top", "It would then be your top die: others may plunder it if it fits on theirs."
)

FIRST = msg("dd-begins", "{seat} has the lowest number and takes the first turn.").to_you(
    seat=msg("dd-you-begin", "You have the lowest number and take the first turn.")
)

ROUND_ENDS = msg(
    "dd-advice-end",
    "The round ends when somebody has no dice left to roll, and each pile is counted.",
)


class DicePresenter(DeclaredPresenter[DicePosition, DiceGame]):
    """Presenter with the words of the dice, which derived ones lack."""

    labels: ClassVar[Mapping[str, Text]] = {
        "round": msg("dd-round", "Round"),
        "target": msg("dd-target", "target"),
    }
    told_heads = tuple(labels)

    # The table.

    def card_name(self, card: str) -> Text:
        sign = card.partition("/")[0]
        names: dict[str, Text] = {
            "D": nmsg("dd-ordinary", "one ordinary die", "{count} ordinary dice", 1),
            "J": msg("dd-jolly", "one Jolly Roger die"),
            "S": msg("dd-skull", "skull"),
            "S1": msg("dd-skull-of-one", "skull (counts as 1)"),
        }
        return names.get(sign, sign[:1])

    def piece(self, code: str) -> Piece:
        sign, _, owner = code.partition("/")
        skull = sign.startswith("S")
        picture = "dieskull" if skull or sign == "J" else f"die{sign[0]}".replace("D", "0")
        shown = f"[☠{sign}]" if skull else f"[{'J' * sign.endswith('j')}{sign[:1]}]"
        ink = self._inks.get(owner, "")
        note = "=1" if sign == "S1" else ""
        return Piece(code, self.card_name(code), " ", shown, ink, picture=picture, note=note)

    def seat_zone(self, view: Any, owner: int) -> SceneZone:
        zone = super().seat_zone({**view, "scores": view["totals"]}, owner)
        worth = view["worths"][owner]
        rolled = view["rolled"] if owner == view["to_act"] else []
        zones = [self._named(place, owner, worth, rolled) for place in zone.zones]
        # The pile comes last: it grows, and everything else keeps its place.
        zones.sort(key=lambda place: place.form == "stack")
        return replace(zone, zones=zones, ink=self._inks[self.game.seats[owner]])

    def _named(self, zone: SceneZone, owner: int, worth: int, rolled: Sequence[str]) -> SceneZone:
        """Return the *zone* of the seat *owner* with a name, and with what its pile is *worth*.

        A die that is *rolled* lies elsewhere.
        """
        seat = self.seats[owner]
        if zone.id.startswith("unplaced:"):
            yours = msg("dd-your-dice", "your dice")
            name = msg("dd-dice-of", "{seat:gen} dice", seat=seat).to_you(seat=yours)
            left = [*zone.pieces]
            for die in rolled:
                kind = "J" if look_of(die) & JOLLY else "D"
                left.remove(next(piece for piece in left if piece.code == kind))
            return replace(zone, name=name, pieces=left)
        if not zone.id.startswith("piles:"):
            return zone
        name = msg("dd-pile-of", "{seat:gen} pile", seat=seat).to_you(
            seat=msg("dd-your-pile", "your pile")
        )
        label = msg("dd-pile-worth", "worth {worth}", worth=worth)
        counters = [SceneCounter(label, str(worth), picture="coin")]
        return replace(zone, pieces=zone.pieces[::-1], counters=counters, form="stack", name=name)

    def amount(self, points: int) -> Message:
        return doubloons(points)

    def expected_amount(self, value: float) -> Message:
        if (whole := whole_of(value)) is not None:
            return self.amount(whole)
        return msg("amount-doubloons", "{points} doubloons", points=points(value))

    # Choices and the log.

    def question(self, view: Any) -> Text:
        """Say before a roll what fits; remind people who listen of what is left of their pile."""
        asked, seat = super().question(view), view["to_act"]
        if "roll" not in view["possible"] or not view["piles"][seat]:
            return asked
        assert isinstance(asked, Message)
        if self.pointed:
            faces = self._faces(view, self.game.stackable, view["unplaced"][seat])
            none = msg("dd-ask-none", "{asked} Nothing fits on the skull.", asked=asked)
            fits = msg("dd-ask-fits", "{asked} These fit: {faces}.", asked=asked, faces=faces)
            return fits if faces.items else none
        if not self.spoken:
            return asked
        top, worth = self.card_name(view["piles"][seat][-1]), view["worths"][seat]
        about: dict[str, Param] = {"top": top, "worth": worth, "seat": self.seats[seat]}
        pile = msg("dd-top-of", "On top of {seat:gen} pile: {top}; worth {worth}.", **about)
        yours = msg("dd-your-top", "On top of your pile: {top}; worth {worth}.")
        both = {"pile": pile.to_you(seat=yours), "asked": asked}
        return Message("pile-and-question", "{pile} {asked}", both)

    def word_name(self, word: str) -> Text:
        if word == "J":
            # Translators: something is done to the dice: German "den Jolly-Roger-Würfel".
            return msg("dd-the-jolly", "the Jolly Roger die")
        # Translators: German "einen gewöhnlichen Würfel".
        return msg("dd-an-ordinary", "an ordinary die")

    def about(self, done: Action) -> dict[str, Param]:
        about, details = super().about(done), dict[str, Any](done.details)
        if "die" in details:
            look = look_of(details["die"])
            # Translators: something is done to it: German "den Totenkopf", "die 5".
            about["what"] = msg("dd-the-face", "the {face}", face=FACES[look])
            if is_skull(look):
                about["what"] = msg("dd-what-skull", "the skull")
            about["die"] = self.word_name("J" if look & JOLLY else "D")
        about["fate"] = msg("dd-may-roll-again", "you can roll the die again later")
        if not self.game.rules.options.misfits_return:
            about["fate"] = msg("dd-may-not-roll", "the die is out of the round")
        if "pile" in details:
            about["doubloons"] = doubloons(details["pile"])
            about["worth"] = msg("dd-worth", "Pile: {worth}", worth=details["pile"])
        return about

    def choice(self, position: DicePosition, action: int) -> Choice:
        done = position.describe(action)
        about: Any = self.about(done)
        short = about.get("word") or about.get("worth") or ""
        details: Any = done.details
        piece, zone = str(details.get("die", details.get("word", ""))), ""
        changes: list[SceneCounter] = []
        if done.kind == "plunder":
            piece, zone = "", f"piles:{self.game.seats[details['player']]}"
        elif done.kind == "stack":
            zone = f"piles:{self.game.seats[done.seat]}"
            changes = [SceneCounter(about["doubloons"], str(details["pile"]), picture="coin")]
        elif done.kind == "leave":
            piece = ""  # a button of its own, like that to stop
        choice = super().choice(position, action)
        (then := position.copy()).apply(action)
        if then.last_round:
            ending = ENDINGS[done.kind].filled(**about)
            choice = replace(choice, sentence=ending, effect=ending)
        return replace(choice, short=short, piece=piece, zone=zone, changes=changes)

    def tell(
        self, before: DicePosition, action: int, after: DicePosition, seat: int | None
    ) -> list[Text]:
        rolls = before.describe(action).kind == "roll"  # which is told together with the number
        told = [] if rolls else super().tell(before, action, after, seat)
        why = self._why_plundered(before, action)
        return [*told, *why, *self.tell_round(before, action, after)]

    def _why_plundered(self, before: DicePosition, action: int) -> list[Text]:
        """Say which numbers let *action* plunder, if it does and both dice show numbers.

        Who listens hears it of their own plunder.
        """
        details: Any = before.describe(action).details
        own = before.pile(before.seat)
        unheard = self.spoken and not self.seats[before.seat].you
        if "player" not in details or not own or unheard:
            return []
        taken = before.pile(details["player"])[-1] & LOOK
        low, high = sorted((own[-1] & LOOK, taken), key=lambda look: FACES[look])
        if is_skull(low) or is_skull(high):
            return []
        about: dict[str, Param] = {"low": FACES[low], "high": FACES[high]}
        if FACES[low] + FACES[high] == 7:
            return [msg("dd-makes-seven", "{low} and {high} make 7.", **about)]
        return [msg("dd-next-up", "{high} is the next number up from {low}.", **about)]

    def brief(
        self, before: DicePosition, action: int, after: DicePosition, seat: int | None
    ) -> list[Text]:
        """Leave out who stops or leaves a skull, which matters least."""
        if before.describe(action).kind in ("stop", "leave"):
            return self.tell_round(before, action, after)
        why = self._why_plundered(before, action)
        return [text for text in self.tell(before, action, after, seat) if text not in why]

    def deal(self, outcomes: Sequence[Action], after: DicePosition, seat: int | None) -> list[Text]:
        texts: list[Text] = []
        tied = 0  # texts up to the last tie: of several ties in a row, the last one is told
        for number, done in enumerate(outcomes, 1):
            details: Any = done.details
            about = {**self.about(done), "seat": self.seats[details["seat"]]}
            look = look_of(details["die"])
            # Translators: what a die shows, behind a colon: German "eine 5", "ein Totenkopf".
            about["what"] = msg("dd-what-face", "a {face}", face=FACES[look])
            if is_skull(look):
                about["what"] = msg("dd-shows-skull", "a skull")
            rolls = msg("dd-rolls", "{seat} rolls {die}: {what}.", **about).to_you(
                seat=msg("dd-you-roll", "You roll {die}: {what}.")
            )
            if not details["opening"]:
                rolls = msg("dd-rolls-on", "{rolls} {fate}", rolls=rolls, fate=self._fate(after))
            texts.append(rolls)
            lie = [die & LOOK for pile in after.piles for die in pile].count(SKULL)
            if look == SKULL and after.round == 1 and lie <= (after.placed or after.opening):
                texts.append(self._doubling())
            if look == SKULL_1:
                texts.append(msg("dd-opens-skull", "It counts as 1; on top it doubles the pile."))
            if details["opening"] and after.next_seat(details["seat"]) == after.first:
                if after.opening or number < len(outcomes):
                    tie = msg("dd-tie", "A tie for the lowest number, so everybody rolls again.")
                    if self.game.players == 2:
                        tie = msg("dd-tie-both", "It's a tie, so you both roll again.")
                    tied = len(texts := [*texts[tied:], tie])
                else:
                    texts.append(FIRST.filled(seat=self.seats[after.seat]))
        return [*texts, *self.tell_round(after, OVER, after)]

    def _fate(self, after: DicePosition) -> Message:
        """Say what became of a rolled die."""
        if after.rolled:
            return msg("dd-fits", "It fits.")
        if after.placed:
            return msg("dd-starts", "The pile was empty, so the die begins a new one.")
        if self.game.rules.options.misfits_return:
            return msg("dd-returns", "It does not fit and goes back.")
        return msg("dd-goes-out", "It does not fit and is out of the round.")

    def tell_round(self, before: DicePosition, action: int, after: Any) -> list[Text]:
        """Say how a round is scored that the last action has ended, and what follows."""
        if not after.last_round:
            return []
        over = after.actor == OVER
        ended = after.round if over else after.round - 1
        texts: list[Text] = [self._why_over(after).filled(round=ended)]
        texts += [self._account(after, seat) for seat in range(self.game.players)]
        if not over and max(after.totals) >= after.target:
            texts.append(msg("dd-plays-on", "A tie at the top: another round is played."))
        if not over:
            texts.append(msg("dd-round-begins", "Round {round} begins.", round=after.round))
        return texts

    def _why_over(self, after: Any) -> Message:
        """Say why the last round has ended; its number is yet to be filled in."""
        for seat in after.finishers:
            name = self.seats[seat]
            return msg(
                "dd-round-over", "{seat} has no dice left to roll: round {round} ends.", seat=name
            ).to_you(
                seat=msg("dd-you-end-round", "You have no dice left to roll: round {round} ends.")
            )
        return msg("dd-round-idle", "Nobody has placed a die for too long: round {round} ends.")

    def _account(self, after: DicePosition, seat: int) -> Message:
        """Say what the pile of *seat* counts, and why."""
        (pile, gain), rules = after.last_round[seat], self.game.rules
        worths = [int(self.game.worths[die & LOOK]) for die in pile]
        worth, plain = after.worth(pile), sum(worths)
        added = f"{' + '.join(map(str, worths))}{f' = {plain}' if len(pile) > 1 else ''}"
        counted = msg("dd-counted", "pile {sum}", sum=added)
        if any(die & LOOK == SKULL for die in pile):
            counted = msg("dd-counted-skull", "pile {sum} (a skull counts {skull})",
                          sum=added, skull=rules.skull)  # fmt: skip
        parts = [counted if pile else msg("dd-uncounted", "no pile")]
        if worth > plain:
            parts.append(msg("dd-doubled", "doubled by the skull on top: {worth}", worth=worth))
        if worth > gain:
            lost = msg("dd-lost",
                       "{penalty} lost because the Jolly Roger die was not placed: {gain}",
                       penalty=rules.penalty, gain=written(gain))  # fmt: skip
            parts.append(lost)
        return msg(
            "dd-account",
            "{seat:cap}: {parts}; {total} in total.",
            seat=named(self.seats[seat]),
            parts=Both(tuple(parts), commas=True),
            total=written(after.totals[seat]),
        )

    def ended_view(self, after: DicePosition, seat: int | None) -> View:
        """Return the piles of a round that was just finished, with the totals it has led to."""
        if not after.last_round:
            return super().ended_view(after, seat)
        ended = after.copy()
        ended.numbers = after.finished
        ended.round -= after.actor != OVER
        return {**ended.view(seat), "totals": [*after.totals], "to_act": OVER}

    def passing_view(
        self, before: DicePosition, action: int, after: DicePosition, seat: int | None
    ) -> View | None:
        """Return the table with whose turn it still was, and with a die that goes back."""
        if after.round != before.round or after.actor == OVER:
            return None
        if before.actor == CHANCE and not (before.opening or after.placed or after.rolled):
            die = self.game.codes[before.die(action)]
            return {**before.view(seat), "rolled": [die], "to_act": before.seat}
        if after.actor in (before.seat, CHANCE):
            return None
        return {**after.view(seat), "to_act": before.seat}

    def nudge(
        self, position: DicePosition, seat: int, best: Advised, other: Advised | None
    ) -> Text:
        return nudge_from(position, self.seats)

    def name_move(self, position: DicePosition, action: int) -> Text:
        return name_move(position, action, self.seats)

    def reasons(
        self, position: DicePosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        line = _instead(position, best, other)
        told = self._why(position, best, line)
        instead = [
            text
            for text in why_of(position, line, self.seats)
            if text not in told and text.code != "dd-why-then"
        ]
        if instead and told and told[0].code != "dd-why-ends-low-of":
            moves = moves_of(position, line, self.seats)[0]
            move = Both((*(moves or [name_move(position, line[0], self.seats)]),))
            told += [msg("why-instead", "With {move} instead:", move=move), *instead]
        return [*told, *super().reasons(position, seat, best, other)]

    def short_reasons(
        self, position: DicePosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        told = self._why(position, best, _instead(position, best, other))
        together: list[Text] = [in_turn(told)] if told else []
        if told and not any(map(lowers, told)):
            return together
        return [*together, *super().short_reasons(position, seat, best, other)]  # makes up for it

    def _why(self, position: DicePosition, best: Advised, instead: Sequence[int]) -> list[Message]:
        """Say what speaks for *best*, beside the line that could be played *instead*."""
        told = why_best(position, best.line or [best.action], instead, self.seats)
        if best.action == ROLL_D and ROLL_J in position.legal_actions():
            told.append(KEEPS.filled(seat=self.seats[position.seat]))
        if not (told or instead or position.opening):
            told.append(msg("dd-why-only", "Nothing else would do better."))
        return told

    def advice(self, view: Any) -> Message | None:
        if view["opening"]:
            if self.pointed or self.spoken:  # letters stand for no dice
                begins = msg(
                    "dd-advice-begin",
                    "Everybody rolls one die, and whoever has the lowest number begins. The Jolly"
                    " Roger die has a skull in place of the 1.",
                )
                return in_turn([begins, self._penalty(), self._goal()]) if self.pointed else begins
            return msg(
                "dd-advice-open",
                "First everybody rolls one die, which begins their pile. The lowest number takes"
                " the first turn.",
            )
        if "roll" in view["possible"]:
            if self.pointed:
                return self._fitting(view)
            if not any(len(dice) == 1 for dice in view["unplaced"]):
                return FITTING
            return replace(in_turn([ROUND_ENDS, self._penalty()]), code=ROUND_ENDS.code)
        if "stack" in view["possible"]:  # what the die itself needs
            look = look_of(view["rolled"][0])
            if is_skull(look):  # explained with the first one
                return self._doubling() if view["round"] > 1 else None
            return self._penalty() if look & JOLLY and self.pointed else TOP_DECIDES
        if "plunder" in view["possible"]:
            if self.pointed:
                return msg(
                    "dd-advice-takes",
                    "From other piles, these fit on your top die: {faces} (the next number up, or"
                    " what makes 7 with it).",
                    faces=self._faces(view, self.game.plunderable),
                )
            return PLUNDERING
        return None

    def _fitting(self, view: Any) -> Message:
        """Say what an empty pile of the seat to act takes, and what comes after the roll."""
        begins = [] if view["piles"][view["to_act"]] else [BEGINS]
        last = any(len(dice) == 1 for dice in view["unplaced"])
        then = msg("dd-advice-then", "After your roll, you may plunder other piles.")
        return in_turn([*begins, then, *([ROUND_ENDS] if last else [])])

    def _faces(self, view: Any, fits: Any, dice: Sequence[str] = "DJ") -> Both:
        """List the faces of *dice* that fit, as *fits* says, on the pile of the seat to act."""
        top = look_of(view["piles"][view["to_act"]][-1]) * LOOKS
        first, last = ([1] if "D" in dice else []), ([SKULL] if "J" in dice else [])
        looks = [look for look in (*first, *range(2, 7), *last) if fits[top + look]]
        return Both(tuple(self.card_name(SIGNS[look]) for look in looks))

    def _doubling(self) -> Message:
        return msg(
            "dd-advice-stack",
            "A skull is worth {skull} in a pile, and on top at the end of the round it"
            " doubles the whole pile.",
            skull=self.amount(self.game.rules.skull),
        )

    def _penalty(self) -> Message:
        return msg(
            "dd-advice-penalty",
            "Whoever has not placed the Jolly Roger die by the end of the round loses {penalty}.",
            penalty=self.amount(self.game.rules.penalty),
        )

    def primer(self) -> Text:
        if not self.pointed:
            return ""
        opened = [SKULL_OPENS] if self.game.rules.options.opening_skull_one else []
        round_ends = [*opened, ROUND_ENDS, self._penalty()]
        return in_turn([FITTING, PLUNDERING, self._doubling(), *round_ends])

    def begins(self, seat: int) -> Text:
        return msg("dd-opens", "{seat} rolls first.", seat=self.seats[seat]).to_you(
            seat=msg("dd-you-open", "You roll first.")
        )

    def aim(self) -> Text:
        plays = msg("dd-aim", "You roll dice, pile them up and plunder other players' piles.")
        return in_turn([plays, self._goal()])

    def _goal(self) -> Message:
        return msg(
            "dd-goal",
            "Once somebody has {count} doubloons after a round, whoever has the most wins.",
            count=self.game.rules.target,
        )

    def legend(self) -> list[Text]:
        if self.pointed:
            return [
                msg(
                    "dd-legend-drawn",
                    "A pile is drawn with its top die first; each die has its owner's colour.",
                )
            ]
        return dice_legend(self.game)

    def signs(self, new: Sequence[str]) -> list[Text]:
        begin, signs = {code[:1] for code in new}, ("DJ", "123456", "S")
        lines = [] if self.spoken else self.legend()
        return [line for line, of in zip(lines, signs, strict=False) if begin & {*of}]

    def rules(self) -> list[Section]:
        title = msg("rules-title", "{name}: {variant}", name=self.name, variant=self.variant)
        return [Section(title, [self.aim()]), *dice_rules_text(self.game)]


def _instead(position: DicePosition, best: Advised, other: Advised | None) -> Sequence[int]:
    """Return what *best* is compared with: a throw with the other die, else the *other* line."""
    if best.action in ROLLS:  # a search looks no further, so that both throws are alike to it
        return [roll for roll in position.legal_actions() if roll in ROLLS and roll != best.action]
    return (other.line or [other.action]) if other else []
