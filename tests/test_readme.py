"""The turn that cli/README.md shows is what splitpick prints, in both languages.

``SPLITPICK_GOLDEN=write pytest tests/test_readme.py`` writes it into the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from command import run
from golden import writing

README = Path(__file__).resolve().parent.parent / "cli" / "README.md"

GAME = ("play", "--variant", "advanced", "--first", "roger", "--seed", "11")
TYPED = {
    "en": ("hint\nhint\nhint\npick 2\nSK@yellow\nY4$\n", "\nTurn 2:"),
    "de": ("tipp\ntipp\ntipp\nnimm 2\nSK@gelb\nY4$\n", "\nZug 2:"),
}


def test_the_turn_in_the_readme_is_a_real_one() -> None:
    """From the first draw to the second."""
    for language, (typed, end) in TYPED.items():
        ended = run(*GAME, typed=typed, language=language)
        turn = ended.out.partition("\n\n")[2].partition(end)[0]
        text = README.read_text("utf-8")
        shown = re.search(rf"<!-- turn\.{language}.*?-->\n```text\n(.*?)```", text, re.DOTALL)

        assert shown
        if writing():
            README.write_text(text[: shown.start(1)] + turn + text[shown.end(1) :], "utf-8")
        else:
            assert turn == shown.group(1)
