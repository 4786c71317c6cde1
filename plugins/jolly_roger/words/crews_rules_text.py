"""Rules text of a game with the crews table, generated from the loaded rule set.

Numbers and names come from the game, so the text always matches the game.
"""

from __future__ import annotations

from ....core.scene import Section, ruling
from ....core.splitting.position import SplitGame
from ....core.splitting.split_rules_text import (
    end_section,
    known_text,
    picking_section,
    playing_text,
    set_up_texts,
    splitting_section,
    title_of_rules,
)
from ....core.splitting.words.effect_words import special_sections
from ....core.text import Both, Message, Name, Text, in_turn, msg, nmsg
from ..crew_rules import CrewRules
from ..crews_table import CrewsTable
from ..no_captains import held_sections
from .crews_scoring import ends_early, wins_text

FACE_UP = msg(
    "rules-special",
    "Special cards are split, picked and played like all the others. Face down, they are parrots;"
    " face up, they have these effects:",
)


def crews_rules_text(
    name: Name, variant: Name, game: SplitGame, table: CrewsTable, *, heard: bool
) -> list[Section]:
    """Return all rules of *game*, in the order in which a newcomer needs them.

    If they are *heard*, nothing is said of letters.
    """
    rules = table.rules
    sections = [
        _aim(name, variant, rules),
        _cards(game, rules, heard),
        _set_up(game, rules),
        splitting_section(game),
        picking_section(game),
        _playing(game),
        _reinforcing(rules),
        _captains(rules),
        _boarding(rules),
        *special_sections(table, FACE_UP),
        _end(game, rules),
        _scoring(rules),
        _known(game, rules),
    ]
    return held_sections(rules, sections, has_rulebook=game.id == "jolly-roger")


def _aim(name: Name, variant: Name, rules: CrewRules) -> Section:
    text = msg(
        "rules-aim-many",
        "{seats} close in on {ships} merchant ships. One splits the cards, the others pick."
        " With your cards you reinforce crews, hold ships with your captains, and board them."
        " Whoever has the most gold at the end is the new pirate king.",
    )
    if rules.players == 2:
        text = msg(
            "rules-aim",
            "{seats} close in on {ships} merchant ships, each from their own side. One splits the"
            " cards, the other picks. With your cards you reinforce crews, hold ships with your"
            " captains, and board them. Whoever has the most gold at the end is the new pirate"
            " king.",
        )
    elif rules.have_partners:
        text = msg(
            "rules-aim-sides",
            "{seats} close in on {ships} merchant ships. One splits the cards, the others pick."
            " With your cards you reinforce crews, hold ships with your captains, and board them."
            " The side with the most gold at the end wins, and its pirates are the new pirate"
            " kings.",
        )
    text = text.filled(seats=Both(tuple(rules.seat_names)), ships=len(rules.ships))
    return Section(title_of_rules(name, variant), [text])


def _cards(game: SplitGame, rules: CrewRules, heard: bool) -> Section:
    """List the deck: the pirates of each ship, those of no ship, then the special cards."""
    pirates = [card for card, special in enumerate(rules.special) if not special]
    plain = all(_is_plain(rules, card) for card in pirates)
    points: list[Text] = []
    groups = dict.fromkeys(tuple(rules.card_ships[card]) for card in pirates)
    for ships in sorted(groups, key=lambda ships: not ships):
        cards = [card for card in pirates if tuple(rules.card_ships[card]) == ships]
        listed = Both(tuple(_listed(game, rules, card, plain) for card in cards), commas=True)
        names = Both(tuple(rules.ship_names[ship] for ship in ships), once=True)
        points.append(
            msg("rules-colour", "For {ships:acc}: {cards}.", ships=names, cards=listed)
            if ships
            else msg("rules-no-ship", "For no ship: {cards}.", cards=listed)
        )
    points += [
        msg(
            "rules-special-count",
            "{count} × {code}: {card}.",
            count=game.counts[card],
            code=game.codes[card],
            card=rules.card_names[card],
        )
        for card, special in enumerate(rules.special)
        if special
    ]
    example = next((card for card in pirates if rules.card_ships[card]), None)
    paragraphs: list[Text] = []
    if plain and example is not None:
        strength = msg(
            "rules-strength",
            "A letter stands for the colour of a pirate, and the number is both its strength and"
            " its gold: {code} is {card}.",
            code=game.codes[example],
            card=rules.card_names[example],
        )
        if heard:
            strength = msg(
                "rules-strength-heard",
                "The number of a pirate is both its strength and its gold.",
            )
        paragraphs.append(strength)
    paragraphs += [
        msg(
            "rules-back",
            "The back of every card shows a parrot of strength {parrot}.",
            parrot=rules.parrot,
        ),
    ]
    if game.offer.source != "dice":  # there the faces come up as often as their counts say
        deck = nmsg(
            "rules-deck", "There is {count} card:", "There are {count} cards:", sum(game.counts)
        )
        paragraphs.append(deck)
    if game.id == "jolly-roger" and not any(rules.special):
        beginners = msg(
            "rules-beginners",
            "These are the rules for the first match, without special cards. From the second match"
            " on, the rulebook recommends the advanced game.",
        )
        paragraphs.insert(0, beginners)
    return Section(msg("rules-cards", "The cards"), paragraphs, points)


def _is_plain(rules: CrewRules, card: int) -> bool:
    """Return whether the code of a pirate shows its strength, which is also its gold."""
    strength = rules.strengths[card]
    return rules.codes[card][1:] == str(strength) and rules.golds[card] == strength


def _listed(game: SplitGame, rules: CrewRules, card: int, plain: bool) -> Message:
    """Write a card's count and code, and unless all codes are *plain*, strength and gold."""
    if plain:
        return msg("rules-card", "{count} × {code}", count=game.counts[card], code=game.codes[card])
    numbers = msg(
        "rules-card-numbers",
        "{count} × {code} (strength {strength}, gold {gold})",
        count=game.counts[card],
        code=game.codes[card],
        strength=rules.strengths[card],
        gold=rules.golds[card],
    )
    if rules.card_names[card].number is not None:  # a colour and a number name it
        return numbers
    return msg(
        "rules-card-named",
        "{count} × {code} ({card}, strength {strength}, gold {gold})",
        card=rules.card_names[card],
        **numbers.params,
    )


def _set_up(game: SplitGame, rules: CrewRules) -> Section:
    ships = Both(
        tuple(
            nmsg(
                "rules-ship-gold",
                "{ship} ({count} gold)",
                "{ship} ({count} gold)",
                gold,
                ship=ship,
            )
            for ship, gold in zip(rules.ship_names, rules.ship_golds, strict=True)
        )
    )
    paragraphs: list[Text] = [
        msg(
            "rules-ships-sorted",
            "The ships lie side by side in the middle, sorted by their gold: {ships}.",
            ships=ships,
        )
        if [*rules.ship_golds] == sorted(rules.ship_golds)
        else msg("rules-ships", "The ships lie in the middle: {ships}.", ships=ships),
        *_supplies(rules),
    ]
    paragraphs += [
        nmsg(
            "rules-start-gold",
            "{seat} begins with {count} gold under the treasure chest.",
            "{seat} begins with {count} gold under the treasure chest.",
            gold,
            seat=seat,
        )
        if gold > 0
        else nmsg(
            "rules-start-debt",
            "{seat} begins with a debt of {count} gold.",
            "{seat} begins with a debt of {count} gold.",
            -gold,
            seat=seat,
        )
        for seat, gold in zip(rules.seat_names, rules.start_golds, strict=True)
        if gold
    ]
    paragraphs += _starts(rules)
    paragraphs += set_up_texts(game)
    return Section(msg("rules-set-up", "Before the game"), paragraphs)


def _supplies(rules: CrewRules) -> list[Text]:
    """Say how many captains each player has."""
    least = min(rules.captains)
    is_empty = not any(rules.start_golds) and not any(
        sign == "$" for laid in rules.starts for _, sign, _ in laid
    )
    if rules.has_captains and least == max(rules.captains):
        return [
            nmsg(
                "rules-supply",
                "Each player has an empty treasure chest and {count} captain in the supply.",
                "Each player has an empty treasure chest and {count} captains in the supply.",
                least,
            )
            if is_empty
            else nmsg(
                "rules-supply-chests",
                "Each player has a treasure chest and {count} captain in the supply.",
                "Each player has a treasure chest and {count} captains in the supply.",
                least,
            )
        ]
    chests = msg("rules-chests", "Each player has a treasure chest.")
    if is_empty:
        chests = msg("rules-empty-chests", "Each player has an empty treasure chest.")
    if not rules.has_captains:
        return [chests]
    return [
        chests,
        *(
            nmsg(
                "rules-own-supply",
                "{seat} has {count} captain in the supply.",
                "{seat} has {count} captains in the supply.",
                captains,
                seat=seat,
            )
            for seat, captains in zip(rules.seat_names, rules.captains, strict=True)
        ),
    ]


def _starts(rules: CrewRules) -> list[Text]:
    """Say which cards lie on the table from the start."""
    texts: list[Text] = []
    for seat, laid in enumerate(rules.starts):
        for ship, name in enumerate(rules.ship_names):
            crew: list[Text] = []
            for card, sign, there in laid:
                named = rules.card_names[card]
                if sign == "@" and there == ship:
                    crew.append(named)
                elif sign == "?" and there == ship:
                    crew.append(msg("parrot-known", "parrot ({card})", card=named))
            if crew:
                texts.append(
                    msg(
                        "rules-start-crew",
                        "{seat}'s crew {ship:loc} begins with {cards}.",
                        seat=rules.seat_names[seat],
                        ship=name,
                        cards=Both((*crew,), commas=True),
                    )
                )
        if chest := [rules.card_names[card] for card, sign, _ in laid if sign == "$"]:
            texts.append(
                msg(
                    "rules-start-chest",
                    "{seat} begins with {cards} under the treasure chest.",
                    seat=rules.seat_names[seat],
                    cards=Both((*chest,), commas=True),
                )
            )
    return texts


def _end(game: SplitGame, rules: CrewRules) -> Section:
    """Say when the game ends, and what can end it earlier."""
    end = end_section(game)
    early = ends_early(rules)
    return Section(end.title, [*end.paragraphs, *([early] if early else [])])


def _playing(game: SplitGame) -> Section:
    done = msg("rules-done", "Each pirate either reinforces a crew or boards a ship.")
    return Section(
        msg("rules-playing", "3. Reinforcing crews and boarding ships"),
        [in_turn([playing_text(game), done])],
    )


def _of_several_colours(rules: CrewRules) -> list[Text]:
    """Explain pirates that belong to several ships, if those have different colours."""
    homes = {tuple(ships) for ships in rules.card_ships if ships}
    if all(a == b or not {*a} & {*b} for a in homes for b in homes):
        return []
    return [
        msg(
            "rules-colours",
            "A pirate with several ships to choose from can join a crew face up at any of them, and"
            " board while your captain stands on one of them.",
        )
    ]


def _reinforcing(rules: CrewRules) -> Section:
    return Section(
        msg("rules-reinforcing", "Reinforcing a crew"),
        points=[
            msg(
                "rules-join",
                "You can always reinforce a crew. Face up, a pirate joins your crew at the ship of"
                " its own colour and adds its strength. It is laid on the last card of the crew so"
                " that all the strengths can be seen.",
            ),
            *_of_several_colours(rules),
            msg(
                "rules-parrot",
                "Face down, any card joins your crew as a parrot of strength {parrot}, at any ship,"
                " even the one of its own colour.",
                parrot=rules.parrot,
            ),
            msg(
                "rules-stays",
                "A card in a crew cannot be moved by its player and can no longer board.",
            ),
        ],
    )


def _captains(rules: CrewRules) -> Section:
    if rules.players == 2:
        check = msg(
            "rules-check",
            "After each card that changes a crew, the two crews at that ship are compared at once:"
            " the strengths in each crew are added up, including those of parrots. Whoever has the"
            " stronger crew puts one of their captains from the supply on the ship, unless one of"
            " theirs is there already. The opponent's captain goes back to the supply first, so"
            " that a ship never has more than one. If both crews are equally strong, no captain"
            " stays on the ship.",
        )
    else:
        check = msg(
            "rules-check-many",
            "After each card that changes a crew, the crews at that ship are compared at once: the"
            " strengths in each crew are added up, including those of parrots. Whoever has the"
            " strongest crew puts one of their captains from the supply on the ship, unless one of"
            " theirs is there already. An opponent's captain goes back to the supply first, so that"
            " a ship never has more than one. If crews tie for the strongest, no captain stays on"
            " the ship.",
        )
    paragraphs: list[Text] = [check]
    if min(rules.captains) < rules.ship_count:
        paragraphs.append(
            msg(
                "rules-no-captain-left",
                "A player without a captain in the supply cannot put one on the ship until a crew"
                " there changes again.",
            )
        )
    return Section(msg("rules-captains", "Captains"), paragraphs)


def _boarding(rules: CrewRules) -> Section:
    poor = any(
        ships and not gold for ships, gold in zip(rules.card_ships, rules.golds, strict=True)
    )
    board = msg(
        "rules-board",
        "A pirate may board the ship of its colour instead, as long as your captain stands there,"
        " which takes the stronger crew: the card goes under your treasure chest, stays"
        " there to the end, and then scores its gold. If a card wins you a captain, the very next"
        " card can board.",
    )
    if rules.players > 2:
        board = msg(
            "rules-board-many",
            "A pirate may board the ship of its colour instead, as long as your captain stands"
            " there, which takes the strongest crew: the card goes under your treasure"
            " chest, stays there to the end, and then scores its gold. If a card wins you a"
            " captain, the very next card can board.",
        )
    return Section(
        msg("rules-boarding", "Boarding a ship"),
        [
            board,
            *([msg("rules-no-gold", "A pirate worth no gold never boards.")] if poor else []),
        ],
    )


def _scoring(rules: CrewRules) -> Section:
    return Section(
        msg("rules-scoring", "Scoring"),
        points=[
            msg(
                "rules-capture",
                "Whoever has a captain on a ship at the end captures it and gets its gold. Ships"
                " without a captain go to nobody, and the crews score nothing.",
            ),
            *_seconds(rules),
            msg("rules-chest", "Each card under the treasure chest scores its gold."),
            wins_text(rules),
        ],
    )


def _seconds(rules: CrewRules) -> list[Message]:
    """Explain the gold for second places, if there is any."""
    if not rules.has_seconds:
        return []
    ships = tuple(
        nmsg("rules-ship-gold", "{ship} ({count} gold)", "{ship} ({count} gold)", gold, ship=ship)
        for ship, gold in zip(rules.ship_names, rules.ship_seconds, strict=True)
        if gold
    )
    partner = msg(
        "rules-second-partner",
        "A partner of whoever captured the ship can come second as well.",
    )
    if rules.players == 2:
        other = msg(
            "rules-second-two",
            "When a ship is captured, the opponent's crew comes second and gets gold as well:"
            " {ships}.",
            ships=Both(ships, commas=True),
        )
        return [other]
    return [
        msg(
            "rules-second",
            "When a ship is captured, the strongest of the other crews comes second and gets gold"
            " as well: {ships}. If several of them are equally strong, none of them gets it.",
            ships=Both(ships, commas=True),
        ),
        *([partner] if rules.have_partners else []),
    ]


def _known(game: SplitGame, rules: CrewRules) -> Section:
    if rules.memory:
        text: Message = msg(
            "rules-memory",
            "The screen does not show what the others have played face down or put under their"
            " chests, nor their gold: you have seen the cards, and have to remember them.",
        )
        text = ruling(text)
    else:
        shown = msg(
            "rules-open",
            "The screen shows what the parrots really are and which cards lie under the chests.",
        )
        text = in_turn([known_text(game), ruling(shown)])
    return Section(msg("rules-known", "What everybody knows"), [text])
