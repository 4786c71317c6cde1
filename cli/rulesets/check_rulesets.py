"""``splitpick rulesets check`` and ``schema``: find mistakes here or in an editor."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import (
    BadValue,
    Finding,
    PluginError,
    RulesetError,
    SplitpickError,
    UnknownName,
    unknown,
)
from ...core.game import JSON
from ...core.hooks.engine import Engine
from ...core.rules.characters import excerpt, harmless
from ...core.rules.checking.cures.fixing import fixed, proven
from ...core.rules.finding_lines import MOST_SHOWN, render_all
from ...core.rules.finding_lines import as_json as findings_as_json
from ...core.rules.reading.reader import MOST_BYTES
from ...core.rules.resolver import is_path, rulesets_in
from ...core.rules.value_findings import ERROR
from ...core.session.vocabulary import YES
from ...core.text import msg, nmsg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin, error_as_json
from ..storage.record_files import STANDARD_INPUT, bytes_of, write_file
from ..terminal.questions import agrees
from .finding_formats import as_annotations, as_sarif

FORMATS = TEXT, JSON_TEXT, GITHUB, SARIF = ("text", "json", "github", "sarif")

LOOKS_AGAIN = 0.2
"""Seconds until ``--watch`` looks at the files again."""

_sentence = sentences(
    nmsg("faults", "{name}: {count} error.", "{name}: {count} errors.", 0),
    nmsg("warnings", "{name}: {count} warning.", "{name}: {count} warnings.", 0),
    msg("no-faults", "{name}: no errors."),
    msg("no-rulesets-here", 'The folder "{name}" has no rule set.'),
    msg("unknown-format", 'There is no format "{name}".'),
    msg("fix-files", "--fix changes files: name the path of each, and no other format."),
    msg("watch-files", "--watch works on files and folders, and only shows text."),
    msg("nothing-to-fix", "{name}: there is nothing that --fix can cure."),
    msg("would-fix", "Nothing is changed yet: add --yes to write this."),
    msg("ask-fix", "Change {name} like this? Type {yes} to confirm:"),
    msg("not-fixed", "{name} stays as it is."),
    nmsg("fixed", "{name}: {count} mistake mended.", "{name}: {count} mistakes mended.", 0),
)


@command(
    "splitpick rulesets check my-deck.yaml",
    "splitpick rulesets check . --watch",
    "splitpick rulesets check my-deck.yaml --fix",
)
def check(
    ctx: typer.Context,
    files: Annotated[
        list[str],
        Argument(
            metavar="FILE",
            help="A YAML file, a folder of them, a rule set's name, or - for standard input.",
        ),
    ],
    strict: Annotated[bool, Option("--strict", help="Treat warnings as errors.")] = False,
    fix: Annotated[
        bool, Option("--fix", help="Mend what has one sure cure; the changes are shown first.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Do not ask first.")] = False,
    watch: Annotated[
        bool, Option("--watch", help="Check again whenever a file is saved, until Ctrl-C.")
    ] = False,
    format: Annotated[
        str, Option("--format", metavar="FORMAT", help="text, json, github or sarif.")
    ] = TEXT,
    as_json: options.Json = False,
) -> int:
    """Check rule sets and report every error with its line.

    The exit code is 1 if there is one.
    """
    screen, engine = begin(ctx)
    form = JSON_TEXT if as_json else format.strip().casefold()
    if form not in FORMATS:
        raise unknown(_sentence("unknown-format", name=excerpt(form)), form, FORMATS)
    if fix:
        if form != TEXT or watch or not all(map(_is_place, files)):
            raise BadValue(_sentence("fix-files"))
        waiting = [*map(Path, dict.fromkeys(named(engine, files)))]
        while waiting:  # a file can be checked whole once what it extends is mended
            ready = [file for file in waiting if not _extends_faulty(engine, file)] or waiting
            for file in ready:
                _fix(screen, engine, file, yes=yes)
            waiting = [file for file in waiting if file not in ready]
    if not watch:
        return _check(screen, engine, named(engine, files), strict=strict, form=form)
    if form != TEXT or not all(map(_is_place, files)):
        raise BadValue(_sentence("watch-files"))
    seen: dict[Path, tuple[int, int]] | None = None
    while True:
        if (now := _looked_at(files)) != seen:
            seen = now
            screen.clear()
            try:
                _check(screen, engine, named(engine, files), strict=strict, form=form)
            except SplitpickError as error:
                screen.error(error.message)  # such as a folder that is empty now
        time.sleep(LOOKS_AGAIN)


def _check(screen: Screen, engine: Engine, names: Sequence[str], *, strict: bool, form: str) -> int:
    """Check the rule sets called *names* and show what is found; return the exit code."""
    results: list[JSON] = []
    everything: list[Finding] = []
    code = FINE
    for name in names:
        result: dict[str, JSON] = {"name": name, "findings": [], "more": 0}
        findings: list[Finding] = []
        try:
            data = bytes_of(name, MOST_BYTES) if name == STANDARD_INPUT else None
            source, findings = findings_of(engine, name, data)
            if form in (JSON_TEXT, SARIF):
                findings = proven_findings(engine, findings, data)
        except (UnknownName, PluginError) as error:
            code = FAILED
            texts = [error.message]
            result["error"] = error_as_json(screen, error.message)
            everything.append(Finding(name, 0, 1, 1, error.message))
        else:
            if strict:
                findings = [replace(finding, severity=ERROR) for finding in findings]
            faults = sum(finding.severity == ERROR for finding in findings)
            code = FAILED if faults else code
            counts = {"faults": faults, "warnings": len(findings) - faults}
            texts = [
                _sentence(what, name=source, count=counts[what]) for what in counts if counts[what]
            ]
            texts = texts or [_sentence("no-faults", name=source)]
            result |= findings_as_json(findings, screen.language)
            everything += findings
        results.append(result)
        if form == TEXT:
            screen.say(*render_all(findings, screen.language, screen.width))
            screen.say(*texts)
    if form == JSON_TEXT:
        screen.json(results)
    elif form == SARIF:
        screen.json(as_sarif(everything, screen.language))
    elif form == GITHUB:
        for line in as_annotations(everything, screen.language):
            screen.line(harmless(line))
    return code


def named(engine: Engine, names: Sequence[str]) -> list[str]:
    """Return *names* with the rule sets of a folder in its place; `BadValue` if it has none."""
    found: list[str] = []
    for name in names:
        is_listed = not is_path(name) and name in engine.library.known()
        if Path(name).is_dir() and not is_listed:
            inside = [str(file) for file in rulesets_in(Path(name))]
            if not inside:
                raise BadValue(_sentence("no-rulesets-here", name=excerpt(name)))
            found += inside
        else:
            found.append(name)
    return found


def _is_place(name: str) -> bool:
    """Return whether *name* is that of a file or a folder, and not of a listed rule set."""
    return is_path(name) or Path(name).is_dir()


def _looked_at(names: Sequence[str]) -> dict[Path, tuple[int, int]]:
    """Return when the files of *names*, and what they may extend, changed, and their sizes."""
    found: dict[Path, tuple[int, int]] = {}
    for path in map(Path, names):
        beside = rulesets_in(path if path.is_dir() else path.parent)
        for file in (*(Path(str(one)) for one in beside), path):
            with suppress(OSError):  # as when an editor puts another file in its place
                status = file.stat()
                found[file] = status.st_mtime_ns, status.st_size
    return found


def _extends_faulty(engine: Engine, file: Path) -> bool:
    """Return whether *file* extends a file with errors, so that little of it can be checked."""
    findings = findings_of(engine, str(file))[1]
    return any(each.message.code == "extended-faulty" for each in findings)


def _fix(screen: Screen, engine: Engine, file: Path, *, yes: bool) -> None:
    """Show how the mistakes in *file* would be mended, and mend them if that is agreed to."""

    def checked(data: bytes) -> list[Finding]:
        return findings_of(engine, str(file), data)[1]

    try:
        before = bytes_of(str(file), MOST_BYTES)
    except BadValue:
        return  # the check says what is wrong with it
    after, cured = fixed(before, checked) if len(before) <= MOST_BYTES else (before, [])
    if after == before:
        screen.say(_sentence("nothing-to-fix", name=str(file)))
        return
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    for line in unified_diff(old, new, str(file), str(file), lineterm=""):
        screen.line(harmless(line))
    if not yes and not (screen.terminal and screen.asks_terminal):
        screen.say(_sentence("would-fix"))
    elif yes or agrees(screen, _sentence("ask-fix", name=str(file), yes=YES)):
        write_file(file, after, force=True)
        screen.say(_sentence("fixed", name=str(file), count=len(cured)))
    else:
        screen.say(_sentence("not-fixed", name=str(file)))


def proven_findings(
    engine: Engine, findings: Sequence[Finding], data: bytes | None = None
) -> list[Finding]:
    """Return *findings*, those shown with edits only where ``--fix`` would make them.

    *data* is what the file holds, if that is not on the disk.
    """
    shown = findings[:MOST_SHOWN]
    if not any(each.edits for each in shown):
        return [*findings]
    file = shown[0].file
    text = bytes_of(file, MOST_BYTES) if data is None else data
    kept = proven(text, shown, lambda changed: findings_of(engine, file, changed)[1])
    return [*kept, *findings[MOST_SHOWN:]]


def findings_of(engine: Engine, name: str, data: bytes | None = None) -> tuple[str, list[Finding]]:
    """Return the file of the rule set *name* (*name* itself if it has errors), and its findings.

    *data* is read in place of what the file holds; standard input has no name to be played by.
    """
    unnamed = ("id-not-name", "taken-id") if name == STANDARD_INPUT else ()
    try:
        if data is None:
            file = engine.ruleset_file(name, thorough=True)
        else:
            file = engine.ruleset_at(Path(name), thorough=True, data=data)
        source, found = file.variant().source, [*file.warnings]
    except RulesetError as error:
        both = [*error.findings, *error.warnings]
        source, found = name, sorted(both, key=lambda each: (each.line, each.column))
    return source, [each for each in found if each.message.code not in unnamed]


@command()
def schema(ctx: typer.Context) -> None:
    """Show the JSON Schema of rule sets, with which editors complete and check them.

    Save it beside your file.
    """
    screen, engine = begin(ctx)
    screen.json(engine.schema(screen.language, screen.fault))
