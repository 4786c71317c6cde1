"""``splitpick stats``: a person's own games in the store, and what costs the most in them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer
from typer import Option

from ...core.errors import SplitpickError
from ...core.game import lead_in
from ...core.hooks.engine import Engine
from ...core.lab.analysis import Analysing, analyse
from ...core.lab.analyst import HINT_NODES, REVIEW_SECONDS
from ...core.lab.workers import cores
from ...core.matches.record import load_setup
from ...core.matches.setup import HUMAN, Setup
from ...core.matches.store import Summary
from ...core.text import MINUS, Text, msg, nmsg, sentences
from .. import options
from ..localized_typer import command
from ..start import begin
from ..storage.open_store import load_match, open_store
from ..terminal.figures import Figures
from ..terminal.progress import JUDGING, progress
from ..typed_values import parse_number

MATCHES = 5
"""Number of matches of each game that is advised for an analysis."""

HABITS = 3
"""Most kinds of decisions that are shown for a game."""

_sentence = sentences(
    msg("stats-none",
        "You haven't finished a game yet; lessons and practice matches do not count. Start one"
        " with: splitpick play"),
    nmsg("stats-practised", "Not counted: {count} lesson or practice match.",
         "Not counted: {count} lessons or practice matches.", 0),
    nmsg("stats-habits", "What cost you the most in {game}, in your last match:",
         "What cost you the most in {game}, on average in your last {count} matches:", 0),
    msg("stats-estimates",
        "A decision counts as a mistake if it cost {least} or more. All costs are quick"
        " estimates."),
    msg("stats-rest", "Everything else cost next to nothing."),
    nmsg("stats-unfinished", "Not counted: {count} match that is not over.",
         "Not counted: {count} matches that are not over.", 0),
    msg("stats-more", "To see each decision of a match, judged more exactly: {command}"),
)  # fmt: skip


@command("splitpick stats", "splitpick stats --matches 20")
def stats(
    ctx: typer.Context,
    matches: Annotated[
        str,
        Option(
            "--matches",
            metavar="NUMBER",
            help="How many of your last matches of each game to search for costly habits; 0 by"
            " default, as this takes a while.",
        ),
    ] = "0",
    jobs: options.Jobs = None,
    accessible: options.Accessible = False,
) -> None:
    """Show how your own games went: how many you won, by how much, and what cost you the most.

    A match counts if it is over, was not for practice, and was played by one person here.
    """
    screen, engine = begin(ctx, accessible=accessible)
    most, processes = parse_number(matches), 0 if jobs is None else parse_number(jobs)
    with open_store(screen) as store:
        every = store.list()
    own = [match for match in every if is_own(match)]
    if not own:
        screen.say(_sentence("stats-none"))
        return
    games: defaultdict[str, list[Summary]] = defaultdict(list)
    for match in own:
        games[match.setup.ruleset].append(match)
    names = {game: _name(engine, game) for game in games}
    figures = Figures(screen)
    heads = (
        msg("stats-played", "Played"), msg("stats-won", "Won"), msg("stats-lead", "Average lead"),
    )  # fmt: skip
    rows = [(names[game], _row(figures, engine, played)) for game, played in games.items()]
    figures.table(msg("stats-own", "Your games:"), heads, rows, labels=msg("stats-game", "Game"))
    if practised := sum(is_own(match, practice=True) for match in every):
        screen.say(_sentence("stats-practised", count=practised))
    if unfinished := sum(is_own(match, over=False) for match in every):
        screen.say(_sentence("stats-unfinished", count=unfinished))
    if not most:
        asks = screen.command_line("stats", "--matches", str(MATCHES))
        screen.say(msg("stats-ask", "To see what cost you the most: {command}", command=asks))
    for game, played in games.items():
        if most:
            _tell_habits(figures, engine, names[game], played[:most], processes)


def is_own(match: Summary, *, practice: bool = False, over: bool = True) -> bool:
    """Return whether *match* is one person's here, for *practice* or not, and *over* or not."""
    setup = match.setup
    one = setup.players.count(HUMAN) == 1 and setup.practice == practice
    return one and (match.result is not None) == over


def _row(figures: Figures, engine: Engine, played: Sequence[Summary]) -> list[str]:
    won, leads = 0, []
    for match in played:
        seat, result = match.setup.players.index(HUMAN), match.result
        assert result
        won += seat in result.winners
        if result.forfeited is not None:  # its points say little
            continue
        sides = _sides(engine, match.setup) if len(result.scores) > 3 else []
        leads.append(lead_in([*result.scores], seat, sides))
    share = figures.percent(round(won / len(played), 2))  # of few matches, decimals say nothing
    if not leads:
        return [str(len(played)), f"{won} ({share})", ""]
    mean = sum(leads) / len(leads)
    lead = figures.signed(mean)
    with suppress(SplitpickError):  # the rules or a plugin may have gone
        setup = played[0].setup
        rules = engine.ruleset_file(setup.ruleset).variant(setup.variant)
        presenter = rules.presenter(rules.build(len(setup.seats)))
        amount = figures.screen.words(presenter.expected_amount(mean))
        lead = f"{'+' if round(mean, 1) >= 0 else MINUS}{amount}"
    return [str(len(played)), f"{won} ({share})", lead]


def _sides(engine: Engine, setup: Setup) -> list[int]:
    """Return the sides of the seats; none if the rules or a plugin have gone."""
    with suppress(SplitpickError):
        rules = engine.ruleset_file(setup.ruleset).variant(setup.variant)
        return rules.build(len(setup.seats)).new_position().sides()
    return []


def _name(engine: Engine, game: str) -> Text:
    with suppress(SplitpickError):
        return engine.ruleset_file(game).variant().name
    return game


def _tell_habits(
    figures: Figures, engine: Engine, name: Text, played: Sequence[Summary], jobs: int
) -> None:
    """Show the kinds of decisions that cost the most in the matches *played*."""
    screen, mistakes = figures.screen, Counter[str]()
    costs: defaultdict[str, float] = defaultdict(float)
    works, presenter = [], None
    for match in played:
        # A match whose rules or plugins have gone is left out.
        with suppress(SplitpickError):
            record = load_match(screen, match.name).record
            loaded = load_setup(engine, record.setup)
            seat = record.setup.players.index(HUMAN)
            works.append(Analysing(record, HINT_NODES, 0.0, 0, screen.without, engine, seat))
            presenter = loaded.presenter
    if presenter is None:
        return
    judged = 0
    total = sum(work.count for work in works)
    with progress(screen, JUDGING, total, counts=False) as tell:
        for work in works:
            work.within(REVIEW_SECONDS * (jobs or cores()) / len(works))
            with suppress(SplitpickError):  # as of a plugin's bot that fails
                analysed = analyse(work, jobs, lambda: tell(1))
                judged += 1
                for decision in analysed.decisions:
                    costs[decision.kind] += decision.regret
                    mistakes[decision.kind] += bool(decision.mark)
                if analysed.stopped:
                    break
    if not judged:
        return
    heads = msg("stats-cost", "cost"), msg("stats-mistakes", "mistakes")
    rows = [
        (presenter.kind_name(kind), [screen.words(presenter.expected_amount(cost / judged)),
                                     figures.number(mistakes[kind] / judged, judged > 1)])
        for kind, cost in sorted(costs.items(), key=lambda one: -one[1])[:HABITS]
        if round(cost / judged, 1)
    ]  # fmt: skip
    if not rows:
        screen.say(msg("stats-nothing", "{game}: no costly mistakes.", game=name))
        return
    title = _sentence("stats-habits", count=judged, game=name)
    figures.table(title, heads, rows, labels=msg("stats-decision", "Decision"))
    if len(rows) < HABITS:
        screen.say(_sentence("stats-rest"))
    more = screen.command_line("analyse", played[0].name)
    screen.say(_sentence("stats-estimates", least=presenter.amount(1)))
    screen.say(_sentence("stats-more", command=more))
