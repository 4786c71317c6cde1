"""A match told entry by entry, with its tables."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread

from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.entry import HINTED, EntryRun, runs
from ...core.matches.exports.account import MARKS
from ...core.matches.exports.facts import facts, title
from ...core.matches.exports.narration import NarratedStep, Narration, tell
from ...core.matches.exports.words import Words
from ...core.matches.match import actions_of
from ...core.matches.record import Loaded, load_setup
from ...core.matches.setup import HUMAN
from ...core.matches.store import Saved
from ...core.scene import addressed
from ...core.session.vocabulary import QUIT, Vocabulary
from ...core.text import Message, Text, msg, sentences
from ..screen import Screen
from ..storage.open_store import load_match, narrated, tell_resume, told_time
from ..typed_values import parse_entry
from ..wrapping import columns

_sentence = sentences(
    msg("replay-keys", "Enter continues at once; {quit} ends the replay."),
    msg("entries-shown", "Entries {first} to {last} of {most}"),
    msg("entry-shown", "Entry {first} of {most}"),
    msg("undone-later", "This was taken back later."),
    msg("undone-in-part", "Part of this was taken back later."),
)  # fmt: skip


@dataclass
class SavedStory:
    """The match *saved*, as the person here may know it; with several people, as an onlooker."""

    saved: Saved
    loaded: Loaded
    viewer: int | None
    passed: Narration

    @classmethod
    def load(cls, screen: Screen, engine: Engine, name: str) -> "SavedStory":
        """Load the match *name*; raises what `load_match` and `load_setup` raise."""
        saved = load_match(screen, name)
        loaded = load_setup(engine, saved.record.setup)
        loaded.presenter.spoken = screen.accessible
        players = saved.record.setup.players
        viewer = players.index(HUMAN) if players.count(HUMAN) == 1 else None
        loaded.presenter.seats = addressed(loaded.presenter.seats, viewer)
        return cls(saved, loaded, viewer, narrated(loaded, saved, viewer))

    def steps(self, run: EntryRun) -> list[NarratedStep]:
        """Return the steps of *run* without what was taken back."""
        steps = self.passed.steps[run.start : run.end]
        return [step for step in steps if not (step.undone or step.entry.takes_back)]

    def head(self, first: int, last: int, most: int = 0) -> Message:
        """Say which entries are told, from *first* to *last* of *most*, counted from 1.

        By default, they are counted without those that were taken back.
        """
        which = "entry-shown" if first == last else "entries-shown"
        most = most or self.passed.match.standing(len(self.saved.record.entries))
        return _sentence(which, first=first, last=last, most=most)

    def tell(self, seat: int, steps: Sequence[NarratedStep]) -> list[Text]:
        """Tell what *seat* did in *steps*, with marks and comments that reveal no secret."""
        presenter, viewer = self.loaded.presenter, self.viewer
        texts: list[Text] = []
        if seat == CHANCE:
            texts += presenter.deal(actions_of(steps), steps[-1].after, viewer)
        for step in steps:
            if seat != CHANCE:
                texts += tell(presenter, step, None if step.hidden else viewer)
            if not step.hidden:
                comment = f"{{{step.entry.comment}}}" if step.entry.comment else ""
                mark: Text = step.entry.mark
                if step.entry.mark == HINTED or (presenter.spoken and step.entry.mark):
                    mark = msg("mark-said", "That was {meaning}.", meaning=MARKS[step.entry.mark])
                texts += [f"{mark} {comment}".strip()] if isinstance(mark, str) else [mark, comment]
        texts = [text for text in texts if text != ""]
        if not texts and seat != CHANCE:
            texts.append(msg("decided", "{seat} has decided.", seat=presenter.seats[seat]))
        undone = {step.undone for step in steps}
        if True in undone:
            texts.append(_sentence("undone-in-part" if False in undone else "undone-later"))
        return texts


def show_entries(
    screen: Screen,
    engine: Engine,
    name: str,
    pace: float | None = None,
    typed: str | None = None,
    begins: int = 1,
) -> None:
    """Replay the match *name* at *pace* from the entry *begins* on, or show one run without a pace.

    The run is that of the entry *typed*, by default the last.  Show what the person here may know;
    with none or several people, what an onlooker may.
    """
    story = SavedStory.load(screen, engine, name)
    saved, loaded, viewer, passed = story.saved, story.loaded, story.viewer, story.passed
    presenter = loaded.presenter
    every, most = runs(saved.record.entries), len(saved.record.entries)
    shown = every
    if pace is None:
        wanted = most if typed is None else parse_entry(typed, most)
        shown = [
            replace(run, entries=run.entries[: wanted - run.start])
            for run in every
            if run.start < wanted <= run.end
        ]
    texts = []
    number = passed.match.standing
    for run in shown:
        steps = passed.steps[run.start : run.end] if pace is None else story.steps(run)
        head = story.head(run.start + 1, run.end, most)
        if pace is not None:
            head = story.head(number(run.start) + 1, number(run.end))
        if steps and (pace is None or number(run.end) >= begins):
            texts.append((run, steps, head))
    _tell_head(screen, loaded, saved, passed)
    if pace is not None and any(step.undone for step in passed.steps):
        screen.say(msg("undone-left-out", "Decisions that were taken back later are left out."))
    from .drawing import show_table  # rich takes long to import

    keys: SimpleQueue[bytes] = SimpleQueue()
    if pace and screen.terminal and screen.asks_terminal:
        screen.say(_sentence("replay-keys", quit=QUIT))
        Thread(target=_read_lines, args=[keys], daemon=True).start()
    for run, steps, head in texts:
        screen.line("\n" + screen.bold(screen.words(head)))
        screen.say(*story.tell(run.seat, steps))
        position = steps[-1].after
        # Where chance acts next, the table is shown after what it brings.
        # Whoever listens has heard what changed.
        last = run is texts[-1][0]
        if last or (position.to_act() != CHANCE and not screen.accessible):
            screen.line()
            show_table(screen, presenter, position, viewer)
            if pace and screen.terminal and _is_left(screen, keys, 2 / pace):
                return
    if not texts:
        screen.line()
        show_table(screen, presenter, passed.match.position, viewer)
    if shown[-1:] == every[-1:]:
        screen.line()
        screen.say(*passed.scoring())
        if not passed.match.over:
            tell_resume(screen, saved.name)


def _tell_head(screen: Screen, loaded: Loaded, saved: Saved, passed: Narration) -> None:
    """Say what was played, by whom and when, with the seed only where it spoils nothing."""
    words, record = Words(screen.language), saved.record
    knows_seed = passed.match.over or record.setup.practice
    known = facts(loaded, screen.language, words, over=knows_seed)
    told = [
        (words(msg("fact-name", "Name")), words(saved.name)),
        *((fact.label, fact.value) for fact in known),
        (words(msg("fact-touched", "Last played")), told_time(saved.touched, screen.language)),
        (words(msg("fact-entries", "Entries")), str(len(record.entries))),
    ]
    screen.line(screen.bold(words(title(loaded.presenter))))
    shown = [fact for fact in told if fact[1]]
    if screen.accessible:
        screen.say(*(f"{label}: {value}." for label, value in shown))
    else:
        screen.say(*columns(shown, screen.width))


def _is_left(screen: Screen, keys: SimpleQueue[bytes], seconds: float) -> bool:
    """Wait for some *seconds* or for Enter; return true if the reader wants to leave."""
    try:
        line = keys.get(timeout=seconds)
    except Empty:
        return False
    word = line.decode(errors="replace").strip()
    return not line or Vocabulary(screen.language).command(word) == "quit"


def _read_lines(keys: SimpleQueue[bytes]) -> None:
    """Put each typed line into the queue *keys*, and an empty one at the end of the input.

    Runs in a thread: select() cannot wait for a terminal on Windows.
    """
    line = b"\n"
    while line:
        # Not readline(), whose lock the interpreter could not get when it ends.
        line = os.read(sys.stdin.fileno(), 4096)
        keys.put(line)
