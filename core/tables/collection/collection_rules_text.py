"""Rules text of a collection, generated from the loaded rule set."""

from __future__ import annotations

from ...scene import Section
from ...splitting.position import SplitGame
from ...splitting.split_rules_text import (
    end_section,
    known_text,
    picking_section,
    playing_text,
    set_up_texts,
    splitting_section,
    title_of_rules,
)
from ...splitting.words.effect_words import special_sections
from ...text import Both, Message, Name, Param, Text, in_turn, msg, nmsg
from .collection_rules import CollectionRules
from .collection_table import CollectionTable
from .collection_words import aim_of, alike, amount, done_with, explain_use, tie_break_text
from .scoring_rules import (
    ALL,
    SHARED,
    Alike,
    Different,
    Most,
    Multiplied,
    PrintedPoints,
    Runs,
    ScoringRule,
)


def collection_rules_text(
    name: Name, variant: Name, game: SplitGame, table: CollectionTable
) -> list[Section]:
    """Return all rules of *game*, in the order in which a newcomer needs them."""
    rules = table.rules
    return [
        Section(title_of_rules(name, variant), [aim_of(rules)]),
        _cards(game, rules),
        Section(msg("rules-set-up", "Before the game"), set_up_texts(game)),
        splitting_section(game),
        picking_section(game),
        _playing(game, table),
        *special_sections(table),
        end_section(game),
        _scoring(game, rules),
        Section(msg("rules-known", "What everybody knows"), _known(game, table)),
    ]


def _cards(game: SplitGame, rules: CollectionRules) -> Section:
    """List the deck, the cards of a kind on one line."""
    groups: dict[object, list[int]] = {}
    for card, kind in enumerate(rules.kinds):
        groups.setdefault(kind if kind >= 0 else ("card", card), []).append(card)
    points = [
        msg(
            "rules-kind",
            "{kind:cap}: {cards}.",
            kind=rules.card_names[cards[0]]
            if rules.kinds[cards[0]] < 0
            else rules.kind_names[rules.kinds[cards[0]]],
            cards=Both(tuple(_listed(game, rules, card) for card in cards), commas=True),
        )
        for cards in groups.values()
    ]
    deck = nmsg(
        "rules-deck", "There is {count} card:", "There are {count} cards:", sum(game.counts)
    )
    return Section(msg("rules-cards", "The cards"), [deck], points)


def _listed(game: SplitGame, rules: CollectionRules, card: int) -> Message:
    listed = msg("rules-card", "{count} × {code}", count=game.counts[card], code=game.codes[card])
    if not rules.points[card]:
        return listed
    return msg(
        "rules-card-points", "{card} ({points})", card=listed, points=amount(rules.points[card])
    )


def _playing(game: SplitGame, table: CollectionTable) -> Section:
    title = msg("rules-playing-cards", "3. Playing")
    if table.automatic:
        return Section(title, [explain_alone(table.rules.uses[0])])
    each = msg("rules-uses", "With each card you do one of these things:")
    return Section(title, [playing_text(game), each], [*map(explain_use, table.rules.uses)])


def explain_alone(use: int) -> Message:
    """Explain the only thing that is done with all cards."""
    texts = {
        0: msg("alone-keep", "You keep all cards that you get, face up in front of you."),
        1: msg("alone-eat", "You eat all cards that you get; they lie face up in your own pile."),
        2: msg("alone-discard", "All cards that you get leave the game."),
        3: msg("alone-keep-down", "You keep all cards that you get, face down in front of you."),
        4: msg(
            "alone-eat-down", "You eat all cards that you get; they lie face down in your own pile."
        ),
        5: msg("alone-discard-down", "All cards that you get leave the game face down."),
    }
    return texts[use]


def _scoring(game: SplitGame, rules: CollectionRules) -> Section:
    splitter = game.offer.splitter
    wins = msg("rules-most-points", "If points are equal at the end, the win is shared.")
    if rules.tie_break:
        first, *others = (tie_break_text(each, splitter == "all") for each in rules.tie_break)
        then = (msg("tie-then", "or, if that is equal too, {what}", what=other) for other in others)
        wins = msg(
            "rules-tie-break",
            "If points are equal at the end, the winner is {what}.",
            what=Both((first, *then), commas=True),
        )
        # Of seats that split in turn, at most one has never split, so no two rank equal.
        by_turn = splitter != "behind" and game.turns >= game.players - 1
        if not (by_turn and {"latest-splitter", "earliest-splitter"} & {*rules.tie_break}):
            shared = msg("rules-tie-shared", "If that is equal too, the win is shared.")
            wins = in_turn([wins, shared])
    points = [explain_rule(rules, rule) for rule in rules.scoring]
    return Section(msg("rules-scoring", "Scoring"), points=[*points, wins])


def explain_rule(rules: CollectionRules, rule: ScoringRule) -> Message:
    """Explain a line of scoring in sentences."""
    sentences = _main(rules, rule)
    told = rule.kind == "penalty" or (isinstance(rule, Most) and rule.by_number)
    if rule.about.words and not told:
        only = Both(tuple(rule.about.words))
        if isinstance(rule, Multiplied):
            sentences.append(msg("rules-score-one-of", "This applies only to {cards}.", cards=only))
        else:
            sentences.insert(0, msg("rules-score-only", "Only this counts: {cards}.", cards=only))
    if rule.each_turn:
        sentences.append(msg("rules-score-turn", "This is scored after every turn."))
    text = in_turn(sentences)
    if not rule.name:
        return text
    return msg("rules-score-named", "{name:cap}: {text}", name=rule.name, text=text)


def _main(rules: CollectionRules, rule: ScoringRule) -> list[Message]:
    """Return the sentences about what *rule* scores."""
    done: dict[str, Param] = {"done": done_with(rule)}
    if isinstance(rule, Most):
        return _most(rule, done)
    if isinstance(rule, Different):
        return _different(rule, done)
    if isinstance(rule, Alike):
        about = done | {"size": rule.size, "points": amount(rule.points)}
        if not rule.each:
            return [
                msg(
                    "rules-score-any",
                    "For every {size} cards that you have {done} you get {points}.",
                    **about,
                )
            ]
        return [
            msg(
                "rules-score-alike",
                "For every {size} cards {alike} that you have {done} you get {points}.",
                alike=alike(rule),
                **about,
            )
        ]
    if isinstance(rule, Runs):
        about = done | {"least": rule.least, "points": amount(rule.points)}
        if rule.each:
            first = msg(
                "rules-score-runs-alike",
                "Cards {alike} that you have {done} make a run if their numbers are consecutive.",
                alike=alike(rule),
                **done,
            )
        else:
            first = msg(
                "rules-score-runs",
                "Cards with consecutive numbers that you have {done} make a run, whatever their"
                " kind.",
                **done,
            )
        then = msg(
            "rules-score-run",
            "Each card of a run of at least {least} cards scores {points}; a second card of a"
            " number belongs to a second run.",
            **about,
        )
        return [first, then]
    if isinstance(rule, Multiplied):
        card = rules.card_names[rule.card]
        return [
            nmsg(
                "rules-score-multiplier",
                "For each {card} that you have {done}, a different card that you have {done}"
                " scores its points once more, the best first.",
                "For each {card} that you have {done}, a different card that you have {done}"
                " scores its points {count} more times, the best first.",
                rule.times - 1,
                card=card,
                **done,
            )
        ]
    assert isinstance(rule, PrintedPoints)
    if rule.kind == "points":
        return [
            msg("rules-score-points", "Each card that you have {done} scores its points.", **done)
        ]
    each = amount(-rule.weights[0]) if rule.weights else amount(0)
    return [
        nmsg(
            "rules-score-penalty",
            "Each {cards} card that you have {done} costs you {points}.",
            "Each of these cards that you have {done} costs you {points}: {cards}.",
            len(rule.about.words),
            points=each,
            cards=Both(tuple(rule.about.words)),
            **done,
        )
    ]


def _most(rule: Most, done: dict[str, Param]) -> list[Message]:
    if rule.by_number:
        each = [
            msg("group-worth", "{group} {points}", group=group, points=points)
            for group, points in zip(rule.names, rule.points, strict=True)
        ]
        sentences = [
            msg(
                "rules-score-most-number",
                "Whoever has {done} the most cards {alike} gets points for them: {worth}.",
                alike=alike(rule),
                worth=Both(tuple(each), commas=True),
                **done,
            )
        ]
    else:
        sentences = [_most_worth(rule, rule.points[0], done)]
    if rule.second:
        sentences.append(
            msg(
                "rules-score-second",
                "Whoever has the second most gets {points}, but nobody does if there is a tie for"
                " the most.",
                points=amount(rule.second),
            )
        )
    loses = rule.points[0] < 0
    if rule.ties == ALL:
        sentences.append(msg("rules-ties-all", "The same goes for everybody who is tied."))
    elif rule.ties == SHARED and loses:
        sentences.append(
            msg("rules-ties-share-loss", "Those who are tied share the loss, rounded up.")
        )
    elif rule.ties == SHARED:
        sentences.append(
            msg("rules-ties-shared", "Those who are tied share the points, rounded down.")
        )
    elif loses:
        sentences.append(msg("rules-ties-lose-none", "Whoever is tied loses nothing."))
    else:
        sentences.append(msg("rules-ties-none", "Whoever is tied gets nothing."))
    return sentences


def _most_worth(rule: Most, points: int, done: dict[str, Param]) -> Message:
    """Explain what the most cards are worth, or what they cost."""
    about = done | {"points": amount(abs(points))}
    if rule.each:
        about["alike"] = alike(rule)
        if points < 0:
            return msg(
                "rules-most-loses",
                "Whoever has {done} the most cards {alike} loses {points}.",
                **about,
            )
        return msg(
            "rules-score-most", "Whoever has {done} the most cards {alike} gets {points}.", **about
        )
    if points < 0:
        return msg(
            "rules-most-all-loses", "Whoever has {done} the most cards loses {points}.", **about
        )
    return msg("rules-score-most-all", "Whoever has {done} the most cards gets {points}.", **about)


def _different(rule: Different, done: dict[str, Param]) -> list[Message]:
    what = {
        "kind": msg("different-kinds", "of different kinds"),
        "card": msg("different-codes", "with different codes"),
        "number": msg("different-numbers", "with different numbers"),
    }[rule.each]
    sizes = [
        nmsg("size-scores", "{count} card {points}", "{count} cards {points}", size, points=points)
        for size, points in enumerate(rule.by_size, 1)
        if points
    ]
    sentences = [
        msg(
            "rules-score-different",
            "Cards {different} that you have {done} make a group, which scores points by its size:"
            " {sizes}.",
            different=what,
            sizes=Both(tuple(sizes), commas=True),
            **done,
        ),
        msg(
            "rules-score-groups",
            "The first group has one of everything you have, the second one of everything that is"
            " left, and so on.",
        ),
    ]
    if len(rule.cells) > len(rule.by_size):
        sentences.append(msg("rules-score-larger", "A larger group scores no more than that."))
    return sentences


def _known(game: SplitGame, table: CollectionTable) -> list[Text]:
    texts: list[Text] = [known_text(game)]
    if table.secret:
        texts.append(
            msg(
                "rules-laid-down",
                "Whoever has seen a card goes on seeing it when it is laid face down; so a card"
                " that lay open stays known to all. After the last turn the face-down cards are"
                " turned up and score like all others.",
            )
        )
    return texts
