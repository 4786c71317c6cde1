"""Plugins that are installed into a folder as pip would, for tests.

::

    site = Site(tmp_path)
    site.plant("wave", "def splitpick_effects(): ...", api="v99")
    with site.on_path():
        Engine().plugins
"""

import importlib
import sys
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

HEAD = """\
from splitpick.core.hooks import hookimpl
from splitpick.core.players import Bot
from splitpick.plugins.jolly_roger import Effect

"""
"""Beginning of the modules of plugins."""

CARD = """\
class {kind}(Effect):
    id = "{id}"

    def options(self):
        return ["*"]

    def legal(self, table, seat):
        return [0]

    def play(self, table, seat, option):
        table.discard(self.card)


"""

BRINGS_CARD = """\
@hookimpl
def splitpick_effects():
    return [{kind}]
"""

DECK = """\
format: 1
id: storm
game: splitting
table: crews
name: Storm
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
draw: 4
set-size: {least: 1, most: 3}
turns: 3
captains: 2
parrot: 1
colours: [{id: green, code: G, name: green}, {id: blue, code: B, name: blue}]
ships:
  - {id: green, colour: green, gold: 3, name: green ship}
  - {id: blue, colour: blue, gold: 5, name: blue ship}
cards:
  - {code: G1, colour: green, strength: 1, count: 3}
  - {code: B1, colour: blue, strength: 1, count: 3}
  - {code: ST, effect: storm, count: 6, name: {en: Storm, de: Sturm}}
"""
"""Rule set of which every other card is the special card ``storm``."""


ODD_KIND = HEAD + (
    "from importlib.resources import files\nfrom splitpick.core.rules.kinds import GameKind\n"
    "from splitpick.core.rules.models import RulesetModel\n\n\n"
    "class Odd(GameKind):\n    id = 'odd'\n\n    def model(self, rules):\n"
    "        return RulesetModel\n\n"
    "    def {method}(self, *asked):\n        {does}\n\n\n"
    "@hookimpl\ndef splitpick_games():\n    return [Odd()]\n\n\n"
    "@hookimpl\ndef splitpick_rulesets():\n    return [files('splitpick_odd_data')]\n"
)
ODD_RULES = (
    "format: 1\nid: odd\ngame: odd\nname: Odd\nseats: [{id: a, name: A}, {id: b, name: B}]\n"
)
"""A kind of game, one method of which is faulty, with a rule set that has its name."""


def card(id: str, body: str = "") -> str:
    """Return a module with the special card *id*; the methods in *body* replace the usual ones."""
    kind = id.capitalize()
    written = CARD.format(kind=kind, id=id).rstrip() + "\n"
    if body:
        written += "\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"
    return HEAD + written + "\n\n" + BRINGS_CARD.format(kind=kind)


class Site:
    """Folder in which distributions are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: list[str] = []

    def plant(
        self,
        name: str,
        source: str,
        *,
        distribution: str = "",
        version: str = "1.0",
        api: str = "",
        target: str = "",
        files: Mapping[str, str] | None = None,
    ) -> str:
        """Install a plugin *name* whose module is *source*; return the name of the module.

        Its entry point names the module or *target*; *files* are written beside the module.
        """
        distribution = distribution or f"splitpick-{name}"
        module = distribution.replace("-", "_").replace(".", "_")
        self.modules.append(module)
        (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        for path, text in (files or {}).items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text, encoding="utf-8")
        metadata = self.folder / f"{module}-{version}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
        )
        points = f"[splitpick.plugins]\n{name} = {target or module}\n"
        if api:
            points += f"[splitpick.api]\n{name} = {api}\n"
        (metadata / "entry_points.txt").write_text(points)
        return module

    def plant_game(self, method: str, does: str, ruleset: str = "odd") -> None:
        """Install a kind of game, one *method* of which is faulty, with a rule set."""
        data, rules = "splitpick_odd_data", ODD_RULES.replace("id: odd", f"id: {ruleset}")
        self.modules.append(data)
        files = {f"{data}/__init__.py": "", f"{data}/{ruleset}.yaml": rules}
        self.plant("odd", ODD_KIND.format(method=method, does=does), files=files)

    @contextmanager
    def on_path(self) -> Iterator[None]:
        """Put the folder on the path of this process, and forget its modules afterwards."""
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(self.folder))
            importlib.invalidate_caches()
            try:
                yield
            finally:
                for name in list(sys.modules):
                    if name.partition(".")[0] in self.modules:
                        del sys.modules[name]

    @property
    def variables(self) -> dict[str, str]:
        """Environment of a process that finds the plugins."""
        return {"PYTHONPATH": str(self.folder)}
