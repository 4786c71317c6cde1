"""The lines of a rule set's list ``scoring``, each a class that counts cards.

The cards in front of the seats are one flat list of counts: for each seat the cards it has kept,
by type, and then those it has eaten.
"""

from __future__ import annotations

from typing import Final

from ...text import Text

KEPT: Final = 0
EATEN: Final = 1

ALL: Final = 0
"""With a tie for the most, everybody tied gets the full points, ..."""
SHARED: Final = 1
"""... or they are shared, rounded down, ..."""
NOBODY_WINS: Final = 2
"""... or nobody gets any."""


class LineFacts:
    """Facts that every line of scoring has: the cards it looks at, its name, and when it scores.

    Parameters:
        types: number of card types.
        places: `KEPT`, `EATEN` or both.
        cards: the selected cards.
        words: names of what is selected; empty if all cards are.
        name: name of the line that the rule set gives it, or an empty text.
        each_turn: true if it scores after every turn, otherwise at the end.
    """

    def __init__(
        self,
        types: int,
        places: list[int],
        cards: list[int],
        words: list[Text],
        name: Text,
        each_turn: bool,
    ) -> None:
        self.stride = 2 * types
        self.types = types
        self.places = places
        self.cards = cards
        self.words = words
        self.name = name
        self.each_turn = each_turn

    def cells(self, cards: list[int]) -> list[int]:
        """Return where the counts of *cards* stand in the part of a seat."""
        return [place * self.types + card for place in self.places for card in cards]


class ScoringRule:
    """A line of scoring."""

    kind: str = ""

    def __init__(self, about: LineFacts) -> None:
        self.about = about
        self.name = about.name
        self.each_turn = about.each_turn
        self.stride = about.stride

    def seat_points(self, counts: list[int], at: int) -> int:
        """Return the points of the seat whose part of *counts* begins *at* there."""
        return 0

    def parts(self) -> int:
        """Return the number of parts that are scored each by itself."""
        return 1

    def watched(self, part: int) -> list[int]:
        """Return the cells, in the part of a seat, that change the points of *part*."""
        return self.about.cells(self.about.cards)

    def score(self, part: int, points: list[int], at: int, counts: list[int], seat: int) -> None:
        """Bring the points of *part* up to date after a change of the cards of *seat*.

        The points of the seats are those in *points* from *at* on.
        """
        points[at + seat] = self.seat_points(counts, seat * self.stride)

    def add_to(self, scores: list[int], counts: list[int]) -> None:
        """Add the points of every seat to *scores*."""
        points = [0] * len(scores)
        for part in range(self.parts()):
            for seat in range(len(scores)):
                self.score(part, points, 0, counts, seat)
            for seat in range(len(scores)):
                scores[seat] += points[seat]

    def promise(self, counts: list[int], at: int, seats: int) -> float:
        """Return a rough worth of what is begun but scores nothing yet, for bots."""
        return 0.0


class PrintedPoints(ScoringRule):
    """Each card counts its *points*, by card type; with ``penalty`` a fixed loss."""

    def __init__(self, kind: str, points: list[int], about: LineFacts) -> None:
        super().__init__(about)
        self.kind = kind
        self.points = points
        self.cells = about.cells(about.cards)
        self.weights = [points[card] for _ in about.places for card in about.cards]

    def seat_points(self, counts: list[int], at: int) -> int:
        total = 0
        for number, cell in enumerate(self.cells):
            total += counts[at + cell] * self.weights[number]
        return total


class Multiplied(ScoringRule):
    """Each multiplier card makes one card count *times* its points, the best cards first."""

    def __init__(self, card: int, times: int, points: list[int], about: LineFacts) -> None:
        super().__init__(about)
        self.kind = "multiplier"
        self.card = card
        self.times = times
        best = sorted([one for one in about.cards if points[one] > 0], key=lambda c: -points[c])
        self.cells = [about.cells([one]) for one in best]
        self.points = [points[one] for one in best]
        self.multipliers = about.cells([card])

    def watched(self, part: int) -> list[int]:
        return super().watched(part) + self.multipliers

    def seat_points(self, counts: list[int], at: int) -> int:
        left = 0
        for cell in self.multipliers:
            left += counts[at + cell]
        total = 0
        for number, cells in enumerate(self.cells):
            if left == 0:
                break
            for cell in cells:
                used = min(left, counts[at + cell])
                left -= used
                total += used * self.points[number]
        return total * (self.times - 1)


class GroupRule(ScoringRule):
    """A line that sees cards in groups, such as those of a kind; *names* are the groups' names.

    *jokers* are cards that stand for any other.
    """

    def __init__(
        self,
        each: str,
        groups: list[list[int]],
        names: list[Text],
        about: LineFacts,
        jokers: list[int] | None = None,
    ) -> None:
        super().__init__(about)
        self.each = each
        self.names = names
        self.cells = [about.cells(cards) for cards in groups]
        self.jokers: list[int] = jokers or []
        self.joker_cells = about.cells(self.jokers)

    def watched(self, part: int) -> list[int]:
        return super().watched(part) + self.joker_cells

    def joker_count(self, counts: list[int], at: int) -> int:
        """Count the jokers that a seat has."""
        total = 0
        for cell in self.joker_cells:
            total += counts[at + cell]
        return total

    def total(self, counts: list[int], at: int, group: int) -> int:
        """Count the cards of *group* that a seat has."""
        total = 0
        for cell in self.cells[group]:
            total += counts[at + cell]
        return total


class Most(GroupRule):
    """Whoever has the most cards of a group gets its points; see `prepare`."""

    points: list[int]
    ties: int
    second: int
    by_number: bool
    seats: list[int]

    def prepare(
        self, points: list[int], by_number: bool, ties: int, second: int, players: int
    ) -> Most:
        """Set the points of each group, how ties are scored, and the points for second place."""
        self.kind = "most"
        self.seats = list(range(players))
        self.points = points
        self.by_number = by_number
        self.ties = ties
        self.second = second
        return self

    def parts(self) -> int:
        return len(self.cells)

    def watched(self, part: int) -> list[int]:
        return self.cells[part]

    def score(self, part: int, points: list[int], at: int, counts: list[int], seat: int) -> None:
        totals: list[int] = []
        best = 0
        runner = 0
        tied = 0
        start = 0
        for _ in self.seats:
            total = 0
            for cell in self.cells[part]:
                total += counts[start + cell]
            start += self.stride
            totals.append(total)
            if total > best:
                runner = best
                best = total
                tied = 1
            elif total == best:
                tied += 1
            elif total > runner:
                runner = total
        first = 0
        second = 0
        if best > 0:
            first = self.share(self.points[part], tied)
            # With a tie for the most, nobody is second.
            if self.second and runner and tied == 1:
                second = self.share(self.second, totals.count(runner))
        for other in self.seats:
            total = totals[other]
            points[at + other] = first if total == best else second if total == runner else 0

    def share(self, points: int, tied: int) -> int:
        """Return what each of *tied* seats gets of *points*."""
        if tied == 1 or self.ties == ALL:
            return points
        return points // tied if self.ties == SHARED else 0

    def promise(self, counts: list[int], at: int, seats: int) -> float:
        worth = 0.0
        for group in range(len(self.cells)):
            own = self.total(counts, at, group)
            best = 0
            for seat in range(seats):
                if seat * self.stride != at:
                    best = max(best, self.total(counts, seat * self.stride, group))
            # How far behind or ahead: a card more or less changes much only when it is close.
            lead = own - best
            worth += self.points[group] * lead / (2.0 + abs(lead))
        return worth


class Different(GroupRule):
    """Sets of different cards; *by_size* has the points of a set of 1, 2, ... cards."""

    by_size: list[int]

    def prepare(self, by_size: list[int]) -> Different:
        self.kind = "different"
        self.by_size = by_size
        return self

    def seat_points(self, counts: list[int], at: int) -> int:
        totals = [self.total(counts, at, group) for group in range(len(self.cells))]
        points = 0
        most = len(self.by_size)
        jokers = self.joker_count(counts, at)
        if jokers:
            sizes = [0] * jokers
            for number in range(max(totals)):
                sizes.append(len([total for total in totals if total > number]))
            return best_with_jokers(sizes, self.by_size, jokers, len(totals))
        for number in range(max(totals)):
            size = 0
            for total in totals:
                if total > number:
                    size += 1
            points += self.by_size[min(size, most) - 1]
        return points


class Alike(GroupRule):
    """Groups of *size* equal cards, each worth *points*."""

    size: int
    points: int

    def prepare(self, size: int, points: int) -> Alike:
        self.kind = "alike"
        self.size = size
        self.points = points
        return self

    def seat_points(self, counts: list[int], at: int) -> int:
        complete = 0
        for group in range(len(self.cells)):
            complete += self.total(counts, at, group) // self.size
        jokers = self.joker_count(counts, at)
        if jokers:  # first where the fewest cards are missing, then by themselves
            missing = [
                self.size - self.total(counts, at, group) % self.size
                for group in range(len(self.cells))
            ]
            for needed in sorted(missing):
                if needed <= jokers:
                    jokers -= needed
                    complete += 1
            complete += jokers // self.size
        return complete * self.points

    def promise(self, counts: list[int], at: int, seats: int) -> float:
        begun = 0
        for group in range(len(self.cells)):
            rest = self.total(counts, at, group) % self.size
            begun += rest * rest
        return 0.6 * self.points * begun / (self.size * self.size)


class AlikeBySize(GroupRule):
    """Groups of equal cards; *by_size* has the points of a group of 1, 2, ... cards.

    If *best* is not 0, only so many groups count, the best, and all others against the seat.
    """

    by_size: list[int]
    best: int

    def prepare(self, by_size: list[int], best: int) -> AlikeBySize:
        self.kind = "alike"
        self.by_size = by_size
        self.best = best
        return self

    def seat_points(self, counts: list[int], at: int) -> int:
        jokers = self.joker_count(counts, at)
        if jokers:
            sizes = [self.total(counts, at, group) for group in range(len(self.cells))]
            if self.best:
                return best_groups_with_jokers(sizes, self.by_size, jokers, self.best)
            return best_with_jokers(sizes, self.by_size, jokers, sum(sizes) + jokers)
        most = len(self.by_size)
        worth: list[int] = []
        for group in range(len(self.cells)):
            total = self.total(counts, at, group)
            if total:
                worth.append(self.by_size[min(total, most) - 1])
        if not self.best:
            return sum(worth)
        worth.sort(reverse=True)
        return sum(worth[: self.best]) - sum(worth[self.best :])


def best_with_jokers(sizes: list[int], by_size: list[int], jokers: int, largest: int) -> int:
    """Return the most points that groups of *sizes* score if up to *jokers* cards are added.

    *by_size* has the points of a group of 1, 2, ... cards; no group becomes larger than *largest*.
    """
    best = [0] * (jokers + 1)  # by number of jokers used so far
    for size in sizes:
        after: list[int] = []
        for used in range(jokers + 1):
            most = -1_000_000
            for added in range(min(used, largest - size) + 1):
                reached = min(size + added, len(by_size))
                worth = by_size[reached - 1] if reached else 0
                most = max(most, best[used - added] + worth)
            after.append(most)
        best = after
    return max(best)


def best_groups_with_jokers(sizes: list[int], by_size: list[int], jokers: int, best: int) -> int:
    """Return the most points if up to *jokers* cards are added to groups of *sizes*.

    The *best* groups count, and all others cost their points; see `best_with_jokers`.
    """
    impossible = -1_000_000
    stride = best + 1
    # By jokers used and groups that count, first without any group that costs its points.
    all_count = [impossible] * ((jokers + 1) * stride)
    some_cost = all_count[:]
    all_count[0] = 0
    for size in sizes:
        after, after_cost = [impossible] * len(all_count), [impossible] * len(all_count)
        for used in range(jokers + 1):
            for added in range(used + 1):
                reached = min(size + added, len(by_size))
                worth = by_size[reached - 1] if reached else 0
                for count in range(stride):
                    to, at = used * stride + count, (used - added) * stride + count
                    kept, cost = all_count[at], some_cost[at]
                    if not reached:
                        after[to] = max(after[to], kept)
                        after_cost[to] = max(after_cost[to], cost)
                        continue
                    after_cost[to] = max(after_cost[to], max(kept, cost) - worth)
                    if count:
                        after[to] = max(after[to], all_count[at - 1] + worth)
                        after_cost[to] = max(after_cost[to], some_cost[at - 1] + worth)
        all_count, some_cost = after, after_cost
    return max(max(all_count), max(some_cost[best::stride]))


class Runs(ScoringRule):
    """Runs of at least *least* consecutive numbers; each card of a run is worth *points*.

    *rows* has, for each group of cards that can make a run together, the cards of each number from
    the lowest to the highest.
    """

    def __init__(
        self, each: str, rows: list[list[list[int]]], least: int, points: int, about: LineFacts
    ) -> None:
        super().__init__(about)
        self.kind = "runs"
        self.each = each
        self.least = least
        self.points = points
        self.cells = [[about.cells(cards) for cards in row] for row in rows]

    def seat_points(self, counts: list[int], at: int) -> int:
        cards = 0
        for row in self.cells:
            totals: list[int] = []
            for cells in row:
                total = 0
                for cell in cells:
                    total += counts[at + cell]
                totals.append(total)
            # The second card of a number begins a second run.
            for number in range(max(totals)):
                length = 0
                for total in [*totals, 0]:
                    if total > number:
                        length += 1
                        continue
                    if length >= self.least:
                        cards += length
                    length = 0
        return cards * self.points
