from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from splitpick.core.declared import ActionKind, DeclaredPosition, DeclaredPresenter, Zone
from splitpick.core.game import CHANCE, OVER
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import DeclaredKind, GameKind
from splitpick.core.text import Text, Texts

msg = Texts("splitpick_lanterns").msg

PACK = Zone("pack", msg("pack", "pack"), seen_by="nobody")
HAND = Zone("hand", msg("hand", "hand"), each=True, seen_by="owner")
LAID = Zone("laid", msg("laid", "laid"), each=True, seen_by="owner")
WISH = Zone("wish", msg("wish", "wish"), each=True, seen_by="owner")
ROWS = [Zone(f"row{n}", msg("row", "row {n}", n=n)) for n in (1, 2, 3)]

DEAL = ActionKind("deal", "card", form="+{target}", zone="pack", chance=True, hidden=True)
WISHES = ActionKind(
    "wish",
    "card",
    zone="hand",
    hidden=True,
    kept_in=["wish"],
    tells=msg("wished", "{seat} had wished for {card}."),
    tells_hidden=msg("wishes", "{seat} makes a wish."),
    word=msg("word-wish", "wish"),
    offers=msg("wish-for", "Wish for {card}: worth 3 points at the end if it lies in a row."),
)
LAYS = ActionKind(
    "lay",
    "card",
    zone="hand",
    hidden=True,
    kept_in=["laid"],
    tells=msg("lays", "{seat} lays {card}."),
    tells_hidden=msg("lays-hidden", "{seat} lays a card face down."),
    word=msg("word-lay", "lay"),
    offers=msg("lay-one", "Lay {card}, face down until all have laid one."),
)


class LanternsPosition(DeclaredPosition):
    pack: list[int]
    hand: list[list[int]]
    laid: list[list[int]]
    wish: list[list[int]]
    round: int
    facts = ("round",)

    def set_up(self) -> None:
        self.pack, self.round, self.actor = self.game.deck(), 1, CHANCE

    def possible(self) -> list[int]:
        kind = LAYS if self.actor >= 0 and self.wish[self.actor] else WISHES
        return self.choices(DEAL if self.actor == CHANCE else kind)

    def receiver(self) -> int:
        return len(self.pack) % self.game.players

    def do(self, kind: ActionKind, target: int) -> None:
        if kind is DEAL:
            self.hand[self.receiver()].append(target)
            self.pack.remove(target)
            is_dealt = all(len(hand) == 4 for hand in self.hand)
            self.actor = self.first if is_dealt else CHANCE
            return
        self.hand[self.actor].remove(target)
        (self.wish if kind is WISHES else self.laid)[self.actor].append(target)
        self.actor = self.next_seat(self.actor)
        if all(self.laid):
            self.turn_over()

    def turn_over(self) -> None:
        for seat, cards in enumerate(self.laid):
            getattr(self, f"row{seat + 1}").append(cards.pop())
        self.round += 1
        if self.hand[0]:
            self.reveal(LAYS)  # the wishes stay secret
        else:
            self.reveal()
            self.actor = OVER

    def scores(self) -> list[int]:
        lying = [
            card for zone in self.game.zones if zone in ROWS for card in getattr(self, zone.name)
        ]
        return [3 * sum(card in lying for card in wish) for wish in self.wish]

    def known_scores(self, seat: int) -> list[int]:
        return [
            score if self.actor == OVER or owner == seat else 0
            for owner, score in enumerate(self.scores())
        ]


class LanternsPresenter(DeclaredPresenter):
    def status(self, view: Any) -> Text:
        if view["to_act"] == OVER:
            return super().status(view)
        return msg("round-of", "Round {now} of 3", now=view["round"])


class LanternsKind(DeclaredKind):
    def zones_for(self, players: int) -> Sequence[Zone]:
        return [zone for zone in self.zones if zone not in ROWS[players:]]


@hookimpl
def splitpick_games() -> list[GameKind]:
    zones = [PACK, HAND, LAID, WISH, *ROWS]
    return [
        LanternsKind("lanterns", LanternsPosition, zones, [DEAL, WISHES, LAYS], LanternsPresenter)
    ]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    return [files(__name__) / "rulesets"]
