"""Hints and choices of a first match: sentences, and no alternative that comes to the same."""

from collections.abc import Iterator
from random import Random

import pytest

from splitpick.core import Engine
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.record import settle
from splitpick.core.players.bot import Weighed
from splitpick.core.scene import OUTLOOK, Presenter
from splitpick.core.session.hints import hints_for
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language, Message

ENGINE = Engine()
VARIANTS = [
    (name, id) for name in ENGINE.rulesets() for id, _ in ENGINE.ruleset_file(name).variants
]
IN = [Language(code) for code in ("en", "de", "nl")]


def decisions(name: str, variant: str) -> Iterator[tuple[Session, Presenter]]:
    """Play two matches at random; yield before each decision that has a choice."""
    rules = ENGINE.ruleset_file(name).variant(variant)
    rng = Random(3)
    for seed in (1, 2):
        session = Session(ENGINE, settle(ENGINE, rules, ["human"] * 2, 0, seed), rules=rules)
        while not session.match.over:
            legal = session.position.legal_actions()
            if len(legal) > 1:
                presenter = session.presenter_of(session.position.to_act())
                presenter.in_sentences = True
                yield session, presenter
            session.apply(legal[int(rng.random() * len(legal))])


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_no_choice_begins_with_a_number(name: str, variant: str) -> None:
    """It would read as one number with that of the choice."""
    for session, presenter in decisions(name, variant):
        menu = session.menu(presenter)
        for item in menu.items if menu.cards else ():
            for language in IN:
                assert not language.say(item.choice.way or item.choice.sentence)[:1].isdecimal()


@pytest.mark.parametrize("variant", ["introductory", "all-cards"])
def test_a_first_hint_is_a_sentence_with_another_move(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever move is best, and the others as good."""
    rng, cards = Random(5), set[str]()
    compared = 0
    for session, presenter in decisions("jolly-roger", variant):
        legal = session.position.legal_actions()
        special = [one for one in legal if "*" in session.position.notation(one)] or legal
        best = special[int(rng.random() * len(special))]
        judged = [Weighed(one, 1.0, [one]) for one in (best, *(set(legal) - {best}))]
        monkeypatch.setattr(Guard, "weigh", lambda *of, judged=judged: judged)
        menu = session.menu(presenter)
        choice = next(item.choice for item in menu.items if item.action == best)
        tip, *reasons = next(hints_for(session.match, session.guard, presenter))
        if choice.notation.partition("*")[1]:
            cards.add(choice.piece)
            for language in IN:
                assert choice.notation not in language.say(tip)
        other = next((one for one in reasons if isinstance(one, Message)), None)
        for item in menu.items:
            same = choice.result and (item.choice.group, item.choice.result) == (
                choice.group, choice.result,
            )  # fmt: skip
            if other is not None and same:
                compared += 1
                assert other.params["move"] != presenter.name_move(session.position, item.action)
            if other is not None and "*" in item.choice.notation:
                assert item.choice.notation not in IN[1].say(other)
    assert compared
    assert cards == ({"KR", "TO"} if variant == "all-cards" else set())


@pytest.mark.parametrize("way", ["", "in_sentences", "spoken", "pointed"])
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_a_hint_that_names_a_move_is_kept_with_it(
    name: str, variant: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is told, so that no review calls that move a mistake."""
    rng = Random(2)
    for session, presenter in decisions(name, variant):
        legal = session.position.legal_actions()
        best = legal[int(rng.random() * len(legal))]
        judged = [Weighed(one, 0.0, [one]) for one in (best, *(set(legal) - {best}))]
        monkeypatch.setattr(Guard, "weigh", lambda *of, judged=judged: judged)
        presenter.in_sentences = False
        for one in ("in_sentences", "spoken", "pointed"):
            setattr(presenter, one, one == way)
        hints = [session.hint(presenter) for _ in range(2)]
        assert session.advised, hints
        assert session.position.parse(session.advised) == best


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_what_reasons_announce_follows(name: str, variant: str) -> None:
    """No line that ends in a colon is the last, whatever happens after both moves."""
    rng = Random(4)
    for session, presenter in decisions(name, variant):
        position, seat = session.position, session.position.to_act()
        judged = []
        for at, action in enumerate(rng.sample(position.legal_actions(), 2)):
            now, line = position.copy(), [action]
            now.apply(action)
            while now.to_act() == seat:
                line.append(rng.choice(now.legal_actions()))
                now.apply(line[-1])
            judged.append(Weighed(action, -9.0 * at, line))
        texts = [
            one for one in presenter.reasons(position, seat, *judged) if isinstance(one, Message)
        ]
        told = [IN[0].say(one) for one in texts if one.code not in ("why-worth", *OUTLOOK)]
        assert not told or not told[-1].endswith(":"), told


@pytest.mark.parametrize("name", ["jolly-roger", "galley-thieves"])
def test_another_card_of_the_same_set_is_no_alternative(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All cards are played anyway; a reason to play this one remains."""
    told, variant = 0, ENGINE.ruleset_file(name).variant(None).variant_id
    for session, presenter in decisions(name, variant):
        position, menu = session.position, session.menu(presenter)
        pieces = {item.action: item.choice.piece for item in menu.items}
        if not menu.cards or len({*pieces.values()}) < 2:
            continue
        best = next(iter(pieces))
        of_another = [one for one in pieces if pieces[one] != pieces[best]]
        judged = [Weighed(one, -2.0 * at, [one]) for at, one in enumerate([best, *of_another])]
        monkeypatch.setattr(Guard, "weigh", lambda *of, judged=judged: judged)
        _, *reasons = next(hints_for(session.match, session.guard, presenter))
        assert reasons
        names = [presenter.name_move(position, one) for one in of_another]
        assert not [one for one in reasons if isinstance(one, Message)
                    and one.params.get("move") in names]  # fmt: skip
        told += 1

    assert told
