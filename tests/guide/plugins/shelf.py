from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    return [files("splitpick_raider") / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    return [("splitpick_raider", files("splitpick_raider") / "locales")]
