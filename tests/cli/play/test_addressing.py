"""A person who plays alone at a screen is "you"; everybody else keeps a name."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from command import LANGUAGES, run
from splitpick.core import CHANCE, Match, Position
from splitpick.core.hooks.engine import Engine
from splitpick.core.players.bot import Weighed
from splitpick.core.scene import Choice, Presenter, addressed
from splitpick.core.testing.check_texts import texts_of
from splitpick.core.text import Both, Name, Text
from tables import random_action

GAMES = (
    *((f"jolly-roger/{variant}", 2) for variant in ("introductory", "advanced", "all-cards")),
    *(("galley-thieves", 3), ("smugglers-cove", 2), ("dead-mans-dice", 3)),
    *(("skull-queen", 3), ("skull-queen", 2)),
)

ZORRO = Name("Zorro")
"""A name for the reader's seat that occurs nowhere else."""


def told(presenter: Presenter, match: Match, seat: int, rng: Random) -> Iterator[Text | Both]:
    """Play *match* at random; yield all that *seat* reads, except the heads of columns."""
    yield from presenter.deal(match.actions, match.position, seat)
    while not match.over:
        before, done = match.position, len(match.actions)
        yield from shown(presenter, before, seat)
        action = random_action(before, rng)
        match.apply(action)
        yield from presenter.tell(before, action, match.at(done + 1), seat)
        if chance := match.actions[done + 1 :]:
            assert {one.seat for one in chance} == {CHANCE}
            yield from presenter.deal(chance, match.position, seat)
    yield from shown(presenter, match.position, seat)
    yield from presenter.scoring(match.position)


def shown(presenter: Presenter, position: Position, seat: int) -> Iterator[Text | Both]:
    """Yield the table, and the question and the choices if *seat* has to decide."""
    view = position.view(seat)
    yield from texts_of(presenter.scene(view, seat))
    yield from presenter.sentences(view, seat)
    yield presenter.status(view)
    if position.to_act() == seat:
        yield presenter.question(view)
        actions = position.legal_actions()
        for choice in (presenter.choice(position, action) for action in actions[:10]):
            assert isinstance(choice, Choice)
            yield from (choice.short, choice.sentence, choice.effect)
        best, *others = [Weighed(action, 1.0, [action]) for action in actions[:2]]
        yield presenter.nudge(position, seat, best, None)
        yield from presenter.reasons(position, seat, best, others[0] if others else None)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_sentence_of_a_game_names_the_reader(name: str, players: int, language: str) -> None:
    """Neither on the screen nor in words for the ear; all others are named."""
    engine, rng = Engine(), Random(1)
    id, _, variant = name.partition("/")
    rules = engine.ruleset_file(id).variant(variant or None)
    game = rules.build(players)
    words = engine.language(language)
    words.strict = True
    texts: list[str] = []
    for seat in range(players):
        presenter = engine.presenter(rules, game)
        own, others = presenter.seats[seat], {*presenter.seats} - {presenter.seats[seat]}
        seats = [ZORRO if at == seat else one for at, one in enumerate(presenter.seats)]
        presenter.seats = addressed(seats, seat)
        presenter.spoken = seat % 2 == 1
        heard = [words.say(text) for text in told(presenter, Match(game, seed=7), seat, rng)]
        texts += heard

        named = re.compile(rf"Zorro(?! \((you|du)\))|\b{words.say(own)}\b(?![ -](&|Roger))")
        assert [line for line in heard if named.search(line)] == []
        assert all(any(words.say(other) in line for line in heard) for other in others)

    you = {"en": r"\b[Yy]ou\b", "de": r"\b([Dd]u|[Dd]ir)\b"}[language]
    assert sum(bool(re.search(you, line)) for line in texts) > 50
    assert "{" not in "".join(texts)


def test_people_who_share_a_screen_are_named(tmp_path: Path) -> None:
    """Whoever has played alone is addressed, also in a match that is looked at later."""
    seats = {"alone": "roger=greedy", "shared": "roger=human"}
    fields = {}
    for name, seat in seats.items():
        home = {"SPLITPICK_HOME": str(tmp_path / name)}
        game = ("play", "--variant", "advanced", "--first", "jolly", "--seed", "4")
        words = (*game, "--seat", "jolly=human", "--seat", seat)
        fields[name] = run(*words, language="en", typed="1\n", variables=home).out
        fields[f"{name}, later"] = run("replay", "1", language="en", variables=home).out

    for name, out in fields.items():
        assert ("You split: G1 / G2 G3 G5 Y3." in out) == name.startswith("alone")
        assert ("Jolly splits: G1 / G2 G3 G5 Y3." in out) == (not name.startswith("alone"))
    assert "Split the cards." in fields["alone"]
    assert "Jolly, split the cards." in fields["shared"]
