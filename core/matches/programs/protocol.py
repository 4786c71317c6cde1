"""The messages of the bot protocol: lines of JSON, their limits and fields (README.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeGuard

from ...errors import ProtocolError
from ...game import Position
from ...rules.characters import excerpt
from ...scene import Presenter
from .protocol_errors import refusal

if TYPE_CHECKING:
    from ...rules.load import Ruleset
    from ..match import Match

VERSION = 1
"""Version of the protocol, raised only when an old bot would misunderstand a message."""
MOST_LINE = 2**20
"""Most bytes of a line, without its line break."""
MOST_DEPTH = 32
MOST_TEXT = 200
"""Most characters of an action, a name or an id."""
MOST_NUMBER = 2**53 - 1

Data: TypeAlias = dict[str, Any]


def write(message: Data) -> bytes:
    """Write *message* as a line of ASCII, which programs read whatever encoding they assume."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def read(line: bytes) -> Data:
    """Read the message in *line*, with or without a line break; raises `ProtocolError`."""
    line = line.rstrip(b"\r\n")
    if len(line) > MOST_LINE:
        raise refusal("line-too-long", most=MOST_LINE)
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_number)
        deep = _depth(message) > MOST_DEPTH
    except UnicodeDecodeError:
        raise refusal("line-not-utf-8") from None
    except RecursionError:
        deep = True
    except ValueError:  # also a number with thousands of digits
        raise refusal("line-not-json") from None
    if deep:
        raise refusal("line-too-deep", most=MOST_DEPTH)
    if not isinstance(message, dict):
        raise refusal("line-not-object")
    return message


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are Python's, not JSON's


def _depth(value: object) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def id_of(message: Data) -> int | str | None:
    """Return the id of *message*, or ``None`` if it is missing or malformed."""
    found = message.get("id")
    if isinstance(found, str):
        return found if is_text(found) and found.isprintable() else None
    return found if is_number(found) else None


def take_text(message: Data, field: str) -> str:
    """Return the text in *field*; raises `ProtocolError` for anything else."""
    value = message.get(field)
    if not is_text(value):
        raise refusal("field-text", field=field, most=MOST_TEXT)
    return value


def take_number(message: Data, field: str, least: int, most: int) -> int:
    """Return the number in *field*, from *least* to *most*; raises `ProtocolError` otherwise."""
    value = message.get(field)
    if not is_number(value) or not least <= value <= most:
        raise refusal("field-number", field=field, least=least, most=str(most))
    return value


def take_list(message: Data, field: str) -> list[Any]:
    """Return the list in *field*, empty if it is missing; raises `ProtocolError` otherwise."""
    value = message.get(field, [])
    if not isinstance(value, list):
        raise refusal("field-list", field=field)
    return value


def is_text(value: object) -> TypeGuard[str]:
    """Return whether *value* is a text of at most `MOST_TEXT` characters."""
    return isinstance(value, str) and len(value) <= MOST_TEXT


def is_number(value: object) -> TypeGuard[int]:
    """Return whether *value* is a whole number that every language reads exactly."""
    return type(value) is int and -MOST_NUMBER <= value <= MOST_NUMBER


def introduce(ruleset: Ruleset, players: int) -> Data:
    """Return the fields that describe *ruleset* and its seats for a number of *players*.

    The sides of the seats are among them if there are partners.
    """
    sides = ruleset.build(players).new_position().sides()
    return {
        "game": ruleset.kind.id,
        "ruleset": ruleset.id,
        "variant": ruleset.variant_id,
        "options": dict(ruleset.options),
        "hash": ruleset.hash,
        "players": players,
        "seats": [seat for seat, _ in ruleset.seats[:players]],
        **({"sides": sides} if sides else {}),
    }


def look(match: Match, position: Position, presenter: Presenter, seat: int | None) -> Data:
    """Return all that *seat* may know at *position* of *match*; ``None`` is an onlooker."""
    listed = presenter.journal(match.actions, position, seat)
    return {"view": position.view(seat), "history": [[who, text] for who, text in listed]}


def ask(match: Match, position: Position, presenter: Presenter, seat: int) -> Data:
    """Return what *seat* has to know for its decision at *position* of *match*."""
    return {
        "seat": seat,
        **look(match, position, presenter, seat),
        "legal": [position.notation(action) for action in position.legal_actions()],
    }


def stand(match: Match) -> Data:
    """Return the seat to act, or the result of a finished match: earlier scores may be secret."""
    result = match.result
    if result is None:
        return {"to_act": match.position.to_act(), "over": False, "scores": None, "winners": None}
    return {"to_act": None, "over": True, "scores": [*result.scores], "winners": [*result.winners]}


def error(code: str, said: str, id: int | str | None) -> Data:
    """Return an error about the message *id*; *said* is its sentence in the reader's language."""
    return {"type": "error", "id": id, "code": code, "message": said}


def unknown_type(message: Data, known: str) -> ProtocolError:
    """Return the error for a *message* without a type, or with one not in the list *known*."""
    kind = message.get("type")
    if not isinstance(kind, str):
        return refusal("no-type")
    return refusal("unknown-type", type=excerpt(kind), known=known)
