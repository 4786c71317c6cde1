"""``splitpick plugins new``: the package of a plugin of your own, which works as it is.

Templates have placeholders such as ``$name``; in paths, they are ``NAME``, ``SNAKE``, ``PACKAGE``.
"""

import re
import shlex
import shutil
import tempfile
import unicodedata
from datetime import date
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue, unknown
from ...core.hooks import API
from ...core.hooks.discovery import OWN
from ...core.hooks.engine import Engine
from ...core.hooks.hook_validation import HOOKS, ID
from ...core.hooks.provider import PREFIX
from ...core.rules.characters import excerpt
from ...core.rules.kinds import TableKind
from ...core.rules.load import RulesetFile
from ...core.rules.resolver import own_name, rulesets_in
from ...core.text import msg, sentences
from ..localized_typer import command
from ..start import begin

KINDS = ("effect", "table", "bot", "game")

LONGEST_NAME = 40
NEW_CARDS = 4
"""Number of copies of a new special card in the rule set that comes with it."""
TEMPLATES = Path(__file__).parent / "templates"

_sentence = sentences(
    msg("no-folder", 'There is no folder "{folder}".'),
    msg("plugin-written", "Written into {folder}:"),
    msg("plugin-next", "It can be installed, tested and played at once:"),
    msg("unknown-kind", 'There is no kind of plugin "{kind}".'),
    msg("table-without-effect", "--table is only for --kind effect."),
    msg("folder-there", '"{folder}" already exists.'),
    msg("unknown-effect-table", 'There is no table "{table}" with special cards.'),
    msg("table-unplayed", 'No rule set that a package can extend has the table "{table}".'),
    msg("thing-plugin", "plugin"),
    msg("name-taken", 'The name is taken: {what} "{name}".'),
    msg("new-plugin-name",
        "The name of a plugin must be a lowercase letter followed by at most {most} lowercase"
        ' letters, digits and single dashes, not "{name}".'),
)  # fmt: skip


@command()
def new(
    ctx: typer.Context,
    name: Annotated[
        str,
        Argument(
            metavar="NAME", help="The name of the plugin and of what it provides, such as my-card."
        ),
    ],
    kind: Annotated[
        str,
        Option("--kind", metavar="KIND", help="effect (a card; the default), table, bot or game."),
    ] = "effect",
    table: Annotated[
        str,
        Option(
            "--table", metavar="TABLE", help="The table that an effect is for, such as collection."
        ),
    ] = "",
    into: Annotated[
        str, Option("--into", metavar="FOLDER", help="Create it there, not in the current folder.")
    ] = ".",
) -> None:
    """Write the package of a new plugin that can be installed, tested and played as it is.

    It has tests, texts in English and German, a licence, and workflows that test and publish it.
    """
    screen, engine = begin(ctx)
    if not Path(into).is_dir():
        raise BadValue(_sentence("no-folder", folder=excerpt(into, 200)))
    folder, written = write_plugin(engine, name, kind, Path(into), table)
    id = name.removeprefix(PREFIX)
    play = f"play --seat roger={id}" if kind == "bot" else f"play {id}"
    screen.say(_sentence("plugin-written", folder=str(folder)))
    screen.say(*(f"  {file}" for file in written))
    screen.say(_sentence("plugin-next"))
    enter, install = f"cd {shlex.quote(str(folder))}", 'python -m pip install -e ".[test]"'
    screen.say(*(f"  {step}" for step in (enter, install, "pytest", f"splitpick {play}")))


def write_plugin(
    engine: Engine, name: str, kind: str, into: Path, table: str = ""
) -> tuple[Path, list[str]]:
    """Write a package for the plugin *name*, which provides a *kind* of thing, to a new folder.

    An effect is for *table*, by default the first that brings templates of its own. Returns the
    folder, made in *into*, and the paths of its files. Raises `UnknownName` for an unknown kind or
    table, and `BadValue` for a name that is impossible or taken, or if the folder exists.
    """
    if kind not in KINDS:
        raise unknown(_sentence("unknown-kind", kind=excerpt(kind)), kind, KINDS)
    if table and kind != "effect":
        raise BadValue(_sentence("table-without-effect"))
    name = name.removeprefix(PREFIX)
    _check_name(engine, name, kind)
    folder = into / f"{PREFIX}{name}"
    if folder.exists():
        raise BadValue(_sentence("folder-there", folder=excerpt(str(folder), 200)))
    snake = name.replace("-", "_")
    words = {
        "name": name,
        "snake": snake,
        "package": f"{OWN}_{snake}",
        "play": f"--seat roger={name}" if kind == "bot" else name,
        "title": name.replace("-", " ").capitalize(),
        # Three letters, since the codes of our own cards have two characters.
        "CODE": re.sub(r"[^a-z]", "", name).upper()[:3].ljust(3, "X"),
        "version": version(OWN),
        "api": str(API),
        "dependency": "",
        "year": str(date.today().year),
    }
    own_templates = TEMPLATES / kind
    if kind == "effect":
        on = _table_for(engine, table)
        own_templates = Path(str(on.effect_templates or own_templates))
        words |= _words_of_table(engine, on)
    # Made in a temporary folder first: a full disk leaves no half-written package behind.
    with tempfile.TemporaryDirectory(dir=into, prefix=f".{PREFIX}") as aside:
        for templates in (TEMPLATES / "all", own_templates):
            for template in templates.rglob("*.tmpl"):
                path = template.relative_to(templates).with_suffix("").as_posix()
                for sign, word in (("PACKAGE", "package"), ("NAME", "name"), ("SNAKE", "snake")):
                    path = path.replace(sign, words[word])
                file = Path(aside, "package", path)
                file.parent.mkdir(parents=True, exist_ok=True)
                text = Template(template.read_text("utf-8")).substitute(words)
                file.write_text(text, encoding="utf-8", newline="\n")
        shutil.move(Path(aside, "package"), folder)
    written = (file for file in folder.rglob("*") if file.is_file())
    return folder, sorted(file.relative_to(folder).as_posix() for file in written)


def _table_for(engine: Engine, id: str) -> TableKind:
    """Return the kind of table *id*; by default the first with templates of its own, or any."""
    tables = {id: kind for id, kind in engine.tables.items() if kind.effect_class}
    if id and id not in tables:
        raise unknown(_sentence("unknown-effect-table", table=excerpt(id)), id, sorted(tables))
    return tables[id] if id else max(tables.values(), key=lambda kind: bool(kind.effect_templates))


def _words_of_table(engine: Engine, table: TableKind) -> dict[str, str]:
    """Return what a package with an effect for *table* imports, needs and extends."""
    base = table.effect_class
    assert base is not None
    package = base.__module__.rpartition(".")[0]
    is_shown = hasattr(import_module(package), base.__name__) if package else False
    provider = engine.provider("splitpick_tables", table.id)
    home = provider.distribution if provider else OWN
    extended = _extended(engine, table.id, home)
    if extended is None:
        raise BadValue(_sentence("table-unplayed", table=table.id))
    name, file, distribution = extended
    needed = sorted({home, distribution} - {"", OWN})
    return {
        "base": base.__name__,
        "base_module": package if is_shown else base.__module__,
        "dependency": "".join([f', "{one}"' for one in needed]),
        "extends": name,
        "aside": str(int(str(file.variant().data.get("set-aside", 0))) + NEW_CARDS),
        "count": str(NEW_CARDS),
    }


def _extended(engine: Engine, table: str, home: str) -> tuple[str, RulesetFile, str] | None:
    """Return the rule set for *table* to extend: name, file and distribution; ``None`` without one.

    Those of the table's distribution *home* come first, then ours. The user's own files are none of
    them: the package would lack them anywhere else.
    """
    shipped = {own_name(file) for file in rulesets_in(files("splitpick.rulesets"))}
    installed = []
    for name, file in engine.playable().items():
        provider = engine.provider("splitpick_rulesets", name)
        distribution = provider.distribution if provider else OWN if name in shipped else ""
        if distribution and file.variant().data.get("table") == table:
            installed.append((name, file, distribution))
    return min(installed, key=lambda one: (one[2] != home, one[2] != OWN, one[0]), default=None)


def _check_name(engine: Engine, name: str, kind: str) -> None:
    if not ID.fullmatch(name) or name.endswith("-") or "--" in name:
        message = _sentence("new-plugin-name", most=LONGEST_NAME - 1, name=excerpt(name))
        spelt = name.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
        letters = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
        words = re.sub(r"[^a-z0-9]+", "-", letters).lstrip("-0123456789")
        likely = words[:LONGEST_NAME].rstrip("-")
        raise BadValue(unknown(message, likely, [likely]).message if likely[1:] else message)
    hook = f"splitpick_{kind}s"
    plugins = {OWN, *(plugin.provider.name for plugin in engine.plugins)}
    for what, taken in (
        (HOOKS[hook].what, name in HOOKS[hook].taken() or engine.provider(hook, name) is not None),
        (HOOKS["splitpick_rulesets"].what, kind != "bot" and name in engine.rulesets()),
        (_sentence("thing-plugin"), name in plugins),
    ):
        if taken:
            raise BadValue(_sentence("name-taken", what=what, name=name))
