"""Play by post: what a token brings to a match that is kept, and what is kept of a new one.

Each side keeps the match for itself, with the others' seats as `POST`; a token that one side sends
holds the whole journal, and the other takes in what goes beyond its own.  README.md in this folder
has the rules, in the section "Tokens".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import BadValue, RecordError
from ..game import CHANCE
from ..hooks.engine import Engine
from ..text import Both, Message, Text, msg
from .entry import Entry
from .match import Match
from .record import Loaded, Record, load_setup, record_of
from .records.token import Token, write_token
from .setup import HUMAN, POST, Setup, new_seed, new_uid
from .store import Store, now


def far_seats(setup: Setup) -> list[int]:
    """List the seats that are played elsewhere."""
    return [seat for seat, player in enumerate(setup.players) if player == POST]


# Sending.


def token_for(
    engine: Engine,
    record: Record,
    *,
    with_rules: bool | None = None,
) -> str:
    """Write the token of the match to send: with all that `posted` says, and nothing more.

    Where a token has to carry rules, it does so until every far seat has answered, and after that
    where *with_rules* asks for it.
    """
    setup = record.setup
    loaded = load_setup(engine, setup)
    entries = record.entries[: posted(loaded.match(record.entries), setup.players)]
    sent = replace(record, entries=entries, result=None)
    far = far_seats(setup)
    if with_rules is None and far and set(far) <= {entry.seat for entry in entries}:
        with_rules = False
    return write_token(engine, sent, with_rules=with_rules)


def posted(match: Match, players: Sequence[str]) -> int:
    """Return how many entries of *match* the others may have got by now.

    That is all of them where it is the turn of a seat far away, or no such seat is left to act;
    else those up to its last one, with what chance brought then: nobody sees half a turn.
    """
    if POST not in players or match.over or players[match.position.to_act()] == POST:
        return len(match.entries)
    theirs = [at for at, entry in enumerate(match.entries) if _is_far(entry, players)]
    count = theirs[-1] + 1 if theirs else 0
    while count < len(match.entries) and match.entries[count].seat == CHANCE:
        count += 1
    return count


def posted_actions(match: Match, players: Sequence[str]) -> int:
    """Return how many of the actions of *match* were posted: an undo may not reach into them."""
    if POST not in players:
        return 0
    return _actions(match.entries[: posted(match, players)])


def _is_far(entry: Entry, players: Sequence[str]) -> bool:
    return entry.seat != CHANCE and players[entry.seat] == POST


def _actions(entries: Sequence[Entry]) -> int:
    """Count the actions that are left after *entries*."""
    return sum(1 if entry.is_action else -entry.takes_back for entry in entries)


# Receiving.


@dataclass(frozen=True)
class Taken:
    """What has become of a token that was taken in."""

    name: str
    """The match in the store."""
    record: Record
    """The match as it is now."""
    new: bool
    """Whether it was not kept before."""
    added: int
    """How many entries have come."""


def take_in(
    store: Store,
    token: Token,
    *,
    name: str | None = None,
    seats: Sequence[int] = (),
) -> Taken:
    """Keep in *store* what *token* says: as a new match, or as what goes beyond the one kept there.

    *name* is the match that is meant, else it is found; *seats* are those that people play here in
    a new one.  Raises what `begin`, `news` and the store do, and then nothing has changed.
    """
    name = name or store.find(token.record.setup.uid)
    if name is None:
        record = begin(token, seats, created=now())
        return Taken(store.create(record), record, True, len(record.entries))
    held = store.load(name).record
    loaded = replace(token.loaded, setup=held.setup)
    match = loaded.match([*held.entries, *news(held, token)])
    entries = [replace(entry, at=now()) for entry in match.entries[len(held.entries) :]]
    if entries:
        store.keep(name)(len(held.entries), entries, match.result)
    record = Record(held.setup, (*held.entries, *entries), match.result)
    return Taken(name, record, False, len(entries))


def begin(token: Token, seats: Sequence[int] = (), *, created: int = 0) -> Record:
    """Make a match to be kept of *token*, whose match is not kept here yet.

    Those who play it where the token comes from are far away here, and *seats* are people's here;
    none may be given where just one seat is left.  A match without far seats stays as it is.
    Where the token holds no seed, chance goes on from one of our own.

    Raises `BadValue` where *seats* cannot be, with the code ``post-which-seat`` where there are
    several to choose from.
    """
    setup = token.record.setup
    players = _other_way_round(token, seats)
    seed = new_seed() if setup.seed is None else setup.seed
    setup = replace(setup, players=players, seed=seed, uid=setup.uid or new_uid(), created=created)
    return record_of(setup, replace(token.loaded, setup=setup).match(token.record.entries))


def _other_way_round(token: Token, seats: Sequence[int]) -> tuple[str, ...]:
    setup = token.record.setup
    free = far_seats(setup)
    names = token.loaded.presenter.seats
    for seat in seats:
        if seat not in free:
            message = msg(
                "post-seat-taken",
                "{seat} is played by somebody else in this match.",
                seat=names[seat],
            )
            raise BadValue(message)
    if not free:
        return setup.players
    if not seats:
        if len(free) > 1:
            if token.record.result is not None:
                return setup.players
            raise BadValue(
                msg(
                    "post-which-seat",
                    "Several seats are free in this match: {seats}. Say which is yours: {command}",
                    seats=Both(tuple(names[seat] for seat in free)),
                    command=f"--as {setup.seats[free[0]]}",
                )
            )
        seats = free
    return tuple(HUMAN if seat in seats else POST for seat in range(len(setup.seats)))


def news(held: Record, token: Token) -> list[Entry]:
    """Return the entries that *token* adds to the match *held*; none where both are equal.

    Raises `RecordError` where the token does not fit, with a code of its own for each reason.
    """
    setup, sent = held.setup, token.record.setup
    if sent.uid != setup.uid:
        raise RecordError(
            msg("post-other-match", "This token belongs to another match, not to this one.")
        )
    if _settled(sent) != _settled(setup):
        raise RecordError(
            msg("post-other-rules", "This token has other rules than the match that is kept here.")
        )
    loaded = token.loaded
    # As the game writes them: the journal that is kept may have been typed.
    ours = loaded.match(held.entries).entries[: len(held.entries)]
    theirs = list(token.record.entries)
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if (our.seat, our.text) != (their.seat, their.text):
            raise RecordError(_differs(number, our, their, loaded))
    if len(theirs) < len(ours):
        raise RecordError(
            msg(
                "post-older",
                "There is nothing new in this token: it is older than what is kept here.",
            )
        )
    added = theirs[len(ours) :]
    _check_added(ours, added, setup, loaded)
    return added


def _settled(setup: Setup) -> tuple[object, ...]:
    """Return what cannot change after the beginning."""
    return setup.hash, setup.seats, setup.first, setup.practice, setup.leg


def _differs(number: int, our: Entry, their: Entry, loaded: Loaded) -> Message:
    return msg(
        "post-another-course",
        "This token tells another course than the match that is kept here. Entry {number} here:"
        " {ours}; in the token: {theirs}.",
        number=number + 1,
        ours=_told(our, loaded),
        theirs=_told(their, loaded),
    )


def _told(entry: Entry, loaded: Loaded) -> Text:
    """Name an entry; what may be a secret is not said, just whose it is."""
    seat: Text = msg("chance", "chance")
    if entry.seat != CHANCE:
        seat = loaded.presenter.seats[entry.seat]
    if loaded.presenter.secrets:
        return seat
    return msg("entry-told", "{seat} {text}", seat=seat, text=entry.text)


def _check_added(
    ours: Sequence[Entry], added: Sequence[Entry], setup: Setup, loaded: Loaded
) -> None:
    """Raise `RecordError` for an entry of *added* that is not for the others to make."""
    acted: list[int] = []
    """Whose each of the actions is that were added."""
    for number, entry in enumerate(added, len(ours)):
        if entry.seat != CHANCE and setup.players[entry.seat] != POST:
            raise RecordError(
                msg(
                    "post-own-seat",
                    "This token plays for {seat}, who is played here. Entry {number} is not theirs"
                    " to make.",
                    seat=loaded.presenter.seats[entry.seat],
                    number=number + 1,
                )
            )
        if not entry.takes_back:
            acted.append(entry.seat)
            continue
        left = len(acted) - entry.takes_back
        if setup.practice:
            del acted[max(left, 0) :]
            continue
        if left < 0:
            raise RecordError(
                msg(
                    "post-takes-back",
                    "This token takes back what was posted already: entry {number}.",
                    number=number + 1,
                )
            )
        if CHANCE in acted[left:]:
            raise RecordError(
                msg(
                    "post-uncovers",
                    "This token takes back a decision after which chance has shown something:"
                    " entry {number}.",
                    number=number + 1,
                )
            )
        del acted[left:]
