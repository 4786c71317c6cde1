"""The guide for modders: each of its snippets is a file, or is what a command prints.

``SPLITPICK_GOLDEN=write pytest tests/test_rulesets_guide.py`` writes snippets, what commands print,
and the tables of keys into rulesets/README.md.  Read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.frontend import parse_mapping_cfg

from command import INHERITED_NOT
from golden import writing
from splitpick.core import Engine, Match
from splitpick.core.players import RandomBot
from splitpick.core.rules.checking.patches import PATCHES
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "rulesets" / "README.md"
SNIPPETS = Path(__file__).parent / "guide"
SNIPPET = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)
KEYS = "<!-- keys: tests/test_rulesets_guide.py writes what follows -->\n"
AFTER_KEYS = "\n## Every finding\n"

ENGINE = Engine()
INSTALLED = str(Path(str(files("splitpick.rulesets") / "jolly-roger.yaml")).parent)


def text() -> str:
    return GUIDE.read_text(encoding="utf-8")


def snippets() -> list[re.Match[str]]:
    return list(SNIPPET.finditer(text()))


def replace(old: str, new: str) -> None:
    """Put *new* into the guide, where *old* stands once."""
    whole = text()
    assert whole.count(old) == 1
    GUIDE.write_text(whole.replace(old, new), encoding="utf-8")


def test_every_snippet_is_a_file_or_what_commands_print() -> None:
    """Before the tables, no other block stands there; and each file is shown."""
    before = text().partition(KEYS)[0]
    shown = [match[1] for match in snippets()]

    assert before.count("```") == 2 * len(snippets())
    assert set(shown) - {"console"} == {path.name for path in SNIPPETS.iterdir() if path.is_file()}
    assert len(set(shown)) == len(shown) - shown.count("console") + 1


@pytest.mark.parametrize("name", sorted({match[1] for match in snippets()} - {"console"}))
def test_a_snippet_is_its_file(name: str) -> None:
    (found,) = [match for match in snippets() if match[1] == name]
    wanted = (SNIPPETS / name).read_text(encoding="utf-8")
    if writing() and found[3] != wanted:
        replace(found[0], f"<!-- {name} -->\n```{found[2]}\n{wanted}```\n")

    assert {match[1]: match[3] for match in snippets()}[name] == wanted


RULESETS = ["my-deck", "galleon", "stormy", "queen", "dice", "harbour"]


@pytest.mark.parametrize("name", RULESETS)
def test_a_rule_set_of_the_guide_is_played_in_all_variants(name: str) -> None:
    """It has neither a fault nor a warning."""
    file = ENGINE.ruleset_file(str(SNIPPETS / f"{name}.yaml"), thorough=True)

    assert list(file.warnings) == []
    for id, _ in file.variants:
        match = Match(file.variant(id).build(), seed=2)
        rng = Random(2)
        while not match.over:
            match.apply(RandomBot().choose(match.position, match.position.to_act(), rng, 0))


def test_the_mapping_for_babel_is_one() -> None:
    """As pybabel reads it."""
    with (SNIPPETS / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]

    assert methods == [("rulesets/**.yaml", "splitpick_yaml")]
    assert options["rulesets/**.yaml"]["places"] == "stalls"


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    """One after the other, as somebody would type them."""
    folder, home = tmp_path / "here", tmp_path / "home"
    shutil.copytree(SNIPPETS, folder)
    for match in snippets():
        if match[1] != "console":
            continue
        commands = [line for line in match[3].splitlines() if line.startswith("$ ")]
        printed = "".join(f"{command}\n{run(command[2:], folder, home)}" for command in commands)
        if writing() and printed != match[3]:
            replace(match[0], f"<!-- console -->\n```console\n{printed}```\n")
        else:
            assert printed == match[3]


def run(command: str, folder: Path, home: Path) -> str:
    """Run *command* in *folder*, and return what it prints as it is the same everywhere."""
    kept = {name: os.environ[name] for name in os.environ if not name.startswith(INHERITED_NOT)}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**kept, "PATH": path, "SPLITPICK_HOME": str(home), "SPLITPICK_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    printed = ended.stdout.replace(INSTALLED, ".../rulesets")
    return printed.replace(str(home), "$SPLITPICK_HOME")


# The tables of keys.

HEADS = {
    "common": "All games",
    "CrewsModel": "Split and choose, with ships and crews: `game: splitting`, `table: crews`",
    "SkullQueenModel": "Skull Queen: `game: skull-queen`",
    "DiceModel": "Dead Man's Dice: `game: dead-mans-dice`",
}
NAMED = {
    r"^[a-z][a-z0-9-]{0,39}$": "an id: small letters, digits and dashes",
    r"^[A-Z][A-Z0-9]{0,3}$": "a code: 1 to 4 capital letters and digits",
    r"^[A-Z]{1,3}$": "1 to 3 capital letters",
}


MEANT = {
    "set": "any keys of the rule set, but those that all variants share",
    **dict.fromkeys(("add", "change", "remove"), "by list, see above"),
    "colour": "the id of a colour",
    "extends": "a name, or two with a `/`",
}


@cache
def schema() -> Any:
    return ENGINE.schema(Language("en"))


def definition(name: str) -> Any:
    return schema()["$defs"][name]


def values(value: Any) -> str:
    """Say what may stand under a key, by what the schema says of it."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return {"Label": "a name", "Prose": "a text"}.get(name, "keys of its own, see below")
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "anyOf" in value:
        return " or ".join(values(each) for each in value["anyOf"] if each != {"type": "null"})
    kind = value["type"]
    if kind == "integer":
        least, most = value.get("minimum"), value.get("maximum")
        return f"`{least}`" if least == most is not None else _range("", least, most)
    if kind == "array":
        items = values(value["items"]) if "oneOf" not in value["items"] else ""
        listed = _range("a list", value.get("minItems"), value.get("maxItems"), " of ")
        return f"{listed}: each {items or 'one of two kinds, see below'}"
    if kind == "object":
        return (
            "keys of its own, see below" if "patternProperties" in value else "by list, see above"
        )
    if kind == "boolean":
        return "`true` or `false`"
    return NAMED.get(value.get("pattern", ""), "a text")


def _range(what: str, least: int | None, most: int | None, of: str = "") -> str:
    if least is None and most is None:
        return what or "a whole number"
    if most is None:
        return f"{what}{of}at least {least}"
    return f"{what}{of}{least or 0} to {most}"


def rows(keys: dict[str, Any], required: list[str]) -> Iterator[str]:
    yield "| key | what | values |"
    yield "|---|---|---|"
    for key, value in keys.items():
        name = f"**`{key}`**" if key in required else f"`{key}`"
        default = value.get("default")
        said = MEANT.get(key) or values(value)
        if default is not None and not isinstance(default, dict | list):
            said += f"; without it `{str(default).lower()}`"
        yield f"| {name} | {value['description']} | {said} |"


def inner(keys: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Go through the definitions that *keys* refer to, each with its key."""
    for key, value in keys.items():
        for ref in (
            () if key in PATCHES else re.findall(r"'\$ref': '#/\$defs/([A-Za-z.]+)'", str(value))
        ):
            if not ref.endswith("Variant") and ref not in ("Label", "Prose"):
                yield key, ref


def table(title: str, keys: dict[str, Any], required: list[str]) -> str:
    parts = [f"### {title}", "\n".join(rows(keys, required))]
    for key, name in inner(keys):
        known = definition(name)
        also = " with an `effect`" if name == "SpecialCard" else ""
        parts.append(f"In `{key}`{also}:")
        parts.append("\n".join(rows(known["properties"], known.get("required", []))))
    return "\n\n".join(parts)


def tables() -> str:
    models = [name for name in HEADS if name != "common"]
    properties = {name: definition(name)["properties"] for name in models}
    first = properties["CrewsModel"]
    common = [
        key
        for key in first
        if key in ("game", "variants")
        or all(first[key] == of.get(key) for of in properties.values())
    ]
    extending = definition("CrewsModelExtending")["properties"]
    patches = {key: extending[key] for key in ("extends", "add", "change", "remove")}
    keys = {key: first[key] for key in common} | patches
    keys["game"] = {**keys["game"], "enum": schema()["else"]["properties"]["game"]["enum"]}
    del keys["game"]["const"]
    needed = definition("CrewsModel")["then"]["required"]
    parts = [table(HEADS["common"], keys, needed)]
    variant = definition("CrewsModelVariant")
    parts += ["In `variants`, by id:", "\n".join(rows(variant["properties"], variant["required"]))]
    for name in models:
        rest = {key: value for key, value in properties[name].items() if key not in common}
        parts.append(table(HEADS[name], rest, definition(name)["then"]["required"]))
    return "\n" + "\n\n".join(parts) + "\n"


def test_the_tables_of_keys_are_those_of_the_schema() -> None:
    """Every key of all three games, with what it is for and what may stand there."""
    wanted = tables()
    before, mark, rest = text().partition(KEYS)
    shown, end, after = rest.partition(AFTER_KEYS)
    if writing():
        GUIDE.write_text(before + mark + wanted + end + after, encoding="utf-8")
        shown = wanted

    assert mark
    assert end
    assert shown == wanted
