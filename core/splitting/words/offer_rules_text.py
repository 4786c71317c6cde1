"""Rules text of offers: a few sentences for each key, so that every combination reads as one text.

Dice count as cards, which is said once, so that all other sentences speak of cards only.
"""

from __future__ import annotations

from ...text import Both, Message, Text, in_turn, msg, nmsg
from ..offer import Offer
from ..splits import forms_of

_LAST_SET = [msg("rules-last-set", "The splitter keeps the last set.")]


def set_up_offer(offer: Offer, players: int, codes: list[str], counts: list[int]) -> list[Message]:
    """Explain what *offer* needs before the game: dice, or a hand for each player."""
    if offer.source == "dice":
        faces = [
            msg("times", "{count} × {card}", count=count, card=code) if count > 1 else code
            for code, count in zip(codes, counts, strict=True)
        ]
        return [
            msg(
                "rules-dice",
                "Dice take the place of cards: a die that was rolled is a card, the one that its"
                " face shows. Each of the {draw} dice has these faces: {faces}.",
                draw=offer.draw,
                faces=Both(tuple(faces), commas=True),
            )
        ]
    if offer.source == "hand":
        dealt = msg(
            "rules-hands",
            "The cards are shuffled, and each player is dealt {hand} of them, which nobody else may"
            " see.",
            hand=offer.hand,
        )
        if offer.refill:
            return [in_turn([dealt, msg("rules-hands-pile", "The rest are the draw pile.")])]
        if sum(counts) > players * offer.hand:
            aside = msg("rules-hands-aside", "The rest are set aside unseen.")
            return [in_turn([dealt, aside])]
        return [dealt]
    return []


def who_splits(offer: Offer, players: int) -> Message:
    """Explain which player is the splitter."""
    if offer.splitter == "behind":
        return msg(
            "rules-behind",
            "The player who starts is the first splitter. From then on, whoever has the fewest"
            " points splits; on a tie, whichever of them comes first clockwise after the previous"
            " splitter.",
        )
    if offer.splitter == "all":
        return msg(
            "rules-all-split",
            "In every turn, each player is the splitter of an offer of their own. Once all have"
            " their cards, they split one after the other, clockwise, and nobody sees the sets of"
            " the others until all have split. The first splitter is the player who starts; in the"
            " next turn it is the player on their left, and so on.",
        )
    if players == 2:
        return msg(
            "rules-turns",
            "The player who starts is the first splitter; from then on, the players take turns.",
        )
    return msg(
        "rules-turns-many",
        "The player who starts is the first splitter; after each turn, the next player clockwise"
        " becomes the splitter.",
    )


def making_sets(offer: Offer) -> list[Message]:
    """Explain which cards the splitter offers, and how."""
    told: list[Message] = []
    plain = offer.source == "deck" and not offer.contiguous and not offer.face_down
    sizes = {size for form in forms_of(offer) for size in form}
    if plain and not offer.shapes and len(sizes) > 1:
        told.append(
            msg(
                "rules-split",
                "The splitter draws {draw} cards, lays them out face up and divides them freely"
                " into {sets} sets of {least} to {most} cards each.",
                draw=offer.draw,
                sets=offer.sets,
                least=min(sizes),
                most=max(sizes),
            )
        )
    else:
        told += [_cards_of(offer), _sizes(offer, sizes)]
    if offer.contiguous and offer.source == "ring":
        told.append(
            msg("rules-run-ring", "The cards of a set must lie side by side in the circle.")
        )
    elif offer.contiguous:
        told.append(msg("rules-run-row", "The cards of a set must lie side by side in the row."))
    if offer.face_down:
        told.append(
            nmsg(
                "rules-face-down",
                "In each set, {count} card lies face down: the splitter chooses it, and nobody"
                " else sees it.",
                "In each set, {count} cards lie face down: the splitter chooses them, and nobody"
                " else sees them.",
                offer.face_down,
            )
        )
    if offer.price:
        told.append(
            nmsg(
                "rules-price",
                "The splitter puts a price on each set: 0 points or {count} point.",
                "The splitter puts a price on each set, from 0 to {count} points.",
                offer.price,
            )
        )
    return told


def _cards_of(offer: Offer) -> Message:
    """Explain where the cards of an offer come from, and who sees them."""
    if offer.source == "dice" and offer.face_down:
        return msg(
            "rules-roll-secret",
            "The splitter rolls {draw} dice that nobody else sees.",
            draw=offer.draw,
        )
    if offer.source == "dice":
        return msg("rules-roll", "The splitter rolls {draw} dice.", draw=offer.draw)
    if offer.source == "hand" and offer.refill and offer.draw == offer.hand:
        return msg(
            "rules-offers-hand",
            "The splitter draws until there are {hand} cards in their hand again, and offers all of"
            " them.",
            hand=offer.hand,
        )
    if offer.source == "hand" and offer.refill:
        return msg(
            "rules-from-full-hand",
            "The splitter draws until there are {hand} cards in their hand again, and chooses"
            " {draw} of them.",
            hand=offer.hand,
            draw=offer.draw,
        )
    if offer.source == "hand":
        return msg(
            "rules-from-hand", "The splitter chooses {draw} cards from their hand.", draw=offer.draw
        )
    if offer.source == "ring" and offer.face_down:
        return msg(
            "rules-ring-secret",
            "The splitter draws {draw} cards one by one and lays them in a circle that nobody else"
            " sees.",
            draw=offer.draw,
        )
    if offer.source == "ring":
        return msg(
            "rules-draw-ring",
            "The splitter draws {draw} cards one by one and lays them out face up in a circle.",
            draw=offer.draw,
        )
    if offer.contiguous and offer.face_down:
        return msg(
            "rules-row-secret",
            "The splitter draws {draw} cards one by one and lays them in a row that nobody else"
            " sees.",
            draw=offer.draw,
        )
    if offer.contiguous:
        return msg(
            "rules-draw-row",
            "The splitter draws {draw} cards one by one and lays them out face up in a row.",
            draw=offer.draw,
        )
    if offer.face_down:
        return msg(
            "rules-draw-secret",
            "The splitter draws {draw} cards and looks at them in secret.",
            draw=offer.draw,
        )
    return msg(
        "rules-draw-open",
        "The splitter draws {draw} cards and lays them out face up.",
        draw=offer.draw,
    )


def _sizes(offer: Offer, sizes: set[int]) -> Message:
    """Explain the number of the sets and their *sizes*."""
    if len(sizes) == 1:
        return nmsg(
            "rules-equal-sets",
            "The splitter divides these into {sets} sets of {count} card each.",
            "The splitter divides these into {sets} sets of {count} cards each.",
            min(sizes),
            sets=offer.sets,
        )
    if offer.shapes:
        return msg(
            "rules-shapes",
            "The splitter divides these into {sets} sets: {shapes} cards.",
            sets=offer.sets,
            shapes=_either([" + ".join(map(str, shape)) for shape in offer.shapes]),
        )
    return msg(
        "rules-sizes",
        "The splitter divides these into {sets} sets of {least} to {most} cards each.",
        sets=offer.sets,
        least=min(sizes),
        most=max(sizes),
    )


def _either(items: list[str]) -> Text:
    """Join *items* as in "A, B or C"."""
    if len(items) == 1:
        return items[0]
    return msg(
        "either", "{some} or {last}", some=Both(tuple(items[:-1]), commas=True), last=items[-1]
    )


def picking_sets(offer: Offer, players: int, secret: bool) -> list[Message]:
    """Explain who gets what of an offer, and what happens to the rest.

    At a *secret* table, cards can be played face down unseen.
    """
    all_taken = offer.is_all_taken(players)
    told: list[Message] = []
    if offer.splitter == "all":
        told.append(
            msg(
                "rules-offers-in-turn",
                "Then the players pick from one offer after the other, clockwise, beginning with"
                " that of the first splitter.",
            )
        )
    told += _picks_of_two(offer, all_taken) if players == 2 else _picks(offer, all_taken)
    if not all_taken:
        told += _rest(offer)
    if offer.face_down and secret:
        told.append(
            msg(
                "rules-taken-unseen",
                "Whoever takes a set looks in secret at what lies face down in it; the others see"
                " it only if it is played face up.",
            )
        )
    elif offer.face_down:
        told.append(
            msg(
                "rules-taken-face-down",
                "Whoever takes a set looks in secret at what lies face down in it; the others see"
                " it once it is played.",
            )
        )
    if offer.price and offer.take == "card":
        told.append(
            msg(
                "rules-pay-card",
                "Whoever takes a card pays the price of its set to the splitter, even if this"
                " leaves less than 0 points. The splitter pays nothing.",
            )
        )
    elif offer.price:
        told.append(
            msg(
                "rules-pay",
                "Whoever takes a set pays its price to the splitter, even if this leaves less than"
                " 0 points. The splitter pays nothing.",
            )
        )
    return told


def _picks_of_two(offer: Offer, all_taken: bool) -> list[Message]:
    """Explain the picks of two players."""
    if all_taken or (offer.take, offer.rest, offer.sets) == ("set", "splitter", 2):
        return [
            msg(
                "rules-pick",
                "The other player, the picker, takes one of the sets; the splitter keeps the"
                " other.",
            )
        ]
    if offer.take == "card":
        picks = msg(
            "rules-pick-card",
            "The other player, the picker, takes a single card from one of the sets.",
        )
    else:
        picks = msg("rules-pick-set", "The other player, the picker, takes one of the sets.")
    return [picks, *_splitter_picks(offer)]


def _picks(offer: Offer, all_taken: bool) -> list[Message]:
    """Explain the picks of more than two players."""
    if all_taken and offer.order == "left":
        return [
            msg(
                "rules-pick-many",
                "Each of the others picks a set, starting on the splitter's left; the splitter"
                " keeps the last one.",
            )
        ]
    orders = {
        "left": msg(
            "rules-pick-left",
            "The others pick one after the other, clockwise, beginning on the splitter's left.",
        ),
        "right": msg(
            "rules-pick-right",
            "The others pick one after the other, anticlockwise, beginning on the splitter's"
            " right.",
        ),
        "behind": msg(
            "rules-pick-behind",
            "The others pick one after the other, those with fewer points first; on a tie,"
            " clockwise from the splitter's left.",
        ),
    }
    each = msg("rules-each-set", "Each of them takes one set.")
    if offer.take == "card":
        each = msg("rules-each-card", "Each of them takes a single card from one of the sets.")
    return [orders[offer.order], each, *(_LAST_SET if all_taken else _splitter_picks(offer))]


def _splitter_picks(offer: Offer) -> list[Message]:
    """Explain whether the splitter picks; nothing if the splitter gets all that is left."""
    if offer.splitter_picks:
        return [msg("rules-splitter-too", "The splitter picks last, in the same way.")]
    if offer.rest == "splitter":
        return []
    return [msg("rules-splitter-not", "The splitter does not pick.")]


def _rest(offer: Offer) -> list[Message]:
    """Explain what happens to what nobody took."""
    if offer.rest == "splitter":
        return [msg("rules-rest-splitter", "The splitter gets what is left.")]
    if offer.rest == "next":
        row = msg(
            "rules-rest-order",
            "The cards that are left come before the new ones, in their old order.",
        )
        if offer.face_down:
            row = msg(
                "rules-rest-row",
                "The cards that are left come before the new ones, set by set, sorted within each"
                " set.",
            )
        stays = msg(
            "rules-rest-own",
            "What is left of an offer stays with its splitter, who fills it up to {draw} cards in"
            " the next turn.",
            draw=offer.draw,
        )
        goes = msg(
            "rules-rest-next",
            "What is left goes to the next splitter, who fills it up to {draw} cards.",
            draw=offer.draw,
        )
        return [stays if offer.splitter == "all" else goes, *([row] if offer.contiguous else [])]
    if offer.source == "dice":
        return [msg("rules-rest-dice", "What is left counts for nobody.")]
    if offer.rest == "discard":
        return [msg("rules-rest-discard", "What is left is out of the game.")]
    if offer.source == "hand":
        return [msg("rules-rest-hand", "The splitter takes what is left back into their hand.")]
    return [msg("rules-rest-back", "What is left is shuffled into the draw pile again.")]
