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
from math import tanh
from typing import Any, Final

from ...vectors import i64, vec

STATE_INPUTS: Final = [
    "margin-close",  # tanh(lead in strength / 1.5)
    "margin",  # the same with lead / 4
    "margin-far",  # the same with lead / 10
    "margin-supply",  # the lead by the strength that may still come to the ship
    "hidden",  # change of "margin" if the seat turned its parrots
    "hidden-other",  # change of "margin" if the opponent turned its parrots
    "top",  # change of "margin" if the seat lost its top card
    "top-other",  # change of "margin" if the opponent lost its top card
    "captain",  # 1: the seat's captain is there, -1: an opponent's
    "strength",  # of the seat's crew, in tens
    "strength-other",
    "top-strength",  # of the top card of the seat's crew if it can be taken, in tens
    "top-strength-other",
]
"""What the network sees of a ship that cards can change."""

TURN_INPUTS: Final = [
    "gold",  # of the ship, in tens
    "gold-coming",  # of cards to come that could board there, in tens
    "strength-coming",  # that may still come to the ship, in tens
    "coming",  # cards to come, in tens
    "few-coming",  # 1 if none are to come, less the more there are
    "last-word",  # 1: the seat plays the last set, -1: an opponent does
]
"""What it sees besides, followed by the expected number of each special card it knows."""

STATES: Final = 13
"""Length of `STATE_INPUTS`."""

TURNS: Final = 6
"""Length of `TURN_INPUTS`."""


class ShipNetwork:
    """A network with one hidden layer of rectifiers and two outputs.

    The outputs are shares of the ship's gold and of the gold of cards to come.

    Parameters:
        specials: codes of the special cards whose expected number are inputs.
        hidden: by hidden unit, the weight of each input, and the unit's bias at the end.
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
        self.inputs: i64 = STATES + TURNS + len(self.specials)
        # By input, the weight to each hidden unit: an input that is 0 is skipped.
        turned = [list(weights) for weights in zip(*hidden, strict=True)]
        if len(turned) != self.inputs + 1 or any(len(row) != self.units for row in outputs):
            raise ValueError("the network has another number of weights")
        self.weights: vec[float] = vec[float]([weight for row in turned for weight in row])
        self.outputs: vec[float] = vec[float]([weight for row in outputs for weight in row])

    def turn_sums(self, seen: list[float]) -> vec[float]:
        """Return the sums of the hidden units for the `TURN_INPUTS` and special cards *seen*."""
        units = self.units
        weights = self.weights
        place = self.inputs * units
        sums: vec[float] = weights[place : place + units]
        place = STATES * units
        for value in seen:
            unit: i64 = 0
            while unit < units:
                sums[unit] += value * weights[place + unit]
                unit += 1
            place += units
        return sums

    def shares(self, sums: vec[float], seen: vec[float], gold: float, coming: float) -> float:
        """Return what a ship of *gold* is worth, with *coming* gold of cards to come.

        *sums* are its `turn_sums`, *seen* its `STATE_INPUTS`.
        """
        units = self.units
        weights = self.weights
        outputs = self.outputs
        found: vec[float] = sums[:]
        place: i64 = 0
        at: i64 = 0
        unit: i64
        while at < STATES:
            value = seen[at]
            if value != 0.0:
                unit = 0
                while unit < units:
                    found[unit] += value * weights[place + unit]
                    unit += 1
            place += units
            at += 1
        worth = 0.0
        unit = 0
        while unit < units:
            value = found[unit]
            if value > 0.0:
                worth += value * (gold * outputs[unit] + coming * outputs[units + unit])
            unit += 1
        return worth


def state_inputs(
    own: float,
    other: float,
    supply: float,
    hidden: float,
    other_hidden: float,
    top: float,
    other_top: float,
    captain: float,
) -> vec[float]:
    """Return `STATE_INPUTS` of a ship with crews of the strengths *own* and *other*.

    *supply* is the strength that may still come; *hidden* strength would be gained from turning
    parrots, *top* strength lost with the top card.
    """
    lead = own - other
    margin = tanh(lead / 4.0)
    return vec[float](
        [
            tanh(lead / 1.5),
            margin,
            tanh(lead / 10.0),
            lead / (supply + abs(lead)),
            tanh((lead + hidden) / 4.0) - margin if hidden else 0.0,
            tanh((lead - other_hidden) / 4.0) - margin if other_hidden else 0.0,
            tanh((lead - top) / 4.0) - margin if top else 0.0,
            tanh((lead + other_top) / 4.0) - margin if other_top else 0.0,
            captain,
            own / 10.0,
            other / 10.0,
            top / 10.0,
            other_top / 10.0,
        ]
    )


def turn_inputs(
    gold: float, gold_coming: float, strength_coming: float, coming: float, word: float
) -> list[float]:
    """Return `TURN_INPUTS` of a ship, without the special cards."""
    return [
        gold / 10.0,
        gold_coming / 10.0,
        strength_coming / 10.0,
        coming / 10.0,
        5.0 / (5.0 + coming),
        word,
    ]


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
