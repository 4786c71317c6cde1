"""Check the values of rules, first with pydantic, then with the methods of the kind of game.

pydantic's own sentences are in English and about Python; messages of ours replace them all.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from ...errors import suggestion, unknown
from ...text import Message, msg
from ..checks import check_header
from ..kinds import GameKind
from ..labels import LANGUAGE_PATTERN, ONE_LINE
from ..models import CODE_PATTERN, DOMAIN_PATTERN, ID_PATTERN, VARIANTS, Item, RulesetModel
from ..plugin_errors import InvalidReturn, listed
from ..value_findings import (
    LONGEST_NAME,
    NOT_A_NUMBER,
    Path,
    Plain,
    ValueFinding,
    is_sure,
    likely,
    missing_key,
    to_write,
    words_meant,
)
from .forms import flow, forms_of, numbers_of, replaced

EMPTY_VALUE = msg("empty-value", "There is no value here.")
NOT_A_LIST = msg("not-a-list", "This must be a list.")
NOT_A_MAPPING = msg("not-a-mapping", "This must be a mapping of keys and values.")
NOT_TEXT = msg("not-text", "This must be a text; put a number in quotes.")

_CAUSES: Mapping[str, Message] = {
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
    LANGUAGE_PATTERN: msg("bad-language", "Write en, de, de-AT, or de.dat for a grammatical form."),
    ONE_LINE: msg("several-lines", "This text must be on one line."),
    ID_PATTERN: msg("bad-id", "Write at most 40 small letters, digits, dashes; a letter first."),
    CODE_PATTERN: msg("bad-code", "Write 1 to 4 capital letters and digits, a letter first."),
    DOMAIN_PATTERN: msg("bad-domain", "Write a letter, then letters, digits, dots, - and _."),
}
"""Messages by pydantic's error type or by the violated pattern; limits have pydantic's names."""

_OTHER = msg("bad-value", "This value is not allowed here.")
_KEY = "[key]"  # pydantic's last step of the path to a wrong key
_LIMITS = ("ge", "le", "min_length", "max_length")
MOST_TRIALS, MOST_GUESSES = 100, 20  # of cures in one check, and for one value
LANGUAGES = ("en", "de", "nl")
_QUOTED = re.compile(r"'([^']*)'")

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a rule set that can be patched by id."""

    lists: Mapping[str, str]
    """Lists, each with the key that tells its items apart: ``{"cards": "code"}``."""
    mappings: Mapping[str, Sequence[str]]
    """Mappings, each with its possible keys; empty if any key is possible, as with variants."""
    fixed: Sequence[str]
    """Keys that are the same in all variants."""


def shape_of(model: type[RulesetModel]) -> Shape:
    """Return the `Shape` of rule sets of *model*."""
    lists, mappings = {}, {}
    for key, field in fields_of(model).items():
        kind, models = field.annotation, models_in(field.annotation)
        if {Sequence, list} & {get_origin(each) for each in (kind, *get_args(kind))}:
            if models and issubclass(models[0], Item):
                lists[key] = models[0].known_by
        elif models:
            mappings[key] = [] if key == VARIANTS else list(fields_of(models[0]))
    return Shape(lists, mappings, model.fixed)


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of *model* by the keys of the YAML."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def models_in(kind: Any) -> list[type[BaseModel]]:
    """List the models that *kind* is made of: a model, a list of one, a union or a mapping."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for inner in get_args(kind) for model in models_in(inner)]


def _keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* allows at *path*, which is written as in pydantic's errors."""
    models = [model]
    for step in path:
        tagged = [each for each in models if getattr(each, "tag", "") == step]
        fields = [field for each in models if (field := fields_of(each).get(str(step)))]
        inner = [model for field in fields for model in models_in(field.annotation)]
        models = tagged or inner or models  # or an index, or an id
    return [key for each in models for key in fields_of(each)]


def check_rules(
    kind: GameKind, rules: dict[str, Plain], *, together: bool = True
) -> tuple[RulesetModel | None, list[ValueFinding]]:
    """Return the model of *rules*, those of one variant, and all their faults.

    The model is ``None`` if a value is wrong by itself; else, with *together*, values are also
    checked against each other.  Raises `InvalidReturn` if *kind* returns something unusable.
    """
    model = model_of(kind, rules)
    validated, faults = check_shape(model, rules)
    if validated is None or not together:
        return validated, faults
    more = listed(ValueFinding, "splitpick_games", kind.id, "check", kind.check(validated))
    return validated, [*check_header(validated, shape_of(model).lists), *more]


def model_of(kind: GameKind, rules: Mapping[str, Plain]) -> type[RulesetModel]:
    """Ask *kind* for the model of *rules*; raise `InvalidReturn` if it returns anything else."""
    model: object = kind.model(rules)
    if not isinstance(model, type) or not issubclass(model, RulesetModel):
        raise InvalidReturn("splitpick_games", kind.id, "model()", model)
    return model


def unknown_game(wanted: str, games: Iterable[str]) -> ValueFinding:
    """Return the fault of rules for the game *wanted*, which is none of *games*."""
    message = likely(msg("unknown-game", 'There is no game "{name}".'), wanted, sorted(games))
    return ValueFinding(("game",), message)


def check_shape(
    model: type[Model], values: dict[str, Plain]
) -> tuple[Model | None, list[ValueFinding]]:
    """Return *values* as a *model* and no faults, or ``None`` and all faults of the values."""
    domains = values.get("domain")
    each = domains if isinstance(domains, list) else [domains]
    context = {"domains": tuple(domain for domain in each if isinstance(domain, str))}
    try:
        return model.model_validate(values, context=context), []
    except ValidationError as error:
        return None, findings_of(model, values, error)


def findings_of(
    model: type[BaseModel], values: Plain, error: ValidationError
) -> list[ValueFinding]:
    """Return the faults in *error*, with which *model* refused *values*, in our own messages.

    A cure is offered only if the values are better with it.
    """
    faults: list[ValueFinding] = []
    misspelt: set[Path] = set()
    other_kind: set[Path] = set()
    details = error.errors(include_url=False)
    trial = _Trial(model, values, len(details), error)
    missing = [detail["loc"] for detail in details if detail["type"] == "missing"]
    for detail in details:
        written, value, context = detail["loc"], detail["input"], detail.get("ctx", {})
        way, last = _real_path(values, written), str(written[-1]) if written else ""
        key, whole = last == _KEY, False
        match detail["type"]:
            case "splitpick":  # see `labels.refuse`
                message = context["message"]
            case "missing":
                message = missing_key(last, trial.for_missing(way, last))
                way, whole = (*way, last), not way
            case "extra_forbidden":
                message = msg("unknown-key", 'There is no key "{name}" here.')
                wanted = [str(loc[-1]) for loc in missing if loc[:-1] == written[:-1]]
                message = trial.key(message, written, way, wanted)
                meant = suggestion(message).partition(":")[0]
                misspelt.add((*way[:-1], meant))
                if meant and meant not in _keys_at(model, written[:-1]):
                    other_kind.add(way[:-1])  # other keys are missing there
                key = True
            case _ if value is None and (bare := trial.bare(way)):
                way, message = bare
            case _ if value is None:
                message = EMPTY_VALUE
            case "literal_error" if key and (whole_value := trial.unwrapped(way)):
                way, key, message = way[:-1], False, whole_value
            case "literal_error":
                message = msg("not-one-of", '"{name}" is not allowed here.')
                known = _QUOTED.findall(context["expected"])
                if key:
                    numbers = (str(each) for each in numbers_of(value))
                    guesses = [*numbers, *words_meant(str(value), known)]
                    meant = next((each for each in guesses if trial.renamed(way, each)), "")
                    message = likely(message, str(value), known, meant)
                else:
                    message = trial.word(message, str(value), known, way)
            case "list_type" | "is_instance_of" | "sequence_str" if wrapped := trial.wrapped(way):
                way, message = way[:-1], wrapped
            case kind:
                limits = {name: context[name] for name in _LIMITS if name in context}
                message = _CAUSES.get(context.get("pattern", ""), _CAUSES.get(kind, _OTHER))
                message = message.filled(**limits)
                if key:
                    message = trial.rename(message, way)
                else:
                    message = trial.value(message, kind, way, value, limits, written)
        fault = ValueFinding(way, message, key=key, whole=whole)
        if fault not in faults:
            faults.append(fault)
    # A misspelt key is one mistake, and need not be reported as missing, too.
    return [
        fault
        for fault in faults
        if fault.message.code != "missing-key"
        or (fault.path not in misspelt and fault.path[:-1] not in other_kind)
    ]


@dataclass
class _Trial:
    """Trial of cures: whether *model* finds fewer faults in *values* with them than *before*."""

    model: type[BaseModel]
    values: Plain
    before: int
    error: ValidationError
    left: int = MOST_TRIALS

    def better(self, values: Plain, way: Path, same: bool = False) -> bool:
        """Return whether *values* have fewer faults; with *same*, no more will do."""
        if self.left <= 0:
            return False
        self.left -= 1
        try:
            self.model.model_validate(values)
        except ValidationError as error:
            details = error.errors(include_url=False)
            inside = any(_real_path(values, each["loc"])[: len(way)] == way for each in details)
            return len(details) < self.before + same and (same or not inside)
        return True

    def at(self, way: Path) -> Callable[[Plain], bool]:
        """Return a function that tells whether a value at *way* is better."""
        return lambda new: self.better(replaced(self.values, way, new), way)

    def value(
        self,
        message: Message,
        kind: str,
        way: Path,
        value: Plain,
        limits: Mapping[str, Any],
        written: Sequence[str | int],
    ) -> Message:
        """Return *message* with what to write in place of *value* at *way*, if that is known."""
        if kind in ("greater_than_equal", "less_than_equal"):
            limit = str(next(iter(limits.values())))
            return message.filled(write=limit)
        keys = _keys_at(self.model, written)
        is_name = kind == "string_pattern_mismatch"
        named = _names_in(self.values).get(str(value).strip().casefold(), []) if is_name else []
        guesses = islice((*named, *forms_of(kind, value, keys)), MOST_GUESSES)
        new = next((each for each in guesses if self.at(way)(each)), None)
        if new is None:
            return message
        return to_write(
            message, json.dumps(new, ensure_ascii=False) if kind == "string_type" else flow(new)
        )

    def for_missing(self, way: Path, key: str) -> str:
        """Return what to write for the missing *key* of the mapping at *way*, if that is known."""
        mapping = _value_at(self.values, way)
        if key == "count":
            return "1"
        draw, seats = self.values.get("draw"), self.values.get("seats")  # type: ignore[union-attr]
        ranges = {
            ("set-size", "least"): 1,
            ("set-size", "most"): draw - 1 if isinstance(draw, int) else None,
            ("players", "least"): 2,
            ("players", "most"): len(seats) if isinstance(seats, list) else None,
        }
        if number := ranges.get((str((way or ("",))[-1]), key)):
            return str(number)
        if key == "name" and isinstance(mapping, dict):
            named = mapping.get("id") or mapping.get("effect") or (way[-1:] or ("",))[0]
            text = str(named) if isinstance(named, str) else ""
            return text.replace("-", " ").capitalize()
        listed = _value_at(self.values, (f"{key}s",))
        code = mapping.get("code", "") if isinstance(mapping, dict) else ""
        fitting = [
            each
            for each in (listed if isinstance(listed, list) else [])
            if len(listed) == 1 or (isinstance(each, dict) and each.get("code") == str(code)[:1])
        ]
        only = fitting[0] if fitting else None
        return str(only.get("id", "")) if isinstance(only, dict) else ""

    def bare(self, way: Path) -> tuple[Path, Message] | None:
        """Return what keys without values, as in ``{4}`` or ``{KR}``, are meant to be, and where.

        None of the values of their mapping is there.
        """
        mapping = _value_at(self.values, way[:-1])
        if not isinstance(mapping, dict) or any(each is not None for each in mapping.values()):
            return None
        keys = [int(key) if key.isdigit() else key for key in mapping]
        for new in [*keys[:1], keys]:
            if self.at(way[:-1])(new):
                return way[:-1], to_write(EMPTY_VALUE, flow(new))
        return None

    def unwrapped(self, way: Path) -> Message | None:
        """Return what stands for a mapping of one entry whose key, the end of *way*, is wrong."""
        mapping = _value_at(self.values, way[:-1])
        if isinstance(mapping, dict) and len(mapping) == 1 and not str(way[-1]).isdigit():
            number = next(iter(mapping.values()))
            if not any(numbers_of(way[-1])) and self.at(way[:-1])(number):
                return to_write(NOT_A_NUMBER, flow(number))
        return None

    def wrapped(self, way: Path) -> Message | None:
        """Return the list to write for the list around *way*, if one more is needed around it."""
        outer = _value_at(self.values, way[:-1])
        if way and isinstance(way[-1], int) and self.at(way[:-1])([outer]):
            return to_write(NOT_A_LIST, flow([outer]))
        return None

    def word(self, message: Message, wrong: str, known: Sequence[str], way: Path) -> Message:
        """Return *message* about *wrong*, which is none of *known*, with what was meant."""
        parts = re.split(r"[,\s]+", wrong.strip())
        if len(parts) > 1 and {*parts} <= {*known} and way and isinstance(way[-1], int):
            return to_write(message.filled(name=wrong), ", ".join(parts))
        guesses: list[Plain] = [*numbers_of(wrong), *words_meant(wrong, known)]
        meant = next(filter(self.at(way), guesses), "")
        return likely(message, wrong, known, str(meant))

    def rename(self, message: Message, way: Path) -> Message:
        """Return *message* about the key at the end of *way* with a better key, if there is one."""
        wrong = str(way[-1])
        guesses = [*words_meant(wrong, LANGUAGES), *forms_of("string_pattern_mismatch", wrong)]
        for new in guesses:
            if new != wrong and self.renamed(way, str(new)):
                return unknown(message, wrong, [], str(new)).message
        return message

    def renamed(self, way: Path, new: str, same: bool = False) -> bool:
        # A key of that name may come of extended rules.
        return self.better(replaced(self.values, way, None, rename=new), (*way[:-1], new), same)

    def key(
        self, message: Message, written: Sequence[str | int], way: Path, missing: Sequence[str]
    ) -> Message:
        """Return *message* about the unknown key at the end of *way*, with what was meant by it.

        That is a key of those that are possible, if its value fits; one of those *missing*; or the
        same key in a mapping inside.
        """
        wrong, keys = str(written[-1]), _keys_at(self.model, written[:-1])
        if str(written[-2:-1]).find("=") >= 0:  # an item of another kind may be meant
            keys += [key for key in _keys_at(self.model, written[:-2]) if key not in keys]
        if len(wrong) > LONGEST_NAME or self.left <= 0:  # nothing could be proved any more
            return likely(message, wrong, keys, "")
        guesses = [*words_meant(wrong, keys)]
        if len(missing) == 1:
            guesses += missing
        meant = next((each for each in guesses if self.renamed(way, each)), "")
        if meant:
            return likely(message, wrong, keys, meant)
        mapping = _value_at(self.values, way[:-1])
        there = mapping[way[-1]]
        if "set" in keys and "set" not in mapping and wrong in fields_of(self.model):  # a variant
            return to_write(likely(message, wrong, [], ""), f"set: {flow({wrong: there})}")
        for outer in keys:
            inner = _keys_at(self.model, [*written[:-1], outer])
            if wrong in inner and inner != keys:
                within: dict[str, Any] = {outer: {wrong: there}}
                values = replaced(self.values, way, None, rename=outer)
                values = replaced(values, (*way[:-1], outer), {wrong: there})
                if outer not in mapping and self.better(values, (*way[:-1], outer), True):
                    return to_write(likely(message, wrong, [], ""), flow(within)[1:-1])
        # A word that can be nothing else is said even if its value is wrong, too.
        sure = next((each for each in guesses if is_sure(wrong, each)), "")
        return likely(message, wrong, keys, sure if self.renamed(way, sure, True) else "")


def _value_at(values: Any, way: Path) -> Any:
    for step in way:
        try:
            values = values[step]
        except (LookupError, TypeError):
            return None
    return values


def _names_in(values: Any) -> Mapping[str, list[str]]:
    """Return the codes and ids of the items of the lists in *values* by their names, in small."""
    names: dict[str, list[str]] = {}
    for items in values.values() if isinstance(values, dict) else ():
        for item in items if isinstance(items, list) else ():
            name = item.get("name") if isinstance(item, dict) else None
            known = (item.get("code") or item.get("id")) if isinstance(item, dict) else None
            for text in name.values() if isinstance(name, dict) else [name]:
                if isinstance(text, str) and isinstance(known, str):
                    names.setdefault(text.casefold(), []).append(known)
    return names


def _real_path(rules: Any, written: Sequence[str | int]) -> Path:
    """Return the path *written* by pydantic without its additions, such as tags of a union."""
    path: Path = ()
    for step in written:
        with suppress(LookupError, TypeError):
            rules, path = rules[step], (*path, step)
    return path
