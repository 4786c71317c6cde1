"""Writes the pages of the site: the guides as they are, rules, findings, examples and the API.

python .ci/site/pages.py FOLDER
"""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from contextlib import redirect_stdout, suppress
from html import escape
from pathlib import Path

from splitpick.cli.main import main as splitpick
from splitpick.cli.rulesets.explain_finding import finding_groups
from splitpick.cli.web.web_templates import tongues
from splitpick.core.errors import RulesetError
from splitpick.core.hooks.engine import Engine
from splitpick.core.text import Language

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests/support"))
from slip_table import found_in, planted  # noqa: E402

LINK = re.compile(r"(?:\]\(|src=\"|srcset=\")([^)#\"\s]+)")
SHOWN = ("README.md", ".github/CONTRIBUTING.md", "core", "cli", "plugins", "rulesets", "locales")
MODULES = {
    "engine": "splitpick.core",
    "kit": "splitpick.core.testing",
    "game": "splitpick.core.game",
    "declared": "splitpick.core.declared",
    "effects": "splitpick.core.splitting.card_effect",
    "hooks": "splitpick.core.hooks.specs",
}
"""Modules for those who write games, cards, bots and tools, by the name of their page."""


def copy_guides(target: Path) -> None:
    """Copy the guides, and the files that they link to, where they stand in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *SHOWN, "LICENSE", "CHANGELOG.md", "tests"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = [
        name
        for name in listed.stdout.split("\0")[:-1]
        if "/templates/" not in name and not (name.startswith("tests/") and name.endswith(".md"))
    ]
    guides = [name for name in names if name.endswith(".md")]
    linked = {
        os.path.normpath(Path(guide).parent / link)
        for guide in guides
        for link in LINK.findall((ROOT / guide).read_text("utf-8"))
    }
    for name in [*guides, *sorted(linked & {*names} - {*guides})]:
        file = target / name.replace(".github/", "github/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((ROOT / name).read_bytes())
        if file.suffix == ".md":
            text = file.read_text("utf-8").replace(".github/", "github/")
            file.write_text(re.sub(r"\]\(((?:\.\./)*)github/(?!CONTR)[^)]*\)", "]", text), "utf-8")


def write_rules(target: Path) -> None:
    """Write the rules of every game in every language, and the file it is made of."""
    engine, index = Engine(), ["# Games"]
    for id, file in engine.playable().items():
        rules = file.variant()
        presenter = engine.presenter(rules, rules.build(rules.players[1]))
        links = []
        for code, name in tongues():
            say = engine.language(code).say
            lines = [f"# {say(rules.name)}"]
            for section in presenter.rules():
                lines += [f"## {say(section.title)}", *map(say, section.paragraphs)]
                lines.append("\n".join(f"- {say(point)}" for point in section.points))
            (target / f"{id}.{code}.md").write_text("\n\n".join(lines), "utf-8")
            links.append(f"[{name}]({id}.{code}.md)")
        index += [f"## {rules.id}", f"Rules: {', '.join(links)}.", "The rule set:"]
        index.append(f"```yaml\n{Path(rules.source).read_text('utf-8')}\n```")
    (target / "index.md").write_text("\n\n".join(index), "utf-8")


AFTER = "---\nsearch: {boost: 0.1}\n---\n\n"
"""Before a page in another language: whoever searches finds the English one first."""


def write_findings(target: Path) -> None:
    """Write each finding, its example and its cure in the languages that the guide is not in."""
    groups = finding_groups(Engine().games.values())
    for language, name in tongues():
        if language == "en":
            continue
        say, lines = Language(language).say, [f"{AFTER}# Findings ({name})"]
        for group in groups:
            lines += [f"## {say(group.title)}", say(group.about)]
            for code in group.findings:
                with redirect_stdout(io.StringIO()) as out:
                    splitpick(["--lang", language, "rulesets", "explain", code])
                lines += [f"### {code}", f"````text\n{out.getvalue().rstrip()}\n````"]
        (target / f"findings.{language}.md").write_text("\n\n".join(lines), "utf-8")


def write_mistakes(target: Path) -> None:
    """Write the planted mistakes of the tests: the line, what is said of it, the line meant."""
    engine, found = Engine(), defaultdict(list)
    for slip in planted():
        findings = found_in(engine, target / "my-deck.yaml", slip.text.encode())
        meant = (slip.meant or "").splitlines()[slip.line - 1 : slip.line]
        for one in findings[:1]:
            found[one.message.code].append((one, slip.text.splitlines()[slip.line - 1], meant))
    for code, name in tongues():
        english = code == "en"
        say = Language(code).say
        lines = ["# Mistakes" if english else f"{AFTER}# Mistakes ({name})"]
        for finding, slips in sorted(found.items()):
            lines.append(f"## {finding}")
            for one, written, meant in slips:
                cure = [f"+ {line}" for line in meant if line != written]
                shown = "\n".join([f"- {written}", *cure])
                lines.append(f"````diff\n{shown}\n````\n\n{escape(say(one.message))}")
        file = target / ("mistakes.md" if english else f"mistakes.{code}.md")
        file.write_text("\n\n".join(lines), "utf-8")


def write_examples(target: Path) -> None:
    """Write the examples of the tests: what each shows, and its files."""
    say, engine, lines = Language("en").say, Engine(), ["# Examples"]
    lines.append(
        "Rule sets and packages that the tests play; each is a file or a folder in `tests`."
    )
    for file in sorted([*ROOT.glob("tests/guide/*.yaml"), *ROOT.glob("tests/examples/*.yaml")]):
        with suppress(RulesetError):  # the guide has one with mistakes
            rules = engine.ruleset_at(file, data=file.read_bytes()).variant()
            about = say(rules.model.description or rules.name)
            lines += [f"## {say(rules.name)}", f"`{file.relative_to(ROOT)}`: {escape(about)}"]
            lines.append(f"```yaml\n{file.read_text('utf-8')}\n```")
    for folder in sorted(ROOT.glob("tests/examples/splitpick-*")):
        about = (folder / "README.md").read_text("utf-8").split("\n\n")[1].replace("\n", " ")
        lines += [f"## {folder.name}", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", about)]
        for file in sorted([*folder.glob("*/*.py"), *folder.glob("*/rulesets/*.yaml")]):
            if file.parent.name != "tests":
                kind = {".py": "python", ".yaml": "yaml"}[file.suffix]
                lines.append(
                    f"`{file.relative_to(ROOT)}`\n\n```{kind}\n{file.read_text('utf-8')}\n```"
                )
    for file in (ROOT / "tests/guide/games/lanterns.py", *sorted(ROOT.glob("tests/examples/*.py"))):
        text = file.read_text("utf-8")
        about = ast.get_docstring(ast.parse(text)) or "The last game of the guide to games."
        lines += [f"## {file.name}", escape(about.partition("\n\n")[0])]
        lines.append(f"```python\n{text}\n```")
    (target / "examples.md").write_text("\n\n".join(lines), "utf-8")


def main(target: Path) -> None:
    """Write all pages into *target*."""
    copy_guides(target)
    for name in ("site.css", "site.js"):
        shutil.copy(ROOT / ".ci/site" / name, target)
    for folder in ("games", "api"):
        (target / folder).mkdir()
    write_rules(target / "games")
    write_findings(target)
    write_mistakes(target)
    write_examples(target)
    for name, module in MODULES.items():
        (target / "api" / f"{name}.md").write_text(f"# {module}\n\n::: {module}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
