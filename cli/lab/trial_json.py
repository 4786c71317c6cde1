"""Sums of bot games as plain values, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.lab.played import NOBODY
from ...core.lab.trial import QUANTILES

if TYPE_CHECKING:
    from ...core.lab.statistics.intervals import Mean
    from ...core.lab.trial import Trial
    from .lineup import Lineup


def trial_json(trial: Trial, lineup: Lineup, was_stopped: bool) -> dict[str, object]:
    """Return the sums of *trial*, in which more games were wanted if it *was_stopped*."""
    return {
        **lineup.told(),
        "seed": lineup.seed,
        "games": trial.games,
        "stopped": was_stopped,
        "endless": trial.endless,
        "shared": round(trial.total("shared")),
        "first": _share(trial, "starts"),
        "seats": [
            {
                "seat": seat,
                **_share(trial, "wins", str(number)),
                "score": _told(trial.facts["score", str(number)]),
            }
            for number, seat in enumerate(lineup.seats)
        ],
        "margin": _told(trial.facts["margin",]),
        "turns": _told(trial.facts["turns",]),
        "decisions": _told(trial.facts["decisions",]),
        "came": dict(sorted(trial.came.items())),
        "uses": [
            {**_use(*key), "count": trial.uses[key], "offered": trial.offered[key]}
            for key in sorted(trial.offered)
        ],
        "never_came": trial.never_came(),
        "never_used": [_use(*key) for key in trial.never_used()],
    }


def full_json(trial: Trial, lineup: Lineup, was_stopped: bool) -> dict[str, object]:
    """Return everything that a simulation measures: `trial_json` and more."""
    names = dict(enumerate(lineup.seats))
    return {
        **trial_json(trial, lineup, was_stopped),
        "level": round(trial.total("level")),
        "shared_interval": _share(trial, "shared")["interval"],
        "first_lead": _lead(trial.facts["start_margin",]),
        "spread": [
            {
                "seat": seat,
                "deviation": round(trial.facts["score", str(number)].deviation, 4),
                "quantiles": dict(zip(map(str, QUANTILES), trial.quantiles(number), strict=False)),
                "scores": {str(score): trial.spread[number][score] for score in sorted(spread)},
            }
            for (number, seat), spread in zip(names.items(), trial.spread, strict=True)
        ],
        "prizes": [
            {
                "prize": prize,
                "nobody": held[NOBODY],
                "seats": {seat: held[number] for number, seat in names.items()},
            }
            for prize, held in trial.prizes.items()
        ],
        "worth": [
            {"card": card or None, "kind": kind or None, "seats": mean.count, **_lead(mean)}
            for (card, kind), mean in sorted(trial.worth.items())
        ],
    }


def _told(mean: Mean) -> dict[str, float]:
    return {**_lead(mean), "least": mean.least, "most": mean.most}


def _lead(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.mean, 4), "margin": round(mean.margin, 4)}


def _share(trial: Trial, *fact: str) -> dict[str, object]:
    interval = [round(end, 4) for end in trial.interval(*fact)]
    return {"wins": round(trial.total(*fact), 4), "interval": interval}


def _use(card: str, kind: str) -> dict[str, object]:
    return {"card": card or None, "kind": kind}
