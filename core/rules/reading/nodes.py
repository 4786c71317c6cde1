"""PyYAML's nodes: a rule set as it is written, in which every value knows its place.

`reader` has checked and simplified them: the value of a mapping is a dictionary of `Entry` by key,
that of a scalar is a string, an integer, a boolean or ``None``, and every start mark holds the text
of its file.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Any, TypeAlias, TypeVar

from yaml.error import Mark
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ...errors import Edit, Finding, suggestion
from ...text import Message, msg
from ..value_findings import Path

__all__ = ["Entry", "MappingNode", "Mark", "Node", "ScalarNode", "SequenceNode"]

Entry: TypeAlias = tuple[Node, Node]  # a key and its value
AnyNode = TypeVar("AnyNode", bound=Node)


def entries(node: Node | None) -> Mapping[str, Entry]:
    """Return the entries of a mapping by key; none for any other node."""
    return node.value if isinstance(node, MappingNode) else {}


def value_at(node: Node | None, key: str) -> Node | None:
    """Return the value under *key*; ``None`` if there is none."""
    return entries(node).get(key, (None, None))[1]


def text_at(node: Node | None, key: str) -> str:
    """Return the text under *key*, or an empty one."""
    value = value_at(node, key)
    return value.value if isinstance(value, ScalarNode) and isinstance(value.value, str) else ""


def with_value(node: AnyNode, value: object) -> AnyNode:
    """Return a copy of *node*, at its place, that holds *value*."""
    changed = copy.copy(node)
    changed.value = value
    return changed


def plain(node: Node) -> Any:
    """Return the values of *node* without places."""
    if isinstance(node, MappingNode):
        return {key: plain(value) for key, (_, value) in node.value.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.value]
    return node.value


def leaves(node: Node, path: Path = ()) -> Iterator[tuple[Path, ScalarNode]]:
    """List the scalars in *node* in the order of the file, each with its path."""
    if isinstance(node, ScalarNode):
        yield path, node
    elif isinstance(node, SequenceNode):
        for number, item in enumerate(node.value):
            yield from leaves(item, (*path, number))
    else:
        for key, (_, value) in entries(node).items():
            yield from leaves(value, (*path, key))


def with_leaf(node: AnyNode, path: Path, value: object) -> AnyNode:
    """Return a copy of *node* with *value* in the scalar at *path*, as `leaves` lists it."""
    if not path:
        return with_value(node, value)
    step, below = path[0], path[1:]
    if isinstance(node, MappingNode):
        key, old = node.value[step]
        return with_value(node, {**node.value, step: (key, with_leaf(old, below, value))})
    items = [*node.value]
    items[int(step)] = with_leaf(items[int(step)], below, value)
    return with_value(node, items)


def node_at(node: Node, path: Path, *, key: bool = False) -> Node:
    """Return the value at *path*, or with *key* the node of its key.

    Missing steps are passed over, so the path of a missing value ends at its mapping.
    """
    deepest = node
    for step in path:
        if isinstance(node, MappingNode) and step in node.value:
            of_key, node = node.value[step]
            deepest = of_key if key else node
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = deepest = node.value[step]
    return deepest


def position(node: Node) -> tuple[str, int]:
    """Return the file of *node* and its offset there, to compare places."""
    return node.start_mark.name, node.start_mark.index


def is_inside(node: Node, entry: Entry) -> bool:
    """Return true if *node* stands in *entry*, in its key or its value."""
    key, value = entry
    start, mark, end = key.start_mark, node.start_mark, value.end_mark
    return start.name == mark.name and start.index <= mark.index < end.index


def finding_at(
    node: Node, message: Message, severity: str = "error", edits: Sequence[Edit] | None = None
) -> Finding:
    """Make the finding with *message* at the place of *node*.

    Its edits are *edits*, by default the suggestion of *message* in place of *node*.
    """
    mark, end, text = node.start_mark, end_of(node), line_at(node.start_mark)
    length = (end.column if end.line == mark.line else len(text.rstrip())) - mark.column
    length = max(1, length) if isinstance(node, ScalarNode) else 1
    if edits is None:
        edits = [replacing(node, write)] if (write := suggestion(message)) else []
        colon = re.match(r"[ ]*:", (mark.buffer or "")[end.index :])
        if edits and node.value is None and colon:  # nothing stands there: the mark is of the key
            line, column = end.line + 1, end.column + 1 + colon.end()
            edits = [Edit(line, column, line, column, f" {write}")]
    return Finding(
        mark.name,
        mark.line + 1,
        mark.column + 1,
        length,
        message,
        text,
        severity,
        (end.line + 1, end.column + 1),
        tuple(edits),
    )


def end_of(node: Node) -> Mark:
    """Return the mark behind the last character of *node*.

    PyYAML's own mark of a block is where the next one begins.
    """
    if isinstance(node, ScalarNode) or in_flow(node) or not node.value:
        return node.end_mark
    last = node.value[-1] if isinstance(node, SequenceNode) else [*node.value.values()][-1][1]
    return end_of(last)


def in_flow(node: Any) -> bool:
    """Return whether *node* is a collection in brackets or braces."""
    return bool(getattr(node, "flow_style", True))


def source(node: Node) -> str:
    """Return the text of *node* as it stands in its file."""
    return (node.start_mark.buffer or "")[node.start_mark.index : end_of(node).index]


def replacing(node: Node, text: str, to: Node | None = None) -> Edit:
    """Return the edit that puts *text* in place of *node*, or of all from it up to *to*."""
    start, end = node.start_mark, end_of(to or node)
    behind = (end.buffer or "")[end.index :][:1]
    colon = to is not None and to.value is None and behind == ":"  # of a key without a value
    return Edit(start.line + 1, start.column + 1, end.line + 1, end.column + 1 + colon, text)


def inserting(node: MappingNode, text: str, moved: Node | None = None) -> Edit:
    """Return the edit that puts *text*, a key with its value on one line, into *node*.

    If it says what *moved* says, the comment behind that, outside of any braces, comes along.
    """
    mark = node.start_mark
    line, column = mark.line + 1, mark.column + 1
    if not node.flow_style:
        if moved:
            end = end_of(moved)
            comment = re.match(r"\s+#.*", line_at(end)[end.column :])
            text += comment[0] if comment else ""
        return Edit(line, column, line, column, f"{text}\n{' ' * mark.column}")
    return Edit(line, column + 1, line, column + 1, text + (", " if node.value else ""))


def without(node: Node, item: Node, to: Node | None = None) -> Edit:
    """Return the edit that takes *item*, or all from it up to *to*, out of the collection *node*.

    A comma goes with it, or its whole lines; a block keeps no trace of its only item.
    """
    start, end = item.start_mark, end_of(to or item)
    text = start.buffer or ""
    before, after = text[: start.index], text[end.index :]
    if in_flow(node):
        if comma := re.match(r"\s*,[ ]*", after):
            return Edit(
                start.line + 1, start.column + 1, end.line + 1, end.column + 1 + comma.end(), ""
            )
        left = len(before) - len(re.sub(r"\s*,\s*$", "", before))
        left = left if left <= start.column else 0
        return Edit(start.line + 1, start.column + 1 - left, end.line + 1, end.column + 1, "")
    return Edit(start.line + 1, 1, end.line + 2, 1, "")


def mention(node: Node, file: str) -> Message:
    """Return the place of *node* as a message: its line, and its file if that is not *file*."""
    mark = node.start_mark
    if mark.name == file:
        return msg("line-number", "line {line}", line=mark.line + 1)
    name = PurePath(mark.name).name  # the whole path may be longer than what is said
    return msg("file-and-line", "{file}, line {line}", file=name, line=mark.line + 1)


def line_at(mark: Mark, number: int | None = None) -> str:
    """Return the line that *mark* is in, or line *number* of its text; empty if there is none."""
    lines, number = _lines(mark.buffer or ""), mark.line if number is None else number
    return lines[number] if 0 <= number < len(lines) else ""


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    return text.removesuffix("\0").splitlines()  # the reader refuses all odd line ends


def joined(first: Any, second: Any, taken: Edit) -> list[Edit]:
    """Return the edits that write the block *second* into *first*, *taken* from where it stands.

    Both are lists, or mappings without a common key, as of a key that is there twice.
    """
    same_place = first.start_mark.column == second.start_mark.column
    blocks = not in_flow(first) and not in_flow(second)
    if isinstance(first, MappingNode) and isinstance(second, MappingNode) and not blocks:
        return _joined_keys(first, second, taken)
    if type(first) is not type(second) or not (same_place and blocks):
        return []
    if isinstance(first, MappingNode) and {*first.value} & {*second.value}:
        return _joined_keys(first, second, taken)
    start = first.start_mark
    text = f"{source(second)}\n{' ' * start.column}"
    return [taken, Edit(start.line + 1, start.column + 1, start.line + 1, start.column + 1, text)]


def _joined_keys(first: MappingNode, second: MappingNode, taken: Edit) -> list[Edit]:
    """Return the edits that write the keys of *second* into *first* one by one, *taken* from there.

    There are none if both have a key with different values, or if a value is a block of its own.
    """
    edits = [taken]
    waiting = [(first, second)]
    while waiting:
        into, of = waiting.pop()
        for name, (key, value) in of.value.items():
            there = into.value.get(name)
            if there and isinstance(there[1], MappingNode) and isinstance(value, MappingNode):
                waiting.append((there[1], value))
            elif there and plain(there[1]) != plain(value):
                return []
            elif not there:
                text = source(value)
                if "\n" in text or "#" in text:
                    return []
                edits.append(inserting(into, f"{source(key)}: {text}"))
    return edits
