"""Checks of what seats do in secret in a declared game: it is kept, comes out, is told truly."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from ..declared import (
    ALL,
    ONLOOKER,
    ActionKind,
    DeclaredGame,
    DeclaredPosition,
    DeclaredPresenter,
    Zone,
)
from ..game import Action, Game, Position
from ..scene import Presenter
from ..text import Message, msg
from .failure import fail, located, require, title
from .fault_messages import fault_message
from .random_lines import Line, acting, difference, random_line

MOST_TRIED = 30
"""Most hidden actions that are compared with the one that was done."""


def check_hidden(game: Game, presenter: Presenter, games: int, seed: int) -> None:
    """Check that the hidden actions of seats are revealed and then told; raises `CheckFailed`.

    It is enough if that happens in one of the random *games*; a presenter with a `tell` of its own
    is trusted to tell. What is told from the zones of `kept_in` must be what was hidden; another
    hidden choice or draw must leave the other seats with the same view; and the rules must not say
    of a zone that fewer see it than do.
    """
    if not isinstance(game, DeclaredGame):
        return
    zones: list[Zone] = []
    if isinstance(presenter, DeclaredPresenter):
        points = [point for section in presenter.rules() for point in section.points]
        zones = [
            zone for zone in game.zones if not zone.rule and presenter.zone_rule(zone) in points
        ]
    hiding = [kind for kind in game.kinds if kind.hidden]
    kinds = [kind for kind in hiding if not kind.chance]
    hidden: set[str] = set()
    revealed: set[str] = set()
    lines = [random_line(game, seed + number) for number in range(games if hiding or zones else 0)]
    for line in lines:
        end = line.positions[-1]
        assert isinstance(end, DeclaredPosition)
        for at, done in enumerate(line.done):
            (hidden if at in end.secret else revealed).add(done.kind)
    is_derived = type(presenter).tell is DeclaredPresenter.tell
    with located(title(game)):
        for kind in kinds:
            require(kind.name not in hidden - revealed, "check-never-revealed", kind=kind.name)
            is_revealed = kind.name not in revealed or bool(kind.kept_in) or not is_derived
            require(is_revealed, "check-reveal-untold", kind=kind.name)
    for line in lines:
        for at in range(len(line.done)):
            with line.checking(at + 1, msg("check-presenter", "the presenter")):
                if is_derived:
                    _check_kept(line, at)
                _check_unseen(line, at, hiding)
                _check_sees(line.positions[at + 1], zones)


def _check_kept(line: Line, at: int) -> None:
    """Check that action *at*, if it reveals, finds in the zones of `kept_in` what was hidden."""
    before, after = _around(line, at)
    for kind in before.revealed_by(after):
        for seat in range(line.game.players) if kind.kept_in else ():
            lying = [card for name in kind.kept_in for card in getattr(before, name)[seat]]
            told = sorted(before.game.codes_of(lying))
            done = [line.done[number] for number in before.secret]
            own = [one for one in done if (one.kind, one.seat) == (kind.name, seat)]
            mine = [cast(Any, one.details) for one in own]
            kept = sorted(code for one in mine for code in one.get("cards", [one.get("card")]))
            names = {"told": " ".join(told), "kept": " ".join(map(str, kept))}
            require(told == kept, "check-reveal-false", kind=kind.name, seat=seat, **names)


def _check_unseen(line: Line, at: int, kinds: list[ActionKind]) -> None:
    """Check that the views of other seats do not tell which of two hidden actions was done."""
    before, after = _around(line, at)
    done = line.done[at]
    kind = before.game.kind(line.actions[at])
    if kind not in kinds or not (kind.chance or before.done in after.secret):
        return
    if kind.chance and not getattr(after, kind.zone, None):
        return  # what is left may be laid open, and tells what was drawn
    knower = before.receiver() if kind.chance else done.seat
    for action in acting(line.game, before)[:MOST_TRIED]:
        again, other = before.describe(action), before.copy()
        other.apply(action)
        same = (again.kind, _sizes(again)) == (done.kind, _sizes(done))
        same &= other.to_act() == after.to_act()  # what cards ask of seats is seen by all
        if same and other.secret == after.secret:
            for seat in [seat for seat in range(line.game.players) if seat != knower]:
                seen, there = (_hidden_from(one, seat) for one in (after, other))
                if where := difference(seen, there):
                    fail("check-leak", seat=seat, where=where, cure=leak_cure(after, where))


def leak_cure(position: Position, where: str) -> Message:
    """Say what to do about a secret at a place in the views of *position*."""
    key = re.match(r"\w*", where)
    name = key[0] if key else ""
    if name == "scores":
        return fault_message("check-leak-scores")
    if not isinstance(position, DeclaredPosition):
        return fault_message("check-leak-view")
    is_fact = name in position.facts
    return fault_message("check-leak-fact" if is_fact else "check-leak-zone")


def _hidden_from(position: DeclaredPosition, seat: int) -> str:
    """Return the view of *seat* as JSON, without what the declarations let it see of secrets."""
    view: dict[str, Any] = position.view(seat)
    for zone in position.game.zones:
        for owner in range(position.game.players) if zone.each else (ONLOOKER,):
            if zone.seen_by == ALL or not position.sees(zone, owner, seat):
                continue
            if zone.each:
                view[zone.name][owner] = None
            else:
                view[zone.name] = None
    return json.dumps(view, sort_keys=True)


def _check_sees(position: Position, zones: list[Zone]) -> None:
    """Check that nobody sees one of *zones* who does not by `Zone.seen_by`, as the rules say."""
    assert isinstance(position, DeclaredPosition)
    for zone in zones:
        for owner in range(position.game.players) if zone.each else (ONLOOKER,):
            for seat in range(position.game.players):
                sees = DeclaredPosition.sees(position, zone, owner, seat)
                right = sees or not position.sees(zone, owner, seat)
                require(right, "check-zone-rule", zone=zone.name)


def _around(line: Line, at: int) -> tuple[DeclaredPosition, DeclaredPosition]:
    before, after = line.positions[at : at + 2]
    assert isinstance(before, DeclaredPosition)
    assert isinstance(after, DeclaredPosition)
    return before, after


def _sizes(done: Action) -> list[int]:
    return [len(cards.split()) for cards in done.notation.split("/")]
