"""`splitpick rulesets`: which rule sets there are, what one says, and whether it is right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import PluginError, RulesetError, UnknownName
from ...core.hooks import own
from ...core.rules.faults import ERROR
from ...core.rules.resolver import own_name
from ...core.text import Both, Message, Text, msg, nmsg
from ...core.width import display_width
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import plain
from ..start import start_engine
from ..wrapping import columns, wrap

if TYPE_CHECKING:
    from ...core.errors import Finding
    from ...core.game import JSON
    from ...core.hooks.engine import Engine
    from ...core.rules.kinds import Listing
    from ...core.rules.load import Ruleset, RulesetFile
    from ..screen import Screen


WIDEST_BEFORE_ORIGIN = 72
"""Where values came from is said in a column no further to the right, but for longer lines."""


@command()
def list_command(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the rule sets that can be played, with their variants."""
    screen: Screen = ctx.obj
    list_rulesets(screen, start_engine(screen, own=False), as_json)


@command()
def show(
    ctx: typer.Context,
    ruleset: options.RulesetName,
    variant: options.Variant = None,
    resolved: Annotated[
        bool,
        typer.Option("--resolved", help="Write the rules as a YAML file that extends nothing."),
    ] = False,
    why: Annotated[
        bool,
        typer.Option("--why", help="The same, with the file and line that each value came from."),
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Show the cards, seats, variants and options of a rule set."""
    screen: Screen = ctx.obj
    show_ruleset(screen, start_engine(screen), ruleset, variant, as_json, resolved, why)


@command()
def check(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="A YAML file.")],
    strict: Annotated[bool, typer.Option("--strict", help="Treat warnings as mistakes.")] = False,
    as_json: options.Json = False,
) -> int:
    """Check rule sets and report every mistake with its line.

    The exit code is 1 if there is one.
    """
    screen: Screen = ctx.obj
    return check_ruleset(screen, start_engine(screen), files, as_json, strict)


@command()
def schema(ctx: typer.Context) -> None:
    """Show the JSON Schema of rule sets, with which editors complete and check them.

    Save it beside your file.
    """
    screen: Screen = ctx.obj
    show_schema(screen, start_engine(screen))


@command()
def allow(ctx: typer.Context, folder: options.Folder) -> None:
    """Let the Python file of one of your own folders run whenever splitpick starts.

    It may run until it changes. Read it first: it can do whatever you can.
    """
    allow_folder(ctx.obj, folder)


@command()
def disallow(ctx: typer.Context, folder: options.Folder) -> None:
    """No longer let the Python file of a folder run."""
    disallow_folder(ctx.obj, folder)


def list_rulesets(screen: Screen, engine: Engine, as_json: bool = False) -> None:
    """Show every rule set that can be played by name, with its variants.

    One that has faults is listed with their number, and does not hide the others.
    """
    found: list[JSON] = []
    hidden: dict[str, list[JSON]] = {}
    for path in engine.hidden():
        hidden.setdefault(own_name(path), []).append(str(path))
    for name, places in engine.places().items():
        listed: dict[str, JSON] = {"name": name}
        folder = own.folder_of(places[0], engine.own_folders)
        if folder and folder.state:
            listed |= {"folder": folder.name, "python": folder.state}
        try:
            file = engine.ruleset_file(name)
        except RulesetError as error:
            faults = nmsg(
                "has-faults",
                "has {count} fault; splitpick rulesets check {name} shows it.",
                "has {count} faults; splitpick rulesets check {name} shows them.",
                len(error.findings),
                name=name,
            )
            listed["faults"] = len(error.findings)
            told: list[tuple[str, str]] = [(name, screen.words(faults))]
        except UnknownName as error:
            listed["error"] = {"code": error.code, "message": screen.words(error.message)}
            listed["files"] = [str(place) for place in places]
            told = [(name, screen.words(error.message))]
        except PluginError as error:
            listed["error"] = {"code": error.code, "message": screen.words(error.message)}
            told = [(name, screen.words(error.message))]
        else:
            listed |= _summary(screen, file)
            told = [(name, screen.words(file.name))]
            told += [(f"  {id}", screen.words(title)) for id, title in file.variants]
        if name in hidden:
            listed["hidden"] = hidden[name]
        found.append(listed)
        if not as_json:
            _lines(screen, columns(told, screen.width))
    if as_json:
        _print_json(screen, found)
        return
    screen.line()
    for note in engine.unplayable():
        screen.say(note)
    for folder in engine.own_folders:
        if why_not := folder.why_not():
            screen.say(why_not)
    screen.say(
        msg("own-rulesets", "Your own rule sets belong into {path}.", path=str(own.own_folder()))
    )


def allow_folder(screen: Screen, name: str) -> None:
    """Let the Python file of one of the user's own folders run.

    Raises `UnknownName` where there is no such folder, `BadValue` where it has no file to allow.
    """
    folder = own.allow(name)
    screen.say(
        msg(
            "folder-allowed",
            "{file} (SHA-256 {hash}) may run from now on, with all that you may do on this"
            " computer. When it changes, it has to be allowed again.",
            file=str(folder.python),
            hash=folder.version,
        )
    )


def disallow_folder(screen: Screen, name: str) -> None:
    """Let the Python file of one of the user's own folders no longer run.

    Raises `UnknownName` where there is no such folder.
    """
    if own.disallow(name):
        screen.say(
            msg(
                "folder-disallowed",
                'No Python of the folder "{folder}" runs any more.',
                folder=name,
            )
        )
    else:
        screen.say(
            msg("folder-was-not", 'No Python of the folder "{folder}" was allowed.', folder=name)
        )


def show_ruleset(
    screen: Screen,
    engine: Engine,
    name: str,
    variant: str | None = None,
    as_json: bool = False,
    resolved: bool = False,
    why: bool = False,
) -> None:
    """Show what the rule set *name*, or the file of that path, says in one of its variants.

    With *resolved* or *why* it is written as a rule set that extends nothing, with *why* also from
    where each value came.  Raises `UnknownName` where there is no such rule set or variant,
    `RulesetError` with its faults.
    """
    file = engine.ruleset_file(name)
    ruleset = file.variant(variant)
    if (resolved or why) and not as_json:
        _show_resolved(screen, ruleset, why)
        return
    if as_json:
        rules: dict[str, JSON] = {
            **_summary(screen, file),
            "variant": ruleset.variant_id,
            "hash": ruleset.hash,
            "rules": json.loads(ruleset.text),
        }
        if why:
            rules["why"] = _origins(ruleset)
        _print_json(screen, rules)
        return
    screen.say(msg("name-and-id", "{name} ({id})", name=file.name, id=file.id))
    for text in (ruleset.model.description, ruleset.model.credits):
        if text:
            screen.say(text)
    screen.say(_players(ruleset))
    _show_variants(screen, file, ruleset)
    for listing in ruleset.listings():
        _show_listing(screen, listing)
    _show_options(screen, ruleset)


def check_ruleset(
    screen: Screen,
    engine: Engine,
    files: Sequence[str],
    as_json: bool = False,
    strict: bool = False,
) -> int:
    """Show the faults and warnings of *files*, or of rule sets by name; return 1 for a fault, or 0.

    With *strict* warnings are faults.
    """
    from ...core.rules.findings import as_json as findings_as_json
    from ...core.rules.findings import render_all

    results: list[JSON] = []
    failed = False
    for name in files:
        result: dict[str, JSON] = {"name": name, "findings": [], "more": 0}
        try:
            findings, source = _findings(engine, name)
        except (UnknownName, PluginError) as error:
            failed = True
            told = [error.message]
            result["error"] = {"code": error.code, "message": screen.words(error.message)}
        else:
            if strict:
                findings = [replace(finding, severity=ERROR) for finding in findings]
            told = _verdict(findings, source)
            failed |= any(finding.severity == ERROR for finding in findings)
            result |= findings_as_json(findings, screen.language)
            if not as_json:
                _lines(screen, render_all(findings, screen.language, screen.width))
        results.append(result)
        for message in () if as_json else told:
            screen.say(message)
    if as_json:
        _print_json(screen, results)
    return FAILED if failed else FINE


def _findings(engine: Engine, name: str) -> tuple[list[Finding], str]:
    """Return what there is to say of the rule set *name*, sorted, and what its file is called."""
    try:
        file = engine.ruleset_file(name, thorough=True)
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        return sorted(both, key=lambda found: (found.line, found.column)), name
    return list(file.warnings), file.source


def _verdict(findings: Sequence[Finding], name: str) -> list[Message]:
    """Sum up what was found."""
    faults = sum(finding.severity == ERROR for finding in findings)
    warnings = len(findings) - faults
    told = []
    if faults:
        told.append(
            nmsg("faults", "{name}: {count} fault.", "{name}: {count} faults.", faults, name=name)
        )
    if warnings:
        told.append(
            nmsg(
                "warnings",
                "{name}: {count} warning.",
                "{name}: {count} warnings.",
                warnings,
                name=name,
            )
        )
    return told or [msg("no-faults", "{name}: no faults.", name=name)]


def show_schema(screen: Screen, engine: Engine) -> None:
    """Show the JSON Schema of rule sets, described in the reader's language."""
    _print_json(screen, engine.schema(screen.language, screen.fault))


# What is shown of a rule set.


def _show_resolved(screen: Screen, ruleset: Ruleset, why: bool) -> None:
    """Write the rules as a rule set that extends nothing; the lines are copied, so none is cut."""
    from ...core.rules.reading.writing import short_names, written

    assert ruleset.node is not None, "no options were chosen"
    lines = written(ruleset.node)
    title = msg(
        "rules-resolved", "{name}: {variant}", name=ruleset.name, variant=ruleset.variant_name
    )
    screen.line(f"# {screen.words(title)}")
    if not why:
        for line, _ in lines:
            screen.line(plain(line))
        return
    names = short_names(list(dict.fromkeys(mark.name for _, marks in lines for mark in marks)))
    for file, name in names.items():
        if name != file:
            screen.line(plain(f"# {name}: {file}"))
    indent = min(max(display_width(line) for line, _ in lines), WIDEST_BEFORE_ORIGIN)
    for line, marks in lines:
        places = [f"{names[mark.name]}:{mark.line + 1}".removesuffix(":0") for mark in marks]
        blanks = " " * max(2, indent + 2 - display_width(line))
        screen.line(plain(f"{line}{blanks}# {', '.join(places)}" if places else line))


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


def _summary(screen: Screen, file: RulesetFile) -> dict[str, JSON]:
    least, most = file.variant().players
    return {
        "id": file.id,
        "title": screen.words(file.name),
        "file": file.source,
        "players": {"least": least, "most": most},
        "seats": [{"id": id, "name": screen.words(name)} for id, name in file.variant().seats],
        "variants": [{"id": id, "name": screen.words(name)} for id, name in file.variants],
    }


def _players(ruleset: Ruleset) -> Message:
    least, most = ruleset.players
    seats = Both(tuple(name for _, name in ruleset.seats))
    if least == most:
        return msg("ruleset-players", "Players: {most} ({seats})", most=most, seats=seats)
    return msg(
        "ruleset-players-range",
        "Players: {least} to {most} ({seats})",
        least=least,
        most=most,
        seats=seats,
    )


def _show_variants(screen: Screen, file: RulesetFile, shown: Ruleset) -> None:
    """List the variants, and what the others have otherwise than the one that is shown."""
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
    _head(screen, msg("variants", "Variants"))
    _lines(screen, columns(rows, screen.width))


def _show_listing(screen: Screen, listing: Listing) -> None:
    """Show a listing as a table, or row by row where the screen is too narrow for one."""
    _head(screen, listing.title)
    heads = [screen.words(column) for column in listing.columns]
    rows = [[_cell(screen, cell) for cell in row] for row in listing.rows]
    table = [heads, *rows] if heads else rows
    widths = [max(display_width(cell) for cell in column) for column in zip(*table, strict=True)]
    if sum(widths) + 2 * len(widths) > screen.width:
        for row in rows:
            told = (
                [f"{head} {cell}" for head, cell in zip(heads, row, strict=True)] if heads else row
            )
            _lines(screen, wrap(", ".join(told), screen.width, "  ", "    "))
        return
    numeric = [isinstance(cell, int) for cell in listing.rows[0]] if listing.rows else []
    for row in table:
        padded = []
        for cell, width, right in zip(row, widths, numeric, strict=True):
            blank = " " * (width - display_width(cell))
            padded.append(blank + cell if right else cell + blank)
        screen.line(("  " + "  ".join(padded)).rstrip())


def _cell(screen: Screen, cell: Text | int) -> str:
    return str(cell) if isinstance(cell, int) else screen.words(cell)


def _show_options(screen: Screen, ruleset: Ruleset) -> None:
    meanings = ruleset.model.options.meanings
    rows = [
        (f"{name}: {str(value).lower()}", screen.words(meanings.get(name, "")))
        for name, value in ruleset.options.items()
    ]
    if rows:
        _head(screen, msg("options", "Options"))
        _lines(screen, columns(rows, screen.width))


def _head(screen: Screen, title: Message) -> None:
    screen.line()
    screen.line(screen.paint(screen.words(title), strong=True))


def _lines(screen: Screen, lines: Iterable[str]) -> None:
    for line in lines:
        if screen.terminal and display_width(line) > screen.width:
            line = "\n".join(wrap(line, screen.width))
        screen.line(plain(line))


def _print_json(screen: Screen, value: JSON) -> None:
    # ASCII: no character of a file name or a rule set reaches the terminal as it is.
    screen.line(json.dumps(value, indent=2))
