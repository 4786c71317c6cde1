"""The rules of Skull Queen for people, generated from the loaded rule set.

Numbers, names and rulings come from the rules, so the text always matches the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.scene import Section
from ...core.text import Both, msg
from .queen_rules import SkullRules


def queen_rules_text(tables: Sequence[SkullRules]) -> Iterator[Section]:
    """Yield the rules in the order in which a newcomer needs them.

    *tables* has the rules for each number of players, in ascending order.
    """
    rules = tables[-1]
    specials = Both(tuple(card.name for card in rules.model.cards))
    yield _dealing(rules, tables)
    plank = msg(
        "sq-rules-plank",
        "You have a plank of {fields} fields and {pirates} pirates, one of each colour. On"
        " its rising side the fields are worth {rising} from the bottom up, on its falling"
        " side {falling}.",
        fields=rules.fields,
        pirates=len(rules.colours),
        rising=_listed(rules.values[0][1:]),
        falling=_listed(rules.values[1][1:]),
    )
    place = msg(
        "sq-rules-place",
        "Look at your hand, choose a side and put your pirates on any fields; several may"
        " share one. Everybody does so in secret, and then all planks are shown at the"
        " same time.",
    )
    yield Section(msg("sq-rules-planks", "2. Plank and pirates"), [plank, place])
    trick = msg(
        "sq-rules-trick",
        "One player plays a card, and the others each add one in turn. If you "
        "have cards of the colour that was led, you must play one of them; "
        "otherwise you may play any card.",
    )
    joker = msg(
        "sq-rules-joker",
        "{cards} may be played at any time, and take on the colour that was led, as its lowest or"
        " highest card. If such a card opens the trick, the first card after it that has a colour"
        " sets the colour.",
        cards=specials,
    )
    points = [
        msg("sq-rules-next", "Whoever played the highest number of all leads the next trick."),
        msg("sq-rules-later", "Of equal numbers the later one counts.")
        if rules.rulings.later_leads
        else msg("sq-rules-earlier", "Of equal numbers the earlier one counts."),
        msg("sq-rules-first", "The player to the left of the dealer leads the first trick."),
        msg("sq-rules-passes", "The deal passes to the left from round to round.")
        if rules.rulings.deal_passes
        else msg("sq-rules-kept", "Whoever would have led the next trick leads the next round."),
    ]
    told = [trick, joker] if rules.model.cards else [trick]
    yield Section(msg("sq-rules-tricks", "3. Tricks"), told, points)
    yield _judging(rules)
    for table in tables:
        if table.king:
            yield _king(table)
    scored = msg(
        "sq-rules-round-end",
        "When all hands are empty, the round is over, and every pirate on your "
        "plank scores the points of its field. Pirates in the water score "
        "nothing.",
    )
    rounds = msg("sq-rules-rounds", "You play as many rounds as there are players.")
    shared = msg("sq-rules-shared", "Equal totals share the win.")
    last = msg("sq-last", "The last round decides equal totals; if it ties, the win is shared.")
    points = [scored, rounds, shared if rules.rulings.shared_win else last]
    yield Section(msg("rules-scoring", "Scoring"), points=points)


def _listed(values: Iterable[int], commas: bool = True) -> Both:
    return Both(tuple(map(str, values)), commas)


def _dealing(rules: SkullRules, tables: Sequence[SkullRules]) -> Section:
    texts = [
        msg(
            "sq-rules-numbers",
            "The colours are {colours}, each with the numbers {least} to {most}.",
            colours=Both(tuple(colour.name for colour in rules.model.colours)),
            least=rules.model.numbers.least,
            most=rules.model.numbers.most,
        )
    ]
    if out := rules.model.left_out:
        left_out = msg(
            "sq-rules-left-out",
            "With {players} players the numbers {numbers} stay in the box.",
            players=_listed(out.players, commas=False),
            numbers=_listed(out.numbers, commas=False),
        )
        texts.append(left_out)
    deal = msg(
        "sq-rules-deal",
        "All cards are shuffled and dealt, the same number to each player; the rest lies face"
        " up in the middle.",
    )
    swaps = msg(
        "sq-rules-swap-middle",
        "A card without a colour is never left in the middle: it is swapped for a numbered"
        " card drawn at random from the hands.",
    )
    stays = msg(
        "sq-rules-keep-middle",
        "A card without a colour that is left in the middle is judged in the first trick,"
        " with the colour that is led.",
    )
    texts.append(deal)
    if rules.model.cards:
        texts.append(swaps if rules.rulings.swap_middle else stays)
    points = [
        msg(
            "sq-rules-hand",
            "{players} players: {cards} cards each, {left} left over.",
            players=table.players,
            cards=table.hand_size,
            left=table.left_over,
        )
        for table in tables
    ]
    return Section(msg("sq-rules-dealing", "1. Dealing"), texts, points)


def _judging(rules: SkullRules) -> Section:
    text = msg(
        "sq-rules-together",
        "After each trick every colour is judged separately, the cards of the trick"
        " together with those in the middle:",
    )
    up = msg("sq-rules-up", "{number}, “{name}”: with it among the cards, {steps} fields up.")
    down = msg("sq-rules-down", "{number}, “{name}”: with it among the cards, {steps} fields down.")
    orders = [
        (up if order.moves == "up" else down).filled(
            number=order.number, name=order.name, steps=order.steps
        )
        for order in rules.model.orders
    ]
    points = [
        msg("sq-rules-single", "A single card of a colour goes to the middle or stays there."),
        msg(
            "sq-rules-several",
            "If there are several, whoever played the highest moves their own pirate of that"
            " colour one field up, and whoever played the lowest moves theirs one field down. If"
            " the highest or the lowest card already lay in the middle, nobody moves for it. The"
            " judged cards are out of the round.",
        ),
        *orders,
        msg("sq-rules-middle-orders", "This also applies to such a card in the middle.")
        if rules.rulings.middle_orders
        else msg("sq-rules-no-middle-orders", "This does not apply to such a card in the middle."),
        msg(
            "sq-rules-water",
            "A pirate that moves past an end of the plank falls into the water and is out until"
            " the next round.",
        ),
    ]
    return Section(msg("sq-rules-judging", "4. Judging a trick"), [text], points)


def _king(table: SkullRules) -> Section:
    text = msg(
        "sq-rules-king",
        "With {players} players the cards left over are the face-down pile of the old pirate king,"
        " who has no plank. He leads every trick: his top card is turned over, and its colour must"
        " be followed. You both lay a card face down; then they are turned over together and the"
        " trick is judged. If the king's card is the highest or the lowest, nobody moves for it."
        " Whoever did not deal chooses first, and the deal passes on after each round.",
        players=table.players,
    )
    swaps = msg(
        "sq-rules-swap-king",
        "A card without a colour is never in his pile: it is swapped for a numbered card drawn"
        " at random from the hands.",
    )
    stays = msg(
        "sq-rules-king-colourless",
        "If he turns over a card without a colour, nobody needs to follow. The card of the"
        " player who chose first sets the colour; if it has none either, the other card does.",
    )
    points = [swaps if table.rulings.swap_king else stays] if table.model.cards else []
    return Section(msg("sq-rules-the-king", "The old pirate king"), [text], points)
