"""Sentences about what can be wrong with a line, a request or a program at a seat, by code."""

from __future__ import annotations

from ...errors import ProtocolError
from ...text import Param, msg, sentences

fault = sentences(
    # Lines.
    msg("line-too-long", "A line has at most {most} bytes."),
    msg("line-not-utf-8", "A line has to be text in UTF-8."),
    msg("line-not-json", "A line has to be JSON."),
    msg("line-not-object", "A line has to be a JSON object."),
    msg("line-too-deep", "Lists and objects may be nested at most {most} deep."),
    # Requests.
    msg("bad-request-id", "A request needs an id, a whole number or a short text."),
    msg("no-type", "Each message needs a type."),
    msg("unknown-type",
        'There is no message of the type "{type}". The types are: {known}.'),
    msg("unknown-version", "splitpick supports only version {version} of the protocol."),
    msg("field-text", 'The field "{field}" has to be text of at most {most} characters.'),
    msg("field-number",
        'The field "{field}" has to be a whole number from {least} to {most}.'),
    msg("field-list", 'The field "{field}" has to be a list.'),
    msg("field-options", 'The field "options" has to be an object.'),
    msg("unknown-match", 'There is no match "{name}".'),
    msg("too-many-matches", "At most {most} matches are open at a time; close one."),
    msg("match-over", "The match is over."),
    msg("not-your-turn", "It is the turn of seat {seat}."),
    msg("nothing-to-undo", "There is nothing to take back."),
    msg("not-an-action", "This is not the notation of an action."),
    msg("journal-seat", "It was not that seat's turn."),
    msg("perft-too-big", "That is more than {most} positions: count with a smaller depth."),
    msg("engine-fault", "splitpick or a plugin failed ({error})."),
    # Programs at a seat.
    msg("bot-start", 'The program "{program}" of {seat} cannot be started: {reason}.'),
    msg("bot-hello-time",
        'The program "{program}" of {seat} has not said hello within {seconds} s.'),
    msg("bot-version",
        'The program "{program}" of {seat} does not speak version {version} of the protocol.'),
    msg("bot-time", 'The program "{program}" of {seat} has not answered within {seconds} s.'),
    msg("bot-wrong-id",
        'The program "{program}" of {seat} answered with the id {wrong} instead of {id}.'),
    msg("bot-illegal-action", 'The program "{program}" of {seat} answered "{action}": {why}'),
    msg("bot-bad-answer",
        'The program "{program}" of {seat} gave an answer that makes no sense: {why}'),
    msg("bot-gives-up", 'The program "{program}" of {seat} answered with an error: {code}.'),
    msg("bot-garbage", 'The program "{program}" of {seat} wrote "{line}": {why}'),
    msg("bot-floods",
        'The program "{program}" of {seat} wrote more than {bytes} bytes for an answer.'),
    msg("bot-closes-output", 'The program "{program}" of {seat} has closed its output.'),
    msg("bot-ended", 'The program "{program}" of {seat} has ended with the exit code {code}.'),
    msg("bot-killed", 'The program "{program}" of {seat} was ended by the signal {signal}.'),
)  # fmt: skip


def refusal(code: str, /, **params: Param) -> ProtocolError:
    """Return the error for a refused line or request."""
    return ProtocolError(fault(code, **params))
