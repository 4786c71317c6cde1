"""The bot protocol: lines of JSON, what they may hold, and the messages that splitpick sends.

README.md of this folder is the specification.  Whoever speaks it for splitpick is elsewhere:
`process` plays a program on a seat, `session` lets a program drive the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from ..errors import ProtocolError
from ..game import Position
from ..rules.characters import excerpt
from ..scene import Presenter
from ..text import Message, msg

if TYPE_CHECKING:
    from ..rules.load import Ruleset
    from .match import Match, Result

VERSION = 1
"""The version of the protocol; another one only where an old bot would misunderstand."""

MOST_LINE = 2**20
"""How many bytes a line may have, without its end."""

MOST_DEPTH = 32
"""How deep lists and objects may lie in each other."""

MOST_TEXT = 200
"""How many characters an action, a name or an id may have."""

MOST_NUMBER = 2**53 - 1
"""The greatest whole number that every language reads exactly."""

Data: TypeAlias = dict[str, Any]
"""A message: an object with a ``type``."""


# Lines.


def write(message: Mapping[str, Any]) -> bytes:
    """Write *message* as one line of ASCII, with its end.

    ASCII, so that a bot that reads its input in some other encoding reads the same.
    """
    line = json.dumps(message, separators=(",", ":"))
    if "\\ud" in line:
        # Half a surrogate pair is no character, and strict readers refuse the whole line.
        whole = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        line = json.dumps(json.loads(whole.encode("utf-8", "replace")), separators=(",", ":"))
    return line.encode("ascii") + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """Read a line, with or without its end, as an object; raises `ProtocolError`."""
    line = line.rstrip(b"\r\n")
    if len(line) > MOST_LINE:
        _refuse(msg("line-too-long", "A line has at most {most} bytes.", most=MOST_LINE))
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        _refuse(msg("line-not-utf-8", "A line has to be text in UTF-8."))
    try:
        message = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        _refuse(_TOO_DEEP)
    except ValueError:  # also a number with thousands of digits
        _refuse(msg("line-not-json", "A line has to be JSON."))
    if not isinstance(message, dict):
        _refuse(msg("line-not-object", "A line has to be a JSON object."))
    if _is_deep(message):
        _refuse(_TOO_DEEP)
    return message


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are Python's, not JSON's


_TOO_DEEP = msg("line-too-deep", "Lists and objects lie at most {most} deep.", most=MOST_DEPTH)


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MOST_DEPTH + 1):
        inner: list[object] = []
        for outer in level:
            if isinstance(outer, dict):
                inner += outer.values()
            elif isinstance(outer, list):
                inner += outer
        if not inner:
            return False
        level = inner
    return True


def _refuse(message: Message) -> NoReturn:
    raise ProtocolError(message)


# Fields.


def id_of(message: Mapping[str, Any]) -> int | str | None:
    """Return the id of *message*, or ``None`` where it has none that could be one."""
    found = message.get("id")
    known = _is_word(found) if isinstance(found, str) else is_number(found)
    return found if known else None


def take_text(message: Mapping[str, Any], field: str) -> str:
    """Return the text in *field*; raises `ProtocolError` where it is something else."""
    found = message.get(field)
    if isinstance(found, str) and len(found) <= MOST_TEXT:
        return found
    _refuse(
        msg(
            "field-text",
            'The field "{field}" has to be a text of at most {most} characters.',
            field=field,
            most=MOST_TEXT,
        )
    )


def take_number(message: Mapping[str, Any], field: str, least: int, most: int) -> int:
    """Return the whole number in *field*; raises `ProtocolError` where it is something else."""
    found = message.get(field)
    if isinstance(found, int) and is_number(found) and least <= found <= most:
        return found
    _refuse(
        msg(
            "field-number",
            'The field "{field}" has to be a whole number from {least} to {most}.',
            field=field,
            least=least,
            most=str(most),
        )
    )


def take_list(message: Mapping[str, Any], field: str) -> list[Any]:
    """Return the list in *field*; raises `ProtocolError` where it is something else."""
    found = message.get(field)
    if isinstance(found, list):
        return found
    _refuse(msg("field-list", 'The field "{field}" has to be a list.', field=field))


def is_number(value: object) -> bool:
    """Say whether *value* is a whole number that every language reads exactly."""
    return type(value) is int and -MOST_NUMBER <= value <= MOST_NUMBER


def _is_word(text: str) -> bool:
    return len(text) <= MOST_TEXT and text.isprintable()


# What splitpick says.


def introduce(ruleset: Ruleset, seats: int, first: int) -> Data:
    """Tell which rules are played by how many."""
    return {
        "game": ruleset.kind.id,
        "ruleset": ruleset.id,
        "variant": ruleset.variant_id,
        "options": dict(ruleset.options),
        "hash": ruleset.hash,
        "players": seats,
        "seats": [seat for seat, _ in ruleset.seats[:seats]],
        "first": first,
    }


def look(match: Match, position: Position, presenter: Presenter, seat: int | None) -> Data:
    """Tell all that *seat* may know at *position*, where *match* is: the view and the history.

    ``None`` is an onlooker.
    """
    listed = presenter.journal(match.actions, position, seat)
    return {"view": position.view(seat), "history": [[who, text] for who, text in listed]}


def ask(match: Match, position: Position, presenter: Presenter, seat: int) -> Data:
    """Tell *seat*, which is to act at *position*, what it has to choose from."""
    return {
        "seat": seat,
        **look(match, position, presenter, seat),
        "legal": [position.notation(action) for action in position.legal_actions()],
    }


def stand(match: Match) -> Data:
    """Tell what everybody may know of where *match* stands: whose turn it is, or how it ended.

    What the seats have before the end is in the view: some of it may be secret.
    """
    over, result = match.over, match.result
    return {
        "to_act": None if over else match.position.to_act(),
        "over": over,
        "scores": list(result.scores) if result else None,
        "winners": list(result.winners) if result else None,
    }


def outcome(result: Result) -> Data:
    """Tell how a match has ended."""
    return {
        "scores": list(result.scores),
        "winners": list(result.winners),
        "forfeited": result.forfeited,
    }


def error(code: str, said: str, id: int | str | None) -> Data:
    """Tell what was wrong with the message *id*; *said* is for people, in their language."""
    return {"type": "error", "id": id, "code": code, "message": said}


def unknown_type(message: Mapping[str, Any], known: str) -> ProtocolError:
    """Make the error for a message of a type that nobody knows, or of none."""
    found = message.get("type")
    if not isinstance(found, str):
        return ProtocolError(msg("no-type", "Each message needs a type."))
    return ProtocolError(
        msg(
            "unknown-type",
            'There is no message of the type "{type}" here. There is: {known}.',
            type=excerpt(found),
            known=known,
        )
    )
