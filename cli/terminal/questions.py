"""Questions at the prompt: by number, with yes or no, and card by card for a split."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from ...core.session.menu import MOST_HEARD, Menu
from ...core.session.move_reader import MOST_CHARACTERS, number_of, squeezed
from ...core.session.split_by_card import SplitByCard, bare, split_by_card, types_split
from ...core.session.vocabulary import AGAIN, COMMANDS, QUIT, YES, Vocabulary
from ...core.text import Both, Message, Text, in_turn, msg, repeated, sentences
from ..screen import Screen

Answer = TypeVar("Answer")

UNDONE = msg("undone-move", "Taken back: {move}.")

_sentence = sentences(
    msg("split-asked",
        "To take back the last card or, at the first, to cancel this split, type: {undo}"),
    msg("fits-several", '"{text}" fits several: {numbers}. Please type one of these numbers.'),
    msg("one-of-these-heard",
        "Type a number or a name. {again:cap} says it all again, {quit} stops."),
    msg("no-such-choice", 'Please type a number from {least} to {most}, not "{text}".'),
    msg("is-it-meant", "Do you mean {what}? {move:cap} Enter for yes, n for no:"),
    msg("offer-asked", "{sets} Offer this?"),
    msg("offer-how", "Enter for yes, n to begin again, {undo} to take back the last card:"),
    msg("card-goes", "{card:cap} goes into set {number}."),
    msg("card-lies", "{card:cap} lies face down in set {number}."),
    msg("face-down-in", "{card:cap} in set {number}: face down?"),
    msg("down-how", "y for yes, Enter for no:"),
)  # fmt: skip

HOW = _sentence("split-asked", undo=COMMANDS["undo"][0])


def numbered(number: int, what: Text) -> Message:
    """Return the choice *what* with its *number* in front."""
    return msg("numbered", "{number}: {what}", number=number, what=what)


def ask_or_quit(screen: Screen, question: Text) -> str:
    """Ask *question*, return the answer; raises `EOFError` for ``quit`` and at the input's end."""
    text = screen.ask(question).strip()
    if Vocabulary(screen.language).command(text) == "quit":
        raise EOFError
    return text


def ask_one(
    screen: Screen,
    question: Text,
    answers: Mapping[Answer, Text],
    first: int = 1,
    enter: int | None = None,
) -> Answer:
    """Ask for one of *answers*, numbered from *first*, as `ask_or_quit` does; return its key.

    Answers without a text are not listed.  An empty line means the number *enter*, by default the
    first.  A single answer is taken without a question.
    """
    if len(answers) == 1:
        return next(iter(answers))
    numbers = dict(enumerate(answers, first))
    enter = first if enter is None else enter
    listed = {n: answers[key] for n, key in numbers.items() if answers[key]}
    told = [question, *(numbered(n, text) for n, text in listed.items())]
    screen.say(*told)
    while True:
        asked = msg("ask-number", "Type a number (Enter for {number}):", number=enter)
        screen.said = [*map(screen.words, told)]
        text = ask_or_quit(screen, asked) or str(enter)
        if number_of(text) in numbers:
            return numbers[number_of(text)]
        named = [n for n, answer in listed.items() if _begins(screen.words(answer), text)]
        if len(named) == 1:
            return numbers[named[0]]
        if named:
            fits = Both(tuple(map(str, named)), commas=True)
            screen.say(_sentence("fits-several", text=text, numbers=fits))
            continue
        if Vocabulary(screen.language).command(text) == "help":
            how = msg("one-of-these", "Type one of the numbers, or: {quit}", quit=QUIT)
            heard = _sentence("one-of-these-heard", again=AGAIN, quit=QUIT)
            screen.say(*[heard] if screen.accessible else [*told, how])
            continue
        screen.say(_sentence("no-such-choice", least=first, most=max(numbers), text=text))


def _begins(answer: str, typed: str) -> bool:
    """Return whether the words of *answer* begin as *typed*, by more than a letter."""
    return len(typed) > 1 and squeezed(answer).startswith(squeezed(typed))


Answers = Callable[[str], bool]
"""Function that answers a command, such as ``rules``, and returns false for anything else."""


def ask_on(screen: Screen, question: Text, answers: Answers) -> str:
    """Ask *question*, and again after every command that *answers* has answered."""
    while True:
        screen.said = []
        typed = screen.ask(question)[:MOST_CHARACTERS].strip()
        if not answers(typed):
            return typed


def agrees(
    screen: Screen,
    question: Message,
    *,
    letter: bool = False,
    answers: Answers = lambda typed: False,
) -> bool:
    """Ask *question*; return true only for ``yes``, in English or in the reader's language.

    With *letter*, its first letter is enough.  Commands that *answers* knows are no answer.
    """
    answer = ask_on(screen, question, answers).casefold()
    if letter:
        return Vocabulary(screen.language).truth(answer) is True
    return answer in (YES.text, screen.words(YES).casefold())


def ask_last_card(screen: Screen, move: Text, answers: Answers) -> str | None:
    """Ask before *move*, the last of a turn; return what is typed instead, ``None`` for yes."""
    asked = msg("last-card", "{move:cap}? No undo after that. Enter for yes, n for no:", move=move)
    return _instead(screen, asked, answers)


def ask_untold(screen: Screen, number: int, name: Text, told: Text, answers: Answers) -> str | None:
    """Ask whether the choice *told* is meant, of which only the *number* was typed.

    Its *name* is asked for if that has the same number, such as that of a set.  Return as
    `ask_last_card` does.
    """
    is_named = isinstance(name, Message) and name.params.get("number") == number
    what = name if is_named else msg("number-of", "number {number}", number=number)
    return _instead(screen, _sentence("is-it-meant", what=what, move=told), answers)


def _instead(screen: Screen, asked: Text, answers: Answers) -> str | None:
    """Ask as `ask_last_card`; undo means no, and whoever wants the choices has not chosen yet."""
    words = Vocabulary(screen.language)
    typed = ask_on(screen, asked, lambda it: words.command(it) != "choices" and answers(it))
    truth = words.truth(typed) if typed else True
    if words.command(typed) == "undo":
        return ""
    return typed if truth is None else None if truth else ""


def split_to_ask(screen: Screen, menu: Menu, *, newcomer: bool) -> SplitByCard | None:
    """Return the split that is asked for card by card, if *menu* is one.

    People who listen are asked so, and newcomers where one of two sets would not say all of it.
    """
    if screen.accessible:
        return split_by_card(menu) if len(menu.items) > MOST_HEARD else None
    split = split_by_card(menu) if newcomer and types_split(menu) else None
    return split if split and (split.hides or split.sets > 2) else None


class _UndoError(Exception):
    """``undo``, typed instead of an answer."""


@dataclass
class SplitDialogue:
    """Questions for each card of *split* which set it is for, and whether to offer that.

    Nothing is asked that the rules leave no choice in, but all of it is told, with the *name* of
    each card.  *answers* carries out commands, and *resigns* returns whether the match is given up.
    The codes of what was *explained* in the match stay there.
    """

    screen: Screen
    split: SplitByCard
    name: Callable[[str], Text]
    answers: Answers
    resigns: Callable[[], bool]
    explained: set[Text] = field(default_factory=set)
    _placed: list[tuple[int, str]] = field(default_factory=list)
    _to: int = 0
    """Set that was typed for the next card, while it is asked whether that lies face down."""
    _asked: list[int] = field(default_factory=list)
    """Number of cards that were placed before each card that was asked about."""

    def ask(self) -> int | None:
        """Ask until the split is agreed to, and return it, or ended: ``undo`` at the first card."""
        page = self.screen.page
        how = page and page.instead(lambda: [self.so_far() + self.screen.lines(HOW)])
        with how or nullcontext():
            while True:
                try:
                    if len(self._placed) < len(self.split.cards):
                        self._ask_card()
                    elif self._ask_offer():
                        return self.split.actions(self._placed)[0]
                except _UndoError:
                    if not (self._to or self._asked):
                        return None
                    left = len(self._placed) if self._to else self._asked.pop()
                    self._to = 0
                    undone = [code for _, code in self._placed[left:]] or [self.split.cards[left]]
                    del self._placed[left:]
                    self.screen.say(UNDONE.filled(move=self._cards(undone)))

    def so_far(self) -> list[str]:
        """Tell the sets from the second card until all are placed."""
        if not 0 < len(self._placed) < len(self.split.cards):
            return []
        return self.screen.lines(msg("sets-so-far", "So far: {sets}", sets=self._sets()))

    def _sets(self) -> Text:
        each = (
            msg("set-has", "Set {number}: {cards}.", number=number, cards=self._set(number))
            for number in range(1, self.split.sets + 1)
        )
        return in_turn([*each])

    def _set(self, number: int) -> Text | Both:
        codes = [code for at, code in self._placed if at == number]
        return self._cards(codes) if codes else msg("nothing-yet", "nothing yet")

    def _cards(self, codes: Sequence[str]) -> Both:
        return Both(tuple(repeated(self.name(code), n) for code, n in Counter(codes).items()))

    def _ask_offer(self) -> bool:
        offered = self._sets()
        if self.split.sets == 2:  # those of the offer are in an order of its own
            offered = msg("one-and-other", "One set: {one}. The other: {other}.",
                          one=self._set(1), other=self._set(2))  # fmt: skip
        asked = self._with_how(_sentence("offer-asked", sets=offered), "offer-how")
        if not (offers := self._truth(asked, enter=True)):
            self._placed, self._asked = [], []
        return offers

    def _with_how(self, asked: Message, code: str) -> Message:
        """Add to what is *asked* how to answer, but not again to who listens."""
        if self.screen.accessible and code in self.explained:
            return asked
        self.explained.add(code)
        return in_turn([asked, _sentence(code, undo=COMMANDS["undo"][0])])

    def _ways(self) -> Iterator[tuple[int, str]]:
        """Yield the sets in which the next card can lie, with its code there."""
        for card in self.split.cards[len(self._placed) :][:1]:
            for way in product(range(1, self.split.sets + 1), (card, f"({card})")):
                if self.split.actions([*self._placed, way]):
                    yield way

    def advice(self, notation: str) -> Text:
        """Say where the next card goes in the split *notation*; nothing if others lie elsewhere."""
        advised = {it.action for it in self.split.menu.items if it.choice.notation == notation}
        for way in self._ways():
            if advised.intersection(self.split.actions([*self._placed, way])):
                return self._goes(*way)
        return ""

    def _ask_card(self) -> None:
        placed, split = self._placed, self.split
        card = split.cards[len(placed)]
        ways: dict[int, list[str]] = {}
        for number, code in self._ways():
            ways.setdefault(number, []).append(code)
        called, count = self.name(card), split.cards.count(card)
        if count > 1:
            at = split.cards[: len(placed)].count(card) + 1
            called = msg("one-of-equal", "{card} ({number} of {count})",
                         card=called, number=at, count=count)  # fmt: skip
        asked, said = len(ways) > 1, None
        to = min(ways)
        if asked:
            to, said = self._ask_set(called, [*ways])
            self._to = to
        down = False
        if len(ways[to]) > 1:
            asked = True
            ask = self._with_how(_sentence("face-down-in", card=called, number=to), "down-how")
            down = self._truth(ask, enter=False) if said is None else said
        if asked:
            self._asked.append(len(placed))
        placed.append((to, ways[to][down]))
        self._to = 0
        if self.screen.accessible and not asked:  # else it was typed
            self.screen.say(self._goes(to, ways[to][down]))

    def _goes(self, number: int, code: str) -> Text:
        """Say that the next card, or the last one placed, lies as *code* in the set *number*."""
        form = "card-lies" if "(" in code else "card-goes"
        return _sentence(form, card=self.name(bare(code)), number=number)

    def _ask_set(self, card: Text, numbers: Sequence[int]) -> tuple[int, bool | None]:
        """Ask for the set of *card*; return it, and whether it lies there face down, if typed."""
        sets: Text | Both = msg("first-or-last", "1 to {sets}", sets=numbers[-1])
        if [*numbers] == [1, 2]:
            sets = msg("one-or-two", "1 or 2")
        elif numbers[-1] != len(numbers):
            sets = Both(tuple(map(str, numbers)), commas=True)
        if not (self.screen.accessible or self.screen.page):
            self._say_so_far()
        asked = msg("which-set", "{card:cap}: which set, {sets}?", card=card, sets=sets)
        truth = Vocabulary(self.screen.language).truth
        while True:
            typed, _, rest = self._ask(asked).partition(" ")
            down = truth(rest.strip())
            if number_of(typed) in numbers and (down is not None or not rest):
                return number_of(typed), down
            self.screen.say(msg("which-set-again", "Type the number of a set: {sets}.", sets=sets))

    def _truth(self, question: Text, *, enter: bool) -> bool:
        truths = Vocabulary(self.screen.language).truth
        while (truth := truths(typed) if (typed := self._ask(question)) else enter) is None:
            self.screen.say(msg("yes-or-no", "Type y or n."))
        return truth

    def _say_so_far(self) -> None:
        for line in self.so_far():
            self.screen.line(line)

    def _ask(self, question: Text) -> str:
        """Ask *question*; carry out what else can be typed at any question of a split."""
        while True:
            self.screen.said = []
            typed = self.screen.ask(question)[:MOST_CHARACTERS].strip()
            command = Vocabulary(self.screen.language).command_about(typed)[0]
            if command == "undo":
                raise _UndoError
            if command in ("help", "choices"):
                self.screen.say(*[] if self.screen.page else [HOW])  # it is there
            elif command == "resign":
                if self.resigns():
                    self._to, self._asked = 0, []  # nothing is left to go back to
                    raise _UndoError
            elif not self.answers(typed):
                return typed
            elif command == "table" and not self.screen.page:
                self._say_so_far()
