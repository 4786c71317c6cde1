"""Play by post: the token of a match to send, and the match that a token begins or extends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from ..errors import BadValue, RecordError
from ..game import CHANCE
from ..hooks.engine import Engine
from ..text import Both, Message, Text, msg, sentences
from .entry import Entry
from .fair_deal import kept_promise, post_fairness
from .match import Match
from .record import Loaded, Record, load_setup, record_of
from .setup import HUMAN, POST, Setup, commitment, new_nonce, new_seed, new_share, new_uid
from .store import Store, now

if TYPE_CHECKING:
    from .records.token import Token

_sentence = sentences(
    msg("post-seat-taken", "{seat} is played by somebody else in this match."),
    msg("post-which-seat",
        "Several seats are free in this match: {seats}. Say which is yours: {command}"),
    msg("post-other-match", "This token belongs to another match."),
    msg("post-other-rules", "The rules in this token differ from those of the match saved here."),
    msg("post-older", "This token is older than the match saved here."),
    msg("post-another-course",
        "The match in this token differs from the match saved here. Entry {number} here: {ours}; "
        "in the token: {theirs}."),
    msg("post-own-seat",
        "Entry {number} of this token acts for {seat}, a seat that is played here."),
    msg("post-other-promise", "This token promises different cards from earlier tokens."),
    msg("post-own-promise",
        "This token sends your own promise back, instead of one from the other side."),
    msg("post-unpromised",
        "This token has no promise about the other side's cards, so that side could choose them."),
    msg("post-no-share", "This token lacks the shares that both sides added to the deal."),
    msg("post-other-share", "This token has a different share in the deal from earlier tokens."),
    msg("post-unchecked",
        "In a match by post with more than two players nobody can check the cards: each side could"
        " choose those that it draws."),
    msg("post-unshared",
        "The other side has begun this match without a share of yours in the deal: it could choose"
        " the cards that it draws."),
    msg("post-early",
        "This token goes on before your side has added its share to the deal."),
    msg("post-own-shown",
        "This token shows your own seed and not that of the other side. Unless you pasted your own"
        " token again by mistake, the other side has not shown what it promised."),
    msg("post-takes-back", "Entry {number} of this token takes back what was sent before."),
    msg("post-uncovers",
        "Entry {number} of this token takes back a decision after which chance has revealed "
        "something."),
)  # fmt: skip


def far_seats(setup: Setup) -> list[int]:
    """List the seats that are played elsewhere."""
    return [seat for seat, player in enumerate(setup.players) if player == POST]


def has_sides(setup: Setup) -> bool:
    """Return whether *setup* is of a match by post for two, in which each side makes a promise."""
    return len(setup.seats) == 2 and len(far_seats(setup)) == 1


def caution(setup: Setup) -> Message | None:
    """Say what nobody can check in a match by post; ``None`` if there is nothing, or no post."""
    if not far_seats(setup) or setup.shares:
        return None
    return _sentence("post-unshared" if has_sides(setup) else "post-unchecked")


def token_for(engine: Engine, record: Record, *, with_rules: bool | None = None) -> str:
    """Write the token of *record* to send, with the entries that `posted` counts.

    By default, rules not installed here go along until all far seats, if there are any, have acted.
    """
    setup = record.setup
    loaded = load_setup(engine, setup)
    entries = record.entries[: posted(loaded.match(record.entries), setup.players)]
    far = far_seats(setup)
    if with_rules is None and far and set(far) <= {entry.seat for entry in entries}:
        with_rules = False
    from .records.token import write_token  # and pydantic's models, only where a token is written

    sent = replace(record, entries=entries, result=None)
    return write_token(engine, sent, with_rules=with_rules)


def posted(match: Match, players: Sequence[str]) -> int:
    """Return the number of entries of *match* that the others may know by now.

    All of them, unless there are far seats and a seat here is to act: then those up to the last
    entry of a far seat (or the start) and the chance actions next to it: nobody sees half a turn.
    """
    to_act = match.position.to_act()
    if POST not in players or match.over or to_act == CHANCE or players[to_act] == POST:
        return len(match.entries)
    count = 0
    for number, entry in enumerate(match.entries):
        far = entry.seat != CHANCE and players[entry.seat] == POST
        if far or (entry.seat == CHANCE and count == number):
            count = number + 1
    return count


def posted_actions(match: Match, players: Sequence[str]) -> int:
    """Return how many actions of *match* far seats may know; no undo may take those back."""
    if POST not in players:
        return 0
    entries = match.entries[: posted(match, players)]
    return sum(1 if entry.is_action else -entry.takes_back for entry in entries)


@dataclass(frozen=True)
class Taken:
    """A match after a token began it (*new*) or continued it by *added* entries, which may be 0."""

    name: str
    record: Record
    new: bool
    added: int
    fairness: Message | None = None
    """At the end, message on whether the other side has kept its promise of its cards, if any."""


def take_in(
    store: Store, token: Token, *, name: str | None = None, seats: Sequence[int] = ()
) -> Taken:
    """Save *token* in the match *name*, by default that with its uid; without one, in a new match.

    People play *seats* of a new match.  If `begin`, `news` or the store raises, nothing changes.
    """
    name = name or store.find(token.record.setup.uid)
    if name is None:
        record = begin(token, seats, created=now())
        return Taken(store.create(record), record, True, len(record.entries))
    held = store.load(name).record
    added = news(held, token)
    over = token.record.result is not None
    setup = _bound(held.setup, token, adds=bool(added), over=over)
    match = replace(token.loaded, setup=setup).match([*held.entries, *added])
    entries = [replace(entry, at=now()) for entry in match.entries[len(held.entries) :]]
    if entries or setup != held.setup:
        store.promise(name, setup, len(held.entries), entries, match.result)
    record = Record(setup, (*held.entries, *entries), match.result)
    fairness = post_fairness(setup, match)
    if fairness and not setup.opened and token.record.setup.nonce == setup.nonce:
        fairness = _sentence("post-own-shown")
    return Taken(name, record, False, len(entries), fairness)


def _bound(setup: Setup, token: Token, *, adds: bool, over: bool = False) -> Setup:
    """Return *setup* with what *token* promises and shows of the other side; only two have sides.

    A token that *adds* entries is of the other side.  Raises `RecordError` for a promise that
    cannot be its own.
    """
    if not has_sides(setup):
        return setup
    ours, theirs = commitment(setup), token.promise
    if theirs and theirs == ours:
        if adds:
            raise RecordError(_sentence("post-own-promise"))
        theirs = ""  # our own token, pasted once more
    if setup.promise and theirs and theirs != setup.promise:
        raise RecordError(_sentence("post-other-promise"))
    setup = replace(setup, promise=setup.promise or theirs)
    shown = token.record.setup
    if over and commitment(shown) and shown.nonce != setup.nonce and not kept_promise(setup):
        setup = replace(setup, opened=f"{shown.seed} {shown.nonce}")
    return _shared(setup, token) if setup.shares else setup


def _shared(setup: Setup, token: Token) -> Setup:
    """Return *setup* with the share that *token* brings, and one of ours if it is time for it.

    Neither side gives its share before the other one is bound by its promise: it could choose what
    it promises, or, once it knows the share, which cards it deals.  Raises `RecordError`.
    """
    theirs = token.record.setup.shares
    if not theirs:
        raise RecordError(_sentence("post-no-share"))
    shares = [ours or their for ours, their in zip(setup.shares, theirs, strict=True)]
    if any(their not in ("", share) for share, their in zip(shares, theirs, strict=True)):
        raise RecordError(_sentence("post-other-share"))
    (far,) = far_seats(setup)
    if not setup.shares[1 - far]:
        if token.record.entries:
            raise RecordError(_sentence("post-early"))
        if setup.promise:
            shares[1 - far] = new_share()
        elif shares[far] or token.promise != commitment(setup):
            raise RecordError(_sentence("post-unpromised"))
    return replace(setup, shares=tuple(shares))


def begin(token: Token, seats: Sequence[int] = (), *, created: int = 0) -> Record:
    """Return the record of a new match for *token*.

    People play *seats* here, by default the only free seat, and all others are far away.  If the
    token holds no seed, chance continues from a new one.  Raises `BadValue` for a seat not free,
    and with the code ``post-which-seat`` if none is given, several are free and the match goes on.
    """
    setup = token.record.setup
    if setup.seed is None:
        setup = replace(setup, seed=new_seed(), nonce=new_nonce())
    uid = setup.uid or new_uid()
    setup = replace(setup, players=_players(token, seats), uid=uid, created=created)
    if token.record.result is None and setup.shares:
        # Which shares are ours is not for a token to say.
        shares = ["" if player == HUMAN else share
                  for share, player in zip(setup.shares, setup.players, strict=True)]  # fmt: skip
        setup = replace(setup, shares=tuple(shares) if has_sides(setup) else ())
    setup = _bound(setup, token, adds=False)
    return record_of(setup, replace(token.loaded, setup=setup).match(token.record.entries))


def _players(token: Token, seats: Sequence[int]) -> tuple[str, ...]:
    setup = token.record.setup
    free = far_seats(setup)
    names = token.loaded.presenter.seats
    for seat in seats:
        if seat not in free:
            raise BadValue(_sentence("post-seat-taken", seat=names[seat]))
    if not free or (len(free) > 1 and not seats and token.record.result is not None):
        return setup.players
    if len(free) > 1 and not seats:
        text = Both(tuple(names[seat] for seat in free))
        raise BadValue(
            _sentence("post-which-seat", seats=text, command=f"--as {setup.seats[free[0]]}")
        )
    return tuple(HUMAN if seat in (seats or free) else POST for seat in range(len(setup.seats)))


def news(held: Record, token: Token) -> list[Entry]:
    """Return the entries that *token* adds to *held*; raises `RecordError` if the two conflict."""
    setup, loaded = held.setup, token.loaded
    if token.record.setup.uid != setup.uid:
        raise RecordError(_sentence("post-other-match"))
    settled = attrgetter("hash", "seats", "first", "practice", "leg")
    if settled(token.record.setup) != settled(setup):
        raise RecordError(_sentence("post-other-rules"))
    ours = loaded.replay(held.entries).entries  # in the lasting form, as in a token
    theirs = token.record.entries
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        if (our.seat, our.text) != (their.seat, their.text):
            here, there = _describe_entry(our, loaded), _describe_entry(their, loaded)
            raise RecordError(
                _sentence("post-another-course", number=number, ours=here, theirs=there)
            )
    if len(theirs) < len(ours):
        raise RecordError(_sentence("post-older"))
    acted: list[int] = []
    for number, entry in enumerate(theirs[len(ours) :], len(ours) + 1):
        if entry.seat != CHANCE and setup.players[entry.seat] != POST:
            seat = loaded.presenter.seats[entry.seat]
            raise RecordError(_sentence("post-own-seat", number=number, seat=seat))
        if not entry.takes_back:
            acted.append(entry.seat)
            continue
        back = acted[-entry.takes_back :]
        del acted[-entry.takes_back :]
        if len(back) < entry.takes_back and not setup.practice:
            raise RecordError(_sentence("post-takes-back", number=number))
        if CHANCE in back and not setup.practice:
            raise RecordError(_sentence("post-uncovers", number=number))
    return list(theirs[len(ours) :])


def _describe_entry(entry: Entry, loaded: Loaded) -> Text:
    """Describe *entry* by its seat and text; in a game with secrets, by its seat alone."""
    chance, seats = msg("chance", "chance"), loaded.presenter.seats
    seat: Text = chance if entry.seat == CHANCE else seats[entry.seat]
    text = msg("entry-told", "{seat} {text}", seat=seat, text=entry.text)
    return seat if loaded.presenter.secrets else text
