"""Guesses at what is meant by a value of the wrong form, or by a word of another language."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ...errors import did_you_mean
from ..reading.lookalikes import made_plain
from ..value_findings import Plain

_TRUTHS = {
    **dict.fromkeys(("yes", "on", "ja", "wahr", "y", "j", "1", "true", "waar", "aan"), True),
    **dict.fromkeys(("no", "off", "nein", "falsch", "n", "0", "nee", "false", "aus", "uit"), False),
}
_UMLAUTS = str.maketrans(dict[str, "str | int | None"](ä="ae", ö="oe", ü="ue", ß="ss"))


@cache
def _words() -> dict[str, str]:
    """Return the keys that words stand for, of other languages and of English."""
    text = (files("splitpick.rulesets") / "findings" / "words.yml").read_text("utf-8")
    keys: dict[str, str] = yaml.safe_load(text)
    return {word: key for key, words in keys.items() for word in words.split()}


def flow(value: Plain) -> str:
    """Return *value* as YAML on one line."""
    text: str = yaml.safe_dump(
        value, allow_unicode=True, default_flow_style=True, sort_keys=False, width=10_000
    )
    return text.removesuffix("\n").removesuffix("\n...")


def words_meant(wrong: str, known: Sequence[str]) -> Iterator[str]:
    """Yield the names in *known* that *wrong* may stand for, the likeliest first."""
    folded = made_plain(wrong).strip().casefold().replace("_", "-").replace(" ", "-")
    if folded in known:
        yield folded
    keys = _words()
    if keys.get(folded) in known:
        yield keys[folded]
    if close := did_you_mean(wrong, known):
        yield close
    if (other := did_you_mean(folded, keys)) and keys[other] in known and len(folded) > 3:
        yield keys[other]


def is_sure(wrong: str, meant: str) -> bool:
    """Return whether *wrong* can hardly be anything but *meant*."""
    folded = wrong.strip().casefold().replace("_", "-").replace(" ", "-")
    return _words().get(folded) == meant or SequenceMatcher(None, folded, meant).ratio() > 0.75


def forms_of(fault: str, value: Any, keys: Sequence[str] = ()) -> Iterator[Plain]:
    """Yield the values that *value*, refused with pydantic's error type *fault*, may stand for.

    *keys* are those of the mapping that is wanted, if one is.
    """
    if fault in ("list_type", "sequence_str", "is_instance_of", "tuple_type"):
        yield from _lists(value)
        if isinstance(value, str):
            yield from ([each] for each in _mappings(value, keys))
    elif fault in ("dict_type", "model_type", "model_attributes_type", "mapping_type"):
        yield from _mappings(value, keys)
        yield from _lists(value)
    elif fault == "int_type":
        yield from _numbers(value)
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
    elif fault == "string_pattern_mismatch":
        text = str(value).strip()
        plain = text.casefold().translate(_UMLAUTS)
        yield re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:40].rstrip("-")
        yield re.sub(r"[^A-Z0-9]", "", plain.upper())[:4]
        yield " ".join(text.split())


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


def _mappings(value: Any, keys: Sequence[str]) -> Iterator[Plain]:
    if isinstance(value, str):
        yield from _ranges(value)
        name = next(iter(forms_of("string_pattern_mismatch", value)))
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
            yield {key: inner for each in value for key, inner in each.items()}
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


def _numbers(value: Any) -> Iterator[Plain]:
    text = str(value).strip()
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
