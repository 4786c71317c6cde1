"""Fair deals: a commitment to the seed before the first card, and the check that it was kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import BadValue
from ..game import CHANCE
from ..text import Both, Message, Text, msg, nmsg, sentences
from .entry import Entry
from .match import Match, numbers
from .record import Loaded
from .setup import HUMAN, POST, WITHHELD, Setup, commitment, dealt_seed, is_given

_sentence = sentences(
    msg("post-no-promise",
        "The other side has never promised its cards, so it could choose them: nobody can check"
        " them."),
    msg("post-not-shown",
        "The other side has not shown the seed that it promised, so nobody can check its cards."),
    msg("post-other-shown",
        "The other side has not kept its promise: it shows a different seed, or different rules,"
        " from what it promised."),
    msg("post-unfair",
        "The other side has not kept its promise: its cards do not follow from its seed."),
    msg("shares-none",
        "No seat has given a share of its own: whoever began this match could have tried other"
        " deals first."),
    msg("shares-one",
        "Only {seat} has given a share. Somebody who both played that seat and ran the server could"
        " have chosen the deal."),
    msg("shares-many",
        "Shares of {seats} went into the deal. Whoever gave one of them knows that nobody has"
        " chosen the deal."),
    msg("shares-post",
        "A share of each side went into the deal, so neither has chosen it."),
    msg("share-withheld", "{seat} promised a share but never revealed it."),
    msg("share-missing", "{seat} has given no share."),
)  # fmt: skip


def unfair_entry(loaded: Loaded, entries: Sequence[Entry]) -> tuple[int, str] | None:
    """Find the first of *entries* by chance that does not follow from the seed.

    Return its index and what the seed would have brought; ``None`` if all follow.  Raises
    `BadValue` if there is no seed, and `NotationError` for an action that is not legal.
    """
    seed = dealt_seed(loaded.setup)
    if seed is None:
        raise BadValue(
            msg("verify-no-seed", "Without a seed, nobody can know which cards should have come.")
        )
    goes_on = not loaded.setup.awaits_shares
    match = Match(loaded.game, seed, loaded.setup.first, goes_on=goes_on)
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


def shown_setup(setup: Setup) -> Setup | None:
    """Return *setup* as the other side of a match by post has it, once it has shown its seed."""
    if not setup.opened:
        return None
    seed, _, nonce = setup.opened.partition(" ")
    players = tuple(HUMAN if player == POST else POST for player in setup.players)
    return replace(setup, seed=int(seed), nonce=nonce, players=players)


def kept_promise(setup: Setup) -> bool:
    """Return whether the other side of a match by post has shown what it promised."""
    theirs = shown_setup(setup)
    return theirs is not None and commitment(theirs) == setup.promise


def post_fairness(setup: Setup, match: Match) -> Message | None:
    """Say whether the other side of *match*, played by post, has kept its promise.

    ``None`` while the match is not over, and where nothing was to be promised: with more than two
    seats, and in the first game of a duplicate, whose seed is still a secret.  The cards of the
    other side follow from the seed that it shows at the end.
    """
    far = [seat for seat, player in enumerate(setup.players) if player == POST]
    is_secret = not match.over or setup.leg == 1
    if is_secret or not far or len(setup.seats) > 2 or not (setup.nonce or setup.promise):
        return None
    if not setup.promise:
        return _sentence("post-no-promise")
    theirs = shown_setup(setup)
    if theirs is None:
        return _sentence("post-not-shown")
    if commitment(theirs) != setup.promise:
        return _sentence("post-other-shown")
    number, own = numbers(dealt_seed(theirs) or 0), numbers(match.seed)
    drawn = count = 0
    fair, decider = True, CHANCE
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
        return _sentence("post-unfair")
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
        "{count} random event follows from the seed {seed}.",
        "All {count} random events follow from the seed {seed}.",
        sum(entry.seat == CHANCE for entry in entries),
        seed=str(dealt_seed(setup)),
    )


def describe_shares(setup: Setup, names: Sequence[Text]) -> list[Message]:
    """Say which seats, with these *names*, had a share in the deal, and who could choose it.

    Nothing, for a match whose cards follow from the seed alone.
    """
    if not setup.shares:
        return []
    given = tuple(names[seat] for seat, share in enumerate(setup.shares) if is_given(share))
    if not given:
        told = [_sentence("shares-none")]
    elif POST in setup.players:
        told = [_sentence("shares-post")]
    elif len(given) == 1:
        told = [_sentence("shares-one", seat=given[0])]
    else:
        told = [_sentence("shares-many", seats=Both(given))]
    for name, share, player in zip(names, setup.shares, setup.players, strict=True):
        if share.startswith(WITHHELD):
            told.append(_sentence("share-withheld", seat=name))
        elif given and player == HUMAN and not is_given(share):
            told.append(_sentence("share-missing", seat=name))
    return told
