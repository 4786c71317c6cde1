"""The weights of the terms of an evaluation.

``weights.json`` is made by ``splitpick.core.lab.fit``; ``plain_weights.json`` is what a fit begins
with, and serves rules that nobody fitted.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_weights() -> dict[str, dict[str, list[float]]]:
    """Return the fitted weights by `Position.terms_id`, then by term, for 1, 2, ... turns left."""
    return {name: fitted["weights"] for name, fitted in _read("weights.json").items()}


@cache
def _read(name: str) -> Any:
    return json.loads(files(__package__).joinpath(name).read_text("utf-8"))


def plain_weights(names: list[str]) -> list[list[float]]:
    """Return what the terms *names* weigh without a fit: with no turn left, and with any."""
    plain = _read("plain_weights.json")
    return [[plain[when].get(term, 0.0) for term in names] for when in ("last turn", "before")]


def weights_for(terms_id: str, names: list[str]) -> list[list[float]]:
    """Return the weights of the terms *names* for 0, 1, 2, ... turns left: two lists or more.

    Rules that nobody fitted have the weights of those they come from (before the slash), else of
    the first that have the same terms, else `plain_weights`; an empty list where not one of the
    terms is known, since weights of 0 would make all positions alike.
    """
    fitted = read_weights()
    family = terms_id.partition("/")[0]
    near = [name for name in fitted if name.partition("/")[0] == family] or list(fitted)
    for name in (terms_id, *near):
        found = fitted.get(name, {})
        if any(term in found for term in names):
            turns = max(len(weights) for weights in found.values())
            rest = [
                [found[term][left] if term in found else 0.0 for term in names]
                for left in range(turns)
            ]
            return [plain_weights(names)[0], *rest]
    plain = plain_weights(names)
    return plain if any(plain[1]) else []
