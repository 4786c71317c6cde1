from splitpick.core.splitting.crews import Crews
from splitpick.core.splitting.effects import Effect
from splitpick.core.text import Message, Texts

texts = Texts("splitpick_raider")
msg, nmsg = texts.msg, texts.nmsg


class Spoken(Effect):
    def rules_text(self) -> list[Message]:
        return [msg("raids", "Lay it at any ship. Whoever else has a crew there loses a card.")]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        taken = sum(table.can_take_last(other, option) for other in range(self.rules.players))
        ship = self.rules.ship_names[option]
        return nmsg(
            "raided",
            "It takes {count} card {ship:loc}.",
            "It takes {count} cards {ship:loc}.",
            taken,
            ship=ship,
        )
