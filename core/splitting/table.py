"""Where split cards go: what a table must offer to the split-and-choose game."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..game import JSON, Action


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """What the players have laid, what each card may do next, and what it scores.

    A card is its type, an index into the deck's codes; a play is a small int that holds the card
    and what is done with it, in the table's own numbering.  A game owns one empty table, and every
    position starts with a copy of it.
    """

    def copy(self) -> Table:
        """Return an equal table that shares nothing mutable with this one."""
        raise NotImplementedError

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        """List every play of *seat* with a card of *hand* (in deck order); never empty."""
        raise NotImplementedError

    def play(self, seat: int, play: int) -> int:
        """Do *play*, one of `legal_plays`; return the card that has left the hand."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Count what each seat has now."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Name the seats with the most, ties broken by the table's rule; several share."""
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def key(self) -> tuple[object, ...]:
        """Return what the rest of the game depends on, or an empty tuple: `Position.key`."""
        return ()

    def terms(self, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        """Say what promises *seat* points: `Position.terms`.

        *coming* of the cards of *pool* (by type) will be dealt in turns to come; *last* is who
        plays the very last set, and so has the last word.
        """
        scores = self.scores()
        others = [score for other, score in enumerate(scores) if other != seat]
        return [float(scores[seat] - max(others, default=0))]

    def term_names(self) -> list[str]:
        """Name the numbers of `terms`."""
        return ["lead"]

    def notation(self, play: int) -> str:
        """Write *play* in its lasting form."""
        raise NotImplementedError

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        """Read a play of *seat* that is legal with *hand*.

        Raises `InvalidNotation` or `IllegalAction`, with a code that says why.
        """
        raise NotImplementedError

    def looks_like_play(self, text: str) -> bool:
        """Say whether *text* has the form of a play, though no card is played now.

        Then people are told that it comes too soon, and else that it cannot be read.
        """
        return any(not (sign.isalnum() or sign.isspace()) for sign in text)

    def describe(self, seat: int, play: int) -> Action:
        """Tell *play* as data."""
        raise NotImplementedError

    def view(self) -> dict[str, JSON]:
        """Tell what lies on the table, as plain values; everything here is open to all."""
        raise NotImplementedError

    def cards(self) -> list[int]:
        """Return every card on the table or out of the game, for checks that none is lost."""
        raise NotImplementedError
