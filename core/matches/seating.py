"""The players behind ``--seat SEAT=``: a level, or a bot with the budget for its thinking."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadValue, UnknownName, unknown
from ..players import BUILT_IN, Bot
from ..players.budget import LEAST_MS, MOST_MS, NODES, Budget, read_budget
from ..players.levels import LEVELS
from ..rules.characters import excerpt
from ..text import Both, Text, msg, nmsg, sentences
from .setup import HUMAN, POST, PROCESS, PROGRAM

BOT = (
    r"(?!(?:process|program|human|post):)[a-z][a-z0-9-]{0,39}"
    r"(?::(?:[0-9]{1,9}ms|[a-z]{1,20}=[0-9]{1,15})(?:,[a-z]{1,20}=[0-9]{1,15}){0,9})?"
)
"""Regular expression for a `Seated.name`, ``human`` or ``post``; it matches no command."""

_NO_BOTS = (HUMAN, POST, PROCESS, PROGRAM)
_LEVELS = {level.id: level for level in LEVELS}
_BUILT_IN: Mapping[str, type[Bot]] = {bot.id: bot for bot in BUILT_IN}


@dataclass(frozen=True)
class Seated:
    """A bot at a seat, and its budget."""

    name: str
    """Canonical name that a match keeps: ``ships-boy``, ``greedy``, ``mcts:300ms``."""
    kind: type[Bot]
    title: Text
    budget: float
    """Seconds for a decision, or 0 if nodes are counted instead."""
    settings: tuple[tuple[str, int], ...] = ()
    file: str = ""

    def bot(self) -> Bot:
        """Return a new bot with all its settings, for one game."""
        made = self.kind()
        made.file = self.file
        for name, value in self.settings:
            setattr(made, name, value)
        return made


_sentence = sentences(
    msg("unknown-player", 'There is no player "{name}".'),
    msg("level-budget",
        "The level {name} has a fixed thinking time. To choose the time, name a bot, such as "
        "{example}."),
    msg("bad-budget", 'The time of a bot is written like {example}, not "{text}".'),
    msg("budget-range",
        "The thinking time of a bot must be from {least} ms to {most} s per decision."),
    msg("unknown-setting", 'The bot {bot} has no setting "{name}".'),
    msg("bot-file", "The bot {bot} needs a file, as in {bot}:FILE."),
    msg("no-file", 'There is no file "{file}".'),
    msg("setting-range", "{name} can be from {least} to {most}, not {value}."),
)  # fmt: skip


def seated(name: str, bots: Mapping[str, type[Bot]], others: Sequence[str] = ()) -> Seated:
    """Read *name*: a level, the id of one of *bots*, or an id with its budget after a colon.

    A level wins over a bot of the same id, unless there is a budget.  *others* are further names
    for an error to suggest.  Raises `UnknownName`, also for a setting, and `BadValue` for a budget.
    """
    id, colon, text = (part.strip() for part in name.partition(":"))
    id = id.casefold()
    level = _LEVELS.get(id)
    if level is not None and not colon:
        kind = bots[level.bot]
        budget = _read(level.budget, kind)
        return Seated(id, kind, level.title, budget.seconds, budget.settings)
    if id not in bots:
        if level is not None:
            raise BadValue(_sentence("level-budget", name=id, example=f"{level.bot}:500ms"))
        known = [*others, *_LEVELS, *sorted(set(bots) - set(_LEVELS))]
        raise unknown(_sentence("unknown-player", name=id), id, known)
    kind = bots[id]
    if kind.reads_file:
        file = Path(text).expanduser()
        if not text:
            raise BadValue(_sentence("bot-file", bot=id))
        if not file.is_file():
            raise BadValue(_sentence("no-file", file=excerpt(text)))
        title = msg("bot-with-budget", "{bot}, {budget}", bot=kind.title, budget=file.name)
        full = str(file.absolute())
        return Seated(f"{id}:{full}", kind, title, Budget().seconds, file=full)
    if not colon:
        return Seated(id, kind, kind.title, Budget().seconds)
    budget = _read(text, kind)
    title = msg("bot-with-budget", "{bot}, {budget}", bot=kind.title, budget=_words(budget))
    return Seated(f"{id}:{budget}", kind, title, budget.seconds, budget.settings)


def _read(text: str, kind: type[Bot]) -> Budget:
    budget = read_budget(text)
    if budget is None:
        example: Text = f"{kind.id}:500ms"
        if NODES in kind.settings:
            example = msg("or", "{one} or {other}", one=example, other=f"{kind.id}:nodes=5000")
        raise BadValue(_sentence("bad-budget", example=example, text=excerpt(text)))
    check_budget(budget, kind.id, kind.settings)
    return budget


def check_budget(budget: Budget, bot: str, settings: Mapping[str, tuple[int, int]]) -> None:
    """Check *budget*; *settings* has the ranges for *bot*.  Raises `UnknownName` and `BadValue`."""
    if budget.milliseconds is not None and not LEAST_MS <= budget.milliseconds <= MOST_MS:
        raise BadValue(_sentence("budget-range", least=LEAST_MS, most=MOST_MS // 1000))
    for name, value in budget.settings:
        if name not in settings:
            raise unknown(_sentence("unknown-setting", bot=bot, name=name), name, sorted(settings))
        least, most = settings[name]
        if not least <= value <= most:
            raise BadValue(
                _sentence("setting-range", name=name, least=least, most=most, value=value)
            )


def _words(budget: Budget) -> Both:
    words: list[Text] = [] if budget.milliseconds is None else [f"{budget.milliseconds} ms"]
    for name, value in budget.settings:
        nodes = nmsg("budget-nodes", "{count} node", "{count} nodes", value)
        words.append(nodes if name == NODES else f"{name}={value}")
    return Both(tuple(words), commas=True)


def bot_of(name: str) -> str:
    """Return the id of the bot that plays as *name*, known or not; "" for a person or a program."""
    bot = _LEVELS[name].bot if name in _LEVELS else name.partition(":")[0]
    return "" if bot in _NO_BOTS else bot


_FOLDERS = re.compile(r":.*[/\\]")
"""The folders of a file that a bot reads."""


def title_of(name: str, bots: Mapping[str, type[Bot]] = _BUILT_IN) -> Text:
    """Return the title of the bot or level *name*; for any other text, *name* itself.

    The file of a bot is named without its folders.
    """
    if not re.fullmatch(BOT, name) or bot_of(name) not in bots:
        return _FOLDERS.sub(":", name) if bot_of(name) else name
    try:
        return seated(name, bots).title
    except (BadValue, UnknownName):  # a budget that the bot no longer takes
        return name
