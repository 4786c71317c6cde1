"""The example in each hook's docstring is a plugin that can be loaded and does what it says."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from splitpick.core import Engine, Match, load_game
from splitpick.core.hooks import specs
from splitpick.core.hooks.brought import HOOKS
from splitpick.core.text import Message

NAMES = sorted(HOOKS)


@pytest.fixture
def package(tmp_path: Path) -> Iterator[None]:
    """The package `my_plugin` with a rule set and catalogs, as some of the examples have it."""
    for folder, file, text in [
        ("rulesets", "mine.yaml", (Path("rulesets") / "jolly-roger.yaml").read_text("utf-8")),
        ("locales/de/LC_MESSAGES", "my_plugin.po", 'msgid "A"\nmsgstr "Ah"\n'),
    ]:
        (tmp_path / "my_plugin" / folder).mkdir(parents=True)
        (tmp_path / "my_plugin" / folder / file).write_text(text, encoding="utf-8")
    (tmp_path / "my_plugin" / "__init__.py").write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        yield
    sys.modules.pop("my_plugin", None)


def example(name: str) -> ModuleType:
    """Make a module of the example of the hook *name*."""
    written = inspect.getdoc(getattr(specs, name)) or ""
    _, sign, code = written.partition("::\n")
    assert sign, f"{name} has no example"
    module = ModuleType(f"example_{name}")
    sys.modules[module.__name__] = module
    exec(compile(textwrap.dedent(code), f"<example of {name}>", "exec"), module.__dict__)
    return module


@pytest.fixture
def engine(package: None) -> Iterator[Engine]:
    """The engine with all examples as plugins."""
    yield Engine({name: example(name) for name in NAMES})
    for name in NAMES:
        del sys.modules[f"example_{name}"]


def test_every_hook_says_what_it_takes_and_returns() -> None:
    """Nothing, and a list."""
    for name in NAMES:
        signature = inspect.signature(getattr(specs, name))
        assert not signature.parameters
        assert str(signature.return_annotation).startswith("list[")


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_a_hook_brings_something(engine: Engine, name: str) -> None:
    (plugin,) = [plugin for plugin in engine.plugins if plugin.provider.name == name]

    assert list(plugin.brings) == [name]


def test_the_examples_are_where_they_are_looked_for(engine: Engine) -> None:
    """Each under the id it gives itself."""
    assert "fog" in engine.effects
    assert {"splitting", "nim"} <= set(engine.games)
    assert "first" in engine.bots
    assert "mine" in engine.rulesets()
    assert engine.language("de").say(Message("a", "A", domain="my_plugin")) == "Ah"


def test_the_example_of_a_bot_chooses(engine: Engine) -> None:
    position = Match(load_game("jolly-roger"), seed=1).position

    chosen = engine.bots["first"]().choose(position, 0, Random(0), 0)
    assert chosen == position.legal_actions()[0]


def test_the_example_of_an_observer_counts(engine: Engine) -> None:
    """Every action since it has been watching."""
    match = Match(load_game("jolly-roger"), seed=1)
    ((_, make),) = engine.observers
    counter = make()
    match.observe(counter)
    before = len(match.actions)
    while not match.over:
        match.play(match.legal()[0])

    assert vars(counter)["done"] == len(match.actions) - before
