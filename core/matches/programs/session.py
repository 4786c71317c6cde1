"""A session of ``splitpick engine``: a program asks, the rules answer, a line each.

::

    session = EngineSession(Engine(), Language("en"))
    session.answer('{"type":"new","id":1,"ruleset":"jolly-roger","seed":7}')

The program is the umpire: it may ask what each seat may know, but it learns no more than that, and
neither a seed nor what chance will bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ...errors import (
    BadValue,
    IllegalAction,
    InvalidNotation,
    JournalError,
    NotationError,
    ProtocolError,
    RulesetError,
    SplitpickError,
    unknown,
)
from ...game import OVER, Game
from ...rules.characters import excerpt, harmless
from ...scene import Presenter
from ...text import Language, Message, msg
from ..entry import Entry
from ..match import BAD_SEED, MOST_SEED, Match, numbers
from ..setup import new_seed
from . import protocol
from .faults import fault
from .perft import MOST_DEPTH, perft
from .protocol import Data, is_text, take_list, take_number, take_text

if TYPE_CHECKING:
    from ...hooks.engine import Engine
    from ...rules.load import Ruleset, RulesetFile

MOST_MATCHES = 100
"""Number of matches that may be open at a time."""

Request: TypeAlias = Data
"""Message of the program, without the fields that are null."""


@dataclass(frozen=True)
class OpenMatch:
    """A match of a session."""

    name: str
    match: Match
    presenter: Presenter


class EngineSession:
    """Answers to the lines of a program; a line that is refused changes nothing.

    *files* are rule sets besides those that are installed, by the names they are asked for, since
    no message can name a file.  *release* is the version of splitpick.
    """

    def __init__(
        self,
        engine: Engine,
        language: Language,
        files: Mapping[str, RulesetFile] | None = None,
        release: str = "",
    ) -> None:
        self.language = language
        self.over = False
        """Whether the program has quit."""
        self._engine = engine
        self._release = release
        self._files: dict[str, RulesetFile] = dict(files or {})
        self._names = list(dict.fromkeys([*engine.rulesets(), *self._files]))
        self._matches: dict[str, OpenMatch] = {}
        self._begun = 0
        self._requests: dict[str, Callable[[Request], Data]] = {
            "hello": self._hello,
            "ping": lambda request: {},
            "rulesets": self._rulesets,
            "rules": self._rules,
            "new": self._new,
            "state": self._state,
            "view": self._view,
            "legal": self._legal,
            "apply": self._apply,
            "undo": self._undo,
            "perft": self._perft,
            "close": self._close,
            "quit": self._quit,
        }

    def answer(self, line: str | bytes) -> str:
        """Return the answer to *line*, a line of ASCII without its end; never raises."""
        if isinstance(line, str):
            line = line.encode("utf-8", "surrogatepass")
        return protocol.write(self._answer(line)).decode("ascii").rstrip("\n")

    def _answer(self, line: bytes) -> Data:
        id = None
        try:
            message = protocol.read(line)
            id = protocol.id_of(message)
            if id is None:
                raise ProtocolError(fault("bad-id"))
            kind = message.get("type")
            if not isinstance(kind, str) or kind not in self._requests:
                raise protocol.unknown_type(message, ", ".join(self._requests))
            request = {field: value for field, value in message.items() if value is not None}
            return {"type": kind, "id": id, **self._requests[kind](request)}
        except RulesetError as error:
            return {**self._error(error.message, id), "findings": self._findings(error)}
        except JournalError as error:
            return {**self._error(error.message, id), "at": error.number}
        except SplitpickError as error:
            return self._error(error.message, id)
        except Exception as error:  # a plugin's fault must not end the other matches
            name = type(error).__name__
            return self._error(fault("engine-fault", error=name), id)

    def _error(self, message: Message, id: int | str | None) -> Data:
        return protocol.error(message.code, self._say(message), id)

    def _say(self, message: Message) -> str:
        try:
            return harmless(self.language.say(message))
        except Exception:  # a plugin's catalog does not fit its texts
            return harmless(message.text)

    def _findings(self, error: RulesetError) -> list[Data]:
        return [
            {
                "line": finding.line,
                "column": finding.column,
                "code": finding.message.code,
                "message": self._say(finding.message),
            }
            for finding in error.findings
        ]

    # What can be played.

    def _hello(self, request: Request) -> Data:
        version = request.get("version", protocol.VERSION)
        if version is True or version != protocol.VERSION:
            raise ProtocolError(fault("unknown-version", version=protocol.VERSION))
        return {
            "version": protocol.VERSION,
            "name": "splitpick",
            "release": self._release,
            "rulesets": list(self._names),
        }

    def _rulesets(self, request: Request) -> Data:
        listed: list[Data] = []
        for name in self._names:
            try:
                file = self._file(name)
            except RulesetError as error:
                listed.append({"ruleset": name, "faults": len(error.findings)})
            else:
                variants = [id for id, _ in file.variants]
                players = list(file.variant().players)
                listed.append({"ruleset": name, "variants": variants, "players": players})
        return {"rulesets": listed}

    def _rules(self, request: Request) -> Data:
        ruleset = self._ruleset(request)
        return {
            **protocol.introduce(ruleset, ruleset.players[1]),
            "players": list(ruleset.players),
            "rules": dict(ruleset.data),
        }

    def _file(self, name: str) -> RulesetFile:
        if name not in self._names:
            raise unknown(
                msg("unknown-ruleset", 'There is no rule set "{name}".', name=excerpt(name)),
                name,
                self._names,
            )
        if name not in self._files:
            self._files[name] = self._engine.ruleset_file(name)
        return self._files[name]

    def _ruleset(self, request: Request) -> Ruleset:
        file = self._file(take_text(request, "ruleset"))
        variant = take_text(request, "variant") if "variant" in request else None
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise ProtocolError(fault("field-options"))
        return file.variant(variant).with_options(options)

    # Matches.

    def _new(self, request: Request) -> Data:
        if len(self._matches) >= MOST_MATCHES:
            raise BadValue(fault("too-many-matches", most=MOST_MATCHES))
        ruleset = self._ruleset(request)
        players = _number(request, "players", ruleset.players[0], 1, protocol.MOST_NUMBER)
        game = ruleset.build(players)
        first = _number(request, "first", 0, 0, players - 1)
        match = Match(game, _seed(request), first, _journal(request, game, first))
        for number, text in enumerate(take_list(request, "moves")):
            with _entry(number):
                _check_running(match)
                match.play(_notation(text))
        self._begun += 1
        at = OpenMatch(f"m{self._begun}", match, ruleset.presenter(game))
        self._matches[at.name] = at
        told = protocol.introduce(ruleset, players)
        return {"match": at.name, **told, "first": first, **protocol.stand(match)}

    def _at(self, request: Request) -> OpenMatch:
        """Return the match that *request* names; the only one that is open needs no name."""
        if "match" not in request and len(self._matches) == 1:
            return next(iter(self._matches.values()))
        name = take_text(request, "match")
        if name not in self._matches:
            raise ProtocolError(fault("unknown-match", name=excerpt(name)))
        return self._matches[name]

    def _state(self, request: Request) -> Data:
        at = self._at(request)
        history = protocol.look(at.match, at.match.position, at.presenter, None)["history"]
        return {"match": at.name, **protocol.stand(at.match), "history": history}

    def _view(self, request: Request) -> Data:
        at = self._at(request)
        seat = None
        if "seat" in request:
            seat = take_number(request, "seat", 0, at.match.game.players - 1)
        told = protocol.look(at.match, at.match.position, at.presenter, seat)
        return {"match": at.name, "seat": seat, **told}

    def _legal(self, request: Request) -> Data:
        at = self._at(request)
        seat = None if at.match.over else at.match.position.to_act()
        return {"match": at.name, "seat": seat, "legal": at.match.legal()}

    def _apply(self, request: Request) -> Data:
        at = self._at(request)
        match, text = at.match, take_text(request, "action")
        _check_running(match)
        position = match.position
        seat = position.to_act()
        if _number(request, "seat", seat, 0, match.game.players - 1) != seat:
            raise IllegalAction(fault("not-your-turn", seat=seat))
        action = position.parse(text)
        match.apply(action)
        done = {"match": at.name, "seat": seat, "action": position.notation(action)}
        return {**done, **protocol.stand(match)}

    def _undo(self, request: Request) -> Data:
        at = self._at(request)
        if not at.match.undo():
            raise IllegalAction(fault("nothing-to-undo"))
        # Otherwise the program would know what chance brings after its next decision.
        at.match.chance = numbers(new_seed())
        return {"match": at.name, **protocol.stand(at.match)}

    def _perft(self, request: Request) -> Data:
        at = self._at(request)
        depth = take_number(request, "depth", 1, MOST_DEPTH)
        chance = []
        for number, text in enumerate(take_list(request, "chance")):
            with _entry(number):
                chance.append(_notation(text))
        _check_running(at.match)
        moves = perft(at.match.position, depth, chance)
        return {"match": at.name, "depth": depth, "count": sum(moves.values()), "moves": moves}

    def _close(self, request: Request) -> Data:
        at = self._at(request)
        del self._matches[at.name]
        return {"match": at.name}

    def _quit(self, request: Request) -> Data:
        self.over = True
        return {}


# Fields that several requests have.


def _number(request: Request, field: str, default: int, least: int, most: int) -> int:
    return take_number(request, field, least, most) if field in request else default


def _seed(request: Request) -> int:
    """Return the seed that is asked for, or a secret one."""
    seed = request.get("seed")
    if seed is None:
        return new_seed()
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise BadValue(BAD_SEED)
    return seed


def _journal(request: Request, game: Game, first: int) -> list[Entry]:
    """Return the journal a match begins with: texts, or pairs of a seat and a text."""
    position = game.new_position(first)
    entries: list[Entry] = []
    for number, item in enumerate(take_list(request, "journal")):
        seat = position.to_act()
        named, text = item if isinstance(item, list) and len(item) == 2 else (seat, item)
        with _entry(number):
            text = _notation(text)
            if named != seat or seat == OVER:
                raise IllegalAction(fault("journal-seat"))
            action = position.parse(text)
        entries.append(Entry(seat, position.notation(action)))
        position.apply(action)
    return entries


@contextmanager
def _entry(number: int) -> Iterator[None]:
    """Report what is wrong with the item *number* of a list, from 0."""
    try:
        yield
    except NotationError as error:
        raise JournalError(number, error.message) from error


def _notation(value: object) -> str:
    if not is_text(value):
        raise InvalidNotation(fault("not-an-action"))
    return value


def _check_running(match: Match) -> None:
    if match.over:
        raise IllegalAction(fault("match-over"))
