"""``splitpick play`` and ``splitpick resume``: matches at this keyboard, kept as they go."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue, PluginError, RecordError, StoreError
from ...core.matches.daily import is_deal
from ...core.matches.record import load_setup, record_of, reseated
from ...core.matches.setup import HUMAN, POST, new_uid
from ...core.matches.store import now
from ...core.text import msg
from .. import exits, options
from ..language import choose_language
from ..localized_typer import command
from ..matches.open_store import open_store
from ..start import start_engine
from ..wishes import PlayWishes
from .game_loop import Far, Sitting
from .match_players import Quit, Table
from .new_match import read_seats, sit_down

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.setup import Setup
    from ...core.matches.store import Saved, Store
    from ..screen import Screen


@dataclass
class Game:
    """A match at this keyboard, and the name it is kept under; empty where it is not."""

    sitting: Sitting
    name: str = ""
    kept: int = 0
    """How many entries are kept under that name already."""

    @property
    def setup(self) -> Setup:
        """What was settled before the match."""
        return self.sitting.table.loaded.setup

    def keep_in(self, store: Store) -> None:
        """Keep the match in *store* from now on, each action before it counts."""
        match = self.sitting.match
        match.clock = now
        if not self.name:
            began = now()
            match.entries[:] = [replace(entry, at=entry.at or began) for entry in match.entries]
            self.name = store.create(record_of(self.setup, match))
            self.kept = len(match.entries)
        match.keep = store.keep(self.name)
        if len(match.entries) > self.kept:
            # It had stopped where chance was to act, as a record may; chance has acted since.
            match.keep(self.kept, match.entries[self.kept :], match.result)
            self.kept = len(match.entries)


@command(
    "splitpick play",
    "splitpick play jolly-roger --variant advanced --seat jolly=human --seat roger=greedy",
    "splitpick play --seat jolly=greedy --seat roger=greedy --seed 7",
)
def play(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    seats: options.Seats = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            metavar="SEAT|lot",
            help='The seat that begins; "lot" draws it by lot.',
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="NUMBER", help="The seed: the same number deals the same cards."
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", metavar="NUMBER", help="How many play, where the game leaves that open."
        ),
    ] = None,
    ruleset_options: options.RulesetOptions = None,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves",
            metavar="TEXT",
            help="Play these moves first, in the notation of the game, separated by semicolons.",
        ),
    ] = None,
    practice: Annotated[
        bool,
        typer.Option("--practice", help="A match for practice: everything may be taken back."),
    ] = False,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate",
            help="Two games on the same deal with the seats swapped; both results are added up.",
        ),
    ] = False,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
) -> int:
    """Play a game in this terminal, against a program or against somebody at the same keyboard.

    Without arguments it asks for what a game needs.
    """
    screen: Screen = ctx.obj
    screen.accessible = accessible
    wishes = PlayWishes(
        variant,
        tuple(seats or ()),
        first,
        seed,
        players,
        tuple(ruleset_options or ()),
        moves,
        practice,
        duplicate,
        keep=not no_save,
    )
    return play_command(screen, start_engine(screen), ruleset, wishes)


@command()
def resume(
    ctx: typer.Context,
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH", help="The name of a match; by default the last that was played."
        ),
    ] = None,
    seats: options.Seats = None,
    accessible: options.Accessible = False,
) -> int:
    """Continue a match that was kept, from where it stood."""
    screen: Screen = ctx.obj
    screen.accessible = accessible
    return resume_command(screen, start_engine(screen), match, seats or ())


def play_command(screen: Screen, engine: Engine, ruleset: str | None, wishes: PlayWishes) -> int:
    """Play a game as *wishes* say and ask for what a newcomer must decide; return the exit code.

    End of input and the word "quit" end it with 0, Ctrl-C with 130, each after saying how to go on.
    """
    try:
        setup, rules = sit_down(screen, engine, ruleset, wishes)
    except (EOFError, Quit) as end:
        if isinstance(end, EOFError):
            screen.line()
        screen.say(msg("no-game-begun", "No game was begun."))
        return exits.FINE
    setups = _swapped(setup) if wishes.duplicate else [setup]
    with ExitStack() as stack:
        logs = None if wishes.keep else stack.enter_context(_passing_logs())
        tables = [Table.of(engine, load_setup(engine, one, rules), logs) for one in setups]
        games = [Game(Sitting(screen, table, table.loaded.match())) for table in tables]
        games[0].sitting.replay(wishes.moves or "")
        tell_seed = _may_tell_seed(setup, wishes)
        return play_new(screen, engine, games, keep=wishes.keep, tell_seed=tell_seed)


def play_new(
    screen: Screen, engine: Engine, games: Sequence[Game], *, keep: bool, tell_seed: bool = False
) -> int:
    """Play *games* that begin now, and *keep* them from the beginning; return the exit code."""
    with ExitStack() as stack:
        if keep:
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
        return _play(screen, engine, games, tell_seed=tell_seed)


def resume_command(
    screen: Screen, engine: Engine, name: str | None, seats: Sequence[str] = ()
) -> int:
    """Go on with the match *name*, or with the one that was last played and is not over.

    *seats* are ``seat=player`` wishes that change who plays.  Ends as `play_command` does; raises
    `UnknownName`, `StoreError`, `PluginsMissing` and `RecordError` for a match that is not to be
    had.
    """
    with open_store(screen) as store:
        asked = store.load(name or _newest(store))
        players = _reseated(screen, engine, asked.record.setup, seats)
        games = [_take_up(screen, engine, asked, players)]
        partner = _partner(store, asked)
        if partner is not None:
            swapped = tuple(reversed(players)) if seats else partner.record.setup.players
            games.append(_take_up(screen, engine, partner, swapped))
            games.sort(key=lambda game: game.setup.leg)
        for game in games:
            if seats:
                store.seat(game.name, game.setup.players)
            game.keep_in(store)
        return _play(screen, engine, games)


def _newest(store: Store) -> str | None:
    """Return the match in which something was last done, one that can go on if there is any."""
    return next((match.name for match in store.list() if match.result is None), None)


def _reseated(
    screen: Screen, engine: Engine, setup: Setup, seats: Sequence[str]
) -> tuple[str, ...]:
    """Return who plays, with the ``seat=player`` wishes *seats* fulfilled."""
    chosen = read_seats(screen, engine, seats, list(setup.seats))
    return tuple(
        chosen.get(seat, player) for seat, player in zip(setup.seats, setup.players, strict=True)
    )


def _partner(store: Store, saved: Saved) -> Saved | None:
    """Find the other game of a duplicate; what only says that it is one is none."""
    own = saved.record.setup
    name = store.find(own.partner)
    if name is None or name == saved.name or own.leg not in (1, 2):
        return None
    partner = store.load(name)
    other = partner.record.setup
    same = (own.hash, own.seed, own.first) == (other.hash, other.seed, other.first)
    return partner if same and other.partner == own.uid and own.leg + other.leg == 3 else None


def _take_up(screen: Screen, engine: Engine, saved: Saved, players: tuple[str, ...]) -> Game:
    """Sit down again at a match that was kept, with *players*."""
    screen.playing = saved.record.setup.ruleset
    loaded = load_setup(engine, reseated(engine, saved.record.setup, players))
    table = Table.of(engine, loaded)
    try:
        match = loaded.match(saved.record.entries)
    except (RecordError, PluginError) as error:
        kind = PluginError if isinstance(error, PluginError) else RecordError
        raise kind(
            msg(
                "match-unplayable",
                "The match {name} cannot be played on: {why}",
                name=saved.name,
                why=error.message,
            )
        ) from error
    return Game(Sitting(screen, table, match), saved.name, len(saved.record.entries))


def _play(screen: Screen, engine: Engine, games: Sequence[Game], *, tell_seed: bool = False) -> int:
    """Play *games*, one or the two of a duplicate, from where they are to the end."""
    open_games = [game for game in games if not game.sitting.match.over]
    for game in open_games or games[-1:]:
        sitting = game.sitting
        if len(games) > 1:
            leg = game.setup.leg
            screen.say(msg("duplicate-leg", "Game {number} of two on the same deal.", number=leg))
        sitting.welcome()
        if tell_seed:
            seed = str(game.setup.seed)
            screen.say(msg("seed-is", "To play the same again: --seed {seed}", seed=seed))
        if game.name:
            screen.say(msg("kept-as", "This match is kept as {name}.", name=game.name))
        if sitting.match.over:
            sitting.account()
            continue
        sitting.recall()
        try:
            sitting.play()
        except (EOFError, KeyboardInterrupt, Quit) as end:
            if not isinstance(end, Quit):
                screen.line()  # the cursor stands behind the prompt
            sitting.leave()
            _say_how_to_go_on(screen, game)
            if isinstance(end, KeyboardInterrupt):
                raise
            return exits.FINE
        except Far:
            _show_token(screen, engine, game)
            return exits.FINE
        if POST in game.setup.players:
            _show_token(screen, engine, game)  # nobody else knows yet how it has ended
    if len(games) > 1:
        _add_up(screen, games)
    if is_deal(games[0].setup):
        from .daily_command import tell_daily

        tell_daily(screen, engine, games[0])
    return exits.FINE


# Two games on the same deal.


def _swapped(setup: Setup) -> list[Setup]:
    """Make the two games of a duplicate: the same deal, the players' seats swapped."""
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
    players = tuple(reversed(setup.players))
    return [
        replace(setup, leg=1, partner=other),
        replace(setup, leg=2, partner=setup.uid, uid=other, players=players),
    ]


def _add_up(screen: Screen, games: Sequence[Game]) -> None:
    """Add up what each player has won in both games, and say who has won the duplicate.

    Whoever has given up more of the games has lost: nobody shall stop where he leads.
    """
    results = [game.sitting.match.result for game in games]
    table = games[0].sitting.table
    names = [
        msg("player-at", "{seat} ({player})", seat=seat, player=table.title(player))
        for player, seat in enumerate(games[0].sitting.presenter.seats)
    ]
    totals, forfeits = [0, 0], [0, 0]
    for player in (0, 1):
        scores = []
        for leg, result in enumerate(results):
            assert result is not None
            seat = player if leg == 0 else 1 - player
            scores.append(result.scores[seat])
            forfeits[player] += result.forfeited == seat
        totals[player] = sum(scores)
        screen.say(
            msg(
                "duplicate-sum",
                "{player} ({seat} in the first game): {first} + {second} = {sum}",
                player=table.title(player),
                seat=games[0].sitting.presenter.seats[player],
                first=scores[0],
                second=scores[1],
                sum=totals[player],
            )
        )
    if forfeits[0] != forfeits[1]:
        winner = names[forfeits.index(min(forfeits))]
        screen.say(
            msg("duplicate-forfeit", "Both together the win goes to {player}, who gave up less.",
                player=winner)
        )  # fmt: skip
    elif totals[0] == totals[1]:
        screen.say(msg("duplicate-tie", "Both together it is a tie."))
    else:
        screen.say(
            msg(
                "duplicate-wins",
                "Both together {player} wins by {margin}.",
                player=names[totals.index(max(totals))],
                margin=abs(totals[0] - totals[1]),
            )
        )


@contextmanager
def _passing_logs() -> Iterator[Path]:
    """Give programs a folder for their logs that is gone in the end, unless it is of use."""
    folder = Path(mkdtemp(prefix="splitpick-"))
    try:
        yield folder
    finally:
        if not any(folder.iterdir()):
            folder.rmdir()


# How it goes on.


def _may_tell_seed(setup: Setup, wishes: PlayWishes) -> bool:
    """Say whether the seed may be shown, which tells all that chance will bring."""
    if POST in setup.players:
        return setup.practice
    return wishes.seed is not None or setup.practice or HUMAN not in setup.players


def _say_how_to_go_on(screen: Screen, game: Game) -> None:
    """Say with which command the match goes on from here."""
    if not game.name:
        screen.say(msg("not-kept-at-all", "This match was not kept."))
        return
    screen.say(msg("go-on", "The match is kept, and goes on with:"))
    screen.line(resume_line(screen, game.name))


def _show_token(screen: Screen, engine: Engine, game: Game) -> None:
    """Show what to send to those who are far away, and how it goes on when they have answered."""
    from .post_command import show_token

    show_token(screen, engine, record_of(game.setup, game.sitting.match))


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
