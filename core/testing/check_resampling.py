"""Checks of `resample`: it draws again all that a seat cannot know, and keeps everything else.

What a seat cannot know follows from its views: if an action could have been another one without a
difference in the views of a seat, then what depends on it in other views is hidden from this seat.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from ..game import CHANCE, Game, Position
from .failure import CheckFailed, Failure, ask, require
from .fault_messages import fault_message
from .random_lines import (
    Line,
    Place,
    World,
    acting,
    alike,
    choose,
    has_secrets,
    random_line,
    world,
    written,
)

MOST_DRAWN = 24
"""Number of resampled positions that are checked in a game, for all seats together."""

MOST_LOOKED_AT = 40
"""Number of decisions and rows of chance of a game after which its cards are counted."""

DRAWS = 12
"""Number of positions that are drawn to see whether hidden values change."""

LEAST_PROOFS = 8
"""Number of lines that must prove a value hidden before it counts as one that has to change."""

LEAST_LINES = 3
"""Number of games that must show that a list has the same size in all of them."""

MOST_PLAYED = 60
"""Number of actions that are played on from a resampled position."""


def check_resampling(game: Game, games: int, seed: int) -> None:
    """Check `resample` in random games of a *game* in which seats have secrets."""
    lines = [random_line(game, seed + number) for number in range(games)]
    if any(map(has_secrets, lines)):
        check = _Resampling(game, lines)
        for line in lines:
            check.line(line)
        check.conclude()


class _Resampling:
    """Check of the lines of a game, which collects what is seen only over many positions."""

    def __init__(self, game: Game, lines: Sequence[Line]) -> None:
        self.game = game
        self.lines = lines
        self.hidden: dict[tuple[int, Place], list[tuple[Line, int, Place]]] = {}
        """Values proved to be hidden from a seat, by the seat and places that are alike."""
        self.varied: set[tuple[int, Place]] = set()
        """Hidden values that `resample` has changed."""
        self.resized: CheckFailed | None = None
        """Fault of a resampled position with a view of another size, unless sizes are hidden."""
        self.proofs = 0
        self.sizes_are_hidden = False
        # A position with a census counts its cards itself: views may show one at several places.
        counted = bool(ask(game, "new_position").census())
        self.deck = {} if counted else _deck(game, lines)
        played = [
            line.positions[last]
            for line in lines if self.deck
            for _, last in [*line.stretches()][:MOST_LOOKED_AT]
        ]  # fmt: skip
        results = [self._cards(position, world(game, position)) for position in played]
        self.most = max(
            (-(-have // self.deck[card]) for result in results for card, have in result.items()),
            default=1,
        )
        """Number of places at which the views show one card, in games that were really played."""

    def line(self, line: Line) -> None:
        """Check resampled positions of *line*."""
        rng = Random(line.seed)
        stretches = list(line.stretches())
        stretches = sorted(stretches, key=lambda _: rng.random())[: MOST_DRAWN // self.game.players]
        for number, (first, last) in enumerate(sorted(stretches)):
            for seat in range(self.game.players):
                with line.checking(last, "resample()"):
                    self._prove(line, first, last, seat, rng)
                    self._draw(line, last, seat, rng, plays_on=number % 4 == 0)

    def _prove(self, line: Line, first: int, last: int, seat: int, rng: Random) -> None:
        """Look for another line to prove that something is hidden, and that `resample` changes it.

        Chance may have dealt several cards; what came before the action that differs stays.
        """
        first += int(rng.random() * (last - first))
        start = line.positions[first]
        other = line.other(first, last, start, seat, rng, differs=True)
        if other is None:
            return
        self.proofs += 1
        here, there = (
            _measured(self.game, line.positions[last]),
            _measured(self.game, other.positions[-1]),
        )
        self.sizes_are_hidden |= here.keys() != there.keys()
        places = [place for place in here if here[place] != there.get(place)]
        for place in places:
            self.hidden.setdefault((seat, alike(place)), []).append((line, last, place))
        still = [place for place in places if (seat, alike(place)) not in self.varied]
        for _ in range(DRAWS if still else 0):
            drawn = _measured(self.game, line.positions[last].resample(seat, rng))
            self.varied |= {(seat, alike(at)) for at in still if drawn.get(at) != here[at]}

    def _draw(self, line: Line, last: int, seat: int, rng: Random, *, plays_on: bool) -> None:
        """Check one resampled position for cards that are missing or too many."""
        real = line.positions[last]
        drawn: Position = ask(real, "resample", seat, rng)
        here, there = world(self.game, real), world(self.game, drawn)
        if self.resized is None and (place := self._resized(last, here, there)):
            what = fault_message("check-resample-sizes", seat=seat, where=written(place[1:]))
            self.resized = line.failed(last, Failure(what))
        self._require_cards(drawn, there, seat)
        for _ in range(MOST_PLAYED if plays_on else 0):
            try:
                actions = acting(self.game, drawn)
                if not actions:
                    ask(drawn, "winners")
                    break
                ask(drawn, "apply", choose(drawn, actions, rng))
                ask(drawn, "scores")
                there = world(self.game, drawn)
            except Failure as found:
                what = fault_message("check-resample-play", seat=seat, why=found.message)
                raise Failure(what) from found.__cause__
            self._require_cards(drawn, there, seat)

    def _resized(self, last: int, here: World, there: World) -> Place:
        """Return the place of a list that is longer or shorter than always at that moment."""
        sizes, drawn = _sizes(here), _sizes(there)
        changed = [place for place in sizes if sizes[place] != drawn[place]]
        moments = [line.positions[last] for line in self.lines if last < len(line.positions)]
        if not changed or len(moments) < LEAST_LINES:
            return ()
        others = [_sizes(world(self.game, position)) for position in moments]
        fixed = [place for place in changed if {other[place] for other in others} == {sizes[place]}]
        return fixed[0] if fixed else ()

    def _require_cards(self, drawn: Position, seen: World, seat: int) -> None:
        """Require of no card more copies than there are, in the views and still to be dealt."""
        for card, have in self._cards(drawn, seen).items():
            count = self.deck[card]
            require(
                have <= self.most * count,
                "check-resample-cards",
                seat=seat,
                have=have,
                code=card,
                count=count,
            )

    def _cards(self, position: Position, seen: World) -> Counter[str]:
        """Count the cards that chance deals: in the views, and among its outcomes.

        Lists at the same place in several views may be one list, of which each seat sees a part;
        they are different ones, such as hands, if they have more cards together than places.
        """
        lists: defaultdict[Place, dict[str | int, Counter[str]]] = defaultdict(dict)
        sizes: Counter[Place] = Counter()
        for (seat, *at), value in seen.items():
            place = tuple(at[:-1] if isinstance(at[-1], int) else at)
            sizes[seat, *place] += 1
            if value in self.deck:
                lists[place].setdefault(seat, Counter())[str(value)] += 1
        cards: Counter[str] = Counter()
        for place, parts in lists.items():
            whole: Counter[str] = Counter()
            size = max(sizes[seat, *place] for seat in parts)
            for part in parts.values():
                if (whole | part).total() <= size:
                    whole |= part
                else:
                    cards += part
            cards += whole
        if position.to_act() == CHANCE:
            for action, weight in position.chance_outcomes():
                for card in _words(position.notation(action)) & self.deck.keys():
                    cards[card] += weight
        return cards

    def conclude(self) -> None:
        """Raise `CheckFailed` for what only all games together have shown."""
        if self.resized and self.proofs >= LEAST_PROOFS and not self.sizes_are_hidden:
            raise self.resized
        for (seat, place), proofs in self.hidden.items():
            if len(proofs) >= LEAST_PROOFS and (seat, place) not in self.varied:
                line, last, at = min(proofs, key=lambda proof: proof[1])
                where = written(at[1:])
                what = fault_message("check-resample-copies", seat=seat, where=where)
                raise line.failed(last, Failure(what))


def _sizes(seen: World) -> Counter[Place]:
    """Count the values in each list in the views."""
    return Counter(place[:-1] for place in seen if isinstance(place[-1], int))


def _measured(game: Game, position: Position) -> World:
    """Return what all see together, with the sizes of the lists as values of their own."""
    seen = world(game, position)
    return {**seen, **{(*place, "size"): size for place, size in _sizes(seen).items()}}


def _words(notation: str) -> set[str]:
    return set(re.findall(r"\w+", notation))


def _deck(game: Game, lines: Sequence[Line]) -> dict[str, int]:
    """Return how many copies chance may deal of each card whose code is in its notation.

    It is empty without proof that cards are used up, as faces of dice are not.
    """
    deck: dict[str, int] = {}
    shared: set[str] = set()
    shrinks = False
    for line in lines:
        for number, position in enumerate(line.positions):
            if position.to_act() == CHANCE:
                next_outcomes = line.positions[number + 1].chance_outcomes()
                if next_outcomes == position.chance_outcomes():
                    return {}
                shrinks |= bool(next_outcomes)
                seen: set[str] = set()
                for action, weight in position.chance_outcomes():
                    for word in _words(position.notation(action)):
                        (shared if word in seen else seen).add(word)
                        deck[word] = max(weight, deck.get(word, 0))
    return {word: count for word, count in deck.items() if shrinks and word not in shared}
