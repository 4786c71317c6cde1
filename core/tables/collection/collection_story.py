"""Sentences about what is played in a collection, and about the scores at the end."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Action, are_together
from ...scene import count_points, tell_winners
from ...splitting.position import SplitPosition
from ...splitting.words.split_words import SplitWords
from ...text import Both, Message, Name, Text, msg, named, nmsg, sentences
from ...things import signed
from .collection import ALL_KNOWING, Collection
from .collection_words import label_of, tie_break_text
from .scoring_rules import Most

_sentence = sentences(
    msg("tells-keep", "{seat} keeps {card:acc}."),
    msg("tells-eat", "{seat} eats {card:acc}."),
    msg("tells-discard", "{seat} discards {card:acc}."),
    msg("tells-keep-down", "{seat} keeps {card:acc} face down."),
    msg("tells-eat-down", "{seat} eats {card:acc} face down."),
    msg("tells-discard-down", "{seat} discards {card:acc} face down."),
    msg("tells-keep-unknown", "{seat} keeps a card face down."),
    msg("tells-eat-unknown", "{seat} eats a card face down."),
    msg("tells-discard-unknown", "{seat} discards a card face down."),
    msg("score-line", "For {what}: {points}."),
    msg("score-prices", "Prices paid and received: {points}."),
    nmsg("score-points", "{seat:cap}: {count} point.", "{seat:cap}: {count} points.", 0),
    msg("seat-points", "{seat} {points}"),
    msg("most-nobody", "Most {group} cards: nobody has any."),
    msg("most-nothing", "Most {group} cards ({most}): {seats}, for no points."),
    msg("most-tied", "Most {group} cards ({most}): {seats} tie, so no points."),
    msg("most-each", "Most {group} cards ({most}): {seats}, {points} each."),
    msg("most-gets", "Most {group} cards ({most}): {gains}."),
    msg("seat-gains", "{seat} gets {points}"),
    msg("seat-loses", "{seat} loses {points}"),
    msg("line-gain", "{what} {points}"),
    msg("line-gain-group", "{what} {points} ({group})"),
    msg("line-gain-tie", "{what} {points} (a tie in {group})"),
    msg("line-gain-passed", "{what} {points} ({seat} has more {group})"),
    msg("tie-decided", "A tie on points; the winner is {what}."),
)  # fmt: skip

_YOURS = {
    "tells-keep": msg("you-keep-card", "You keep {card:acc}."),
    "tells-eat": msg("you-eat", "You eat {card:acc}."),
    "tells-discard": msg("you-discard", "You discard {card:acc}."),
    "tells-keep-down": msg("you-keep-down", "You keep {card:acc} face down."),
    "tells-eat-down": msg("you-eat-down", "You eat {card:acc} face down."),
    "tells-discard-down": msg("you-discard-down", "You discard {card:acc} face down."),
    "seat-gains": msg("you-gain", "you get {points}"),
    "seat-loses": msg("you-lose", "you lose {points}"),
    "line-gain-passed": msg("line-gain-you-passed", "{what} {points} (you have more {group})"),
}


def tell_play(seat: Name, card: Text, done: Action) -> Message:
    """Tell the play *done* of a card, as far as its details are known."""
    if done.details["card"] == "?":  # of another seat: everybody knows their own cards
        return _sentence(f"tells-{done.kind}-unknown", seat=seat)
    code = f"tells-{done.kind}" + ("-down" if done.details["face-down"] is True else "")
    return _sentence(code, seat=seat, card=card).to_you(seat=_YOURS[code])


def gains_of(
    before: Collection, after: Collection, owner: int, viewer: int | None, seats: Sequence[Name]
) -> list[tuple[int, Text]]:
    """Return what each line of scoring changes for *owner* between two tables, and by how much.

    Where somebody else has the most now, or as many, it says so.  Nothing for a single line.
    """
    rules = before.rules
    eye = rules.players if viewer is None else viewer
    gains: list[tuple[int, Text]] = []
    lines = zip(rules.scoring, before.account(eye), after.account(eye), strict=True)
    for rule, were, are in lines if len(rules.scoring) > 1 else ():
        what = label_of(rules, rule)
        if isinstance(rule, Most) and rule.each and not rule.each_turn:
            for group in range(len(rule.cells)):
                old, new = (_shares(table, rule, group, eye) for table in (before, after))
                if more := new[owner] - old[owner]:
                    gains.append((more, _group_gain(after, rule, group, owner, more, eye, seats)))
        elif more := are[owner] - were[owner]:
            gains.append((more, _sentence("line-gain", what=what, points=signed(more))))
    return gains


def _shares(table: Collection, rule: Most, group: int, eye: int) -> list[int]:
    """Return what each seat gets for a group, as far as *eye* knows."""
    scores = [0] * table.rules.players
    rule.score(group, scores, 0, table.open(eye), 0)
    return scores


def _group_gain(
    table: Collection,
    rule: Most,
    group: int,
    owner: int,
    more: int,
    eye: int,
    seats: Sequence[Name],
) -> Message:
    """Tell how much *more* the seat *owner* gets for a group than before, and why if it is less."""
    counts = table.open(eye)
    totals = [rule.total(counts, seat * rule.stride, group) for seat in table.rules.every_seat]
    ahead = [seat for seat, total in enumerate(totals) if total == max(totals) > totals[owner]]
    code = "line-gain-group"
    if more < 0 < rule.points[group]:
        code = "line-gain-passed" if ahead else "line-gain-tie"
        code = code if max(totals) else "line-gain-group"
    name = seats[ahead[0]] if ahead else seats[owner]
    what = label_of(table.rules, rule)
    gain = _sentence(code, what=what, points=signed(more), group=rule.names[group], seat=name)
    return gain.to_you(seat=_YOURS[code]) if code in _YOURS else gain


def tell_scoring(words: SplitWords, position: SplitPosition) -> list[Text]:
    """Account for each line of scoring by which somebody has points, and name who has won."""
    table, scores = position.table, position.scores()
    assert isinstance(table, Collection)
    rules, seats = table.rules, words.seats
    texts: list[Text] = []
    for rule, points in zip(rules.scoring, table.account(ALL_KNOWING), strict=True):
        if isinstance(rule, Most) and rule.each and not rule.each_turn:
            texts += [_tell_most(table, rule, group, seats) for group in range(len(rule.cells))]
        elif any(points):
            shown = words.points_of(points)
            texts.append(_sentence("score-line", what=label_of(rules, rule), points=shown))
    if any(paid := position.from_prices()):
        texts.append(_sentence("score-prices", points=words.points_of(paid)))
    for team in rules.teams():
        total = scores[team[0]]
        texts.append(_sentence("score-points", count=total, seat=_named(seats, team)))
    winners = position.winners()
    together = are_together(winners, rules.sides)
    if len(winners) == 1 or together:
        texts += _tell_tie(table, scores, all_split=words.game.offer.splitter == "all")
    return [*texts, tell_winners([seats[seat] for seat in winners], together=together)]


def _tell_most(table: Collection, rule: Most, group: int, seats: Sequence[Name]) -> Message:
    """Tell who has the most of a group, and what that is worth."""
    counts = table.counts
    totals = [rule.total(counts, seat * rule.stride, group) for seat in table.rules.every_seat]
    group_name, best = rule.names[group], max(totals)
    if best == 0:
        return _sentence("most-nobody", group=group_name)
    scores = [0] * len(seats)
    rule.score(group, scores, 0, counts, 0)
    about = {"group": group_name, "most": best}
    holders = [seat for seat, total in enumerate(totals) if total == best]
    if not any(scores):
        code = "most-tied" if len(holders) > 1 else "most-nothing"
        return _sentence(code, seats=_named(seats, holders), **about)
    scoring = [seat for seat, points in enumerate(scores) if points]
    if len(scoring) > 1 and scoring == holders:
        points = count_points(scores[holders[0]])
        return _sentence("most-each", seats=_named(seats, scoring), points=points, **about)
    gains = []
    for seat in scoring:
        code = "seat-gains" if scores[seat] > 0 else "seat-loses"
        gain = _sentence(code, seat=seats[seat], points=count_points(abs(scores[seat])))
        gains.append(gain.to_you(seat=_YOURS[code]))
    return _sentence("most-gets", gains=Both(tuple(gains)), **about)


def _named(seats: Sequence[Name], those: Sequence[int]) -> Both:
    return Both(tuple(named(seats[seat]) for seat in those))


def _tell_tie(table: Collection, scores: Sequence[int], *, all_split: bool) -> list[Text]:
    """Tell which tie-break has decided, if seats have equal points."""
    tied = [team[0] for team in table.rules.teams() if scores[team[0]] == max(scores)]
    for tie_break in table.rules.tie_break if len(tied) > 1 else ():
        ranks = [table.side_rank(seat, tie_break) for seat in tied]
        tied = [seat for at, seat in enumerate(tied) if ranks[at] == max(ranks)]
        if len(tied) == 1:
            return [_sentence("tie-decided", what=tie_break_text(tie_break, all_split))]
    return []
