"""The commands of `splitpick` and what they take, in the reader's language.

The Typer app is built when the language is known; a command's own module is imported when the
command is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from typer.main import get_command

from ..core.text import msg
from .app_lab import add_lab
from .app_matches import add_matches, add_resume
from .app_plugins import add_plugins
from .app_study import add_analyse, add_daily
from .app_tournament import add_tournament
from .app_trying import add_try
from .commands import HELP_OPTIONS, Carried, Command, Group
from .exits import FINE
from .start import start_engine
from .takes import Takes
from .usage import complaint, missing_command
from .wishes import PlayWishes, ProgramWishes

if TYPE_CHECKING:
    from .screen import Screen

PROGRAM = "splitpick"

PLAY_EXAMPLES = """\
splitpick play
splitpick play jolly-roger --variant advanced --seat jolly=human --seat roger=greedy
splitpick play --seat jolly=greedy --seat roger=greedy --seed 7"""

RULES_EXAMPLES = """\
splitpick rules
splitpick rules jolly-roger --variant advanced"""

RULESETS_EXAMPLES = """\
splitpick rulesets list
splitpick rulesets show jolly-roger
splitpick rulesets show my-deck.yaml --resolved --why
splitpick rulesets check my-deck.yaml
splitpick rulesets try my-deck.yaml
splitpick rulesets schema > ruleset.schema.json"""

ENGINE_EXAMPLES = """\
splitpick engine
splitpick engine my-deck.yaml"""

POST_EXAMPLES = """\
splitpick play --seat jolly=human --seat roger=post
splitpick post
splitpick post SP1...
splitpick post jolly-roger-1 --json"""


def run(screen: Screen, arguments: Sequence[str]) -> int:
    """Do what the command line asks for, and return the exit code."""
    command = get_command(build_app(screen))
    try:
        # No variable turns completion on: there is none, and its texts would be English.
        code = command.main(
            args=list(arguments), prog_name=PROGRAM, complete_var="", standalone_mode=False
        )
    except Carried as carried:
        raise carried.cause from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return code if isinstance(code, int) else FINE


def build_app(screen: Screen) -> typer.Typer:
    """Make the Typer app in the language of *screen*."""
    takes = Takes(screen)
    app = typer.Typer(
        cls=Group,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"obj": screen, "help_option_names": HELP_OPTIONS},
    )
    _add_program(app, screen, takes)
    _add_play(app, screen, takes)
    add_resume(app, screen, takes)
    add_matches(app, screen, takes)
    _add_rules(app, screen, takes)
    _add_rulesets(app, screen, takes)
    add_lab(app, screen, takes)
    add_tournament(app, screen, takes)
    _add_engine(app, screen, takes)
    _add_post(app, screen, takes)
    add_analyse(app, screen, takes)
    add_daily(app, screen, takes)
    add_plugins(app, screen, takes)
    return app


def _add_program(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    version_flag = takes.flag(
        "--version",
        msg("help-version", "Show the version."),
        is_eager=True,
        callback=lambda wanted: _show_version(screen, wanted),
    )
    debug_flag = takes.flag(
        "--debug",
        msg("help-debug", "Show where a fault inside splitpick happened, for reporting it."),
    )
    without_option = takes.option(
        "--without",
        msg("metavar-plugin", "PLUGIN"),
        msg("help-without", "Does not load this plugin. Can be repeated."),
    )
    plugin_trace_flag = takes.flag(
        "--plugin-trace", msg("help-plugin-trace", "Say what is done with each plugin.")
    )

    @app.callback(
        invoke_without_command=True,
        help=takes.say(
            msg(
                "help-splitpick",
                'Plays games of the kind "I split, you choose": one player makes sets of cards, '
                "the others choose theirs.",
            )
        ),
    )
    def splitpick(
        ctx: typer.Context,
        lang: str | None = takes.lang,
        no_color: bool = takes.no_color,
        version: bool = version_flag,
        debug: bool = debug_flag,
        without: list[str] | None = without_option,
        plugin_trace: bool = plugin_trace_flag,
    ) -> None:
        screen.wishes = ProgramWishes(debug, tuple(without or ()), plugin_trace)
        if ctx.invoked_subcommand is None:
            from .helptext import greeting_lines

            screen.line("\n".join(greeting_lines(screen)))


def _add_play(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    number = msg("metavar-number", "NUMBER")
    first_option = takes.option(
        "--first",
        msg("metavar-first", "SEAT|lot"),
        msg("help-first", 'The seat that begins; "lot" draws it by lot.'),
    )
    seed_option = takes.option(
        "--seed",
        number,
        msg("help-seed", "The seed: the same number deals the same cards."),
    )
    players_option = takes.option(
        "--players",
        number,
        msg("help-players", "How many play, where the game leaves that open."),
    )
    options_option = takes.option(
        "--option",
        msg("metavar-option", "NAME=VALUE"),
        msg("help-option", "Sets an option of the rule set. Can be repeated."),
    )
    moves_option = takes.option(
        "--moves",
        msg("metavar-moves", "TEXT"),
        msg(
            "help-moves",
            "Plays these moves first, in the notation of the game and separated by semicolons.",
        ),
    )
    practice_flag = takes.flag(
        "--practice",
        msg("help-practice", "A match for practice: everything may be taken back."),
    )
    duplicate_flag = takes.flag(
        "--duplicate",
        msg(
            "help-duplicate",
            "Two games on the same deal with the seats swapped; both results are added up.",
        ),
    )
    no_save_flag = takes.flag("--no-save", msg("help-no-save", "Does not keep the match."))

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-play-short", "Play a game.")),
        help=takes.say(
            msg(
                "help-play",
                "Plays a game in this terminal, against a program or against somebody at the same "
                "keyboard. With nothing given it asks for what a game needs.",
            )
        ),
        epilog=PLAY_EXAMPLES,
    )
    def play(
        ruleset: str | None = takes.ruleset,
        variant: str | None = takes.variant,
        seats: list[str] | None = takes.seat,
        first: str | None = first_option,
        seed: str | None = seed_option,
        players: str | None = players_option,
        options: list[str] | None = options_option,
        moves: str | None = moves_option,
        practice: bool = practice_flag,
        duplicate: bool = duplicate_flag,
        no_save: bool = no_save_flag,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .play import play_command

        screen.accessible = accessible
        wishes = PlayWishes(
            variant,
            tuple(seats or ()),
            first,
            seed,
            players,
            tuple(options or ()),
            moves,
            practice,
            duplicate,
            keep=not no_save,
        )
        return play_command(screen, start_engine(screen), ruleset, wishes)


def _add_rules(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-rules-short", "Read the rules of a game.")),
        help=takes.say(
            msg(
                "help-rules",
                "Shows the rules of a game in full, made from the very rule set that is played.",
            )
        ),
        epilog=RULES_EXAMPLES,
    )
    def rules(
        ruleset: str | None = takes.ruleset,
        variant: str | None = takes.variant,
        no_pager: bool = takes.no_pager,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .rules import rules_command

        return rules_command(screen, start_engine(screen), ruleset, variant, pager=not no_pager)


def _add_rulesets(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    name_argument = takes.argument(
        msg("metavar-name", "NAME"),
        msg("help-show-name", "The name of a rule set, or the path of a YAML file."),
        default=...,
    )
    files_argument = takes.argument(
        msg("metavar-file", "FILE"), msg("help-file", "A YAML file."), default=...
    )
    resolved_flag = takes.flag(
        "--resolved",
        msg("help-resolved", "Write the rules as a YAML file that extends nothing."),
    )
    strict_flag = takes.flag("--strict", msg("help-strict", "Take warnings for mistakes."))
    why_flag = takes.flag(
        "--why", msg("help-why", "The same, with the file and line that each value came from.")
    )
    rulesets = typer.Typer(
        cls=Group,
        name="rulesets",
        short_help=takes.say(msg("help-rulesets-short", "List, show and check rule sets.")),
        help=takes.say(
            msg(
                "help-rulesets",
                "Rule sets are YAML files with the cards, variants and options of a game.",
            )
        ),
        epilog=RULESETS_EXAMPLES,
    )
    app.add_typer(rulesets)

    @rulesets.callback(invoke_without_command=True)
    def group(
        ctx: typer.Context, no_color: bool = takes.no_color, lang: str | None = takes.lang
    ) -> None:
        if ctx.invoked_subcommand is None:
            raise complaint(missing_command(ctx), ctx)

    @rulesets.command(
        "list",
        cls=Command,
        short_help=takes.say(msg("help-list-short", "List the rule sets that can be played.")),
        help=takes.say(
            msg("help-list", "Lists the rule sets that can be played, with their variants.")
        ),
    )
    def listing(
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .rulesets import list_rulesets

        list_rulesets(screen, start_engine(screen, own=False), as_json)

    @rulesets.command(
        "show",
        cls=Command,
        short_help=takes.say(msg("help-show-short", "Show what a rule set holds.")),
        help=takes.say(
            msg("help-show", "Shows the cards, seats, variants and options that a rule set holds.")
        ),
    )
    def showing(
        ruleset: str = name_argument,
        variant: str | None = takes.variant,
        resolved: bool = resolved_flag,
        why: bool = why_flag,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .rulesets import show_ruleset

        show_ruleset(screen, start_engine(screen), ruleset, variant, as_json, resolved, why)

    @rulesets.command(
        "check",
        cls=Command,
        short_help=takes.say(msg("help-check-short", "Check files for mistakes.")),
        help=takes.say(
            msg(
                "help-check",
                "Checks rule sets and reports every mistake with its line. The exit code is 1 if "
                "there is one.",
            )
        ),
    )
    def checking(
        files: list[str] = files_argument,
        strict: bool = strict_flag,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .rulesets import check_ruleset

        return check_ruleset(screen, start_engine(screen), files, as_json, strict)

    add_try(rulesets, screen, takes)

    @rulesets.command(
        "schema",
        cls=Command,
        short_help=takes.say(msg("help-schema-short", "Show the JSON Schema, for editors.")),
        help=takes.say(
            msg(
                "help-schema",
                "Shows the JSON Schema of rule sets, with which editors complete and check them as "
                "they are written. Save it beside your file.",
            )
        ),
    )
    def schema(
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .rulesets import show_schema

        show_schema(screen, start_engine(screen))

    folder_argument = takes.argument(
        msg("metavar-folder", "FOLDER"),
        msg("help-folder", "The name of a folder in your own folder of rule sets."),
        default=...,
    )

    @rulesets.command(
        "allow",
        cls=Command,
        short_help=takes.say(msg("help-allow-short", "Let a folder's Python file run.")),
        help=takes.say(
            msg(
                "help-allow",
                "Lets the Python file of one of your own folders run whenever splitpick starts, "
                "until the file changes. Read it first: it can do whatever you can.",
            )
        ),
    )
    def allowing(
        folder: str = folder_argument,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .rulesets import allow_folder

        allow_folder(screen, folder)

    @rulesets.command(
        "disallow",
        cls=Command,
        short_help=takes.say(
            msg("help-disallow-short", "Let a folder's Python file no longer run.")
        ),
        help=takes.say(
            msg("help-disallow", "Takes back that the Python file of a folder may run.")
        ),
    )
    def disallowing(
        folder: str = folder_argument,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .rulesets import disallow_folder

        disallow_folder(screen, folder)


def _add_engine(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    files_argument = takes.argument(
        msg("metavar-file", "FILE"),
        msg("help-engine-file", "A rule set of your own, to be asked for by its id."),
    )

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-engine-short", "Let a program use the rules.")),
        help=takes.say(
            msg(
                "help-engine",
                "Answers a program that plays or trains with the rules: a line of JSON on the "
                "input is a request, a line on the output its answer. core/matches/README.md has "
                "the protocol.",
            )
        ),
        epilog=ENGINE_EXAMPLES,
    )
    def engine(
        files: list[str] | None = files_argument,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .engine import engine_command

        return engine_command(screen, start_engine(screen), files or ())


def _add_post(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    words_argument = takes.argument(
        msg("metavar-match-token", "MATCH|TOKEN"),
        msg(
            "help-post-words",
            "The name of a match, a token that came in, or both; - reads the token from the input."
            " With neither it is your newest match by post.",
        ),
    )
    as_option = takes.option(
        "--as",
        msg("metavar-seat-alone", "SEAT"),
        msg("help-post-as", "The seat you play, where a new match leaves several free."),
    )
    rules_flag = takes.flag(
        "--with-rules",
        msg("help-with-rules", "Puts the rule set into the token, for who does not have it."),
    )

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-post-short", "Play with somebody far away.")),
        help=takes.say(
            msg(
                "help-post",
                "Prints a match as a short token to send through any chat, and takes in the token"
                " that comes back.",
            )
        ),
        epilog=POST_EXAMPLES,
    )
    def post(
        words: list[str] | None = words_argument,
        seats: list[str] | None = as_option,
        with_rules: bool = rules_flag,
        accessible: bool = takes.accessible,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .post import post_command

        screen.accessible = accessible
        return post_command(
            screen,
            start_engine(screen),
            words or (),
            seats or (),
            with_rules=with_rules,
            as_json=as_json,
        )


def _show_version(screen: Screen, wanted: bool) -> None:
    if wanted:
        from .version import version

        for line in version():
            screen.say(line)
        raise typer.Exit(FINE)
