"""`splitpick rulesets explain`: the meaning of a finding, an example, and the cure."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import RulesetError, UnknownName
from ...core.hooks.engine import Engine
from ...core.rules.characters import excerpt
from ...core.rules.faults import likely
from ...core.rules.findings import render
from ...core.text import Text, msg
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..wrapping import columns, wrap

if TYPE_CHECKING:
    from ...core.rules.explain import Explanation

FILE = "my-deck.yaml"
"""Name of the file of an example."""


@command()
def explain(
    ctx: typer.Context,
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help='The word in brackets after "error" or "warning".'),
    ] = None,
) -> None:
    """Explain a finding of "splitpick rulesets check": its meaning, an example, and the cure.

    Without a code, list all of them.
    """
    from ...core.rules.explain import finding_groups

    screen, engine = begin(ctx)
    groups = finding_groups(engine.games.values())
    for group in groups:
        if code is None:
            rows = [(one, screen.words(each.meaning)) for one, each in group.findings.items()]
            screen.line()
            screen.line(screen.bold(screen.words(group.title)))
            screen.lines([*wrap(screen.words(group.about), screen.width)])
            screen.lines(columns(rows, screen.width))
        elif code in group.findings:
            _explain(screen, engine, code, group.title, group.findings[code])
            return
    if code is not None:
        message = msg("unknown-finding", 'There is no finding "{name}".', name=excerpt(code))
        raise UnknownName(likely(message, code, [code for one in groups for code in one.findings]))


def _explain(screen: Screen, engine: Engine, code: str, title: Text, about: Explanation) -> None:
    """Show the explanation of *code*: meaning, example, the finding in it, and cure."""

    def say(text: Text) -> None:
        screen.lines(wrap(screen.words(text), screen.width))

    def show(text: str) -> None:
        screen.lines(["", *(f"    {line}".rstrip() for line in text.splitlines()), ""])

    say(msg("explained-code", "{code} ({title})", code=code, title=title))
    screen.line()
    say(about.meaning)
    screen.line()
    if about.shell:
        say(msg("explained-shell", "Example, made by commands:"))
    else:
        say(msg("explained-example", "Example, as a file {file}:", file=FILE))
    show(about.shell or about.example)
    for name, text in about.files.items():
        say(msg("explained-beside", "With {file} beside it:", file=name))
        show(text)
    if about.example:
        screen.lines([*found_in(screen, engine, code, about), ""])
    say(msg("explained-cure", "Cure: {cure}", cure=about.cure))


def found_in(screen: Screen, engine: Engine, code: str, about: Explanation) -> list[str]:
    """Return the lines of the finding *code* in its example; none if a plugin is missing."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**about.files, FILE: about.example}.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        try:
            found = engine.ruleset_file(str(Path(folder) / FILE), thorough=True).warnings
        except RulesetError as error:
            found = [*error.findings, *error.warnings]
        return [
            line.replace(f"{Path(folder).resolve()}/", "").replace(f"{folder}/", "")
            for each in found
            if each.message.code == code
            for line in render(replace(each, file=FILE), screen.language, screen.width)
        ]
