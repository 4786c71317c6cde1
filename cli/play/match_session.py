"""A session at this keyboard: one match, or the two of a duplicate, played to the end and kept."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from ...core.errors import PluginError, RecordError, StoreError
from ...core.hooks.engine import Engine
from ...core.matches.entry import Entry
from ...core.matches.postal import token_for
from ...core.matches.record import load_setup, record_of
from ...core.matches.setup import POST, Setup
from ...core.matches.store import Store, now
from ...core.rules.load import Ruleset
from ...core.text import msg
from ..exits import FINE, UNKEPT
from ..matches.open_store import open_store
from ..screen import Screen
from ..terminal.choices import Quit
from .game_loop import GameLoop
from .match_players import MatchPlayers
from .post_token import explain_token


def keep_in(store: Store, game: GameLoop, kept: int = 0) -> None:
    """Keep *game* in *store* from now on; *kept* of its entries are kept there already."""
    match = game.match
    match.clock = now
    if not game.name:
        began = now()
        match.entries[:] = [replace(entry, at=entry.at or began) for entry in match.entries]
        game.name = store.create(record_of(game.setup, match))
        kept = len(match.entries)
    match.keep = store.keep(game.name)
    if len(match.entries) > kept:
        # It had stopped where chance was to act, as a record may; chance has acted since.
        match.keep(kept, match.entries[kept:], match.result)


def sit_at(
    screen: Screen,
    engine: Engine,
    setup: Setup,
    *,
    rules: Ruleset | None = None,
    logs: Path | None = None,
    entries: Sequence[Entry] = (),
    name: str = "",
) -> GameLoop:
    """Bring the players of *setup* to the table.

    *rules* are those of a new match; one that was kept under a *name* holds them itself, and its
    *entries* are done again.  *logs* is the folder for the error outputs of programs.
    """
    loaded = load_setup(engine, setup, rules)
    players = MatchPlayers.of(engine, loaded, logs)
    try:
        match = loaded.match(entries)
    except (RecordError, PluginError) as error:
        if not name:
            raise
        kind = PluginError if isinstance(error, PluginError) else RecordError
        why = error.message
        raise kind(
            msg(
                "match-unplayable",
                "The match {name} cannot be continued: {why}",
                name=name,
                why=why,
            )
        ) from error
    return GameLoop(screen, players, match, name)


def play_new(games: Sequence[GameLoop], *, keep: bool, tell_seed: bool = False) -> int:
    """Play *games* that begin now, and *keep* them from the beginning; return the exit code."""
    screen = games[0].screen
    with ExitStack() as stack:
        try:
            if keep:
                store = stack.enter_context(open_store(screen))
                for game in games:
                    keep_in(store, game)
        except StoreError as error:
            screen.error(error.message)
            screen.note(
                msg("no-save-hint", "With --no-save you can play without saving the match.")
            )
            return UNKEPT
        play_on(games, tell_seed=tell_seed)
    return FINE


def play_on(games: Sequence[GameLoop], *, tell_seed: bool = False) -> None:
    """Play *games*, one or the two of a duplicate, from where they are to the end.

    It also ends with the input, the word for quitting and the turn of somebody far away, after
    saying how to continue; so does Ctrl-C, which is passed on.
    """
    screen = games[0].screen
    unfinished = [game for game in games if not game.match.over]
    for game in unfinished or games[-1:]:
        setup = game.setup
        if len(games) > 1:
            leg = setup.leg
            screen.say(msg("duplicate-leg", "Game {number} of two on the same deal.", number=leg))
        game.welcome()
        if tell_seed:
            seed = str(setup.seed)
            screen.say(msg("seed-is", "To play the same deal again: --seed {seed}", seed=seed))
        if game.name:
            screen.say(msg("kept-as", "This match is saved as {name}.", name=game.name))
        if game.match.over:
            game.account()
            continue
        game.recall()
        try:
            over = game.play()
        except (EOFError, KeyboardInterrupt, Quit) as end:
            if not isinstance(end, Quit):
                screen.line()  # the cursor stands behind the prompt
            game.audience.reveal(wipe=True)
            if game.name:
                screen.say(msg("go-on", "The match is saved. Continue it with:"))
                screen.line(screen.command_line("resume", game.name))
            else:
                screen.say(msg("not-kept-at-all", "This match was not saved."))
            if isinstance(end, KeyboardInterrupt):
                raise
            return
        if POST in setup.players:  # also at the end: nobody else knows yet how it has ended
            engine = game.players.guard.engine
            explain_token(game, token_for(engine, record_of(setup, game.match)), screen.say)
        if not over:
            return
    if len(games) > 1:
        _add_up(games)


def _add_up(legs: Sequence[GameLoop]) -> None:
    """Add up what each player has won in both games, and say who has won the duplicate.

    Whoever has given up more of the games has lost: giving up while ahead must not pay.
    """
    seats, title = legs[0].presenter.seats, legs[0].players.title
    kept, totals = [0, 0], [0, 0]
    for player in (0, 1):
        results = [leg.match.result for leg in legs]
        own = list(zip((player, 1 - player), filter(None, results), strict=True))
        first, second = [result.scores[seat] for seat, result in own]
        kept[player] = sum(result.forfeited != seat for seat, result in own)
        totals[player] = first + second
        legs[0].screen.say(
            msg(
                "duplicate-sum",
                "{player} ({seat} in the first game): {first} + {second} = {sum}",
                player=title(player),
                seat=seats[player],
                first=first,
                second=second,
                sum=totals[player],
            )
        )
    ahead = int((kept[1], totals[1]) > (kept[0], totals[0]))
    winner = msg("player-at", "{seat} ({player})", seat=seats[ahead], player=title(ahead))
    verdict = msg(
        "duplicate-wins",
        "{player} wins the two games together by {margin}.",
        player=winner,
        margin=abs(totals[0] - totals[1]),
    )
    if kept[0] != kept[1]:
        verdict = msg(
            "duplicate-forfeit",
            "{player} wins the two games together, having forfeited less often.",
            player=winner,
        )
    elif totals[0] == totals[1]:
        verdict = msg("duplicate-tie", "The two games together are a tie.")
    legs[0].screen.say(verdict)
