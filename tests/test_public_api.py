"""The names and signatures that plugins are promised are those of a committed list.

A change of it is then seen in review: ``SPLITPICK_GOLDEN=write pytest tests/test_public_api.py``.
"""

import inspect
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from golden import same_as_file
from splitpick.core import game

ROOT = Path(__file__).resolve().parent
PROMISED = ROOT / "guide" / "plugins" / "promised.py"
ADDRESS = re.compile(r" at 0x[0-9a-f]+|\(?<factory>\)?")

pytestmark = pytest.mark.skipif(
    not isinstance(game.draw_outcome, FunctionType), reason="compiled, signatures are gone"
)


def signature(thing: Any) -> str:
    """Write the parameters of *thing* without their defaults, which may improve."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(...)"
    shown = []
    for one in found.parameters.values():
        star = "*" if one.kind is one.VAR_POSITIONAL else ""
        star = "**" if one.kind is one.VAR_KEYWORD else star
        default = "" if one.default is one.empty else " = ..."
        mark = "keyword " if one.kind is one.KEYWORD_ONLY else ""
        shown.append(f"{mark}{star}{one.name}{default}")
    return f"({', '.join(shown)})"


def members(kind: type) -> Iterator[str]:
    """Write the public members of a class that it or a base of ours defines."""
    for name in sorted(name for name in dir(kind) if not name.startswith("_")):
        homes = [base for base in kind.__mro__ if name in vars(base)]
        if not homes or not homes[0].__module__.startswith("splitpick"):
            continue
        member = inspect.getattr_static(kind, name)
        if isinstance(member, staticmethod | classmethod):
            member = member.__func__
        is_function = isinstance(member, FunctionType)
        yield f"    {name}{signature(member) if is_function else ''}"


def described(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, ModuleType):
        yield f"module {thing.__name__}"
    elif inspect.isclass(thing):
        yield f"class {name}{signature(thing)}"
        yield from members(thing)
    elif callable(thing):
        yield f"def {name}{signature(thing)}"
    else:
        yield f"{name}: {type(thing).__name__}"


def test_the_names_and_signatures_that_plugins_are_promised_are_those_of_the_list() -> None:
    """A name that is gone, or a parameter that was renamed, breaks what others have written."""
    names = {
        name: thing
        for name, thing in runpy.run_path(str(PROMISED)).items()
        if not name.startswith("__")
    }
    names |= {
        f"testing.{name}": thing
        for name, thing in vars(names["splitpick"].core.testing).items()
        if name in names["splitpick"].core.testing.__all__
    }
    lines = [line for name in sorted(names) for line in described(name, names[name])]

    same_as_file(ROOT / "golden" / "public_api.txt", "\n".join(lines) + "\n")
