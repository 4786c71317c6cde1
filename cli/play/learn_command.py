"""``splitpick learn``: a guided first game, which goes on as a game against the weakest level."""

from collections.abc import Sequence
from dataclasses import replace

import typer

from ...core.matches.player import Player
from ...core.matches.setup import Setup
from ...core.session.lesson import Lesson
from ...core.session.menu import Menu, MenuItem
from ...core.session.move_reader import Typed
from ...core.session.play_session import Session
from ...core.session.split_by_card import first_split
from ...core.session.vocabulary import QUIT
from ...core.text import Message, Text, msg
from .. import options
from ..localized_typer import command, function_of
from ..screen import Screen
from ..start import begin
from ..typed_values import DEFAULT_RULESET
from .game_loop import GameLoop
from .play_games import AGAIN, play_new, wish_after
from .play_games import QUIT as STOP


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
    game, setup = GuidedLoop(screen, session, lesson), lesson.setup()
    play_new([game], keep=not no_save)
    if not session.match.over:
        return
    if session.match.forfeited is None:
        screen.say(msg("lesson-over", "Well done! That was the guided game."))
    wish = wish_after(ctx, [game], lesson=True)
    if wish == AGAIN:
        play_own(ctx, setup, no_save=no_save, accessible=accessible, plain=plain)
    elif wish == STOP:
        again = f"splitpick play {setup.ruleset}"
        screen.say(msg("lesson-next", "Play another one with: {command}", command=again))


def play_own(ctx: typer.Context, setup: Setup, **settings: bool) -> None:
    """Play a first match of one's own after the lesson of *setup*, with *settings* of `play`."""
    seats = [f"{seat}={who}" for seat, who in zip(setup.seats, setup.players, strict=True)]
    function_of(ctx, "play")(ctx, setup.ruleset, setup.variant, seats, **settings)


class GuidedLoop(GameLoop):
    """A game that follows *lesson* as far as it goes."""

    _goes_on = False  # what a lesson says of the next decision is new, also after a break

    def __init__(self, screen: Screen, session: Session, lesson: Lesson) -> None:
        super().__init__(screen, session)
        self._lesson = lesson
        self._commented = (
            max(0, session.decided_before(session.people) - 1) if session.resumed else 0
        )
        """Number of entries whose comments were shown."""
        self._to_type: str | int = ""
        """The number or the cards that the lesson asks to type at this decision."""
        self._asked: Text = ""
        """Sentence that asks for the move of the lesson at this decision."""
        self._comment: Sequence[Text] = []
        """Texts of the lesson about the decision."""
        self._to_explain = []
        self.preface = [
            msg(
                "lesson-begins",
                "A guided first game: it says what to do, and {quit} ends it at any time.",
                quit=QUIT,
            )
        ]

    @property
    def _wanted(self) -> str:
        """Notation of what the lesson does now; empty once it is over."""
        done = len(self.match.line)
        left = self._lesson.entries[done:]
        return left[0].text if left else ""

    def _advice(self) -> Sequence[Text]:
        done = len(self.match.line)
        texts: list[Text] = [*self._lesson.texts(self._commented, done)]
        self._commented = max(self._commented, done)
        self._comment = texts or self._comment
        if not self._wanted:
            return [*texts, *super()._advice()]
        items = self.session.menu(self.presenter).items
        item = next(one for one in items if one.choice.notation == self._wanted)
        split = None if self.screen.accessible else first_split(self.session.menu(self.presenter))
        self._to_type = item.number
        self.session.advise(self._wanted)  # so that no analysis calls it a mistake
        about = {"number": item.number, "move": item.choice.sentence}
        text = msg("lesson-move", "Now type {number}. {move}").filled(**about)
        if split and self.coaches:
            self._to_type, _, others = self._wanted.partition(" / ")
            cards = self._to_type
            text = msg("lesson-split", "Now type {cards}. Then {others} are the other set.",
                       cards=cards, others=others)  # fmt: skip
        text = replace(text, code=f"{text.code}-{done}")  # since each code is said once
        self._explained.discard(text.code)
        self._asked = text
        # The lesson explains the decision, now and later.
        self._explained |= {one.code for one in super()._advice() if isinstance(one, Message)}
        return [*texts, text]

    def _show_choices(self, kind: str = "", sought: str = "") -> Menu:
        menu = super()._show_choices(kind, sought)
        if self._wanted and not (kind or sought):
            self._seek()
        return menu

    def _is_advised(self, item: MenuItem) -> bool:
        return item.choice.notation == self._wanted or super()._is_advised(item)

    def _is_forced(self) -> bool:
        return not self._wanted and super()._is_forced()

    def _helps(self) -> bool:
        return not self._wanted and super()._helps()

    def _obey(self, command: str, about: str = "") -> None:
        if command != "hint" or not self._wanted:
            super()._obey(command, about)
            return
        if self.page:
            self.page.begin_tip()
        # A search would give reasons of its own, for a plan that is not the lesson's.
        self.screen.say(*map(self.vocabulary.in_own_words, [self._asked, *self._comment]))
        self._seek()

    def _asked_untold(self, text: str, typed: Typed) -> str | None:
        return None if self._wanted else super()._asked_untold(text, typed)  # it is refused anyway

    def _answer(self, typed: Typed, seat: int) -> bool:
        wanted = self._wanted
        if typed == Typed() and wanted and self.screen.accessible:
            self.screen.say(self.vocabulary.in_own_words(self._asked))
            return False
        if typed.action is None or not wanted:
            return super()._answer(typed, seat)
        if self.match.position.notation(typed.action) != wanted:
            self.screen.say(
                msg(
                    "lesson-first",
                    "You could, but for this lesson please type {move}.",
                    move=self._to_type,
                )
            )
            return False
        return super()._answer(typed, seat)

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        if self._wanted:
            self._act(seat, self.match.position.parse(self._wanted))
        else:
            super()._let_choose(player, seat, opened)
