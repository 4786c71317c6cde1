"""Checks of several values together: names that must exist, numbers that must agree.

The rules are a model, so each value is right by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..text import Message, Name, msg
from ..things import is_drawn
from .characters import excerpt
from .checking.cures.forms import forms_of, several
from .value_findings import Path, ValueFinding, like_this, likely, to_write, turns, words_meant

if TYPE_CHECKING:
    from .models import RulesetModel

MOST_TOGETHER = 60_000
"""Most characters of the different pictures of a rule set, all of which a page of it holds."""


def items(rules: RulesetModel, name: str) -> list[tuple[Path, Any]]:
    """Return the items of the list *name*, which may be missing, each with its path."""
    return [((name, n), it) for n, it in enumerate(getattr(rules, name.replace("-", "_")) or ())]


def unknown_item(
    message: Message, wrong: str, there: Sequence[Any], also: Sequence[str] = (), more: str = ""
) -> Message:
    """Return *message* about *wrong*, an id of no item that is *there*, with what was meant.

    That is an item of that code or name, a word of *also*, or several ids, which are written as
    *more* says, ``[{}]`` for a list.
    """
    known = [*(item.id for item in there), *also]
    for item in there:
        texts = [getattr(item, "code", ""), item.name.text, *dict(item.name.here).values()]
        if wrong.casefold() in map(str.casefold, texts):
            return likely(message, wrong, known, item.id)
    parts = [*map(str, several(wrong))]
    if more and len(parts) > 1 and {*parts} <= {*known}:
        return to_write(message.filled(name=excerpt(wrong)), more.format(", ".join(parts)))
    alone = len(there) == 1 and not turns(wrong) and not any(words_meant(wrong, known))
    only = known[0] if alone else None
    return likely(message, wrong, known, only)


def check_unique(rules: RulesetModel, name: str, key: str) -> Iterator[ValueFinding]:
    """Yield a fault for each item of the list *name* with the same text under *key* as one before.

    The same ``name`` is only a warning: it confuses people, but the game can be played.
    """
    first: dict[str, Path] = {}
    for path, item in items(rules, name):
        text = getattr(item, key, "")
        if isinstance(text, Name):
            text = text.text or dict(text.here).get("en") or text.here[0][1]
        if text and first.setdefault(text, path) != path:
            if key == "name":
                message = msg("same-name", "This name is already in {place}.")
            else:
                taken = {getattr(each, key, "") for _, each in items(rules, name)}
                likely_ids = (each for each in _own_ids(item, key, text) if each not in taken)
                write = next(likely_ids, "") or free_id(text, taken)
                message = msg(
                    "duplicate-id", "This is already in {place}. Write {write}", write=write
                )
            yield ValueFinding(
                (*path, key), message, other=(*first[text], key), warning=key == "name"
            )


def check_repeats(path: Path, words: Sequence[str]) -> Iterator[ValueFinding]:
    """Warn of each of *words*, the list at *path*, that stands there before."""
    for at, word in enumerate(words):
        if word in words[:at]:
            message = msg("repeated-word", '"{name}" is listed twice. Leave it out.', name=word)
            yield ValueFinding((*path, at), message, warning=True, idle=True)


def _own_ids(item: Any, key: str, text: str) -> Iterator[str]:
    """Yield the ids, or with ``code`` as *key* the codes like *text*, that *item* may have."""
    name = item.name.text or dict(item.name.here).get("en", "") if item.name else ""
    number = item.strength if getattr(item, "strength", 0) else getattr(item, "number", None)
    if key == "code" and not text.isalpha() and number:
        yield f"{text.rstrip('0123456789')}{number}"
    if key == "code" and text.isalpha():
        begun = [str(each)[: len(text)].upper() for each in (getattr(item, "id", ""), name)]
        yield from (each for each in begun if len(each) == len(text))
    elif key == "id" and name:
        forms = map(str, forms_of("string_pattern_mismatch", name))
        yield from (each for each in forms if re.fullmatch(r"[a-z][a-z0-9-]*", each))


def code_of(name: Any, taken: Collection[str]) -> str:
    """Return the first two letters of *name*, the name of a card, as a code that is not *taken*."""
    text = name.get("en", "") if isinstance(name, dict) else name
    code = re.sub(r"[^A-Z]", "", str(text or "").upper())[:2]
    return code if len(code) == 2 and code not in taken else ""


def free_id(text: str, taken: Collection[str]) -> str:
    """Return an id or a code like *text* that is not *taken*: ``G5`` for ``G4``."""
    stem = text.rstrip("0123456789")
    dash = "-" if stem == text and text.islower() else ""
    return next(name for at in range(2, 999) if (name := f"{stem}{dash}{at}") not in taken)


def lacks_players(path: Path, value: Any, players: int, also: Sequence[Path]) -> ValueFinding:
    """Return the fault of *value*, by number of players, which has none for *players*."""
    message = msg("draw-lacks-players", "There is no number for {players} players.")
    if isinstance(value, Mapping) and value:
        if not isinstance(next(iter(value.values())), int):
            message = msg(message.code, "There is nothing for {players} players.")
        message = like_this(message.filled(players=players), f"{players}: ...")
    message = message.filled(players=players)
    return ValueFinding(path, message, also=also)


def check_range(rules: object, name: str, above: Path = ()) -> Iterator[ValueFinding]:
    """Yield a fault if the minimum of the range *name* exceeds its maximum.

    *above* is the path of *rules*, if they are a part of a rule set.
    """
    range, path = getattr(rules, name.replace("-", "_")), (*above, name)
    if range and range.least > range.most:
        message = msg("reversed-range", "The minimum is greater than the maximum.")
        swapped = f"{{least: {range.most}, most: {range.least}}}"
        message = to_write(message, f"{name}: {swapped}")
        also = [(*path, "most")]
        yield ValueFinding((*path, "least"), message, also=also)


def check_pictures(rules: RulesetModel, lists: Mapping[str, str]) -> Iterator[ValueFinding]:
    """Yield a fault at the first picture with which those of *rules* are too big together."""
    different: set[str] = set()
    for path, item in (item for name in lists for item in items(rules, name)):
        picture = getattr(item, "picture", None) or ""
        if is_drawn(picture):
            different.add(picture)
        if sum(map(len, different)) > MOST_TOGETHER:
            message = msg(
                "big-pictures",
                "With this one, the pictures have over {most} characters.",
                most=MOST_TOGETHER,
            )
            yield ValueFinding((*path, "picture"), message)
            return


def check_header(rules: RulesetModel, lists: Mapping[str, str]) -> Iterator[ValueFinding]:
    """Check the keys that all games have; *lists* names the key that identifies items, by list."""
    for name, key in lists.items():
        yield from check_unique(rules, name, key)
        yield from check_unique(rules, name, "name")
    yield from check_pictures(rules, lists)
    yield from check_range(rules, "players")
    seats, (_, most) = len(rules.seats), rules.player_counts
    if most > seats:
        message = msg(
            "too-few-seats",
            "There are only {seats} seats: add some, or let fewer people play.",
            seats=seats,
        )
        yield ValueFinding(("players", "most"), message, also=[("seats",)])
