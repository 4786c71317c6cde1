"""The loop of a game at this keyboard: it shows, asks, acts and tells until the match is over."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import itemgetter

from ...core.errors import BotFailed, EffectError, NotationError, PluginError, StoreError
from ...core.game import CHANCE
from ...core.matches import Match
from ...core.matches.entry import forfeit_told
from ...core.matches.player import Player
from ...core.matches.store import GONE_ON
from ...core.matches.takeback import last_decision
from ...core.scene import View
from ...core.text import Both, msg
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
"""Seconds that a bot may think over a decision."""

PROMPT = msg("your-move", ">")


class GameLoop:
    """A match under way at *screen*, kept under *name*, which is empty where it is not kept."""

    def __init__(self, screen: Screen, players: MatchPlayers, match: Match, name: str = "") -> None:
        self.screen = screen
        self.players = players
        self.match = match
        self.name = name
        self.setup = players.loaded.setup
        self.presenter = players.loaded.presenter
        self.presenter.spoken = screen.accessible
        players.guard.tell(screen.fault)
        for observer in players.guard.observers():
            match.observe(observer)
        self.vocabulary = Vocabulary(screen.language, self.presenter.words())
        self.audience = Audience(screen, self.presenter, players.people)
        self._shown_to = -1
        """The seat that sees the table as it stands; -1 if it has to be shown again."""
        self._explained: set[str] = set()
        """The codes of the advice that was given; each is given once."""
        self._offered: dict[int, int] = {}
        """The actions on offer, by the number to type."""
        self._hints = Hints(match, players)

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
        setup, seats = self.setup, self.presenter.seats
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
            self.screen.say(msg("practice", "A practice match: everything can be undone."))
        if self.players.people and not self.match.over:
            self.screen.say(self.presenter.aim())

    def recall(self) -> None:
        """Tell what has happened since the people here last decided, as when they come back."""
        actions, people = self.match.actions, self.players.people
        groups = [[seat] for seat in people] if self.audience.passes else [people]
        last = [last_decision(self.match, group) for group in groups if group]
        # People saw their own decisions, and at the beginning nothing.
        known = min((0 if number is None else number + 1 for number in last), default=len(actions))
        if all(done.seat == CHANCE for done in actions):
            known = 0
        self._tell_from(known)

    def play(self) -> bool:
        """Play on; return true at the end, and false where it is the turn of somebody far away.

        Raises `Quit`, `EOFError`, and `StoreError` if the decision of a program cannot be kept.
        """
        opened: set[int] = set()
        with leaving_in_order():  # no program shall be left behind
            try:
                while not self.match.over:
                    seat = self.match.position.to_act()
                    if player := self.players.deciding[seat]:
                        self._let_choose(player, seat, opened)
                    elif self.players.is_far(seat):
                        return False
                    else:
                        self._decide(seat)
            finally:
                for player in filter(None, self.players.deciding):
                    player.close()
        self.account()
        return True

    def account(self) -> None:
        """Show the table at the end, and account for the result."""
        match, names = self.match, self.presenter.seats
        self.audience.reveal()
        self.screen.line()
        self._show_table()
        self.screen.line()
        if match.forfeited is None:
            told = self.presenter.scoring(match.position)
        else:
            assert match.result is not None
            winners = Both(tuple(names[seat] for seat in match.result.winners))
            told = [
                forfeit_told(names[match.forfeited], match.entries[-1].forfeits),
                msg("wins-by-forfeit", "The match goes to {winners}.", winners=winners),
            ]
        self.screen.say(*told)

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        """Let *player* decide; a program that fails has lost the match."""
        try:
            if seat not in opened:
                opened.add(seat)
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
        done = len(match.actions)
        with self.players.guard.engine.watching():
            match.apply(action)
        if self._shown_to != seat or len(match.actions) > done + 1:
            self._shown_to = -1
        self._tell_from(done)

    def _tell_from(self, number: int) -> None:
        """Tell what was done after the first *number* actions."""
        match, actions = self.match, self.match.actions
        while number < len(actions):
            end = number + 1
            if actions[number].seat == CHANCE:
                while end < len(actions) and actions[end].seat == CHANCE:
                    end += 1
                story = partial(self.presenter.deal, actions[number:end], match.at(end))
            else:
                before = match.at(number)
                action = before.parse(actions[number].notation)
                story = partial(self.presenter.tell, before, action, match.at(end))
            self.audience.tell(story)
            number = end

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or one was taken back."""
        if self.audience.pass_keyboard(seat):
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
                self.screen.say(self.vocabulary.in_own_words(error.message))
                self.screen.say(
                    msg(
                        "try-again",
                        "Type a number from {least} to {most}, a move, or: {help}. Enter alone "
                        "shows the choices again.",
                        least=min(self._offered),
                        most=max(self._offered),
                        help=COMMANDS["help"][0],
                    )
                )
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
                        "Nothing has changed. Try again, or end with: {quit}",
                        quit=QUIT,
                    )
                )

    def _answer(self, text: str, seat: int) -> bool:
        """Carry out what the person at *seat* has typed; return true if a turn starts again."""
        command = self.vocabulary.command(text)
        if command == "undo":
            return self._undo()
        if command or not text:
            self._obey(command, seat)
            return False
        if text.isascii() and text.isdecimal():
            action = self._offered.get(number_of(text), -1)
            if action < 0:
                raise NotationError(
                    msg("no-choice", '"{text}" is not one of the choices.', text=text)
                )
        elif len(text) > LONGEST_INPUT:
            raise NotationError(msg("too-long", "That is too long."))
        else:
            action = self.match.position.parse(self.vocabulary.to_notation(text))
        self._act(seat, action)
        return True

    def _show_choices(self) -> None:
        position = self.match.position
        while True:
            actions = position.legal_actions()
            try:  # the words of a choice may look at what comes of it
                choices = [self.presenter.choice(position, action) for action in actions]
                break
            except EffectError:
                continue  # the card has lost its effect, and the guard has reported it
        numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
        self._offered = dict(zip(numbers, actions, strict=True))
        self.screen.say(self.presenter.question(self._view()))
        if self.screen.accessible:
            self.screen.say(*map(numbered, numbers, [choice.sentence for choice in choices]))
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
        return self.match.position.view(self.audience.viewer)

    def _show_table(self) -> None:
        show_table(self.screen, self.presenter, self.match.position, self.audience.viewer)

    # The words that are no moves.

    def _obey(self, command: str | None, seat: int) -> None:
        """Do what a command says; what pushes the choices off the screen shows them again."""
        if command == "quit":
            raise Quit
        if command == "hint":
            with thinking(self.screen, msg("hint-thinking", "Looking for the best …")):
                texts = self._hints.next(seat)
            self.screen.say(*map(self.vocabulary.in_own_words, texts))
            return
        if command == "help":
            self.screen.say(*map(self.vocabulary.in_own_words, self.presenter.legend()))
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
        listed = self.presenter.journal(
            self.match.actions, self.match.position, self.audience.viewer
        )
        for seat, run in groupby(listed, key=itemgetter(0)):
            texts = [text for _, text in run if text]
            if seat == CHANCE:
                self.screen.line(" ".join(texts))
                continue
            for text in texts:
                name, move = self.presenter.seats[seat], self.vocabulary.own(text)
                self.screen.say(msg("log-line", "{seat}: {text}", seat=name, text=move))

    def _undo(self) -> bool:
        """Take back the last decision of a person here, with what programs have done since."""
        left = may_go_back(self.screen, self.players, self.match)
        if left is None:
            return False
        self.match.undo(len(self.match.actions) - left, self.match.position.to_act())
        self._shown_to = -1
        self.audience.tell(lambda viewer: [msg("undone", "Taken back.")])
        return True
