"""Pictures of a simulation: the spread of the scores, and the shares of wins."""

from pathlib import Path
from typing import Any

from ...core.errors import unknown
from ...core.lab.files.game_file import extra_missing, writing
from ...core.lab.trial import Trial
from ...core.text import msg
from ..screen import Screen
from ..storage.record_files import check_file
from ..terminal.figures import Figures
from .lineup import Lineup

FORMATS = (".png", ".svg")


def check_plot(path: Path, *, force: bool) -> None:
    """Check before the games that a picture can be drawn into *path*.

    Raises `UnknownName` for an unknown format, `BadValue` as `check_file` or without matplotlib.
    """
    if path.suffix.casefold() not in FORMATS:
        message = msg("unknown-format", 'There is no format "{name}".', name=path.suffix)
        raise unknown(message, path.suffix, FORMATS)
    check_file(path, force=force)
    _matplotlib()


def _matplotlib() -> Any:
    """Return matplotlib, whose figures need no display; raises `BadValue` if it is missing."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError as error:
        raise extra_missing("matplotlib") from error
    return matplotlib


def draw_plot(screen: Screen, trial: Trial, lineup: Lineup, path: Path) -> None:
    """Draw *trial* into the file *path*; raises `StoreError` if the file cannot be written."""
    matplotlib = _matplotlib()
    # The same games, the same picture: no date and no random ids.  Names are no formulas.
    settings = {"svg.hashsalt": "splitpick", "svg.fonttype": "none", "text.parse_math": False}
    with writing(path), matplotlib.rc_context(settings):
        figure = matplotlib.figure.Figure(figsize=(10, 4.5), layout="constrained")
        _draw(screen, trial, lineup, figure)
        figure.savefig(path, metadata={"Date": None})


def _draw(screen: Screen, trial: Trial, lineup: Lineup, figure: Any) -> None:
    say, figures = screen.words, Figures(screen)
    games = figures.number(trial.games)
    figure.suptitle(say(msg("plot-title", "{game}: {count} games", game=lineup.title, count=games)))
    scores, wins = figure.subplots(1, 2, width_ratios=(2, 1))
    for name, (seat, *_) in zip(lineup.team_names, lineup.teams, strict=True):
        spread = trial.spread[seat]
        values = range(min(spread), max(spread) + 1)
        shares = [spread[value] / trial.ended for value in values]
        scores.step(values, shares, where="mid", label=name)
    scores.set_xlabel(say(msg("plot-score", "score")))
    scores.set_ylabel(say(msg("plot-games", "share of games")))
    scores.xaxis.get_major_locator().set_params(integer=True)
    scores.xaxis.set_major_formatter(lambda score, _: figures.number(score))
    scores.legend()
    rows = [*lineup.team_names, say(msg("tried-first", "starting player"))]
    facts = [*(("wins", str(seat)) for seat, *_ in lineup.teams), ("starts",)]
    wins.plot([trial.facts[fact].mean for fact in facts], rows, "o")
    wins.hlines(rows, *zip(*(trial.interval(*fact) for fact in facts), strict=True))
    wins.axvline(1 / len(lineup.teams), linestyle=":", color="grey")
    wins.set_xlabel(say(msg("plot-wins", "games won, with confidence intervals (95%)")))
    for axis in (scores.yaxis, wins.xaxis):
        axis.set_major_formatter(lambda share, _: figures.percent(share))
    wins.margins(y=0.3)
    wins.invert_yaxis()
