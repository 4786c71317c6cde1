"""`check_effect`: a special card loses no card, can be played, and changes the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import EffectError
from ..splitting.position import SplitPosition
from ..tables.card_effect import CardEffect
from ..tables.collection import CollectionTable
from ..tables.crews import CrewsTable
from ..text import Language, msg
from .check_games import CHECKS, Moment, play_and_check
from .check_texts import Speaker
from .failure import CheckFailed, Wrong, ask, calling, located, require, wrong
from .fault_messages import fault_message

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset

CODE = "XX"
"""Code of the card that is added to the deck."""

COPIES = 6
"""Number of copies of this card, so that at least one is drawn in almost every game."""


def check_effect(
    effect: type[CardEffect[Any, Any]],
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int = 20,
    seed: int = 0,
) -> None:
    """Add a card with *effect* to a game of ours, and play random games of two and three players.

    Besides what `check_game` checks: only options that the effect lists are legal, questions change
    nothing, no card is lost or made, the card is played and does something, and all its texts are
    translated into all *languages*. Raises `CheckFailed`.
    """
    from ..hooks.engine import Engine

    engine = engine or Engine()
    if not effect.id:
        raise CheckFailed(fault_message("check-effect-id"), effect.__qualname__)
    with located(effect.id):
        try:
            with calling(msg("check-loading", "loading a rule set with the card")):
                ruleset = _with_card(engine, effect)
                built = {players: ruleset.build(players) for players in (2, 3)}
        except Wrong as found:
            if (
                isinstance(found.__cause__, EffectError)
                and found.__cause__.code == "effect-options"
            ):
                wrong("check-effect-options")
            raise
    for players, game in built.items():
        check = _EffectCheck(effect, [engine.language(code) for code in languages])
        for number in range(games):
            try:
                play_and_check(game, (check, *CHECKS), seed + number)
            except CheckFailed as found:
                where = msg("check-in", "{what} in {where}", what=effect.id, where=found.where)
                raise CheckFailed(found.what, where, found.seed, found.actions) from found.__cause__
        with located(effect.id):
            check.speaker.conclude()
        for code in check.missing:
            raise CheckFailed(fault_message(code), f"{effect.id} ({players})", seed)


def _with_card(engine: Engine, effect: type[CardEffect[Any, Any]]) -> Ruleset:
    """Return a game of ours for the table of *effect* with the card, for two or three players."""
    from ..rules.collecting.collecting_kind import CollectionKind
    from ..rules.load import restore_ruleset
    from ..rules.splitting import CrewsKind, SplittingKind
    from ..tables.crews import Effect

    if issubclass(effect, Effect):
        data = json.loads(engine.ruleset_file("jolly-roger").variant("advanced").text)
        data["seats"].append({"id": "third", "name": {"en": "Third", "de": "Dritter"}})
    else:
        data = json.loads(engine.ruleset_file("galley-thieves").variant().text)
    name = {"en": "Checked Card", "de": "Geprüfte Karte"}
    data["cards"].append({"code": CODE, "effect": effect.id, "count": COPIES, "name": name})
    data["set-aside"] = data.get("set-aside", 0) + COPIES
    data["players"] = {"least": 2, "most": 3}
    effects = {**engine.effects, effect.id: effect}
    kind = SplittingKind({"crews": CrewsKind(effects), "collection": CollectionKind(effects)})
    return restore_ruleset(json.dumps(data), {kind.id: kind}, effect.id)


class _EffectCheck:
    """Check of a position, which remembers what the effect has not done yet."""

    def __init__(self, effect: type[CardEffect[Any, Any]], languages: Sequence[Language]) -> None:
        self.speaker = Speaker(languages)
        self.missing = ["check-effect-never", "check-effect-idle"]
        """Codes of what is still missing: that the card is played, and that it does something."""

    def __call__(self, moment: Moment) -> None:
        position = moment.position
        assert isinstance(position, SplitPosition)
        table = position.table
        assert isinstance(table, CrewsTable | CollectionTable)
        card = position.game.cards_by_code[CODE]
        effects: Sequence[CardEffect[Any, Any] | None] = table.effects
        effect = effects[card]
        assert effect is not None
        self.speaker.check(ask(effect, "rules_text"))
        seat = position.to_act()
        if seat < 0 or card not in position.hands[seat]:
            return
        legal = _legal(effect, table, seat)
        for option in range(len(effect.options())):
            if option not in legal:
                self.speaker.check([ask(effect, "why_not", table, seat, option)])
                continue
            after = position.copy()
            with calling("play()"):
                after.apply(table.effect_play(card, option))
            self.speaker.check([ask(effect, "tell", table, seat, option)])
            if "check-effect-never" in self.missing:
                self.missing.remove("check-effect-never")
            idle = table.copy()
            idle.discard(card)
            if after.table.key() != idle.key():
                self.missing.clear()


def _legal(
    effect: CardEffect[Any, Any], table: CrewsTable | CollectionTable, seat: int
) -> list[int]:
    """Return the legal options, which must be among those that the effect lists."""
    options = ask(effect, "options")
    are_options = all(option[:1] in ("*", "@") for option in options)
    require(are_options and len(set(options)) == len(options), "check-effect-options")
    legal: list[int] = ask(effect, "legal", table, seat)
    known = all(type(option) is int and 0 <= option < len(options) for option in legal)
    require(
        known and len(set(legal)) == len(legal),
        "check-effect-legal",
        legal=repr(legal),
        count=len(options),
    )
    return legal
