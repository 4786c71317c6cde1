"""Reasons at Dead Man's Dice, compared with what the throws and piles come to."""

import re
from collections import Counter
from random import Random

import pytest

from splitpick.core import CHANCE, OVER, Engine, load_game
from splitpick.core.declared import DeclaredPosition
from splitpick.core.players import Mcts, Weighed
from splitpick.core.scene import Presenter, addressed
from splitpick.core.scene_lines import Row, drawing_of
from splitpick.core.text import Language, Message
from splitpick.plugins.dead_mans_dice.dice_game import ROLL_D, ROLL_J, DicePosition
from splitpick.plugins.dead_mans_dice.dice_reasons import doubloons, why_of


def presenter(players: int) -> Presenter:
    """Return the presenter of the standard game."""
    variant = Engine().ruleset_file("dead-mans-dice").variant(None)
    return variant.presenter(variant.build(players))


def positions(players: int, seed: int) -> list[DicePosition]:
    """Return the positions of a random game at which somebody decides."""
    game = load_game("dead-mans-dice", players=players)
    position, rng = game.new_position(0), Random(seed)
    found: list[DicePosition] = []
    assert isinstance(position, DicePosition)
    while (seat := position.to_act()) != OVER and len(found) < 150:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        found.append(position.copy())
        position.apply(position.action_at(rng.random()))
    return found


def told(position: DicePosition, action: int, words: Presenter) -> list[Message]:
    """Return what comes of *action*."""
    return [*why_of(position, [action], words.seats)]


def test_a_hint_to_lower_a_pile_says_so_and_what_makes_up_for_it() -> None:
    words, found = presenter(2), 0
    for position in [one for seed in range(9) for one in positions(2, seed)]:
        seat, legal = position.to_act(), position.legal_actions()
        for action in legal:
            then = position.copy()
            then.apply(action)
            if position.describe(action).kind not in ("stack", "plunder") or then.last_round:
                continue
            best, other = Weighed(action, 5.0, [action]), Weighed(legal[-1], 1.0, [legal[-1]])
            texts = words.short_reasons(position, seat, best, other)
            said = " ".join(Language("en").say(text) for text in texts)
            if position.worth(position.pile(seat)) > then.worth(then.pile(seat)):
                assert re.search("pile worth .* instead of .* about 4 doubloons", said)
                found += 1

    assert found > 3


def test_what_a_plunder_brings_is_not_told_of_the_stacking_before_it() -> None:
    """Also where one would plunder anyway."""
    words, found = presenter(2), 0
    for position in [one for seed in range(9) for one in positions(2, seed)]:
        lines = {action: [action] for action in position.legal_actions()}
        for action, line in lines.items():
            then = position.copy()
            then.apply(action)
            if then.to_act() == position.to_act() and not then.last_round:
                line += [one for one in then.legal_actions() if plunders(then, one)]
        if {len(line) for line in lines.values()} != {2} or not position.rolled:
            continue
        best, other = (Weighed(action, 1.0, lines[action]) for action in lines)
        texts = words.short_reasons(position, position.to_act(), best, other)
        said = Language("en").say(texts[0])
        assert said.startswith("Then plunder") or "about as good" in said
        found += 1

    assert found > 3


def plunders(position: DicePosition, action: int) -> bool:
    return position.describe(action).kind == "plunder"


def test_a_sign_is_explained_when_it_is_first_on_the_screen() -> None:
    words, dice, pile = presenter(2), "dd-legend-kinds", "dd-legend-die"
    assert words.piece("5j/jack").shown == "[J5]"
    for new, codes in (
        (["D", "J"], [dice]),
        (["5/jack"], [pile]),
        (["D", "6j/bart"], [dice, pile]),
    ):
        assert [text.code for text in words.signs(new) if isinstance(text, Message)] == codes


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_throws_that_fit_are_those_that_can_be_stacked(players: int) -> None:
    words, counted = presenter(players), 0
    for position in positions(players, players):
        for action in set(position.legal_actions()) & {ROLL_D, ROLL_J}:
            texts = {text.code: text for text in told(position, action, words)}
            fits = texts.get("dd-why-fits-of")
            if fits is None:
                continue
            stackable = 0
            for face, _ in after(position, action).chance_outcomes():
                stackable += bool(after(position, action, face).rolled)
            assert fits.params["count"] == stackable
            counted += 1

    assert counted > 20


@pytest.mark.parametrize("players", [2, 4, 6])
def test_who_is_said_to_plunder_can_do_it_on_a_turn_of_theirs(players: int) -> None:
    words, seen = presenter(players), 0
    for position in positions(players, players + 10):
        seat = position.to_act()
        for action in position.legal_actions():
            codes = {text.code: text for text in told(position, action, words)}
            now = after(position, action)
            if now.last_round or not codes.keys() & {"dd-why-robbed-of", "dd-why-unrobbed-of"}:
                continue
            robbers = set()
            for other in range(players):
                asked = now.copy()
                asked.seat = asked.actor = other
                asked.plundering = True
                notations = [asked.notation(one) for one in asked.legal_actions()]
                if f"plunder {now.game.seats[seat]}" in notations:
                    robbers.add(other)
            assert bool(robbers) == ("dd-why-robbed-of" in codes)
            seen += bool(robbers)

    assert seen > 5


def after(position: DicePosition, *actions: int) -> DicePosition:
    """Return the position after *actions*."""
    changed = position.copy()
    for action in actions:
        changed.apply(action)
    return changed


@pytest.mark.parametrize("code", ["de", "en", "nl"])
def test_both_dice_are_compared_where_the_search_sees_no_difference(code: str) -> None:
    """A search looks as far as a throw, so that its two dice come to the same table."""
    words = presenter(2)
    words.seats = addressed(words.seats, 0)
    for position in positions(2, 3):
        if {ROLL_D, ROLL_J} <= set(position.legal_actions()) and position.pile(position.seat):
            break
    best = Weighed(ROLL_J, 1.0, [ROLL_J])

    texts = words.reasons(position, position.seat, best, None)

    assert isinstance(position, DeclaredPosition)
    language = Language(code)
    assert len([language.say(text) for text in texts]) > 3
    assert "why-instead" in [text.code for text in texts if isinstance(text, Message)]
    assert all(language.knows(text) for text in texts if isinstance(text, Message))


def test_what_a_skull_brings_is_a_calculation_that_comes_out() -> None:
    words, seen = presenter(2), 0
    for position in positions(2, 3):
        for action in set(position.legal_actions()) & {ROLL_J}:
            for text in told(position, action, words):
                if text.code == "dd-why-skull-of":
                    sum, total = str(text.params["sum"]), text.params["doubloons"]
                    assert isinstance(total, Message)
                    assert eval(sum.replace("×", "*")) == total.params["count"]
                    seen += 1

    assert seen > 5


def test_a_tip_says_why_and_keeps_the_jolly_roger_only_with_the_other_die() -> None:
    words, english, kept = presenter(2), Language("en"), 0
    for position in positions(2, 3):
        for action in position.legal_actions():
            tip = words.short_reasons(position, position.seat, Weighed(action, 1.0, [action]), None)
            keeps = "keeps the Jolly Roger die" in " ".join(map(english.say, tip))
            assert keeps == (action == ROLL_D and ROLL_J in position.legal_actions())
            assert tip or position.opening
            kept += keeps

    assert kept > 5


def test_the_end_of_a_round_is_told_with_its_score() -> None:
    words, ended = presenter(2), 0
    for position in positions(2, 3):
        for action in position.legal_actions():
            ends = [one for one in told(position, action, words) if one.code == "dd-why-ends-of"]
            now = after(position, action)
            score = now.totals[position.seat] - position.totals[position.seat]
            ended += len(ends)

            assert len(ends) == bool(action not in (ROLL_D, ROLL_J) and now.last_round)
            assert [one.params["doubloons"] for one in ends] == [doubloons(score)] * len(ends)

    assert ended


@pytest.mark.parametrize("players", [2, 4])
def test_advice_at_a_plunder_names_the_numbers_that_can_be_taken(players: int) -> None:
    words, seen = presenter(players), 0
    words.pointed = True
    for position in positions(players, players + 20):
        if position.plundering:
            advice = words.advice(position.view(position.to_act()))
            assert advice
            assert advice.code == "dd-advice-takes"
            told = Language("en").say(advice)
            for action in position.legal_actions()[:-1]:
                taken = str(position.describe(action).details["die"])[0]
                assert taken in told.partition("(")[0]
                seen += 1

    assert seen > 5


def test_the_end_of_a_round_shows_and_says_what_was_counted() -> None:
    """The piles are those that were counted, not the empty ones of the next round."""
    words, say, found = presenter(3), Language("en").say, set[str]()
    for before in [one for seed in range(6) for one in positions(3, seed)]:
        for action in before.legal_actions():
            ended = after(before, action)
            if not ended.last_round or ended.to_act() == OVER:
                continue
            piles = words.ended_view(ended, 0)["piles"]
            assert piles == [ended.game.codes_of(pile) for pile, _ in ended.last_round]
            accounts = words.tell_round(before, action, ended)[1:4]
            for (pile, gain), account in zip(ended.last_round, accounts, strict=True):
                told, worth = say(account), ended.worth(pile)
                assert ("lost because" in told) == (gain < worth)
                assert ("no pile" in told) == (not pile)
                found |= {one for one in ("lost because", "doubled", "no pile") if one in told}
    assert found == {"lost because", "doubled", "no pile"}


AGAINST = {"dd-why-robbed-of", "dd-why-out", "dd-why-penalty-of"}
"""Codes of risks."""


@pytest.mark.parametrize("players", [2, 3])
def test_reasons_speak_for_what_is_recommended(players: int) -> None:
    """At random positions: no risk of it, nothing that the other choice has as well, and a gain."""
    words, rng, seen = presenter(players), Random(players), Counter[str]()
    for position in positions(players, players + 3):
        bot, seat = Mcts(), position.to_act()
        bot.nodes = 60
        best, *others = bot.weigh(position, seat, rng, 0.0)
        for other in (*others, None):
            full = words.reasons(position, seat, best, other)
            told = [text.code for text in full if isinstance(text, Message)]
            alone = told[: told.index("why-instead")] if "why-instead" in told else told
            brief = words.short_reasons(position, seat, best, other)
            assert not AGAINST & set(alone), [*map(Language("en").say, full)]
            assert brief or position.opening
            seen.update(alone)

    assert min(seen["dd-why-pile-of"], seen["why-worth"])


def test_a_choice_that_changes_nothing_is_explained_by_what_the_other_would_do() -> None:
    """Stacking the last die would end the round, in which another player has more."""
    words = presenter(2)
    words.seats = addressed(words.seats, 0)
    for seed in range(20):
        for position in positions(2, seed):
            if position.seat or not position.rolled:
                continue
            stack, leave = position.legal_actions()[:2]
            ended = after(position, stack).last_round
            if not ended or ended[0][1] >= ended[1][1]:
                continue
            best, other = Weighed(leave, 1.0, [leave]), Weighed(stack, 0.0, [stack])
            said = Language("en").say(words.short_reasons(position, 0, best, other)[0])

            more = ended[1][1] - ended[0][1]
            assert said.startswith('With "stack it", the round would end now, and Bart')
            assert f"{more} doubloon" in said
            return
    raise AssertionError("no such position")


def test_what_fits_on_a_skull_is_not_told_wrong() -> None:
    """A 1, a 2 and a 6 fit on it."""
    words, seen = presenter(2), 0
    for position in positions(2, 3):
        for action in position.legal_actions():
            for text in told(position, action, words):
                if text.code == "dd-why-skull-safe":
                    assert text.text == "Nobody can plunder the skull on top of the pile."
                    seen += 1

    assert seen


def test_a_skull_of_the_opening_says_what_it_counts() -> None:
    words, english, seen = presenter(2), Language("en"), 0
    for seed in range(8):
        position = positions(2, seed)[0]
        position.apply(ROLL_J)
        for face, _ in position.chance_outcomes():
            rolled = after(position, face)
            done = position.describe(face)
            told = " ".join(map(english.say, words.deal([done], rolled, None)))
            skull = "rolls the Jolly Roger die: a skull." in told
            assert skull == ("It counts as 1; on top it doubles the pile." in told)
            seen += skull

    assert seen


def test_the_pile_and_its_worth_stand_before_a_single_colon() -> None:
    words, seen = presenter(2), 0
    for position in positions(2, 3):
        for block in drawing_of(words.scene(position.view(0), 0)):
            for panel in block.panels if isinstance(block, Row) else ():
                lines = [" ".join(Language("en").say(s.text) for s in one) for one in panel.cells]
                pile = lines[-1]
                assert pile.count(":") == 1
                seen += pile.startswith("Pile (worth ")

    assert seen


def test_the_result_is_told_by_place() -> None:
    words, ordered = presenter(4), 0
    for position in positions(4, 1)[::10]:
        scores = position.scores()
        told = words.scoring(position)[:-1]
        points = [text.params["points"] for text in told if isinstance(text, Message)]
        assert points == [words.amount(score) for score in sorted(scores, reverse=True)]
        ordered += scores != sorted(scores, reverse=True)

    assert ordered
