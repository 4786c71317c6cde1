"""Account of a match as one HTML file; its security policy forbids loading or sending anything."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from ...rules.reading.inks import style_of
from ...text import Language
from ..record import Loaded, Record
from .account import Account
from .faces import FaceSheet, form_of, referred, symbols
from .templates import resource, template


def html(loaded: Loaded, record: Record, language: Language, name: str = "") -> str:
    """Write the account of *record*, which has *name* in the store; raises `JournalError`."""
    account = Account(loaded, record, language, name)
    style = template("page.css.jinja").render() + style_of(account.presenter.own_inks)
    script = resource("page.js")
    digests = [sha256(text.encode()).digest() for text in (style, script)]
    of_style, of_script = (f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    faces = FaceSheet()
    page = template("page.html.jinja").render(
        account=account,
        say=account.words,
        interactive=False,
        form_of=form_of,
        shared=faces.shared,
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {of_style}; script-src {of_script};"
        " base-uri 'none'; form-action 'none'",
    )
    before, end, after = page.rpartition("</body>")
    sheet = faces.symbols()
    held = symbols(account.presenter.pictures.values(), referred(before + sheet), sheet)
    return before + held + "\n" + end + after
