"""``splitpick plugins check``: all that a plugin provides, played in random games."""

import re
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from ...core.game import JSON
from ...core.text import Message, msg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..start import begin, error_as_json
from ..terminal.progress import progress
from ..typed_values import number_from_one, parse_number

if TYPE_CHECKING:
    from ...core.testing.failure import CheckFailed

TITLE = re.compile(r"([a-z0-9-]+/[a-z0-9-]+) \((\d+)\)")
"""Pattern of a game as the kit names it: rule set, variant and number of players."""

_sentence = sentences(
    msg("plugin-part-right", "{what} {id}: fine"),
    msg("plugin-part-wrong", "{what} {id}: fault[{code}]: {message}"),
    msg("checking-parts", "Parts checked"),
    msg("plugin-replay", "To see it: {command}"),
    msg("plugin-unaddressed",
        "A hint: the text about {kinds} gives a name even to whoever plays alone."
        ' With .to_you(seat=...) it says "you" to them.'),
    msg("plugin-parts-wrong", "Parts with faults: {count} of {all}"),
)  # fmt: skip


@command()
def check(
    ctx: typer.Context,
    name: Annotated[
        str, Argument(metavar="NAME", help='A plugin, as "splitpick plugins list" shows it.')
    ],
    games: Annotated[
        str | None,
        Option(
            "--games",
            "-n",
            metavar="NUMBER",
            help="The number of games for each card or rule set; by default the check decides.",
        ),
    ] = None,
    seed: options.FirstSeed = "0",
    as_json: options.Json = False,
) -> int:
    """Test everything that a plugin provides in random games, and report its faults.

    It finds games that do not end, lost cards, visible secrets, texts missing in English or German,
    and more. Each finding comes with the seed and the shortest actions that show it.
    """
    from ...core.testing.check_plugins import parts_of, unaddressed
    from ...core.testing.failure import CheckFailed

    screen, engine = begin(ctx, quiet=True)
    number = None if games is None else number_from_one(games)
    parts = parts_of(name, engine, games=number, seed=parse_number(seed))
    results: list[JSON] = []
    texts = [] if parts else [msg("plugin-brings-nothing", "The plugin provides nothing.")]
    failed = 0
    with progress(screen, _sentence("checking-parts"), len(parts)) as tell:
        for part in parts:
            error: JSON = None
            about = {"what": part.kind, "id": part.id}
            try:
                part.check()
                texts.append(_sentence("plugin-part-right", **about))
            except CheckFailed as fault:
                failed += 1
                screen.trace(fault.__cause__ or fault)
                error = {**error_as_json(screen, fault.message), "code": fault.code}
                about |= {"code": fault.code, "message": fault.message}
                texts.append(_sentence("plugin-part-wrong", **about))
                if again := _again(name, fault):
                    line = screen.command_line("plugins", "replay", *again)
                    texts.append(_sentence("plugin-replay", command=line))
            results.append({"hook": part.hook, "id": part.id, "error": error})
            tell(1)
    if as_json:
        screen.json(results)
    else:
        if not failed and (kinds := unaddressed(name, engine)):
            texts.append(_sentence("plugin-unaddressed", kinds=", ".join(kinds)))
        texts += [_sentence("plugin-parts-wrong", count=failed, all=len(parts))] if failed else []
        screen.say(*texts)
    return FAILED if failed else FINE


MOST_REPLAYED = 400
"""Most actions that a command to replay a fault lists; an endless game has none."""


OF_TEXTS = (
    *("check-untranslated", "check-unsayable", "check-empty-text", "check-plain-text"),
    *("check-two-words", "check-unknown-gap"),
)
"""Faults that no position shows."""


def _again(name: str, fault: "CheckFailed") -> list[str]:
    """Return the arguments that replay *fault*, which a check of the plugin *name* has found."""
    where = fault.where
    of_card = isinstance(where, Message)
    title = str(where.params["where"] if isinstance(where, Message) else where)
    found = TITLE.fullmatch(title)
    if not (found and 0 < len(fault.actions) <= MOST_REPLAYED) or fault.code in OF_TEXTS:
        return []
    game = name if of_card else found[1]
    seed = [] if not fault.seed else ["--seed", str(fault.seed)]
    seat = fault.what.params.get("seat")
    viewer = ["--seat", str(seat)] if fault.code == "check-leak" else []
    return [game, "; ".join(fault.actions), "--players", found[2], *seed, *viewer]
