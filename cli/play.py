"""``splitpick play`` and ``splitpick resume``: matches at this keyboard, kept as they go."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..core.errors import BadValue, RecordError, StoreError
from ..core.matches.record import load_setup, record_of
from ..core.matches.setup import POST, new_uid
from ..core.matches.store import now
from ..core.text import msg
from . import exits
from .language import choose_language
from .sit_down import read_seats, sit_down
from .sitting import Far, Sitting
from .store import open_store
from .table import Quit, Table

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.matches.store import Store
    from .screen import Screen
    from .wishes import PlayWishes


@dataclass
class Game:
    """A match at this keyboard, and the name it is kept under; empty where it is not."""

    sitting: Sitting
    name: str = ""

    def keep_in(self, store: Store) -> None:
        """Keep the match in *store* from now on, each action before it counts."""
        match = self.sitting.match
        match.clock = now
        if not self.name:
            self.name = store.create(record_of(self.sitting.table.loaded.setup, match))
        match.keep = store.keep(self.name)


def play_command(screen: Screen, engine: Engine, ruleset: str | None, wishes: PlayWishes) -> int:
    """Play a game as *wishes* say and ask for what a newcomer must decide; return the exit code.

    End of input and the word "quit" end it with 0, Ctrl-C with 130, each after saying how to go on.
    """
    try:
        table = sit_down(screen, engine, ruleset, wishes)
    except (EOFError, Quit) as end:
        if isinstance(end, EOFError):
            screen.line()
        screen.say(msg("no-game-begun", "No game was begun."))
        return exits.FINE
    tables = _swapped(engine, table) if wishes.duplicate else [table]
    games = [Game(Sitting(screen, table, table.loaded.match())) for table in tables]
    games[0].sitting.replay(wishes.moves or "")
    with ExitStack() as stack:
        if wishes.keep:
            try:
                store = stack.enter_context(open_store(screen))
                for game in games:
                    game.keep_in(store)
            except StoreError as error:
                screen.error(error.message)
                screen.note(
                    msg("no-save-hint", "With --no-save a match is played without being kept.")
                )
                return exits.UNKEPT
        return _play(screen, engine, games, fresh=True)


def resume_command(
    screen: Screen, engine: Engine, name: str | None, seats: Sequence[str] = ()
) -> int:
    """Go on with the match *name*, or with the one in which something was last done.

    *seats* are ``seat=player`` wishes that change who plays.  Ends as `play_command` does; raises
    `UnknownName`, `StoreError`, `PluginsMissing` and `RecordError` for a match that is not to be
    had.
    """
    with open_store(screen) as store:
        games = [_take_up(screen, engine, store, name, seats)]
        partner = store.find(games[0].sitting.table.loaded.setup.partner)
        if partner is not None:
            games.append(_take_up(screen, engine, store, partner, ()))
            games.sort(key=lambda game: game.sitting.table.loaded.setup.leg)
        return _play(screen, engine, games, fresh=False)


def _take_up(
    screen: Screen, engine: Engine, store: Store, name: str | None, seats: Sequence[str]
) -> Game:
    """Read a match and sit down at it again."""
    saved = store.load(name)
    setup = saved.record.setup
    if seats:
        chosen = read_seats(screen, engine, seats, list(setup.seats))
        players = [
            chosen.get(seat, player)
            for seat, player in zip(setup.seats, setup.players, strict=True)
        ]
        setup = replace(setup, players=tuple(players))
    loaded = load_setup(engine, setup)
    table = Table.of(engine, loaded)
    try:
        match = loaded.match(saved.record.entries)
    except RecordError as error:
        raise RecordError(
            msg(
                "match-unplayable",
                "The match {name} cannot be played on: {why}",
                name=saved.name,
                why=error.message,
            )
        ) from error
    if seats:
        store.seat(saved.name, setup.players)
    game = Game(Sitting(screen, table, match), saved.name)
    game.keep_in(store)
    return game


def _play(screen: Screen, engine: Engine, games: Sequence[Game], *, fresh: bool) -> int:
    """Play *games*, one or the two of a duplicate, from where they are to the end."""
    open_games = [game for game in games if not game.sitting.match.over]
    for game in open_games or games[-1:]:
        sitting = game.sitting
        if len(games) > 1:
            leg = sitting.table.loaded.setup.leg
            screen.say(msg("duplicate-leg", "Game {number} of two on the same deal.", number=leg))
        sitting.welcome()
        if fresh:
            _say_name(screen, game)
        if sitting.match.over:
            sitting.account()
            continue
        sitting.recall()
        try:
            sitting.play()
        except (EOFError, KeyboardInterrupt, Quit) as end:
            if not isinstance(end, Quit):
                screen.line()  # the cursor stands behind the prompt
            _say_how_to_go_on(screen, game)
            if isinstance(end, KeyboardInterrupt):
                raise
            return exits.FINE
        except Far:
            _show_token(screen, engine, game)
            return exits.FINE
        if POST in sitting.table.loaded.setup.players:
            _show_token(screen, engine, game)  # nobody else knows yet how it has ended
    if len(games) > 1:
        _add_up(screen, games)
    return exits.FINE


# Two games on the same deal.


def _swapped(engine: Engine, table: Table) -> list[Table]:
    """Make the two games of a duplicate: the same deal, the players' seats swapped."""
    setup = table.loaded.setup
    if len(setup.seats) != 2:
        raise BadValue(
            msg("duplicate-two", "Only two players can play two games on the same deal.")
        )
    if POST in setup.players:
        raise BadValue(
            msg(
                "duplicate-post",
                "By post there are no two games on the same deal: each side deals its own cards.",
            )
        )
    other = new_uid()
    first = replace(setup, leg=1, partner=other)
    second = replace(
        setup, leg=2, partner=setup.uid, uid=other, players=tuple(reversed(setup.players))
    )
    return [Table.of(engine, load_setup(engine, one)) for one in (first, second)]


def _add_up(screen: Screen, games: Sequence[Game]) -> None:
    """Add up what each player has won in both games, and say who has won the duplicate."""
    results = [game.sitting.match.result for game in games]
    seats = games[0].sitting.presenter.seats
    totals = []
    for player in (0, 1):
        scores = [
            result.scores[player if leg == 0 else 1 - player]
            for leg, result in enumerate(results)
            if result is not None
        ]
        totals.append(sum(scores))
        screen.say(
            msg(
                "duplicate-sum",
                "{player} ({seat} in the first game): {first} + {second} = {sum}",
                player=games[0].sitting.table.title(player),
                seat=seats[player],
                first=scores[0],
                second=scores[1],
                sum=sum(scores),
            )
        )
    if totals[0] == totals[1]:
        screen.say(msg("duplicate-tie", "Both together it is a tie."))
        return
    best = totals.index(max(totals))
    screen.say(
        msg(
            "duplicate-wins",
            "Both together {player} wins by {margin}.",
            player=msg(
                "player-at",
                "{seat} ({player})",
                seat=seats[best],
                player=games[0].sitting.table.title(best),
            ),
            margin=abs(totals[0] - totals[1]),
        )
    )


# How it goes on.


def _say_name(screen: Screen, game: Game) -> None:
    """Say where the match is kept, and how to play the same again."""
    setup = game.sitting.table.loaded.setup
    screen.say(msg("seed-is", "To play the same again: --seed {seed}", seed=str(setup.seed)))
    if game.name:
        screen.say(msg("kept-as", "This match is kept as {name}.", name=game.name))


def _say_how_to_go_on(screen: Screen, game: Game) -> None:
    """Say with which command the match goes on from here."""
    if not game.name:
        screen.say(msg("not-kept-at-all", "This match was not kept."))
        return
    screen.say(msg("go-on", "The match is kept, and goes on with:"))
    screen.line(resume_line(screen, game.name))


def _show_token(screen: Screen, engine: Engine, game: Game) -> None:
    """Show what to send to those who are far away, and how it goes on when they have answered."""
    from .post import show_token

    show_token(screen, engine, record_of(game.sitting.table.loaded.setup, game.sitting.match))


def resume_line(screen: Screen, name: str) -> str:
    """Write the command that goes on with the match *name* on this screen."""
    words = ["splitpick", "resume", name]
    if screen.accessible:
        words.append("--accessible")
    if not screen.wants_color:
        words.append("--no-color")
    if choose_language([]).code != screen.language.code:
        words += ["--lang", screen.language.code]
    return shlex.join(words)
