"""Characters that cannot be seen or that look like others, where YAML and names want plain ones."""

import re
import unicodedata

from ...text import Message, msg

_LETTERS = dict(
    zip(
        "АВЕКМНОРСТУХЅІЈавеорсухѕіјԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορ",
        "ABEKMHOPCTYXSIJabeopcyxsijdqwABEZHIKMNOPTYXavop",
        strict=True,
    )
)
_SIGNS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2212\u2022\u00b7", "-"),
    **dict.fromkeys("\u2236\ua789\ufe55", ":"),
    **dict.fromkeys("\u2215\u2044\u29f8", "/"),
    "\u3001": ",",
}


def plain_form(character: str) -> str | None:
    """Return what *character* looks like in ASCII, empty if it cannot be seen; ``None`` if plain.

    Letters with accents, which are their own, count as plain.
    """
    if character.isascii():
        return None
    if known := _LETTERS.get(character) or _SIGNS.get(character):
        return known
    category = unicodedata.category(character)
    if category in ("Cf", "Zs", "Pd"):
        return {"Cf": "", "Zs": " ", "Pd": "-"}[category]
    if category == "Nd":
        return str(unicodedata.digit(character))
    folded = unicodedata.normalize("NFKC", character)
    return folded if folded.isascii() and folded.isprintable() else None


def odd_at(text: str) -> int | None:
    """Return the index of the first character in *text* that has a `plain_form`, if any."""
    if text.isascii():
        return None
    return next((at for at, each in enumerate(text) if plain_form(each) is not None), None)


def made_plain(text: str) -> str:
    """Return *text* with the plain form of each character."""
    return "".join(each if (form := plain_form(each)) is None else form for each in text)


def odd_character(text: str, at: int) -> Message:
    """Return the message about the character of *text* at index *at*, which `odd_at` found."""
    character, form = f"U+{ord(text[at]):04X}", plain_form(text[at])
    if form == "":
        return msg("unseen-character", "{character} cannot be seen: remove it.",
                   character=character)  # fmt: skip
    if form == " ":
        return msg(
            "odd-space",
            "{character} is not an ordinary space: write a space.",
            character=character,
        )
    if form == "-" and re.fullmatch(r"\s*", text[:at]) and text[at + 1 : at + 2].isspace():
        return msg(
            "odd-dash", "{character} is not the dash of a list: write -", character=character
        )
    message = msg("lookalike", "{sign} ({character}) only looks like {plain}", sign=text[at])
    return message.filled(character=character, plain=form or "")
