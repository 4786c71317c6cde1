"""The pictures that rule sets name are drawn."""

import re
from pathlib import Path
from typing import get_args

from export_accounts import ENGINE, ENGLISH, loaded_match, play_on
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.exports import html, svg
from splitpick.core.matches.exports.faces import symbols
from splitpick.core.matches.exports.templates import resource, symbol_id
from splitpick.core.matches.record import load_setup, record_of
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


def test_a_picture_of_a_rule_set_is_in_account_and_drawing_once(tmp_path: Path) -> None:
    """And what a plugin gives without a check is left out, if no rule set may have it."""
    (tmp_path / "whale.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><path d="M3 24c7-2"/></svg>'
    )
    (tmp_path / "deck.yaml").write_text(
        "format: 1\nid: deck\nname: {en: Deck}\nextends: galley-thieves\n"
        "change: {kinds: {rum: {picture: whale.svg}}}\n"
    )
    ruleset = ENGINE.ruleset_file(str(tmp_path / "deck.yaml")).variant()
    found = loaded_match("galley-thieves")
    whole = load_setup(ENGINE, found.setup, ruleset)
    record = record_of(whole.setup, play_on(whole.match(), 20))
    for export in (html, svg):
        shown = export(whole, record, ENGLISH)
        assert shown.count('viewBox="0 0 60 60" fill="currentColor"><path d="M3 24c7-2" />') == 1
        assert 's-kraken"' not in shown
    hostile = '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>'

    assert "alert" not in symbols([hostile], {symbol_id(hostile)})
