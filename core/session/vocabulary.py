"""Words that players may type: commands and the notation, in their language and in English."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..text import Both, Language, Message, Name, Param, msg

LOG = msg("word-log", "log")

COMMANDS = {
    "hint": (
        msg("word-hint", "hint"),
        msg("about-hint", "shows where to look; the second time what to do; the third time why"),
    ),
    "choices": (
        msg("word-choices", "choices"),
        msg("about-choices", "shows all your choices in full"),
    ),
    "table": (msg("word-table", "table"), msg("about-table", "shows the table again")),
    "undo": (msg("word-undo", "undo"), msg("about-undo", "takes back your last decision")),
    "redo": (msg("word-redo", "redo"), msg("about-redo", "repeats what you took back")),
    "rules": (msg("word-rules", "rules"), msg("about-rules", "shows the rules of this game")),
    "quit": (msg("word-quit", "quit"), msg("about-quit", "stops for now; you can carry on later")),
    "log": (
        LOG,
        msg("about-log", "shows everything so far; {log} 1: since your last decision", log=LOG),
    ),
    "cards": (
        msg("word-cards", "cards"),
        msg("about-unseen", "shows which cards you have not seen yet"),
    ),
    "notation": (
        msg("word-notation", "notation"),
        msg("about-notation", "shows everything so far in brief, as you can type it"),
    ),
    "resign": (
        msg("word-resign", "resign"),
        msg("about-resign", "gives up the match"),
    ),
    "help": (msg("word-help", "help"), msg("about-help", "explains the symbols and commands")),
}
"""Words that are not moves: how each is typed, and what it does, as messages."""

NARROWED = ("log", "table", "rules")
"""Commands after which can stand what is wanted of them: a number of decisions, or a word."""

QUIT = COMMANDS["quit"][0]
YES = msg("word-yes", "yes")
NO = msg("word-no", "no")

AGAIN = msg("word-again", "again")
"""Word by which people who listen hear once more what was said; on a screen, for the choices."""

QUITS = msg("words-quit", "q x exit end bye")
"""Other words for `QUIT`, separated by blanks."""

WHYS = msg("words-why", "why")
"""Other words for the hint, typed after one to hear its reasons, separated by blanks."""

MOVES = msg("words-moves", "moves options")
"""Other words for the choices, separated by blanks."""

DRAWS = msg("words-draw", "draw tie")
"""Words that offer a draw, which no game of ours knows, separated by blanks."""

OTHERS = (
    (QUITS, "quit"), (WHYS, "hint"), (MOVES, "choices"), (AGAIN, "choices"), (DRAWS, "draw"),
)  # fmt: skip
"""Other words, and the commands that they mean."""

NEXT_TO_SIGN = re.compile(
    r"(?<=[@?*])[^\W\d_]+|^[^\W\d_]+(?= |$)|[^\W\d_]+(?= *\d)|(?<= )[^\W\d_]{2,}(?= |$)"
)
"""Where the notation has words: behind a sign, at either end, between blanks, before a number."""

ONE_WORD = re.compile(r"[^\W\d_]+")

WITHOUT_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Spelling on a keyboard or terminal without umlauts."""


def other_words(others: Message, language: Language) -> list[str]:
    """List *others*, words separated by blanks, in English and in *language*."""
    return [*others.text.split(), *language.say(others).split()]


class Vocabulary:
    """The words that can be typed, in *language* and in English.

    *words* are the game's words, each with the word that the notation has for it.
    """

    def __init__(
        self, language: Language, words: Sequence[tuple[Message | Name, str]] = ()
    ) -> None:
        self._commands = {name: name for name in COMMANDS} | {"?": "help"}
        self._listed = {language.say(word).casefold(): name for name, (word, _) in COMMANDS.items()}
        for said, name in self._listed.items():
            _learn(self._commands, said, name)
        for others, name in OTHERS:
            for also in other_words(others, language):
                _learn(self._commands, also, name)
        self._truths: dict[str, bool] = {}
        for word, truth in ((YES, True), (NO, False)):
            for way in (word.text, language.say(word).casefold()):
                self._truths[way] = self._truths[way[0]] = truth
        self._words: dict[str, str] = {}
        self._own: dict[str, str] = {}
        """The word of *language* for each word of the notation."""
        for spoken, notation in words:
            text = language.say(spoken)
            _learn(self._words, text, notation)
            # Shown only if, when typed, it means the same word of the notation.
            if ONE_WORD.fullmatch(text) and self._words[text.casefold()] == notation:
                self._own.setdefault(notation, text)

    def command(self, text: str) -> str | None:
        """Return the English name of the command *text*; ``None`` if *text* is not a command."""
        return self._commands.get(text.casefold())

    def command_about(self, text: str) -> tuple[str | None, str]:
        """Return the command *text*, with what stands after it if it is one of `NARROWED`."""
        if command := self.command(text):
            return command, ""
        word, _, about = text.partition(" ")
        command = self.command(word)
        narrowed = command in NARROWED and (command != "log" or about.strip().isdecimal())
        return (command, about.strip()) if narrowed else (None, "")

    def begun(self, text: str) -> list[str]:
        """Return the commands that begin with *text*, in either language."""
        begun = text.casefold()
        taken = {*self._words, *map(str.casefold, self._words.values()), *self._truths}
        if begun in taken:  # a colour is not short for what begins like it
            return []
        for words in (self._listed, {name: name for name in COMMANDS}):
            found = [name for word, name in words.items() if word.startswith(begun)]
            if len(begun) == 1 and found == ["quit"]:  # a key too many leaves no match
                return []
            if found:
                return found
        return []

    def truth(self, text: str) -> bool | None:
        """Return what *text* means: yes, no, or the first letter of these; else return ``None``."""
        return self._truths.get(text.casefold())

    def to_notation(self, text: str) -> str:
        """Replace the game's words in *text* by the notation's; unknown words stay."""
        return NEXT_TO_SIGN.sub(
            lambda word: self._words.get(word.group().casefold(), word.group()), text
        )

    def completed(self, text: str) -> str:
        """Return *text* with its last word completed, if only one of the game's words fits."""
        last = re.search(r"(?<=[@?*])[^\W\d_]+$", text)
        if last is None:
            return text
        begun = last.group().casefold()
        matches = {
            meaning
            for word, meaning in self._words.items()
            if word.startswith(begun) or meaning.startswith(begun)
        }
        return text[: last.start()] + matches.pop() if len(matches) == 1 else text

    def own(self, notation: str) -> str:
        """Return *notation* with the words of the language, which can be typed as well."""
        return NEXT_TO_SIGN.sub(lambda word: self._own.get(word.group(), word.group()), notation)

    def in_own_words(self, text: Any) -> Any:
        """Return *text*; in a message, the moves that it quotes are written as `own` does."""
        if isinstance(text, Both):
            return replace(text, items=tuple([self._own_word(item) for item in text.items]))
        if not isinstance(text, Message):
            return text
        own: dict[str, Param] = {name: self._own_word(value) for name, value in text.params.items()}
        return replace(text, params=own)

    def _own_word(self, value: Any) -> Any:
        return self.own(value) if isinstance(value, str) else self.in_own_words(value)


def _learn(words: dict[str, str], said: str, meaning: str) -> None:
    for way in (said.casefold(), said.casefold().translate(WITHOUT_UMLAUTS)):
        words.setdefault(way, meaning)
