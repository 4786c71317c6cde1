"""Pictures of a simulation: the spread of the scores, and the shares of wins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import unknown
from ...core.lab.files.game_file import writing
from ...core.lab.files.parquet_file import extra_missing
from ...core.text import msg
from ..matches.export_match import check_file
from .figures import Figures

if TYPE_CHECKING:
    from ...core.lab.trial import Trial
    from ..screen import Screen
    from .lineup import Lineup

FORMATS = ("png", "svg")


def check_plot(path: Path, *, force: bool) -> None:
    """Check before the games that a picture can be drawn into *path*.

    Raises `UnknownName`, and `BadValue` also if matplotlib is not installed.
    """
    ending = path.suffix.removeprefix(".").casefold()
    if ending not in FORMATS:
        message = msg("unknown-format", 'There is no format "{name}".', name=path.suffix)
        raise unknown(message, ending, [f".{format}" for format in FORMATS])
    check_file(path, force=force)
    _matplotlib()


def _matplotlib() -> Any:
    """Return matplotlib with its figures, which need no display."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError as error:
        raise extra_missing("matplotlib") from error
    return matplotlib


def draw_plot(screen: Screen, trial: Trial, lineup: Lineup, path: Path) -> None:
    """Draw *trial* into *path*; raises `StoreError` if it cannot be written."""
    matplotlib = _matplotlib()
    # The same games, the same picture: no date and no random ids.  Names are no formulas.
    settings = {"svg.hashsalt": "splitpick", "svg.fonttype": "none", "text.parse_math": False}
    metadata = {"Date": None} if path.suffix.casefold() == ".svg" else None
    with writing(path), matplotlib.rc_context(settings):
        figure = matplotlib.figure.Figure(figsize=(10, 4.5), layout="constrained")
        _draw(screen, trial, lineup, figure)
        figure.savefig(path, metadata=metadata)


def _draw(screen: Screen, trial: Trial, lineup: Lineup, figure: Any) -> None:
    say, figures = screen.words, Figures(screen)
    games = figures.number(trial.games)
    title = msg("plot-title", "{name}, {variant}: {count} games", count=games, **lineup.called)
    figure.suptitle(say(title))
    scores, wins = figure.subplots(1, 2, width_ratios=(2, 1))
    for name, spread in zip(lineup.names, trial.spread, strict=True):
        values = list(range(min(spread), max(spread) + 1))
        shares = [spread[value] / trial.ended for value in values]
        scores.step(values, shares, where="mid", label=name)
    scores.set_xlabel(say(msg("plot-score", "score")))
    scores.set_ylabel(say(msg("plot-games", "share of games")))
    scores.yaxis.set_major_formatter(lambda share, _: figures.percent(share))
    scores.xaxis.set_major_formatter(lambda score, _: figures.number(score))
    scores.legend()
    rows = [*lineup.names, say(msg("tried-first", "starting player"))]
    facts = [*(("wins", str(seat)) for seat in range(len(lineup.names))), ("starts",)]
    shares = [trial.facts[fact].mean for fact in facts]
    ends = [trial.interval(*fact) for fact in facts]
    off = [
        [max(0.0, side * (end[at] - share)) for share, end in zip(shares, ends, strict=True)]
        for at, side in ((0, -1), (1, 1))
    ]
    wins.errorbar(shares, rows, xerr=off, fmt="o", capsize=4)
    wins.axvline(1 / len(lineup.names), linestyle=":", color="grey")
    wins.set_xlabel(say(msg("plot-wins", "games won, with intervals (95%)")))
    wins.xaxis.set_major_formatter(lambda share, _: figures.percent(share))
    wins.margins(y=0.3)
    wins.invert_yaxis()
