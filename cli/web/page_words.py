"""The words of the pages themselves: on buttons, as headings, and in what their scripts say."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.text import Message, msg, pmsg

PAGE_WORDS: Mapping[str, Message] = {
    "skip": msg("web-skip", "Skip to your choices"),
    "language": msg("web-language", "Language"),
    "change": msg("web-change", "Change"),
    "take-name": msg("web-take-name", "Use this name"),
    "table": msg("web-table", "The table"),
    "news": msg("web-news", "Latest"),
    "all-news": msg("web-all-news", "All that has happened since your last decision"),
    "log": msg("web-log", "Game log"),
    "players": msg("web-players", "Players"),
    "here": msg("web-here", "connected"),
    "away": msg("web-away", "not connected"),
    "you": msg("web-you", "you"),
    "onlookers": msg("web-onlookers", "You are watching. You see what everybody may see."),
    "reload": msg("web-reload", "Reload to see what others have done"),
    "waiting": msg("web-waiting", "Connection lost. Reconnecting …"),
    "undo": msg("web-undo", "Take back"),
    "hint": msg("web-hint", "Hint"),
    "looking": msg("hint-thinking", "Looking for the best move …"),
    "agree": msg("web-agree", "I agree"),
    "refuse": msg("web-refuse", "No"),
    "resign": msg("web-resign", "Resign"),
    "resign-how": msg("web-resign-how", "You lose the match. Are you sure?"),
    "leave": msg("web-leave", "Leave the match"),
    "leave-how": msg("web-leave-how", "A bot plays on for you; you can come back."),
    "come-back": msg("web-come-back", "Play on yourself"),
    "let-bot": msg("web-let-bot", "Let a bot play on"),
    "end-match": msg("web-end-match", "End the match"),
    "rules": msg("web-rules", "Rules"),
    "legend": msg("web-legend", "How it works"),
    # Translators: tag on a card that has come to its place since one's last decision.
    "new": pmsg("card", "web-new", "new"),
    "notify": msg("web-notify", "Notification when it is my turn"),
    "notify-ask": msg("web-notify-ask", "Get a notification when it is your turn?"),
    "yes": msg("word-yes", "yes"),
    "no": msg("word-no", "no"),
    "mine": msg("web-mine", "My matches"),
    "mine-none": msg("web-mine-none", "This browser has no match yet: open a link to a table."),
    "forget": msg("web-forget", "Remove from the list"),
    "theme": msg("web-theme", "Colours"),
    "theme-system": msg("web-theme-system", "same as the device"),
    "theme-light": msg("web-theme-light", "light"),
    "theme-dark": msg("web-theme-dark", "dark"),
    "sound": msg("web-sound", "Sound when it is my turn"),
    "split": msg("web-split", "Split like this"),
    "split-how": msg("web-split-how", "Tap cards or drag them here: they make up the other set."),
    "all-choices": msg("web-all-choices", "All choices"),
    "special": msg("rules-specials", "Special cards"),
    "advice": msg("web-advice", "What can I do?"),
    "ends": msg("web-ends-turn", "This ends your turn."),
    "now": msg("web-now", "Back to now"),
    "step-back": msg("word-back", "back"),
    "step-on": msg("word-next", "next"),
    "go-on": msg("web-go-on", "Go on"),
    "result": msg("scoring-head", "Result"),
    "scoring": msg("web-scoring", "How the scores add up"),
    "cut": msg("web-cut", "cut the circle after it"),
    "settings": msg("web-settings", "Settings"),
    "speed": msg("web-speed", "Other players' moves"),
    "slow": msg("web-slow", "slowly"),
    "normal": msg("web-normal", "at a normal pace"),
    "quick": msg("web-quick", "quickly"),
    "at-once": msg("web-at-once", "all at once"),
    "skip-moves": msg("web-skip-moves", "Tap the table or press a key to skip the moves."),
    "again": msg("web-again", "Rematch"),
    "same-deal": msg("web-same-deal", "Same cards again"),
    "following": msg("web-following", "Next match"),
    "back-to-table": msg("web-back", "Back to the table"),
    "taken-back": msg("taken-back", "taken back"),
    "analyse": msg("web-analyse", "Analyse"),
    "analysing": msg(
        "web-analysing", "The decisions are being analysed. This takes about a minute …"
    ),
    "analysed-alone": msg("web-analysed-alone", "The result will appear here by itself."),
    "dots": msg(
        "web-dots",
        "Each dot is a decision that cost something; it leads to the table before that decision:",
    ),
    "costs": msg("web-costs", "The biggest mistakes"),
    "no-costs": msg("analysis-none", "There was no mistake worth mentioning."),
    "fair": msg("web-fair", "Fair chance"),
    "fair-how": msg(
        "web-fair-how",
        "The cards follow from a seed that was chosen before the match. This SHA-256 binds the"
        " seed, the rules, the seats, who starts and the match:",
    ),
    "fair-shares": msg(
        "web-fair-shares",
        "The cards follow from a secret of the server and from the shares of the players. This"
        " SHA-256 binds the secret, the rules, the seats, who starts and the match:",
    ),
    "fair-own": msg("web-fair-own", "Your share:"),
    "fair-dealt": msg(
        "web-fair-dealt", "The seed is the beginning of the SHA-256 of that and the shares:"
    ),
    "shares-how": msg(
        "web-shares-how",
        "Each page gives a random share, so that nobody can choose"
        " the cards: neither the server nor a player.",
    ),
    "deal-without": msg("web-deal-without", "Deal now without waiting"),
    "no-share": msg("web-no-share", "Play without a share"),
    "unkept-promise": msg(
        "web-unkept-promise",
        "This server does not keep its promise: it shows different cards from those that it"
        " promised to this page.",
    ),
    "unkept-own": msg(
        "web-unkept-own",
        "This server does not keep its promise: the share that this page gave is not in the deal.",
    ),
    "unkept-other": msg(
        "web-unkept-other",
        "This server does not keep its promise: it shows a different share of {seat} from the one"
        " that it showed to this page.",
        seat="{seat}",  # the script knows which
    ),
    "fair-seed": msg(
        "web-fair-seed",
        "The cards follow from a seed that was chosen before the match. This SHA-256 binds the"
        " seed:",
    ),
    "fair-end": msg("web-fair-end", "It is the SHA-256 of this text:"),
    "fair-alone": msg(
        "web-fair-alone", "Whoever began this match could have tried other deals first."
    ),
    "fair-check": msg("web-fair-check", "Check it yourself with the downloaded game record:"),
    "record": msg("web-record", "Download game record"),
    "account": msg("web-account", "Download report"),
    "games": msg("web-games", "Other games"),
    "against-bot": msg("web-against-bot", "Against the computer"),
    "invite": msg("web-invite", "Invite a friend"),
    "pass-round": msg("web-pass-round", "Pass this device round"),
    "clock": msg("web-clock-head", "Clock of each player"),
    "patience": msg("web-patience", "Others may replace an absent player after"),
    "invite-short": msg("web-invite-short", "Invitation"),
    "name": msg("web-name", "Your name"),
    "me": msg("web-me", "You play"),
    "options": msg("web-options", "Options"),
    "count": msg("web-count", "Number of players"),
    "level": msg("web-level", "Computer's level"),
    "by-seat": msg("web-by-seat", "Choose a player for each seat"),
    "daily": msg("web-daily", "Today's deal"),
    "daily-how": msg(
        "web-daily-how", "The same cards for everybody, against the mate. The first try counts."
    ),
    "import": msg("web-import", "Import a record"),
    "import-how": msg("web-import-how", "Choose the file of a record, or paste its text:"),
    "import-do": msg("web-import-do", "Import"),
    "copy": msg("web-copy", "Copy"),
    "copied": msg("web-copied", "Copied"),
    "share": msg("web-share", "Share"),
    "qr": msg("web-qr", "The link as a QR code"),
    "variant": msg("fact-variant", "Variant"),
    "nobody": msg("web-nobody", "nobody"),
    "own-language": msg("web-own-language", "browser language"),
    "first": msg("fact-first", "Starting player"),
    "lot": msg("web-lot", "at random"),
    "practice": msg("web-practice", "Practice: everything can be taken back"),
    "begin": msg("web-begin", "Begin"),
    "saved": msg("web-saved", "Matches so far"),
    "match": msg("fact-match", "Match"),
    # Translators: head of a column of days.
    "played": pmsg("page", "web-played", "Played"),
    "over": msg("web-over", "over"),
    "links": msg("web-links", "Invitation links"),
    "links-how": msg(
        "web-links-how",
        "Send each player one link. Whoever has a link plays that seat: keep yours to yourself.",
    ),
    "onlooker": msg("web-onlooker", "Spectators"),
    "to-start": msg("web-to-start", "To the start page"),
}
"""Each by the name that templates have for it: ``label["skip"]``."""
