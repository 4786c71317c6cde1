"""The table of slips in ``tests/cases/slips.yaml``, and the measure of findings and cures."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from splitpick.core import Engine, RulesetError
from splitpick.core.errors import Finding, suggestion
from splitpick.core.rules.checking.cures.fixing import fixed
from splitpick.core.text import Language, Message

TABLE = Path(__file__).parents[1] / "cases" / "slips.yaml"
LOCALES = Path(__file__).parents[2] / "locales"


class PlantedSlip(NamedTuple):
    """A *text* with a fault at *line* and *column*, by somebody of *kind*, and what was *meant*.

    Without that, any text is right that has no faults but *left*.
    """

    kind: str
    text: str
    line: int
    column: int
    meant: str | None
    left: frozenset[str]
    only_said: bool = False
    """A program may not cure it: what is meant is only said."""

    def __str__(self) -> str:
        return f"{self.kind} {self.line}:{self.column} {self.text.splitlines()[self.line - 1]!r}"


class Measured(NamedTuple):
    """Results of a slip: all should be true, and *seconds* few."""

    place: bool
    alone: bool
    works: bool
    """The cures, applied by a program, leave nothing but true faults."""
    meant: bool
    """They make what was meant, or a text that checks if nothing is said about that."""
    german: bool
    seconds: float
    found: Sequence[Finding]
    cured: bytes


def found_in(engine: Engine, file: Path, data: bytes) -> list[Finding]:
    """Return what is found in *data* as the rule set *file*: faults first, in their order."""
    try:
        return [*engine.ruleset_at(file, thorough=True, data=data).warnings]
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        return sorted(both, key=lambda each: (each.severity, each.line, each.column))


def planted() -> Iterator[PlantedSlip]:
    """Read all slips of the table."""
    table = yaml.safe_load(TABLE.read_text("utf-8"))
    for kind, slips in table["slips"].items():
        for base, old, new, *more in slips:
            whole = table["bases"][base]
            meant = more[0] if more else old
            only_said = meant is False
            meant = None if only_said else meant
            if not old:  # what is written at the end
                before, after, new = whole, "", new + "\n"
                meant = meant if meant is None else meant + "\n"
            else:
                assert whole.count(old) >= 1, (base, old)
                before, _, after = whole.partition(old)
            head, mark, _ = (before + new).partition("¶")
            assert mark, new
            yield PlantedSlip(
                kind,
                before + new.replace("¶", "") + after,
                head.count("\n") + 1,
                len(head) - head.rfind("\n"),
                None if meant is None else before + meant + after,
                frozenset(more[1] if len(more) > 1 else ()),
                only_said,
            )


def measured(slip: PlantedSlip, check: Callable[[bytes], Sequence[Finding]]) -> Measured:
    """Find and cure *slip*; *check* returns the findings of a text, and is asked once for each."""
    data, check = slip.text.encode(), cache(check)
    began = time.process_time()
    found = check(data)
    seconds = time.process_time() - began
    errors = [each for each in found if each.severity == "error"]
    first = (errors or [*found])[:1]
    cured, cures = fixed(data, check)
    after = check(cured)
    left = {each.message.code for each in after if each.severity == "error" or not errors}
    works = (bool(cures) and left <= slip.left) if not slip.only_said else cured == data
    return Measured(
        place=[(each.line, each.column) for each in first] == [(slip.line, slip.column)],
        alone=len(found) == 1,
        works=works,
        meant=works
        and (
            slip.meant is None
            or _values(cured) == _values(slip.meant.encode())
            or _values(cured) == _values(fixed(slip.meant.encode(), check)[0])
        ),
        german=not any(foreign_words(each.message, slip.text) for each in found),
        seconds=seconds,
        found=found,
        cured=cured,
    )


def untouched(slip: PlantedSlip, cured: bytes) -> bool:
    """Return whether all that is the same in the slip and in what was meant is there to the byte.

    Lines of a block that is moved may also be written on one line; comments stay in any case.
    """
    assert slip.meant
    text = cured.decode()
    same = Counter(slip.text.split("\n")) & Counter(slip.meant.split("\n"))
    lost = same - Counter(text.split("\n"))
    comments = re.findall(r"# .*", slip.text)
    return all(line.strip().removesuffix(":") in text for line in lost) and all(
        comment in text for comment in comments if comment in slip.meant
    )


def _values(data: bytes) -> Any:
    try:
        return yaml.load(data, yaml.BaseLoader)
    except yaml.YAMLError:
        return data


@cache
def _vocabulary() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of all English messages, and those of the German ones."""
    from babel.messages.pofile import read_po

    with (LOCALES / "de" / "LC_MESSAGES" / "splitpick.po").open("rb") as stream:
        catalog = read_po(stream)
    english, german = set[str](), set[str]()
    for message in catalog:
        for words, texts in (english, message.id), (german, message.string):
            for text in [texts] if isinstance(texts, str) else texts or ():
                words |= {*re.findall(r"[^\W\d_]+", re.sub(r"{[^}]*}", " ", text).casefold())}
    return frozenset(english), frozenset(german)


@cache
def _german() -> Language:
    return Engine().language("de")


def _parts(message: Message) -> Iterator[Message]:
    yield message
    for each in message.params.values():
        if isinstance(each, Message):
            yield from _parts(each)


def foreign_words(message: Message, written: str) -> set[str]:
    """Return the English words in *message* said in German that are not in the text *written*."""
    english, german = _vocabulary()
    said = _german().say(message).replace(suggestion(message) or "\0", " ")
    for each in _parts(message):
        said = said.replace(str(each.params.get("variants", "\0")), " ")  # ids of the file
    said = re.sub(
        r"U\+\w+|\b\w\b|[\"„“][^\"„“]*[\"“]|: .*|\S*[{\[/.]\S+|\b[a-z]+(-[a-z]+)+\b", " ", said
    )
    words = {*re.findall(r"[^\W\d_]+", said.casefold())}
    return words & (english - german) - {*re.findall(r"[^\W\d_]+", written.casefold())}
