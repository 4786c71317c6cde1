"""Facts that hold for any game at all: one battery for every `Game`, ours or anybody's.

::

    battery = Battery(load_game("jolly-roger"))
    battery.play(seed=1)
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from random import Random

import pytest

from splitpick.core import CHANCE, OVER, Game, Match, NotationError, Position
from splitpick.core.game import draw_outcome
from splitpick.core.matches.records.record_writer import is_writable

NONSENSE = ("", " ", "hello", "+", "?", "@", "9" * 50, "\x00", "ÄÖÜ / ß", "pick", "a b c d e f g")
"""Input that no game can read; each must be refused with a code."""

MOST_ACTIONS = 20_000
"""A game that is not over by then never ends."""


def all_views(position: Position, players: int) -> list[str]:
    """Write down what each seat and an onlooker may know."""
    return [json.dumps(position.view(seat), sort_keys=True) for seat in (None, *range(players))]


@dataclass
class Battery:
    """Plays *game* at random and checks the contract at every position."""

    game: Game
    resamples: int = 1
    """Redeals of each seat's hidden cards at every position."""
    seen: set[str] = field(default_factory=set)
    """The kinds of actions that came up."""

    def play(self, seed: int, first: int = 0, thorough: bool = True) -> list[str]:
        """Play a game at random; return its journal.  *thorough* checks every position."""
        rng = Random(seed)
        position = self.game.new_position(first)
        journal: list[str] = []
        while position.to_act() != OVER:
            if thorough:
                self.check(position, rng)
            actions = self.actions(position)
            if position.to_act() == CHANCE:
                action = draw_outcome(position.chance_outcomes(), rng.random())
            else:
                action = actions[int(rng.random() * len(actions))]
            done = position.describe(action)
            self.seen.add(done.kind)
            assert done.notation == position.notation(action)
            assert done.seat == position.to_act()
            journal.append(done.notation)
            position.apply(action)
            assert len(journal) < MOST_ACTIONS, "the game does not end"
        self.check_end(position)
        return journal

    def actions(self, position: Position) -> list[int]:
        """List what can be done, by a seat or by chance."""
        if position.to_act() == CHANCE:
            return [action for action, _ in position.chance_outcomes()]
        return position.legal_actions()

    def check(self, position: Position, rng: Random) -> None:
        """Check all that can be checked of one position."""
        players = self.game.players
        before = all_views(position, players)
        seat = position.to_act()
        assert seat == CHANCE or 0 <= seat < players
        actions = self.actions(position)
        assert actions, "whoever acts can do something"
        assert len(set(actions)) == len(actions), "no action is there twice"
        assert self.actions(position) == actions, "the order is stable"
        if seat == CHANCE:
            assert all(weight > 0 for _, weight in position.chance_outcomes())
        else:
            assert position.chance_outcomes() == []
        self._check_notation(position, actions)
        self._check_copy(position, actions, rng)
        self._check_resample(position, rng)
        assert len(position.scores()) == players
        assert all_views(position, players) == before, "looking changes nothing"

    def _check_notation(self, position: Position, actions: list[int]) -> None:
        written = [position.notation(action) for action in actions]
        assert len(set(written)) == len(written), "two actions are written alike"
        for action, text in zip(actions, written, strict=True):
            assert text.isascii()
            assert text == " ".join(text.split())
            assert is_writable(text), "a record can hold it"
            assert position.parse(text) == action
            assert position.parse(f"  {text.lower()} ") == action

    def _check_copy(self, position: Position, actions: list[int], rng: Random) -> None:
        before = all_views(position, self.game.players)
        twin = position.copy()
        assert all_views(twin, self.game.players) == before
        assert self.actions(twin) == actions
        twin.apply(actions[int(rng.random() * len(actions))])
        assert all_views(position, self.game.players) == before, "a copy changed its original"

    def _check_resample(self, position: Position, rng: Random) -> None:
        for seat in range(self.game.players):
            view = json.dumps(position.view(seat), sort_keys=True)
            for _ in range(self.resamples):
                other = position.resample(seat, rng)
                assert json.dumps(other.view(seat), sort_keys=True) == view
                assert other.to_act() == position.to_act()
                if position.to_act() == seat:
                    assert other.legal_actions() == position.legal_actions()

    def check_end(self, position: Position) -> None:
        """Check what is true of a game that is over."""
        winners = position.winners()
        assert winners
        assert sorted(set(winners)) == winners
        assert all(0 <= seat < self.game.players for seat in winners)
        best = max(position.scores())
        assert all(position.scores()[seat] == best for seat in winners)
        assert position.legal_actions() == []
        assert position.chance_outcomes() == []
        assert position.copy().winners() == winners

    def check_refusals(self, position: Position) -> None:
        """Nonsense is refused with a code and words, and changes nothing."""
        before = all_views(position, self.game.players)
        for text in NONSENSE:
            with pytest.raises(NotationError) as refused:
                position.parse(text)
            assert refused.value.code
            assert refused.value.message.text
        assert all_views(position, self.game.players) == before

    def check_match(self, seed: int) -> None:
        """The same seed is the same game, whatever the global generator does; undo is exact."""
        journals = []
        for noise in (0, 1):
            random.seed(noise)
            match = Match(self.game, seed, first=seed % self.game.players)
            rng = Random(seed)
            for _ in range(60):
                if match.over:
                    break
                random.random()
                actions = match.position.legal_actions()
                match.apply(actions[int(rng.random() * len(actions))])
            journals.append(match.journal)
        assert journals[0] == journals[1]
        last = match.actions[-1]
        views = all_views(match.position, self.game.players)
        decision = [done for done in match.actions if done.seat != CHANCE][-1]
        assert match.undo()
        assert last not in match.actions or last is not match.actions[-1]
        match.play(decision.notation)
        assert match.journal == journals[0]
        assert all_views(match.position, self.game.players) == views
