"""``splitpick rulesets explain``: the meaning of a finding, an example, and the cure.

They stand in YAML files. A kind of game or table provides those for its own codes, see
`GameKind.explained_in`::

    format: 1
    groups:
      - title: {en: Market, de: Markt}
        about: A market needs goods.     # texts as in rule sets, translated here or by a catalog
        findings:
          market-unknown-good:
            meaning: No good has this name.
            cure: Write the id of a good.
            example: |
              format: 1
              ...
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer
from typer import Argument

from ...core.errors import RulesetError, UnknownName
from ...core.hooks.engine import Engine
from ...core.rules.characters import excerpt
from ...core.rules.checking.validation import check_shape
from ...core.rules.finding_lines import render
from ...core.rules.kinds import GameKind
from ...core.rules.labels import Label, Prose
from ...core.rules.models import Domains, Strict
from ...core.rules.reading.nodes import finding_at, node_at, plain
from ...core.rules.reading.reader import read_file
from ...core.rules.value_findings import likely
from ...core.text import Message, msg, sentences
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..wrapping import columns
from .check_rulesets import findings_of

FILE = "my-deck.yaml"
"""File name under which the example of a finding is checked and shown."""

_sentence = sentences(
    msg("unknown-finding", 'There is no finding "{name}".'),
    msg("fault-of-plugin",
        '"{name}" is a fault in a plugin: "splitpick plugins check" explains it where it occurs.'),
    msg("explained-code", "{code} ({title})"),
    msg("explained-shell", "Example, as shell commands:"),
    msg("explained-example", "Example, the file {file}:"),
    msg("explained-cure", "Cure: {cure}"),
)  # fmt: skip


class Explanation(Strict):
    """Explanation of a finding; *example* is a file that has it, or *shell* commands show it."""

    meaning: Prose
    cure: Prose
    example: str = ""
    shell: str = ""
    files: Mapping[str, str] = {}
    """Further files beside the example, by name."""


class FindingGroup(Strict):
    """Findings of one kind, by code."""

    title: Label
    about: Prose
    findings: dict[str, Explanation]


class _Page(Strict):
    format: Literal[1]
    domain: Domains = ()
    groups: list[FindingGroup]


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
        screen.say(_sentence("explained-code", code=code, title=group.title), "", about.meaning, "")
        if about.shell:
            _example(screen, _sentence("explained-shell"), about.shell)
        elif about.example:
            for name, text in {FILE: about.example, **about.files}.items():
                _example(screen, _sentence("explained-example", file=name), text)
            screen.say(*found_in(screen, engine, code, about), "")
        screen.say(_sentence("explained-cure", cure=about.cure))
    elif code is not None and code.startswith("check-"):
        raise UnknownName(_sentence("fault-of-plugin", name=excerpt(code)))
    elif code is not None:
        raise UnknownName(likely(_sentence("unknown-finding", name=excerpt(code)), code, [*known]))
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
    """Check the example in *about*; return the lines on *code*, none if a plugin is missing."""
    with TemporaryDirectory() as folder:
        for name, text in {**about.files, FILE: about.example}.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        _, findings = findings_of(engine, str(Path(folder) / FILE))
        return [
            line.replace(f"{Path(folder).resolve()}/", "").replace(f"{folder}/", "")
            for each in findings
            if each.message.code == code
            for line in render(replace(each, file=FILE), screen.language, screen.width)
        ]


def finding_groups(games: Iterable[GameKind]) -> list[FindingGroup]:
    """Read the explanations of our findings, and of those of *games*.

    Raises `RulesetError` with all faults of the first file that has any.
    """
    groups: list[FindingGroup] = []
    ours = files("splitpick.rulesets") / "findings" / "findings.yml"
    for path in (ours, *(path for game in games for path in game.explained_in())):
        node = read_file(path)
        page, faults = check_shape(_Page, plain(node))
        if page is None:
            places = [node_at(node, fault.path, key=fault.key) for fault in faults]
            raise RulesetError([*map(finding_at, places, (fault.message for fault in faults))])
        groups += page.groups
    return groups
