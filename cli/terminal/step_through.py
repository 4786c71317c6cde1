"""A match step by step: back and forth by keys or words, to a turn, to the next mistake."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ...core.game import CHANCE, Position
from ...core.hooks.engine import Engine
from ...core.lab.analysis import Analysing, Decision
from ...core.lab.analyst import NODES
from ...core.matches.entry import HINTED, runs
from ...core.matches.exports.account import MARKS as MEANINGS
from ...core.scene_lines import drawing_of
from ...core.session.move_reader import MOST_CHARACTERS, number_of
from ...core.session.vocabulary import COMMANDS, QUIT, Vocabulary
from ...core.text import Message, Text, msg, sentences
from ..screen import Screen
from .arrow_keys import arrows_type
from .page import TerminalPage, Told, page_of
from .progress import judge
from .show_entries import SavedStory

NEXT, BACK = msg("word-next", "next"), msg("word-back", "back")
MISTAKE = msg("word-mistake", "mistake")
WORDS = {"next": NEXT, "back": BACK, "mistake": MISTAKE, "quit": QUIT}

_sentence = sentences(
    msg("step-keys",
        "The right and left keys (or {next} and {back}) move through the match. A number goes to"
        ' that entry, and words at the head of a table, such as "{head}", go to that table.'
        " Type {mistake} for the next mistake, your own ones first, and {quit} to end."),
    msg("step-you-are", "You are {seat}."),
    msg("step-short", "{next}, {back}, {mistake}, a number or {quit}"),
    msg("step-asked", "{entries}: {how}"),
    msg("step-first", "This is the beginning of the match."),
    msg("step-last", "Nothing comes after this."),
    msg("step-no-entry", "The entries go from 1 to {most}."),
    msg("step-nowhere", 'No table is headed "{text}".'),
    msg("step-no-mistake", "From here on, no decision cost {least} or more."),
    msg("step-no-other", "From here on, none of the others' decisions cost {least} or more."),
    msg("step-no-own",
        "From here on, none of your decisions cost {least} or more. For the mistakes of the others,"
        " from the beginning: {mistake}"),
    msg("step-unjudged",
        "Decisions are judged only once the match is over, or in a practice match."),
    msg("step-before", "The table is as it was before this decision."),
    msg("step-said", "{who}: {move} was {meaning}: it cost about {amount}. Better: {better}."),
    msg("table-on-wish", "Type {table} to hear the whole table."),
    msg("step-judged",
        "{mark} {who}: {move} was {meaning}: it cost about {amount}. Better: {better}"),
)  # fmt: skip


@dataclass
class Shown:
    """Part that is shown at once: entries *first* to *last*, and the *position* after them.

    Entries are numbered from 1, without those that were taken back.
    A mistake is shown before the part that it belongs to, with the position at which it was made.
    """

    first: int
    last: int
    position: Position
    texts: list[Text] = field(default_factory=list)
    mistaken: int = CHANCE
    """Seat that made the mistake, if it is one."""


class StepThrough:
    """The match of *story* on *screen*, step by step."""

    def __init__(self, screen: Screen, engine: Engine, story: SavedStory) -> None:
        self.screen, self.engine, self.story = screen, engine, story
        self.presenter = story.loaded.presenter
        self.vocabulary = Vocabulary(screen.language, self.presenter.words())
        self.steps = self._steps()
        for number, one in enumerate(story.passed.steps):
            if one.entry.mark not in ("", HINTED) and not (one.hidden or one.undone):
                self._add_mistake(number, one.entry.seat, story.tell(one.entry.seat, [one]))
        self._marked = any(step.mistaken != CHANCE for step in self.steps)
        """True if the record has marks, so that nothing is judged."""
        self._judged: set[int | None] = set()
        """Seats whose decisions are judged; ``None`` stands for all."""
        self._others = False
        """True while mistakes are looked for that are not the reader's own."""
        self._from: int | None = None
        """Step at which the search for a mistake begins; by default at the one shown."""
        self._shown: Shown | None = None
        self._page: TerminalPage | None = None
        self._explained = False

    def _steps(self) -> list[Shown]:
        """Make a step of what each seat did in a row, with what chance brought before or after."""
        steps: list[Shown] = []
        number = self.story.passed.match.standing
        begun: Shown | None = None
        for run in runs(self.story.saved.record.entries):
            if not (done := self.story.steps(run)):
                continue
            last, after = number(run.end), done[-1].after
            step = begun or Shown(number(run.start) + 1, last, after)
            step.last, step.position = last, after
            step.texts += self.story.tell(run.seat, done)
            begun = step if step.position.to_act() == CHANCE else None
            if begun is None:
                steps.append(step)
        return [*steps, begun] if begun else steps

    def _add_mistake(self, entry: int, seat: int, told: Sequence[Text]) -> None:
        """Add the mistake of *seat* at *entry* of the journal, with what is *told* of it."""
        passed = self.story.passed
        number = passed.match.standing(entry + 1)
        shown = Shown(number, number, passed.steps[entry].before, mistaken=seat)
        shown.texts = [*told, _sentence("step-before")]
        self.steps.insert(self._with_entry(number), shown)

    def go(self, begins: int = 1) -> None:
        """Show the step with the entry *begins*, and then those that the reader asks for."""
        if not self.steps:
            self.screen.say(_sentence("step-last"))
            return
        at: int | None = self._with_entry(begins)
        with page_of(self.screen, wanted=True) as self._page, arrows_type(BACK.text, NEXT.text):
            while at is not None:
                if self.steps[at] is not self._shown:
                    self._show(at)
                    self._shown = self.steps[at]
                try:
                    at = self._goes_to(self._ask(at), at)
                except EOFError:
                    self.screen.line()
                    return

    def _ask(self, at: int) -> str:
        """Ask where to go from step *at*, with all that can be typed the first time."""
        if self._page:
            self._page.decides = True
        if not self._explained:
            self._explain()
        self._explained = True
        self.screen.completions = [*map(self.screen.words, WORDS.values())]
        how = _sentence("step-short", **WORDS)
        if self._page:
            step = self.steps[at]
            entries = self.story.head(step.first, step.last)
            self._page.question = _sentence("step-asked", entries=entries, how=how)
            return self.screen.ask(msg("your-move", ">"))[:MOST_CHARACTERS].strip()
        return self.screen.ask(msg("ask-step", "{what}:", what=how))[:MOST_CHARACTERS].strip()

    def _explain(self) -> None:
        """Say what can be typed, and who the reader is."""
        heads = self._heads(self.steps[0].position)
        self.screen.line()
        if self.story.viewer is not None:
            seat = self.presenter.seats[self.story.viewer]
            self.screen.say(_sentence("step-you-are", seat=replace(seat, you=False)))
        self.screen.say(_sentence("step-keys", **WORDS, head=heads[0] if heads else "1"))
        if self.screen.accessible:
            self.screen.say(_sentence("table-on-wish", table=COMMANDS["table"][0]))

    def _goes_to(self, text: str, at: int) -> int | None:
        """Return the number of the step that *text* asks for, at step *at*; ``None`` to leave."""
        word, command = text.casefold(), self.vocabulary.command(text)
        if command == "quit":
            return None
        if command == "table":
            self._show_table(self.steps[at].position)
        elif command == "help":
            self._explain()
        elif not text or self._means(word, NEXT) or self._means(word, BACK):
            wanted = at + (-1 if text and self._means(word, BACK) else 1)
            if 0 <= wanted < len(self.steps):
                return wanted
            self.screen.say(_sentence("step-first" if wanted < 0 else "step-last"))
        elif self._means(word, MISTAKE):
            return self._next_mistake(at)
        elif text.isascii() and text.isdecimal():
            if 0 < number_of(text) <= self.steps[-1].last:
                return self._with_entry(number_of(text))
            self.screen.say(_sentence("step-no-entry", most=self.steps[-1].last))
        else:
            return self._with_head(text, at)
        return at

    def _means(self, word: str, known: Message) -> bool:
        """Return whether *word*, in small letters, means or begins *known*, in either language."""
        ways = (known.text, self.screen.words(known).casefold())
        return any(way.startswith(word) for way in ways)

    def _with_entry(self, entry: int) -> int:
        """Return the step with *entry*, by default the last one."""
        told = [place for place, step in enumerate(self.steps) if step.mistaken == CHANCE]
        return next((place for place in told if self.steps[place].last >= entry), told[-1])

    def _heads(self, position: Position) -> list[str]:
        scene = self.presenter.scene(position.view(self.story.viewer), self.story.viewer)
        return [self.screen.words(head) for head in scene.heads]

    def _with_head(self, typed: str, at: int) -> int:
        """Return the next step, or the first of all, whose first line has what was *typed*."""
        word = typed.casefold()
        places: list[int] = [*range(at + 1, len(self.steps)), *range(at + 1)]
        for place in places:
            heads = " · ".join(self._heads(self.steps[place].position)).casefold()
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", heads):
                return place
        self.screen.say(_sentence("step-nowhere", text=typed))
        return at

    def _next_mistake(self, at: int) -> int:
        """Return the next step with a mistake: one of the reader's own, then one of the others."""
        own = self.story.viewer
        wanted = {*range(len(self.presenter.seats))}
        if own is not None:
            wanted = wanted - {own} if self._others else {own}
        here, known = self.steps[at], len(self.steps)
        if not self._is_judged(None if self._others else own):
            return at
        at = begin = next(place for place, step in enumerate(self.steps) if step is here)
        while len(self.steps) > known and begin and self.steps[begin - 1].mistaken != CHANCE:
            begin -= 1  # the part that is shown may have some itself
        begin, self._from = begin if self._from is None else self._from, None
        for place in range(begin, len(self.steps)):
            if place != at and self.steps[place].mistaken in wanted:
                return place
        goes_on = own is not None and not self._others
        self._others, self._from = goes_on, 0 if goes_on else None
        told = "step-no-mistake" if own is None else "step-no-own" if goes_on else "step-no-other"
        least = self.presenter.amount(1)
        self.screen.say(_sentence(told, least=least, mistake=MISTAKE))
        return at

    def _is_judged(self, seat: int | None) -> bool:
        """Judge the decisions of *seat* or of all, unless they are or must not be judged yet."""
        if self._marked or {seat, None} & self._judged:
            return True
        passed, setup = self.story.passed, self.story.loaded.setup
        if not passed.match.over and (self.presenter.secrets or not setup.practice):
            self.screen.say(_sentence("step-unjudged"))
            return False
        record = self.story.saved.record
        work = Analysing(record, NODES, 0.0, 0, self.screen.without, self.engine, seat)
        try:
            decisions = judge(self.screen, work).decisions
        except KeyboardInterrupt:  # it takes long; the replay goes on
            self.screen.tell_stopped()
            return False
        finally:
            self.screen.forget_typed()
        for one in decisions:
            if one.mark and one.seat not in self._judged:
                told = self._judgement(work.match.steps[one.entry].before, one)
                self._add_mistake(one.entry, one.seat, [told])
        self._judged.add(seat)
        return True

    def _judgement(self, before: Position, one: Decision) -> Message:
        """Tell what the decision *one* cost, and which was better."""
        return _sentence(
            "step-said" if self.screen.accessible else "step-judged",
            mark=one.mark,
            who=self.presenter.heading(one.seat),
            move=self._move(before, one.done.action),
            meaning=MEANINGS[one.mark],
            amount=self.presenter.expected_amount(one.regret),
            better=self._move(before, one.best.action),
        )

    def _move(self, position: Position, action: int) -> Text:
        if self.screen.accessible:
            return self.presenter.name_move(position, action)
        return self.vocabulary.own(position.notation(action))

    def _show(self, at: int) -> None:
        """Show the step with number *at*."""
        screen, step, viewer = self.screen, self.steps[at], self.story.viewer
        head = self.story.head(step.first, step.last)
        texts = list(step.texts)
        if at == len(self.steps) - 1:
            texts += self.story.passed.scoring()
        if page := self._page:
            from .drawing import scene_lines  # rich takes long to import

            scene = self.presenter.scene(step.position.view(viewer), viewer)
            page.retell()
            page.heads = [self.presenter.name, self.presenter.variant, *scene.heads]
            page.table = partial(scene_lines, screen, drawing_of(scene, head=False), boxes=False)
            for text in texts:
                page.tell(Told([screen.words(text)], [screen.words(text)]))
            return
        screen.line("\n" + screen.bold(screen.words(head)))
        screen.say(*texts)
        screen.line()
        if screen.accessible:
            screen.say(*(f"{line}." for line in [", ".join(self._heads(step.position))] if line))
        else:
            self._show_table(step.position)

    def _show_table(self, position: Position) -> None:
        from .drawing import show_table  # rich takes long to import

        show_table(self.screen, self.presenter, position, self.story.viewer)
