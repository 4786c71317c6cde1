"""Who takes a seat: a bot or a level, with what it may think, from what stands behind its name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import BadValue, UnknownName, unknown
from ..players import BUILT_IN, Bot
from ..players.budget import LEAST_MS, MOST_MS, NODES, Budget, read_budget
from ..players.levels import LEVELS
from ..rules.characters import excerpt
from ..text import Both, Message, Text, msg, nmsg

_LEVELS = {level.id: level for level in LEVELS}
_OWN: Mapping[str, type[Bot]] = {bot.id: bot for bot in BUILT_IN}


@dataclass(frozen=True)
class Seated:
    """A bot that takes a seat: which one, and how much it may think."""

    name: str
    """How a match keeps it: ``ships-boy``, ``greedy``, ``mcts:300ms``; `seated` reads it again."""
    kind: type[Bot]
    title: Text
    """What people call it, with what was said about its thinking."""
    budget: float
    """The seconds it may think over a decision; 0 where its nodes are counted instead."""
    settings: tuple[tuple[str, int], ...] = ()
    """What is set on the bot."""

    def bot(self) -> Bot:
        """Make the bot, with all its settings, for one game."""
        made = self.kind()
        for name, value in self.settings:
            setattr(made, name, value)
        return made


def seated(name: str, bots: Mapping[str, type[Bot]], others: Sequence[str] = ()) -> Seated:
    """Read who sits down: a level, the id of one of *bots*, or one with its budget behind a colon.

    A level alone goes before a bot of the same name; with a budget it is the bot.  *others* is who
    else could sit there, to be suggested.  Raises `UnknownName` for a name or a setting that there
    is none of, `BadValue` for a budget that cannot be read or goes too far.
    """
    id, sign, rest = (part.strip() for part in name.partition(":"))
    id = id.casefold()
    level = _LEVELS.get(id)
    if level is not None and not sign:
        return Seated(id, *_with(bots, level.bot, level.budget, level.title))
    if level is not None and id not in bots:
        raise BadValue(
            msg(
                "level-budget",
                "The level {name} thinks as long as it does: for another time name a bot, such as "
                "{example}.",
                name=id,
                example=f"{level.bot}:500ms",
            )
        )
    if id not in bots:
        known = [*others, *_LEVELS, *sorted(set(bots) - set(_LEVELS))]
        raise unknown(msg("unknown-player", 'There is no player "{name}".', name=id), id, known)
    if not sign:
        return Seated(id, bots[id], bots[id].title, Budget().seconds)
    return Seated(f"{id}:{_read(rest, id, bots[id])}", *_with(bots, id, rest))


def _with(
    bots: Mapping[str, type[Bot]], id: str, text: str, title: Message | None = None
) -> tuple[type[Bot], Text, float, tuple[tuple[str, int], ...]]:
    """Return the fields of `Seated` behind its name for the bot *id* with the budget *text*."""
    budget = _read(text, id, bots[id])
    told = title or msg(
        "bot-with-budget",
        "{bot}, {budget}",
        bot=bots[id].title,
        budget=Both(_told(budget), commas=True),
    )
    return bots[id], told, budget.seconds, budget.settings


def _read(text: str, id: str, kind: type[Bot]) -> Budget:
    """Read the *text* behind the bot *id*, and see whether the bot can do with it."""
    budget = read_budget(text)
    if budget is None:
        raise BadValue(
            msg(
                "bad-budget",
                'Behind a bot stands how long it may think, such as {example}, not "{text}".',
                example=_example(id, kind),
                text=excerpt(text),
            )
        )
    check_budget(budget, kind.id, kind.settings)
    return budget


def check_budget(budget: Budget, bot: str, settings: Mapping[str, tuple[int, int]]) -> None:
    """See whether *bot* can do with *budget*: its *settings* are the least and the most of each.

    Raises `UnknownName` and `BadValue`.
    """
    if budget.milliseconds is not None and not LEAST_MS <= budget.milliseconds <= MOST_MS:
        raise BadValue(
            msg(
                "budget-range",
                "A bot may think from {least} ms to {most} s over a decision.",
                least=LEAST_MS,
                most=MOST_MS // 1000,
            )
        )
    for name, value in budget.settings:
        if name not in settings:
            message = msg(
                "unknown-setting", 'The bot {bot} has no setting "{name}".', bot=bot, name=name
            )
            raise unknown(message, name, sorted(settings))
        least, most = settings[name]
        if not least <= value <= most:
            raise BadValue(
                msg(
                    "setting-range",
                    "{name} can be from {least} to {most}, not {value}.",
                    name=name,
                    least=least,
                    most=most,
                    value=value,
                )
            )


def _example(id: str, kind: type[Bot]) -> Text:
    if NODES not in kind.settings:
        return f"{id}:500ms"
    return msg("or", "{one} or {other}", one=f"{id}:500ms", other=f"{id}:nodes=5000")


def _told(budget: Budget) -> tuple[Text, ...]:
    told: list[Text] = []
    if budget.milliseconds is not None:
        told.append(f"{budget.milliseconds} ms")
    for name, value in budget.settings:
        nodes = nmsg("budget-nodes", "{count} node", "{count} nodes", value)
        told.append(nodes if name == NODES else f"{name}={value}")
    return tuple(told)


BOT = (
    r"(?!(?:process|program|human|post):)[a-z][a-z0-9-]{0,39}"
    r"(?::(?:[0-9]{1,9}ms|[a-z]{1,20}=[0-9]{1,15})(?:,[a-z]{1,20}=[0-9]{1,15}){0,9})?"
)
"""What the name of a `Seated` looks like, and no command ever does, as a regular expression."""

_BOT = re.compile(BOT)


def bot_of(name: str) -> str:
    """Return the id of the bot that plays as *name*, a `Seated.name`; there need be no such bot."""
    return _LEVELS[name].bot if name in _LEVELS else name.partition(":")[0]


def title_of(name: str, bots: Mapping[str, type[Bot]] = _OWN) -> Text:
    """Say what people call *name*, which anybody may have written; itself where nobody knows it."""
    if not _BOT.fullmatch(name) or bot_of(name) not in bots:
        return name
    try:
        return seated(name, bots).title
    except (BadValue, UnknownName):  # a budget that the bot has no more
        return name
