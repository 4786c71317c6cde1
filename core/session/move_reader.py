"""The reader of typed moves: numbers, moves by their beginning, card names for codes, commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..errors import NotationError
from ..scene import Choice, Presenter
from ..splitting.offers.parts.face_down import said_by_ear
from ..splitting.words.offer_view import set_title
from ..text import FORMS, Both, Language, Message, Param, Text, msg, repeated
from .menu import Menu
from .split_by_card import sets_in, split_by_card, why_no_set
from .vocabulary import COMMANDS, WITHOUT_UMLAUTS, Vocabulary

MOST_CHARACTERS = 200
"""Most characters of a line that are read: no move is as long."""

CARD = re.compile(r"([^\W\d_]+) ?(\d+)")
"""A card as it is written or spoken: ``Y3``, ``yellow 3``."""

CODE = re.compile(r"\b([A-Z]+\d+)\b")
"""The code of a card in the notation, if it ends in a number."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

ROUND = str.maketrans("[]", "()")
"""Round brackets, as the notation has them, for square ones."""

NOT_HEARD = (
    "unknown-card", "split-now", "no-set-of-two", "split-hand-now",
)  # fmt: skip
"""Codes of refusals of a split that write codes of cards, or how they are written."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Meaning of a typed line: an action, a command, a kind of choices, or why it is nothing.

    All fields are empty for an empty line.
    """

    action: int | None = None
    command: str = ""
    """English name of a command."""
    about: str = ""
    """Thing that the command is asked about, such as the ship that is to be heard of the table."""
    kind: str = ""
    """Word for a kind of choices, or code of a card, whose choices are to be listed."""
    refusal: NotationError | None = None
    sure: bool = False
    """True if a "yes" to what is asked back stands behind the number."""


class MoveReader:
    """Reader of what a person types in *language*, in the game of *presenter*.

    *codes* are those of all cards of the game.
    """

    def __init__(self, language: Language, presenter: Presenter, codes: Sequence[str] = ()) -> None:
        self.vocabulary = Vocabulary(language, presenter.words())
        self._language = language
        self._presenter = presenter
        self._codes = codes

    def read(self, text: str, menu: Menu) -> Typed:
        """Return what *text* means where *menu* is on offer."""
        text = written = text[:MOST_CHARACTERS].strip().translate(ROUND)
        if not text:
            return Typed()
        first, _, rest = text.partition(" ")
        sure = self.vocabulary.truth(rest.strip()) is True
        if text.isdecimal() or (first.isdecimal() and sure):
            number = number_of(first)
            for item in menu.items:
                if item.number == number:
                    return Typed(item.action, sure=sure)
            return Typed(refusal=NotationError(_why_not(first, menu)))
        command, about = self.vocabulary.command_about(text)
        if command:
            return Typed(command=command, about=about)
        word = self.vocabulary.to_notation(text).casefold()
        text = self._spelt(self._with_slashes(text, menu), menu)
        code = self._with_codes(text, menu).casefold()
        for kind in (*menu.kinds, *menu.cards):
            if kind.casefold() in (word, code):
                return Typed(kind=kind)
        named = self._said.get(_plain(text), [])
        if self._presenter.spoken and not named:
            named = [one for one in self._codes if one.casefold() == code]
        items = [item for item in menu.items if item.choice.piece in named]
        if len(items) == 1 and items[0].choice.piece not in menu.cards:
            return Typed(items[0].action)
        if items:
            return Typed(kind=items[0].choice.piece)
        text = named[0] if len(named) == 1 else text
        try:
            return Typed(self._action(text, word, menu))
        except NotationError as error:
            return self._refused(error, text, written, menu)

    def _refused(self, error: NotationError, text: str, written: str, menu: Menu) -> Typed:
        """Return why *text* is nothing, unless it begins a command; *written* was typed for it."""
        if command := self.vocabulary.command(written.partition(" ")[0]):
            alone = msg("command-alone", '"{text}" is not a command. Did you mean: {command}',
                        text=written, command=COMMANDS.get(command, (command, ""))[0])  # fmt: skip
            return Typed(refusal=NotationError(alone))
        begun = self.vocabulary.begun(written)
        if len(begun) == 1:
            return Typed(command=begun[0])
        if begun:
            words = Both(tuple(COMMANDS[name][0] for name in begun), commas=True)
            several = msg(
                "begins-several", '"{text}" can mean: {commands}.', text=written, commands=words
            )
            return Typed(refusal=NotationError(several))
        heard = (
            self._presenter.spoken
            and error.code in NOT_HEARD
            and split_by_name(self._presenter, menu)
        )
        how = heard or (_how_to_split(menu) if error.code == "split-now" else None)
        if self._presenter.spoken and error.code == "both-sets":
            how = error.message.filled(example=sets_to_type(self._presenter, menu))
        if how:
            return Typed(refusal=NotationError(how))
        text = self.vocabulary.to_notation(self._with_codes(text, menu))
        message = error.message
        message = said_by_ear(message) if self._presenter.spoken else message
        message = self._as_typed(message, text, written, menu)
        return Typed(refusal=type(error)(message))

    def _as_typed(self, said: Any, text: str, written: str, menu: Menu) -> Any:
        """Return *said* with what was *written* for *text*; to who listens, with names of cards."""
        if isinstance(said, Both):
            items = [self._as_typed(item, text, written, menu) for item in said.items]
            return replace(said, items=tuple(items))
        if isinstance(said, Message):
            params = {
                name: self._as_typed(value, text, written, menu)
                for name, value in said.params.items()
            }
            return replace(said, params=params)
        if not isinstance(said, str) or not said:
            return said
        if self._presenter.spoken and (heard := self._heard(said, menu)):
            return heard
        return written if squeezed(text) == squeezed(said) else said

    def _heard(self, notation: str, menu: Menu) -> Text | Both | None:
        """Return the *notation* of cards or moves in words; ``None`` if it has no codes."""
        words = re.findall(r"[^\s,()@?*$/]+", notation)
        codes = [word for word in words if word in self._codes]
        if not codes and not re.search(r"\b[A-Z]\b", notation):  # as of a colour
            return None
        names = _by_name(self._presenter, Counter(codes))
        if codes == words and not re.search(r"[@?*$/]", notation):
            return names.items[0] if len(names.items) == 1 else names
        moves = {item.choice.notation: item.choice.sentence for item in menu.items}
        told = [self._language.say(moves.get(move, "")) for move in notation.split(", ")]
        if all(told):
            cut = (re.split(r"[:.](?: |$)", sentence)[0] for sentence in told)
            return Both(tuple(cut), commas=True)
        return self._language.say(names) if codes else None

    def typable(self, menu: Menu) -> list[str]:
        """List the moves of *menu* and the commands, as they can be typed."""
        moves = [self.vocabulary.own(item.choice.notation) for item in menu.items]
        return [*moves, *(self._language.say(word) for word, _ in COMMANDS.values())]

    def _action(self, text: str, word: str, menu: Menu) -> int:
        """Return the action that *text* or its only continuation means; raises `NotationError`.

        *word* is the text in words of the notation, in small letters.
        """
        for item in menu.items:
            if item.choice.notation.casefold() == word:
                return item.action  # "pick 1" is no card whose name begins with "pick"
        typed, text = text, self._with_codes(text, menu)
        if (begun := self._begun_with(text, menu)) is not None:
            return begun
        if (told := self._told_as(typed, menu)) is not None:
            return told
        if (split := _with_one_set(text, menu)) is not None:
            return split
        if (refusal := why_no_set(text, menu, self._codes)) is not None:
            raise NotationError(refusal)
        vocabulary = self.vocabulary
        return menu.position.parse(vocabulary.to_notation(vocabulary.completed(text)))

    def _told_as(self, text: str, menu: Menu) -> int | None:
        """Return the only action whose sentence begins with the words *text*, if there is one."""
        if " " not in text:
            return None
        named = CODE.sub(lambda card: self._name(card[0]), self._with_codes(text, menu))
        begun = squeezed(text), squeezed(named)
        matches = {
            item.action
            for item in menu.items
            for told in (item.choice.sentence, item.choice.effect)
            if squeezed(self._language.say(told)).startswith(begun)
        }
        return matches.pop() if len(matches) == 1 else None

    @cached_property
    def _said(self) -> dict[str, list[str]]:
        """The codes of cards by each way to say their names; a bare number means a choice."""
        codes: dict[str, list[str]] = {}
        for code in self._codes:
            name = self._presenter.card_name(code)
            for way in self._ways_to_say(name) if name != code else ():
                if not way.isdecimal():
                    codes.setdefault(way, []).append(code)
        return codes

    def _with_slashes(self, text: str, menu: Menu) -> str:
        """Write the sets with slashes that follow "set 2", "2:" and so on, or other signs."""
        if len(sets_in(menu.items[0].choice)) < 2:
            return text
        own = self._language.say(set_title(2, ())).rpartition(" ")[0]
        word = rf"\b(?:set|{re.escape(own)})"
        titled = re.compile(
            rf"[\s;,./|]*{word} *(\d)\b[\s:]*|(?:^|[;,./|]+ *|(?<=[\d)]) +)(\d) *:", re.IGNORECASE
        )
        first, *parts = re.split(titled, text)
        numbers = [one or other for one, other in zip(parts[::3], parts[1::3], strict=True)]
        parted = titled.sub(" / ", text)
        if numbers and not first.strip() and len({*numbers}) == len(numbers):
            parted = " / ".join(part for _, part in sorted(zip(numbers, parts[2::3], strict=True)))
        parted = re.sub(r"\s*(?:[/;:|\\]+| - )\s*", " / ", re.sub("[+&]", " ", parted))
        return " ".join(map(self._apart, parted.strip(" /").split(" "))) or text

    def _apart(self, word: str) -> str:
        """Return the codes of cards that *word* writes without blanks, such as B1B3, apart."""
        codes = re.findall(r"[^\W\d_]+\d+", word)
        return " ".join(codes) if "".join(codes) == word and len(codes) > 1 else word

    def _with_codes(self, text: str, menu: Menu) -> str:
        """Replace beginnings of card names by codes: ``ge3`` is ``Y3`` where yellow is *gelb*.

        Cards of *menu* come first.  The code of a card always means itself.
        """
        here = {code for item in menu.items for code in CODE.findall(item.choice.notation)}

        def code_of(card: re.Match[str]) -> str:
            letters, digits = squeezed(card[1]), card[2]
            if f"{letters}{digits}" in {code.casefold() for code in (*here, *self._codes)}:
                return card[0]
            for codes in (here, self._codes):
                matches = [
                    code
                    for code in codes
                    if code.lstrip(LETTERS) == digits and self._name(code).startswith(letters)
                ]
                if len(matches) == 1:
                    return matches[0]
            return card[0]

        return CARD.sub(code_of, text)

    def _spelt(self, text: str, menu: Menu) -> str:
        """Replace the names of cards by their codes where *text* lists cards that are split.

        Brackets around names stay where cards lie face down; these can also be typed as heard.
        """
        first = menu.items[0].choice
        if len(sets_in(first)) < 2:
            return text
        cards = _cards_in(first)
        plain, hides = _plain(text), "(" in first.notation
        names: dict[str, str] = {}
        for code in dict.fromkeys((*self._codes, *cards)):
            if (name := self._presenter.card_name(code)) == code:
                continue
            for count in range(1, (cards[code] or 1) + 1):
                codes = " ".join(code for _ in range(count))
                names |= dict.fromkeys(self._ways_to_say(repeated(name, count)), codes)
            if hides:
                down = self._presenter.card_name(f"({code})")
                names = dict.fromkeys(self._ways_to_say(down), f"({code})") | names
        if not hides:
            plain = _without_brackets(plain)
        longest_first = sorted(names, key=len, reverse=True)
        listed = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
        codes, found = listed.subn(lambda said: names[said[0]], plain)
        if not (names and found):
            return text
        joins = {"and", self._language.say(msg("word-and", "and"))}
        return re.sub(rf"(?<!\w)({'|'.join(joins)})(?!\w)|,", " ", codes)

    def _ways_to_say(self, name: Text) -> set[str]:
        """Return *name* in every case, with the article, brackets and hyphens and without."""
        bare = _plain(self._language.say(name))
        said = [_plain(self._language.say(name, form)) for form in FORMS]
        longer = [way for way in said if way.count(" ") > bare.count(" ")]
        ways = {bare, *said, *(way.partition(" ")[2] for way in longer)}
        ways |= {way.replace("-", " ") for way in ways}
        return {*ways, *map(_without_brackets, ways)}

    def _name(self, code: str) -> str:
        return squeezed(self._language.say(self._presenter.card_name(code)))

    def _begun_with(self, text: str, menu: Menu) -> int | None:
        """Return the only action whose notation continues *text* with letters, if there is one.

        Cards and numbers are never added: a split that is typed in part is a mistake.
        """
        begun = squeezed(text)
        if not begun:
            return None
        matches = {
            item.action
            for item in menu.items
            for way in (item.choice.notation, self.vocabulary.own(item.choice.notation))
            if (whole := squeezed(way)).startswith(begun) and whole[len(begun) :].isalpha()
        }
        return matches.pop() if len(matches) == 1 else None


def _why_not(number: str, menu: Menu) -> Message:
    """Say why the typed *number* is not a choice of *menu*."""
    least, most = min(item.number for item in menu.items), max(item.number for item in menu.items)
    if 0 < number_of(number) < most:
        return msg(
            "choice-gone",
            "{number} is no longer possible; the numbers now run from {least} to {most}.",
            number=number, least=least, most=most,
        )  # fmt: skip
    if least == most:
        return msg("only-choice", "There is no {text} here; you can only type {number}.",
                   text=number, number=most)  # fmt: skip
    return msg(
        "no-choice",
        "There is no {text} here; the numbers go from {least} to {most}.",
        text=number, least=least, most=most,
    )  # fmt: skip


def _with_one_set(text: str, menu: Menu) -> int | None:
    """Return the only split into two sets of which *text* is one: the rest is the other."""
    cards = sorted(text.casefold().replace(",", " ").split())
    matches = []
    for item in menu.items:
        sets = [sorted(one.casefold().split()) for one in sets_in(item.choice)]
        if len(sets) == 2 and cards in sets:
            matches.append(item.action)
    return matches[0] if len(matches) == 1 else None


def _how_to_split(menu: Menu) -> Message | None:
    """Say that the cards of one set are typed, as where the split is asked for, if they are."""
    split = split_by_card(menu)
    if split is None or split.hides or split.sets != 2:
        return None
    sets = [sets_in(item.choice)[0] for item in menu.items]
    example = next((one for one in sets if " " in one), sets[0])
    return msg("type-set", "Type the cards of one set, such as: {set}", set=example)


def split_by_name(presenter: Presenter, menu: Menu) -> Message | None:
    """Say which cards *menu* splits, and how to type them; ``None`` if it does not."""
    if any(len(sets_in(item.choice)) < 2 for item in menu.items):
        return None
    counts = Counter[str]()
    for item in menu.items:  # not every split has all cards of a hand
        counts |= _cards_in(item.choice)
    cards = _by_name(presenter, counts)
    split = split_by_card(menu)
    if split is None or split.hides or split.sets != 2:
        return msg(
            "no-split-heard",
            "That is not one of the possible splits. The cards are: {cards}. Type all sets, such"
            " as: {example}",
            cards=cards,
            example=sets_to_type(presenter, menu),
        )
    return msg(
        "no-set-heard",
        "That is not one of the two sets. The cards are: {cards}. Type those of one set, such as:"
        " {example}",
        cards=cards,
        example=set_to_type(presenter, menu),
    )


def set_to_type(presenter: Presenter, menu: Menu) -> Both:
    """Return the cards of a set of *menu*, if possible of several, as they can be typed."""
    sets = [sets_in(item.choice)[0].split() for item in menu.items]
    return _by_name(presenter, Counter(next((one for one in sets if len(one) > 1), sets[0])))


def _by_name(presenter: Presenter, cards: Counter[str]) -> Both:
    names = (repeated(presenter.card_name(one), count) for one, count in cards.items())
    return Both((*names,), commas=True)


def sets_to_type(presenter: Presenter, menu: Menu) -> Text:
    """Return the sets of a split of *menu* as they can be typed: for who listens, by name."""
    choice = menu.items[0].choice
    if not presenter.spoken:
        return choice.notation
    names: dict[str, Param] = {}
    for number, one in enumerate(sets_in(choice), 1):
        down = re.sub(r"\(([^)]*)\)", lambda cards: f"({cards[1].replace(' ', ') (')})", one)
        cards, _, price = down.partition(" =")
        names[f"set{number}"] = Both(tuple(map(presenter.card_name, cards.split())), commas=True)
        names[f"title{number}"] = set_title(number, ())
        names[f"price{number}"] = f" ={price}" if price else ""
    sets = [f"{{title{n}}}: {{set{n}}}{{price{n}}}" for n in range(1, len(names) // 3 + 1)]
    return Message("sets-to-type", "; ".join(sets), names)


def _cards_in(choice: Choice) -> Counter[str]:
    """Count the cards in the sets of a split, whether they lie face down or not."""
    return Counter(_without_brackets(" ".join(sets_in(choice))).split())


def _plain(text: str) -> str:
    """Return *text* in small letters, without umlauts, with single blanks."""
    return " ".join(text.casefold().translate(WITHOUT_UMLAUTS).split())


def _without_brackets(text: str) -> str:
    return re.sub(r"[()]", "", text)


def squeezed(text: str) -> str:
    """Return *text* as it is compared: without blanks, capital letters and umlauts."""
    return "".join(text.casefold().translate(WITHOUT_UMLAUTS).split())


def number_of(text: str) -> int:
    """Return *text*, up to 9 ASCII digits, as a number; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
