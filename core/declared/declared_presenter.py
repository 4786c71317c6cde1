"""Words and zones of a declared game, made from its zones and kinds of actions.

A game's own presenter is a subclass with the sentences that it wants better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from string import Formatter
from typing import Any, ClassVar, Generic, cast

from typing_extensions import TypeVar

from ..card_presenter import CardPresenter
from ..game import CHANCE, JSON, OVER, Action
from ..scene import Choice, Section, View, tell_winners
from ..scene_lines import head_of
from ..text import Both, Message, Name, Param, Text, msg, named, nmsg
from ..things import NO_OWNER, Scene, SceneZone
from .action_kind import ActionKind
from .declared_game import DeclaredGame
from .declared_position import DeclaredPosition
from .zone import HIDDEN, OWNER, Zone

D = TypeVar("D", bound=DeclaredPosition, default=Any)
G = TypeVar("G", bound=DeclaredGame, default=DeclaredGame)


class DeclaredPresenter(CardPresenter[D], Generic[D, G]):
    """Presenter of a declared *game*; *inks* maps the codes of cards to terminal colours.

    Attributes:
        game: the declarations.
        labels: names of the facts (`DeclaredPosition.facts`) that the first line shows, unless
            they are an empty text; those that are lists are rows on the table.
        told_heads: names of those facts of which the story tells (see `Presenter`).
        secrets: true if seats have secrets from each other.
    """

    labels: ClassVar[Mapping[str, Text]] = {}

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: G,
        inks: Mapping[str, str] = {},
    ) -> None:
        cards = dict(zip(game.codes, game.card_names, strict=True))
        super().__init__(name, variant, seats, cards, inks)
        self.game = game
        self.secrets = game.info().secrets
        self._kinds = {kind.name: kind for kind in game.kinds}

    # The table.

    def heads(self, view: View) -> list[Text]:
        """Return the first line of the table: the facts that have labels and are no lists."""
        return [
            replace(msg("fact", "{name} {value}", name=label, value=str(view[fact])), code=fact)
            for fact, label in self.labels.items()
            if view[fact] != "" and not isinstance(view[fact], list)
        ]

    def listed_facts(self, view: View, owner: int = NO_OWNER) -> Iterator[SceneZone]:
        """Lay out the facts with labels that are lists, a row for each list in them.

        A list with an item for each seat belongs to the seats: *owner* gets one.
        """
        for fact, label in self.labels.items():
            items = view[fact]
            by_seat = isinstance(items, list) and len(items) == self.game.players
            if not isinstance(items, list) or not items or by_seat != (owner != NO_OWNER):
                continue
            id, name = fact, Name(here=(("en", label),)) if isinstance(label, str) else label
            whole: Text = name
            if by_seat:
                id, own = f"{fact}:{self.game.seats[owner]}", items[owner]
                items = own if isinstance(own, list) else [own]
                seat = named(self.seats[owner])
                whole = msg("zone-of", "{seat:cap}, {zone}", seat=seat, zone=name)
            rows = [
                SceneZone(
                    f"{id}:{number}",
                    str(number),
                    self.pieces([*map(str, row)]),
                    name=msg("fact", "{name} {value}", name=name, value=str(number)),
                )
                for number, row in enumerate(items, 1)
                if isinstance(row, list)
            ]
            pieces = [] if rows else self.pieces([*map(str, items)])
            yield SceneZone(id, name, pieces, zones=rows, name=whole, owner=owner, ordered=True)

    def scene(self, view: View, seat: int | None) -> Scene:
        seats = [self.seat_zone(view, owner) for owner in self.top_down(seat)]
        common = [
            self.zone(zone, zone.name, lying)
            for zone in self.game.zones
            if not zone.each and (lying := cast(Any, view[zone.name]))
        ]
        return Scene(self.heads(view), [*seats, *common, *self.listed_facts(view)])

    def seat_zone(self, view: View, owner: int) -> SceneZone:
        """Lay out what belongs to the seat *owner*: its score, and its zones."""
        name, id = named(self.seats[owner]), self.game.seats[owner]
        zones = [
            replace(
                self.zone(zone, f"{zone.name}:{id}", cast(Any, view[zone.name])[owner]),
                name=msg("zone-of", "{seat:cap}, {zone}", seat=name, zone=self._label(zone)),
                owner=owner,
            )
            for zone in self.game.zones
            if zone.each
        ]
        return self.place_of(owner, id, view, [*zones, *self.listed_facts(view, owner)])

    def zone(self, zone: Zone, id: str, lying: Sequence[Any]) -> SceneZone:
        """Lay out what is in *zone*: cards, numbers, or hidden cards."""
        form = zone.form or ("hand" if zone.seen_by == OWNER else "row" if zone.ordered else "heap")
        pieces = self.pieces([str(code) for code in lying])
        return SceneZone(id, self._label(zone), pieces, form=form, ordered=zone.ordered)

    def _label(self, zone: Zone) -> Name | Message:
        label = zone.label
        return Name(here=(("en", label),)) if isinstance(label, str) else label

    def score(self, name: Name, score: int) -> Message:
        """Say the score of the seat *name*."""
        return msg(
            "say-score", "{seat:cap}: {points}.", seat=named(name), points=self.amount(score)
        )

    def status(self, view: View) -> Text:
        to_act = cast(int, view["to_act"])
        if to_act == OVER:
            return msg("game-over", "The game is over.")
        return super().status(view) if to_act >= 0 else head_of(Scene(self.heads(view), ()))

    # Decisions.

    def question(self, view: View) -> Text:
        for name in cast(list[str], view.get("possible", [])):
            asks = self._kinds[name].asks
            if asks is not None:
                return asks.filled(seat=self.seats[cast(int, view["to_act"])])
        return self.status(view)

    def choice(self, position: D, action: int) -> Choice:
        kind = self.game.kind(action)
        notation = position.notation(action)
        sentence: Text = notation if kind.target else kind.word or notation
        about = self.about(position.describe(action))
        if kind.offers is not None:
            sentence = kind.offers.filled(**about)
        elif named := [one for name, one in about.items() if name != "seat"]:
            sentence = msg("choose-bare", "{target:cap}", target=named[-1])
            if not kind.bare:
                word = kind.word or kind.name
                sentence = msg("choose-target", "{word}: {target}", word=word, target=named[-1])
        # Cards that are played by their codes stand on a line with those that begin alike.
        group = notation.rstrip("0123456789") if kind.bare and kind.target == "card" else ""
        details = position.describe(action).details
        piece, word = str(details.get("card", "")), str(details.get("word", ""))
        zone = self._place(word, position) if word else ""
        effect = "" if kind.offers is None or group else sentence
        return Choice(
            group, notation, "", sentence, kind=kind.name, piece=piece, zone=zone, effect=effect
        )

    def _place(self, word: str, position: D) -> str:
        """Return the zone of the table that *word* names: by its name, or the number in it.

        The numbers 1, 2, ... also name the rows of a fact that is a list of lists.
        """
        for zone in self.game.zones:
            stem = zone.name.rstrip("0123456789")
            if not zone.each and zone.name in (word, f"{stem}{word}" if word.isdigit() else word):
                return zone.name
        for fact in self.labels if word.isdigit() else ():
            rows = getattr(position, fact)
            is_listed = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
            if is_listed and len(rows) != self.game.players and 0 < int(word) <= len(rows):
                return f"{fact}:{word}"
        return ""

    def about(self, done: Action) -> dict[str, Param]:
        """Return the values for the gaps of sentences about *done*."""
        details = cast(Any, done.details)
        numbers = {key for key, value in details.items() if type(value) is int and key != "seat"}
        about: dict[str, Param] = {key: details[key] for key in numbers}
        if done.seat >= 0:
            about["seat"] = self.seats[done.seat]
        if "card" in details:
            about["card"] = self.card_name(details["card"])
        if "player" in details:
            about["player"] = self.seats[details["player"]]
        if "word" in details:
            about["word"] = self.word_name(details["word"])
        if "sets" in details:
            sets = details["sets"]
            about["cards"] = " / ".join([" ".join(codes) for codes in sets])
            if self.spoken and len(sets) == 1:
                about["cards"] = self.cards(sets[0])
            elif self.spoken:  # numbered, so that an ear knows where one ends
                numbered = [
                    msg(
                        "numbered-set",
                        "set {number}: {cards}",
                        number=str(at),
                        cards=self.cards(one),
                    )
                    for at, one in enumerate(sets, 1)
                ]
                about["cards"] = Both(tuple(numbered), commas=True)
        elif "cards" in details:
            about["cards"] = self.listed(details["cards"])
        return about

    def word_name(self, word: str) -> Text:
        """Return the name of *word*, a target of an action."""
        named = (kind.word_names[word] for kind in self.game.kinds if word in kind.word_names)
        return next(named, word)

    # The log.

    def tell(self, before: D, action: int, after: D, seat: int | None) -> list[Text]:
        kind, done = self.game.kind(action), before.describe(action)
        name = self.seats[done.seat]
        if before.done in after.secret and done.seat != seat:
            text = kind.tells_hidden or msg("acts-hidden", "{seat} makes a choice in secret.")
            return [text.filled(seat=name)]
        revealed = [*self._revealed(before, after, seat)]
        if kind.tells is not None:
            return [kind.tells.filled(**self.about(done)), *revealed]
        move = msg("seat-moves", "{seat:cap}: {move}", seat=named(name), move=done.notation)
        return [move, *revealed]

    def _revealed(self, before: D, after: D, viewer: int | None) -> Iterator[Text]:
        """Tell *viewer* the choices of others that were secret *before* and are not *after*."""
        for kind in before.revealed_by(after):
            for seat in [seat for seat in range(self.game.players) if seat != viewer]:
                sets = [self.game.codes_of(getattr(before, zone)[seat]) for zone in kind.kept_in]
                texts: list[dict[str, JSON]] = [{"card": code} for codes in sets for code in codes]
                if texts and kind.target == "cards":
                    texts = [{"sets": [[*codes] for codes in sets]}]
                for kept in texts:
                    if kind.tells is not None:
                        yield kind.tells.filled(**self.about(Action(kind.name, seat, "", kept)))

    def deal(self, outcomes: Sequence[Action], after: D, seat: int | None) -> list[Text]:
        hidden = any(self._kinds[done.kind].hidden for done in outcomes)
        is_deal = hidden and len(outcomes) > 1  # a card that is drawn alone is no deal
        heading = [msg("cards-dealt", "The cards are dealt.")] if is_deal else []
        return ["", *heading, *self._dealt(outcomes, seat)]  # what chance brings stands apart

    def _dealt(self, outcomes: Sequence[Action], seat: int | None) -> Iterator[Text]:
        """Tell what chance brought: cards in the open, own cards, and how many others got."""
        got: dict[tuple[str, int], list[Action]] = {}
        for done in outcomes:
            receiver = done.details.get("seat") if self._kinds[done.kind].hidden else CHANCE
            got.setdefault((done.kind, cast(int, receiver)), []).append(done)
        for (name, receiver), dealt in got.items():
            kind = self._kinds[name]
            codes = [str(done.details.get("card", done.notation)) for done in dealt]
            if not kind.hidden:
                text = kind.tells or msg("chance-brings", "Drawn: {cards}.")
                yield text.filled(cards=self.listed(codes), card=self.cards(codes))
            elif receiver == seat:
                yield msg("you-get", "You get {cards:acc}.", cards=self.listed(codes))
            elif receiver >= 0:
                yield nmsg(
                    "seat-gets",
                    "{seat} gets {count} card.",
                    "{seat} gets {count} cards.",
                    len(codes),
                    seat=self.seats[receiver],
                )

    def journal(
        self, actions: Sequence[Action], position: D, seat: int | None
    ) -> list[tuple[int, str]]:
        """List the actions as *seat* knows them: what is hidden as ``?``, cards of others not."""
        secret = {*position.secret}
        listed: list[tuple[int, str]] = []
        for number, done in enumerate(actions):
            kind = self._kinds[done.kind]
            if number in secret and done.seat != seat:
                listed.append((done.seat, kind.write(HIDDEN)))
            elif not (kind.chance and kind.hidden) or done.details.get("seat") == seat:
                listed.append((done.seat, done.notation))
        return listed

    def scoring(self, position: D) -> list[Text]:
        scored = sorted(zip(self.seats, position.scores(), strict=True), key=lambda one: -one[1])
        texts: list[Text] = [self.score(name, score) for name, score in scored]
        return [*texts, tell_winners([self.seats[seat] for seat in position.winners()])]

    def unseen(
        self, actions: Sequence[Action], position: D, seat: int | None
    ) -> Sequence[str] | None:
        deck = [self.game.codes[card] for card in self.game.deck()]
        if not self.secrets or len({*deck}) < len(deck):  # equal cards cannot be told apart
            return None
        seen = {*re.findall(r"\w+", str(position.view(seat)))}
        return [code for code in deck if code not in seen]

    # Typing and rules.

    def kind_name(self, kind: str) -> Text:
        known = self._kinds.get(kind)
        return kind if known is None else known.does or known.word or kind

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        words: list[tuple[Message | Name, str]] = []
        for kind in self.game.kinds:
            words += [(kind.word, kind.name)] if kind.word is not None else []
            words += [(name, word) for word, name in kind.word_names.items()]
        named = any(kind.target == "seat" for kind in self.game.kinds)
        return [*words, *(zip(self.seats, self.game.seats, strict=True) if named else [])]

    def legend(self) -> list[Text]:
        if self.pointed:
            return []
        first = {code.rstrip("0123456789"): code for code in reversed(self.game.codes)}
        cards = [
            msg("legend-card", "{code} is {card:nom}", code=code, card=self.card_name(code))
            for code in reversed(first.values())
            if self.card_name(code) != code
        ]
        texts: list[Text] = []
        if cards:
            listed = Both(tuple(cards), commas=True)
            texts.append(msg("legend-cards", "Cards: {cards}.", cards=listed))
        for kind in [kind for kind in self.game.kinds if not kind.chance]:  # nobody types chance
            samples = self.game.targets(kind) or [self._sample(shape) for shape in kind.shapes]
            what = self._meaning(kind, samples[0])
            if what is not None:
                sample = kind.write(samples[0])
                texts.append(msg("legend-kind", "{move}: {what}", move=sample, what=what))
        if self.secrets:
            texts.append(msg("legend-hidden", "{sign}: hidden from you", sign=HIDDEN))
        return texts

    def _meaning(self, kind: ActionKind, sample: str) -> Message | None:
        """Say what an action of *kind* is: by its rule, or as *sample* is offered."""
        if kind.rule is not None:
            return kind.rule
        filling: dict[str, dict[str, JSON]] = {
            "card": {"card": sample},
            "word": {"word": sample},
            "seat": {"player": 0},
        }
        if kind.offers is not None and kind.target != "cards":
            known = filling.get(kind.target, {})
            text = kind.offers.filled(**self.about(Action(kind.name, CHANCE, "", known)))
            if {gap for _, gap, _, _ in Formatter().parse(text.text) if gap} <= {*text.params}:
                return text
        return kind.does

    def _sample(self, shape: Sequence[int]) -> str:
        """Write sets of cards in *shape*, as an example."""
        codes = cycle(self.game.codes)
        return " / ".join([" ".join(islice(codes, size)) for size in shape])

    def rules(self) -> list[Section]:
        """Return what the declarations say: the cards, who sees them, and what can be done."""
        points = [self.zone_rule(zone) for zone in self.game.zones if not zone.numbers]
        deck = len(self.game.deck())
        title = msg("rules-title", "{name}: {variant}", name=self.name, variant=self.variant)
        cards = nmsg("rules-deck-size", "There is {count} card.", "There are {count} cards.", deck)
        texts = [kind.rule for kind in self.game.kinds if kind.rule is not None]
        return [
            Section(title, [self.aim()]),
            Section(msg("rules-cards", "The cards"), [cards], points),
            *([Section(msg("course", "Course of the game"), texts)] if texts else []),
        ]

    def zone_rule(self, zone: Zone) -> Message:
        """Say who sees *zone*."""
        label = self._label(zone)
        if zone.rule is not None:
            return zone.rule
        if zone.seen_by == "all":
            return msg("zone-all", "{zone:cap}: visible to everybody.", zone=label)
        if zone.seen_by == "owner":
            return msg("zone-owner", "{zone:cap}: each player sees only their own.", zone=label)
        return msg("zone-nobody", "{zone:cap}: hidden from everybody.", zone=label)
