"""``splitpick rulesets new``: a file that changes a rule set, with further changes to try."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from typer import Argument, Option

from ...core.errors import BadValue, RulesetError
from ...core.hooks.engine import Engine
from ...core.rules.load import Ruleset
from ...core.rules.resolver import own_name
from ...core.text import Text, msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.record_files import check_file, write_file
from ..terminal.questions import ask_one, ask_or_quit
from ..typed_values import DEFAULT_RULESET, chosen_rules

MOST_CHANGES = 12
SCHEMA = "ruleset.schema.json"

_sentence = sentences(
    msg("new-extends", "Which rules do you want to change?"),
    msg("new-variant", "In which variant?"),
    msg("new-name", "What is your rule set called?"),
    msg("new-first", "What do you want to try first? The other changes will be in the file, too."),
    msg("new-unnamed", "A rule set's name begins with a letter: {name}"),
    msg("new-nothing", "nothing yet"),
    msg("new-others", "Take a # away to try a change:"),
    msg("new-more", "One more of this card."),
    msg("new-without", "Without this card."),
    msg("new-seat", "Another name for a seat."),
    msg("new-written", "{file} can be played as it is: splitpick play ./{file}"),
    msg("new-next", "Whenever you have changed it: splitpick rulesets check {file}"),
)  # fmt: skip


@command("splitpick rulesets new", "splitpick rulesets new my-deck.yaml --extends jolly-roger")
def new(
    ctx: typer.Context,
    file: Annotated[
        str | None, Argument(metavar="FILE", help="The file to write, such as my-deck.yaml.")
    ] = None,
    extends: Annotated[
        str | None,
        Option("--extends", metavar="RULESET", help="The rule set or variant that it changes."),
    ] = None,
    force: options.Force = False,
) -> None:
    """Write a rule set of your own that changes another one and can be played as it is.

    Without a file it asks what you want. The file also has changes to try, all of them checked.
    """
    screen, engine = begin(ctx)
    first = ""
    try:
        base = extends or (DEFAULT_RULESET if file else _ask_rules(screen, engine))
        title = ask_or_quit(screen, _sentence("new-name")) if file is None else ""
        path = Path(file or f"{_id(title)}.yaml")
        check_file(path, force=force)
        head = _head(path, title, base)
        rules = chosen_rules(screen, engine, base, None)
        changes = dict(islice(_changes(engine, path, head, rules), MOST_CHANGES))
        if file is None:
            texts = {one: one.replace("\n", "; ") for one in changes}
            first = ask_one(screen, _sentence("new-first"), {"": _sentence("new-nothing"), **texts})
    except EOFError:
        screen.line()
        return
    lines = [*head, *first.splitlines(), "", f"# {screen.words(_sentence('new-others'))}"]
    for change, about in changes.items():
        if change != first:
            lines += ["", *([f"# {screen.words(about)}"] if about else [])]
            lines += [f"#{line}" for line in change.splitlines()]
    write_file(path, "\n".join([*lines, ""]), force=force)
    if not (schema := path.with_name(SCHEMA)).exists():
        made = engine.schema(screen.language, screen.fault)
        write_file(schema, json.dumps(made, ensure_ascii=False, indent=2) + "\n", force=False)
    screen.say(_sentence("new-written", file=str(path)), _sentence("new-next", file=str(path)))


def _ask_rules(screen: Screen, engine: Engine) -> str:
    """Ask for a rule set and its variant; return both as a name."""
    playable = engine.playable(screen.fault)
    titles: dict[str, Text] = {name: file.variant().name for name, file in playable.items()}
    name = ask_one(screen, _sentence("new-extends"), titles)
    return f"{name}/{ask_one(screen, _sentence('new-variant'), dict(playable[name].variants))}"


def _id(title: str) -> str:
    """Return *title* as an id; raises `BadValue` if nothing is left of it."""
    id = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-0123456789")[:40].strip("-")
    if not id:
        raise BadValue(_sentence("new-unnamed", name=title))
    return id


def _head(path: Path, title: str, base: str) -> list[str]:
    """Return the first lines of the file: they make a whole rule set."""
    id = _id(own_name(path))
    called = title or id.replace("-", " ").capitalize()
    name = dict.fromkeys(("en", "de"), called)
    keys = {"format": 1, "id": id, "name": name, "extends": base}
    return [f"# yaml-language-server: $schema={SCHEMA}", *map(_line, keys, keys.values())]


def _line(key: str, value: object) -> str:
    """Return a line of YAML."""
    text = yaml.safe_dump(
        [value], allow_unicode=True, default_flow_style=True, width=10_000, sort_keys=False
    )
    return f"{key}: {text.strip()[1:-1]}"


def _changes(
    engine: Engine, path: Path, head: list[str], rules: Ruleset
) -> Iterator[tuple[str, Text]]:
    """Yield lines that change *rules* without a fault, below *head* in *path*, and what they do.

    The first such lines of each kind.
    """
    for about, ideas in groupby(_ideas(rules), itemgetter(0)):
        for _, keys in ideas:
            lines = "\n".join(_line(key, value) for key, value in keys.items())
            with suppress(RulesetError):
                engine.ruleset_at(path, data="\n".join([*head, lines]).encode())
                yield lines, about
                break


def _ideas(rules: Ruleset) -> Iterator[tuple[Text, dict[str, Any]]]:
    """Yield changes of *rules* that may be possible, with the meaning of the key."""
    data: Any = rules.data
    meanings, options = rules.model.meanings(), rules.model.options.meanings()
    for key, value in data.items():
        if key not in ("format", "set-aside") and type(value) is int:
            yield meanings.get(key, ""), {key: value - 1}
            yield meanings.get(key, ""), {key: value + 1}
            if key == "turns" and isinstance(data.get("draw"), int):
                aside = data.get("set-aside", 0) + data["draw"]
                yield meanings.get(key, ""), {key: value - 1, "set-aside": aside}
    for card in data.get("cards", ())[:1]:
        count = card.get("count", 1) + 1
        more = {"change": {"cards": {card["code"]: {"count": count}}}}
        yield _sentence("new-more"), more
        yield _sentence("new-more"), {**more, "set-aside": data.get("set-aside", 0) + 1}
    for card in data.get("cards", ())[-1:]:
        aside = max(0, data.get("set-aside", 0) - card.get("count", 1))
        gone = {"remove": {"cards": [card["code"]]}}
        yield _sentence("new-without"), gone
        yield _sentence("new-without"), {**gone, "set-aside": aside}
    for seat in data["seats"][:1]:
        yield _sentence("new-seat"), {"change": {"seats": {seat["id"]: {"name": "Kim"}}}}
    for option, value in rules.options.items():
        yield options.get(option, ""), {"change": {"options": {option: not value}}}
