"""Words of a collection: what is done with cards, and names for the lines of scoring."""

from __future__ import annotations

from ...scene import count_points
from ...splitting.offers.parts.sets import either
from ...text import Both, Message, Text, in_turn, msg, nmsg, written
from .collection_rules import DISCARD, EAT, FACE_DOWN, KEEP, CollectionRules
from .scoring_rules import (
    ALL,
    EATEN,
    KEPT,
    SHARED,
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
    lines = dict.fromkeys(tell_line(rules, rule) for rule in rules.scoring if rule.name)
    labels = [label_of(rules, rule) for rule in rules.scoring if not rule.name]
    what = Both((*dict.fromkeys(labels),), commas=True)
    counts = [msg("aim-label", "What counts: {what}.", what=what)] if labels else []
    return in_turn([primer_of(rules), *counts, *lines])


def primer_of(rules: CollectionRules) -> Message:
    """Say who wins; what the cards are worth is said when they appear."""
    begins = msg("collection-aim", "Collect cards; whoever has the most points wins.")
    uses = {use % FACE_DOWN for use in rules.uses}
    choice = msg("aim-uses", "You keep or eat each card that you get.")
    return in_turn([begins, *([choice] if uses == {KEEP, EAT} else [])])


def tell_line(rules: CollectionRules, rule: ScoringRule) -> Message:
    """Say in a short sentence what *rule* scores for, the cards that count first."""
    label, gist = label_of(rules, rule), _gist(rules, rule)
    most_of_each = isinstance(rule, Most) and rule.each
    of_groups = most_of_each or isinstance(rule, (Alike, AlikeBySize, Different, Runs))
    if of_groups and 0 < len(rule.about.words) <= MOST_NAMED:
        cards = Both((*rule.about.words,), commas=True)
        label = msg("label-cards", "{what} ({cards})", what=label, cards=cards)
    line = msg("aim-line", "{what:cap}: {gist}.", what=label, gist=gist)
    return in_turn([line, tie_of(rule)]) if isinstance(rule, Most) and rule.each else line


def _gist(rules: CollectionRules, rule: ScoringRule) -> Message:
    """Say in a few words what *rule*, which has a name, scores for."""
    done, cards = done_with(rule), Both(tuple(rule.about.words), commas=True)
    if isinstance(rule, Most):
        loses = rule.points[0] < 0
        if rule.each:
            if not rule.by_number:
                return msg("gist-most", "{alike}, {points} for whoever has {done} the most cards",
                           points=count_points(rule.points[0]), done=done,
                           alike=of_each(rule))  # fmt: skip
            named = zip(rule.names, rule.points, strict=True)
            each = [worth_of(group, points) for group, points in named]
            return msg("gist-most-number",
                       "{alike}, points for whoever has {done} the most cards ({worth})", done=done,
                       alike=of_each(rule), worth=Both((*each,), commas=True))  # fmt: skip
        if len(rule.about.words) == 1 and loses:
            lost = count_points(-rule.points[0])
            return msg("gist-most-lose", "whoever has {done} the most {cards} cards loses {points}",
                       done=done, cards=cards, points=lost)  # fmt: skip
        return msg("gist-most-all", "points for the most cards {done}", done=done)
    if isinstance(rule, Different):
        sizes = [size for size, points in enumerate(rule.by_size, 1) if points] or [1]
        brought = [rule.by_size[size - 1] for size in sizes]
        return nmsg(
            "gist-different",
            "{points} point for {sizes} different cards {done}",
            "{points} points for {sizes} different cards {done}",
            brought[-1],
            done=done,
            points=either([*map(written, brought)]),
            sizes=either([*map(written, sizes)]),
        )
    if isinstance(rule, AlikeBySize):
        return msg("gist-by-size", "points for groups of matching cards")
    if isinstance(rule, Alike):
        return msg("gist-alike", "{points} for every {size} matching cards",
                   points=count_points(rule.points), size=rule.size)  # fmt: skip
    if isinstance(rule, Runs):
        return msg("gist-runs", "{points} per card in a run of consecutive numbers",
                   points=count_points(rule.points))  # fmt: skip
    if isinstance(rule, Multiplied):
        if not rule.about.words:
            return msg("gist-multiplied", "each makes one card count {times} times",
                       times=rule.times)  # fmt: skip
        return msg("gist-multiplied-of", "each makes one {cards} card count {times} times",
                   cards=either(rule.about.words), times=rule.times)  # fmt: skip
    assert isinstance(rule, PrintedPoints)
    if rule.kind == "penalty":
        return msg("gist-penalty", "{points} each", points=count_points(rule.weights[0]))
    gains = sorted({worth for worth in rule.weights if worth > 0})
    loss = [card for card in rule.about.cards if gains and rule.points[card] < 0]
    losses = [worth_of(rules.card_names[card], rule.points[card]) for card in loss]
    worths = gains or sorted({*rule.weights} - {0}) or [0]
    gist = nmsg(
        "gist-points",
        "{points} point for each card {done}",
        "{points} points for each card {done}",
        worths[-1],
        points=either([*map(written, worths)]),
        done=done,
    )
    if not losses:
        return gist
    return msg(
        "gist-points-but", "{what} ({cards})", what=gist, cards=Both((*losses,), commas=True)
    )


def worth_of(group: Text, points: int) -> Message:
    """Say in a list what a *group* of cards, or a card, is worth."""
    return msg("group-worth", "{group} {points}", group=group, points=points)


def tie_of(rule: Most) -> Message:
    """Say what those get who are tied for the most."""
    loses = rule.points[0] < 0
    if rule.ties == ALL and loses:
        return msg("rules-ties-lose-all", "If players tie, each of them loses the full points.")
    if rule.ties == ALL:
        return msg("rules-ties-all", "If players tie, each of them gets the full points.")
    if rule.ties == SHARED and loses:
        return msg("rules-ties-share-loss", "Tied players share the loss, rounded up.")
    if rule.ties == SHARED:
        return msg("rules-ties-shared", "Tied players share the points, rounded down.")
    if loses:
        return msg("rules-ties-lose-none", "Tied players lose nothing.")
    return msg("rules-ties-none", "Tied players get nothing.")


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
        "alike": msg("label-by-size", "groups of matching cards"),
        "points": msg("label-points", "the points on the cards"),
        "penalty": msg("label-penalty", "penalties"),
        "multiplier": msg("label-multiplier", "multipliers"),
        "most": msg("label-most", "most cards"),
        "different": msg("label-different", "different cards"),
        "runs": msg("label-runs", "runs"),
    }
    return labels[rule.kind]


def alike(rule: GroupRule | Runs) -> Message:
    """Say what the cards of a group have in common."""
    return _by_group(
        rule,
        msg("alike-kind", "of a kind"),
        msg("alike-card", "with the same code"),
        msg("alike-number", "with the same number"),
    )


def of_each(rule: GroupRule | Runs) -> Message:
    """Say of what cards there are groups, each of which somebody has the most of."""
    return _by_group(
        rule,
        msg("for-each-kind", "for each kind"),
        msg("for-each-code", "for each code"),
        msg("for-each-number", "for each number"),
    )


def _by_group(rule: GroupRule | Runs, kinds: Message, cards: Message, numbers: Message) -> Message:
    """Return the text for what makes the groups of *rule*: kinds, cards, or else numbers."""
    return {"kind": kinds, "card": cards}.get(rule.each, numbers)


def explain_use(use: int) -> Message:
    """Explain what can be done with a card, for the rules."""
    texts = {
        KEEP: msg("use-keep", "Keep it face up in front of you."),
        EAT: msg("use-eat", "Eat it; it goes face up on your own pile of eaten cards."),
        DISCARD: msg("use-discard", "Discard it: it leaves the game face up."),
        FACE_DOWN + KEEP: msg("use-keep-down", "Keep it face down in front of you."),
        FACE_DOWN + EAT: msg(
            "use-eat-down", "Eat it; it goes face down on your own pile of eaten cards."
        ),
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
        "latest-splitter": msg("tie-latest", "whoever was the splitter most recently"),
        "earliest-splitter": msg(
            "tie-earliest", "the player whose last time as splitter is longest ago"
        ),
    }
    if all_split:
        texts["latest-splitter"] = msg(
            "tie-latest-first", "whoever was the first splitter most recently"
        )
        texts["earliest-splitter"] = msg(
            "tie-earliest-first", "the player whose last time as first splitter is longest ago"
        )
    return texts[tie_break]
