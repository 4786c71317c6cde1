"""Sentences about what is played in a collection, and about the scores at the end."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Action
from ...scene import tell_winners
from ...text import Both, Message, Name, Param, Text, msg, named, nmsg
from .collection import ALL_KNOWING, Collection
from .collection_words import amount, label_of, tie_break_text
from .scoring_rules import Most


def tell_play(seat: Name, card: Text, done: Action) -> Message:
    """Tell the play *done* of a card, as far as its details are known."""
    about: dict[str, Param] = {"seat": seat, "card": card}
    down = done.details["face-down"] is True
    if done.details["card"] == "?":  # of another seat: everybody knows their own cards
        unknown = {
            "keep": msg("tells-keep-unknown", "{seat} keeps a card face down.", seat=seat),
            "eat": msg("tells-eat-unknown", "{seat} eats a card face down.", seat=seat),
            "discard": msg("tells-discard-unknown", "{seat} discards a card face down.", seat=seat),
        }
        return unknown[done.kind]
    texts = {
        ("keep", False): msg("tells-keep", "{seat} keeps {card}.", **about),
        ("eat", False): msg("tells-eat", "{seat} eats {card}.", **about),
        ("discard", False): msg("tells-discard", "{seat} discards {card}.", **about),
        ("keep", True): msg("tells-keep-down", "{seat} keeps {card} face down.", **about),
        ("eat", True): msg("tells-eat-down", "{seat} eats {card} face down.", **about),
        ("discard", True): msg("tells-discard-down", "{seat} discards {card} face down.", **about),
    }
    yours = {
        ("keep", False): msg("you-keep-card", "You keep {card}."),
        ("eat", False): msg("you-eat", "You eat {card}."),
        ("discard", False): msg("you-discard", "You discard {card}."),
        ("keep", True): msg("you-keep-down", "You keep {card} face down."),
        ("eat", True): msg("you-eat-down", "You eat {card} face down."),
        ("discard", True): msg("you-discard-down", "You discard {card} face down."),
    }
    return texts[done.kind, down].to_you(seat=yours[done.kind, down])


def tell_scoring(
    table: Collection,
    scores: Sequence[int],
    winners: Sequence[int],
    seats: Sequence[Name],
    all_split: bool,
) -> list[Text]:
    """Account for every line of scoring, give the totals, and name the winner or winners."""
    rules = table.rules
    texts: list[Text] = []
    for rule, points in zip(rules.scoring, table.account(ALL_KNOWING), strict=True):
        if isinstance(rule, Most) and rule.each and not rule.each_turn:
            texts += [_tell_most(table, rule, group, seats) for group in range(len(rule.cells))]
        else:
            texts.append(
                msg(
                    "score-line",
                    "For {what}: {points}.",
                    what=label_of(rules, rule),
                    points=_by_seat(seats, points),
                )
            )
    own = table.scores()
    paid = [score - own[seat] for seat, score in enumerate(scores)]
    if any(paid):
        prices = _by_seat(seats, paid)
        texts.append(msg("score-prices", "Prices paid and received: {points}.", points=prices))
    texts += [
        nmsg(
            "score-points",
            "{seat:cap}: {count} point.",
            "{seat:cap}: {count} points.",
            score,
            seat=named(name),
        )
        for name, score in zip(seats, scores, strict=True)
    ]
    return [*texts, *_tell_winners(table, scores, winners, seats, all_split)]


def _by_seat(seats: Sequence[Name], points: Sequence[int]) -> Both:
    return Both(
        tuple(
            msg("seat-points", "{seat} {points}", seat=named(seat), points=count)
            for seat, count in zip(seats, points, strict=True)
        ),
        commas=True,
    )


def _tell_most(table: Collection, rule: Most, group: int, seats: Sequence[Name]) -> Message:
    """Tell who has the most of a group, and what that is worth."""
    counts = table.counts
    totals = [rule.total(counts, seat * rule.stride, group) for seat in table.rules.every_seat]
    name, best = rule.names[group], max(totals)
    if best == 0:
        return msg("most-nobody", "Most {group} cards: nobody has any.", group=name)
    scores = [0] * len(seats)
    rule.score(group, scores, 0, counts, 0)
    holders = Both(tuple(named(seats[seat]) for seat, total in enumerate(totals) if total == best))
    gains = [
        msg("seat-gains", "{seat} gets {points}", seat=seats[seat], points=amount(points)).to_you(
            seat=msg("you-gain", "you get {points}")
        )
        if points > 0
        else msg(
            "seat-loses", "{seat} loses {points}", seat=seats[seat], points=amount(-points)
        ).to_you(seat=msg("you-lose", "you lose {points}"))
        for seat, points in enumerate(scores)
        if points
    ]
    about: dict[str, Param] = {"group": name, "most": best}
    if not gains:
        return msg(
            "most-nothing",
            "Most {group} cards ({most}): {seats}; no points.",
            seats=holders,
            **about,
        )
    return msg(
        "most-gets", "Most {group} cards ({most}): {gains}.", gains=Both(tuple(gains)), **about
    )


def _tell_winners(
    table: Collection,
    scores: Sequence[int],
    winners: Sequence[int],
    seats: Sequence[Name],
    all_split: bool,
) -> list[Text]:
    won = tell_winners([seats[seat] for seat in winners])
    if len(winners) > 1:
        return [won]
    texts: list[Text] = []
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(tied) > 1:
        for tie_break in table.rules.tie_break:
            ranks = [table.rank(seat, tie_break) for seat in tied]
            tied = [seat for at, seat in enumerate(tied) if ranks[at] == max(ranks)]
            if len(tied) == 1:
                what = tie_break_text(tie_break, all_split)
                texts.append(msg("tie-decided", "Equal points; the winner is {what}.", what=what))
                break
    return [*texts, won]
