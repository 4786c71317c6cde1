"""The page of a table for one seat, ready for the template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, groupby

from ...core.game import Position, teams_of
from ...core.matches.exports.faces import places_of
from ...core.matches.exports.narration import Narration
from ...core.matches.exports.words import Words
from ...core.matches.fair_deal import confirm_fair, describe_shares, unfair_entry
from ...core.matches.setup import POST, commitment, dealt_text, is_given, promised_text
from ...core.matches.takeback import last_decision
from ...core.scene import View
from ...core.scene_lines import head_of
from ...core.session.menu import kinds_of
from ...core.session.vocabulary import Vocabulary
from ...core.text import Both, Language, Message, Text, msg
from ...core.things import Fresh, Piece, Scene, SceneZone
from .around.latest_news import moments_of, news_of
from .around.match_log import LoggedStep, log_of
from .around.offered_choice import OfferedChoice, refusals
from .around.people_at_table import PeopleAtTable
from .around.pointing import how_to_point, what_is_left
from .around.table_help import TableHelp, cards_left
from .live_match import LiveMatch
from .match_review import MatchReview
from .seat_links import ONLOOKER, Invitation

MOST_FRAMES = 24
"""Most tables that are shown one after the other before the one of now."""

FIRST_ACTIONS = 8
"""Number of its actions in which a seat has its decisions explained without asking."""


class TablePage:
    """The page of *live* for *seat*, in *language*; with *at*, the table after that many actions.

    With *since*, the number of entries that the reader has seen, the `frames` show what came later.

    Attributes:
        count: the number of actions that were not taken back.
        since: the number of actions before the first of the `frames`.
        base: the address of the page.
        problem: message about what was just asked and not done, or ``None``.
        invitations: the links to the other seats, for the host alone.
        inviter: true for the host, who has invited the others.
        shared: true if the device goes from hand to hand: then the page says whose turn it is.
        holds: true for one of the `frames` that is looked at until one goes on.
        set_title, in_set_two: names of a set, and of the box that puts a card into the second one.
        told: what led to it, for people who listen, if its own sentences do not tell it.
    """

    set_title = msg("web-set", "Set {number}")
    in_set_two = msg("web-in-set-two", "{card} in set 2")

    def __init__(
        self,
        live: LiveMatch,
        seat: int,
        language: Language,
        base: str,
        *,
        at: int | None = None,
        since: int | None = None,
        problem: Text | None = None,
        invitations: Sequence[Invitation] = (),
        inviter: bool = False,
        shared: bool = False,
    ) -> None:
        self.live = live
        self.session = live.session
        self.match = live.session.match
        self.seat = seat
        self.viewer = None if seat == ONLOOKER else seat
        self.presenter = self.session.presenter_of(None if shared else self.viewer)
        self.base = base
        self.problem = problem
        self.invitations = invitations
        self.inviter = inviter
        self.shared = shared
        self.say = Words(language)
        self.vocabulary = Vocabulary(language, self.presenter.words())
        self.count = len(self.match.line)
        self.since = self.count if since is None else self._standing(since)
        self.at = at if at is not None and 0 <= at < self.count else None
        self.position: Position = self.match.position if self.at is None else self.match.at(self.at)
        self.view, self.holds, self.told = self.position.view(self.viewer), False, ""

    def _standing(self, seen: int) -> int:
        """Return how many actions of the first *seen* entries have never been taken back since."""
        steps = (1 if one.is_action else -one.takes_back for one in self.match.entries)
        lengths = [0, *accumulate(steps)]
        return min(lengths[seen:], default=self.count)

    @property
    def acts(self) -> bool:
        """True if the page asks for a decision."""
        return self.at is None and self.session.acts(self.seat)

    @property
    def over(self) -> bool:
        return self.at is None and self.match.over

    @cached_property
    def scene(self) -> Scene:
        """The table as this seat sees it."""
        return self._scene_of(self.view)

    def _scene_of(self, view: View) -> Scene:
        return self.help.pointed(lambda: self.presenter.scene(view, self.viewer))

    def _scene_at(self, count: int) -> Scene:
        return self._scene_of(self.match.at(count).view(self.viewer))

    @cached_property
    def fresh(self) -> Fresh:
        """Changes on the table since the last decision of this seat, to be marked."""
        start, line = self.seen, self.match.line
        while start < self.count and line[start].is_chance:  # a deal is nothing new
            start += 1
        if start >= (self.count if self.at is None else self.at):
            return Fresh(None)
        return Fresh(self._scene_at(start))

    @cached_property
    def seen(self) -> int:
        """Number of actions up to the last decision of this seat; of any, for an onlooker."""
        seats = range(len(self.presenter.seats)) if self.viewer is None else [self.viewer]
        last = last_decision(self.match, seats)
        return 0 if last is None else last + (0 if self.viewer is None else 1)

    @property
    def has_acted(self) -> bool:
        """True once this seat has decided something."""
        return self.seen > 0

    @property
    def frames(self) -> Iterator[tuple[TablePage, Sequence[str]]]:
        """The tables since the reader's, before the one of now, each with what has happened."""
        asked = self.presenter, self.match, self.viewer, self.since
        moments = self.help.pointed(lambda: moments_of(*asked))[-MOST_FRAMES:]
        for end, told, closings, passing in moments:
            before = self._scene_at(end - 1) if closings else None
            shown = [line for _, lines in closings for line in self.say.lines(lines)]
            heard = " ".join([line for line in self.say.lines(told) if line not in shown])
            for closing in (*closings,) or (None,):
                page = TablePage(
                    self.live, self.seat, self.say.language, self.base, at=end, shared=self.shared
                )
                if closing is None:
                    page.view = passing or page.view
                    yield page, [" ".join(self.say.lines(told))]
                    continue
                page.scene, lines = closing
                page.fresh, page.holds, before = Fresh(before), True, page.scene
                page.told, heard = heard, ""
                yield page, self.say.lines(lines)

    @cached_property
    def places(self) -> Mapping[str, Sequence[SceneZone]]:
        """The zones by where they are on the page: at the edges, in the middle, or to decide on."""
        apart = bool(self.cards_to_split)
        return places_of(self.scene.zones, self.viewer, split_apart=apart)

    @property
    def deck(self) -> Piece | None:
        """The cards left to draw, as one pile, which stays where it was when none is left."""
        return cards_left(self.scene)

    @property
    def about(self) -> str:
        """Sentence on what the game is about, until this seat has decided something."""
        if self.has_acted or self.at is not None or self.match.over:
            return ""
        return self.say(self.session.loaded.ruleset.summary)

    @property
    def heads(self) -> str:
        """Facts on the course of the game, once it has begun, besides those that the deck shows."""
        if self.session.awaits_shares:
            return ""
        left = self.deck.name if self.deck else None
        return self.say(head_of(Scene([one for one in self.scene.heads if one is not left], ())))

    @property
    def question(self) -> str:
        """Sentence that says what is waited for."""
        if self.session.awaits_shares:
            return self.say(self.live.exchange.awaited)
        if self.match.over or self.position.to_act() < 0:
            return self.say(msg("game-over", "The game is over."))
        if self.at is None and not self.acts:
            return self.say(self._waits_for(self.position.to_act()))
        return self.say(self.help.pointed(lambda: self.presenter.question(self.view)))

    def _waits_for(self, seat: int) -> Message:
        """Return what *seat* is doing: its question would be an order to somebody else."""
        name = self.presenter.seats[seat]
        if " / " in self.position.notation(self.position.legal_actions()[0]):
            return msg("web-splits", "{seat} is splitting the cards.", seat=name)
        return msg("web-decides", "{seat} is making a choice.", seat=name)

    @property
    def moment_shown(self) -> str:
        """Sentence that says which moment a page of the past shows."""
        about = msg("web-at", "The table after {count} of {all} actions.", count=self.at or 0,
                    all=self.count)  # fmt: skip
        return self.say(about)

    # Choices.

    @property
    def advice(self) -> str:
        """Explanation of the decision for newcomers; may be empty."""
        return (self._on_offer or self.help.advice(self.view)) if self.acts else ""

    @cached_property
    def _on_offer(self) -> str:
        """A sentence on each special card in the sets to pick from."""
        sets = [zone.pieces for zone in self.scene.zones if zone.form == "set"]
        codes = dict.fromkeys(piece.code for pieces in sets for piece in pieces)
        return " ".join(self.help.brief(code) for code in codes if code in self.help.cards)

    @cached_property
    def decided(self) -> int:
        """Number of decisions that this seat has made."""
        return sum(one.before.to_act() == self.seat for one in self.match.line)

    @property
    def explains(self) -> bool:
        """True if the advice is shown at once, where there is room: at first, or on a card."""
        split = any(" / " in one.choice.notation for one in self.offers)
        young = bool(self._on_offer) or self.decided < FIRST_ACTIONS
        return bool(self.advice) and young and not split

    @cached_property
    def offers(self) -> list[OfferedChoice]:
        """The choices of this seat."""
        if not self.acts:
            return []
        position = self.position
        self.presenter.pointed = True
        self.presenter.spoken = True  # what changes in numbers is drawn beside the zones
        menu = self.session.menu(self.presenter).items
        self.presenter.spoken = self.presenter.pointed = False
        ends, best = self.presenter.ends_turn, self.session.advised
        several, words = len(menu) > 1, (self.say, self.presenter.card_name)
        first: dict[tuple[str, str, str], str] = {}  # of those that come to the same at a place
        for _, _, one in menu:
            if one.result:
                first.setdefault((one.piece, one.zone, one.result), one.notation)
        return [
            OfferedChoice(
                at, one, several and ends(position, action), one.notation == best,
                first.get((one.piece, one.zone, one.result), one.notation) != one.notation, *words,
            )
            for at, action, one in menu
        ]  # fmt: skip

    @property
    def refused(self) -> dict[str, str]:
        """Why cards in hand and zones of others cannot be chosen, by code or id."""
        offers = [] if self.splits else self.offers
        return refusals(self.position, offers, self.scene, self.viewer)

    @cached_property
    def groups(self) -> Sequence[tuple[str, Sequence[OfferedChoice]]]:
        """The choices in groups: of many those of a kind, with a heading, else those of a card."""
        kinds = kinds_of([offer.choice for offer in self.offers])
        if kinds:
            listed = {place for places in kinds.values() for place in places}
            groups = [
                (self.vocabulary.own(kind), [self.offers[place] for place in places])
                for kind, places in kinds.items()
            ]
            rest = [one for place, one in enumerate(self.offers) if place not in listed]
            return [*([("", rest)] if rest else []), *groups]
        grouped = groupby(self.offers, key=lambda offer: self.say(offer.choice.group))
        return [("", [*group]) for _, group in grouped]

    @cached_property
    def points_first(self) -> bool:
        """True if each of several choices is found by a piece or a zone, or by splitting pieces."""
        found = all(one.choice.piece or one.choice.zone for one in self.offers)
        return len(self.offers) > 1 and (found or self.splits)

    @cached_property
    def splits(self) -> bool:
        """True if every one of several choices is a split: things choose, a button plays."""
        return len(self.offers) > 1 and all(" / " in one.choice.notation for one in self.offers)

    @property
    def _is_ring(self) -> bool:
        return any(zone.form == "ring" for zone in self.scene.zones)

    @property
    def heaps(self) -> int:
        """Number of heaps that cards of a hand are laid on, to split them; 0 for any other way."""
        if not self.splits or self._is_ring:
            return 0
        return len(self.offers[0].sets.split(" / "))

    @property
    def pointing(self) -> str:
        """Sentences on how to choose by pointing, for a page with JavaScript."""
        return self.say(how_to_point(self.offers, splits=self.splits, ring=self._is_ring))

    @property
    def left_to_point(self) -> list[str]:
        """Sentences on what a half-made split lacks, for a page with JavaScript."""
        return self.say.lines(what_is_left(self.offers, ring=self._is_ring))

    @cached_property
    def cards_to_split(self) -> Sequence[str]:
        """The cards to be moved between two sets, where every choice splits the same ones."""
        seen: set[tuple[str, ...]] = set()
        for offer in self.offers:
            sets = offer.sets.split(" / ")
            if len(sets) != 2 or re.search(r"[()=]", offer.sets):
                return ()
            seen.add(tuple(sorted(" ".join(sets).split())))
        if len(seen) != 1 or len(self.offers) < 2 or self._is_ring:
            return ()
        drawn = self.view.get("drawn")
        cards = [str(card) for card in drawn] if isinstance(drawn, list) else []
        (known,) = seen
        return cards if tuple(sorted(cards)) == known else list(known)

    # The story.

    @cached_property
    def news(self) -> list[tuple[Sequence[str], str]]:
        """Sentences on this seat's last decision and what followed; those that matter say so."""
        if self.at is not None:
            return []
        start = max(0, self.seen - (self.viewer is not None))
        told = self.help.pointed(lambda: news_of(self.narration, start))
        return [(self.say.lines(texts), kind) for texts, kind in told]

    @cached_property
    def narration(self) -> Narration:
        """The match as far as this seat may know it."""
        return Narration(self.presenter, self.match, self.viewer)

    def with_cards(self, text: str) -> list[str | Piece]:
        """Return *text* with the cards in it that it names by their codes, to be drawn as such."""
        parts = self._codes.split(text) if self._codes else [text]
        return [self.presenter.piece(part) if at % 2 else part for at, part in enumerate(parts)]

    @cached_property
    def _codes(self) -> re.Pattern[str] | None:
        """Pattern of the codes of this game's cards, but for those that are words."""
        codes = [code for code in self.match.game.info().codes if code not in ("A", "I", "O")]
        return re.compile(rf"\b({'|'.join(codes)})\b") if codes else None

    @property
    def log(self) -> Sequence[LoggedStep]:
        """All deals and actions."""
        return self.help.pointed(lambda: log_of(self.narration, self.marks, self.say))

    @property
    def scoring(self) -> list[str]:
        """Lines that account for the result, but for those that say no more than `standing`."""
        if not self.match.over:
            return []
        *lines, wins = self.say.lines(self.narration.scoring())
        told = {*re.findall(r"\d+", " ".join(amount for _, amount, _, _ in self.standing))}
        numbers = [re.findall(r"\d+", line) for line in lines]
        news = [line for line, of in zip(lines, numbers, strict=True) if {*of} - told or not of]
        return [*news, wins]

    @property
    def standing(self) -> Sequence[tuple[str, str, bool, int]]:
        """The seats, best first: name, what it has, whether it wins, number; partners as one."""
        result = self.match.result
        assert result is not None
        order = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
        return [
            (
                self.say(Both(tuple(self.presenter.heading(seat) for seat in team))),
                self.say(self.presenter.amount(result.scores[team[0]])),
                team[0] in result.winners,
                team[0],
            )
            for team in teams_of(order, self.match.position.sides())
        ]

    # The analysis.

    @cached_property
    def review(self) -> MatchReview | None:
        """Leads and costs of the decisions, once the match was analysed."""
        if self.live.judged is None:
            return None
        return MatchReview(self.narration, self.live.judged, self.say, self.vocabulary)

    @cached_property
    def marks(self) -> Mapping[int, str]:
        """Marks of the analysis, by the index of the entry."""
        return {one.entry: one.mark for one in self.live.judged or ()}

    # The deal.

    @property
    def promised(self) -> str:
        """Hash that binds the server to the deal; empty if the match has none."""
        setup = self.session.setup
        return "" if POST in setup.players else commitment(setup)

    @property
    def shares(self) -> Sequence[str]:
        """The share of each seat, as in `Setup.shares`; none in a match without shares."""
        return self.session.setup.shares

    @property
    def share(self) -> str:
        """Share that this seat has in the deal; empty if it has none."""
        own = self.shares[self.seat] if self.shares and self.viewer is not None else ""
        return own if is_given(own) else ""

    @property
    def share_states(self) -> list[str]:
        """Lines on the shares of all people, as long as one is waited for."""
        return self.say.lines(self.live.exchange.describe(self.presenter.seats))

    @property
    def dispensable(self) -> bool:
        """True if this seat can let the cards be dealt without another's share."""
        waits = self.live.exchange.dispensable(self.seat, self.inviter)
        return self.viewer is not None and bool({*waits} - {self.seat})

    @property
    def sharers(self) -> list[str]:
        """Sentences on who had a share in the deal; on a match without shares, a warning."""
        setup, seats = self.session.setup, self.session.loaded.presenter.seats
        return [] if self.session.awaits_shares else self.say.lines(describe_shares(setup, seats))

    @property
    def dealt(self) -> str:
        """Text from which the seed of chance is made, at the end of a match with shares."""
        return dealt_text(self.session.setup) if self.revealed else ""

    @property
    def revealed(self) -> str:
        """Text that the hash binds, once the match is over: from the seed to the match."""
        return promised_text(self.session.setup) if self.match.over and self.promised else ""

    @cached_property
    def fairness(self) -> str:
        """Sentence on whether every card came from the seed."""
        entries = self.match.entries
        if unfair_entry(self.session.loaded, entries) is None:
            return self.say(confirm_fair(self.session.setup, entries))
        return self.say(msg("web-unfair", "Cards or dice do not follow from the seed."))

    # The people.

    @cached_property
    def people(self) -> PeopleAtTable:
        """Everything about the people that the page shows."""
        about = self.live, self.seat, self.presenter, self.say
        return PeopleAtTable(*about, now=self.at is None, shared=self.shared)

    @property
    def title(self) -> str:
        """Title of the page, with a sign if it is this seat's turn."""
        name = self.say(self.presenter.name)
        return f"● {self.say(msg('web-yours', 'Your turn'))} – {name}" if self.acts else name

    @property
    def hint(self) -> list[str]:
        """The hint that this seat has asked for."""
        texts = self.session.last_hint if self.session.acts(self.seat) else []
        return self.say.lines([self.vocabulary.in_own_words(text) for text in texts])

    @property
    def faults(self) -> list[str]:
        """Messages about what has failed."""
        texts = [self.problem] if self.problem is not None else []
        return self.say.lines([*texts, *self.live.faults])

    @property
    def following(self) -> tuple[str, int] | None:
        """Match and seat of this player in the rematch, if there is one."""
        return self.live.following.get(self.seat)

    @cached_property
    def help(self) -> TableHelp:
        """Everything that explains the game on the page."""
        codes = self.match.game.info().codes
        return TableHelp(self.presenter, self.say, self.vocabulary, codes)
