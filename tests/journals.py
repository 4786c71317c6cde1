"""Matches with everything a journal can hold: undos, marks, comments, forfeits, all settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.entry import MARKS
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.record_json import write_json
from splitpick.core.matches.record_reader import read_any, read_text
from splitpick.core.matches.record_text import WIDTH, write_text
from splitpick.core.matches.setup import Setup
from splitpick.core.matches.sharing import shared
from splitpick.core.rules.load import Ruleset
from splitpick.core.width import display_width

ENGINE = Engine()

GAMES = {
    "introductory": ("jolly-roger", "introductory", 2),
    "advanced": ("jolly-roger", "advanced", 2),
    "all-cards": ("jolly-roger", "all-cards", 2),
    "skull-queen": ("skull-queen", "standard", 4),
    "dead-mans-dice": ("dead-mans-dice", "short", 3),
}
"""Each game that is tried: its rule set, variant and number of players."""

PLAYERS = ("human", "post", "greedy", "random", "process:./bots/my-bot --fast 'x", "program:bot.py")

COMMENTS = (
    "A fine move.",
    "{braces}, } alone, { alone, \\ and \\\\ and \\_ and \\{",
    "  blanks before,   within  and after  ",
    " ",
    '3. roger: pick 1; [Seat "x" "y"] ?! ??',
    "Warum nicht gleich so? Äußerst schöner Zug!",
    "这是一个很好的选择因为对手不能再拿走那艘船上的任何东西所以我们应该留下它" * 3,
    "👩‍👩‍👧 e\u0301 \u00a0 مرحبا",
    "x" * 200 + "\\" * 200,
    "Lorem ipsum dolor sit amet, consectetur adipisici elit, sed eiusmod tempor " * 3,
)


def loaded(ruleset: Ruleset, players: Sequence[str], seed: int, first: int) -> Loaded:
    """Load a match of *ruleset* that has not begun; its name and date follow from *seed*."""
    created = 1_795_179_600_123 + seed
    setup = settle(ENGINE, ruleset, players, first, seed, created=created, source=ruleset.id)
    return load_setup(ENGINE, replace(setup, uid=f"{seed:016x}"))


def random_record(ruleset: Ruleset, players: int, seed: int) -> Record:
    """Play a match at random and with it whatever else can happen to a match."""
    rng = Random(seed)
    setup = settle(
        ENGINE,
        ruleset,
        [rng.choice(PLAYERS[:4]) for _ in range(players)],
        rng.randrange(players),
        seed * 1_000_003,
        practice=rng.random() < 0.2,
        created=rng.choice((0, 1, 1_795_179_600_000, 1_795_179_600_123)),
        source=rng.choice(("", ruleset.id, "/home/me/my deck.yaml", "C:\\decks\\x.yaml")),
    )
    setup = replace(setup, players=tuple(rng.choice(PLAYERS) for _ in range(players)))
    match = load_setup(ENGINE, setup).match()
    match.clock = lambda: 1_795_179_600_000 + len(match.entries)
    stop = rng.choice((0, 5, 40, 10_000, 10_000, 10_000))
    while not match.over and len(match.entries) < stop:
        actions = match.position.legal_actions()
        match.apply(actions[int(rng.random() * len(actions))])
        chosen = rng.random()
        if chosen < 0.04:
            match.undo()
        elif chosen < 0.05:
            match.undo(rng.randrange(1, len(match.actions) + 1), rng.randrange(players))
        elif chosen < 0.051 and not match.over:
            match.forfeit(rng.randrange(players), rng.choice(("time", "gave-up")))
        elif chosen < 0.12:
            match.entries[-1] = replace(
                match.entries[-1], mark=rng.choice(MARKS), comment=rng.choice((*COMMENTS, ""))
            )
    return record_of(_changed(setup, rng), match)


def _changed(setup: Setup, rng: Random) -> Setup:
    """Give *setup* what no new match has."""
    leg = rng.choice((0, 0, 1, 2))
    return replace(
        setup,
        seed=rng.choice((setup.seed, None)),
        leg=leg,
        partner="0123456789abcdef" if leg == 2 else "",
        uid=rng.choice((setup.uid, "")),
    )


# Out and in again.


def rules_of(game: str) -> tuple[Ruleset, int]:
    ruleset, variant, players = GAMES[game]
    return ENGINE.ruleset_file(ruleset).variant(variant), players


def untimed(record: Record) -> Record:
    return replace(record, entries=tuple(replace(entry, at=0) for entry in record.entries))


def check_round_trip(record: Record, *, with_rules: bool = False, twice: bool = False) -> None:
    """Out and in again, in both forms; *twice* is out again as well."""
    given = shared(record)
    text, json = write_text(record, with_rules=with_rules), write_json(record)
    from_text, from_json = read_text(text, ENGINE), read_any(json, ENGINE)

    assert from_text == untimed(given)
    assert from_json == given
    if twice:
        assert write_text(from_text, with_rules=with_rules) == text
        assert write_json(from_json) == json
        turns = text.partition("\n\n")[2].splitlines()
        assert max(map(display_width, turns), default=0) <= WIDTH


def check_round_trips(game: str, first: int, end: int) -> int:
    """Check the random matches of *game* from the seed *first* to before *end*; count them."""
    ruleset, players = rules_of(game)
    for seed in range(first, end):
        record = random_record(ruleset, players, seed)
        # Equal records are written alike, so not every one need be written again.
        check_round_trip(record, with_rules=seed % 20 == 0, twice=seed % 5 == 0)
    return end - first
