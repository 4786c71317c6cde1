"""``splitpick rulesets check`` and ``schema``: find mistakes here or in an editor."""

from dataclasses import replace
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import Finding, PluginError, RulesetError, UnknownName
from ...core.game import JSON
from ...core.hooks.engine import Engine
from ...core.rules.finding_lines import as_json as findings_as_json
from ...core.rules.finding_lines import render_all
from ...core.rules.value_findings import ERROR
from ...core.text import msg, nmsg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..start import begin, error_as_json

_sentence = sentences(
    nmsg("faults", "{name}: {count} error.", "{name}: {count} errors.", 0),
    nmsg("warnings", "{name}: {count} warning.", "{name}: {count} warnings.", 0),
    msg("no-faults", "{name}: no errors."),
)


@command()
def check(
    ctx: typer.Context,
    files: Annotated[list[str], Argument(metavar="FILE", help="A YAML file or a rule set's name.")],
    strict: Annotated[bool, Option("--strict", help="Treat warnings as errors.")] = False,
    as_json: options.Json = False,
) -> int:
    """Check rule sets and report every error with its line.

    The exit code is 1 if there is one.
    """
    screen, engine = begin(ctx)
    results: list[JSON] = []
    code = FINE
    for name in files:
        result: dict[str, JSON] = {"name": name, "findings": [], "more": 0}
        findings: list[Finding] = []
        try:
            source, findings = findings_of(engine, name)
        except (UnknownName, PluginError) as error:
            code = FAILED
            texts = [error.message]
            result["error"] = error_as_json(screen, error.message)
        else:
            if strict:
                findings = [replace(finding, severity=ERROR) for finding in findings]
            faults = sum(finding.severity == ERROR for finding in findings)
            code = FAILED if faults else code
            counts = {"faults": faults, "warnings": len(findings) - faults}
            texts = [
                _sentence(what, name=source, count=counts[what]) for what in counts if counts[what]
            ]
            texts = texts or [_sentence("no-faults", name=source)]
            result |= findings_as_json(findings, screen.language)
        results.append(result)
        if not as_json:
            screen.say(*render_all(findings, screen.language, screen.width))
            screen.say(*texts)
    if as_json:
        screen.json(results)
    return code


def findings_of(engine: Engine, name: str) -> tuple[str, list[Finding]]:
    """Return the file of the rule set *name* (*name* itself if it has errors), and its findings."""
    try:
        file = engine.ruleset_file(name, thorough=True)
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        return name, sorted(both, key=lambda found: (found.line, found.column))
    return file.variant().source, list(file.warnings)


@command()
def schema(ctx: typer.Context) -> None:
    """Show the JSON Schema of rule sets, with which editors complete and check them.

    Save it beside your file.
    """
    screen, engine = begin(ctx)
    screen.json(engine.schema(screen.language, screen.fault))
