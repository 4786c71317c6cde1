"""Rules text of a collection, generated from the loaded rule set."""

from __future__ import annotations

from collections.abc import Sequence

from ...scene import Section, count_points
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
from ...text import Both, Message, Name, Param, Text, in_turn, msg, nmsg, sentences
from .collection_rules import CollectionRules
from .collection_table import CollectionTable
from .collection_words import (
    aim_of,
    alike,
    done_with,
    explain_use,
    of_each,
    tie_break_text,
    tie_of,
    worth_of,
)
from .scoring_rules import (
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

_sentence = sentences(
    msg("rules-set-up", "Before the game"),
    msg("rules-known", "What everybody knows"),
    msg("rules-cards", "The cards"),
    nmsg("rules-deck", "There is {count} card:", "There are {count} cards:", 0),
    msg("rules-kind", "{kind:cap}: {cards}."),
    msg("rules-card", "{count} × {code}"),
    msg("rules-card-points", "{card} ({points})"),
    msg("rules-playing-cards", "3. Playing"),
    msg("rules-collecting-cards", "3. Collecting"),
    msg("rules-uses", "With each card you do one of these things:"),
    msg("rules-laid-down",
        "Whoever has seen a card can still see it when it is laid face down, so a card that has"
        " been face up stays known to all. After the last turn, the face-down cards are turned up"
        " and score like all others."),
    # Scoring.
    msg("rules-scoring", "Scoring"),
    msg("rules-most-points", "In a tie for the most points, the win is shared."),
    msg("rules-tie-break", "A tie for the most points is won by {what}."),
    msg("tie-then", "or, if that is equal too, {what}"),
    msg("rules-tie-shared", "If that is equal too, the win is shared."),
    msg("rules-tie-side", "Partners are counted together for this."),
    nmsg("rules-score-only", "Only {cards} cards count.", "Only {cards} cards count.", 0),
    msg("rules-score-turn", "This is scored after every turn."),
    msg("rules-score-named", "{name:cap}: {text}"),
    msg("rules-score-points", "Each card that you have {done} scores its points."),
    nmsg("rules-score-penalty",
         "Each {cards} card that you have {done} costs you {points}.",
         "Each of these cards that you have {done} costs you {points}: {cards}.", 0),
    nmsg("rules-score-reward",
         "Each {cards} card that you have {done} earns you {points}.",
         "Each of these cards that you have {done} earns you {points}: {cards}.", 0),
    msg("rules-score-multiplier",
        "For each {card} that you have {done}, another card that you have {done} counts {times}"
        " times, starting with the best."),
    msg("rules-score-multiplier-of",
        "For each {card} that you have {done}, one of your {cards} cards counts {times} times,"
        " starting with the best."),
    msg("rules-score-any", "For every {size} cards that you have {done}, you get {points}."),
    msg("rules-score-alike",
        "For every {size} cards {alike} that you have {done}, you get {points}."),
    msg("rules-score-runs",
        "Cards with consecutive numbers that you have {done} make a run, whatever their kind."),
    msg("rules-score-runs-of", "Cards with consecutive numbers that you have {done} make a run."),
    msg("rules-score-runs-alike",
        "Cards {alike} that you have {done} make a run if their numbers are consecutive."),
    msg("rules-score-run",
        "Each card in a run of at least {least} cards scores {points}; a second card with the same"
        " number belongs to a second run."),
    msg("different-kinds", "of different kinds"),
    msg("different-codes", "with different codes"),
    msg("different-numbers", "with different numbers"),
    nmsg("size-scores", "{points} for {count}", "{points} for {count}", 0),
    msg("rules-score-different",
        "Cards {different} that you have {done} form a group, which scores points by the number of"
        " cards in it: {sizes}."),
    msg("rules-score-by-size",
        "Of the cards you have {done}, all those {alike} form a group, which scores points by the"
        " number of cards in it: {sizes}."),
    nmsg("rules-score-best",
        "Only your best group scores this way; each of the others costs you its points instead.",
        "Only your {count} best groups score this way; each of the others costs you its points"
        " instead.", 0),
    msg("rules-score-groups",
        "The first group has one of everything you have, the second has one of everything that is"
        " left, and so on."),
    msg("rules-score-joker", "These jokers can take the place of any missing card: {cards}."),
    msg("rules-score-joker-best",
        "Each joker goes where it gives you the most points, or nowhere if it would cost you"
        " some."),
    msg("rules-score-larger", "A larger group scores no more than that."),
    # The most cards.
    msg("rules-score-most-number",
        "{alike:cap}, whoever has {done} the most cards gets points: {worth}."),
    msg("rules-score-most", "{alike:cap}, whoever has {done} the most cards gets {points}."),
    msg("rules-score-most-all", "Whoever has {done} the most cards gets {points}."),
    msg("rules-most-loses", "{alike:cap}, whoever has {done} the most cards loses {points}."),
    msg("rules-most-all-loses", "Whoever has {done} the most cards loses {points}."),
    msg("rules-most-of", "Whoever has {done} the most {cards} cards gets {points}."),
    msg("rules-most-of-loses", "Whoever has {done} the most {cards} cards loses {points}."),
    msg("rules-score-second",
        "Whoever has the second most gets {points}, unless there is a tie for the most."),
)  # fmt: skip


def collection_rules_text(
    name: Name, variant: Name, game: SplitGame, table: CollectionTable
) -> list[Section]:
    """Return all rules of *game*, in the order in which a newcomer needs them."""
    rules = table.rules
    known: list[Text] = [known_text(game)]
    if table.secret:
        known.append(_sentence("rules-laid-down"))
    return [
        Section(title_of_rules(name, variant), [aim_of(rules)]),
        _cards(game, rules),
        Section(_sentence("rules-set-up"), set_up_texts(game)),
        splitting_section(game),
        picking_section(game),
        _playing(game, table),
        *special_sections(table),
        end_section(game),
        _scoring(game, rules),
        Section(_sentence("rules-known"), known),
    ]


def _cards(game: SplitGame, rules: CollectionRules) -> Section:
    """List the deck, the cards of a kind on one line."""
    groups: dict[object, list[int]] = {}
    for card, kind in enumerate(rules.kinds):
        groups.setdefault(kind if kind >= 0 else ("card", card), []).append(card)
    points = []
    for cards in groups.values():
        kind = rules.kinds[cards[0]]
        name = rules.card_names[cards[0]] if kind < 0 else rules.kind_names[kind]
        listed = Both(tuple(_listed(game, rules, card) for card in cards), commas=True)
        points.append(_sentence("rules-kind", kind=name, cards=listed))
    # The faces of dice come up as often as their counts say, so there is no deck.
    rolled = game.offer.source == "dice"
    deck = [] if rolled else [_sentence("rules-deck", count=sum(game.counts))]
    return Section(_sentence("rules-cards"), deck, points)


def _listed(game: SplitGame, rules: CollectionRules, card: int) -> Message:
    listed = _sentence("rules-card", count=game.counts[card], code=game.codes[card])
    points = rules.points[card]
    return (
        _sentence("rules-card-points", card=listed, points=count_points(points))
        if points
        else listed
    )


def _playing(game: SplitGame, table: CollectionTable) -> Section:
    if table.automatic:
        return Section(_sentence("rules-collecting-cards"), [explain_alone(table.rules.uses[0])])
    texts = [playing_text(game), _sentence("rules-uses")]
    return Section(_sentence("rules-playing-cards"), texts, [*map(explain_use, table.rules.uses)])


def explain_alone(use: int) -> Message:
    """Explain the only thing that is done with all cards."""
    texts = {
        0: msg("alone-keep", "You keep all the cards you get, face up in front of you."),
        1: msg("alone-eat", "You eat all cards that you get; they go face up on your own pile."),
        2: msg("alone-discard", "All cards that you get leave the game."),
        3: msg("alone-keep-down", "You keep all the cards you get, face down in front of you."),
        4: msg(
            "alone-eat-down", "You eat all cards that you get; they go face down on your own pile."
        ),
        5: msg("alone-discard-down", "All cards that you get leave the game face down."),
    }
    return texts[use]


def _scoring(game: SplitGame, rules: CollectionRules) -> Section:
    splitter = game.offer.splitter
    wins = _sentence("rules-most-points")
    if rules.tie_break:
        first, *others = (tie_break_text(each, splitter == "all") for each in rules.tie_break)
        then = (_sentence("tie-then", what=other) for other in others)
        wins = _sentence("rules-tie-break", what=Both((first, *then), commas=True))
        # Of seats that split in turn, at most one has never split, so no two rank equal.
        by_turn = splitter != "behind" and game.turns >= game.players - 1
        if not (by_turn and {"latest-splitter", "earliest-splitter"} & {*rules.tie_break}):
            wins = in_turn([wins, _sentence("rules-tie-shared")])
        if game.sides:
            wins = in_turn([wins, _sentence("rules-tie-side")])
    points = [explain_rule(rules, rule) for rule in rules.scoring]
    return Section(_sentence("rules-scoring"), points=[*points, wins])


def explain_rule(rules: CollectionRules, rule: ScoringRule) -> Message:
    """Explain a line of scoring in sentences."""
    said = _main(rules, rule)
    told = rule.kind in ("penalty", "multiplier") or (
        isinstance(rule, Most) and (rule.by_number or _is_of_one(rule))
    )
    if rule.about.words and not told:
        only = tuple(rule.about.words)
        said.insert(0, _sentence("rules-score-only", cards=Both(only), count=len(only)))
    if rule.each_turn:
        said.append(_sentence("rules-score-turn"))
    text = in_turn(said)
    return _sentence("rules-score-named", name=rule.name, text=text) if rule.name else text


def _main(rules: CollectionRules, rule: ScoringRule) -> list[Message]:
    """Return the sentences about what *rule* scores."""
    done: dict[str, Param] = {"done": done_with(rule)}
    if isinstance(rule, Most):
        return _most(rule, done)
    if isinstance(rule, Different):
        return [*_different(rule, done), *_jokers(rules, rule)]
    if isinstance(rule, AlikeBySize):
        return [*_alike_by_size(rule, done), *_jokers(rules, rule)]
    if isinstance(rule, Alike):
        about = done | {"size": rule.size, "points": count_points(rule.points)}
        if not rule.each:
            return [_sentence("rules-score-any", **about)]
        said = _sentence("rules-score-alike", alike=alike(rule), **about)
        return [said, *_jokers(rules, rule)]
    if isinstance(rule, Runs):
        of_one = len(rule.about.words) == 1
        first = _sentence("rules-score-runs-of" if of_one else "rules-score-runs", **done)
        if rule.each:
            first = _sentence("rules-score-runs-alike", alike=alike(rule), **done)
        return [
            first,
            _sentence("rules-score-run", least=rule.least, points=count_points(rule.points)),
        ]
    if isinstance(rule, Multiplied):
        card = rules.card_names[rule.card]
        about = done | {"times": rule.times, "card": card}
        if not rule.about.words:
            return [_sentence("rules-score-multiplier", **about)]
        only = Both(tuple(rule.about.words))
        return [_sentence("rules-score-multiplier-of", cards=only, **about)]
    assert isinstance(rule, PrintedPoints)
    if rule.kind == "points":
        return [_sentence("rules-score-points", **done)]
    weight = rule.weights[0] if rule.weights else 0
    about = done | {"points": count_points(abs(weight))}
    cards = rule.about.words
    code = "rules-score-penalty" if weight <= 0 else "rules-score-reward"
    return [_sentence(code, count=len(cards), cards=Both(tuple(cards)), **about)]


def _jokers(rules: CollectionRules, rule: GroupRule) -> list[Message]:
    """Name the cards that stand for any other."""
    names = tuple(rules.card_names[card] for card in rule.jokers)
    if not names:
        return []
    said = [_sentence("rules-score-joker", cards=Both(names, commas=True))]
    if isinstance(rule, AlikeBySize) and rule.best:
        said.append(_sentence("rules-score-joker-best"))
    return said


def _is_of_one(rule: Most) -> bool:
    """Return whether *rule* counts cards of one kind, which the sentence can name."""
    return not rule.each and len(rule.about.words) == 1


def _most(rule: Most, done: dict[str, Param]) -> list[Message]:
    loses = rule.points[0] < 0
    about = done | {"points": count_points(abs(rule.points[0]))}
    if rule.each:
        about["alike"] = of_each(rule)
    if rule.by_number:
        worth = zip(rule.names, rule.points, strict=True)
        each = [worth_of(group, points) for group, points in worth]
        about = done | {"alike": of_each(rule), "worth": Both(tuple(each), commas=True)}
        code = "rules-score-most-number"
    elif _is_of_one(rule):
        about["cards"] = rule.about.words[0]
        code = "rules-most-of-loses" if loses else "rules-most-of"
    elif rule.each:
        code = "rules-most-loses" if loses else "rules-score-most"
    else:
        code = "rules-most-all-loses" if loses else "rules-score-most-all"
    said = [_sentence(code, **about)]
    if rule.second:
        said.append(_sentence("rules-score-second", points=count_points(rule.second)))
    return [*said, tie_of(rule)]


def _sizes(by_size: Sequence[int]) -> Both:
    """List the points of groups by their size."""
    sizes = [
        _sentence("size-scores", count=size, points=points)
        for size, points in enumerate(by_size, 1)
        if points
    ]
    return Both(tuple(sizes), commas=True)


def _alike_by_size(rule: AlikeBySize, done: dict[str, Param]) -> list[Message]:
    about = done | {"alike": alike(rule), "sizes": _sizes(rule.by_size)}
    said = [_sentence("rules-score-by-size", **about), _sentence("rules-score-larger")]
    if rule.best:
        said.append(_sentence("rules-score-best", count=rule.best))
    return said


def _different(rule: Different, done: dict[str, Param]) -> list[Message]:
    codes = {"kind": "different-kinds", "card": "different-codes", "number": "different-numbers"}
    about = done | {"different": _sentence(codes[rule.each])}
    said = [
        _sentence("rules-score-different", sizes=_sizes(rule.by_size), **about),
        _sentence("rules-score-groups"),
    ]
    if len(rule.cells) > len(rule.by_size):
        said.append(_sentence("rules-score-larger"))
    return said
