"""The loop of a game at this keyboard: it shows, asks and tells until the match is over."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from ...core.errors import BotFailed, NotationError, PluginError, StoreError
from ...core.game import JSON
from ...core.matches.player import Player
from ...core.matches.store import GONE_ON
from ...core.session.match_players import THINKING_SECONDS
from ...core.session.move_reader import Typed, number_of
from ...core.session.vocabulary import COMMANDS, QUIT, YES
from ...core.text import Message, Text, in_turn, msg
from ..exits import leaving_in_order
from ..terminal.choices import MOST_AT_ONCE, all_choices, spoken
from ..terminal.questions import (
    UNDONE,
    SplitDialogue,
    agrees,
    ask_last_card,
    ask_or_quit,
    ask_untold,
    split_to_ask,
)
from ..terminal.thinking import thinking
from .loop_sentences import loop_sentence as _sentence
from .match_teller import MatchTeller


class GameLoop(MatchTeller):
    """The *session* at *screen*.

    Where the game has secrets and several people are here, the keyboard is passed from one to the
    next, with a clear screen in between.
    """

    def play_moves(self, moves: str) -> None:
        """Play *moves*, separated by semicolons, without showing them; raises `NotationError`."""
        texts = [*filter(None, map(str.strip, moves.split(";")))]
        self.session.play_moves(texts, self.vocabulary.to_notation)

    def play(self) -> bool:
        """Play on; return true at the end, and false where it is the turn of somebody far away.

        Raises `EOFError` at the end of the input and if the player quits, and `StoreError` if the
        decision of a bot or program cannot be saved, or the match was changed elsewhere.
        """
        opened: set[int] = set()
        with leaving_in_order():  # no program shall be left behind
            try:
                while not (self.match.over or self.session.awaits_shares):
                    seat = self.match.position.to_act()
                    if player := self.session.players.get(seat):
                        self._let_choose(player, seat, opened)
                    elif not self.session.is_here:
                        return False
                    elif self._is_forced():
                        heard = self.screen.accessible  # no option is spoken
                        self._explain(_sentence("forced-heard" if heard else "forced-at-once"))
                        self._tell_news([self.presenter.why_forced(self.match.position)])
                        self._act(seat, self.match.position.legal_actions()[0], forced=True)
                    else:
                        self._decide(seat)
            finally:
                for player in self.session.players.values():
                    player.close()
        return self.match.over

    @contextmanager
    def _thinking(self, doing: Message) -> Iterator[None]:
        """Say *doing* where it takes long, and forget the keys that people press meanwhile.

        They would count for a decision that nobody has seen yet.
        """
        with thinking(self.screen, doing):
            yield
        if self.session.people:
            self.screen.forget_typed()

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        """Let *player* decide; open it before, if *seat* is not in *opened*.  Failing forfeits."""
        try:
            if seat not in opened:
                opened.add(seat)
                player.open(self.session.loaded, seat)
            doing = msg("thinking", "{seat} is thinking …", seat=self.presenter.seats[seat])
            with self._thinking(doing):
                action = player.choose(self.match, seat, THINKING_SECONDS)
        except BotFailed as failure:
            self.screen.say(failure.message)
            self.match.forfeit(seat, failure.code)
        else:
            self._act(seat, action)

    # What happens.

    def _is_forced(self) -> bool:
        """Return whether the person to act has a single choice, which is played at once."""
        return self._forces and len(self.match.position.legal_actions()) == 1

    def _act(self, seat: int, action: int, *, forced: bool = False) -> None:
        """Play *action* and tell it; a *forced* one is no new part of the story."""
        match = self.match
        done = len(match.line)
        turn = self._turn() if self._shown_to == seat else None
        self.session.apply(action)
        if seat in self.session.people and not forced:
            self._undone = []
            if self.page:
                self.page.begin_story()
        # Somebody who goes on in the same turn has seen the table.
        if len(match.line) > done + 1 or self._shown_to != seat or self._turn() != turn:
            self._shown_to = -1
        self._tell_from(done)

    def _turn(self) -> JSON:
        """Return the number of the turn, ``None`` in a game without turns."""
        return self.match.position.view(self._viewer).get("turn")

    # Who looks at the screen.

    def _pass_keyboard(self, seat: int) -> None:
        """Let the person at *seat* take the keyboard, and hear what has happened."""
        self.reveal(wipe=True)
        name = self.presenter.seats[seat]
        asked = msg("pass-keyboard", "Pass the keyboard to {seat}, then press Enter.", seat=name)
        ask_or_quit(self.screen, asked)
        self.screen.clear()
        self._viewer = seat
        self.recall([seat])
        self._told_heads = self._told_hand = ()
        self._shown_to = -1

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or one was taken back."""
        if self.session.passes_keyboard and self._viewer != seat:
            self._pass_keyboard(seat)
        if self.page:
            self._lay_out(self.page)
        elif self._shown_to != seat:
            if self.screen.accessible:
                self._tell_table()
            else:
                self.screen.line()
                self.show_table()
            self._shown_to = seat
        self.screen.line()
        for texts in (self._to_explain, self._signs(), self._advice()):
            if self.page:
                self.page.mark_signs()
            for told in texts:
                self._explain(told)
        if self.page and self.coaches:
            self.page.keep_primer()
        self._to_explain = []
        menu = self._show_choices()
        if len(menu.items) == 1:
            if self.presenter.plays_forced:  # the player wishes to be asked
                self.screen.say(self.presenter.why_forced(self.match.position))
            self._explain(_sentence("enter-only"))
        if self._helps() and len(menu.items) > 1:
            self._answered(COMMANDS["hint"][0].text, seat)
            if self.page:  # nobody has seen this decision yet
                self.screen.forget_typed()
        text: str | None = None
        while text is None or not self._answered(text, seat):
            self.screen.completions = self.reader.typable(menu)
            if text is not None:  # what is asked, not what was answered
                self.screen.said = [*self._asking, *map(self.screen.words, self._tips())]
            text = self.screen.ask(msg("your-move", ">"))
            self.screen.completions = ()

    def _answered(self, text: str, seat: int) -> bool:
        """Carry out what the person at *seat* has typed; return true if the decision is over."""
        try:
            typed = self.reader.read(text, self._menu)
            if (instead := self._asked_untold(text, typed)) is not None:
                return self._goes_ahead(instead) and self._answered(instead, seat)
            return self._answer(typed, seat)
        except NotationError as error:
            self.screen.say(self.vocabulary.in_own_words(error.message))
            again = _sentence("try-again", help=COMMANDS["help"][0])
            if self._menu.cards and (self.screen.accessible or (self.page and self.coaches)):
                card: Text = next(iter(self._menu.cards))
                card = self.presenter.card_name(str(card)) if self.screen.accessible else card
                again = _sentence("try-card", help=COMMANDS["help"][0], card=card)
            if self.screen.accessible and split_to_ask(self.screen, self._menu, newcomer=False):
                again = _sentence("try-split", help=COMMANDS["help"][0])
            elif not self.page:  # which shows them anyway
                again = in_turn([again, _sentence("try-enter")])
            if not self._types_sets():  # how to do that is said already
                self.screen.say(again)
        except PluginError as error:
            self.session.guard.report(error)
            self._show_choices()
        except StoreError as error:
            if error.code in GONE_ON:
                raise
            self.screen.error(error.message)
            self.screen.say(
                msg("not-kept", "Nothing changed. Try again, or end with: {quit}", quit=QUIT)
            )
        return False

    def _asked_untold(self, text: str, typed: Typed) -> str | None:
        """Ask if *typed* is the number of a choice that was not told; see `_asked_twice`."""
        if typed.action is None or not number_of(text.strip()):
            return None
        item = next(item for item in self._menu.items if item.action == typed.action)
        if self._is_told(item):
            return None
        name = self.presenter.name_move(self._menu.position, item.action)
        return ask_untold(self.screen, item.number, name, item.choice.sentence, self._told)

    def _answer(self, typed: Typed, seat: int) -> bool:
        """Carry out *typed*; return true if the decision is over; raises `NotationError`."""
        if typed.refusal:
            raise typed.refusal
        if typed.command == "undo":
            return self._undo()
        if typed.command == "redo":
            return self._redo(seat)
        if typed.command == "resign":
            return self._resign(seat)
        if typed.kind:
            self._show_choices(typed.kind)
            return False
        if typed == Typed() and len(self._menu.items) == 1:
            typed = Typed(self._menu.items[0].action)
        asked = split_to_ask(self.screen, self._menu, newcomer=self.coaches)
        if typed == Typed() and (split := asked):
            name, resigns = self.presenter.card_name, partial(self._resign, seat)
            about = name, self._told, resigns, self._explained
            self._dialogue = SplitDialogue(self.screen, split, *about)
            try:
                if (chosen := self._dialogue.ask()) is not None:
                    self._act(seat, chosen)
            finally:
                self._dialogue = None
            return self.match.over or chosen is not None or self._goes_ahead("")
        if typed.action is None:
            self._obey(typed.command, typed.about)
            return False
        if not typed.sure and (instead := self._asked_twice(typed.action)) is not None:
            ahead = self._goes_ahead(instead)
            return ahead and self._answer(self.reader.read(instead, self._menu), seat)
        self._act(seat, typed.action)
        return True

    def _goes_ahead(self, instead: str) -> bool:
        """Return whether something was typed *instead* of a choice; if not, ask for it again."""
        if not (instead or self.page):
            question = self.presenter.question(self._menu.position.view(self._viewer))
            self.screen.say(_sentence("not-played", question=question))
        return bool(instead)

    def _asked_twice(self, action: int) -> str | None:
        """Ask before the last card of a turn; return what is typed instead, or ``None`` for yes.

        After it cards are drawn, and none of the turn can be taken back.  In a first match, where
        nobody takes anything back yet, the question would only be in the way.
        """
        items, position = self._menu.items, self.match.position
        asks = self.screen.confirms and self.screen.asks_terminal
        asks = asks and not (self.coaches or self.setup.practice)
        ends = asks and self.presenter.ends_turn(position, action)
        if not ends or len(items) == 1:
            return None
        move = self.vocabulary.in_own_words(self.presenter.name_move(position, action))
        return ask_last_card(self.screen, move, self._told)

    # Commands, such as help and undo.

    def _told(self, text: str) -> bool:
        """Tell what *text* asks for in the middle of a question; return false for anything else."""
        command, about = self.vocabulary.command_about(text)
        if command is None or command in ("undo", "redo", "resign"):
            return False
        self._tell(command, about)
        return True

    def _look_for_hint(self) -> None:
        """Look for the next hint, which may take seconds, and say so."""
        doing = msg("hint-thinking", "Looking for the best move …")
        if self.screen.accessible and not self.session.knows_hints:
            self.screen.say(doing)
        with thinking(self.screen, doing):  # what is typed meanwhile is for what is seen
            self.session.hint(self.presenter)

    def _tips(self) -> list[Text]:
        """Return the last hint, with cards where a split is made card by card."""
        tips = [*map(self.vocabulary.in_own_words, self.session.last_hint)]
        if not self._dialogue:
            return tips
        step = self._dialogue.advice(self.session.advised)
        return [
            _sentence("hint-split", what=step or tip.params["what"])
            if isinstance(tip, Message) and "number" in tip.params
            else tip
            for tip in tips
        ]

    def _obey(self, command: str, about: str = "") -> None:
        """Carry out *command*, if there is one; then show the choices, except after a hint.

        *about* is what stands after it.
        """
        if self._tell(command, about) or command in ("hint", "redo", "draw"):
            return
        if page := self.page:
            if not (page.turn() or (self.coaches and self._menu.cards)):
                self._show_choices()
            return
        if command and self.screen.accessible:
            return
        if command:
            self.screen.line()
        self._show_choices()
        if self.screen.accessible:  # with the choices, the hint is heard again
            self.screen.say(*self._tips())

    def _tell(self, command: str, about: str = "") -> bool:
        """Tell what *command* asks for; return true if the page shows it, to be left by Enter."""
        lines = list[str]()
        if command == "quit":
            raise EOFError
        if command == "help" and self.screen.accessible:
            self._helped = not self._helped
            about = "" if self._helped else "more"
        if command == "hint":
            if self.page:
                self.page.begin_tip()
            self._look_for_hint()
            self.screen.say(*self._tips())
            self._seek()
        elif command in ("redo", "draw"):
            self.screen.say(_sentence(f"no-{command}", resign=COMMANDS["resign"][0]))
        elif command == "choices" and self.screen.accessible:
            lines = self._next_choices()
        elif command == "choices":
            self._untold, self._heard = False, {item.number for item in self._menu.items}
            lines = all_choices(self.screen, self.vocabulary, self._menu)
        else:
            lines = self._about().lines(command, about)
        if self.page and lines:
            self.page.read_out(lines, newest=command in ("log", "notation"))
            return True
        for line in lines:
            self.screen.line(line)
        return False

    def _next_choices(self) -> list[str]:
        """Tell the next choices, from the first on, so many as an ear can keep."""
        items, begin = self._menu.items, self._next
        end = self._next = begin + MOST_AT_ONCE
        told, left = items[begin:end], len(items) - end
        heard = set[int]() if self._untold else self._heard
        self._untold, self._heard = False, heard | {item.number for item in told}
        question = self.presenter.question(self._menu.position.view(self._viewer))
        lines = self.screen.lines(question)
        if left > 0 and not begin:
            first = msg("choices-first", "The first {count} of {all}:", count=end, all=len(items))
            lines += self.screen.lines(first)
        lines += spoken(self.screen, told, self.presenter.card_name)
        if left > 0:
            every = COMMANDS["choices"][0]
            more = msg("choices-left", "Type {every} for {count} more.", count=left, every=every)
            lines += self.screen.lines(self.vocabulary.in_own_words(more))
        else:
            self._next = 0
        self._asking = lines
        return lines

    def _redo(self, seat: int) -> bool:
        """Play the last decision that was taken back; return false if it is not possible."""
        notation = self._undone[-1] if self._undone else ""
        for item in self._menu.items:
            if item.choice.notation == notation:
                left = self._undone[:-1]
                self._act(seat, item.action)
                self._undone = left
                return True
        self._obey("redo")
        return False

    def _resign(self, seat: int) -> bool:
        """Let *seat* give the match up if the person there means it; return true if so."""
        asked = _sentence("resign-agree", yes=YES)
        if not agrees(self.screen, asked, letter=True, answers=self._told):
            self.screen.say(_sentence("resign-not"))
            return False
        self.session.resign(seat)
        return True

    def _undo(self) -> bool:
        """Take back the last decision of a person here and all since; return true if successful."""
        session = self.session
        asker = self.match.position.to_act()
        request = session.request_undo(asker, session.people, forced=not self._forces)
        if isinstance(request, Message):
            self.screen.say(request)
            return False
        owner = self.presenter.seats[request.owner]
        asked = _sentence("undo-agree", seat=owner, yes=YES)
        asks = request.waits_for and not self.setup.practice
        if asks and not agrees(self.screen, asked, answers=self._told):
            self.screen.say(msg("undo-refused", "Nothing was taken back."))
            return False
        step = self.match.line[request.left]
        undone = msg("undone", "Taken back.")
        if not session.passes_keyboard:  # it may be another's secret
            move = self.presenter.name_move(step.before, step.action)
            undone = UNDONE.filled(move=move)
        session.take_back(request)
        self._undone.append(step.done.notation if step.done else "")
        self._shown_to = -1
        if self.page:
            self.page.retell()
            self.recall()
            self.page.decides = True  # what is said now goes with the decision
        self.screen.say(self.vocabulary.in_own_words(undone))
        return True
