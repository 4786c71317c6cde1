"""The table of Jolly & Roger: the plays that each card has at a crews table."""

from __future__ import annotations

from typing import TypeAlias

from ...core.errors import IllegalAction
from ...core.game import Action
from ...core.kernel.action_list import ActionList
from ...core.kernel.quick_random import QuickRandom
from ...core.splitting.card_effect import CardEffect
from ...core.text import Message, msg
from ...core.vectors import append, i64, vec
from .crew_rules import CrewRules, lay
from .crews import Crews
from .evaluation.terms import CrewTerms, Judgement
from .no_captains import held
from .plays import Plays

CrewEffect: TypeAlias = CardEffect[CrewRules, Crews]


class CrewsTable(Crews):
    """Crews with the plays of all cards.

    Attributes:
        effects: by card, its effect, or ``None``.
        plays: the number and the notation of every play.
        all_terms: what bots judge a table by.
    """

    def __init__(
        self, rules: CrewRules, effects: list[CrewEffect | None], like: CrewsTable | None = None
    ) -> None:
        """Set up an empty table, or a copy of *like*."""
        super().__init__(rules, like)
        self.effects = effects
        self.plays: Plays
        self.all_terms: CrewTerms
        if like is None:
            self.plays = Plays(rules)
            self.all_terms = CrewTerms(rules)
        else:
            self.plays = like.plays
            self.all_terms = like.all_terms

    def copy(self) -> CrewsTable:
        return CrewsTable(self.rules, self.effects, self)

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        # As `find_plays`, but quicker where the kernel is not compiled.
        numbers = self.numbers
        numbered = self.plays
        plays: list[int] = []
        before = -1
        for card in hand:
            if card == before:
                continue
            before = card
            effect = self.effects[card]
            if effect is not None:
                first = self.effect_play(card, 0)
                plays += [first + option for option in effect.legal(self, seat)]
                plays += numbered.plain[card]
                continue
            place = numbered.captain_at[card]
            if place > 0:
                on_board = numbers[place] == seat
            else:
                on_board = place < 0 and boards(self.rules, numbered, numbers, seat, card) > 0
            plays += numbered.with_captain[card] if on_board else numbered.plain[card]
        return plays

    def find_plays(self, seat: i64, hand: vec[i64], count: i64, found: ActionList) -> None:
        rules = self.rules
        numbers = self.numbers
        numbered = self.plays
        joins = numbered.joins
        joins_at = numbered.joins_at
        special = rules.special
        ships = rules.ship_count
        plays = found.reserve(count * (numbered.board + 1))
        n = found.count
        before: i64 = -1
        at: i64 = 0
        while at < count:
            card = hand[at]
            at += 1
            if card == before:
                continue
            before = card
            base = card << numbered.shift
            if special[card]:
                found.count = n
                self._find_options(seat, card, base + numbered.board + 1, found)
                plays = found.reserve(count * (numbered.board + 1))
                n = found.count
            else:
                place = joins_at[card]
                end = joins_at[card + 1]
                while place < end:
                    plays[n] = joins[place]
                    n += 1
                    place += 1
                if boards(rules, numbered, numbers, seat, card):
                    plays[n] = numbered.boards[card]
                    n += 1
            parrot = base + ships
            end = parrot + ships
            while parrot < end:
                plays[n] = parrot
                n += 1
                parrot += 1
        found.count = n

    def _find_options(self, seat: i64, card: i64, first: i64, found: ActionList) -> None:
        effect = self.effects[card]
        assert effect is not None
        effect.find(self, seat, first, found)

    def play_hand(
        self, seat: i64, hand: vec[i64], count: i64, rng: QuickRandom, found: ActionList
    ) -> None:
        # Only the options of effects are listed; of all other plays, the number is enough.  Truth
        # values are added up, not branched on, since such branches would often be mispredicted.
        rules = self.rules
        numbered = self.plays
        plain_counts = numbered.plain_counts
        captain_at = numbered.captain_at
        while len(numbered.ends) < count:
            numbered.ends = append(numbered.ends, 0)
        ends = numbered.ends
        while count:
            numbers = self.room_for_one()
            found.count = 0
            total: i64 = 0
            before: i64 = -1
            at: i64 = 0
            while at < count:
                card = hand[at]
                if card != before:
                    before = card
                    total += plain_counts[card]
                    captain = captain_at[card]
                    if captain > 0:
                        total += numbers[captain] == seat
                    elif rules.special[card]:
                        total -= found.count
                        first = (card << numbered.shift) + numbered.board + 1
                        self._find_options(seat, card, first, found)
                        total += found.count
                    else:
                        total += boards(rules, numbered, numbers, seat, card)
                ends[at] = total
                at += 1
            number = rng.below(total)
            played: i64 = 0
            at = 0
            while at < count:
                played += number >= ends[at]
                at += 1
            card = hand[played]
            ship = number - ends[played] + rules.ship_count
            if ship >= 0:  # the last plays of each card
                pile = seat * rules.ship_count + ship
                lay(rules, numbers, pile, seat, ship, 2 * card + 1)
            else:
                if played:
                    number -= ends[played - 1]
                self.play(seat, self._play_number(card, number, found))
            count -= 1
            at = 0
            while at < count:
                hand[at] = hand[at + (at >= played)]
                at += 1

    def _play_number(self, card: i64, at: i64, found: ActionList) -> i64:
        """Return the play that `find_plays` lists as number *at* of those of *card*; no parrot.

        The options of an effect are in *found*.
        """
        numbered = self.plays
        if self.rules.special[card]:
            first: i64 = 0
            while found.numbers[first] >> numbered.shift != card:
                first += 1
            return found.numbers[first + at]
        if at < numbered.plain_counts[card] - self.rules.ship_count:
            return numbered.joins[numbered.joins_at[card] + at]
        return numbered.boards[card]

    def every_play(self) -> list[int]:
        return [play for play, notation in enumerate(self.plays.notations) if notation]

    def play(self, seat: int, play: int) -> int:
        card = play >> self.plays.shift
        option = play & self.plays.mask
        ships = self.rules.ship_count
        board = self.plays.board
        if option < board:
            hidden = option >= ships
            ship = option - ships if hidden else option
            pile = self._crew_at(seat, ship)
            lay(self.rules, self.room_for_one(), pile, seat, ship, 2 * card + hidden)
        elif option == board:
            self.board(seat, card)
        else:
            effect = self.effects[card]
            assert effect is not None
            effect.play(self, seat, option - board - 1)
        return card

    def first_cards(self) -> list[int]:
        return [card for laid in self.rules.starts for card, _, _ in laid]

    def is_over(self, paid: list[int] | None = None) -> bool:
        rules = self.rules
        if rules.end_held and min(self.captain_of) >= 0:
            return True
        if rules.end_gold is None:
            return False
        golds = self.scores()
        if paid is not None:
            golds = [gold + more for gold, more in zip(golds, paid, strict=True)]
        return max([sum([golds[one] for one in team]) for team in rules.partners]) >= rules.end_gold

    def effect_play(self, card: int, option: int) -> int:
        """Return the play of a special *card* for an option of its effect."""
        return (card << int(self.plays.shift)) + int(self.plays.board) + 1 + option

    # Evaluation.

    def terms(self, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        return self.all_terms.of(self, seat, pool, coming, last)

    def weighted(
        self, weights: list[float], seat: int, unseen: vec[i64], types: int, coming: int, last: int
    ) -> float:
        about = self.all_terms
        is_last = self.rules.are_partners(last, seat)
        kept = about.judgement
        if kept is None or not kept.holds(weights, unseen, coming, is_last):
            kept = Judgement(about, weights, unseen, coming, is_last)
            about.judgement = kept
        return kept.value(self, seat)

    def term_names(self) -> list[str]:
        return self.all_terms.names

    def weights_package(self) -> str:
        return "splitpick.plugins.jolly_roger.evaluation"

    # Notation.

    def notation(self, play: int) -> str:
        return self.plays.notations[play]

    def describe(self, seat: int, play: int) -> Action:
        effect = self.effects[play >> int(self.plays.shift)]
        return self.plays.describe(seat, play, "" if effect is None else effect.id)

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        legal = self.legal_plays(seat, hand)
        play = self.plays.read(hand, text, legal)
        if play not in legal:
            raise IllegalAction(self._why_not(seat, hand, play))
        return play

    def looks_like_play(self, text: str) -> bool:
        return any(sign in text for sign in "@?*$")

    def _why_not(self, seat: int, hand: list[int], play: int) -> Message:
        """Say why *play* is not legal."""
        rules = self.rules
        board = int(self.plays.board)
        card = play >> int(self.plays.shift)
        option = play & int(self.plays.mask)
        code = rules.codes[card]
        if card not in hand:
            return msg("not-in-hand", "{card:cap} is not among your cards.", card=code)
        if option > board:
            effect = self.effects[card]
            assert effect is not None
            why = effect.why_not(self, seat, option - board - 1)
            return why or msg("not-possible", "{card:cap} cannot do that now.", card=code)
        if option == board:
            if rules.special[card] or not rules.golds[card] or not rules.card_ships[card]:
                return msg("never-boards", "{card:cap} never boards a ship.", card=code)
            why = msg(
                "no-captain",
                "{card:cap} cannot board: your captain is not on the ship of its colour.",
                card=code,
            )
            return held(rules, why)
        if rules.special[card]:
            return msg("never-joins", "{card:cap} cannot join a crew face up.", card=code)
        return msg(
            "wrong-ship",
            "{card:cap} joins face up only at the ship of its colour; elsewhere it is a parrot:"
            " {parrot}.",
            card=code,
            parrot=f"{code}?{rules.ships[option]}",
        )


def boards(rules: CrewRules, numbered: Plays, numbers: vec[i64], seat: i64, card: i64) -> i64:
    """Return 1 if *card* can board now, otherwise 0."""
    place = numbered.captain_at[card]
    if place >= 0:
        return 1 if place and numbers[place] == seat else 0
    at = numbered.joins_at[card]
    end = numbered.joins_at[card + 1]
    while at < end:
        if numbers[rules.captain_at + (numbered.joins[at] & numbered.mask)] == seat:
            return 1
        at += 1
    return 0
