"""The loop of a game at this keyboard: it shows, asks, acts and tells until the match is over."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BotFailed, EffectError, NotationError, PluginError, StoreError
from ...core.game import CHANCE, Action, Position
from ...core.matches import Match
from ...core.matches.entry import forfeit_told
from ...core.matches.player import Player
from ...core.matches.store import GONE_ON
from ...core.matches.takeback import last_decision
from ...core.scene import Choice, View
from ...core.text import Both, Message, msg
from ..exits import leaving_in_order
from ..screen import Screen
from ..terminal.choices import Quit, draw_choices, number_of, numbered
from ..terminal.table_view import show_table
from ..terminal.thinking import thinking
from ..terminal.vocabulary import COMMANDS, QUIT, Vocabulary
from .audience import Audience
from .hints import Hints
from .match_players import MatchPlayers
from .undo import may_go_back

LONGEST_INPUT = 200
"""More characters than any move has."""

THINKING_SECONDS = 2.0
"""How long a bot may think over a decision."""

PROMPT = msg("your-move", ">")


class Far(Exception):
    """It is the turn of somebody who is far away."""


class GameLoop:
    """A match under way at *screen*."""

    def __init__(self, screen: Screen, players: MatchPlayers, match: Match) -> None:
        self.screen = screen
        self.players = players
        self.match = match
        self.presenter = players.loaded.presenter
        self.presenter.spoken = screen.accessible
        players.guard.tell(screen.fault)
        for observer in players.guard.observers():
            match.observe(observer)
        self.vocabulary = Vocabulary(screen.language, self.presenter.words())
        self._audience = Audience(screen, self.presenter, players.people)
        self._shown_to = -1
        """The seat that sees the table as it stands; -1 if it has to be shown again."""
        self._explained: set[str] = set()
        """The codes of the advice that was given; each is given once."""
        self._offered: dict[int, int] = {}
        """The actions on offer, by the number to type."""
        self._hints = Hints(match, self.presenter, players)

    def play_moves(self, moves: str) -> None:
        """Play *moves*, separated by semicolons, without showing them; raises `NotationError`."""
        for number, text in enumerate(filter(str.strip, moves.split(";")), 1):
            try:
                self.match.play(self.vocabulary.to_notation(text))
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
        """Say what is played, and by whom."""
        setup, seats = self.players.loaded.setup, self.presenter.seats
        sitting = [
            msg("sits", "{seat}: {player}", seat=name, player=self.players.title(seat))
            for seat, name in enumerate(seats)
        ]
        self.screen.say(
            msg(
                "welcome",
                "{game}, {variant}. {players}. {first} begins.",
                game=self.presenter.name,
                variant=self.presenter.variant,
                players=Both(tuple(sitting), commas=True),
                first=seats[setup.first],
            )
        )
        if setup.practice:
            self.screen.say(msg("practice", "For practice: everything may be taken back."))
        if self.players.people and not self.match.over:
            self.screen.say(self.presenter.aim())

    def recall(self) -> None:
        """Tell what has happened since the people here last decided, as when they come back."""
        actions = self.match.actions
        number = self._last_known()
        while number < len(actions):
            end = number
            while end < len(actions) and actions[end].seat == CHANCE:
                end += 1
            if end == number:
                before = self.match.at(number)
                end = number + 1
                self._tell_action(before, before.parse(actions[number].notation), end)
            else:
                self._tell_deal(actions[number:end], end)
            number = end

    def _last_known(self) -> int:
        """Return how many actions everybody here knows of; people saw their own decisions."""
        people = self.players.people
        if all(done.seat == CHANCE for done in self.match.actions):
            return 0
        if not people:
            return len(self.match.actions)
        groups = [[seat] for seat in people] if self._audience.passes else [people]
        last = [last_decision(self.match, group) for group in groups]
        return min(0 if number is None else number + 1 for number in last)

    def play(self) -> None:
        """Play to the end and account for the result.

        Raises `Far` where it is the turn of somebody far away, `Quit`, `EOFError`, and `StoreError`
        where the decision of a program cannot be kept.
        """
        opened: list[Player] = []
        with leaving_in_order():  # no program shall be left behind
            try:
                while not self.match.over:
                    seat = self.match.position.to_act()
                    if player := self.players.deciding[seat]:
                        self._let_choose(player, seat, opened)
                    elif self.players.is_far(seat):
                        raise Far
                    else:
                        self._decide(seat)
            finally:
                for player in opened:
                    player.close()
        self.account()

    def leave(self) -> None:
        """Take a secret hand off the screen before somebody else sees it."""
        self._audience.leave()

    def account(self) -> None:
        """Show the table at the end, and account for the result."""
        self._audience.reveal()
        self.screen.line()
        self._show_table()
        self.screen.line()
        if self.match.forfeited is None:
            for text in self.presenter.scoring(self.match.position):
                self.screen.say(text)
            return
        assert self.match.result is not None
        names = self.presenter.seats
        reason = self.match.entries[-1].forfeits
        self.screen.say(forfeit_told(names[self.match.forfeited], reason))
        winners = Both(tuple(names[seat] for seat in self.match.result.winners))
        self.screen.say(msg("wins-by-forfeit", "The match goes to {winners}.", winners=winners))

    def _let_choose(self, player: Player, seat: int, opened: list[Player]) -> None:
        """Let *player* decide; a program that fails has lost the match."""
        try:
            if player not in opened:
                opened.append(player)
                player.open(self.players.loaded, seat)
            doing = msg("thinking", "{seat} is thinking …", seat=self.presenter.seats[seat])
            with thinking(self.screen, doing):
                action = player.choose(self.match, seat, THINKING_SECONDS)
        except BotFailed as failure:
            self.screen.say(failure.message)
            self.match.forfeit(seat, failure.code)
        else:
            self._act(seat, action)

    # What happens.

    def _act(self, seat: int, action: int) -> None:
        match = self.match
        before = match.position  # a match never changes it: each action is done on a copy
        done = len(match.actions) + 1
        with self.players.guard.engine.watching():
            match.apply(action)
        if self._shown_to != seat or len(match.actions) > done:
            self._shown_to = -1
        self._tell_action(before, action, done)
        self._tell_deal(match.actions[done:], len(match.actions))

    def _tell_action(self, before: Position, action: int, done: int) -> None:
        after = self.match.at(done)
        self._audience.tell(lambda viewer: self.presenter.tell(before, action, after, viewer))

    def _tell_deal(self, outcomes: Sequence[Action], done: int) -> None:
        if outcomes:
            after = self.match.at(done)
            self._audience.tell(lambda viewer: self.presenter.deal(outcomes, after, viewer))

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or one was taken back."""
        if self._audience.pass_keyboard(seat):
            self._shown_to = -1
        if self._shown_to != seat:
            self.screen.line()
            self._show_table()
            self._shown_to = seat
        self.screen.line()
        advice = self.presenter.advice(self._view())
        if advice and advice.code not in self._explained:
            self._explained.add(advice.code)
            self.screen.say(advice)
        self._show_choices()
        while True:
            text = self.screen.ask(PROMPT).strip()
            try:
                if self._answer(text, seat):
                    return
            except NotationError as error:
                self._refuse(error.message)
            except PluginError as error:
                self.players.guard.report(error)
                self._show_choices()
            except StoreError as error:
                if error.code in GONE_ON:
                    raise
                self.screen.error(error.message)
                self.screen.say(
                    msg(
                        "not-kept",
                        "So nothing has changed. Try again, or end with: {quit}",
                        quit=QUIT,
                    )
                )

    def _answer(self, text: str, seat: int) -> bool:
        """Do what the person at *seat* has typed; return whether somebody's turn begins anew."""
        command = self.vocabulary.command(text)
        if command == "undo":
            return self._undo()
        if command or not text:
            self._obey(command, seat)
            return False
        if text.isascii() and text.isdecimal():
            action = self._offered.get(number_of(text))
            if action is None:
                self._refuse(msg("no-choice", '"{text}" is no choice here.', text=text))
                return False
        elif len(text) > LONGEST_INPUT:
            self._refuse(msg("too-long", "That is too long."))
            return False
        else:
            action = self.match.position.parse(self.vocabulary.to_notation(text))
        self._act(seat, action)
        return True

    def _refuse(self, why: Message) -> None:
        self.screen.say(self.vocabulary.in_own_words(why))
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

    def _choices(self) -> tuple[list[int], list[Choice]]:
        """List what can be done, with its words, which may look at what comes of it."""
        position = self.match.position
        while True:
            actions = position.legal_actions()
            try:
                return actions, [self.presenter.choice(position, action) for action in actions]
            except EffectError:
                continue  # the card has lost its effect, and the guard has reported it

    def _show_choices(self) -> None:
        actions, choices = self._choices()
        numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
        self._offered = dict(zip(numbers, actions, strict=True))
        self.screen.say(self.presenter.question(self._view()))
        if self.screen.accessible:
            for number, choice in zip(numbers, choices, strict=True):
                self.screen.say(numbered(number, choice.sentence))
        else:
            draw_choices(self.screen, self.vocabulary, numbers, choices)
        if "how-to-type" not in self._explained:
            self._explained.add("how-to-type")
            words = ", ".join(self.screen.words(word) for word, _ in COMMANDS.values())
            self.screen.say(
                msg(
                    "how-to-type",
                    "Type a number, or the move itself. Commands: {words}.",
                    words=words,
                )
            )

    def _view(self) -> View:
        return self.match.position.view(self._audience.viewer)

    def _show_table(self) -> None:
        show_table(self.screen, self.presenter, self.match.position, self._audience.viewer)

    # The words that are no moves.

    def _obey(self, command: str | None, seat: int) -> None:
        """Do what a command says; what pushes the choices off the screen shows them again."""
        if command == "quit":
            raise Quit
        if command == "hint":
            with thinking(self.screen, msg("hint-thinking", "Looking for the best …")):
                texts = self._hints.next(seat)
            for text in texts:
                self.screen.say(self.vocabulary.in_own_words(text))
            return
        if command == "help":
            for text in self.presenter.legend():
                self.screen.say(self.vocabulary.in_own_words(text))
            for word, about in COMMANDS.values():
                self.screen.say(msg("word-does", "{word}: {what}", word=word, what=about))
        elif command == "rules":
            from ..rulesets.show_rules import rules_lines

            self.screen.line("\n".join(rules_lines(self.screen, self.presenter.rules())))
        elif command == "table":
            self._show_table()
        elif command == "log":
            self._log()
        if command:
            self.screen.line()
        self._show_choices()

    def _log(self) -> None:
        """List the journal: the cards that chance brought on a line, and each decision on one."""
        drawn: list[str] = []
        match, viewer = self.match, self._audience.viewer
        listed = self.presenter.journal(match.actions, match.position, viewer)
        for seat, text in [*listed, (CHANCE, "")]:
            if seat == CHANCE and text:
                drawn.append(text)
                continue
            if drawn:
                self.screen.line(" ".join(drawn))
                drawn = []
            if seat != CHANCE:
                name, move = self.presenter.seats[seat], self.vocabulary.own(text)
                self.screen.say(msg("log-line", "{seat}: {text}", seat=name, text=move))

    def _undo(self) -> bool:
        """Take back the last decision of a person here, with what programs have done since."""
        left = may_go_back(self.screen, self.players, self.match)
        if left is None:
            return False
        self.match.undo(len(self.match.actions) - left, self.match.position.to_act())
        self._shown_to = -1
        self._audience.tell(lambda viewer: [msg("undone", "Taken back.")])
        return True
