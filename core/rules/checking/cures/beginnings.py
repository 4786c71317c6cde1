"""Begin a file that neither extends rules nor names a game: what it may begin with is tried."""

from collections.abc import Callable, Iterable, Sequence

from ....errors import Edit
from ...reading import nodes
from ...reading.edits import apply_edits
from ...reading.nodes import MappingNode
from .finding_edits import EXTENDS


def beginning(
    start: MappingNode,
    games: Iterable[str],
    rulesets: Iterable[str],
    errors_in: Callable[[str], Sequence[str]],
) -> list[Edit]:
    """Return the edit that gives *start* the first of *games*, or of *rulesets*, that fits it.

    *errors_in* returns the codes of the errors in a text.  With extended rules, a deck that does
    not come out even is the next true fault.
    """
    if start.flow_style:
        return []
    keys = start.value
    first = keys.get("name") or keys.get("id") or next(iter(keys.values()))
    line = nodes.end_of(first[1]).line + 2
    text = (start.start_mark.buffer or "").removesuffix("\0")
    for key, names in (("game", games), (EXTENDS, rulesets)):
        for name in names:
            edit = Edit(line, 1, line, 1, f"{key}: {name}\n")
            left = {*errors_in(apply_edits(text, [edit]))}
            if not left or (key == EXTENDS and left == {"deck-mismatch"}):
                return [edit]
    return []
