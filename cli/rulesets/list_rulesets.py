"""``splitpick rulesets list``: the rule sets that can be played."""

import typer

from ...core.errors import PluginError, RulesetError, UnknownName
from ...core.game import JSON
from ...core.hooks import user_rulesets
from ...core.rules.load import RulesetFile
from ...core.rules.resolver import own_name
from ...core.text import Text, msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin, error_as_json
from ..wrapping import columns


@command()
def list_(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the rule sets that can be played, with their variants."""
    screen, engine = begin(ctx, own=False)
    found: list[JSON] = []
    hidden = engine.library.hidden()
    for name, places in engine.library.known().items():
        listed: dict[str, JSON] = {"name": name}
        folder = user_rulesets.folder_of(places[0], engine.own_folders)
        if folder and folder.state:
            listed |= {"folder": folder.name, "python": folder.state}
        lines: list[tuple[str, Text]]
        try:
            file = engine.ruleset_file(name)
            listed |= summary(screen, file)
            variants = ((f"  {id}", title) for id, title in file.variants)
            lines = [(name, file.variant().name), *variants]
        except RulesetError as error:  # it does not hide the others
            listed["faults"] = len(error.findings)
            lines = [
                (name, msg("has-faults", "has errors: splitpick rulesets check {name}", name=name))
            ]
        except (UnknownName, PluginError) as error:
            lines = [(name, error.message)]
            listed["error"] = error_as_json(screen, error.message)
            if isinstance(error, UnknownName):
                listed["files"] = [str(place) for place in places]
        if any(own_name(path) == name for path in hidden):
            listed["hidden"] = [str(path) for path in hidden if own_name(path) == name]
        found.append(listed)
        if not as_json:
            rows = [(term, screen.words(text)) for term, text in lines]
            screen.say(*columns(rows, screen.width))
    if as_json:
        screen.json(found)
        return
    screen.line()
    notes = [*engine.library.unplayable(), *(folder.why_not() for folder in engine.own_folders)]
    screen.say(*filter(None, notes))
    place = str(user_rulesets.own_folder())
    screen.say(msg("own-rulesets", "Put your own rule sets in {path}.", path=place))


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
