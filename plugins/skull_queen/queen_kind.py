"""Skull Queen as a kind of game, made from its rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from ...core.game import Game
from ...core.rules.characters import excerpt
from ...core.rules.checks import check_range, check_unique, items
from ...core.rules.faults import Fault, Path, Plain
from ...core.rules.kinds import GameKind, Listing
from ...core.scene import Presenter
from ...core.text import Text, msg
from .queen_game import SkullQueen
from .queen_rules import SkullRules

if TYPE_CHECKING:
    from ...core.rules.models import RulesetModel
    from .queen_models import SkullQueenModel

KING_PLAYERS = 2
"""Number of players that the old pirate king joins: his rules are for two."""


class SkullQueenKind(GameKind):
    """Makes Skull Queen from its rule set."""

    id = "skull-queen"

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        from .queen_models import SkullQueenModel

        return SkullQueenModel

    def check(self, rules: RulesetModel) -> Iterator[Fault]:
        rules = _skull_queen(rules)
        yield from check_range(rules, "numbers")
        yield from check_unique(rules, "colours", "code")
        yield from _check_codes(rules)
        yield from _check_colourless(rules)
        yield from _check_king(rules)
        yield from _check_hands(rules)
        yield from _warn_of_orders(rules)
        yield from _warn_of_players(rules)

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return SkullQueen(rules.id, variant, SkullRules(_skull_queen(rules), players))

    def presenter(self, rules: RulesetModel, game: Game) -> Presenter:
        from .queen_names import QueenLooks
        from .queen_presenter import SkullQueenPresenter

        rules = _skull_queen(rules)
        assert isinstance(game, SkullQueen)
        specials = {card.code: card.name for card in rules.cards}
        least, most = rules.player_counts
        numbered = {
            f"{colour.code}{at}": (colour, at)
            for colour in rules.colours
            for at in range(rules.numbers.least, rules.numbers.most + 1)
        }
        return SkullQueenPresenter(
            rules.name,
            rules.variant_name(game.variant),
            [seat.name for seat in rules.seats[: game.players]],
            rules=game.rules,
            looks=QueenLooks(
                colours=[colour.name for colour in rules.colours],
                pirates=[colour.pirate for colour in rules.colours],
                inks=[colour.shown_ink for colour in rules.colours],
                cards={
                    **{
                        code: replace(colour.card, number=at)
                        for code, (colour, at) in numbered.items()
                    },
                    **specials,
                },
                orders={order.number: order.name for order in rules.orders},
            ),
            all_rules=[SkullRules(rules, count) for count in range(least, most + 1)],
        )

    def listings(self, rules: RulesetModel) -> Sequence[Listing]:
        rules = _skull_queen(rules)
        facts: list[tuple[Text, Text | int]] = [
            (msg("sq-lowest-number", "Lowest number"), rules.numbers.least),
            (msg("sq-highest-number", "Highest number"), rules.numbers.most),
            (
                msg("sq-plank-values", "Points on the rising plank"),
                " ".join(map(str, rules.plank)),
            ),
        ]
        if rules.left_out:
            facts.append(
                (
                    msg("sq-left-out", "Numbers left out"),
                    msg(
                        "sq-left-out-with",
                        "{numbers} with {players} players",
                        numbers=", ".join(map(str, rules.left_out.numbers)),
                        players=", ".join(map(str, rules.left_out.players)),
                    ),
                )
            )
        name, number_of = msg("name", "Name"), msg("sq-number", "Number")
        return [
            Listing(msg("sq-deck-and-planks", "Deck and planks"), (), facts),
            Listing(
                msg("sq-colours", "Colours"),
                (msg("colour", "Colour"), name, msg("sq-pirate", "Pirate")),
                [(colour.code, colour.name, colour.pirate) for colour in rules.colours],
            ),
            Listing(
                msg("sq-orders", "Orders"),
                (number_of, name, msg("sq-fields-up", "Up"), msg("sq-fields-down", "Down")),
                [
                    (
                        order.number,
                        order.name,
                        order.steps if order.moves == "up" else 1,
                        order.steps if order.moves == "down" else 1,
                    )
                    for order in rules.orders
                ],
            ),
            Listing(
                msg("sq-colourless", "Cards without a colour"),
                (msg("card", "Card"), name, number_of),
                [(card.code, card.name, card.number) for card in rules.cards],
            ),
        ]

    def explained_in(self) -> Sequence[Traversable]:
        return [files(__package__) / "findings.yml"]


# Checks that need several values together.


def _check_codes(rules: SkullQueenModel) -> Iterator[Fault]:
    """Yield a fault for each card without a colour whose code looks like a numbered card's."""
    letters = [colour.code for colour in rules.colours]
    for path, card in items(rules, "cards"):
        if card.code.rstrip("0123456789") in letters:
            message = msg(
                "sq-code-taken",
                'The code "{code}" looks like that of a numbered card.',
                code=excerpt(card.code),
            )
            yield Fault((*path, "code"), message)


def _check_colourless(rules: SkullQueenModel) -> Iterator[Fault]:
    """Yield a fault for each colourless card whose number lies in ``numbers`` or is used twice."""
    least, most = rules.numbers.least, rules.numbers.most
    taken: set[int] = set()
    for path, card in items(rules, "cards"):
        own = card.number
        if least <= own <= most or own in taken:
            message = msg(
                "sq-number-taken",
                "Another card has the number {number}: a card without a colour needs one of its own"
                " below or above all coloured cards.",
                number=own,
            )
            yield Fault((*path, "number"), message)
        taken.add(own)


def _check_king(rules: SkullQueenModel) -> Iterator[Fault]:
    for at, players in enumerate(rules.king):
        if players != KING_PLAYERS:
            message = msg(
                "sq-king-players",
                "The old pirate king can only play with {players} players.",
                players=KING_PLAYERS,
            )
            yield Fault(("king", at), message)


def _check_hands(rules: SkullQueenModel) -> Iterator[Fault]:
    """Yield a fault if the numbers make too few cards for some number of players."""
    fewest, most = rules.player_counts
    for players in range(most, fewest - 1, -1) if rules.numbers.least <= rules.numbers.most else ():
        cards = len(rules.colours) * len(rules.numbers_for(players))
        if cards < FEWEST_IN_HAND * players:
            message = msg(
                "sq-few-cards",
                "{cards} numbered cards are too few for {players} players.",
                cards=cards,
                players=players,
            )
            yield Fault(("numbers",), message, also=[("left-out", "numbers")], whole=True)
            return


def _warn_of_orders(rules: SkullQueenModel) -> Iterator[Fault]:
    """Yield a warning for each order whose number is on no card."""
    least, most = rules.numbers.least, rules.numbers.most
    numbers = {*range(least, most + 1), *(card.number for card in rules.cards)}
    for path, order in items(rules, "orders") if least <= most else ():
        if order.number not in numbers:
            message = msg("sq-idle-order", "No card has the number {number}.", number=order.number)
            yield Fault((*path, "number"), message, warning=True)


def _warn_of_players(rules: SkullQueenModel) -> Iterator[Fault]:
    """Yield a warning for each listed number of players that the game is not for."""
    least, most = rules.player_counts
    lists: list[tuple[Path, Sequence[int]]] = [
        (("king",), rules.king),
        (("left-out", "players"), rules.left_out.players if rules.left_out else ()),
    ]
    for way, listed in lists if least <= most else ():
        for at, players in enumerate(listed):
            if not least <= players <= most:
                message = msg(
                    "sq-idle-players",
                    "{players} players are never possible: the game is for {least} to {most}"
                    " players.",
                    players=players,
                    least=least,
                    most=most,
                )
                yield Fault((*way, at), message, warning=True)


FEWEST_IN_HAND = 2
"""Fewest numbered cards for each player."""


def _skull_queen(rules: RulesetModel) -> SkullQueenModel:
    from .queen_models import SkullQueenModel

    assert isinstance(rules, SkullQueenModel), "the model of Skull Queen"
    return rules
