"""``splitpick rulesets try``: a quick look at the balance of a rule set, with games by bots."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.trial import Trial, try_out
from ..core.players import Greedy
from ..core.text import Both, Message, Text, msg, nmsg
from .counts import count_table
from .exits import FINE
from .screen import printing_aside
from .sit_down import number_wish, read_seats
from .width import columns

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.lab.intervals import Mean
    from ..core.lab.trial import Use
    from ..core.rules.load import Ruleset
    from ..core.scene import Presenter
    from .screen import Screen
    from .wishes import TryWishes

DEFAULT_GAMES = 200
MOST_GAMES = 1_000_000


def try_command(screen: Screen, engine: Engine, name: str, wishes: TryWishes) -> int:
    """Let bots play *name* as *wishes* say, and show who won, how, and what never happened.

    Ctrl-C ends the playing, not the showing.  Raises `UnknownName`, `BadValue`, `RulesetError`.
    """
    screen.playing = name
    ruleset = engine.ruleset_file(name).variant(wishes.variant)
    players = None if wishes.players is None else number_wish(wishes.players)
    with printing_aside():
        game = ruleset.build(ruleset.players[0] if players is None else players)
    seats = [seat for seat, _ in ruleset.seats[: game.players]]
    chosen = read_seats(screen, engine, wishes.seats, seats, bots_only=True)
    bots = [engine.bots[chosen.get(seat, Greedy.id)] for seat in seats]
    games = DEFAULT_GAMES if wishes.games is None else number_of_games(wishes.games)
    seed = 0 if wishes.seed is None else number_wish(wishes.seed)
    last = Trial(game)

    def keep(trial: Trial) -> None:
        nonlocal last
        last = trial
        tell()

    def plugin_of(bot: str) -> str:
        provider = engine.provider("splitpick_bots", bot)
        return provider.told if provider else ""

    with _progress(screen, games) as tell, printing_aside():
        try:
            last = try_out(game, bots, games, seed, keep, plugin_of)
        except KeyboardInterrupt:
            stopped = True
        else:
            stopped = False
    if wishes.as_json:
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(_as_json(last, ruleset, seats, seed, stopped), indent=2))
        return FINE
    if stopped:
        screen.note(msg("try-stopped", "Stopped; this is what was played until then."))
    titles = [bot.title for bot in bots]
    _Report(screen, ruleset, last, ruleset.presenter(game), titles).show()
    return FINE


def number_of_games(wish: str) -> int:
    """Read how many games are wished for; raises `BadValue` for none or far too many."""
    games = number_wish(wish)
    if not 1 <= games <= MOST_GAMES:
        raise BadValue(
            msg(
                "number-of-games",
                "There can be from 1 to {most} games, not {games}.",
                most=MOST_GAMES,
                games=games,
            )
        )
    return games


@contextmanager
def _progress(screen: Screen, games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on the error output where that is a terminal; what is yielded moves it on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    # It is gone when the games are over: what is learnt from them stands alone.
    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    )
    with bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


@dataclass
class _Report:
    """Puts a trial into words, numbers as the reader's language writes them."""

    screen: Screen
    ruleset: Ruleset
    trial: Trial
    presenter: Presenter
    bots: Sequence[Text]

    def show(self) -> None:
        """Show all there is."""
        trial = self.trial
        self.screen.say(
            nmsg(
                "tried",
                "{name}, {variant}: {count} game by bots ({bots}).",
                "{name}, {variant}: {count} games by bots ({bots}).",
                trial.games,
                name=self.ruleset.name,
                variant=self.ruleset.variant_name,
                bots=Both(tuple(self.bots), commas=True),
            )
        )
        if trial.endless:
            self.screen.say(
                nmsg(
                    "tried-endless",
                    "{count} game did not come to an end and was given up.",
                    "{count} games did not come to an end and were given up.",
                    trial.endless,
                )
            )
        if trial.ended:
            self._rows(self._results())
        if trial.games:
            self.screen.line()
            self.screen.say(msg("tried-uses", "What was done, how often in all games:"))
            self._what_was_done()
            self.screen.line()
            self._never()

    # Who won, and how.

    def _results(self) -> list[tuple[str, Text]]:
        trial, say = self.trial, self.screen.words
        rows: list[tuple[str, Text]] = []
        for seat, name in enumerate(self.presenter.seats[: trial.game.players]):
            share = self._share(trial.wins[seat], trial.win_interval(seat))
            rows.append(
                (
                    say(name),
                    msg(
                        "tried-seat",
                        "wins {share}, mean score {mean}",
                        share=share,
                        mean=self._mean(trial.scores[seat]),
                    ),
                )
            )
        facts: list[tuple[Message, Text]] = [
            (
                msg("tried-first", "Whoever begins"),
                msg(
                    "tried-first-wins",
                    "wins {share}",
                    share=self._share(trial.starts_won, trial.start_interval()),
                ),
            ),
            (msg("tried-shared", "Shared wins"), self._number(trial.shared)),
            (msg("tried-margin", "Lead of the winner"), self._mean(trial.margin)),
            (msg("tried-turns", "Turns of a seat"), self._mean(trial.turns)),
            (msg("tried-decisions", "Decisions"), self._mean(trial.decisions)),
        ]
        return rows + [(say(what), value) for what, value in facts]

    def _share(self, part: float, interval: tuple[float, float]) -> Message:
        low, high = interval
        return msg(
            "tried-share",
            "{share} (95%: {low} to {high})",
            share=self._percent(part / self.trial.ended),
            low=self._percent(low),
            high=self._percent(high),
        )

    def _mean(self, mean: Mean) -> Text:
        if mean.count < 2:  # one value says nothing of how far others lie from it
            return self._number(mean.mean, "#,##0.0")
        return msg(
            "tried-mean",
            "{mean} ± {margin} ({least} to {most})",
            mean=self._number(mean.mean, "#,##0.0"),
            margin=self._number(mean.margin, "#,##0.0"),
            least=self._number(mean.least),
            most=self._number(mean.most),
        )

    def _percent(self, share: float) -> str:
        from babel.numbers import format_percent  # CLDR's data is slow to load

        return format_percent(round(share, 3), locale=self._locale, decimal_quantization=False)

    def _number(self, value: float, form: str | None = None) -> str:
        from babel.numbers import format_decimal

        return format_decimal(value, form, self._locale)

    @property
    def _locale(self) -> str:
        return self.screen.language.locale

    # What was done.

    def _what_was_done(self) -> None:
        """Show what the cards were used for: a column for each use where there is room."""
        cards = self._cards()
        named = [card for card in cards if card]
        table = self._table_of_uses(named)
        if table is None:
            self._rows([(self._label(card), self._uses(card)) for card in cards])
            return
        for line in table:
            self.screen.line(line)
        if "" in cards:
            self._rows([(self._label(""), self._uses(""))])

    def _table_of_uses(self, cards: Sequence[str]) -> list[str] | None:
        """Lay out how often *cards* were used for what; ``None`` if there is no room for it."""
        trial = self.trial
        times: Counter[str] = Counter()
        for (card, kind), count in trial.uses.items():
            if card:
                times[kind] += count
        kinds = [kind for kind, _ in times.most_common()]
        if not kinds:
            return None
        heads: list[Text] = [self.presenter.kind_name(kind) for kind in kinds]
        rows = [(self._label(card), [self._cell(card, kind) for kind in kinds]) for card in cards]
        if trial.came:
            heads.append(msg("tried-came-head", "came"))
            for card, (_, cells) in zip(cards, rows, strict=True):
                cells.append(self._number(trial.came[card]) if card in trial.came else "–")
        return count_table(rows, [*map(self.screen.words, heads)], self.screen.width)

    def _cell(self, card: str, kind: str) -> str:
        """Write how often *card* was used like that, or a dash where it never could be."""
        use = (card, kind)
        possible = use in self.trial.uses or use in self.trial.offered
        return self._number(self.trial.uses[use]) if possible else "–"

    def _cards(self) -> list[str]:
        """List all cards there were, in the order of the deck where the game has one."""
        trial = self.trial
        known = {card for card, _ in [*trial.uses, *trial.offered]} | trial.awaited | {*trial.came}
        deck = [code for code in getattr(trial.game, "codes", ()) if code in known]
        return [*deck, *sorted(known - {*deck, ""}), *([""] if "" in known else [])]

    def _label(self, card: str) -> str:
        if not card:
            return self.screen.words(msg("tried-without-card", "without a card"))
        named = self.screen.words(self.presenter.card_name(card))
        return card if named == card else f"{card}  {named}"

    def _uses(self, card: str) -> Text:
        """Tell what *card* was used for, the commonest first."""
        told: list[Text] = [
            msg(
                "tried-use",
                "{what} {times}",
                what=self.presenter.kind_name(kind),
                times=self._number(count),
            )
            for (used, kind), count in self.trial.uses.most_common()
            if used == card
        ]
        if card in self.trial.came:
            told.append(
                msg("tried-came", "came up {times}", times=self._number(self.trial.came[card]))
            )
        return self.screen.language.say(Both(tuple(told), commas=True)) if told else "–"

    def _never(self) -> None:
        trial = self.trial
        missing = trial.never_came()
        if missing:
            cards = Both(tuple(self._label(card) for card in missing))
            self.screen.say(msg("tried-never-came", "Never came: {cards}.", cards=cards))
        never = trial.never_used()
        if never:
            told = Both(tuple(self._use(use) for use in never), commas=True)
            self.screen.say(
                msg("tried-never", "Never done, though it could have been: {what}.", what=told)
            )
        if not never and not missing:
            self.screen.say(msg("tried-all", "Everything that could happen did, at least once."))

    def _use(self, use: Use) -> Text:
        card, kind = use
        what = self.presenter.kind_name(kind)
        return msg("tried-never-use", "{card} {what}", card=card, what=what) if card else what

    def _rows(self, rows: Sequence[tuple[str, Text]]) -> None:
        told = [(label, self.screen.words(text)) for label, text in rows]
        for line in columns(told, self.screen.width):
            self.screen.line(line)


def _as_json(
    trial: Trial, ruleset: Ruleset, seats: Sequence[str], seed: int, stopped: bool
) -> dict[str, object]:
    def told(mean: Mean) -> dict[str, float]:
        return {
            "mean": round(mean.mean, 4),
            "margin": round(mean.margin, 4),
            "least": mean.least,
            "most": mean.most,
        }

    def share(wins: float, interval: tuple[float, float]) -> dict[str, object]:
        return {"wins": round(wins, 4), "interval": [round(end, 4) for end in interval]}

    def use(card: str, kind: str) -> dict[str, object]:
        return {"card": card or None, "kind": kind}

    return {
        "ruleset": ruleset.id,
        "variant": ruleset.variant_id,
        "hash": ruleset.hash,
        "seed": seed,
        "games": trial.games,
        "stopped": stopped,
        "endless": trial.endless,
        "shared": trial.shared,
        "first": share(trial.starts_won, trial.start_interval()),
        "seats": [
            {
                "seat": seat,
                **share(trial.wins[number], trial.win_interval(number)),
                "score": told(trial.scores[number]),
            }
            for number, seat in enumerate(seats)
        ],
        "margin": told(trial.margin),
        "turns": told(trial.turns),
        "decisions": told(trial.decisions),
        "came": dict(sorted(trial.came.items())),
        "uses": [
            {**use(*key), "count": trial.uses[key], "offered": trial.offered[key]}
            for key in sorted(trial.offered)
        ],
        "never_came": trial.never_came(),
        "never_used": [use(*key) for key in trial.never_used()],
    }
