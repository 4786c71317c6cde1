"""Account of a match as one HTML file that needs nothing else, with the table after each turn.

Nothing is fetched and nothing sent, and a policy in the file says so to the browser: it allows only
the style sheet and the script in the file, by their hashes.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from ...text import Language
from ..record import Loaded, Record
from .account import Account
from .palette import DAY, INKS, NIGHT
from .templates import resource, template


def html(loaded: Loaded, record: Record, language: Language, name: str = "") -> str:
    """Write the account of *record* in *language*; *name* is that of the match in the store.

    An unfinished match is told as an onlooker may know it.  Raises `JournalError` for the first
    entry that is impossible.
    """
    account = Account(loaded, record, language, name)
    style, script = _style(), resource("page.js")
    policy = (
        f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)};"
        " base-uri 'none'; form-action 'none'"
    )
    return template("page.html.jinja").render(
        account=account,
        piece=account.words.piece,
        inks=INKS,
        policy=policy,
        style=style,
        script=script,
    )


def _style() -> str:
    day, night = (
        "".join(f"--{name}:{colour};" for name, colour in colours.items())
        for colours in (DAY, NIGHT)
    )
    inks = "".join(f".i-{ink}{{color:var(--{ink})}}" for ink in INKS)
    return (
        f":root{{{day}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
        f"{inks}\n{resource('page.css')}"
    )


def _source(text: str) -> str:
    """Name *text* in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
