from typing import ClassVar

from splitpick.core.hooks import hookimpl
from splitpick.core.tables.collection import Collection, CollectionEffect
from splitpick.core.text import Message, Texts

texts = Texts("splitpick_cutpurse")
msg, nmsg = texts.msg, texts.nmsg


class Cutpurse(CollectionEffect):
    id = "cutpurse"
    settings: ClassVar = {"most": (1, 3)}
    most = 1

    def options(self) -> list[str]:
        return [f"*{seat}" for seat in self.rules.seats]

    def legal(self, table: Collection, seat: int) -> list[int]:
        others = [other for other in self.rules.every_seat if other != seat]
        return [other for other in others if self.loot(table, other)]

    def play(self, table: Collection, seat: int, option: int) -> None:
        for card in self.loot(table, option):
            table.take_kept(option, card)
            table.keep(seat, card)
        table.discard(self.card)

    def loot(self, table: Collection, victim: int) -> list[int]:
        kept = [card for card in range(self.rules.types) for _ in range(table.kept(victim, card))]
        return kept[-self.most :]

    def rules_text(self) -> list[Message]:
        return [
            nmsg(
                "cuts",
                "Take the last card, in deck order, that an opponent keeps face up.",
                "Take the last {count} cards, in deck order, that an opponent keeps face up.",
                self.most,
            )
        ]

    def tell(self, table: Collection, seat: int, option: int) -> Message | None:
        return nmsg(
            "cut",
            "{seat} loses {count} card.",
            "{seat} loses {count} cards.",
            len(self.loot(table, option)),
            seat=self.rules.seat_names[option],
        )


@hookimpl
def splitpick_effects() -> list[type[CollectionEffect]]:
    return [Cutpurse]
