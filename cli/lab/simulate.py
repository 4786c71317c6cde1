"""The commands `splitpick simulate` and `splitpick rulesets try`: many bot games, summed up."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.lab.batches import Pairs
from ...core.lab.files.results import results_file
from ...core.lab.games import Played
from ...core.lab.trial import Comparison, Trial
from ...core.lab.workers import workers
from ...core.text import msg
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..start import begin
from ..typed_values import chosen_rules, number_from_one, parse_variant, players_of
from ..version import VERSION
from .compare import show_comparison
from .lineup import Lineup, base_rules, chosen_workers
from .playing import play_all
from .plots import check_plot, draw_plot
from .trial_report import show_trial, trial_json

NOT_COMPARED = msg("try-not-compared", "{players}, so these games are not compared with it.")


@command(
    "splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv",
    "splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv --continue",
    "splitpick simulate my-deck.yaml --seat roger=random --plot games.svg",
)
def simulate(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    seats: options.BotSeats = None,
    games: options.Games = "1000",
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = "0",
    out: Annotated[
        str | None,
        Option(
            "--out",
            metavar="FILE",
            help="Write the games to this file, one per row: .csv, .json or .parquet.",
        ),
    ] = None,
    resumes: options.Continue = False,
    plot: Annotated[
        str | None,
        Option("--plot", metavar="FILE", help="Draw a chart into this file: .png or .svg."),
    ] = None,
    force: options.Force = False,
    as_json: options.Json = False,
) -> int:
    """Let bots play any number of games, with every seat beginning in turn, and summarize them.

    It shows, with confidence intervals (95%), who wins, the scores, and the uses and worth of each
    card. Ctrl-C keeps the games played so far.
    """
    screen, engine = begin(ctx)
    rules = chosen_rules(screen, engine, ruleset, variant)
    lineup = Lineup(screen, engine, rules, players, seats, seed, ruleset_options)
    total = number_from_one(games)
    pool = chosen_workers(jobs, cluster)
    if plot is not None:
        check_plot(Path(plot), force=force or resumes)
    settings = {
        "form": 1,  # of the rows; a file of another form cannot be continued
        "splitpick": VERSION,
        **lineup.identity,
        "seats": lineup.seats,
        "bots": lineup.bots,
        "seed": lineup.seed,
        "plugins": lineup.plugins,
        "prizes": lineup.prizes,
    }
    if lineup.sides:
        settings["sides"] = lineup.sides
    trial = Trial(lineup.game, lineup.prizes)
    file, work = None if out is None else results_file(Path(out), settings), lineup.games
    with file or nullcontext():
        if file or resumes:
            was_stopped = play_all(
                screen, pool, work, total, trial.count, file=file, resumes=resumes, force=force
            )
        else:
            batches = work.batches(total)
            was_stopped = play_all(screen, pool, batches, total, trial.add, size=batches.size)
    if as_json:
        screen.json(trial_json(trial, lineup, was_stopped, is_full=True))
    else:
        show_trial(screen, lineup, trial, is_full=True)
    if plot is not None and trial.ended:
        draw_plot(screen, trial, lineup, Path(plot))
    return INTERRUPTED if was_stopped else FINE


@command(
    "splitpick rulesets try my-deck.yaml",
    "splitpick rulesets try jolly-roger --variant advanced -n 1000 --seat roger=random",
)
def try_ruleset(
    ctx: typer.Context,
    ruleset: options.RulesetName,
    variant: options.Variant = None,
    games: Annotated[
        str, Option("--games", "-n", metavar="NUMBER", help="The number of games; 200 by default.")
    ] = "200",
    seats: options.BotSeats = None,
    players: options.Players = None,
    seed: options.FirstSeed = "0",
    as_json: options.Json = False,
) -> None:
    """Let bots play a rule set, with every seat beginning in turn, and summarize the games.

    It shows how often each seat wins, the scores, the length, the uses of each card, and what never
    happened. A rule set that extends another is compared with it on the same deals. Ctrl-C ends it
    early.
    """
    screen, engine = begin(ctx)
    file = engine.ruleset_file(ruleset)
    rules = parse_variant(screen, file, variant)
    lineup = Lineup(screen, engine, rules, players, seats, seed)
    trial, comparison = Trial(lineup.game), Comparison()
    total = number_from_one(games)
    base = None if as_json else base_rules(screen, engine, file, variant)
    least, most = base.players if base else (0, 0)
    if base and least <= lineup.game.players <= most:
        before = Lineup(screen, engine, base, str(lineup.game.players), seats, seed)

        def count(pair: tuple[Played, Played]) -> None:
            trial.count(pair[1])
            comparison.count(*pair)

        play_all(screen, workers(1), Pairs(before.games, lineup.games), total, count)
        show_trial(screen, lineup, trial)
        screen.line()
        show_comparison(screen, comparison, before, lineup, is_full=False)
        return
    batches = lineup.games.batches(total)
    was_stopped = play_all(screen, workers(1), batches, total, trial.add, size=batches.size)
    if as_json:
        screen.json(trial_json(trial, lineup, was_stopped))
        return
    show_trial(screen, lineup, trial)
    if base:
        screen.line()
        screen.say(NOT_COMPARED.filled(players=players_of(base)))
