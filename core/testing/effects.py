"""`check_effect`: a special card keeps the cards together, comes up, and does something."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from ..errors import EffectError
from ..game import Game, Position
from ..splitting.position import SplitPosition
from ..tables.crews import Crews, CrewsTable, Effect
from ..text import msg
from .failure import CheckFailed, Wrong, calling, require
from .games import CHECKS, Check, play_and_check
from .texts import Speaking

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..rules.load import Ruleset

CODE = "XX"
"""The code of the card that is put into the deck."""

UNWRITTEN = msg("check-effect-options", "options() does not list different texts with * or @.")

COPIES = 6
"""How many of it there are: enough to come up in every game."""


def check_effect(
    effect: type[Effect],
    engine: Engine | None = None,
    *,
    languages: Sequence[str] = ("en", "de"),
    games: int = 20,
    seed: int = 0,
) -> None:
    """Put a card with *effect* into the deck of Jolly & Roger and play by lot, for two and three.

    Besides what `check_game` asks of any game: the effect offers what it lists, it changes nothing
    while it is asked, no card is lost or made by it, it is played and does something, and its texts
    are there in all of *languages*.  Raises `CheckFailed`.
    """
    from ..hooks.engine import Engine

    engine = engine or Engine()
    if not effect.id:
        raise CheckFailed(msg("check-effect-id", "An effect needs an id."), effect.__qualname__)
    try:
        with calling(msg("check-loading", "loading a rule set with the card")):
            ruleset = _with_card(engine, effect)
            built = {players: ruleset.build(players) for players in (2, 3)}
    except Wrong as found:
        cause = found.__cause__
        unwritten = isinstance(cause, EffectError) and cause.code == "effect-options"
        raise CheckFailed(UNWRITTEN if unwritten else found.message, effect.id) from cause
    for game in built.values():
        watch = _Watch(effect, [engine.language(code) for code in languages])
        for number in range(games):
            try:
                play_and_check(game, (watch.check, *CHECKS), seed + number)
            except CheckFailed as found:
                where = msg("check-in", "{what} in {where}", what=effect.id, where=found.where)
                raise CheckFailed(found.what, where, found.seed, found.actions) from found.__cause__
        watch.check_played(game, seed)


def _with_card(engine: Engine, effect: type[Effect]) -> Ruleset:
    """Make the advanced game with the card in it, for two or three."""
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


class _Watch:
    """Watches what one effect does in the games of a check."""

    def __init__(self, effect: type[Effect], languages: Sequence[object]) -> None:
        self.effect = effect
        self.speaking = Speaking(languages)  # type: ignore[arg-type]
        self.played = False
        self.did_something = False

    @property
    def check(self) -> Check:
        """The check of a position."""
        return self._check

    def _check(self, game: Game, position: Position, rng: Random) -> None:
        assert isinstance(position, SplitPosition)
        table = position.table
        assert isinstance(table, CrewsTable)
        card = position.game.cards_by_code[CODE]
        effect = table.effects[card]
        assert effect is not None
        with calling("rules_text()"):
            rules_text = effect.rules_text()
        self.speaking.check(rules_text)
        seat = position.to_act()
        if seat < 0 or card not in position.hands[seat]:
            return
        self._check_options(effect, table, seat)
        for action in position.legal_actions():
            option = action - card * table.plays.stride - table.plays.board - 1
            if action // table.plays.stride != card or option < 0:
                continue
            after = position.copy()
            with calling("play()"):
                after.apply(action)
            self.played = True
            with calling("tell()"):
                told = effect.tell(table, seat, option)
            self.speaking.check([told] if told else [])
            laid = after.table
            assert isinstance(laid, Crews)
            if (laid.crews, laid.chests, laid.captain_of, sorted(laid.box)) != (
                table.crews, table.chests, table.captain_of, sorted([*table.box, card]),
            ):  # fmt: skip
                self.did_something = True

    def _check_options(self, effect: Effect, table: Crews, seat: int) -> None:
        with calling("options()"):
            options = effect.options()
        require(
            len(set(options)) == len(options)
            and all(option[:1] in ("*", "@") for option in options),
            UNWRITTEN,
        )
        with calling("legal()"):
            legal = effect.legal(table, seat)
        require(
            len(set(legal)) == len(legal)
            and all(type(option) is int and 0 <= option < len(options) for option in legal),
            msg(
                "check-effect-legal",
                "legal() gives {legal}, where there are {count} options, from 0.",
                legal=repr(legal),
                count=len(options),
            ),
        )
        for option in range(len(options)):
            if option not in legal:
                with calling("why_not()"):
                    why = effect.why_not(table, seat, option)
                self.speaking.check([why] if why else [])

    def check_played(self, game: Game, seed: int) -> None:
        """Say so where the card has never been played, or has never done a thing."""
        where = f"{self.effect.id} ({game.players})"
        if not self.played:
            raise CheckFailed(
                msg("check-effect-never", "Nobody could ever play the card face up."), where, seed
            )
        if not self.did_something:
            raise CheckFailed(
                msg("check-effect-idle", "The card has never changed anything on the table."),
                where,
                seed,
            )
