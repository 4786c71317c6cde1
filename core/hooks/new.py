"""A new plugin: a package that can be installed, tested and played as it is, from templates.

The templates are files with ``$name`` and the like in them, and ``NAME``, ``SNAKE`` and ``PACKAGE``
in their paths.
"""

from __future__ import annotations

import keyword
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from string import Template

from ..errors import BadValue, unknown
from ..rules.characters import excerpt
from ..text import Message, msg
from . import API
from .brought import HOOKS, ID
from .engine import Engine
from .found import OWN

KINDS = {
    "effect": "splitpick_effects",
    "table": "splitpick_tables",
    "bot": "splitpick_bots",
    "game": "splitpick_games",
}
"""What a new plugin may bring, and the hook that it is brought by."""

WITH_RULESET = ("effect", "table", "game")
"""The kinds that come with a rule set of the same name."""

PREFIX = "splitpick-"
"""How the names of distributions begin, so that they get into nobody's way."""

LONGEST_NAME = 40
"""No name of a plugin, and no id, is longer."""

SUFFIX = ".tmpl"
"""Behind the names of templates, since tools would take them for what they are not."""


def write_plugin(engine: Engine, name: str, kind: str, into: Path) -> tuple[Path, list[str]]:
    """Write the package of a plugin *name* into a new folder in *into*.

    *kind* is one of `KINDS`.  Returns the folder and the files in it.  Raises `UnknownName` for a
    kind there is not, and `BadValue` where *name* cannot be one, is taken, or the folder is there.
    """
    if kind not in KINDS:
        message = msg("unknown-kind", 'There is no kind of plugin "{kind}".', kind=excerpt(kind))
        raise unknown(message, kind, list(KINDS))
    name = name.removeprefix(PREFIX)
    _check_name(engine, name, kind)
    folder = into / f"{PREFIX}{name}"
    if folder.exists():
        raise BadValue(
            msg("folder-there", '"{folder}" is there already.', folder=excerpt(str(folder), 200))
        )
    words = _words(name, kind)
    # Made aside first: a disk that is full leaves no half of a package behind.
    with tempfile.TemporaryDirectory(dir=into, prefix=f".{PREFIX}") as aside:
        made = Path(aside) / "package"
        written = [
            _write(template, path, made, words)
            for part in ("all", kind)
            for path, template in _templates(files(__package__) / "templates" / part)
        ]
        shutil.move(made, folder)
    return folder, sorted(written)


def _check_name(engine: Engine, name: str, kind: str) -> None:
    if not ID.fullmatch(name) or name.endswith("-") or "--" in name:
        raise BadValue(_no_name(name))
    for what, is_taken in (
        (HOOKS[KINDS[kind]].what, _is_taken(engine, KINDS[kind], name)),
        (HOOKS["splitpick_rulesets"].what, kind in WITH_RULESET and name in engine.rulesets()),
        (
            msg("thing-plugin", "plugin"),
            name == OWN or any(plugin.provider.name == name for plugin in engine.plugins),
        ),
    ):
        if is_taken:
            message = msg("name-taken", 'There already is: {what} "{name}".', what=what, name=name)
            raise BadValue(message)


def _no_name(name: str) -> Message:
    """Say why *name* cannot be one, and which one like it can."""
    message = msg(
        "new-plugin-name",
        "The name of a plugin begins with a letter and has small letters, digits and"
        ' single dashes alone, not "{name}".',
        name=excerpt(name),
    )
    likely = _likely_name(name)
    if len(name) > LONGEST_NAME:
        message = msg(
            "new-plugin-name",
            'The name of a plugin has at most {most} letters, and "{name}" has {count}.',
            most=LONGEST_NAME,
            name=excerpt(name),
            count=len(name),
        )
    return unknown(message, likely, [likely]).message if likely else message


def _likely_name(name: str) -> str:
    """Make a name of *name* that can be one; nothing where little would be left of it."""
    for umlaut, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        name = name.casefold().replace(umlaut, letters)
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", letters).lstrip("-0123456789")
    likely = words[:LONGEST_NAME].rstrip("-")
    return likely if len(likely) > 1 else ""


def _is_taken(engine: Engine, hook: str, id: str) -> bool:
    return id in HOOKS[hook].taken() or engine.provider(hook, id) is not None


def _words(name: str, kind: str) -> dict[str, str]:
    """Return what stands in the templates for a plugin of that *name* and *kind*."""
    try:
        own = version(OWN)
    except PackageNotFoundError:  # it runs from somewhere it was not installed
        own = "0"
    snake = name.replace("-", "_")
    letters = re.sub(r"[^a-z]", "", name).upper()
    return {
        "name": name,
        "snake": snake,
        "package": f"{OWN}_{snake}",
        "Class": _class_name(name, kind),
        "title": name.replace("-", " ").capitalize(),
        "CODE": letters[:3].ljust(3, "X"),  # those of our own cards have two signs
        "version": own,
        "api": str(API),
    }


def _class_name(name: str, kind: str) -> str:
    """Return the name of the class, with the kind behind where the code has one of that name."""
    known = {*keyword.kwlist}
    for path, template in _templates(files(__package__) / "templates" / kind):
        if path.endswith(".py"):
            known.update(re.findall(r"\w+", template.read_text("utf-8")))
    found = "".join(word.capitalize() for word in name.split("-"))
    while known & {found, f"{found}Model", f"{found}Presenter"}:
        found += kind.capitalize()
    return found


def _templates(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """Go through all templates in *folder* and below it, each with its path."""
    for child in folder.iterdir():
        below = f"{path}/{child.name}" if path else child.name
        if child.is_dir():
            yield from _templates(child, below)
        elif child.name.endswith(SUFFIX):
            yield below.removesuffix(SUFFIX), child


def _write(template: Traversable, path: str, folder: Path, words: dict[str, str]) -> str:
    """Fill a template in; return the path of what was written."""
    for sign, word in (("PACKAGE", "package"), ("NAME", "name"), ("SNAKE", "snake")):
        path = path.replace(sign, words[word])
    path = path.replace("dot-", ".")
    file = folder / PurePosixPath(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = Template(template.read_text("utf-8")).substitute(words)
    file.write_text(text, encoding="utf-8", newline="\n")
    return path
