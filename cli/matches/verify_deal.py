"""``splitpick verify``: whether every card of a match came from the seed promised before."""

from typing import Annotated

import typer
from typer import Option

from ...core.matches.fair_deal import commitment, confirm_fair, unfair_entry
from ...core.matches.record import load_setup
from ...core.rules.characters import excerpt
from ...core.text import msg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..start import begin
from ..storage.record_files import record_in

_sentence = sentences(
    msg("verify-unfair",
        "Entry {entry} is {text}, but from the seed {seed} follows {due}."),
    msg("verify-nothing", "nothing"),
    msg("verify-commitment", "SHA-256 of seed and nonce: {hash}"),
    msg("verify-none", "The record has no nonce: the seed was not promised before the match."),
    msg("verify-compare", "Compare it with the one that was shown at the beginning."),
    msg("verify-kept", "That is the one that you were shown."),
    msg("verify-broken", "That is not the one that you were shown: {hash}"),
)  # fmt: skip


@command("splitpick verify my-match.txt")
def verify_deal(
    ctx: typer.Context,
    file: options.RecordFile,
    promised: Annotated[
        str | None,
        Option(
            "--commitment",
            metavar="HASH",
            help="The SHA-256 that you were shown at the beginning of the match.",
        ),
    ] = None,
) -> int:
    """Check that every card of a match follows from its seed, and show what was promised of it."""
    screen, engine = begin(ctx)
    record = record_in(engine, file)
    setup = record.setup
    unfair = unfair_entry(load_setup(engine, setup), record.entries)
    seed = str(setup.seed)
    if unfair is not None:
        number, due = unfair
        about = {"entry": number + 1, "text": record.entries[number].text, "seed": seed}
        screen.say(_sentence("verify-unfair", due=due or _sentence("verify-nothing"), **about))
        return FAILED
    screen.say(confirm_fair(setup, record.entries))
    hash = commitment(setup)
    if not hash:
        screen.say(_sentence("verify-none"))
        return FINE if promised is None else FAILED
    screen.say(_sentence("verify-commitment", hash=hash))
    if promised is None:
        screen.say(_sentence("verify-compare"))
        return FINE
    if promised.strip().casefold() == hash:
        screen.say(_sentence("verify-kept"))
        return FINE
    screen.say(_sentence("verify-broken", hash=excerpt(promised, 64)))
    return FAILED
