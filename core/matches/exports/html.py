"""The account of a match as one HTML file that needs nothing else, with the table after each turn.

Nothing is fetched and nothing sent, and a policy in the file says so to the browser: only the
style sheet and the script that stand in it are let in, by their hashes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from ...scene import Line, Panel, Span
from ...text import Message, msg
from .account import RECORD, Account, Chapter, Passage, Step
from .palette import DAY, INKS, NIGHT, variables

if TYPE_CHECKING:
    from ...game import Position
    from ...text import Language
    from ..record import Loaded, Record


def html(loaded: Loaded, record: Record, language: Language, name: str = "") -> str:
    """Write the account of *record* in *language*; *name* is what the store calls the match.

    An unfinished match is told as an onlooker may know it.  Raises `JournalError` for the first
    entry that cannot have been.
    """
    return "\n".join(_Page(Account(loaded, record, language, name)).lines()) + "\n"


@cache
def _style() -> str:
    sheet = (files(__package__) / "page.css").read_text("utf-8")
    day, night = variables(DAY), variables(NIGHT)
    inks = "".join(f".i-{ink}{{color:var(--{ink})}}" for ink in INKS)
    return (
        f":root{{{day}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
        f"{inks}\n{sheet}"
    )


@cache
def _script() -> str:
    return (files(__package__) / "page.js").read_text("utf-8")


def _source(text: str) -> str:
    """Name *text* in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class _Page:
    """The file, line by line; every word goes through `_say` or `escape` on its way into it."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.words = account.words

    def _say(self, message: Message) -> str:
        return escape(self.words(message))

    def lines(self) -> Iterator[str]:
        """Write the whole of it."""
        account = self.account
        yield "<!DOCTYPE html>"
        yield f'<html lang="{escape(account.language.code.replace("_", "-"))}">'
        yield from self._head()
        yield "<body>"
        yield f'<a class="skip" href="#story">{self._say(msg("skip", "Skip to the match"))}</a>'
        yield "<header>"
        yield f"<h1>{escape(account.title)}</h1>"
        yield f'<p class="outcome">{escape(account.outcome)}</p>'
        yield "<dl>"
        for fact in account.facts:
            value = f"<code>{escape(fact.value)}</code>" if fact.exact else escape(fact.value)
            yield f"<dt>{escape(fact.label)}</dt><dd>{value}</dd>"
        yield "</dl>"
        yield from self._contents()
        yield "</header>"
        yield '<main id="story">'
        for number, chapter in enumerate(account.chapters, 1):
            yield from self._chapter(number, chapter)
        if account.scoring:
            yield from self._list("result", msg("scoring-head", "Result"), account.scoring)
        yield "</main>"
        yield "<footer>"
        yield from self._list("legend", msg("legend-head", "Signs and notation"), account.legend)
        yield from self._record()
        yield "</footer>"
        yield from self._stepper()
        yield f"<script>{_script()}</script>"
        yield "</body>"
        yield "</html>"

    def _head(self) -> Iterator[str]:
        policy = (
            f"default-src 'none'; style-src {_source(_style())}; script-src {_source(_script())};"
            " base-uri 'none'; form-action 'none'"
        )
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield '<meta name="referrer" content="no-referrer">'
        yield '<meta name="generator" content="splitpick">'
        yield f"<title>{escape(self.account.title)}</title>"
        yield f"<style>{_style()}</style>"
        yield "</head>"

    def _contents(self) -> Iterator[str]:
        """Link to the chapters, where there are several."""
        chapters = self.account.chapters
        if len(chapters) < 2:
            return
        yield '<nav class="contents"><details>'
        yield f"<summary>{self._say(msg('contents', 'Contents'))}</summary>"
        yield "<ol>"
        for number, chapter in enumerate(chapters, 1):
            yield f'<li><a href="#c{number}">{self._heading(chapter)}</a></li>'
        yield "</ol></details></nav>"

    def _heading(self, chapter: Chapter) -> str:
        return escape(chapter.heading) or self._say(msg("story-head", "What happened"))

    # What happened.

    def _chapter(self, number: int, chapter: Chapter) -> Iterator[str]:
        yield f'<section class="chapter" id="c{number}" aria-labelledby="c{number}h">'
        yield f'<h2 id="c{number}h">{self._heading(chapter)}</h2>'
        for passage in chapter.passages:
            yield from self._passage(passage)
        yield "</section>"

    def _passage(self, passage: Passage) -> Iterator[str]:
        id = passage.id
        yield f'<article class="passage" id="{id}" tabindex="-1" aria-labelledby="{id}h">'
        number = f'<span class="number"><a href="#{id}">{passage.numbers}</a> ·</span>'
        yield f'<h3 id="{id}h">{number} {escape(passage.actor)}</h3>'
        steps = [step for step in passage.steps if step.notations or step.sentences]
        if steps:
            yield '<ol class="steps">'
            for step in steps:
                yield from self._step(step)
            yield "</ol>"
        yield from self._table(passage.position)
        yield "</article>"

    def _step(self, step: Step) -> Iterator[str]:
        first, *rest = [*map(escape, step.sentences), ""]
        yield '<li class="undone">' if step.undone else "<li>"
        yield f"<p>{''.join(self._signs(step))}{first}</p>"
        yield from (f"<p>{sentence}</p>" for sentence in rest if sentence)
        for remark in step.remarks:
            if remark.comment:
                yield f"<blockquote>{escape(remark.comment)}</blockquote>"
        yield "</li>"

    def _signs(self, step: Step) -> Iterator[str]:
        """Write a step in the notation, its marks, and whether it was taken back."""
        for notation in step.notations:
            yield f"<code>{escape(notation)}</code> "
        for remark in step.remarks:
            if remark.mark:
                meaning = escape(remark.meaning)
                yield f'<strong class="mark">{escape(remark.mark)} ({meaning})</strong> '
        if step.undone:
            back = self._say(msg("taken-back", "taken back"))
            yield f'<span class="back">({back})</span> '

    # The table.

    def _table(self, position: Position) -> Iterator[str]:
        """Draw the table; who does not see it is told it in sentences."""
        told = escape(" ".join(self.account.sentences(position)))
        yield f'<div class="table" role="img" aria-label="{told}">'
        for block in self.account.scene(position):
            if isinstance(block, tuple):
                yield self._line(block)
            else:
                panels = "".join(map(self._panel, block.panels))
                yield f'<div class="row">{panels}</div>'
        yield "</div>"

    def _panel(self, panel: Panel) -> str:
        lines = "".join(map(self._line, panel.lines))
        return f'<div class="panel">{self._line(panel.title, "top")}{lines}</div>'

    def _line(self, line: Line, style: str = "") -> str:
        spans = " ".join(map(self._span, line))
        return f'<p class="{style}">{spans}</p>' if style else f"<p>{spans}</p>"

    def _span(self, span: Span) -> str:
        styles = [
            *(["strong"] if span.strong else []),
            *([f"i-{span.ink}"] if span.ink in INKS else ["faint"] if span.faint else []),
        ]
        said = escape(self.words.piece(span.text))
        return f'<span class="{" ".join(styles)}">{said}</span>' if styles else said

    # What comes after it.

    def _list(self, id: str, heading: Message, items: Sequence[str]) -> Iterator[str]:
        said = self._say(heading)
        yield f'<section class="{id}" aria-labelledby="{id}"><h2 id="{id}">{said}</h2>'
        yield '<ul class="list">'
        yield from (f"<li>{escape(item)}</li>" for item in items)
        yield "</ul></section>"

    def _record(self) -> Iterator[str]:
        heading = self._say(msg("record-head", "The record"))
        yield f'<section aria-labelledby="record"><h2 id="record">{heading}</h2>'
        yield f"<p>{self._say(RECORD)}</p>"
        commands = "\n".join(self.account.commands)
        yield f"<pre><code>{escape(commands)}</code></pre></section>"

    def _stepper(self) -> Iterator[str]:
        """Write the buttons that the script shows; without it there is nothing for them to do."""
        yield f'<nav class="stepper" aria-label="{self._say(msg("turns", "Turns"))}" hidden>'
        back, single, on = (
            self._say(msg("step-back", "Back")),
            self._say(msg("step-single", "One at a time")),
            self._say(msg("step-on", "Next")),
        )
        yield f'<button type="button">← {back}</button>'
        yield f'<button type="button" aria-pressed="false">{single}</button>'
        yield f'<button type="button">{on} →</button>'
        yield "</nav>"
