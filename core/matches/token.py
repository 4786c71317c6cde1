"""A token: a whole match as one short line of letters and digits, to be pasted into any chat.

README.md in this folder specifies it, in the section "Tokens".
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..errors import RecordError, RulesetError, SplitpickError, UnknownName
from ..rules.characters import excerpt
from ..rules.plugin_errors import told
from ..text import msg, nmsg
from .course import DIGEST_BITS, Course, TooMuch, digest
from .radix import MOST_NUMBER, NAME_LETTERS, Read, Unreadable, Written, spell, unspell
from .record import Loaded, Record, is_bot, load_setup
from .setup import HUMAN, POST, PROGRAM, Setup
from .sharing import MOST_ENTRIES, PLAYER, program_name

if TYPE_CHECKING:
    from ..game import Game
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset, RulesetFile

VERSION = "1"
SIGN = "SP"
"""What a token begins with; the version is the letter or digit behind it."""

CHECK_DIGITS = 6
"""How many digits to base 62 a CRC-32 has."""

HEAD = len(SIGN) + 1 + CHECK_DIGITS

MOST_CHARACTERS = 100_000
"""No text is longer that a token is looked for in."""

MOST_TOKENS = 20
"""After so many beginnings of tokens in a text the reader stops looking for more."""

MOST_BITS = 200_000
"""How many bits a match may take besides its rules."""

MOST_RULES = 250_000
"""How many bytes the rules may have that a token carries."""

UID_BITS = 64
HASH_BITS = 32
"""How much of the hash of the rules is told; rules that are carried need none."""

SEATED = (HUMAN, POST, "bot", PROGRAM)
"""What a token knows of who sits where; a bot's id follows, and the name of a program."""
BOT = SEATED.index("bot")

_UID = re.compile(r"[0-9a-f]{16}")
_PLAYER = re.compile(PLAYER)
_PIECE = re.compile(r"[0-9A-Za-z]+")
_BEGINS = re.compile(rf"{SIGN}[1-9]")

Held = Callable[[str], Setup | None]
"""Finds the setup of the match with that uid where it is kept here already."""


@dataclass(frozen=True)
class Token:
    """What a token says."""

    record: Record
    """The match; its seed is ``None`` while it is not over."""
    sender: int | None
    """The seat that has sent it, where it says so."""
    brings_rules: bool = field(compare=False)
    """Whether its rules are none that are installed here: it has brought them along."""
    loaded: Loaded = field(compare=False, repr=False)
    """The rules of the match, ready to be played."""


def write_token(
    record: Record, engine: Engine, *, sender: int | None = None, with_rules: bool | None = None
) -> str:
    """Write *record* as a token; see `Tokens.write`."""
    return Tokens(engine).write(record, sender=sender, with_rules=with_rules)


def read_token(text: str, engine: Engine, held: Held | None = None) -> Token:
    """Read the token in *text*; see `Tokens.read`."""
    return Tokens(engine, held).read(text)


class Tokens:
    """Writes and reads tokens with the rule sets that *engine* finds, each loaded once.

    *held* finds matches that are kept here: then the token needs no rules.
    """

    def __init__(self, engine: Engine, held: Held | None = None) -> None:
        self.engine = engine
        self._held = held
        self._files: dict[str, RulesetFile | None] = {}
        self._games: dict[tuple[str, str, int], Loaded] = {}

    def write(
        self, record: Record, *, sender: int | None = None, with_rules: bool | None = None
    ) -> str:
        """Write *record* as a token, sent by the seat *sender*.

        It carries the rules where *with_rules* says so; ``None`` lets it do so where they are not
        those of an installed rule set.  The seed goes along only where the match is over and no
        other has the same deal.  Times, marks, comments and the commands of processes stay here.

        Raises `JournalError` for an entry that cannot have been, `RecordError` where the match is
        too long for a token, and what `load_setup` raises.
        """
        setup = record.setup
        loaded = self.load(setup)
        written = Written()
        self._write_setup(setup, sender, with_rules, written)
        if len(record.entries) > MOST_ENTRIES:
            raise _too_much()
        plain = all(entry.is_action for entry in record.entries)
        course = Course(loaded.game, setup.first, plain)
        journal = Written()
        try:
            course.write(record.entries, journal)
        except TooMuch as error:
            raise _too_much() from error
        seed = setup.seed if course.result is not None and setup.leg != 1 else None
        written.flag(seed is not None)
        if seed is not None:
            written.number(seed)
        written.number(len(record.entries))
        written.flag(plain)
        written += journal
        written.bits(digest(course.entries), DIGEST_BITS)
        return _signed(spell(written.whole()))

    def read(self, text: str) -> Token:
        """Read the token in *text*, whatever a chat has put around it or broken it with.

        Raises `RecordError` where there is none, or one that cannot be read, and `PluginsMissing`
        where a match that is kept here needs a plugin that is not.
        """
        read = Read(unspell(_find(text)[HEAD:]))
        try:
            return self._read(read)
        except Unreadable as error:
            raise RecordError(
                msg("token-senseless", "What this token says makes no sense.")
            ) from error
        except TooMuch as error:
            raise _too_much() from error

    # What was settled before the first action.

    def _write_setup(
        self, setup: Setup, sender: int | None, with_rules: bool | None, written: Written
    ) -> None:
        uid = _UID.fullmatch(setup.uid)
        written.flag(uid is not None)
        if uid:
            written.bits(int(setup.uid, 16), UID_BITS)
        self._write_rules(setup, with_rules, written)
        seats = len(setup.seats)
        least, most = self.load(setup).ruleset.players
        written.choose(seats - least, most - least + 1)
        for player in setup.players:
            _write_player(player, written)
        written.choose(setup.first, seats)
        written.choose(0 if sender is None else sender + 1, seats + 1)
        written.flag(setup.practice)
        written.choose(setup.leg, 3)
        if setup.leg == 2:
            written.bits(int(setup.partner, 16) if _UID.fullmatch(setup.partner) else 0, UID_BITS)

    def _read(self, read: Read) -> Token:
        uid = f"{read.bits(UID_BITS):016x}" if read.flag() else ""
        carried = read.flag()
        ruleset = self._read_carried(read) if carried else self._read_rules(uid, read)
        if read.length > MOST_BITS:
            raise TooMuch
        least, most = ruleset.players
        seats = least + read.choose(most - least + 1)
        players = tuple(_read_player(read) for _ in range(seats))
        first = read.choose(seats)
        sender = read.choose(seats + 1) - 1
        practice = read.flag()
        leg = read.choose(3)
        partner = f"{read.bits(UID_BITS):016x}" if leg == 2 else ""
        seed = read.number() if read.flag() else None
        setup = Setup(
            ruleset=ruleset.id,
            variant=ruleset.variant_id,
            rules=ruleset.text,
            hash=ruleset.hash,
            seats=tuple(seat for seat, _ in ruleset.seats[:seats]),
            players=players,
            first=first,
            seed=seed,
            options=dict(ruleset.options),
            plugins=tuple(self.engine.needed(ruleset, filter(is_bot, players))),
            practice=practice,
            uid=uid,
            source=ruleset.id,
            leg=leg,
            partner=partner,
        )
        loaded = self._loaded(setup, ruleset)
        course = _read_course(read, loaded.game, first)
        record = Record(setup, tuple(course.entries), course.result)
        brings_rules = carried and self._toggled(setup) is None
        return Token(record, None if sender < 0 else sender, brings_rules, loaded)

    # The rules.

    def _write_rules(self, setup: Setup, with_rules: bool | None, written: Written) -> None:
        toggled = self._toggled(setup)
        carried = toggled is None if with_rules is None else with_rules
        written.flag(carried)
        if carried:
            packed = _pack(setup.rules)
            written.number(len(packed))
            written.bits(int.from_bytes(packed, "big"), 8 * len(packed))
            return
        written.word(setup.ruleset)
        written.bits(int(setup.hash[: HASH_BITS // 4], 16), HASH_BITS)
        written.flag(bool(toggled))
        if toggled:
            written.number(toggled)

    def _read_rules(self, uid: str, read: Read) -> Ruleset:
        """Find the rules in the match that is kept here, or among the installed."""
        name = read.word()
        hash = f"{read.bits(HASH_BITS):0{HASH_BITS // 4}x}"
        toggled = read.number() if read.flag() else 0
        setup = self._held(uid) if self._held and uid else None
        if setup is not None and setup.hash.startswith(hash):
            return self.load(setup).ruleset
        file = self._installed(name)
        if file is None:
            raise RecordError(
                msg(
                    "token-unknown-rules",
                    'This match has the rules "{name}", which are not installed here. Ask for its'
                    " token once more, with the rules in it: {command}",
                    name=excerpt(name),
                    command=WITH_RULES,
                )
            )
        for ruleset in file.rulesets.values():
            found = _toggle(ruleset, toggled)
            if found is not None and found.hash.startswith(hash):
                return found
        raise RecordError(
            msg(
                "token-other-rules",
                'The rules "{name}" are others here than those of this match. Ask for its token'
                " once more, with the rules in it: {command}",
                name=excerpt(name),
                command=WITH_RULES,
            )
        )

    def _read_carried(self, read: Read) -> Ruleset:
        """Read the rules that are in the token."""
        from ..rules.load import parse_ruleset

        length = read.number(MOST_CHARACTERS)
        packed = read.bits(8 * length).to_bytes(length, "big")
        try:
            return parse_ruleset(_unpack(packed), self.engine.games).variant()
        except RulesetError as error:
            raise RecordError(
                msg(
                    "token-bad-rules",
                    "The rules in this token cannot be read here: {why}",
                    why=error.message,
                )
            ) from error

    def _toggled(self, setup: Setup) -> int | None:
        """Tell which options of the installed rules are set otherwise, as bits by their names.

        ``None`` where the rules of *setup* are not those of an installed rule set.
        """
        file = self._installed(setup.ruleset)
        if file is None or setup.variant not in file.rulesets:
            return None
        ruleset = file.rulesets[setup.variant]
        toggled = 0
        for at, (name, value) in enumerate(sorted(ruleset.options.items())):
            if setup.options.get(name, value) != value:
                toggled |= 1 << at
        found = _toggle(ruleset, toggled) if toggled <= MOST_NUMBER else None
        return toggled if found is not None and found.hash == setup.hash else None

    def _installed(self, id: str) -> RulesetFile | None:
        """Find the installed rule set of that *id*; ``None`` if there is none without faults."""
        names = self.engine.rulesets()
        # Most files are called as their rule set is.
        likely = [name for name in names if name == id] + [name for name in names if name != id]
        files = map(self._file, likely)
        return next((file for file in files if file is not None and file.id == id), None)

    def _file(self, name: str) -> RulesetFile | None:
        if name not in self._files:
            try:
                self._files[name] = self.engine.ruleset_file(name)
            except (RulesetError, UnknownName):
                self._files[name] = None
        return self._files[name]

    # Games.

    def load(self, setup: Setup) -> Loaded:
        """Load the rules of *setup* as `load_setup` does, each once."""
        key = setup.hash, setup.rules, len(setup.seats)
        if key not in self._games:
            self._games[key] = load_setup(self.engine, setup)
        return replace(self._games[key], setup=setup)

    def _loaded(self, setup: Setup, ruleset: Ruleset) -> Loaded:
        key = setup.hash, setup.rules, len(setup.seats)
        if key not in self._games:
            try:
                game = ruleset.build(len(setup.seats))
                self._games[key] = Loaded(setup, ruleset, game, ruleset.presenter(game))
            except Exception as error:
                raise _game_fails(error) from error
        return replace(self._games[key], setup=setup)


WITH_RULES = "splitpick post --with-rules"


def _read_course(read: Read, game: Game, first: int) -> Course:
    """Play the match again; all that was done is one of what was possible."""
    count = read.number()
    if count > MOST_ENTRIES:
        raise TooMuch
    course = Course(game, first, plain=read.flag())
    try:
        course.read(count, read)
    except (Unreadable, TooMuch):
        raise
    except Exception as error:  # of the game: its plugin, or rules that nobody thought of
        raise _game_fails(error) from error
    if read.bits(DIGEST_BITS) != digest(course.entries):
        raise RecordError(
            msg(
                "token-other-course",
                "This token comes from a splitpick, or a plugin, that plays by these rules"
                " otherwise than yours. The same version on both sides will do.",
            )
        )
    read.end()
    return course


def _write_player(player: str, written: Written) -> None:
    if player in (HUMAN, POST):
        written.choose(SEATED.index(player), len(SEATED))
    elif is_bot(player) and _PLAYER.fullmatch(player):
        written.choose(BOT, len(SEATED))
        # How long it may think is its own side's business: here it is only somebody far away.
        written.word(player.partition(":")[0])
    else:
        written.choose(SEATED.index(PROGRAM), len(SEATED))
        written.word(program_name(player.partition(":")[2] or player), NAME_LETTERS)


def _read_player(read: Read) -> str:
    """Read who sits there: never a process, since that would be a command to run."""
    kind = SEATED[read.choose(len(SEATED))]
    if kind in (HUMAN, POST):
        return kind
    player = f"{PROGRAM}:{read.word(NAME_LETTERS)}" if kind == PROGRAM else read.word()
    if not _PLAYER.fullmatch(player) or player in (HUMAN, POST):
        raise Unreadable
    return player


def _toggle(ruleset: Ruleset, toggled: int) -> Ruleset | None:
    """Set the options otherwise that *toggled* names; ``None`` where that cannot be."""
    options = sorted(ruleset.options.items())
    if toggled >> len(options):
        return None
    changed = {name: not value for at, (name, value) in enumerate(options) if toggled >> at & 1}
    try:
        return ruleset.with_options(changed)
    except SplitpickError:
        return None


def _pack(rules: str) -> bytes:
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return packer.compress(rules.encode()) + packer.flush()


def _unpack(packed: bytes) -> str:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        rules = unpacker.decompress(packed, MOST_RULES)
        if not unpacker.eof or unpacker.unused_data:
            raise Unreadable
        return rules.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Unreadable from error


# The line of text.


def _signed(body: str) -> str:
    return f"{SIGN}{VERSION}{_check(body)}{body}"


def _check(body: str) -> str:
    return spell(zlib.crc32(f"{SIGN}{VERSION}{body}".encode()), CHECK_DIGITS)


def looks_like_token(text: str) -> bool:
    """Say whether something in *text* begins as a token does, damaged or not."""
    return any(_BEGINS.match(piece) for piece in _PIECE.findall(text[:MOST_CHARACTERS]))


def _find(text: str) -> str:
    """Return the one token in *text*, without what stands before, behind and in between."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(
            msg("token-text-too-long", "That is far too long for a token."),
        )
    # A chat may break a token into lines, put signs of quoting before each and words around it:
    # what neither letters nor digits are stands between pieces, and the checksum says how many.
    pieces = _PIECE.findall(text)
    begins = [at for at, piece in enumerate(pieces) if _BEGINS.match(piece)][:MOST_TOKENS]
    found = {token for at in begins for token in _whole(pieces[at:])}
    if len(found) > 1:
        raise RecordError(
            nmsg(
                "several-tokens",
                "There is {count} token in this text. Please paste just one.",
                "There are {count} tokens in this text. Please paste just one.",
                len(found),
            )
        )
    if found:
        return found.pop()
    if not begins:
        raise RecordError(
            msg("not-a-token", "There is no token in this text. A token begins with {sign}.",
                sign=SIGN + VERSION)
        )  # fmt: skip
    if not any(pieces[at].startswith(SIGN + VERSION) for at in begins):
        raise RecordError(
            msg("token-newer", "This token comes from a newer splitpick. Yours has to be updated.")
        )
    raise RecordError(
        msg(
            "token-damaged",
            "This token is damaged: a part of it is missing or was changed. Please copy it once"
            " more, from the first character to the last.",
        )
    )


def _whole(pieces: list[str]) -> Iterator[str]:
    """Find out where the token that begins with *pieces* ends: where the checksum is right."""
    joined = "".join(pieces)
    if not joined.startswith(SIGN + VERSION):
        return
    check = unspell(joined[len(SIGN) + 1 : HEAD])
    crc, done, end = zlib.crc32((SIGN + VERSION).encode()), HEAD, 0
    for piece in pieces:
        end += len(piece)
        if end > done:
            crc = zlib.crc32(joined[done:end].encode(), crc)
            done = end
            if crc == check:
                yield joined[:end]
                return


def _game_fails(error: Exception) -> RecordError:
    return RecordError(
        msg(
            "token-game-fails",
            "The game fails where it plays this token again: {error}",
            error=told(error, 120),
        )
    )


def _too_much() -> RecordError:
    return RecordError(msg("token-too-long", "This match is too long for a token."))
