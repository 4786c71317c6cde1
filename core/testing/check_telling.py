"""Checks of what a presenter tells: a seat hears nothing that its views hide.

A game is played on otherwise, so that all looks the same to a seat; then all must sound the same.
Only what is over at once, and leaves no secret behind, may be told though no view shows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from random import Random

from ..game import CHANCE, OVER, Game
from ..scene import Presenter
from ..text import Language, Message, Name, Text, msg
from .failure import ask, fail, require
from .random_lines import Line, Place, alike, has_secrets, random_line, world

MOST_COMPARED = 40
"""Number of decisions and rows of chance of a game at which texts are compared."""

DRAWS = 60
"""Number of resampled positions that say whether a seat could know what it was told."""


def check_telling(game: Game, presenter: Presenter, games: int, seed: int) -> None:
    """Check that *presenter* keeps the secrets of *game*, in random games."""
    for number in range(games):
        line = random_line(game, seed + number)
        if not has_secrets(line):
            continue
        rng = Random(line.seed)
        stretches = sorted(line.stretches(), key=lambda _: rng.random())[:MOST_COMPARED]
        for first, last in sorted(stretches):
            with line.checking(last, msg("check-presenter", "the presenter")):
                _check_choices(presenter, line, first, rng)
                for seat in (None, *range(game.players)):
                    _check_narration(presenter, line, first, last, seat, rng)


def _check_choices(presenter: Presenter, line: Line, first: int, rng: Random) -> None:
    """Check that the choices of the seat to act depend on nothing that it cannot know."""
    position = line.positions[first]
    seat = position.to_act()
    if seat in (CHANCE, OVER):
        return
    other = position.resample(seat, rng)
    is_same = world(line.game, other) == world(line.game, position)
    require(is_same or presenter.secrets, "check-secrets", seat=seat)
    for action in position.legal_actions() if not is_same else ():
        real, again = (ask(presenter, "choice", one, action) for one in (position, other))
        if real != again:
            _tells_too_much("choice", seat, [real.sentence], [again.sentence])


def _check_narration(
    presenter: Presenter, line: Line, first: int, last: int, seat: int | None, rng: Random
) -> None:
    """Compare what *seat* is told of the actions *first* to *last* with what might have been."""
    real = line.positions[first]
    knower = int(rng.random() * line.game.players) if seat is None else seat
    turn = first + int(rng.random() * (last - first))
    for start, begin, differs in (
        (real.resample(knower, rng), first, False),
        (line.positions[turn], turn, True),
    ):
        other = line.other(begin, last, start, seat, rng, differs=differs)
        if other is None:
            continue
        after = other.positions[-1]
        if line.done[first].seat == CHANCE:
            method = "deal"
            texts = ask(presenter, "deal", line.done[first:last], line.positions[last], seat)
            again = ask(presenter, "deal", other.done[first:], after, seat)
        else:
            method = "tell"
            action, done = line.actions[first], other.actions[0]
            texts = ask(presenter, "tell", real, action, line.positions[last], seat)
            again = ask(presenter, "tell", start, done, after, seat)
        if texts != again and _is_secret(line, first, last, other, seat, rng):
            _tells_too_much(method, seat, texts, again)
        journals = (
            ask(presenter, "journal", actions, position, seat)
            for actions, position in ((line.done[:last], line.positions[last]), (other.done, after))
        )
        listed, again = ([text for _, text in journal if text] for journal in journals)
        if listed != again and _is_secret(line, first, last, other, seat, rng):
            _tells_too_much("journal", seat, listed, again)


def _is_secret(
    line: Line, first: int, last: int, other: Line, seat: int | None, rng: Random
) -> bool:
    """Return whether *seat* cannot know which of two lines was played, but is told.

    As `resample` has it, both may have been played; but not both after the same notation.
    """
    here, there = world(line.game, line.positions[last]), world(line.game, other.positions[-1])
    places = [place for place in here | there if here.get(place) != there.get(place)]
    drawn: defaultdict[Place, set[object]] = defaultdict(set)
    same: defaultdict[Place, set[object]] = defaultdict(set)
    for number in range(DRAWS if places else 0):
        knower = number % line.game.players if seat is None else seat
        for place, value in world(line.game, line.positions[last].resample(knower, rng)).items():
            drawn[alike(place)].add(value)
        again = line.again(first, last, line.positions[first].resample(knower, rng), seat)
        for place, value in world(line.game, again).items() if again else ():
            same[place].add(value)
    can_be = all(there.get(place) in drawn[alike(place)] for place in places)
    return can_be and any(there.get(place) not in same[place] for place in places)


def _tells_too_much(
    method: str, seat: int | None, told: Sequence[Text], again: Sequence[Text]
) -> None:
    """Raise `Failure` with the first text that differs."""
    english = Language("en")
    knower = (
        msg("told-onlooker", "an onlooker")
        if seat is None
        else msg("told-seat", "seat {n}", n=seat)
    )
    pairs = [*zip_longest(told, again, fillvalue="")]
    for ours, other in pairs:
        said = english.say(ours)
        if said != english.say(other):
            facts = {"told": said, "other": english.say(other)}
            fail("check-tells-secret", method=method, who=knower, **facts)
    ours, other = next(pair for pair in pairs if pair[0] != pair[1])
    facts = {"told": _values(ours), "other": _values(other)}
    fail("check-tells-values", method=method, who=knower, text=english.say(ours), **facts)


def _values(text: Text) -> str:
    """Write the values of *text*, also those for which it has no gap."""
    params = text.params if isinstance(text, Message) else {}
    english = Language("en")
    said = {
        name: english.say(value) if isinstance(value, Message | Name) else value
        for name, value in params.items()
    }
    return ", ".join(f"{name}={value}" for name, value in said.items())
