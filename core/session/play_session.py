"""A match that is being played, without a screen: what every front end shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path

from ..errors import NotationError
from ..game import Position
from ..hooks.engine import Engine
from ..hooks.guard import Guard
from ..matches.entry import HINTED, RESIGN, Entry
from ..matches.player import Player
from ..matches.record import Record, load_setup, record_of
from ..matches.setup import HUMAN, POST, Setup
from ..matches.store import Store
from ..matches.takeback import Takeback, last_decision
from ..rules.load import Ruleset
from ..scene import Presenter, addressed
from ..text import Message, Text, msg
from .hints import hints_for
from .match_players import players_of
from .menu import Menu, MenuItem, numbers_of


@dataclass
class UndoRequest:
    """The request of *asker* to go back to the first *left* actions, made at *moment*."""

    moment: int
    left: int
    asker: int
    owner: int
    """Seat whose decision is taken back."""
    waits_for: set[int]
    """The seats that have yet to agree."""


class Session:
    """The match of *setup* that is being played; it knows neither a terminal nor HTTP.

    A new match needs its *rules*; a saved one has them in its *setup*, and its *entries* are played
    again.  Methods that change the match save it before they return, and raise `StoreError` if
    that fails, `PluginError` if a plugin does: nothing has changed then, but of several moves those
    before the one that failed were played.

    Attributes:
        loaded: the game with its presenter, which speaks to onlookers.
        match: the match with its journal.
        name: the name under which the match is saved; empty if it is not.
        people: the seats that are played here.
        players: the bots and programs by their seats, once `seat_players` has made them.
        resumed: true if the match was begun before, at this keyboard or another.
        hints_given: number of hints so far.
        undo_request: the last undo that others had to agree to.
    """

    def __init__(
        self,
        engine: Engine,
        setup: Setup,
        *,
        rules: Ruleset | None = None,
        entries: Sequence[Entry] = (),
        name: str = "",
    ) -> None:
        self.engine = engine
        self.setup = setup
        self.name = name
        self.loaded = load_setup(engine, setup, rules)
        self.guard = Guard(engine)
        self.guard.protect(self.loaded.game)
        with engine.watching():  # chance is first
            self.match = self.loaded.match(entries)
        self.people = [seat for seat, player in enumerate(setup.players) if player == HUMAN]
        self.players: dict[int, Player] = {}
        self.resumed = bool(entries)
        self.hints_given = 0
        self.undo_request: UndoRequest | None = None
        self.figures = self.loaded.presenter.seats
        self._presenters: dict[int | None, Presenter] = {None: self.loaded.presenter}
        self._hints: dict[tuple[str, ...], Iterator[list[Text]]] = {}
        """The hints still to give, by the actions before: a new search might advise otherwise."""
        self._last_hint: tuple[int, list[Text]] = (-1, [])
        self._advised: dict[tuple[str, ...], list[str]] = {}
        """The choice that a hint has named, by the actions before it: undo and redo keep it."""

    # Who plays, and who looks on.

    def seat_players(self, logs: Path | None = None) -> None:
        """Make the bots and programs, and let the observers of plugins follow the match.

        *logs* is the folder for the error outputs of programs.
        """
        self.players = players_of(self.engine, self.loaded, self.guard, logs)
        self.tell_observers()

    def tell_observers(self) -> None:
        """Let the observers of plugins follow the match from here on."""
        for observer in self.guard.observers():
            self.match.observe(observer)

    def presenter_of(self, seat: int | None) -> Presenter:
        """Return the presenter that speaks to *seat*; ``None`` is an onlooker."""
        if seat not in self._presenters:
            presenter = self.engine.presenter(self.loaded.ruleset, self.loaded.game)
            presenter.seats = addressed(self.loaded.presenter.seats, seat)
            self._presenters[seat] = presenter
        return self._presenters[seat]

    def call(self, names: Mapping[int, str]) -> None:
        """Let seats go by the *names* of the people there, wherever a seat is named.

        A figure of the game keeps its name where nobody gives one, or two have the same.
        """
        said = Counter(name.casefold() for name in names.values())
        figures = {figure.text.casefold() for figure in self.figures}
        called = {
            seat: name
            for seat, name in names.items()
            if name and said[name.casefold()] == 1 and name.casefold() not in figures
        }
        seats = [
            replace(figure, here=(("en", called[seat]),)) if seat in called else figure
            for seat, figure in enumerate(self.figures)
        ]
        for reader, presenter in self._presenters.items():
            presenter.seats = addressed(seats, reader)

    @property
    def passes_keyboard(self) -> bool:
        """True if several people with secrets from each other are here."""
        return self.loaded.presenter.secrets and len(self.people) > 1

    # Where the match stands.

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def moment(self) -> int:
        """Number of entries of the journal."""
        return len(self.match.entries)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def is_here(self) -> bool:
        """True while it is the turn of a seat that is not played far away."""
        waits = self.over or self.awaits_shares
        return not waits and self.setup.players[self.position.to_act()] != POST

    @property
    def awaits_shares(self) -> bool:
        """True as long as no card can be dealt, since a share in the deal is missing."""
        return self.setup.awaits_shares and not self.over

    def acts(self, seat: int) -> bool:
        """Return whether it is the turn of *seat*, played by a person."""
        waits = self.over or self.awaits_shares
        return not waits and self.position.to_act() == seat and seat in self.people

    @property
    def record(self) -> Record:
        """The match as it is now."""
        return record_of(self.setup, self.match)

    def menu(self, presenter: Presenter) -> Menu:
        """Return what is on offer now, in the words of *presenter*."""
        with self.engine.watching():
            choices = self.guard.choices(presenter, self.position)  # a card may fail in it
            numbers = numbers_of(self.match, choices, presenter)
            actions = self.position.legal_actions()
        items = map(MenuItem, numbers, actions, choices)
        return Menu(self.position, sorted(items, key=lambda item: item.choice.rank))

    def decided_before(self, seats: Collection[int], *, forced: bool = True) -> int:
        """Return the number of actions up to the `last_decision` of *seats*; 0 without one."""
        last = last_decision(self.match, seats, forced=forced)
        return 0 if last is None else last + 1

    # What happens.

    def keep_in(self, store: Store, kept: int = 0) -> None:
        """Save the match in *store* from now on; the first *kept* entries are there already."""
        self.name = self.name or store.create(Record(self.setup, ()))
        store.follow(self.match, self.name, kept)

    def apply(self, action: int) -> None:
        """Play the legal *action*, marked if a hint named it, and what chance does then."""
        with self.engine.watching():
            named = self._advised.get(tuple(self.match.journal), ())
            follows = self.position.notation(action) in named
            self.match.apply(action, HINTED if follows else "")

    def play(self, text: str) -> None:
        """Play the notation *text*, and what chance does then; raises `NotationError`."""
        with self.engine.watching():
            self.apply(self.position.parse(text))

    def play_moves(self, moves: Sequence[str], to_notation: Callable[[str], str] = str) -> None:
        """Play *moves*; raises `NotationError`, which quotes the move."""
        for text in moves:
            try:
                self.play(to_notation(text))
            except NotationError as error:
                why = error.message
                raise type(error)(msg(error.code, '"{text}": {why}', text=text, why=why)) from None

    def resign(self, seat: int) -> None:
        """Let *seat* lose the match, whoever's turn it is; once it is over, nothing happens.

        The record says that the seat has resigned; of the others, those with most points win.
        """
        with self.engine.watching():
            self.match.forfeit(seat, RESIGN)

    # Undo.

    def request_undo(
        self, asker: int, seats: Collection[int], *, forced: bool = True
    ) -> UndoRequest | Message:
        """Ask for *asker* to take back the `last_decision` of *seats*; return why not, if so.

        If the request waits for others, each has to `answer_undo`; otherwise, `take_back`.
        """
        left = last_decision(self.match, seats, forced=forced)
        if left is None or self.over:
            return msg("nothing-to-undo", "There is nothing to take back.")
        takeback = Takeback(self.match, self.setup.players, left)
        if takeback.refusal and not self.setup.practice:
            return takeback.refusal
        others = {*self.people} - {asker} if takeback.needs_consent else set()
        request = UndoRequest(self.moment, left, asker, takeback.owner, others)
        self.undo_request = request if others else None
        return request

    @property
    def undo_pending(self) -> UndoRequest | None:
        """The request that others have to agree to, unless something has happened since."""
        request = self.undo_request
        return request if request and request.moment == self.moment else None

    def answer_undo(self, request: UndoRequest, seat: int, agrees: bool) -> None:
        """Let *seat* agree to *request*, or refuse it; the last one to agree takes back."""
        if not agrees:
            self.undo_request = None
            return
        if request.waits_for == {seat}:
            self.take_back(request)
        request.waits_for.discard(seat)

    def take_back(self, request: UndoRequest) -> None:
        """Carry out *request*."""
        with self.engine.watching():
            self.match.undo(len(self.match.line) - request.left, request.asker)
        self.undo_request = None

    # Hints.

    def hint(self, presenter: Presenter) -> list[Text]:
        """Return the next hint at this decision; the last one is given again and again."""
        now = tuple(self.match.journal)
        hints = self._hints.pop(now, None) or hints_for(self.match, self.guard, presenter)
        texts = next(hints)
        self.hints_given += 1
        self._hints[now] = hints  # not those that a plugin has broken off
        self._last_hint = self.moment, texts
        told = [text for text in texts if isinstance(text, Message)]
        if named := [str(one.params["notation"]) for one in told if "notation" in one.params]:
            close = [one.params["move"] for one in told if one.code == "why-as-good"]
            here = self.position
            others = [
                here.notation(action)
                for action in (here.legal_actions() if close else ())
                if presenter.name_move(here, action) in close
            ]
            self.advise(*named, *others)
        return texts

    def advise(self, *notations: str) -> None:
        """Take *notations* for the choices that a hint at this decision has named, best first."""
        self._advised[tuple(self.match.journal)] = [*notations]

    @property
    def last_hint(self) -> list[Text]:
        """The last hint that was given at this decision; empty if none was."""
        moment, texts = self._last_hint
        return texts if moment == self.moment else []

    @property
    def advised(self) -> str:
        """Notation of the choice that a hint at this decision has named last, if one has."""
        return self._advised.get(tuple(self.match.journal), [""])[0]

    @property
    def knows_hints(self) -> bool:
        """True if the hints of this decision were found already."""
        return tuple(self.match.journal) in self._hints

    def learn_hints(self, hints: Sequence[list[Text]]) -> None:
        """Take over the *hints* for this decision that another process has found."""
        self._hints[tuple(self.match.journal)] = chain(hints, repeat(hints[-1]))
