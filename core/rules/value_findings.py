"""Faults of a rule set's values, by path; their places in the file are found later."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from ..errors import did_you_mean, unknown
from ..text import Message, msg
from .characters import excerpt
from .reading.lookalikes import made_plain

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
"""A value of a rule set without its place."""
Path: TypeAlias = tuple[str | int, ...]  # to a value: keys, and indexes of lists

ERROR = "error"  # the severity of a finding that must be cured before anybody can play
WARNING = "warning"
MOST_LISTED, LONGEST_NAME, MOST_COMPARED = 30, 60, 300  # limits of `likely`
NOT_A_NUMBER = msg("not-a-number", "This must be a whole number without quotes or leading zeros.")
NOT_A_LIST = msg("not-a-list", "This must be a list.")
MISSING_COLON = msg("missing-colon", "A key must be followed by a colon and a space.")
INDENTATION = msg(
    "indentation", "This line is indented too far, or not far enough, for the lines above it."
)
_DENYING = (
    r"not|but|except\w*|excluding|without|unless|neither|nor|no(?=[ -]\w)"
    r"|nicht|kein\w*|außer|ausser|ohne|sondern|aber|weder|niet|geen|behalve|zonder|maar"
)
_JOINING = r"(?<=\w )(?:or|then|to|than|and|oder|dann|danach|bis|und|daarna|tot)"
_TURNING = re.compile(rf"(?i)(?<!\w)(?:{_DENYING}|{_JOINING})(?!\w)")
UMLAUTS = str.maketrans(dict[str, "str | int | None"](ä="ae", ö="oe", ü="ue", ß="ss"))


@dataclass(frozen=True, slots=True)
class ValueFinding:
    """A mistake in the value at *path*, or a value missing there.

    Attributes:
        path: keys, and indexes of lists, from the outside to the value.
        key: true if the key is at fault, not its value.
        other: path of a second value that the message mentions: its ``{place}`` says where it is.
        also: paths of further values it depends on; the one nearest to the variant is reported.
        whole: true if the rules are at fault as a whole, as when the turns do not fit the deck.
        warning: true if the rules can be played despite the fault.
        cure: keys of the rules with values that cure the fault.
        idle: true if it is cured by leaving the key at the end of *path* out.
        here: true if it matters only where the file itself says it, and not where it extends it.
        inherited: message in place of this one if *other* stands in an extended rule set.
    """

    path: Path
    message: Message
    key: bool = False
    other: Path | None = None
    also: Sequence[Path] = ()
    whole: bool = False
    warning: bool = False
    cure: Mapping[str, int | str] = field(default_factory=dict)
    idle: bool = False
    here: bool = False
    inherited: Message | None = None


def missing_key(key: str, write: str = "") -> Message:
    """Return the message that *key* must be there and is not; *write* is what to write for it."""
    message = msg("missing-key", 'The key "{key}" is missing.', key=key)
    return to_write(message, f"{key}: {write}") if write else message


def to_write(message: Message, write: str) -> Message:
    """Return *message* with *write*, the YAML that is to stand there instead."""
    return msg(message.code, "{message} Write {write}", message=message, write=write)


def instead(message: Message, entry: str) -> Message:
    """Return *message* with *entry*, a key with its value that is to stand there instead."""
    return msg(message.code, "{message} Write {entry} instead.", message=message, entry=entry)


def like_this(message: Message, example: str) -> Message:
    """Return *message* with an *example*, of which a person has to fill in the values."""
    return msg(message.code, "{message} Write {example}", message=message, example=example)


def further_out(message: Message, wrong: str, line: str, beside: str) -> Message:
    """Return *message* about *wrong*, a key that belongs into the mapping with the key *beside*."""
    message = message.filled(name=excerpt(wrong))
    return msg(message.code, '{message} Write {line} beside "{beside}".',
               message=message, line=line, beside=beside)  # fmt: skip


def for_all(message: Message, wrong: str, line: str, beside: str) -> Message:
    """Return *message* about *wrong*, a key of one item that only all together can have."""
    message = message.filled(name=excerpt(wrong))
    return msg(message.code, '{message} It can only hold for all: write {line} beside "{outer}".',
               message=message, line=line, outer=beside)  # fmt: skip


def likely(message: Message, wrong: str, known: Sequence[str], meant: str | None = None) -> Message:
    """Return *message* with *wrong*, an unknown name, as ``{name}``, and a hint at those *known*.

    The hint is *meant*, by default the likeliest of `words_meant`, or a list of all if that is
    empty and they are few; very long names get none.
    """
    message = message.filled(name=excerpt(wrong))
    known = [name for name in known if len(name) <= LONGEST_NAME]
    if len(wrong) > LONGEST_NAME or not 0 < len(known) <= MOST_COMPARED:
        return message
    close = next(words_meant(wrong, known), "") if meant is None else meant
    listed = close or len(known) <= MOST_LISTED
    return unknown(message, wrong, known, close).message if listed else message


def words_meant(wrong: str, known: Sequence[str], least: float = 0.6) -> Iterator[str]:
    """Yield the names in *known* that *wrong* may stand for, the likeliest first.

    At *least* so many of their letters agree, or it has a word of them or another one for them.
    What turns a word, as in ``not red``, or has several, stands for none of them alone.
    """
    folded = _folded(made_plain(wrong))
    plain = {_folded(name): name for name in known}
    if folded in plain:
        yield plain[folded]
    words = _words()
    yield from _meanings(folded, known)
    yield from (name for name in known if "-" in name and _is_in_parts(folded, name))
    if turns(wrong) or len({*re.split(r"[^\w-]+", wrong.casefold())} & {*plain}) > 1:
        return
    if counted := re.fullmatch(r"(\w{3,}?)(?:s|en|n)?(?:an)?zahl", folded):  # "Zugzahl"
        yield from _meanings(counted[1], known)
    if (close := did_you_mean(wrong, known, least)) and _ends_alike(wrong, close):
        yield close
    if bound := re.match(r"(?:(mind|minim)|(h(?:oe|o)chst|maxim))(?=\w{3})", folded):
        yield from (name for name in ("least" if bound[1] else "most",) if name in known)
    turned = [name for name in known if sorted(name.casefold()) == sorted(wrong.casefold())]
    if len(turned) == 1:  # "5G"
        yield turned[0]
    near = [name for name in known if len(name) == len(wrong) > 1 and _is_near(name, wrong)]
    begun = wrong.casefold() if wrong.isupper() else wrong if len(wrong) > 2 else " "
    near = near or [name for name in known if name.startswith(begun)]
    if len(near) == 1:
        yield near[0]
    other = did_you_mean(folded, words, 0.775) if len(folded) > 3 else ""
    if other and not any(folded in names for names in words.values()):  # "black" is not "blau"
        yield from (key for key in words[other] if key in known)
    parts = folded.split("-")
    if len(parts) > 1:  # "dark red"
        yield from (
            name
            for part in reversed(parts)
            for name in (part, *_meanings(part, known))
            if name in known
        )

    def begins_alike(end: str) -> bool:
        """Return whether what is before *end* is a name, too: "blaugrün" is neither of both."""
        return any(_meanings(folded.removesuffix(end).removesuffix("-"), known))

    near = [name for name in known if any(part in folded for part in name.split("-") if part[3:])]
    near = near or [
        name
        for word, names in words.items()
        if word[2:] and folded.endswith(word) and not begins_alike(word)  # "dunkelrot"
        for name in names
        if name in known
    ]
    if len({*near}) == 1:
        yield near[0]


def turns(text: str) -> bool:
    """Return whether *text* has a word that turns what it says, or comes between two things."""
    return bool(_TURNING.search(text))


def is_joining(word: str) -> bool:
    """Return whether *word* is no name of anything, but joins others or turns them."""
    return denies(word) or word in ("or", "then", "and", "oder", "dann", "und")


def denies(text: str) -> bool:
    """Return whether *text* has a word that says what is not to be."""
    return bool(re.search(rf"(?i)(?<!\w)(?:{_DENYING})(?!\w)", text))


def between(text: str) -> list[str]:
    """Return what *text* has before, between and behind the words that turn it."""
    return [part for each in _TURNING.split(text) if (part := each.strip(" ,.;:()"))]


def _meanings(word: str, known: Sequence[str]) -> Iterator[str]:
    """Yield the names in *known* that *word* stands for, also inflected: "Sorte" as "Sorten"."""
    names = _words().get(word) or _stems().get(_stem(word), ())
    for name in names:
        if name in known:
            yield name
    yield from (each for name in names for each in (f"{name}s", name[:-1]) if each in known)


def _is_in_parts(word: str, name: str) -> bool:
    """Return whether the parts of *word* stand for those of *name*: "wenigste-behalten"."""
    parts, own = word.split("-"), name.split("-")
    return len(parts) == len(own) and all(
        part == each or any(_meanings(part, [each])) for part, each in zip(parts, own, strict=True)
    )


def stands_for(word: str, key: str) -> bool:
    """Return whether *word* is another one for *key*."""
    return key in (_folded(word), *_words().get(_folded(word), ()))


def is_sure(wrong: str, meant: str, least: float = 0.76) -> bool:
    """Return whether *wrong* can hardly be anything but *meant*: *least* of their letters agree.

    Letters in another order are the same ones.
    """
    from difflib import SequenceMatcher

    folded = _folded(wrong)
    same = meant in _words().get(folded, ()) or sorted(folded) == sorted(meant)
    return same or SequenceMatcher(None, folded, meant).ratio() >= least


def _ends_alike(wrong: str, close: str) -> bool:
    """Return whether what is behind a dash is alike, too: not most-kept, most-chest."""
    head, dash, tail = wrong.partition("-")
    begin, _, end = close.partition("-")
    if dash and end and tail != end and _folded(tail) in _words() and not stands_for(tail, end):
        return False
    return not dash or begin != head or bool(did_you_mean(tail, [end]))


def _stem(word: str) -> str:
    """Return *word* without the ending of a German or English noun or adjective."""
    stem = re.sub(r"(?:e[nrsm]?|s|n)$", "", word)
    shortest = 2 if word.endswith(("er", "es", "em")) else 3  # "roter" is "rot"
    return stem if len(stem) > shortest else word


@cache
def _stems() -> Mapping[str, Sequence[str]]:
    """Return the names that words stand for, by their stems."""
    stems: dict[str, list[str]] = {}
    for word, names in _words().items():
        stems.setdefault(_stem(word), []).extend(names)
    return stems


def _is_near(one: str, other: str) -> bool:
    """Return whether two words of the same length differ in one letter."""
    return sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _folded(word: str) -> str:
    return word.strip(" .:;,!?*").casefold().translate(UMLAUTS).replace("_", "-").replace(" ", "-")


@cache
def _words() -> Mapping[str, Sequence[str]]:
    """Return the names that words stand for, of other languages and of English."""
    from importlib.resources import files

    import yaml

    text = (files("splitpick.rulesets") / "findings" / "words.yml").read_text("utf-8")
    meanings: dict[str, list[str]] = {}
    for name, words in yaml.safe_load(text).items():
        for word in words.split():
            meanings.setdefault(_folded(word), []).append(name)
    return meanings


def value_at(values: Any, way: Path) -> Any:
    """Return the value at *way* in *values*; ``None`` if there is none."""
    for step in way:
        try:
            values = values[step]
        except (LookupError, TypeError):
            return None
    return values


def real_path(rules: Any, written: Sequence[str | int]) -> Path:
    """Return the path *written* by pydantic without its additions, such as tags of a union."""
    path: Path = ()
    for step in written:
        with suppress(LookupError, TypeError):
            rules, path = rules[step], (*path, step)
    return path
