"""`check_game`: the contract of `core/game.py`, at every position of games played by lot."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ..errors import NotationError
from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..matches.match import Match
from ..matches.records.record_text import is_writable
from ..splitting.position import SplitPosition
from ..text import msg
from .failure import CheckFailed, Wrong, calling, require, wrong

MOST_ACTIONS = 20_000
"""A game that is not over by then never ends."""

MOST_CHECKED = 400
"""At how many positions of one game everything is looked at; beyond, only that the game goes on."""

PROBES = 3_000
"""How many positions are looked at to find shorter actions that show the same fault."""

NONSENSE = ("", " ", "hello", "+", "?", "@", "9" * 50, "\x00", "ÄÖÜ / ß", "pick", "a b c d e f g")
"""What no game reads; each must be refused with a code."""

Check = Callable[[Game, Position, Random], None]


def check_game(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Play *games* games of *game* by lot and check the contract at every position.

    A game ends; whoever is to act can do something, nothing twice and in stable order; every action
    is written and read back as itself; a copy is equal and shares nothing; looking changes nothing;
    the same seed is the same game whatever the global generator does; a view holds nothing that its
    seat must not know, and `resample` gives what its seat cannot tell from the real position; in a
    split-and-choose game each card is somewhere exactly once; nonsense is refused with a code.
    Raises `CheckFailed`.
    """
    for number in range(games):
        play_and_check(game, CHECKS, seed + number)
    _same_seed_same_game(game, seed)


def play_and_check(game: Game, checks: Sequence[Check], seed: int) -> Position:
    """Play a game by lot and do *checks* at its positions; return its end."""
    actions: list[str] = []
    by: Check | None = None
    try:
        for position, said in _walk(game, seed):
            actions += said
            if position is None:
                continue
            end = position
            if len(actions) < MOST_CHECKED:
                for check in checks:
                    by = check
                    check(game, position, Random(seed * 1000 + len(actions)))
                by = None
    except Wrong as found:
        short, at = _shortest(game, by, seed, actions, found)
        raise CheckFailed(found.message, _title(game), at, short) from found.__cause__
    return end


def _title(game: Game) -> str:
    return f"{game.id}/{game.variant} ({game.players})"


def _walk(game: Game, seed: int) -> Iterator[tuple[Position | None, list[str]]]:
    """Go through the positions of a game by lot, each with what was done since the last."""
    rng = Random(seed)
    with calling("new_position()"):
        position = game.new_position(seed % game.players)
    yield position, []
    for _ in range(MOST_ACTIONS):
        actions = acting(game, position)
        if not actions:
            return
        if position.to_act() == CHANCE:
            action = draw_outcome(position.chance_outcomes(), rng.random())
        else:
            action = actions[int(rng.random() * len(actions))]
        with calling("notation()"):
            said = position.notation(action)
        # Told first, so that an action which raises stands at the end of the list.
        yield None, [said]
        with calling("apply()"):
            position.apply(action)
        yield position, []
    wrong(msg("check-endless", "The game is not over after {count} actions.", count=MOST_ACTIONS))


def acting(game: Game, position: Position) -> list[int]:
    """List what can be done, by a seat or by chance; nothing once the game is over."""
    with calling("to_act()"):
        seat = position.to_act()
    if seat == OVER:
        return []
    require(
        seat == CHANCE or 0 <= seat < game.players,
        msg("check-seat", "to_act() says {seat}, which is no seat.", seat=str(seat)),
    )
    if seat == CHANCE:
        with calling("chance_outcomes()"):
            outcomes = position.chance_outcomes()
        require(bool(outcomes), msg("check-no-outcomes", "Chance is to act and has no outcomes."))
        require(
            all(weight > 0 for _, weight in outcomes),
            msg("check-weight", "An outcome of chance has no positive weight."),
        )
        return [action for action, _ in outcomes]
    with calling("legal_actions()"):
        actions = position.legal_actions()
    require(bool(actions), msg("check-no-actions", "A seat is to act and can do nothing."))
    return actions


def _shortest(
    game: Game, by: Check | None, seed: int, actions: list[str], found: Wrong
) -> tuple[list[str], int]:
    """Look for fewer actions that lead to the same fault; return them and their seed.

    *by* is the check that has found it, ``None`` where playing on did.
    """
    best, at = actions, seed
    left = PROBES
    for other in range(seed + 1, seed + 1 + PROBES):
        if left <= 0 or not best:
            break
        said: list[str] = []
        try:
            for position, more in _walk(game, other):
                said += more
                left -= 1
                if len(said) >= len(best) or left <= 0:
                    break
                if position is not None and by is not None:
                    by(game, position, Random(other * 1000 + len(said)))
        except Wrong as again:
            if again.message.code == found.message.code and len(said) < len(best):
                best, at = said, other
    return best, at


# What is checked at every position.


def views(game: Game, position: Position) -> list[str]:
    """Write down what an onlooker and each seat may know."""
    written = []
    for seat in (None, *range(game.players)):
        with calling("view()"):
            view = position.view(seat)
        try:
            written.append(json.dumps(view, sort_keys=True, allow_nan=False))
        except (TypeError, ValueError) as error:
            wrong(
                msg("check-view-json", "A view is not made of plain values: {why}", why=str(error))
            )
    return written


def check_actions(game: Game, position: Position, rng: Random) -> None:
    """Nothing is there twice, and asking again gives the same in the same order."""
    actions = acting(game, position)
    require(
        len(set(actions)) == len(actions),
        msg("check-action-twice", "The same action is offered twice."),
    )
    require(
        all(type(action) is int for action in actions),
        msg("check-action-int", "An action is not an int."),
    )
    require(
        acting(game, position) == actions,
        msg("check-order", "The actions come in another order when they are asked for again."),
    )
    seat = position.to_act()
    other = position.legal_actions() if seat == CHANCE else position.chance_outcomes()
    if seat != OVER:
        require(
            not other,
            msg("check-two-lists", "Chance and a seat both have something to do."),
        )


def check_notation(game: Game, position: Position, rng: Random) -> None:
    """Every action is written in ASCII, unlike any other, and read back as itself."""
    written: dict[str, int] = {}
    for action in acting(game, position):
        with calling("notation()"):
            text = position.notation(action)
        require(
            text.isascii() and text == " ".join(text.split()) and text.isprintable() and text != "",
            lambda text=text: msg(  # type: ignore[misc]
                "check-notation-ascii",
                'The notation "{text}" is not plain ASCII with single blanks.',
                text=text,
            ),
        )
        require(
            is_writable(text),
            lambda text=text: msg(  # type: ignore[misc]
                "check-notation-reserved",
                'The notation "{text}" cannot stand in a record; core/matches/README.md says '
                "what can.",
                text=text,
            ),
        )
        require(
            text not in written,
            lambda text=text: msg(  # type: ignore[misc]
                "check-notation-twice", 'Two actions are written "{text}".', text=text
            ),
        )
        written[text] = action
    for text, action in written.items():
        for typed in (text, f"  {text.lower()} "):
            try:
                with calling("parse()"):
                    read = position.parse(typed)
            except Wrong as refused:
                cause = refused.__cause__
                if isinstance(cause, NotationError):
                    wrong(
                        msg(
                            "check-notation-refused",
                            '"{text}" is what notation() writes, and parse() refuses it: {why}',
                            text=typed,
                            why=cause.message,
                        )
                    )
                raise
            require(
                read == action,
                lambda text=text: msg(  # type: ignore[misc]
                    "check-notation-other", '"{text}" is read as another action.', text=text
                ),
            )
        with calling("describe()"):
            told = position.describe(action)
        require(
            (told.seat, told.notation) == (position.to_act(), text),
            lambda text=text: msg(  # type: ignore[misc]
                "check-describe",
                'describe() tells another seat or notation of "{text}".',
                text=text,
            ),
        )


def check_copy(game: Game, position: Position, rng: Random) -> None:
    """A copy is equal, and neither can change the other."""
    before = views(game, position)
    actions = acting(game, position)
    with calling("copy()"):
        twin = position.copy()
    require(
        views(game, twin) == before and acting(game, twin) == actions,
        msg("check-copy-unequal", "A copy is not equal to its original."),
    )
    if not actions:
        return
    action = actions[int(rng.random() * len(actions))]
    with calling("apply()"):
        twin.apply(action)
    require(
        views(game, position) == before and acting(game, position) == actions,
        msg("check-copy-shares", "What is done in a copy changes its original."),
    )
    after = views(game, twin)
    third = position.copy()
    with calling("apply()"):
        third.apply(action)
    require(
        views(game, third) == after,
        msg("check-apply-unstable", "The same action does not always lead to the same position."),
    )


def check_looking(game: Game, position: Position, rng: Random) -> None:
    """Asking for anything changes nothing."""
    before = views(game, position)
    for action in acting(game, position):
        with calling("notation()"):
            position.notation(action)
        with calling("describe()"):
            position.describe(action)
    with calling("scores()"):
        scores = position.scores()
    require(
        len(scores) == game.players and all(type(score) is int for score in scores),
        msg("check-scores", "scores() is not one int for each seat."),
    )
    require(
        views(game, position) == before and position.scores() == scores,
        msg("check-looking", "Looking at a position changes it."),
    )


def check_secrets(game: Game, position: Position, rng: Random) -> None:
    """Whatever is dealt anew of what a seat cannot know, it sees the same and may do the same."""
    before = views(game, position)
    for seat in range(game.players):
        random.seed(0)
        state = random.getstate()
        with calling("resample()"):
            other = position.resample(seat, rng)
        require(
            random.getstate() == state,
            msg("check-global-chance", "resample() uses the global random generator."),
        )
        seen = views(game, other)
        require(
            seen[seat + 1] == before[seat + 1],
            msg(
                "check-leak",
                "The view of seat {seat} tells what it must not know, or resample() changes what "
                "it knows.",
                seat=seat,
            ),
        )
        require(
            seen[0] == before[0],
            msg("check-leak-onlooker", "An onlooker's view tells what seat {seat} must not know.",
                seat=seat),
        )  # fmt: skip
        require(
            other.to_act() == position.to_act()
            and (position.to_act() != seat or acting(game, other) == acting(game, position)),
            msg("check-resample", "resample() changes what seat {seat} may do.", seat=seat),
        )
        require(
            views(game, position) == before,
            msg("check-resample-changes", "resample() changes the position itself."),
        )


def check_refusals(game: Game, position: Position, rng: Random) -> None:
    """Nonsense is refused with a code and words."""
    for text in NONSENSE:
        try:
            with calling("parse()"):
                position.parse(text)
        except Wrong as refused:
            cause = refused.__cause__
            if isinstance(cause, NotationError) and cause.code and cause.message.text:
                continue
            wrong(
                msg(
                    "check-refusal",
                    'parse("{text}") raises {error} instead of a NotationError with a code.',
                    text=ascii(text)[1:-1],
                    error=repr(cause),
                )
            )
        wrong(msg("check-nonsense", 'parse("{text}") takes nonsense.', text=ascii(text)[1:-1]))


def check_cards(game: Game, position: Position, rng: Random) -> None:
    """In a split-and-choose game each card of the deck is somewhere, exactly once."""
    if not isinstance(position, SplitPosition):
        return
    found = [*position.drawn]
    for cards in (*position.sets, *position.hands):
        found += cards
    with calling("cards()"):
        found += position.table.cards()
    for card, count in enumerate(position.game.counts):
        have = position.pool[card] + found.count(card)
        require(
            have == count,
            lambda card=card, count=count, have=have: msg(  # type: ignore[misc]
                "check-cards",
                "There are {have} cards {code} where the deck has {count}.",
                have=have,
                code=position.game.codes[card],
                count=count,
            ),
        )


def check_end(game: Game, position: Position, rng: Random) -> None:
    """Once a game is over somebody has won, and nobody can do anything."""
    if position.to_act() != OVER:
        return
    with calling("winners()"):
        winners = position.winners()
    require(
        bool(winners)
        and sorted(set(winners)) == winners
        and all(0 <= seat < game.players for seat in winners),
        msg("check-winners", "winners() does not name seats in order, each once."),
    )
    require(
        not position.legal_actions() and not position.chance_outcomes(),
        msg("check-over", "The game is over and something can still be done."),
    )


CHECKS: Sequence[Check] = (
    check_end,
    check_looking,  # before others look
    check_actions,
    check_notation,
    check_copy,
    check_secrets,
    check_refusals,
    check_cards,
)


def _same_seed_same_game(game: Game, seed: int) -> None:
    """Play one seed twice, with noise on the global generator."""
    journals: list[list[str]] = []
    for noise in (0, 1):
        random.seed(noise)
        rng = Random(seed)
        match = Match(game, seed, seed % game.players)
        while not match.over and len(match.actions) < MOST_ACTIONS:
            random.random()
            actions = match.position.legal_actions()
            match.apply(actions[int(rng.random() * len(actions))])
        journals.append(match.journal)
    if journals[0] != journals[1]:
        same = next(
            number
            for number, pair in enumerate(zip(journals[0], journals[1], strict=False))
            if pair[0] != pair[1]
        )
        raise CheckFailed(
            msg("check-chance", "The same seed is not the same game."),
            _title(game),
            seed,
            journals[0][: same + 1],
        )
