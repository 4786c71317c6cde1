"""A game under way at this keyboard: what is shown, asked, answered and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.errors import BotFailed, EffectError, NotationError, PluginError, StoreError
from ...core.game import CHANCE, Action, Position
from ...core.matches import Match
from ...core.matches.entry import forfeit_told
from ...core.matches.player import Player
from ...core.matches.store import GONE_ON
from ...core.matches.takeback import last_decision
from ...core.scene import Choice, View
from ...core.text import Both, Message, Text, msg
from ..exits import leaving_in_order
from ..screen import Screen
from .choices import draw_choices, number_of, numbered
from .hints import Hints
from .match_players import Quit, Table
from .thinking import thinking
from .undo import may_go_back
from .vocabulary import COMMANDS, Vocabulary

LONGEST_INPUT = 200
"""More characters than any move has."""

THINKING_SECONDS = 2.0
"""How long a bot may think over a decision."""


class Far(Exception):
    """It is the turn of somebody who is far away."""


class Sitting:
    """A game under way at *screen*."""

    def __init__(self, screen: Screen, table: Table, match: Match) -> None:
        self.screen = screen
        self.table = table
        self.presenter = table.loaded.presenter
        self.match = match
        table.guard.tell(screen.fault)
        for observer in table.guard.observers():
            match.observe(observer)
        self.presenter.spoken = screen.accessible
        self._vocabulary = Vocabulary(screen.language, self.presenter.words())
        self._own_look = -1
        """The seat that has seen everything that happened, as nobody else has acted since."""
        self._passes = self.presenter.secrets and len(table.people) > 1
        """Whether the keyboard is passed on, and the screen cleared, from person to person."""
        self._at_keyboard = -1
        """The person who sits at the keyboard where it is passed on."""
        self._story: list[Text] = []
        """What was told since each person last looked, where the keyboard is passed on."""
        self._heard = [0] * match.game.players
        """How much of the story each seat has heard."""
        self._advised: set[str] = set()
        """The kinds of decisions that were explained already, by code; the commands are one."""
        self._offered: dict[int, int] = {}
        """The actions that were last offered, by number."""
        self._hints = Hints(match, self.presenter, table)

    def replay(self, moves: str) -> None:
        """Play *moves*, separated by semicolons, without showing them."""
        for number, text in enumerate(filter(str.strip, moves.split(";")), 1):
            try:
                self.match.play(self._vocabulary.to_notation(text))
            except NotationError as error:
                raise type(error)(
                    msg(
                        error.code,
                        'Move {number}, "{text}": {why}',
                        number=number,
                        text=text.strip(),
                        why=error.message,
                    )
                ) from None

    def welcome(self) -> None:
        """Say what is played by whom, and what has happened since whoever is here last decided."""
        seats = self.presenter.seats
        setup = self.table.loaded.setup
        self.screen.say(
            msg(
                "welcome",
                "{game}, {variant}. {players}. {first} begins.",
                game=self.presenter.name,
                variant=self.presenter.variant,
                players=Both(tuple(map(self._sits, range(len(seats)))), commas=True),
                first=seats[setup.first],
            )
        )
        if setup.practice:
            self.screen.say(msg("practice", "For practice: everything may be taken back."))
        if self.table.people and not self.match.over:
            self.screen.say(self.presenter.aim())

    def _sits(self, seat: int) -> Message:
        return msg(
            "sits",
            "{seat}: {player}",
            seat=self.presenter.seats[seat],
            player=self.table.title(seat),
        )

    def recall(self) -> None:
        """Tell what has happened since whoever is here last decided, as when they come back."""
        actions = self.match.actions
        number = self._last_told()
        while number < len(actions):
            end = number
            while end < len(actions) and actions[end].seat == CHANCE:
                end += 1
            if end > number:
                self._tell_deal(actions[number:end], end)
                number = end
            else:
                before = self.match.at(number)
                action = before.parse(actions[number].notation)
                self._tell_action(before, action, self.match.at(number + 1))
                number += 1

    def _last_told(self) -> int:
        """Return how many actions everybody here knows of; they saw their own decisions."""
        people = self.table.people
        if all(done.seat == CHANCE for done in self.match.actions):
            return 0
        if not people:
            return len(self.match.actions)
        groups = [[seat] for seat in people] if self._passes else [people]
        last = [last_decision(self.match, group) for group in groups]
        return min(0 if number is None else number + 1 for number in last)

    @property
    def _seat_at_screen(self) -> int | None:
        """The seat the screen is seen from; ``None`` shows what everybody may see."""
        return self._at_keyboard if self._at_keyboard >= 0 else self.table.near

    def play(self) -> None:
        """Play to the end and account for the result.

        Raises `Far` where it is the turn of somebody far away, and `StoreError` where what a
        program has decided cannot be kept.
        """
        opened: list[Player] = []
        with leaving_in_order():  # no program shall be left behind
            try:
                while not self.match.over:
                    seat = self.match.position.to_act()
                    player = self.table.players[seat]
                    if player is not None:
                        self._let_choose(player, seat, opened)
                    elif self.table.is_far(seat):
                        raise Far
                    else:
                        self._pass_keyboard(seat)
                        self._decide(seat)
            finally:
                for player in opened:
                    player.close()
        self.account()

    def leave(self) -> None:
        """Take a secret hand off the screen before whoever comes next sees it."""
        if self._passes and self._at_keyboard >= 0:
            self._at_keyboard = -1
            self.screen.clear()

    def account(self) -> None:
        """Show the table at the end, and account for the result."""
        self._at_keyboard = -1
        self.screen.line()
        self.show_table()
        self.screen.line()
        if self.match.forfeited is None:
            for text in self.presenter.scoring(self.match.position):
                self.screen.say(text)
            return
        result = self.match.result
        assert result is not None
        names = self.presenter.seats
        reason = self.match.entries[-1].forfeits
        self.screen.say(forfeit_told(names[self.match.forfeited], reason))
        winners = Both(tuple(names[seat] for seat in result.winners))
        self.screen.say(msg("wins-by-forfeit", "The match goes to {winners}.", winners=winners))

    def _let_choose(self, player: Player, seat: int, opened: list[Player]) -> None:
        """Let *player* decide; a program that fails has lost the match."""
        try:
            if player not in opened:
                opened.append(player)
                player.open(self.table.loaded, seat)
            doing = msg("thinking", "{seat} is thinking …", seat=self.presenter.seats[seat])
            with thinking(self.screen, doing):
                action = player.choose(self.match, seat, THINKING_SECONDS)
        except BotFailed as failure:
            self.screen.say(failure.message)
            self.match.forfeit(seat, failure.code)
        else:
            self._act(action)

    def _pass_keyboard(self, seat: int) -> None:
        """Let the person at *seat* take the keyboard, before whose eyes no other's secrets are."""
        if not self._passes or self._at_keyboard == seat:
            return
        self.screen.clear()
        self._at_keyboard = -1
        answer = self.screen.ask(
            msg(
                "pass-keyboard",
                "Pass the keyboard to {seat}, then press Enter.",
                seat=self.presenter.seats[seat],
            )
        )
        if self._vocabulary.command(answer.strip()) == "quit":
            raise Quit
        self._at_keyboard = seat
        self.screen.clear()
        for text in self._story[self._heard[seat] :]:
            self.screen.say(text)
        self._heard[seat] = len(self._story)
        self._own_look = -1

    # What happens.

    def _act(self, action: int) -> None:
        """Do *action* and tell it, and what chance brings after it."""
        before = self.match.position  # a match never changes it: each action is done on a copy
        seat = before.to_act()
        done = len(self.match.actions) + 1
        with self.table.guard.watching():
            self.match.apply(action)
        if self._own_look != seat or len(self.match.actions) > done:
            self._own_look = -1
        self._tell_action(before, action, self.match.at(done))
        self._tell_deal(self.match.actions[done:], len(self.match.actions))

    def _tell_action(self, before: Position, action: int, after: Position) -> None:
        """Tell what somebody has done."""
        self._tell(lambda viewer: self.presenter.tell(before, action, after, viewer))

    def _tell_deal(self, outcomes: Sequence[Action], done: int) -> None:
        """Tell what chance has brought, with *done* actions done then."""
        if outcomes:
            after = self.match.at(done)
            self._tell(lambda viewer: self.presenter.deal(outcomes, after, viewer))

    def _tell(self, story: Callable[[int | None], Sequence[Text]]) -> None:
        """Tell *story* to whoever is at the screen, and keep it for those who are not.

        What is kept is what everybody may know; each sees the own secrets on the table.
        """
        if self._passes:
            self._story += story(None)
            if self._at_keyboard < 0:
                return
            self._heard[self._at_keyboard] = len(self._story)
        for text in story(self._seat_at_screen):
            self.screen.say(text)

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or it was taken back."""
        if self._own_look != seat:
            self.screen.line()
            self.show_table()
            self._own_look = seat
        self.screen.line()
        self._advise()
        self._show_choices()
        while True:
            text = self.screen.ask(msg("your-move", ">")).strip()
            command = self._vocabulary.command(text)
            if command == "undo":
                if self._undo():
                    return
            elif command or not text:
                self._obey(command or "", seat)
            elif text.isascii() and text.isdecimal():
                if number_of(text) not in self._offered:
                    self._refuse(msg("no-choice", '"{text}" is no choice here.', text=text))
                elif self._acted(self._offered[number_of(text)]):
                    return
            elif len(text) > LONGEST_INPUT:
                self._refuse(msg("too-long", "That is too long."))
            else:
                try:
                    action = self.match.position.parse(self._vocabulary.to_notation(text))
                except NotationError as error:
                    self._refuse(error.message)
                else:
                    if self._acted(action):
                        return

    def _acted(self, action: int) -> bool:
        """Do *action* and return true; where it cannot be, or not be kept, say why.

        Then nothing has changed.
        """
        try:
            self._act(action)
        except PluginError as error:
            self.screen.fault(error)
            self._show_choices()
            return False
        except StoreError as error:
            self._refuse_unkept(error)
            return False
        return True

    def _refuse_unkept(self, error: StoreError) -> None:
        """Say that nothing has changed as it cannot be kept; it can be tried again."""
        if error.code in GONE_ON:
            raise error
        self.screen.error(error.message)
        self.screen.say(
            msg(
                "not-kept",
                "So nothing has changed. Try again, or end with: {quit}",
                quit=COMMANDS["quit"][0],
            )
        )

    def _refuse(self, why: Message) -> None:
        """Say why something cannot be done, and what can."""
        self.screen.say(self._vocabulary.in_own_words(why))
        self.screen.say(
            msg(
                "try-again",
                "Type a number from {least} to {most}, a move, or: {help}. Enter alone shows the"
                " choices again.",
                least=min(self._offered),
                most=max(self._offered),
                help=COMMANDS["help"][0],
            )
        )

    def _advise(self) -> None:
        """Explain the decision to who meets one of its kind for the first time."""
        advice = self.presenter.advice(self._view())
        if advice and advice.code not in self._advised:
            self._advised.add(advice.code)
            self.screen.say(advice)

    def _choices(self) -> tuple[list[int], list[Choice]]:
        """List what can be done, with its words, which may look at what comes of it."""
        position = self.match.position
        while True:
            actions = position.legal_actions()
            try:
                return actions, [self.presenter.choice(position, action) for action in actions]
            except EffectError as error:  # the card has lost what failed: without it, then
                self.screen.fault(error)

    def _show_choices(self) -> None:
        """Ask the question, list the choices by number, those of one card on a line."""
        actions, choices = self._choices()
        numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
        self.screen.say(self.presenter.question(self._view()))
        if self.screen.accessible:
            for number, choice in zip(numbers, choices, strict=True):
                self.screen.say(numbered(number, choice.sentence))
        else:
            draw_choices(self.screen, self._vocabulary, numbers, choices)
        if not self._advised & {"how-to-type"}:
            self._advised.add("how-to-type")
            words = ", ".join(self.screen.words(word) for word, _ in COMMANDS.values())
            how = msg(
                "how-to-type", "Type a number, or the move itself. Commands: {words}.", words=words
            )
            self.screen.say(how)
        self._offered = dict(zip(numbers, actions, strict=True))

    def _view(self) -> View:
        return self.match.position.view(self._seat_at_screen)

    def show_table(self) -> None:
        """Show the table as it is now, as a drawing or in sentences."""
        view = self._view()
        if self.screen.accessible:
            for text in self.presenter.sentences(view, self._seat_at_screen):
                self.screen.say(text)
            return
        from .scene_drawing import draw  # rich is not needed before

        draw(self.screen, self.presenter.scene(view, self._seat_at_screen))

    # The words that are no moves.

    def _obey(self, command: str, seat: int) -> None:
        """Do what a command says; what pushes the choices off the screen shows them again."""
        if command == "quit":
            raise Quit
        if command == "hint":
            self._hint(seat)
            return
        if command == "help":
            self._help()
        elif command == "rules":
            from ..rulesets.show_rules import show_rules

            show_rules(self.screen, self.presenter.rules(), pager=False)
        elif command == "table":
            self.show_table()
        elif command == "log":
            self._log()
        if command:
            self.screen.line()
        self._show_choices()

    def _help(self) -> None:
        for text in self.presenter.legend():
            self.screen.say(self._vocabulary.in_own_words(text))
        for word, about in COMMANDS.values():
            self.screen.say(msg("word-does", "{word}: {what}", word=word, what=about))

    def _hint(self, seat: int) -> None:
        """Say where to look; asked again, what to do; asked once more, why."""
        with thinking(self.screen, msg("hint-thinking", "Looking for the best …")):
            texts = self._hints.next(seat)
        for text in texts:
            self.screen.say(self._vocabulary.in_own_words(text))

    def _log(self) -> None:
        """List the journal: the cards that chance brought on a line, and each decision on one."""
        drawn: list[str] = []
        position = self.match.position
        for seat, text in self.presenter.journal(
            self.match.actions, position, self._seat_at_screen
        ):
            if seat == CHANCE:
                drawn.append(text)
                continue
            if drawn:
                self.screen.line(" ".join(drawn))
                drawn = []
            name = self.presenter.seats[seat]
            move = self._vocabulary.own(text)
            self.screen.say(msg("log-line", "{seat}: {text}", seat=name, text=move))
        if drawn:
            self.screen.line(" ".join(drawn))

    def _undo(self) -> bool:
        """Take back the last decision of a person here, with what programs have done since."""
        left = may_go_back(self.screen, self.table, self.match)
        if left is None:
            return False
        try:
            self.match.undo(len(self.match.actions) - left, self.match.position.to_act())
        except StoreError as error:
            self._refuse_unkept(error)
            return False
        self._own_look = -1
        self._tell(lambda viewer: [msg("undone", "Taken back.")])
        return True
