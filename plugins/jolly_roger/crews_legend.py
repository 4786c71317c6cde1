"""The signs and notation of a crews table, explained to players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...core.splitting.offer import Offer
from ...core.splitting.offers.parts.all_parts import offer_legend
from ...core.text import Both, Message, Text, in_turn, msg, nmsg
from .crew_rules import CrewRules

CAPTAIN = "*"
"""Sign of a captain, in front of the strength of its crew."""

SPOKEN_ADVICE = msg(
    "advice-play-spoken",
    "A pirate joins your crew at its own ship, boards, or lies face down as a parrot at any ship."
    " You hear the strength of the crews afterwards, yours first.",
)
FIRST_ADVICE = msg(
    "advice-play-first",
    "Gold behind a choice is what your captain would hold: it counts at the end, if he is still"
    " aboard. What a card that boards brings is safe in your treasure chest.",
)


def crews_legend(rules: CrewRules, ship_words: Mapping[str, Text], offer: Offer) -> list[Text]:
    """Explain the notation line by line; *ship_words* maps ships to the words players type."""
    codes = rules.codes
    pirates = [card for card, special in enumerate(rules.special) if not special]
    # One pirate of each ship is enough to show the letters of the colours.
    ships = dict.fromkeys(tuple(rules.card_ships[card]) for card in pirates)
    shown = [
        next(card for card in pirates if tuple(rules.card_ships[card]) == key) for key in ships
    ]
    cards = Both(
        tuple(
            msg("legend-card", "{code} is {card:nom}", code=codes[n], card=rules.card_names[n])
            for n in shown
        ),
        commas=True,
    )
    text = msg("legend-cards", "The cards: {cards}.", cards=cards)
    code = codes[shown[0] if shown else 0]
    ship = ship_words.get(rules.ships[0], rules.ships[0])
    return [
        *([_letters(rules, ship_words, shown) or text] if shown else []),
        *offer_legend(offer, code),
        msg(
            "legend-join",
            "{text}: joins your crew there, face up.",
            text=_at_ship(f"{code}@", ship),
        ),
        msg(
            "legend-parrot",
            "{text}: lies there face down, as a parrot; {card}? on the table is a parrot, too.",
            text=_at_ship(f"{code}?", ship),
            card=code,
        ),
        msg("legend-board", "{text}: boards and goes into your treasure chest.", text=f"{code}$"),
        msg("legend-draw", "{text}: drawn, in the log.", text=f"+{code}"),
        nmsg(
            "legend-strength",
            "{example}: your strength at the ship before and after, then your opponent's.",
            "{example}: your strength at the ship before and after, then that of the others.",
            rules.players - 1,
            example=example_strengths(rules),
        ),
        nmsg(
            "legend-gold",
            "{example}: the gold that you gain or lose by it, then your opponent.",
            "{example}: the gold that you gain or lose by it, then the others.",
            rules.players - 1,
            example=example_gold(rules),
        ),
        msg("legend-equal", "=: equal to another choice for now."),
        msg("legend-captain", "{sign}: this player's captain is aboard.", sign=CAPTAIN),
        *_specials(rules),
    ]


def _letters(
    rules: CrewRules, ship_words: Mapping[str, Text], shown: Sequence[int]
) -> Message | None:
    """Explain the letters of the pirates *shown*, if each is a ship's letter and its strength."""
    letters = []
    for card in shown:
        ships, code = rules.card_ships[card], rules.codes[card]
        letter = code.removesuffix(str(rules.strengths[card]))
        if len(ships) != 1 or letter == code or not letter.isalpha():
            return None
        ship = rules.ships[ships[0]]
        letters.append(
            msg("legend-letter", "{letter} {ship}", letter=letter, ship=ship_words.get(ship, ship))
        )
    return msg(
        "legend-letters",
        "Cards: {letters}; the number is the strength.",
        letters=Both(tuple(letters), commas=True),
    )


def _specials(rules: CrewRules) -> list[Text]:
    legend: list[Text] = []
    for card, options in enumerate(rules.effect_options):
        if options:
            written = [rules.codes[card] + option for option in options]
            more = " …" if len(written) > 2 else ""
            legend.append(
                msg(
                    "legend-effect",
                    "{text}: plays {card:acc}.",
                    text=", ".join(written[:2]) + more,
                    card=rules.card_names[card],
                )
            )
    return legend


def primer_of(rules: CrewRules, amount: Callable[[int], Message], *, spoken: bool) -> Text:
    """Say in few words what cards do and what wins; if *spoken*, name the ships first."""
    told = msg(
        "crews-primer",
        "Face up, a card strengthens your crew at the ship of its colour; face down, it is a"
        " parrot (strength {parrot}) at any ship. The stronger crew has its captain on board,"
        " and the ship's gold at the end. Where your captain stands, a card of that colour can"
        " also board and bring its own gold. The most gold wins.",
        parrot=rules.parrot,
    )
    if not spoken:
        return told
    ships = tuple(
        msg("ship-gold", "{ship} {gold}", ship=name, gold=amount(gold))
        for name, gold in zip(rules.ship_names, rules.ship_golds, strict=True)
    )
    listed = msg("crews-primer-ships", "The ships: {ships}.", ships=Both(ships, commas=True))
    return in_turn([listed, told])


def example_strengths(rules: CrewRules) -> str:
    """Write made-up strengths at a ship as choices show them, one for each seat: ``3>4 : 5``."""
    return " : ".join(["3>4", "5", "3", "2", "1", "0", "0", "0"][: rules.players])


def example_gold(rules: CrewRules) -> str:
    """Write made-up gains in gold as choices show them, one for each seat: ``+7 : −7``."""
    return " : ".join(["+7", "−7", *["0"] * 6][: rules.players])


def _at_ship(start: str, ship: Text) -> Message:
    """Write the notation of a play: *start*, then *ship*, the word that players type."""
    return Message("notation", "{start}{ship}", {"start": start, "ship": ship})
