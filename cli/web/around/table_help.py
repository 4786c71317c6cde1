"""Help on a page: what a decision is about, what wins, what is drawn, what special cards do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast

from ....core.matches.exports.words import Words
from ....core.scene import Presenter, View
from ....core.session.vocabulary import Vocabulary
from ....core.text import Message
from ....core.things import HIDDEN, Piece, Scene

T = TypeVar("T")

SENTENCE = re.compile(r"(?<=[.!?]) ")
"""Where a sentence ends and another begins."""

LEFT = "cards-left"
"""Code of the message on how many cards can still be drawn."""


class TableHelp:
    """Help in the words of *presenter*, without notation; *codes* are those of the game's cards."""

    def __init__(
        self, presenter: Presenter, say: Words, vocabulary: Vocabulary, codes: Sequence[str]
    ) -> None:
        self._presenter = presenter
        self._say = say
        self._vocabulary = vocabulary
        self._codes = codes

    def advice(self, view: View) -> str:
        """Explain the decision to newcomers; may be empty."""
        advice = self.pointed(lambda: self._presenter.advice(view))
        return self._say(self._vocabulary.in_own_words(advice)) if advice else ""

    @property
    def rules(self) -> list[str]:
        """Sentences that say what wins, and how."""
        told = self.pointed(lambda: [self._presenter.aim(), self._presenter.primer()])
        lines = self._say.lines([one for one in told if one])
        return [sentence for line in lines for sentence in SENTENCE.split(line)]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """Lines that say what is drawn, each after its picture, which may be empty."""
        told = [one for one in self.pointed(self._presenter.legend) if one]
        drawn = [one.params.get("picture", "") if isinstance(one, Message) else "" for one in told]
        return [(str(picture), self._say(one)) for picture, one in zip(drawn, told, strict=True)]

    @property
    def special(self) -> list[tuple[str, str]]:
        """Lines that say what special cards do, each after its picture."""
        return [(self._presenter.piece(one).picture, told) for one, told in self.cards.items()]

    def pointed(self, ask: Callable[[], T]) -> T:
        """Return what the presenter says to *ask* where choices are made by pointing."""
        self._presenter.pointed = True
        told = ask()
        self._presenter.pointed = False
        return told

    @cached_property
    def tells_by_picture(self) -> bool:
        """True if cards with numbers have several pictures, such as goods, so that these tell."""
        pieces = [self._presenter.piece(code) for code in self._codes]
        numbered = [one for one in pieces if not self._say.piece(one.sign)[:1].isalpha()]
        return len({one.picture for one in numbered}) > 1

    @cached_property
    def cards(self) -> Mapping[str, str]:
        """The names of special cards with what they do, by code."""
        rules = {code: self._presenter.card_rules(code) for code in self._codes}
        names = {code: self._say(self._presenter.card_name(code)) for code in self._codes}
        return {code: f"{names[code]}: {self._say(told)}" for code, told in rules.items() if told}

    def brief(self, code: str) -> str:
        """Return what a special card does in a sentence, as on a phone there is room for one."""
        return SENTENCE.split(self.cards[code])[0]


def cards_left(scene: Scene) -> Piece | None:
    """Return the cards left to draw as one pile, which may be empty; ``None`` if none are drawn."""
    for head in scene.heads:
        if isinstance(head, Message) and head.code == LEFT:
            count = cast(int, head.params["count"])
            return Piece("", head, face=HIDDEN, picture="back", count=count)
    return None
