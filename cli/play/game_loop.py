"""The loop of a game at this keyboard: it shows, asks and tells until the match is over."""

import contextlib
from collections.abc import Collection, Sequence
from functools import partial

from ...core.errors import BotFailed, NotationError, PluginError, StoreError
from ...core.matches.exports.narration import Narration, news_since
from ...core.matches.player import Player
from ...core.matches.store import GONE_ON
from ...core.players.levels import LEVELS
from ...core.scene_lines import drawing_of
from ...core.session.match_players import THINKING_SECONDS, TITLES
from ...core.session.menu import Menu
from ...core.session.move_reader import MOST_CHARACTERS, MoveReader, Typed
from ...core.session.play_session import Session, UndoRequest
from ...core.session.split_by_card import SplitByCard, split_by_card
from ...core.session.vocabulary import COMMANDS, QUIT, YES
from ...core.text import Both, Message, Text, msg
from ..exits import leaving_in_order
from ..screen import Screen
from ..terminal.choices import (
    MOST_HEARD,
    agrees,
    ask_or_quit,
    ask_split,
    choice_forms,
    show_choices,
    spoken,
    tell_briefly,
)
from ..terminal.page import TerminalPage, Told
from ..terminal.thinking import thinking
from .about_match import About
from .loop_sentences import loop_sentence as _sentence


class GameLoop:
    """The *session* at *screen*.

    Where the game has secrets and several people are here, the keyboard is passed from one to the
    next, with a clear screen in between.
    """

    def __init__(self, screen: Screen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self.match = session.match
        self.setup = session.setup
        self.tells_seed = False
        self.preface: Sequence[Text] = ()
        """Texts that are said before the match."""
        self.coaches = LEVELS[0].id in self.setup.players
        """True for a newcomer, whose choices are sentences, and who gets the first hint at each
        decision without asking for it."""
        # Whoever passes the keyboard has to see first what was played.
        forced, game_does = screen.plays_forced, session.loaded.presenter.plays_forced
        self._forces = (game_does if forced is None else forced) and not session.passes_keyboard
        """True if the only choice of a person is played at once."""
        session.guard.tell(screen.fault)
        self._viewer = session.people[0] if len(session.people) == 1 else None
        """The seat that the screen is for; ``None`` while it shows what everybody may see."""
        self.presenter = session.presenter_of(self._viewer)
        self.presenter.spoken = screen.accessible
        self.presenter.in_sentences = self.coaches
        self.page: TerminalPage | None = None
        """The page that shows each decision, where text does not scroll."""
        self.reader = MoveReader(screen.language, self.presenter, self.match.game.info().codes)
        self.vocabulary = self.reader.vocabulary
        self._shown_to = -1
        """The seat that was shown the current table; -1 if the table has to be shown again."""
        signs = [] if screen.accessible else self.presenter.legend()[:1]
        primer = self.presenter.primer() if self.coaches else ""
        self._to_explain = [primer or self.presenter.aim(), *signs]
        """Texts to explain at the first decision."""
        self._undone: list[str] = []
        """Decisions that were taken back, the last one last, for `redo`."""
        self._explained: set[Text] = set()
        """The codes of what was explained."""

    def play_moves(self, moves: str) -> None:
        """Play *moves*, separated by semicolons, without showing them; raises `NotationError`."""
        texts = [*filter(None, map(str.strip, moves.split(";")))]
        self.session.play_moves(texts, self.vocabulary.to_notation)

    def welcome(self) -> None:
        """Say what is played, by whom, and under which name the match is saved."""
        setup, seats = self.setup, self.presenter.seats
        self.screen.say(*self.preface)
        players = [
            msg("sits", "{seat}: {player}", seat=name, player=self.title(seat))
            for seat, name in enumerate(seats)
        ]
        self.screen.say(
            _sentence(
                "welcome",
                game=self.presenter.name,
                variant=self.presenter.variant,
                players=Both(tuple(players), commas=True),
                begins=self.presenter.begins(setup.first),
            )
        )
        if self.session.name:
            name = self.session.name
            self.screen.say(msg("kept-as", "This match is saved as {name}.", name=name))
        if setup.practice:
            self.screen.say(msg("practice", "A practice match: everything can be undone."))
        if self.session.people and not (self.match.over or self.page):
            self._explain(self._to_explain[0] if self._to_explain else self.presenter.aim())

    def title(self, seat: int) -> Text:
        """Return what people call the player of *seat*."""
        name = self.setup.players[seat]
        player = self.session.players.get(seat)
        return player.title if player else TITLES.get(name, name)

    def recall(self, seats: Collection[int] = ()) -> None:
        """Tell what has happened since the last decision of *seats*, by default the people here."""
        everybody = range(len(self.setup.players))
        seats = seats or self.session.people or everybody
        told = self.session.decided_before(seats, forced=not self._forces)
        if self.session.resumed and told == len(self.match.line):
            told = max(0, told - 1)  # nothing has happened since
        self._tell_from(told)

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
                        self._explain(_sentence("forced-at-once"))
                        self._act(seat, self.match.position.legal_actions()[0], forced=True)
                    else:
                        self._decide(seat)
            finally:
                for player in self.session.players.values():
                    player.close()
        return self.match.over

    def show_end(self) -> None:
        """Show the last page of a match that is over, with what happened last, until Enter."""
        if self.page:
            self._lay_out(self.page)
            self.page.offer("", list)
            with contextlib.suppress(EOFError):
                self.screen.ask(msg("see-result", "The match is over. Enter shows the result:"))

    def account(self) -> None:
        """Show the table at the end, and how the result comes about."""
        self.reveal()
        self.screen.line()
        self._show_table(boxes=not self.page)  # the page has shown it before
        self.screen.line()
        self.screen.say(*Narration(self.presenter, self.match).scoring())
        if self.tells_seed:
            seed = str(self.setup.seed)
            self.screen.say(msg("seed-is", "To play the same deal again: --seed {seed}", seed=seed))

    def _let_choose(self, player: Player, seat: int, opened: set[int]) -> None:
        """Let *player* decide; open it before, if *seat* is not in *opened*.  Failing forfeits."""
        try:
            if seat not in opened:
                opened.add(seat)
                player.open(self.session.loaded, seat)
            doing = msg("thinking", "{seat} is thinking …", seat=self.presenter.seats[seat])
            with thinking(self.screen, doing):
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
        self.session.apply(action)
        if seat in self.session.people and not forced:
            self._undone = []
            if self.page:
                self.page.begin_story()
        if self._shown_to != seat or len(match.line) > done + 1:
            self._shown_to = -1
        self._tell_from(done)

    def _tell_from(self, number: int) -> None:
        """Tell what was done after the first *number* actions."""
        if self.session.passes_keyboard and self._viewer is None:
            return  # everybody hears it on taking the keyboard
        words, page = self.screen.words, self.page
        for news in news_since(self.presenter, self.match, number, self._viewer):
            if page:
                told, brief = ([*map(words, texts)] for texts in (news.told, news.brief))
                page.tell(Told(told, brief, news.weight))
            else:
                self.screen.say(*news.told)

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
        if self.session.passes_keyboard:
            self._viewer = None
            if wipe:
                self.screen.clear()

    # What is asked.

    def _decide(self, seat: int) -> None:
        """Ask the person at *seat* until there is a decision, or one was taken back."""
        if self.session.passes_keyboard and self._viewer != seat:
            self._pass_keyboard(seat)
        if self.page:
            self._lay_out(self.page)
        elif self._shown_to != seat:
            self.screen.line()
            if self.screen.accessible:
                self._tell_table()
            else:
                self._show_table()
            self._shown_to = seat
        self.screen.line()
        for told in (*self._to_explain, *self._advice()):
            self._explain(told)
        hints = self._helps() and not (self._to_explain and self.presenter.primer())
        self._to_explain = []
        menu = self._show_choices()
        text = COMMANDS["hint"][0].text if hints and len(menu.items) > 1 else None
        while text is None or not self._answered(text, seat):
            self.screen.completions = self._typable()
            text = self.screen.ask(msg("your-move", ">"))
            self.screen.completions = ()

    def _advice(self) -> Sequence[Text]:
        """Return what explains the decision to a newcomer."""
        advice = self.presenter.advice(self.match.position.view(self._viewer))
        return [advice] if advice else []

    def _helps(self) -> bool:
        """Return whether the first hint is given unasked."""
        return self.coaches

    def _answered(self, text: str, seat: int) -> bool:
        """Carry out what the person at *seat* has typed; return true if the decision is over."""
        try:
            return self._answer(self.reader.read(text, self._menu), seat)
        except NotationError as error:
            self.screen.say(self.vocabulary.in_own_words(error.message))
            again = _sentence("try-again", help=COMMANDS["help"][0])
            if self.page and self.coaches and self._menu.cards:
                card = next(iter(self._menu.cards))
                again = _sentence("try-card", help=COMMANDS["help"][0], card=card)
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
        if typed == Typed() and (split := self._split_by_card()):
            action = ask_split(self.screen, split, self.presenter.card_name)
            if action is None:
                return False
            self._act(seat, action)
            return True
        if typed.action is None:
            self._obey(typed.command)
            return False
        if (instead := self._asked_twice(typed.action)) is not None:
            return bool(instead) and self._answer(self.reader.read(instead, self._menu), seat)
        self._act(seat, typed.action)
        return True

    def _typable(self) -> list[str]:
        """List the moves and commands that can be typed now."""
        words = [self.screen.words(word) for word, _ in COMMANDS.values()]
        own = self.vocabulary.own
        return [*(own(item.choice.notation) for item in self._menu.items), *words]

    def _asked_twice(self, action: int) -> str | None:
        """Ask before the last card of a turn; return what is typed instead, or ``None`` for yes."""
        items, position = self._menu.items, self.match.position
        asks = self.screen.confirms and self.screen.asks_terminal
        ends = asks and self.presenter.ends_turn(position, action)
        if not ends or len(items) == 1:
            return None
        move = self.vocabulary.in_own_words(self.presenter.name_move(position, action))
        asked = msg("last-card", "{move:cap} ends your turn. Enter = yes, n = no:", move=move)
        typed = self.screen.ask(asked)[:MOST_CHARACTERS].strip()
        truth = self.vocabulary.truth(typed) if typed else True
        return typed if truth is None else None if truth else ""

    def _show_choices(self, kind: str = "", sought: str = "") -> Menu:
        """Show the choices; if there are many, only those of a *kind*, or the kinds to ask for.

        If the page has no room for all, show the part with the text *sought*.
        """
        screen, vocabulary = self.screen, self.vocabulary
        menu = self._menu = self.session.menu(self.presenter)
        question = self.presenter.question(menu.position.view(self._viewer))
        if page := self.page:
            simply = self.coaches
            list_them = partial(choice_forms, screen, vocabulary, menu, kind, simply=simply)
            page.offer(question, list_them, sought)
        else:
            screen.say(question)
            name = self.presenter.card_name
            if not (screen.accessible and not kind and tell_briefly(screen, menu, name)):
                show_choices(screen, vocabulary, menu, kind, simply=self.coaches)
        if menu.kinds and not kind:
            word = self.vocabulary.own(next(iter(menu.kinds)))
            self._explain(_sentence("how-to-list", word=word))
        self._explain(_sentence("how-to-type", help=COMMANDS["help"][0]))
        if any(item.number != number for number, item in enumerate(menu.items, 1)):
            self._explain(_sentence("numbers-stay"))
        return menu

    def _explain(self, text: Text) -> None:
        """Say *text*, but only once in a game."""
        code = text.code if isinstance(text, Message) else text
        if code not in self._explained:
            self._explained.add(code)
            self.screen.say(self.vocabulary.in_own_words(text))

    def _split_by_card(self) -> SplitByCard | None:
        """Return the split that people who listen are asked for card by card, if there is one."""
        listens = self.screen.accessible and len(self._menu.items) > MOST_HEARD
        return split_by_card(self._menu) if listens else None

    def _about(self) -> About:
        return About(self.screen, self.vocabulary, self.presenter, self.match, self._viewer)

    def _lay_out(self, page: TerminalPage) -> None:
        """Lay out the table for a decision on the *page*."""
        from ..terminal.drawing import scene_lines  # rich takes long to import

        view = self.match.position.view(self._viewer)
        scene = self.presenter.scene(view, self._viewer)
        page.heads = [self.presenter.name, self.presenter.variant, *scene.heads]
        drawing = drawing_of(scene, head=False)
        page.table = partial(scene_lines, self.screen, drawing, boxes=False)
        page.extra = "" if self.coaches else self._about().unseen()
        page.decides = True

    def _tell_table(self) -> None:
        """Tell where the game stands, in few words; the choices name what they are about."""
        from ..terminal.drawing import tell_table_briefly  # rich takes long to import

        menu = self.session.menu(self.presenter)
        position, hand = self.match.position, not menu.cards
        tell_table_briefly(self.screen, self.presenter, position, self._viewer, hand=hand)
        self._explain(_sentence("table-on-wish", table=COMMANDS["table"][0]))

    def _show_table(self, *, boxes: bool = True) -> None:
        from ..terminal.drawing import show_table  # rich takes long to import

        position, viewer = self.match.position, self._viewer
        show_table(self.screen, self.presenter, position, viewer, boxes=boxes)

    # Commands, such as help and undo.

    def _obey(self, command: str) -> None:
        """Carry out *command*, if there is one; then show the choices, except after a hint."""
        if command == "quit":
            raise EOFError
        if command == "hint":
            with thinking(self.screen, msg("hint-thinking", "Looking for the best move …")):
                texts = self.session.hint(self.presenter)
            self.screen.say(*map(self.vocabulary.in_own_words, texts))
            self._seek(texts)
            return
        if command in ("redo", "draw"):
            self.screen.say(_sentence(f"no-{command}", resign=COMMANDS["resign"][0]))
            return
        lines = self._about().lines(command)
        if command == "choices":
            lines = spoken(self.screen, self._menu.items)
        if page := self.page:
            if lines:
                page.read_out(lines)
            elif not page.turn() and self._menu.kinds:
                self._show_choices()
            return
        for line in lines:
            self.screen.line(line)
        if command and self.screen.accessible:
            return
        if command:
            self.screen.line()
        self._show_choices()

    def _seek(self, hint: Sequence[Text]) -> None:
        """Show those choices on the page that *hint* recommends."""
        numbers = [text.params.get("number") for text in hint if isinstance(text, Message)]
        item = next((item for item in self._menu.items if item.number in numbers), None)
        if not item or not self.page:
            return
        kind = item.choice.kind if item.choice.kind in self._menu.kinds else ""
        shown = f"{item.number:>2} "
        if self.coaches and self._menu.cards:
            kind = str(item.choice.group)
        else:
            shown += self.vocabulary.own(item.choice.notation)
        self._show_choices(kind, shown)

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
        if not agrees(self.screen, _sentence("resign-agree", yes=YES), letter=True):
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
        if request.waits_for and not self.setup.practice and not self._all_agree(request):
            self.screen.say(msg("undo-refused", "Nothing was taken back."))
            return False
        done = self.match.line[request.left].done
        session.take_back(request)
        self._undone.append(done.notation if done else "")
        self._shown_to = -1
        if self.page:
            self.page.retell()
            self.recall()
        self.screen.say(msg("undone", "Taken back."))
        return True

    def _all_agree(self, request: UndoRequest) -> bool:
        question = _sentence("undo-agree", seat=self.presenter.seats[request.owner], yes=YES)
        return agrees(self.screen, question)
