"""The guide for modders: each of its snippets is a file, or is what a command prints.

``SPLITPICK_GOLDEN=write pytest tests/readmes/test_rulesets_guide.py`` writes snippets, what
commands print into rulesets/README.md, and the tables of keys into rulesets/keys/README.md.  Read
the difference before you commit it.
"""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from command import run
from golden import writing
from splitpick.core import Engine, Match
from splitpick.core.rules.checking.cures.finding_edits import PATCHES
from splitpick.core.text import Language
from splitpick.core.things import Symbol

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "rulesets" / "README.md"
EVERY_KEY = ROOT / "rulesets" / "keys" / "README.md"
SNIPPETS = Path(__file__).parents[1] / "guide"
SNIPPET = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)
KEYS = "<!-- keys: tests/readmes/test_rulesets_guide.py writes what follows -->\n"

ENGINE = Engine()
INSTALLED = str(Path(str(files("splitpick.rulesets") / "jolly-roger.yaml")).parent)


def snippets() -> list[re.Match[str]]:
    return list(SNIPPET.finditer(GUIDE.read_text(encoding="utf-8")))


def compared(match: re.Match[str], wanted: str) -> None:
    """Compare a snippet with what it should be, or write that."""
    if writing() and match[3] != wanted:
        whole = GUIDE.read_text(encoding="utf-8")
        new = f"<!-- {match[1]} -->\n```{match[2]}\n{wanted}```\n"
        GUIDE.write_text(whole.replace(match[0], new), encoding="utf-8")
    else:
        assert match[3] == wanted


def test_every_snippet_is_a_file() -> None:
    """Each file is shown once, and no other block stands there but what commands print."""
    shown = [match[1] for match in snippets() if match[1] != "console"]
    for match in snippets():
        if match[1] != "console":
            compared(match, (SNIPPETS / match[1]).read_text(encoding="utf-8"))

    assert sorted(shown) == sorted(path.name for path in SNIPPETS.iterdir() if path.is_file())
    assert GUIDE.read_text(encoding="utf-8").count("```") == 2 * len(snippets())
    assert len(GUIDE.read_text(encoding="utf-8").splitlines()) <= 640


def test_every_rule_set_of_the_guide_is_played_in_all_variants() -> None:
    """It has neither a fault nor a warning."""
    for name in (
        "my-deck",
        "pearl-divers",
        "galleon",
        "stormy",
        "four-more",
        "queen",
        "dice",
        "harbour",
    ):
        file = ENGINE.ruleset_file(str(SNIPPETS / f"{name}.yaml"), thorough=True)
        assert list(file.warnings) == []
        for ruleset in file.rulesets.values():
            match = Match(ruleset.build(), seed=2)
            while not match.over:
                match.apply(match.position.legal_actions()[-1])


@pytest.mark.slow
def test_the_commands_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, as somebody would type them."""
    home = str(tmp_path / "home")
    shutil.copytree(SNIPPETS, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    for match in snippets():
        if match[1] == "console":
            commands = re.findall(r"^\$ (.*)", match[3], re.MULTILINE)
            printed = "".join(f"$ {command}\n{typed(command, home)}" for command in commands)
            compared(match, printed)


def typed(command: str, home: str) -> str:
    """Do what a shell would do with *command*, and return what is printed."""
    words, _, target = command.replace("$SPLITPICK_HOME", home).partition(" > ")
    words, _, cut = words.partition(" | ")
    program, *arguments = words.split()
    out = ""
    if program == "splitpick":
        ended = run(*arguments, language="en", variables={"SPLITPICK_HOME": home})
        out = ended.out + ended.err
    elif program == "mkdir":
        Path(arguments[-1]).mkdir(parents=True)
    elif program == "cp":
        shutil.copy(*arguments)
    else:
        out, cut = Path(arguments[-1]).read_text(encoding="utf-8"), words
    if cut:
        first, count = cut.split()[0], int(cut.split()[1].lstrip("-n"))
        lines = out.splitlines(keepends=True)
        out = "".join(lines[:count] if first == "head" else lines[-count:])
    if target:
        Path(target).write_text(out, encoding="utf-8")
        out = ""
    return out.replace(INSTALLED, ".../rulesets").replace(home, "$SPLITPICK_HOME")


# The tables of keys.

HEADS = {
    "splitting-crews": "Split and choose, with ships and crews: `game: splitting`, `table: crews`",
    "splitting-collection": "Split and choose, without Python:"
    " `game: splitting`, `table: collection`",
    "skull-queen": "Skull Queen: `game: skull-queen`",
    "dead-mans-dice": "Dead Man's Dice: `game: dead-mans-dice`",
}
FORMS = {
    r"^[a-z][a-z0-9-]{0,39}$": "an id: small letters, digits and dashes",
    r"^[A-Z][A-Z0-9]{0,3}$": "a code: 1 to 4 capital letters and digits",
    r"^[A-Z]{1,3}$": "1 to 3 capital letters",
}
NAMED = {
    "Label": "a name",
    "Prose": "a text",
    "Picture": "[a picture](../README.md#pictures)",
    "effects": "effects",
}
MEANT = {
    **dict.fromkeys(PATCHES, "by list, see [extending](../README.md#extending-add-change-remove)"),
    "set": "any keys of the rule set, but those that all variants share",
    "colour": "the id of a colour",
    "effect": "[one effect or several](../README.md#special-cards-in-a-line)",
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
        return NAMED.get(value["$ref"].rpartition("-")[2], "keys")
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if one_of := value.get("anyOf") or value.get("oneOf"):
        return " or ".join(values(each) for each in one_of if each != {"type": "null"})
    kind = value["type"]
    if kind == "integer":
        least, most = value.get("minimum"), value.get("maximum")
        return f"`{least}`" if least == most is not None else in_range("", least, most)
    if kind == "array":
        items = values(value["items"]) if "oneOf" not in value["items"] else "keys"
        listed = in_range("a list", value.get("minItems"), value.get("maxItems"), " of ")
        return f"{listed}: each {items}"
    if kind == "object":
        return "a mapping by number of players" if "patternProperties" in value else "keys by id"
    return "`true` or `false`" if kind == "boolean" else FORMS.get(value.get("pattern"), "a text")


def in_range(what: str, least: int | None, most: int | None, of: str = "") -> str:
    if least is None and most is None:
        return what or "a whole number"
    return f"{what}{of}at least {least}" if most is None else f"{what}{of}{least or 0} to {most}"


def rows(keys: dict[str, Any], required: list[str], above: str = "") -> Iterator[str]:
    for key, value in keys.items():
        name = f"`{above}{key}`"
        default = value.get("default")
        texts = MEANT.get(key) or values(value)
        if default is not None and not isinstance(default, dict | list):
            texts += f"; default `{str(default).lower()}`"
        shown = f"**{name}**" if key in required else name
        yield f"| {shown} | {value['description']} | {texts} |"
        for inner in (
            ()
            if key in (*PATCHES, "set")
            else re.findall(r"'\$ref': '#/\$defs/([\w-]+)'", str(value))
        ):
            if inner.rpartition("-")[2] not in NAMED:
                known = definition(inner)
                kind = " (special)" if inner.endswith("SpecialCard") else ""
                below = f"{above}{key}{kind}."
                yield from rows(known["properties"], known.get("required", []), below)


def tables() -> str:
    properties = {name: definition(name)["properties"] for name in HEADS}
    first = properties["splitting-crews"]
    texts = [
        {key: str(value).replace(f"{name}-", "") for key, value in of.items()}
        for name, of in properties.items()
    ]
    same = [key for key in first if all(texts[0][key] == each.get(key) for each in texts)]
    own = ("extends", *PATCHES)
    common = [key for key in first if key in (*same, "game", "variants") and key not in own]
    keys = {key: first[key] for key in (*common, *own)}
    whole = [each["then"]["allOf"] for each in schema()["else"]["allOf"]]
    needed = {one["$ref"].rpartition("/")[2]: two["then"]["required"] for one, two in whole}
    games = dict.fromkeys(one["properties"]["game"]["const"] for one in schema()["else"]["anyOf"])
    keys["game"] = {"description": first["game"]["description"], "enum": [*games]}
    results = {"All games": rows(keys, needed["splitting-crews"])}
    for name, title in HEADS.items():
        rest = {key: value for key, value in properties[name].items() if key not in keys}
        results[title] = rows(rest, needed[name])
    head = "| key | what | values |\n|---|---|---|\n"
    return "".join(
        f"\n## {title}\n\n{head}" + "\n".join(each) + "\n" for title, each in results.items()
    )


def test_the_tables_of_keys_are_those_of_the_schema() -> None:
    """Every key of all three games, with what it is for and what may stand there."""
    before, mark, shown = EVERY_KEY.read_text(encoding="utf-8").partition(KEYS)
    if writing():
        shown = tables()
        EVERY_KEY.write_text(before + mark + shown, encoding="utf-8")

    assert mark
    assert shown == tables()


def test_the_guide_lists_every_symbol() -> None:
    section = GUIDE.read_text(encoding="utf-8").partition("\n## Pictures\n")[2]
    listed = section.partition("There are:\n")[2].partition(".")[0]

    assert re.findall("`(.*?)`", listed) == [*get_args(Symbol)]
