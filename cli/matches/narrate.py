"""A match that was kept, told turn by turn: its head, its sentences and its table."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import JournalError, RecordError
from ...core.game import CHANCE, Position
from ...core.hooks.engine import Engine
from ...core.matches.entry import Turn, turns
from ...core.matches.exports.ending import forfeit, scoring
from ...core.matches.exports.facts import facts, title
from ...core.matches.exports.walk import Happening, Walk, walk
from ...core.matches.exports.words import Words
from ...core.matches.record import Loaded, load_setup
from ...core.matches.setup import HUMAN
from ...core.matches.store import Saved
from ...core.text import Text, msg, nmsg
from ..screen import Screen
from ..terminal.table_view import show_table
from ..wrapping import columns
from .clock import local_time
from .open_store import tell_resume


class Narrator:
    """Tells the match *saved* at *screen*.

    The only person who plays it here is shown what that seat may know; if several do, or nobody,
    it is what an onlooker may know.  Raises `PluginsMissing` and `RecordError` where it cannot be
    told.
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
        """The seat it is told to; ``None`` for an onlooker."""
        self.walk = walked(self.loaded, saved)
        self.turns = turns(saved.record.entries)

    def steps(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn*."""
        return self.walk.happenings[turn.start : turn.start + len(turn.entries)]

    def lasting(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn* and was not taken back."""
        return [step for step in self.steps(turn) if not (step.undone or step.entry.takes_back)]

    def tell_head(self) -> None:
        """Say what was played, by whom and when.

        The seed, from which all cards follow, is only told where that spoils nothing.
        """
        screen, words = self.screen, Words(self.screen.language)
        record = self.saved.record
        knows_seed = self.walk.over or record.setup.practice
        rows = [(words(msg("fact-name", "Name")), words(self.saved.name))]
        rows += [
            (fact.label, fact.value)
            for fact in facts(self.loaded, screen.language, words, over=knows_seed)
        ]
        if touched := local_time(self.saved.touched):
            rows.append((words(msg("fact-touched", "Last played")), touched))
        rows.append((words(msg("fact-turns", "Turns")), str(len(self.turns))))
        rows.append((words(msg("fact-entries", "Entries")), str(len(record.entries))))
        screen.line(screen.paint(words(title(self.presenter)), strong=True))
        for line in columns(rows, screen.width):
            screen.line(line)

    def tell_turn(self, turn: Turn, steps: Sequence[Happening]) -> None:
        """Say which turn comes now, and tell *steps*, those of *turn* or some of them."""
        number = msg(
            "record-turn",
            "Turn {turn} of {all} in the record",
            turn=turn.number,
            all=len(self.turns),
        )
        self.screen.line(self.screen.paint(self.screen.words(number), strong=True))
        told: list[Text] = []
        if turn.seat == CHANCE:
            outcomes = [step.done for step in steps if step.done]
            told += self.presenter.deal(outcomes, steps[-1].after, self.viewer)
            told += [remark for step in steps for remark in self._remarks(step)]
        else:
            for step in steps:
                told += [*self._told(step), *self._remarks(step)]
        while told and told[0] == "":  # the number of the turn stands apart already
            del told[0]
        if not told and turn.seat != CHANCE:
            told.append(msg("decided", "{seat} has decided.", seat=self.presenter.seats[turn.seat]))
        for text in told:
            self.screen.say(text)
        undone = sum(step.undone for step in steps)
        if undone == len(steps):
            self.screen.say(msg("undone-later", "This was taken back later."))
        elif undone:
            self.screen.say(msg("undone-in-part", "Part of this was taken back later."))

    def _told(self, step: Happening) -> Sequence[Text]:
        entry = step.entry
        if entry.takes_back:
            return [
                nmsg(
                    "takes-back",
                    "{seat} takes {count} action back.",
                    "{seat} takes {count} actions back.",
                    entry.takes_back,
                    seat=self.presenter.seats[entry.seat],
                )
            ]
        if entry.forfeits:
            return [forfeit(self.presenter, entry)]
        return self.presenter.tell(step.before, step.action, step.after, self.viewer)

    def _remarks(self, step: Happening) -> list[Text]:
        """Return the mark and comment on *step*, as a record writes them.

        Those on something hidden from the reader stay hidden: they could tell what it was.
        """
        if step.hidden and step.entry.seat != self.viewer:
            return []
        comment = f"{{{step.entry.comment}}}" if step.entry.comment else ""
        remark = f"{step.entry.mark} {comment}".strip()
        return [remark] if remark else []

    def show_table(self, position: Position | None = None) -> None:
        """Show the table as it was in *position*, by default as it is now."""
        shown = self.walk.position if position is None else position
        show_table(self.screen, self.presenter, shown, self.viewer)

    def tell_end(self) -> None:
        """Account for the result, or say how a match under way goes on."""
        if self.walk.over:
            for text in scoring(self.presenter, self.walk):
                self.screen.say(text)
        else:
            tell_resume(self.screen, self.saved.name)


def walked(loaded: Loaded, saved: Saved) -> Walk:
    """Go through the match *saved*; raises `RecordError` for an impossible journal."""
    try:
        return walk(loaded, saved.record)
    except JournalError as error:
        raise RecordError(
            msg(
                "match-damaged",
                'The match {name} is damaged: entry {number}, "{text}": {why}',
                name=saved.name,
                number=error.number + 1,
                text=saved.record.entries[error.number].text,
                why=error.message,
            )
        ) from error
