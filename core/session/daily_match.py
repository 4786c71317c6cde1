"""The deal of the day as a new match."""

from __future__ import annotations

from ..hooks.engine import Engine
from ..matches.daily_deal import OPPONENT, Deal, deal_of
from ..matches.record import settle
from ..matches.setup import HUMAN, Setup
from ..matches.store import now
from ..rules.load import Ruleset


def daily_match(engine: Engine, rules: Ruleset, date: str, source: str) -> tuple[Setup, Deal]:
    """Return the setup of the deal of *date*, and the deal; *source* is where the *rules* are from.

    One seat is a person's, the others are those of `OPPONENT`.
    """
    count = rules.players[0]
    deal = deal_of(date, rules.id, rules.variant_id, count)
    players = [HUMAN if seat == deal.seat else OPPONENT for seat in range(count)]
    setup = settle(
        engine, rules, players, deal.first, deal.seed, created=now(), source=source, daily=date
    )
    return setup, deal
