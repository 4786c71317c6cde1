"""Choices by number and questions: how they are laid out, asked and read."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Choice
from ...core.text import Message, Text, msg
from ...core.width import display_width
from ..screen import Screen
from ..wrapping import wrap
from .vocabulary import YES, Vocabulary

WIDEST_ITEM = 26
"""The most columns of a choice that widens the grid of all choices."""

TIE = "\0"
"""Replaces the spaces within a choice while lines are broken."""

GAP = 2
"""The number of spaces between two choices."""

WIDEST_GROUP = 8
"""The most columns of a group's name, such as a card's, that moves the beginning of all lines."""


class Quit(Exception):
    """The player has had enough for now."""


def numbered(number: int, what: Text) -> Message:
    """Write a choice behind its number."""
    return msg("numbered", "{number}: {what}", number=number, what=what)


def number_of(text: str) -> int:
    """Read the number that *text* writes in ASCII digits, 0 if it is none or far too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def ask_or_quit(screen: Screen, question: Text) -> str:
    """Ask *question*; raises `Quit` for that word, and `EOFError` at the end of the input."""
    text = screen.ask(question).strip()
    if Vocabulary(screen.language).command(text) == "quit":
        raise Quit
    return text


def ask_one(screen: Screen, question: Text, answers: Sequence[Text]) -> int:
    """Ask for one of *answers*, where there are several, as `ask_or_quit` does; return its index.

    An empty line takes the first.
    """
    if len(answers) == 1:
        return 0
    screen.say(question, *map(numbered, range(1, len(answers) + 1), answers))
    while True:
        text = ask_or_quit(screen, msg("ask-number", "Number (Enter for 1):"))
        if not text:
            return 0
        if 1 <= number_of(text) <= len(answers):
            return number_of(text) - 1
        screen.say(
            msg(
                "no-such-choice",
                'Please type a number from 1 to {most}, not "{text}".',
                most=len(answers),
                text=text,
            )
        )


def agrees(screen: Screen, question: Message) -> bool:
    """Ask a question that only the word for yes answers with yes."""
    answer = screen.ask(question).strip().casefold()
    return answer in (YES.text, screen.words(YES).casefold())


def draw_choices(
    screen: Screen, vocabulary: Vocabulary, numbers: Sequence[int], choices: Sequence[Choice]
) -> None:
    """Lay *choices* out in a grid, those of one group on a line."""
    groups: dict[str, list[str]] = {}
    for number, choice in zip(numbers, choices, strict=True):
        shown = f"{number:>2} {vocabulary.own(choice.notation)}"
        short = screen.words(choice.short)
        item = f"{shown}  {short}" if short else shown
        groups.setdefault(screen.words(choice.group), []).append(item)
    widths = [display_width(item) for items in groups.values() for item in items]
    # One grid for all lines; the few long ones, of special cards, do not widen it.
    column = max((width for width in widths if width <= WIDEST_ITEM), default=0) + GAP
    heads = [display_width(group) for group in groups]
    begin = max((head for head in heads if head <= WIDEST_GROUP), default=0)
    begin = max(2, begin) + 1 if begin else 0
    for (group, items), head in zip(groups.items(), heads, strict=True):
        # A group's name never runs into the number behind it.
        first = group + " " * max(1, begin - head) if group else ""
        for line in flow(items, screen.width, first, column):
            screen.line(line)


def flow(items: list[str], width: int, first: str, column: int) -> list[str]:
    """Set *items* behind *first*, each at a multiple of *column*, in lines of at most *width*."""
    indent = " " * display_width(first)
    room = width - len(indent)
    cells = []
    for item in items:
        taken = display_width(item)
        if taken <= room:
            blanks = -(taken + GAP) % column + GAP - 1
            item = (item + " " * min(blanks, room - taken)).replace(" ", TIE)
        else:  # it is wrapped at its blanks, and the next begins a new line
            item += "\n"
        cells.append(item)
    lines = wrap(" ".join(cells).rstrip(), width, first, indent)
    return [line.replace(TIE, " ").rstrip() for line in lines]
