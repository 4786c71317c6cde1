"""Skull Queen as a kind of game, made from its rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from ...core.rules.characters import excerpt
from ...core.rules.checks import check_range, check_unique, items
from ...core.rules.kinds import GameKind
from ...core.rules.value_findings import Plain, ValueFinding
from ...core.scene import Presenter
from ...core.text import msg
from .queen_game import SkullQueen

if TYPE_CHECKING:
    from ...core.rules.models import RulesetModel
    from .queen_models import SkullQueenModel


class SkullQueenKind(GameKind[SkullQueen]):
    """Makes Skull Queen from its rule set."""

    id = "skull-queen"
    summary = msg(
        "about-queen-game",
        "Take tricks or lose them, and walk your pirates up and down their planks.",
    )

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        from .queen_models import SkullQueenModel

        return SkullQueenModel

    def check(self, rules: Any) -> Iterator[ValueFinding]:
        yield from check_range(rules, "numbers")
        yield from check_unique(rules, "colours", "code")
        yield from _check_cards(rules)
        if rules.numbers.least <= rules.numbers.most:
            yield from _check_numbers(rules)

    def build(self, rules: Any, variant: str, players: int) -> SkullQueen:
        return SkullQueen(rules, variant, players)

    def presenter(self, rules: Any, game: SkullQueen) -> Presenter:
        from .queen_presenter import SkullQueenPresenter

        inks = [*(colour.shown_ink for colour in rules.colours), ""]  # the last for `NO_COLOUR`
        by_code = {code: inks[at] for code, at in zip(game.codes, game.colour_of, strict=True)}
        presenter = SkullQueenPresenter(*self.titles(rules, game), game, by_code)
        pictures = {card.code: card.picture or "" for card in rules.cards}
        presenter.pictures = {**dict.fromkeys(game.codes, "pirate"), **pictures}
        return presenter

    def explained_in(self) -> Sequence[Traversable]:
        return [files(__package__) / "findings.yml"]


def _check_cards(rules: SkullQueenModel) -> Iterator[ValueFinding]:
    """Check that the cards without a colour have codes and numbers of their own."""
    letters = [colour.code for colour in rules.colours]
    taken = {*range(rules.numbers.least, rules.numbers.most + 1)}
    for path, card in items(rules, "cards"):
        if card.code.rstrip("0123456789") in letters:
            message = msg(
                "sq-code-taken",
                'The code "{code}" looks like that of a numbered card.',
                code=excerpt(card.code),
            )
            yield ValueFinding((*path, "code"), message)
        if card.number in taken:
            message = msg(
                "sq-number-taken",
                "Another card has the number {number}: a card without a colour needs one of its own"
                " below or above all coloured cards.",
                number=card.number,
            )
            yield ValueFinding((*path, "number"), message)
        taken.add(card.number)


def _check_numbers(rules: SkullQueenModel) -> Iterator[ValueFinding]:
    """Check that there are two cards for each player, and one for each order."""
    least, most = rules.player_counts
    for players in range(most, least - 1, -1):
        cards = len(rules.colours) * len(rules.numbers_for(players))
        if cards < 2 * players:
            message = msg(
                "sq-few-cards",
                "{cards} numbered cards are too few for {players} players.",
                cards=cards,
                players=players,
            )
            yield ValueFinding(("numbers",), message, also=[("left-out", "numbers")], whole=True)
            break
    for path, order in items(rules, "orders"):
        if not rules.numbers.least <= order.number <= rules.numbers.most:
            message = msg("sq-idle-order", "No card has the number {number}.", number=order.number)
            yield ValueFinding((*path, "number"), message, warning=True)
