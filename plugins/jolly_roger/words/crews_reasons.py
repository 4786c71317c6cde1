"""Hints and reasons for a move at the crews table, made of facts about its expected line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ....core.splitting.phases import PICK, PLAY, SPLIT
from ....core.splitting.words.fairness import consider_picker
from ....core.text import Both, Message, Text, in_turn, msg
from ..crew_rules import NOBODY
from ..crews_facts import Facts, name_play

MOST_FACTS = 4
"""Most facts in one explanation."""


def nudge_from(facts: Facts) -> Text:
    """Say where to look for the best move, without naming it."""
    phase = facts.position.phase
    if phase == SPLIT:
        picker = facts.name((facts.seat + 1) % facts.rules.players)
        return consider_picker(picker)
    ranked = facts.ranked()
    if phase == PICK and ranked and ranked[0] in facts.instead():
        other = facts.name((facts.seat + 1) % facts.rules.players)
        return msg(
            "nudge-left", "Consider what {other} can do with the cards you leave.", other=other
        )
    if phase == PLAY and facts.own and facts.own[0].done.kind == "effect":
        return msg("nudge-card", "Think about {card:acc}.", card=facts.card(facts.own[0].done))
    if facts.own and facts.own[0].done.kind == "board":
        return msg("nudge-chest", "Think of your chest: gold from boarding is safe.")
    if phase == PLAY and facts.own and "ship" in facts.own[0].done.details:
        played = facts.rules.ships.index(cast(str, facts.own[0].done.details["ship"]))
        ship = facts.rules.ship_names[played]
        if facts.own[0].done.kind == "parrot":
            return msg(
                "nudge-parrot",
                "Look at {ship:acc}: you can lay any card face down there.",
                ship=ship,
            )
        return msg("nudge-ship", "Look at {ship:acc}.", ship=ship)
    # Facts about the seat's cards come before replies of others: they show where the move is.
    own = sorted(facts.done(), key=lambda fact: -fact.weight)
    about = next((fact.ship for fact in [*own, *ranked] if fact.ship != NOBODY), NOBODY)
    if about != NOBODY:
        return msg("nudge-ship", "Look at {ship:acc}.", ship=facts.rules.ship_names[about])
    return msg("nudge-turns", "Think of the turns still to come.")


def reasons_from(facts: Facts) -> list[Text]:
    """Explain the best move by the facts that matter most."""
    instead, favours = facts.instead(), facts.words.favours
    chosen = [one for one in facts.ranked() if not (one.hurts and favours)][:MOST_FACTS]
    texts: list[Text] = [
        fact.text for fact in facts.all() if fact in chosen and fact not in instead
    ]
    if texts:
        texts = [*_intro(facts), *texts]
    if facts.position.turn + 1 == facts.position.game.turns:
        texts.append(msg("why-last-turn", "This is the last turn: scoring comes next."))
    if worse := [fact.text for fact in instead if fact in chosen]:
        texts += [facts.how(), *worse]
    return texts


def _intro(facts: Facts) -> Iterator[Message]:
    """Yield what the facts presuppose: decisions of others, or the seat's further plays."""
    if facts.position.phase == SPLIT and facts.rules.players == 2:
        picks = [step for step in facts.own if step.done.kind == "pick"]
        if picks:
            sets = cast(list[list[str]], facts.own[0].done.details["sets"])
            taken = cast(list[str], picks[0].done.details["cards"])
            kept = sets[1] if sets[0] == taken else sets[0]
            yield msg(
                "why-pick-of",
                "It would be best for {other} to take {taken}, leaving {seat} with {kept}. If both"
                " play well after that:",
                other=facts.name(picks[0].done.seat),
                seat=facts.name(facts.seat),
                taken=facts.words.listed(taken),
                kept=facts.words.listed(kept),
            ).to_you(
                seat=msg(
                    "why-pick",
                    "It would be best for {other} to take {taken}, leaving you with {kept}. If you"
                    " both play well after that:",
                ),
                other=msg(
                    "why-you-pick",
                    "It would be best for you to take {taken}, leaving {seat} with {kept}. If you"
                    " both play well after that:",
                ),
            )
            return
    if facts.expected:
        yield msg("why-expected", "If everybody plays well:")
    elif len(facts.own) > 1:
        own = [step.done for step in facts.own[1:]]
        moves = Both((*(name_play(facts.position, done) or facts.card(done) for done in own),))
        yield msg("why-plan", "Best after that: {moves}. Then:", moves=moves)


def brief_from(facts: Facts) -> Iterator[Text]:
    """Yield what the short hint says beside the difference.

    Of a split, it is who takes what, and the best that comes of it for the seat; of a card played
    at a ship, what it prepares there, if it is another card that brings it.
    """
    done = [one for one in facts.done() if one.ship != NOBODY and not one.hurts]
    if facts.position.phase == SPLIT and done and not facts.words.spoken:
        yield in_turn([*_intro(facts), max(done, key=lambda one: one.weight).text])
    played = facts.own[0].done.details.get("ship")
    there = [one for one in done if facts.rules.ships[one.ship] == played]
    if there and all(one.at for one in there):
        fact = max(there, key=lambda one: one.weight)
        card = facts.card(facts.own[fact.at].done)
        yield msg("why-to-follow", "With {card:dat} to follow: {fact}", card=card, fact=fact.text)
