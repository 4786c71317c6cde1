"""Heavy packages are imported when they are used, and a missing one is named with its extra."""

import re
import sys
from importlib import import_module

import pytest

from command import run
from splitpick.core import BadValue


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("aec", "pettingzoo", "rl"),
        ("single", "gymnasium", "rl"),
        ("vector", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "openspiel"),
        ("exploitability", "open_spiel.python", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"splitpick.core.learning.{module}"
    for one in [*sys.modules]:
        if one.startswith("splitpick.core.learning."):
            monkeypatch.delitem(sys.modules, one)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadValue, match=re.escape(f"pip install 'splitpick[{extra}]'")):
        import_module(name)


def test_the_command_for_language_models_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    ended = run("mcp")
    assert ended.code == 2
    assert "pip install 'splitpick[mcp]'" in ended.err
