"""Sentences about changes on a crews table, and about the scores at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.text import Both, Message, Name, Text, msg, named, nmsg
from .crew_rules import BEST_SHIP, NOBODY
from .crews import Crews

# Translators: after "the winner is".
TIE_BREAKS: Final = {
    BEST_SHIP: msg("tie-best-ship", "whoever captured the most valuable ship"),
    "most-ships": msg("tie-most-ships", "whoever captured the most ships"),
    "fewest-ships": msg("tie-fewest-ships", "whoever captured the fewest ships"),
    "most-chest": msg("tie-most-chest", "whoever has the most gold in the treasure chest"),
    "fewest-chest": msg("tie-fewest-chest", "whoever has the least gold in the treasure chest"),
}


def changed_ships(old: Crews, new: Crews) -> list[int]:
    """List the ships where a crew differs between the tables *old* and *new*."""
    rules = old.rules
    return [
        ship
        for ship in range(rules.ship_count)
        if any(old.crew(seat, ship) != new.crew(seat, ship) for seat in rules.every_seat)
    ]


def tell_ships(old: Crews, new: Crews, seats: Sequence[Name]) -> list[Text]:
    """Describe the strengths and the captain at each ship where a crew has changed."""
    rules = old.rules
    return [
        msg(
            "stand",
            "Strength {ship:loc}: {crews}. {captain}",
            ship=rules.ship_names[ship],
            crews=Both(
                tuple(
                    msg(
                        "seat-strength",
                        "{seat} {strength}",
                        seat=named(seats[seat]),
                        strength=new.strengths[seat * rules.ship_count + ship],
                    )
                    for seat in rules.every_seat
                ),
                commas=True,
            ),
            captain=tell_captain(old.captain_of[ship], new.captain_of[ship], seats),
        )
        for ship in changed_ships(old, new)
    ]


def gains_of(old: Crews, new: Crews) -> list[int]:
    """Return what each seat gains in gold between two tables, if the game ended there."""
    return [now - before for before, now in zip(old.scores(), new.scores(), strict=True)]


def tell_captain(old: int, new: int, seats: Sequence[Name]) -> Message:
    """Tell which captain comes or goes when the seat *old* had one at a ship, and *new* has now."""
    if old == new:
        if new == NOBODY:
            return msg("still-no-captain", "No captain stands there.")
        return msg("captain-stays", "{seat}'s captain stays.", seat=seats[new]).to_you(
            seat=msg("your-captain-stays", "Your captain stays.")
        )
    if new == NOBODY:
        return msg("captain-goes", "{seat}'s captain has to leave.", seat=seats[old]).to_you(
            seat=msg("your-captain-goes", "Your captain has to leave.")
        )
    if old == NOBODY:
        return msg("captain-comes", "{seat}'s captain goes aboard.", seat=seats[new]).to_you(
            seat=msg("your-captain-comes", "Your captain goes aboard.")
        )
    return msg(
        "captain-changes", "{new}'s captain drives off {old}'s.", new=seats[new], old=seats[old]
    ).to_you(
        new=msg("your-captain-drives", "Your captain drives off {old}'s."),
        old=msg("captain-drives-yours", "{new}'s captain drives yours off."),
    )


def tell_scoring(
    table: Crews, scores: list[int], seats: Sequence[Name], prices: Sequence[Text]
) -> list[Text]:
    """Account for every chest, ship and price, give the *scores*, and name the winner or winners.

    *prices* tells what was paid for sets.
    """
    rules = table.rules
    return [
        *(_score_chest(table, seat, seats) for seat in rules.every_seat),
        *(_score_ship(table, ship, seats) for ship in range(rules.ship_count)),
        *_score_seconds(table, seats),
        *prices,
        *(
            nmsg(
                "score-total",
                "{seat:cap}: {count} gold.",
                "{seat:cap}: {count} gold.",
                score,
                seat=named(name),
            )
            for name, score in zip(seats, scores, strict=True)
        ),
        *_tell_winners(table, scores, seats),
    ]


def _score_chest(table: Crews, seat: int, seats: Sequence[Name]) -> Message:
    codes = [table.rules.codes[card] for card in sorted(table.chests[seat])]
    if not codes and not table.chest_golds[seat]:
        return msg("score-empty", "{seat}'s treasure chest: empty.", seat=seats[seat]).to_you(
            seat=msg("your-empty-chest", "Your treasure chest: empty.")
        )
    return nmsg(
        "score-chest",
        "{seat}'s treasure chest: {count} gold ({cards}).",
        "{seat}'s treasure chest: {count} gold ({cards}).",
        table.chest_golds[seat],
        seat=seats[seat],
        cards=" ".join(codes) or "–",
    ).to_you(
        seat=nmsg(
            "your-chest",
            "Your treasure chest: {count} gold ({cards}).",
            "Your treasure chest: {count} gold ({cards}).",
            table.chest_golds[seat],
        )
    )


def _score_ship(table: Crews, ship: int, seats: Sequence[Name]) -> Message:
    gold = table.rules.ship_golds[ship]
    name = table.rules.ship_names[ship]
    holder = table.captain_of[ship]
    if holder == NOBODY:
        return nmsg(
            "score-nobody",
            "{ship:cap} ({count} gold): no captain, nobody gets it.",
            "{ship:cap} ({count} gold): no captain, nobody gets it.",
            gold,
            ship=name,
        )
    return nmsg(
        "score-ship",
        "{ship:cap} ({count} gold): captured by {seat}.",
        "{ship:cap} ({count} gold): captured by {seat}.",
        gold,
        ship=name,
        seat=seats[holder],
    ).to_you(
        seat=nmsg(
            "your-ship",
            "{ship:cap} ({count} gold): captured by you.",
            "{ship:cap} ({count} gold): captured by you.",
            gold,
        )
    )


def _score_seconds(table: Crews, seats: Sequence[Name]) -> list[Text]:
    """Tell who gets the gold for second places."""
    rules = table.rules
    holders = [
        table.second_at(ship) if rules.has_seconds else NOBODY for ship in range(rules.ship_count)
    ]
    return [
        nmsg(
            "score-second",
            "{seat} is second {ship:loc} and gets {count} gold.",
            "{seat} is second {ship:loc} and gets {count} gold.",
            rules.ship_seconds[ship],
            seat=seats[holder],
            ship=rules.ship_names[ship],
        ).to_you(
            seat=nmsg(
                "score-second-you",
                "You are second {ship:loc} and get {count} gold.",
                "You are second {ship:loc} and get {count} gold.",
                rules.ship_seconds[ship],
            )
        )
        for ship, holder in enumerate(holders)
        if holder != NOBODY and rules.ship_seconds[ship]
    ]


def _tell_tie(table: Crews, scores: list[int]) -> list[Text]:
    """Tell which tie-break of the rule set has decided."""
    ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
    for rule in table.rules.tie_break:
        ranks = [table.tie_rank(seat, rule) for seat in ahead]
        ahead = [seat for seat, rank in zip(ahead, ranks, strict=True) if rank == max(ranks)]
        if len(ahead) == 1:
            what = TIE_BREAKS[rule]
            return [msg("tie-decided-gold", "Equal gold; the winner is {what}.", what=what)]
    return []


def _tell_winners(table: Crews, scores: list[int], seats: Sequence[Name]) -> list[Text]:
    winners = table.winners_among(scores)
    ruled = table.rules.tie_break == [BEST_SHIP]
    won = [seats[seat] for seat in winners]
    if len(winners) > 1:
        if all(table.best_ship(seat) == 0 for seat in winners):
            why = msg("draw-no-ship", "Equal gold, and nobody captured a ship.")
        else:
            why = msg("draw-ships", "Equal gold, and the best ships are worth the same.")
        if not ruled:
            why = msg("tie-equal", "Equal gold, and nothing else decides.")
        others = tuple(name for name in won if not name.you)
        if len(others) < len(won):
            return [
                why,
                msg("your-draw", "It is a draw between you and {seats}.", seats=Both(others)),
            ]
        return [why, msg("draw", "It is a draw between {seats}.", seats=Both(others))]
    texts: list[Text] = []
    if scores.count(max(scores)) > 1 and not ruled:
        texts += _tell_tie(table, scores)
    elif scores.count(max(scores)) > 1:
        captured = [ship for ship, holder in enumerate(table.captain_of) if holder == winners[0]]
        best = max(captured, key=table.rules.ship_golds.__getitem__)
        texts.append(
            msg(
                "tie-break",
                "Equal gold: the more valuable ship decides, {seat}'s {ship}.",
                ship=table.rules.ship_names[best],
                seat=won[0],
            ).to_you(
                seat=msg(
                    "your-tie-break", "Equal gold: your more valuable ship decides, {ship:nom}."
                )
            )
        )
    return [
        *texts,
        msg("wins", "{seat} wins and is the new pirate king.", seat=won[0]).to_you(
            seat=msg("you-win-gold", "You win and are the new pirate king.")
        ),
    ]
