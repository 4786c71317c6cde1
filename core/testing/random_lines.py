"""Random games for the checks: their positions and actions, and what the seats see of them."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ..game import CHANCE, OVER, Action, Game, Position
from ..text import Text, msg
from .failure import CheckFailed, Failure, ask, calling, fail, require, title

MOST_ACTIONS = 20_000
"""Most actions in a game; a longer one is taken to be endless."""

TRIES = 6
"""Number of other actions that are tried in search of one that looks the same to a seat."""

Place: TypeAlias = tuple[str | int, ...]
"""Place of a value in a view: its keys and indexes from the outside to the inside."""

World: TypeAlias = Mapping[Place, object]
"""Values of the views of all seats, by the seat (-1 for an onlooker) and the place in its view."""


@dataclass
class Line:
    """A game as it was played; ``positions[n]`` is the position after *n* of the *actions*."""

    game: Game
    seed: int
    positions: list[Position]
    actions: list[int]
    done: list[Action]

    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last number of actions of each decision or row of chance."""
        first = 0
        for last, done in enumerate(self.done, 1):
            chance_goes_on = last < len(self.done) and self.done[last].seat == CHANCE
            if done.seat != CHANCE or not chance_goes_on:
                yield first, last
                first = last

    def failed(self, last: int, found: Failure) -> CheckFailed:
        """Make the failure for what was *found* after the first *last* actions."""
        actions = [done.notation for done in self.done[:last]]
        return CheckFailed(found.message, title(self.game), self.seed, actions)

    @contextmanager
    def checking(self, last: int, what: Text) -> Iterator[None]:
        """Turn `Failure`, and an error of *what*, into a failure after the first *last* actions."""
        try:
            with calling(what):
                yield
        except Failure as found:
            raise self.failed(last, found) from found.__cause__

    def other(
        self,
        first: int,
        last: int,
        start: Position,
        seat: int | None,
        rng: Random,
        *,
        differs: bool,
    ) -> Line | None:
        """Play actions *first* to *last* otherwise, so that all looks the same to *seat*.

        The other line goes on from *start*, and its first action *differs* or is the same, as are
        the later ones where that is possible. Returns ``None`` if no such line was found.
        """
        other = Line(self.game, self.seed, [start], [], self.done[:first])
        for number in range(first, last):
            here, real = other.positions[-1], self.positions[number + 1]
            seen, text = real.view(seat), self.done[number].notation
            same: list[int] = []
            others: list[int] = []
            for action in acting(self.game, here):
                (same if here.notation(action) == text else others).append(action)
            others.sort(key=lambda _: rng.random())
            candidates = others if differs and number == first else same + others
            if here.to_act() == seat:  # it knows what it does itself
                candidates = [] if differs and number == first else same
            for action in candidates[:TRIES]:
                after = here.copy()
                after.apply(action)
                if after.to_act() == real.to_act() and after.view(seat) == seen:
                    other.positions.append(after)
                    other.actions.append(action)
                    other.done.append(here.describe(action))
                    break
            else:
                return None
        return other

    def again(self, first: int, last: int, start: Position, seat: int | None) -> Position | None:
        """Play actions *first* to *last* from *start* in the same notation.

        Returns ``None`` if that is not possible, or if *seat* sees a difference.
        """
        here = start.copy()
        for number in range(first, last):
            text = self.done[number].notation
            same = [one for one in acting(self.game, here) if here.notation(one) == text]
            if not same:
                return None
            here.apply(same[0])
            if here.view(seat) != self.positions[number + 1].view(seat):
                return None
        return here


def random_line(game: Game, seed: int) -> Line:
    """Play a random game; raises `CheckFailed` if it cannot be played."""
    actions: list[str] = []
    line = Line(game, seed, [], [], [])
    with line.checking(0, msg("check-the-game", "the game")):
        for position in walk(game, seed, actions):
            if line.positions:
                before = line.positions[-1]
                action = before.parse(actions[-1])
                line.actions.append(action)
                line.done.append(before.describe(action))
            line.positions.append(position.copy())
    return line


def has_secrets(line: Line) -> bool:
    """Return true if the seats have different views somewhere in *line*."""
    return any(
        position.view(seat) != position.view(None)
        for position in line.positions
        for seat in range(line.game.players)
    )


def walk(game: Game, seed: int, said: list[str], *, twins: bool = False) -> Iterator[Position]:
    """Yield the positions of a random game; *said* gets the notation of each action.

    With *twins*, each action is done in a copy as well, which must look like its original then; and
    none may draw from the global generators, which no seed of a match rules.
    """
    rng = Random(seed)
    position: Position = ask(game, "new_position", seed % game.players)
    yield position
    for _ in range(MOST_ACTIONS):
        actions = acting(game, position)
        if not actions:
            return
        action = choose(position, actions, rng)
        # Before `apply`, so that the report includes an action that raises an error.
        said.append(ask(position, "notation", action))
        twin: Position | None = ask(position, "copy") if twins else None
        state = _global_generators() if twins else None
        ask(position, "apply", action)
        if twin:
            require(_global_generators() == state, "check-apply-chance")
            ask(twin, "apply", action)
            _require_alike(game, position, twin)
        yield position
    fail("check-endless", count=MOST_ACTIONS)


def _global_generators() -> tuple[object, ...]:
    """Return the states of the generators that all code shares: Python's and, if used, numpy's."""
    numpy = sys.modules.get("numpy.random")
    states: list[object] = [random.getstate()]
    if numpy is not None:
        _, keys, at, *_ = numpy.get_state()
        states += [keys.tobytes(), at]
    return tuple(states)


def _require_alike(game: Game, position: Position, twin: Position) -> None:
    """Require that a *twin* of *position* looks like it after the same action."""
    for one, other in zip(views(game, position), views(game, twin), strict=True):
        if one != other:
            fail("check-copy-parts", where=difference(one, other))


def choose(position: Position, actions: Sequence[int], rng: Random) -> int:
    """Draw one of the *actions* at random, by weight if chance is to act."""
    if position.to_act() == CHANCE:
        return position.draw_at(rng.random())
    return actions[int(rng.random() * len(actions))]


def acting(game: Game, position: Position) -> list[int]:
    """Return the actions of the seat to act, or of chance; none once the game is over."""
    seat = ask(position, "to_act")
    if seat == OVER:
        return []
    require(seat == CHANCE or 0 <= seat < game.players, "check-seat", seat=str(seat))
    if seat == CHANCE:
        outcomes = ask(position, "chance_outcomes")
        require(bool(outcomes), "check-no-outcomes")
        require(all(weight > 0 for _, weight in outcomes), "check-weight")
        return [action for action, _ in outcomes]
    actions: list[int] = ask(position, "legal_actions")
    require(bool(actions), "check-no-actions", seat=seat)
    return actions


def views(game: Game, position: Position) -> list[str]:
    """Return the views of an onlooker and of each seat, as JSON; raises `Failure`."""
    shown = [ask(position, "view", seat) for seat in (None, *range(game.players))]
    try:
        return [json.dumps(view, sort_keys=True, allow_nan=False) for view in shown]
    except (TypeError, ValueError) as error:
        fail("check-view-json", why=str(error))


def values(seen: object, at: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield the values in a view, each with its place."""
    if isinstance(seen, Mapping):
        for key, value in seen.items():
            yield from values(value, (*at, str(key)))
    elif isinstance(seen, list | tuple):
        for index, value in enumerate(seen):
            yield from values(value, (*at, index))
    else:
        yield at, seen


def world(game: Game, position: Position) -> dict[Place, object]:
    """Return all that the seats and an onlooker see together."""
    return {
        (seat, *place): value
        for seat in range(-1, game.players)
        for place, value in values(position.view(None if seat < 0 else seat))
    }


def written(place: Place) -> str:
    """Write a *place* in a view as in Python: ``hands[1][0]``."""
    first, *rest = place or ("",)
    return f"{first}" + "".join(f"[{at}]" if isinstance(at, int) else f".{at}" for at in rest)


def alike(place: Place) -> Place:
    """Return *place* without its last indexes: cards of one hand are at places that are alike."""
    return tuple("*" if isinstance(at, int) and number else at for number, at in enumerate(place))


def difference(one: str, other: str) -> str:
    """Return the first place at which two views, as JSON, differ."""
    before, after = (dict(values(json.loads(seen))) for seen in (one, other))
    places = [place for place in (*before, *after) if before.get(place) != after.get(place)]
    return written(places[0]) if places else ""
