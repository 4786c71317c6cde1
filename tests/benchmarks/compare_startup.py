"""Start-up time of `splitpick --version` and `--help`, against the smallest possible Typer program.

    python tests/benchmarks/compare_startup.py --check
    python tests/benchmarks/compare_startup.py --imports

Whole processes of one interpreter are timed, the programs taking turns, so a ratio is that of two
runs that followed each other closely.  The bare program has one command and no option of its own:
its ``--help`` is what our ``--help`` is held against, in both languages, and, as it has no
``--version``, what our ``--version`` is held against as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

MOST_OF_BARE = 1.3
LISTED_IMPORTS = 10

BARE_PROGRAM = """\
import typer

app = typer.Typer()


@app.command()
def main(name: str):
    print(name)


app()
"""

LANGUAGES = ("en", "de")

NOT_INSTALLED = "This Python has no command splitpick: pip install '.' first."


class Run(NamedTuple):
    """A command line with the variables it is given."""

    name: str
    words: Sequence[str]
    variables: Mapping[str, str]

    def environment(self) -> dict[str, str]:
        """Return what the process sees: no terminal's width, no colour, a known language."""
        plain = {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": ""}
        return {**os.environ, **plain, **self.variables}

    def seconds(self) -> float:
        """Run it to its end and return how long that took."""
        start = perf_counter()
        subprocess.run(
            self.words,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return perf_counter() - start


class Import(NamedTuple):
    """A line of ``python -X importtime``: microseconds alone and with what it imports itself."""

    alone: int
    altogether: int
    module: str


def command() -> str:
    """Return the path of the installed command: the one that belongs to this interpreter."""
    scripts = Path(sys.executable).parent
    for name in ("splitpick", "splitpick.exe"):
        if (scripts / name).is_file():
            return str(scripts / name)
    raise FileNotFoundError(NOT_INSTALLED)


def programs(bare: Path) -> list[Run]:
    """Return what is timed, the bare program first."""
    ours = command()
    runs = [Run("bare --help", [sys.executable, str(bare), "--help"], {})]
    for language in LANGUAGES:
        chosen = {"SPLITPICK_LANG": language}
        runs += [
            Run(f"splitpick {word} ({language})", [ours, word], chosen)
            for word in ("--version", "--help")
        ]
    return runs


def measure(programs: Sequence[Run], runs: int) -> dict[str, list[float]]:
    """Let the programs take turns *runs* times; return the seconds of each."""
    times: dict[str, list[float]] = {program.name: [] for program in programs}
    for program in programs:
        program.seconds()  # what is not yet compiled to bytecode or in the disk cache
    for _ in range(runs):
        for program in programs:
            times[program.name].append(program.seconds())
    return times


def ratios(times: dict[str, list[float]]) -> dict[str, float]:
    """Return for each program but the first the median of its ratios to the first, turn by turn."""
    (_, bare), *others = times.items()
    return {
        name: median(ours / theirs for ours, theirs in zip(seconds, bare, strict=True))
        for name, seconds in others
    }


def table(times: dict[str, list[float]], to_bare: dict[str, float]) -> str:
    """Lay the times out side by side."""
    width = max(map(len, times))
    lines = [f"{'':{width}}  median ms  least ms  to bare"]
    for name, seconds in times.items():
        ratio = f"{to_bare[name]:.2f}" if name in to_bare else "-"
        lines.append(
            f"{name:{width}}  {1000 * median(seconds):9.1f}  {1000 * min(seconds):8.1f}  {ratio:>7}"
        )
    return "\n".join(lines)


def imports_of(word: str) -> list[Import]:
    """Return what ``splitpick`` *word* imports, as the interpreter itself reports it.

    The command is entered through its entry point, since the script that pip writes is a binary on
    Windows.
    """
    entries = entry_points(group="console_scripts", name="splitpick")
    if not entries:
        raise FileNotFoundError(NOT_INSTALLED)
    entry = next(iter(entries))
    start = (
        f"import sys; sys.argv = ['splitpick', {word!r}]; "
        f"from {entry.module} import {entry.attr}; sys.exit({entry.attr}())"
    )
    run = Run("", [sys.executable, "-X", "importtime", "-c", start], {})
    ended = subprocess.run(
        run.words, env=run.environment(), capture_output=True, encoding="utf-8", check=True
    )
    return read_imports(ended.stderr)


def read_imports(report: str) -> list[Import]:
    """Read the report of ``-X importtime``."""
    imports = []
    for line in report.splitlines():
        fields = line.removeprefix("import time:").split("|")
        if len(fields) == 3 and fields[0].strip().isdigit():
            imports.append(Import(int(fields[0]), int(fields[1]), fields[2].strip()))
    return imports


def list_imports(word: str) -> str:
    """Say which imports of ``splitpick`` *word* are the dearest, and which packages."""
    imports = imports_of(word)
    in_all = sum(module.alone for module in imports)
    lines = [f"splitpick {word}: {len(imports)} imports, {in_all / 1000:.1f} ms"]
    lines.append("    alone ms  with its own ms  module")
    dearest = sorted(imports, key=lambda module: module.altogether, reverse=True)
    lines += [
        f"    {module.alone / 1000:8.1f}  {module.altogether / 1000:15.1f}  {module.module}"
        for module in dearest[:LISTED_IMPORTS]
    ]
    packages: Counter[str] = Counter()
    for module in imports:
        packages[module.module.partition(".")[0]] += module.alone
    shares = [f"{name} {alone / 1000:.1f}" for name, alone in packages.most_common(LISTED_IMPORTS)]
    return "\n".join([*lines, f"    by package, ms: {', '.join(shares)}"])


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=20, help="of each program, at least 20 (20)")
    parser.add_argument("--imports", action="store_true", help="list the dearest imports instead")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file too")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a promise is broken")
    options = parser.parse_args(words)
    if options.runs < 20:
        parser.error("fewer than 20 runs say nothing on a machine that does other things as well")
    return options


def main(words: Sequence[str] | None = None) -> int:
    """Run the comparison and return the exit code."""
    options = arguments(words)
    try:
        if options.imports:
            print("\n\n".join(list_imports(word) for word in ("--version", "--help")))
            return 0
        with tempfile.TemporaryDirectory() as folder:
            bare = Path(folder) / "bare.py"
            bare.write_text(BARE_PROGRAM, encoding="utf-8")
            times = measure(programs(bare), options.runs)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    to_bare = ratios(times)
    print(f"typer {version('typer')}, {options.runs} runs of each, in turn, whole processes\n")
    print(table(times, to_bare))
    if options.json:
        report: dict[str, Any] = {"seconds": times, "ratio_to_bare": to_bare, "most": MOST_OF_BARE}
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    too_slow = [name for name, ratio in to_bare.items() if ratio > MOST_OF_BARE]
    for name in too_slow:
        print(f"\n{name} takes {to_bare[name]:.2f} times the bare program, at most {MOST_OF_BARE}")
    return 1 if options.check and too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
