"""The loop of a game at this keyboard: it shows, asks, acts and tells until the match is over."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from ...core.errors import BotFailed, NotationError, PluginError, StoreError
from ...core.hooks.engine import Engine
from ...core.hooks.guard import Guard
from ...core.matches.entry import Entry
from ...core.matches.exports.narration import Narration, told_since
from ...core.matches.player import Player
from ...core.matches.record import load_setup
from ...core.matches.setup import HUMAN, POST, Setup
from ...core.matches.store import GONE_ON
from ...core.matches.takeback import Takeback, last_decision
from ...core.players.levels import LEVELS
from ...core.rules.load import Ruleset
from ...core.scene import Choice, Row, addressed
from ...core.text import Both, Message, Text, msg
from ..exits import leaving_in_order
from ..screen import Screen
from ..terminal.choices import (
    agrees,
    ask_or_quit,
    choice_forms,
    kinds_of,
    number_of,
    show_choices,
)
from ..terminal.page import Page
from ..terminal.thinking import thinking
from ..terminal.typed_moves import CODE, begun_with, with_codes
from ..terminal.vocabulary import COMMANDS, QUIT, YES, Vocabulary
from .about_match import About
from .hints import hints_for
from .match_players import TITLES, players_of
from .numbering import numbers_of

THINKING_SECONDS = 2.0
"""Seconds that a bot may think about a decision."""


class GameLoop:
    """A match under way at *screen*, saved under *name*, which is empty if it is not saved.

    A new match needs its *rules*; a saved one has them in its *setup*, and its *entries* are played
    again.  *logs* is the folder for the error outputs of programs.  Bots and programs are started
    only if the match *goes_on*.

    Where the game has secrets and several people are here, the keyboard is passed from one to the
    next, with a clear screen in between.
    """

    def __init__(
        self,
        screen: Screen,
        engine: Engine,
        setup: Setup,
        *,
        rules: Ruleset | None = None,
        entries: Sequence[Entry] = (),
        name: str = "",
        logs: Path | None = None,
        goes_on: bool = True,
    ) -> None:
        self.screen = screen
        self.engine = engine
        self.setup = setup
        self.name = name
        self.tells_seed = False
        self.preface: Sequence[Text] = ()
        """Texts that are said before the match."""
        self.resumed = bool(entries)
        """True if the match was begun before, at this keyboard or another."""
        self.hints = 0
        """Number of hints that were given at this keyboard."""
        self.coaches = LEVELS[0].id in setup.players
        """True if the first hint is given at each decision without being asked for."""
        self.loaded = load_setup(engine, setup, rules)
        self.presenter = self.loaded.presenter
        self.presenter.spoken = screen.accessible
        self.guard = Guard(engine)
        self.guard.tell(screen.fault)
        self.guard.protect(self.loaded.game)
        self.players = players_of(engine, self.loaded, self.guard, logs) if goes_on else {}
        """The bots and programs by their seats."""
        self.match = self.loaded.match(entries)
        for observer in self.guard.observers() if goes_on else ():
            self.match.observe(observer)
        self.page: Page | None = None
        """The page that shows each decision, where text does not scroll."""
        self.vocabulary = Vocabulary(screen.language, self.presenter.words())
        self.people = [seat for seat, player in enumerate(setup.players) if player == HUMAN]
        self._passes = self.presenter.secrets and len(self.people) > 1
        """True if the people here pass the keyboard on, and so hide their hands."""
        self._viewer = self.people[0] if len(self.people) == 1 else None
        """The seat that the screen is for; ``None`` while it shows what everybody may see."""
        self.presenter.seats = addressed(self.presenter.seats, self._viewer)
        self._shown_to = -1
        """The seat that was shown the current table; -1 if the table has to be shown again."""
        signs = [] if screen.accessible else self.presenter.legend()[:1]
        self._to_explain = [self.presenter.aim(), *signs]
        """Texts to explain at the first decision."""
        self._explained: set[Text] = set()
        """The codes of what was explained."""
        self._offered: dict[int, int] = {}
        """The actions on offer, by the number to type."""
        self._choices: Sequence[Choice] = ()
        """The choices on offer."""
        self._kinds: Mapping[str, Sequence[int]] = {}
        """The kinds of choices that are listed when they are typed, with the places of these."""
        self._hints: dict[int, Iterator[list[Text]]] = {}
        """The hints still to give at the current decision, by the number of entries before it."""

    @property
    def is_here(self) -> bool:
        """True while it is the turn of a seat that is played here."""
        return not self.match.over and self.setup.players[self.match.position.to_act()] != POST

    def play_moves(self, moves: str) -> None:
        """Play *moves*, separated by semicolons, without showing them; raises `NotationError`."""
        for text in filter(None, map(str.strip, moves.split(";"))):
            try:
                self.match.play(self.vocabulary.to_notation(text))
            except NotationError as error:
                why = error.message
                raise type(error)(msg(error.code, '"{text}": {why}', text=text, why=why)) from None

    def welcome(self) -> None:
        """Say what is played, by whom, and under which name the match is saved."""
        setup, seats = self.setup, self.presenter.seats
        self.screen.say(*self.preface)
        sitting = [
            msg("sits", "{seat}: {player}", seat=name, player=self.title(seat))
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
        if self.tells_seed:
            seed = str(setup.seed)
            self.screen.say(msg("seed-is", "To play the same deal again: --seed {seed}", seed=seed))
        if self.name:
            self.screen.say(msg("kept-as", "This match is saved as {name}.", name=self.name))
        if setup.practice:
            self.screen.say(msg("practice", "A practice match: everything can be undone."))
        if self.people and not (self.match.over or self.page):
            self._explain(self.presenter.aim())

    def title(self, seat: int) -> Text:
        """Return what people call the player of *seat*."""
        name = self.setup.players[seat]
        return self.players[seat].title if seat in self.players else TITLES.get(name, name)

    def recall(self, seats: Collection[int] = ()) -> None:
        """Tell what has happened since the last decision of *seats*, by default the people here."""
        last = last_decision(self.match, seats or self.people or range(len(self.setup.players)))
        self._tell_from(0 if last is None else last + 1)

    def play(self) -> bool:
        """Play on; return true at the end, and false where it is the turn of somebody far away.

        Raises `EOFError` at the end of the input and if the player quits, and `StoreError` if the
        decision of a bot or program cannot be saved, or the match was changed elsewhere.
        """
        opened: set[int] = set()
        with leaving_in_order():  # no program shall be left behind
            try:
                while not self.match.over:
                    seat = self.match.position.to_act()
                    if player := self.players.get(seat):
                        self._let_choose(player, seat, opened)
                    elif not self.is_here:
                        return False
                    else:
                        self._decide(seat)
            finally:
                for player in self.players.values():
                    player.close()
        return True

    def account(self) -> None:
        """Show the table at the end, and how the result comes about."""
        self.reveal()
        self.screen.line()
        self._show_table()
        self.screen.line()
        self.screen.say(*Narration(self.presenter, self.match).scoring())

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        """Let *player* decide; open it before, if *seat* is not in *opened*.  Failing forfeits."""
        try:
            if seat not in opened:
                opened.add(seat)
                player.open(self.loaded, seat)
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
        with self.engine.watching():
            match.apply(action)
        if self.page and seat in self.people:
            self.page.begin_story()
        if self._shown_to != seat or len(match.actions) > done + 1:
            self._shown_to = -1
        self._tell_from(done)

    def _tell_from(self, number: int) -> None:
        """Tell what was done after the first *number* actions."""
        if self._passes and self._viewer is None:
            return  # everybody hears it on taking the keyboard
        for told in told_since(self.presenter, self.match, number, self._viewer):
            self.screen.say(*told)

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
        self._shown_to = -1

    def reveal(self, *, wipe: bool = False) -> None:
        """Where people pass the keyboard, show only what all may see; *wipe* clears the screen."""
        if self._passes:
            self._viewer = None
            if wipe:
                self.screen.clear()

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or one was taken back."""
        if self._passes and self._viewer != seat:
            self._pass_keyboard(seat)
        if self.page:
            self._lay_out(self.page)
        elif self._shown_to != seat:
            self.screen.line()
            self._show_table()
            self._shown_to = seat
        self.screen.line()
        advice = self.presenter.advice(self.match.position.view(self._viewer))
        for text in (*self._to_explain, advice):
            if text:
                self._explain(text)
        self._to_explain = []
        self._show_choices()
        text = COMMANDS["hint"][0].text if self.coaches and len(self._offered) > 1 else None
        while True:
            if text is None:
                self.screen.completions = self._typable()
                text = self.screen.ask(msg("your-move", ">"))[:200].strip()  # no move is as long
                self.screen.completions = ()
            try:
                if self._answer(text, seat):
                    return
            except NotationError as error:
                self.screen.say(self.vocabulary.in_own_words(error.message))
                self.screen.say(
                    msg(
                        "try-again",
                        "Type one of the numbers, a move, or: {help}. Enter alone shows the "
                        "choices again.",
                        help=COMMANDS["help"][0],
                    )
                )
            except PluginError as error:
                self.guard.report(error)
                self._show_choices()
            except StoreError as error:
                if error.code in GONE_ON:
                    raise
                self.screen.error(error.message)
                self.screen.say(
                    msg("not-kept", "Nothing changed. Try again, or end with: {quit}", quit=QUIT)
                )
            text = None

    def _answer(self, text: str, seat: int) -> bool:
        """Carry out what the person at *seat* has typed; return true if the decision is over."""
        command = self.vocabulary.command(text)
        if command == "undo":
            return self._undo()
        if command or not text:
            self._obey(command, seat)
            return False
        typed = self.vocabulary.to_notation(text)
        for kind in self._kinds:
            if kind.casefold() == typed.casefold():
                self._show_choices(kind)
                return False
        if text.isascii() and text.isdecimal():
            action = self._offered.get(number_of(text), -1)
            if action < 0:
                raise NotationError(msg("no-choice", '"{text}" is not a choice here.', text=text))
        else:
            action = self._read_move(text)
        if (instead := self._asked_twice(action)) is not None:
            return bool(instead) and self._answer(instead, seat)
        self._act(seat, action)
        return True

    def _typable(self) -> list[str]:
        """List the moves and commands that can be typed now."""
        words = [self.screen.words(word) for word, _ in COMMANDS.values()]
        return [*(self.vocabulary.own(choice.notation) for choice in self._choices), *words]

    def _read_move(self, text: str) -> int:
        """Return the action that *text* or its only continuation means; raises `NotationError`."""
        position, vocabulary = self.match.position, self.vocabulary
        every = self.match.game.info().codes
        codes = {code for one in self._choices for code in CODE.findall(one.notation)}
        here, all_names = (
            {code: self.screen.words(self.presenter.card_name(code)) for code in some}
            for some in (codes, every)
        )
        text = with_codes(text, here, all_names)
        place = begun_with(text, self._choices, vocabulary)
        if place >= 0:
            return position.legal_actions()[place]
        return position.parse(vocabulary.to_notation(vocabulary.completed(text)))

    def _asked_twice(self, action: int) -> str | None:
        """Ask before the last card of a turn; return what is typed instead, or ``None`` for yes."""
        position = self.match.position
        asks = self.screen.confirms and self.screen.asks_terminal
        ends = asks and self.presenter.ends_turn(position, action)
        if not ends or len(self._offered) == 1:
            return None
        move = self.vocabulary.own(position.notation(action))
        if self.screen.accessible:
            place = position.legal_actions().index(action)
            move = self.screen.words(self._choices[place].sentence)
        asked = msg("last-card", "{move} ends your turn. Enter plays it, n does not:", move=move)
        typed = self.screen.ask(asked)[:200].strip()
        yes = typed.casefold() in ("y", YES.text, self.screen.words(YES).casefold(), "j")
        return None if yes or not typed else "" if typed.casefold() == "n" else typed

    def _show_choices(self, kind: str = "") -> None:
        """Show the choices; if there are many, only those of a *kind*, or the kinds to ask for."""
        position = self.match.position
        screen, vocabulary = self.screen, self.vocabulary
        choices = self.guard.choices(self.presenter, position)
        self._choices = choices
        numbers = numbers_of(self.match, choices)
        self._offered = dict(zip(numbers, position.legal_actions(), strict=True))
        self._kinds = kinds_of(choices)
        question = self.presenter.question(position.view(self._viewer))
        if page := self.page:
            page.offer(question, partial(choice_forms, screen, vocabulary, numbers, choices, kind))
        else:
            screen.say(question)
            show_choices(screen, vocabulary, numbers, choices, kind)
        if self._kinds and not kind:
            word = self.vocabulary.own(next(iter(self._kinds)))
            text = msg("how-to-list", "A word alone, such as {word}, lists its choices.", word=word)
            self._explain(text)
        how = msg(
            "how-to-type",
            "Type a number, or the move itself; {help} explains the commands.",
            help=COMMANDS["help"][0],
        )
        self._explain(how)

    def _explain(self, text: Text) -> None:
        """Say *text*, but only once in a game."""
        code = text.code if isinstance(text, Message) else text
        if code not in self._explained:
            self._explained.add(code)
            self.screen.say(self.vocabulary.in_own_words(text))

    def _about(self) -> About:
        return About(self.screen, self.vocabulary, self.presenter, self.match, self._viewer)

    def _lay_out(self, page: Page) -> None:
        """Lay out the table for a decision on the *page*."""
        from ..terminal.drawing import scene_lines  # rich takes long to import

        view = self.match.position.view(self._viewer)
        head, *scene = self.presenter.scene(view, self._viewer)
        if isinstance(head, Row):
            head, scene = (), [head, *scene]
        page.heads = [self.presenter.name, self.presenter.variant, *(span.text for span in head)]
        page.table = partial(scene_lines, self.screen, scene, boxes=False)
        page.extra = self._about().unseen()
        page.decides = True

    def _show_table(self) -> None:
        from ..terminal.drawing import show_table  # rich takes long to import

        show_table(self.screen, self.presenter, self.match.position, self._viewer)

    # Commands, such as help and undo.

    def _obey(self, command: str | None, seat: int) -> None:
        """Carry out *command*, if there is one; then show the choices, except after a hint."""
        if command == "quit":
            raise EOFError
        if command == "hint":
            self._hint(seat)
            return
        lines = self._about().lines(command)
        if page := self.page:
            if lines:
                page.read_out(lines)
            elif not page.turn() and self._kinds:
                self._show_choices()
            return
        for line in lines:
            self.screen.line(line)
        if command and self.screen.accessible:
            return
        if command:
            self.screen.line()
        self._show_choices()

    def _hint(self, seat: int) -> None:
        """Give the next hint at this decision; the last one is given again and again."""
        moment = len(self.match.entries)
        hints = self._hints.pop(moment, None) or hints_for(self.match, self.guard, self.presenter)
        with thinking(self.screen, msg("hint-thinking", "Looking for the best move …")):
            texts = next(hints)
        self.hints += 1
        self._hints = {moment: hints}  # not those that a plugin has broken off
        self.screen.say(*map(self.vocabulary.in_own_words, texts))

    def _undo(self) -> bool:
        """Take back the last decision of a person here and all since; return true if successful."""
        match = self.match
        left = last_decision(match, self.people)
        if left is None:
            self.screen.say(msg("nothing-to-undo", "There is nothing to take back."))
            return False
        if not self.setup.practice and (refusal := self._refusal(left)):
            self.screen.say(refusal)
            return False
        match.undo(len(match.actions) - left, match.position.to_act())
        self._shown_to = -1
        if self.page:
            self.page.retell()
            self.recall()
        self.screen.say(msg("undone", "Taken back."))
        return True

    def _refusal(self, left: int) -> Message | None:
        """Say why the match may not go back to its first *left* actions; ``None`` if it may."""
        takeback = Takeback(self.match, self.setup.players, left)
        if takeback.refusal:
            return takeback.refusal
        question = msg(
            "undo-agree",
            "Do all of you agree to take back the decision of {seat}, and to forget what has "
            "happened since? Type {yes} to agree:",
            seat=self.presenter.seats[takeback.owner],
            yes=YES,
        )
        if takeback.needs_consent and not agrees(self.screen, question):
            return msg("undo-refused", "Nothing was taken back.")
        return None
