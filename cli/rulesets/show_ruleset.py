"""``splitpick rulesets show``: a rule set for people, for programs or as YAML."""

import json
from typing import Annotated

import typer
from typer import Option

from ...core.game import JSON
from ...core.rules.load import Ruleset, RulesetFile
from ...core.rules.reading.nodes import MappingNode, leaves
from ...core.text import Both, Message, Text, msg
from ...core.width import display_width
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..typed_values import parse_variant
from ..wrapping import columns, table
from .list_rulesets import summary
from .written_rules import differences, short_names, written


@command()
def show(
    ctx: typer.Context,
    ruleset: options.RulesetName,
    variant: options.Variant = None,
    resolved: Annotated[
        bool, Option("--resolved", help="Show the rules as a YAML file that extends no other.")
    ] = False,
    why: Annotated[
        bool, Option("--why", help="Like --resolved, with the file and line of each value.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Show the cards, seats, variants and options of a rule set."""
    screen, engine = begin(ctx)
    file = engine.ruleset_file(ruleset)
    chosen = parse_variant(screen, file, variant)
    assert chosen.node is not None, "no options were chosen"
    if as_json:
        rules: dict[str, JSON] = {
            **summary(screen, file),
            "variant": chosen.variant_id,
            "hash": chosen.hash,
            "rules": json.loads(chosen.text),
        }
        if why:
            marks = [(path, node.start_mark) for path, node in leaves(chosen.node)]
            rules["why"] = [
                {"path": [*path], "file": at.name, "line": at.line + 1, "column": at.column + 1}
                for path, at in marks
            ]
        screen.json(rules)
    elif resolved or why:
        screen.line(f"# {screen.words(chosen.name)}: {screen.words(chosen.variant_name)}")
        _show_resolved(screen, chosen.node, why)
    else:
        _show(
            screen, file, chosen, ruleset if variant is None else f"{ruleset} --variant {variant}"
        )


def _show(screen: Screen, file: RulesetFile, ruleset: Ruleset, named: str) -> None:
    """Show the variant *ruleset* of *file*, *named* so by who asked, for people."""
    least, most = ruleset.players
    number = str(most) if least == most else f"{least}–{most}"
    seats = Both(tuple(name for _, name in ruleset.seats))
    screen.say(msg("name-and-id", "{name} ({id})", name=ruleset.name, id=ruleset.id))
    screen.say(*filter(None, (ruleset.model.description, ruleset.model.credits)))
    screen.say(msg("ruleset-players", "Players: {number} ({seats})", number=number, seats=seats))
    _head(screen, msg("variants", "Variants"))
    variants = []
    for id, name in file.variants:
        other = file.variant(id)
        texts: list[Text] = [name, *filter(None, [other.model.variants[id].description])]
        texts += [msg("shown-below", "Shown below.")] if other is ruleset else []
        differs = "; ".join(map(screen.words, differences(ruleset, other)))
        variants.append((id, "\n".join([*map(screen.words, texts), differs]).rstrip()))
    screen.say(*columns(variants, screen.width))
    for listing in ruleset.kind.listings(ruleset.model):
        _head(screen, listing.title)
        heads = [*map(screen.words, listing.columns)]
        rows = [
            [screen.words(str(cell) if isinstance(cell, int) else cell) for cell in row]
            for row in listing.rows
        ]
        first = listing.rows[0] if listing.rows else ()
        numeric = [number for number, cell in enumerate(first) if isinstance(cell, int)]
        width = screen.width - 2 if screen.terminal else 0
        if heads or numeric:
            screen.say(*(f"  {line}" for line in table(heads, rows, width, numeric)))
        else:  # values and their meanings
            screen.say(*columns([(term, about) for term, about in rows], screen.width))
    if ruleset.options:
        _head(screen, msg("options", "Options"))
        meanings = ruleset.model.options.meanings()
        options = [
            (f"{name}: {str(value).lower()}", screen.words(meanings.get(name, "")))
            for name, value in ruleset.options.items()
        ]
        screen.say(*columns(options, screen.width))
    screen.line()
    more = msg(
        "ruleset-more",
        'How to play, how the game ends and how it is scored: "{rules}". Every key: "{keys}".',
        rules=f"splitpick rules {named}",
        keys=f"splitpick rulesets show {named} --resolved",
    )
    screen.say(more)


def _head(screen: Screen, title: Message) -> None:
    screen.line("\n" + screen.bold(screen.words(title)))


def _show_resolved(screen: Screen, rules: MappingNode, why: bool) -> None:
    """Show *rules* as YAML that extends nothing; lines are not wrapped, since people copy them."""
    lines = written(rules)
    names = short_names(list(dict.fromkeys(mark.name for _, marks in lines for mark in marks)))
    for file, name in names.items() if why else ():
        if name != file:
            screen.line(screen.words(f"# {name}: {file}"))
    indent = min(max(display_width(line) for line, _ in lines), 72)  # few lines are longer
    for line, marks in lines:
        if why and marks:
            places = [f"{names[mark.name]}:{mark.line + 1}".removesuffix(":0") for mark in marks]
            line += " " * max(2, indent + 2 - display_width(line)) + f"# {', '.join(places)}"
        screen.line(screen.words(line))
