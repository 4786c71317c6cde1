"""What commands take: arguments, options and flags that several have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ..core.text import Message, msg

if TYPE_CHECKING:
    from .screen import Screen


class Takes:
    """What commands take: arguments, options and flags, described in the language of *screen*.

    Every value is taken as text; whoever understands it has the better message for a wrong one.
    """

    def __init__(self, screen: Screen) -> None:
        self.say = screen.words
        number = msg("metavar-number", "NUMBER")
        self.ruleset = self.argument(
            msg("metavar-ruleset", "RULESET"),
            msg(
                "help-ruleset",
                'The name of a rule set, as "splitpick rulesets list" shows it, or the path of a '
                "YAML file.",
            ),
        )
        self.variant = self.option(
            "--variant -v",
            msg("metavar-name", "NAME"),
            msg("help-variant", "The variant of the game."),
        )
        # The next two are found in the command line before Typer sees it: see main.py.
        self.lang = self.option(
            "--lang",
            msg("metavar-language", "LANGUAGE"),
            msg(
                "help-lang",
                "The language to speak, such as de or en; otherwise that of your system.",
            ),
        )
        self.no_color = self.flag("--no-color", msg("help-no-color", "Use no colours."))
        self.seat = self.option(
            "--seat",
            msg("metavar-seat", "SEAT=PLAYER"),
            msg(
                "help-seat",
                "Who sits where: human, post for somebody far away, a level from ships-boy to "
                "pirate-king, a bot such as greedy or mcts:300ms, or process: and a command for a "
                "program of yours. Once for each seat.",
            ),
        )
        self.accessible = self.flag(
            "--accessible",
            msg("help-accessible", "Plain sentences instead of drawings, for screen readers."),
        )
        self.match = self.argument(
            msg("metavar-match", "MATCH"),
            msg("help-match", 'The name of a match, as "splitpick matches list" shows it.'),
            default=...,
        )
        self.turn = self.option(
            "--turn",
            number,
            msg("help-turn", "How far: to the end of this turn of the record."),
        )
        self.no_pager = self.flag(
            "--no-pager", msg("help-no-pager", "Show all at once, not page by page.")
        )
        self.players = self.option(
            "--players",
            number,
            msg("help-players-fewest", "How many play; as few as can otherwise."),
        )
        self.bot_seat = self.option(
            "--seat",
            msg("metavar-seat", "SEAT=PLAYER"),
            msg(
                "help-seat-bot",
                "The bot or level that plays a seat; greedy otherwise. Once for each seat.",
            ),
        )
        self.seed = self.option(
            "--seed", number, msg("help-first-seed", "The seed of the first game; 0 otherwise.")
        )
        self.jobs = self.option(
            "--jobs",
            number,
            msg(
                "help-jobs",
                "In how many processes; 0, which holds otherwise, is one for each processor core."
                " The games are the same for any number.",
            ),
        )
        self.goes_on = self.flag(
            "--continue",
            msg("help-continue", "Goes on with the file of --out, where it was broken off."),
        )
        self.anew = self.flag(
            "--force", msg("help-lab-force", "Writes files anew that are there already.")
        )
        self.cluster = self.option(
            "--cluster",
            msg("metavar-address", "ADDRESS"),
            msg(
                "help-cluster",
                "Plays on the machines of a Dask scheduler, such as tcp://host:8786, instead.",
            ),
        )
        self.json = self.flag("--json", msg("help-json", "Answer in JSON, for programs."))

    def argument(self, metavar: Message, text: Message, default: Any = None) -> Any:
        """Make an argument; with ``...`` as *default* it has to be there."""
        return typer.Argument(default, metavar=self.say(metavar), help=self.say(text))

    def option(self, names: str, metavar: Message, text: Message) -> Any:
        """Make an option that takes a value."""
        return typer.Option(None, *names.split(), metavar=self.say(metavar), help=self.say(text))

    def flag(self, names: str, text: Message, **settings: Any) -> Any:
        """Make an option that takes none."""
        return typer.Option(False, *names.split(), help=self.say(text), **settings)
