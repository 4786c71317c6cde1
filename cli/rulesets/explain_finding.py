"""`splitpick rulesets explain`: the meaning of a finding, an example, and the cure."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import RulesetError, UnknownName
from ...core.rules.characters import excerpt
from ...core.rules.faults import likely
from ...core.rules.findings import render
from ...core.text import Text, msg
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..wrapping import columns, wrap

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.rules.explain import Explanation, FindingGroup

FILE = "my-deck.yaml"
"""The name that an example has."""


@command()
def explain(
    ctx: typer.Context,
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help='The word in brackets behind "error" or "warning".'),
    ] = None,
) -> None:
    """Explain a finding of "splitpick rulesets check": its meaning, an example, and the cure.

    Without a code, list all of them.
    """
    from ...core.rules.explain import finding_groups

    screen, engine = begin(ctx)
    groups = finding_groups(engine.games.values())
    known = {code: (group, each) for group in groups for code, each in group.findings.items()}
    if code is None:
        _list_codes(screen, groups)
    elif code not in known:
        message = msg("unknown-finding", 'There is no finding "{name}".', name=excerpt(code))
        raise UnknownName(likely(message, code, [*known]))
    else:
        screen.lines(explained(screen, engine, code, *known[code]))


def _list_codes(screen: Screen, groups: list[FindingGroup]) -> None:
    for group in groups:
        screen.line()
        screen.line(screen.paint(screen.words(group.title), strong=True))
        screen.lines(wrap(screen.words(group.about), screen.width))
        rows = [(code, screen.words(each.meaning)) for code, each in group.findings.items()]
        screen.lines(columns(rows, screen.width))


def explained(
    screen: Screen, engine: Engine, code: str, group: FindingGroup, finding: Explanation
) -> Iterator[str]:
    """Put the explanation of *code* into lines: meaning, example, what is said of it, cure."""

    def said(text: Text) -> list[str]:
        return wrap(screen.words(text), screen.width)

    yield from said(msg("explained-code", "{code} ({title})", code=code, title=group.title))
    yield from ["", *said(finding.meaning), ""]
    if finding.shell:
        yield from said(msg("explained-shell", "Example, made by commands:"))
    else:
        yield from said(msg("explained-example", "Example, as a file {file}:", file=FILE))
    yield from _indented(finding.shell or finding.example)
    for name, text in finding.files.items():
        yield from said(msg("explained-beside", "With {file} beside it:", file=name))
        yield from _indented(text)
    if finding.example:
        yield from [*found_in(screen, engine, code, finding), ""]
    yield from said(msg("explained-cure", "Cure: {cure}", cure=finding.cure))


def _indented(text: str) -> list[str]:
    return ["", *(f"    {line}".rstrip() for line in text.splitlines()), ""]


def found_in(screen: Screen, engine: Engine, code: str, finding: Explanation) -> list[str]:
    """Return what a check says of the example, as far as it is about *code*."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**finding.files, FILE: finding.example}.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        try:
            found = engine.ruleset_file(str(Path(folder) / FILE), thorough=True).warnings
        except RulesetError as error:
            found = [*error.findings, *error.warnings]
        about = next((each for each in found if each.message.code == code), None)
        if about is None:  # a plugin that makes the difference is not here
            return []
        lines = render(replace(about, file=FILE), screen.language, screen.width)
        return [
            line.replace(f"{Path(folder).resolve()}/", "").replace(f"{folder}/", "")
            for line in lines
        ]
