"""Try what may be meant by a wrong value or key: what is offered has made the values better."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from pydantic import ValidationError

from ....errors import RulesetError, did_you_mean, suggestion, unknown
from ....text import FORMS, Message, msg
from ...characters import excerpt
from ...models import FORMAT
from ...reading.inks import in_hex
from ...reading.nodes import plain
from ...reading.reader import read_mapping
from ...value_findings import (
    LONGEST_NAME,
    MISSING_COLON,
    NOT_A_LIST,
    NOT_A_NUMBER,
    Path,
    Plain,
    ValueFinding,
    for_all,
    further_out,
    instead,
    is_sure,
    like_this,
    likely,
    stands_for,
    to_write,
    turns,
    value_at,
    words_meant,
)
from ..shapes import fields_of, keys_at, lacking_at, words_in_list_at
from .amounts import SAYS_A_NUMBER, bounds, is_until_empty, numbers_of, spans
from .cure_trial import CureTrial
from .finding_edits import bare
from .forms import (
    CAUSES,
    EVERYTHING,
    NO_PARTNERS,
    NOT_A_MAPPING,
    ONLY_ONE,
    flow,
    forms_of,
    is_so,
    keeps,
    named_in,
    parts_of,
    replaced,
    several,
    tells_all,
    words_in,
)
from .groups import by_number, in_sums, sides_of
from .two_in_one import key_for_value

MOST_GUESSES = 20  # for one value
MOST_REFINED = 8  # of these, and of cures of what is wrong in each
LANGUAGES = ("en", "de", "nl")
_PLAY = re.compile(r"(?i)\s*(\w+\s*[@?])\s*(?:(?:the|das|die|der|het|de)\s+)?(.+)")
_FORMS = frozenset({NOT_A_NUMBER.code, NOT_A_LIST.code})


def _suggested(fault: ValueFinding) -> Plain:
    """Return the key or value that the message of *fault* says to write; ``None`` without one."""
    write = suggestion(fault.message)
    if fault.key:
        return write or None
    missing = fault.message.code == "missing-key"
    with suppress(RulesetError):
        written = plain(read_mapping("", (write if missing else f"value: {write}").encode()))
        value: Plain = written.get(str(fault.path[-1]) if missing else "value")
        return value
    return None


def _suggestions(faults: Sequence[ValueFinding]) -> list[Plain]:
    """Return what each of *faults* says to write; nothing if one of them does not say it."""
    suggested = [_suggested(fault) for fault in faults]
    return [] if None in suggested else suggested


@dataclass
class ValueTrial(CureTrial):
    """Trial of what may be meant by a wrong value or key."""

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
        is_rule = len(way) == 1 and "format" in self.values  # type: ignore[operator]
        if is_rule and re.fullmatch(r"\+\d+", str(value)):
            return message  # perhaps so many more
        if kind == "int_type" and (spliced := self.spliced(message, value, way)):
            return spliced  # rather than one number of several
        if way == ("turns",) and is_until_empty(str(value)):
            return self.until_empty(message)
        keys = keys_at(self.model, written)
        is_name = kind == "string_pattern_mismatch"
        named: list[Plain] = []
        if is_name:
            names = named_in(self.values)
            named += names.get(str(value).strip().casefold(), ())
            if play := _PLAY.fullmatch(str(value)):  # R3@Red ship
                code = "".join(play[1].split())
                named += [f"{code}{id}" for id in names.get(play[2].strip().casefold(), ())]
        if CAUSES.get(kind) is NOT_A_LIST and way[:1] != ("partners",):
            named += spans(str(value))
        if way[-1:] and way[-1] in ("name", "description", "rules") and isinstance(value, list):
            named += [dict(zip(LANGUAGES, value, strict=False))] if len(value) > 1 else ()
        if kind == "bool_type" and way and stands_for(str(value), str(way[-1])):  # may: optional
            named = [True]
        if kind == "int_type" and way:
            key = "target" if way[-2:-1] == ("end",) else str(way[-1])
            named = [*bounds(key, value)]
        if way == ("extends",) and isinstance(value, list):  # only one can be
            if len({*map(str, value)}) > 1:
                return message
            named = value[:1]
        if way == ("format",):
            named = [FORMAT]
        if CAUSES.get(kind) is NOT_A_LIST:
            named += self.all_of(way, value)
        if {"least", "most"} <= {*keys}:
            named += self.one_sided(way, value)
        by_players = by_number(value, self.players()) if kind == "int_type" else ()
        forms = (each for each in forms_of(kind, value, keys) if tells_all(value, each))
        if message.code == "bad-code" and way[-1:] != ("code",):  # the name of a card that is there
            codes = self.items_by_id("cards", "code")
            forms = (each for each in forms if each in codes)
        named = [each for each in named if tells_all(value, each)]
        guesses = [*islice((*named, *forms, *by_players), MOST_GUESSES)]
        if isinstance(value, dict) and len(value) == 1 and all(map(str.isdecimal, value)):
            (inner,), (count,) = value.values(), map(int, value)
            if self.players() != range(count, count + 1):  # else what *count* says would be lost
                guesses = [each for each in guesses if each != inner]
        new = next((each for each in guesses if self.at(way)(each)), None)
        if new is None and (spliced := self.spliced(message, value, way)):
            return spliced
        if new is None and (new := self.refined(way, guesses)) is None:
            words = words_in_list_at(self.model, written) if message.code == NOT_A_LIST.code else ()
            lists = likely(message, "", words, "") if words else message
            return self.of_items(way, guesses) or lists
        return to_write(
            message, json.dumps(new, ensure_ascii=False) if kind == "string_type" else flow(new)
        )

    def until_empty(self, message: Message) -> Message:
        """Return *message* about turns that last until the deck is empty, which `end` says."""
        end: Plain = {"deck": "empty"}
        values = replaced(replaced(self.values, ("turns",), 1), ("end",), end)
        is_new = value_at(self.values, ("end",)) is None and self.better(values, ("turns",))
        return instead(message, f"end: {flow(end)}") if is_new else message

    def for_missing(self, way: Path, key: str) -> str:
        """Return what to write for the missing *key* of the mapping at *way*, if that is known."""
        mapping = value_at(self.values, way)
        if key == "count":
            return "1"
        if key == "format" and not way:
            return str(FORMAT)
        code = mapping.get("code", "") if isinstance(mapping, dict) else ""
        if key in ("strength", "number") and (coded := re.fullmatch(r"[A-Z]+(\d+)", str(code))):
            return coded[1]
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
            return flow(text.replace("-", " ").capitalize()) if text else ""
        listed = value_at(self.values, (f"{key}s",))
        fitting = [
            each
            for each in (listed if isinstance(listed, list) else [])
            if len(listed) == 1 or (isinstance(each, dict) and each.get("code") == str(code)[:1])
        ]
        only = fitting[0] if fitting else None
        return str(only.get("id", "")) if isinstance(only, dict) else ""

    def one_sided(self, way: Path, value: Plain) -> list[Plain]:
        """Return the range that ``up to 4`` or ``3+`` may stand for."""
        text = str(value).casefold()
        if text in EVERYTHING:
            bounds = [self.for_missing(way, key) for key in ("least", "most")]
            if not all(bounds):
                return []
            return [dict(zip(("least", "most"), map(int, bounds), strict=True))]
        if len(numbers := re.findall(r"\d{1,2}", text)) != 1:
            return []
        number = int(numbers[0])
        if re.search(r"\b(less|fewer|(?<!no )(?<!not )more) than|weniger|mehr als|meer dan", text):
            return []
        if re.search(r"<=|≤|\b(than|to|most|max\w*|bis|höchstens|tot|hoogstens)\b", text):
            return [{"least": least, "most": number} for least in (1, 2)]
        if re.search(
            r"\d\+|>=|≥|\b(from|least|min(imum)?|more|ab|mindestens|vanaf|minstens)\b", text
        ):
            most = self.for_missing(way, "most")
            return [{"least": number, "most": int(most)}] if most.isdigit() else []
        return []

    def spaced(self, way: Path) -> Message | None:
        """Return what to write for the key at the end of *way*, such as ``3 4`` without a value."""
        wrong, mapping = str(way[-1]), value_at(self.values, way[:-1])
        key, _, text = wrong.partition(" ")
        if not text.strip() or mapping[wrong] is not None or key in mapping:
            return None
        values_meant: list[Plain] = [*numbers_of(text), text.strip()]
        for value in values_meant:
            values = replaced(replaced(self.values, way, value), way, None, rename=key)
            if self.better(values, (*way[:-1], key)):
                return to_write(MISSING_COLON, f"{key}: {flow(value)}")
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
        draw = value_at(self.values, (*way[:-2], "draw")) or value_at(self.values, ("draw",))
        forms: list[list[Plain]] = [in_sums(outer, draw), [outer]]
        for new in filter(None, forms):
            if self.at(way[:-1])(new):
                return to_write(NOT_A_LIST, flow(new))
        return None

    def sides(self) -> Message | None:
        """Return the sides of partners to write where they are in another form."""
        written = self.values["partners"]  # type: ignore[index, call-overload]
        sides = sides_of(written, self.values.get("seats"))  # type: ignore[union-attr]
        better = sides and sides != written and self.at(("partners",))(sides)
        if better and all(len(side) == 1 for side in sides if isinstance(side, list)):
            return NO_PARTNERS
        is_list = isinstance(written, list) and all(isinstance(side, list) for side in written)
        fault = NOT_A_NUMBER if is_list else NOT_A_LIST
        return to_write(fault, flow(sides)) if better else None

    def together(self, faults: list[ValueFinding]) -> list[ValueFinding]:
        """Return *faults*; those of the form of several items of a list as one, of the list."""
        groups: dict[tuple[Path, str], list[ValueFinding]] = {}
        for fault in faults:
            around = fault.path
            while around and isinstance(around[-1], int):
                around = around[:-1]
            groups.setdefault((around, fault.message.code), []).append(fault)
        made = faults
        for (around, code), group in groups.items():
            if code in _FORMS and len(group) > 1 and (suggested := _suggestions(group)):
                new = value_at(self.values, around)
                for fault, value in zip(group, suggested, strict=True):
                    new = replaced(new, fault.path[len(around) :], value)
                if isinstance(new, list) and self.at(around)(new):
                    message = to_write(bare(group[0].message), flow(new))
                    made[made.index(group[0])] = replace(group[0], path=around, message=message)
                    made = [fault for fault in made if fault not in group]
        return made

    def refined(self, way: Path, guesses: Sequence[Plain]) -> Plain:
        """Return the guess at *way* that is right once what is wrong in it is cured, too."""
        tries: list[tuple[Plain, list[tuple[ValueFinding, Plain]]]] = []
        for guess in guesses[:MOST_REFINED] if self.left > MOST_GUESSES else ():
            inside = self.inside(way, guess)
            if suggested := _suggestions(inside):
                tries.append((guess, [*zip(inside, suggested, strict=True)]))
        written, named = value_at(self.values, way), named_in(self.values)
        said, least = words_in(written), len(parts_of(written))
        said |= {code.casefold() for word in said for code in named.get(word, ())}
        for guess, cures in sorted(tries, key=lambda each: len(each[1])):
            for fault, value in cures:
                rename = str(value) if fault.key else ""
                guess = replaced(guess, fault.path[len(way) :], value, rename)
            if isinstance(guess, list) and len(guess) < least:
                continue  # "keep and eat" is not [keep]
            whole = keeps(said, words_in(guess)) and tells_all(written, guess)
            if whole and self.at(way)(guess):
                return guess
        return None

    def of_items(self, way: Path, guesses: Sequence[Plain]) -> Message | None:
        """Return what is wrong in the list of numbers at *way* if only some of them are."""
        for guess in guesses:
            if isinstance(guess, list) and guess[1:] and all(type(each) is int for each in guess):
                inside = self.inside(way, guess)
                if 0 < len(inside) < len(guess):
                    return inside[0].message
        return None

    def inside(self, way: Path, guess: Plain) -> list[ValueFinding]:
        """Return what is still wrong in *guess* if it stands at *way*."""
        values = replaced(self.values, way, guess)
        self.left -= MOST_REFINED
        try:
            self.model.model_validate(values)
        except ValidationError as error:
            found = self.find(self.model, values, error, MOST_REFINED)
            return [each for each in found if each.path[: len(way)] == way != each.path]
        return []

    def paired(self, way: Path) -> Message | None:
        """Return what to write for a list of a word and its number, as in ``[treasure, 4]``."""
        pair = value_at(self.values, way[:-1])
        is_pair = way[-1:] == (1,) and len(pair) == 2 and isinstance(pair[0], str)
        if is_pair and self.at(way[:-1])(new := {pair[0]: pair[1]}):
            return to_write(NOT_A_MAPPING, flow(new))
        return None

    def spliced(
        self, message: Message, value: Plain, way: Path, known: Sequence[str] = ()
    ) -> Message | None:
        """Return *message* with the items, words *known*, that *value* of a list has in one."""
        items, parts = value_at(self.values, way[:-1]), several(str(value), known)
        if len(parts) == 1 or not isinstance(items, list) or value not in items:
            return None
        if isinstance(value, list | dict):
            return None  # no word at all
        at = items.index(value)
        if self.at(way[:-1])([*items[:at], *parts, *items[at + 1 :]]):
            return to_write(message, ", ".join(map(str, parts)))
        return None

    def word(self, message: Message, wrong: str, known: Sequence[str], way: Path) -> Message:
        """Return *message* about *wrong*, which is none of *known*, with what was meant."""
        if spliced := self.spliced(message.filled(name=wrong), wrong, way, known):
            return spliced
        if len(parts := several(wrong)) > 1 and self.at(way)(parts):
            return to_write(message.filled(name=excerpt(wrong)), flow(parts))
        only = known if len(known) == 1 and is_so(wrong) else ()
        guesses: list[Plain] = [*numbers_of(wrong), *words_meant(wrong, known), *only]
        if sum(any(stands_for(it, key) for key in known) for it in parts_of(wrong)) > 1:
            guesses = [each for each in ("both",) if each in known]  # none of them alone
        if way[-1:] == ("ink",) and (own := in_hex(wrong)):
            return to_write(message.filled(name=wrong), f'"{own}"')
        if way[-1:] == ("ink",) and not is_sure(wrong, close := did_you_mean(wrong, known), 0.7):
            guesses = [each for each in guesses if each != close or close in wrong]
        meant = next(filter(self.at(way), guesses), "")
        if not meant and isinstance(written := value_at(self.values, way), list) and written[1:]:
            return likely(ONLY_ONE, wrong, known, "")
        lacking = lacking_at(self.model, way, str(meant), value_at(self.values, way[:-1]))
        if lacking and not is_sure(wrong, str(meant), 0.65):
            example = ", ".join((f"{way[-1]}: {meant}", *(f"{key}: ..." for key in lacking)))
            return like_this(message.filled(name=excerpt(wrong)), example)
        if meant and not known:
            return to_write(message.filled(name=excerpt(wrong)), str(meant))
        return likely(message, wrong, known, str(meant))

    def rename(self, message: Message, way: Path) -> Message:
        """Return *message* about the key at the end of *way* with a better key, if there is one."""
        wrong = str(way[-1])
        guesses: list[Plain] = []
        mapping = value_at(self.values, way[:-1])
        others = [each for each in LANGUAGES if each not in mapping]
        if mapping[way[-1]] is None and len(others) < len(LANGUAGES) and others:
            return to_write(message, f"{others[0]}: {flow(wrong)}")  # {en: purple, lila}
        parts = re.split(r"\W+", wrong)
        if len(parts) > 1 and {*parts} <= {*others}:  # {en/de: Titanic}
            return to_write(message, flow(dict.fromkeys(parts, mapping[way[-1]]))[1:-1])
        if formed := re.fullmatch(r"(\w\w)[^a-z]+([a-z]+)", wrong.casefold()):
            guesses += [f"{formed[1]}.{form}" for form in words_meant(formed[2], FORMS)]
            guesses.append(formed[1])
        guesses += [*words_meant(wrong, LANGUAGES), *forms_of("string_pattern_mismatch", wrong)]
        for new in guesses:
            if new != wrong and self.renamed(way, str(new)):
                return unknown(message, wrong, [], str(new)).message
        return message

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
        most = value_at(self.values, way)
        is_range = wrong.isdecimal() and type(most) is int and int(wrong) <= most  # {2: 4}
        if is_range and {"least", "most"} <= {*missing}:
            return to_write(message.filled(name=wrong), f"least: {wrong}, most: {most}")
        if len(wrong) > LONGEST_NAME or self.left <= 0:  # nothing could be proved any more
            return likely(message, wrong, keys, "")
        mapping = value_at(self.values, way[:-1])
        if told := key_for_value(self, message.filled(name=wrong), written, way, missing):
            return told
        guesses = [*words_meant(wrong, keys)]
        outer, _, last = wrong.partition(" ")
        if outer in keys and last and outer not in mapping:  # remove cards: [...]
            new: Any = {outer: {last: mapping[way[-1]]}}
            values = replaced(replaced(self.values, way, new[outer]), way, None, rename=outer)
            if self.better(values, (*way[:-1], outer)):
                return to_write(likely(message, wrong, [], ""), flow(new)[1:-1])
        above, _, last = wrong.rpartition(".")
        bound = re.fullmatch(r"(min|max)(?:im(?:um|al))?[-_ ]?(?:of[-_ ])?(\w+)", wrong.casefold())
        if bound and not (guesses and stands_for(wrong, guesses[0])):
            least = {"min": "least", "max": "most"}[bound[1]]
            inside = {key: keys_at(self.model, [*written[:-1], key]) for key in keys}
            ranges = (key for key in keys if least in inside[key] != keys)
            if above := next(words_meant(bound[2], [*ranges]), ""):
                guesses, last = [], least
        like_siblings = self.of_siblings(way)
        if like_siblings in guesses or (like_siblings and wrong.casefold() in SAYS_A_NUMBER):
            guesses = [like_siblings, *guesses]
        if len(missing) == 1:  # rather than a key that is there, perhaps by extended rules
            guesses = [*missing, *guesses] if {*guesses} & {*mapping} else [*guesses, *missing]
        guesses += keys if len(keys) == 1 and not turns(wrong) else ()
        there = mapping[way[-1]]
        if there is None and len(missing) == 1:  # its value, written without it
            values = replaced(replaced(self.values, way, wrong), way, None, rename=missing[0])
            if self.better(values, (*way[:-1], missing[0])):
                return to_write(likely(message, wrong, [], ""), flow({missing[0]: wrong})[1:-1])
        meant = next((each for each in guesses if self.renamed(way, each)), "")
        if meant and (value := self.of_item(there, meant)):
            return to_write(likely(message, wrong, [], ""), f"{meant}: {value}")  # ship: galleon
        if meant:
            return likely(message, wrong, keys, meant)
        if "set" in keys and "set" not in mapping and wrong in fields_of(self.model):  # a variant
            return to_write(likely(message, wrong, [], ""), f"set: {flow({wrong: there})}")
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
            in_item = any(isinstance(step, int) for step in way[up:-1])
            known = isinstance(around, dict) and (in_item or wrong not in around)
            if known and wrong in keys_at(self.model, way[:up]):
                line, beside = flow({wrong: there})[1:-1], str(way[up])
                if not in_item:
                    return further_out(message, wrong, line, beside)
                is_patch = isinstance(there, dict | list)  # written under "change", as the list is
                others = {key: it for key, it in mapping.items() if key != wrong}
                values = replaced(self.values, way[:-1], others)
                if self.better(replaced(values, (*way[:up], wrong), there), (*way[:up], wrong)):
                    return for_all(message, wrong, line, beside if up or is_patch else "format")
        return likely(message, wrong, keys, "")
