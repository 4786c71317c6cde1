"""``splitpick rulesets list``, ``allow`` and ``disallow``: the rule sets that can be played."""

from __future__ import annotations

import typer

from ...core.errors import PluginError, RulesetError, UnknownName
from ...core.game import JSON
from ...core.hooks import user_rulesets
from ...core.matches.sentences import sentences
from ...core.rules.load import RulesetFile
from ...core.rules.resolver import own_name
from ...core.text import Text, msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin, error_as_json
from ..wrapping import columns

_told = sentences(
    msg("own-rulesets", "Put your own rule sets into {path}."),
    msg("folder-allowed", "{file} (SHA-256 {hash}) may now do whatever you can, until it changes."),
    msg("folder-disallowed", 'The Python file of the folder "{folder}" does not run.'),
)


@command()
def list_(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the rule sets that can be played, with their variants."""
    screen, engine = begin(ctx, own=False)
    found: list[JSON] = []
    hidden = engine.library.hidden()
    for name, places in engine.library.places().items():
        listed: dict[str, JSON] = {"name": name}
        folder = user_rulesets.folder_of(places[0], engine.own_folders)
        if folder and folder.state:
            listed |= {"folder": folder.name, "python": folder.state}
        told: list[tuple[str, Text]]
        try:
            file = engine.ruleset_file(name)
            listed |= summary(screen, file)
            variants = ((f"  {id}", title) for id, title in file.variants)
            told = [(name, file.variant().name), *variants]
        except RulesetError as error:  # it does not hide the others
            listed["faults"] = len(error.findings)
            told = [
                (name, msg("has-faults", "has faults: splitpick rulesets check {name}", name=name))
            ]
        except (UnknownName, PluginError) as error:
            told = [(name, error.message)]
            listed["error"] = error_as_json(screen, error.message)
            if isinstance(error, UnknownName):
                listed["files"] = [str(place) for place in places]
        if any(own_name(path) == name for path in hidden):
            listed["hidden"] = [str(path) for path in hidden if own_name(path) == name]
        found.append(listed)
        if not as_json:
            rows = [(term, screen.words(text)) for term, text in told]
            screen.say(*columns(rows, screen.width))
    if as_json:
        screen.json(found)
        return
    screen.line()
    notes = [*engine.library.unplayable(), *(folder.why_not() for folder in engine.own_folders)]
    screen.say(*filter(None, notes))
    screen.say(_told("own-rulesets", path=str(user_rulesets.own_folder())))


def summary(screen: Screen, file: RulesetFile) -> dict[str, JSON]:
    """Describe a rule set for programs, without its rules."""
    rules = file.variant()
    return {
        "id": rules.id,
        "title": screen.words(rules.name),
        "file": rules.source,
        "players": dict(zip(("least", "most"), rules.players, strict=True)),
        "seats": [{"id": id, "name": screen.words(name)} for id, name in rules.seats],
        "variants": [{"id": id, "name": screen.words(name)} for id, name in file.variants],
    }


@command()
def allow(ctx: typer.Context, folder: options.Folder) -> None:
    """Let the Python file of one of your own folders run whenever splitpick starts.

    It may run until it changes. Read it first: it can do whatever you can.
    """
    allowed = user_rulesets.allow(folder)
    ctx.obj.say(_told("folder-allowed", file=str(allowed.python), hash=allowed.version))


@command()
def disallow(ctx: typer.Context, folder: options.Folder) -> None:
    """No longer let the Python file of a folder run."""
    user_rulesets.disallow(folder)
    ctx.obj.say(_told("folder-disallowed", folder=folder))
