"""Check the values of rules, first with pydantic, then with the methods of the kind of game.

pydantic's own sentences are in English and about Python; messages of ours replace them all.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from ...errors import suggestion
from ...text import msg
from ..checks import check_header
from ..kinds import GameKind
from ..models import PATTERNS, VARIANTS, RulesetModel
from ..plugin_errors import InvalidReturn, listed
from ..value_findings import (
    NOT_A_LIST,
    Path,
    Plain,
    ValueFinding,
    like_this,
    likely,
    missing_key,
    real_path,
    to_write,
    words_meant,
)
from .cures.amounts import numbers_of
from .cures.forms import (
    CAUSES,
    EMPTY_VALUE,
    NOT_BY_PLAYERS,
    OTHER,
    flow,
)
from .cures.two_in_one import two_numbers, word_inside
from .cures.value_trial import ValueTrial
from .shapes import keys_at, shape_of

_KEY = "[key]"  # pydantic's last step of the path to a wrong key
_LIMITS = ("ge", "le", "min_length", "max_length")
MOST_TRIALS = 100  # of cures in one check
_QUOTED = re.compile(r"'([^']*)'")

Model = TypeVar("Model", bound=BaseModel)


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
        return validated, [_with_tables(each, kind, rules) for each in faults]
    more = listed(ValueFinding, "splitpick_games", kind.id, "check", kind.check(validated))
    return validated, [*check_header(validated, shape_of(model).lists), *more]


def model_of(kind: GameKind, rules: Mapping[str, Plain]) -> type[RulesetModel]:
    """Ask *kind* for the model of *rules*; raise `InvalidReturn` if it returns anything else."""
    model: object = kind.model(rules)
    if not isinstance(model, type) or not issubclass(model, RulesetModel):
        raise InvalidReturn("splitpick_games", kind.id, "model()", model)
    return model


def unknown_game(wanted: str, games: Iterable[str], rulesets: Collection[str] = ()) -> ValueFinding:
    """Return the fault of rules for the game *wanted*: none of *games*, perhaps of *rulesets*."""
    message = msg("unknown-game", 'There is no game "{name}".')
    if wanted.partition("/")[0] in rulesets:
        message = like_this(message.filled(name=wanted), f"extends: {wanted}")
    else:
        message = likely(message, wanted, sorted(games))
    return ValueFinding(("game",), message)


def _with_tables(fault: ValueFinding, kind: GameKind, rules: Mapping[str, Plain]) -> ValueFinding:
    """Return *fault*; if it is that of a missing table, with the tables whose keys *rules* have."""
    tables = getattr(kind, "tables", ())
    if fault.path != ("table",) or fault.message.code != "missing-key" or not tables:
        return fault
    fitting = [table for table in tables if not _strange_at(kind, rules, table)]
    if len(fitting) == 1:
        return replace(fault, message=missing_key("table", fitting[0]))
    return replace(fault, message=likely(fault.message, "", sorted(tables), ""))


def _strange_at(kind: GameKind, rules: Mapping[str, Plain], table: str) -> list[str]:
    """Return the keys of *rules* that those of the *table* do not have."""
    known = keys_at(model_of(kind, {**rules, "table": table}), ())
    return [key for key in rules if key not in known]


def other_table(kind: GameKind, rules: Mapping[str, Plain]) -> ValueFinding | None:
    """Return the fault of *rules* with several keys of another table of *kind* than their own."""
    tables, own = getattr(kind, "tables", ()), str(rules.get("table"))
    strange = _strange_at(kind, rules, own) if own in tables else []
    for table in tables if len(strange) > 1 else ():  # few files have any
        there = _strange_at(kind, rules, table)
        if len(there) < len(strange) and not {*strange} & {*there}:
            message = msg("other-table", "{keys} are keys of another table.")
            message = to_write(message.filled(keys=", ".join(strange)), table)
            return ValueFinding(("table",), message)
    return None


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
    trial = ValueTrial(model, values, len(details), trials, findings_of)
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
            case "extra_forbidden" | "missing" if bounds := trial.least_and_most(
                way if detail["type"] == "missing" else way[:-1]
            ):
                way, message, key = *bounds, False
            case "missing":
                message = missing_key(last, trial.for_missing(way, last))
                way, whole = (*way, last), not way
            case "extra_forbidden":
                message = msg("unknown-key", 'There is no key "{name}" here.')
                wanted = [str(loc[-1]) for loc in missing if loc[:-1] == written[:-1]]
                message = trial.key(message, written, way, wanted)
                example = str(message.params.get("example", ""))
                meant = (suggestion(message) or example).partition(":")[0]
                is_range = re.fullmatch(r"least: \d+, most: \d+", suggestion(message))
                meants = ("least", "most") if is_range else (meant,)
                misspelt |= {(*way[:-1], each) for each in meants}
                if meant and meant not in keys_at(model, written[:-1]):
                    other_kind.add(way[:-1])  # other keys are missing there
                key = True
            case _ if value is None and (bare := trial.unvalued(way)):
                way, message = bare
            case _ if value is None and way[:-1] == (VARIANTS,):
                message = like_this(EMPTY_VALUE, f"{last}: {{name: ...}}")
            case _ if value is None:
                message = EMPTY_VALUE
            case _ if key and (spaced := trial.spaced(way)):
                message = spaced
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
                    allowed = re.findall(r"\d+", context["expected"])
                    message = (
                        trial.word(message, wrong, known, way)
                        if known or type(value) is not int
                        else likely(message, wrong, allowed, "")
                    )
            case "int_type" if two := two_numbers(trial, way, missing):
                lacking, message = two
                misspelt.add(lacking)
            case "string_type" if inner := word_inside(trial, way, missing):
                lacking, message = inner
                misspelt.add(lacking)
            case "string_type" if paired := trial.paired(way):
                way, message = way[:-1], paired
            case "list_type" | "is_instance_of" | "sequence_str" if wrapped := trial.wrapped(way):
                way, message = way[:-1], wrapped
            case "int_type" if isinstance(value, dict) and value and all(map(str.isdigit, value)):
                message = trial.value(NOT_BY_PLAYERS, "int_type", way, value, {}, written)
                if (listed := suggestion(message)).startswith("["):
                    message = to_write(NOT_A_LIST, listed)
            case "string_pattern_mismatch" if other := trial.of_other_list(way, written):
                way, message, key = way[:-1], other, True
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
    faults = trial.together(faults)
    # A misspelt key is one mistake, and need not be reported as missing, too.
    wrong_keys = {fault.path for fault in faults if fault.key}  # and need no value
    return [
        fault
        for fault in faults
        if not (fault.message.code == EMPTY_VALUE.code and fault.path in wrong_keys)
        and (
            fault.message.code != "missing-key"
            or (fault.path not in misspelt and fault.path[:-1] not in other_kind)
        )
    ]
