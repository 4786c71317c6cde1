"""``splitpick simulate``: very many games by bots, into a file and summed up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.files.results import Results
from ..core.lab.trial import Trial
from ..core.text import msg
from .exits import FINE, INTERRUPTED
from .interruption import Interruption
from .lab import Lineup, games_wish, how_to_go_on, workers_wish
from .play.new_match import DEFAULT_RULESET
from .progress import progress
from .report_json import lab_json
from .report_lab import LabReport
from .screen import printing_aside
from .version import VERSION

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from .screen import Screen
    from .wishes import LabWishes

FORM = 1
"""The form of the rows; another one cannot be gone on with."""


def simulate_command(screen: Screen, engine: Engine, name: str | None, wishes: LabWishes) -> int:
    """Let bots play as *wishes* say, write the games into a file, and show what they tell.

    Ctrl-C keeps what was played.  Raises `UnknownName`, `BadValue`, `RulesetError`, `LabError`,
    `StoreError`, and `PluginError` where a plugin fails.
    """
    variant = wishes.variants[-1] if wishes.variants else None
    lineup = Lineup(screen, engine, name or DEFAULT_RULESET, variant, wishes)
    total = games_wish(wishes)
    staff = workers_wish(wishes.jobs, wishes.cluster)
    settings = settings_of(lineup)
    out = Path(wishes.out) if wishes.out is not None else None
    if wishes.plot is not None:
        from .plots import check_plot

        check_plot(Path(wishes.plot), force=wishes.force or wishes.resumes)
    trial = Trial(lineup.game, lineup.prizes)
    stopped = False
    with ExitStack() as stack:
        stack.enter_context(printing_aside())
        results = _results(out, settings, wishes)
        if results:
            stack.enter_context(results)
        for played in results.old() if results and wishes.resumes else ():
            trial.count(played)
        numbers = range(trial.games, max(total, trial.games))
        tell = stack.enter_context(progress(screen, total, trial.games))
        ctrl_c = stack.enter_context(Interruption())
        try:
            for played in staff.run(lineup.games, numbers):
                with ctrl_c.held():
                    if results:
                        results.take(played)
                    trial.count(played)
                    tell()
        except KeyboardInterrupt:
            stopped = True
    if wishes.as_json:
        told = lab_json(trial, lineup.ruleset, lineup.seats, lineup.seed, stopped)
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(told, indent=2))
    else:
        LabReport(screen, lineup.ruleset, trial, lineup.presenter, lineup.titles).show()
    if wishes.plot is not None and trial.ended:
        from .plots import plot

        plot(screen, trial, lineup, Path(wishes.plot))
    if stopped:
        screen.note(how_to_go_on(trial.games, wishes.out))
    return INTERRUPTED if stopped else FINE


def settings_of(lineup: Lineup) -> dict[str, object]:
    """Collect all that the games follow from."""
    ruleset = lineup.ruleset
    return {
        "form": FORM,
        "splitpick": VERSION,
        "ruleset": ruleset.id,
        "variant": ruleset.variant_id,
        "hash": ruleset.hash,
        "seats": lineup.seats,
        "bots": lineup.bots,
        "seed": lineup.seed,
        "plugins": lineup.plugins,
        "prizes": lineup.prizes,
    }


def _results(out: Path | None, settings: Mapping[str, object], wishes: LabWishes) -> Results | None:
    """Open the file that the games go into; raises `BadValue` where it would be lost."""
    if out is None:
        if wishes.resumes:
            raise BadValue(
                msg("continue-what", "--continue goes on with a file: name it with --out.")
            )
        return None
    if wishes.resumes:
        return Results.resume(out, settings)
    return Results.create(out, settings, replace=wishes.force)
