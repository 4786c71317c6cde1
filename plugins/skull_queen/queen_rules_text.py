"""The rules of Skull Queen for people, generated from the loaded rule set.

Numbers, names and rulings come from the rules, so the text always matches the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Section
from ...core.text import Both, Name, Text, msg, nmsg
from .queen_names import QueenLooks
from .queen_rules import RISING, SkullRules


def queen_rules_text(
    name: Name, variant: Name, tables: Sequence[SkullRules], looks: QueenLooks
) -> list[Section]:
    """Return all rules, in the order in which a newcomer needs them.

    *tables* has the rules for each number of players, in ascending order.
    """
    rules = tables[-1]
    return [
        _aim(name, variant, tables),
        _cards(rules, looks),
        _deal(tables),
        _planks(rules),
        _tricks(rules, looks),
        _judging(rules, looks),
        *(_king(table) for table in tables if table.king),
        _end(rules),
        Section(
            msg("rules-known", "What everybody knows"),
            [
                msg(
                    "sq-rules-known",
                    "Everybody sees what was played. Hands are secret, and so are choices that are"
                    " not shown yet. If you share a keyboard, the screen is cleared before you pass"
                    " it on.",
                )
            ],
        ),
    ]


def _aim(name: Name, variant: Name, tables: Sequence[SkullRules]) -> Section:
    return Section(
        msg("rules-title", "{name}: {variant}", name=name, variant=variant),
        [
            msg(
                "sq-rules-aim",
                "{least} to {most} captains make their crews walk the plank. High cards send your"
                " pirates up, low cards send them down: keep them where they are worth most, and"
                " out of the water.",
                least=tables[0].players,
                most=tables[-1].players,
            )
        ],
    )


def _cards(rules: SkullRules, looks: QueenLooks) -> Section:
    count = len(rules.codes)
    return Section(
        msg("rules-cards", "The cards"),
        [nmsg("rules-deck", "There is {count} card:", "There are {count} cards:", count)],
        [
            msg(
                "sq-rules-numbers",
                "{colours}: the numbers {least} to {most} in each colour.",
                colours=Both(tuple(looks.colours)),
                least=rules.numbers[0],
                most=rules.numbers[-1],
            ),
            *(
                msg(
                    "sq-rules-colourless",
                    "{card} ({code}): it has no colour and the number {number}.",
                    card=looks.cards[rules.codes[card]],
                    code=rules.codes[card],
                    number=rules.number_of[card],
                )
                for card in range(rules.first_special, count)
            ),
        ],
    )


def _deal(tables: Sequence[SkullRules]) -> Section:
    rules = tables[-1]
    paragraphs: list[Text] = []
    for numbers in dict.fromkeys(tuple(table.numbers) for table in tables):
        out = [number for number in rules.numbers if number not in numbers]
        if out:
            players = [table.players for table in tables if tuple(table.numbers) == numbers]
            paragraphs.append(
                msg(
                    "sq-rules-left-out",
                    "With {players} players the numbers {numbers} stay in the box.",
                    players=Both(tuple(map(str, players))),
                    numbers=Both(tuple(map(str, out))),
                )
            )
    paragraphs.append(
        msg(
            "sq-rules-deal",
            "All cards are shuffled and dealt, the same number to each player; the rest lies face"
            " up in the middle.",
        )
    )
    if rules.rulings.swap_middle and len(rules.codes) > rules.first_special:
        paragraphs.append(
            msg(
                "sq-rules-swap-middle",
                "A card without a colour is never left in the middle: it is swapped for a numbered"
                " card drawn at random from the hands.",
            )
        )
    return Section(msg("sq-rules-dealing", "1. Dealing"), paragraphs, [_hands(t) for t in tables])


def _hands(table: SkullRules) -> Text:
    if table.king:
        return msg(
            "sq-rules-hand-king",
            "{players} players: {cards} cards each; the old pirate king gets the rest.",
            players=table.players,
            cards=table.hand_size,
        )
    if not table.left_over:
        return msg(
            "sq-rules-hand",
            "{players} players: {cards} cards each.",
            players=table.players,
            cards=table.hand_size,
        )
    return msg(
        "sq-rules-hand-middle",
        "{players} players: {cards} cards each, {left} in the middle.",
        players=table.players,
        cards=table.hand_size,
        left=table.left_over,
    )


def _planks(rules: SkullRules) -> Section:
    return Section(
        msg("sq-rules-planks", "2. Plank and pirates"),
        [
            msg(
                "sq-rules-plank",
                "You have a plank of {fields} fields and {pirates} pirates, one of each colour. On"
                " its rising side the fields are worth {rising} from the bottom up, on its falling"
                " side {falling}.",
                fields=rules.fields,
                pirates=len(rules.colours),
                rising=_values(rules.values[RISING][1:]),
                falling=_values(rules.values[RISING][:0:-1]),
            ),
            msg(
                "sq-rules-place",
                "Look at your hand, choose a side and put your pirates on any fields; several may"
                " share one. Everybody does so in secret, and then all planks are shown at the"
                " same time.",
            ),
        ],
    )


def _values(values: Sequence[int]) -> Both:
    return Both(tuple(map(str, values)), commas=True)


def _tricks(rules: SkullRules, looks: QueenLooks) -> Section:
    paragraphs: list[Text] = [
        msg(
            "sq-rules-trick",
            "One player plays a card, and the others each add one in turn. If you have cards of"
            " the colour that was led you must play one of them; otherwise you may play any card.",
        )
    ]
    if len(rules.codes) > rules.first_special:
        paragraphs.append(
            msg(
                "sq-rules-joker",
                "{cards} may be played at any time, and take on the colour that was led. If such a"
                " card opens the trick, the first card after it that has a colour sets the colour.",
                cards=Both(tuple(looks.cards[code] for code in rules.codes[rules.first_special :])),
            )
        )
    paragraphs += [
        msg(
            "sq-rules-next",
            "Whoever played the highest number, in whatever colour, leads the next trick; of equal"
            " numbers the later one counts.",
        )
        if rules.rulings.later_leads
        else msg(
            "sq-rules-next-earlier",
            "Whoever played the highest number, in whatever colour, leads the next trick; of equal"
            " numbers the earlier one counts.",
        ),
        msg(
            "sq-rules-first",
            "The player to the left of the dealer leads the first trick, and the deal passes to"
            " the left from round to round.",
        )
        if rules.rulings.deal_passes
        else msg(
            "sq-rules-first-kept",
            "You choose who leads the first trick of the game; each later round begins with the"
            " player who won the lead in the last trick.",
        ),
    ]
    return Section(msg("sq-rules-tricks", "3. Tricks"), paragraphs)


def _judging(rules: SkullRules, looks: QueenLooks) -> Section:
    points: list[Text] = [
        msg(
            "sq-rules-single",
            "If a card is the only one of its colour, it goes to the middle or stays there.",
        ),
        msg(
            "sq-rules-several",
            "If there are several, whoever played the highest moves their own pirate of that"
            " colour one field up, and whoever played the lowest moves theirs one field down. If"
            " the highest or the lowest card already lay in the middle, nobody moves for it. The"
            " judged cards are out of the round.",
        ),
    ]
    for card, number in enumerate(rules.numbers):
        if rules.up_of[card] > 1:
            points.append(
                msg(
                    "sq-rules-up",
                    "{number}, “{name}”: if it is among the judged cards, the pirate goes {steps}"
                    " fields up.",
                    number=number,
                    name=looks.orders[number],
                    steps=rules.up_of[card],
                )
            )
        if rules.down_of[card] > 1:
            points.append(
                msg(
                    "sq-rules-down",
                    "{number}, “{name}”: if it is among the judged cards, the pirate goes {steps}"
                    " fields down.",
                    number=number,
                    name=looks.orders[number],
                    steps=rules.down_of[card],
                )
            )
    points += [
        msg("sq-rules-middle-orders", "This also applies to such a card in the middle.")
        if rules.rulings.middle_orders
        else msg("sq-rules-no-middle-orders", "This does not apply to such a card in the middle."),
        msg(
            "sq-rules-colourless-judged",
            "A card without a colour is judged with the colour that was led, by its number.",
        ),
        msg(
            "sq-rules-water",
            "A pirate that moves past an end of the plank falls into the water and is out until"
            " the next round.",
        ),
    ]
    return Section(
        msg("sq-rules-judging", "4. Judging a trick"),
        [
            msg(
                "sq-rules-together",
                "After each trick every colour is judged separately, the cards of the trick"
                " together with those in the middle:",
            )
        ],
        points,
    )


def _king(table: SkullRules) -> Section:
    paragraphs = [
        msg(
            "sq-rules-king",
            "With {players} players the old pirate king sits at the table, with a pile face down,"
            " but without a plank or pirates. He leads every trick: his top card is turned over,"
            " and its colour must be followed.",
            players=table.players,
        ),
        msg(
            "sq-rules-face-down",
            "You both choose a card and lay it face down; then they are turned over together and"
            " the trick is judged. If the king's card is the highest or the lowest, nobody moves"
            " for it.",
        ),
        msg(
            "sq-rules-swap-king",
            "A card without a colour is never in his pile: it is swapped for a numbered card drawn"
            " at random from the hands.",
        )
        if table.rulings.swap_king
        else msg(
            "sq-rules-king-colourless",
            "If he turns over a card without a colour, nobody needs to follow: the first player to"
            " choose sets the colour.",
        ),
    ]
    return Section(msg("sq-rules-the-king", "The old pirate king"), paragraphs)


def _end(rules: SkullRules) -> Section:
    points = [
        msg(
            "sq-rules-round-end",
            "When all hands are empty the round is over, and every pirate on your plank scores the"
            " points of its field. Pirates in the water score nothing.",
        ),
        msg(
            "sq-rules-rounds",
            "You play as many rounds as there are players. The highest total wins.",
        ),
        msg("sq-rules-shared", "Equal totals share the win.")
        if rules.rulings.shared_win
        else msg(
            "sq-rules-last-round", "If totals are equal, the better result of the last round wins."
        ),
    ]
    return Section(msg("rules-scoring", "Scoring"), points=points)
