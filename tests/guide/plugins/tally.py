from collections.abc import Callable
from typing import Annotated

from typer import Argument

from splitpick.core import Engine, Match
from splitpick.core.hooks import hookimpl
from splitpick.core.scene import Presenter
from splitpick.core.text import Language


def tally(
    name: Annotated[str, Argument(metavar="RULESET", help="The name of a rule set.")],
) -> None:
    """Count the cards of a rule set."""
    game = Engine().load_game(name)
    print(f"{name}: {len(game.info().codes)} kinds of cards")


def as_lines(match: Match, presenter: Presenter, language: Language) -> str:
    """Write the title of the game, and each entry of the match on a line."""
    return "\n".join([language.say(presenter.name), *match.journal, ""])


@hookimpl
def splitpick_commands() -> list[tuple[str, Callable[..., object]]]:
    return [("tally", tally)]


@hookimpl
def splitpick_exports() -> list[tuple[str, Callable[..., str]]]:
    return [("lines", as_lines)]
