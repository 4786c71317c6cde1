"""The signs and notation of a collection, explained to players: what each kind of card is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...scene import count_points
from ...splitting.offers.parts.all_parts import offer_legend
from ...splitting.offers.parts.sets import either
from ...splitting.position import SplitGame
from ...text import Message, Name, Param, Text, msg, nmsg, written
from .collection_rules import EAT, FACE_DOWN, KEEP, CollectionRules
from .collection_table import CollectionTable
from .collection_words import alike, done_with, explain_use, tell_line
from .scoring_rules import (
    NOBODY_WINS,
    Alike,
    AlikeBySize,
    Different,
    GroupRule,
    Most,
    Multiplied,
    PrintedPoints,
    Runs,
    ScoringRule,
)

MOST_CODES = 3
"""Most codes of a kind that are written one by one."""


class _Worth(NamedTuple):
    """Points at most that a line of scoring brings with cards of one kind, and words for it."""

    most: int
    told: Message


def tell_values(rules: CollectionRules, new: Sequence[str], *, spoken: bool) -> list[Message]:
    """Say of each kind of the cards *new* what it is worth, in a line, what matters most first.

    Lines that put several kinds together are said after them.  Each text has a code of its own, as
    what has a code is said once a game.
    """
    lines: list[tuple[int, Message]] = []
    for cards in _alike_in_scoring(rules):
        if not any(rules.codes[card] in new for card in cards):
            continue
        kind = rules.kinds[cards[0]]
        name = rules.card_names[cards[0]] if kind < 0 else rules.kind_names[kind]
        worths = [_worth(rules, rule, cards) for rule in rules.scoring]
        found = [worth for worth in worths if worth]
        if not found:  # nothing but its name is to be told
            found = [_Worth(0, msg("value-none", "no points by itself"))]
        most = max(worth.most for worth in found)
        parts = {f"part{at}": worth.told for at, worth in enumerate(found)}
        told = Message("values", "; ".join(f"{{{part}}}" for part in parts), parts)
        code = f"value-{rules.codes[cards[0]]}"
        lines.append((most, _titled(rules, cards, name, told, code, spoken=spoken)))
    lines.sort(key=lambda line: -line[0])
    there = {card for card, code in enumerate(rules.codes) if code in new}
    for rule in dict.fromkeys(rules.scoring):
        if there & {*rule.about.cards} and not _by_kind(rules, rule):
            told = tell_line(rules, rule)
            line = Message(f"value-line-{rules.scoring.index(rule)}", "{told}", {"told": told})
            lines.append((0, line))
    return [line for _, line in lines]


def _titled(
    rules: CollectionRules, cards: list[int], name: Name, told: Message, code: str, *, spoken: bool
) -> Message:
    """Begin what is *told* of *cards* by their codes and their *name*."""
    if spoken:
        line = msg("value-heard", "{name:cap}: {told}.", name=name, told=told)
    else:
        codes = [rules.codes[card] for card in cards]
        if len(codes) > MOST_CODES:
            codes = [f"{codes[0]}–{codes[-1]}"]
        line = msg("value", "{codes} {name}: {told}", codes=", ".join(codes), name=name, told=told)
    return Message(code, "{line}", {"line": line})


def _alike_in_scoring(rules: CollectionRules) -> list[list[int]]:
    """Return the cards in groups: those of a kind that the same lines of scoring look at."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for card, kind in enumerate(rules.kinds):
        lines = [bool(_worth(rules, rule, [card])) for rule in rules.scoring]
        groups.setdefault((kind if kind >= 0 else f"card {card}", *lines), []).append(card)
    return [*groups.values()]


def _groups_of(rule: GroupRule | Runs) -> list[set[int]]:
    """Return the cards of each group of *rule*."""
    types = rule.about.types
    if isinstance(rule, Runs):
        return [{cell % types for cells in row for cell in cells} for row in rule.cells]
    return [{cell % types for cell in cells} for cells in rule.cells]


def _by_kind(rules: CollectionRules, rule: ScoringRule) -> bool:
    """Return whether what *rule* scores can be said of each kind of card by itself."""
    if isinstance(rule, Different):
        return False
    if not isinstance(rule, GroupRule | Runs):
        return True
    return all(
        len({(rules.kinds[card], rules.kinds[card] < 0 and card) for card in group}) < 2
        for group in _groups_of(rule)
    )


def _most_of(rule: ScoringRule) -> int:
    """Return the most points, lost or won, that one group of *rule* brings, or one card."""
    if isinstance(rule, Different | AlikeBySize):
        return max(map(abs, rule.by_size))
    if isinstance(rule, Most | Multiplied):
        return max(map(abs, rule.points), default=0)
    if isinstance(rule, PrintedPoints):
        return max(map(abs, rule.weights), default=0)
    assert isinstance(rule, Alike | Runs)
    return abs(rule.points) * (rule.least if isinstance(rule, Runs) else 1)


def _worth(rules: CollectionRules, rule: ScoringRule, cards: Sequence[int]) -> _Worth | None:
    """Say what *rule* brings with *cards*, which are of a kind; ``None`` if nothing."""
    if isinstance(rule, GroupRule) and {*cards} & {*rule.jokers}:
        return _said(rules, rule, _most_of(rule), msg("value-joker", "stands for any other card"))
    if isinstance(rule, Multiplied):
        if rule.card not in cards or not rule.points:
            return None
        told = msg("value-multiplies", "makes one card count {times} times", times=rule.times)
        if rule.about.words:
            told = msg("value-multiplies-of", "makes one {cards} card count {times} times",
                       cards=either(rule.about.words), times=rule.times)  # fmt: skip
        return _said(rules, rule, (rule.times - 1) * max(rule.points), told)
    if isinstance(rule, PrintedPoints):
        points = sorted({rule.points[card] for card in cards if card in rule.about.cards} - {0})
        if not points:
            return None
        told = nmsg("value-points", "{points} point each", "{points} points each", points[-1],
                    points=either([*map(written, points)]))  # fmt: skip
        return _said(rules, rule, max(map(abs, points)), told)
    assert isinstance(rule, GroupRule | Runs)
    groups = [at for at, group in enumerate(_groups_of(rule)) if group & {*cards}]
    if not groups or not _by_kind(rules, rule):
        return None
    if isinstance(rule, Most):
        points = sorted({rule.points[group] for group in groups})
        return _said(rules, rule, max(map(abs, points)), _most(rule, points, several=len(groups)))
    return _said(rules, rule, _most_of(rule), _grouped(rule, several=len(groups)))


def _most(rule: Most, points: Sequence[int], *, several: int) -> Message:
    brings = nmsg("points-or", "{points} point", "{points} points", points[-1],
                  points=either([*map(written, points)]))  # fmt: skip
    if several > 1:
        return msg("value-most-of", "{points} for whoever has the most {alike}",
                   points=brings, alike=alike(rule))  # fmt: skip
    if rule.ties == NOBODY_WINS and points[0] > 0:
        return msg(
            "value-most-alone", "{points} for whoever has the most, none in a tie", points=brings
        )
    return msg("value-most", "{points} for whoever has the most", points=brings)


def _grouped(rule: ScoringRule, *, several: int) -> Message:
    if isinstance(rule, Runs):
        return msg("value-run", "{points} each in a run of at least {least} numbers",
                   points=count_points(rule.points), least=rule.least)  # fmt: skip
    assert isinstance(rule, Alike | AlikeBySize)
    if isinstance(rule, Alike):
        about: dict[str, Param] = {"size": rule.size, "points": count_points(rule.points)}
        if several > 1:
            return msg("value-every-alike", "{points} for every {size} {alike}",
                       alike=alike(rule), **about)  # fmt: skip
        return msg("value-every", "{points} for every {size}", **about)
    sizes = [size for size, points in enumerate(rule.by_size, 1) if points] or [1]
    brought = [rule.by_size[size - 1] for size in sizes]
    return nmsg("value-group", "{points} point for {sizes} of them",
                "{points} points for {sizes} of them", brought[-1],
                sizes=either([*map(written, sizes)]),
                points=either([*map(written, brought)]))  # fmt: skip


def _said(rules: CollectionRules, rule: ScoringRule, most: int, told: Message) -> _Worth:
    """Add to what is *told* the cards that count where there is a choice, and what it is called."""
    uses = {use % FACE_DOWN for use in rules.uses}
    if {KEEP, EAT} <= uses and len(rule.about.places) == 1:
        told = msg("value-done", "{done} {worth}", done=done_with(rule), worth=told)
    if rule.each_turn:
        told = msg("value-each-turn", "{worth} after every turn", worth=told)
    of_one = isinstance(rule, Most) and not rule.each  # it is called as the cards are
    if rule.name and isinstance(rule, GroupRule | Runs) and not of_one:
        told = msg("value-called", "{worth} ({what})", worth=told, what=rule.name)
    return _Worth(most, told)


def collection_legend(table: CollectionTable, game: SplitGame) -> list[Text]:
    """Explain the cards and the notation line by line."""
    rules = table.rules
    code = rules.codes[0]
    legend: list[Text] = [*tell_values(rules, rules.codes, spoken=False)]
    legend += offer_legend(game.offer, code)
    if not table.automatic:
        for use in rules.uses:
            noted = table.notation(use)
            legend.append(msg("legend-use", "{text}: {what}", text=noted, what=explain_use(use)))
    if table.secret and not game.offer.is_secret():
        legend.append(msg("legend-unknown", "?: a card that you do not know."))
    for card, options in enumerate(rules.effect_options):
        if options:
            first = card * table.stride + 2 * FACE_DOWN
            plays = [table.notation(first + option) for option in range(len(options))]
            more = " …" if len(plays) > 2 else ""
            name = rules.card_names[card]
            legend.append(
                msg("legend-effect", "{text}: plays {card:acc}.",
                    text=", ".join(plays[:2]) + more, card=name)
            )  # fmt: skip
    legend.append(msg("legend-draw", "{text} in the log: this card was drawn.", text=f"+{code}"))
    return legend
