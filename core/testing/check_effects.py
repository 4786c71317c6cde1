"""`check_effect`: a special card loses no card, can be played, and changes the table."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import EffectError, RulesetError
from ..splitting.card_effect import CardEffect
from ..splitting.position import SplitPosition
from ..splitting.table import Table
from ..text import Language, msg
from .check_games import CHECKS, Moment, play_and_check
from .check_texts import Speaker
from .failure import CheckFailed, Failure, ask, calling, fail, located, require
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
    """Add a card with *effect* to a game on its table, and play random games of 2 and 3 players.

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
                ruleset = with_card(engine, effect)
                few, many = ruleset.model.player_counts
                built = {players: ruleset.build(players) for players in range(few, many + 1)}
        except Failure as found:
            if (
                isinstance(found.__cause__, EffectError)
                and found.__cause__.code == "effect-options"
            ):
                fail("check-effect-options")
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


def with_card(engine: Engine, effect: type[CardEffect[Any, Any]]) -> Ruleset:
    """Return a game on the table of *effect* with the card, for two or three players if it can be.

    It is the variant with most cards of the first rule set that has the table, by name.
    """
    from ..rules.load import restore_ruleset
    from ..rules.special_cards import KnownEffect

    games = engine.games_with({**engine.effects, effect.id: KnownEffect(effect)})
    for file in engine.playable().values():
        rules = max(
            (file.variant(id) for id, _ in file.variants),
            key=lambda one: len(one.data.get("cards") or ()),  # type: ignore[arg-type]
        )
        kind = getattr(games[rules.kind.id], "tables", {}).get(rules.data.get("table"))
        if kind and effect.id in kind.effects:
            break
    else:
        fail("check-effect-table")
    few, many = rules.model.player_counts
    data = json.loads(rules.text)
    name = {"en": "Checked Card", "de": "Geprüfte Karte"}
    data["cards"].append({"code": CODE, "effect": effect.id, "count": COPIES, "name": name})
    data["set-aside"] = data.get("set-aside", 0) + COPIES
    data["players"] = {"least": few, "most": min(many, 3)}
    if few == many == 2:
        for_three = json.loads(json.dumps(data))
        for_three["seats"].append({"id": "third", "name": {"en": "Third", "de": "Dritter"}})
        for_three["players"]["most"] = 3
        with contextlib.suppress(RulesetError):  # of a game that only two can play
            return restore_ruleset(json.dumps(for_three), games, effect.id)
    return restore_ruleset(json.dumps(data), games, effect.id)


class _EffectCheck:
    """Check of a position, which remembers what the effect has not done yet."""

    def __init__(self, effect: type[CardEffect[Any, Any]], languages: Sequence[Language]) -> None:
        self.speaker = Speaker(languages, sources=[effect])
        self.missing = ["check-effect-never", "check-effect-idle"]
        """Codes of what is still missing: that the card is played, and that it does something."""
        self.kept: dict[str, str] = {}
        """Attributes of the card's object when it was seen first."""

    def __call__(self, moment: Moment) -> None:
        position = moment.position
        assert isinstance(position, SplitPosition)
        table = position.table
        card = position.game.cards_by_code[CODE]
        effect = table.effects[card]
        assert effect is not None
        kept = {name: repr(value) for name, value in getattr(effect, "__dict__", {}).items()}
        self.kept = self.kept or kept
        changed = sorted(name for name in kept if kept[name] != self.kept.get(name))
        require(not changed, "check-effect-state", names=", ".join(changed))
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
            idle, played = table.copy(), table.copy()
            idle.discard(card)
            effect.play(played, seat, option)
            if after.table.key() != idle.key() or played.given():
                self.missing.clear()


def _legal(effect: CardEffect[Any, Any], table: Table, seat: int) -> list[int]:
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
