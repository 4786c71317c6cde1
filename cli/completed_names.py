"""Names that the shell's completion offers: rule sets, variants, seats with players, matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from ..core.errors import SplitpickError
from .typed_values import DEFAULT_RULESET


def names_like(metavar: str, name: str, given: Mapping[str, object], begun: str) -> list[str]:
    """Return the values of the parameter *name* that begin with *begun*, where they are names.

    *given* has the values of other parameters: seats and variants are those of the rule set.  A
    rule set or a store that cannot be read has no names; the command itself says why.
    """
    names: Iterable[str] = ()
    with suppress(SplitpickError):
        names = _names(metavar, name, given)
    # Variants of a rule set, such as my-deck/short, come once they are asked for.
    return [one for one in names if one.startswith(begun) and ("/" in begun or "/" not in one)]


def _names(metavar: str, name: str, given: Mapping[str, object]) -> Iterable[str]:
    from ..core.hooks.engine import Engine  # not for every command
    from ..core.players.levels import LEVELS

    if metavar == "MATCH":
        from .storage.open_store import open_store

        with open_store() as store:
            return [match.name for match in store.list()]
    if metavar == "RULESET":
        files = Engine().playable()
        return [*files, *(f"{name}/{id}" for name in files for id, _ in files[name].variants)]
    if name not in ("seats", "variant"):
        return []
    engine = Engine()
    file = engine.ruleset_file(str(given.get("ruleset") or DEFAULT_RULESET))
    if name == "variant":
        return [id for id, _ in file.variants]
    players = dict.fromkeys(["human", *(level.id for level in LEVELS), *sorted(engine.bots)])
    return [f"{seat}={player}" for seat, _ in file.variant().seats for player in players]
