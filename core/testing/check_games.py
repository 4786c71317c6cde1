"""`check_game`: the contract of `core/game.py`, at the positions of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..declared import DeclaredPosition
from ..errors import NotationError
from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..matches.match import Match
from ..matches.records.record_writer import is_writable
from ..splitting.position import SplitPosition
from ..text import Text, msg
from .check_hidden import leak_cure
from .check_resampling import check_resampling
from .failure import CheckFailed, Failure, ask, fail, require, title
from .fault_messages import fault_message
from .random_lines import MOST_ACTIONS, acting, difference, views, walk

MOST_CHECKED = 400
"""Number of actions in a game up to which all positions are checked."""

PROBES = 3_000
"""Number of positions that are searched for a shorter way to the same fault."""

MOST_LINES = 20
"""Most games in which resampled positions are compared with the real ones."""

MOST_APPLIED = 3
"""Number of actions that are tried out at a position."""

DRAWN = (0.0, 0.37, 0.73, 1 - 2**-53)
"""Numbers that `draw_at` and `action_at` are asked for: the least, the greatest, two between."""

NONSENSE = ("", " ", "hello", "+", "?", "@", "9" * 50, "\x00", "ÄÖÜ / ß", "pick", "a b c d e f g")
"""Texts that are no action in any game."""


@dataclass
class Moment:
    """Position in a game that is being checked, with its actions and views."""

    game: Game
    position: Position
    rng: Random

    def __post_init__(self) -> None:
        self.views = views(self.game, self.position)
        self.actions = acting(self.game, self.position)
        self.require_kept()

    def require_unchanged(self, code: str, where: str = "") -> None:
        """Raise `Failure` with *code* if the position has changed since this moment was made."""
        seen, actions = views(self.game, self.position), acting(self.game, self.position)
        if (seen, actions) != (self.views, self.actions):
            place = next(filter(None, map(difference, self.views, seen)), "legal_actions()")
            fail(code, where=where or place)

    def require_kept(self) -> None:
        """Raise `Failure` about the method that changes the position it should only look at."""
        position, action = self.position, self.actions[:1]
        seen = views(self.game, position)
        if seen == self.views:
            return
        for method, look in (
            (_asked_for_actions(position), lambda: acting(self.game, position)),
            ("scores()", position.scores),
            ("notation()", lambda: [position.notation(one) for one in action]),
            ("describe()", lambda: [position.describe(one) for one in action]),
            ("view()", lambda: position.view(None)),
        ):
            before = _attributes(position)
            look()
            _require_kept(position, before, method)
        # The table of a card lies deeper than the attributes.
        require(isinstance(position, SplitPosition), "check-looking")
        where = next(filter(None, map(difference, self.views, seen)), "")
        fail("check-looking-method", method=_asked_for_actions(position), what=where)


def _attributes(position: Position) -> dict[str, str]:
    """Return the attributes of *position* as texts, but none with an underscore: it is a cache."""
    names = [*getattr(position, "__dict__", ()), "actor", "secret"]
    return {
        name: repr(getattr(position, name, None))
        for name in names
        if name != "game" and not name.startswith("_")
    }


def _require_kept(position: Position, before: dict[str, str], method: Text) -> None:
    """Require that *method* has left the attributes of *position* as they were *before*."""
    after = _attributes(position)
    if changed := [name for name in after if after[name] != before.get(name)]:
        fail("check-looking-method", method=method, what=", ".join(changed))


def _asked_for_actions(position: Position) -> Text:
    """Name the method of an author that says which actions there are."""
    if isinstance(position, SplitPosition):
        return msg("check-legal-of-card", "legal() of a special card")
    return "possible()" if isinstance(position, DeclaredPosition) else "legal_actions()"


Check = Callable[[Moment], None]


def check_game(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Play *games* random games of *game*, and check their first `MOST_CHECKED` positions.

    A game ends; whoever is to act has actions, each once and in a stable order; every action is
    read back from its notation; a copy is equal and shares nothing; looking changes nothing; the
    same seed leads to the same game, whatever the global generator does; a view holds nothing that
    its seat must not know, and the result of `resample` looks to this seat like the real position,
    can be played on, and has other secrets, but no other cards; a winner has the most points;
    nonsense and illegal actions are refused with a code. Raises `CheckFailed`.

    That no card is lost or doubled in play is known only of positions that have a `census`.
    """
    for number in range(games):
        play_and_check(game, CHECKS, seed + number)
    check_resampling(game, min(games, MOST_LINES), seed)
    _check_seed(game, seed)


def play_and_check(game: Game, checks: Sequence[Check], seed: int) -> None:
    """Play a random game and do *checks* at its positions; raises `CheckFailed`."""
    actions: list[str] = []
    by: Check | None = None
    try:
        for position in walk(game, seed, actions, twins=True):
            if len(actions) < MOST_CHECKED:
                moment = Moment(game, position, Random(seed * 1000 + len(actions)))
                for by in checks:
                    by(moment)
                by = None
    except Failure as found:
        short, at = _shortest(game, by, seed, actions, found)
        raise CheckFailed(found.message, title(game), at, short) from found.__cause__


def _shortest(
    game: Game, by: Check | None, seed: int, actions: list[str], found: Failure
) -> tuple[list[str], int]:
    """Search other games for fewer actions that lead to the same fault; return them with the seed.

    *by* is the check that found the fault; ``None`` if it was found by playing on.
    """
    left = PROBES
    for other in range(seed + 1, seed + 1 + PROBES):
        said: list[str] = []
        try:
            for position in walk(game, other, said, twins=True):
                left -= 1
                if len(said) >= len(actions) or left <= 0:
                    break
                if by is not None:
                    by(Moment(game, position, Random(other * 1000 + len(said))))
        except Failure as again:
            if again.message.code == found.message.code and len(said) < len(actions):
                actions, seed = said, other
        if left <= 0 or not actions:
            break
    return actions, seed


# The checks of a position.


def check_actions(moment: Moment) -> None:
    """Check that actions come once each, as ints, and in the same order each time."""
    actions, position = moment.actions, moment.position
    require(len(set(actions)) == len(actions), "check-action-twice")
    require(all(type(action) is int for action in actions), "check-action-int")
    require(acting(moment.game, position) == actions, "check-order")
    seat = position.to_act()
    other = position.legal_actions() if seat == CHANCE else position.chance_outcomes()
    require(seat == OVER or not other, "check-two-lists")
    if seat == CHANCE:
        outcomes = position.chance_outcomes()
        for x in DRAWN:
            drawn = ask(position, "draw_at", x)
            require(drawn == draw_outcome(outcomes, x), "check-draw-at", x=str(x))
    elif seat != OVER:
        for x in DRAWN:
            found = ask(position, "action_at", x)
            require(found == actions[int(x * len(actions))], "check-action-at", x=str(x))


def check_notation(moment: Moment) -> None:
    """Check that every action has a notation of its own, in ASCII, that is read back."""
    position = moment.position
    written: dict[str, int] = {}
    for action in moment.actions:
        text = ask(position, "notation", action)
        is_plain = text.isascii() and text.isprintable() and text == " ".join(text.split()) != ""
        require(is_plain, "check-notation-ascii", text=text)
        require(is_writable(text), "check-notation-reserved", text=text)
        require(text not in written, "check-notation-twice", text=text)
        written[text] = action
    for text, action in written.items():
        for typed in (text, f"  {text.lower()} "):
            try:
                read = ask(position, "parse", typed)
            except Failure as refused:
                if not isinstance(refused.__cause__, NotationError):
                    raise
                fail("check-notation-refused", text=typed, why=refused.__cause__.message)
            require(read == action, "check-notation-other", text=text)
        done = ask(position, "describe", action)
        same = (done.seat, done.notation) == (position.to_act(), text)
        require(same, "check-describe", text=text)


def check_copy(moment: Moment) -> None:
    """Check that a copy is equal, and that changing it does not change the original."""
    game, position, actions = moment.game, moment.position, moment.actions
    twin: Position = ask(position, "copy")
    same = views(game, twin) == moment.views and acting(game, twin) == actions
    require(same, "check-copy-unequal")
    for action in _some(actions, moment.rng):
        twin = ask(position, "copy")
        shared = _shared(position, twin)
        ask(twin, "apply", action)
    if actions:
        moment.require_unchanged("check-copy-shares", shared)
        third: Position = ask(position, "copy")
        ask(third, "apply", action)
        require(views(game, third) == views(game, twin), "check-apply-unstable")


def _shared(position: Position, twin: Position) -> str:
    """Return the names of the attributes of which a *twin* of *position* has the same lists."""
    own, others = (getattr(one, "__dict__", {}) for one in (position, twin))
    shared = [name for name in own if {*_held(own[name])} & {*_held(others.get(name))}]
    return ", ".join(shared)


def _held(value: object) -> Iterator[int]:
    """Yield the identities of the lists, sets and mappings in an attribute."""
    if isinstance(value, list | dict | set):
        yield id(value)
    if isinstance(value, list | tuple | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _held(one)


def check_asking(moment: Moment) -> None:
    """Check that the rules of a declared game change nothing where they say what is possible."""
    for action in moment.actions[:1] if isinstance(moment.position, DeclaredPosition) else ():
        after: Position = ask(moment.position, "copy")
        ask(after, "apply", action)
        before = _attributes(after)
        acting(moment.game, after)
        _require_kept(after, before, "possible()")


def _some(actions: list[int], rng: Random) -> list[int]:
    """Return the *actions* if they are few, else some of them at random."""
    if len(actions) <= MOST_APPLIED:
        return actions
    return [actions[int(rng.random() * len(actions))] for _ in range(MOST_APPLIED)]


def check_looking(moment: Moment) -> None:
    """Check that methods which look at a position do not change it."""
    position = moment.position
    for action in moment.actions:
        ask(position, "notation", action)
        ask(position, "describe", action)
    scores = ask(position, "scores")
    all_ints = all(type(score) is int for score in scores)
    require(len(scores) == moment.game.players and all_ints, "check-scores")
    moment.require_kept()
    require(position.scores() == scores, "check-looking")


def check_secrets(moment: Moment) -> None:
    """Check that a seat cannot tell a resampled position from the real one."""
    game, position = moment.game, moment.position
    for seat in range(game.players):
        random.seed(0)
        state = random.getstate()
        other: Position = ask(position, "resample", seat, moment.rng)
        require(random.getstate() == state, "check-global-chance")
        seen = views(game, other)
        for at, code in ((seat + 1, "check-leak"), (0, "check-leak-onlooker")):
            if seen[at] != moment.views[at]:
                where = difference(moment.views[at], seen[at])
                fail(code, seat=seat, where=where, cure=leak_cure(position, where))
        is_own = position.to_act() == seat
        require(
            other.to_act() == position.to_act()
            and (not is_own or acting(game, other) == moment.actions),
            "check-resample",
            seat=seat,
        )
        is_same = seen == moment.views
        for action in _some(moment.actions, moment.rng) if is_own and not is_same else ():
            done, again = ask(position, "describe", action), ask(other, "describe", action)
            require(done == again, "check-describe-leak", seat=seat, text=done.notation)
        if not is_own and other.to_act() >= 0 and not is_same:
            _require_refused(moment, other)
        moment.require_unchanged("check-resample-changes")
        for code, have, count in _miscounted(other, position):
            fail("check-resample-cards", seat=seat, have=have, code=code, count=count)


def _require_refused(moment: Moment, other: Position) -> None:
    """Require that actions which are legal only at an *other* position are refused."""
    for action in _some(acting(moment.game, other), moment.rng):
        text = ask(other, "notation", action)
        try:
            read = ask(moment.position, "parse", text)
        except Failure as refused:
            if not isinstance(refused.__cause__, NotationError):
                raise
        else:
            require(read in moment.actions, "check-illegal", text=text)


def check_refusals(moment: Moment) -> None:
    """Check that nonsense is refused with a code and words."""
    for text in NONSENSE:
        shown = ascii(text)[1:-1]
        try:
            ask(moment.position, "parse", text)
        except Failure as refused:
            cause = refused.__cause__
            coded = isinstance(cause, NotationError) and bool(cause.code and cause.message.text)
            require(coded, "check-refusal", text=shown, error=repr(cause))
        else:
            fail("check-nonsense", text=shown)


def _miscounted(position: Position, like: Position) -> Iterator[tuple[str, int, int]]:
    """Yield the cards of which there are not as many as in a position *like* it, with numbers."""
    have, count = Counter(ask(position, "census")), Counter(ask(like, "census"))
    for card in have | count:
        if have[card] != count[card]:
            yield str(card), have[card], count[card]


def check_census(moment: Moment) -> None:
    """Check that there are always the same cards, if the position knows all of them."""
    begin = ask(moment.game, "new_position")
    for code, have, count in _miscounted(moment.position, begin):
        fail("check-cards", have=have, code=code, count=count)


def check_end(moment: Moment) -> None:
    """Check that a game that is over has a winner and no actions."""
    position = moment.position
    if position.to_act() == OVER:
        winners = ask(position, "winners")
        seats = [seat for seat in range(moment.game.players) if seat in winners]
        require(bool(winners) and winners == seats, "check-winners")
        scores = ask(position, "scores")
        for seat in winners:
            best = scores.index(max(scores))
            require(scores[seat] == scores[best], "check-winner-score", seat=seat, other=best)
        require(not position.legal_actions() and not position.chance_outcomes(), "check-over")


CHECKS: Sequence[Check] = (
    check_end,
    check_looking,  # before the other checks look
    check_actions,
    check_notation,
    check_copy,
    check_asking,
    check_secrets,
    check_refusals,
    check_census,
)


def _check_seed(game: Game, seed: int) -> None:
    """Check that the same seed leads to the same game, whatever the global generator does."""
    journals = []
    for noise in (0, 1):
        random.seed(noise)
        rng = Random(seed)
        match = Match(game, seed, seed % game.players)
        while not match.over and len(match.actions) < MOST_ACTIONS:
            actions = match.position.legal_actions()
            match.apply(actions[int(rng.random() * len(actions))])
        journals.append(match.journal)
    one, other = journals
    if one != other:
        same = next(n for n, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1)
        raise CheckFailed(fault_message("check-chance"), title(game), seed, one[: same + 1])
