"""Wrong command lines: each gets one clear line of ours, in the reader's language."""

import shlex

import pytest

from command import COMMAND_LINES, LANGUAGES, USAGE_ERRORS, code_of, run, usage_errors
from golden import same_as_file
from splitpick.cli import exits


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_command_line_is_one_line_with_a_code(language: str) -> None:
    """All of them stand in one file a language, for review."""
    texts = []
    for name, ended in usage_errors(language).items():
        assert (ended.code, ended.out) == (exits.BAD_INPUT, ""), name
        assert ended.err.count("\n") == 1, name
        assert ended.error_code == code_of(name)
        texts.append(f"$ {shlex.join(['splitpick', *USAGE_ERRORS[name]])}\n{ended.err}")

    same_as_file(COMMAND_LINES / f"wrong.{language}.txt", "\n".join(texts))


def test_the_likely_name_and_the_help_are_offered() -> None:
    for typed, likely in {
        "plai": '"play"',
        "rulesets lst": '"list"',
        "play --sed 7": '"--seed"',
        "play --acessible": '"--accessible"',
        "--seed 7 play": '"splitpick play"',
        "--lang dee": '"de"',
        "rulesets show --foo": "splitpick rulesets show --help\n",
    }.items():
        assert likely in run(*typed.split(), language="en").err


def test_commands_answer_to_their_names_in_the_own_language_as_well() -> None:
    for language, typed in {"de": "REGELN", "nl": "regels", "en": "rules"}.items():
        assert run(*typed.split(), language=language).out == run("rules", language=language).out
    for typed in ("regelwerke liste", "regelwerke list", "rulesets liste"):
        assert run(*typed.split(), language="de").code == exits.FINE
    assert run("regeln", language="en").error_code == "unknown-command"


def test_what_was_typed_cannot_steer_the_terminal() -> None:
    ended = run("pl\x1b\x07ay\nfaked: line\u202e", language="en")

    assert ended.err.count("\n") == 1
    assert 'There is no command "play faked: line".' in ended.err
