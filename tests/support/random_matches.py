"""Random matches as records, for what is written and read."""

from dataclasses import replace
from functools import cache
from random import Random

from splitpick.core import OVER
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches import Match, Record
from splitpick.core.matches.entry import MARKS, Entry
from splitpick.core.matches.match import result_of
from splitpick.core.matches.record import Loaded, load_setup, record_of, settle
from splitpick.core.matches.records.record_reader import read_json, read_text
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.records.redact import redact
from splitpick.core.matches.records.token import read_token, write_token
from splitpick.core.rules.load import Ruleset
from tables import VARIANTS, random_action

GAMES = [
    *(("jolly-roger", variant, 2) for variant in VARIANTS),
    *(("skull-queen", "standard", players) for players in (2, 3, 6)),
    *(("dead-mans-dice", variant, players) for variant in ("standard", "short")
      for players in (2, 5)),
]  # fmt: skip

PLAYERS = ("human", "post", "greedy", "captain", "process:./my-bot --fast 'x", "program:bot.py")

COMMENTS = (
    "A fine move.",
    "{braces}, } alone, { alone, \\ and \\\\ and \\_ and \\{",
    "  blanks before,   within and after  ",
    '3. roger: pick 1; [Seat "x" "y"] ?! ??',
    "Warum nicht gleich so? Äußerst schöner Zug!",
    "这是一个很好的选择因为对手不能再拿走那艘船上的任何东西所以我们应该留下它" * 3,
    "👩‍👩‍👧 e\u0301 \u00a0 مرحبا",
    "x" * 200 + "\\" * 200,
    "Lorem ipsum dolor sit amet, consectetur adipisici elit, sed eiusmod tempor " * 3,
)


@cache
def engine() -> Engine:
    return Engine()


@cache
def rules(name: str, variant: str | None = None) -> Ruleset:
    return engine().ruleset_file(name).variant(variant)


@cache
def _loaded(name: str, variant: str | None, players: tuple[str, ...]) -> Loaded:
    ruleset = rules(name, variant)
    return load_setup(engine(), settle(engine(), ruleset, players, 0, None, source=name), ruleset)


def seated(players: int) -> tuple[str, ...]:
    """Seat a person here and all others far away."""
    return ("human", *["post"] * (players - 1))


def loaded(
    name: str = "jolly-roger",
    variant: str | None = None,
    *,
    players: tuple[str, ...] = ("human", "post"),
    first: int = 0,
    seed: int | None = 7,
    uid: str = "00112233445566ff",
) -> Loaded:
    """Settle a match, with its rules loaded."""
    found = _loaded(name, variant, players)
    return replace(found, setup=replace(found.setup, first=first, seed=seed, uid=uid))


def played(found: Loaded, seed: int) -> Record:
    """Play a match to the end at random, fast: chance does not follow the setup's seed."""
    rng = Random(seed)
    position = found.game.new_position(found.setup.first)
    entries = []
    while position.to_act() != OVER:
        action = random_action(position, rng)
        entries.append(Entry(position.to_act(), position.notation(action)))
        position.apply(action)
    return Record(found.setup, tuple(entries), result_of(position))


def wild(found: Loaded, seed: int, decisions: int = 60) -> Record:
    """Play at random with all that a journal may hold: undos, a forfeit, marks and comments."""
    rng = Random(seed)
    match = found.match()
    match.clock = lambda: 1_795_179_600_000 + len(match.entries)
    for _ in range(decisions):
        if match.over:
            break
        if rng.random() < 0.15:
            take_back(match, rng)
            continue
        legal = match.position.legal_actions()
        match.apply(legal[int(rng.random() * len(legal))])
        if rng.random() < 0.1:
            mark, comment = rng.choice(MARKS), rng.choice(COMMENTS)
            match.entries[-1] = replace(match.entries[-1], mark=mark, comment=comment)
    if not match.over and rng.random() < 0.3:
        match.forfeit(int(rng.random() * found.game.players), rng.choice(["time", "gave-up"]))
    return record_of(found.setup, match)


def take_back(match: Match, rng: Random) -> None:
    """Let a seat take back one of the last decisions, with all that came after it."""
    decisions = [at for at, done in enumerate(match.actions) if done.seat >= 0]
    if decisions:
        at = decisions[-1 - int(rng.random() * min(5, len(decisions)))]
        seat = int(rng.random() * match.game.players)
        assert match.undo(len(match.actions) - at, seat)


def untimed(record: Record) -> Record:
    """Return *record* as a text holds it."""
    return replace(record, entries=tuple(replace(entry, at=0) for entry in record.entries))


def check_round_trip(record: Record, *, with_rules: bool = False) -> None:
    """Write *record* in all forms and read it again; what is read is written alike."""
    given = redact(record)
    text, json = write_text(record, with_rules=with_rules), write_json(record)

    assert read_text(text, engine()) == untimed(given)
    assert read_json(json, engine()) == given
    assert write_text(given, with_rules=with_rules) == text

    back = read_token(engine(), write_token(engine(), record, with_rules=with_rules)).record
    bare = tuple(Entry(entry.seat, entry.text) for entry in record.entries)
    assert (back.entries, back.result) == (bare, record.result)
    kept = replace(given.setup, created=0, source=given.setup.ruleset, daily="")
    if record.result is None or record.setup.leg == 1:
        kept = replace(kept, seed=None)
    assert back.setup == kept


def check_round_trips(name: str, variant: str, players: int, seeds: range) -> None:
    """Check a match played to the end and a wild one, with every setting, for each of *seeds*."""
    for seed in seeds:
        who = tuple(PLAYERS[(seed + seat) % 6] for seat in range(players))
        found = loaded(name, variant, players=seated(players), first=seed % players, seed=seed)
        setup = replace(
            found.setup,
            players=who,
            practice=seed % 5 == 0,
            created=(0, 1, 1_795_179_600_123)[seed % 3],
            source=("", name, "/home/me/my deck.yaml", "C:\\decks\\x.yaml")[seed % 4],
            leg=seed % 3,
            partner="0123456789abcdef" if seed % 3 == 2 else "",
            uid=("", f"{seed:016x}")[seed % 7 > 0],
            plugins=settle(engine(), found.ruleset, who, 0, 0).plugins,
        )
        for record in (wild(found, seed), played(found, seed)):
            check_round_trip(replace(record, setup=setup), with_rules=seed % 4 == 1)
