"""Words of a collection: what is done with cards, and names for the lines of scoring."""

from __future__ import annotations

from ...scene import count_points
from ...text import Both, Message, Text, msg, nmsg
from .collection_rules import DISCARD, EAT, FACE_DOWN, KEEP, CollectionRules
from .scoring_rules import (
    EATEN,
    KEPT,
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

MOST_NAMED = 4
"""Most cards that are named at a line of scoring before the first decision."""


def done_with(rule: ScoringRule) -> Message:
    """Return the participle for the cards that *rule* looks at: "kept"."""
    if rule.about.places == [KEPT]:
        return msg("done-kept", "kept")
    if rule.about.places == [EATEN]:
        return msg("done-eaten", "eaten")
    return msg("done-both", "kept or eaten")


def aim_of(rules: CollectionRules) -> Message:
    """Say what scores, and who wins."""
    lines = dict.fromkeys((label_of(rules, rule), _gist(rules, rule)) for rule in rules.scoring)
    said = [
        label if gist is None else msg("label-gist", "{what} ({gist})", what=label, gist=gist)
        for label, gist in lines
    ]
    return msg(
        "collection-aim",
        "Collect cards; whoever has the most points wins. What counts: {what}.",
        what=Both(tuple(said), commas=True),
    )


def _gist(rules: CollectionRules, rule: ScoringRule) -> Message | None:
    """Say in a few words what *rule*, which has a name, scores for; else its label says that."""
    if not rule.name:
        return None
    done, cards = done_with(rule), Both(tuple(rule.about.words), commas=True)
    if isinstance(rule, Most):
        loses = rule.points[0] < 0
        if rule.each:
            worth: Both | Message = count_points(rule.points[0])
            if rule.by_number:
                named = zip(rule.names, rule.points, strict=True)
                each = [msg("group-worth", "{group} {points}", group=group, points=points)
                        for group, points in named]  # fmt: skip
                worth = Both((*each,), commas=True)
            return msg("gist-most", "most cards {alike} {done}: {worth}", alike=alike(rule),
                       done=done, worth=worth)  # fmt: skip
        if len(rule.about.words) == 1 and loses:
            lost = count_points(-rule.points[0])
            return msg("gist-most-lose", "the most {cards} cards cost {points}",
                       cards=cards, points=lost)  # fmt: skip
        return msg("gist-most-all", "most cards {done}", done=done)
    if isinstance(rule, Different):
        sizes = [size for size, points in enumerate(rule.by_size, 1) if points] or [1]
        brought = [rule.by_size[size - 1] for size in sizes]
        text = nmsg(
            "gist-different",
            "{points} point for {sizes} different cards {done}",
            "{points} points for {sizes} different cards {done}",
            brought[-1],
            done=done,
            points=Both(tuple(map(str, brought)), commas=True),
            sizes=Both(tuple(map(str, sizes)), commas=True),
        )
        if len(rule.about.words) > MOST_NAMED:
            return text
        return msg("gist-of-cards", "{what}: {cards}", what=text, cards=cards)
    if isinstance(rule, AlikeBySize):
        return msg("gist-by-size", "groups of equal cards: {cards}", cards=cards)
    if isinstance(rule, Alike):
        return msg("gist-alike", "{points} for {size} equal cards: {cards}",
                   points=count_points(rule.points), size=rule.size, cards=cards)  # fmt: skip
    if isinstance(rule, Runs):
        return msg("gist-runs", "consecutive numbers: {cards}, {points} each",
                   points=count_points(rule.points), cards=cards)  # fmt: skip
    if isinstance(rule, Multiplied):
        return msg("gist-multiplied", "{cards} counts {times} times", cards=cards, times=rule.times)
    if isinstance(rule, PrintedPoints) and rule.kind == "penalty":
        return msg("gist-penalty", "{points} each", points=count_points(rule.weights[0]))
    return msg("gist-points", "points on {done} cards", done=done)


def label_of(rules: CollectionRules, rule: ScoringRule) -> Text:
    """Return a short name for a line of scoring, unlike that of any other line."""
    if rule.name:
        return rule.name
    label = _kind_label(rule)
    if sum(_kind_label(other) == label for other in rules.scoring) > 1:
        cards = Both(tuple(rule.about.words or [done_with(rule)]), commas=True)
        return msg("label-of", "{what} ({cards})", what=label, cards=cards)
    return label


def _kind_label(rule: ScoringRule) -> Message:
    if isinstance(rule, Alike):
        if rule.size == 2:
            return msg("label-pairs", "pairs")
        if rule.size == 3:
            return msg("label-triples", "triples")
        return msg("label-groups", "groups of {size}", size=rule.size)
    labels = {
        "alike": msg("label-by-size", "groups by size"),
        "points": msg("label-points", "points on cards"),
        "penalty": msg("label-penalty", "penalties"),
        "multiplier": msg("label-multiplier", "multipliers"),
        "most": msg("label-most", "most cards"),
        "different": msg("label-different", "different cards"),
        "runs": msg("label-runs", "runs"),
    }
    return labels[rule.kind]


def alike(rule: GroupRule | Runs) -> Message:
    """Say what the cards of a group have in common."""
    if rule.each == "kind":
        return msg("alike-kind", "of a kind")
    if rule.each == "card":
        return msg("alike-card", "with the same code")
    return msg("alike-number", "with the same number")


def explain_use(use: int) -> Message:
    """Explain what can be done with a card, for the rules."""
    texts = {
        KEEP: msg("use-keep", "It stays face up in front of you."),
        EAT: msg("use-eat", "Eat it: it lies face up in your own pile of eaten cards."),
        DISCARD: msg("use-discard", "Discard it: it leaves the game face up."),
        FACE_DOWN + KEEP: msg("use-keep-down", "Keep it face down in front of you."),
        FACE_DOWN + EAT: msg("use-eat-down", "Eat it: it lies face down in your own pile."),
        FACE_DOWN + DISCARD: msg("use-discard-down", "Discard it: it leaves the game face down."),
    }
    return texts[use]


def tie_break_text(tie_break: str, all_split: bool) -> Message:
    """Say who wins by *tie_break*; if *all_split*, the first splitter of a turn counts."""
    texts = {
        "most-kept": msg("tie-most-kept", "whoever has kept the most cards"),
        "fewest-kept": msg("tie-fewest-kept", "whoever has kept the fewest cards"),
        "most-eaten": msg("tie-most-eaten", "whoever has eaten the most cards"),
        "fewest-eaten": msg("tie-fewest-eaten", "whoever has eaten the fewest cards"),
        "latest-splitter": msg("tie-latest", "whoever was splitter most recently"),
        "earliest-splitter": msg(
            "tie-earliest", "the player whose last time as splitter is longest ago"
        ),
    }
    if all_split:
        texts["latest-splitter"] = msg(
            "tie-latest-first", "whoever was first splitter most recently"
        )
        texts["earliest-splitter"] = msg(
            "tie-earliest-first", "the player whose last time as first splitter is longest ago"
        )
    return texts[tie_break]
