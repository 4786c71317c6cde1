"""Questions at the prompt: by number, with yes or no, and card by card for a split."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ...core.session.menu import MOST_HEARD, Menu
from ...core.session.move_reader import MOST_CHARACTERS, number_of, squeezed
from ...core.session.split_by_card import SplitByCard, split_by_card, types_split
from ...core.session.vocabulary import AGAIN, COMMANDS, QUIT, YES, Vocabulary
from ...core.text import Both, Message, Text, msg
from ..screen import Screen

Answer = TypeVar("Answer")


NONE = "–"
"""Sign for a set that is still empty."""


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
        text = ask_or_quit(screen, asked) or str(enter)
        if number_of(text) in numbers:
            return numbers[number_of(text)]
        named = [n for n, answer in listed.items() if _begins(screen.words(answer), text)]
        if len(named) == 1:
            return numbers[named[0]]
        if named:
            fits = Both(tuple(map(str, named)), commas=True)
            screen.say(
                msg(
                    "fits-several",
                    '"{text}" fits several: {numbers}. Please type one of these numbers.',
                    text=text,
                    numbers=fits,
                )
            )
            continue
        if Vocabulary(screen.language).command(text) == "help":
            how = msg("one-of-these", "Type one of the numbers, or: {quit}", quit=QUIT)
            heard = msg(
                "one-of-these-heard",
                "Type a number or a name. {again:cap} says it all again, {quit} stops.",
                again=AGAIN,
                quit=QUIT,
            )
            screen.say(*[heard] if screen.accessible else [*told, how])
            continue
        screen.say(
            msg(
                "no-such-choice",
                'Please type a number from {least} to {most}, not "{text}".',
                least=first,
                most=max(numbers),
                text=text,
            )
        )


def _begins(answer: str, typed: str) -> bool:
    """Return whether the words of *answer* begin as *typed*, by more than a letter."""
    return len(typed) > 1 and squeezed(answer).startswith(squeezed(typed))


Answers = Callable[[str], bool]
"""Function that answers a command, such as ``rules``, and returns false for anything else."""


def ask_on(screen: Screen, question: Text, answers: Answers) -> str:
    """Ask *question*, and again after every command that *answers* has answered."""
    while True:
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
    asked = msg(
        "is-it-meant",
        "Do you mean {what}? {move:cap} Enter for yes, n for no:",
        what=what,
        move=told,
    )
    return _instead(screen, asked, answers)


def _instead(screen: Screen, asked: Text, answers: Answers) -> str | None:
    typed = ask_on(screen, asked, answers)
    truth = Vocabulary(screen.language).truth(typed) if typed else True
    return typed if truth is None else None if truth else ""


def split_to_ask(screen: Screen, menu: Menu, *, newcomer: bool) -> SplitByCard | None:
    """Return the split that is asked for card by card, if *menu* is one.

    People who listen are asked so, and newcomers where one of two sets would not say all of it.
    """
    if screen.accessible:
        return split_by_card(menu) if len(menu.items) > MOST_HEARD else None
    split = split_by_card(menu) if newcomer and types_split(menu) else None
    return split if split and (split.hides or split.sets > 2) else None


def ask_split(
    screen: Screen, split: SplitByCard, name: Callable[[str], Text], answers: Answers
) -> int | str:
    """Ask for each card of *split* which set it is for; return the action.

    Nothing is asked that the rules leave no choice in.  ``undo`` asks for the card before again.
    What ends the split is returned as it was typed, such as ``resign``, or "" for Enter.
    """
    if screen.page is None:
        return _ask_cards(screen, split, name, answers)
    how = msg(
        "split-asked",
        "Enter alone ends this split, and you can begin it again. To take back the last card, type:"
        " {undo}",
        undo=COMMANDS["undo"][0],
    )
    with screen.page.instead(lambda: [screen.lines(how)]):
        return _ask_cards(screen, split, name, answers)


def _ask_cards(
    screen: Screen, split: SplitByCard, name: Callable[[str], Text], answers: Answers
) -> int | str:
    placed: list[tuple[int, str]] = []
    asked: list[int] = []  # how many cards were placed at each question
    every = range(1, split.sets + 1)
    while len(placed) < len(split.cards):
        card = split.cards[len(placed)]
        ways = {
            number: [
                code for code in (card, f"({card})") if split.actions([*placed, (number, code)])
            ]
            for number in every
        }
        ways = {number: codes for number, codes in ways.items() if codes}
        if placed and not screen.accessible:
            sets = [" ".join(code for to, code in placed if to == one) or NONE for one in every]
            screen.say(msg("sets-so-far", "So far: {sets}", sets=" / ".join(sets)))
        number: int | str = min(ways)
        called, count = name(card), split.cards.count(card)
        if count > 1:
            at = split.cards[: len(placed)].count(card) + 1
            called = msg("one-of-equal", "{card} ({number} of {count})",
                         card=called, number=at, count=count)  # fmt: skip
        down: bool | str = False
        if len(ways) > 1:
            number = _ask_set(screen, called, [*ways], answers)
        if isinstance(number, int) and len(ways[number]) > 1:
            down = _ask_down(screen, called, number, answers)
        if isinstance(number, int) and isinstance(down, bool):
            if len(ways) > 1 or len(ways[number]) > 1:
                asked.append(len(placed))
            placed.append((number, ways[number][down]))
            continue
        typed = next(one for one in (number, down) if isinstance(one, str))
        if not (asked and _is_command(screen, typed, "undo")):
            return typed
        del placed[asked.pop() :]
    return split.actions(placed)[0]


def _is_command(screen: Screen, typed: str, *names: str) -> bool:
    return Vocabulary(screen.language).command(typed) in names


def _ends_split(screen: Screen, typed: str) -> bool:
    return not typed or _is_command(screen, typed, "undo", "redo", "resign")


def _ask_set(screen: Screen, card: Text, numbers: Sequence[int], answers: Answers) -> int | str:
    """Ask which of the sets *numbers* a *card* is for; return what is typed to end the split."""
    sets: Text | Both = msg("first-or-last", "1 to {sets}", sets=numbers[-1])
    if [*numbers] == [1, 2]:
        sets = msg("one-or-two", "1 or 2")
    elif numbers[-1] != len(numbers):
        sets = Both(tuple(map(str, numbers)), commas=True)
    asked = msg("which-set", "{card:cap}: which set, {sets}?", card=card, sets=sets)
    while not _ends_split(screen, text := ask_on(screen, asked, answers)):
        if (number := number_of(text)) in numbers:
            return number
        screen.say(
            msg(
                "which-set-again",
                "Type the number of a set: {sets}. To drop this split and begin again, just press"
                " Enter.",
                sets=sets,
            )
        )
    return text


def _ask_down(screen: Screen, card: Text, number: int, answers: Answers) -> bool | str:
    """Ask whether *card* lies face down in the set *number*; return what ends the split."""
    asked = msg(
        "face-down-in", "{card:cap}: face down in set {number}, y or n?", card=card, number=number
    )
    while not _ends_split(screen, text := ask_on(screen, asked, answers)):
        if (truth := Vocabulary(screen.language).truth(text)) is not None:
            return truth
        screen.say(
            msg(
                "face-down-again",
                "Type y or n. To drop this split and begin again, just press Enter.",
            )
        )
    return text
