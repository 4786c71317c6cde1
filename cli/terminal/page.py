"""One screen a decision: table, story, choices and prompt, drawn in place on a terminal."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, NamedTuple

from ...core.session.vocabulary import Vocabulary
from ...core.text import Text, msg
from ...core.width import display_width, fitting
from ..exits import leaving_in_order
from ..screen import Screen
from ..wrapping import Headed, in_leaves, whole_parts, wrap
from .arrow_keys import TOO_EARLY, typed_so_far

LEAST_WIDTH = 40
LEAST_HEIGHT = 16
"""Size of the smallest terminal that is drawn on in place; on a smaller one, text scrolls."""

LEAST_STORY = 2
"""Lines of the story that are shown where the choices could take all the room."""

MOST_BEFORE = 60
"""Sentences of the story before the last decision that are kept for a high screen."""

ESSENTIAL = 1
"""Least weight of the parts of the story that are never cut: what others did; see `News`."""

LEAST_CHOICES = 4
"""Lines of choices that are shown where notes could take all the room."""

OPEN, CLOSE = "\x1b[?1049h\x1b[2J", "\x1b[?1049l"
"""Control sequences to get a screen of its own, and to bring the old one back."""


class Told(NamedTuple):
    """A part of the story: in full, in brief, and how much it matters (see `News`)."""

    full: Sequence[str]
    brief: Sequence[str]
    weight: int = 0


class TerminalPage:
    """The screen of a decision; what is said between two decisions is the story.

    Attributes:
        heads: what stands in the first line, which may begin with a later one if it is too long.
        question: what is asked, above the choices.
        table: draws the table at the present width.
        extra: what is shown below the table where there is room.
        listed: the lines that can be seen now among which the choices are.
        decides: true while somebody decides; what is said meanwhile are notes, not the story.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen, self.decides = screen, False
        self.wipe()
        self._asked = ""
        self._leaf, self._leaves = 0, 1
        self._paints = self._fresh = False

    def wipe(self) -> None:
        """Forget what the screen shows."""
        self.heads: Sequence[Text] = ()
        self.question: Text = ""
        self.table: Callable[[], list[str]] = list
        self.extra: Text = ""
        self.listed: Sequence[str] = ()
        self._choices: Callable[[], list[list[str]]] = list
        self._part, self._parts = 0, 1
        self._sought = ""
        self._before: list[Told] = []
        """Story up to the last decision, shown if there is room."""
        self._story: list[Told] = []
        self._notes: list[str] = []
        self._tip = -1
        """Place in the notes of the tip that is given unasked; its reasons follow it."""
        self._advice = -1
        """Number of notes from before the first answer, which stay; -1 before the decision."""
        self._answers = False
        """True if the notes answer something that was typed."""
        self._primer, self._primed = 0, True
        """Number of the first notes, shown before the page if it has no room; if they were seen."""
        self._apart: list[str] = []
        """Those of the first notes that were shown before the page."""
        self._signs = 0, 0
        """Where the notes on new signs begin and end: a list, the most important first."""
        self._read_apart = False
        """True if the story of this decision had no room on the page, and was shown before it."""
        self._reading: list[str] = []
        self.read_out(())
        self._left: list[str] = []
        """Text that was left for another one, and comes back after it."""

    def offer(
        self, question: Text, choices: Callable[[], list[list[str]]], sought: str = ""
    ) -> None:
        """Ask *question*, with what lists the *choices* at the present width.

        The list may have several forms, the roomiest first.  Where only a part of it can be shown,
        begin with the part that has the text *sought*.
        """
        self.question, self._choices = question, choices
        self._sought, self._part = sought, 0

    @contextlib.contextmanager
    def instead(self, choices: Callable[[], list[list[str]]]) -> Iterator[None]:
        """List *choices* for a while, in place of what is on offer."""
        before, self._choices = self._choices, choices
        try:
            yield
        finally:
            self._choices = before

    def begin_story(self) -> None:
        """Begin what happens after a decision."""
        self._end()
        self._before = [*self._before, *self._story][-MOST_BEFORE:]
        self._story = []

    def retell(self) -> None:
        """Forget the story, which has been taken back."""
        self._end()
        self._before, self._story = [], []

    def _end(self) -> None:
        """End a decision."""
        self.decides = self._answers = self._read_apart = False
        self._notes, self._apart, self._primer, self._signs = [], [], 0, (0, 0)
        self._advice = self._tip = -1

    def keep_primer(self) -> None:
        """Take what was said in this decision for what has to be seen, if need be before it."""
        self._primer, self._primed = len(self._notes), False

    def mark_signs(self) -> None:
        """Take what is said between two calls for a list of signs, which may be cut at its end."""
        self._signs = self._signs[1], len(self._notes)

    def begin_tip(self) -> None:
        """Take what is said next for a tip, which stays; asked for again, it is an answer."""
        self._tip = len(self._notes) if self._tip < 0 else self._tip

    def story_so_far(self) -> list[str]:
        """Return the story since the last decision."""
        return [words for told in self._story for words in told.full]

    def hear(self, words: str) -> None:
        """Take in what the game says: a part of the story, or a note on what was typed."""
        if words.strip() and self.decides:
            self._notes.append(words)
        elif words.strip():
            self._story.append(Told([words], [words]))

    def tell(self, told: Told) -> None:
        """Take in a part of the story."""
        full, brief = ([words for words in text if words.strip()] for text in told[:2])
        if full:
            self._story.append(Told(full, brief, told.weight))

    def end_round(self, scored: Sequence[str]) -> None:
        """Let what has led to the end of a round, and what was *scored*, be read on a page."""
        self.read_out([*self._reading, *self._in_brief(), *scored])
        self._before, self._story = [], []

    def ask(self, prompt: str, read: Callable[[str], str]) -> str:
        """Return what *read* returns for the *prompt* below the page; Enter alone turns leaves."""
        self._asked, self._leaf = prompt, 0
        if self._advice < 0:
            self._advice = len(self._notes)
        try:
            while True:
                self._paint()
                typed = read("> " if self._reading else prompt)  # what is read has its own keys
                command, _ = Vocabulary(self.screen.language).command_about(typed.strip())
                back = command == "quit"
                # What is asked on the page behind this text cannot be answered yet.
                if not self._reading or ((typed if self._answers else command) and not back):
                    break
                self._leaf = self._leaves if back else self._leaf + 1
                if self._leaf == self._leaves:
                    self._notes = self._notes[: self._advice]
                    self.read_out(self._left)
                    self._answers = self._answers and not self._left
                    self._left, self._leaf = [], 0
                    if (early := typed.strip()) and not back:
                        self._notes.append(self.screen.words(TOO_EARLY.filled(text=early)))
        finally:
            self._asked = ""
        self._notes = self._notes[: self._advice]
        self._left, self._reading = [] if self._answers else self._reading, []
        self._answers = self._primed = True
        return typed

    def turn(self) -> bool:
        """Show the next part of the choices, the first after the last; false if all are shown."""
        self._part = (self._part + 1) % self._parts
        self._sought = ""
        return self._parts > 1

    def read_out(self, lines: Sequence[str], *, newest: bool = False, below: bool = False) -> None:
        """Show *lines*, a screenful at a time and perhaps the *newest* first, until an answer.

        They stand *below* the table if all of them have room there.
        """
        self._reading, self._newest, self._below = [*lines], newest, below

    # Drawing.

    def lines(self) -> list[str]:
        """Lay out the page in lines that fit on the screen, with room for the prompt."""
        screen, width = self.screen, self.screen.width
        # The prompt needs room, and so does the cursor after Enter.
        height = screen.height - self._asked.count("\n") - 2
        above = self._above()
        asked = self._asking(width)
        forms = self._choices() or [[]]
        heading = forms[-1].heading + 1 if isinstance(forms[-1], Headed) else 0
        few = min(LEAST_CHOICES + heading, len(forms[-1]))
        del above[max(0, height - (least := len(asked) + few)) :]
        news = [] if self._read_apart else self._news()
        new = 0 if self._answers else len(news)  # else they have been read
        # The choices of one card are read together; what is explained yields to them.
        whole = len(asked) + len(forms[-1])
        tip = len(wrap(self._notes[self._tip], width)) if 0 <= self._tip < len(self._notes) else 0
        if isinstance(forms[-1], Headed) and whole + len(above) + new + tip + 2 <= height:
            least = whole
        # Whatever is explained yields to who took what, except the answer to something typed.
        notes = self._notes
        advice = len(notes) if self._advice < 0 else min(self._advice, len(notes))
        answers = notes[advice:] if self._answers else []  # with a hint that is shown already
        again = [at for at in range(advice) if notes[at] in answers]
        again += range(self._tip, advice) if self._tip in again else ()
        texts = [[] if at in again else wrap(note, width) for at, note in enumerate(notes)]
        most = max(0, height - least - len(above) - 1 - new)
        for place in self._yielding(advice):  # help has it as well
            if sum(map(len, texts)) <= most:
                break
            texts[place] = []
        if unseen := [notes[at] for at in range(self._primer) if not (texts[at] or self._primed)]:
            self._primed, self._apart, self._read_apart = True, unseen, True
            signs = notes[slice(*self._signs)]
            apart = [note if note in signs[:-1] else f"{note}\n" for note in unseen]
            read = "\n".join([*self._in_brief(), *apart])  # after what it is about
            self.read_out(read.strip().split("\n"), below=True)
            return self._leaf_read()
        notes = [line for text in texts for line in text]
        if len(notes) > most:
            self.read_out(notes, below=True)
            return self._leaf_read()
        story = [line for told in self._story for text in told.full for line in wrap(text, width)]
        shortest = 0 if least == whole else 1 if len(notes) > 1 else LEAST_STORY
        needed = len(notes) + max(min(len(story), shortest), len(news))
        room = height - len(above) - len(asked)
        choices = max(few, room - needed - bool(needed))
        # All choices are needed before what the reader has done, or has read.
        fits = [choices, room - len(notes) - new - bool(notes or new)]
        listed = next((form for most in fits for form in forms if len(form) <= most), None)
        self._parts = 1
        listed = self._part_of(forms[-1], choices) if listed is None else listed
        self.listed = listed
        room -= len(listed) + len(notes) + 1
        lost = (self._parts > 1 and heading) or (0 <= self._tip < advice and not texts[self._tip])
        if news and (lost or len(news) > room) and not self._answers:
            self._read_apart = True
            self.read_out(news, below=True)
            return self._leaf_read()
        if len(story) > room and (self._read_apart or (self._answers and len(news) > room)):
            story = []
        elif len(story) > room:
            story = self._briefly(width, max(0, room), news)
        else:
            extra = wrap(screen.words(self.extra), width) if self.extra else []
            if len(extra) <= room - len(story):
                above += extra
                room -= len(extra)
            for told in reversed(self._before):
                lines = [line for text in told.full for line in wrap(text, width)]
                if len(lines) > room - len(story):
                    break
                story = [*map(screen.faint, lines), *story]
        rule = [self._rule(width)] * bool((story or notes) and room >= 0)
        return [*above, *rule, *story, *notes, *asked, *listed]

    def _yielding(self, advice: int) -> list[int]:
        """Return the places of the first *advice* notes in the order in which they give way: what
        is explained, the reasons of a tip from the last on, the primer, the tip.  What was read
        gives way before that, and of signs the last one first."""
        tip = self._tip if 0 <= self._tip < advice else advice
        first, end = self._signs
        told = [*range(first), *reversed(range(first, end)), *range(end, tip)]
        primer, reasons = told[: self._primer], reversed(range(tip + 1, advice))
        read = [at for at in primer if self._answers or self._notes[at] in self._apart]
        yields = dict.fromkeys([*read, *told[self._primer :], *reasons, *primer])
        return [*yields, *range(tip, min(tip + 1, advice))]

    def _leaf_read(self) -> list[str]:
        """Return the lines of the text that are shown now."""
        lines = [part for line in self._reading for part in wrap(line, self.screen.width)]
        room = max(1, self.screen.height - 4)
        above = [*self._above(), self._rule(self.screen.width)] * self._below
        above *= room - len(above) >= len(lines)
        room -= len(above)
        if self._newest and len(lines) > room:  # the page that is seen first is full
            lines = [*[""] * (-len(lines) % room), *lines]
        self._leaves = len(leaves := in_leaves(lines, room))
        self._leaf = min(self._leaf, self._leaves - 1)
        number = self._leaves - self._leaf if self._newest else self._leaf + 1
        self.listed = leaves[number - 1]
        back, then = msg("read-back", "Enter or q: close"), msg("read-then", "Enter: continue")
        below = back if self._answers else then
        if self._leaf + 1 < self._leaves:
            on = msg("read-on", "Enter: next page, q: close ({number}/{of})")
            before = msg("read-before", "Enter: previous page, q: close ({number}/{of})")
            below = (before if self._newest else on).filled(number=number, of=self._leaves)
        return [*above, *self.listed, "", self.screen.words(below)]

    def _above(self) -> list[str]:
        """Return the first line and the table."""
        width = self.screen.width
        return [self.screen.bold(self._head(width)), *self.table()] if self.heads else []

    def _head(self, width: int) -> str:
        """Return the first line; a long one lacks the game's name, or what comes last."""
        name, variant, *rest = " · ".join(map(self.screen.words, self.heads)).split(" · ")
        shorter = [[name, variant, *rest], [name, *rest], rest]
        shorter += [rest[:end] for end in range(len(rest) - 1, 0, -1)]
        lines = [" · ".join(filter(None, part)) for part in shorter]
        fits = (line for line in lines if display_width(line) <= width)
        head = next(fits, (rest or [name])[0])
        return head[: fitting(head, width)]

    def _asking(self, width: int) -> list[str]:
        """Return the question in a rule, or below one if it is too long."""
        question = self.screen.words(self.question)
        if not question or display_width(question) <= width - 6:
            return [self._rule(width, question)] if question else []
        return [self._rule(width), *wrap(question, width)]

    def _briefly(self, width: int, room: int, news: list[str]) -> list[str]:
        """Return the story in brief, a line for each action; if it is long, what matters most."""
        told = [
            (one.weight, [line for text in one.brief for line in wrap(text, width, "", "  ")])
            for one in self._story
        ]
        kept = [True] * len(told)
        order = sorted(range(len(told)), key=lambda at: told[at][0])  # of equal ones the oldest
        for cut in order:
            shown = sum(len(lines) for (_, lines), keep in zip(told, kept, strict=True) if keep)
            if shown <= room:
                break
            if told[cut][0] >= ESSENTIAL:
                return news[-room:] * bool(room)
            kept[cut] = False
        lines = [line for (_, own), keep in zip(told, kept, strict=True) if keep for line in own]
        lines = lines or [*(told[order[-1]][1] if order else ())]
        return lines if len(lines) <= room else []  # no part of a sentence

    def _news(self) -> list[str]:
        """Return what matters most in the story; what ends together has lines of its own."""
        parts, before = [""], ""
        for told in self._story:
            if told.weight < ESSENTIAL or not told.brief:
                continue
            first, *rest = (one if one.endswith((".", "!")) else f"{one}." for one in told.brief)
            who, colon, what = first.partition(": ")
            if rest:
                parts += [first, *rest, ""]
            elif parts[-1] and colon and who == before:  # the first of several says whose they are
                parts[-1] = f"{parts[-1].removesuffix('.')}; {what}"
            else:
                parts[-1] = f"{parts[-1]} {first}".lstrip()
            before = who
        return [line for part in parts if part
                for line in wrap(part, self.screen.width, "", "  ")]  # fmt: skip

    def _in_brief(self) -> list[str]:
        """Return all of the story in few words, with a blank line after it."""
        return [*(text for told in self._story for text in told.brief), ""]

    def _part_of(self, listed: list[str], room: int) -> list[str]:
        """Return the part of the choices *listed* that is shown now, with what says so."""
        heading: list[str] = []
        if isinstance(listed, Headed):
            heading, listed = listed[: listed.heading], listed[listed.heading :]
            room -= len(heading)
        parts = whole_parts(listed, room - 1)
        self._parts = len(parts)
        self._part %= self._parts
        if self._sought:
            # A number at the beginning is that of a choice; within a sentence it may be another.
            found = [(at, line) for at, part in enumerate(parts)
                     for line in part if self._sought in line]  # fmt: skip
            begun = [at for at, line in found if line.startswith(self._sought)]
            self._part = next(iter(begun or [at for at, _ in found]), 0)
        shown = parts[self._part]
        number, of = self._part + 1, self._parts
        text = msg("more-choices", "More choices: Enter ({number}/{of})", number=number, of=of)
        if number == of:
            text = msg("first-choices", "The first choices: Enter ({number}/{of})",
                       number=number, of=of)  # fmt: skip
        return [*heading, *shown, self.screen.words(text)]

    def _rule(self, width: int, title: str = "") -> str:
        drawn = self.screen.bold(title)
        begun = f"── {drawn} " if title else ""
        taken = display_width(title) + 4 if title else 0
        return begun + "─" * (width - taken)

    def _paint(self, clear: bool = False) -> None:
        """Draw everything, on a *clear* screen if wanted; again if the size changes meanwhile."""
        self._paints = True
        try:
            while clear or not self._fresh:
                self._fresh = True
                lines = self._leaf_read() if self._reading else self.lines()
                # All of them: what was typed while nobody asked may stand anywhere.
                rows = "".join(f"\x1b[K{line}\r\n" for line in lines)
                self._put("\x1b[2J" * clear + f"\x1b[H{rows}\x1b[J")
                clear = False
        finally:
            self._paints = False
            self._fresh = False

    def _put(self, text: str) -> None:
        # Not print(): a signal may come in the midst of it, and its handler writes as well.
        out = self.screen.out
        data = text.encode(out.encoding, out.errors or "strict")
        while data:
            data = data[os.write(out.fileno(), data) :]

    # The terminal.

    def open(self) -> None:
        """Get a screen of its own."""
        self.screen.out.flush()
        self._put(OPEN)

    def close(self) -> None:
        """Bring back the screen as it was before, unless nobody is there any more."""
        with contextlib.suppress(OSError):
            self._put(CLOSE)

    def repaint(self) -> None:
        """Draw everything anew, with what has been typed so far."""
        if self._paints:
            self._fresh = False
            return
        self._paint(clear=True)
        if self._asked:
            self._put(self._asked + typed_so_far())

    def suspended(self, number: int, frame: FrameType | None) -> None:
        """Leave the terminal as it was while the program stands still (Ctrl-Z)."""
        import termios  # which Windows lacks, and this signal as well

        mode = termios.tcgetattr(0)
        self.close()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # stands here until it goes on
        signal.signal(number, self.suspended)
        termios.tcsetattr(0, termios.TCSADRAIN, mode)  # the shell has set its own
        self._put(OPEN)
        self.repaint()


@contextlib.contextmanager
def page_of(screen: Screen, wanted: bool) -> Iterator[TerminalPage | None]:
    """Draw in place what *screen* says, if it is *wanted* and the terminal can do it."""
    people = screen.terminal and screen.asks_terminal and not (screen.dumb or screen.accessible)
    large = screen.width >= LEAST_WIDTH and screen.height >= LEAST_HEIGHT
    if not (wanted and people and large) or screen.plain:
        yield None
        return
    page = TerminalPage(screen)
    handlers: dict[str, Any] = {"SIGWINCH": lambda *_: page.repaint(), "SIGTSTP": page.suspended}
    before = {}
    for name, handler in handlers.items():
        number = getattr(signal, name, None)  # Windows has neither
        if number and signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, handler)
    page.open()
    screen.page = page
    texts: list[str] = []
    try:
        with leaving_in_order():
            yield page
        texts = page.story_so_far()
    finally:
        screen.page = None
        for number, handler in before.items():
            signal.signal(number, handler)
        page.close()
        screen.say(*texts)  # what has happened last is not seen otherwise
