"""A token: a whole match as one line of letters and digits (README.md in the folder above)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256

from ...errors import JournalError, RecordError, SplitpickError
from ...game import CHANCE, OVER, Position
from ...hooks.engine import Engine
from ...rules.plugin_errors import describe_error
from ...text import msg
from ..entry import Entry
from ..match import JournalStep
from ..record import Loaded, Record, is_installed, load_setup, record_of
from ..setup import Setup, commitment
from .codec import NEWER, pack, too_long, unpack
from .fields import TokenStep, WrongPart, check_fields, fields_of, parse_json
from .redact import MOST_STEPS, redact
from .verify import load_record

Held = Callable[[str], Setup | None]
"""Function from a uid to the setup of the match in the store that has it, or ``None``."""


@dataclass(frozen=True)
class Token:
    """Match in a token; its seed is ``None`` until it is over, and in game 1 of a duplicate."""

    record: Record
    brings_rules: bool = field(compare=False)
    """True if the token contains the rules of the match and they are not installed here."""
    loaded: Loaded = field(compare=False, repr=False)
    promise: str = field(default="", compare=False)
    """Commitment of the sender to the seed, until the match is over."""


def write_token(engine: Engine, record: Record, *, with_rules: bool | None = None) -> str:
    """Write *record* as a token, *with_rules* or not; by default with rules not installed here.

    The seed goes along only if the match is over and is not game 1 of a duplicate.  Raises
    `JournalError`, `RecordError` for a match that is too long, and what `load_setup` raises.
    """
    if len(record.entries) > MOST_STEPS:
        raise too_long()
    loaded = load_setup(engine, record.setup)
    match = loaded.replay(record.entries)
    played = record_of(loaded.setup, match)
    own = commitment(played.setup)
    sent = replace(played.setup, promise="", opened="")  # those of the other side
    fields = fields_of(redact(replace(played, setup=sent, entries=())))
    if played.result is None or played.setup.leg == 1:
        fields["seed"] = None
        fields.pop("nonce", None)
        if own:
            fields["promise"] = own
    if with_rules is False or (with_rules is None and is_installed(engine, played.setup)):
        fields |= {"rules": None, "hash": fields["hash"][:8]}
    fields["steps"] = [*map(_encoded, match.entries, match.steps)]
    fields["check"] = _check(played.entries)
    for key in ("format", "source", "plugins", "created", "entries", "result"):
        del fields[key]
    return pack(json.dumps(fields, ensure_ascii=False, separators=(",", ":")))


def read_token(engine: Engine, text: str, held: Held | None = None) -> Token:
    """Read the token in *text*, even if a chat has broken it into lines or put text around it.

    *held* finds the setup of a match in the store: a token of that match may lack the rules.
    Raises `RecordError`, and `PluginsMissing` if a match in the store needs a missing plugin.
    """
    content = parse_json(unpack(text))
    try:
        fields = check_fields(content)
        loaded = load_record(fields, engine, held(fields.match) if held and fields.match else None)
        loaded = replace(loaded, setup=replace(loaded.setup, promise="", opened=""))
        match = loaded.replay(())
        for step in fields.steps:
            match.replay(_decoded(step, match.position))
    except (WrongPart, JournalError) as error:
        raise RecordError(_REASONS.get(error.code, _IMPOSSIBLE)) from error
    except SplitpickError:
        raise
    except Exception as error:  # raised by the game: by a plugin, or by odd rules
        message = msg(
            "token-game-fails",
            "The game fails while replaying this token: {error}",
            error=describe_error(error),
        )
        raise RecordError(message) from error
    record = record_of(loaded.setup, match)
    if _check(record.entries) != fields.check:
        raise RecordError(_OTHER_COURSE)
    brings_rules = fields.rules is not None and not is_installed(engine, loaded.setup)
    return Token(record, brings_rules, loaded, fields.promise)


def _encoded(entry: Entry, applied: JournalStep) -> TokenStep:
    """Return *entry* as a token has it: an action as its place among the possible ones."""
    if entry.is_action:
        return _possible(applied.before).index(applied.action)
    return f"{entry.seat} {entry.text}"


def _decoded(step: TokenStep, position: Position) -> Entry:
    """Return the entry for *step* at *position*; raises `WrongPart`."""
    if isinstance(step, str):
        seat, _, text = step.partition(" ")
        return Entry(int(seat) if seat.isdecimal() else OVER, text)
    possible = _possible(position)
    if not 0 <= step < len(possible):
        raise WrongPart(_IMPOSSIBLE)
    return Entry(position.to_act(), position.notation(possible[step]))


def _possible(position: Position) -> list[int]:
    if position.to_act() == CHANCE:
        return [action for action, _ in position.chance_outcomes()]
    return [] if position.to_act() == OVER else list(position.legal_actions())


def _check(entries: Iterable[Entry]) -> str:
    journal = "\n".join(f"{entry.seat} {entry.text}" for entry in entries)
    return sha256(journal.encode()).hexdigest()[:8]


_IMPOSSIBLE = msg("token-senseless", "This token describes a match that cannot have been played.")
_OTHER_COURSE = msg(
    "token-other-course",
    "This token comes from a version of splitpick or a plugin that plays these rules differently."
    " Install the same version on both sides.",
)
_REASONS = {
    "record-newer": NEWER,
    "rules-missing": msg(
        "token-unknown-rules",
        "The rules of this match are not installed here, or they differ. Ask for a token that"
        " contains the rules: {command}",
        command="splitpick post --with-rules",
    ),
    "rules-unreadable": msg(
        "token-bad-rules",
        "The rules in this token cannot be read here. Perhaps they need a plugin that is missing.",
    ),
}
"""Messages about the rules of a token, by the code of the message that a record would get."""
