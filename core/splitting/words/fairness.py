"""Fairness of splits, for hints: the worth of sets, what makes the difference, and par.

A set is worth to a seat what its cards can bring at once, played where each brings most.  Par is
the maximin share of the splitter: the worth that the best split makes sure of, whatever the others
pick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, permutations
from math import factorial
from typing import cast

from ...scene import Advised
from ...text import Both, Message, Name, Param, msg, named
from ..phases import PICK, PLAY, SPLIT
from ..position import SplitPosition
from ..table import Table
from .split_words import SplitWords

MOST_COMPARED = 1_000
"""Most divisions that are compared for par, since people wait for a hint."""


class Worths:
    """Worth of sets of cards, given by their codes, to the seats at a table."""

    def __init__(self, table: Table, cards_by_code: dict[str, int]) -> None:
        self._table = table
        self._cards_by_code = cards_by_code
        self._known: dict[tuple[tuple[int, tuple[str, ...]], ...], int] = {}

    def of(
        self, seat: int, codes: Sequence[str], others: Mapping[int, Sequence[str]] | None = None
    ) -> int:
        """Return the points that playing the cards with *codes* now can bring *seat*.

        *others* are those that other seats get with them: they may have as many of a kind.  Where
        cards are played by choice, they may be played later, and do not count.
        """
        hands = self._hands(seat, codes, others)
        key = tuple((who, tuple(sorted(cards))) for who, cards in hands.items())
        if key not in self._known:
            table = self.after(seat, codes, others)
            self._known[key] = table.scores_for(seat)[seat] - self._table.scores_for(seat)[seat]
        return self._known[key]

    def after(
        self, seat: int, codes: Sequence[str], others: Mapping[int, Sequence[str]] | None = None
    ) -> Table:
        """Return the table after *seat* has played the cards with *codes*, and *others* theirs.

        Where cards are played by choice, those of *others* do not count, as in `of`.
        """
        table = self._table
        for who, cards in self._hands(seat, codes, others).items():
            table = self._played(table, who, sorted(self._cards_by_code[code] for code in cards))
        return table

    def _hands(
        self, seat: int, codes: Sequence[str], others: Mapping[int, Sequence[str]] | None
    ) -> Mapping[int, Sequence[str]]:
        """Return the cards of each seat that count: of *others*, where all are played at once."""
        return {seat: codes, **(others or {})} if self._table.automatic else {seat: codes}

    def _played(self, table: Table, seat: int, hand: list[int]) -> Table:
        """Return *table* after *seat* has played *hand*, each card where it brings most."""
        while hand:
            after = []
            for play in table.legal_plays(seat, hand):
                tried = table.copy()
                card = tried.play(seat, play)
                after.append((tried.scores_for(seat)[seat], card, tried))
            _, card, table = max(after, key=lambda one: one[0])
            hand = hand.copy()
            hand.remove(card)
        return table


def compares_sets(position: SplitPosition) -> bool:
    """Return whether the worth of sets can be compared: they are taken whole, and for nothing."""
    offer = position.game.offer
    return offer.take == "set" and not offer.price and offer.splitter != "all"


def fairness_of(
    words: SplitWords, position: SplitPosition, seat: int, line: Sequence[int]
) -> Iterator[Message]:
    """Tell, before *seat* takes the first action of *line*, what the sets are worth, and to whom.

    There is nothing to tell where cards are hidden, single cards are taken or prices are paid; and
    nothing of others where their points are hidden.
    """
    if not compares_sets(position):
        return
    worths = Worths(position.table, position.game.cards_by_code)
    if position.phase == SPLIT:
        if not position.table.secret:
            yield from _expected(words, position, line, worths)
        yield from _par(words, position, seat, line[0], worths)
    elif position.phase == PICK:
        open_sets = cast(list[list[str]], position.view(seat)["sets"])
        sets = []
        for pick in position.legal_actions():
            got = picked(position, seat, open_sets, pick)
            brings = words.gains(position.table, worths.after(seat, *got), seat, seat)
            worth = msg(
                "why-set-worth",
                "{amount} with set {number}",
                amount=words.amount(worths.of(seat, *got)),
                number=pick + 1,
            )
            if brings:
                lines = Both(tuple(told for _, told in brings), commas=True)
                worth = msg("why-set-gains", "{worth} ({gains})", worth=worth, gains=lines)
            sets.append(worth)
        listed = Both(tuple(sets), commas=True)
        about: dict[str, Param] = {"seat": words.seats[seat], "sets": listed}
        if position.game.offer.hides():
            yield msg(
                "why-open-sets-of",
                "The face-up cards bring {seat} {sets}; what lies face down is estimated.",
                **about,
            ).to_you(
                seat=msg(
                    "why-open-sets",
                    "The face-up cards bring you {sets}; what lies face down is estimated.",
                )
            )
            return
        yield msg("why-sets-of", "What {seat} would get straight away: {sets}.", **about).to_you(
            seat=msg("why-sets", "What you would get straight away: {sets}.")
        )


def why_less(
    words: SplitWords, position: SplitPosition, seat: int, best: int, other: int
) -> Iterator[Message]:
    """Tell why *seat* picks the set *best* rather than *other*, if it brings no more at once."""
    if position.phase != PICK or not compares_sets(position):
        return
    table = position.table
    worths = Worths(table, position.game.cards_by_code)
    open_sets = cast(list[list[str]], position.view(seat)["sets"])
    taken, left = (known(position, open_sets[pick]) for pick in (best, other))
    better, worse = (picked(position, seat, open_sets, pick) for pick in (best, other))
    lost = worths.of(seat, *worse) - worths.of(seat, *better)
    if lost < 0:
        return
    rival = 1 - seat
    if position.game.players == 2 and position.game.offer.is_all_taken(2) and not table.secret:
        denied = worths.of(rival, taken, {seat: left})
        if denied > 0 and denied - worths.of(rival, left, {seat: taken}) > lost:
            yield msg(
                "why-denies",
                "But set {number} would otherwise bring {seat} {amount} at once.",
                number=best + 1,
                amount=words.amount(denied),
                seat=words.seats[rival],
            ).to_you(
                seat=msg(
                    "why-denies-you", "But set {number} would otherwise bring you {amount} at once."
                )
            )
            return
    about: dict[str, Param] = {"number": best + 1, "seat": words.seats[seat]}
    if is_last_turn(position):
        yield msg(
            "why-last-set-of",
            "But when all is scored, set {number} should leave {seat} better off.",
            **about,
        ).to_you(
            seat=msg(
                "why-last-set", "But when all is scored, set {number} should leave you better off."
            )
        )
        return
    after = [worths.after(seat, *got) for got in (better, worse)]
    if brings := _next_card(position, seat, after, lost):
        code, more, less = brings
        yield msg(
            "why-next-card",
            "But with set {number}, one more {card} would bring {more} later, with set {other} only"
            " {less}.",
            card=words.card_name(code),
            more=words.amount(more),
            less=words.amount(less),
            other=other + 1,
            **about,
        )
        return
    yield msg("why-long-run", "But in the long run, set {number} is worth more.", **about)


def is_last_turn(position: SplitPosition) -> bool:
    """Return whether nothing comes after the turn that is played at *position*."""
    return position.turns_left() == 0


def _next_card(
    position: SplitPosition, seat: int, tables: Sequence[Table], lost: int
) -> tuple[str, int, int] | None:
    """Return the card still to come that brings *seat* most at the first of two *tables*.

    And what it brings at both; ``None`` if none makes up for more than what is *lost* by then.
    """
    cards, found = position.game.cards_by_code, ("", lost, 0)
    both = [Worths(table, cards) for table in tables]
    for code, card in cards.items():
        if position.pool[card]:
            more, less = (worths.of(seat, [code]) for worths in both)
            if more > 0 and more - less > found[1] - found[2]:
                found = code, more, less
    return found if found[0] else None


def consider_picker(picker: Name) -> Message:
    """Say where to look for the best split between two, without naming it."""
    return msg("nudge-split", "Consider what {picker} will leave you.", picker=picker)


def _turn_of(position: SplitPosition, seat: int, line: Sequence[int]) -> Table:
    """Return the table after the cards that *seat* plays at the beginning of *line*."""
    now = position.copy()
    for action in line:
        if now.phase != PLAY or now.to_act() != seat:
            break
        now.apply(action)
    return now.table


def tell_at_once(
    words: SplitWords, position: SplitPosition, seat: int, action: int
) -> Iterator[Message]:
    """Tell what *action* changes at once, as the list of choices does."""
    changes = _at_once(position, seat, action)
    if not changes:
        yield msg("why-no-points", "That changes no points for now.")
    for points, who in changes:
        brings = msg("why-brings-of", "That brings {seat} {amount}.").to_you(
            seat=msg("why-brings", "That brings you {amount}.")
        )
        if points < 0:
            brings = msg("why-costs-of", "That costs {seat} {amount}.").to_you(
                seat=msg("why-costs", "That costs you {amount}.")
            )
        yield brings.filled(seat=words.seats[who], amount=words.amount(abs(points)))


def _at_once(position: SplitPosition, seat: int, action: int) -> list[tuple[int, int]]:
    """Return what *action* changes, as points and seats, *seat* first."""
    table = _turn_of(position, seat, [action])
    both = zip(position.table.scores_for(seat), table.scores_for(seat), strict=True)
    changes = [(now - old, who) for who, (old, now) in enumerate(both) if now != old]
    return sorted(changes, key=lambda one: one[1] != seat)


def tell_gains(
    words: SplitWords, position: SplitPosition, seat: int, best: Advised, other: Advised
) -> Iterator[Message]:
    """Tell what the *best* move brings in this turn, and what the *other* one does."""
    tables = [_turn_of(position, seat, one.line or [one.action]) for one in (best, other)]
    before = position.table.scores_for(seat)[seat]
    gain, instead = (table.scores_for(seat)[seat] - before for table in tables)
    lead, least = (
        sum(points if who == seat else -points for points, who in _at_once(position, seat, action))
        for action in (best.action, other.action)
    )
    move = words.name_move(position, other.action)
    last = is_last_turn(position)
    if lead > least and (gain <= instead or words.ends_turn(position, best.action)):
        return  # what it changes at once says it
    if gain > instead:
        told = msg(
            "why-gains-of",
            "With the cards still to be played, this turn brings {seat} {best}, and with {move}"
            " only {other}.",
        ).to_you(
            seat=msg(
                "why-gains",
                "With the cards still to be played, this turn brings you {best}, and with {move}"
                " only {other}.",
            )
        )
    elif gain < instead and last:
        told = msg(
            "why-gains-last-of",
            "{move:cap} would bring {seat} more at once, {other} instead of {best}, but what is"
            " played next would cost {seat} more than that.",
        ).to_you(
            seat=msg(
                "why-gains-last",
                "{move:cap} would bring you more at once, {other} instead of {best}, but what is"
                " played next would cost you more than that.",
            )
        )
    elif gain < instead:
        told = msg(
            "why-gains-later-of",
            "This turn, {move} would earn {seat} more, {other} instead of {best}, but it would"
            " cost more later.",
        ).to_you(
            seat=msg(
                "why-gains-later",
                "This turn, {move} would earn you more, {other} instead of {best}, but it would"
                " cost you more later.",
            )
        )
    elif last:
        told = msg(
            "why-gains-last-same",
            "At once both bring the same, {best}; the difference is in what is played next.",
        )
    else:
        told = msg(
            "why-gains-same", "This turn both bring the same, {best}; the difference comes later."
        )
    yield told.filled(
        seat=words.seats[seat], move=move, best=words.amount(gain), other=words.amount(instead)
    )
    more_later = gain <= instead and not last
    if more_later and (brings := _next_card(position, seat, tables, instead - gain)):
        code, more, less = brings
        yield msg(
            "why-next-card-then",
            "One more {card} would then bring {more}, and only {less} after {move}.",
            card=words.card_name(code),
            more=words.amount(more),
            less=words.amount(less),
            move=move,
        )


def picked(
    position: SplitPosition, seat: int, sets: Sequence[Sequence[str]], pick: int
) -> tuple[list[str], dict[int, list[str]]]:
    """Return the known cards of the set *pick* of *sets*, which *seat* takes, and who gets others.

    That is the other one of two players, where both sets are taken.
    """
    cards = [known(position, codes) for codes in sets]
    if len(sets) != 2 or not position.game.offer.is_all_taken(position.game.players):
        return cards[pick], {}
    return cards[pick], {1 - seat: cards[1 - pick]}


def known(position: SplitPosition, codes: Sequence[str]) -> list[str]:
    """Return those of *codes* whose cards lie open."""
    return [code for code in codes if code in position.game.cards_by_code]


def _expected(
    words: SplitWords, position: SplitPosition, line: Sequence[int], worths: Worths
) -> Iterator[Message]:
    """Tell who would do best to take which set, and whether somebody envies another."""
    now, seats = position.copy(), words.seats
    taken: dict[int, list[str]] = {}
    left = cast(list[list[str]], now.describe(line[0]).details["sets"])[:]
    for action in line:
        if now.phase == PICK:
            taken[now.to_act()] = cards = [now.game.codes[card] for card in now.sets[action]]
            left.remove(cards)
        elif now.phase != SPLIT:
            break
        now.apply(action)
        if now.turn != position.turn:
            break
    if left and now.game.offer.rest == "splitter":
        taken[position.splitter] = [*taken.get(position.splitter, []), *chain(*left)]
    if len(taken) < now.game.players:
        return

    def gain(one: int, other: int) -> int:
        """Return what *one* gets at once with the cards of *other*, who gets those of *one*."""
        swapped = {one: other, other: one}
        got = {who: taken[swapped.get(who, who)] for who in taken}
        return worths.of(one, got.pop(one), got)

    sets = [
        msg(
            "why-gets",
            "{seat} {cards} (worth {amount} at once)",
            amount=words.amount(gain(owner, owner)),
            seat=named(seats[owner]),
            cards=words.listed(cards),
        )
        for owner, cards in taken.items()
    ]
    listed_sets = Both(tuple(sets), commas=True)
    picker = 1 - position.splitter
    if now.game.players == 2:
        yield msg(
            "why-expected-pick",
            "If {picker} picks well: {sets}.",
            sets=listed_sets,
            picker=seats[picker],
        ).to_you(picker=msg("why-expected-your-pick", "If you pick well: {sets}."))
    else:
        yield msg("why-expected-sets", "If everybody picks well: {sets}.", sets=listed_sets)
    if now.game.offer.hides() or any(
        gain(one, other) > gain(one, one) for one in taken for other in taken
    ):
        return  # it would read as a reason against the split
    if now.game.players == 2:
        yield msg("why-neither-envies", "Neither would gain more at once from the other set.")
    else:
        yield msg("why-no-envy", "Nobody would gain more at once from what another player takes.")


def _par(
    words: SplitWords, position: SplitPosition, seat: int, split: int, worths: Worths
) -> Iterator[Message]:
    """Tell what *split* makes sure of for the splitter *seat*, if that is par.

    It also depends on who of the others gets what.
    """
    game, splits = position.game, position.legal_actions()
    others = [other for other in range(game.players) if other != seat]
    left = game.offer.sets - game.players
    if left < 0 or not game.offer.splitter_picks:
        return
    shared = position.table.automatic  # so that what others get counts as well
    if len(splits) * (factorial(game.players) if shared else 1) > MOST_COMPARED:
        return

    def share(action: int) -> int:
        sets = cast(list[list[str]], position.describe(action).details["sets"])
        if left or not shared:
            return sorted(worths.of(seat, cards) for cards in sets)[left]
        return min(
            worths.of(seat, mine, dict(zip(others, rest, strict=True)))
            for mine, *rest in permutations(sets)
        )

    sure = share(split)
    if sure < max(map(share, splits)):
        return
    about: dict[str, Param] = {"seat": words.seats[seat], "amount": words.amount(abs(sure))}
    if sure < 0:
        yield msg(
            "why-at-worst-loses-of", "At worst, {seat} loses {amount} at once.", **about
        ).to_you(seat=msg("why-at-worst-loses", "At worst, you lose {amount} at once."))
    else:
        yield msg("why-at-worst-of", "At worst, {seat} gets {amount} at once.", **about).to_you(
            seat=msg("why-at-worst", "At worst, you get {amount} at once.")
        )
    yield msg("why-safest", "No split is safer.")
