"""Start-up time of `splitpick --version` and `--help`, against the smallest possible Typer program.

    python tests/benchmarks/compare_startup.py --check

Whole processes of one interpreter are timed, the programs taking turns, so a ratio is that of two
runs that followed each other closely.  The bare program has one command and no option of its own:
its ``--help`` is what our ``--help`` is held against, in both languages, and, as it has no
``--version``, our ``--version`` too.  ``python -X importtime`` lists what is imported.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

MOST_OF_BARE = 1.3
LANGUAGES = ("en", "de")

BARE_PROGRAM = """\
import typer

app = typer.Typer()


@app.command()
def main(name: str):
    print(name)


app()
"""


class Run(NamedTuple):
    """A command line with the variables it is given."""

    name: str
    words: Sequence[str]
    variables: Mapping[str, str]

    def seconds(self) -> float:
        """Run it to its end, with no terminal's width and no colour; return how long that took."""
        plain = {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": ""}
        given = {**os.environ, **plain, **self.variables}
        start = perf_counter()
        subprocess.run(self.words, env=given, input=b"", capture_output=True, check=True)
        return perf_counter() - start


def programs(bare: Path) -> list[Run]:
    """Return what is timed, the bare program first; ours is the one of this interpreter."""
    scripts = [Path(sys.executable).with_name(name) for name in ("splitpick", "splitpick.exe")]
    ours = next((str(script) for script in scripts if script.is_file()), "")
    if not ours:
        raise FileNotFoundError("This Python has no command splitpick: pip install '.' first.")
    return [
        Run("bare --help", [sys.executable, str(bare), "--help"], {}),
        *(
            Run(f"splitpick {word} ({language})", [ours, word], {"SPLITPICK_LANG": language})
            for language in LANGUAGES
            for word in ("--version", "--help")
        ),
    ]


def measure(programs: Sequence[Run], runs: int) -> dict[str, list[float]]:
    """Let the programs take turns *runs* times; return the seconds of each."""
    for program in programs:
        program.seconds()  # what is not yet compiled to bytecode or in the disk cache
    times = [[program.seconds() for program in programs] for _ in range(runs)]
    return {
        one.name: list(own) for one, own in zip(programs, zip(*times, strict=True), strict=True)
    }


def ratios(times: dict[str, list[float]]) -> dict[str, float]:
    """Return for each program but the first the median of its ratios to the first, turn by turn."""
    (_, bare), *others = times.items()
    return {
        name: median(ours / theirs for ours, theirs in zip(seconds, bare, strict=True))
        for name, seconds in others
    }


def main(words: Sequence[str] | None = None) -> int:
    """Run the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=20, help="of each program, at least 20 (20)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file too")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a promise is broken")
    options = parser.parse_args(words)
    if options.runs < 20:
        parser.error("fewer than 20 runs say nothing on a machine that does other things as well")
    try:
        with tempfile.TemporaryDirectory() as folder:
            bare = Path(folder) / "bare.py"
            bare.write_text(BARE_PROGRAM, encoding="utf-8")
            times = measure(programs(bare), options.runs)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    to_bare = ratios(times)
    print(f"typer {version('typer')}, {options.runs} runs of each, in turn, whole processes\n")
    width = max(map(len, times))
    print(f"{'':{width}}  median ms  least ms  to bare")
    for name, all_ in times.items():
        middle, least = 1000 * median(all_), 1000 * min(all_)
        print(f"{name:{width}}  {middle:9.1f}  {least:8.1f}  {to_bare.get(name, 1):7.2f}")
    if options.json:
        report = {"seconds": times, "ratio_to_bare": to_bare, "most": MOST_OF_BARE}
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    too_slow = [name for name, ratio in to_bare.items() if ratio > MOST_OF_BARE]
    for name in too_slow:
        print(f"\n{name} takes {to_bare[name]:.2f} times the bare program, at most {MOST_OF_BARE}")
    return 1 if options.check and too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
