"""`check_effect`: a special card keeps all cards, can be played, and changes the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import EffectError
from ..splitting.position import SplitPosition
from ..tables.crews import Crews, CrewsTable, Effect
from ..text import Language, msg
from .check_games import CHECKS, Moment, play_and_check
from .check_texts import Speaker
from .failure import CheckFailed, Wrong, ask, calling, require
from .fault_messages import fault_message

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset

CODE = "XX"
"""Code of the card that is added to the deck."""

COPIES = 6
"""Number of copies of it, so that one is drawn in every game."""


def check_effect(
    effect: type[Effect],
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int = 20,
    seed: int = 0,
) -> None:
    """Add a card with *effect* to Jolly & Roger, and play random games of two and of three.

    Besides the checks of `check_game`: the effect offers the options it lists, changes nothing
    while it is asked, loses and makes no card, is played and does something, and its texts are
    translated into all *languages*. Raises `CheckFailed`.
    """
    from ..hooks.engine import Engine

    engine = engine or Engine()
    if not effect.id:
        raise CheckFailed(fault_message("check-effect-id"), effect.__qualname__)
    try:
        with calling(msg("check-loading", "loading a rule set with the card")):
            ruleset = _with_card(engine, effect)
            built = {players: ruleset.build(players) for players in (2, 3)}
    except Wrong as found:
        cause = found.__cause__
        unwritten = isinstance(cause, EffectError) and cause.code == "effect-options"
        unlisted = fault_message("check-effect-options")
        raise CheckFailed(unlisted if unwritten else found.message, effect.id) from cause
    for players, game in built.items():
        check = _EffectCheck(effect, [engine.language(code) for code in languages])
        for number in range(games):
            try:
                play_and_check(game, (check, *CHECKS), seed + number)
            except CheckFailed as found:
                where = msg("check-in", "{what} in {where}", what=effect.id, where=found.where)
                raise CheckFailed(found.what, where, found.seed, found.actions) from found.__cause__
        who = f"{effect.id} ({players})"
        if not check.was_played:
            raise CheckFailed(fault_message("check-effect-never"), who, seed)
        if not check.did_something:
            raise CheckFailed(fault_message("check-effect-idle"), who, seed)


def _with_card(engine: Engine, effect: type[Effect]) -> Ruleset:
    """Return the advanced game with the card in it, for two or three."""
    from ..rules.load import parse_ruleset
    from ..rules.splitting import CrewsKind, SplittingKind

    data = json.loads(engine.ruleset_file("jolly-roger").variant("advanced").text)
    name = {"en": "Checked Card", "de": "Geprüfte Karte"}
    data["cards"].append({"code": CODE, "effect": effect.id, "count": COPIES, "name": name})
    data["set-aside"] += COPIES
    data["seats"].append({"id": "third", "name": {"en": "Third", "de": "Dritter"}})
    data["players"] = {"least": 2, "most": 3}
    effects = {**engine.effects, effect.id: effect}
    kind = SplittingKind({"crews": CrewsKind(effects)})
    return parse_ruleset(json.dumps(data), {kind.id: kind}, effect.id).variant()


class _EffectCheck:
    """Check of a position, which remembers what the effect has done."""

    def __init__(self, effect: type[Effect], languages: Sequence[Language]) -> None:
        self.effect = effect
        self.speaker = Speaker(languages)
        self.was_played = False
        self.did_something = False

    def __call__(self, moment: Moment) -> None:
        position = moment.position
        assert isinstance(position, SplitPosition)
        table = position.table
        assert isinstance(table, CrewsTable)
        card = position.game.cards_by_code[CODE]
        effect = table.effects[card]
        assert effect is not None
        self.speaker.check(ask(effect, "rules_text"))
        seat = position.to_act()
        if seat < 0 or card not in position.hands[seat]:
            return
        legal = self._legal(effect, table, seat)
        for option in range(len(effect.options())):
            if option not in legal:
                self.speaker.check([ask(effect, "why_not", table, seat, option) or ""])
                continue
            after = position.copy()
            action = card * table.plays.stride + table.plays.board + 1 + option
            with calling("play()"):
                after.apply(action)
            self.was_played = True
            self.speaker.check([ask(effect, "tell", table, seat, option) or ""])
            laid = after.table
            assert isinstance(laid, Crews)
            if (laid.crews, laid.chests, laid.captain_of, sorted(laid.box)) != (
                table.crews, table.chests, table.captain_of, sorted([*table.box, card]),
            ):  # fmt: skip
                self.did_something = True

    def _legal(self, effect: Effect, table: Crews, seat: int) -> list[int]:
        """Return the legal options, which must be among those that the effect lists."""
        options = ask(effect, "options")
        require(
            len(set(options)) == len(options)
            and all(option[:1] in ("*", "@") for option in options),
            "check-effect-options",
        )
        legal: list[int] = ask(effect, "legal", table, seat)
        require(
            len(set(legal)) == len(legal)
            and all(type(option) is int and 0 <= option < len(options) for option in legal),
            "check-effect-legal",
            legal=repr(legal),
            count=len(options),
        )
        return legal
