"""The commands of `splitpick`: their names, and the module of each."""

from typing import Annotated

import typer
from typer import Option

from ..core.text import msg
from .exits import FINE
from .localized_typer import Lazy, command, show_help
from .screen import Screen


def installed_completion(ctx: typer.Context, shell: str | None) -> None:
    """Install the completion for *shell*, if it is given."""
    if shell is not None:
        from .shell_completion import install_completion

        install_completion(ctx, shell)


# main.py reads --lang, --no-color and --debug before Typer does: help needs a language.
@command()
def splitpick(
    ctx: typer.Context,
    version: Annotated[bool, Option("--version", help="Show the version.", is_eager=True)] = False,
    without: Annotated[
        list[str] | None,
        Option("--without", metavar="PLUGIN", help="Do not load this plugin. Can be repeated."),
    ] = None,
    plugin_trace: Annotated[
        bool, Option("--plugin-trace", help="Show how each plugin is loaded.")
    ] = False,
    lang: Annotated[
        str | None,
        Option(
            "--lang",
            metavar="LANGUAGE",
            help="The language, such as de or en; by default your system's.",
            expose_value=False,
        ),
    ] = None,
    no_color: Annotated[
        bool, Option("--no-color", help="Use no colours.", expose_value=False)
    ] = False,
    debug: Annotated[
        bool, Option("--debug", help="Show tracebacks, for bug reports.", expose_value=False)
    ] = False,
    install_completion: Annotated[
        str | None,
        Option(
            "--install-completion",
            metavar="SHELL",
            help="Install completion for bash, zsh, fish or powershell.",
            callback=installed_completion,
        ),
    ] = None,
    wants_help: Annotated[
        bool,
        Option(
            "--help",
            "-h",
            help="Show this help.",
            is_eager=True,
            callback=show_help,
            expose_value=False,
        ),
    ] = False,
) -> None:
    """Play "I split, you choose" games.

    One player makes sets of cards, the others choose theirs.
    """
    screen: Screen = ctx.obj
    screen.without = tuple(without or ())
    screen.plugin_trace = plugin_trace
    if version:
        from .version import version_lines

        screen.say(*version_lines())
        raise typer.Exit(FINE)
    if ctx.invoked_subcommand is None:
        greeting = msg(
            "greeting",
            "Welcome to splitpick, where one player makes two sets of cards and the other chooses "
            "one.\n\nTo play: splitpick play\nTo learn it by playing: splitpick learn\n"
            "To read the rules: splitpick rules\n"
            "To see all other commands: splitpick --help",
        )
        screen.say(greeting)


MATCHES = {
    "list": Lazy("matches.list_matches:list_matches", about="List all matches."),
    "resume": Lazy("play.resume_command:resume", about="Continue a match."),
    "show": Lazy("matches.show_match:show", about="Show a match."),
    "replay": Lazy("play.replay_command:replay", about="Watch a match again."),
    "delete": Lazy("matches.delete_matches:delete", about="Delete matches."),
    "export": Lazy("matches.export_match:export", about="Export a match to share it."),
    "import": Lazy("matches.import_match:import_", about="Import a match from a file."),
}

RULESETS = {
    "list": Lazy("rulesets.list_rulesets:list_", about="List the rule sets that can be played."),
    "show": Lazy("rulesets.show_ruleset:show", about="Show the contents of a rule set."),
    "new": Lazy("rulesets.new_ruleset:new", about="Write a rule set of your own."),
    "check": Lazy("rulesets.check_rulesets:check", about="Check files for errors."),
    "diff": Lazy("rulesets.diff_rulesets:diff", about="Show what differs in two rule sets."),
    "explain": Lazy("rulesets.explain_finding:explain", about="Explain a finding."),
    "try": Lazy("lab.simulate:try_ruleset", about="Try a rule set out in bot games."),
    "pack": Lazy("rulesets.share_bundles:pack", about="Pack a folder of rule sets for others."),
    "add": Lazy("rulesets.share_bundles:add", about="Add rule sets that others have packed."),
    "schema": Lazy("rulesets.check_rulesets:schema", about="Show the JSON Schema, for editors."),
    "allow": Lazy("rulesets.allow_folder:allow", about="Allow a folder's Python file to run."),
    "disallow": Lazy("rulesets.allow_folder:disallow", about="Disallow a folder's Python file."),
}

PLUGINS = {
    "list": Lazy("plugins.list_plugins:list_plugins", about="List the plugins."),
    "check": Lazy("plugins.check_plugin:check", about="Check a plugin for faults."),
    "replay": Lazy("plugins.replay_finding:replay", about="Play what a check has reported."),
    "shell": Lazy("plugins.replay_finding:shell", about="Open a Python prompt with a game."),
    "new": Lazy("plugins.new_plugin:new", about="Start a plugin of your own."),
    "search": Lazy("plugins.search_plugins:search", about="Search for plugins by others."),
    "install": Lazy("plugins.install_plugins:install", about="Install plugins by others."),
    "upgrade": Lazy("plugins.install_plugins:upgrade", about="Upgrade plugins by others."),
    "uninstall": Lazy("plugins.install_plugins:uninstall", about="Uninstall plugins."),
}

COMMANDS = {
    "play": Lazy("play.play_command:play", about="Play a game."),
    "learn": Lazy("play.learn_command:learn", about="Learn a game by playing, step by step."),
    "resume": MATCHES["resume"],
    "replay": MATCHES["replay"],
    "rules": Lazy("rulesets.show_rules:rules", about="Read the rules of a game."),
    "simulate": Lazy("lab.simulate:simulate", about="Play many bot games."),
    "compare": Lazy("lab.compare:compare", about="Compare two rule sets in bot games."),
    "tournament": Lazy("lab.tournament_command:tournament", about="Find out which bot is better."),
    "engine": Lazy("play.engine_command:engine", about="Let a program use the rules."),
    "post": Lazy("play.post_command:post", about="Play with somebody far away."),
    "serve": Lazy("web.serve_command:serve", about="Play in browsers, on several devices."),
    "mcp": Lazy("mcp.mcp_command:mcp", about="Let a language model play."),
    "analyse": Lazy("lab.analyse:analyse_match", about="Analyse the decisions of a match."),
    "verify": Lazy(
        "matches.verify_deal:verify_deal", about="Check that the cards were dealt fairly."
    ),
    "daily": Lazy("play.daily_command:daily", about="Play the deal of the day."),
    "stats": Lazy("matches.stats_command:stats", about="See how your own games went."),
    "matches": Lazy(
        "matches.list_matches:matches", about="List, watch and share matches.", commands=MATCHES
    ),
    "rulesets": Lazy(about="List, show and check rule sets.", commands=RULESETS),
    "plugins": Lazy(about="Find, check and create plugins.", commands=PLUGINS),
}

WORDS = (
    msg("word-play", "play"), msg("word-resume", "resume"), msg("word-replay", "replay"),
    msg("word-rules", "rules"), msg("word-simulate", "simulate"), msg("word-compare", "compare"),
    msg("word-tournament", "tournament"), msg("word-post", "post"),
    msg("word-analyse", "analyse"), msg("word-daily", "daily"), msg("word-matches", "matches"),
    msg("word-rulesets", "rulesets"), msg("word-list", "list"), msg("word-show", "show"),
    msg("word-delete", "delete"), msg("word-export", "export"), msg("word-import", "import"),
    msg("word-check", "check"), msg("word-explain", "explain"), msg("word-try", "try"),
    msg("word-schema", "schema"), msg("word-allow", "allow"), msg("word-disallow", "disallow"),
    msg("word-new", "new"), msg("word-engine", "engine"), msg("word-plugins", "plugins"),
    msg("word-serve", "serve"), msg("word-verify", "verify"), msg("word-learn", "learn"),
    msg("word-stats", "stats"), msg("word-diff", "diff"), msg("word-pack", "pack"),
    msg("word-add", "add"), msg("word-search", "search"), msg("word-install", "install"),
    msg("word-upgrade", "upgrade"), msg("word-uninstall", "uninstall"), msg("word-shell", "shell"),
)  # fmt: skip
"""The names of all commands, which can be typed in the reader's language as well."""

OTHERS = {"analyse": msg("words-analyse", "review")}
"""Other words for commands, separated by blanks."""

SPLITPICK = Lazy("app:splitpick", commands=COMMANDS, words=WORDS, others=OTHERS)
