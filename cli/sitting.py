"""A game under way at this keyboard: what is shown, asked, answered and told."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.errors import NotationError, PluginError
from ..core.game import CHANCE, Game
from ..core.matches import Match
from ..core.players import Bot, Greedy, bot_generator
from ..core.scene import Choice, Presenter, View
from ..core.text import Both, Message, Text, msg
from ..core.width import display_width
from .screen import Screen
from .width import wrap
from .words import COMMANDS, Vocabulary

HUMAN = "human"
HUMAN_TITLE = msg("player-human", "human")

WIDEST_ITEM = 26
GAP = 2
"""How wide a choice may be to set the grid of all choices, and the blanks between two."""

LONGEST_INPUT = 200
"""More characters than any move has."""

THINKING_SECONDS = 2.0
"""How long a bot may think over a decision."""


class Quit(Exception):
    """The player has had enough for now."""


@dataclass(frozen=True)
class Table:
    """Who sits where at which game: everything that is settled before the first card."""

    name: str
    """The rule set as it was asked for."""
    variant: str
    options: tuple[str, ...]
    game: Game
    presenter: Presenter
    seats: list[str]
    players: list[str]
    """`HUMAN` or a bot's id, by seat."""
    bots: list[Bot | None]
    first: int
    seed: int

    @property
    def people(self) -> list[int]:
        """The seats of people at this keyboard."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def near(self) -> int | None:
        """The seat the screen is seen from; ``None`` with several people, or nobody, at it."""
        return self.people[0] if len(self.people) == 1 else None


class Sitting:
    """A game under way at *screen*."""

    def __init__(self, screen: Screen, table: Table) -> None:
        self.screen = screen
        self.table = table
        self.presenter = table.presenter
        self.match = Match(table.game, table.seed, table.first)
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
        self._heard = [0] * len(table.seats)
        """How much of the story each seat has heard."""
        self._advised: set[str] = set()
        """The kinds of decisions that were explained already, by code; the commands are one."""

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
        """Say what is played by whom, and how to play the same cards again."""
        say = self.screen.say
        seats = self.presenter.seats
        say(
            msg(
                "welcome",
                "{game}, {variant}. {players}. {first} begins.",
                game=self.presenter.name,
                variant=self.presenter.variant,
                players=Both(tuple(map(self._sits, range(len(seats)))), commas=True),
                first=seats[self.table.first],
            )
        )
        say(msg("seed-is", "To play the same again: --seed {seed}", seed=str(self.table.seed)))
        if self.table.people:
            say(self.presenter.aim())
        if all(done.seat == CHANCE for done in self.match.actions):
            self._tell_chance(0)

    def _sits(self, seat: int) -> Message:
        bot = self.table.bots[seat]
        title = HUMAN_TITLE if bot is None else bot.title
        return msg("sits", "{seat}: {player}", seat=self.presenter.seats[seat], player=title)

    @property
    def _seat_at_screen(self) -> int | None:
        """The seat the screen is seen from; ``None`` shows what everybody may see."""
        return self._at_keyboard if self._at_keyboard >= 0 else self.table.near

    def play(self) -> None:
        """Play to the end and account for the result."""
        while not self.match.over:
            seat = self.match.position.to_act()
            bot = self.table.bots[seat]
            if bot is None:
                self._pass_keyboard(seat)
                self._decide(seat)
            else:
                self._act(self._choose(bot, seat))
        self._at_keyboard = -1
        self.screen.line()
        self.show_table()
        self.screen.line()
        for text in self.presenter.scoring(self.match.position):
            self.screen.say(text)

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
        after = before.copy()
        after.apply(action)
        seat = before.to_act()
        done = len(self.match.actions) + 1
        self.match.apply(action)
        if self._own_look != seat or len(self.match.actions) > done:
            self._own_look = -1
        self._tell(lambda viewer: self.presenter.tell(before, action, after, viewer))
        self._tell_chance(done)

    def _tell_chance(self, since: int) -> None:
        """Tell what chance has brought since that entry of the journal."""
        outcomes = self.match.actions[since:]
        if outcomes:
            after = self.match.position
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

    def _choose(self, bot: Bot, seat: int) -> int:
        """Let *bot* choose; it sees a position that its seat cannot tell from the real one."""
        # Of this moment, so that a game that goes on later, or again, goes on in the same way.
        rng = bot_generator(self.table.seed, seat, len(self.match.actions))
        seen = self.match.position.resample(seat, rng)
        action = bot.choose(seen, seat, rng, THINKING_SECONDS)
        if action not in self.match.position.legal_actions():
            raise PluginError(
                msg("bot-illegal", "The bot {bot} chose something that is not allowed.", bot=bot.id)
            )
        return action

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or it was taken back."""
        if self._own_look != seat:
            self.screen.line()
            self.show_table()
            self._own_look = seat
        self.screen.line()
        self._advise()
        choices = self._show_choices()
        while True:
            text = self.screen.ask(msg("your-move", ">")).strip()
            command = self._vocabulary.command(text)
            if command == "undo":
                if self._undo():
                    return
            elif command or not text:
                self._obey(command or "", seat)
            elif text.isascii() and text.isdecimal():
                if number_of(text) in choices:
                    self._act(choices[number_of(text)])
                    return
                self._refuse(msg("no-choice", '"{text}" is no choice here.', text=text), choices)
            elif len(text) > LONGEST_INPUT:
                self._refuse(msg("too-long", "That is too long."), choices)
            else:
                try:
                    action = self.match.position.parse(self._vocabulary.to_notation(text))
                except NotationError as error:
                    self._refuse(error.message, choices)
                else:
                    self._act(action)
                    return

    def _refuse(self, why: Message, choices: Mapping[int, int]) -> None:
        """Say why something cannot be done, and what can."""
        self.screen.say(self._in_own_words(why))
        self.screen.say(
            msg(
                "try-again",
                "Type a number from {least} to {most}, a move, or: {help}. Enter alone shows the"
                " choices again.",
                least=min(choices),
                most=max(choices),
                help=COMMANDS["help"][0],
            )
        )

    def _in_own_words(self, text: Text) -> Text:
        """Write the moves that *text* quotes as the player's language has them."""
        if not isinstance(text, Message):
            return text
        own = {
            name: self._vocabulary.own(value) if isinstance(value, str) else value
            for name, value in text.params.items()
        }
        return replace(text, params=own)

    def _advise(self) -> None:
        """Explain the decision to who meets one of its kind for the first time."""
        advice = self.presenter.advice(self._view())
        if advice and advice.code not in self._advised:
            self._advised.add(advice.code)
            self.screen.say(advice)

    def _show_choices(self) -> dict[int, int]:
        """Ask the question, list the choices by number, those of one card on a line."""
        position = self.match.position
        actions = position.legal_actions()
        choices = [self.presenter.choice(position, action) for action in actions]
        numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
        self.screen.say(self.presenter.question(self._view()))
        if self.screen.accessible:
            for number, choice in zip(numbers, choices, strict=True):
                self.screen.say(numbered(number, choice.sentence))
        else:
            self._draw_choices(numbers, choices)
        if not self._advised & {"how-to-type"}:
            self._advised.add("how-to-type")
            words = ", ".join(self.screen.words(word) for word, _ in COMMANDS.values())
            how = msg(
                "how-to-type", "Type a number, or the move itself. Commands: {words}.", words=words
            )
            self.screen.say(how)
        return dict(zip(numbers, actions, strict=True))

    def _draw_choices(self, numbers: Sequence[int], choices: Sequence[Choice]) -> None:
        groups: dict[str, list[str]] = {}
        for number, choice in zip(numbers, choices, strict=True):
            shown = f"{number:>2} {self._vocabulary.own(choice.notation)}"
            short = self.screen.words(choice.short)
            item = f"{shown}  {short}" if short else shown
            groups.setdefault(self.screen.words(choice.group), []).append(item)
        widths = [display_width(item) for items in groups.values() for item in items]
        # One grid for all lines; the few long ones, of special cards, do not widen it.
        column = max((width for width in widths if width <= WIDEST_ITEM), default=0) + GAP
        for group, items in groups.items():
            for line in flow(items, self.screen.width, f"{group:<3}" if group else "", column):
                self.screen.line(line)

    def _view(self) -> View:
        return self.match.position.view(self._seat_at_screen)

    def show_table(self) -> None:
        """Show the table as it is now, as a drawing or in sentences."""
        view = self._view()
        if self.screen.accessible:
            for text in self.presenter.sentences(view, self._seat_at_screen):
                self.screen.say(text)
            return
        from .draw import draw  # rich is not needed before

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
            from .rules import show_rules

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
            self.screen.say(self._in_own_words(text))
        for word, about in COMMANDS.values():
            self.screen.say(msg("word-does", "{word}: {what}", word=word, what=about))

    def _hint(self, seat: int) -> None:
        position = self.match.position
        action = self._choose(Greedy(), seat)
        choice = self.presenter.choice(position, action)
        number = choice.number or position.legal_actions().index(action) + 1
        self.screen.say(
            msg(
                "hint",
                "{number} {notation}: {what}",
                number=number,
                notation=self._vocabulary.own(choice.notation),
                what=choice.sentence,
            )
        )

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
        """Take back the last decision of a person, with what bots have done since."""
        people = self.table.people
        if not any(done.seat in people for done in self.match.actions):
            self.screen.say(msg("nothing-to-undo", "There is nothing to take back."))
            return False
        while self.match.undo():
            if self.match.position.to_act() in people:
                break
        self._own_look = -1
        self._tell(lambda viewer: [msg("undone", "Taken back.")])
        return True

    # The end before the end.

    def say_how_to_go_on(self) -> None:
        """Say with which command the game goes on from here."""
        self.screen.say(msg("go-on", "The game is not over. It goes on from here with:"))
        self.screen.line(self.command_line())

    def command_line(self) -> str:
        """Write the command that brings this game to where it is."""
        table = self.table
        words = ["splitpick", "play", table.name, "--variant", table.variant]
        for seat, player in zip(table.seats, table.players, strict=True):
            words += ["--seat", f"{seat}={player}"]
        for option in table.options:
            words += ["--option", option]
        if len(table.seats) != 2:
            words += ["--players", str(len(table.seats))]
        words += ["--first", table.seats[table.first], "--seed", str(table.seed)]
        moves = [done.notation for done in self.match.actions if done.seat != CHANCE]
        if moves:
            words += ["--moves", "; ".join(moves)]
        if self.screen.accessible:
            words.append("--accessible")
        if not self.screen.wants_color:
            words.append("--no-color")
        words += ["--lang", self.screen.language.code]
        return shlex.join(words)


def numbered(number: int, what: Text) -> Message:
    """Write a choice behind its number."""
    return msg("numbered", "{number}: {what}", number=number, what=what)


def number_of(text: str) -> int:
    """Read the number that *text* writes in ASCII digits, 0 where it is none or far too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def no_such_choice(text: str, most: int) -> Message:
    """Say that *text* is not the number of a choice."""
    return msg(
        "no-such-choice",
        'Please type a number from 1 to {most}, not "{text}".',
        most=most,
        text=text,
    )


def flow(items: list[str], width: int, first: str, column: int) -> list[str]:
    """Set *items* behind *first*, each at a multiple of *column*, in lines of at most *width*."""
    indent = " " * display_width(first)
    lines: list[str] = []
    line = first
    free = True
    for item in items:
        taken = display_width(line) - len(indent)
        start = 0 if free else -(-(taken + GAP) // column) * column
        if not free and len(indent) + start + display_width(item) > width:
            lines.append(line)
            line, start, taken = indent, 0, 0
        line += " " * (start - taken) + item
        free = False
        if display_width(line) > width:
            # Longer than a line by itself: wrap it, and let the next one begin a new line.
            *above, line = wrap(line.removeprefix(indent), width, indent, indent + "   ")
            lines += above
    return [*lines, line]
