"""The specification of records and tokens in core/matches/README.md is true of the code."""

import ast
import json
import re
from pathlib import Path

from golden import writing
from random_matches import engine
from splitpick.core.matches.records.tags import TAGS
from splitpick.core.matches.records.token import read_token

ROOT = Path(__file__).resolve().parents[4]
README = ROOT / "core" / "matches" / "README.md"
TOKENS = README.read_text("utf-8").split("\n## Tokens\n")[1].split("\n## ")[0]


def behind(marker: str) -> str:
    """Return the block or table of the README behind the comment *marker*."""
    text = README.read_text("utf-8").partition(f"<!-- {marker} -->\n")[2]
    if text.startswith("```"):
        return text.partition("\n")[2].partition("```")[0]
    return text.partition("\n\n")[0]


def first_cells(marker: str, pattern: str) -> list[str]:
    """Return what *pattern* finds in the first column of a table."""
    return re.findall(pattern, re.sub(r"(?m)^(\| [^|]*\|).*", r"\1", behind(marker)))


def codes_in(*paths: Path) -> set[str]:
    """Return the codes of the messages in modules."""
    return {
        str(call.args[0].value)
        for path in paths
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "msg"
        and isinstance(call.args[0], ast.Constant)
    }


def test_the_readme_has_every_tag_with_its_example() -> None:
    shown = re.findall(r"^\| `(\[.*?\])`", behind("tags"), re.MULTILINE)

    assert shown == [f"[{name} {example}]" for name, (_, example) in TAGS.items()]


def test_the_readme_has_every_code_of_a_record_and_of_a_token() -> None:
    folder = README.parent / "records"
    said = codes_in(*folder.glob("*.py"))
    tokens = codes_in(folder / "token.py", folder / "codec.py", README.parent / "postal.py")
    shown = set(first_cells("codes", "`([a-z-]+)`"))
    listed = re.findall(r"`((?:token|post|not-a|several)-[a-z-]+)`", TOKENS)

    assert said - tokens <= shown
    # Of the command, since only it knows that somebody has said whose seat is whose.
    assert set(listed) == {code for code in tokens if code not in ("chance", "entry-told")} | {
        "post-seats-settled"
    }


def test_the_readme_has_every_key_of_the_json() -> None:
    written = json.loads(
        (ROOT / "tests" / "golden" / "records" / "annotated.json").read_text("utf-8")
    )

    assert sorted(first_cells("keys", r"`(\w+)`")) == sorted(
        [*written, "nonce", "promise", "opened", "shares"]
    )


def test_the_record_in_the_readme_is_a_real_one() -> None:
    """``SPLITPICK_GOLDEN=write`` writes it into the README."""
    name = "tests/golden/records/annotated.txt"
    real = (ROOT / name).read_text("utf-8")
    if writing():
        text = README.read_text("utf-8")
        before, marker, after = text.partition(f"<!-- file: {name} -->\n```text\n")
        end = after.index("```\n")
        README.write_text(before + marker + real + after[end:], "utf-8")

    assert behind(f"file: {name}") == real


def test_the_token_in_the_readme_is_what_it_is_said_to_be() -> None:
    """Five cards, and a split."""
    (token,) = re.findall(r"```text\n(SP1\w+)\n```", TOKENS)

    entries = read_token(engine(), token).record.entries
    assert [entry.seat for entry in entries] == [-1] * 5 + [0]
