"""A token: a whole match as one line of letters and digits, to be pasted into any chat.

README.md in the folder above specifies it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Annotated, TypeAlias

from pydantic import Field

from ...errors import JournalError, NotationError, RecordError, RulesetError, SplitpickError
from ...game import CHANCE, OVER
from ...hooks.engine import Engine
from ...rules.characters import excerpt
from ...rules.load import Ruleset, restore_ruleset
from ...rules.plugin_errors import told
from ...text import msg
from ..entry import Entry
from ..record import Loaded, Record, installed_rules, is_bot, is_installed, load_setup
from ..seating import bot_of
from ..setup import Setup
from .codec import VERSION, pack, too_long, unpack
from .fields import MatchFields, WrongPart, check_fields, parse_json
from .redact import redact
from .verify import canonical, load_checked, setup_of

MOST_ENTRIES = 5_000
"""Most entries of a match in a token."""

WITH_RULES = "splitpick post --with-rules"

Step: TypeAlias = int | str
"""Place of an action among those that were possible, or the seat and the text of another entry."""

Held = Callable[[str], Setup | None]
"""Finds the setup of the match with a uid in the store."""


class TokenFields(MatchFields):
    """Content of a token."""

    hash: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    """Beginning of the hash of the rules."""
    entries: Annotated[list[Step], Field(max_length=MOST_ENTRIES)]
    check: str
    """Beginning of the hash of the entries in the game's notation."""


@dataclass(frozen=True)
class Token:
    """Match that a token brings."""

    record: Record
    """The match; its seed is ``None`` while it is not over."""
    brings_rules: bool = field(compare=False)
    """Whether its rules are in it and not installed here."""
    loaded: Loaded = field(compare=False, repr=False)
    """Rules of the match, ready to be played."""


def write_token(engine: Engine, record: Record, *, with_rules: bool | None = None) -> str:
    """Write *record* as a token.

    It carries the rules if *with_rules* is true, or ``None`` and they are not installed.  The seed
    goes along only if the match is over and no other has the same deal.  Times, marks, comments
    and the commands of processes stay here.  Raises `JournalError` for an impossible entry,
    `RecordError` for a match that is too long, and what `load_setup` raises.
    """
    if len(record.entries) > MOST_ENTRIES:
        raise too_long()
    loaded = load_setup(engine, record.setup)
    played = loaded.replay(record.entries)
    setup = redact(Record(record.setup, ())).setup
    if with_rules is None:
        with_rules = not is_installed(engine, setup)
    # How long a bot may think is its own side's business.
    players = [one.partition(":")[0] if is_bot(one) else one for one in setup.players]
    content = {
        "version": VERSION,
        "match": setup.uid,
        "ruleset": setup.ruleset,
        "variant": setup.variant,
        "hash": setup.hash[:8],
        "options": setup.options,
        "seats": [
            {"id": id, "player": player} for id, player in zip(setup.seats, players, strict=True)
        ],
        "first": setup.seats[setup.first],
        "practice": setup.practice,
        "leg": setup.leg,
        "partner": setup.partner,
        "seed": setup.seed if played.result is not None and setup.leg != 1 else None,
        "entries": [place for place, _ in _course(loaded, played.entries)],
        "check": _check(played.entries),
        "rules": json.loads(setup.rules) if with_rules else None,
    }
    return pack(json.dumps(content, ensure_ascii=False, separators=(",", ":")))


def read_token(engine: Engine, text: str, held: Held | None = None) -> Token:
    """Read the token in *text*, whatever a chat has put around it or broken it with.

    *held* finds the setup of a match in the store, whose rules the token need not have.  Raises
    `RecordError` where there is no token, or one that cannot be read, and `PluginsMissing` where a
    match in the store needs a plugin that is not here.
    """
    content = parse_json(unpack(text))
    try:
        fields = check_fields(TokenFields, content)
        ruleset = _ruleset(engine, fields, held)
        setup = setup_of(fields, ruleset.text, ruleset.hash)
        bots = [bot_of(player) for player in setup.players if is_bot(player)]
        plugins = tuple(engine.needed(ruleset, bots))
        setup = replace(setup, source=ruleset.id, plugins=plugins)
        loaded = load_checked(engine, setup, ruleset)
        record = loaded.replay([entry for _, entry in _course(loaded, fields.entries)])
    except (WrongPart, JournalError, NotationError) as error:
        raise RecordError(
            msg("token-senseless", "The content of this token is impossible.")
        ) from error
    except SplitpickError:
        raise
    except Exception as error:  # of the game: its plugin, or rules that nobody thought of
        message = msg(
            "token-game-fails", "The game fails on this token: {error}", error=told(error)
        )
        raise RecordError(message) from error
    if _check(record.entries) != fields.check:
        raise RecordError(
            msg(
                "token-other-course",
                "This token comes from a splitpick, or a plugin, that plays these rules in another"
                " way. Install the same version on both sides.",
            )
        )
    brings_rules = fields.rules is not None and not is_installed(engine, loaded.setup)
    return Token(record, brings_rules, loaded)


def _ruleset(engine: Engine, fields: TokenFields, held: Held | None) -> Ruleset:
    """Return the rules in the token, those of the same match in the store or the installed ones."""
    if fields.rules is not None:
        try:
            return restore_ruleset(canonical(fields.rules), engine.games)
        except RulesetError as error:
            message = msg("token-bad-rules", "The rules in this token cannot be read: {why}",
                          why=error.message)  # fmt: skip
            raise RecordError(message) from error
    setup = held(fields.match) if held and fields.match else None
    if setup is not None and setup.hash.startswith(fields.hash):
        return load_setup(engine, setup).ruleset
    found = installed_rules(engine, fields.ruleset, fields.variant, fields.options, fields.hash)
    if found is not None:
        return found
    raise RecordError(
        msg(
            "token-unknown-rules",
            'The rules "{name}" of this match are not installed here, or not the same. Ask for a'
            " token with the rules in it: {command}",
            name=excerpt(fields.ruleset),
            command=WITH_RULES,
        )
    )


def _course(loaded: Loaded, steps: Iterable[Step | Entry]) -> Iterator[tuple[Step, Entry]]:
    """Go through a match, from either side: yield each step of a token, and the entry it is.

    Raises `WrongPart` for a step that is impossible.
    """
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
            raise WrongPart(msg("token-senseless", "The content of this token is impossible."))
        yield place, Entry(position.to_act(), position.notation(possible[place]))
        positions.append(position.copy())
        positions[-1].apply(possible[place])


def _check(entries: Iterable[Entry]) -> str:
    journal = "\n".join(f"{entry.seat} {entry.text}" for entry in entries)
    return sha256(journal.encode()).hexdigest()[:8]
