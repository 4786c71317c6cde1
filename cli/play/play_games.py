"""The games played at this keyboard: one match, or two with the seats changed."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

import typer

from ...core.errors import PluginError, StoreError
from ...core.matches.postal import caution, far_seats, token_for
from ...core.matches.setup import POST
from ...core.players.levels import next_level
from ...core.text import Both, Text, msg
from ..localized_typer import function_of
from ..storage.open_store import open_store, tell_resume
from ..terminal.page import page_of
from ..terminal.questions import ask_one, ask_or_quit
from .game_loop import GameLoop

KEPT = msg("kept-for-later", "Everything so far is saved. Once the plugin is repaired, go on with:")

TABLE = "table"
AGAIN, STRONGER, SWAP, OTHER, QUIT = "again", "stronger", "swap", "other", "quit"
ANALYSE, REPLAY = "analyse", "replay"
"""Wishes after a match."""


def play_new(games: Sequence[GameLoop], *, keep: bool) -> None:
    """Play new *games*, saved from the beginning if *keep*; raises `StoreError` if saving fails."""
    screen = games[0].screen
    with ExitStack() as stack:
        try:
            if keep:
                store = stack.enter_context(open_store(screen))
                for game in games:
                    game.session.setup = replace(game.setup, shown=screen.shown)
                    game.session.keep_in(store)
        except StoreError:
            screen.note(msg("no-save-hint", "With --no-save you can play without saving."))
            raise
        play_on(games)


def play_on(games: Sequence[GameLoop]) -> None:
    """Play *games*, one match or the two games of a duplicate, from where they are to the end.

    Stop early, and say how to continue, when the input ends, when the player quits, when it is the
    turn of somebody far away, and on Ctrl-C, which is raised again.
    """
    screen = games[0].screen
    unfinished = [game for game in games if not game.match.over]
    for game in unfinished or games[-1:]:
        setup = game.setup
        if len(games) > 1:
            leg = setup.leg
            screen.say(msg("duplicate-leg", "Game {number} of two on the same deal.", number=leg))
        try:
            with page_of(screen, bool(game.session.people)) as game.page:
                game.welcome()
                game.recall()
                over = game.play()
                if over:
                    game.show_end()
            if over:
                game.account()
                if game is not games[-1] and game.page:  # the next page would cover it
                    ask_or_quit(screen, msg("next-leg", "Press Enter to begin the second game:"))
        except (EOFError, KeyboardInterrupt) as end:
            screen.line()  # the cursor stands behind the prompt
            game.reveal(wipe=True)
            if game.session.name:
                tell_resume(screen, game.session.name)
            else:
                screen.say(msg("not-kept-at-all", "This match was not saved."))
            if isinstance(end, KeyboardInterrupt):
                raise
            return
        except Exception as fault:
            if game.session.name and (isinstance(fault, PluginError) or screen.blame(fault)):
                screen.say(KEPT)
                screen.line(screen.command_line("resume", game.session.name))
            raise
        if POST in setup.players:  # also at the end: nobody else knows yet how it has ended
            token = token_for(game.session.engine, game.session.record)
            explain_token(game, token, screen.say)
        if not over:
            return
    if len(games) > 1:
        _add_up(games)


def wish_after(ctx: typer.Context, games: Sequence[GameLoop], *, lesson: bool = False) -> str:
    """Ask what is wished after a match, and do it if it is no further round; return the wish.

    An analysis or a replay is followed by the next wish, and so is another game that was not begun.
    """
    screen = games[0].screen
    kept = screen.plain, screen.confirms, screen.plays_forced
    while (choice := _ask_what_next(games, lesson)) in (TABLE, ANALYSE, REPLAY, OTHER):
        screen.greets = False
        if choice == TABLE:
            games[0].show_table()
        elif choice == OTHER:
            play = function_of(ctx, "play")
            with suppress(EOFError):  # no other game was chosen
                play(
                    ctx,
                    no_save=not games[0].session.name,
                    accessible=screen.accessible,
                    plain=screen.plain,
                    no_confirm=not screen.confirms,
                    play_forced=screen.plays_forced,
                )
                break
        else:
            looks_at = function_of(ctx, choice)
            try:
                looks_at(ctx, games[0].session.name, accessible=screen.accessible)
            except KeyboardInterrupt:  # it may take minutes; the question comes again
                screen.tell_stopped()
            screen.forget_typed()
        screen.plain, screen.confirms, screen.plays_forced = kept
    return choice


def next_round(wish: str, players: Sequence[str], first: int) -> tuple[list[str], int]:
    """Return the players by seat, and who begins, of the match after one of *players*, by *wish*.

    *first* has begun that match.
    """
    if wish == SWAP:
        return [*players[1:], *players[:1]], first
    if wish == STRONGER:
        players = [getattr(next_level(player), "id", player) for player in players]
    return [*players], (first + 1) % len(players)


def _ask_what_next(games: Sequence[GameLoop], lesson: bool) -> str:
    """Ask the people at a terminal what they want after a match or a *lesson*; return the wish.

    After the games of a duplicate or a match by post, and where nobody can be asked, it is `QUIT`.
    """
    (game, *others), screen = games, games[0].screen
    people = screen.terminal and screen.asks_terminal and not screen.plain and game.session.people
    if others or not people or not game.match.over or POST in game.setup.players:
        return QUIT
    later = screen.command_line("replay", game.session.name)
    answers = {
        TABLE: msg("play-table", "hear the table at the end"),
        ANALYSE: msg("play-analyse", "see which moves cost most, and what would have been better"),
        REPLAY: msg("play-replay", "watch it again (later: {command})", command=later),
        AGAIN: msg("play-again", "play again"),
        **against_stronger(game),
        SWAP: msg("play-swapped", "play again, swapping sides"),
        OTHER: msg("play-other", "choose another game, or go on with a match"),
        QUIT: msg("play-quit", "stop here"),
    }
    if lesson:
        answers = {wish: answers[wish] for wish in answers if wish not in (STRONGER, SWAP)}
        answers[AGAIN] = msg("play-own", "play a first match of your own, with hints")
    if not screen.accessible:  # it is seen
        del answers[TABLE]
    if not game.session.name:  # only saved matches can be analysed
        del answers[ANALYSE], answers[REPLAY]
    screen.line()
    try:
        # Whoever presses Enter to go on reading shall not find themselves in another match.
        return ask_one(screen, msg("ask-after", "What now?"), answers, enter=len(answers))
    except EOFError:
        return QUIT


def against_stronger(game: GameLoop) -> dict[str, Text]:
    """Return the wish for the next level of play after one person has beaten all bots, if any."""
    (*people,), result = game.session.people, game.match.result
    levels = [one for one in map(next_level, game.setup.players) if one]
    if not levels or result is None or people != [*result.winners]:
        return {}
    level = levels[0].title
    return {STRONGER: msg("play-stronger", "play again, at the next level: {level}", level=level)}


def explain_token(game: GameLoop, token: str, say: Callable[[Text], None]) -> None:
    """Show the *token* of *game* on a line of its own, and *say* what to do with it."""
    names, goes_on = game.presenter.seats, not game.match.over
    far = Both(tuple(names[seat] for seat in far_seats(game.setup)))
    text = msg("token-to-send", "Send this line to {seats}, in any chat or letter:", seats=far)
    if game.session.awaits_shares:
        say(msg("post-shares", "Before the first card is dealt, each side adds something of its own"
                " to the shuffle, so that neither can choose the cards."))  # fmt: skip
    elif goes_on:
        seat = names[game.match.position.to_act()]
        say(msg("turn-of", "It is {seat}'s turn.", seat=seat))
    if not far.items:
        text = msg("token-to-share", "The match as a token:")
    say(text)
    game.screen.line(token)
    say(msg("token-to-take-in", "To read such a line, type: splitpick post LINE"))
    if goes_on and (warning := caution(game.setup)):
        say(warning)
    if game.presenter.secrets and goes_on:
        say(msg("token-secrets", "The token holds secrets: play with people you trust."))


def _add_up(legs: Sequence[GameLoop]) -> None:
    """Add up each player's scores in the two games, and say who has won the duplicate.

    Whoever has forfeited more of the games loses: forfeiting while ahead must not pay.
    """
    screen, seats, title = legs[0].screen, legs[0].presenter.seats, legs[0].title
    results = [leg.match.result for leg in legs]
    sums = []
    for player in (0, 1):
        own = [(one, seat) for one, seat in zip(results, (player, 1 - player), strict=True) if one]
        first, second = (result.scores[seat] for result, seat in own)
        sums.append((sum(result.forfeited != seat for result, seat in own), first + second))
        screen.say(
            msg(
                "duplicate-sum",
                "{player} ({seat} in the first game): {first} + {second} = {sum}",
                player=title(player),
                seat=seats[player],
                first=first,
                second=second,
                sum=first + second,
            )
        )
    (kept, total), (other_kept, other_total) = sums
    first, margin = int(sums[1] > sums[0]), abs(total - other_total)
    best = msg("player-at", "{seat} ({player})", seat=seats[first], player=title(first))
    text = msg("duplicate-wins", "Overall, {player} wins by {margin}.", player=best, margin=margin)
    if kept != other_kept:
        text = msg(
            "duplicate-forfeit",
            "Overall, {player} wins, having forfeited fewer games.",
            player=best,
        )
    elif margin == 0:
        text = msg("duplicate-tie", "Overall, it is a tie.")
    screen.say(text)
