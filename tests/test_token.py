"""Tokens: a match as one line of letters and digits."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from golden import same_as_file
from matches_by_lot import by_lot, cuts, engine, loaded, rules, wild
from splitpick.core.errors import JournalError, RecordError
from splitpick.core.matches import Entry, Match, Record
from splitpick.core.matches.radix import DIGITS, Read, Written, spell, unspell
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.sharing import MOST_ENTRIES, shared
from splitpick.core.matches.token import (
    HEAD,
    MOST_CHARACTERS,
    MOST_RULES,
    Token,
    Tokens,
    _signed,
    looks_like_token,
    read_token,
    write_token,
)
from tables import VARIANTS

GAMES = [
    *[("jolly-roger", variant, 2) for variant in VARIANTS],
    *[("skull-queen", "standard", players) for players in (2, 3, 6)],
    *[
        ("dead-mans-dice", variant, players)
        for variant in ("standard", "short")
        for players in (2, 5)
    ],
]
TOKENS = Path(__file__).parent / "tokens"
"""Tokens of the first version, with what they say."""


def seated(players: int) -> tuple[str, ...]:
    return ("human", *["post"] * (players - 1))


def refusal(text: str, tokens: Tokens | None = None) -> str:
    """Return the code of why *text* is not taken for a token."""
    with pytest.raises(RecordError) as caught:
        (tokens or Tokens(engine())).read(text)
    return caught.value.code


# Round trips.


def check_round_trips(name: str, variant: str, seeds: range, players: int = 2) -> None:
    """Write and read a whole match a seed; each comes back equal, seed, seats and all."""
    tokens = Tokens(engine())
    for seed in seeds:
        found = loaded(
            name, variant, players=seated(players), first=seed % players, seed=seed * 7_777_777
        )
        record = by_lot(found, seed)
        sender = seed % (players + 1) - 1
        token = tokens.write(record, sender=None if sender < 0 else sender)
        back = tokens.read(token)
        assert back.record == record, f"the match of seed {seed}"
        assert back.sender == (None if sender < 0 else sender)


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_a_match_comes_back_from_its_token(name: str, variant: str, players: int) -> None:
    """A taste of the slow tests below."""
    check_round_trips(name, variant, range(90_000, 90_020), players)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_five_thousand_matches_come_back_from_their_tokens(variant: str) -> None:
    check_round_trips("jolly-roger", variant, range(5_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["skull-queen", "dead-mans-dice"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_thousand_matches_of_the_others_come_back(name: str, players: int) -> None:
    """Two hundred for each number of players."""
    check_round_trips(name, "standard", range(200), players)


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_undos_and_forfeits_come_back(name: str, variant: str, players: int) -> None:
    tokens = Tokens(engine())
    for seed in range(20):
        record = wild(loaded(name, variant, players=seated(players), seed=seed), seed)
        back = tokens.read(tokens.write(record)).record
        assert back.entries == record.entries
        assert back.result == record.result


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_a_match_under_way_comes_back_at_every_moment(
    name: str, variant: str, players: int
) -> None:
    """All but the seed, which says what comes next."""
    tokens = Tokens(engine())
    whole = by_lot(loaded(name, variant, players=seated(players)), 5)
    for record in cuts(whole, every=13):
        back = tokens.read(tokens.write(record)).record
        assert back == replace(record, setup=replace(record.setup, seed=None))


def test_everything_settled_comes_back() -> None:
    """Practice, a duplicate, options, bots, the seat that starts."""
    ruleset = rules("skull-queen").with_options({"later-leads": False, "swap-king": False})
    players = ("random", "post", "human", "greedy")
    setup = settle(engine(), ruleset, players, 3, 2**63 - 1, practice=True, source="skull-queen")
    setup = replace(setup, leg=2, partner="fedcba9876543210")
    match = load_setup(engine(), setup).match()
    while not match.over:
        match.play(match.legal()[-1])
    record = record_of(setup, match)
    plain = replace(record, entries=tuple(replace(one, at=0) for one in record.entries))

    assert read_token(write_token(record, engine()), engine()).record == plain


def test_what_only_its_owner_knows_stays_here() -> None:
    """When it was, what somebody thought of it, and where the rules came from."""
    found = loaded("jolly-roger")
    setup = replace(found.setup, created=123, source="/home/ann/jolly-roger.yaml")
    match = found.match()
    noted = [replace(one, at=99, mark="?", comment="hm") for one in match.entries]
    back = read_token(write_token(Record(setup, tuple(noted)), engine()), engine()).record

    assert list(back.entries) == match.entries
    assert (back.setup.created, back.setup.source) == (0, "jolly-roger")


@pytest.mark.parametrize(
    ("player", "comes_back"),
    [
        ("process:rm -rf /", "program:rm"),
        ("process:./My_Bot.py --fast", "program:My_Bot.py"),
        ("program:mybot", "program:mybot"),
        ("greedy", "greedy"),
        ("a-bot-that-is-not-here", "a-bot-that-is-not-here"),
    ],
)
def test_a_command_never_goes_along(player: str, comes_back: str) -> None:
    """Of a program there is its name, as in a record; nothing that comes in a token is run."""
    record = Record(loaded("jolly-roger", players=("human", player)).setup, ())
    back = read_token(write_token(record, engine()), engine()).record

    assert back.setup.players == ("human", comes_back)
    assert back.setup.players == shared(record).setup.players


@pytest.mark.parametrize("player", ["human", "post", "process", "UPPER", "a b", "\x1b[2J", "-", ""])
def test_no_player_comes_back_as_what_it_is_not(player: str) -> None:
    """Whoever calls a bot like that."""
    record = Record(replace(loaded("jolly-roger").setup, players=("human", player)), ())
    (_, back) = read_token(write_token(record, engine()), engine()).record.setup.players

    assert back == player or re.fullmatch("program:[A-Za-z0-9._-]+", back)


# The seed.


def test_the_seed_of_a_match_under_way_stays_here() -> None:
    """Not even in the digits: another seed is the same token."""
    one, other = (loaded("jolly-roger", seed=seed) for seed in (7, 8))
    entries = tuple(one.match().entries)

    tokens = [write_token(Record(each.setup, entries), engine()) for each in (one, other)]
    assert tokens[0] == tokens[1]


def test_the_first_of_two_matches_on_a_deal_keeps_the_seed() -> None:
    """The second has the same cards."""
    found = loaded("jolly-roger")
    record = by_lot(replace(found, setup=replace(found.setup, leg=1)), 3)

    assert read_token(write_token(record, engine()), engine()).record.setup.seed is None


def test_a_match_that_was_given_up_tells_its_seed() -> None:
    found = loaded("jolly-roger", seed=41)
    match = found.match()
    match.forfeit(1, "time")
    back = read_token(write_token(record_of(found.setup, match), engine()), engine())

    assert back.record.setup.seed == 41
    assert back.record.result == match.result


# How it looks.


@pytest.mark.parametrize(
    ("name", "variant", "players", "most"),
    [
        ("jolly-roger", "introductory", 2, 105),
        ("jolly-roger", "advanced", 2, 108),
        ("jolly-roger", "all-cards", 2, 118),
        ("skull-queen", "standard", 2, 135),
        ("skull-queen", "standard", 6, 400),
        ("dead-mans-dice", "short", 2, 130),
        ("dead-mans-dice", "standard", 6, 340),
    ],
)
def test_a_token_is_short(name: str, variant: str, players: int, most: int) -> None:
    """The longest of fifty matches that are over; while one is played it is shorter still."""
    tokens = Tokens(engine())
    found = loaded(name, variant, players=seated(players), seed=999_999_999)
    lengths = [len(tokens.write(by_lot(found, seed), sender=0)) for seed in range(50)]

    assert max(lengths) <= most


def test_a_token_is_letters_and_digits_alone() -> None:
    """No messenger makes markup, a link or a line break of them."""
    token = write_token(by_lot(loaded("jolly-roger"), 1), engine())

    assert token.startswith("SP1")
    assert set(token) <= set(DIGITS)


@pytest.mark.parametrize("name", ["jolly-roger", "dead-mans-dice", "skull-queen"])
def test_a_token_of_the_first_version_says_what_it_said(name: str) -> None:
    """Its rules are in it, so they may change; what version 1 says may not."""
    path = TOKENS / f"{name}.txt"
    token = read_token(path.read_text(), engine())
    setup = token.record.setup
    lines = [
        f"{setup.uid} {setup.ruleset} {setup.variant} {' '.join(setup.players)} {setup.first}",
        f"sender {token.sender} seed {setup.seed} result {token.record.result}",
        *(f"{entry.seat} {entry.text}" for entry in token.record.entries),
    ]

    same_as_file(TOKENS / f"{name}.told.txt", "\n".join(lines) + "\n")


def test_a_token_reads_as_its_specification_says() -> None:
    """Field by field with nothing but division, up to the first card that was drawn."""
    found = loaded("jolly-roger", "advanced", first=1)
    entries = tuple(found.match().entries)
    token = write_token(Record(found.setup, entries), engine(), sender=0)

    values = {digit: value for value, digit in enumerate(DIGITS)}
    number = 0
    for digit in token[9:]:
        number = 62 * number + values[digit]

    def field(among: int) -> int:
        nonlocal number
        number, value = divmod(number, among)
        return value

    assert token[:3] == "SP1"
    assert unspell(token[3:9]) == zlib.crc32(("SP1" + token[9:]).encode())
    assert (field(2), f"{field(2**64):016x}") == (1, found.setup.uid)
    assert field(2) == 0  # no rules in it
    letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
    assert "".join(letters[at - 1] for at in iter(lambda: field(38), 0)) == "jolly-roger"
    assert f"{field(2**32):08x}" == found.setup.hash[:8]
    assert field(2) == 0  # all options as they are in the file
    assert field(1) == 0  # two players, of two to two
    assert (field(4), field(4)) == (0, 1)  # human, post
    assert (field(2), field(3)) == (1, 1)  # the second seat starts, the first has sent it
    assert (field(2), field(3), field(2)) == (0, 0, 0)  # no practice, no duplicate, no seed
    assert field(2**6) == 3
    assert 4 + field(2**2) == len(entries) == 5  # a number of three bits
    assert field(2) == 1  # actions only
    outcomes = found.game.new_position(1).chance_outcomes()
    position = found.game.new_position(1)
    named = sorted((position.notation(action), weight) for action, weight in outcomes)
    at = field(sum(weight for _, weight in named))
    cards = [text for text, weight in named for _ in range(weight)]
    assert cards[at] == entries[0].text


# What chats do to it.


TOKEN = write_token(by_lot(loaded("jolly-roger"), 3), engine(), sender=0)

MANGLED = {
    "spaces": f"  {TOKEN}\t\n",
    "quotes": f'"{TOKEN}"',
    "German quotes": f"„{TOKEN}“",
    "backticks": f"```\n{TOKEN}\n```",
    "bold": f"**{TOKEN}**",
    "a sentence": f"My move: {TOKEN}. Your turn!",
    "words behind it": f"{TOKEN}\nSee you tomorrow",
    "lines": "\n".join(TOKEN[at : at + 20] for at in range(0, len(TOKEN), 20)),
    "lines of Windows": "\r\n".join(TOKEN[at : at + 30] for at in range(0, len(TOKEN), 30)),
    "quoted mail": "\n".join(f"> {TOKEN[at : at + 40]}" for at in range(0, len(TOKEN), 40)),
    "quoted twice": "\n".join(f"> >> {TOKEN[at : at + 40]}" for at in range(0, len(TOKEN), 40)),
    "quoted, then words": f"> {TOKEN[:50]}\n> {TOKEN[50:]}\n\nOn Monday Ann wrote:",
    "soft hyphens": "\u00ad".join([TOKEN[:30], TOKEN[30:60], TOKEN[60:]]),
    "zero width": "\u200b".join([TOKEN[:30], TOKEN[30:60], TOKEN[60:]]),
    "byte order mark": f"\ufeff{TOKEN}",
    "a time stamp": f"[14.03., 12:41] Ann: {TOKEN}",
    "twice the same": f"{TOKEN}\n{TOKEN}",
    "angle brackets": f"<{TOKEN}>",
    "a command": f"splitpick post {TOKEN}",
}


@pytest.mark.parametrize("how", MANGLED)
def test_a_token_survives_what_chats_do(how: str) -> None:
    tokens = Tokens(engine())

    assert tokens.read(MANGLED[how]) == tokens.read(TOKEN)


@given(st.data())
@settings(max_examples=40)
def test_a_token_survives_any_breaks(data: st.DataObject) -> None:
    """Behind its sign, anything that is neither a letter nor a digit may stand anywhere in it."""
    breaks = st.text(" \t\r\n>|\"'`*_~-.,;:()[]{}«»„“\u200b\u00ad", max_size=4)
    mangled = TOKEN[:3] + "".join(data.draw(breaks) + digit for digit in TOKEN[3:])

    assert TOKENS_READ.read(mangled).record.entries == TOKENS_READ.read(TOKEN).record.entries


TOKENS_READ = Tokens(engine())


def test_two_tokens_in_one_text_are_refused() -> None:
    """Which of them is meant?"""
    other = write_token(by_lot(loaded("jolly-roger"), 4), engine())

    assert refusal(f"{TOKEN}\n{other}") == "several-tokens"


# Damage.


def test_every_changed_character_is_found() -> None:
    """Each place with each other digit: all 62 times the length are refused."""
    tokens = Tokens(engine())
    for at in range(len(TOKEN)):
        for digit in DIGITS:
            if digit != TOKEN[at]:
                code = refusal(TOKEN[:at] + digit + TOKEN[at + 1 :], tokens)
                assert code in ({"token-damaged"} if at > 2 else DAMAGED_SIGN)


DAMAGED_SIGN = {"not-a-token", "token-newer"}


def test_every_missing_end_is_found() -> None:
    tokens = Tokens(engine())
    for length in range(3, len(TOKEN)):
        assert refusal(TOKEN[:length], tokens) == "token-damaged"


def test_every_missing_doubled_or_swapped_character_is_found() -> None:
    tokens = Tokens(engine())
    for at in range(3, len(TOKEN)):
        assert refusal(TOKEN[:at] + TOKEN[at + 1 :], tokens) == "token-damaged"
        assert refusal(TOKEN[:at] + TOKEN[at] + TOKEN[at:], tokens) == "token-damaged"
        swapped = TOKEN[: at - 1] + TOKEN[at] + TOKEN[at - 1] + TOKEN[at + 1 :]
        if at > 3 and swapped != TOKEN:
            assert refusal(swapped, tokens) == "token-damaged"


@pytest.mark.parametrize("change", [str.lower, str.upper, str.swapcase])
def test_changed_case_is_found(change: object) -> None:
    assert callable(change)

    assert refusal("SP1" + change(TOKEN[3:])) == "token-damaged"


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "SP", "SPX123", "jolly-roger-1", "S P 1", "\u2620"]
)
def test_what_is_no_token_is_told(text: str) -> None:
    assert refusal(text) == "not-a-token"
    assert not looks_like_token(text)


def test_a_token_of_a_later_version_is_told() -> None:
    assert refusal("SP2" + TOKEN[3:]) == "token-newer"
    assert looks_like_token("SP2" + TOKEN[3:])


# Rules.


def own_rules(folder: Path) -> str:
    """Write a rule set of somebody's own; return its path."""
    text = Path(str(engine().rulesets()["jolly-roger"])).read_text("utf-8")
    path = folder / "my-deck.yaml"
    path.write_text(text.replace("id: jolly-roger", "id: my-deck", 1).replace("gold: 9", "gold: 8"))
    return str(path)


def of_own_rules(folder: Path) -> Record:
    ruleset = engine().ruleset_file(own_rules(folder)).variant()
    setup = settle(engine(), ruleset, ["human", "post"], 0, 7, source="my-deck")
    return record_of(setup, load_setup(engine(), setup).match())


def test_rules_that_are_not_installed_go_along(tmp_path: Path) -> None:
    """The other needs no file."""
    record = of_own_rules(tmp_path)
    back = read_token(write_token(record, engine()), engine())

    assert back.record == replace(record, setup=replace(record.setup, seed=None))
    assert back.loaded.match(back.record.entries).position.view(None)
    assert back.brings_rules


def test_rules_that_are_neither_here_nor_in_the_token_are_named(tmp_path: Path) -> None:
    token = write_token(of_own_rules(tmp_path), engine(), with_rules=False)

    assert refusal(token) == "token-unknown-rules"


def test_rules_of_another_state_are_told(tmp_path: Path) -> None:
    """They are called the same, but are not."""
    record = of_own_rules(tmp_path)
    setup = replace(record.setup, ruleset="jolly-roger")
    token = write_token(replace(record, setup=setup), engine(), with_rules=False)

    assert refusal(token) == "token-other-rules"


def test_a_match_that_is_kept_here_brings_the_rules(tmp_path: Path) -> None:
    record = of_own_rules(tmp_path)
    token = write_token(record, engine(), with_rules=False)
    back = read_token(token, engine(), {record.setup.uid: record.setup}.get)

    assert back.record.setup.hash == record.setup.hash


def test_installed_rules_go_along_on_request() -> None:
    record = by_lot(loaded("jolly-roger"), 2)
    tokens = Tokens(engine())
    short, long = (tokens.write(record, with_rules=carried) for carried in (False, True))

    assert len(short) < 200 < len(long) < 1200
    assert tokens.read(short) == tokens.read(long)
    assert not tokens.read(long).brings_rules


def test_an_entry_that_cannot_have_been_is_not_written() -> None:
    found = loaded("jolly-roger")
    for wrong in ("pick 1", "nonsense", "undo 1", "+G1"):
        with pytest.raises(JournalError) as caught:
            write_token(Record(found.setup, (*found.match().entries, Entry(0, wrong))), engine())
        assert caught.value.number == 5


def test_an_entry_in_other_words_is_written_as_the_game_does() -> None:
    found = loaded("jolly-roger")
    match = found.match()
    split = match.legal()[0]
    typed = Entry(0, f"  {split.lower()} ")
    back = read_token(write_token(Record(found.setup, (*match.entries, typed)), engine()), engine())

    assert back.record.entries[-1].text == split


# Hostile input.


def head(written: Written, name: str = "jolly-roger", variant: str = "all-cards") -> Written:
    """Write all that comes before the number of entries."""
    setup = loaded(name, variant).setup
    written.flag(False)
    written.flag(False)
    written.word(name)
    written.bits(int(setup.hash[:8], 16), 32)
    written.flag(False)
    least, most = rules(name, variant).players
    written.choose(0, most - least + 1)
    for player in (0, 1):
        written.choose(player, 4)
    written.choose(0, 2)
    written.choose(0, 3)
    written.flag(False)
    written.choose(0, 3)
    written.flag(False)
    return written


def signed(written: Written) -> str:
    return _signed(spell(written.whole()))


OF_NOTHING = 0xE3B0
"""How the SHA-256 of no entries begins."""


def test_the_head_is_that_of_a_token() -> None:
    """The hostile ones below would fail for another reason otherwise."""
    written = head(Written())
    written.number(0)
    written.flag(True)
    written.bits(OF_NOTHING, 16)

    assert Tokens(engine()).read(signed(written)).record.entries == ()


@pytest.mark.parametrize("count", [1, 500, MOST_ENTRIES, MOST_ENTRIES + 1, 2**63 - 1])
def test_entries_beyond_the_end_are_refused(count: int) -> None:
    written = head(Written())
    written.number(count)
    written.flag(True)
    code = refusal(signed(written))

    assert code in ("token-senseless", "token-too-long", "token-other-course")


def test_something_behind_the_end_is_refused() -> None:
    written = head(Written())
    written.number(0)
    written.flag(True)
    written.bits(OF_NOTHING, 16)
    written.choose(1, 2)

    assert refusal(signed(written)) == "token-senseless"


def test_a_course_that_is_not_ours_is_told() -> None:
    """As from a program with other rules in its code: the digest differs."""
    written = head(Written())
    written.number(0)
    written.flag(True)
    written.bits(1, 16)

    assert refusal(signed(written)) == "token-other-course"


def test_rules_that_would_fill_the_memory_are_refused() -> None:
    """A megabyte of blanks is a kilobyte in the token."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(b" " * 40 * MOST_RULES) + packer.flush()
    written = Written()
    written.flag(False)
    written.flag(True)
    written.number(len(packed))
    written.bits(int.from_bytes(packed, "big"), 8 * len(packed))
    started = perf_counter()

    assert refusal(signed(written)) == "token-senseless"
    assert perf_counter() - started < 1


@pytest.mark.parametrize(
    "rules_text", [b"", b"{}", b"[" * 10_000, b"\xff", b"a: *b", b"!!python/object:os.system x"]
)
def test_rules_that_are_none_are_refused(rules_text: bytes) -> None:
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(rules_text) + packer.flush()
    written = Written()
    written.flag(False)
    written.flag(True)
    written.number(len(packed))
    written.bits(int.from_bytes(packed, "big"), 8 * len(packed))

    assert refusal(signed(written)) in ("token-bad-rules", "token-senseless")


HOSTILE = {
    "a megabyte": "SP1" + "x" * 1_000_000,
    "a megabyte of beginnings": "SP1 " * 250_000,
    "as long as it may be": "SP1" + "z" * (MOST_CHARACTERS - 3),
    "beginnings as far as it goes": "SP1 " * (MOST_CHARACTERS // 4),
    "signed, as long as it may be": _signed("z" * (MOST_CHARACTERS - HEAD)),
    "signed, rules as long as may be": _signed(spell(2 + 2**500_000)),
    "signed, pieces": " ".join(_signed("z" * (MOST_CHARACTERS // 2 - HEAD))),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_text_is_refused_quickly(how: str) -> None:
    """Within a second on any machine; it takes a twentieth of one."""
    tokens = Tokens(engine())
    started = perf_counter()
    refusal(HOSTILE[how], tokens)

    assert perf_counter() - started < 1


@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_a_course_of_nothing_but_undos_ends(name: str) -> None:
    """Twenty thousand entries of chance and undo, as far as the numbers reach."""
    tokens = Tokens(engine())
    for seed in range(3):
        written = head(Written(), name, rules(name).variant_id)
        written.number(MOST_ENTRIES)
        written.flag(False)
        written.bits(Random(seed).getrandbits(150_000), 150_000)
        started = perf_counter()
        refusal(signed(written), tokens)
        assert perf_counter() - started < 10


def test_no_text_raises_anything_but_the_own_error() -> None:
    @given(st.text() | st.text(DIGITS + " \n>SP1").map(lambda text: "SP1" + text))
    @example("SP1")
    @example("SP1" * 50)
    @settings(max_examples=500)
    def read(text: str) -> None:
        with pytest.raises(RecordError):
            tokens.read(text)

    tokens = Tokens(engine())
    read()


def test_no_number_raises_anything_but_the_own_error() -> None:
    """A right checksum over anything at all: what a hostile sender would make."""

    @given(st.integers(0, 2**800))
    @settings(max_examples=1000)
    def read(number: int) -> None:
        with pytest.raises(RecordError):
            tokens.read(_signed(spell(number)))

    tokens = Tokens(engine())
    read()


@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_no_journal_raises_anything_but_the_own_error(name: str) -> None:
    """Right rules, and then any number of entries of any bits."""

    @given(st.integers(0, 400), st.booleans(), st.integers(0, 2**900))
    @settings(max_examples=200)
    def read(count: int, plain: bool, bits: int) -> None:
        written = head(Written(), name, rules(name).variant_id)
        written.number(count)
        written.flag(plain)
        written.bits(bits, 901)
        read_or_refused(tokens, signed(written))

    tokens = Tokens(engine())
    read()


def read_or_refused(tokens: Tokens, text: str) -> Token | None:
    """Read *text*; what is read must be a match that can be played."""
    try:
        token = tokens.read(text)
    except RecordError:
        return None
    assert isinstance(token.loaded.match(token.record.entries), Match)
    return token


def test_rules_in_a_token_can_be_anything() -> None:
    """Cut, doubled and changed bytes of rules: they are read, or refused."""
    text = rules("jolly-roger").text.encode()

    @given(st.integers(0, len(text)), st.integers(0, len(text)), st.binary(max_size=6))
    @settings(max_examples=200)
    def read(start: int, end: int, between: bytes) -> None:
        packer = zlib.compressobj(9, wbits=-15)
        packed = packer.compress(text[:start] + between + text[end:]) + packer.flush()
        written = Written()
        written.flag(False)
        written.flag(True)
        written.number(len(packed))
        written.bits(int.from_bytes(packed, "big"), 8 * len(packed))
        read_or_refused(tokens, signed(written))

    tokens = Tokens(engine())
    read()


def test_reading_goes_no_further_than_the_number() -> None:
    """All further choices are the first of each."""
    read = Read(0)

    assert [read.choose(5), read.weigh([1, 2]), read.bits(9), read.number()] == [0, 0, 0, 0]
    read.end()


def test_a_game_that_fails_on_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin raises what it likes; whoever pastes a token sees one sentence."""
    position = type(loaded("jolly-roger").game.new_position())

    def fails(self: object, action: int) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(position, "apply", fails)

    assert refusal(TOKEN) == "token-game-fails"


# The specification.

README = Path(__file__).resolve().parent.parent / "core" / "matches" / "README.md"
SECTION = README.read_text("utf-8").split("\n## Tokens\n")[1].split("\n## ")[0]


def test_the_token_in_the_readme_can_be_read() -> None:
    """It is what is said below it: five cards, and a split."""
    token = Tokens(engine()).read(SECTION)

    assert [entry.seat for entry in token.record.entries] == [-1] * 5 + [0]
    assert token.sender == 0


def test_the_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    exec(compile(example, str(README), "exec"), {"__name__": "example"})

    assert capsys.readouterr().out.startswith("SP1")


def test_the_readme_lists_every_code() -> None:
    """With which a token is refused, as one that cannot be read or as one that does not fit."""
    sources = [README.parent / name for name in ("token.py", "postal.py")]
    code = r'(?:msg|nmsg)\(\s*"((?:token|post|not-a|several)-[a-z-]+)"'
    raised = {found for path in sources for found in re.findall(code, path.read_text("utf-8"))}
    # Of the command, since only it knows that somebody has said whose seat is whose.
    raised |= {"post-seats-settled"}

    listed = re.findall(r"`((?:token|post|not-a|several)-[a-z-]+)`", SECTION)
    assert sorted(listed) == sorted(raised)
