"""Tags at the head of a record in text: which field each is, and how its value is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

DEFINITION = "Definition"
"""Tag after the turns; the rules in JSON follow it."""
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


@dataclass(frozen=True)
class Tag:
    """One tag: the field it fills, empty if it only tells the end, and an example of its values."""

    field: str
    example: str
    read: Callable[[str], object] = str
    write: Callable[[Any], str] = str
    unset: tuple[object, ...] = (None, "", 0)
    """Values for which it is not written."""


TAGS = {
    "Splitpick": Tag("version", '"1"', int),
    "Match": Tag("match", '"9f2c60a1b2c3d4e5"'),
    "Rules": Tag("ruleset", '"jolly-roger"'),
    "Variant": Tag("variant", '"advanced"'),
    "Hash": Tag(
        "hash", '"sha256:..."', lambda text: text.removeprefix("sha256:"), "sha256:{}".format
    ),
    "Source": Tag("source", '"my-deck.yaml"'),
    "Option": Tag("options", '"memory" "false"'),
    "Plugin": Tag("plugins", '"my-plugin" "0.1.0" "my-package"'),
    "Seat": Tag("seats", '"jolly" "human"'),
    "First": Tag("first", '"roger"'),
    "Seed": Tag("seed", '"7"', int, unset=(None,)),
    "Practice": Tag("practice", '"yes"', {"yes": True, "no": False}.__getitem__, lambda _: "yes"),
    "Date": Tag("created", '"2026-11-20T13:00:00.123Z"', _read_date, _write_date),
    "Result": Tag("", '"36:31"'),
    "Winner": Tag("", '"jolly"'),
    "Forfeit": Tag("", '"roger" "time"'),
    "Duplicate": Tag("leg", '"2"', int),
    "Partner": Tag("partner", '"9f2c60a1b2c3d4e5"'),
    "Daily": Tag("daily", '"2026-11-22"'),
}
"""All tags in the order in which they are written."""

NAMES = {tag.field: name for name, tag in TAGS.items()}


def tags_of(fields: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield name and values of each tag that the *fields* of a record have."""
    end = _end(fields)
    for name, tag in TAGS.items():
        value: Any = fields.get(tag.field)
        if tag.field == "options":
            for option, chosen in value.items():
                yield name, [option, chosen if isinstance(chosen, str) else json.dumps(chosen)]
        elif isinstance(value, list):
            yield from ((name, list(one.values())) for one in value)
        elif not tag.field and name in end:
            yield name, end[name]
        elif value not in tag.unset and (name, value) != ("Source", fields["ruleset"]):
            yield name, [tag.write(value)]


def _end(fields: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the values of the tags that tell how a match ended."""
    result = fields["result"]
    if result is None:
        return {}
    end = {"Result": [":".join(map(str, result["scores"]))], "Winner": result["winners"]}
    if result["forfeited"] is not None:
        reason = fields["entries"][-1]["text"].removeprefix("forfeit ")
        end["Forfeit"] = [result["forfeited"], reason]
    return end
