"""The pictures that rule sets name are drawn."""

import re
from typing import get_args

from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.exports.templates import resource
from splitpick.core.things import Symbol

DRAWN = {*re.findall(r'<symbol id="s-(\w+)"', resource("symbols.svg"))}


def test_every_picture_that_a_rule_set_may_name_is_drawn() -> None:
    assert {*get_args(Symbol)} <= DRAWN


def test_every_picture_of_a_shipped_game_is_drawn() -> None:
    engine = Engine()
    for name in (
        "jolly-roger",
        "galley-thieves",
        "smugglers-cove",
        "skull-queen",
        "dead-mans-dice",
    ):
        rules = engine.ruleset_file(name).variant()
        game = rules.build(rules.players[0])
        presenter, position = rules.presenter(game), game.new_position()
        while position.to_act() < 0:
            position.apply(position.draw_at(0.5))
        seen = position.view(position.to_act())
        zones = [*presenter.scene(seen, position.to_act()).walk()]
        pictures = {*getattr(presenter, "pictures", {}).values()}
        for zone in zones:
            pictures |= {zone.picture, *(piece.picture for piece in zone.pieces)}
            pictures |= {counter.picture for counter in zone.counters}
        assert pictures - {""} <= DRAWN


def test_symbols_need_nothing_and_do_nothing() -> None:
    """They stand in every page, whose policy forbids styles and scripts of its own."""
    assert not re.search(r"<script|<style|style=|href|url\(|\son\w+=", resource("symbols.svg"))
