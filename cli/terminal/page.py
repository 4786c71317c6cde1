"""One screen a decision: table, story, choices and prompt, drawn in place on a terminal."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from ...core.text import Text, msg
from ...core.width import display_width, fitting
from ..screen import Screen
from ..wrapping import wrap

LEAST_WIDTH = 40
LEAST_HEIGHT = 16
"""Size of the smallest terminal that is drawn on in place; on a smaller one, text scrolls."""

LEAST_TOLD = 2
"""Lines of the story that are shown where the choices could take all the room."""

LEAST_CHOICES = 3
"""Lines of choices that are shown where notes could take all the room."""

OPEN, CLOSE = "\x1b[?1049h\x1b[2J", "\x1b[?1049l"
"""Control sequences to get a screen of its own, and to bring the old one back."""


class Page:
    """The screen of a decision; what is said between two decisions is the story.

    Attributes:
        heads: what stands in the first line, which may begin with a later one if it is too long.
        question: what is asked, above the choices.
        table: draws the table at the present width.
        extra: what is shown below the table where there is room.
        choices: lists the choices at the present width in one or more forms, roomiest first.
        decides: true while somebody decides; what is said meanwhile are notes, not the story.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.decides = False
        self.wipe()
        self._asked = ""
        self._reading: list[str] = []

    def wipe(self) -> None:
        """Forget what the screen shows."""
        self._drawn: list[str] = []
        self.heads: Sequence[Text] = ()
        self.question: Text = ""
        self.table: Callable[[], list[str]] = list
        self.extra: Text = ""
        self.choices: Callable[[], list[list[str]]] = list
        self._story: list[str] = []
        self._earlier = 0
        self._notes: list[str] = []
        self._skipped = 0

    def begin_story(self) -> None:
        """Begin what happens after a decision; what was told before is shown if there is room."""
        self.decides = False
        self._earlier = len(self._story)
        self._skipped = 0

    def hear(self, words: str) -> None:
        """Take in what the game says: a part of the story, or a note on what was typed."""
        if words.strip():
            (self._notes if self.decides else self._story).append(words)

    def ask(self, prompt: str, read: Callable[[str], str]) -> str:
        """Draw the page, and return what *read* returns for the *prompt* below it."""
        self._asked = prompt
        typed = ""
        try:
            while not typed:
                reading = self._reading
                self._paint()
                typed = read(prompt)
                self._reading = []
                if not reading:
                    break
        finally:
            self._asked = ""
        if display_width(prompt) + display_width(typed) > self.screen.width:
            self._drawn = []  # it may have scrolled
        self._notes = []
        return typed

    def turn(self) -> None:
        """Show the next choices, if there are more than fit on the screen."""
        self._skipped += 1

    def read_out(self, lines: Sequence[str]) -> None:
        """Show *lines*, a screenful at a time, in place of the page; then it can be asked again."""
        room = self.screen.height - 3
        parts = [lines[start : start + room] for start in range(0, len(lines), room)]
        for number, part in enumerate(parts[:-1], 1):
            self._write([*part])
            asked = msg("read-on", "Enter goes on ({number}/{of}):", number=number, of=len(parts))
            if self.screen.read(self.screen.words(asked) + " "):
                return
        self._reading = [*parts[-1]]

    # Drawing.

    def lines(self) -> list[str]:
        """Lay out the page in lines that fit on the screen, with room for the prompt."""
        screen, width = self.screen, self.screen.width
        height = screen.height - 2  # the prompt, and a line for the cursor after Enter
        above = [screen.bold(self._head(width)), *self.table()] if self.heads else []
        asked = [self._rule(width, screen.words(self.question))] if self.question else []
        least = len(asked) + LEAST_CHOICES
        del above[max(0, height - least) :]
        notes = [line for note in self._notes for line in wrap(note, width)]
        del notes[max(0, height - least - len(above) - 1) :]
        story = [line for text in self._story[self._earlier :] for line in wrap(text, width)]
        told = len(notes) + min(len(story), LEAST_TOLD)
        forms = self.choices() or [[]]
        room = height - len(above) - len(asked)
        choices = max(LEAST_CHOICES, room - told - bool(told))
        listed = next((form for form in forms if len(form) <= choices), None)
        if listed is None:
            listed = self._part(forms[-1], choices)
        room -= len(listed) + len(notes) + 1
        if len(story) > room:
            story = self._briefly(width, max(0, room))
        extra = wrap(screen.words(self.extra), width) if self.extra else []
        if len(extra) <= room - len(story):
            above += extra
            room -= len(extra)
        before = [line for text in self._story[: self._earlier] for line in wrap(text, width)]
        if len(story) < room:
            story = [*map(screen.faint, before[len(before) - room + len(story) :]), *story]
        rule = [self._rule(width)] if story or notes else []
        return [*above, *rule[: max(0, room + 1)], *story, *notes, *asked, *listed]

    def _head(self, width: int) -> str:
        """Return the first line; a long one lacks the game's name, or what comes last."""
        parts = " · ".join(map(self.screen.words, self.heads)).split(" · ")
        own = len(self.heads) - 1
        shorter = [parts[start:] for start in range(own + 1)]
        shorter += [parts[own:end] for end in range(len(parts) - 1, own, -1)]
        fits = (line for part in shorter if display_width(line := " · ".join(part)) <= width)
        head = next(fits, parts[own])
        return head[: fitting(head, width)]

    def _briefly(self, width: int, room: int) -> list[str]:
        """Return the story in one paragraph; of a longer one its end."""
        lines = wrap(" ".join(self._story[self._earlier :]), width - 2, "", "  ")
        if len(lines) > room > 0:
            lines = lines[-room:]
            lines[0] = f"… {lines[0].strip()}"
        return lines[:room]

    def _part(self, listed: list[str], room: int) -> list[str]:
        """Return the part of the choices *listed* that is shown now, with what says so."""
        parts = -(-len(listed) // (room - 1))
        part = self._skipped % parts
        told = msg("more-choices", "More choices: Enter ({number}/{of})", number=part + 1, of=parts)
        return [*listed[part * (room - 1) :][: room - 1], self.screen.words(told)]

    def _rule(self, width: int, title: str = "") -> str:
        title = title[: fitting(title, width - 6)]
        drawn = self.screen.bold(title)
        begun = f"── {drawn} " if title else ""
        taken = display_width(title) + 4 if title else 0
        return begun + "─" * (width - taken)

    def _paint(self) -> None:
        self._write(self._reading or self.lines())

    def _write(self, lines: list[str]) -> None:
        """Show *lines*, and place the cursor below; lines that are there already are kept."""
        drawn = self._drawn
        out = [
            f"\x1b[{row};1H{line}\x1b[K"
            for row, line in enumerate(lines, 1)
            if row > len(drawn) or drawn[row - 1] != line
        ]
        self._drawn = lines
        self._put("".join(out) + f"\x1b[{len(lines) + 1};1H\x1b[J")

    def _put(self, text: str) -> None:
        print(text, end="", file=self.screen.out, flush=True)

    # The terminal.

    def open(self) -> None:
        """Get a screen of its own."""
        self._drawn = []
        self._put(OPEN)

    def close(self) -> None:
        """Bring back the screen as it was before, unless nobody is there any more."""
        with contextlib.suppress(OSError):
            self._put(CLOSE)

    def repaint(self) -> None:
        """Draw everything anew, with what has been typed so far."""
        self._drawn = []
        self._put("\x1b[2J")
        if self._asked:
            self._paint()
            self._put(self._asked + typed_so_far())

    def resized(self, number: int, frame: FrameType | None) -> None:
        """Draw for the new size of the terminal; a handler of ``SIGWINCH``."""
        self.repaint()

    def suspended(self, number: int, frame: FrameType | None) -> None:
        """Leave the terminal as it was while the program stands still (Ctrl-Z)."""
        self.close()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # stands here until it goes on
        signal.signal(number, self.suspended)
        self._put(OPEN)
        self.repaint()


def typed_so_far() -> str:
    """Return what is on the line that is being typed."""
    with contextlib.suppress(ImportError):
        import readline

        return readline.get_line_buffer()
    return ""


@contextlib.contextmanager
def page_of(screen: Screen, wanted: bool) -> Iterator[Page | None]:
    """Draw in place what *screen* says, if it is *wanted* and the terminal can do it."""
    people = screen.terminal and screen.asks_terminal and not (screen.dumb or screen.accessible)
    large = screen.width >= LEAST_WIDTH and screen.height >= LEAST_HEIGHT
    if not (wanted and people and large) or screen.plain:
        yield None
        return
    page = Page(screen)
    handlers: dict[str, Any] = {"SIGWINCH": page.resized, "SIGTSTP": page.suspended}
    before = {}
    for name, handler in handlers.items():
        if number := getattr(signal, name, None):  # Windows has neither
            before[number] = signal.signal(number, handler)
    page.open()
    screen.page = page
    try:
        yield page
    finally:
        screen.page = None
        for number, handler in before.items():
            signal.signal(number, handler)
        page.close()
