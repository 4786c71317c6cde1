"""What came of many games by bots, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.lab.played import NOBODY
from ..core.lab.statistics.intervals import wilson
from ..core.lab.trial import QUANTILES

if TYPE_CHECKING:
    from ..core.lab.statistics.intervals import Mean
    from ..core.lab.trial import Trial
    from ..core.rules.load import Ruleset


def trial_json(
    trial: Trial, ruleset: Ruleset, seats: Sequence[str], seed: int, stopped: bool
) -> dict[str, object]:
    """Tell *trial* as plain values; *stopped* says that more games were wished for."""

    def told(mean: Mean) -> dict[str, float]:
        return {
            "mean": round(mean.mean, 4),
            "margin": round(mean.margin, 4),
            "least": mean.least,
            "most": mean.most,
        }

    def share(wins: float, interval: tuple[float, float]) -> dict[str, object]:
        return {"wins": round(wins, 4), "interval": [round(end, 4) for end in interval]}

    def use(card: str, kind: str) -> dict[str, object]:
        return {"card": card or None, "kind": kind}

    return {
        "ruleset": ruleset.id,
        "variant": ruleset.variant_id,
        "hash": ruleset.hash,
        "seed": seed,
        "games": trial.games,
        "stopped": stopped,
        "endless": trial.endless,
        "shared": trial.shared,
        "first": share(trial.starts_won, trial.start_interval()),
        "seats": [
            {
                "seat": seat,
                **share(trial.wins[number], trial.win_interval(number)),
                "score": told(trial.scores[number]),
            }
            for number, seat in enumerate(seats)
        ],
        "margin": told(trial.margin),
        "turns": told(trial.turns),
        "decisions": told(trial.decisions),
        "came": dict(sorted(trial.came.items())),
        "uses": [
            {**use(*key), "count": trial.uses[key], "offered": trial.offered[key]}
            for key in sorted(trial.offered)
        ],
        "never_came": trial.never_came(),
        "never_used": [use(*key) for key in trial.never_used()],
    }


def lab_json(
    trial: Trial, ruleset: Ruleset, seats: Sequence[str], seed: int, stopped: bool
) -> dict[str, object]:
    """Tell all that a simulation found as plain values: `trial_json` and more."""
    told = trial_json(trial, ruleset, seats, seed, stopped)
    names = dict(enumerate(seats))
    return {
        **told,
        "level": trial.level,
        "shared_interval": [round(end, 4) for end in wilson(trial.shared, trial.ended)],
        "first_lead": _lead(trial.start_margin),
        "spread": [
            {
                "seat": seat,
                "deviation": round(trial.scores[number].deviation, 4),
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


def _lead(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.mean, 4), "margin": round(mean.margin, 4)}
