"""The meaning of each finding: a sentence, an example and the cure, from YAML files.

A kind of game or table provides the files for its own codes, see `GameKind.explained_in`::

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
from importlib.resources import files
from typing import Literal

from ...core.errors import RulesetError
from ...core.rules.checking.validation import check_shape
from ...core.rules.kinds import GameKind
from ...core.rules.labels import Label, Prose
from ...core.rules.models import Domains, Strict
from ...core.rules.reading.nodes import finding_at, node_at, plain
from ...core.rules.reading.reader import read_file


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
