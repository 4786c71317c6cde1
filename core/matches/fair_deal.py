"""Fair deals: a commitment to the seed before the first card, and the check that it was kept."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from hashlib import sha256

from ..errors import BadValue
from ..game import CHANCE
from ..text import Message, msg, nmsg
from .entry import Entry
from .match import Match, numbers
from .record import Loaded
from .setup import POST, Setup


def new_nonce() -> str:
    """Return a new `Setup.nonce`: without it, the seed could be found from the commitment."""
    return secrets.token_hex(16)


def commitment(setup: Setup) -> str:
    """Return the SHA-256 of seed, space and nonce in hexadecimal digits; "" without a nonce."""
    if setup.seed is None or not setup.nonce:
        return ""
    return sha256(f"{setup.seed} {setup.nonce}".encode()).hexdigest()


def unfair_entry(loaded: Loaded, entries: Sequence[Entry]) -> tuple[int, str] | None:
    """Find the first of *entries* by chance that does not follow from the seed.

    Return its index and what the seed would have brought; ``None`` if all follow.  Raises
    `BadValue` if there is no seed or each side had its own, and `NotationError` for an action that
    is not legal.
    """
    if POST in loaded.setup.players:
        raise BadValue(
            msg(
                "verify-post",
                "In a match by post each side draws from a seed of its own: splitpick post checks"
                " that of the other side at the end.",
            )
        )
    if loaded.setup.seed is None:
        raise BadValue(msg("verify-no-seed", "Without a seed, it cannot be known which cards"
                           " should have come."))  # fmt: skip
    match = Match(loaded.game, loaded.setup.seed, loaded.setup.first)
    for number, entry in enumerate(entries):
        if number == len(match.entries):
            if entry.takes_back:
                match.undo(entry.takes_back, entry.seat)
            elif entry.forfeits:
                match.forfeit(entry.seat, entry.forfeits)
            elif entry.seat != CHANCE:
                match.play(entry.text)
        due = match.entries[number] if number < len(match.entries) else None
        if due is None or (due.seat, due.text) != (entry.seat, entry.text):
            return number, due.text if due else ""
    return None


def far_fairness(theirs: Setup, promise: str, match: Match, far: Collection[int]) -> Message:
    """Say whether the side of the seats *far* has drawn its cards as *promise* binds it to.

    *theirs* is its setup with the seed and the nonce, which it tells at the end of *match*.
    """
    number, own = numbers(theirs.seed or 0), numbers(match.seed)
    drawn = count = 0
    fair, decider = commitment(theirs) == promise, CHANCE
    for at, action in enumerate(match.actions):
        if action.seat != CHANCE:
            decider = action.seat
            continue
        position = match.at(at)
        due = position.notation(position.draw_at(number(drawn)))
        if decider in far:
            count, fair = count + 1, fair and due == action.notation
        elif decider == CHANCE:  # the first deal, by whoever began the match
            ours = position.notation(position.draw_at(own(drawn)))
            fair = fair and action.notation in (due, ours)
        drawn += 1
    if not fair:
        return msg(
            "post-unfair",
            "The other side has not kept its promise: its cards do not follow from its seed.",
        )
    return nmsg(
        "post-fair",
        "The {count} card that the other side has drawn follows from the seed that it promised.",
        "All {count} cards that the other side has drawn follow from the seed that it promised.",
        count,
    )


def confirm_fair(setup: Setup, entries: Sequence[Entry]) -> Message:
    """Say that all *entries* by chance follow from the seed of *setup*."""
    return nmsg(
        "verify-fair",
        "{count} action of chance follows from the seed {seed}.",
        "All {count} actions of chance follow from the seed {seed}.",
        sum(entry.seat == CHANCE for entry in entries),
        seed=str(setup.seed),
    )
