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
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, TextIO

from ..core.rules.characters import FORBIDDEN
from ..core.text import Language, Message, Text, msg
from ..core.width import display_width
from .language import choose_language
from .wrapping import wrap

if TYPE_CHECKING:
    from ..core.errors import PluginError
    from ..core.hooks.provider import Provider

NARROWEST = 20
"""Below this many columns lines are no longer made shorter."""

LONGEST_ERROR = 600
"""Longer messages than this quote something that nobody wants to read in full."""

# CSI; OSC, DCS, PM, APC and SOS up to their end; escapes of two characters.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)

STAND_INS = {
    **dict.fromkeys("–·•", "-"), **dict.fromkeys("„“”", '"'), **dict.fromkeys("’‘", "'"),
    "…": "...", "×": "x", "é": "e", "ë": "e", "É": "E",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
}  # fmt: skip
"""Stand-ins for signs that an encoding lacks; a question mark would be a parrot."""


def plain(text: str) -> str:
    """Remove everything from *text* that could steer a terminal; line breaks stay.

    For whatever others wrote: typed input, file names, the names in a rule set.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\t", " ").replace("\r", "").replace("\u2028", "\n").replace("\u2029", "\n")
    return FORBIDDEN.sub("", _SEQUENCE.sub("", text))


class Screen:
    """A terminal, or the file or pipe that stands in for one.

    *language* may be changed at any time.  *color* is what the reader allows: it is only used
    where the output is a terminal and neither ``NO_COLOR`` nor ``TERM=dumb`` is set.
    """

    def __init__(self, language: Language, *, color: bool = True, accessible: bool = False) -> None:
        self.language = language
        self.accessible = accessible
        """Plain sentences instead of drawings."""
        self.terminal = is_terminal(sys.stdout)
        """True where a person looks at the output right now."""
        self.asks_terminal = is_terminal(sys.stdin)
        """True where a person types the input."""
        self.wants_color = color
        """Colour as the reader asked for it; `color` is what there is."""
        self.color = color and self.terminal and _may_color()
        self.unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
        """True where bars and bullets can be drawn."""
        self.debug = False
        self.without: tuple[str, ...] = ()
        """The names of plugins that are not loaded."""
        self.plugin_trace = False
        self.blame: Callable[[BaseException], Provider | None] = lambda error: None
        """Names the plugin that an error comes from, once plugins are loaded."""
        self._faults: list[Message] = []

    @property
    def width(self) -> int:
        """The number of columns: the terminal's, 80 in a pipe, at least 20."""
        return max(NARROWEST, shutil.get_terminal_size((80, 24)).columns)

    @property
    def height(self) -> int:
        """The number of lines: the terminal's, 24 in a pipe."""
        return shutil.get_terminal_size((80, 24)).lines

    def words(self, text: Text) -> str:
        """Put *text* into words that may be shown anywhere."""
        return plain(self.language.say(text))

    def say(self, *texts: Text) -> None:
        """Say each of *texts* on lines of its own, wrapped where it is a terminal."""
        for said in map(self.words, texts):
            self.line("\n".join(wrap(said, self.width)) if self.terminal else said)

    def line(self, drawn: str = "") -> None:
        """Show a line as it is: from `words` and `bold`, since nothing is removed from it here."""
        print(drawn, file=output())

    def lines(self, lines: Iterable[str]) -> None:
        """Show lines that are laid out already; those wider than the terminal are wrapped."""
        for line in map(plain, lines):
            too_wide = self.terminal and display_width(line) > self.width
            self.line("\n".join(wrap(line, self.width)) if too_wide else line)

    def json(self, value: object) -> None:
        """Show *value* for programs, in ASCII: no character of others' texts steers a terminal."""
        from json import dumps  # not for --version and --help

        self.line(dumps(value, indent=2))

    def clear(self) -> None:
        """Clear the terminal, and what could be scrolled back to."""
        if not self.terminal:
            return  # the reader of a file or a pipe has it all anyway
        if os.environ.get("TERM") == "dumb" or (sys.platform == "win32" and not self.color):
            self.line("\n" * self.height)
        else:
            print("\x1b[2J\x1b[3J\x1b[H", end="", file=output(), flush=True)

    def bold(self, text: str) -> str:
        """Make *text* bold where there is colour."""
        return f"\x1b[1m{plain(text)}\x1b[0m" if self.color else plain(text)

    def ask(self, prompt: Text) -> str:
        """Ask for a line of input and return it without its end; `EOFError` if there is no more."""
        question = self.words(prompt)
        if sys.stdin is None:
            raise EOFError
        if self.terminal and self.asks_terminal:
            *above, last = wrap(question, self.width)
            for line in above:
                self.line(line)
            with contextlib.suppress(ImportError):  # Windows has arrow keys without it
                import readline  # noqa: F401
            with contextlib.redirect_stdout(output()):  # readline needs the terminal
                return plain(input(f"{last} "))
        # Nobody's keys are echoed here, so the answer is written behind the question.
        out = output()
        print(question, end=" ", file=out, flush=True)
        answer = sys.stdin.readline()
        typed = plain(answer.rstrip("\r\n"))
        print("" if self.asks_terminal else typed, file=out)
        if not answer:
            raise EOFError
        return typed

    def command_line(self, *words: str) -> str:
        """Write the command ``splitpick *words*`` as people type it to see a screen like this."""
        from shlex import join

        command = ["splitpick", *words]
        if self.accessible:
            command.append("--accessible")
        if not self.wants_color:
            command.append("--no-color")
        if choose_language([]).code != self.language.code:
            command += ["--lang", self.language.code]
        return join(command)

    def error(self, message: Message) -> None:
        """Say on the error output what was wrong, with its code."""
        said = self.words(message)
        if len(said) > LONGEST_ERROR:  # what was typed may be as long as it likes
            said = said[: LONGEST_ERROR // 2] + " ... " + said[-LONGEST_ERROR // 2 :]
        self._paragraph(
            msg(
                "error-line", "splitpick: error[{code}]: {message}", code=message.code, message=said
            )
        )

    def note(self, message: Message) -> None:
        """Say on the error output what is good to know."""
        self._paragraph(msg("note-line", "splitpick: note: {message}", message=message))

    def fault(self, error: PluginError) -> None:
        """Say on the error output, once, which plugin has failed; the program continues."""
        if error.message not in self._faults:
            self._faults.append(error.message)
            self.note(error.message)
            self.trace(error)

    def trace(self, error: BaseException) -> None:
        """Show the traceback of *error*, if that was asked for."""
        if self.debug:
            shown = traceback.TracebackException.from_exception(error)
            # Typer's long way to the command's own function is of no use.
            typers = [at for at, frame in enumerate(shown.stack) if "typer" in frame.filename]
            del shown.stack[: max(typers, default=-1) + 1]
            self.aside("".join(shown.format()).rstrip())

    def _paragraph(self, message: Message) -> None:
        # Whatever a parameter holds, it is one line: no file name can forge a second message.
        said = self.words(message).replace("\n", " ")
        self.aside("\n".join(wrap(said, self.width)) if is_terminal(sys.stderr) else said)

    def aside(self, text: Text) -> None:
        """Say *text* on the error output, its lines as they are."""
        if (out := output()) is not None:
            # The two outputs are often one terminal; one that fails must not hide the other.
            with contextlib.suppress(OSError):
                out.flush()
        print(self.words(text), file=sys.stderr, flush=True)


def put_prints_aside() -> None:
    """Send what plugins print from now on to the error output, without control sequences.

    The standard output belongs to the screen (see `output`): programs read it.
    """
    sys.stdout = _Aside(output())


def output() -> TextIO | None:
    """Return the standard output, also when prints are put aside; ``None`` if there is none."""
    return sys.stdout.behind if isinstance(sys.stdout, _Aside) else sys.stdout


class _Aside(io.TextIOBase):
    """Stream for prints of plugins, which writes to the error output if there is one."""

    def __init__(self, behind: TextIO | None) -> None:
        self.behind = behind
        """The standard output."""

    def write(self, text: str) -> int:
        if sys.stderr is not None:
            with contextlib.suppress(OSError):
                sys.stderr.write(plain(text))
        return len(text)


def steady_streams() -> None:
    """Let no character stop the program that an output cannot show or an input not read."""
    codecs.register_error("stand-ins", _stand_in)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "stand-ins"),
        (sys.stderr, "stand-ins"),
    ):
        # Not all are real files: a test or another program may have put its own in their place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Write the signs that an encoding lacks as people do, or as a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    return "".join(STAND_INS.get(sign, "?") for sign in signs), error.end


def is_terminal(stream: IO[str] | None) -> bool:
    """Return whether a person is at the other end of *stream*."""
    return stream is not None and not stream.closed and stream.isatty()


def _may_color() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform == "win32":
        os.system("")  # lets the console understand escape sequences
    return True
