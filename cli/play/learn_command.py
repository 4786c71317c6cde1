"""``splitpick learn``: a guided first game, which goes on as a game against the weakest level."""

from collections.abc import Sequence
from dataclasses import replace

import typer

from ...core.matches.player import Player
from ...core.session.lesson import Lesson
from ...core.session.menu import Menu
from ...core.session.move_reader import Typed
from ...core.session.play_session import Session
from ...core.session.vocabulary import QUIT
from ...core.text import Text, msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..typed_values import DEFAULT_RULESET
from .game_loop import GameLoop
from .play_games import play_new


@command("splitpick learn", "splitpick learn --accessible")
def learn(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
    plain: options.Plain = False,
) -> None:
    """Learn a game by playing it: ten minutes with prepared cards, one idea at a time.

    Afterwards the game goes on, against the computer's weakest level and with hints.
    """
    screen, engine = begin(ctx, accessible=accessible, plain=plain, confirms=False)
    lesson = Lesson(engine, ruleset or DEFAULT_RULESET)
    session = Session(engine, lesson.setup())
    session.seat_players()
    play_new([GuidedLoop(screen, session, lesson)], keep=not no_save)
    if session.match.over:
        words = f"splitpick play {lesson.setup().ruleset}"
        screen.say(msg("lesson-over", "That was your first game. Play another one with: {command}",
                       command=words))  # fmt: skip


class GuidedLoop(GameLoop):
    """A game that follows *lesson* as far as it goes."""

    def __init__(self, screen: Screen, session: Session, lesson: Lesson) -> None:
        super().__init__(screen, session)
        self._lesson = lesson
        self._told = max(0, session.decided_before(session.people) - 1) if session.resumed else 0
        """Number of entries whose comments were shown."""
        self._asked: Text = ""
        """Sentence that asks for the move of the lesson at this decision."""
        self._to_explain = []
        self.preface = [
            msg(
                "lesson-begins",
                "A guided first game: it says what to do, and {quit} ends it at any time.",
                quit=QUIT,
            )
        ]

    @property
    def _next(self) -> str:
        """Notation of what the lesson does now; empty once it is over."""
        done = len(self.match.line)
        left = self._lesson.entries[done:]
        return left[0].text if left else ""

    def _advice(self) -> Sequence[Text]:
        done = len(self.match.line)
        texts: list[Text] = [*self._lesson.texts(self._told, done)]
        self._told = max(self._told, done)
        if not self._next:
            return [*texts, *super()._advice()]
        items = self.session.menu(self.presenter).items
        item = next(one for one in items if one.choice.notation == self._next)
        move: Text = self._next
        if item.choice.piece and (self.screen.accessible or self.presenter.in_sentences):
            move = item.choice.sentence
        text = msg("lesson-move", "Now type {number}: {move}", number=item.number, move=move)
        text = replace(text, code=f"{text.code}-{done}")  # since each code is said once
        self._explained.discard(text.code)
        self._asked = text
        signs = [] if self.page or self.screen.accessible else super()._advice()
        return [*signs, *texts, text]

    def _show_choices(self, kind: str = "", sought: str = "") -> Menu:
        menu = super()._show_choices(kind, sought)
        if self._next and not (kind or sought):
            self._seek([self._asked])
        return menu

    def _is_forced(self) -> bool:
        return not self._next and super()._is_forced()

    def _helps(self) -> bool:
        return not self._next and super()._helps()

    def _answer(self, typed: Typed, seat: int) -> bool:
        wanted = self._next
        if typed.action is None or not wanted:
            return super()._answer(typed, seat)
        if self.match.position.notation(typed.action) != wanted:
            self.screen.say(
                msg(
                    "lesson-first",
                    "That is possible, too. To see what comes next, play {move} here.",
                    move=self.vocabulary.own(wanted),
                )
            )
            return False
        return super()._answer(typed, seat)

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        if self._next:
            self._act(seat, self.match.position.parse(self._next))
        else:
            super()._let_choose(player, seat, opened)
