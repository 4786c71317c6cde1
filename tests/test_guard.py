"""A special card or a bot that is faulty is named, and the match stays playable without it."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from splitpick.core import Engine, Game, Match, PluginError, Position
from splitpick.core.errors import BotError, EffectError
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.guard import Guard
from splitpick.core.hooks.watch import Ended, Limit, TimeUp
from splitpick.core.players import Bot, Greedy, RandomBot, bot_generator
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.tables.crews import CrewRules, Crews, CrewsTable, Effect
from splitpick.core.text import Language, Message, msg

DECK = """\
format: 1
id: storm
game: splitting
table: crews
name: Storm
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
draw: 4
set-size: {least: 1, most: 3}
turns: 3
captains: 2
parrot: 1
colours: [{id: green, code: G, name: green}, {id: blue, code: B, name: blue}]
ships:
  - {id: green, colour: green, gold: 3, name: green ship}
  - {id: blue, colour: blue, gold: 5, name: blue ship}
cards:
  - {code: G1, colour: green, strength: 1, count: 3}
  - {code: B1, colour: blue, strength: 1, count: 3}
  - {code: ST, effect: storm, count: 6, name: {en: Storm, de: Sturm}}
"""
"""Half of the cards are the special one."""


class Storm(Effect):
    """Does as it should: takes the last card of each crew at a ship."""

    id = "storm"

    def options(self) -> list[str]:
        return [f"*{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(len(self.rules.ships)))

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        for victim in range(self.rules.players):
            if table.can_take_last(victim, option):
                table.take_last(victim, option)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("calm", "It is calm.")

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("storms", "It storms {ship:loc}.", ship=self.rules.ship_names[option])

    def rules_text(self) -> list[Message]:
        return [msg("storm", "It storms.")]


class Plugin:
    """Brings what a test makes."""

    __version__ = "1.5"

    def __init__(self, effect: type[Effect] = Storm, *bots: type[Bot]) -> None:
        self.effect = effect
        self.bots = list(bots)

    @hookimpl
    def splitpick_effects(self) -> list[type[Effect]]:
        return [self.effect]

    @hookimpl
    def splitpick_bots(self) -> list[type[Bot]]:
        return self.bots


class Table:
    """A guarded match with a special card, and what was reported."""

    def __init__(
        self, folder: Path, effect: type[Effect] = Storm, bots: tuple[type[Bot], ...] = ()
    ) -> None:
        (folder / "storm.yaml").write_text(DECK)
        self.engine = Engine({"weather": Plugin(effect, *bots)})
        self.reported: list[PluginError] = []
        self.guard = Guard(self.engine, effect_seconds=0.3, bot_seconds=0.3)
        self.guard.tell(self.reported.append)
        self.game: Game = self.engine.load_game(str(folder / "storm.yaml"))
        self.guard.protect(self.game)
        self.match = Match(self.game, seed=2)

    def to_the_card(self) -> Position:
        """Play until the seat to act can do something with the special card."""
        while not any(text.startswith("ST") for text in self.match.legal()):
            self.match.play(self.match.legal()[-1])
        return self.match.position

    def ways(self) -> list[str]:
        """List what can be done with the special card."""
        return [text for text in self.match.legal() if text.startswith("ST")]

    def to_the_end(self, bot: Bot | None = None) -> None:
        """Let bots play on."""
        while not self.match.over:
            position, seat = self.match.position, self.match.position.to_act()
            action = self.guard.choose(bot or RandomBot(), position, seat, self.generator, 0.1)
            self.match.apply(action)

    def generator(self) -> Random:
        return bot_generator(self.match.seed, 0, len(self.match.actions))

    def codes(self) -> list[str]:
        return [error.code for error in self.reported]

    def said(self, language: str = "en") -> str:
        return "\n".join(Language(language).say(error.message) for error in self.reported)


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Table]:
    return lambda *args: Table(tmp_path, *args)


PARROTS = ["ST?green", "ST?blue"]


def test_a_card_without_faults_is_what_it_was(table: Callable[..., Table], tmp_path: Path) -> None:
    """Under guard the same games are played, and nothing is reported."""
    guarded = table()
    guarded.to_the_end(Greedy())
    plain = Match(guarded.engine.load_game(str(tmp_path / "storm.yaml")), seed=2)
    while not plain.over:
        seat = plain.position.to_act()
        rng = bot_generator(plain.seed, 0, len(plain.actions))
        plain.apply(Greedy().choose(plain.position.resample(seat, rng), seat, rng, 0.1))

    assert plain.journal == guarded.match.journal
    assert any(text.startswith("ST*") for text in plain.journal)
    assert guarded.reported == []


# A special card that fails when it is played.


class RaisesAtBlue(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        super().play(table, seat, option)
        if option == 1:
            raise ValueError("\x1b[2Jblue")


class TakesWhatIsNotThere(Storm):
    """Its targets are not legal."""

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        if option == 1:
            for ship in range(2):
                for victim in range(2):
                    table.take_last(victim, ship)


class Doubles(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        super().play(table, seat, option)
        if option == 1:
            table.join(seat, 0, self.card)


class Loses(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        if option == 0:
            super().play(table, seat, option)


class Exits(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        if option == 1:
            sys.exit("bye")
        super().play(table, seat, option)


class Endless(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        while option == 1:
            pass
        super().play(table, seat, option)


class Sleeps(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        if option == 1:
            time.sleep(1000)
        super().play(table, seat, option)


class Deep(Storm):
    def play(self, table: Crews, seat: int, option: int) -> None:
        if option == 1:
            self.play(table, seat, option)
        super().play(table, seat, option)


FAILS_AT_BLUE: dict[type[Effect], str] = {
    RaisesAtBlue: "effect-raises",
    TakesWhatIsNotThere: "effect-raises",
    Doubles: "effect-cards",
    Loses: "effect-cards",
    Exits: "effect-raises",
    Endless: "effect-endless",
    Sleeps: "effect-endless",
    Deep: "effect-raises",
}


@pytest.mark.parametrize("effect", FAILS_AT_BLUE)
def test_an_action_that_fails_is_taken_back_and_not_offered_again(
    table: Callable[..., Table], effect: type[Effect]
) -> None:
    """The other ways of playing the card stay."""
    sitting = table(effect)
    before = sitting.to_the_card().view(None)
    journal = sitting.match.journal
    assert sitting.ways() == ["ST*green", "ST*blue", *PARROTS]

    with pytest.raises(EffectError) as refused:
        sitting.match.play("ST*blue")

    assert refused.value.code == FAILS_AT_BLUE[effect]
    assert sitting.match.position.view(None) == before
    assert sitting.match.journal == journal
    assert sitting.ways() == ["ST*green", *PARROTS]
    sitting.match.play("ST*green")
    assert sitting.match.journal[len(journal)] == "ST*green"


@pytest.mark.parametrize("effect", FAILS_AT_BLUE)
def test_the_card_its_plugin_and_version_are_named(
    table: Callable[..., Table], effect: type[Effect]
) -> None:
    """In the reader's language, with nothing that steers a terminal."""
    sitting = table(effect)
    sitting.to_the_card()
    with pytest.raises(EffectError) as refused:
        sitting.match.play("ST*blue")

    english = Language("en").say(refused.value.message)
    german = Language("de").say(refused.value.message)
    for said in (english, german):
        assert "ST" in said
        assert "storm" in said
        assert "weather 1.5" in said
    assert "\x1b" not in english
    assert german != english


class LikesBlue(Bot):
    """Plays the special card at the blue ship whenever it can."""

    id = "likes-blue"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        wanted = [action for action in actions if position.notation(action) == "ST*blue"]
        return (wanted or actions)[0]


@pytest.mark.parametrize("effect", FAILS_AT_BLUE)
@pytest.mark.parametrize("bot", [Greedy, RandomBot, LikesBlue])
def test_bots_play_to_the_end_with_a_card_that_fails(
    table: Callable[..., Table], bot: type[Bot], effect: type[Effect]
) -> None:
    """Searching or not: it is reported once at most, and nobody loses a seat."""
    sitting = table(effect)
    sitting.to_the_end(bot())

    assert sitting.match.over
    assert "ST*blue" not in sitting.match.journal
    assert sitting.codes() in ([FAILS_AT_BLUE[effect]], [] if bot is not LikesBlue else None)


def test_the_message_says_what_happens_then(table: Callable[..., Table]) -> None:
    """Word for word."""
    sitting = table(RaisesAtBlue)
    sitting.to_the_card()
    with pytest.raises(EffectError) as refused:
        sitting.match.play("ST*blue")

    assert Language("en").say(refused.value.message) == (
        'The card ST (effect "storm" of the plugin weather 1.5) fails: play: ValueError: '
        "\N{REPLACEMENT CHARACTER}[2Jblue. Nothing has changed, and ST*blue is not offered any "
        "more."
    )
    assert isinstance(refused.value.__cause__, ValueError)


# A special card that cannot say what it can do.


class OutOfRange(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0, 2]


class Twice(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0, 0]


class NoList(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        return None  # type: ignore[return-value]


class NoNumbers(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        return ["*green"]  # type: ignore[list-item]


class RaisesInLegal(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        raise KeyError("x")


class EndlessInLegal(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        while True:
            pass


class MeddlesInLegal(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        table.board(seat, 0)
        return [0]


class TurnsInLegal(Storm):
    def legal(self, table: Crews, seat: int) -> list[int]:
        table.captain_of[0] = seat
        return [0]


FAILS_IN_LEGAL: dict[type[Effect], str] = {
    OutOfRange: "effect-nonsense",
    Twice: "effect-nonsense",
    NoList: "effect-nonsense",
    NoNumbers: "effect-nonsense",
    RaisesInLegal: "effect-raises",
    EndlessInLegal: "effect-endless",
    MeddlesInLegal: "effect-meddles",
    TurnsInLegal: "effect-meddles",
}


@pytest.mark.parametrize("effect", FAILS_IN_LEGAL)
def test_a_card_that_cannot_say_what_it_can_do_is_a_card_without_effect(
    table: Callable[..., Table], effect: type[Effect]
) -> None:
    """It is reported once, and laid as a parrot as all others can."""
    sitting = table(effect)
    before = sitting.to_the_card().view(None)

    assert sitting.ways() == PARROTS
    assert sitting.match.position.view(None) == before
    sitting.to_the_end()
    assert sitting.codes() == [FAILS_IN_LEGAL[effect]]
    assert "weather 1.5" in sitting.said()
    assert sitting.said("de") != sitting.said()


# A special card that cannot say what it does.


class Speechless(Storm):
    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        raise KeyError(option)


class NoMessage(Storm):
    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return 7  # type: ignore[return-value]


class LacksParameter(Storm):
    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("x", "It storms {where}.")


class MeddlesInTell(Storm):
    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        table.discard(self.card)
        return None


FAILS_IN_TELL: dict[type[Effect], str] = {
    Speechless: "effect-raises",
    NoMessage: "effect-nonsense",
    LacksParameter: "effect-nonsense",
    MeddlesInTell: "effect-meddles",
}


@pytest.mark.parametrize("effect", FAILS_IN_TELL)
def test_a_card_without_words_can_still_be_played(
    table: Callable[..., Table], effect: type[Effect]
) -> None:
    """The general words stand for its own."""
    sitting = table(effect)
    position = sitting.to_the_card()
    assert isinstance(position, SplitPosition)
    crews = position.table
    assert isinstance(crews, CrewsTable)
    before = position.view(None)
    guarded = crews.effects[2]
    assert guarded is not None

    assert guarded.tell(crews, 0, 0) is None
    assert guarded.tell(crews, 0, 1) is None
    assert position.view(None) == before
    assert sitting.codes() == [FAILS_IN_TELL[effect]]
    assert sitting.ways() == ["ST*green", "ST*blue", *PARROTS]


class NoRules(Storm):
    def rules_text(self) -> list[Message]:
        return ["It storms."]  # type: ignore[list-item]


def test_rules_that_make_no_sense_are_left_out(table: Callable[..., Table], tmp_path: Path) -> None:
    sitting = table(NoRules)
    ruleset = sitting.engine.ruleset_file(str(tmp_path / "storm.yaml")).variant()

    assert ruleset.presenter(sitting.game).rules()
    assert sitting.codes() == ["effect-nonsense"]


# A special card that cannot be made.


class Unready(Storm):
    def __init__(self, rules: CrewRules, card: int) -> None:
        raise KeyError("unready")


class NoOptions(Storm):
    def options(self) -> list[str]:
        return None  # type: ignore[return-value]


class SameOptions(Storm):
    def options(self) -> list[str]:
        return ["*", "*"]


class LikeAParrot(Storm):
    def options(self) -> list[str]:
        return ["?blue"]


class Blank(Storm):
    def options(self) -> list[str]:
        return ["*", "*a b"]


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        (Unready, "effect-unready"),
        (NoOptions, "effect-unready"),
        (SameOptions, "effect-options"),
        (LikeAParrot, "effect-options"),
        (Blank, "effect-options"),
    ],
)
def test_a_card_that_cannot_be_made_is_named(
    table: Callable[..., Table], effect: type[Effect], code: str
) -> None:
    """There is no game with it, and nothing else is hindered."""
    with pytest.raises(EffectError) as refused:
        table(effect)

    said = Language("en").say(refused.value.message)
    assert refused.value.code == code
    assert 'The card ST (effect "storm" of the plugin weather 1.5) cannot be played' in said
    assert Language("de").say(refused.value.message) != said


# Bots.


class Foreign(Bot):
    id = "foreign"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**6


class Boolean(Bot):
    id = "boolean"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return False


class NoNumber(Bot):
    id = "no-number"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return "pick 1"  # type: ignore[return-value]


class Raises(Bot):
    id = "raises"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        raise RuntimeError("lost")


class Leaves(Bot):
    id = "leaves"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        sys.exit(0)


class Ponders(Bot):
    id = "ponders"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        while True:
            pass


FAULTY_BOTS: dict[type[Bot], str] = {
    Foreign: "bot-illegal",
    Boolean: "bot-illegal",
    NoNumber: "bot-illegal",
    Raises: "bot-raises",
    Leaves: "bot-raises",
    Ponders: "bot-endless",
}


@pytest.mark.parametrize("bot", FAULTY_BOTS)
def test_a_faulty_bot_is_named_once_and_loses_its_seat(
    table: Callable[..., Table], bot: type[Bot]
) -> None:
    """Another one plays on, and the match comes to its end."""
    sitting = table(Storm, (bot,))
    sitting.to_the_end(bot())

    assert sitting.codes() == [FAULTY_BOTS[bot]]
    assert isinstance(sitting.reported[0], BotError)
    assert sitting.said().startswith(f"The bot {bot.id} of the plugin weather 1.5 fails: ")
    assert sitting.said("de") != sitting.said()


class Overturns(Bot):
    """Plays on in the position it is handed, to its end."""

    id = "overturns"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        action = position.legal_actions()[-1]
        while position.to_act() >= 0:
            position.apply(position.legal_actions()[0])
        return action


def test_a_bot_that_changes_its_position_changes_nothing(table: Callable[..., Table]) -> None:
    """It is a copy."""
    sitting = table(Storm, (Overturns,))
    sitting.to_the_end(Overturns())

    assert sitting.reported == []


class Swallows(Bot):
    """Lets no error through."""

    id = "swallows"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        for action in position.legal_actions():
            try:
                position.copy().apply(action)
            except Exception:
                continue
            return action
        return -1


def test_a_card_that_fails_is_named_though_a_bot_lets_nothing_through(
    table: Callable[..., Table],
) -> None:
    sitting = table(type("First", (RaisesAtBlue,), {"legal": lambda *_: [1]}), (Swallows,))
    sitting.to_the_end(Swallows())

    assert sitting.codes() == ["effect-raises"]


def test_ctrl_c_goes_through_everything(table: Callable[..., Table]) -> None:
    """It is nobody's fault."""

    class Impatient(Storm):
        def play(self, table: Crews, seat: int, option: int) -> None:
            raise KeyboardInterrupt

    sitting = table(Impatient)
    sitting.to_the_card()

    with pytest.raises(KeyboardInterrupt):
        sitting.match.play("ST*blue")
    with pytest.raises(KeyboardInterrupt):
        sitting.to_the_end(Greedy())
    assert sitting.reported == []


# What else may go on while a plugin is at work.

NONSENSE: list[Callable[[Crews], object]] = [
    lambda table: table.crews[0].append("x"),  # type: ignore[arg-type]
    lambda table: table.crews[0].append(-3),
    lambda table: table.box.append(float(table.box.pop())),  # type: ignore[arg-type]
    lambda table: setattr(table, "crews", None),
    lambda table: table.crews.pop(),
    lambda table: table.strengths.__setitem__(0, None),  # type: ignore[call-overload]
    lambda table: table.captain_of.__setitem__(0, 99),
    lambda table: table.captain_of.__setitem__(0, "x"),  # type: ignore[call-overload]
    lambda table: table.chest_golds.__setitem__(0, None),  # type: ignore[call-overload]
    lambda table: table.supply.__setitem__(0, -1),
    lambda table: setattr(table, "supply", None),
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_that_a_card_leaves_on_the_table_is_taken_back(
    tmp_path: Path, nonsense: Callable[[Crews], object]
) -> None:
    """It would be kept, and nobody could play on."""

    class Garbling(Storm):
        def play(self, table: Crews, seat: int, option: int) -> None:
            table.discard(self.card)
            nonsense(table)

    table = Table(tmp_path, Garbling)
    table.to_the_card()
    before = table.match.journal[:]
    for play in [text for text in table.match.legal() if text.startswith("ST*")]:
        with pytest.raises(EffectError), table.guard.watching():
            table.match.play(play)

    assert table.match.journal == before
    table.to_the_end()


def test_a_bot_of_ours_that_meets_nonsense_while_it_searches_plays_on(tmp_path: Path) -> None:
    """The card is named, and not splitpick."""

    class Garbling(Storm):
        def play(self, table: Crews, seat: int, option: int) -> None:
            table.discard(self.card)
            table.captain_of[0] = 99

    table = Table(tmp_path, Garbling)
    table.to_the_end(Greedy())

    assert {error.code for error in table.reported} <= {"effect-garbles"}
    assert table.match.over


def test_the_time_of_the_disk_is_nobodys(tmp_path: Path) -> None:
    """What is kept is never interrupted, however long the disk takes."""
    table = Table(tmp_path)
    kept: list[object] = []

    def keep(*what: object) -> None:
        time.sleep(0.5)  # longer than a bot may think
        kept.append(what)

    table.match.keep = keep
    with table.guard.watching():
        table.match.play(table.match.legal()[0])

    assert len(kept) == 1


def test_observers_that_take_the_time_they_have_stop_nothing(tmp_path: Path) -> None:
    """Each has a limit of its own; together they may take longer than a plugin at its turn."""
    from splitpick.core.hooks.observers import Observer

    class Slow(Observer):
        heard = 0

        def acted(self, action: object, position: Position) -> None:
            time.sleep(0.2)
            self.heard += 1

    table = Table(tmp_path)
    observers = [Slow(), Slow(), Slow()]
    for observer in observers:
        table.match.observe(observer)
    with table.guard.watching():
        table.match.play(table.match.legal()[0])

    assert [observer.heard > 0 for observer in observers] == [True] * 3


def test_a_bot_that_cannot_be_made_loses_its_seat(tmp_path: Path) -> None:
    """As if it had failed at its first decision."""

    class Stillborn(Bot):
        id = "stillborn"
        title = msg("bot-stillborn", "stillborn")

        def __init__(self) -> None:
            raise SystemExit(3)

    table = Table(tmp_path, Storm, (Stillborn,))
    bot = table.guard.made(Stillborn)
    table.to_the_end(bot)

    assert [error.code for error in table.reported] == ["bot-raises"]
    assert "The bot greedy takes its seat." in Language("en").say(table.reported[0].message)


def test_who_ends_the_program_is_no_fault_of_a_plugin(tmp_path: Path) -> None:
    """A SIGTERM that comes while a bot thinks ends all, as it always does."""

    class Told(Bot):
        id = "told"
        title = msg("bot-told", "told")

        def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
            raise Ended(143)

    table = Table(tmp_path, Storm, (Told,))
    with pytest.raises(Ended):
        table.to_the_end(Told())
    assert table.reported == []


def test_a_limit_whose_time_was_up_is_told_even_if_that_was_caught() -> None:
    """A plugin may catch everything, and come back late."""
    with pytest.raises(TimeUp), Limit(0.1), contextlib.suppress(BaseException):
        time.sleep(1)


def test_a_signal_that_a_plugin_ignores_holds_up_nothing() -> None:
    """The limit ends, and the next one works."""
    with Limit(0.1):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(0.3)
        signal.signal(signal.SIGINT, before)
    with pytest.raises(TimeUp), Limit(0.1):
        time.sleep(2)


def test_no_limit_stays_when_its_end_and_its_time_come_together() -> None:
    """Nor does its signal hit what comes next."""
    until = time.monotonic() + 1
    while time.monotonic() < until:
        with contextlib.suppress(TimeUp):
            while time.monotonic() < until:
                with Limit(1e-9):
                    pass
    time.sleep(0.2)  # nothing is raised here any more


def test_no_interruption_is_lost_between_two_limits() -> None:
    """A Ctrl-C that comes while a limit begins or ends is raised as soon as that is done."""
    import threading

    thread = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    thread.start()
    until = time.monotonic() + 5

    def limits() -> None:
        while time.monotonic() < until:
            with Limit(5):
                time.sleep(0)

    with pytest.raises(KeyboardInterrupt):
        limits()
    thread.join()
