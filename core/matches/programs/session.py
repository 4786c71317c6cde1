"""A session of ``splitpick engine``: a program sends requests and gets one line for each.

The program may ask what each seat knows, but not for a seed or what chance will bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from ...errors import JournalError, ProtocolError, RulesetError, SplitpickError, unknown
from ...game import OVER, Game
from ...rules.characters import excerpt, harmless
from ...rules.finding_lines import as_json
from ...scene import Presenter
from ...text import Language, msg
from ..entry import Entry
from ..match import BAD_SEED, Match, numbers
from ..setup import new_seed
from . import protocol
from .perft import MOST_DEPTH, perft
from .protocol import Data, is_text, take_list, take_number, take_text
from .protocol_errors import fault, refusal

if TYPE_CHECKING:
    from ...hooks.engine import Engine
    from ...rules.load import Ruleset, RulesetFile

MOST_MATCHES = 100


class OpenMatch(NamedTuple):
    """A match of a session."""

    name: str
    match: Match
    presenter: Presenter


class EngineSession:
    """Session with a program, which may use the engine's rule sets and those in *files* by name."""

    def __init__(
        self,
        engine: Engine,
        language: Language,
        files: Mapping[str, RulesetFile] | None = None,
        release: str = "",
    ) -> None:
        self.language = language
        self.over = False
        """True once the program has quit."""
        self._engine = engine
        self._release = release
        self._files: dict[str, RulesetFile] = dict(files or {})
        self._names = list(dict.fromkeys([*engine.rulesets(), *self._files]))
        self._matches: dict[str, OpenMatch] = {}
        self._numbers = count(1)
        self._requests: dict[str, Callable[[Data], Data]] = {
            "hello": self._hello,
            "ping": lambda request: {},
            "rulesets": self._rulesets,
            "rules": self._rules,
            "new": self._new,
            "quit": self._quit,
            **{
                one.__name__.strip("_"): partial(self._in_match, one)
                for one in (_state, _view, _legal, _apply, _undo, _perft, self._close)
            },
        }

    def answer(self, line: bytes) -> bytes:
        """Return the line that answers *line*; never raises."""
        id = None
        try:
            message = protocol.read(line)
            id = protocol.id_of(message)
            if id is None:
                raise refusal("bad-request-id")
            request = {field: value for field, value in message.items() if value is not None}
            kind = request.get("type")
            if not isinstance(kind, str) or kind not in self._requests:
                raise protocol.unknown_type(request, ", ".join(self._requests))
            answer = {"type": kind, "id": id, **self._requests[kind](request)}
        except Exception as error:  # also a plugin's: it must not end the other matches
            answer = self._error(error, id)
        return protocol.write(answer)

    def _in_match(self, answer: Callable[[OpenMatch, Data], Data], request: Data) -> Data:
        """Call *answer* with the match that *request* names, by default the only open match."""
        if "match" not in request and len(self._matches) == 1:
            (name,) = self._matches
        elif (name := take_text(request, "match")) not in self._matches:
            raise refusal("unknown-match", name=excerpt(name))
        return {"match": name, **answer(self._matches[name], request)}

    def _error(self, error: Exception, id: int | str | None) -> Data:
        if not isinstance(error, SplitpickError):
            error = SplitpickError(fault("engine-fault", error=type(error).__name__))
        try:
            text = self.language.say(error.message)
        except Exception:  # a plugin's sentence does not fit its parameters
            text = error.message.text
        texts = protocol.error(error.code, harmless(text), id)
        if isinstance(error, RulesetError):
            texts |= as_json(error.findings, self.language)
        if isinstance(error, JournalError):
            texts["at"] = error.number
        return texts

    def _hello(self, request: Data) -> Data:
        known = protocol.VERSION
        version = request.get("version", known)
        if version is True or version != known:
            raise refusal("unknown-version", version=known)
        about = {"name": "splitpick", "release": self._release, "rulesets": self._names}
        return {"version": known, **about}

    def _rulesets(self, request: Data) -> Data:
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

    def _rules(self, request: Data) -> Data:
        ruleset = self._ruleset(request)
        return {
            **protocol.introduce(ruleset, ruleset.players[1]),
            "players": list(ruleset.players),
            "rules": dict(ruleset.data),
        }

    def _file(self, name: str) -> RulesetFile:
        if name not in self._names:
            message = msg("unknown-ruleset", 'There is no rule set "{name}".', name=excerpt(name))
            raise unknown(message, name, self._names)
        if name not in self._files:
            self._files[name] = self._engine.ruleset_file(name)
        return self._files[name]

    def _ruleset(self, request: Data) -> Ruleset:
        file = self._file(take_text(request, "ruleset"))
        variant = take_text(request, "variant") if "variant" in request else None
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise refusal("field-options")
        return file.variant(variant).with_options(options)

    def _new(self, request: Data) -> Data:
        if len(self._matches) >= MOST_MATCHES:
            raise refusal("too-many-matches", most=MOST_MATCHES)
        ruleset = self._ruleset(request)
        players = ruleset.players[0]
        if "players" in request:
            players = take_number(request, "players", 1, protocol.MOST_NUMBER)
        game = ruleset.build(players)
        first = take_number(request, "first", 0, players - 1) if "first" in request else 0
        seed = request.get("seed", new_seed())
        if type(seed) is not int:
            raise ProtocolError(BAD_SEED)
        match = Match(game, seed, first, _journal(request, game, first))
        for number, text in enumerate(take_list(request, "moves")):
            with _item(number, text) as notation:
                _check_running(match)
                match.play(notation)
        name = f"m{next(self._numbers)}"
        self._matches[name] = OpenMatch(name, match, self._engine.presenter(ruleset, game))
        told = protocol.introduce(ruleset, players)
        return {"match": name, **told, "first": first, **protocol.stand(match)}

    def _close(self, at: OpenMatch, request: Data) -> Data:
        del self._matches[at.name]
        return {}

    def _quit(self, request: Data) -> Data:
        self.over = True
        return {}


def _state(at: OpenMatch, request: Data) -> Data:
    history = protocol.look(at.match, at.match.position, at.presenter, None)["history"]
    return {**protocol.stand(at.match), "history": history}


def _view(at: OpenMatch, request: Data) -> Data:
    last = at.match.game.players - 1
    seat = take_number(request, "seat", 0, last) if "seat" in request else None
    return {"seat": seat, **protocol.look(at.match, at.match.position, at.presenter, seat)}


def _legal(at: OpenMatch, request: Data) -> Data:
    seat = None if at.match.over else at.match.position.to_act()
    return {"seat": seat, "legal": at.match.legal()}


def _apply(at: OpenMatch, request: Data) -> Data:
    text = take_text(request, "action")
    _check_running(at.match)
    position = at.match.position
    seat = position.to_act()
    if "seat" in request and take_number(request, "seat", 0, at.match.game.players - 1) != seat:
        raise refusal("not-your-turn", seat=seat)
    action = position.parse(text)
    at.match.apply(action)
    return {"seat": seat, "action": position.notation(action), **protocol.stand(at.match)}


def _undo(at: OpenMatch, request: Data) -> Data:
    if not at.match.undo():
        raise refusal("nothing-to-undo")
    # Otherwise the program would know what chance brings after its next decision.
    at.match.chance = numbers(new_seed())
    return protocol.stand(at.match)


def _perft(at: OpenMatch, request: Data) -> Data:
    depth = take_number(request, "depth", 1, MOST_DEPTH)
    chance = take_list(request, "chance")
    for number, text in enumerate(chance):
        with _item(number, text):
            pass
    _check_running(at.match)
    moves = perft(at.match.position, depth, chance)
    return {"depth": depth, "count": sum(moves.values()), "moves": moves}


def _journal(request: Data, game: Game, first: int) -> list[Entry]:
    """Read the journal that a match begins with: notations, or pairs of a seat and a notation."""
    position = game.new_position(first)
    entries: list[Entry] = []
    for number, item in enumerate(take_list(request, "journal")):
        seat = position.to_act()
        named, text = item if isinstance(item, list) and len(item) == 2 else (seat, item)
        with _item(number, text) as notation:
            if named != seat or seat == OVER:
                raise refusal("journal-seat")
            action = position.parse(notation)
        entries.append(Entry(seat, position.notation(action)))
        position.apply(action)
    return entries


@contextmanager
def _item(number: int, value: object) -> Iterator[str]:
    """Yield *value*, a text; an error here or in the block becomes a `JournalError` at *number*."""
    try:
        if not is_text(value):
            raise refusal("not-an-action")
        yield value
    except SplitpickError as error:
        raise JournalError(number, error.message) from error


def _check_running(match: Match) -> None:
    if match.over:
        raise refusal("match-over")
