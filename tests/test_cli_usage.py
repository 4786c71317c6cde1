"""Wrong command lines: each gets one clear line of ours, in the reader's language."""

from __future__ import annotations

import importlib
import pkgutil
import shlex
from collections.abc import Iterator
from typing import NoReturn

import pytest
import typer
from typer._click import exceptions

from command import COMMAND_LINES, LANGUAGES, USAGE_ERRORS, code_of, run, usage_errors
from golden import same_as_file
from splitpick.cli import app, exits
from splitpick.cli.main import main
from splitpick.cli.screen import Screen
from splitpick.cli.usage import EXPLANATIONS

HANDLED_BY_THEMSELVES = {"Abort", "Exit", "TyperException"}
"""The first is Ctrl-C, the second an exit code, the third nothing but a base."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", USAGE_ERRORS)
def test_a_wrong_command_line_is_one_line_with_a_code(name: str, language: str) -> None:
    ended = usage_errors(language)[name]

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert ended.err.count("\n") == 1
    assert ended.error_code == code_of(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_command_lines_as_people_read_them(language: str) -> None:
    """All of them in one file a language, for review."""
    said = [
        f"$ {shlex.join(['splitpick', *USAGE_ERRORS[name]])}\n{ended.err}"
        for name, ended in usage_errors(language).items()
    ]
    same_as_file(COMMAND_LINES / f"wrong.{language}.txt", "\n".join(said))


@pytest.mark.parametrize(
    ("arguments", "likely"),
    [
        (["plai"], "play"),
        (["rulesets", "lst"], "list"),
        (["play", "--sed", "7"], "--seed"),
        (["play", "--acessible"], "--accessible"),
        (["--seed", "7", "play"], "splitpick play"),
        (["--lang", "dee"], "de"),
    ],
)
def test_what_was_likely_meant_is_offered(arguments: list[str], likely: str) -> None:
    ended = run(*arguments, language="en")

    assert f'"{likely}"' in ended.err


def test_a_usage_error_says_where_help_is() -> None:
    ended = run("rulesets", "show", "--foo", language="en")

    assert ended.err.endswith("splitpick rulesets show --help\n")


def test_what_was_typed_cannot_steer_the_terminal() -> None:
    ended = run("pl\x1b]0;title\x07\x1b[2Jay\nfaked: line\u202e", language="en")

    assert ended.err.count("\n") == 1
    assert 'There is no command "play faked: line".' in ended.err


def exception_classes() -> Iterator[type[BaseException]]:
    """Go through all exception classes of Typer, whichever version is installed."""
    for module in pkgutil.walk_packages(typer.__path__, "typer."):
        if module.name not in ("typer.__main__", "typer._click._winconsole"):
            importlib.import_module(module.name)
    waiting: list[type[BaseException]] = [BaseException]
    while waiting:
        below = type.__subclasses__(waiting.pop())
        waiting += below
        yield from (kind for kind in below if kind.__module__.partition(".")[0] == "typer")


def test_every_exception_class_of_typer_has_words_of_ours() -> None:
    """A newer Typer may bring one that would be shown in its own words."""
    raised = {kind for kind in exception_classes() if kind.__module__ != "typer.utils"}
    unknown = {
        kind.__name__
        for kind in raised - EXPLANATIONS.keys()
        if kind.__name__ not in HANDLED_BY_THEMSELVES
    }

    assert unknown == set()
    assert len(raised) > len(HANDLED_BY_THEMSELVES)


def test_what_typer_utils_raises_is_about_declarations_only() -> None:
    """Those classes say that a command is declared wrongly; nobody's typing can raise them."""
    declarations = {
        kind.__name__ for kind in exception_classes() if kind.__module__ == "typer.utils"
    }

    assert declarations <= {
        "AnnotatedParamWithDefaultValueError",
        "DefaultFactoryAndDefaultValueError",
        "MixedAnnotatedAndDefaultStyleError",
        "MultipleTyperAnnotationsError",
    }


class FromTheFuture(exceptions.UsageError):
    """A class that this Typer does not have."""


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (exceptions.BadParameter("English", param_hint="FILE"), "bad-argument"),
        (exceptions.BadParameter("English", param_hint=["--a", "-a"]), "bad-argument"),
        (exceptions.BadParameter("English"), "bad-argument"),
        (exceptions.MissingParameter("English", param_hint="FILE"), "missing-argument"),
        (exceptions.BadArgumentUsage("English"), "bad-usage"),
        (exceptions.UsageError("English"), "bad-usage"),
        (exceptions.ClickException("English"), "bad-usage"),
        (exceptions.FileError("a.yaml", "English"), "bad-file"),
        (FromTheFuture("English"), "bad-usage"),
    ],
)
def test_no_word_of_typers_own_is_shown(
    error: Exception,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also not of classes that none of our commands gives rise to now."""

    def fail(screen: Screen) -> NoReturn:
        raise error

    monkeypatch.setattr(app, "start_engine", fail)

    assert main(["rules"]) == exits.BAD_INPUT
    said = capsys.readouterr().err
    assert f"[{code}]" in said
    assert "English" not in said


def test_typers_abort_is_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(screen: Screen) -> NoReturn:
        raise typer.Abort

    monkeypatch.setattr(app, "start_engine", fail)

    assert main(["rules"]) == exits.INTERRUPTED
    assert "Abort" not in capsys.readouterr().err


def test_completion_is_off() -> None:
    """Typer answers to this variable even in programs without completion, and in English."""
    ended = run(language="en", variables={"_SPLITPICK_COMPLETE": "complete_bash"})

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "splitpick play" in ended.out
