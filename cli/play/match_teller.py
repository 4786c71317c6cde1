"""The teller of a match at this keyboard: it shows the table and the choices, and tells."""

import contextlib
from collections.abc import Collection, Sequence
from functools import partial

from ...core.game import OVER, Position
from ...core.matches.exports.narration import Narration, News, news_since
from ...core.players.levels import LEVELS
from ...core.scene_lines import drawing_of, sentences_of
from ...core.session.match_players import player_title
from ...core.session.menu import Menu, MenuItem
from ...core.session.move_reader import MoveReader
from ...core.session.play_session import Session
from ...core.session.split_by_card import split_by_card, types_split
from ...core.session.vocabulary import COMMANDS
from ...core.text import Both, Message, Name, Text, msg, nmsg
from ...core.things import Scene
from ..screen import Screen
from ..terminal.choices import (
    choice_forms,
    in_brief,
    items_of,
    show_choices,
)
from ..terminal.page import ESSENTIAL, TerminalPage, Told
from ..terminal.questions import SplitDialogue, numbered
from .about_match import About
from .loop_sentences import loop_sentence as _sentence


class MatchTeller:
    """The side of a game that shows and tells the *session* on *screen*.

    Attributes:
        preface: texts that are said before the match.
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
        """True for a newcomer, whose choices are sentences, and who is shown the first hint at each
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
        self._told_heads: Collection[str] = ()
        self._told_hand: Collection[str] = ()
        """Lines told last of the table to people who listen."""
        self._shown_to = -1
        """The seat that was shown the current table; -1 if the table has to be shown again."""
        self._to_explain = [self.presenter.aim()]
        if self.coaches:
            told = self.presenter.primer() or self.presenter.aim()
            primer = _sentence("primer", told=told, rules=COMMANDS["rules"][0])
            self._to_explain = [primer]
        """Texts to explain at the first decision."""
        self._seen: set[str] = set()
        """Codes of the cards that have lain on the table at a decision."""
        self._untold = False
        """True while somebody whose text scrolls has not been told the choices."""
        self._heard: set[int] = set()
        """Numbers of the choices that were told last, where text scrolls."""
        self._next = 0
        """Place of the choice that is told first to who listens and asks for them."""
        self._dialogue: SplitDialogue | None = None
        """Dialogue that asks for a split card by card, as long as it does."""
        self._asking: Sequence[str] = ()
        """The lines of the question and its choices that were heard last."""
        self._helped = False
        """True if who listens has heard the first part of the help, and not the rest."""
        self._undone: list[str] = []
        """Decisions that were taken back, the last one last, for `redo`."""
        self._explained: set[Text] = set()
        """The codes of what was explained."""

    def welcome(self) -> None:
        """Say what is played, by whom, and under which name the match is saved.

        Who listens to a match that goes on has heard it, and only hears how far it is.
        """
        setup, seats = self.setup, self.presenter.seats
        if self._goes_on:
            scene = self.presenter.scene(self.match.position.view(self._viewer), self._viewer)
            game, where = self.presenter.name, [*scene.heads, ""][0]
            self.screen.say(
                *self.preface,
                _sentence("heard-again", game=game, where=where, help=COMMANDS["help"][0]),
            )
            return
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
            ),
            *(self._weak() if self.coaches else ()),
        )
        if self.session.name:
            name = self.session.name
            self.screen.say(msg("kept-as", "This match is saved as {name}.", name=name))
        if setup.practice:
            self.screen.say(msg("practice", "A practice match: everything can be undone."))
        if self.session.people and not (self.match.over or self.page):
            for told in self._to_explain or [self.presenter.aim()]:
                self._explain(told)

    def _weak(self) -> Sequence[Text]:
        """Say who makes mistakes on purpose, so that nobody takes them for faults."""
        weakest = LEVELS[0]
        players = zip(self.setup.players, self.presenter.seats, strict=True)
        seats = [name for player, name in players if player == weakest.id]
        return [
            nmsg(
                "weakest-level",
                "{seats} plays at the weakest level, {level}, and makes mistakes.",
                "{seats} play at the weakest level, {level}, and make mistakes.",
                len(seats),
                seats=Both(tuple(seats)),
                level=weakest.title,
            )
        ]

    @property
    def _goes_on(self) -> bool:
        """True for who listens to a match that was begun before: what explains it was heard."""
        return self.screen.accessible and self.session.resumed and not self.match.over

    def title(self, seat: int) -> Text:
        """Return what people call the player of *seat*."""
        player = self.session.players.get(seat)
        return player.title if player else player_title(self.setup.players[seat])

    def recall(self, seats: Collection[int] = ()) -> None:
        """Tell what has happened since the last decision of *seats*, by default the people here."""
        everybody = range(len(self.setup.players))
        seats = seats or self.session.people or everybody
        told = self.session.decided_before(seats, forced=not self._forces)
        if self.session.resumed and told == len(self.match.line):
            told = max(0, told - 1)  # nothing has happened since
        self._tell_from(told)

    def show_end(self) -> None:
        """Show the last page of a match that is over, with what happened last, until Enter."""
        if self.page:
            self._lay_out(self.page)
            self.page.offer("", list)
            with contextlib.suppress(EOFError):
                self.screen.ask(msg("see-result", "The match is over. Enter shows the result."))

    def account(self) -> None:
        """Show the table at the end, and how the result comes about.

        Who listens hears first who has won, and the table on request.
        """
        self.reveal()
        self.screen.line()
        lines = Narration(self.presenter, self.match).scoring()
        if self.screen.accessible:
            lines = [*lines[-1:], *lines[:-1]]
        else:
            self.show_table(boxes=not self.page)  # the page has shown it before
            self.screen.line()
        self.screen.say(*lines)
        if self.tells_seed:
            seed = str(self.setup.seed)
            self.screen.say(msg("seed-is", "To play the same deal again: --seed {seed}", seed=seed))

    def _tell_from(self, number: int) -> None:
        """Tell what was done after the first *number* actions."""
        if self.session.passes_keyboard and self._viewer is None:
            return  # everybody hears it on taking the keyboard
        words = self.screen.words
        for news in news_since(self.presenter, self.match, number, self._viewer):
            if self.page:
                step = news.step
                ends = self.presenter.tell_round(step.before, step.action, step.after)
                scored = [*map(words, ends)]
                told, brief = (
                    [said for said in map(words, texts) if said not in scored]
                    for texts in (news.told, news.brief)
                )
                self.page.tell(Told(told, brief, news.weight))
                if scored and not self.match.over:
                    self.page.end_round(scored)
                else:
                    self.page.tell(Told(scored, scored, ESSENTIAL))
            else:
                self.screen.say(*self._without_sets(news))
                self._tell_heads(news.step.after)

    def _without_sets(self, news: News) -> Sequence[Text]:
        """Return what is told of *news*, to who listens without sets that are the choices next.

        Nor is somebody's own split told that was agreed to card by card.
        """
        last = news.told[-1] if news.told else ""
        split = isinstance(last, Message) and last.code == "says-split" and last.params["seat"]
        if not (self.screen.accessible and isinstance(split, Name)):
            return news.told
        if split.you:
            return news.told[:-1] if self._dialogue else news.told
        is_next = news.step is self.match.line[-1] and not self.match.over
        if not is_next or self.match.position.to_act() != self._viewer:
            return news.told
        return [*news.told[:-1], _sentence("splits-only", seat=split)]

    def _tell_news(self, texts: Sequence[Text]) -> None:
        """Tell *texts* so that no page leaves them out."""
        if self.page:
            told = [*map(self.screen.words, texts)]
            self.page.tell(Told(told, told, ESSENTIAL))
        else:
            self.screen.say(*texts)

    def reveal(self, *, wipe: bool = False) -> None:
        """Where people pass the keyboard, show only what all may see; *wipe* clears the screen."""
        if self.session.passes_keyboard:
            self._viewer = None
            if wipe:
                self.screen.clear()

    def _signs(self) -> Sequence[Text]:
        return self._about().signs(self._seen)

    def _advice(self) -> Sequence[Text]:
        """Return what explains the decision to a newcomer."""
        return [*filter(None, [self.presenter.advice(self.match.position.view(self._viewer))])]

    def _helps(self) -> bool:
        """Return whether the first hint is given unasked: nobody who listens waits for it."""
        return self.coaches and not self.screen.accessible

    def _show_choices(self, kind: str = "", sought: str = "") -> Menu:
        """Show the choices; if there are many, only those of a *kind*, or the kinds to ask for.

        If the page has no room for all, show the part with the text *sought*.
        """
        screen, vocabulary = self.screen, self.vocabulary
        menu = self._menu = self.session.menu(self.presenter)
        self._next = 0
        question = self.presenter.question(menu.position.view(self._viewer))
        name = self.presenter.card_name
        first = name if self.coaches or screen.accessible else None
        if self.page:
            forms = partial(choice_forms, screen, vocabulary, menu, kind, name=first)
            self.page.offer(question, forms, sought)
        else:
            before = len(screen.said)
            screen.say(*[] if kind and screen.accessible else [question])
            briefly = in_brief(menu, self.presenter) if screen.accessible and not kind else []
            self._untold = bool(briefly) or self._types_sets()
            for told in briefly:
                if told.code == "cards-briefly":
                    screen.say(told)
                else:
                    self._explain(told, always=True)
            if not briefly:
                show_choices(screen, vocabulary, menu, kind, name=first)
            self._heard = {item.number for item in items_of(menu, kind)}
            self._asking = screen.said[before:]
            if split := split_by_card(menu) if screen.accessible and types_split(menu) else None:
                cards = Both(tuple(map(name, split.cards)), commas=True)
                told = msg("cards-are", "Your cards: {cards}.", cards=cards)
                self._asking = [*screen.lines(told), *self._asking]
        if self._types_sets():
            return menu
        if menu.kinds and not kind:
            word = self.vocabulary.own(next(iter(menu.kinds)))
            self._explain(_sentence("how-to-list", word=word))
        how = "how-to-type"
        if screen.accessible:
            how = "how-to-ask" if self._untold else "how-to-answer"
        if self._explained.isdisjoint(("how-to-ask", "how-to-answer")):  # each tells the commands
            self._explain(_sentence(how, **{name: word for name, (word, _) in COMMANDS.items()}))
        if any(item.number != number for number, item in enumerate(menu.items, 1)):
            self._explain(_sentence("numbers-stay"))
        return menu

    def _is_advised(self, item: MenuItem) -> bool:
        """Return whether the last hint at this decision recommends the choice *item*."""
        return item.choice.notation == self.session.advised

    def _seek(self) -> None:
        """Show those choices on the page that the last hint recommends."""
        item = next((item for item in self._menu.items if self._is_advised(item)), None)
        if not item or not self.page:
            return
        kind = item.choice.kind if item.choice.kind in self._menu.kinds else ""
        if self.coaches and self._menu.cards:
            kind = str(item.choice.group)
        self._show_choices(kind, self._as_listed(item))

    def _as_listed(self, item: MenuItem) -> str:
        """Return how the choice *item* is listed: a sentence only by its number."""
        if self.coaches and self._menu.cards:
            return f"{item.number:>2} "
        return f"{item.number:>2} {self.vocabulary.own(item.choice.notation)}"

    def _is_told(self, item: MenuItem) -> bool:
        """Return whether the choice *item* was told, or can be seen on the page."""
        if self.screen.accessible:  # another number may be a slip
            heard = not self._untold and item.number in self._heard
            return heard or self._is_advised(item)
        if not self.page or self._is_advised(item):
            return not self._untold
        told, begin = self.screen.words(numbered(item.number, "")), self._as_listed(item)
        lines = self.page.listed
        if any(line.startswith(told) or line[: len(begin)] == begin for line in lines):
            return True
        # In a grid; the list may have wrapped a long choice.
        grid = f" {' '.join(' '.join(lines).split())}"
        return not begin.endswith(" ") and f" {' '.join(begin.split())}" in grid

    def _explain(self, text: Text, *, always: bool = False) -> None:
        """Say *text*, but only once in a game, and *always* if the game was begun before."""
        code = text.code if isinstance(text, Message) else text
        if code not in self._explained and (always or not self._goes_on):
            self._explained.add(code)
            self.screen.say(self.vocabulary.in_own_words(text))

    def _types_sets(self) -> bool:
        """Return whether a newcomer splits without a list."""
        return self.coaches and not self.screen.accessible and types_split(self._menu)

    def _about(self) -> About:
        return About(self.screen, self.vocabulary, self.presenter, self.match, self._viewer)

    def _lay_out(self, page: TerminalPage) -> None:
        """Lay out the table for a decision on the *page*."""
        from ..terminal.drawing import scene_lines  # rich takes long to import

        view = self.match.position.view(self._viewer)
        scene = self.presenter.scene(view, self._viewer)
        variant = "" if self.coaches else self.presenter.variant  # nobody has chosen it
        page.heads = [self.presenter.name, variant, *scene.heads]
        drawing = drawing_of(scene, head=False)
        page.table = partial(scene_lines, self.screen, drawing, boxes=False)
        page.extra = "" if self.coaches else self._about().unseen()
        for sign in self.presenter.legend()[:1]:
            if self.coaches and isinstance(sign, Message) and sign.code in self._explained:
                page.extra = sign  # what the letters mean must stay in sight
        page.decides = True

    def _tell_heads(self, position: Position) -> None:
        """Tell who listens which heads have changed, except those of which the story tells."""
        if not self.screen.accessible or position.to_act() == OVER:
            return
        heads = self.presenter.scene(position.view(self._viewer), self._viewer).heads
        told = self.presenter.told_heads
        parts = [Scene([head], ()) for head in heads if getattr(head, "code", "") not in told]
        lines = [self.screen.words(said) for part in parts for said in sentences_of(part)]
        self.screen.say(*(line for line in lines if line not in self._told_heads))
        self._told_heads = lines

    def _tell_table(self) -> None:
        """Tell what has changed where the game stands, and the hand where it is split."""
        self._tell_heads(self.match.position)
        menu = self.session.menu(self.presenter)
        hand = not all(item.choice.group for item in menu.items)
        scene = self.presenter.scene(self.match.position.view(self._viewer), self._viewer)
        held = [z for z in scene.walk() if hand and z.form == "hand" and z.owner == self._viewer]
        lines = [*map(self.screen.words, sentences_of(Scene((), held)))]
        new = [line for line in lines if types_split(menu) or line not in self._told_hand]
        if new:
            self.screen.line()
            self.screen.say(*new)
        self._told_hand = lines

    def show_table(self, *, boxes: bool = True) -> None:
        """Show or tell the whole table."""
        from ..terminal.drawing import show_table  # rich takes long to import

        position, viewer = self.match.position, self._viewer
        show_table(self.screen, self.presenter, position, viewer, boxes=boxes)
