"""``splitpick verify``: whether every card of a match came from the seed promised before."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.hooks.user_rulesets import own_folder
from ...core.matches.fair_deal import confirm_fair, describe_shares, post_fairness, unfair_entry
from ...core.matches.postal import has_sides
from ...core.matches.record import installed_rules, load_setup
from ...core.matches.setup import (
    POST,
    Setup,
    commitment,
    dealt_seed,
    dealt_text,
    is_given,
)
from ...core.rules.characters import excerpt
from ...core.text import Message, Text, msg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.record_files import record_in

_sentence = sentences(
    msg("verify-unfair",
        "Entry {entry} is {text}, but the seed {seed} gives {due}."),
    msg("verify-nothing", "nothing"),
    msg("verify-post",
        "In a match by post each side draws from a seed of its own, which the other one gets to see"
        " once the match is over. This record has none."),
    msg("verify-shipped", "The rules are those of {rules}, {variant}, as installed here."),
    msg("verify-own-rules", "The rules are those of {rules}, {variant}, in your own folder of rule"
        " sets."),
    msg("verify-brought",
        "The record brought its own rules. They call themselves {rules}, {variant}, and are not"
        " those of any rule set installed here: {hash}."),
    msg("verify-commitment",
        "SHA-256 of the deal, that is seed, nonce, rules, seats, first seat and match: {hash}"),
    msg("verify-tried",
        "Nobody can tell whether other deals were tried before the match began."),
    msg("verify-shares",
        "The seed is made from that and from the shares. It is the beginning of the SHA-256"
        " of this text: {text}"),
    msg("verify-yours", "Your share is that of {seat}."),
    msg("verify-not-yours", "Your share is not in the deal: {share}"),
    msg("verify-undealt", "The cards of this match are not dealt yet: it waits for shares."),
    msg("verify-post-many",
        "In a match by post with more than two players nobody promises a deal, so nobody can check"
        " the cards."),
    msg("verify-none", "The record has no nonce: the deal was not promised before the match."),
    msg("verify-compare", "Compare it with the one that was shown at the beginning."),
    msg("verify-kept", "That is the one you were shown."),
    msg("verify-broken", "That is not the one you were shown: {hash}"),
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
    share: Annotated[
        str | None, Option("--share", metavar="SHARE", help="The share that you added to the deal.")
    ] = None,
) -> int:
    """Check that every card of a match follows from its seed, and show what was promised of it."""
    screen, engine = begin(ctx)
    record = record_in(engine, file)
    setup = record.setup
    loaded = load_setup(engine, setup)
    names = loaded.presenter.seats
    if setup.awaits_shares and record.result is None:
        raise BadValue(_sentence("verify-undealt"))
    if POST in setup.players:
        none = _sentence("verify-post" if has_sides(setup) else "verify-post-many")
        told = post_fairness(setup, loaded.replay(record.entries)) or none
        screen.say(told)
        screen.say(_rules(engine, setup))
        is_fair = told.code == "post-fair"
        if is_fair:
            screen.say(*describe_shares(setup, names))
        return FINE if _had(screen, setup, names, share) and is_fair else FAILED
    unfair = unfair_entry(loaded, record.entries)
    seed = str(dealt_seed(setup))
    if unfair is not None:
        number, due = unfair
        about = {"entry": number + 1, "text": record.entries[number].text, "seed": seed}
        screen.say(_sentence("verify-unfair", due=due or _sentence("verify-nothing"), **about))
        return FAILED
    screen.say(confirm_fair(setup, record.entries))
    screen.say(_rules(engine, setup))
    hash = commitment(setup)
    if not hash:
        screen.say(_sentence("verify-none"))
        return FINE if promised is None else FAILED
    screen.say(_sentence("verify-commitment", hash=hash))
    if text := dealt_text(setup):
        screen.say(_sentence("verify-shares", text=text))
    is_kept = promised is None or promised.strip().casefold() == hash
    if is_kept:  # else the shares would tell of another deal
        screen.say(*(describe_shares(setup, names) or [_sentence("verify-tried")]))
    had = _had(screen, setup, names, share)
    end = "verify-compare" if promised is None else "verify-kept" if is_kept else "verify-broken"
    screen.say(_sentence(end, hash=excerpt(promised or "", 64)))
    return FINE if is_kept and had else FAILED


def _had(screen: Screen, setup: Setup, names: Sequence[Text], share: str | None) -> bool:
    """Say which seat has given *share*, if any is asked for; return false if none has."""
    if share is None:
        return True
    typed = share.strip().casefold()
    if not is_given(typed) or typed not in setup.shares:
        screen.say(_sentence("verify-not-yours", share=excerpt(share, 64)))
        return False
    screen.say(_sentence("verify-yours", seat=names[setup.shares.index(typed)]))
    return True


def _rules(engine: Engine, setup: Setup) -> Message:
    """Say whether the rules of *setup* are those that this name has here."""
    about = {"rules": setup.ruleset, "variant": setup.variant}
    paths, own = engine.rulesets(), own_folder()

    def is_shipped(name: str) -> bool:
        path = paths[name]
        return not (isinstance(path, Path) and path.is_relative_to(own))

    asked = engine, setup.ruleset, setup.variant, setup.options, setup.hash
    if installed_rules(*asked, is_shipped):
        return _sentence("verify-shipped", **about)
    if installed_rules(*asked):
        return _sentence("verify-own-rules", **about)
    return _sentence("verify-brought", hash=f"sha256:{setup.hash}", **about)
