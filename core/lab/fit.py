"""Fit captain to a rule set: ``python -m splitpick.core.lab.fit RULESET --work DIR``.

Games against itself give positions between turns.  From the last turn backwards, their worth
is found by searching sampled deals of their turn, whose ends are valued by what was fitted before
(fitted value iteration; at the end of the game by the result).  The weights of the terms for one
more turn are those that fit the worths best (ridge regression towards the weights of the turn
after).  It needs NumPy.

Everything is kept in the folder DIR.  The same command goes on after it was stopped.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..evaluable import Evaluable
from ..hooks.engine import Engine
from ..players.weights import plain_weights
from .training.self_play import (
    Judged,
    LastSets,
    SelfPlay,
    TurnWorths,
    first_of,
    position_with,
    read_lines,
    resumed,
)
from .workers import Work

GAMES = 7000  # of each variant
DEALS = 2  # searched for each position before the last turn
RIDGE = 30.0  # pull towards the weights for one turn less, in squared points

Floats = NDArray[np.float64]


class Run:
    """A run in a folder: its games and labels in files, and what is fitted so far.

    Attributes:
        weights: by variant, for 0, 1, 2, ... turns left.
        errors: by variant, the typical error of the weights for 1, 2, ... turns left.
        missed_term: name of a term that is not fitted, since `learn` makes it say what all other
            terms miss; empty if there is none.
    """

    missed_term = ""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        self.folder: Path = chosen.work
        self.folder.mkdir(parents=True, exist_ok=True)
        engine = Engine()
        names = chosen.variant or [id for id, _ in engine.ruleset_file(chosen.ruleset).variants]
        self.games = {name: engine.load_game(chosen.ruleset, variant=name) for name in names}
        starts = {name: first_of(game) for name, game in self.games.items()}
        self.turns = {name: start.turns_left() for name, start in starts.items()}
        self.terms = {name: start.term_names() for name, start in starts.items()}
        self.weights = {
            name: plain_weights(starts[name].weights_package(), terms)
            for name, terms in self.terms.items()
        }
        self.errors: dict[str, list[float]] = {name: [] for name in names}

    def file(self, kind: str, variant: str) -> Path:
        return self.folder / f"{variant}-{kind}.jsonl"

    def label(self, kind: str, variant: str, work: Work[Any], count: int) -> list[Any]:
        """Return the results of *work*, of which the folder may have some."""
        return resumed(self.file(kind, variant), work, count, self.chosen.jobs)

    def judged(self, variant: str) -> Judged:
        """Return *variant* as it is valued so far."""
        return Judged(self.chosen.ruleset, variant, self.weights[variant])

    def begin(self) -> None:
        """Play the games, and fit the weights for the last turn."""
        chosen = self.chosen
        for name in self.games:
            self.label("games", name, SelfPlay(self.judged(name), chosen.seed), chosen.games)
            sets = LastSets(self.judged(name), self.file("games", name), chosen.seed)
            labels = self.label("sets", name, sets, max(1, chosen.games // 10))
            rows = np.array([row for game in labels for row in game])
            last, before = self.weights[name]
            last = ridge(rows[:, :-1], rows[:, -1], last)
            self.weights[name] = [last, before]

    def fit(self, left: int) -> None:
        """Label the positions with *left* turns left, and fit their worths."""
        chosen = self.chosen
        for name, game in self.games.items():
            if left >= self.turns[name]:  # the first position is always the same
                continue
            path = self.file("games", name)
            count = chosen.games if left == 1 else chosen.games // chosen.rarely
            work = TurnWorths(self.judged(name), path, chosen.seed, left, chosen.deals)
            worths = np.array(self.label(f"worths-{left}", name, work, count))
            played = read_lines(path)[: len(worths)]
            positions = [position_with(game, actions, left) for actions in played]
            terms = np.array([position.terms(0) for position in positions])
            missed = self.missed_term
            at = self.terms[name].index(missed) if missed in self.terms[name] else -1
            if at >= 0:
                terms[:, at] = 0.0
            weights = self.weights[name] if left > 1 else self.weights[name][:1]
            fitted = ridge(terms, worths, self.weights[name][-1])
            off = worths - terms @ np.array(fitted)
            self.errors[name].append(round(float(np.sqrt((off * off).mean())), 2))
            if at >= 0:
                fitted[at] = 1.0
                self.note(positions, off)
            self.weights[name] = [*weights, fitted]

    def note(self, positions: Sequence[Evaluable], missed: Floats) -> None:
        """Take in what the weights *missed* of the worths of *positions*."""

    def learn(self, left: int) -> None:
        """Let the `missed_term` learn what was noted, with up to *left* turns left."""

    def fit_all(self) -> dict[str, object]:
        """Fit all turns from the last to the first; return entries of a file of weights."""
        self.begin()
        for left in range(1, max(self.turns.values())):
            self.fit(left)
            self.learn(left)
        chosen = self.chosen
        numbers = f"--games {chosen.games} --deals {chosen.deals} --rarely {chosen.rarely}"
        return {
            first_of(game).terms_id(): {
                "command": f"{chosen.prog} {chosen.ruleset} {numbers} --seed {chosen.seed}",
                "errors": self.errors[name],
                "weights": {
                    term: [row[at] for row in self.weights[name]]
                    for at, term in enumerate(self.terms[name])
                },
            }
            for name, game in self.games.items()
        }


def ridge(terms: Floats, worths: Floats, near: Sequence[float]) -> list[float]:
    """Return the weights of *terms* that fit *worths* best, pulled towards *near*."""
    pull = RIDGE * np.eye(len(near))
    solution = np.linalg.solve(terms.T @ terms + pull, terms.T @ worths + pull @ np.array(near))
    return [round(float(weight), 4) for weight in solution]


def parser_of(module: str, about: str | None) -> argparse.ArgumentParser:
    """Return the parser of a command line that fits, ``python -m MODULE``."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=about)
    parser.set_defaults(prog=parser.prog)
    parser.add_argument("ruleset", help="a rule set by name, or a YAML file")
    parser.add_argument("--variant", action="append", help="all variants by default")
    parser.add_argument("--work", type=Path, required=True, help="a folder for games and labels")
    parser.add_argument("--games", type=int, default=GAMES, help="of each variant")
    parser.add_argument("--deals", type=int, default=DEALS, help="for each position")
    parser.add_argument(
        "--rarely", type=int, default=1, help="label all turns but the last in one game of so many"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0: one for each core")
    parser.add_argument("--out", type=Path, help="a file of weights to update; other entries stay")
    return parser


def write_weights(run: Run) -> None:
    """Fit by *run*; write the weights to its ``--out``, or print them."""
    entries, out = run.fit_all(), run.chosen.out
    kept = json.loads(out.read_text("utf-8")) if out and out.is_file() else {}
    text = written({**kept, **entries})
    if out:
        out.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the weights of a rule set."""
    write_weights(Run(parser_of("splitpick.core.lab.fit", __doc__).parse_args(arguments)))


def written(entries: Mapping[str, object]) -> str:
    """Return *entries* as JSON with each list of numbers on one line."""
    text = json.dumps(entries, indent=2)
    return re.sub(r"\[[^][]*\]", lambda found: json.dumps(json.loads(found[0])), text) + "\n"


if __name__ == "__main__":
    main()
