from splitpick.core.errors import InvalidNotation
from splitpick.core.game import JSON, Action
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind
from splitpick.core.rules.models import SplittingModel
from splitpick.core.splitting.table import Table
from splitpick.core.text import msg


class Row(Table):
    """Every card goes into the own row; who has most cards of one kind has won."""

    def __init__(self, codes: list[str], rows: list[list[int]]) -> None:
        self.codes = codes
        self.rows = rows

    def copy(self) -> "Row":
        return Row(self.codes, [row[:] for row in self.rows])

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        return sorted(set(hand))

    def play(self, seat: int, play: int) -> int:
        self.rows[seat].append(play)
        return play

    def scores(self) -> list[int]:
        return [max((row.count(card) for card in row), default=0) for row in self.rows]

    def notation(self, play: int) -> str:
        return f"{self.codes[play]}*"

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        for play in self.legal_plays(seat, hand):
            if self.notation(play) == text.strip().upper():
                return play
        raise InvalidNotation(msg("row-unreadable", "Write a card of yours and *."))

    def describe(self, seat: int, play: int) -> Action:
        return Action("lay", seat, self.notation(play), {"card": self.codes[play]})

    def view(self) -> dict[str, JSON]:
        return {"rows": [[self.codes[card] for card in row] for row in self.rows]}

    def cards(self) -> list[int]:
        return [card for row in self.rows for card in row]


class RowKind(TableKind):
    id = "row"

    def model(self) -> type[SplittingModel]:
        return SplittingModel  # with pydantic fields of your own: keys of your own

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        return Row([card.code for card in rules.cards], [[] for _ in seats])


@hookimpl
def splitpick_tables() -> list[TableKind]:
    return [RowKind()]
