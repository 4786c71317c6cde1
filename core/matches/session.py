"""A session of ``splitpick engine``: a program asks, the rules answer, a line each.

::

    session = EngineSession(Engine(), Language("en"))
    session.answer('{"type":"new","id":1,"ruleset":"jolly-roger","seed":7}')

The program that drives is the umpire: it may ask what any seat may know, but only ever learns what
that seat may, and never a seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import (
    BadValue,
    IllegalAction,
    JournalError,
    NotationError,
    ProtocolError,
    RulesetError,
    SplitpickError,
    unknown,
)
from ..game import OVER, Game
from ..rules.characters import excerpt, harmless
from ..scene import Presenter
from ..text import Language, Message, msg
from . import protocol
from .entry import Entry
from .match import MOST_SEED, Match
from .perft import MOST_DEPTH, Perft
from .protocol import Data, take_list, take_number, take_text

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset, RulesetFile

MOST_MATCHES = 100
"""How many matches may be open at a time."""

Request: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class _Open:
    """A match that is open in a session."""

    name: str
    match: Match
    presenter: Presenter


class EngineSession:
    """Answers lines; each is read by itself, and a bad one changes nothing.

    *files* are rule sets besides those that are installed, by the name they are asked for: no
    message can name a file.  *release* is the version of the program that answers.
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
        """Whether the program has said that it will ask no more."""
        self._engine = engine
        self._release = release
        self._files: dict[str, RulesetFile] = dict(files or {})
        self._names = list(dict.fromkeys([*engine.rulesets(), *self._files]))
        self._matches: dict[str, _Open] = {}
        self._begun = 0
        self._types: dict[str, Callable[[Request], Data]] = {
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
        """Answer *line* with a line of JSON, without its end; nothing makes it raise."""
        if isinstance(line, str):
            line = line.encode("utf-8", "surrogatepass")
        return protocol.write(self._answer(line)).decode("ascii").rstrip("\n")

    def _answer(self, line: bytes) -> Data:
        id = None
        try:
            request = protocol.read(line)
            id = protocol.id_of(request)
            if id is None:
                raise ProtocolError(
                    msg("bad-id", "A request needs an id, a whole number or a short text.")
                )
            kind = request.get("type")
            if not isinstance(kind, str) or kind not in self._types:
                raise protocol.unknown_type(request, ", ".join(self._types))
            return {"type": kind, "id": id, **self._types[kind](request)}
        except RulesetError as error:
            return {**self._error(error.message, id), "findings": self._findings(error)}
        except JournalError as error:
            return {**self._error(error.message, id), "at": error.number}
        except SplitpickError as error:
            return self._error(error.message, id)
        except Exception as error:  # a plugin's fault must not end the other matches
            name = type(error).__name__
            fault = msg("engine-fault", "There is a fault inside ({error}).", error=name)
            return self._error(fault, id)

    def _error(self, message: Message, id: int | str | None) -> Data:
        return protocol.error(message.code, self._say(message), id)

    def _say(self, message: Message) -> str:
        try:
            return harmless(self.language.say(message))
        except Exception:  # a catalog of a plugin that does not fit its texts
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

    # Who is there, and what can be played.

    def _hello(self, request: Request) -> Data:
        wanted = request.get("version", protocol.VERSION)
        if wanted is True or wanted != protocol.VERSION:
            raise ProtocolError(
                msg(
                    "unknown-version",
                    "This is version {version} of the protocol, and no other.",
                    version=protocol.VERSION,
                )
            )
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
                least, most = file.variant().players
                variants = [id for id, _ in file.variants]
                listed.append({"ruleset": name, "variants": variants, "players": [least, most]})
        return {"rulesets": listed}

    def _rules(self, request: Request) -> Data:
        ruleset = self._ruleset(request)
        least, most = ruleset.players
        told = protocol.introduce(ruleset, most, 0)
        del told["first"]
        return {**told, "players": [least, most], "rules": dict(ruleset.data)}

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
        variant = None if request.get("variant") is None else take_text(request, "variant")
        options = {} if request.get("options") is None else request["options"]
        if not isinstance(options, dict):
            raise ProtocolError(msg("field-options", 'The field "options" has to be an object.'))
        return file.variant(variant).with_options(options)

    # Matches.

    def _new(self, request: Request) -> Data:
        if len(self._matches) >= MOST_MATCHES:
            raise BadValue(
                msg(
                    "too-many-matches",
                    "At most {most} matches are open at a time; close one.",
                    most=MOST_MATCHES,
                )
            )
        ruleset = self._ruleset(request)
        players, _ = ruleset.players
        if request.get("players") is not None:
            players = take_number(request, "players", 1, protocol.MOST_NUMBER)
        game = ruleset.build(players)
        first = 0
        if request.get("first") is not None:
            first = take_number(request, "first", 0, game.players - 1)
        match = Match(game, _seed(request), first, self._journal(request, game, first))
        if request.get("moves") is not None:
            self._replay(match, take_list(request, "moves"))
        self._begun += 1
        opened = _Open(f"m{self._begun}", match, ruleset.presenter(game))
        self._matches[opened.name] = opened
        return {
            "match": opened.name,
            **protocol.introduce(ruleset, game.players, first),
            **protocol.stand(match),
        }

    def _journal(self, request: Request, game: Game, first: int) -> list[Entry]:
        """Read the journal a match shall begin with: all that was done, chance included."""
        if request.get("journal") is None:
            return []
        position = game.new_position(first)
        entries: list[Entry] = []
        for number, item in enumerate(take_list(request, "journal")):
            seat, text = position.to_act(), item
            if isinstance(item, list) and len(item) == 2 and protocol.is_number(item[0]):
                seat, text = item
            if not isinstance(text, str) or len(text) > protocol.MOST_TEXT:
                raise JournalError(number, _NOT_AN_ACTION)
            if seat != position.to_act() or seat == OVER:
                raise JournalError(number, msg("journal-seat", "It was not that seat's turn."))
            try:
                action = position.parse(text)
            except NotationError as error:
                raise JournalError(number, error.message) from error
            entries.append(Entry(seat, position.notation(action)))
            position.apply(action)
        return entries

    def _replay(self, match: Match, moves: Sequence[Any]) -> None:
        """Do *moves*, the decisions alone; chance follows the seed."""
        for number, text in enumerate(moves):
            if not isinstance(text, str) or len(text) > protocol.MOST_TEXT:
                raise JournalError(number, _NOT_AN_ACTION)
            if match.over:
                raise JournalError(number, _OVER)
            try:
                match.play(text)
            except NotationError as error:
                raise JournalError(number, error.message) from error

    def _at(self, request: Request) -> _Open:
        """Find the match that *request* speaks of: where only one is open it need not say."""
        if request.get("match") is None and len(self._matches) == 1:
            return next(iter(self._matches.values()))
        name = take_text(request, "match")
        if name not in self._matches:
            raise ProtocolError(
                msg("unknown-match", 'There is no match "{name}" open.', name=excerpt(name))
            )
        return self._matches[name]

    def _state(self, request: Request) -> Data:
        at = self._at(request)
        history = protocol.look(at.match, at.match.position, at.presenter, None)["history"]
        return {"match": at.name, **protocol.stand(at.match), "history": history}

    def _view(self, request: Request) -> Data:
        at = self._at(request)
        seat = None
        if request.get("seat") is not None:
            seat = take_number(request, "seat", 0, at.match.game.players - 1)
        position = at.match.position
        return {
            "match": at.name,
            "seat": seat,
            **protocol.look(at.match, position, at.presenter, seat),
        }

    def _legal(self, request: Request) -> Data:
        at = self._at(request)
        seat = None if at.match.over else at.match.position.to_act()
        return {"match": at.name, "seat": seat, "legal": list(at.match.legal())}

    def _apply(self, request: Request) -> Data:
        at = self._at(request)
        match = at.match
        text = take_text(request, "action")
        if match.over:
            raise IllegalAction(_OVER)
        seat = match.position.to_act()
        if request.get("seat") is not None:
            named = take_number(request, "seat", 0, match.game.players - 1)
            if named != seat:
                raise IllegalAction(
                    msg("not-your-turn", "It is the turn of seat {seat}.", seat=seat)
                )
        action = match.position.parse(text)
        notation = match.position.notation(action)
        match.apply(action)
        return {
            "match": at.name,
            "seat": seat,
            "action": notation,
            **protocol.stand(match),
        }

    def _undo(self, request: Request) -> Data:
        at = self._at(request)
        if not at.match.undo():
            raise IllegalAction(msg("nothing-to-undo", "There is nothing to take back."))
        return {"match": at.name, **protocol.stand(at.match)}

    def _close(self, request: Request) -> Data:
        at = self._at(request)
        del self._matches[at.name]
        return {"match": at.name}

    def _quit(self, request: Request) -> Data:
        self.over = True
        return {}

    # Counting.

    def _perft(self, request: Request) -> Data:
        at = self._at(request)
        depth = take_number(request, "depth", 1, MOST_DEPTH)
        chance = [] if request.get("chance") is None else take_list(request, "chance")
        for number, text in enumerate(chance):
            if not isinstance(text, str) or len(text) > protocol.MOST_TEXT:
                raise JournalError(number, _NOT_AN_ACTION)
        if at.match.over:
            raise IllegalAction(_OVER)
        position = at.match.position
        perft = Perft(chance)
        moves: dict[str, int] = {}
        total = 0
        for action in position.legal_actions():
            count = perft.after(position, action, 0, depth)
            moves[position.notation(action)] = count
            total += count
        return {"match": at.name, "depth": depth, "count": total, "moves": moves}


def _seed(request: Request) -> int:
    """Return the seed that is asked for, one of the command line's; else one that nobody knows."""
    seed = request.get("seed")
    if seed is None:
        return secrets.randbelow(MOST_SEED)
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise BadValue(
            msg("bad-seed", "A seed is a whole number from 0 to {most}.", most=MOST_SEED)
        )
    return seed


_NOT_AN_ACTION = msg("not-an-action", "This is not the notation of an action.")
_OVER = msg("match-over", "The match is over.")
