"""Choices by number: how they are laid out in lists and grids, and told."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from ...core.scene import Choice, Presenter
from ...core.session.menu import MOST_HEARD, Menu, MenuItem
from ...core.session.move_reader import set_to_type, sets_to_type
from ...core.session.split_by_card import (
    SplitByCard,
    first_split,
    sets_in,
    split_by_card,
    types_split,
)
from ...core.session.vocabulary import COMMANDS, Vocabulary
from ...core.text import Both, Message, Text, msg, nmsg, repeated, sentences
from ...core.width import display_width
from ..screen import Screen
from ..wrapping import Headed, wrap
from .questions import numbered

WIDEST_ITEM = 26
"""Most columns of a cell in the grid of choices; wider choices take several cells."""

MOST_KINDS = 8
"""Most kinds of choices on a line each; more are listed in one paragraph."""

MOST_AT_ONCE = 12
"""Most choices that are told in one go to people who listen."""

GAP = 2
"""The least number of spaces between two choices."""

_sentence = sentences(
    msg("how-to-play",
        "Type a card, such as {card}, to hear the ways to play it, or {every} to go through them."),
    msg("code-is", "{code} {card}"),
    msg("code-is-often", "{code} {card} ({count}×)"),
    msg("type-by-card",
        "Press Enter to put the cards into {sets} sets, one after the other. To see all {count}"
        " splits, type: {every}"),
    msg("type-one-set",
        "Type the cards of one set, such as: {example}. The rest make the other set. For all"
        " {count} splits, type: {every}"),
    msg("type-or-enter",
        "Press Enter to be asked card by card, or type the sets, such as: {example}. For all"
        " {count} splits, type: {every}"),
    msg("type-all-sets",
        "Type the sets with a / between them, such as: {example}. To see all {count} splits, type:"
        " {every}"),
    msg("card-ways-others", "{name:cap}; to see another card, type: {codes}"),
)  # fmt: skip


def choice_forms(
    screen: Screen,
    vocabulary: Vocabulary,
    menu: Menu,
    kind: str,
    *,
    name: Callable[[str], Text] | None = None,
) -> list[list[str]]:
    """List the choices of *menu* in lines: a line each with its effect, and in a grid.

    Of many choices, list only those of *kind*, or else the kinds.  *kind* may also be the code of
    a card.  If *name*, which names cards, is given, list them in sentences, as for a first match;
    where these need too much room, only the cards.
    """
    if name and not kind and not screen.accessible and types_split(menu):
        if split := first_split(menu):
            return _one_set(screen, vocabulary, split, name)
        return [_all_sets(screen, vocabulary, menu)]
    if menu.cards and not screen.accessible and (kind in menu.cards or (name and not kind)):
        return _by_card(screen, vocabulary, menu, kind, name)
    kinds = menu.kinds
    counts = {} if kind else {vocabulary.own(word): len(places) for word, places in kinds.items()}
    texts: list[Text] = []
    if len(counts) > MOST_KINDS:
        each = [
            msg("kind-count", "{kind}: {count}", kind=own, count=count)
            for own, count in counts.items()
        ]
        texts.append(msg("choices-by-kind", "Choices by kind: {kinds}", kinds=Both((*each,), True)))
    else:
        texts += [
            nmsg("choices-of", "{kind}: {count} choice", "{kind}: {count} choices", n, kind=own)
            for own, n in counts.items()
        ]
    above = [line for text in texts for line in screen.lines(text)]
    shown = [*items_of(menu, kind)]
    groups = [*dict.fromkeys(screen.words(item.choice.group) for item in shown)]
    shown.sort(key=lambda one: (groups.index(screen.words(one.choice.group)), one.number))
    listed = [(item.number, item.choice) for item in shown]
    if screen.accessible:
        return [[*above, *spoken(screen, shown, name)]]
    if not listed:
        return [above]
    in_grid = [*above, *grid(screen, vocabulary, listed)]
    if all(choice.group and not (choice.effect or choice.short) for _, choice in listed):
        # A hand of cards is seen at a glance; on a small page suits do not begin lines.
        small = grid(screen, vocabulary, [(at, replace(it, group="")) for at, it in listed])
        return [in_grid, small] if screen.page else [in_grid]
    return [[*above, *_with_effects(screen, vocabulary, listed)], in_grid]


def items_of(menu: Menu, kind: str) -> Sequence[MenuItem]:
    """Return the choices of *menu* that are listed of a *kind*, which may be the code of a card."""
    kinds, items = menu.kinds, menu.items
    if kind and kind not in kinds:
        return [item for item in items if item.choice.piece == kind]
    later = {place for places in kinds.values() for place in places}
    places = kinds.get(kind) or [place for place in range(len(items)) if place not in later]
    return [items[place] for place in places]


def spoken(
    screen: Screen, items: Sequence[MenuItem], name: Callable[[str], Text] | None = None
) -> list[str]:
    """Tell *items* in a sentence each, with *name* the ways to play a card below its name."""
    lines: list[str] = []
    for card, same in groupby(items, key=lambda item: item.choice.way and item.choice.piece):
        run = [*same]
        if by_card := name is not None and card and len(run) > 1:
            lines += screen.lines(msg("card-ways", "{name:cap}:", name=name(card)))
        for item in run:
            what = item.choice.way if by_card else item.choice.sentence
            lines += screen.lines(numbered(item.number, what))
    return lines


def all_choices(screen: Screen, vocabulary: Vocabulary, menu: Menu) -> list[str]:
    """List all choices for people who see them: in a sentence each, but splits in short."""
    if not all(len(sets_in(item.choice)) > 1 for item in menu.items):
        return spoken(screen, menu.items)
    listed = [(item.number, item.choice) for item in sorted(menu.items, key=lambda it: it.number)]
    how = msg("type-split-number", "Type the number of a split:")
    return [*screen.lines(how), *grid(screen, vocabulary, listed)]


def in_brief(menu: Menu, presenter: Presenter) -> list[Message]:
    """Tell in few words what is on offer in *menu*, and how to hear it, if it is much.

    Returns nothing if each choice can be heard at once.
    """
    if len(menu.items) <= MOST_HEARD or menu.kinds:
        return []
    every, name = COMMANDS["choices"][0], presenter.card_name
    if types_split(menu):
        split = split_by_card(menu)
        how = msg("splits-briefly", "{every:cap} tells the splits.", every=every)
        if split:
            how = msg("split-briefly",
                "Press Enter to be asked card by card; type {every} to hear the splits.",
                      every=every)  # fmt: skip
        if split and split.sets == 2 and not split.hides:
            one = set_to_type(presenter, menu)
            return [how, msg("type-set", "Type the cards of one set, such as: {set}", set=one)]
        example = sets_to_type(presenter, menu)
        return [how, msg("type-sets", "Type the sets, such as: {example}", example=example)]
    if len(menu.cards) < 2:
        return []
    seat = menu.position.to_act()
    zones = presenter.scene(menu.position.view(seat), seat).walk()
    held = [zone for zone in zones if zone.form == "hand" and zone.owner == seat]
    counts = Counter(piece.code for zone in held for piece in zone.pieces)
    each = (repeated(name(card), max(1, counts[card])) for card in menu.cards)
    cards = Both(tuple(each), commas=True)
    return [
        Message("cards-briefly", "{cards:cap}.", {"cards": cards}),
        _sentence("how-to-play", card=name(next(iter(menu.cards))), every=every),
    ]


def _one_set(
    screen: Screen, vocabulary: Vocabulary, split: SplitByCard, name: Callable[[str], Text]
) -> list[list[str]]:
    """Tell the cards of *split*, if there is room, and how to split them without a list."""
    cards = []
    for code, count in Counter(split.cards).items():
        form = "code-is" if count == 1 else "code-is-often"
        cards.append(_sentence(form, code=code, card=name(code), count=count))
    sets = [item.choice.notation.partition(" / ")[0] for item in split.menu.items]
    every, count = COMMANDS["choices"][0], len(sets)
    how = _sentence("type-by-card", sets=split.sets, every=every, count=count)
    if split.sets == 2:
        example = next((one for one in sets if " " in one), sets[0])
        how = _sentence("type-one-set", example=example, every=every, count=count)
    told = msg("cards-are", "Your cards: {cards}.", cards=Both((*cards,), commas=True))
    lines = Headed(wrap(screen.words(vocabulary.in_own_words(how)), screen.width), [])
    return [[*wrap(screen.words(told), screen.width), *lines], lines]


def _all_sets(screen: Screen, vocabulary: Vocabulary, menu: Menu) -> list[str]:
    """Tell how to split without a list where one set would not say all of it."""
    how = _sentence(
        "type-or-enter" if split_by_card(menu) else "type-all-sets",
        example=menu.items[0].choice.notation,
        every=COMMANDS["choices"][0],
        count=len(menu.items),
    )
    return Headed(wrap(screen.words(vocabulary.in_own_words(how)), screen.width), [])


def _by_card(
    screen: Screen,
    vocabulary: Vocabulary,
    menu: Menu,
    card: str,
    name: Callable[[str], Text] | None,
) -> list[list[str]]:
    """List all choices in sentences; if they need too much room, those of *card*, or the cards."""
    listed = None if name else menu.cards.get(card)  # all, if there is room for them
    items = [menu.items[place] for place in listed or range(len(menu.items))]
    told: list[str] = []
    for item in sorted(items, key=lambda item: item.number):
        begin = f"{item.number:>2} "
        told += wrap(screen.words(item.choice.sentence), screen.width, begin, "   ")
    if card and name:  # no signs
        return [told, _ways(screen, menu, card, name(card))]
    if card:
        return [told, grid(screen, vocabulary, [(item.number, item.choice) for item in items])]
    counts = [(code, len(places)) for code, places in menu.cards.items()]
    texts = [
        nmsg("ways-of", "{card}: {count} way to play it", "{card}: {count} ways to play it", count,
             card=code)
        for code, count in counts
    ]  # fmt: skip
    how = msg(
        "card-first", "Type a card, such as {card}, to see how you can play it.", card=counts[0][0]
    )
    return [told, [line for text in (*texts, how) for line in screen.lines(text)]]


def _ways(screen: Screen, menu: Menu, card: str, name: Text) -> Headed:
    """List the ways to play *card*, called *name*, and say how to see those of other cards."""
    items = sorted((menu.items[place] for place in menu.cards[card]), key=lambda it: it.number)
    both = msg("card-code", "{name} ({card})", name=name, card=card)
    title: Text = card if screen.words(name) == card else both
    above = msg("card-ways", "{name:cap}:", name=title)
    if len(menu.cards) > 1:
        codes = tuple(_numbers(menu, one) for one in menu.cards if one != card)
        above = _sentence("card-ways-others", name=title, codes=Both(codes, commas=True))
    lines: list[str] = []
    numbers: dict[str, int] = {}
    for item in items:
        choice = item.choice
        way = choice.way or choice.sentence
        same = numbers.setdefault(choice.result or choice.notation, item.number)
        if same != item.number:
            way = msg("way-same", "{way}, as with {number}", way=way, number=same)
        lines += wrap(screen.words(way), screen.width, f"{item.number:>2} ", "   ")
    return Headed(screen.lines(above), lines)


def _numbers(menu: Menu, card: str) -> str:
    """Return the code *card* with the numbers of its choices, so that none seem to be missing."""
    numbers = [menu.items[place].number for place in menu.cards[card]]
    return f"{card} ({'–'.join(dict.fromkeys(map(str, (min(numbers), max(numbers)))))})"


def _with_effects(
    screen: Screen, vocabulary: Vocabulary, listed: Sequence[tuple[int, Choice]]
) -> list[str]:
    """List choices with what comes of them; those of a group with equal results share a line."""
    rows: dict[tuple[str, str], list[str]] = {}
    effects = {}
    for number, choice in listed:
        row = screen.words(choice.group), choice.result or str(number)
        rows.setdefault(row, []).append(f"{number:>2} {vocabulary.own(choice.notation)}")
        effects[row] = screen.words(choice.effect or choice.short)
    begin = max(display_width(group) for group, _ in rows)
    begin = max(3, begin + 1) if begin else 0
    shown = {row: " = ".join(items) for row, items in rows.items()}
    widest = max(map(display_width, shown.values())) + GAP
    column = min(begin + widest, screen.width // 2)
    lines: list[str] = []
    before = ""
    for row, items in shown.items():
        head = row[0] if row[0] != before else ""
        before = row[0]
        line = head + " " * (begin - display_width(head)) + items
        if not effects[row]:
            lines += wrap(line, screen.width, "", " " * begin)
        elif display_width(line) + GAP <= column:
            first = line + " " * (column - display_width(line))
            lines += wrap(effects[row], screen.width, first, " " * column)
        else:
            rest = " " * (begin + 3)
            lines += wrap(line, screen.width, "", rest)
            lines += wrap(effects[row], screen.width, " " * column, " " * column)
    return lines


def show_choices(
    screen: Screen,
    vocabulary: Vocabulary,
    menu: Menu,
    kind: str,
    *,
    name: Callable[[str], Text] | None = None,
) -> None:
    """Show the choices in the last of their `choice_forms`, or the first with a *name*."""
    forms = choice_forms(screen, vocabulary, menu, kind, name=name)
    for line in forms[0 if name and menu.cards and not kind else -1]:
        screen.line(line)


def grid(screen: Screen, vocabulary: Vocabulary, listed: Sequence[tuple[int, Choice]]) -> list[str]:
    """Lay choices with their numbers out in a grid; each group begins a line."""
    groups: dict[str, list[str]] = {}
    for number, choice in listed:
        shown = f"{number:>2} {vocabulary.own(choice.notation)}"
        short = screen.words(choice.short)
        item = f"{shown}  {short}" if short else shown
        groups.setdefault(screen.words(choice.group), []).append(item)
    widths = [display_width(item) for items in groups.values() for item in items]
    # One grid for all lines; the few long ones, of special cards, do not widen it.
    column = max((width for width in widths if width <= WIDEST_ITEM), default=0) + GAP
    begin = max([2, *map(display_width, groups)]) + 1
    drawn: list[str] = []
    for group, items in groups.items():
        line = group + " " * (begin - display_width(group)) if group else ""
        indent = " " * display_width(line)
        lines = [line]
        for number, item in enumerate(items):
            taken = display_width(item)
            if number and display_width(lines[-1]) + taken > screen.width:
                lines.append(indent)
            lines[-1] += item + " " * (-(taken + GAP) % column + GAP)
        drawn += [part for line in lines for part in screen.lines(line.rstrip())]
    return drawn
