"""Every key of an offer, by itself and with others: it is played, told and explained."""

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from command import run
from golden import same_as_file
from splitpick.core import CHANCE, OVER, Engine
from splitpick.core.players import Weighed
from splitpick.core.players.race import is_deck
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.offers.parts.all_parts import parts_of
from splitpick.core.splitting.offers.parts.splitter import who_splits
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.split_presenter import SplitPresenter
from splitpick.core.splitting.split_rules_text import splitting_rules
from splitpick.core.testing import check_game
from splitpick.core.testing.check_ruleset import check_texts
from splitpick.core.text import Name
from tables import drawn, jolly_roger, offered, play, random_action

HERE = Path(__file__).parents[2]
OFFERS = Engine().ruleset_file(str(HERE / "offers.yaml")).rulesets


@cache
def game_of(variant: str, players: int) -> SplitGame:
    """Build the game of a variant."""
    game = OFFERS[variant].build(players)
    assert isinstance(game, SplitGame)
    return game


EVERY = [
    (variant, players)
    for variant, ruleset in OFFERS.items()
    for players in range(ruleset.players[0], ruleset.players[1] + 1)
]
TOGETHER = ["gifts", "market", "bazaar", "carousel", "crumbs", "secrets"]
"""The variants that combine keys."""


def play_at_random(game: SplitGame, seeds: range) -> None:
    """Play games to their end; each card is always in one place, and the winner is a best one."""
    for seed in seeds:
        position, rng = game.new_position(seed % game.players), Random(seed)
        while position.to_act() != OVER:
            position.apply(random_action(position, rng))
            if game.offer.source != "dice" and (seed < 10 or position.to_act() == OVER):
                where = Counter(position.cards())
                assert [where[n] + left for n, left in enumerate(position.pool)] == game.counts
        assert position.turn == game.turns


@pytest.mark.often(18)
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_games_of_every_key_lose_no_card(variant: str, players: int) -> None:
    play_at_random(game_of(variant, players), range(10))


@pytest.mark.parametrize("variant", OFFERS)
def test_bots_know_a_deck_from_dice(variant: str) -> None:
    """The faces of dice that a bot imagines may come again, in the same roll as well."""
    game = game_of(variant, OFFERS[variant].players[0])
    position = game.new_position()
    if position.to_act() == CHANCE:
        assert is_deck(position) == (game.offer.source != "dice")


@pytest.mark.weekly
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_many_games_of_every_key(variant: str, players: int) -> None:
    play_at_random(game_of(variant, players), range(200))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_contract_holds_for_every_key(variant: str, players: int) -> None:
    check_game(game_of(variant, players), games=2)


@pytest.mark.often(2)
@pytest.mark.parametrize("variant", TOGETHER)
def test_the_contract_holds_for_keys_together(variant: str) -> None:
    check_game(game_of(variant, 2), games=1)


@pytest.mark.often(1)
@pytest.mark.parametrize("variant", TOGETHER)
def test_everything_about_keys_together_can_be_said(variant: str) -> None:
    check_texts(Engine(), OFFERS[variant], game_of(variant, 2), ("en", "de", "nl"), 1)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_everything_about_every_key_can_be_said(variant: str, players: int) -> None:
    check_texts(Engine(), OFFERS[variant], game_of(variant, players), ("en", "de", "nl"), 1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_of_every_key_in_full(language: str) -> None:
    """Without what is the same for ``deck``; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    say, sentences = Engine().language(language).say, ""
    plain: dict[int, list[str]] = {}
    for variant, players in EVERY:
        rules = splitting_rules(Name(), Name(), game_of(variant, players))
        texts = [say(text) for part in rules[1:] for text in part.paragraphs]
        known = plain.setdefault(players, texts) if variant != "deck" else []
        plain.setdefault(players, texts)
        own = [text for text in texts if text not in known]
        sentences += "\n".join([f"{variant}, {players} players:", *own, "", ""])

    same_as_file(HERE / "golden" / "rules" / f"offers.{language}.txt", sentences)


KEYS: dict[str, tuple[object, ...]] = {
    "source": ("deck", "ring", "hand", "dice"),
    "contiguous": (False, True),
    "shapes": ((), ((2, 2),), ((2, 2), (3, 1))),
    "face_down": (0, 1),
    "splitter": ("turns", "all", "behind"),
    "order": ("left", "right", "behind"),
    "splitter_picks": (True, False),
    "take": ("set", "card"),
    "rest": ("splitter", "discard", "next", "back"),
    "price": (0, 2),
    "refill": (False, True),
}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_every_combination_of_keys_has_rules_that_are_translated(players: int) -> None:
    """No sentence comes twice in one text."""
    languages = [Engine().language(code) for code in ("de", "nl")]
    known = set()
    for values in product(*KEYS.values()):
        offer = Offer(draw=4, hand=6, **dict(zip(KEYS, values, strict=True)))  # type: ignore[arg-type]
        texts = [who_splits(offer, players)]
        for part in parts_of(offer):
            texts += part.splitting(offer)
            texts += part.picking(offer, players, False)
            texts += part.before_game(offer, players, [("A", 9), ("B", 9)])
        assert len({text.code for text in texts}) == len(texts), offer
        for text in texts:
            if text.code not in known:
                known.add(text.code)
                assert all(language.knows(text) for language in languages), text


@pytest.mark.parametrize("variant", ["row", "ring", "carousel"])
def test_splits_are_offered_in_the_order_of_the_row(variant: str) -> None:
    """The texts of the list can be typed, and cut the cards as they lie."""
    game = game_of(variant, 2)
    presenter = OFFERS[variant].presenter(game)
    position = play(game.new_position(), *["+G1", "+R1", "+G2", "+R5", "+R1", "+G4"])
    listed = {presenter.choice(position, n).notation: n for n in position.legal_actions()}

    assert {text: position.parse(text) for text in listed} == listed
    for text in listed:
        assert text.replace(" /", "") in "G1 R1 G2 R5 R1 G4 " * (1 if variant == "row" else 2)


SESSIONS = {
    "gifts.en": ("help", "g1 g1 g2 r1", "R1 (R2) / G1 (G2)", "1", "log", "table", "quit"),
    "market.de": ("G1 (G1) =0", "1", "1", "verlauf", "ende"),
    "secrets.en": ("1", "", "2", "log", "table", "quit"),
    "carousel.de": ("hilfe", "1", "tipp", "tipp", "tipp", "ende"),
}
"""Each in the language behind the dot; ``secrets`` for people who listen."""


@pytest.mark.parametrize("session", SESSIONS)
def test_what_one_seat_sees_of_a_game_with_secrets(session: str) -> None:
    variant, _, language = session.partition(".")
    ended = run(
        *("play", str(HERE / "offers.yaml"), "--variant", variant, "--seat", "bob=random"),
        *("--first", "ann", "--seed", "3", *(["--accessible"] if variant == "secrets" else [])),
        language=language,
        typed="\n".join(SESSIONS[session]),
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(HERE / "golden" / "playthroughs" / f"offers.{session}.txt", ended.out)


@pytest.mark.parametrize(
    ("split", "picked", "worths", "par"),
    [("G1 G4 R2 / R5 KR", "pick 1", (21, 16), 16), ("G1 / G4 R2 R5 KR", "pick 2", (26, 9), 16)],
)
def test_hints_tell_what_sets_are_worth_and_par(
    split: str, picked: str, worths: tuple[int, int], par: int
) -> None:
    """A card can bring the gold of its ship, and the next ones their own."""
    position = drawn("G1 G4 R2 R5 KR")
    seats = [Name("Jolly"), Name("Roger")]
    words = SplitPresenter(Name(), Name(), seats, jolly_roger())
    line = [position.parse(split), offered(split).parse(picked)]

    expected, *safe = words.reasons(position, 0, Weighed(line[0], 0.0, line), None)[:-1]
    said = Engine().language("en").say

    assert [f"(worth {worth} points at once)" in said(expected) for worth in worths] == [True, True]
    sure = [f"At worst, Jolly gets {worths[1]} points at once.", "No split is safer."]
    assert [*map(said, safe)] == (sure if worths[1] == par else [])
