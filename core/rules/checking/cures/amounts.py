"""The whole numbers that words, signs and phrases may stand for."""

import re
from collections.abc import Iterator
from typing import Any

from ...value_findings import Plain, stands_for, turns

_TRUE = (
    "yes on ja wahr y j 1 true waar aan an ein enabled active aktiv always immer altijd allowed"
    " richtig korrekt correct stimmt erlaubt toegestaan yep sure jawohl ok ✓ ✔"
)
_FALSE = (
    "no off nein falsch n 0 nee false aus uit disabled inactive inaktiv never nie nooit forbidden"
    " verboten verboden nope nö not never-ever ✗ ✘"
)
_OTHER_NUMBER = re.compile(
    r"\b(less|more|under|over|below|above|up to|at (least|most)|not|without|weniger|mehr|unter|"
    r"über|ohne|bis|(höch|minde)stens|minder|meer|zonder|tot|onder|half|double|halb|doppelt|dubbel|"
    r"fewer|plus|minus|but|except|extra|another|every|no(?!\.)|after|before|than|kein\w*|außer|nach|vor|"
    r"geen|behalve|na|place|rank|platz|rang|plaats)\b|[<>≤≥≠]|\d\s*\+$|\d\s*(st|nd|rd|th|te[nr]?|de)\b"
)
"""Words with which a number is another one, or none."""
_HIGHEST, _LOWEST = ("price", "most", "idle-laps", "most-rounds"), ("least", "target")
_FACE_DOWN = ("face-down", "hidden-sets")
_OPEN = re.compile(
    r"(?:(?:all|alle|alles|every\w*|the|die|de|cards|karten|kaarten|sets)\s+)*"
    r"(?:open|offen|visible|sichtbar|zichtbaar|(?:face[\s-]*)?up|aufgedeckt)"
)
_AT_MOST = r"\b(up to|at most|no more than|max\w*|bis( zu)?|höchstens|tot|hoogstens)\b\.?|<=|≤"
_AT_LEAST = r"\b(at least|min(imum)?|from|ab|mindestens|minstens|vanaf)\b\.?|>=|≥|(?<=\d)\s*\+$"
TRUTHS = {**dict.fromkeys(_TRUE.split(), True), **dict.fromkeys(_FALSE.split(), False)}

_SAYS_A_NUMBER = (
    "value wert waarde number zahl getal count anzahl aantal amount n all is"
    " gold points strength cards steps turns price"
)
SAYS_A_NUMBER = frozenset(_SAYS_A_NUMBER.split())
"""Keys that say of a number nothing but that it is one."""

_BESIDE_ONE = (
    f"{_SAYS_A_NUMBER} a the of is it nr no players? worth total ca approx about always"
    " exactly just only then each immer genau nur dann etwa spieler je altijd precies alleen dan"
    " ongeveer spelers elk starts?_with first_to beginnt_mit begint_met"  # always 1
)
_SAID = _BESIDE_ONE.replace(" ", "|").replace("_", " ")
_ONE_NUMBER = re.compile(
    rf"(?:(?:{_SAID})\b[.:]?\s*|[#$€~×(=]\s*|[gvx](?=\d)){{0,3}}\d{{1,6}}[^\w\s.,-]?"
)
_NUMBERS = ("zero one two three four five six seven eight nine ten eleven twelve",
            "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
            "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf")  # fmt: skip
TIMES = "twice thrice zweimal dreimal tweemaal driemaal"
_A_NUMBER = re.compile(rf"\d+(?:[.,]\d+)?|\b(?:{' '.join((*_NUMBERS, TIMES)).replace(' ', '|')})\b")


def spans(text: str) -> Iterator[Plain]:
    """Yield the numbers from one to another, ``1-4``."""
    span = r"(?:from |von |van )?(\d{1,2})\s*(?:-|\.\.+|to|bis|t/m)\s*(\d{1,2})"
    if (ends := re.fullmatch(span, text.strip())) and int(ends[1]) < int(ends[2]):
        yield [*range(int(ends[1]), int(ends[2]) + 1)]


def is_until_empty(text: str) -> bool:
    """Return whether *text* says that something lasts until the deck is empty."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    parts = (("deck", "cards"), ("empty",))
    return not re.search(r"(?i)\d|\b(no|not|nicht|kein\w*|niet|geen|hands?|hände)\b", text) and all(
        any(stands_for(word, name) for word in words for name in names) for names in parts
    )


def bounds(key: str, value: Any) -> Iterator[Plain]:
    """Yield the number that *value* has where *key* itself says what its other words do.

    ``price: up to 2``, for that is the highest price, or ``least: at least 3``.
    """
    text = str(value).casefold().strip()
    least, _, most = text.partition("to" if " to " in text else "-")
    if key in _FACE_DOWN and _OPEN.fullmatch(text):
        yield 0
    if key in _HIGHEST and least.strip() == "0" and most.strip().isdecimal():
        yield int(most)
    words = re.sub(_AT_MOST if key in _HIGHEST else _AT_LEAST, "", text)
    if key in (*_HIGHEST, *_LOWEST) and words != text:
        yield from numbers_of(words)


def numbers_of(value: Any) -> Iterator[int]:
    """Yield the whole numbers that *value* may stand for."""
    if TRUTHS.get(str(value).casefold()) is False and type(value) is not int:
        yield 0
    text = re.sub(r"(?<=\d) {2,}\D+$", "", str(value))  # a comment without a sign
    said_beside = re.search(r"(?<=\d)\s+\(([^()]*)\)$", text)  # 10 (as always)
    beside = said_beside[1].casefold() if said_beside else ""
    said_again = beside and [*numbers_of(beside)] == [*numbers_of(text[: said_beside.start()])]  # type: ignore[union-attr]
    if said_beside and (said_again or not _A_NUMBER.search(beside)):
        text = text[: said_beside.start()]
    text = re.sub(r"(?i)^(minus|negative?)\s+(?=\d)", "-", text.strip(" ()!"))
    if less := re.fullmatch(r"(?i)(?:minus|negative?|min)\s+([a-zäöü]+)", text):
        yield from (-number for number in numbers_of(less[1]))
        return
    if _OTHER_NUMBER.search(text.casefold()):
        return
    if re.fullmatch(r"[\dOolI]*\d[\dOolI]*", text) and not text.isdecimal():  # 1O, l0
        yield int(text.translate(str.maketrans("OolI", "0011")))
    if match := re.fullmatch(r"0x[0-9a-f]{1,5}|0o[0-7]{1,6}|0b[01]{1,20}", text.casefold()):
        yield int(match[0], 0)
    if match := re.fullmatch(r"(\d{1,3})\s*([+*])\s*(\d{1,3})", text):
        one, other = int(match[1]), int(match[3])
        yield one + other if match[2] == "+" else one * other  # 8 - 2 is rather from 8 to 2
    if match := re.fullmatch(
        r"(\d{1,6}) (instead of|rather than|statt|anstatt|in plaats van) .+", text
    ):
        yield int(match[1])
    if match := re.fullmatch(r"\w+\((\d{1,6})\)?|(\d{1,3})\s+(?=\d{1,3}$)(\d{1,3})", text):
        yield int(match[1] or match[2] + match[3])
    if len(_A_NUMBER.findall(text.casefold())) > 1:
        return
    match = re.fullmatch(r"([+-]?\d{1,6})([.,]0*)?(\s*\D{0,24})", text)
    if match and not turns(text):
        yield int(match[1])
    if isinstance(value, str) and _ONE_NUMBER.fullmatch(text.casefold()):
        yield int(re.sub(r"\D", "", text))  # "ca. 12", "x4", "v1"
    if text in ("i", "v", "x", "X"):
        return  # rather a letter that stands for any number
    said = re.sub(r"\b(dozen|dutzend|dozijn)\b", "twelve", text.casefold())
    if re.fullmatch(r"(an?|eine?|een) (card|karte|kaart|point|punkt|punt|coin)", said):
        yield 1
    word = re.sub(r"^(an?|ein|een)\s+(?=\w)|\s+[^\W\d]+$", "", said)  # "two cards", "a dozen"
    times = (
        "never once twice thrice",
        "nie einmal zweimal dreimal",
        "nooit eenmaal tweemaal driemaal",
    )
    roman = "i ii iii iv v vi vii viii ix x xi xii"
    for start, line in zip((0, 0, 0, 1, 0, 0, 0), (*_NUMBERS, roman, *times), strict=True):
        if word in line.split():
            yield start + line.split().index(word)
    named = re.fullmatch(r"([^\W\d_]+)[\s:=]*(\d{1,4})", text.strip())
    if named and any(stands_for(named[1], key) for key in SAYS_A_NUMBER):
        yield int(named[2])  # "Stärke 2"
    numbers = [at for line in _NUMBERS for at, it in enumerate(line.split()) if it in said.split()]
    if len(numbers) == 1:  # "only one", "one of each set"
        yield numbers[0]
