"""Records in JSON, for programs: everything, with the rules and the times."""

from __future__ import annotations

import json

from ...errors import RecordError
from ...hooks.engine import Engine
from ...rules.characters import excerpt
from ...text import Message, Param
from ..record import Record
from .fields import WrongPart, check_fields, fields_of, parse_json
from .limits import MOST_CHARACTERS
from .redact import redact, too_long
from .verify import other_end, verified


def write_json(record: Record) -> str:
    """Write *record*, redacted, as JSON; raises `RecordError` where it is too long."""
    text = json.dumps(fields_of(redact(record)), ensure_ascii=False, indent=1) + "\n"
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    return text


def read_json(text: str, engine: Engine) -> Record:
    """Read a record in JSON and play it again.

    Raises `RecordError` for the first thing that is wrong: with line and column where the text is
    not JSON, else with the path to the value, such as ``entries[5].text``.
    """
    try:
        fields = check_fields(parse_json(text))
        record = verified(fields, engine)
        real = fields_of(record)["result"]
        if fields.result and {"forfeited": None, **fields.result} != real:
            raise WrongPart(other_end(record), "result")
    except WrongPart as error:
        steps = (f"[{one}]" if isinstance(one, int) else f".{one}" for one in error.part)
        way = excerpt("".join(steps).removeprefix("."), 80)
        params: dict[str, Param] = {"way": way, "what": error.message}
        raise RecordError(
            Message(error.code, "{way}: {what}" if way else "{what}", params)
        ) from error
    return record
