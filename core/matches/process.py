"""A program as a player: it is started, asked, and ended, whatever it does."""

from __future__ import annotations

import atexit
import re
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ..errors import BotFailed, NotationError, ProtocolError
from ..home import home
from ..rules.characters import excerpt
from ..text import Language, Message, Param, Text, msg
from . import protocol
from .child import is_ours, reaped, signal_group, signal_name, start, why_not, words_of
from .match import Match
from .pipes import Channel, LineTooLong, Log, keep_newest
from .protocol import Data
from .record import Loaded
from .setup import PROCESS

STARTUP_SECONDS = 10.0
"""How long a program may take to answer ``hello``: some have to start a virtual machine."""

THINKING_SECONDS = 2.0
"""How long a program may think over a decision, if nobody says otherwise."""

MOST_LINES = 1000
"""How many lines a program may write for an answer."""

MOST_LOG = 2**20
"""How many bytes of a program's error output are kept."""

MOST_LOGS = 50
"""How many logs are kept."""

LAST_WORDS_SECONDS = 0.1
"""How long a program that has failed may take to read why."""

GRACE_SECONDS = 0.5
"""How long a program may take to end by itself when the match is over."""

TERMINATING_SECONDS = 0.2
"""How long a program may take to end when it is told to, before it is killed."""


def command_of(player: str) -> str:
    """Return the command of *player*, ``process:COMMAND``; empty where it is no program.

    Raises `BadValue` where the command cannot be read, as with a quotation mark that is left open.
    """
    kind, colon, command = player.partition(":")
    if kind != PROCESS or not colon:
        return ""
    words_of(command)
    return command.strip()


class ProcessBot:
    """A seat that a program plays over its standard input and output.

    ::

        bot = ProcessBot("./mybot --fast")
        bot.open(loaded, seat)
        try:
            match.apply(bot.choose(match, seat, seconds=2))
        except BotFailed as failed:
            match.forfeit(seat, failed.code)
        finally:
            bot.close()

    Whatever goes wrong is a `BotFailed`, and by then the program is gone; so it is after `close`,
    and when this process ends by an exception.  It is never started again.  *logs* is the folder
    for what it writes on its error output.
    """

    def __init__(
        self, command: str, *, logs: Path | None = None, startup: float = STARTUP_SECONDS
    ) -> None:
        self.command = command
        self.name = excerpt(command)
        """What the program calls itself, once it has said so."""
        self.author = ""
        self.info = ""
        """What the program said about its last decision, if anything."""
        self._words = words_of(command)
        self._logs = home() / "logs" if logs is None else logs
        self._startup = startup
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel
        self._log: Log
        self._id = 0
        """The id of the last request."""
        self._seat: Text = ""
        self._loaded: Loaded
        self._match: Match | None = None
        """The match, once it was asked for a decision."""
        self._grace_until = 0.0
        """When the program has to be gone, by `time.monotonic`, once it was told to go."""

    @property
    def title(self) -> Text:
        """What people call it."""
        return self.name

    @property
    def log(self) -> Path | None:
        """The file with what the program wrote on its error output, if it did."""
        return self._log.path if hasattr(self, "_log") else None

    def open(self, loaded: Loaded, seat: int) -> None:
        """Start the program for *seat* and have it say hello; raises `BotFailed`."""
        self._loaded = loaded
        self._seat = loaded.presenter.seats[seat]
        uid = loaded.setup.uid
        # A record from elsewhere may say what it likes, but it names no file.
        self._start(f"{uid if re.fullmatch('[0-9a-f]{1,32}', uid) else 'match'}-{seat}.log")
        game = loaded.game
        answer = self._ask(
            {
                "type": "hello",
                "id": self._id,
                "version": protocol.VERSION,
                **protocol.introduce(loaded.ruleset, game.players, loaded.setup.first),
                "seat": seat,
                "time_ms": round(self._startup * 1000),
            },
            self._startup,
            msg(
                "bot-hello-time",
                'The program "{program}" of {seat} has not said hello within {seconds} s.',
                **self._who(),
                seconds=f"{self._startup:g}",
            ),
        )
        version = answer.get("version")
        if isinstance(version, bool) or version != protocol.VERSION:
            self._fail(
                msg(
                    "bot-version",
                    'The program "{program}" of {seat} does not speak version {version} of the '
                    "protocol.",
                    **self._who(),
                    version=protocol.VERSION,
                )
            )
        self.author = excerpt(answer["author"]) if isinstance(answer.get("author"), str) else ""
        if isinstance(answer.get("name"), str):
            self.name = excerpt(answer["name"]) or self.name

    def choose(self, match: Match, seat: int, seconds: float = THINKING_SECONDS) -> int:
        """Let the program choose for *seat*, which is to act in *match*, within *seconds*.

        Returns a legal action; raises `BotFailed`.
        """
        self._id += 1
        self._match = match
        presenter = self._loaded.presenter
        answer = self._ask(
            {
                "type": "choose",
                "id": self._id,
                **protocol.ask(match, match.position, presenter, seat),
                "time_ms": round(seconds * 1000),
            },
            seconds,
            msg(
                "bot-time",
                'The program "{program}" of {seat} has not answered within {seconds} s.',
                **self._who(),
                seconds=f"{seconds:g}",
            ),
        )
        self.info = excerpt(answer["info"], 200) if isinstance(answer.get("info"), str) else ""
        try:
            return match.position.parse(protocol.take_text(answer, "action"))
        except ProtocolError as error:
            self._fail(
                msg(
                    "bot-bad-answer",
                    'The program "{program}" of {seat} answered what makes no sense: {why}',
                    **self._who(),
                    why=error.message,
                )
            )
        except NotationError as error:
            self._fail(
                msg(
                    "bot-illegal-action",
                    'The program "{program}" of {seat} answered "{action}": {why}',
                    **self._who(),
                    action=excerpt(answer["action"]),
                    why=error.message,
                )
            )

    def leave(self) -> None:
        """Tell the program that it is over, and how; from now on it has `GRACE_SECONDS`."""
        if self._process is None or self._grace_until:
            return
        self._grace_until = time.monotonic() + GRACE_SECONDS
        result = self._match.result if self._match else None
        if result is not None:
            self._send({"type": "over", **protocol.outcome(result)})
        self._send({"type": "quit"})
        self._channel.hang_up()

    def close(self) -> None:
        """See to it that the program ends."""
        self.leave()
        self._end(max(0.0, self._grace_until - time.monotonic()))

    # What is asked and answered.

    def _ask(self, request: Data, seconds: float, too_late: Message) -> dict[str, Any]:
        """Send *request* and wait for the answer; fails with *too_late* after *seconds*."""
        until = time.monotonic() + seconds
        kind = request["type"]
        self._send(request)
        room, lines = protocol.MOST_LINE, MOST_LINES
        while True:
            try:
                line = self._channel.line(until)
            except TimeoutError:
                # A child of the program's may hold the pipe of one that is gone.
                self._fail(self._gone() if self._ended() else too_late)
            except LineTooLong:
                self._fail(self._floods())
            if line is None:
                self._fail(self._gone())
            room -= len(line)
            lines -= 1
            if room < 0 or lines < 0:
                self._fail(self._floods())
            message = self._read(line)
            found = message.get("type", kind)
            if found == kind:
                # In the answer to hello the id goes without saying: nothing else was asked yet.
                self._check_id(message.get("id", 0 if self._id == 0 else None))
                return message
            if found == "error":
                self._fail(
                    msg(
                        "bot-gives-up",
                        'The program "{program}" of {seat} answered with an error: {code}.',
                        **self._who(),
                        code=excerpt(str(message.get("code"))),
                    )
                )
            if found != "info":
                error = protocol.unknown_type(message, f"{kind}, info, error")
                said = error.message
                self._send(_told(said, protocol.id_of(message)))

    def _floods(self) -> Message:
        return msg(
            "bot-floods",
            'The program "{program}" of {seat} wrote more than {lines} lines or {bytes} bytes for '
            "an answer.",
            **self._who(),
            lines=MOST_LINES,
            bytes=protocol.MOST_LINE,
        )

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            return protocol.read(line)
        except ProtocolError as error:
            self._fail(
                msg(
                    "bot-garbage",
                    'The program "{program}" of {seat} wrote "{line}": {why}',
                    **self._who(),
                    line=excerpt(line[:200].decode("utf-8", "replace")),
                    why=error.message,
                )
            )

    def _check_id(self, id: object) -> None:
        if isinstance(id, bool) or id != self._id:
            self._fail(
                msg(
                    "bot-wrong-id",
                    'The program "{program}" of {seat} answered for the id {wrong}, and {id} was '
                    "asked.",
                    **self._who(),
                    wrong=excerpt(repr(id)) if id is not None else "–",
                    id=self._id,
                )
            )

    def _send(self, message: Mapping[str, Any]) -> None:
        self._channel.send(protocol.write(message))

    def _who(self) -> dict[str, Text]:
        return {"program": self.name, "seat": self._seat}

    # Beginning and end of the program.

    def _start(self, log: str) -> None:
        try:
            process = start(self._words)
        except (OSError, ValueError) as error:
            if is_ours(error):
                raise
            raise BotFailed(
                msg(
                    "bot-start",
                    'The program "{program}" of {seat} cannot be started: {reason}.',
                    **self._who(),
                    reason=why_not(error),
                )
            ) from error
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            self._log = Log(process.stderr, self._logs / log, MOST_LOG)
            self._channel = Channel(process.stdin, process.stdout, protocol.MOST_LINE + 1)
        except BaseException:  # Ctrl-C just then, or no more threads to be had
            signal_group(process, kill=True)
            process.wait()
            raise
        self._process = process
        atexit.register(self._end, 0.0)

    def _ended(self) -> bool:
        assert self._process is not None
        return reaped(self._process, 0.0)

    def _gone(self) -> Message:
        """Say how the program has ended, or that it has only stopped to listen or to talk."""
        assert self._process is not None
        reaped(self._process, TERMINATING_SECONDS)
        code = self._process.returncode
        if code is None and self._channel.broken:
            return msg(
                "bot-closes-input",
                'The program "{program}" of {seat} has closed its input.',
                **self._who(),
            )
        if code is None:
            return msg(
                "bot-closes-output",
                'The program "{program}" of {seat} has closed its output.',
                **self._who(),
            )
        if code < 0:
            return msg(
                "bot-killed",
                'The program "{program}" of {seat} was ended by the signal {signal}.',
                **self._who(),
                signal=signal_name(-code),
            )
        return msg(
            "bot-ended",
            'The program "{program}" of {seat} has ended, with the exit code {code}.',
            **self._who(),
            code=str(code),
        )

    def _fail(self, message: Message) -> NoReturn:
        """End the program, and say *message* and where its error output is."""
        self._send(_told(message, self._id))
        self._channel.hang_up()
        self._log.note(f"{message.code}: {_ENGLISH.say(message)}")
        self._end(LAST_WORDS_SECONDS)
        where = msg("bot-log", "Its log is {file}.", file=str(self.log or ""))
        params: dict[str, Param] = {"what": message, "where": where}
        raise BotFailed(Message(message.code, "{what} {where}", params) if self.log else message)

    def _end(self, seconds: float) -> None:
        """End the program and all of its group: by itself, told to, or killed."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if not reaped(process, seconds):
                signal_group(process, kill=False)
                reaped(process, TERMINATING_SECONDS)
        finally:
            if process.returncode is None:
                signal_group(process, kill=True)
                process.wait()
            atexit.unregister(self._end)
        self._channel.stop(TERMINATING_SECONDS)
        self._log.stop(TERMINATING_SECONDS)
        keep_newest(self._logs, MOST_LOGS)


def _told(message: Message, id: int | str | None) -> Data:
    return protocol.error(message.code, _ENGLISH.say(message), id)


_ENGLISH = Language("en")
"""What is said to programs, and to those who write them."""
