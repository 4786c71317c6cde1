"""`rulesets new`, `pack` and `add`: from an idea to somebody else's table."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

import command
from command import Ended
from splitpick.core import Engine
from splitpick.core.errors import BadValue
from splitpick.core.rules.reading.bundle import MOST_BYTES, Bundle, packed, unpacked

MINE = """\
format: 1
id: mine
name: {en: Mine, de: Meins}
extends: jolly-roger/advanced
version: "1.0"
license: CC0-1.0
captains: 3
"""

BASES = ("jolly-roger/advanced", "skull-queen", "dead-mans-dice", "galley-thieves")


def run(*words: str, typed: str = "", language: str = "en") -> Ended:
    """Type *words* in the current folder, where the home is as well."""
    at_home = {"SPLITPICK_HOME": str(Path("home").resolve())}
    return command.run(*words, typed=typed, language=language, variables=at_home)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with a home of one's own."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my-decks"
    folder.mkdir()
    (folder / "mine.yaml").write_text(MINE)
    (folder / "LICENSE").write_text("Do as you like.\n")
    return tmp_path / "home"


@pytest.mark.parametrize("base", BASES)
def test_a_new_rule_set_has_changes_that_can_be_tried(home: Path, base: str) -> None:
    """It is right as it is written, and with each change that stands in it."""
    written = run("rulesets", "new", "my-own.yaml", "--extends", base)
    text = Path("my-own.yaml").read_text()
    head, _, rest = text.partition("# Take a # away to try a change:\n")
    changes = [re.findall("^#([^ ].*)", each, re.MULTILINE) for each in rest.split("\n\n")]

    assert (written.code, written.err) == (0, "")
    assert "my-own.yaml can be played as it is" in written.out
    assert Path("ruleset.schema.json").is_file()
    assert len([*filter(None, changes)]) > 1
    for change in changes:
        Path("my-own.yaml").write_text(head + "\n".join(change) + "\n")
        file = Engine().ruleset_file("./my-own.yaml", thorough=True)
        assert list(file.warnings) == []
        assert file.variant().build().new_position().to_act() is not None


def test_it_asks_four_questions_in_the_readers_language(home: Path) -> None:
    asked = run("rulesets", "new", typed="3\n2\nTolle Sache!\n2\n", language="de")
    text = Path("tolle-sache.yaml").read_text()

    assert asked.code == 0
    assert "name: {en: Tolle Sache!, de: Tolle Sache!}" in text
    assert "extends: jolly-roger/advanced\nturns: 7\nset-aside: 15\n" in text
    assert "Wie heißt dein Regelwerk?" in asked.out
    assert "Nimm ein # weg" in text
    assert run("rulesets", "check", "tolle-sache.yaml").code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("new mine.yaml --extends nothing", "unknown-ruleset"),
        ("new 77.yaml", "new-unnamed"),
        ("new my-decks/mine.yaml", "file-exists"),
        ("new no/such.yaml", "no-such-folder"),
        ("pack nowhere", "pack-no-folder"),
        ("add nowhere.zip", "no-file"),
        ("add my-decks/LICENSE", "bundle-damaged"),
    ],
)
def test_what_cannot_be_is_one_message(home: Path, words: str, code: str) -> None:
    ended = run("rulesets", *words.split())

    assert (ended.code, ended.out, ended.error_code) == (2, "", code)
    assert not (home / "rulesets").exists()


def test_what_is_packed_is_played_by_whoever_adds_it(home: Path) -> None:
    packing = run("rulesets", "pack", "my-decks")
    shown = run("rulesets", "add", "my-decks-1.0.zip")
    assert (packing.code, shown.code) == (0, 0)
    assert "Mine (mine), version 1.0, licence CC0-1.0" in shown.out
    assert not (home / "rulesets" / "my-decks").exists()
    added = run("rulesets", "add", "my-decks-1.0.zip", "--yes")
    again = run("rulesets", "add", "my-decks-1.0.zip", "--yes")
    played = run("play", "mine", "--seat", "jolly=random", "--seat", "roger=random")

    assert "splitpick play mine" in added.out
    assert again.error_code == "bundle-there"
    assert played.code == 0
    assert run("rulesets", "add", "my-decks-1.0.zip", "--yes", "--force").code == 0
    assert [path.name for path in (home / "rulesets").iterdir()] == ["my-decks"]
    assert run("rulesets", "pack", "mine", "--force").code == 0
    assert run("rulesets", "pack", "jolly-roger").error_code == "pack-no-folder"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace('version: "1.0"\n', ""), "pack-unnamed"),
        (lambda text: text.replace("license: CC0-1.0\n", ""), "pack-unnamed"),
    ],
)
def test_nothing_is_packed_without_saying_what_it_is(
    home: Path, change: Callable[[str], str], code: str
) -> None:
    Path("my-decks/mine.yaml").write_text(change(MINE))
    assert run("rulesets", "pack", "my-decks").error_code == code
    Path("my-decks/mine.yaml").write_text(MINE)
    Path("my-decks/LICENSE").unlink()
    assert run("rulesets", "pack", "my-decks").error_code == "pack-no-licence"
    Path("my-decks/mine.yaml").write_text(change(MINE))
    both = run("rulesets", "pack", "my-decks")
    assert "LICENSE" in both.err
    assert "add " in both.err
    Path("my-decks/mine.yaml").write_text(MINE + "captian: 3\n")
    faulty = run("rulesets", "pack", "my-decks")

    assert (faulty.code, [*Path().glob("*.zip")]) == (1, [])
    assert "my-decks/mine.yaml:8:1: error[twin-key]" in faulty.out


def test_what_is_replaced_stays_if_that_fails(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that fails at that moment."""
    run("rulesets", "pack", "my-decks")
    run("rulesets", "add", "my-decks-1.0.zip", "--yes")
    rename = Path.rename

    def fail_once(self: Path, target: Path) -> Path:
        if ".adding-" in str(self) and self.name == "my-decks":
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_once)
    ended = run("rulesets", "add", "my-decks-1.0.zip", "--yes", "--force")

    assert ended.code not in (0, 1)
    assert (home / "rulesets" / "my-decks" / "mine.yaml").read_text() == MINE


def zipped(*files: tuple[str, bytes], mode: int = 0, form: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            about = zipfile.ZipInfo(name)
            about.external_attr = mode << 16
            archive.writestr(about, data, form)
    return written.getvalue()


GOOD = ("my-decks/mine.yaml", MINE.encode())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped(GOOD, ("../evil.yaml", b"")), "bundle-folder"),
        (zipped(GOOD, ("/etc/evil.yaml", b"")), "bundle-folder"),
        (zipped(GOOD, ("my-decks/../../evil.yaml", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks\\evil.yaml", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks/.hidden.yaml", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks/evil.sh", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks/aux.yaml", b"")), "bundle-odd-file"),  # devices of Windows
        (zipped(GOOD, ("my-decks/CON.txt", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks/lpt1/a.md", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("my-decks/com3.x.svg", b"")), "bundle-odd-file"),
        (zipped(("nul/mine.yaml", MINE.encode())), "bundle-folder"),
        (zipped(GOOD, ("my-decks/evil\x1b[2J.yaml", b"")), "bundle-odd-file"),
        (zipped(GOOD, ("other/mine.yaml", b"")), "bundle-twice"),
        (zipped(GOOD, ("my-decks/MINE.yaml", b"")), "bundle-twice"),
        (zipped(GOOD, ("other/more.yaml", b"")), "bundle-folder"),
        (zipped(("Mein Ordner/mine.yaml", b"")), "bundle-folder"),
        (zipped(("my-decks/LICENSE", b"")), "bundle-empty"),
        (zipped(GOOD, mode=0o120777), "bundle-odd-file"),  # a link
        (zipped(GOOD, ("my-decks/bomb.txt", bytes(50_000_000))), "bundle-too-big"),
        (zipped(*((f"my-decks/{number}.txt", b"") for number in range(300))), "bundle-files"),
        (zipped(GOOD)[:-30], "bundle-damaged"),
        (zipped(GOOD, form=zipfile.ZIP_BZIP2), "bundle-damaged"),  # unpacked in one piece
        (zipped(GOOD, form=zipfile.ZIP_LZMA), "bundle-damaged"),
        (bytes(MOST_BYTES + 1), "bundle-too-big"),
        (b"", "bundle-damaged"),
    ],
)
def test_a_hostile_file_is_refused_whole(home: Path, data: bytes, code: str) -> None:
    """Nothing of it is written anywhere."""
    Path("evil.zip").write_bytes(data)
    before = sorted(Path().rglob("*"))
    ended = run("rulesets", "add", "evil.zip", "--yes", "--python")

    assert (ended.code, ended.error_code) == (2, code)
    assert sorted(Path().rglob("*")) == before


def test_a_damaged_byte_is_noticed() -> None:
    data = packed(Bundle("my-decks", {"mine.yaml": MINE.encode() * 5}))
    for at in range(0, len(data), 7):
        changed = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        try:
            found = unpacked(changed)
        except BadValue:
            continue
        assert found.files.get("mine.yaml", MINE.encode() * 5) == MINE.encode() * 5


def test_python_is_taken_only_if_that_is_said_and_runs_only_once_allowed(home: Path) -> None:
    Path("my-decks/effects.py").write_text("open('ran', 'w')\n")
    assert run("rulesets", "pack", "my-decks").code == 0
    refused = run("rulesets", "add", "my-decks-1.0.zip", "--yes")
    assert (refused.error_code, (home / "rulesets").exists()) == ("bundle-python", False)
    added = run("rulesets", "add", "my-decks-1.0.zip", "--yes", "--python")

    assert "splitpick rulesets allow my-decks" in added.out
    assert run("rulesets", "list").code == 0
    assert not Path("ran").exists()


def test_what_the_rule_set_says_of_itself_stands_below_the_title_of_the_rules(home: Path) -> None:
    Path("mine.yaml").write_text(MINE + "description: A quarrel over three ships.\n")
    title, _, _, described, *_ = run("rules", "mine.yaml").out.strip().split("\n")

    assert title == "Mine: standard game"
    assert described == "A quarrel over three ships."
