"""Sentences that the loop of a game says at this keyboard."""

from ...core.text import msg, sentences

loop_sentence = sentences(
    msg("welcome", "{game}, {variant}. {players}. {begins}"),
    msg("heard-again", "Welcome back to {game}: {where}. Type {help} to hear the commands."),
    msg("splits-only", "{seat} splits."),
    msg("hint-split", "Hint: {what}"),
    msg("not-played", "Nothing was played. {question}"),
    msg("primer", "{told} More: {rules}"),
    msg("try-again", "Type one of the numbers, a move, or: {help}."),
    msg("try-card", "Type a card, such as {card}, a move, or: {help}."),
    msg("try-enter", "Enter alone shows the choices again."),
    msg("enter-only", "Just press Enter to play the only choice."),
    msg("try-split", "Just press Enter to be asked card by card. For the commands, type: {help}"),
    msg("how-to-list", "Type only the beginning, such as {word}, to list how it can go on."),
    msg("how-to-type", "Type a number, or the move itself; {help} explains the commands."),
    msg("how-to-ask", "You can also type: {hint}, {table} or {help}."),
    msg("how-to-answer", "Type a number, or: {hint}, {table} or {help}."),
    msg("undo-agree",
        "Do all of you agree to take back {seat}'s decision and everything since? "
        "Type {yes} to agree:"),
    msg("resign-agree", "Do you really want to give up this match? Type {yes} if so:"),
    msg("resign-not", "The match goes on."),
    msg("no-redo", "There is nothing to redo."),
    msg("no-draw",
        "In this game you cannot agree on a draw: play on, or give up with: {resign}"),
    msg("numbers-stay",
        "Until the turn ends, each choice keeps its number, so some numbers are missing."),
    msg("forced-at-once",
        "If you have only one choice, it is played at once (unless you use --ask-forced)."),
    msg("forced-heard", "If you have only one choice, it is played at once."),
)  # fmt: skip
"""Function from a code and parameters to the message."""
