"""``splitpick rulesets diff``: what two rule sets have otherwise, in keys and in sentences."""

from collections.abc import Sequence
from difflib import unified_diff
from typing import Annotated

import typer
from typer import Argument

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.rules.load import Ruleset
from ...core.scene import without_rulebook
from ...core.text import Text, msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..typed_values import chosen_rules, no_comparison, parse_number
from ..wrapping import wrap
from .written_rules import differences

_sentence = sentences(
    msg("diff-of", "From {one} to {other}"),
    msg("diff-none", "The rules are the same."),
    msg("diff-keys", "In the file"),
    msg("diff-game", "The game"),
)


@command(
    "splitpick rulesets diff jolly-roger/advanced my-deck.yaml",
    "splitpick rulesets diff jolly-roger/introductory jolly-roger/advanced",
)
def diff(
    ctx: typer.Context,
    one: options.RulesetName,
    other: Annotated[str, Argument(metavar="RULESET", help="The other one.")],
    players: options.Players = None,
) -> None:
    """Show what is different in the second of two rule sets: keys, and sentences of the rules.

    A minus marks a sentence that only the first one has, a plus one that only the second has.
    """
    screen, engine = begin(ctx)
    first, second = both = [chosen_rules(screen, engine, name, None) for name in (one, other)]
    counts = no_comparison(first, second)
    if counts:
        raise BadValue(counts)
    common = max(first.players[0], second.players[0])
    count = common if players is None else parse_number(players)
    before, after = (_told(screen, engine, rules, count) for rules in both)
    parts = {screen.words(_sentence("diff-keys")): [*map(screen.words, differences(*both))]}
    for title in dict.fromkeys([*before, *after]):
        parts[title] = _changes(before.get(title, ()), after.get(title, ()))
    screen.say(_sentence("diff-of", one=first.title, other=second.title))
    if not any(parts.values()):
        screen.say(_sentence("diff-none"))
    for title, lines in parts.items():
        if lines:
            screen.line("\n" + screen.bold(title))
        for line in lines:
            screen.line("\n".join(wrap(line, min(80, screen.width), "", "  ")))


def _told(screen: Screen, engine: Engine, rules: Ruleset, players: int) -> dict[str, list[str]]:
    """Return the sentences of the rules for *players* players, by the titles of their sections.

    Only the base may have a rulebook, so no sentence tells what is not in it.

    The title of the first one has the names of the game and the variant, so it is not its own.
    """
    sections = engine.presenter(rules, rules.build(players)).rules()
    titles: list[Text] = [_sentence("diff-game"), *(section.title for section in sections[1:])]
    return {
        screen.words(title): [
            screen.words(without_rulebook(text)) for text in (*section.paragraphs, *section.points)
        ]
        for title, section in zip(titles, sections, strict=True)
    }


def _changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the sentences that only one of both has, in their order, with the sign of a diff."""
    lines = [*unified_diff(before, after, lineterm="", n=0)][2:]  # without the names of files
    return [f"{line[0]} {line[1:]}" for line in lines if not line.startswith("@@")]
