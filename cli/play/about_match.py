"""Answers to commands at the prompt: the signs, rules, table, cards and log of a match."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from ...core.game import CHANCE
from ...core.matches.exports.narration import told_since
from ...core.matches.match import Match
from ...core.matches.takeback import decisions
from ...core.scene import Presenter, Section
from ...core.scene_lines import sentences_of
from ...core.session.move_reader import number_of, squeezed
from ...core.session.vocabulary import AGAIN, COMMANDS, Vocabulary
from ...core.text import Both, Message, Text, in_turn, msg, named, nmsg, repeated
from ...core.things import Scene, SceneCounter, SceneZone
from ..screen import Screen
from ..terminal.rules_lines import rules_lines

FIRST = ("again", "hint", "choices", "table", "undo", "quit")
"""The commands that who listens is told first."""


@dataclass
class About:
    """The answers about *match* to *viewer*, the seat that looks, or ``None`` for all."""

    screen: Screen
    vocabulary: Vocabulary
    presenter: Presenter
    match: Match
    viewer: int | None

    def lines(self, command: str, about: str = "") -> list[str]:
        """Return what *command* shows, in lines; nothing for other commands.

        *about* narrows it: to the lines of the table and the parts of the rules with that word,
        to the log from that decision of the viewer on, counted from the last, and, to who listens,
        to the rest of the help.
        """
        screen, presenter = self.screen, self.presenter
        if command == "rules":
            every = presenter.rules()
            if presenter.spoken:
                every = [self._in_names(section) for section in every]
            sections = [one for one in every if _has(screen.words(one.title), about)] or [
                one
                for one in every
                if any(
                    _begins(screen.words(told), about) for told in (*one.paragraphs, *one.points)
                )
            ]
            parts = msg(
                "rules-parts", 'No part of the rules is about "{word}". There are: {titles}.',
                word=about, titles=Both(tuple(one.title for one in every), True),
            )  # fmt: skip
            return rules_lines(screen, sections) if sections else screen.lines(parts)
        if command == "table" and screen.accessible:
            return self._heard_table(about)
        if command == "table":
            from ..terminal.drawing import table_lines  # rich takes long to import

            return table_lines(screen, presenter, self.match.position, self.viewer)
        texts: list[Text] = []
        if command == "help":
            texts = self._help(rest=bool(about))
        elif command == "cards":
            none = msg("unseen-unknown", "In this game nobody can know what is still to come.")
            texts = [self.unseen() or none]
        elif command in ("log", "notation"):
            told = command == "log" or self.presenter.spoken
            texts = (self._log(number_of(about)) if told else self._moves()) or [
                msg("log-empty", "Nothing has been played yet.")
            ]
        return [line for text in texts for line in screen.lines(text)]

    def _heard_table(self, about: str) -> list[str]:
        """Tell the table in short sentences: what the viewer has, what others have, and the rest.

        If it is *about* something, tell all of the zones of that title, or else what is called so.
        """
        view, words = self.match.position.view(self.viewer), self.screen.words
        scene = self.presenter.scene(view, self.viewer)
        zones = sorted(scene.zones, key=lambda at: (at.owner != self.viewer, at.form != "seat"))
        titled = [zone for zone in zones if about and _has(words(zone.title), about)]
        told: list[Text]
        if about:
            narrowed = titled or self._narrowed(zones, about)
            scenes = [Scene((), [_in_brief(zone, whole=True)]) for zone in narrowed]
            told = [" ".join(map(words, sentences_of(one))) for one in scenes]
            titles = Both(tuple(zone.title for zone in zones), commas=True)
            told = told or [
                msg(
                    "nothing-called",
                    'Nothing on the table is called "{word}". There is: {titles}.',
                    word=about, titles=titles,
                )
            ]  # fmt: skip
        else:
            brief = Scene((), [*map(_in_brief, zones)])
            told = [*sentences_of(brief), *sentences_of(Scene(scene.heads, ()))]
        return [line for text in told for line in self.screen.lines(text)]

    def _narrowed(self, zones: Sequence[SceneZone], about: str) -> list[SceneZone]:
        """Return of *zones* what is called or counted so, or has that colour, *about*."""
        words, code = self.screen.words, self.vocabulary.to_notation(about)
        found = []
        for zone in zones:
            if not _has(words(zone.title), about):
                pieces = [
                    one
                    for one in zone.pieces
                    if _begins(words(one.name), about) or one.code.strip("()1234567890") == code
                ]
                found_in = any(_begins(words(one.label), about) for one in zone.counters)
                counters = zone.counters if found_in or pieces else ()
                within = self._narrowed(zone.zones, about)
                zone = replace(zone, pieces=pieces, counters=counters, zones=within)
            if zone.pieces or zone.counters or zone.zones:
                found.append(zone)
        return found

    def _in_names(self, told: Any) -> Any:
        """Return the rules as *told* with the names of cards in place of codes."""
        if isinstance(told, Section):
            texts = ([*map(self._in_names, part)] for part in (told.paragraphs, told.points))
            return Section(self._in_names(told.title), *texts)
        if isinstance(told, Both):
            return replace(told, items=tuple(map(self._in_names, told.items)))
        if isinstance(told, Message):
            params = {name: self._in_names(value) for name, value in told.params.items()}
            once = told.text.replace("{code}: {card}", "{card}").replace(" ({code})", "")
            return replace(told, text=once, params=params)
        if isinstance(told, str) and told in self.match.game.info().codes:
            return self.presenter.card_name(told)
        return told

    def _help(self, *, rest: bool) -> list[Text]:
        """Explain the signs and commands; to who listens, those used most or the *rest*."""
        own = self.vocabulary.in_own_words
        coached = msg("about-hint-coached", "says why the hint is good")
        if self.presenter.spoken:
            coached = msg(
                "about-hint-heard", 'says which move is good; after that, "why" gives the reasons'
            )
        commands = {**COMMANDS}
        del commands["help"]  # which has just been typed
        if not self.unseen():  # as with dice
            del commands["cards"]
        if self.presenter.spoken:
            del commands["notation"]
        if self.presenter.in_sentences:  # where to look is said unasked
            commands["hint"] = (COMMANDS["hint"][0], coached)
        if self.presenter.spoken:
            again = msg("about-again", "repeats the question")
            commands = {"again": (AGAIN, again), **commands}
            commands = {name: it for name, it in commands.items() if rest ^ (name in FIRST)}
        does = [
            msg("word-does", "{word}: {what}", word=word, what=about)
            for word, about in commands.values()
        ]
        beginnings = msg(
            "beginnings",
            "You can shorten any command, as long as no other command begins with the same"
            " letters.",
        )
        if self.presenter.spoken and not rest:
            more = msg(
                "help-more", "The other commands: {help} once more.", help=COMMANDS["help"][0]
            )
            return [*does, more]
        if self.presenter.spoken:  # the signs are not spoken
            narrowed = msg(
                "narrowed",
                'Type a word after "{table}" to hear only what concerns it, or after "{rules}" to'
                " hear only the part of that name.",
                table=COMMANDS["table"][0],
                rules=COMMANDS["rules"][0],
            )
            return [beginnings, *does, narrowed, self.presenter.primer() or self.presenter.aim()]
        position = self.match.position
        legal = [] if self.match.over else position.legal_actions()[:1]
        answers = [
            msg("help-answer", "Type the number of a choice, or the move, such as: {move}",
                move=self.vocabulary.own(position.notation(action)))
            for action in legal
        ]  # fmt: skip
        return [*answers, *does, beginnings, *map(own, self.presenter.legend())]

    def signs(self, seen: set[str]) -> list[Text]:
        """Explain the signs on the screen; add to the signs of cards *seen* before what is new."""
        view = self.match.position.view(self.viewer)
        zones = self.presenter.scene(view, self.viewer).walk()
        pieces = [piece for zone in zones for piece in zone.pieces]
        there = {piece.code.strip("()") for piece in pieces}
        there |= {piece.shown for piece in pieces if isinstance(piece.shown, str)}
        there -= {"", *seen}
        seen |= there
        cards = [*filter(there.__contains__, self.match.game.info().codes)]
        return self.presenter.signs([*cards, *sorted(there.difference(cards))])

    def unseen(self) -> Text:
        """Tell how many of each card are still unseen; an empty text if it is not known."""
        match, presenter = self.match, self.presenter
        codes = presenter.unseen(match.actions, match.position, self.viewer)
        if codes is None:
            return ""
        cards: list[Text] = []
        for code, count in Counter(codes).items():
            if presenter.spoken:
                cards.append(repeated(presenter.card_name(code), count))
            else:
                cards.append(code if count == 1 else f"{code}×{count}")
        told = nmsg(
            "unseen-cards",
            "{count} card is still unseen: {cards}.",
            "{count} cards are still unseen: {cards}.",
            len(codes),
            cards=Both(tuple(cards), commas=True)
            if presenter.spoken
            else " ".join(map(str, cards)),
        )
        out = presenter.never_drawn(match.position)
        if not out:
            return told
        return in_turn(
            [
                told,
                nmsg(
                    "unseen-out",
                    "{count} of them stays out of the game.",
                    "{count} of them stay out of the game.",
                    out,
                ),
            ]
        )

    def _log(self, back: int = 0) -> list[Text]:
        """Tell everything that has happened, or only from the viewer's decision *back* times ago.

        Where several look, that of who acts now counts; one that tells nothing is not enough.
        """
        seat = self.match.position.to_act() if self.viewer is None else self.viewer
        own = decisions(self.match, [seat], forced=False)
        for first in (*islice(own, back - 1, None), 0) if back else (0,):
            since = told_since(self.presenter, self.match, first, self.viewer)
            if texts := [text for _, told in since for text in told]:
                return texts
        return []

    def _moves(self) -> list[Text]:
        """List each deal, such as that of a turn, and what each seat did in a row, as notation."""
        match, presenter = self.match, self.presenter
        texts: list[Text] = []
        listed = presenter.journal(match.actions, match.position, self.viewer)
        end = 0
        for seat, run in groupby(listed, key=itemgetter(0)):
            done = list(run)
            start, end = end, end + len(done)
            moves = "; ".join(self.vocabulary.own(text) for _, text in done if text)
            if seat == CHANCE:
                dealt = presenter.deal(match.actions[start:end], match.at(end), self.viewer)
                texts += dealt if dealt[:1] == [""] else [moves]
            elif moves:
                name = named(presenter.seats[seat])
                texts.append(msg("log-of", "{seat:cap}: {text}", seat=name, text=moves))
        return texts


def _in_brief(zone: SceneZone, *, whole: bool = False) -> SceneZone:
    """Return *zone* with what its sides count, but, unless *whole*, not what lies there."""
    sides = [
        SceneCounter(
            Message("side", "{side} {value}", {"side": side.title, "value": one.value}), ""
        )
        for side in zone.zones
        if side.form == "side"
        for one in side.counters
    ]
    zones = [replace(side, counters=()) for side in zone.zones] if whole else ()
    return replace(zone, counters=[*zone.counters, *sides], zones=zones) if sides else zone


def _has(told: str, word: str) -> bool:
    """Return whether *word* is in what is *told*, however it is written."""
    return squeezed(word) in squeezed(told)


def _begins(told: str, word: str) -> bool:
    """Return whether a word of what is *told* begins like *word*: "rot" is not in "Brot"."""
    return f" {squeezed(word)}" in f" {' '.join(map(squeezed, told.split()))}"
