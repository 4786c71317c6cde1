"""``splitpick daily``: the deal of the day, and a line about it to share."""

from itertools import groupby
from typing import Annotated

import typer
from typer import Option

from ...core.game import CHANCE
from ...core.lab.analysis import Analysing, Decision, analyse
from ...core.lab.analyst import PAR_NODES, par_of
from ...core.matches.daily_deal import deal_in, first_of, parse_date, streak_of
from ...core.matches.store import Summary
from ...core.players.expectimax import margin_of
from ...core.session.daily_match import daily_match
from ...core.session.play_session import Session
from ...core.session.vocabulary import COMMANDS
from ...core.text import Both, Message, Text, msg, nmsg
from .. import options
from ..localized_typer import command
from ..start import begin
from ..storage.open_store import GOES_ON, open_store, told_day
from ..terminal.thinking import thinking
from ..typed_values import DAILY_VARIANT, DEFAULT_RULESET, chosen_rules
from .game_loop import GameLoop
from .play_games import play_new

SIGNS = {"": "🟢", "?!": "🔶", "?": "🟥", "??": "❌"}
"""Signs for the marks of decisions, with shapes that nobody needs colours to tell apart."""

ROW = 16
"""Most signs in a row."""


@command(
    "splitpick daily",
    "splitpick daily --date 2026-11-22",
    "splitpick daily my-deck.yaml --variant introductory",
)
def daily(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    date: Annotated[
        str | None,
        Option("--date", metavar="DATE", help="A day other than today (UTC), such as 2026-11-22."),
    ] = None,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
    plain: options.Plain = False,
    no_confirm: options.NoConfirm = False,
) -> None:
    """Play the deal of the day against the level "mate": the same cards for everybody.

    At the end, a line to share compares your result with that of the strongest bots.
    """
    screen, engine = begin(ctx, accessible=accessible, plain=plain, confirms=not no_confirm)
    day = parse_date(date)
    source = ruleset or DEFAULT_RULESET
    if source == DEFAULT_RULESET:
        variant = variant or DAILY_VARIANT
    rules = chosen_rules(screen, engine, source, variant)
    setup, deal = daily_match(engine, rules, day, source)
    session = Session(engine, setup, rules=rules)
    session.seat_players()
    game = GameLoop(screen, session)
    you = game.presenter.seats[deal.seat]
    told = told_day(day, screen.language)
    game.preface = [msg("daily", "The deal for {date} (UTC). You are {seat}.", date=told, seat=you)]
    game.preface.append(
        msg(
            "daily-par-is",
            "Par is the lead that the strongest bots reach in your seat with the same cards. You "
            "see it at the end.",
        )
    )
    presenter = game.presenter
    special = [*filter(presenter.card_rules, game.match.game.info().codes)]
    if special:
        game.preface.append(
            msg(
                "daily-special",
                "Special cards are in play: {cards}. To see what they do: {rules}",
                cards=Both((*map(presenter.card_name, special),), commas=True),
                rules=COMMANDS["rules"][0],
            )
        )
    if not no_save and (earlier := _earlier(game)):
        game.preface.append(_counts(earlier))
        if earlier.result is None:
            game.preface += [GOES_ON, screen.command_line("resume", earlier.name)]
    play_new([game], keep=not no_save)
    tell_daily_result(game)


def _earlier(game: GameLoop) -> Summary | None:
    """Return the first match with this deal if it is another than *game*: only that one counts."""
    with open_store(game.screen) as store:
        first = first_of(store, game.setup)
    return None if first is None or first.setup.uid == game.setup.uid else first


def _counts(first: Summary) -> Message:
    """Say that the match *first* counts."""
    return msg("daily-again", "Only your first try counts: {name}.", name=first.name)


def tell_daily_result(game: GameLoop) -> None:
    """If *game* is a finished deal of the day, show a line to share: the result, and bots' par."""
    screen, setup, position = game.screen, game.setup, game.match.position
    deal = deal_in(setup)
    if deal is None or not game.match.over:
        return
    with thinking(screen, msg("daily-par", "The strongest bots are playing the same deal …")):
        par = par_of(game.session.loaded, game.session.engine.bots, deal.seat)
        row = row_of(game, deal.seat)
    scores = position.scores()
    screen.line()
    line = msg(
        "daily-line",
        "splitpick daily {ruleset} {date}: {scores} ({lead}), par {par}",
        ruleset=setup.ruleset,
        date=deal.date,
        scores=":".join(map(str, scores[deal.seat :] + scores[: deal.seat])),
        lead=f"{margin_of(position, deal.seat):+d}",
        par=f"{par:+d}",
    )
    marks: list[Text] = []
    if game.session.hints_given:
        marks.append(nmsg("daily-hints", "{count} hint", "{count} hints", game.session.hints_given))
    if undos := sum(entry.takes_back > 0 for entry in game.match.entries):
        marks.append(nmsg("daily-undos", "{count} undo", "{count} undos", undos))
    if game.session.resumed:  # hints before that were not kept
        marks.append(msg("daily-resumed", "resumed"))
    if game.match.forfeited is not None:
        marks.append(msg("daily-resigned", "given up"))
    if marks:
        listed = Both(tuple(marks), commas=True)
        line = msg("daily-marked", "{line}, with {marks}", line=line, marks=listed)
    if screen.accessible:
        row = []
    if row:
        screen.say(
            msg(
                "daily-signs",
                "One sign for each time it was your turn: {good} well played, {less} cost {one}"
                " or more, {mistake} 2 or more, {blunder} 4 or more.",
                one=game.presenter.amount(1),
                good=SIGNS[""],
                less=SIGNS["?!"],
                mistake=SIGNS["?"],
                blunder=SIGNS["??"],
            )
        )
        screen.line()
    screen.say(line)
    for start in range(0, len(row), ROW):
        screen.line("".join(row[start : start + ROW]))
    screen.line()
    if not game.session.name:
        return
    if earlier := _earlier(game):
        screen.say(_counts(earlier))
        return
    with open_store(screen) as store:
        days = streak_of(store, setup)
    screen.say(nmsg("daily-streak", "Your streak: {count} day.", "Your streak: {count} days in a"
                    " row.", days))  # fmt: skip


def row_of(game: GameLoop, seat: int) -> list[str]:
    """Return a sign for each time that it was the turn of *seat*, for its worst decision then."""
    session, order = game.session, [*SIGNS]
    work = Analysing(session.record, PAR_NODES, samples=0, seat=seat, engine=session.engine)
    owners = [entry.seat for entry in game.match.entries]

    def turn(decision: Decision) -> int:
        return sum(owner not in (seat, CHANCE) for owner in owners[: decision.entry])

    found = analyse(work)
    turns = groupby(() if found.stopped else found.decisions, key=turn)
    return [SIGNS[max((one.mark for one in own), key=order.index)] for _, own in turns]
