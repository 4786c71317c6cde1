"""Messages about values of the wrong form, and guesses at what is meant by them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....errors import did_you_mean
from ....text import Message, msg
from ...reading.edits import NOTHING
from ...value_findings import (
    NOT_A_LIST,
    NOT_A_NUMBER,
    UMLAUTS,
    Plain,
    between,
    denies,
    is_sure,
    stands_for,
    to_write,
    turns,
    words_meant,
)
from .amounts import SAYS_A_NUMBER, TIMES, TRUTHS, numbers_of

SIGNS = ",;+/|&"  # between words or numbers where YAML has a list
EMPTY_VALUE = msg("empty-value", "There is no value here.")
NOT_A_MAPPING = msg("not-a-mapping", "This must be a mapping of keys and values.")
NO_PARTNERS = msg("no-partners", "Nobody has a partner here: leave the key out.")
NOT_BY_PLAYERS = msg(
    "not-by-players", "This cannot differ by number of players: write one number, or variants."
)
ONLY_ONE = msg("only-one", "Only one value can stand here.")
NOT_TEXT = msg("not-text", "This must be text; put a number in quotes.")
TWO_NUMBERS = msg("two-numbers", "These are two numbers, and each has a key of its own.")

CAUSES: Mapping[str, Message] = {
    "int_type": NOT_A_NUMBER,
    "bool_type": msg("not-true-or-false", "This must be true or false."),
    "string_type": NOT_TEXT,
    **dict.fromkeys(("list_type", "sequence_str", "is_instance_of"), NOT_A_LIST),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), NOT_A_MAPPING),
    "greater_than_equal": msg("too-small", "This must be at least {ge}."),
    "less_than_equal": msg("too-large", "This must be at most {le}."),
    "too_short": msg("too-few", "At least {min_length} must be listed here."),
    "too_long": msg("too-many", "At most {max_length} may be listed here."),
    "string_too_short": msg("empty-text", "This text is empty or too short."),
    "string_too_long": msg("long-text", "This text has more than {max_length} characters."),
    "string_pattern_mismatch": msg("bad-text", "This text is not allowed here."),
}
"""Messages by pydantic's error type; limits have pydantic's names."""

OTHER = msg("bad-value", "This value is not allowed here.")
_NO = r"(?:no|not|without|kein\w*|ohne|nicht|geen|zonder)"
_NAMES_ONE = frozenset(("id", "code", "name", "kind", "card", "colour", "color", "text", "title"))
"""Keys that say of a word nothing but that it names something."""

EVERYTHING = frozenset({"all", "any", "every", "everything", "everyone", "alle", "alles", "*"})
"""Words for all that there is."""


def flow(value: Plain) -> str:
    """Return *value* as YAML on one line."""
    import yaml

    text: str = yaml.safe_dump(
        value, allow_unicode=True, default_flow_style=True, sort_keys=False, width=10_000
    )
    text = text.removesuffix("\n").removesuffix("\n...")
    return re.sub(r"(?<=[{ ])'(\d)'(?=: )", r"\1", text)  # a number of players


def forms_of(fault: str, value: Any, keys: Sequence[str] = ()) -> Iterator[Plain]:
    """Yield the values that *value*, refused with pydantic's error type *fault*, may stand for.

    *keys* are those of the mapping that is wanted, if one is.
    """
    if isinstance(value, dict) and len(value) == 1 and not fault.startswith(("dict", "model")):
        yield from (
            inner
            for name, inner in value.items()
            if inner is not None and (fault != "string_type" or says_less(name))
        )
    if isinstance(value, list) and value and value[0] is not None and all(
        each == value[0] for each in value
    ):  # fmt: skip
        yield value[0]
    if fault in ("list_type", "sequence_str", "is_instance_of", "tuple_type"):
        if str(value).casefold() in NOTHING:
            yield []
        yield from _lists(value, keys)
        if isinstance(value, str):
            yield from ([each] for each in _mappings(value, keys))
    elif fault in ("dict_type", "model_type", "model_attributes_type", "mapping_type"):
        yield from _mappings(value, keys)
        yield from _lists(value)
    elif fault == "int_type":
        if str(value).casefold() in NOTHING and type(value) is not int:
            yield from ("none", 0)
        yield from numbers_of(value)
        if isinstance(value, dict):
            yield from _in_order(value)
        yield from _mappings(value, keys)
    elif fault == "bool_type":
        word = str(value).strip(" !").casefold()
        near = word if word in TRUTHS else did_you_mean(word, [it for it in TRUTHS if it[2:]])
        yield from (TRUTHS[it] for it in [near] if it and (it == word or is_sure(word, it)))
    elif fault == "string_type":
        if isinstance(value, bool):
            yield str(value).lower()
        elif isinstance(value, int):
            yield str(value)
            yield f"C{value}"
        elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
            yield merged(value)
        elif isinstance(value, list) and all(isinstance(each, int | str) for each in value):
            yield ", ".join(map(str, value))
        elif isinstance(value, dict) and not any(value.values()):
            yield [*value]
        elif isinstance(value, dict) and len(value) == 2 and all(map(is_word, value.values())):
            yield "@".join(value.values())  # {card: G2, ship: green}
    elif fault == "string_pattern_mismatch":
        text = str(value).strip(" ()!")
        yield " ".join(text.split())
        plain = text.casefold().translate(UMLAUTS)
        yield re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:40].rstrip("-")
        if not re.search(r"\d\s*-\s*\d", text):  # O1-4 is not O14
            yield re.sub(r"[^A-Z0-9]", "", plain.upper())[:4]
        whole = "".join(text.split())
        yield whole
        words = re.findall(r"\w+", text)
        if len(words) > 1 and stands_for(words[-1], "$"):  # G3 in chest, chest G3
            yield f"{words[0]}$"
        if len(words) == 2 and stands_for(words[0], "$"):
            yield f"{words[1]}$"
        at = r"\s*[:/=>]+\s*|\s+((at|on|joins?|an|am|auf|bij|op)\s+)?(?=\S+$)"
        yield re.sub(at, "@", text)
        yield re.sub(r"(?<=[^\w-])[\w-]+$", lambda word: word[0].casefold(), whole)
        yield re.sub(r"^\w{1,4}(?=[@?$])", lambda code: code[0].upper(), whole)  # g1@green


def is_word(value: Any) -> bool:
    """Return whether *value* is a text without spaces."""
    return isinstance(value, str) and not re.search(r"\s", value)


def says_less(key: str) -> bool:
    """Return whether *key* says nothing of its value that is not clear without it."""
    return key in (*SAYS_A_NUMBER, *_NAMES_ONE, *"123456789")


def parts_of(value: Plain) -> list[str]:
    """Return what *value*, if it is a text, has between commas, other signs and each "and"."""
    between = rf"\s*[{SIGNS}]\s*|\s+(?:and|und|en|or|oder|of)\s+"
    return re.split(between, value) if isinstance(value, str) else []


def several(text: str, known: Sequence[str] = ()) -> list[Plain]:
    """Return the numbers and words of *text*, which has signs or an "and" between them.

    Other words for those *known* are these.
    """
    joining = r"(?:and|und|en|or|oder|of|then|dann|danach|daarna)"
    parts = re.split(rf"\s*[{SIGNS}]\s*|\.\s+|\s+{joining}\s+|\s+", text.strip())
    words = {part: name for part in parts for name in known if stands_for(part, name)}
    return [
        int(part) if re.fullmatch(r"-?\d{1,6}", part) else words.get(part, part)
        for part in parts
        if part
    ]


def _in_order(value: dict[str, Any]) -> Iterator[Plain]:
    """Yield the list that numbers by size, ``{1: 2, 2: 5}``, may stand for."""
    if [*value] == [str(number) for number in range(1, len(value) + 1)]:
        yield [*value.values()]
    sizes = [int(key) for key in value if re.fullmatch(r"\d{1,2}", key)]
    if (
        sizes
        and sizes[0]
        and len(sizes) == len(value)
        and sizes == [*range(sizes[0], sizes[-1] + 1)]
    ):
        yield [*[0] * (sizes[0] - 1), *value.values()]  # {2: 1, 3: 5}, and nothing for one


def _lists(value: Any, keys: Sequence[str] = ()) -> Iterator[Plain]:
    if isinstance(value, dict):
        yield from _in_order(value)
        if not any(value.values()) or all(each is True for each in value.values()):
            yield [*value]
        for key in dict.fromkeys(("id", "code", *keys[:1])):  # or the first of an item, as "score"
            yield [
                {key: name, **inner} if isinstance(inner, dict) else {key: name, "count": inner}
                for name, inner in value.items()
            ]
        yield [value]
    elif isinstance(value, str) and re.search(rf"[\s{SIGNS}]|\d-\d", value):
        value = value[1:-1] if re.fullmatch(r"\([^()]*\)", value) else value
        parts = re.split(r"[,;|]|\s+(?:or|oder|of)\s+", value)
        groups = [several(part.replace("-", " ")) for part in parts]
        if len(marked := re.findall(r"\b\d[.)]\s+([\w-]+)", value)) > 1:  # 1. this 2. that
            yield [*marked]
        if len(groups) > 1 and all(len(group) > 1 for group in groups):
            yield [*groups]  # 1+3, 2+4
        if len(parts_of(value)) > 1:
            yield several(value)
        yield [re.sub(r"^(?:only|nur|alleen) | (?:only|nur|alleen)$", "", value)]
        yield several(value)
        yield several(value.replace("-", " "))
        yield [several(value.replace("-", " "))]
        yield [value]
    elif type(value) is int and 1 < value < 9:  # as many, such as seats
        yield [{"id": f"player-{n}", "name": f"Player {n}"} for n in range(1, value + 1)]
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
        if denied := re.fullmatch(rf"{_NO}[\s-]+(.+)", value.casefold()):
            for key in words_meant(denied[1], keys):
                yield {key: False}
            return
        yield from ranges(value)
        yield from entries_of(value, keys)
        yield from entries_of(value, ())
        _, name, *_ = forms_of("string_pattern_mismatch", value)
        yield {"id": name, "name": value}
        yield {"name": value}
        yield {value: True}
    if isinstance(value, list):
        if len(value) == 2 and value[0] in keys:  # [ships, held]
            yield {value[0]: value[1]}
        if len(value) > 1 and all(isinstance(each, int) for each in value):
            in_a_row = sorted(value) == [*range(min(value), max(value) + 1)]
            if in_a_row or len(value) == 2:
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
    if isinstance(value, int | str) and not re.search(r"[][(){},=]", str(value)):
        for key in keys:
            yield {key: value}


def ranges(text: str) -> Iterator[Plain]:
    """Yield the range that two numbers in *text*, or several in a row, may stand for."""
    numbers = [*map(int, re.findall(r"\d{1,3}", text))]
    in_a_row = numbers and numbers == [*range(numbers[0], numbers[-1] + 1)]
    if re.search(r"\b(or|oder|of)\b", text) and not in_a_row:
        return  # and not what is between
    if len(numbers) == 2 or (in_a_row and numbers[1:]):
        yield {"least": min(numbers), "most": max(numbers)}


def entries_of(text: str, keys: Sequence[str]) -> Iterator[Plain]:
    """Yield the mapping that ``memory true`` or ``count 4`` may stand for, if that is a key."""
    match = re.fullmatch(r"([\w-]+(?: [a-z]+)?)\s*[\s:=]\s*([\w-]+)", text.strip())
    match = match or re.fullmatch(r"([a-z]+)-(\w+)", text.strip())
    name = match[1] if match else ""
    if keys and name not in keys:
        name = next(words_meant(name, keys), "")
    if match and name and name not in TIMES.split():  # twice 3
        number = int(match[2]) if re.fullmatch(r"-?\d{1,6}", match[2]) else match[2]
        yield {name: {"true": True, "false": False}.get(match[2], number)}


def is_so(word: str) -> bool:
    """Return whether *word* says nothing but that something is so."""
    return bool(TRUTHS.get(word.casefold())) or word.casefold() in EVERYTHING


def words_in(value: Plain) -> set[str]:
    """Return the words and numbers of *value*, without those that say that something is so."""
    return {*re.findall(r"\w+", flow(value).casefold())} - {"true"}


def keeps(said: set[str], new: set[str]) -> bool:
    """Return whether what was *said* is in *new*: its numbers, and one of its words or its like."""
    numbers = {word for word in said if word.isdigit()}
    words = said - numbers
    same = any(stands_for(word, other) for word in words for other in new)
    same = same or any(str(number) in new for word in words for number in numbers_of(word))
    return numbers <= new and (same or bool(words & new) or not words)


_FILLING = "up at from the a an all only just first each my about von van der die das de het"
"""Words that need not be told again."""


def tells_all(said: Any, new: Plain) -> bool:
    """Return whether *new* tells all of several things *said*, and turns no word round.

    So ``not red`` is not ``red``, and ``crew or chest`` is not ``chest``.
    """
    there, turned = words_in(new), isinstance(said, str) and turns(said)
    if isinstance(said, dict) and said:
        parts = [key if inner is None else inner for key, inner in said.items()]
    else:
        parts = said if isinstance(said, list) else between(said) if turned else []
    if turned and denies(said) and not keeps_denial(said, new):
        return False
    parts = [*{flow(part): part for part in parts}.values()]
    if len(parts) < 2 and not turned:
        return True
    if isinstance(new, dict) and {*new} == {"least", "most"}:  # and all between
        there |= {
            str(number) for number in range(int(str(new["least"])), int(str(new["most"])) + 1)
        }
    return all(_is_told(part, there) for part in parts)


def keeps_denial(said: str, new: Plain) -> bool:
    """Return whether *new* says no where *said* does: false, nothing, or in the same words."""
    inner = [*new.values()] if isinstance(new, dict) else [new]
    text = re.sub(r"\W+", " ", flow(new).casefold())
    return not any(inner) or inner == ["none"] or re.sub(r"\W+", " ", said.casefold()) in text


def _is_told(part: Plain, there: set[str]) -> bool:
    words = words_in(part) - {*_FILLING.split()}
    numbers = {word for word in words if word.isdigit()}
    if numbers or not words:
        return numbers <= there
    return any(
        word in there
        or any(stands_for(word, each) for each in there)
        or any(str(number) in there for number in numbers_of(word))
        for word in words
    )


def in_form(
    message: Message, value: Any, patch: str, known_by: str, keys: Sequence[str] = ()
) -> Message:
    """Return *message* with *value*, which should be a list or a mapping of *keys*, as one."""
    new: Any = None
    if {"least", "most"} <= {*keys} and patch == "change":
        new = next(_mappings(value, keys), None)
    elif patch == "remove":
        if isinstance(value, dict):
            new = [*value]
        elif isinstance(value, str):
            # A name may have a space; two ids with one are told apart next.
            parts = re.split(r"\s*[,;+&/]\s*|\s+(?:and|und|en)\s+", value)
            codes = value == value.upper() or "," in value
            new = [*filter(None, re.split(r"[,\s]+", value))] if codes else parts
    elif patch == "add" and isinstance(value, dict):
        if known_by in value:
            new = [value]
        elif all(isinstance(each, dict) for each in value.values()):
            new = [{known_by: id, **each} for id, each in value.items()]
    elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
        if known_by and all(isinstance(each.get(known_by), str) for each in value):
            new = {
                each[known_by]: {key: it for key, it in each.items() if key != known_by}
                for each in value
            }
        else:
            new = merged(value)
    elif isinstance(value, dict):
        new = value
    elif isinstance(value, str):
        new = next(iter(entries_of(value, [])), None)
    return to_write(message, flow(new)) if new else message


def keyed(before: Any, value: Any, known_by: str) -> Message:
    """Return the message that a change of the item *before* needs a key for *value*."""
    keys = [key for key in before if key != known_by] if isinstance(before, dict) else []
    if re.match(r"\d", str(value)) and not {*several(str(value))} & {*keys}:  # 4x
        value = next(numbers_of(value), value)
    if isinstance(value, str):
        for form in forms_of("dict_type", value, keys):
            if isinstance(form, dict) and {*form} <= {*keys} and form != {"name": value}:
                return to_write(NOT_A_MAPPING, flow(form))
        if re.search(r"[a-z] -?\d+$", value):  # rather a key of its own than a name
            return NOT_A_MAPPING
    if isinstance(before, dict) and isinstance(value, int | str):
        keys = [key for key in ("count", "gold", "steps", "name", *keys) if key in keys]
        key = next((key for key in keys if type(before[key]) is type(value)), "")
        if key:
            return to_write(NOT_A_MAPPING, flow({key: value}))
    if (
        isinstance(before, dict)
        and isinstance(value, list)
        and value
        and all(isinstance(each, dict) for each in value)
    ):
        return to_write(NOT_A_MAPPING, flow(merged(value)))
    return NOT_A_MAPPING


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


def differing(old: Any, new: Any) -> dict[str, Any]:
    """Return the keys of the item *new* with other values than *old*, of which it is a copy.

    A copy may lack keys.  It is none if it has another colour, strength, effect or kind.
    """
    if not isinstance(old, dict) or not isinstance(new, dict) or not {*new} <= {*old}:
        return {}
    other = {key: value for key, value in new.items() if value != old[key]}
    return {} if {"colour", "strength", "effect", "kind"} & {*other} else other


def as_many(old: Any, new: Any) -> dict[str, Any]:
    """Return the number of cards of the item *old* if *new*, the same cards, come to them."""
    if not isinstance(old, dict) or not isinstance(new, dict) or not {*new} <= {*old}:
        return {}
    same, counts = all(old[key] == new[key] for key in new), (old.get("count"), new.get("count"))
    return {"count": sum(counts)} if same and all(type(each) is int for each in counts) else {}


def near_number(id: str, names: Sequence[str]) -> str:
    """Return the one of *names* that differs from *id* in its number, the nearest: R5 for R6."""
    parts = re.fullmatch(r"([A-Za-z]+)(\d{1,4})", id)
    near = {
        abs(int(name[len(parts[1]) :]) - int(parts[2])): name
        for name in names
        if parts and re.fullmatch(parts[1] + r"\d{1,4}", name)
    }
    return near[min(near)] if near else ""


def is_scrap(old: Any, new: Any) -> bool:
    """Return whether *new* has only new cards, and is too small to stand for the deck *old*."""
    if not new or not all(isinstance(deck, list) for deck in (old, new)):
        return False
    if not all(isinstance(each, dict) and type(each.get("count")) is int for each in old + new):
        return False
    before, after = ({each.get("code"): each["count"] for each in deck} for deck in (old, new))
    return 2 * sum(after.values()) < sum(before.values()) and not {*before} & {*after}


def named_in(values: Any) -> dict[str, list[str]]:
    """Return the codes and ids of the items in the lists of *values*, by name in lower case."""
    names: dict[str, list[str]] = {}
    for items in values.values() if isinstance(values, dict) else ():
        for item in items if isinstance(items, list) else ():
            name = item.get("name") if isinstance(item, dict) else None
            known = (item.get("code") or item.get("id")) if isinstance(item, dict) else None
            for text in name.values() if isinstance(name, dict) else [name]:
                if isinstance(text, str) and isinstance(known, str):
                    names.setdefault(text.casefold(), []).append(known)
    return names
