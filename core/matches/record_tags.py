"""The tags at the head of a record in text: which there are, and what each looks like."""

from __future__ import annotations

from dataclasses import dataclass

from .sharing import MOST_TEXT, PLAYER

FORMAT = 1
"""The version of the format that is written; no other is read."""

EXTENSION = "X-"
"""What tags begin with that are anybody's own: they are passed over."""

DEFINITION = "Definition"
"""The tag behind the turns: the rules in full follow it."""

_ID = r"[a-z][a-z0-9-]{0,39}"
_UID = r"[0-9a-f]{16}"
_TEXT = rf".{{1,{MOST_TEXT}}}"
_TEXT_OR_NONE = rf".{{0,{MOST_TEXT}}}"


@dataclass(frozen=True, slots=True)
class Tag:
    """What one tag looks like."""

    example: str
    """Its values as an example, as they stand behind its name."""
    values: tuple[str, ...]
    """A regular expression for each value."""
    optional: int = 0
    """How many of the last values may be missing."""
    required: bool = False
    """Whether no record is without it."""
    repeated: bool = False
    """Whether it may come more than once, with another first value each time."""


TAGS = {
    "Splitpick": Tag('"1"', (r"[1-9][0-9]{0,8}",), required=True),
    "Match": Tag('"9f2c60a1b2c3d4e5"', (_UID,)),
    "Rules": Tag('"jolly-roger"', (_ID,), required=True),
    "Variant": Tag('"advanced"', (_ID,), required=True),
    "Hash": Tag('"sha256:..."', (r"sha256:[0-9a-f]{64}",), required=True),
    "Source": Tag('"my-deck.yaml"', (rf"[^/\\\t]{{1,{MOST_TEXT}}}",)),
    "Option": Tag('"memory" "false"', (_TEXT, _TEXT_OR_NONE), repeated=True),
    "Plugin": Tag(
        '"my-plugin" "0.1.0" "my-package"',
        (_TEXT, _TEXT_OR_NONE, _TEXT_OR_NONE),
        optional=2,
        repeated=True,
    ),
    "Seat": Tag('"jolly" "human"', (_ID, PLAYER), required=True, repeated=True),
    "First": Tag('"roger"', (_ID,), required=True),
    "Seed": Tag('"7"', (r"[0-9]{1,19}",)),
    "Practice": Tag('"yes"', (r"yes|no",)),
    "Date": Tag(
        '"2026-11-20T13:00:00.123Z"',
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{3})?)?Z)?",),
    ),
    "Result": Tag('"36:31"', (r"-?[0-9]{1,9}(?::-?[0-9]{1,9}){1,5}",)),
    "Winner": Tag('"jolly"', (_ID,) * 6, optional=5),
    "Forfeit": Tag('"roger" "time"', (_ID, _ID)),
    "Duplicate": Tag('"2"', (r"[12]",)),
    "Partner": Tag('"9f2c60a1b2c3d4e5"', (_UID,)),
    "Daily": Tag('"2026-11-22"', (r"[0-9]{4}-[0-9]{2}-[0-9]{2}",)),
}
"""Every tag, in the order in which they are written."""


def example(name: str) -> str:
    """Write the tag *name* as an example."""
    return f"[{name} {TAGS[name].example}]"
