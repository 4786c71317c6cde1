"""``splitpick rulesets check`` and ``schema``: mistakes, found here or in an editor."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import Finding, PluginError, RulesetError, UnknownName
from ...core.game import JSON
from ...core.hooks.engine import Engine
from ...core.rules.faults import ERROR
from ...core.rules.findings import as_json as findings_as_json
from ...core.rules.findings import render_all
from ...core.text import Message, msg, nmsg
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin


@command()
def check(
    ctx: typer.Context,
    files: Annotated[list[str], Argument(metavar="FILE", help="A YAML file.")],
    strict: Annotated[bool, Option("--strict", help="Treat warnings as mistakes.")] = False,
    as_json: options.Json = False,
) -> int:
    """Check rule sets and report every mistake with its line.

    The exit code is 1 if there is one.
    """
    screen, engine = begin(ctx)
    return check_rulesets(screen, engine, files, strict=strict, as_json=as_json)


def check_rulesets(
    screen: Screen, engine: Engine, files: list[str], *, strict: bool = False, as_json: bool = False
) -> int:
    """Show the faults and warnings of *files*, or rule sets by name; return 1 for a fault, or 0."""

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
            faults = sum(finding.severity == ERROR for finding in findings)
            failed |= faults > 0
            told = _summary(source, faults, len(findings) - faults)
            result |= findings_as_json(findings, screen.language)
            if not as_json:
                screen.lines(render_all(findings, screen.language, screen.width))
        results.append(result)
        for message in () if as_json else told:
            screen.say(message)
    if as_json:
        screen.json(results)
    return FAILED if failed else FINE


def _findings(engine: Engine, name: str) -> tuple[list[Finding], str]:
    """Return the findings about a rule set, sorted by place, and the name of its file."""
    try:
        file = engine.ruleset_file(name, thorough=True)
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        return sorted(both, key=lambda found: (found.line, found.column)), name
    return list(file.warnings), file.source


def _summary(name: str, faults: int, warnings: int) -> list[Message]:
    """Sum up what was found."""
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


@command()
def schema(ctx: typer.Context) -> None:
    """Show the JSON Schema of rule sets, with which editors complete and check them.

    Save it beside your file.
    """
    screen, engine = begin(ctx)
    screen.json(engine.schema(screen.language, screen.fault))
