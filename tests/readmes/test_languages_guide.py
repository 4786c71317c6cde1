"""The guide for translators: its commands and snippets, run in a copy of this checkout.

``SPLITPICK_GOLDEN=write pytest -m "" tests/readmes/test_languages_guide.py`` writes the snippets
and the output of the commands into locales/README.md.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import polib
import pytest
from babel.messages.plurals import get_plural

from command import PLAY_ON, environment, run
from golden import writing
from splitpick.cli.app import WORDS
from splitpick.core.text import Language, Message, Name

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "locales" / "README.md"
SNIPPETS = Path(__file__).parents[1] / "guide" / "locales"
BLOCK = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)


def blocks(name: str) -> list[str]:
    """Return the blocks of the guide under *name*."""
    return [found[3] for found in BLOCK.finditer(GUIDE.read_text("utf-8")) if found[1] == name]


def write(old: str, new: str) -> None:
    if writing():
        GUIDE.write_text(GUIDE.read_text("utf-8").replace(old, new), "utf-8")


def bash(folder: Path, command: str, typed: str = "") -> tuple[int, str]:
    """Run *command* in bash in *folder*; return its exit code and what it prints."""
    person = {"NAME": "A", "EMAIL": "a@example.org"}
    given = environment(
        {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(folder / "build" / "ns"),
            "SPLITPICK_HOME": str(folder.parent / "home"),
            "COLUMNS": "80",
            **{f"GIT_AUTHOR_{part}": text for part, text in person.items()},
            **{f"GIT_COMMITTER_{part}": text for part, text in person.items()},
        }
    )
    ended = subprocess.run(
        ["bash", "-c", f"exec 2>&1\n{command}"],
        cwd=folder,
        env=given,
        input=typed,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return ended.returncode, ended.stdout


def answer(folder: Path, console: str) -> None:
    """Run the commands in a block; they print the lines under them."""
    printed = ""
    for command in re.findall(r"^\$ (.*)", console, re.MULTILINE):
        said = re.sub(r"\d+ of \d+ (?=texts)", "... of ... ", bash(folder, command)[1])
        printed += f"$ {command}\n{said}"
    printed = printed.replace(str(folder / "rulesets"), ".../rulesets")
    write(f"```console\n{console}", f"```console\n{printed}")

    assert writing() or printed == console


def test_snippets_are_their_files_and_agree_with_the_template() -> None:
    template = polib.pofile(str(ROOT / "locales" / "splitpick.pot"))
    known = {(entry.msgctxt, entry.msgid): entry for entry in template}
    for path in SNIPPETS.iterdir():
        (shown,) = blocks(path.name)
        write(shown, path.read_text("utf-8"))

        assert blocks(path.name) == [path.read_text("utf-8")]
        for entry in polib.pofile(str(path)) if path.suffix == ".po" else ():
            source = known[entry.msgctxt, entry.msgid]
            for part in ("comment", "occurrences", "flags", "msgid_plural"):
                assert getattr(entry, part) == getattr(source, part), entry.msgid


@pytest.mark.slow
def test_the_parts_to_begin_with_are_all_of_a_first_game() -> None:
    """Enter at the questions, all commands but rules and reasons, then always the first choice."""
    parts = re.findall(r"^\| (`#: .*?) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    begun = tuple(re.findall(r"`#: (.*?)`", " ".join(parts)))
    meant = PLAY_ON.replace("\n", "\n\n")  # Enter: yes
    typed = "\nhelp\n1\nundo\ntable\nlog\n" + meant * 60
    worded = set()

    def listen(self: Language, text: object, form: str) -> str:
        worded.add(text.text if isinstance(text, Message | Name) else "")
        return word(self, text, form)

    word = Language._word
    with mock.patch.object(Language, "_word", listen):
        assert run("play", "--seed", "1", typed=typed, language="de").code == 0
    template = polib.pofile(str(ROOT / "locales" / "splitpick.pot"))
    first = {
        entry.msgid
        for entry in template
        if any(path.startswith(begun) for path, _ in entry.occurrences)
    }
    commands = {word.text for word in WORDS}
    others = worded & {entry.msgid for entry in template} - first - commands

    assert len(worded) > 100
    named = {"Skull Queen", "Dead Man's Dice"}  # with what they are about, in the first menu
    named |= {
        "Take tricks or lose them, and walk your pirates up and down their planks.",
        "Roll dice, stack them, and plunder the stacks of others.",
        "Split cards for each other, and collect those that score.",
    }
    assert others <= {*named, "{seat}: {player}", "table", "no"}


@pytest.mark.process
@pytest.mark.parametrize(
    ("slip", "complaint"),
    [
        (b'msgstr "Montre la "version"."', ":4: This is neither a comment nor"),
        (b'msgstr "Montre la version.', ":4: This is neither a comment nor"),
        (b'msgstr "Montre la versi\xf3n"', ":4: This is not UTF-8."),
    ],
)
def test_the_line_of_a_malformed_translation_is_named(
    tmp_path: Path, slip: bytes, complaint: str
) -> None:
    (tmp_path / "fr.po").write_bytes(b'msgid ""\nmsgstr ""\nmsgid "Show."\n' + slip)
    code, said = bash(ROOT, f"python .ci/po.py readable {tmp_path}/fr.po")

    assert code == 1
    assert f"fr.po{complaint}" in said


@pytest.mark.process
def test_a_language_code_is_accepted_in_any_spelling_or_refused() -> None:
    assert bash(ROOT, "python .ci/po.py locale PT-br") == (0, "pt_BR ")
    for wrong in ("xx", "../fr"):
        code, said = bash(ROOT, f"python .ci/po.py locale {wrong}")

        assert code == 1
        assert said.startswith(f'There is no language "{wrong}".')


@pytest.mark.weekly
@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="the guide is for a Unix shell")
def test_a_new_language_from_nothing_to_handing_it_in(tmp_path: Path) -> None:
    """Every command of the guide after the installation works in turn."""
    folder = tmp_path / "splitpick"
    unbuilt = shutil.ignore_patterns("__pycache__", "*.mo", ".git", ".venv", "build", ".*_cache")
    shutil.copytree(ROOT, folder, ignore=unbuilt)
    shutil.copy(SNIPPETS / "deck.yaml", folder)
    links = folder / "build" / "ns" / "splitpick"
    links.mkdir(parents=True)
    for part in ("core", "cli", "plugins", "rulesets", "locales"):
        (links / part).symlink_to(folder / part)
    assert bash(folder, "git init -q -b main && git add . && git commit -qm all")[0] == 0
    consoles = blocks("console")

    answer(folder, consoles[0])
    catalog = polib.pofile(str(folder / "locales/fr/LC_MESSAGES/splitpick.po"), wrapwidth=0)
    assert catalog.metadata["Plural-Forms"] == str(get_plural("fr"))
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalog}
    for name in ("texts.po", "names.po"):
        for given in polib.pofile(str(SNIPPETS / name)):
            known[given.msgctxt, given.msgid].msgstr = given.msgstr
    catalog.save()
    answer(folder, consoles[1])

    (play,) = blocks("play")
    code, said = bash(folder, play, typed="1\n1\n1\naide\n1\n")
    assert code == 0
    assert re.search(r"^(Jolly|Roger) prend ", said, re.MULTILINE)
    assert "Cards: G " in said

    check, tests = blocks("check")[0].splitlines()
    assert bash(folder, check) == (0, "")
    code, said = bash(folder, tests)
    assert code == 1
    assert "not translated: 'Show the version.'" in said

    answer(folder, consoles[2])
    assert bash(folder, *blocks("update"))[0] == 0
    code, said = bash(folder, *blocks("hand-in"))
    assert (code, said.splitlines()[-1]) == (0, "0001-French.patch")
    patch = (folder / "0001-French.patch").read_text("utf-8")
    changed = re.findall(r"^diff --git a/(\S+)", patch, re.MULTILINE)
    assert changed == ["locales/fr/LC_MESSAGES/splitpick.po"]
