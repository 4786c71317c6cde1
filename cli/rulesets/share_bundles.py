"""``splitpick rulesets pack`` and ``add``: rule sets that people give to each other, in a file."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue, Finding, RulesetError
from ...core.home import make_private_folder
from ...core.hooks.engine import MISSED, Engine
from ...core.hooks.user_rulesets import own_folder
from ...core.rules.characters import excerpt
from ...core.rules.finding_lines import render_all
from ...core.rules.load import RulesetFile
from ...core.rules.reading.bundle import MOST_BYTES, Bundle, bundle_of, packed, unpacked
from ...core.rules.resolver import own_name
from ...core.rules.value_findings import ERROR
from ...core.session.vocabulary import YES
from ...core.text import Text, in_turn, msg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.record_files import bytes_of, write_file
from ..terminal.questions import agrees

_sentence = sentences(
    msg("pack-no-folder", 'There is no folder "{folder}".'),
    msg("pack-unnamed", 'Others want to know what they get: add {keys} to {files}.'),
    msg("pack-no-licence",
        'Say what others may do with it: put a file LICENSE into the folder "{folder}".'),
    msg("packed", "{file} has {rulesets}. Others add it with: splitpick rulesets add {file}"),
    msg("bundle-has", "{name} ({id}), version {version}, licence {license}"),
    msg("bundle-unknown", "unknown"),
    msg("bundle-python",
        '"{file}" is Python code, which can do whatever you can once you allow it. Add --python to '
        "take it, and read it before you allow it."),
    msg("bundle-there", 'There is a folder "{folder}" already; --force replaces it.'),
    msg("ask-add", "Add this to your rule sets? Type {yes} to confirm:"),
    msg("would-add", "Nothing is added yet: add --yes to do so."),
    msg("bundle-not-added", "Nothing was added."),
    msg("bundle-added", "Added: {rulesets}. Play one with: splitpick play {name}"),
    msg("bundle-allow", "Its Python runs once you allow it: splitpick rulesets allow {folder}"),
)  # fmt: skip


@command("splitpick rulesets pack my-deck")
def pack(
    ctx: typer.Context,
    folder: Annotated[
        str,
        Argument(
            metavar="FOLDER",
            help="The folder with the rule sets, or the name of one; the file is named after the"
            " folder.",
        ),
    ],
    force: options.Force = False,
) -> int:
    """Pack a folder of rule sets, with pictures and licence, into one file for others.

    They are checked first: each needs credits, a version and a licence.
    """
    screen, engine = begin(ctx)
    path = Path(folder)
    if not path.is_dir():
        named, own = engine.rulesets().get(folder), own_folder()
        if not isinstance(named, Path) or own not in named.parent.parents:
            raise BadValue(_sentence("pack-no-folder", folder=excerpt(folder)))
        path = own / named.relative_to(own).parts[0]
    bundle = bundle_of(path)
    files = _checked(screen, engine, bundle, path.resolve())
    if files is None:
        return FAILED
    wanted: dict[str, list[str]] = {}
    for name, file in files.items():
        keys = ("credits", "version", "license")
        if missing := [key for key in keys if not getattr(file.variant().model, key)]:
            wanted.setdefault(", ".join(missing), []).append(name)
    lacking = [
        _sentence("pack-unnamed", keys=keys, files=", ".join(names))
        for keys, names in wanted.items()
    ]
    if not bundle.licence:
        lacking.insert(0, _sentence("pack-no-licence", folder=excerpt(folder)))
    if lacking:
        raise BadValue(replace(in_turn(lacking), code=lacking[0].code))
    version = next(screen.words(file.variant().model.version or "") for file in files.values())
    name = f"{bundle.name}-{''.join(sign for sign in version if sign.isalnum() or sign in '._-')}"
    write_file(target := Path(f"{name}.zip"), packed(bundle), force=force)
    screen.say(_sentence("packed", file=str(target), rulesets=", ".join(files)))
    return FINE


@command("splitpick rulesets add my-deck-1.0.zip")
def add(
    ctx: typer.Context,
    file: Annotated[
        str, Argument(metavar="FILE", help="The file that splitpick rulesets pack has made.")
    ],
    python: Annotated[
        bool, Option("--python", help="Take Python code as well; it runs only once you allow it.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Do not ask first.")] = False,
    force: options.Force = False,
) -> int:
    """Add the rule sets in a file to your own, to play them by name.

    Everything is inspected before anything is unpacked, and the rule sets are checked.
    """
    screen, engine = begin(ctx)
    bundle = unpacked(bytes_of(file, MOST_BYTES))
    if bundle.python and not python:
        raise BadValue(_sentence("bundle-python", file=bundle.python[0]))
    target = own_folder() / bundle.name
    if target.exists() and not force:
        raise BadValue(_sentence("bundle-there", folder=str(target)))
    make_private_folder(own_folder())
    with tempfile.TemporaryDirectory(dir=own_folder(), prefix=".adding-") as aside:
        unpacking = Path(aside, bundle.name)
        for path, data in bundle.files.items():
            (unpacking / path).parent.mkdir(parents=True, exist_ok=True)
            (unpacking / path).write_bytes(data)
        files = _checked(screen, engine, bundle, unpacking)
        if files is None:
            return FAILED
        for each in files.values():
            screen.say(_about(each))
        if not (yes or (screen.terminal and screen.asks_terminal)):
            screen.say(_sentence("would-add"))
            return FINE
        if not yes and not agrees(screen, _sentence("ask-add", yes=YES)):
            screen.say(_sentence("bundle-not-added"))
            return FINE
        before = Path(aside, "before")
        if target.exists():
            target.rename(before)
        try:
            unpacking.rename(target)
        except BaseException:  # Ctrl-C as well
            if before.exists():  # it is not lost for what was to replace it
                before.rename(target)
            raise
    names = [own_name(Path(path)) for path in bundle.rulesets]
    screen.say(_sentence("bundle-added", rulesets=", ".join(names), name=names[0]))
    if bundle.python:
        screen.say(_sentence("bundle-allow", folder=bundle.name))
    return FINE


def _about(file: RulesetFile) -> Text:
    """Describe the rule set in *file* in a line."""
    rules = file.variant()
    unknown = _sentence("bundle-unknown")
    about = {"version": rules.model.version or unknown, "license": rules.model.license or unknown}
    return _sentence("bundle-has", name=rules.name, id=rules.id, **about)


def _checked(
    screen: Screen, engine: Engine, bundle: Bundle, folder: Path
) -> dict[str, RulesetFile] | None:
    """Return the rule sets of *bundle*, which lies in *folder*; show errors, and return ``None``.

    What only its own Python can bring cannot be checked before that is allowed.
    """
    files: dict[str, RulesetFile] = {}
    findings: list[Finding] = []
    for path in bundle.rulesets:
        try:
            files[path] = engine.ruleset_at(folder / path)
        except RulesetError as error:
            missed = bundle.python and {one.message.code for one in error.findings} <= {*MISSED}
            if not missed:
                findings += [replace(one, file=f"{bundle.name}/{path}") for one in error.findings]
    errors = [finding for finding in findings if finding.severity == ERROR]
    screen.say(*render_all(errors, screen.language, screen.width))
    return None if errors else files
