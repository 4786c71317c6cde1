"""Writes the pages of the site: the guides as they are, rules, findings, examples and the API.

python .ci/site/pages.py FOLDER
"""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

from splitpick.cli.main import main as splitpick
from splitpick.cli.rulesets.explain_finding import finding_groups
from splitpick.cli.web.web_templates import tongues
from splitpick.core.hooks.engine import Engine
from splitpick.core.text import Language

ROOT = Path(__file__).parents[2]
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
    """Copy all that guides are and link to, where it stands in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *SHOWN, "LICENSE", "CHANGELOG.md", "tests"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.split("\0")[:-1]:
        if "/templates/" in name or (name.startswith("tests/") and name.endswith(".md")):
            continue
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


def write_findings(target: Path) -> None:
    """Write each finding with a file that has it, what is said of it, and the cure."""
    say, lines = Language("en").say, ["# Findings"]
    for group in finding_groups(Engine().games.values()):
        lines += [f"## {say(group.title)}", say(group.about)]
        for code in group.findings:
            with redirect_stdout(io.StringIO()) as out:
                splitpick(["--lang", "en", "rulesets", "explain", code])
            lines += [f"### {code}", f"````text\n{out.getvalue().rstrip()}\n````"]
    (target / "findings.md").write_text("\n\n".join(lines), "utf-8")


def main(target: Path) -> None:
    """Write all pages into *target*."""
    copy_guides(target)
    for folder in ("games", "api"):
        (target / folder).mkdir()
    write_rules(target / "games")
    write_findings(target)
    for name, module in MODULES.items():
        (target / "api" / f"{name}.md").write_text(f"# {module}\n\n::: {module}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
