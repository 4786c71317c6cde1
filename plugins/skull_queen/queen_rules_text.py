"""The rules of Skull Queen for people, generated from the loaded rule set.

Numbers, names and rulings come from the rules, so the text always matches the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.scene import Section, ruling
from ...core.text import Both, Message, Text, in_turn, msg, nmsg, written
from .queen_rules import SkullRules

_HIGHEST = msg(
    "sq-highest",
    "It can be played at any time and, as {number}, is the highest card of the colour that was led:"
    " the pirate of whoever plays it moves up.",
)
_LOWEST = msg(
    "sq-lowest",
    "It can be played at any time and, as {number}, is the lowest card of the colour that was led:"
    " the pirate of whoever plays it moves down.",
)


def queen_rules_text(rules: SkullRules) -> Iterator[Section]:
    """Yield *rules*, for one number of players, in the order in which a newcomer needs them."""
    yield _dealing(rules)
    yield _planks(rules)
    yield _king(rules) if rules.king else _tricks(rules)
    yield _judging(rules)
    yield _scoring(rules)


def _listed(values: Iterable[int], commas: bool = True) -> Both:
    return Both(tuple(written(value) for value in values), commas)


def _dealing(rules: SkullRules) -> Section:
    model = rules.model
    numbers = [
        msg(
            "sq-rules-numbers",
            "The colours are {colours}; each has one card of every number from {least} to {most}.",
            colours=Both(tuple(colour.name for colour in model.colours)),
            least=model.numbers.least,
            most=model.numbers.most,
        )
    ]
    every = range(model.numbers.least, model.numbers.most + 1)
    if out := [number for number in every if number not in rules.numbers]:
        left_out = nmsg(
            "sq-rules-left-out",
            "With {players} players, the number {numbers} stays in the box.",
            "With {players} players, the numbers {numbers} stay in the box.",
            len(out),
            players=rules.players,
            numbers=_listed(out, commas=False),
        )
        numbers.append(left_out)
    texts: list[Text] = [in_turn(numbers)]
    texts += [
        msg(
            "sq-rules-extra",
            "There is one {name}, with the number {number} and no colour.",
            name=card.name,
            number=card.number,
        )
        for card in model.cards
    ]
    dealt = msg("sq-rules-deal", "All cards are shuffled and dealt: {cards} to each player.")
    if rules.king:
        dealt = msg(
            "sq-rules-deal-king",
            "All cards are shuffled and dealt: {cards} to each of you, and {left} face down to"
            " the old pirate king.",
        )
    elif rules.left_over:
        dealt = msg(
            "sq-rules-deal-rest",
            "All cards are shuffled and dealt: {cards} to each player. The {left} left over lie"
            " face up in the middle.",
        )
    texts.append(dealt.filled(cards=int(rules.hand_size), left=int(rules.left_over)))
    if model.cards and rules.left_over:
        texts.append(ruling(_colourless(rules)))
    if rules.left_over > 1 and not rules.king:
        meet = msg(
            "sq-rules-meet", "Cards that the deal leaves in the middle count in the first trick."
        )
        texts.append(ruling(meet))
    return Section(msg("sq-rules-dealing", "1. Dealing"), texts)


def _colourless(rules: SkullRules) -> Message:
    """Say what becomes of a card without a colour that is not dealt to a player."""
    if rules.king and rules.rulings.swap_king:
        return msg(
            "sq-rules-swap-king",
            "A card without a colour is never in his pile: it is swapped for a numbered card drawn"
            " at random from the hands.",
        )
    if rules.king:
        return msg(
            "sq-rules-king-colourless",
            "If he turns over a card without a colour, nobody needs to follow. The card of the"
            " player who chose first sets the colour; if it has none either, the other card does.",
        )
    if rules.rulings.swap_middle:
        return msg(
            "sq-rules-swap-middle",
            "A card without a colour is never left in the middle: it is swapped for a numbered"
            " card drawn at random from the hands.",
        )
    return msg(
        "sq-rules-keep-middle",
        "A card without a colour that is left in the middle is judged in the first trick,"
        " with the colour that is led.",
    )


def _planks(rules: SkullRules) -> Section:
    plank = msg(
        "sq-rules-plank",
        "You have a plank of {fields} spaces and {pirates} pirates, one of each colour. On"
        " its rising side the spaces are worth {rising} from the bottom up, on its falling"
        " side {falling}.",
        fields=rules.fields,
        pirates=len(rules.colours),
        rising=_listed(rules.values[0][1:]),
        falling=_listed(rules.values[1][1:]),
    )
    values = msg(
        "sq-rules-values",
        "we chose the values of the spaces between the lowest and the highest ourselves.",
    )
    place = msg(
        "sq-rules-place",
        "Look at your hand, choose a side and put your pirates on any spaces; several may"
        " share one.",
    )
    secret = msg("sq-rules-secret", "you do so in secret, and all planks are revealed together.")
    # A plank of one's own is worth what it is worth.
    about = [plank, ruling(values)] if rules.has_rulebook else [plank]
    texts = [in_turn(about), in_turn([place, ruling(secret)])]
    return Section(msg("sq-rules-planks", "2. Plank and pirates"), texts)


def _joker(rules: SkullRules) -> list[Text]:
    """Explain the cards without a colour, if there are any."""
    if not rules.model.cards:
        return []
    is_alone = len(rules.model.cards) == 1
    (joker,) = tell_jokers(rules)
    if rules.king:
        return [joker]
    opens = msg("sq-rules-opens", "If such a card opens the trick, the next card sets the colour.")
    third = msg("sq-rules-third", "if that card has no colour either, the third card sets it.")
    return [in_turn([joker, opens, *([] if is_alone else [ruling(third)])])]


def tell_jokers(rules: SkullRules) -> list[Message]:
    """Explain the cards without a colour in one text, if there are any."""
    if len(rules.model.cards) < 2:
        return special_cards(rules, rules.codes)
    text = msg(
        "sq-rules-joker",
        "{cards} may be played at any time and take on the colour that was led; their numbers make"
        " them its lowest and highest cards. So the pirate of that colour always moves.",
        cards=Both(tuple(card.name for card in rules.model.cards)),
    )
    return [text]


def cards_sign(rules: SkullRules) -> Message:
    """Explain how cards are written."""
    colours = tuple(
        msg("code-colour", "{code} {colour}", code=colour.code, colour=colour.name)
        for colour in rules.model.colours
    )
    listed = Both(colours, commas=True)
    return msg("sq-legend-cards", "Cards: {colours}, each with its number.", colours=listed)


PLANK_SIGN = msg(
    "sq-legend-plank",
    "On a plank, each pirate's letter is shown after the value of its space. Where a plank is"
    " drawn as a single line, the lowest space is on the left.",
)


def special_cards(rules: SkullRules, codes: Iterable[str], *, drawn: bool = False) -> list[Message]:
    """Say of each card among *codes* that has no colour what it does; *drawn* ones show no code."""
    return [
        Message(
            f"sign-{card.code}",
            "{card:cap} ({code}): {what}",
            {"card": card.name, "code": card.number if drawn else card.code, "what": what},
        )
        for card in rules.model.cards
        if card.code in codes
        for what in [rule_of(rules, card.code)]
    ]


def rule_of(rules: SkullRules, code: str) -> Text:
    """Say what the card *code* does if it has no colour."""
    told = (
        (_HIGHEST if card.number > rules.numbers[-1] else _LOWEST).filled(number=card.number)
        for card in rules.model.cards
        if card.code == code
    )
    return next(told, "")


def _tricks(rules: SkullRules) -> Section:
    trick = msg(
        "sq-rules-trick",
        "One player plays a card, and the others each add one in turn. If you have cards of the"
        " colour that was led, you must play one of them; otherwise you may play any card.",
    )
    first = msg("sq-rules-first", "the player to the left of the dealer leads the first trick.")
    passes = (
        msg("sq-rules-passes", "the deal passes to the left from round to round.")
        if rules.rulings.deal_passes
        else msg("sq-rules-kept", "whoever would have led the next trick leads the next round.")
    )
    points = [
        msg("sq-rules-next", "Whoever played the highest number of all leads the next trick."),
        msg("sq-rules-later", "If numbers are equal, the later one counts.")
        if rules.rulings.later_leads
        else msg("sq-rules-earlier", "Of equal numbers the earlier one counts."),
        ruling(first),
        ruling(passes),
    ]
    return Section(msg("sq-rules-tricks", "3. Tricks"), [trick, *_joker(rules)], points)


def _king(rules: SkullRules) -> Section:
    text = msg(
        "sq-rules-king",
        "The old pirate king plays too, as a third player without a plank or pirates. He leads"
        " every trick: the top card of his pile is turned over, and its colour is led. You each"
        " lay a card face down. If you have cards of that colour, it must be one of them;"
        " otherwise it may be any card. Then you turn both over together, and see whose pirates"
        " move. If the king's card is the highest or the lowest, nobody moves because of it.",
    )
    turns = msg(
        "sq-rules-king-turns",
        "whoever did not deal chooses first, and the deal passes on after each round.",
    )
    title = msg("sq-rules-the-king", "3. Tricks with the old pirate king")
    return Section(title, [text, *_joker(rules), ruling(turns)])


PLANK = msg(
    "sq-advice-side",
    "You choose a side of your plank and place your pirates on it, one of each colour. Then come"
    " tricks, in which the colour that is led must be followed: whoever plays the highest card of a"
    " colour moves their pirate of that colour up a space, and whoever plays the lowest moves"
    " theirs down. At"
    " the end a pirate scores the value of its space: on the rising side the upper spaces have the"
    " high values, on the falling side the lower ones. A pirate that goes past either end falls"
    " into the water and scores nothing.",
)

DRAWN = msg(
    "sq-advice-drawn",
    "You place your pirates yourself. In each trick, the highest card of a colour moves its"
    " player's pirate up, the lowest one down; past either end lies the water. At the end, the"
    " coins of their spaces count.",
)

SHORTLY = msg(
    "sq-primer",
    "You play {count} rounds; whoever has the most points at the end wins. You place your pirates,"
    " one of each colour, on a plank above the water. Then come tricks, in which the colour that is"
    " led must be followed: the highest card of a colour moves its player's pirate up, the lowest"
    " one down. Both ends of the plank drop into the water. At the end of a round each pirate"
    " scores the value of its space, or nothing if it is in the water.",
)

KING_SHORTLY = msg("sq-primer-king", "The old pirate king opens every trick and has no pirates.")

KING_LEADS = msg(
    "sq-advice-king",
    "The old pirate king leads every trick with the top card of his pile; nobody moves for his"
    " cards.",
)

SINGLE = msg(
    "sq-rules-single",
    "A card that is the only one of its colour goes to the middle and stays there until another"
    " card of its colour is played; then it counts as well.",
)


_ORDERS = (
    nmsg(
        "sq-rules-up",
        "{number}, “{name}”: whoever played the highest card of its colour moves their pirate up"
        " {count} space.",
        "{number}, “{name}”: whoever played the highest card of its colour moves their pirate up"
        " {count} spaces.",
        0,
    ),
    nmsg(
        "sq-rules-down",
        "{number}, “{name}”: whoever played the lowest card of its colour moves their pirate down"
        " {count} space.",
        "{number}, “{name}”: whoever played the lowest card of its colour moves their pirate down"
        " {count} spaces.",
        0,
    ),
)
BRIEF_ORDERS = (
    nmsg(
        "sq-advice-up",
        "If the {number} of a colour is in the trick, its highest card moves a pirate up"
        " {count} space.",
        "If the {number} of a colour is in the trick, its highest card moves a pirate up"
        " {count} spaces.",
        0,
    ),
    nmsg(
        "sq-advice-down",
        "If the {number} of a colour is in the trick, its lowest card moves a pirate down"
        " {count} space.",
        "If the {number} of a colour is in the trick, its lowest card moves a pirate down"
        " {count} spaces.",
        0,
    ),
)
"""The same in a few words."""


def tell_orders(rules: SkullRules, sentences: tuple[Message, Message] = _ORDERS) -> list[Message]:
    """Say of each number that makes a pirate go further up, or down, what it does."""
    up, down = sentences
    return [
        (up if order.moves == "up" else down).filled(
            number=order.number, name=order.name, count=order.steps
        )
        for order in rules.model.orders
    ]


def _judging(rules: SkullRules) -> Section:
    text = msg(
        "sq-rules-together",
        "After each trick, every colour is judged separately, counting the cards of the trick"
        " together with those in the middle:",
    )
    points = [
        SINGLE,
        msg(
            "sq-rules-several",
            "If there are several cards of a colour, whoever played the highest moves their own"
            " pirate of that colour one space up, and whoever played the lowest moves theirs one"
            " space down. If the highest or lowest card was already in the middle, nobody moves"
            " because of it. The judged cards are out of the round.",
        ),
        *tell_orders(rules),
    ]
    if rules.model.orders:
        points.append(
            ruling(
                msg(
                    "sq-rules-middle-orders",
                    "cards with these numbers do so in the middle as well.",
                )
                if rules.rulings.middle_orders
                else msg(
                    "sq-rules-no-middle-orders",
                    "cards with these numbers do not do so in the middle.",
                )
            )
        )
    water = msg(
        "sq-rules-water",
        "A pirate that moves past either end of the plank falls into the water and is out until"
        " the next round.",
    )
    return Section(msg("sq-rules-judging", "4. Judging a trick"), [text], [*points, water])


def _scoring(rules: SkullRules) -> Section:
    scored = msg(
        "sq-rules-round-end",
        "When all hands are empty, the round is over, and every pirate on your plank scores the"
        " points of its space. Pirates in the water score nothing.",
    )
    rounds = msg(
        "sq-rules-rounds",
        "You play {count} rounds, as many as there are players.",
        count=rules.players,
    )
    most = msg("sq-rules-most", "Whoever has the most points after the last round wins.")
    shared = msg("sq-rules-shared", "equal totals share the win.")
    last = msg(
        "sq-last",
        "if totals are equal, the last round decides; if that is tied too, the win is shared.",
    )
    tie = ruling(shared if rules.rulings.shared_win else last)
    return Section(msg("rules-scoring", "Scoring"), points=[scored, rounds, in_turn([most, tie])])
