"""Monte Carlo tree search for any game, with hidden information and chance.

Information-set Monte Carlo tree search with a single observer: P. I. Cowling, E. J. Powley and
D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012; max^n for several seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import CHANCE, OVER, Position, count_sides, draw_outcome, lead_in
from ..kernel.quick_random import QuickRandom
from ..kernel.signals import check_signals
from ..text import msg
from .bot import MOST_MISTAKES, Bot, Weighed, errs
from .budget import MOST_NODES
from .experience import Experience
from .greedy import Greedy

USUAL_NODES: Final = 1000
"""Number of playouts if no budget is given."""

EXPLORATION: Final = 0.5
"""Weight of exploration in UCB1, with rewards from 0 to 1."""

WIN_SHARE: Final = 0.5
"""Share of winning in the reward of a finished game; the rest is the lead in points.

Before the end there is no winner, and only the lead counts.
"""

WIDE: Final = 12
"""Most outcomes of chance after which the tree goes on: of more, few would come up twice."""

CROWD: Final = 64
"""Most legal actions that are all tried before one is tried again; see `TreeSearch.descend`."""

HORIZON: Final = 14
"""Number of decisions after which a playout stops at the next moment of chance.

Later chance would only hide the effect of the decision at hand.  In a game with rounds a playout
stops at the end of the round instead, where the points say most.
"""

FAR_HORIZON: Final = 30
"""The `HORIZON` of playouts that learn: they are less noisy, so that more of them counts."""

CURIOUS: Final = 0.3
"""Share of random decisions in playouts that learn."""

LONGEST: Final = 4000
"""Most actions in a playout, for games without an end."""

SEEDS: Final = 1 << 53
"""Number of seeds for the generator of a search."""


class Node:
    """Node of the search tree: all histories that look the same to the thinking seat.

    The tree is open-loop: nodes hold statistics and no position, since every playout deals anew.
    """

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.available = 0
        """Number of visits of the parent node in which this node could be chosen."""
        self.rewards = [0.0] * seats
        """The sum of the rewards of each seat, from 0 to 1 a visit."""
        self.lead = 0.0
        """The sum of the thinking seat's leads at the ends of playouts, in points."""
        self.ways: dict[object, Node] = {}
        """The next nodes by key (`TreeSearch.key_of`), or by `CHANCE` if outcomes are hidden."""
        self.shows = UNKNOWN
        """Visibility of chance at this node to the thinking seat: `UNKNOWN`, `SEEN`, `HIDDEN`."""


UNKNOWN: Final = 0
SEEN: Final = 1
HIDDEN: Final = 2


WATCHED: Final = 16
"""Visits of a node after which it is worth knowing whether its actions are hidden."""

COVERED: Final = "covered"
"""Key of the node where a seat replies that cannot tell the actions before it apart."""


MANY: Final = 500
"""Most actions of a decision after the first; one with more ends the tree.

Of more first actions, those that were not tried have no value of their own.
"""

FAIR_TRIAL: Final = 10
"""Fewest playouts for each action of a decision, on average, that are better advice than none."""

TRIALS: Final = 4
"""Number of playouts that value an action which the search passed over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Mcts(Bot):
    """Bot that plays out the position at random, more and more along lines that went well.

    Before each playout it redraws the secrets that its seat cannot see.  It works for any game.
    """

    id = "mcts"
    title = msg("bot-mcts", "mcts")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {
        "nodes": (1, MOST_NODES),
        "mistakes": (0, MOST_MISTAKES),
    }
    mistakes: int = 0
    """Percentage of decisions in which the bot plays any action, each with equal probability."""
    learns: bool = False
    """True if playouts are not random but prefer actions that went well; see `Experience`."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if errs(self.mistakes, rng):
            return position.action_at(rng.random())
        search = TreeSearch(position, seat, rng, self.learns)
        search.run(self.nodes, budget)
        return search.ranked()[0]

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        search = TreeSearch(position, seat, rng, self.learns)
        search.run(self.nodes, budget)
        ranked = search.ranked()
        if CROWD < len(ranked) <= MANY:  # fewer are all tried, as far as the budget goes
            for action in ranked:
                search.try_out(action)
        return [search.weighed(action) for action in ranked]


class TreeSearch:
    """The search for one decision of *seat* at *position*."""

    def __init__(self, position: Position, seat: int, rng: Random, learns: bool = False) -> None:
        self.position = position
        self.seat = seat
        self.rng = rng
        self.quick = QuickRandom(int(rng.random() * SEEDS))
        """Generator of everything but the secrets."""
        self.seats = len(position.scores())
        self.sides = position.sides()
        self.lasting = isinstance(position, Evaluable) and position.lasting_actions
        self.round = position.round_number() if isinstance(position, Evaluable) else 0
        self.experience = Experience(self.seats) if learns and self.lasting else None
        self.root = Node(self.seats)
        self.root_keys: dict[int, object] = {}
        self.spread = 1.0
        """Mean absolute lead of the thinking seat over all playouts, in points."""
        self.done = 0
        self.path: list[Node] = []
        self.decisions = 0
        """Number of decisions since the root in the current playout."""

    def run(self, nodes: int, seconds: float) -> None:
        """Run *nodes* playouts for at most *seconds*; 0 is no limit, twice 0 `USUAL_NODES`."""
        end = perf_counter() + seconds if seconds > 0 else inf
        most = nodes if nodes > 0 else USUAL_NODES if seconds <= 0 else MOST_NODES
        for _ in range(most):
            self.play_on()
            if end < inf and perf_counter() >= end:
                return

    def play_on(self) -> None:
        """Redraw secrets, descend to a new node, play on at random, and record the result."""
        check_signals()
        position = self.position.resample(self.seat, self.rng)
        self.path = [self.root]
        self.descend(position)
        self.play_out(position)
        self.record(position)

    def try_out(self, action: int) -> None:
        """Play *action* out `TRIALS` times, if the search never did, so that it has a value."""
        key = self.key_of(self.position, action, self.root)
        if key in self.root.ways:
            return
        fresh = Node(self.seats)
        self.root.ways[key] = fresh
        for _ in range(TRIALS):
            position = self.position.resample(self.seat, self.rng)
            position.apply(action)
            self.path = [fresh]
            self.decisions = 1
            self.play_out(position)
            self.record(position)

    def descend(self, position: Position) -> None:
        """Play *position* along the tree: to a new node, the end, or beyond `WIDE` or `MANY`.

        Of more than `CROWD` actions, such as the splits of a hand, about the square root of the
        visits are tried: a budget smaller than their number would try each of them only once.
        """
        node = self.root
        self.decisions = 0
        while True:
            seat = position.to_act()
            if seat == OVER or self.is_round_over(position):
                return
            if seat == CHANCE:
                outcomes = position.chance_outcomes()
                if len(outcomes) > WIDE:
                    return
                if node.shows == UNKNOWN:
                    node.shows = SEEN if self.is_seen(position, outcomes) else HIDDEN
                action = draw_outcome(outcomes, self.quick.random())
                key: object = CHANCE if node.shows == HIDDEN else self.key_of(position, action)
                position.apply(action)
                if key not in node.ways:
                    node.ways[key] = Node(self.seats)
                node = node.ways[key]
                self.path.append(node)
                continue
            actions = position.legal_actions()
            if len(actions) > MANY and node is not self.root:
                return
            self.decisions += 1
            is_full = len(actions) > CROWD and len(node.ways) ** 2 > node.visits
            best: Node | None = None
            best_value = -1.0
            best_action = -1
            untried = 0
            new_action = -1
            new_key: object = None
            for action in actions:
                key = self.key_of(position, action, node)
                way = node.ways.get(key)
                if way is None or not way.visits:
                    # Choose one of the untried actions at random.
                    untried += 1
                    if self.quick.random() * untried < 1.0:
                        new_action = action
                        new_key = key
                    continue
                way.available += 1
                if untried and not is_full:
                    continue
                visits = float(way.visits)
                value = way.rewards[seat] / visits + EXPLORATION * sqrt(
                    log(float(way.available)) / visits
                )
                if value > best_value:
                    best_value = value
                    best_action = action
                    best = way
            if best is None or (untried and not is_full):
                self.note(seat, new_action)
                position.apply(new_action)
                fresh = Node(self.seats)
                fresh.available = 1
                node.ways[new_key] = fresh
                self.path.append(fresh)
                return
            self.note(seat, best_action)
            self.path.append(best)
            if self.experience is not None:
                if node.shows == UNKNOWN and node.visits >= WATCHED:
                    node.shows = HIDDEN if self.is_covered(position, seat, actions) else SEEN
                if node.shows == HIDDEN:  # so the reply hangs on none of the actions
                    best = node.ways.setdefault(COVERED, Node(self.seats))
                    self.path.append(best)
            position.apply(best_action)
            node = best

    def is_round_over(self, position: Position) -> bool:
        """Return whether the round that the search began in is over at *position*."""
        return (
            self.round > 0
            and isinstance(position, Evaluable)
            and position.round_number() != self.round
        )

    def key_of(self, position: Position, action: int, node: Node | None = None) -> object:
        """Return a key of *action* that is the same in every deal.

        Actions at the root are the same in every deal anyway, so that their keys are kept.
        """
        if self.lasting:
            return action
        if node is not self.root:
            return position.notation(action)
        if action not in self.root_keys:
            self.root_keys[action] = position.notation(action)
        return self.root_keys[action]

    def is_seen(self, position: Position, outcomes: list[tuple[int, int]]) -> bool:
        """Return whether the thinking seat can tell *outcomes* apart, judged by the first two."""
        if len(outcomes) < 2:
            return True
        one = after(position, outcomes[0][0])
        return one.view(self.seat) != after(position, outcomes[1][0]).view(self.seat)

    def is_covered(self, position: Position, seat: int, actions: list[int]) -> bool:
        """Return whether the seat that acts after *seat* cannot tell the first two *actions* apart.

        Without this the tree would let that seat reply to what it has not seen.
        """
        if len(actions) < 2:
            return False
        one = after(position, actions[0])
        reply = one.to_act()
        if reply < 0 or reply == seat:
            return False
        return one.view(reply) == after(position, actions[1]).view(reply)

    def note(self, seat: int, action: int) -> None:
        """Note a decision in the tree for `Experience`."""
        if self.experience is not None:
            self.experience.note(seat, action)

    def play_out(self, position: Position) -> None:
        """Play to the end of the round or game, or to chance beyond the horizon.

        Decisions are random, or as learnt.
        """
        quick = self.quick
        experience = self.experience
        horizon = HORIZON if experience is None else FAR_HORIZON
        if self.round:
            horizon = LONGEST
        decisions = self.decisions
        for _ in range(LONGEST):
            seat = position.to_act()
            if seat == OVER or self.is_round_over(position):
                return
            x = quick.random()
            if seat == CHANCE:
                if decisions >= horizon:
                    return
                position.apply(position.draw_at(x))
            else:
                decisions += 1
                if experience is None:
                    position.apply(position.action_at(x))
                    continue
                if x < CURIOUS:
                    action = position.action_at(x / CURIOUS)
                else:
                    action = experience.best(position.legal_actions(), seat)
                experience.note(seat, action)
                position.apply(action)

    def record(self, position: Position) -> None:
        """Add the result at *position* to all nodes of the path."""
        scores = position.scores()
        winners = position.winners() if position.to_act() == OVER else []
        points_share = 1.0 - WIN_SHARE if winners else 1.0
        rewards = [0.0] * self.seats
        lead = 0.0
        for seat in range(self.seats):
            margin = float(lead_in(scores, seat, self.sides))
            if seat == self.seat:
                lead = margin
                self.spread += (abs(margin) - self.spread) / (self.done + 1)
            scaled = margin / (4.0 * max(self.spread, 0.5))
            rewards[seat] = points_share * (0.5 + max(-0.5, min(0.5, scaled)))
        for seat in winners:
            rewards[seat] += WIN_SHARE / count_sides(winners, self.sides)
        self.done += 1
        if self.experience is not None:
            self.experience.learn(rewards)
        for node in self.path:
            node.visits += 1
            node.lead += lead
            for seat in range(self.seats):
                node.rewards[seat] += rewards[seat]

    def ranked(self) -> list[int]:
        """Return the legal actions, best first: by visits, then by mean reward.

        After fewer than `FAIR_TRIAL` playouts for each action, what `Greedy` does comes first.
        """
        actions = self.position.legal_actions()
        order: list[tuple[int, float, int]] = []
        for i, action in enumerate(actions):
            way = self.root.ways.get(self.key_of(self.position, action, self.root))
            if way is None or not way.visits:
                order.append((0, 0.0, i))
            else:
                order.append((-way.visits, -way.rewards[self.seat] / way.visits, i))
        order.sort()
        ranked = [actions[i] for _, _, i in order]
        if self.done < FAIR_TRIAL * len(actions):
            best = Greedy().choose(self.position, self.seat, self.rng, 0.0)
            ranked.remove(best)
            ranked.insert(0, best)
        return ranked

    def weighed(self, action: int) -> Weighed:
        """Return *action* with the mean lead of its playouts, or of all playouts if it had none."""
        way = self.root.ways.get(self.key_of(self.position, action, self.root))
        if way is None or not way.visits:
            way = self.root
        return Weighed(action, way.lead / max(way.visits, 1), self.line(action))

    def line(self, action: int) -> list[int]:
        """Return the most visited line from *action* on, up to chance or the end of the tree."""
        position = self.position.copy()
        line: list[int] = []
        node = self.root
        while True:
            line.append(action)
            way = node.ways.get(self.key_of(position, action))
            position.apply(action)
            if way is None or position.to_act() in (CHANCE, OVER):
                return line
            node = node.ways.get(COVERED, way)
            most = 0
            actions = position.legal_actions()
            if len(actions) > MANY:
                return line
            for legal in actions:
                way = node.ways.get(self.key_of(position, legal))
                if way is not None and way.visits > most:
                    most = way.visits
                    action = legal
            if not most:
                return line


def after(position: Position, action: int) -> Position:
    """Return the position after *action*."""
    changed = position.copy()
    changed.apply(action)
    return changed
