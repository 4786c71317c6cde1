"""Checks of rule sets with ``table: collection``: kinds and lines of scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rules.checks import check_repeats, items, unknown_item
from ...rules.value_findings import Path, ValueFinding, likely, to_write
from ...text import msg
from .collection_models import CollectedCard, CollectionModel, ScoringLine

POSSIBLE = {"most": ("each", "ties", "second"), "alike": ("each", "jokers"),
    "different": ("jokers",), "runs": ("each",)}  # fmt: skip
"""By way to score, further keys that it knows."""

COMMON = ("score", "name", "of", "kinds", "cards", "numbers", "when")
"""Keys that all lines of scoring know."""


def selected(rules: CollectionModel, line: ScoringLine) -> list[int]:
    """Return the numbers of the cards that *line* selects: those that fit all its keys."""
    return [
        number
        for number, card in enumerate(rules.cards)
        if (not line.kinds or card.kind in line.kinds)
        and (not line.cards or card.code in line.cards)
        and (not line.numbers or card.number in line.numbers)
    ]


def group_of(card: CollectedCard, each: str | None) -> str | int | None:
    """Return what tells the groups of *each* apart; ``None`` for a card that is in no group."""
    if each == "kind":
        return card.kind or None
    if each == "number":
        return card.number
    return card.code if each == "card" else ""


def check_collection(rules: CollectionModel) -> Iterator[ValueFinding]:
    """Check that names exist and that every line of scoring can score."""
    if not rules.uses and not rules.hidden:
        message = msg("no-uses", "Say under uses or hidden what can be done with a card.")
        yield ValueFinding(("uses",), message, whole=True)
    wrong: list[ValueFinding] = []
    for path, card in items(rules, "cards"):
        if card.kind:
            wrong += _unknown((*path, "kind"), card.kind, rules)
        elif card.name is None:
            message = msg("nameless-card", "A card needs a name or a kind.")
            wrong.append(ValueFinding(path, message))
    yield from wrong
    yield from _check_uses(rules)
    for path, line in items(rules, "scoring"):
        faults = [*_check_keys_of(path, line), *_check_names(rules, path, line)]
        if faults or not wrong:  # what cards score is known once their kinds are
            yield from faults
            if all(fault.warning for fault in faults):
                yield from _check_scoring(rules, path, line)


def _check_uses(rules: CollectionModel) -> Iterator[ValueFinding]:
    """Warn of what can only be done face down, and of ties that nothing decides."""
    for at, use in enumerate(rules.hidden):
        if rules.uses and use not in rules.uses:
            message = msg(
                "only-hidden",
                "This can be done only face down: if it can be done face up, too, add it to"
                ' "uses".',
            )
            yield ValueFinding(("hidden", at), message, warning=True)
    for key in ("uses", "hidden", "tie-break"):
        yield from check_repeats((key,), getattr(rules, key.replace("-", "_")))
    possible = {*rules.uses, *rules.hidden}
    for at, tie in enumerate(rules.tie_break):
        needed = {"kept": "keep", "eaten": "eat"}.get(tie.partition("-")[2])
        if needed and possible and needed not in possible:
            message = msg("idle-tie-break", "No card can lie there, so this decides no tie.")
            yield ValueFinding(("tie-break", at), message, warning=True, also=[("uses",)])


def _unknown(path: Path, name: str, rules: CollectionModel) -> Iterator[ValueFinding]:
    if all(kind.id != name for kind in rules.kinds):
        message = msg("unknown-card-kind", 'There is no kind "{name}".')
        more = "{}" if isinstance(path[-1], int) else ""
        message = unknown_item(message, name, rules.kinds, more=more)
        yield ValueFinding(path, message, also=[("kinds",)])


_A_NUMBER = msg("form-number", "a number")
_FORMS = {
    "different": msg("form-list", "a list by size, such as [0, 1, 5]"),
    "alike": msg("form-either", "a number or a list by size, such as [0, 1, 5]"),
    "most": msg("form-word", 'a number, or "number" for that of the cards'),
}


def _check_keys_of(path: Path, line: ScoringLine) -> Iterator[ValueFinding]:
    """Find keys that a way to score lacks or does not know, and points of the wrong form."""
    needed = line.needed["score"][line.score]
    keys = (*needed, *POSSIBLE.get(line.score, ()))
    if line.score == "alike" and not isinstance(line.points, int | str | None):
        needed, keys = ("points", "each"), ("points", "each", "best", "jokers")
    for key in needed:
        if key not in line.model_fields_set:
            yield ValueFinding(
                (*path, key), msg("missing-key", 'The key "{key}" is missing.', key=key)
            )
    for key in sorted(line.model_fields_set - {*COMMON, *keys}):
        message = msg(
            "idle-key", '"{key}" means nothing with "score: {score}".', key=key, score=line.score
        )
        if key == "size" and line.score == "alike":
            message = msg(
                "idle-size",
                '"points" lists what groups of each size score, so "size" means nothing here.',
            )
        yield ValueFinding((*path, key), message, key=True, idle=True)
    if "points" in keys and line.points is not None:
        form = {"different": list, "alike": int | list, "most": int | str}.get(line.score, int)
        if not isinstance(line.points, form):
            message = msg("points-form", 'With "score: {score}", this must be {form}.')
            wanted = _FORMS.get(line.score, _A_NUMBER)
            message = message.filled(score=line.score, form=wanted)
            yield ValueFinding((*path, "points"), message)
    if line.score == "penalty" and isinstance(line.points, int) and line.points < 0:
        message = msg("negative-penalty", "A penalty below 0 gives points instead of costing any.")
        message = to_write(message, str(-line.points))
        yield ValueFinding((*path, "points"), message, warning=True)
    if line.score == "penalty" and not (line.kinds or line.cards or line.numbers):
        message = msg("penalty-for-all", "Say which cards cost points: kinds, cards or numbers.")
        yield ValueFinding(path, message)


def _check_names(rules: CollectionModel, path: Path, line: ScoringLine) -> Iterator[ValueFinding]:
    """Find names of kinds and codes of cards that do not exist."""
    codes = [card.code for card in rules.cards]
    for key in ("kinds", "cards", "jokers"):
        yield from check_repeats((*path, key), getattr(line, key))
    for number, kind in enumerate(line.kinds):
        yield from _unknown((*path, "kinds", number), kind, rules)
    written = [(("cards", number), code) for number, code in enumerate(line.cards)]
    written += [(("jokers", number), code) for number, code in enumerate(line.jokers)]
    if line.by:
        written.append((("by",), line.by))  # type: ignore[arg-type]
    for at, code in written:
        if code not in codes:
            message = msg("no-such-card", 'There is no card "{name}".')
            yield ValueFinding((*path, *at), likely(message, code, codes), also=[("cards",)])


def _check_scoring(rules: CollectionModel, path: Path, line: ScoringLine) -> Iterator[ValueFinding]:
    """Find a line that can never score, or not as it says."""
    cards = [rules.cards[number] for number in selected(rules, line)]
    if line.score == "runs" or line.each == "number":
        cards = [card for card in cards if card.number is not None]
    if line.each == "kind":
        cards = [card for card in cards if card.kind]
    if line.score in ("points", "multiplier"):
        cards = [card for card in cards if card.points]
    if line.score == "runs":
        cards = [card for card in cards if _begins_run(card, cards, line)]
    numbered = {card.kind for card in cards}
    for at, card in enumerate(rules.cards) if line.score == "runs" else ():
        if card.number is None and card.kind in numbered and card.kind in line.kinds:
            message = msg("card-without-number", "Without a number, this card is in no run.")
            yield ValueFinding(("cards", at), message, warning=True)
    if not cards and line.score == "runs" and all(card.number is None for card in rules.cards):
        message = msg("runs-without-numbers", "Runs are of numbers, and no card has a number.")
        yield ValueFinding(path, message, also=[("cards",)])
    elif not cards:
        yield ValueFinding(path, msg("no-card-scores", "No card can score by this line."))
    if line.score == "multiplier" and cards and not _is_counted_once(rules, line):
        message = msg(
            "multiplier-alone",
            'No "points" line counts these cards the first time, so only the extra times score.',
        )
        yield ValueFinding((*path, "score"), message, warning=True)
    if line.points == "number":
        numbers: dict[object, set[int | None]] = {}
        for card in cards:
            numbers.setdefault(group_of(card, line.each), set()).add(card.number)
        if any(len(found) > 1 or None in found for found in numbers.values()):
            message = msg(
                "several-numbers",
                'For "points: number" all cards of a group need the same number.',
            )
            yield ValueFinding((*path, "points"), message)
    use = {"kept": ["keep"], "eaten": ["eat"], "both": ["keep", "eat"]}[line.of]
    possible, face_down = {*rules.uses, *rules.hidden}, {*rules.hidden}
    if line.when == "turn" and face_down & {*use}:
        message = msg("hidden-each-turn", "Cards face down cannot score before the end.")
        yield ValueFinding((*path, "when"), message)
    if not possible & {*use}:
        message = msg("never-there", "No card can be kept or eaten as this line wants.")
        yield ValueFinding((*path, "of"), message, warning=True, also=[("uses",)])


def _is_counted_once(rules: CollectionModel, line: ScoringLine) -> bool:
    """Return whether a line of points counts a card that *line* multiplies, in the same place."""
    multiplied = {*selected(rules, line)}
    return any(
        other.score == "points"
        and (other.of == line.of or "both" in (other.of, line.of))
        and multiplied & {*selected(rules, other)}
        for other in rules.scoring
    )


def _begins_run(card: CollectedCard, cards: Sequence[CollectedCard], line: ScoringLine) -> bool:
    """Return whether *card* can be the lowest of a run of *cards* that scores."""
    group = group_of(card, line.each)
    numbers = {one.number for one in cards if group_of(one, line.each) == group}
    first = card.number or 0
    return numbers.issuperset(range(first, first + (line.least or 0)))
