"""Plugins that cannot be used, each with the state and the error of it."""

from plugin_sites import HEAD, card
from splitpick.core.hooks.provider import CLASH, FAILED


def returns(hook: str, result: str, before: str = "") -> str:
    """Return a module whose *hook* returns *result*."""
    return f"{HEAD}{before}\n\n@hookimpl\ndef splitpick_{hook}():\n    return {result}\n"


def bot(id: str) -> str:
    return returns("bots", "[B]", f"class B(Bot):\n    id = {id!r}\n    title = 'B'\n")


GAME = (
    "from splitpick.core.rules.kinds import GameKind\nclass Kind(GameKind):\n    id = 'splitting'\n"
)


FAULTS: dict[str, tuple[str, str, str]] = {
    # name: (module, state, code)
    "import-error": ("import no_such_module_anywhere\n", FAILED, "plugin-fails"),
    "syntax-error": ("def splitpick_effects(:\n", FAILED, "plugin-fails"),
    "exit": ("raise SystemExit(0)\n", FAILED, "plugin-fails"),
    "ctrl-c": ("raise KeyboardInterrupt\n", FAILED, "plugin-fails"),
    "exit-in-words": (
        "class E(Exception):\n    def __str__(self):\n        raise SystemExit\n\n\nraise E\n",
        FAILED,
        "plugin-fails",
    ),
    "deep": ("def f():\n    f()\n\n\nf()\n", FAILED, "plugin-fails"),
    "wrong-hook": (returns("efects", "[]"), FAILED, "plugin-hook"),
    "strange-hook": (HEAD + "@hookimpl\ndef zzz():\n    return []\n", FAILED, "plugin-hook"),
    "wrong-signature": (
        returns("effects", "[]").replace("effects()", "effects(engine)"),
        FAILED,
        "plugin-hook-arguments",
    ),
    "wrapper": (
        returns("effects", "(yield)").replace("@hookimpl", "@hookimpl(wrapper=True)"),
        FAILED,
        "plugin-returns",
    ),
    "no-hook": ("def splitpick_effcts():\n    return []\n", FAILED, "plugin-empty"),
    "undecorated": (
        returns("effects", "[]") + "\n\ndef splitpick_bots():\n    return []\n",
        FAILED,
        "plugin-undecorated",
    ),
    "unknown-name": (returns("effects", "[Efect]"), FAILED, "plugin-fails"),
    "raises": (returns("bots", "1 / 0, '\\x1b[2J'"), FAILED, "plugin-fails"),
    "returns-none": (returns("effects", "None"), FAILED, "plugin-returns"),
    "returns-object": (returns("effects", "['\\x1b[2J']"), FAILED, "plugin-returns"),
    "returns-class": (returns("effects", "Effect"), FAILED, "plugin-returns"),
    "returns-base": (returns("effects", "[Effect]"), FAILED, "plugin-id"),
    "returns-folder": (returns("rulesets", "['/nowhere']"), FAILED, "plugin-returns"),
    "returns-catalog": (returns("catalogs", "['x']"), FAILED, "plugin-returns"),
    "wrong-title": (bot("b"), FAILED, "plugin-title"),
    "no-id": (card("three").replace('id = "three"', "pass"), FAILED, "plugin-id"),
    "bad-id": (card("four").replace('"four"', '"F\\x1b[2J"'), FAILED, "plugin-id"),
    "clash-effect": (card("kraken"), CLASH, "plugin-clash"),
    "clash-own-bot": (bot("greedy").replace("title = 'B'", "pass"), CLASH, "plugin-clash"),
    "clash-person": (bot("human").replace("title = 'B'", "pass"), CLASH, "plugin-clash"),
    "clash-own-game": (returns("games", "[Kind()]", GAME), CLASH, "plugin-clash"),
    "clash-itself": (card("five").replace("[Five]", "[Five, Five]"), CLASH, "plugin-clash"),
}
"""Plugins that cannot be used."""
