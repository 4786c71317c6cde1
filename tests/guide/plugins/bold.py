from random import Random

from splitpick.core.game import Position
from splitpick.core.hooks import hookimpl
from splitpick.core.players import Bot
from splitpick.core.text import Texts

msg = Texts("splitpick_bold").msg


class Bold(Bot):
    id = "bold"
    title = msg("bot-bold", "bold")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        def score_after(action: int) -> int:
            after = position.copy()
            after.apply(action)
            return after.scores()[seat]

        return max(position.legal_actions(), key=score_after)


@hookimpl
def splitpick_bots() -> list[type[Bot]]:
    return [Bold]
