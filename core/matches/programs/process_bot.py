"""A program as a player: it is started, asked for decisions, and ended, whatever it does."""

from __future__ import annotations

import json
import re
import signal
from dataclasses import asdict
from pathlib import Path

from ...errors import BotFailed, NotationError, ProtocolError, reason
from ...home import home
from ...rules.characters import excerpt, harmless
from ...text import Language, Message, Param, Text, msg
from ..match import Match
from ..player import Player
from ..record import Loaded
from . import protocol
from .program import MOST_ANSWER, FloodError, Program, words_of
from .protocol import Data
from .protocol_errors import fault

STARTUP_SECONDS = 10.0
"""Seconds a program has to answer ``hello``: some have to start a virtual machine."""
THINKING_SECONDS = 2.0
MOST_SECONDS = 120.0
"""Most seconds for a decision that a program can ask for when it says hello."""
LAST_WORDS_SECONDS = 0.1
"""Seconds that a failed program has to read the error before it is stopped."""
EXIT_SECONDS = 0.2
"""Seconds a program has to end after it has closed its output."""
GRACE_SECONDS = 0.5
"""Seconds a program has to end by itself when the match is over."""

_ENGLISH = Language("en")


class ProcessBot(Player):
    """Player whose program uses standard input and output; a file in *logs* gets its error output.

    Any fault of the program stops it and raises `BotFailed`.
    """

    def __init__(
        self, command: str, *, logs: Path | None = None, startup: float = STARTUP_SECONDS
    ) -> None:
        self.title: str = excerpt(command)
        """Name that the program gave itself when it said hello; before that, its command."""
        self.log: Path | None = None
        self._words = words_of(command)
        self._logs = home() / "logs" if logs is None else logs
        self._startup = startup
        self._seconds = 0.0
        """Seconds for a decision that the program has asked for."""
        self._program: Program | None = None
        self._id = 0
        self._seat: Text = ""
        self._loaded: Loaded
        self.match: Match | None = None
        """The match whose result the program is told at its end: the one it chose in last."""

    def open(self, loaded: Loaded, seat: int) -> None:
        """Start the program for *seat* and have it say hello; raises `BotFailed`."""
        self._loaded = loaded
        self._seat = loaded.presenter.seats[seat]
        uid = loaded.setup.uid
        # The uid in somebody else's record may be anything, even a path.
        name = uid if re.fullmatch("[0-9a-f]{1,32}", uid) else "match"
        self.log = self._logs / f"bot-{name}-{seat}.log"
        try:
            self._program = Program(self._words, self.log)
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else type(error).__name__
            raise self._failed("bot-start", reason=why) from error
        about = protocol.introduce(loaded.ruleset, loaded.game.players)
        about |= {"first": loaded.setup.first, "seat": seat}
        answer = self._ask("hello", self._startup, version=protocol.VERSION, **about)
        if answer.get("version") != protocol.VERSION:
            raise self._failed("bot-version", version=protocol.VERSION)
        if isinstance(answer.get("name"), str):
            self.title = excerpt(answer["name"]) or self.title
        if "time_ms" in answer:
            most = round(MOST_SECONDS * 1000)
            try:
                self._seconds = protocol.take_number(answer, "time_ms", 1, most) / 1000
            except ProtocolError as error:
                raise self._failed("bot-bad-answer", why=error.message) from error

    def choose(self, match: Match, seat: int, seconds: float = THINKING_SECONDS) -> int:
        """Return the action that the program chooses for *seat* in *match*; raises `BotFailed`.

        It has *seconds*, or what it asked for if that is more.
        """
        self._id += 1
        self.match = match
        question = protocol.ask(match, match.position, self._loaded.presenter, seat)
        answer = self._ask("choose", max(seconds, self._seconds), **question)
        try:
            return match.position.parse(protocol.take_text(answer, "action"))
        except ProtocolError as error:
            raise self._failed("bot-bad-answer", why=error.message) from error
        except NotationError as error:
            text = excerpt(answer["action"])
            raise self._failed("bot-illegal-action", action=text, why=error.message) from error

    def close(self) -> None:
        """Tell the program the result, if any, and to quit; stop it if it does not exit in time."""
        program, self._program = self._program, None
        if program is None:
            return
        result = self.match.result if self.match else None
        if result is not None:
            program.send(protocol.write({"type": "over", **asdict(result)}))
        program.send(protocol.write({"type": "quit"}))
        program.end(GRACE_SECONDS)

    def _ask(self, kind: str, seconds: float, **fields: object) -> Data:
        assert self._program is not None
        request = {"type": kind, "id": self._id, **fields, "time_ms": round(seconds * 1000)}
        try:
            for line in self._program.ask(protocol.write(request), seconds):
                answer = protocol.read(line)
                found = answer.get("type", kind)
                if found == kind:
                    # An answer to hello may leave the id out: nothing else was asked yet.
                    id = answer.get("id", None if self._id else 0)
                    if protocol.is_number(id) and id == self._id:
                        return answer
                    raise self._failed("bot-wrong-id", wrong=excerpt(json.dumps(id)), id=self._id)
                if found == "error":
                    raise self._failed("bot-gives-up", code=excerpt(str(answer.get("code"))))
                if found == "check" and kind == "choose":
                    self._program.send(self._checked(answer))
                elif found != "info":
                    known = "choose, check" if kind == "choose" else kind
                    unknown = protocol.unknown_type(answer, f"{known}, info, error").message
                    self._program.send(_error(unknown, protocol.id_of(answer)))
        except ProtocolError as error:
            text = excerpt(line[:200].decode("utf-8", "replace"))
            raise self._failed("bot-garbage", line=text, why=error.message) from error
        except FloodError:
            raise self._failed("bot-floods", bytes=MOST_ANSWER) from None
        except TimeoutError:
            # A child of a program that has ended may still hold its output.
            if self._program.exit_code() is None:
                late = "bot-hello-time" if kind == "hello" else "bot-time"
                raise self._failed(late, seconds=f"{seconds:g}") from None
        code = self._program.exit_code(EXIT_SECONDS)
        if code is None:
            raise self._failed("bot-closes-output")
        if code < 0:
            name = next((one.name for one in signal.Signals if one == -code), str(-code))
            raise self._failed("bot-killed", signal=name)
        raise self._failed("bot-ended", code=str(code))

    def _checked(self, request: Data) -> bytes:
        """Return the answer to a program that asks whether it may play an action."""
        assert self.match is not None
        position, id = self.match.position, protocol.id_of(request)
        try:
            action = position.parse(protocol.take_text(request, "action"))
        except (NotationError, ProtocolError) as error:
            return _error(error.message, id)
        return protocol.write({"type": "check", "id": id, "action": position.notation(action)})

    def _failed(self, code: str, /, **params: Param) -> BotFailed:
        message = fault(code, program=self.title, seat=self._seat, **params)
        program, self._program = self._program, None
        if program is not None:
            program.send(_error(message, self._id))
            program.end(LAST_WORDS_SECONDS, f"splitpick: {code}: {_ENGLISH.say(message)}\n")
            if program.log.exists():
                where = msg("bot-log", "Its log is {file}.", file=str(program.log))
                message = Message(code, "{what} {where}", {"what": message, "where": where})
        return BotFailed(message)


def _error(message: Message, id: int | str | None) -> bytes:
    return protocol.write(protocol.error(message.code, harmless(_ENGLISH.say(message)), id))
