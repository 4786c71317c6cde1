"""Sentences about the scores of a crews table, and about who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....core.game import OVER, are_together
from ....core.scene import ruling
from ....core.splitting.position import SplitPosition
from ....core.splitting.split_presenter import SplitPresenter
from ....core.text import Both, Message, Name, Text, in_turn, msg, named, nmsg
from ..crew_rules import BEST_SHIP, NOBODY, CrewRules
from ..crews import Crews
from ..crews_table import CrewsTable
from ..no_captains import held

# Translators: after "the winner is".
_TIE_BREAKS: Final = {
    BEST_SHIP: msg("tie-best-ship", "whoever captured the most valuable ship"),
    "most-ships": msg("tie-most-ships", "whoever captured the most ships"),
    "fewest-ships": msg("tie-fewest-ships", "whoever captured the fewest ships"),
    "most-chest": msg("tie-most-chest", "whoever has the most gold in the treasure chest"),
    "fewest-chest": msg("tie-fewest-chest", "whoever has the least gold in the treasure chest"),
}
_OF_SIDES: Final = {
    BEST_SHIP: msg("tie-best-ship-side", "the side that captured the most valuable ship"),
    "most-ships": msg("tie-most-ships-side", "the side that captured the most ships"),
    "fewest-ships": msg("tie-fewest-ships-side", "the side that captured the fewest ships"),
    "most-chest": msg(
        "tie-most-chest-side", "the side with the most gold in all its treasure chests"
    ),
    "fewest-chest": msg(
        "tie-fewest-chest-side", "the side with the least gold in all its treasure chests"
    ),
}


def _tie_break(rules: CrewRules, rule: str) -> Message:
    """Say who wins by the tie-break *rule*."""
    return (_OF_SIDES if rules.have_partners else _TIE_BREAKS)[rule]


def wins_text(rules: CrewRules) -> Message:
    """Explain who wins, for the rules."""
    if rules.tie_break != [BEST_SHIP]:
        return _tie_breaks(rules)
    two, alike = rules.players == 2, len({*rules.ship_golds}) < rules.ship_count
    sides = rules.have_partners
    if sides:
        wins = msg(
            "rules-win-sides",
            "The side with the most gold wins, and its pirates are the new pirate kings. If sides"
            " tie for the most gold, the one that captured the most valuable ship wins.",
        )
    elif two:
        wins = msg(
            "rules-win",
            "Whoever has more gold is the new pirate king. If both have the same amount, whoever"
            " captured the most valuable ship wins.",
        )
    else:
        wins = msg(
            "rules-win-many",
            "Whoever has the most gold is the new pirate king. If players tie for the most gold,"
            " the one who captured the most valuable ship wins.",
        )
    if alike and sides:
        draw = msg(
            "rules-draw-alike-sides",
            "If that is equal too, or if none of these sides captured a ship, they share the win.",
        )
    elif sides:
        draw = msg(
            "rules-draw-sides", "If none of these sides captured a ship, they share the win."
        )
    elif alike:
        draw = msg(
            "rules-draw-alike",
            "If that is equal too, or if none of them captured a ship, the game is a draw.",
        )
    elif two:
        draw = msg("rules-drawn", "If neither of them captured a ship, the game is a draw.")
    else:
        draw = msg("rules-draw-many", "If none of them captured a ship, the game is a draw.")
    return in_turn([wins, ruling(draw)])


def _tie_breaks(rules: CrewRules) -> Message:
    """Say who wins, with the tie-breaks of the rule set."""
    most = msg("rules-most-gold", "Whoever has the most gold is the new pirate king.")
    shared = msg("rules-all-draw", "Players tied for the most gold share the win.")
    if rules.have_partners:
        most = msg(
            "rules-most-gold-sides",
            "The side with the most gold wins, and its pirates are the new pirate kings.",
        )
        shared = msg("rules-all-draw-sides", "Sides tied for the most gold share the win.")
    if not rules.tie_break:
        return in_turn([most, shared])
    first, *others = (_tie_break(rules, rule) for rule in rules.tie_break)
    then = (msg("tie-then", "or, if that is equal too, {what}", what=other) for other in others)
    what = Both((first, *then), commas=True)
    return in_turn(
        [
            most,
            msg("rules-equal-gold", "A tie for the most gold is won by {what}.", what=what),
            msg("rules-tie-shared", "If that is equal too, the win is shared."),
        ]
    )


def tell_scoring(words: SplitPresenter[CrewsTable], position: SplitPosition) -> list[Text]:
    """Account for every chest, ship and price, give the totals, and name the winner or winners."""
    table, scores, seats = words.table_of(position), position.scores(), words.seats
    rules = table.rules
    early = position.to_act() == OVER and position.turn < position.game.turns
    paid = words.tell_paid(position.from_prices())
    return [
        *([_tell_early_end(table)] if early else []),
        *(_score_chest(table, seat, words) for seat in rules.every_seat),
        *(_score_ship(table, ship, seats) for ship in range(rules.ship_count)),
        *_score_seconds(table, seats),
        *(Message("say-paid", "{paid}.", {"paid": text}) for text in paid),
        *(
            nmsg(
                "score-total",
                "{seat:cap}: {count} gold.",
                "{seat:cap}: {count} gold.",
                scores[team[0]],
                seat=Both(tuple(named(seats[seat]) for seat in team)),
            )
            for team in rules.teams()
        ),
        *_tell_winners(table, scores, seats),
    ]


def ends_early(rules: CrewRules) -> Message | None:
    """Say what ends the game before its last turn, if anything does."""
    if rules.end_gold is None:
        held = msg(
            "rules-end-held",
            "It ends earlier if a captain stands on every ship at the end of a turn.",
        )
        return held if rules.end_held else None
    gold = rules.end_gold
    if rules.end_held and rules.have_partners:
        return nmsg(
            "rules-end-both-side",
            "It ends earlier if at the end of a turn a captain stands on every ship, or one side"
            " together has {count} gold or more, counting the gold of their ships.",
            "It ends earlier if at the end of a turn a captain stands on every ship, or one side"
            " together has {count} gold or more, counting the gold of their ships.",
            gold,
        )
    if rules.end_held:
        return nmsg(
            "rules-end-both",
            "It ends earlier if at the end of a turn a captain stands on every ship, or somebody"
            " has {count} gold or more, counting the gold of their ships.",
            "It ends earlier if at the end of a turn a captain stands on every ship, or somebody"
            " has {count} gold or more, counting the gold of their ships.",
            gold,
        )
    if rules.have_partners:
        return nmsg(
            "rules-end-gold-side",
            "It ends earlier if one side together has {count} gold or more at the end of a turn,"
            " counting the gold of their ships.",
            "It ends earlier if one side together has {count} gold or more at the end of a turn,"
            " counting the gold of their ships.",
            gold,
        )
    return nmsg(
        "rules-end-gold",
        "It ends earlier if somebody has {count} gold or more at the end of a turn, counting the"
        " gold of their ships.",
        "It ends earlier if somebody has {count} gold or more at the end of a turn, counting the"
        " gold of their ships.",
        gold,
    )


def _tell_early_end(table: Crews) -> Message:
    """Tell what has ended the game although turns were left."""
    rules = table.rules
    if rules.end_held and min(table.captain_of) != NOBODY:
        ended = msg("ended-ships", "A captain stands on every ship, so the game ends early.")
        return held(rules, ended)
    return nmsg(
        "ended-gold",
        "The {count} gold that ends the game has been reached.",
        "The {count} gold that ends the game has been reached.",
        rules.end_gold or 0,
    )


def _score_chest(table: Crews, seat: int, words: SplitPresenter[CrewsTable]) -> Message:
    codes = [table.rules.codes[card] for card in sorted(table.chests[seat])]
    if not codes and not table.chest_golds[seat]:
        return msg("score-empty", "{seat}'s chest: empty.", seat=words.seats[seat]).to_you(
            seat=msg("your-empty-chest", "Your chest: empty.")
        )
    return nmsg(
        "score-chest",
        "{seat}'s chest: {count} gold ({cards}).",
        "{seat}'s chest: {count} gold ({cards}).",
        table.chest_golds[seat],
        seat=words.seats[seat],
        cards=words.listed(codes) if codes else "–",
    ).to_you(
        seat=nmsg(
            "your-chest",
            "Your chest: {count} gold ({cards}).",
            "Your chest: {count} gold ({cards}).",
            table.chest_golds[seat],
        )
    )


def _score_ship(table: Crews, ship: int, seats: Sequence[Name]) -> Message:
    gold = table.rules.ship_golds[ship]
    name = table.rules.ship_names[ship]
    holder = table.captain_of[ship]
    if holder == NOBODY:
        nobody = nmsg(
            "score-nobody",
            "{ship:cap} ({count} gold): no captain, so nobody gets it.",
            "{ship:cap} ({count} gold): no captain, so nobody gets it.",
            gold,
            ship=name,
        )
        return held(table.rules, nobody)
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
            "{seat} comes second {ship:loc} and gets {count} gold.",
            "{seat} comes second {ship:loc} and gets {count} gold.",
            rules.ship_seconds[ship],
            seat=seats[holder],
            ship=rules.ship_names[ship],
        ).to_you(
            seat=nmsg(
                "score-second-you",
                "You come second {ship:loc} and get {count} gold.",
                "You come second {ship:loc} and get {count} gold.",
                rules.ship_seconds[ship],
            )
        )
        for ship, holder in enumerate(holders)
        if holder != NOBODY and rules.ship_seconds[ship]
    ]


def _tell_tie(table: Crews, scores: list[int]) -> list[Text]:
    """Tell which tie-break of the rule set has decided."""
    ahead = [team[0] for team in table.rules.teams() if scores[team[0]] == max(scores)]
    for rule in table.rules.tie_break:
        ranks = [table.tie_rank(seat, rule) for seat in ahead]
        ahead = [seat for seat, rank in zip(ahead, ranks, strict=True) if rank == max(ranks)]
        if len(ahead) == 1:
            what = _tie_break(table.rules, rule)
            return [msg("tie-decided-gold", "A tie on gold; the winner is {what}.", what=what)]
    return []


def _tell_winners(table: Crews, scores: list[int], seats: Sequence[Name]) -> list[Text]:
    winners = table.winners_among(scores)
    ruled = table.rules.tie_break == [BEST_SHIP]
    won = [seats[seat] for seat in winners]
    together = are_together(winners, table.rules.sides)
    if len(winners) > 1 and not together:
        if all(table.best_ship(seat) == 0 for seat in winners):
            why = msg("draw-no-ship", "A tie on gold, and nobody captured a ship.")
        else:
            why = msg("draw-ships", "A tie on gold, and the best ships are worth the same.")
        if not ruled:
            why = msg("tie-equal", "A tie on gold, and nothing else decides.")
        others = tuple(name for name in won if not name.you)
        if table.rules.have_partners and len(won) == len(seats):
            return [why, msg("draw-of-sides", "It is a draw: all sides are level.")]
        if len(others) < len(won):
            return [
                why,
                msg("your-draw", "It is a draw between you and {seats}.", seats=Both(others)),
            ]
        return [why, msg("draw", "It is a draw between {seats}.", seats=Both(others))]
    texts: list[Text] = []
    is_tied = scores.count(max(scores)) > len(winners)
    if is_tied and not ruled:
        texts += _tell_tie(table, scores)
    elif is_tied:
        captured = [ship for ship, holder in enumerate(table.captain_of) if holder in winners]
        best = max(captured, key=table.rules.ship_golds.__getitem__)
        texts.append(
            msg(
                "tie-break",
                "A tie on gold: the more valuable ship decides, {seat}'s {ship}.",
                ship=table.rules.ship_names[best],
                seat=seats[table.captain_of[best]],
            ).to_you(
                seat=msg(
                    "your-tie-break", "A tie on gold: your more valuable ship decides, {ship:nom}."
                )
            )
        )
    if together:
        names = Both(tuple(map(named, won)))
        both = msg("win-gold", "{seats:cap} win together, the new pirate kings.", seats=names)
        return [*texts, both]
    return [
        *texts,
        msg("wins", "{seat} wins and is the new pirate king.", seat=won[0]).to_you(
            seat=msg("you-win-gold", "You win and are the new pirate king.")
        ),
    ]
