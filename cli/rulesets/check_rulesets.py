"""``splitpick rulesets check``, ``explain`` and ``schema``: find mistakes and understand them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import Finding, PluginError, RulesetError, UnknownName
from ...core.game import JSON
from ...core.hooks.engine import Engine
from ...core.matches.sentences import sentences
from ...core.rules.characters import excerpt
from ...core.rules.explain import Explanation, finding_groups
from ...core.rules.faults import ERROR, likely
from ...core.rules.findings import as_json as findings_as_json
from ...core.rules.findings import render, render_all
from ...core.text import Message, msg, nmsg
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin, error_as_json
from ..wrapping import columns

FILE = "my-deck.yaml"
"""Name of the file of an example."""

_told = sentences(
    nmsg("faults", "{name}: {count} fault.", "{name}: {count} faults.", 0),
    nmsg("warnings", "{name}: {count} warning.", "{name}: {count} warnings.", 0),
    msg("no-faults", "{name}: no faults."),
    msg("unknown-finding", 'There is no finding "{name}".'),
    msg("explained-code", "{code} ({title})"),
    msg("explained-shell", "Example, made by commands:"),
    msg("explained-example", "Example, the file {file}:"),
    msg("explained-cure", "Cure: {cure}"),
)


@command()
def check(
    ctx: typer.Context,
    files: Annotated[list[str], Argument(metavar="FILE", help="A YAML file.")],
    strict: Annotated[bool, Option("--strict", help="Treat warnings as errors.")] = False,
    as_json: options.Json = False,
) -> int:
    """Check rule sets and report every mistake with its line.

    The exit code is 1 if there is one.
    """
    screen, engine = begin(ctx)
    results: list[JSON] = []
    code = FINE
    for name in files:
        result: dict[str, JSON] = {"name": name, "findings": [], "more": 0}
        findings: list[Finding] = []
        try:
            source, findings = _findings(engine, name)
        except (UnknownName, PluginError) as error:
            code = FAILED
            told = [error.message]
            result["error"] = error_as_json(screen, error.message)
        else:
            if strict:
                findings = [replace(finding, severity=ERROR) for finding in findings]
            faults = sum(finding.severity == ERROR for finding in findings)
            code = FAILED if faults else code
            counts = {"faults": faults, "warnings": len(findings) - faults}
            told = [_told(what, name=source, count=counts[what]) for what in counts if counts[what]]
            told = told or [_told("no-faults", name=source)]
            result |= findings_as_json(findings, screen.language)
        results.append(result)
        if not as_json:
            screen.say(*render_all(findings, screen.language, screen.width))
            screen.say(*told)
    if as_json:
        screen.json(results)
    return code


def _findings(engine: Engine, name: str) -> tuple[str, list[Finding]]:
    """Return the file of a rule set, and the findings about it, sorted by place."""
    try:
        file = engine.ruleset_file(name, thorough=True)
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        return name, sorted(both, key=lambda found: (found.line, found.column))
    return file.variant().source, list(file.warnings)


@command()
def explain(
    ctx: typer.Context,
    code: Annotated[
        str | None,
        Argument(metavar="CODE", help='The word in brackets after "error" or "warning".'),
    ] = None,
) -> None:
    """Explain a finding of "splitpick rulesets check": its meaning, an example, and the cure.

    Without a code, list all of them.
    """
    screen, engine = begin(ctx)
    groups = finding_groups(engine.games.values())
    known = {each: (group, about) for group in groups for each, about in group.findings.items()}
    if code in known:
        group, about = known[code]
        screen.say(_told("explained-code", code=code, title=group.title), "", about.meaning, "")
        if about.shell:
            _example(screen, _told("explained-shell"), about.shell)
        else:
            for name, text in {FILE: about.example, **about.files}.items():
                _example(screen, _told("explained-example", file=name), text)
            screen.say(*found_in(screen, engine, code, about), "")
        screen.say(_told("explained-cure", cure=about.cure))
    elif code is not None:
        raise UnknownName(likely(_told("unknown-finding", name=excerpt(code)), code, [*known]))
    else:
        for group in groups:
            rows = [(one, screen.words(each.meaning)) for one, each in group.findings.items()]
            screen.line("\n" + screen.bold(screen.words(group.title)))
            screen.say(group.about)
            screen.say(*columns(rows, screen.width))


def _example(screen: Screen, head: Message, text: str) -> None:
    screen.say(head, "")
    screen.say(*(f"    {line}".rstrip() for line in text.splitlines()), "")


def found_in(screen: Screen, engine: Engine, code: str, about: Explanation) -> list[str]:
    """Return the lines of the finding *code* in its example; none if a plugin is missing."""
    with TemporaryDirectory() as folder:
        for name, text in {**about.files, FILE: about.example}.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        _, findings = _findings(engine, str(Path(folder) / FILE))
        return [
            line.replace(f"{Path(folder).resolve()}/", "").replace(f"{folder}/", "")
            for each in findings
            if each.message.code == code
            for line in render(replace(each, file=FILE), screen.language, screen.width)
        ]


@command()
def schema(ctx: typer.Context) -> None:
    """Show the JSON Schema of rule sets, with which editors complete and check them.

    Save it beside your file.
    """
    screen, engine = begin(ctx)
    screen.json(engine.schema(screen.language, screen.fault))
