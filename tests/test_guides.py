"""The guides of the rooms: their Python runs, and their tables list the parts that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDES = [ROOT / "README.md", *sorted(ROOT.glob("[!.]*/README.md")), *ROOT.glob("core/*/README.md")]
SNIPPETS = [
    pytest.param(match.group(1), id=f"{guide.parent.name}-{number}")
    for guide in GUIDES
    if guide.parent.name != "plugins"  # see test_plugins_guide.py
    for number, match in enumerate(
        re.finditer(r"```python\n(.*?)```", guide.read_text("utf-8"), re.DOTALL), 1
    )
]


@pytest.mark.parametrize("room", ["core", "cli"])
def test_the_table_of_a_guide_lists_every_part_of_its_room_once(room: str) -> None:
    guide = (ROOT / room / "README.md").read_text("utf-8")
    named = re.findall(r"`([\w/]+(?:\.py|/))`", " ".join(re.findall(r"^\| (`.*?) \|", guide, re.M)))
    parts = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / room).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }

    assert sorted(named) == sorted(parts - {"__init__.py"})


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs_by_itself(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "README.md", "exec"), {"__name__": "snippet"})

    if "print(" in snippet:
        assert capsys.readouterr().out


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_links_lead_to_files_and_headings_that_exist(guide: Path) -> None:
    text = guide.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        place, _, heading = link.partition("#")
        target = guide.parent / place if place else guide
        assert target.exists(), link
        if heading:
            titles = re.findall(r"(?m)^#+ (.+)$", target.read_text("utf-8"))
            words = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in words, link
