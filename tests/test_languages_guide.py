"""The guide for translators: its commands and snippets, run in a copy of this checkout.

The languages are new ones: French, and others for single facts.
``SPLITPICK_GOLDEN=write pytest -m "" tests/test_languages_guide.py`` writes the snippets and the
output of the commands into locales/README.md.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
import pytest

from command import environment
from golden import writing

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "locales" / "README.md"
SNIPPETS = Path(__file__).parent / "guide" / "locales"
SNIPPET = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)
NAMES = sorted(path.name for path in SNIPPETS.iterdir())
PARTS = ("core", "cli", "plugins", "rulesets", "locales")
COUNTS = re.compile(r"\d+ of \d+ (?=texts)")
"""Progress of a catalog, which changes with every text of the program."""

OTHERS = ("eo", "es", "it", "pl")
"""Languages that tests need besides French."""

FIRST_GAME = "\n\n\nhelp\n1\nundo\ntable\nlog\n" + "hint\n1\n" * 120
"""Input for a first game: Enter at the questions, all commands except the rules, then always the
first choice."""

NO_TEXTS = {
    *("help", "undo", "table", "log", "hint"),  # as they were typed
    *("Dead", "Man", "Dice", "Skull", "Queen"),  # other games
    *("jolly", "roger"),  # what the match is called
    "kaj",  # Unicode's own "and"
}
"""Words of the first game that are no texts of the parts to begin with."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the guide is for a Unix shell")


def text() -> str:
    return GUIDE.read_text(encoding="utf-8")


def blocks(name: str) -> list[str]:
    """Return what stands in the guide under *name*."""
    return [found[3] for found in SNIPPET.finditer(text()) if found[1] == name]


@dataclass(frozen=True)
class Copy:
    """Copy of this checkout, with the folder of the programs that its commands run."""

    root: Path
    scripts: Path = Path(sys.executable).parent

    def catalog(self, language: str) -> Path:
        return self.root / "locales" / language / "LC_MESSAGES" / "splitpick.po"

    def bash(self, command: str, typed: str = "") -> tuple[int, str]:
        """Run *command* at the top of the checkout; return its exit code and what it prints."""
        person = {"NAME": "A", "EMAIL": "a@example.org"}
        ended = subprocess.run(
            ["bash", "-c", command],
            cwd=self.root,
            env=environment(
                {
                    "PATH": f"{self.scripts}{os.pathsep}{os.environ['PATH']}",
                    "PYTHONPATH": str(self.root / "build" / "ns"),
                    "SPLITPICK_HOME": str(self.root.parent / "home"),
                    "COLUMNS": "80",
                    "SPLITPICK_PURE": "1",  # to compile takes a minute and says nothing of texts
                    **{f"GIT_{role}_{what}": person[what]
                       for role in ("AUTHOR", "COMMITTER") for what in person},
                }
            ),
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=600,
            check=False,
        )  # fmt: skip
        return ended.returncode, ended.stdout

    def fill(self, language: str, *snippets: str) -> None:
        """Write what *snippets* have into the catalog, where it already has their entries."""
        catalog = polib.pofile(str(self.catalog(language)), wrapwidth=0)
        known = {(entry.msgctxt, entry.msgid): entry for entry in catalog}
        for name in snippets:
            for given in polib.pofile(str(SNIPPETS / name)):
                entry = known[given.msgctxt, given.msgid]
                for shown in ("comment", "occurrences", "flags", "msgid_plural"):
                    assert getattr(given, shown) == getattr(entry, shown)
                entry.msgstr, entry.msgstr_plural = given.msgstr, given.msgstr_plural
        catalog.save()


def copy_checkout(folder: Path) -> Path:
    """Copy what a checkout has into *folder*, without what was built."""
    root = folder / "splitpick"
    unbuilt = shutil.ignore_patterns("__pycache__", "*.mo")
    for name in (*PARTS, ".ci", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=unbuilt)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, root)
    shutil.copy(SNIPPETS / "deck.yaml", root)
    return root


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return a copy linked as an editable install links it, with new languages."""
    root = copy_checkout(tmp_path_factory.mktemp("others"))
    links = root / "build" / "ns" / "splitpick"
    links.mkdir(parents=True)
    for part in PARTS:
        (links / part).symlink_to(root / part)
    copy = Copy(root)
    assert copy.bash(f".ci/catalogs update {' '.join(OTHERS)}")[0] == 0
    return copy


def test_every_block_is_named_and_every_file_is_shown() -> None:
    found = [match[1] for match in SNIPPET.finditer(text())]

    assert sorted({*found} - {"console", "set-up", "play", "check", "update", "hand-in"}) == NAMES
    assert text().count("```") == 2 * len(found)


def test_each_snippet_is_its_file() -> None:
    for name in NAMES:
        wanted = (SNIPPETS / name).read_text(encoding="utf-8")
        if writing():
            block = re.compile(rf"(<!-- {re.escape(name)} -->\n```\w+\n).*?```\n", re.DOTALL)
            GUIDE.write_text(block.sub(rf"\g<1>{wanted}```\n", text()), "utf-8")

        assert blocks(name) == [wanted]


@pytest.mark.slow
def test_a_new_language_from_nothing_to_handing_it_in(tmp_path: Path) -> None:
    """Every command of the guide works in turn, from the installation on."""
    root = copy_checkout(tmp_path)
    (set_up,) = blocks("set-up")
    inside = Copy(root)
    code, said = inside.bash(f"set -e\nunset PYTHONPATH\n{set_up}")
    assert code == 0, said

    walk(Copy(root, root / ".venv" / "bin"))


def walk(copy: Copy) -> None:
    """Do all that the guide says after the installation."""
    consoles = blocks("console")
    commit = "git init -q -b main && git add . && git commit -qm all"
    assert copy.bash(commit)[0] == 0

    answer(copy, consoles[0])
    header = polib.pofile(str(copy.catalog("fr"))).metadata
    assert header["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    copy.fill("fr", "texts.po", "names.po")
    answer(copy, consoles[1])

    (play,) = blocks("play")
    code, said = copy.bash(play, typed="1\n1\n1\naide\n1\n")
    assert code == 0
    assert re.search(r"^(Jolly|Roger) prend ", said, re.MULTILINE)
    assert "The cards: " in said
    picking = "splitpick --lang fr play --seat roger=greedy --first roger"
    _, said = copy.bash(picking, typed="prends 1\n")
    assert "\nJolly prend " in said

    check, tests = blocks("check")[0].splitlines()
    assert copy.bash(check) == (0, "")
    code, said = copy.bash(tests)
    assert code == 1
    assert "not translated: 'Show the version.'" in said
    assert "1 failed" in said

    answer(copy, consoles[2])
    (update,) = blocks("update")
    assert copy.bash(update)[0] == 0

    (hand_in,) = blocks("hand-in")
    code, said = copy.bash(hand_in)
    assert code == 0, said
    assert said.splitlines()[-1] == "0001-French.patch"
    patch = (copy.root / "0001-French.patch").read_text("utf-8")
    changed = re.findall(r"^diff --git a/(\S+)", patch, re.MULTILINE)
    assert changed == ["locales/fr/LC_MESSAGES/splitpick.po"]


def answer(copy: Copy, console: str) -> None:
    """Run the commands in a block; they print what stands under them."""
    commands = [line for line in console.splitlines() if line.startswith("$ ")]
    printed = ""
    for command in commands:
        _, said = copy.bash(command[2:])
        printed += f"{command}\n{COUNTS.sub('... of ... ', said)}"
    printed = printed.replace(str(copy.root / "rulesets"), ".../rulesets")
    if writing():
        GUIDE.write_text(
            text().replace(f"```console\n{console}", f"```console\n{printed}"), "utf-8"
        )
        console = printed

    assert printed == console


SLIPS = {
    b'msgstr "Montre la "version"."': ':{line}: A line is a text between two "',
    b'msgstr "Montre la version.': ':{line}: A line is a text between two "',
    b"Montre la version.": ':{line}: A line is a text between two "',
    b'msgstr "Montre la versi\xf3n"': ":{line}: This is not UTF-8.",
}
"""Malformed translations, and what is said about them."""


@pytest.mark.slow
def test_a_line_that_cannot_be_read_is_named_and_nothing_changed(copied: Copy) -> None:
    file = copied.catalog("es")
    lines = file.read_bytes().split(b"\n")
    number = lines.index(b'msgstr ""', 5)
    for slip, said_of_it in SLIPS.items():
        wrong = b"\n".join([*lines[:number], slip, *lines[number + 1 :]])
        file.write_bytes(wrong)
        code, said = copied.bash(".ci/catalogs update")

        assert code == 1
        assert said_of_it.format(line=number + 1) in said
        assert said.startswith("locales/es/LC_MESSAGES/splitpick.po:")
        assert file.read_bytes() == wrong
    file.write_bytes(b"\n".join(lines))


@pytest.mark.slow
@pytest.mark.parametrize(("language", "folder"), [("PT-br", "pt_BR"), ("xx", ""), ("../fr", "")])
def test_a_language_code_is_accepted_in_any_spelling_or_refused(
    copied: Copy, language: str, folder: str
) -> None:
    before = set((copied.root / "locales").iterdir())
    code, said = copied.bash(f".ci/catalogs update {language}")
    new = set((copied.root / "locales").iterdir()) - before

    assert {path.name for path in new} == ({folder} if folder else set())
    assert code == (0 if folder else 1)
    assert folder or said.startswith(f'There is no language "{language}".')
    for path in new:
        shutil.rmtree(path)


@pytest.mark.slow
def test_the_check_names_every_fault_with_its_line(copied: Copy) -> None:
    catalog = polib.pofile(str(copied.catalog("it")), wrapwidth=0)
    wrong = {
        "{seat} takes {cards}.": "{seet} prende {cards}.",
        "{seat} keeps {cards}.": "{seat} tiene.",
        "{code} is {card:nom}": "{code}: {card:gen}",
        "help": "tavolo",
        "table": "tavolo",
        "quit": "a presto",
    }
    for entry in catalog:
        entry.msgstr = wrong.get(entry.msgid, entry.msgstr)
    catalog.save()
    assert copied.bash(".ci/catalogs update")[0] == 0
    lines = copied.catalog("it").read_text("utf-8").splitlines()
    _, said = copied.bash(blocks("check")[0].splitlines()[1].replace("fr", "it"))

    for what, english in [
        ("{seat} is missing", "{seat} takes {cards}."),
        ("{seet} is not in the English", "{seat} takes {cards}."),
        ("{cards} is missing", "{seat} keeps {cards}."),
        ("there is no form gen", "{code} is {card:nom}"),
        ("means 'table' as well", "help"),
        ("means 'help' as well", "table"),
        ("not one word", "quit"),
    ]:
        number = lines.index(f'msgid "{english}"') + 1
        assert f"splitpick.po:{number}: {what}: {english!r}" in said


@pytest.mark.slow
def test_three_plural_forms_are_said(copied: Copy) -> None:
    """Polish has three, and its new catalog declares them."""
    copied.fill("pl", "plural.po")
    assert copied.bash(".ci/catalogs update")[0] == 0
    code, said = copied.bash(
        "python -c '"
        "from splitpick.core.text import Language, nmsg;"
        "a, b = \"{count} card left to draw\", \"{count} cards left to draw\";"
        "say = Language(\"pl\").say;"
        "print([say(nmsg(\"x\", a, b, n)) for n in (1, 2, 5, 22)])'"
    )  # fmt: skip

    assert code == 0, said
    assert said.strip() == str([f"jeszcze {what} do dobrania" for what in (
        "1 karta", "2 karty", "5 kart", "22 karty")])  # fmt: skip


@pytest.mark.slow
def test_the_parts_to_begin_with_are_all_of_a_first_game(copied: Copy) -> None:
    """With all their texts translated, a game shows no other English."""
    parts = re.findall(r"^\| (`#: .*?) \|", text(), re.MULTILINE)
    begun = tuple(re.findall(r"`#: (.*?)`", " ".join(parts)))
    catalog = polib.pofile(str(copied.catalog("eo")), wrapwidth=0)
    for entry in catalog:
        if any(path.startswith(begun) for path, _ in entry.occurrences):
            for number in entry.msgstr_plural:
                entry.msgstr_plural[number] = marked(entry.msgid_plural)
            if not entry.msgid_plural:
                entry.msgstr = marked(entry.msgid)
    catalog.save()
    assert copied.bash(".ci/catalogs update")[0] == 0
    code, said = copied.bash("splitpick --lang eo play", typed=FIRST_GAME)
    unknown = {word for line in said.splitlines() for word in unmarked(line)}

    assert code == 0, said
    assert "wxixnxs" in said
    assert sorted(unknown - NO_TEXTS) == []


def marked(english: str) -> str:
    """Return *english* with an x behind each letter outside of gaps, so that it stays one word."""
    return "".join(
        part if part.startswith("{") else re.sub(r"([a-zA-Z])", r"\1x", part)
        for part in re.split(r"(\{[^}]*\})", english)
    )


def unmarked(line: str) -> Iterator[str]:
    """Give the words of *line* that no translation said."""
    for word in re.findall(r"[A-Za-z]{2,}", line):
        if not re.fullmatch(r"([A-Za-z]x)+", word):
            yield word
