"""Words that people type for commands, in their language and in English."""

import pytest

from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language


@pytest.mark.parametrize(
    ("code", "choices", "brief", "reasons"),
    [
        ("en", "moves", "notation", "why"),
        ("de", "züge", "notation", "warum"),
        ("de", "zuege", "notation", "wieso"),
        ("nl", "zetten", "notatie", "waarom"),
    ],
)
def test_moves_are_what_can_be_played_now(
    code: str, choices: str, brief: str, reasons: str
) -> None:
    """The log has those that were played, the notation has them in brief."""
    command = Vocabulary(Language(code)).command

    assert command(choices) == command("moves") == "choices"
    assert command(brief) == "notation"
    assert command(reasons) == "hint"
