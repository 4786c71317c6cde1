"""Installs plugins into a folder as pip would, so that tests can say what is wrong with them.

::

    site = Site(tmp_path)
    site.plant("wave", "def splitpick_effects(): ...", api="v99")
    with site.on_path():
        Engine().plugins
"""

from __future__ import annotations

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
from splitpick.core.tables.crews import Effect

"""
"""What the modules of plugins begin with."""

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


def card(id: str, body: str = "") -> str:
    """Write a module with a special card *id*; *body* are methods instead of the usual ones."""
    kind = id.capitalize()
    written = CARD.format(kind=kind, id=id).rstrip() + "\n"
    if body:
        written += "\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"
    return HEAD + written + "\n\n" + BRINGS_CARD.format(kind=kind)


class Site:
    """A folder that distributions are installed in."""

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

        *target* is what its entry point names instead, *files* are others beside the module.
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

    @contextmanager
    def on_path(self) -> Iterator[None]:
        """Let this process find what is installed here, and forget it afterwards."""
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
        """The environment in which a process finds what is installed here."""
        return {"PYTHONPATH": str(self.folder)}
