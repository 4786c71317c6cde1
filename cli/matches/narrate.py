"""A match that was kept, told turn by turn: with its head, its sentences and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.errors import JournalError, RecordError
from ...core.game import CHANCE, Position
from ...core.matches.entry import Turn, turns
from ...core.matches.exports.ending import forfeit, scoring
from ...core.matches.exports.facts import facts, title
from ...core.matches.exports.walk import Happening, Walk, walk
from ...core.matches.exports.words import Words
from ...core.matches.record import load_setup
from ...core.matches.setup import HUMAN
from ...core.text import Message, Text, msg, nmsg
from ..wrapping import columns
from .clock import local_time

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.record import Loaded
    from ...core.matches.store import Saved
    from ..screen import Screen


class Tale:
    """The match *saved*, as it is told at *screen*.

    The one person who plays it here is shown what that seat may know; where several do, or nobody,
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

    @property
    def position(self) -> Position:
        """The position now; not to be changed."""
        return self.walk.position

    def steps(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn*."""
        return self.walk.happenings[turn.start : turn.start + len(turn.entries)]

    def tell_head(self) -> None:
        """Say what was played by whom and when.

        The seed tells what chance will bring, so it is kept back while that would spoil the match.
        """
        setup = self.loaded.setup
        screen, words = self.screen, Words(self.screen.language)
        knows_seed = self.walk.over or setup.practice
        rows = [(words(msg("fact-name", "Name")), words(self.saved.name))]
        rows += [
            (fact.label, fact.value)
            for fact in facts(self.loaded, screen.language, words, over=knows_seed)
        ]
        touched: list[tuple[Message, str]] = [
            (msg("fact-touched", "Last played"), local_time(self.saved.touched)),
            (msg("fact-turns", "Turns"), str(len(self.turns))),
            (msg("fact-entries", "Entries"), str(len(self.saved.record.entries))),
        ]
        rows += [(words(label), value) for label, value in touched if value]
        screen.line(screen.paint(words(title(self.presenter)), strong=True))
        for line in columns(rows, screen.width):
            screen.line(line)

    def tell_number(self, turn: Turn) -> None:
        """Say which turn comes now."""
        numbered = msg(
            "record-turn",
            "Turn {turn} of {all} in the record",
            turn=turn.number,
            all=len(self.turns),
        )
        self.screen.line(self.screen.paint(self.screen.words(numbered), strong=True))

    def lasting(self, turn: Turn) -> Sequence[Happening]:
        """Return what happened in *turn* and was not taken back; that something was is no part."""
        return [step for step in self.steps(turn) if not (step.undone or step.entry.takes_back)]

    def _remarks(self, step: Happening) -> list[Text]:
        """Return what an annotator has to say about *step*, as a record writes it.

        About what is hidden from who looks nothing is said: it could tell what it was.
        """
        if step.hidden and step.entry.seat != self.viewer:
            return []
        comment = f"{{{step.entry.comment}}}" if step.entry.comment else ""
        remark = f"{step.entry.mark} {comment}".strip()
        return [remark] if remark else []

    def tell(self, turn: Turn, steps: Sequence[Happening]) -> None:
        """Tell *steps*, those of *turn* or some of them."""
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
        seat = self.presenter.seats[entry.seat]
        if entry.takes_back:
            count = entry.takes_back
            return [
                nmsg(
                    "takes-back",
                    "{seat} takes {count} action back.",
                    "{seat} takes {count} actions back.",
                    count,
                    seat=seat,
                )
            ]
        if entry.forfeits:
            return [forfeit(self.presenter, entry)]
        return self.presenter.tell(step.before, step.action, step.after, self.viewer)

    def show_table(self, position: Position) -> None:
        """Show the table as it was in *position*, as a drawing or in sentences."""
        view = position.view(self.viewer)
        if self.screen.accessible:
            for text in self.presenter.sentences(view, self.viewer):
                self.screen.say(text)
            return
        from ..play.scene_drawing import draw  # rich is not needed before

        draw(self.screen, self.presenter.scene(view, self.viewer))

    def tell_end(self) -> None:
        """Account for the result, or say how a match under way goes on."""
        if self.walk.over:
            for text in scoring(self.presenter, self.walk):
                self.screen.say(text)
            return
        from ..play.play_command import resume_line

        self.screen.say(msg("goes-on", "The match is not over. It goes on with:"))
        self.screen.line(resume_line(self.screen, self.saved.name))


def walked(loaded: Loaded, saved: Saved) -> Walk:
    """Go through the match *saved*; raises `RecordError` where its journal cannot have been."""
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
