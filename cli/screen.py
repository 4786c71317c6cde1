"""The screen: everything people read goes there, in their language and at their width."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol

from ..core.rules.characters import FORBIDDEN
from ..core.text import Language, Message, Text, msg
from .choose_language import own_language
from .wrapping import wrap

if TYPE_CHECKING:
    from ..core.errors import PluginError
    from ..core.hooks.provider import Provider

STAND_INS = str.maketrans(
    "–·•„“”’‘×éëÉ█\xa0\u202f🟢🔶🟥❌", '---"""\'\'xeeE#  o-xX'
) | str.maketrans(
    {"…": "...", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)
"""Stand-ins for characters that an encoding lacks: not "?", which the notation uses."""


def plain(text: str) -> str:
    """Remove everything from *text* that could steer a terminal; line breaks stay.

    For whatever others wrote: typed input, file names, the names in a rule set.
    """
    return FORBIDDEN.sub("", text.replace("\t", " ").replace("\r", ""))


class Drawn(Protocol):
    """Page that takes in all that is said, and draws it in place (`TerminalPage`)."""

    def hear(self, words: str) -> None:
        """Take in *words*."""

    def wipe(self) -> None:
        """Forget what the screen shows."""

    def ask(self, prompt: str, read: Callable[[str], str]) -> str:
        """Draw it, and return what *read* returns for the *prompt*."""

    def instead(
        self, choices: Callable[[], list[list[str]]]
    ) -> contextlib.AbstractContextManager[None]:
        """List *choices* for a while, in place of what is on offer."""


class Screen:
    """A terminal, or the file or pipe that stands in for one.

    *language* may be changed at any time.  *color* is what the reader allows: it is only used
    where the output is a terminal and neither ``NO_COLOR`` nor ``TERM=dumb`` is set.
    """

    def __init__(self, language: Language, *, color: bool = True, accessible: bool = False) -> None:
        self.language = language
        self.accessible = accessible
        """True for plain sentences instead of drawings."""
        self.confirms = True
        """True if the last card of a turn is asked about, before it is final."""
        self.plays_forced: bool | None = None
        """True if the only possible choice is played at once; ``None`` leaves it to the game."""
        self.refused: Collection[str] = ()
        """Options for what is shown that a match has kept, and that are taken off again."""
        self.greets = True
        """True before the first game of several, which is asked for with a welcome."""
        self.plain = False
        """True if text scrolls, even where a `TerminalPage` could be drawn in place."""
        self.page: Drawn | None = None
        """A page that is drawn in place; it takes in whatever is said."""
        self.completions: Sequence[str] = ()
        """Texts that the Tab key completes in the next line that is typed."""
        self.out: Any = sys.stdout
        """The real standard output, even while `Aside` replaces it; ``None`` if there is none."""
        self.terminal = is_terminal(sys.stdout)
        """True where a person looks at the output right now."""
        self.asks_terminal = is_terminal(sys.stdin)
        """True where a person types the input."""
        self.dumb = os.environ.get("TERM") == "dumb"
        self.color = color and self.terminal and not (os.environ.get("NO_COLOR") or self.dumb)
        self.debug = False
        self.without: tuple[str, ...] = ()
        """The names of plugins that are not loaded."""
        self.plugin_trace = False
        self.blame: Callable[[BaseException], Provider | None] = lambda error: None
        """Function that finds the plugin an error comes from, else ``None``; set by `begin`."""
        self._faults: list[Message] = []
        self.said: list[str] = []
        """Lines that people who listen can hear again; unless set, those since the last answer."""

    @property
    def width(self) -> int:
        """The number of columns: the terminal's, 80 in a pipe, at least 20."""
        return max(20, shutil.get_terminal_size((80, 24)).columns)

    @property
    def height(self) -> int:
        """The number of lines: the terminal's, 24 in a pipe."""
        return shutil.get_terminal_size((80, 24)).lines

    def words(self, text: Text) -> str:
        """Return *text* in the reader's language, without anything that could steer a terminal."""
        said = plain(self.language.say(text))
        if self.accessible and "×" in said:
            times = self.language.say(msg("said-times", "times"))
            said = re.sub(r"\b1 × ", "", said).replace(" × ", f" {times} ")
        return said

    def say(self, *texts: Text) -> None:
        """Say each of *texts* on lines of its own, wrapped to the width of a terminal."""
        for text in texts:
            if self.page is not None:
                self.page.hear(self.words(text))
            else:
                self.line("\n".join(self.lines(text)))

    def lines(self, text: Text, terminal: bool | None = None) -> list[str]:
        """Return the `words` of *text* in lines, wrapped if they are for a *terminal*.

        That is by default where the output is one.
        """
        words = self.words(text)
        wraps = self.terminal if terminal is None else terminal
        # A break would be heard as a pause; screen readers find their way within a sentence.
        return wrap(words, self.width) if wraps and not self.accessible else words.split("\n")

    def line(self, drawn: str = "") -> None:
        """Show *drawn* as it is; pass texts of others through `words`, `bold` or `plain` before."""
        if self.page is not None:
            self.page.hear(drawn)
        else:
            if self.accessible:  # `again` repeats it
                self.said.append(drawn)
            print(drawn, file=self.out)

    def json(self, value: object) -> None:
        """Show *value* as JSON, in ASCII so that no text in it can steer a terminal."""
        from json import dumps  # not for --version and --help

        self.line(dumps(value, indent=2))

    def clear(self) -> None:
        """Clear the terminal, if there is one, with all that could be brought back to it."""
        self.completions = ()
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()
        if self.page is not None:
            self.page.wipe()
        if self.terminal:  # the reader of a file or a pipe has it all anyway
            cleared = "\n" * self.height if self.dumb else "\x1b[2J\x1b[3J\x1b[H"
            print(cleared, end="", file=self.out, flush=True)

    def bold(self, text: str) -> str:
        """Return *text*, without what could steer a terminal, bold where there is colour."""
        return f"\x1b[1m{plain(text)}\x1b[0m" if self.inks else plain(text)

    def faint(self, text: str) -> str:
        """Return *text*, without what could steer a terminal, faint where there is colour."""
        return f"\x1b[2m{plain(text)}\x1b[0m" if self.inks else plain(text)

    @property
    def inks(self) -> bool:
        """True if text may be bold or faint, which who listens would hear as signs."""
        return self.color and not self.accessible

    def ask(self, prompt: Text) -> str:
        """Show *prompt* and return the line typed; raises `EOFError` at the end of the input.

        To who listens, `AGAIN` tells once more what was `said`.
        """
        while (typed := self._ask(prompt)) and self.accessible and self._is_again(typed):
            for line in self.said:
                print(line, file=self.out)
        self.said = []
        return typed

    def _is_again(self, typed: str) -> bool:
        from ..core.session.vocabulary import AGAIN, other_words  # not for --version and --help

        return typed.strip().casefold() in other_words(AGAIN, self.language)

    def _ask(self, prompt: Text) -> str:
        question = "\n".join(self.lines(prompt, self.terminal and self.asks_terminal))
        if self.terminal and self.asks_terminal:
            asked = f"{question} "
            return self.page.ask(asked, self.read) if self.page else self.read(asked)
        # Nobody's keys are echoed here, so the answer is written behind the question.
        print(question, end=" ", file=self.out, flush=True)
        answer = sys.stdin.readline() if sys.stdin else ""
        typed = plain(answer.rstrip("\r\n"))
        print(typed, file=self.out)
        if not answer:
            raise EOFError
        return typed

    def read(self, prompt: str) -> str:
        """Return the line typed at the terminal behind *prompt*; Tab completes `completions`."""
        with contextlib.suppress(ImportError):  # Windows has arrow keys without it
            import readline

            readline.set_completer_delims("")
            readline.set_completer(self._complete)
            readline.parse_and_bind("tab: complete")
            # A page has the choices on it already, and must not scroll.
            silent = None if self.page is None else (lambda *found: None)
            readline.set_completion_display_matches_hook(silent)
        with contextlib.redirect_stdout(self.out):  # readline needs the terminal
            return plain(input(prompt))

    @contextlib.contextmanager
    def unechoed(self) -> Iterator[None]:
        """Do not show the keys that are pressed meanwhile: they would stand in what is drawn."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(ImportError):  # Windows
                import termios

                if self.terminal and self.asks_terminal:
                    with contextlib.suppress(OSError, termios.error):  # nobody is there any more
                        mode = termios.tcgetattr(sys.stdin)
                        deaf = [*mode[:3], mode[3] & ~termios.ECHO, *mode[4:]]
                        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, deaf)
                        stack.callback(termios.tcsetattr, sys.stdin, termios.TCSADRAIN, mode)
            yield

    def forget_typed(self) -> None:
        """Forget the keys pressed at the terminal that nothing has read yet; a pipe keeps all."""
        with contextlib.suppress(ImportError):  # Windows
            import termios

            if self.terminal and self.asks_terminal:
                with contextlib.suppress(OSError, termios.error):  # nobody is there any more
                    termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _complete(self, typed: str, number: int) -> str | None:
        matches = [
            completion
            for completion in self.completions
            if completion.casefold().startswith(typed.casefold())
        ]
        return matches[number] if number < len(matches) else None

    @property
    def shown(self) -> str:
        """The options for what is shown that were chosen, separated by blanks, as a match has them.

        Setting it chooses those that were neither chosen yet nor refused.
        """
        forced = {None: "", True: "play-forced", False: "ask-forced"}[self.plays_forced]
        chosen = [forced, "accessible" * self.accessible, "plain" * self.plain]
        return " ".join(filter(None, [*chosen, "no-confirm" * (not self.confirms)]))

    @shown.setter
    def shown(self, shown: str) -> None:
        options = {*shown.split()}.difference(self.refused)
        self.accessible |= "accessible" in options
        self.plain |= "plain" in options
        self.confirms &= "no-confirm" not in options
        if self.plays_forced is None and "forced" in shown:
            self.plays_forced = "play-forced" in options

    def command_line(self, *words: str) -> str:
        """Return the command ``splitpick *words*`` with the options for a screen like this one."""
        from shlex import join

        command = ["splitpick", *words]
        if self.accessible:
            command.append("--accessible")
        if self.language.code != own_language(os.environ):
            command += ["--lang", self.language.code]
        return join(command)

    def error(self, message: Message) -> None:
        """Show *message* with its code, as an error on the error output."""
        text = self.words(message)
        if len(text) > 600:  # what was typed may be as long as it likes
            text = f"{text[:300]} ... {text[-300:]}"
        line = msg("error-line", "splitpick: error[{code}]: {what}", code=message.code, what=text)
        self._paragraph(line)

    def note(self, message: Message) -> None:
        """Show *message* as a note on the error output."""
        self._paragraph(msg("note-line", "splitpick: note: {message}", message=message))

    def fault(self, error: PluginError) -> None:
        """Say on the error output, once, which plugin has failed; the program continues."""
        if error.message not in self._faults:
            self._faults.append(error.message)
            self.note(error.message)
            self.trace(error)

    def trace(self, error: BaseException) -> None:
        """Show the traceback of *error* on the error output if ``--debug`` was given."""
        if self.debug and sys.stderr is not None:
            text = plain("".join(traceback.format_exception(error)))
            if self.page is not None:
                self.page.hear(text)
            else:
                print(text, end="", file=sys.stderr)

    def _paragraph(self, message: Message) -> None:
        # Whatever a parameter holds, it is one line: no file name can forge a second message.
        self.aside(self.words(message).replace("\n", " "))

    def tell_stopped(self) -> None:
        """Say that what went on was stopped by Ctrl-C."""
        if self.asks_terminal:
            self.aside("")  # the cursor stands behind the ^C that the terminal shows
        self.aside(msg("interrupted", "Stopped."))

    def aside(self, text: Text) -> None:
        """Say *text* on the error output, as `say` does on the output."""
        if self.page is not None:
            self.page.hear(self.words(text))
            return
        if self.out is not None:
            # The two outputs are often one terminal; one that fails must not hide the other.
            with contextlib.suppress(OSError):
                self.out.flush()
        said = "\n".join(self.lines(text, is_terminal(sys.stderr)))
        print(said, file=sys.stderr or Aside(), flush=True)


class Aside(io.TextIOBase):
    """Stand-in for standard output, which programs read: plugins' prints go to the error output.

    While *screen* shows a page, they are notes on it.
    """

    def __init__(self, screen: Screen | None = None) -> None:
        self._screen = screen
        self._line = ""
        """The beginning of a line for the page."""

    def write(self, text: str) -> int:
        """Write *text* to the error output, or onto the page."""
        if self._screen and self._screen.page is not None:
            *lines, self._line = (self._line + plain(text)).split("\n")
            for line in lines:
                self._screen.page.hear(line)
        elif sys.stderr is not None:
            with contextlib.suppress(OSError):
                sys.stderr.write(plain(text))
        return len(text)


def steady_streams() -> None:
    """Let the program continue when a stream cannot show or read a character."""
    codecs.register_error("stand-ins", _stand_in)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Not all are real files: a test or another program may have put its own in their place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "stand-ins")
    if sys.platform == "win32" and is_terminal(sys.stdout):
        os.system("")  # lets the console understand escape sequences


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks by stand-ins, or else by question marks."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end].translate(STAND_INS)
    return signs.encode("ascii", "replace").decode(), error.end


def is_terminal(stream: IO[str] | None) -> bool:
    """Return whether a person is at the other end of *stream*."""
    return stream is not None and stream.isatty()
