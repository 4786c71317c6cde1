"""Monte Carlo tree search for every game, whatever is hidden in it and whatever chance brings.

Information-set Monte Carlo tree search with a single observer: P. I. Cowling, E. J. Powley and
D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012; max^n for several seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from ..game import CHANCE, OVER, Position, draw_outcome
from ..text import msg
from .bot import Bot, Weighed
from .budget import MOST_NODES

USUAL_NODES: Final = 1000
"""How many nodes it looks at where neither seconds nor nodes are given."""

EXPLORATION: Final = 0.5
"""How much what was seldom tried is favoured (UCB1); rewards go from 0 to 1."""

WIN_SHARE: Final = 0.5
"""The part of a reward that winning makes; the lead in points makes the rest.

Before the end there is no winner, and the lead makes all."""

WIDE: Final = 12
"""Where chance can bring more than this the tree ends: nothing would come there twice."""

HORIZON: Final = 14
"""After how many decisions a playout ends where chance is to act; what everybody has then counts.

What comes after that is mostly chance, which hides what is decided now.
"""

LONGEST: Final = 4000
"""The most actions in a playout: an end for games that have none."""


class Node:
    """A way the game can go, as the seat that thinks can tell it from others.

    Open loop: it holds what became of those who went here, and no position, since each has another
    one, dealt anew.
    """

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.available = 0
        """How often it could have been gone to when its parent was left."""
        self.rewards = [0.0] * seats
        """The sum of what each seat got, from 0 to 1 a visit."""
        self.lead = 0.0
        """The sum of the leads of the seat that thinks."""
        self.ways: dict[object, Node] = {}
        """What can be done here: by the action, or by its notation where the number may mean
        something else in another deal."""
        self.shows = UNKNOWN
        """Whether the seat that thinks sees what chance does here."""


UNKNOWN: Final = 0
SEEN: Final = 1
HIDDEN: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Mcts(Bot):
    """Plays many games on from here by lot, and more of those that have gone well.

    Before each it deals anew what its seat cannot know.  No knowledge of any game.
    """

    id = "mcts"
    title = msg("bot-mcts", "mcts")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {"nodes": (1, MOST_NODES)}

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        search = Search(position, seat, rng)
        search.run(self.nodes, budget)
        return search.ranked()[0]

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        search = Search(position, seat, rng)
        search.run(self.nodes, budget)
        return [search.weighed(action) for action in search.ranked()]


class Search:
    """The search of one decision of *seat* at *position*."""

    def __init__(self, position: Position, seat: int, rng: Random) -> None:
        self.position = position
        self.seat = seat
        self.rng = rng
        self.seats = len(position.scores())
        self.lasting = bool(getattr(position, "lasting_actions", False))
        self.root = Node(self.seats)
        self.spread = 1.0
        """How far leads lie from 0, as a mean over all playouts."""
        self.done = 0
        self.path: list[Node] = []
        self.decisions = 0
        """How many there were from the root on in the playout under way."""

    def run(self, nodes: int, seconds: float) -> None:
        """Play on *nodes* times; where that is 0 for *seconds*, or `USUAL_NODES` where both are."""
        if nodes <= 0 and seconds > 0:
            end = perf_counter() + seconds
            self.play_on()
            while perf_counter() < end:
                self.play_on()
            return
        for _ in range(nodes if nodes > 0 else USUAL_NODES):
            self.play_on()

    def play_on(self) -> None:
        """Deal anew, go down the tree to a new node, play from there by lot and remember it."""
        position = self.position.resample(self.seat, self.rng)
        self.path = [self.root]
        self.descend(position)
        self.play_out(position)
        self.remember(position)

    def descend(self, position: Position) -> None:
        """Bring *position* from the root to a node that is new, or to the end of the tree."""
        node = self.root
        self.decisions = 0
        while True:
            seat = position.to_act()
            if seat == OVER:
                return
            if seat == CHANCE:
                outcomes = position.chance_outcomes()
                if len(outcomes) > WIDE:
                    return
                if node.shows == UNKNOWN:
                    node.shows = SEEN if self.is_seen(position, outcomes) else HIDDEN
                action = draw_outcome(outcomes, self.rng.random())
                key: object = CHANCE if node.shows == HIDDEN else self.key_of(position, action)
                position.apply(action)
                if key in node.ways:
                    node = node.ways[key]
                else:
                    fresh = Node(self.seats)
                    node.ways[key] = fresh
                    node = fresh
                self.path.append(node)
                continue
            self.decisions += 1
            actions = position.legal_actions()
            best: Node | None = None
            best_value = -1.0
            best_action = -1
            untried = 0
            new_key: object = None
            for action in actions:
                key = self.key_of(position, action)
                way = node.ways.get(key)
                if way is None or not way.visits:
                    # One of the untried ones by lot, all alike.
                    untried += 1
                    if self.rng.random() * untried < 1.0:
                        best_action = action
                        new_key = key
                    continue
                way.available += 1
                if untried:
                    continue
                visits = float(way.visits)
                value = way.rewards[seat] / visits + EXPLORATION * sqrt(
                    log(float(way.available)) / visits
                )
                if value > best_value:
                    best_value = value
                    best_action = action
                    best = way
            position.apply(best_action)
            if untried:
                fresh = Node(self.seats)
                fresh.available = 1
                node.ways[new_key] = fresh
                self.path.append(fresh)
                return
            assert best is not None
            node = best
            self.path.append(node)

    def key_of(self, position: Position, action: int) -> object:
        """Return what *action* is known by in every deal that the seat may think of."""
        if self.lasting:
            return action
        return position.notation(action)

    def is_seen(self, position: Position, outcomes: list[tuple[int, int]]) -> bool:
        """Say whether the seat that thinks can tell two *outcomes* of chance apart."""
        if len(outcomes) < 2:
            return True
        one = position.copy()
        one.apply(outcomes[0][0])
        other = position.copy()
        other.apply(outcomes[1][0])
        return one.view(self.seat) != other.view(self.seat)

    def play_out(self, position: Position) -> None:
        """Play by lot, to the end or over the `HORIZON`."""
        rng = self.rng
        decisions = self.decisions
        for _ in range(LONGEST):
            seat = position.to_act()
            if seat == OVER:
                return
            if seat == CHANCE:
                if decisions >= HORIZON:
                    return
                position.apply(draw_outcome(position.chance_outcomes(), rng.random()))
            else:
                decisions += 1
                actions = position.legal_actions()
                position.apply(actions[int(rng.random() * len(actions))])

    def remember(self, position: Position) -> None:
        """Add what each seat has got in *position* to all nodes on the way there."""
        scores = position.scores()
        winners = position.winners() if position.to_act() == OVER else []
        points_share = 1.0 - WIN_SHARE if winners else 1.0
        rewards = [0.0] * self.seats
        lead = 0.0
        for seat in range(self.seats):
            others = -(1 << 60)
            for other in range(self.seats):
                if other != seat and scores[other] > others:
                    others = scores[other]
            margin = float(scores[seat] - others) if self.seats > 1 else float(scores[seat])
            if seat == self.seat:
                lead = margin
                self.spread += (abs(margin) - self.spread) / (self.done + 1)
            scaled = margin / (4.0 * max(self.spread, 0.5))
            rewards[seat] = points_share * (0.5 + max(-0.5, min(0.5, scaled)))
        for seat in winners:
            rewards[seat] += WIN_SHARE / len(winners)
        self.done += 1
        for node in self.path:
            node.visits += 1
            node.lead += lead
            for seat in range(self.seats):
                node.rewards[seat] += rewards[seat]

    def ranked(self) -> list[int]:
        """List the legal actions, best first: what was tried most, then what went best."""
        actions = self.position.legal_actions()
        order: list[tuple[int, float, int]] = []
        for i, action in enumerate(actions):
            way = self.root.ways.get(self.key_of(self.position, action))
            if way is None or not way.visits:
                order.append((0, 0.0, i))
            else:
                order.append((-way.visits, -way.rewards[self.seat] / way.visits, i))
        order.sort()
        return [actions[i] for _, _, i in order]

    def weighed(self, action: int) -> Weighed:
        """Tell what has come of *action*."""
        way = self.root.ways.get(self.key_of(self.position, action))
        if way is None or not way.visits:
            way = self.root
        return Weighed(action, way.lead / max(way.visits, 1), self.line(action))

    def line(self, action: int) -> list[int]:
        """Follow what was tried most from *action* on, until chance decides or nobody has been."""
        position = self.position.copy()
        line: list[int] = []
        node = self.root
        while True:
            line.append(action)
            way = node.ways.get(self.key_of(position, action))
            position.apply(action)
            if way is None or position.to_act() in (CHANCE, OVER):
                return line
            node = way
            most = 0
            for legal in position.legal_actions():
                way = node.ways.get(self.key_of(position, legal))
                if way is not None and way.visits > most:
                    most = way.visits
                    action = legal
            if not most:
                return line
