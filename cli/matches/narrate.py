"""A saved match told turn by turn: its head, its sentences and its table."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from ...core.errors import JournalError, RecordError
from ...core.game import CHANCE, Position
from ...core.hooks.engine import Engine
from ...core.matches.entry import Turn, turns
from ...core.matches.exports.facts import facts, title
from ...core.matches.exports.outcome import scoring, tell
from ...core.matches.exports.walk import Happening, Walk, walk
from ...core.matches.exports.words import Words
from ...core.matches.record import Loaded, load_setup
from ...core.matches.setup import HUMAN
from ...core.matches.store import Saved
from ...core.text import Text, msg
from ..screen import Screen
from ..start import begin
from ..terminal.drawing import show_table
from ..wrapping import columns
from .clock import local_time
from .open_store import load_match, tell_resume


def narrator_of(ctx: typer.Context, name: str, accessible: bool) -> Narrator:
    """Return the narrator of the match *name* for a command; raises as `Narrator` does."""
    screen, engine = begin(ctx, accessible=accessible)
    return Narrator(screen, engine, load_match(screen, name))


class Narrator:
    """Tells a saved match.

    If one person plays it here, it shows what that seat may know, otherwise what an onlooker may.
    Raises `PluginsMissing` and `RecordError` for a match that cannot be told.
    """

    def __init__(self, screen: Screen, engine: Engine, saved: Saved) -> None:
        self.screen = screen
        self.saved = saved
        self.loaded = load_setup(engine, saved.record.setup)
        self.presenter = self.loaded.presenter
        self.presenter.spoken = screen.accessible
        players = saved.record.setup.players
        people = [seat for seat, player in enumerate(players) if player == HUMAN]
        self.viewer = people[0] if len(people) == 1 else None
        self.walk = walked(self.loaded, saved)
        self.turns = turns(saved.record.entries)

    def steps(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn*."""
        return self.walk.happenings[turn.start : turn.start + len(turn.entries)]

    def lasting(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn* and was not taken back."""
        return [step for step in self.steps(turn) if not (step.undone or step.entry.takes_back)]

    def tell_head(self) -> None:
        """Say what was played, by whom and when, with the seed only where it spoils nothing."""
        screen, words, record = self.screen, Words(self.screen.language), self.saved.record
        knows_seed = self.walk.over or record.setup.practice
        told = facts(self.loaded, screen.language, words, over=knows_seed)
        rows = [
            (words(msg("fact-name", "Name")), words(self.saved.name)),
            *((fact.label, fact.value) for fact in told),
            (words(msg("fact-touched", "Last played")), local_time(self.saved.touched)),
            (words(msg("turns", "Turns")), str(len(self.turns))),
            (words(msg("fact-entries", "Entries")), str(len(record.entries))),
        ]
        screen.line(screen.bold(words(title(self.presenter))))
        for line in columns([row for row in rows if row[1]], screen.width):
            screen.line(line)

    def tell_turn(self, turn: Turn, steps: Sequence[Happening]) -> None:
        """Tell *steps*, which are those of *turn* or some of them, under its number."""
        number = msg(
            "record-turn",
            "Turn {turn} of {all} in the record",
            turn=turn.number,
            all=len(self.turns),
        )
        self.screen.line(self.screen.bold(self.screen.words(number)))
        told: list[Text] = []
        if turn.seat == CHANCE:
            outcomes = [step.done for step in steps if step.done]
            told += self.presenter.deal(outcomes, steps[-1].after, self.viewer)
        for step in steps:
            if turn.seat != CHANCE:
                told += tell(self.presenter, step, self.viewer)
            told += self._remarks(step)
        while told and told[0] == "":  # the number of the turn stands apart already
            del told[0]
        if not told and turn.seat != CHANCE:
            told.append(msg("decided", "{seat} has decided.", seat=self.presenter.seats[turn.seat]))
        undone = sum(step.undone for step in steps)
        if undone == len(steps):
            told.append(msg("undone-later", "This was taken back later."))
        elif undone:
            told.append(msg("undone-in-part", "Part of this was taken back later."))
        for text in told:
            self.screen.say(text)

    def _remarks(self, step: Happening) -> list[Text]:
        """Return the mark and comment on *step*, unless they could tell the reader a secret."""
        if step.hidden and step.entry.seat != self.viewer:
            return []
        comment = f"{{{step.entry.comment}}}" if step.entry.comment else ""
        remark = f"{step.entry.mark} {comment}".strip()
        return [remark] if remark else []

    def show_table(self, position: Position) -> None:
        """Show the table as it was in *position*."""
        show_table(self.screen, self.presenter, position, self.viewer)

    def tell_end(self) -> None:
        """Account for the result, or say how to continue the match."""
        for text in scoring(self.presenter, self.walk):
            self.screen.say(text)
        if not self.walk.over:
            tell_resume(self.screen, self.saved.name)


def walked(loaded: Loaded, saved: Saved) -> Walk:
    """Go through the match *saved*; raises `RecordError` for an impossible journal."""
    try:
        return walk(loaded, saved.record)
    except JournalError as error:
        raise RecordError(
            msg(
                "entry-impossible",
                'The match {name} is damaged: entry {number}, "{text}": {why}',
                name=saved.name,
                number=error.number + 1,
                text=saved.record.entries[error.number].text,
                why=error.message,
            )
        ) from error
