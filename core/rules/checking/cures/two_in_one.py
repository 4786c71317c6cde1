"""Two keys or values that are written as one: ``most: oyster``, ``strength: 2 x 9``."""

import re
from collections.abc import Sequence
from typing import Any

from ....text import Message
from ...value_findings import Path, like_this, real_path, to_write, value_at, words_meant
from ..shapes import keys_at, words_at
from .cure_trial import CureTrial
from .forms import NOT_TEXT, TWO_NUMBERS, flow, replaced


def key_for_value(
    trial: CureTrial,
    message: Message,
    written: Sequence[str | int],
    way: Path,
    missing: Sequence[str],
) -> Message | None:
    """Return *message* with what to write for a key that is the value of the one *missing*.

    So ``most: oyster`` is ``score: most, kinds: [oyster]``, for that is one of the kinds.
    """
    wrong, mapping = str(way[-1]), value_at(trial.values, way[:-1])
    there, others = mapping[wrong], {key: it for key, it in mapping.items() if key != wrong}
    for key in missing if len(missing) == 1 else ():
        words = words_at(trial.model, [*written[:-1], key])
        inner = _said_by(trial, there, keys_at(trial.model, written[:-1]), others)
        word = next(words_meant(wrong, words), "")
        new = None if inner is None or {*inner} & {*others} else {key: word, **inner}
        if word and new and trial.better(replaced(trial.values, way[:-1], new | others), way):
            return to_write(message, flow(new)[1:-1])
        if wrong in words and inner is None and not isinstance(there, int):
            return like_this(message, f"{key}: {wrong}")
    return None


def _said_by(
    trial: CureTrial, value: Any, keys: Sequence[str], there: Any
) -> dict[str, Any] | None:
    """Return the keys that *value* may stand for: one of *keys* not yet *there*, if it lists ids.

    It is ``None`` if it stands for nothing.
    """
    if value is None or isinstance(value, dict):
        return value or {}
    ids = value if isinstance(value, list) else [value]
    for key in keys:
        items = value_at(trial.values, (key,))
        listed = (
            [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
        )
        known = [each.get("id") or each.get("code") for each in listed]
        if key not in there and all(each in known for each in ids):
            return {key: ids}
    return None


def word_inside(
    trial: CureTrial, way: Path, missing: Sequence[Sequence[str | int]]
) -> tuple[Path, Message] | None:
    """Return the key that is missing where its value is a key in a list, and what to write.

    So ``kinds: [most: oyster]`` is ``kinds: [oyster], score: most``.
    """
    value, items = value_at(trial.values, way), value_at(trial.values, way[:-1])
    if not isinstance(value, dict) or len(value) != 1 or not isinstance(items, list):
        return None
    ((word, inner),) = value.items()
    others = [each for each in items if each is not value]
    new = {str(way[-2]): [*others, *(inner if isinstance(inner, list) else [inner])]}
    for loc in missing:
        key, outer = str(loc[-1]), real_path(trial.values, loc[:-1])
        if outer == way[:-2] and word in words_at(trial.model, loc):
            mapping = {**value_at(trial.values, outer), **new, key: word}
            if trial.better(replaced(trial.values, outer, mapping), way):
                return (*outer, key), to_write(NOT_TEXT, flow({**new, key: word})[1:-1])
    return None


def two_numbers(
    trial: CureTrial, way: Path, missing: Sequence[Sequence[str | int]]
) -> tuple[Path, Message] | None:
    """Return the key that is missing where ``2 x 9`` has its number, too, and what to write."""
    both = re.fullmatch(r"(\d{1,2})\s*[x×*/]\s*(\d{1,2})", str(value_at(trial.values, way)))
    keys = [str(loc[-1]) for loc in missing if real_path(trial.values, loc[:-1]) == way[:-1]]
    if not both or len(keys) != 1:
        return None
    example = f"{way[-1]}: {both[1]}, {keys[0]}: {both[2]}"
    return (*way[:-1], keys[0]), like_this(TWO_NUMBERS, example)
