"""``splitpick rulesets show``: a rule set for people, for programs or as YAML."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from typer import Option

from ...core.game import JSON
from ...core.rules.load import Ruleset, RulesetFile
from ...core.text import Both, Message, msg
from ...core.width import display_width
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..wrapping import columns, table
from .list_rulesets import summary

WIDEST_BEFORE_ORIGIN = 72
"""Columns of YAML before the column of origins; only longer lines push it further."""


@command()
def show(
    ctx: typer.Context,
    ruleset: options.RulesetName,
    variant: options.Variant = None,
    resolved: Annotated[
        bool, Option("--resolved", help="Write the rules as a YAML file that extends nothing.")
    ] = False,
    why: Annotated[
        bool, Option("--why", help="The same, with the file and line that each value came from.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Show the cards, seats, variants and options of a rule set."""
    screen, engine = begin(ctx)
    file = engine.ruleset_file(ruleset)
    chosen = file.variant(variant)
    if as_json:
        rules: dict[str, JSON] = {
            **summary(screen, file),
            "variant": chosen.variant_id,
            "hash": chosen.hash,
            "rules": json.loads(chosen.text),
        }
        if why:
            rules["why"] = _origins(chosen)
        screen.json(rules)
    elif resolved or why:
        _show_resolved(screen, chosen, why)
    else:
        _show(screen, file, chosen)


def _show(screen: Screen, file: RulesetFile, ruleset: Ruleset) -> None:
    """Show a variant for people."""
    least, most = ruleset.players
    seats = Both(tuple(name for _, name in ruleset.seats))
    screen.say(msg("name-and-id", "{name} ({id})", name=file.name, id=file.id))
    for text in filter(None, (ruleset.model.description, ruleset.model.credits)):
        screen.say(text)
    if least == most:
        players = msg("ruleset-players", "Players: {most} ({seats})", most=most, seats=seats)
    else:
        players = msg(
            "ruleset-players-range",
            "Players: {least} to {most} ({seats})",
            least=least,
            most=most,
            seats=seats,
        )
    screen.say(players)
    _head(screen, msg("variants", "Variants"))
    screen.lines(columns(_variants(screen, file, ruleset), screen.width))
    for listing in ruleset.listings():
        _head(screen, listing.title)
        heads = [screen.words(column) for column in listing.columns]
        rows = [
            [str(cell) if isinstance(cell, int) else screen.words(cell) for cell in row]
            for row in listing.rows
        ]
        first = listing.rows[0] if listing.rows else ()
        numeric = [number for number, cell in enumerate(first) if isinstance(cell, int)]
        width = screen.width - 2 if screen.terminal else 0
        screen.lines(f"  {line}" for line in table(heads, rows, width, numeric))
    if ruleset.options:
        _head(screen, msg("options", "Options"))
        meanings = ruleset.model.options.meanings()
        options = [
            (f"{name}: {str(value).lower()}", screen.words(meanings.get(name, "")))
            for name, value in ruleset.options.items()
        ]
        screen.lines(columns(options, screen.width))


def _variants(screen: Screen, file: RulesetFile, shown: Ruleset) -> list[tuple[str, str]]:
    """List the variants, and how the others differ from the one that is shown."""
    from ...core.rules.checking.differences import differences

    rows = []
    for id, name in file.variants:
        other = file.variant(id)
        told = [screen.words(name)]
        if other.description:
            told.append(screen.words(other.description))
        if other is shown:
            told.append(screen.words(msg("shown-below", "Shown below.")))
        else:
            told.append("; ".join(map(screen.words, differences(shown, other))))
        rows.append((id, "\n".join(told).rstrip()))
    return rows


def _head(screen: Screen, title: Message) -> None:
    screen.line()
    screen.line(screen.bold(screen.words(title)))


def _show_resolved(screen: Screen, ruleset: Ruleset, why: bool) -> None:
    """Write the rules as a rule set that extends nothing; the lines are copied, so none is cut."""
    from ...core.rules.reading.writing import short_names, written

    assert ruleset.node is not None, "no options were chosen"
    lines = written(ruleset.node)
    title = msg(
        "rules-resolved", "{name}: {variant}", name=ruleset.name, variant=ruleset.variant_name
    )
    screen.line(f"# {screen.words(title)}")
    names = short_names(list(dict.fromkeys(mark.name for _, marks in lines for mark in marks)))
    for file, name in names.items() if why else ():
        if name != file:
            screen.line(screen.words(f"# {name}: {file}"))
    indent = min(max(display_width(line) for line, _ in lines), WIDEST_BEFORE_ORIGIN)
    for line, marks in lines:
        if why and marks:
            places = [f"{names[mark.name]}:{mark.line + 1}".removesuffix(":0") for mark in marks]
            line += " " * max(2, indent + 2 - display_width(line)) + f"# {', '.join(places)}"
        screen.line(screen.words(line))


def _origins(ruleset: Ruleset) -> list[JSON]:
    from ...core.rules.reading.nodes import leaves

    assert ruleset.node is not None, "no options were chosen"
    return [
        {
            "path": list(path),
            "file": node.start_mark.name,
            "line": node.start_mark.line + 1,
            "column": node.start_mark.column + 1,
        }
        for path, node in leaves(ruleset.node)
    ]
