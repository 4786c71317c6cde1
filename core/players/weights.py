"""Weights of the terms of an evaluation.

A game that is evaluated may bring a package with two files.  ``weights.json`` has fitted weights by
`Evaluable.terms_id` and term, made by ``python -m splitpick.core.lab.fit``; ``plain_weights.json``
has those that a fit starts from, which also serve if no fitted weights suit the rules.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_weights(package: str) -> dict[str, dict[str, list[float]]]:
    """Return the fitted weights in *package* by rules and term, for 0, 1, 2, ... turns left."""
    return {name: fitted["weights"] for name, fitted in _read(package, "weights.json").items()}


@cache
def _read(package: str, name: str) -> Any:
    return json.loads(files(package).joinpath(name).read_text("utf-8")) if package else {}


def plain_weights(package: str, names: list[str]) -> list[list[float]]:
    """Return unfitted weights of the terms *names*: for the last turn, and for any earlier one.

    A term called ``lead``, the lead in points, always has the weight 1.
    """
    plain = _read(package, "plain_weights.json")
    return [
        [{"lead": 1.0, **plain.get(when, {})}.get(term, 0.0) for term in names]
        for when in ("last turn", "before")
    ]


def weights_for(package: str, terms_id: str, names: list[str]) -> list[list[float]]:
    """Return weights of the terms *names* for 0, 1, 2, ... turns left: none, or at least two lists.

    Without a fit for *terms_id* in *package*, these are the weights of the first rules of its
    family (the part before the slash) that share a term, or if the family has no fit, of any rules;
    failing that, `plain_weights`.  The list is empty if no term is known: 0s would make all
    positions equal.
    """
    fitted = read_weights(package)
    family = terms_id.partition("/")[0]
    near = [name for name in fitted if name.partition("/")[0] == family] or list(fitted)
    for name in (terms_id, *near):
        found = fitted.get(name, {})
        if any(term in found for term in names):
            turns = max(len(weights) for weights in found.values())
            return [
                [found[term][left] if term in found else 0.0 for term in names]
                for left in range(turns)
            ]
    plain = plain_weights(package, names)
    return plain if any(plain[1]) else []
