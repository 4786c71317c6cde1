"""Sentences about all faults that the conformance kit finds."""

from __future__ import annotations

from ..text import Message, Param, msg

_SENTENCES = [
    msg("check-action-int", "An action is not an int."),
    msg("check-action-twice", "The same action is offered twice."),
    msg("check-apply-unstable", "The same action does not always lead to the same position."),
    msg("check-bot-chance", "It chooses differently at the same position with the same generator."),
    msg("check-bot-changes", "It changes the position that it is given."),
    msg("check-bot-illegal", "It chooses {action}, which is not legal."),
    msg("check-bot-name", "A bot needs an id and a title."),
    msg("check-bot-slow", "It thinks for {took} ms, but {budget} ms are allowed."),
    msg("check-card-unseen", "In {games} games these cards were never drawn: {cards}."),
    msg("check-cards", "There are {have} cards {code}, but the deck has {count}."),
    msg("check-catalog-empty", "There are no translations of {domain} for {language}."),
    msg(
        "check-catalog-gaps",
        'The translation of "{text}" for {language} has a placeholder that the sentence lacks.',
    ),
    msg("check-catalog-lacks", '"{text}" has no translation for {language}.'),
    msg(
        "check-catalog-unreadable",
        "The translations of {domain} for {language} cannot be read: {error}",
    ),
    msg("check-chance", "The same seed does not give the same game."),
    msg("check-copy-shares", "A change to a copy changes its original."),
    msg("check-copy-unequal", "A copy is not equal to its original."),
    msg(
        "check-describe-leak",
        'describe() or notation() of "{text}" tells seat {seat} what it must not know.',
    ),
    msg("check-describe", 'describe() returns another seat or notation for "{text}".'),
    msg(
        "check-draw-at",
        "draw_at({x}) is not the outcome that the weights of chance_outcomes() select.",
    ),
    msg("check-effect-id", "An effect needs an id."),
    msg("check-effect-idle", "The card never changed anything on the table."),
    msg(
        "check-effect-legal",
        "legal() returns {legal}, but there are {count} options, counted from 0.",
    ),
    msg("check-effect-never", "The card could never be played face up."),
    msg(
        "check-effect-options", "options() is not a list of different texts that begin with * or @."
    ),
    msg("check-empty-text", "{text} is empty in {language}."),
    msg("check-endless", "The game is not over after {count} actions."),
    msg("check-global-chance", "resample() uses the global random generator."),
    msg("check-illegal", 'parse("{text}") accepts an action that is not legal.'),
    msg(
        "check-leak",
        "{where} in the view of seat {seat} reveals a secret, or resample() changes what the seat"
        " knows. Games on core.declared hide secret points by known_scores().",
    ),
    msg(
        "check-leak-onlooker",
        "{where} in an onlooker's view reveals what seat {seat} must not know.",
    ),
    msg("check-looking", "Looking at a position changes it."),
    msg(
        "check-never-revealed",
        'What seats do in secret by "{kind}" never comes out: call reveal(), at the end at the'
        " latest.",
    ),
    msg("check-no-actions", "Seat {seat} is to act and has no actions."),
    msg("check-no-game", "build() makes {thing}, which is not a Game."),
    msg(
        "check-no-table",
        "{method}() says nothing about the table, which people then do not see.",
    ),
    msg("check-no-rules", "rules() is empty, so nobody can read how the game is played."),
    msg(
        "check-no-word",
        'The notation has the word "{word}", which words() lacks, so nobody can type it in another'
        " language.",
    ),
    msg(
        "check-reveal-untold",
        'What "{kind}" has hidden is revealed, but told to nobody: name the zones of its cards in'
        " kept_in, or override tell().",
    ),
    msg("check-no-outcomes", "Chance is to act and has no outcomes."),
    msg("check-nonsense", 'parse("{text}") accepts nonsense.'),
    msg("check-notation-ascii", 'The notation "{text}" is not plain ASCII with single spaces.'),
    msg("check-notation-other", '"{text}" is read as another action.'),
    msg("check-notation-refused", 'parse() refuses "{text}", which notation() returns: {why}'),
    msg(
        "check-notation-reserved",
        'The notation "{text}" is not allowed in a record: see core/matches/README.md.',
    ),
    msg("check-notation-twice", 'Two actions have the notation "{text}".'),
    msg("check-observer", "It makes {thing}, which is not an Observer."),
    msg("check-order", "Asked again, the actions come in a different order."),
    msg("check-over", "The game is over, but there are still actions."),
    msg("check-refusal", 'parse("{text}") raises {error} instead of a NotationError with a code.'),
    msg("check-resample", "resample() changes the actions of seat {seat}."),
    msg(
        "check-resample-cards",
        "After resample() for seat {seat} there are {have} cards {code}, but the game has {count}.",
    ),
    msg("check-resample-changes", "resample() changes the position itself."),
    msg(
        "check-resample-copies",
        "resample() for seat {seat} never changes {where}, which this seat cannot know.",
    ),
    msg(
        "check-resample-play",
        "The game cannot be played on after resample() for seat {seat}: {why}",
    ),
    msg("check-resample-sizes", "resample() for seat {seat} changes the size of {where}."),
    msg("check-scores", "scores() is not one int for each seat."),
    msg("check-secrets", "secrets is False, but seat {seat} cannot know what other seats know."),
    msg("check-seat", "to_act() returns {seat}, which is not a seat."),
    msg(
        "check-tells-secret",
        '{method}() tells {who} what the view hides: "{told}", and not "{other}", which would look'
        " the same.",
    ),
    msg("check-two-lists", "Chance and a seat both have actions."),
    msg("check-unsayable", "{text} cannot be said in {language}: {error}"),
    msg("check-untranslated", "{text} has no translation in {language}."),
    msg(
        "check-unused",
        "No rule set uses it, so it cannot be checked; the plugin should provide one.",
    ),
    msg("check-view-json", "A view is not made of plain values: {why}"),
    msg("check-weight", "An outcome of chance has no positive weight."),
    msg("check-winner-score", "Seat {seat} wins, but seat {other} has more points."),
    msg("check-winners", "winners() is not a sorted list of one or more seats."),
]

_BY_CODE = {message.code: message.text for message in _SENTENCES}


def fault_message(code: str, /, **params: Param) -> Message:
    """Return the message about the fault *code* with its parameters."""
    return Message(code, _BY_CODE[code], params)
