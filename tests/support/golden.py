"""Files that hold what is expected, to the letter, for people to read."""

import os
from pathlib import Path


def writing() -> bool:
    """Say whether what is expected is written anew: ``SPLITPICK_GOLDEN=write pytest``."""
    return os.environ.get("SPLITPICK_GOLDEN") == "write"


def same_as_file(path: Path, text: str) -> None:
    """Compare *text* with a golden file; ``SPLITPICK_GOLDEN=write`` writes the file anew first.

    Read the difference before you commit it.
    """
    if writing():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    assert text == path.read_text(encoding="utf-8")
