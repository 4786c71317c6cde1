"""Tags at the head of a record in text: which field each is, and how its value is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

DEFINITION = "Definition"
"""Tag after the entries; the rules in JSON follow it."""
EXTENSION = "X-"
"""Beginning of the tags that anybody may add; they are ignored."""


def _read_date(text: str) -> int:
    time = datetime.fromisoformat(text)
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    return (time - _EPOCH) // timedelta(milliseconds=1)


def _write_date(milliseconds: int) -> str:
    time = _EPOCH + timedelta(milliseconds=milliseconds)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


TAGS = {
    "Splitpick": ("version", '"1"'),
    "Match": ("match", '"9f2c60a1b2c3d4e5"'),
    "Rules": ("ruleset", '"jolly-roger"'),
    "Variant": ("variant", '"advanced"'),
    "Hash": ("hash", '"sha256:..."'),
    "Source": ("source", '"my-deck.yaml"'),
    "Option": ("options", '"memory" "false"'),
    "Plugin": ("plugins", '"my-plugin" "0.1.0" "my-package"'),
    "Seat": ("seats", '"jolly" "human"'),
    "First": ("first", '"roger"'),
    "Seed": ("seed", '"7"'),
    "Practice": ("practice", '"yes"'),
    "Date": ("created", '"2026-11-20T13:00:00.123Z"'),
    "Result": ("", '"36:31"'),
    "Winner": ("", '"jolly"'),
    "Forfeit": ("", '"roger" "time"'),
    "Duplicate": ("leg", '"2"'),
    "Partner": ("partner", '"9f2c60a1b2c3d4e5"'),
    "Daily": ("daily", '"2026-11-22"'),
    "Nonce": ("nonce", '"5f3a..."'),
    "Promise": ("promise", '"9c01..."'),
    "Clock": ("clock", '"600+5"'),
    "Opened": ("opened", '"7 5f3a..."'),
    "Share": ("shares", '"jolly" "b81c..."'),
}
"""All tags in order: field and example.  Those without a field tell how the match ended."""
NAMES = {field: name for name, (field, _) in TAGS.items()}
READ: Mapping[str, Callable[[str], object]] = {
    "hash": lambda text: text.removeprefix("sha256:"),
    "created": _read_date,
}
"""Readers of tags whose values differ from the fields."""
_WRITE: Mapping[str, Callable[[Any], str]] = {
    "hash": "sha256:{}".format,
    "practice": lambda _: "yes",
    "created": _write_date,
}


def tags_of(fields: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the values of each tag in which the *fields* of a record are written."""
    end, result = {}, fields["result"]
    if result:
        end = {"Result": [":".join(map(str, result["scores"]))], "Winner": result["winners"]}
        if result["forfeited"] is not None:
            reason = fields["entries"][-1]["text"].removeprefix("forfeit ")
            end["Forfeit"] = [result["forfeited"], reason]
    for name, (field, _) in TAGS.items():
        value: Any = fields.get(field)
        if field == "options":
            for option, chosen in value.items():
                yield name, [option, chosen if isinstance(chosen, str) else json.dumps(chosen)]
        elif isinstance(value, list):
            yield from ((name, list(one.values())) for one in value)
        elif name in end:
            yield name, end[name]
        elif value or (name == "Seed" and value == 0):
            yield name, [_WRITE.get(field, str)(value)]
