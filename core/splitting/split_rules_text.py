"""Rules text that does not depend on the table, generated from the game.

A table with more rules text combines these sections with its own sections.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..game import teams_of
from ..scene import Section
from ..text import Both, Message, Name, Text, in_turn, msg, nmsg
from .offers.parts.all_parts import parts_of
from .offers.parts.splitter import who_splits
from .position import SplitGame
from .words.effect_words import special_sections


def splitting_rules(name: Name, variant: Name, game: SplitGame) -> list[Section]:
    """Return the rules of a *game* whose table adds no rules text."""
    playing = Section(msg("rules-playing-cards", "3. Playing"), [playing_text(game)])
    set_up = Section(msg("rules-set-up", "Before the game"), set_up_texts(game))
    return [
        Section(title_of_rules(name, variant)),
        set_up,
        splitting_section(game),
        picking_section(game),
        playing,
        *special_sections(game.empty_table),
        end_section(game),
        Section(msg("rules-known", "What everybody knows"), [known_text(game)]),
    ]


def title_of_rules(name: Name, variant: Name) -> Message:
    """Return the heading of the rules."""
    return msg("rules-title", "{name}: {variant}", name=name, variant=variant)


def set_up_texts(game: SplitGame) -> list[Text]:
    """Explain the preparation of the deck, and who starts."""
    offer = game.offer
    texts: list[Text] = []
    deck = [*zip(game.codes, game.deck, strict=True)]
    for part in parts_of(offer):
        texts += part.before_game(offer, game.players, deck)
    if not texts and game.set_aside:
        texts.append(
            nmsg(
                "rules-set-aside",
                "The cards are shuffled, and {count} is set aside unseen. The rest form the draw"
                " pile.",
                "The cards are shuffled, and {count} are set aside unseen. The rest form the draw"
                " pile.",
                game.set_aside,
            )
        )
    elif not texts and game.drawing and game.spare:
        effects = [effect for effect in game.empty_table.effects if effect]
        drawing = [one.rules.card_names[one.card] for one in effects if one.card in game.drawing]
        texts.append(
            nmsg(
                "rules-spare",
                "The cards are shuffled and form the draw pile. {count} card is not needed for"
                " the turns; it is kept for {cards:acc}.",
                "The cards are shuffled and form the draw pile. {count} cards are not needed for"
                " the turns; they are kept for {cards:acc}.",
                game.spare,
                cards=Both(tuple(drawing)),
            )
        )
    elif not texts:
        texts.append(msg("rules-all-in", "The cards are shuffled and form the draw pile."))
    return [
        *_partners(game),
        *texts,
        msg(
            "rules-first",
            "The younger player starts. Here you choose who starts, or the program decides at"
            " random.",
        )
        if game.players == 2
        else msg(
            "rules-first-many",
            "The youngest player starts. Here you choose who starts, or the program decides at"
            " random.",
        ),
    ]


def _partners(game: SplitGame) -> list[Text]:
    """Say who plays together, and what that means."""
    if not game.sides:
        return []
    teams = sorted(teams_of(range(game.players), game.sides), key=lambda team: len(team) < 2)
    sides = [Both(tuple(game.seat_names[seat] for seat in team)) for team in teams]
    if len(teams) == 2:
        said = [
            msg(
                "rules-two-sides",
                "{seats} play together, against {others}.",
                seats=sides[0],
                others=sides[1],
            )
        ]
    else:
        said = [
            msg("rules-side", "{seats} play together.", seats=side)
            if len(team) > 1
            else msg("rules-side-alone", "{seats} plays alone.", seats=side)
            for team, side in zip(teams, sides, strict=True)
        ]
    said.append(
        msg(
            "rules-together",
            "Partners each have cards of their own on the table. At the end, what they have is"
            " added up: they win or lose together.",
        )
    )
    texts: list[Text] = [in_turn(said)]
    if any(effect and effect.hits_opponents() for effect in game.empty_table.effects):
        texts.append(
            msg("rules-no-opponent", "Cards that affect opponents do not affect a partner.")
        )
    return texts


def splitting_section(game: SplitGame) -> Section:
    """Explain how the splitter makes the sets."""
    offer = game.offer
    making = [said for part in parts_of(offer) for said in part.splitting(offer)]
    texts: list[Text] = [who_splits(offer, game.players), in_turn(making)]
    if game.empty_table.secret and "behind" in (offer.splitter, offer.order):
        texts.insert(
            1,
            msg(
                "rules-open-points",
                "Only points that everybody can see count in deciding who is behind.",
            ),
        )
    if game.sides and "behind" in (offer.splitter, offer.order):
        together = msg(
            "rules-behind-together",
            "Whether partners are behind is decided by what they have together.",
        )
        texts.insert(1, together)
    return Section(msg("rules-splitting", "1. Splitting"), texts)


def picking_section(game: SplitGame) -> Section:
    """Explain who gets which set."""
    offer, secret = game.offer, game.empty_table.secret
    texts = [said for part in parts_of(offer) for said in part.picking(offer, game.players, secret)]
    if game.empty_table.automatic and not secret:  # nothing is played
        turned_up = msg(
            "rules-taken-turned-up",
            "Once everybody has a set, any face-down cards in it are turned up.",
        )
        texts = [turned_up if text.code == "rules-taken-face-down" else text for text in texts]
    return Section(msg("rules-picking", "2. Picking"), [in_turn(texts)])


def playing_text(game: SplitGame) -> Message:
    """Explain the order in which the sets are played."""
    offer = game.offer
    if game.empty_table.automatic:
        return msg("rules-play-at-once", "All cards that were taken are played at once.")
    last = msg("rules-splitter", "the splitter")
    if offer.splitter == "all":
        last = msg("rules-first-splitter", "the first splitter")
    if not (offer.splitter_picks or offer.splitter == "all" or offer.rest == "splitter"):
        if game.players == 2:
            return msg(
                "rules-play-picker",
                "Then the picker plays all the cards they got, one by one in any order. No card can"
                " be saved for a later turn.",
            )
        if offer.order == "behind":
            return msg(
                "rules-play-others-behind",
                "Then the others play all the cards they got, those who now have fewer points going"
                " first, with ties broken as in picking; each plays their cards one by one in any"
                " order. No card can be saved for a later turn.",
            )
        return msg(
            "rules-play-others",
            "Then the others play all the cards they got, in the order in which they picked; each"
            " plays their cards one by one in any order. No card can be saved for a later turn.",
        )
    if game.players == 2:
        first = msg("rules-picker", "the picker")
        if offer.splitter == "all":
            first = msg("rules-second-splitter", "the second splitter")
        return msg(
            "rules-play",
            "First {first} plays all the cards they got, one by one in any order, then {last} does"
            " the same. No card can be saved for a later turn.",
            first=first,
            last=last,
        )
    if offer.order == "behind":
        return msg(
            "rules-play-behind",
            "Then everybody plays all the cards they got, those who now have fewer points first,"
            " with ties broken as in picking, and {last} after all the others; each plays their"
            " cards one by one in any order. No card can be saved for a later turn.",
            last=last,
        )
    if offer.splitter == "all":
        return msg(
            "rules-play-all",
            "Then everybody plays all the cards they got, the first splitter last and the others in"
            " the order in which they picked from the first offer; each plays their cards one by"
            " one in any order. No card can be saved for a later turn.",
        )
    return msg(
        "rules-play-many",
        "Then everybody plays all the cards they got, the splitter last and the others in the"
        " order in which they picked; each plays their cards one by one in any order. No card can"
        " be saved for a later turn.",
    )


def end_section(game: SplitGame) -> Section:
    """Explain when the game ends."""
    if game.offer.uses_up(game.players) and not game.drawing:
        ends = nmsg(
            "rules-last-turn",
            "The game ends after {count} turn, when the draw pile is used up.",
            "The game ends after {count} turns, when the draw pile is used up.",
            game.turns,
        )
    else:
        ends = nmsg(
            "rules-turns-end",
            "The game ends after {count} turn.",
            "The game ends after {count} turns.",
            game.turns,
        )
    return Section(msg("rules-end", "End of the game"), [ends])


def known_text(game: SplitGame) -> Message:
    """Explain which facts about the cards are secret, and from whom."""
    return in_turn([*_known_cards(game), *_known_face_down(game)])


def _known_cards(game: SplitGame) -> Iterator[Message]:
    """Explain who knows which cards that are drawn, or in hands."""
    offer = game.offer
    if offer.source == "dice" and offer.hides():
        yield msg("rules-known-roll", "Only the splitter sees all the dice.")
    elif offer.source == "dice":
        yield msg("rules-known-dice", "Everybody sees all the dice.")
    elif offer.source == "hand":
        yield from _known_hands(game)
    elif offer.hides():
        yield msg(
            "rules-known-drawn",
            "Only the splitter knows all the cards of an offer; nobody knows the cards that have"
            " not been drawn.",
        )
    elif game.set_aside:
        yield msg(
            "rules-unknown",
            "All cards are drawn face up, so only the cards set aside and the order of the draw"
            " pile are unknown.",
        )
    else:
        yield msg(
            "rules-unknown-order",
            "All cards are drawn face up, so only the order of the draw pile is unknown.",
        )


def _known_face_down(game: SplitGame) -> Iterator[Message]:
    """Explain who knows the cards that lay face down in a set; nothing without any."""
    if not game.offer.hides():
        return
    if game.empty_table.secret:
        yield msg(
            "rules-known-laid-down",
            "Until it is played face up, a card that lay face down is known only to the splitter"
            " who laid it and to whoever got it.",
        )
    elif game.empty_table.automatic:
        yield msg(
            "rules-known-turned-up",
            "Until it is turned up, a card that lies face down is known only to the splitter who"
            " laid it.",
        )
        return
    else:
        yield msg(
            "rules-known-face-down",
            "Until it is played, a card that lay face down is known only to the splitter who laid"
            " it and to whoever got it.",
        )
    yield msg(
        "rules-known-shown",
        "You need not remember it: the screen keeps showing what you have seen.",
    )


def _known_hands(game: SplitGame) -> Iterator[Message]:
    """Explain who knows which cards in hands."""
    offer = game.offer
    undealt = offer.refill or sum(game.deck) > game.players * offer.hand
    hidden = offer.hides() or game.empty_table.secret
    if game.players == 2 and not undealt and not hidden:
        yield msg(
            "rules-known-both",
            "All cards are dealt, so the other player holds those that you do not see.",
        )
        return
    yield msg("rules-known-hand", "Nobody else knows the cards in your hand.")
    if offer.rest == "back" and not offer.is_all_taken(game.players):
        if offer.hides():
            yield msg(
                "rules-known-back",
                "Exception: cards that come back face up from an offer stay known to all until"
                " you split again.",
            )
        else:
            yield msg(
                "rules-known-returned",
                "Exception: cards that come back from an offer stay known to all.",
            )
    if offer.refill:
        yield msg("rules-known-pile", "Nobody knows the cards in the draw pile.")
    elif undealt:
        yield msg("rules-known-undealt", "Nobody knows the cards set aside.")
