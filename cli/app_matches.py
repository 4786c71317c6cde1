"""The commands `splitpick matches ...` and what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command, Group
from .start import start_engine
from .usage import complaint, missing_command

if TYPE_CHECKING:
    from .screen import Screen
    from .takes import Takes

EXAMPLES = """\
splitpick matches list
splitpick matches show jolly-roger-1 --turn 7
splitpick matches replay jolly-roger-1 --speed 2
splitpick matches export jolly-roger-1 --format html --out my-match.html"""


def add_matches(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the group of commands for matches that are kept."""
    matches = typer.Typer(
        cls=Group,
        name="matches",
        short_help=takes.say(msg("help-matches-short", "Look at, share and keep matches.")),
        help=takes.say(
            msg(
                "help-matches",
                "Every match is kept as it is played: go on with it, look through it, share it.",
            )
        ),
        epilog=EXAMPLES,
    )
    app.add_typer(matches)

    @matches.callback(invoke_without_command=True)
    def group(
        ctx: typer.Context, no_color: bool = takes.no_color, lang: str | None = takes.lang
    ) -> None:
        if ctx.invoked_subcommand is None:
            raise complaint(missing_command(ctx), ctx)

    _add_list(matches, screen, takes)
    add_resume(matches, screen, takes)
    _add_show(matches, screen, takes)
    _add_replay(matches, screen, takes)
    _add_delete(matches, screen, takes)
    _add_export(matches, screen, takes)
    _add_import(matches, screen, takes)


def _add_list(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    @matches.command(
        "list",
        cls=Command,
        short_help=takes.say(msg("help-matches-list-short", "List all matches.")),
        help=takes.say(
            msg("help-matches-list", "Lists all matches that are kept, the last played first.")
        ),
    )
    def listing(
        as_json: bool = takes.json,
        no_pager: bool = takes.no_pager,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .matches_list import list_matches

        list_matches(screen, as_json, pager=not no_pager)


def add_resume(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add `resume`, which is a command of its own and one of the group."""
    name_argument = takes.argument(
        msg("metavar-match", "MATCH"),
        msg("help-match-newest", "The name of a match; without one, the last that was played."),
    )

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-resume-short", "Go on with a match.")),
        help=takes.say(
            msg("help-resume", "Goes on with a match that was kept, from where it stood.")
        ),
    )
    def resume(
        match: str | None = name_argument,
        seats: list[str] | None = takes.seat,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .play import resume_command

        screen.accessible = accessible
        return resume_command(screen, start_engine(screen), match, seats or ())


def _add_show(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    @matches.command(
        "show",
        cls=Command,
        short_help=takes.say(msg("help-matches-show-short", "Show a match.")),
        help=takes.say(
            msg(
                "help-matches-show",
                "Shows who played a match, what was done in its last turn or in another, and the "
                "table after that.",
            )
        ),
    )
    def showing(
        match: str = takes.match,
        turn: str | None = takes.turn,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .matches import show_match

        screen.accessible = accessible
        show_match(screen, start_engine(screen), match, turn)


def _add_replay(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    speed_option = takes.option(
        "--speed",
        msg("metavar-number", "NUMBER"),
        msg("help-speed", "How fast: 2 is twice as fast, 0 does not wait."),
    )

    @matches.command(
        "replay",
        cls=Command,
        short_help=takes.say(msg("help-replay-short", "Watch a match again.")),
        help=takes.say(
            msg(
                "help-replay",
                "Tells a match again from the beginning, with the table after each turn. What was "
                "taken back is left out.",
            )
        ),
    )
    def replay(
        match: str = takes.match,
        speed: str | None = speed_option,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .replay import replay_match

        screen.accessible = accessible
        replay_match(screen, start_engine(screen), match, speed)


def _add_delete(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    yes_flag = takes.flag("--yes -y", msg("help-yes", "Does not ask first."))

    @matches.command(
        "delete",
        cls=Command,
        short_help=takes.say(msg("help-delete-short", "Delete matches.")),
        help=takes.say(msg("help-delete", "Deletes matches for good, after asking.")),
    )
    def delete(
        names: list[str] = takes.match,
        yes: bool = yes_flag,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .matches import delete_matches

        delete_matches(screen, names, sure=yes)


def _add_export(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    format_option = takes.option(
        "--format -f",
        msg("metavar-format", "FORMAT"),
        msg(
            "help-format",
            "record, for people and programs, which is what you get without it; json; or for "
            "people alone markdown, html, or svg, a drawing of the table.",
        ),
    )
    out_option = takes.option(
        "--out -o",
        msg("metavar-file", "FILE"),
        msg("help-out", "Writes into this file instead of showing it."),
    )
    force_flag = takes.flag("--force", msg("help-force", "Replaces the file if it is there."))

    @matches.command(
        "export",
        cls=Command,
        short_help=takes.say(msg("help-export-short", "Write a match down to share it.")),
        help=takes.say(
            msg(
                "help-export",
                "Writes a match down: to share it, to look at it elsewhere, or to put it aside.",
            )
        ),
    )
    def export(
        match: str = takes.match,
        format: str | None = format_option,
        out: str | None = out_option,
        turn: str | None = takes.turn,
        force: bool = force_flag,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .export import export_match

        export_match(screen, start_engine(screen), match, format, out, turn, force)


def _add_import(matches: typer.Typer, screen: Screen, takes: Takes) -> None:
    file_argument = takes.argument(
        msg("metavar-file", "FILE"),
        msg("help-import-file", "A record, as text or as JSON; - reads the input."),
        default=...,
    )
    copy_flag = takes.flag("--copy", msg("help-copy", "Keeps it once more if it is kept already."))

    @matches.command(
        "import",
        cls=Command,
        short_help=takes.say(msg("help-import-short", "Keep a match from a file.")),
        help=takes.say(
            msg("help-import", "Keeps a match that was exported, here or by somebody else.")
        ),
    )
    def importing(
        file: str = file_argument,
        copy: bool = copy_flag,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .import_match import import_match

        return import_match(screen, start_engine(screen), file, copy)
