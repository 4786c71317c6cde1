"""Guesses at what is meant by a value of the wrong form, or by a word of another language."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from ..value_findings import UMLAUTS, Plain

_TRUTHS = {
    **dict.fromkeys(("yes", "on", "ja", "wahr", "y", "j", "1", "true", "waar", "aan"), True),
    **dict.fromkeys(("no", "off", "nein", "falsch", "n", "0", "nee", "false", "aus", "uit"), False),
}


def flow(value: Plain) -> str:
    """Return *value* as YAML on one line."""
    text: str = yaml.safe_dump(
        value, allow_unicode=True, default_flow_style=True, sort_keys=False, width=10_000
    )
    return text.removesuffix("\n").removesuffix("\n...")


def forms_of(fault: str, value: Any, keys: Sequence[str] = ()) -> Iterator[Plain]:
    """Yield the values that *value*, refused with pydantic's error type *fault*, may stand for.

    *keys* are those of the mapping that is wanted, if one is.
    """
    if isinstance(value, dict) and len(value) == 1 and not fault.startswith(("dict", "model")):
        yield from (inner for inner in value.values() if inner is not None)
    if fault in ("list_type", "sequence_str", "is_instance_of", "tuple_type"):
        yield from _lists(value)
        if isinstance(value, str):
            yield from ([each] for each in _mappings(value, keys))
    elif fault in ("dict_type", "model_type", "model_attributes_type", "mapping_type"):
        yield from _mappings(value, keys)
        yield from _lists(value)
    elif fault == "int_type":
        yield from numbers_of(value)
        yield from _mappings(value, keys)
    elif fault == "bool_type":
        yield from filter(lambda it: it is not None, [_TRUTHS.get(str(value).strip().casefold())])
    elif fault == "string_type":
        if isinstance(value, bool):
            yield str(value).lower()
        elif isinstance(value, int):
            yield str(value)
        elif isinstance(value, list) and len(value) == 1:
            yield value[0]
        elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
            yield merged(value)
    elif fault == "string_pattern_mismatch":
        text = str(value).strip()
        yield " ".join(text.split())
        plain = text.casefold().translate(UMLAUTS)
        yield re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:40].rstrip("-")
        yield re.sub(r"[^A-Z0-9]", "", plain.upper())[:4]


def _lists(value: Any) -> Iterator[Plain]:
    if isinstance(value, dict):
        for key in "id", "code":
            yield [
                {key: name, **inner} if isinstance(inner, dict) else {key: name, "count": inner}
                for name, inner in value.items()
            ]
        yield [value]
    elif isinstance(value, str) and re.search(r"[,\s]", value):
        parts = re.split(r"[,\s]+", value.strip())
        yield [int(part) if part.isdigit() else part for part in parts]
        yield [value]
    elif value is not None:
        yield [value]


def _nested(item: dict[str, Any]) -> dict[str, Any]:
    """Return *item* with its other keys under the first, if that has no value: ``- G5:``."""
    first, *others = item
    return {first: {key: item[key] for key in others}} if item[first] is None and others else item


def merged(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the mapping that a list of mappings may stand for."""
    return {key: it for item in items if item for key, it in _nested(item).items()}


def _mappings(value: Any, keys: Sequence[str]) -> Iterator[Plain]:
    if isinstance(value, str):
        yield from _ranges(value)
        yield from entries_of(value, keys)
        _, name, *_ = forms_of("string_pattern_mismatch", value)
        yield {"id": name, "name": value}
        yield {"name": value}
        yield {value: True}
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(each, int) for each in value):
            yield {"least": min(value), "most": max(value)}
        if all(isinstance(each, dict) for each in value):
            for key in "id", "code":
                if all(isinstance(each.get(key), str) for each in value):
                    yield {
                        each[key]: {name: it for name, it in each.items() if name != key}
                        for each in value
                    }
            yield merged(value)
        if all(isinstance(each, str) for each in value):
            yield {each: {"name": each.capitalize()} for each in value}
            yield dict.fromkeys(value, True)
    if type(value) is int:
        yield {"least": value, "most": value}
    if isinstance(value, int | str):
        for key in keys:
            yield {key: value}


def _ranges(text: str) -> Iterator[Plain]:
    numbers = [*map(int, re.findall(r"\d{1,3}", text))]
    if len(numbers) == 2:
        yield {"least": min(numbers), "most": max(numbers)}


def entries_of(text: str, keys: Sequence[str]) -> Iterator[Plain]:
    """Yield the mapping that ``memory true`` or ``count 4`` may stand for, if that is a key."""
    match = re.fullmatch(r"([\w-]+)\s*[\s:=]\s*([\w-]+)", text.strip())
    if match and (match[1] in keys or not keys):
        number = int(match[2]) if re.fullmatch(r"-?\d{1,6}", match[2]) else match[2]
        yield {match[1]: {"true": True, "false": False}.get(match[2], number)}


def numbers_of(value: Any) -> Iterator[int]:
    """Yield the whole numbers that *value* may stand for."""
    if isinstance(value, bool):
        yield int(value)
    text = str(value).strip()
    if match := re.fullmatch(r"0x[0-9a-f]{1,5}|0o[0-7]{1,6}|0b[01]{1,20}", text.casefold()):
        yield int(match[0], 0)
    if match := re.fullmatch(r"(\d{1,3})\s*([-+*x])\s*(\d{1,3})", text):
        one, other = int(match[1]), int(match[3])
        yield {"-": one - other, "+": one + other}.get(match[2], one * other)
    if match := re.fullmatch(r"\w+\((\d{1,6})\)|(\d{1,3})\s+(?=\d{1,3}$)(\d{1,3})", text):
        yield int(match[1] or match[2] + match[3])
    if match := re.fullmatch(r"([+-]?\d{1,6})([.,]0*)?(\s*\D{0,12})", text):
        yield int(match[1])
    elif match := re.fullmatch(r"(\d{1,2})[.,]\d+", text):
        yield round(float(text.replace(",", ".")))
    names = ("zero one two three four five six seven eight nine ten eleven twelve",
             "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
             "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf")  # fmt: skip
    for line in names:
        if text.casefold() in line.split():
            yield line.split().index(text.casefold())
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], int):
        yield value[0]


def replaced(value: Any, path: Sequence[str | int], new: Any, rename: str = "") -> Any:
    """Return a copy of *value* with *new* at *path*; with *rename*, that is the key instead.

    Only the collections on the way are copied.
    """
    if not path:
        return new
    step, *rest = path
    if isinstance(value, list):
        assert isinstance(step, int)
        return [*value[:step], replaced(value[step], rest, new, rename), *value[step + 1 :]]
    if rename and not rest:
        kept = {key: it for key, it in value.items() if key != rename}
        return {rename if key == step else key: it for key, it in kept.items()}
    return {**value, step: replaced(value.get(step), rest, new, rename)}
