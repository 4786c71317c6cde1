"""The signs and notation of a crews table, explained to players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ....core.splitting.offer import Offer
from ....core.splitting.offers.offer_notation import UNKNOWN
from ....core.splitting.offers.parts.all_parts import offer_legend
from ....core.text import Both, Message, Text, in_turn, msg, nmsg
from ..crew_rules import CrewRules
from ..no_captains import held

CAPTAIN = "*"
"""Sign of a captain, in front of the strength of its crew."""

SPOKEN_ADVICE = msg(
    "advice-play-spoken",
    "A pirate adds its strength to your crew at the ship of its colour, or lies face down as a"
    " parrot at any ship. Where your crew is stronger, the pirate can board instead, and its gold"
    " is safe in your chest. After the colon: the strengths, yours first.",
)
SPOKEN_FIRST = msg("advice-play-heard", "After the colon: the strengths, yours first.")
FIRST_ADVICE = msg(
    "advice-play-first",
    "Gold in brackets counts for now; * marks the crew that holds a ship.",
)


def crews_legend(
    rules: CrewRules, ship_words: Mapping[str, Text], offer: Offer, *, numbers: bool
) -> list[Text]:
    """Explain the notation line by line; *ship_words* maps ships to the words players type.

    With *numbers*, explain also what is written behind choices that are not sentences.
    """
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
    text = msg("legend-cards", "Cards: {cards}.", cards=cards)
    code = codes[shown[0] if shown else 0]
    ship = ship_words.get(rules.ships[0], rules.ships[0])
    legend = [
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
        msg("legend-board", "{text}: boards and goes into your chest.", text=f"{code}$"),
        *(_numbers(rules, code) if numbers else []),
        msg(
            "legend-captain",
            "{sign}: holds the ship (this player's captain is aboard).",
            sign=CAPTAIN,
        ),
        *_specials(rules),
    ]
    return [held(rules, text) for text in legend]


def _numbers(rules: CrewRules, code: str) -> list[Text]:
    """Explain what is written in the log, and behind choices that are not sentences."""
    return [
        msg("legend-draw", "{text} in the log: this card was drawn.", text=f"+{code}"),
        nmsg(
            "legend-strength",
            "{example}: your strength at the ship before and after, then your opponent's.",
            "{example}: your strength at the ship before and after, then that of the others.",
            rules.players - 1,
            example=example_strengths(rules),
        ),
        nmsg(
            "legend-gold",
            "{example}: the gold that you gain or lose by it, then your opponent's.",
            "{example}: the gold that you gain or lose by it, then that of the others.",
            rules.players - 1,
            example=example_gold(rules),
        ),
        msg("legend-equal", "=: equal to another choice for now."),
    ]


def pointed_advice(rules: CrewRules) -> Message:
    """Say what a card can do, to somebody who chooses it and a place by pointing."""
    told = msg(
        "advice-play-pointed",
        "Face up at the ship of its colour, a card adds its number to your crew. Face down at"
        " any ship, it is a parrot and counts {parrot}. While your captain holds the ship of its"
        " colour, you may put it into your chest instead (board): its number is safe gold, but"
        " adds no strength.",
        parrot=rules.parrot,
    )
    return held(rules, told)


def pointed_primer(rules: CrewRules) -> Message:
    """Say what cards do and what ships bring, beside `aim_of`, in sentences of the advice."""
    ships = msg(
        "crews-primer-pointed",
        "The stronger crew holds the ship, and scores its gold at the end; a tie leaves it to"
        " nobody.",
    )
    return in_turn([pointed_advice(rules), ships])


def pointed_legend(rules: CrewRules) -> list[Text]:
    """Explain what is drawn at the ships and beside the seats."""
    crew = msg(
        "legend-bubble",
        "Number beside a crew: its strength. Where it is gold-coloured, this crew's captain is on"
        " board.",
    )
    return [
        held(rules, crew),
        msg(
            "legend-coin",
            "Coin on a sail: the gold that the ship is worth at the end.",
            picture="coin",
        ),
        msg(
            "legend-chest",
            "Coin beside a name: all the gold this player would have if the match ended now. Chest:"
            " how much of that is safe already.",
            picture="chest",
        ),
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


def aim_of(rules: CrewRules) -> Message:
    """Say what wins."""
    aim = msg(
        "crews-aim",
        "Whoever has the most gold at the end wins. Ships with your captain on board count, and so"
        " do the cards in your chest.",
    )
    if rules.have_partners:
        aim = msg(
            "crews-aim-sides",
            "The side with the most gold at the end wins. Ships with one of its captains on board"
            " count, and so do the cards in its chests.",
        )
    return held(rules, aim)


def parrot_sign(rules: CrewRules, new: Sequence[str]) -> list[Text]:
    """Explain the first of the signs *new* that is a parrot, if there is one."""
    signs = [sign for sign in new if sign.endswith("?") and sign != UNKNOWN][:1]
    return [
        msg("sign-parrot", "{sign} lies face down and counts as {strength}.", sign=sign,
            strength=rules.parrot)
        for sign in signs
    ]  # fmt: skip


def primer_of(rules: CrewRules, amount: Callable[[int], Message], *, spoken: bool) -> Message:
    """Say in few words what wins; if *spoken*, name the ships first, and say what cards do."""
    if not spoken:  # what cards do is said before the first is played
        return msg(
            "crews-primer",
            "At the end the stronger crew at each ship gets its gold; the most gold wins.",
        )
    told = msg(
        "crews-primer-heard",
        "A card adds its number to your crew at the ship of its colour, or lies face down at any"
        " ship as a parrot, which adds {parrot}. Where your crew is the stronger one, a card of the"
        " ship's colour can board instead: its number is gold, safe in your chest. The stronger"
        " crew at a ship holds its gold. The most gold wins.",
        parrot=rules.parrot,
    )
    ships = tuple(
        msg("ship-gold", "{ship} {gold}", ship=name, gold=amount(gold))
        for name, gold in zip(rules.ship_names, rules.ship_golds, strict=True)
    )
    listed = msg("crews-primer-ships", "The ships: {ships}.", ships=Both(ships, commas=True))
    return in_turn([listed, held(rules, told)])


def example_strengths(rules: CrewRules) -> str:
    """Write made-up strengths at a ship as choices show them, one for each seat: ``3>4 : 5``."""
    return " : ".join(["3>4", "5", "3", "2", "1", "0", "0", "0"][: rules.players])


def example_gold(rules: CrewRules) -> str:
    """Write made-up gains in gold as choices show them, one for each seat: ``+7 : −7``."""
    return " : ".join(["+7", "−7", *["0"] * 6][: rules.players])


def _at_ship(start: str, ship: Text) -> Message:
    """Write the notation of a play: *start*, then *ship*, the word that players type."""
    return Message("notation", "{start}{ship}", {"start": start, "ship": ship})
