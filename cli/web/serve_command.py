"""``splitpick serve``: tables in browsers, for people at several devices."""

import errno
import socket
from contextlib import suppress
from threading import Thread
from typing import Annotated
from urllib.parse import urlsplit

import typer
from typer import Option

from ...core.errors import REASONS, BadValue, needing, reason
from ...core.home import home
from ...core.rules.characters import excerpt
from ...core.text import Text, msg, sentences
from ..exits import FINE, leaving_in_order
from ..localized_typer import command
from ..start import begin
from ..storage.open_store import open_store
from ..typed_values import parse_number

PORT = 8321
HOST = "127.0.0.1"
PATIENCE = 10
MOST_MINUTES = 7 * 24 * 60
EVERYWHERE = ("0.0.0.0", "::", "")

_sentence = sentences(
    msg("web-patience-range", "--patience is from 1 to {most} minutes, not {minutes}."),
    msg("web-everywhere",
        "Others cannot open the address {host}: name this computer's own address, such as "
        "--host 192.168.1.5, or use --origin to give the address that players see."),
    msg("web-origin", 'An origin looks like https://play.example.org, not "{text}".'),
    msg("web-cannot-listen", "Cannot listen at {host}, port {port}: {why}"),
    msg("web-port-taken",
        "Port {port} is taken: another server runs there. Choose another one with --port."),
)  # fmt: skip


@command("splitpick serve --open", "splitpick serve --host 192.168.1.5")
def serve(
    ctx: typer.Context,
    host: Annotated[
        str,
        Option(
            "--host",
            metavar="ADDRESS",
            help="The address to listen on; by default only this computer can connect.",
        ),
    ] = HOST,
    port: Annotated[
        str, Option("--port", metavar="NUMBER", help="The port; 0 takes any that is free.")
    ] = str(PORT),
    origin: Annotated[
        str | None,
        Option(
            "--origin",
            metavar="URL",
            help="The address that players see, if a reverse proxy stands in front of this server.",
        ),
    ] = None,
    patience: Annotated[
        str,
        Option(
            "--patience",
            metavar="MINUTES",
            help="After this time, the others may let a bot play for somebody who is absent, or end"
            " the match.",
        ),
    ] = str(PATIENCE),
    opens: Annotated[bool, Option("--open", help="Open the start page in a browser.")] = False,
) -> int:
    """Let people play in browsers, on this computer or on its network.

    It prints the address of a start page, which is only for you. Ctrl-C ends it; all matches are
    saved, and go on when you start it again.
    """
    screen, engine = begin(ctx)
    with needing("web", msg("web-missing", "Tables in browsers need more packages: {command}")):
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    number = parse_number(port)
    if number > 65535:
        raise BadValue(msg("web-port", "A port is a number up to 65535, not {port}.", port=number))
    minutes = parse_number(patience)
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadValue(_sentence("web-patience-range", most=MOST_MINUTES, minutes=minutes))
    if host in EVERYWHERE and origin is None:
        raise BadValue(_sentence("web-everywhere", host=host or '""'))
    if origin is not None:
        origin = checked_origin(origin)
    listening = listen(host, number)
    number = listening.getsockname()[1]
    from .bot_pool import BotPool
    from .http_protocol import server_of
    from .open_matches import OpenMatches
    from .page_words import PAGE_WORDS
    from .seat_links import SeatLinks, is_local, own_command
    from .web_app import WebApp

    pool = BotPool(screen.without)
    with leaving_in_order(), suppress(KeyboardInterrupt), listening, open_store(screen) as store:
        matches = OpenMatches(engine, store, pool, minutes * 60)
        origins = [origin] if origin else origins_of(host, number)
        app = WebApp(engine, matches, SeatLinks(home()), screen.language.code, origins)
        address = origins[0] + app.host_path
        shown: list[Text] = [
            msg("web-address", "The start page, for you alone: {address}", address=address)
        ]
        if is_local(address):
            shown += [PAGE_WORDS["link-local"], own_command()]
        with suppress(OSError):  # nobody may read the output any more
            screen.say(*shown, msg("web-ends", "Ctrl-C ends the server; all matches are saved."))
            if screen.out is not None:
                screen.out.flush()
        if opens:
            import webbrowser

            # A browser in this terminal ends before `open` returns.
            Thread(target=webbrowser.open, args=[address], daemon=True).start()
        try:
            server_of(app.asgi, matches.end_streams).run([listening])
        finally:
            pool.close()
    return FINE


def checked_origin(text: str) -> str:
    """Return the origin *text*, ``https://host`` or with a port; raises `BadValue`."""
    try:
        parts = urlsplit(text.strip())
        origin = f"{parts.scheme}://{parts.netloc}".lower()
        fits = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
        rest = parts.path.strip("/") or parts.query or parts.fragment
        if parts.port == {"http": 80, "https": 443}.get(parts.scheme):  # browsers leave it out
            origin = origin.rpartition(":")[0]
    except ValueError:
        fits, rest, origin = None, "", ""
    if not fits or rest:
        raise BadValue(_sentence("web-origin", text=excerpt(text)))
    return origin


def origins_of(host: str, port: int) -> list[str]:
    """List the origins of a server at *host*, the one to show first."""
    host = host.lower()  # as browsers write it
    shown = f"[{host}]" if ":" in host else host
    tail = "" if port == 80 else f":{port}"
    names = [shown, "localhost"] if host in (HOST, "::1", "localhost") else [shown]
    return [f"http://{name}{tail}" for name in dict.fromkeys(names)]


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at *host* and *port*; raises `BadValue` if it cannot."""
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise BadValue(_sentence("web-port-taken", port=str(port))) from error
        why = reason(error) if isinstance(error, OSError) else REASONS["gaierror"]
        about = {"host": excerpt(host), "port": str(port), "why": why}
        raise BadValue(_sentence("web-cannot-listen", **about)) from error
