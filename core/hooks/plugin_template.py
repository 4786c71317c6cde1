"""A new plugin from templates: a package that can be installed, tested and played as it is.

The templates contain ``$name`` and the like; their paths contain ``NAME``, ``SNAKE`` and
``PACKAGE``, and end in ``.tmpl``, since tools would take them for what they are not yet.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import unicodedata
from importlib.metadata import version
from pathlib import Path
from string import Template

from ..errors import BadValue, unknown
from ..rules.characters import excerpt
from ..text import msg
from . import API
from .discovery import OWN
from .engine import Engine
from .hook_validation import HOOKS, ID

KINDS = {
    "effect": "splitpick_effects",
    "table": "splitpick_tables",
    "bot": "splitpick_bots",
    "game": "splitpick_games",
}

PREFIX = "splitpick-"
LONGEST_NAME = 40
TEMPLATES = Path(__file__).parent / "templates"


def write_plugin(engine: Engine, name: str, kind: str, into: Path) -> tuple[Path, list[str]]:
    """Write the package of a plugin *name* that brings a *kind* of thing into a new folder.

    Returns the folder, which is made in *into*, and the paths of its files. Raises `UnknownName`
    for a kind not in `KINDS`, and `BadValue` for a name that is impossible or taken, or if the
    folder exists.
    """
    if kind not in KINDS:
        message = msg("unknown-kind", 'There is no kind of plugin "{kind}".', kind=excerpt(kind))
        raise unknown(message, kind, list(KINDS))
    name = name.removeprefix(PREFIX)
    _check_name(engine, name, kind)
    folder = into / f"{PREFIX}{name}"
    if folder.exists():
        shown = excerpt(str(folder), 200)
        raise BadValue(msg("folder-there", '"{folder}" already exists.', folder=shown))
    snake = name.replace("-", "_")
    words = {
        "name": name,
        "snake": snake,
        "package": f"{OWN}_{snake}",
        "play": f"--seat roger={name}" if kind == "bot" else name,
        "title": name.replace("-", " ").capitalize(),
        # Three letters, since our own cards have two signs.
        "CODE": re.sub(r"[^a-z]", "", name).upper()[:3].ljust(3, "X"),
        "version": version(OWN),
        "api": str(API),
    }
    written = []
    # Made aside first: a full disk leaves no half of a package behind.
    with tempfile.TemporaryDirectory(dir=into, prefix=f".{PREFIX}") as aside:
        for templates in (TEMPLATES / "all", TEMPLATES / kind):
            for template in templates.rglob("*.tmpl"):
                path = template.relative_to(templates).with_suffix("").as_posix()
                for sign, word in (("PACKAGE", "package"), ("NAME", "name"), ("SNAKE", "snake")):
                    path = path.replace(sign, words[word])
                file = Path(aside, "package", path)
                file.parent.mkdir(parents=True, exist_ok=True)
                text = Template(template.read_text("utf-8")).substitute(words)
                file.write_text(text, encoding="utf-8", newline="\n")
                written.append(path)
        shutil.move(Path(aside, "package"), folder)
    return folder, sorted(written)


def _check_name(engine: Engine, name: str, kind: str) -> None:
    if not ID.fullmatch(name) or name.endswith("-") or "--" in name:
        message = msg(
            "new-plugin-name",
            "The name of a plugin must be a lowercase letter followed by at most {most} lowercase"
            ' letters, digits and single dashes, not "{name}".',
            most=LONGEST_NAME - 1,
            name=excerpt(name),
        )
        likely = _likely_name(name)
        raise BadValue(unknown(message, likely, [likely]).message if likely else message)
    hook = KINDS[kind]
    plugins = {OWN, *(plugin.provider.name for plugin in engine.plugins)}
    for what, taken in (
        (HOOKS[hook].what, name in HOOKS[hook].taken() or engine.provider(hook, name) is not None),
        (HOOKS["splitpick_rulesets"].what, kind != "bot" and name in engine.rulesets()),
        (msg("thing-plugin", "plugin"), name in plugins),
    ):
        if taken:
            raise BadValue(
                msg("name-taken", 'The name is taken: {what} "{name}".', what=what, name=name)
            )


def _likely_name(name: str) -> str:
    """Return a possible name that is like *name*; empty if little would be left of it."""
    name = name.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", letters).lstrip("-0123456789")
    likely = words[:LONGEST_NAME].rstrip("-")
    return likely if len(likely) > 1 else ""
