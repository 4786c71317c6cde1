"""A game of offers, with any table: notation, views, and what each seat may know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import cast

from ...game import CHANCE, JSON, Action
from ..phases import DEAL, NAMES, PICK, SPLIT
from ..position import SplitPosition
from ..splits import OfferedSet
from .offer_course import OfferCourse
from .offer_notation import UNKNOWN
from .offer_rules import OfferRules
from .parts.face_down import masks_of
from .parts.take import read_pick


class OfferPosition(OfferCourse):
    """A moment of a game of offers, as each seat may know it.

    `describe` tells what the acting seat knows; `masked` hides of an action what a seat may not
    know.  In a view, ``?`` is a card that the seat does not know, and brackets stand around a card
    that lies face down.
    """

    def copy(self) -> OfferPosition:
        return OfferPosition(self.rules, self.first, self)

    def key(self) -> tuple[object, ...]:
        table = self.table.key()
        if not table:
            return table
        return (
            table,
            self.actor,
            self.splitter,
            self.phase,
            self.turn,
            tuple(self.undrawn),
            tuple([tuple(cards) for cards in self.on_offer]),
            tuple([tuple(cards) for cards in self.in_hand]),
            tuple([tuple(cards) for cards in self.held]),
            tuple([tuple([tuple(cards) for cards in sets]) for sets in self.laid]),
            tuple([tuple(prices) for prices in self.laid_prices]),
            tuple(self.prices),
            tuple(self.chosen),
            tuple([tuple(order) for order in self.order]),
            tuple(self.paid),
            tuple(self.waiting),
            self.leader,
            self.owed,
        )

    # What a seat may know.

    def secrets(self) -> list[tuple[list[int], list[int]]]:
        """Return all lists of cards that may be secret, each with the masks of its cards."""
        places = [
            *zip(self.held, self.held_known, strict=True),
            *zip(self.hands, self.hands_known, strict=True),
        ]
        places.append((self.out, self.out_known))
        for seat, sets in [(int(self.splitter), self.sets), *enumerate(self.laid)]:
            for number, cards in enumerate(sets):
                places.append((cards, masks_of(self, number, cards, seat)))
        return places

    def resample(self, seat: int, rng: Random) -> OfferPosition:
        twin = self.copy()
        twin._deal_again(seat, rng)
        for other, split in enumerate(twin.chosen):
            if split >= 0 and other != seat:
                ways = len(self.rules.ranked(twin.held[other]))
                twin.chosen[other] = int(rng.random() * ways)
        return twin

    def _deal_again(self, seat: int, rng: Random) -> None:
        """Deal all cards again that *seat* does not know."""
        bit = 1 << seat
        places = self.secrets()
        on_table = self.table.hidden_from(seat)
        unknown = on_table[:]
        for cards, known in places:
            unknown += [card for card, mask in zip(cards, known, strict=True) if not mask & bit]
        if not unknown:
            return
        if self.offer.source == "dice":
            dealt = [self.draw_at(rng.random()) for _ in unknown]
        else:
            dealt = unknown + [card for card, count in enumerate(self.pool) for _ in range(count)]
            for at in range(len(dealt) - 1, 0, -1):
                other = int(rng.random() * (at + 1))
                dealt[at], dealt[other] = dealt[other], dealt[at]
        for cards, known in places:
            for at, mask in enumerate(known):
                if not mask & bit:
                    cards[at] = dealt.pop()
        if on_table:
            self.table.put_hidden(seat, [dealt.pop() for _ in on_table])
        if self.offer.source != "dice":
            self.undrawn = [dealt.count(card) for card in range(len(self.pool))]

    def view(self, seat: int | None) -> dict[str, JSON]:
        codes = self.rules.codes
        eye = self.rules.players if seat is None else seat
        now = self
        if eye < self.rules.players and self.chosen[eye] >= 0:
            now = self.copy()
            now.lay(eye)
        unseen = self.pool[:]
        for cards, known in self.secrets():
            for card, mask in zip(cards, known, strict=True):
                unseen[card] += not mask >> eye & 1
        for card in self.table.hidden_from(eye):
            unseen[card] += 1
        dice = self.offer.source == "dice"
        drawn = self.offer.source != "hand" and self.phase in (DEAL, SPLIT)
        held: list[JSON] = [now._held(owner, eye) for owner in range(self.rules.players)]
        scores = self.table.scores_for(seat)
        view: dict[str, JSON] = {
            "phase": NAMES[self.phase],
            "turn": self.shown_turn(),
            "turns": self.rules.turns,
            "splitter": self.splitter,
            "leader": self.leader,
            "to_act": self.actor,
            "cards_left": 0 if dice else max(0, sum(self.pool) - self.rules.set_aside),
            "unseen": {} if dice else dict(zip(codes, unseen, strict=True)),
            "drawn": held[self.splitter] if drawn else [],
            "held": held,
            "sets": self._sets(self.sets, self.splitter, eye),
            "prices": [*self.prices],
            "laid": [
                [[UNKNOWN]] if now.chosen[owner] >= 0 else self._sets(sets, owner, eye)
                for owner, sets in enumerate(now.laid)
            ],
            "laid_prices": [[*prices] for prices in now.laid_prices],
            "hands": [
                self._seen(cards, known, eye)
                for cards, known in zip(self.hands, self.hands_known, strict=True)
            ],
            "out": self._seen(self.out, self.out_known, eye),
            "paid": [*self.paid],
        }
        if any(self.order):
            view["order"] = [[*numbers] for numbers in self.order]
        view.update(self.table.view_for(seat))
        view["scores"] = self.known_scores(seat, self._with_paid(scores))
        return view

    def _held(self, owner: int, eye: int) -> list[JSON]:
        """Return the codes of the cards that *owner* holds, in deck order except in a row."""
        held, known = self.held[owner], self.held_known[owner]
        if not self.offer.contiguous:
            return self._seen(held, known, eye)
        codes = self.rules.codes
        return [
            codes[card] if mask >> eye & 1 else UNKNOWN
            for card, mask in zip(held, known, strict=True)
        ]

    def _seen(self, cards: list[int], known: list[int], eye: int) -> list[JSON]:
        """Return the codes of *cards* in deck order, those that *eye* does not know at the end."""
        seen = sorted([card for card, mask in zip(cards, known, strict=True) if mask >> eye & 1])
        return [*self.codes_of(seen), *[UNKNOWN] * (len(cards) - len(seen))]

    def _sets(self, sets: list[list[int]], splitter: int, eye: int) -> list[JSON]:
        """Return the codes of *sets*, with brackets around cards that lie face down."""
        codes = self.rules.codes
        shown: list[JSON] = []
        for number, cards in enumerate(sets):
            up = len(cards) - self.offer.down_in(number, len(cards))
            seen = [codes[card] if eye == splitter else UNKNOWN for card in cards[up:]]
            shown.append([*[codes[card] for card in cards[:up]], *[f"({code})" for code in seen]])
        return shown

    # Notation.

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == SPLIT:
            return self.rules.offers.write_offer(self.rules.split_at(self.held[self.actor], action))
        if phase == PICK and self.offer.take == "card":
            number, card = divmod(action, len(self.rules.codes))
            return f"pick {number + 1} {self.rules.codes[card]}"
        return super().notation(action)

    def describe(self, action: int) -> Action:
        phase, codes = self.phase, self.rules.codes
        notation = self.notation(action)
        if phase == DEAL:
            to = self.waiting[0]
            secret = not self.owed and (self.offer.source == "hand" or self.offer.hides())
            return Action(
                "draw", CHANCE, notation, {"card": codes[action], "to": to, "secret": secret}
            )
        if phase == SPLIT:
            split = self.rules.split_at(self.held[self.actor], action)
            sets: list[JSON] = [self.codes_of([*up, *down]) for up, down, _ in split]
            prices: list[JSON] = [price for _, _, price in split] if self.offer.price else []
            details: dict[str, JSON] = {
                "sets": sets,
                "face_down": self.offer.face_down,
                "prices": prices,
                "turn": self.turn + 1,
            }
            if self.offer.hidden_sets:
                details["hidden_sets"] = self.offer.hidden_sets
            return Action("split", self.actor, notation, details)
        if phase == PICK:
            number, down = action, 0
            if self.offer.take == "card":
                number, card = divmod(action, len(codes))
                cards: list[JSON] = [codes[card]]
            else:
                down = self.offer.down_in(number, len(self.sets[number]))
                seen = len(self.sets[number]) - (0 if self.actor == self.splitter else down)
                cards = self.codes_of(self.sets[number][:seen])
                cards += [UNKNOWN] * (len(self.sets[number]) - seen)
            details = {
                "set": number + 1,
                "cards": cards,
                "face_down": down,
                "price": self.prices[number],
                "splitter": self.splitter,
            }
            return Action("pick", self.actor, notation, details)
        done = self.table.describe(self.actor, action)
        if not self.table.secret or not self.table.lies_face_down(action):
            return done
        hand, known = self.hands[self.actor], self.hands_known[self.actor]
        card = self.table.card_of(action)
        mask = min([mask for other, mask in zip(hand, known, strict=True) if other == card])
        return replace(done, details={**done.details, "known": mask})

    def masked(self, done: Action, seat: int | None) -> Action:
        eye = self.rules.players if seat is None else seat
        details = dict(done.details)
        if done.kind == "draw":
            if not details["secret"] or details["to"] == eye:
                return done
            return replace(done, notation="+?", details={**details, "card": UNKNOWN})
        if done.kind == "split":
            return self._masked_split(done, eye)
        if done.kind == "pick":
            cards, down = cast(list[JSON], details["cards"]), cast(int, details["face_down"])
            if down and eye != details["splitter"]:
                details["cards"] = [*cards[:-down], *[UNKNOWN] * down]
            return replace(done, details=details)
        known = details.get("known")
        if isinstance(known, int) and not known >> eye & 1:
            return self.table.masked(done)
        return done

    def _masked_split(self, done: Action, eye: int) -> Action:
        details = dict(done.details)
        if done.seat == eye:
            return done
        prices = cast(list[int], details["prices"])
        now = self.offer.splitter == "all" and self.phase == SPLIT
        if now and details["turn"] == self.turn + 1:
            return replace(done, notation=UNKNOWN, details={**details, "sets": [], "prices": []})
        if not self.offer.hides():
            return done
        sets: list[JSON] = []
        texts: list[str] = []
        for at, cards in enumerate(cast(list[list[str]], details["sets"])):
            down = self.offer.down_in(at, len(cards))
            up, hidden = cards[: len(cards) - down], [UNKNOWN] * down
            sets.append([*up, *hidden])
            texts.append(self.rules.offers.write_set(up, hidden, prices[at] if prices else 0))
        return replace(done, notation=" / ".join(texts), details={**details, "sets": sets})

    def parse_split(self, text: str) -> int:
        held = self.held[self.actor]
        wanted = self.rules.offers.read_offer(text, held)
        kinds = sorted(set(held))
        ranked: list[OfferedSet] = [
            (
                tuple([kinds.index(card) for card in up]),
                tuple([kinds.index(card) for card in down]),
                price,
            )
            for up, down, price in wanted
        ]
        return self.rules.ranked(held).index(tuple(ranked))

    def parse_pick(self, text: str) -> int:
        return read_pick(text, self.sets, self.offer, self.rules.text)


class OfferGame(OfferRules):
    """A split-and-choose game with any offer."""

    def new_position(self, first: int = 0) -> SplitPosition:
        return OfferPosition(self, first)
