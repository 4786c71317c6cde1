"""A small network that tells what a ship is worth, shared by all ships of all rule sets.

It sees a ship from the side of a seat and from that of its strongest opponent; the difference is
what the seat may expect of the ship beyond the weighted terms, in points.  So the value to one of
two seats is the opposite of that to the other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ....core.vectors import i64, vec

ODD_INPUTS: Final = [
    "margin-close",  # tanh(lead in strength / 1.5)
    "margin",  # the same with lead / 4
    "margin-far",  # the same with lead / 10
    "margin-supply",  # the lead by the strength that may still come to the ship
    "captain",  # 1: the seat's captain is there, -1: an opponent's
    "strength",  # of the crews, in tens
    "top",  # of the last cards that can be taken: strength in tens
    "takers",  # expected number of coming cards any of which would put a seat ahead
    "levellers",  # the same for a tie at least
    "turned",  # change of "margin" if both turned their parrots, one at a time
    "taken",  # change of "margin" if both lost their last card, one at a time
    "last-word",  # 1: the seat plays the last set, -1: an opponent does
]
"""Inputs about a ship that are the opposite from the other side, such as leads."""

EVEN_INPUTS: Final = [
    "strengths",  # of the crews, in tens: the sum
    "tops",  # of the last cards that can be taken: the sum of their strengths, in tens
    "all-takers",  # the sums of both sides
    "all-levellers",
    "turning",  # the difference that one turning its parrots makes and the other turning its own
    "taking",  # the same for losing last cards
    "gold",  # of the ship, in tens
    "gold-coming",  # of cards to come that could board there, in tens
    "strength-coming",  # that may still come to the ship, in tens
    "cards-coming",  # to the ship, in fours
    "strongest",  # unseen card of the ship, in tens
    "share",  # of all unseen cards that are to come
    "coming",  # cards to come, in tens
    "few-coming",  # 1 if none are to come, less the more there are
]
"""Inputs that are the same from both sides, before the expected numbers of special cards."""

ODD: Final = 12
"""Length of `ODD_INPUTS`."""

EVEN: Final = 14
"""Length of `EVEN_INPUTS`."""

EVEN_STATE: Final = 6
"""Number of the first `EVEN_INPUTS` that cards can change; the rest hold for a turn."""


class ShipNetwork:
    """A network with one hidden layer of rectifiers and two outputs.

    The outputs are shares of the ship's gold and of the gold of cards to come.

    Parameters:
        specials: codes of the special cards whose expected numbers are the last even inputs.
        hidden: by hidden unit, the weights of the odd and the even inputs, and at last its bias.
        outputs: by output, the weight of each hidden unit.
    """

    def __init__(
        self,
        specials: Sequence[str],
        hidden: Sequence[Sequence[float]],
        outputs: Sequence[Sequence[float]],
    ) -> None:
        self.specials = list(specials)
        self.units: i64 = len(hidden)
        # By input, the weight to each hidden unit: an input that is 0 is skipped.
        turned = [list(weights) for weights in zip(*hidden, strict=True)]
        if len(turned) != ODD + EVEN + len(self.specials) + 1 or any(
            len(row) != self.units for row in outputs
        ):
            raise ValueError("the network has another number of weights")
        self.bias: vec[float] = vec[float](turned.pop())
        self.weights: vec[float] = vec[float]([weight for row in turned for weight in row])
        self.outputs: vec[float] = vec[float]([weight for row in outputs for weight in row])

    def add(self, seen: vec[float], first: i64, sums: vec[float]) -> None:
        """Add the inputs *seen*, from number *first* on, to *sums* of the hidden units."""
        units = self.units
        weights = self.weights
        place = first * units
        at: i64 = 0
        while at < len(seen):
            value = seen[at]
            if value != 0.0:
                unit: i64 = 0
                while unit < units:
                    sums[unit] += value * weights[place + unit]
                    unit += 1
            place += units
            at += 1

    def worth(self, odd: vec[float], even: vec[float], gold: float, coming: float) -> float:
        """Return what a ship of *gold* is worth, with *coming* gold of cards to come.

        *odd* and *even* are the sums of the hidden units from both kinds of inputs.
        """
        units = self.units
        outputs = self.outputs
        worth = 0.0
        unit: i64 = 0
        while unit < units:
            own = even[unit] + odd[unit]
            other = even[unit] - odd[unit]
            apart = (own if own > 0.0 else 0.0) - (other if other > 0.0 else 0.0)
            worth += apart * (gold * outputs[unit] + coming * outputs[units + unit])
            unit += 1
        return worth


@cache
def ship_network() -> ShipNetwork | None:
    """Return the network of ``ship_network.json``, which ``core/lab/fit.py`` has trained."""
    place = files(__package__).joinpath("ship_network.json")
    if not place.is_file():
        return None
    return network_from(json.loads(place.read_text("utf-8")))


def network_from(stored: Any) -> ShipNetwork:
    """Return the network that is *stored* as JSON."""
    return ShipNetwork(stored["specials"], stored["hidden"], stored["outputs"])
