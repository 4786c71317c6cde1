"""Knowledge of a seat as numbers: a vector of fixed length and meaning, made of its view.

Only `Position.view` is read, so a vector cannot hold a secret.  Which numbers a game needs is found
in random games (see `exploration`), which serves every game, whoever has written it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..game import JSON, Game, Position
from .exploration import explored

Numbers: TypeAlias = "array[int] | memoryview[int]"
"""Where whole numbers of 32 bits are written: ``memoryview(buffer[row])`` of numpy is no copy."""
BOUND = 2**31 - 1
"""Greatest number in them; the least is its negative."""


class ViewPart:
    """A place in a view, with the numbers that stand for what is found there.

    Attributes:
        parts: the places in it: by key, or by place in a list.
        number: the index of its whole number; -1 if there never was one.
        length: the index of the length of its list; -1 if it is no list.
        words: the indexes of each word: how often it is there, and where it is there last, from 1.
        grows: true for a list of records that is empty before the first action: its records are
            added up instead of each having its own numbers.
    """

    __slots__ = ("grows", "length", "number", "parts", "words")

    def __init__(self) -> None:
        self.parts: dict[str | int, ViewPart] = {}
        self.number = -1
        self.length = -1
        self.words: dict[str, tuple[int, int]] = {}
        self.grows = False


class SeatObserver:
    """The vectors that the seats of *game* observe.

    Attributes:
        names: the meaning of each number: the path of its value in the view, such as
            ``ships[0].captain``; ``hands[1]=G4`` counts the words ``G4`` of a list, ``hands[1]@G4``
            is the place of the last one, from 1, and ``hands[1].length`` the length of the list.
            The first numbers, ``seat[0]`` and so on, are 1 for the seat that observes.
    """

    def __init__(self, game: Game) -> None:
        self.players = game.players
        self._codes = list(game.info().codes)
        self._root = ViewPart()
        self.names: list[str] = []
        for number, position in enumerate(explored(game)):
            to_act = max(position.to_act(), 0)
            # Others see the same kinds of things, but for what is the actor's alone.
            for seat in {to_act, number % game.players}:
                self._find(self._root, dict(position.view(seat)), beginning=not number)
        self.names = [f"seat[{seat}]" for seat in range(game.players)]
        self._lay_out(self._root, "")

    def _find(self, part: ViewPart, value: JSON, *, beginning: bool) -> None:
        """Note what *value* has in *part*."""
        if isinstance(value, (list, tuple)):
            part.length = 0
            if beginning and not value:
                part.grows = True
            for at, item in enumerate(value):
                if item is None or isinstance(item, str):
                    self._find(part, item, beginning=beginning)
                else:
                    place = 0 if part.grows and isinstance(item, dict) else at
                    inner = part.parts.setdefault(place, ViewPart())
                    self._find(inner, item, beginning=beginning)
        elif isinstance(value, int):
            part.number = 0
        elif value is None or isinstance(value, str):
            if str(value) in self._codes:
                part.words |= dict.fromkeys(self._codes, (0, 0))
            part.words[str(value)] = (0, 0)
        else:
            for key, item in value.items():
                self._find(part.parts.setdefault(key, ViewPart()), item, beginning=beginning)

    def _lay_out(self, part: ViewPart, path: str) -> None:
        """Give each number of *part* its index."""
        if part.number == 0:
            part.number = self._add(path)
        if part.length == 0:
            part.length = self._add(f"{path}.length")
        for word in sorted(part.words):
            count = self._add(f"{path}={word}")
            part.words[word] = count, self._add(f"{path}@{word}") if part.length >= 0 else -1
        for key in sorted(part.parts, key=str):
            name = f"[{key}]" if isinstance(key, int) else f".{key}"
            self._lay_out(part.parts[key], path + name if path else name.lstrip("."))

    def _add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    @property
    def size(self) -> int:
        """Number of numbers in a vector."""
        return len(self.names)

    def observe(self, position: Position, seat: int) -> array[int]:
        """Return what *seat* knows of *position*; what no explored game has shown is left out."""
        numbers = array("i", bytes(4 * len(self.names)))
        self.fill(position, seat, numbers)
        return numbers

    def fill(self, position: Position, seat: int, numbers: Numbers) -> None:
        """Write what *seat* knows of *position* into *numbers*, which are all 0 before."""
        numbers[seat] = 1
        _fill(self._root, dict(position.view(seat)), numbers)

    def described(self, numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
        """Yield the name and value of each number that is not 0, for people."""
        return ((name, one) for name, one in zip(self.names, numbers, strict=True) if one)


def _fill(part: ViewPart, value: JSON, numbers: Numbers) -> None:
    """Write what *value* has in *part* into *numbers*."""
    if isinstance(value, (list, tuple)):
        if part.length >= 0:
            numbers[part.length] += len(value)
        words, parts = part.words, part.parts
        for at, item in enumerate(value):
            if isinstance(item, str) or item is None:
                if (word := words.get(str(item))) is not None:
                    numbers[word[0]] += 1
                    if word[1] >= 0:
                        numbers[word[1]] = at + 1
            elif (
                inner := parts.get(0 if part.grows and isinstance(item, dict) else at)
            ) is not None:
                _fill(inner, item, numbers)
    elif isinstance(value, int):
        if part.number >= 0:
            numbers[part.number] += value
    elif isinstance(value, str) or value is None:
        if (word := part.words.get(str(value))) is not None:
            numbers[word[0]] += 1
    else:
        for key, item in value.items():
            if (inner := part.parts.get(key)) is not None:
                _fill(inner, item, numbers)
