"""The arguments and options that several commands share.

Every value is taken as text: the code that reads a value can say best what is wrong with it.
Texts are English here and translated when they are shown (see `localized_typer`).
"""

from typing import Annotated

from typer import Argument, Option

RULESET = Argument(
    metavar="RULESET",
    help='The name of a rule set (see "splitpick rulesets list"), of one of its variants, such as '
    "jolly-roger/advanced, or the path of a YAML file.",
)
Ruleset = Annotated[str | None, RULESET]
RulesetName = Annotated[str, RULESET]
Folder = Annotated[str, Argument(metavar="FOLDER", help="A folder in your folder of rule sets.")]
MATCH = Argument(metavar="MATCH", help='The name of a match, as "splitpick matches list" shows it.')
Match = Annotated[str, MATCH]
MatchOrLast = Annotated[
    str | None,
    Argument(metavar="MATCH", help="The name of a match; by default the last match that is over."),
]
Matches = Annotated[list[str], MATCH]
RECORD = Argument(metavar="FILE", help="A record, as text or as JSON; - reads standard input.")
RecordFile = Annotated[str, RECORD]
RecordFiles = Annotated[list[str], RECORD]

Variant = Annotated[
    str | None, Option("--variant", "-v", metavar="NAME", help="The variant of the game.")
]
RulesetOptions = Annotated[
    list[str] | None,
    Option("--option", metavar="NAME=VALUE", help="Set an option of the rules. Can be repeated."),
]
Seats = Annotated[
    list[str] | None,
    Option(
        "--seat",
        metavar="SEAT=PLAYER",
        help="Who plays a seat: human, post (somebody far away), a level from ships-boy to "
        "pirate-king, a bot such as greedy or mcts:300ms, or process: and your own "
        "program's command.",
    ),
]
BotSeats = Annotated[
    list[str] | None,
    Option("--seat", metavar="SEAT=PLAYER", help="A seat's bot or level; greedy by default."),
]
Players = Annotated[
    str | None,
    Option("--players", metavar="NUMBER", help="The number of players; the fewest by default."),
]
FirstSeed = Annotated[
    str, Option("--seed", metavar="NUMBER", help="The seed of the first game; 0 by default.")
]
At = Annotated[
    str | None,
    Option("--at", metavar="NUMBER", help="The match at this entry; the last by default."),
]
NoSave = Annotated[bool, Option("--no-save", help="Do not save the match.")]
Force = Annotated[bool, Option("--force", help="Replace files that exist.")]
Accessible = Annotated[
    bool, Option("--accessible/--no-accessible", help="Use no drawings, for screen readers.")
]
Plain = Annotated[
    bool,
    Option(
        "--plain/--no-plain",
        help="Let the text scroll instead of showing one screen for each decision.",
    ),
]
NoConfirm = Annotated[
    bool, Option("--no-confirm/--confirm", help="Do not ask before the last card of a turn.")
]
PlayForced = Annotated[
    bool | None,
    Option(
        "--play-forced/--ask-forced",
        help="Play a card at once where it is your only choice; --ask-forced asks. Unless you say "
        "so, it is played in games where cards have to follow suit.",
    ),
]
NoPager = Annotated[bool, Option("--no-pager", help="Show everything at once, not page by page.")]
Json = Annotated[bool, Option("--json", help="Print JSON, for programs.")]
Games = Annotated[
    str, Option("--games", "-n", metavar="NUMBER", help="The number of games; 1000 by default.")
]
Jobs = Annotated[
    str | None,
    Option("--jobs", metavar="NUMBER", help="The number of processes; by default one per core."),
]
Cluster = Annotated[
    str | None,
    Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the machines of a Dask scheduler, such as tcp://host:8786.",
    ),
]
Continue = Annotated[bool, Option("--continue", help="Continue where the file of --out ends.")]
