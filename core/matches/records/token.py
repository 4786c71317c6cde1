"""A token: a whole match as one line of letters and digits (README.md in the folder above)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256

from ...errors import JournalError, NotationError, RecordError, SplitpickError
from ...game import CHANCE, OVER
from ...hooks.engine import Engine
from ...rules.plugin_errors import told
from ...text import msg
from ..entry import Entry
from ..record import Loaded, Record, is_installed, load_setup
from ..setup import Setup
from .codec import pack, too_long, unpack
from .fields import Step, WrongPart, check_fields, fields_of, parse_json
from .redact import MOST_STEPS, redact
from .verify import loaded_from

Held = Callable[[str], Setup | None]
"""Function from a uid to the setup of the match in the store that has it, or ``None``."""


@dataclass(frozen=True)
class Token:
    """Match in a token; its seed is ``None`` until it is over, and in game 1 of a duplicate."""

    record: Record
    brings_rules: bool = field(compare=False)
    """True if the token contains the rules of the match and they are not installed here."""
    loaded: Loaded = field(compare=False, repr=False)


def write_token(engine: Engine, record: Record, *, with_rules: bool | None = None) -> str:
    """Write *record* as a token, *with_rules* or not; by default with rules not installed here.

    The seed goes along only if the match is over and is not game 1 of a duplicate.  Raises
    `JournalError`, `RecordError` for a match that is too long, and what `load_setup` raises.
    """
    if len(record.entries) > MOST_STEPS:
        raise too_long()
    loaded = load_setup(engine, record.setup)
    played = loaded.replay(record.entries)
    fields = fields_of(redact(replace(played, entries=())))
    if played.result is None or played.setup.leg == 1:
        fields["seed"] = None
        fields.pop("nonce", None)
    if with_rules is False or (with_rules is None and is_installed(engine, played.setup)):
        fields |= {"rules": None, "hash": fields["hash"][:8]}
    fields["steps"] = [step for step, _ in _course(loaded, played.entries)]
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
        loaded = loaded_from(fields, engine, held(fields.match) if held and fields.match else None)
        record = loaded.replay([entry for _, entry in _course(loaded, fields.steps)])
    except (WrongPart, JournalError, NotationError) as error:
        raise RecordError(_REASONS.get(error.code, _IMPOSSIBLE)) from error
    except SplitpickError:
        raise
    except Exception as error:  # raised by the game: by a plugin, or by odd rules
        message = msg(
            "token-game-fails",
            "The game fails while replaying this token: {error}",
            error=told(error),
        )
        raise RecordError(message) from error
    if _check(record.entries) != fields.check:
        raise RecordError(_OTHER_COURSE)
    brings_rules = fields.rules is not None and not is_installed(engine, loaded.setup)
    return Token(record, brings_rules, loaded)


def _course(loaded: Loaded, steps: Iterable[Step | Entry]) -> Iterator[tuple[Step, Entry]]:
    """Yield each of *steps*, a step or an entry, as both; raises `WrongPart` or `NotationError`."""
    positions = [loaded.game.new_position(loaded.setup.first)]
    for step in steps:
        position = positions[-1]
        if isinstance(step, str):
            seat, _, text = step.partition(" ")
            step = Entry(int(seat) if seat.isdecimal() else OVER, text)
        if isinstance(step, Entry) and not step.is_action:
            yield f"{step.seat} {step.text}", step
            del positions[max(1, len(positions) - step.takes_back) :]
            continue
        if position.to_act() == CHANCE:
            possible = [action for action, _ in position.chance_outcomes()]
        else:
            possible = [] if position.to_act() == OVER else list(position.legal_actions())
        place = possible.index(position.parse(step.text)) if isinstance(step, Entry) else step
        if not 0 <= place < len(possible):
            raise WrongPart(_IMPOSSIBLE)
        yield place, Entry(position.to_act(), position.notation(possible[place]))
        positions.append(position.copy())
        positions[-1].apply(possible[place])


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
