"""Check the values of rules, first with pydantic, then with the methods of the kind of game.

pydantic's own sentences are in English and about Python; messages of ours replace them all.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from ...errors import did_you_mean, suggestion, unknown
from ...text import FORMS, Message, msg
from ..characters import excerpt
from ..checks import check_header
from ..kinds import GameKind
from ..models import FORMAT, PATTERNS, VARIANTS, Item, RulesetModel
from ..plugin_errors import InvalidReturn, listed
from ..reading.inks import in_hex
from ..value_findings import (
    LONGEST_NAME,
    NOT_A_NUMBER,
    Path,
    Plain,
    ValueFinding,
    further_out,
    is_sure,
    likely,
    missing_key,
    real_path,
    to_write,
    value_at,
    words_meant,
)
from .cures.forms import (
    CAUSES,
    EMPTY_VALUE,
    NOT_A_LIST,
    NOT_A_MAPPING,
    NOT_BY_PLAYERS,
    OTHER,
    SAYS_A_NUMBER,
    flow,
    forms_of,
    in_numbers,
    named_in,
    numbers_of,
    replaced,
    several,
    sides_of,
    spans,
)

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


def keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* allows at *path*, which is written as in pydantic's errors."""
    models = [model]
    for step in path:
        tagged = [each for each in models if getattr(each, "tag", "") == step]
        fields = [field for each in models if (field := fields_of(each).get(str(step)))]
        inner = [model for field in fields for model in models_in(field.annotation)]
        models = tagged or inner or models  # or an index, or an id
    return [key for each in models for key in fields_of(each)]


def check_rules(
    kind: GameKind, rules: dict[str, Plain], *, together: bool = True, trials: int = MOST_TRIALS
) -> tuple[RulesetModel | None, list[ValueFinding]]:
    """Return the model of *rules*, those of one variant, and all their faults.

    The model is ``None`` if a value is wrong by itself; else, with *together*, values are also
    checked against each other.  Raises `InvalidReturn` if *kind* returns something unusable.
    """
    model = model_of(kind, rules)
    validated, faults = check_shape(model, rules, trials)
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
    model: type[Model], values: dict[str, Plain], trials: int = MOST_TRIALS
) -> tuple[Model | None, list[ValueFinding]]:
    """Return *values* as a *model* and no faults, or ``None`` and all faults of the values."""
    domains = values.get("domain")
    each = domains if isinstance(domains, list) else [domains]
    context = {"domains": tuple(domain for domain in each if isinstance(domain, str))}
    try:
        return model.model_validate(values, context=context), []
    except ValidationError as error:
        return None, findings_of(model, values, error, trials)


def findings_of(
    model: type[BaseModel], values: Plain, error: ValidationError, trials: int = MOST_TRIALS
) -> list[ValueFinding]:
    """Return the faults in *error*, with which *model* refused *values*, in our own messages.

    A cure is offered only if the values are better with it.
    """
    faults: list[ValueFinding] = []
    same_place: dict[Path, list[ValueFinding]] = {}
    misspelt: set[Path] = set()
    other_kind: set[Path] = set()
    details = error.errors(include_url=False)
    trial = _Trial(model, values, len(details), error, trials)
    missing = [detail["loc"] for detail in details if detail["type"] == "missing"]
    for detail in details:
        written, value, context = detail["loc"], detail["input"], detail.get("ctx", {})
        way, last = real_path(values, written), str(written[-1]) if written else ""
        key, whole = last == _KEY, False
        match detail["type"]:
            case _ if way[:1] == ("partners",) and (sides := trial.sides()):
                way, message = way[:1], sides
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
                if meant and meant not in keys_at(model, written[:-1]):
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
                    words = (each for each in words_meant(str(value), known) if not each.isdigit())
                    guesses = [*numbers, *words]
                    meant = next((each for each in guesses if trial.renamed(way, each)), "")
                    message = likely(message, str(value), known, meant)
                else:
                    wrong = value if isinstance(value, str) else flow(value)
                    message = trial.word(message, wrong, known, way)
            case "string_type" if paired := trial.paired(way):
                way, message = way[:-1], paired
            case "list_type" | "is_instance_of" | "sequence_str" if wrapped := trial.wrapped(way):
                way, message = way[:-1], wrapped
            case "int_type" if counted := trial.numbers(way):
                way, message = counted
            case "int_type" if isinstance(value, dict) and value and all(map(str.isdigit, value)):
                message = trial.value(NOT_BY_PLAYERS, "int_type", way, value, {}, written)
            case kind:
                limits = {name: context[name] for name in _LIMITS if name in context}
                causes = {**CAUSES, **PATTERNS, **getattr(model, "patterns", {})}
                message = causes.get(context.get("pattern", ""), causes.get(kind, OTHER))
                message = message.filled(**limits)
                if key:
                    message = trial.rename(message, way)
                else:
                    message = trial.value(message, kind, way, value, limits, written)
        fault = ValueFinding(way, message, key=key, whole=whole)
        if fault not in same_place.setdefault(way, []):
            same_place[way].append(fault)
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
    left: int

    def better(self, values: Plain, way: Path, same: bool = False) -> bool:
        """Return whether *values* have fewer faults; with *same*, no more will do."""
        if self.left <= 0:
            return False
        self.left -= 1
        try:
            self.model.model_validate(values)
        except ValidationError as error:
            details = error.errors(include_url=False)
            inside = any(real_path(values, each["loc"])[: len(way)] == way for each in details)
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
            return message  # which number is meant instead is not known
        if len(way) == 1 and re.fullmatch(r"\+\d+", str(value)):
            return message  # perhaps so many more
        if kind == "int_type" and (spliced := self.spliced(message, value, way)):
            return spliced  # rather than one number of several
        keys = keys_at(self.model, written)
        is_name = kind == "string_pattern_mismatch"
        named: list[Plain] = []
        if is_name:
            named += named_in(self.values).get(str(value).strip().casefold(), ())
        if kind == "int_type" and way[:1] == ("partners",):  # seats, by their numbers
            seats = [each.get("id") for each in self.values.get("seats", ())]  # type: ignore[union-attr]
            named = [at + 1 for at, id in enumerate(seats) if id == value]
        if CAUSES.get(kind) is NOT_A_LIST and way[:1] != ("partners",):
            named += spans(str(value))
        if way[-1:] and way[-1] in ("name", "description", "rules") and isinstance(value, list):
            named += [dict(zip(LANGUAGES, value, strict=False))] if len(value) > 1 else ()
        if way == ("extends",) and isinstance(value, list):  # only one can be
            named = value[:1]
        if way == ("format",):
            named = [FORMAT]
        guesses = islice((*named, *forms_of(kind, value, keys)), MOST_GUESSES)
        new = next((each for each in guesses if self.at(way)(each)), None)
        if new is None:
            return self.spliced(message, value, way) or message
        return to_write(
            message, json.dumps(new, ensure_ascii=False) if kind == "string_type" else flow(new)
        )

    def for_missing(self, way: Path, key: str) -> str:
        """Return what to write for the missing *key* of the mapping at *way*, if that is known."""
        mapping = value_at(self.values, way)
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
        if key in ("id", "code") and isinstance(mapping, dict):
            name = mapping.get("name", "")
            name = next(iter(name.values()), "") if isinstance(name, dict) else name
            forms = [*forms_of("string_pattern_mismatch", str(name))] if name else []
            return next((str(each) for each in forms if self.at((*way, key))(each)), "")
        if key == "name" and isinstance(mapping, dict):
            named = mapping.get("id") or mapping.get("effect") or (way[-1:] or ("",))[0]
            text = str(named) if isinstance(named, str) else ""
            return text.replace("-", " ").capitalize()
        listed = value_at(self.values, (f"{key}s",))
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
        mapping = value_at(self.values, way[:-1])
        if not isinstance(mapping, dict) or any(each is not None for each in mapping.values()):
            return None
        keys = [int(key) if key.isdecimal() else key for key in mapping]
        for new in [*keys[:1], keys]:
            if self.at(way[:-1])(new):
                return way[:-1], to_write(EMPTY_VALUE, flow(new))
        return None

    def unwrapped(self, way: Path) -> Message | None:
        """Return what stands for a mapping of one entry whose key, the end of *way*, is wrong."""
        mapping = value_at(self.values, way[:-1])
        said = str(way[-1]) in SAYS_A_NUMBER or way[-1:] == way[-2:-1]
        if isinstance(mapping, dict) and len(mapping) == 1 and said:
            number = next(iter(mapping.values()))
            if not any(numbers_of(way[-1])) and self.at(way[:-1])(number):
                return to_write(NOT_A_NUMBER, flow(number))
        return None

    def wrapped(self, way: Path) -> Message | None:
        """Return the list to write for the list around *way*, if one more is needed around it."""
        outer = value_at(self.values, way[:-1])
        if not way or not isinstance(way[-1], int):
            return None
        seats = self.values.get("seats")  # type: ignore[union-attr]
        if way[:-1] == ("partners",) and isinstance(seats, list) and len(outer) >= len(seats):
            return msg(
                NOT_A_LIST.code,
                "{message} And these are all seats, so nobody plays against them.",
                message=NOT_A_LIST,
            )
        if self.at(way[:-1])([outer]):
            return to_write(NOT_A_LIST, flow([outer]))
        return None

    def sides(self) -> Message | None:
        """Return the sides of partners to write where they are in another form."""
        written = self.values["partners"]  # type: ignore[index, call-overload]
        sides = sides_of(written, self.values.get("seats"))  # type: ignore[union-attr]
        better = sides and sides != written and self.at(("partners",))(sides)
        fault = NOT_A_LIST if isinstance(written, dict) else NOT_A_NUMBER
        return to_write(fault, flow(sides)) if better else None

    def numbers(self, way: Path) -> tuple[Path, Message] | None:
        """Return where a list has several words in place of numbers, and what to write there."""
        outer, new = in_numbers(self.values, way)
        return (outer, to_write(NOT_A_NUMBER, flow(new))) if outer and self.at(outer)(new) else None

    def paired(self, way: Path) -> Message | None:
        """Return what to write for a list of a word and its number, as in ``[treasure, 4]``."""
        pair = value_at(self.values, way[:-1])
        is_pair = way[-1:] == (1,) and len(pair) == 2 and isinstance(pair[0], str)
        if is_pair and self.at(way[:-1])(new := {pair[0]: pair[1]}):
            return to_write(NOT_A_MAPPING, flow(new))
        return None

    def spliced(self, message: Message, value: Plain, way: Path) -> Message | None:
        """Return *message* with the items that *value*, one of a list, is without commas."""
        items, parts = value_at(self.values, way[:-1]), several(str(value))
        if len(parts) == 1 or not isinstance(items, list) or isinstance(value, list | dict):
            return None
        at = items.index(value)
        if self.at(way[:-1])([*items[:at], *parts, *items[at + 1 :]]):
            return to_write(message, ", ".join(map(str, parts)))
        return None

    def word(self, message: Message, wrong: str, known: Sequence[str], way: Path) -> Message:
        """Return *message* about *wrong*, which is none of *known*, with what was meant."""
        if spliced := self.spliced(message.filled(name=wrong), wrong, way):
            return spliced
        if len(parts := several(wrong)) > 1 and self.at(way)(parts):
            return to_write(message.filled(name=excerpt(wrong)), flow(parts))
        only = known if len(known) == 1 else ()
        guesses: list[Plain] = [*numbers_of(wrong), *words_meant(wrong, known), *only]
        if way[-1:] == ("ink",) and (own := in_hex(wrong)):
            return to_write(message.filled(name=wrong), f'"{own}"')
        if way[-1:] == ("ink",) and not is_sure(wrong, close := did_you_mean(wrong, known), 0.7):
            guesses = [each for each in guesses if each != close or close in wrong]
        meant = next(filter(self.at(way), guesses), "")
        return likely(message, wrong, known, str(meant))

    def rename(self, message: Message, way: Path) -> Message:
        """Return *message* about the key at the end of *way* with a better key, if there is one."""
        wrong = str(way[-1])
        guesses: list[Plain] = []
        if formed := re.fullmatch(r"(\w\w)[^a-z]+([a-z]+)", wrong.casefold()):
            guesses += [f"{formed[1]}.{form}" for form in words_meant(formed[2], FORMS)]
            guesses.append(formed[1])
        guesses += [*words_meant(wrong, LANGUAGES), *forms_of("string_pattern_mismatch", wrong)]
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
        wrong, keys = str(written[-1]), keys_at(self.model, written[:-1])
        if str(written[-2:-1]).find("=") >= 0:  # an item of another kind may be meant
            keys += [key for key in keys_at(self.model, written[:-2]) if key not in keys]
        if len(wrong) > LONGEST_NAME or self.left <= 0:  # nothing could be proved any more
            return likely(message, wrong, keys, "")
        guesses = [*words_meant(wrong, keys)]
        mapping = value_at(self.values, way[:-1])
        if len(missing) == 1:  # rather than a key that is there, perhaps by extended rules
            guesses = [*missing, *guesses] if {*guesses} & {*mapping} else [*guesses, *missing]
        guesses += keys if len(keys) == 1 else ()
        there = mapping[way[-1]]
        if there is None and len(missing) == 1:  # its value, written without it
            values = replaced(replaced(self.values, way, wrong), way, None, rename=missing[0])
            if self.better(values, (*way[:-1], missing[0])):
                return to_write(likely(message, wrong, [], ""), flow({missing[0]: wrong})[1:-1])
        meant = next((each for each in guesses if self.renamed(way, each)), "")
        if meant:
            return likely(message, wrong, keys, meant)
        if "set" in keys and "set" not in mapping and wrong in fields_of(self.model):  # a variant
            return to_write(likely(message, wrong, [], ""), f"set: {flow({wrong: there})}")
        above, _, last = wrong.rpartition(".")
        for outer in [above] if above else keys:
            inner = keys_at(self.model, [*written[:-1], outer])
            held = mapping.get(outer, {})  # perhaps by extended rules
            if last in inner and inner != keys and isinstance(held, dict):
                within: dict[str, Any] = {outer: {last: there}}
                values = replaced(self.values, way, None, rename=outer)
                values = replaced(values, (*way[:-1], outer), {**held, last: there})
                if self.better(values, (*way[:-1], outer), True):
                    return to_write(likely(message, wrong, [], ""), flow(within)[1:-1])
        # A word that can be nothing else is said even if its value is wrong, too.
        sure = next((each for each in guesses if is_sure(wrong, each)), "")
        same = sure and re.sub(r"[\W_]", "", wrong.casefold()) == sure.replace("-", "")
        if sure and (same or self.renamed(way, sure, True)):
            return likely(message, wrong, keys, sure)
        self.left -= 1  # this search costs as much as a trial
        for up in range(len(way) - 2, -1, -1):
            around = value_at(self.values, way[:up])
            known = isinstance(around, dict) and wrong not in around
            if known and wrong in keys_at(self.model, way[:up]):
                return further_out(message, wrong, flow({wrong: there})[1:-1], str(way[up]))
        return likely(message, wrong, keys, "")
