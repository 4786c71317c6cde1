"""The people at this keyboard, and what each of them may see on the one screen they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.scene import Presenter
from ...core.text import Text, msg
from ..screen import Screen
from ..terminal.choices import ask_or_quit


class Audience:
    """The *people* who play here, by their seats.

    Where a game has secrets and several people play, the keyboard is passed from one to the next,
    with a clear screen in between.
    """

    def __init__(self, screen: Screen, presenter: Presenter, people: Sequence[int]) -> None:
        self.passes = presenter.secrets and len(people) > 1
        """True where the keyboard is passed on."""
        self.viewer = people[0] if len(people) == 1 else None
        """The seat that the screen is for; ``None`` while it shows what everybody may see."""
        self._screen = screen
        self._presenter = presenter
        self._unheard: dict[int, list[Text]] = {seat: [] for seat in people}
        """Texts that a seat has missed, where the keyboard is passed on."""

    def tell(self, story: Callable[[int | None], Sequence[Text]]) -> None:
        """Tell *story*, which takes the seat it is for, now or when somebody takes over."""
        if self.passes:
            public = story(None)
            for seat in self._unheard.keys() - {self.viewer}:
                self._unheard[seat] += public
            if self.viewer is None:
                return
        self._screen.say(*story(self.viewer))

    def pass_keyboard(self, seat: int) -> bool:
        """Let the person at *seat* take the keyboard; return false where it stays where it is."""
        if not self.passes or self.viewer == seat:
            return False
        self._screen.clear()
        self.viewer = None
        name = self._presenter.seats[seat]
        asked = msg("pass-keyboard", "Pass the keyboard to {seat}, then press Enter.", seat=name)
        ask_or_quit(self._screen, asked)
        self.viewer = seat
        self._screen.clear()
        self._screen.say(*self._unheard[seat])
        self._unheard[seat] = []
        return True

    def reveal(self, *, wipe: bool = False) -> None:
        """Show from now on only what everybody may see; *wipe* takes a hand off the screen."""
        if self.passes and self.viewer is not None:
            self.viewer = None
            if wipe:
                self._screen.clear()
