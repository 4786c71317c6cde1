"""Pictures on cards: symbols by name, and SVG files of a rule set, which may come from anybody.

A file is parsed, and written anew from the few elements and attributes that draw shapes.  So
nothing in it can run, load or refer to anything, and the rules hold all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, get_args
from xml.etree.ElementTree import TreeBuilder, tostring
from xml.parsers import expat

from pydantic import AfterValidator, WithJsonSchema
from typing_extensions import TypeAliasType

from ...errors import BadValue, unknown
from ...text import Message, msg
from ...things import Symbol, is_drawn
from ..characters import NOT_UTF_8, excerpt
from ..labels import refuse
from ..resolver import File
from ..value_findings import LONGEST_NAME, likely, to_write, words_meant

SUFFIX = ".svg"
MOST_BYTES = 8_000
MOST_ELEMENTS = 300
MOST_LEVELS = 12

PATH = r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,59}/){0,4}[A-Za-z0-9_][A-Za-z0-9_.-]{0,59}\.svg"
"""Path of a picture from the folder of its rule set: no ``..``, no drive, nothing hidden."""

_SYMBOLS = get_args(Symbol)
_SVG = "http://www.w3.org/2000/svg "
_SHAPES = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon")
_ELEMENTS = ("svg", "g", *_SHAPES, "title", "desc")
_SILENT = ("title", "desc")
"""Elements that are left out, with what is in them."""

_NUMBER = r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:e-?[0-9])?"
_COLOUR = r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|rgba?\([0-9.,% ]{5,40}\)|[a-z]{3,30}"
_MOVES = r"(?:(?:matrix|translate|scale|rotate|skewx|skewy)\s*\([-+0-9.,e\s]*\)[\s,]*)*"
_FORMS = {
    **dict.fromkeys(("width", "height", "stroke-width"), rf"{_NUMBER}(?:px|mm|%)?"),
    "stroke-miterlimit": _NUMBER,
    **dict.fromkeys(("x", "y", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"), _NUMBER),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), rf"{_NUMBER}%?"),
    **dict.fromkeys(("points", "viewBox"), r"[-+0-9.,e\s]+"),
    **dict.fromkeys(("fill", "stroke"), _COLOUR),
    **dict.fromkeys(("fill-rule", "clip-rule", "stroke-linecap", "stroke-linejoin"), "[a-z]+"),
    "d": r"[mzlhvcsqtae0-9+\-.,\s]*",
    "transform": _MOVES,
}
"""Attributes that are kept, each with the form of its value; others are refused."""

_FORM = {name: re.compile(form, re.ASCII | re.IGNORECASE) for name, form in _FORMS.items()}
_DROPPED = ("id", "version", "baseProfile")
"""Attributes that programs write and that are left out, as nothing can refer to them."""


_NO_PATH = msg(
    "picture-path",
    "Write the path of an SVG file inside the folder of this file, such as pictures/whale.svg.",
)


def read_picture(ruleset: File, path: str) -> str:
    """Return the picture at *path* in the folder of *ruleset*, as `checked_svg` writes it.

    Raises `BadValue` if there is none in that folder, or it is no picture of that kind.
    """
    if not re.fullmatch(PATH, path):
        plain = path.replace("\\", "/").removeprefix("./")
        raise BadValue(to_write(_NO_PATH, plain) if re.fullmatch(PATH, plain) else _NO_PATH)
    missing = msg("no-picture", 'There is no file "{picture}" beside this one.', picture=path)
    try:
        folder: File = ruleset.parent  # type: ignore[union-attr]  # as paths in archives have it
        file = folder / path
        inside = not isinstance(folder, Path) or _within(folder, Path(str(file)))
        if not inside or not file.is_file():  # a pipe may block
            raise BadValue(missing)
        with file.open("rb") as stream:
            return checked_svg(stream.read(MOST_BYTES + 1))
    except (OSError, ValueError, AttributeError):
        raise BadValue(missing) from None


def _within(folder: Path, file: Path) -> bool:
    """Return true if *file* lies below *folder* even where a symbolic link leads elsewhere."""
    return file.resolve().is_relative_to(folder.resolve())


def checked_svg(data: bytes) -> str:
    """Return the SVG picture in *data* as shapes alone, in one ``<svg viewBox="...">``.

    What has no colour gets that of the card.  Raises `BadValue` that says what is not allowed.
    """
    if len(data) > MOST_BYTES:
        message = msg("big-picture", "A picture has at most {most} bytes.", most=MOST_BYTES)
        raise BadValue(message)
    return _ShapesReader(data).text


class _ShapesReader:
    """The shapes of a picture; raises `BadValue` at the first thing that is not allowed."""

    def __init__(self, data: bytes) -> None:
        self._builder = TreeBuilder()
        self._open: list[str] = []
        self._count = 0
        parser = self._parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse("<!DOCTYPE>")
        parser.ProcessingInstructionHandler = lambda target, _: self._refuse(f"<?{target}?>")
        try:
            parser.Parse(data.decode("utf-8"), True)
        except UnicodeDecodeError:
            raise _bad(1, NOT_UTF_8) from None
        except expat.ExpatError as error:
            raise _bad(error.lineno, msg("not-xml", "this is not well-formed XML.")) from None
        self.text = tostring(self._builder.close(), encoding="unicode")

    def _refuse(self, what: str) -> None:
        """Raise the error for an element, or anything in its place, that is not allowed."""
        allowed = ", ".join(_ELEMENTS)
        message = msg("picture-element", "{what} is not allowed in a picture, only {allowed}.",
                      what=excerpt(what), allowed=allowed)  # fmt: skip
        raise _bad(self._parser.CurrentLineNumber, message)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.removeprefix(_SVG)
        outside = tag != "svg" if not self._open else tag == "svg"
        if tag not in _ELEMENTS or outside:
            self._refuse(f"<{tag.rpartition(' ')[2]}>")
        self._count += 1
        self._open.append(tag)
        if self._count > MOST_ELEMENTS or len(self._open) > MOST_LEVELS:
            message = msg(
                "picture-elements",
                "a picture has at most {most} elements, {levels} within each other.",
                most=MOST_ELEMENTS,
                levels=MOST_LEVELS,
            )
            raise _bad(self._parser.CurrentLineNumber, message)
        kept = dict(self._kept(attributes))
        if tag == "svg":
            kept = self._frame(kept)
        if not {*self._open} & {*_SILENT}:
            self._builder.start(tag, kept)

    def _end(self, name: str) -> None:
        if not {*self._open} & {*_SILENT}:
            self._builder.end(self._open[-1])
        self._open.pop()

    def _text(self, text: str) -> None:
        if text.strip() and not {*self._open} & {*_SILENT}:
            message = msg("picture-text", "a picture has no text except in <title> and <desc>.")
            raise _bad(self._parser.CurrentLineNumber, message)

    def _kept(self, attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the attributes that are kept, those of a ``style`` as attributes of their own."""
        given = {name: value for name, value in attributes.items() if name not in _DROPPED}
        for declaration in given.pop("style", "").split(";"):
            if declaration.strip():
                name, _, value = declaration.partition(":")
                given[name.strip()] = value.strip()
        for name, value in given.items():
            form = _FORM.get(name)
            if not (form and form.fullmatch(value.strip())):
                written = f'{name.rpartition(" ")[2]}="{value}"'
                message = msg("picture-attribute", "{what} is not allowed in a picture.",
                              what=excerpt(written))  # fmt: skip
                raise _bad(self._parser.CurrentLineNumber, message)
            yield name, value.strip()

    def _frame(self, kept: dict[str, str]) -> dict[str, str]:
        """Return the attributes of the outermost element: its colours, and what it shows."""
        size = [kept.pop(name, "").removesuffix("px") for name in ("width", "height")]
        box = kept.pop("viewBox", f"0 0 {size[0]} {size[1]}")
        try:
            numbers = [float(number) for number in re.split(r"[\s,]+", box.strip())]
            _, _, width, height = numbers
            if not (max(map(abs, numbers)) < 100_000 and min(width, height) > 0):
                raise ValueError
        except ValueError:
            message = msg("picture-box", 'the viewBox must be like "0 0 60 60".')
            raise _bad(self._parser.CurrentLineNumber, message) from None
        shown = " ".join(f"{number:g}" for number in numbers)
        return {"viewBox": shown, "fill": "currentColor", **kept}


def _bad(line: int, message: Message) -> BadValue:
    return BadValue(
        msg("bad-picture", "In line {line} of the picture: {message}", line=line, message=message)
    )


def checked_picture(value: str) -> str:
    """Return the symbol *value*, or a text of shapes as `checked_svg` writes it.

    Raises `BadValue` for anything else.
    """
    if value in _SYMBOLS:
        return value
    if is_drawn(value):
        return checked_svg(value.encode("utf-8", "replace"))
    if value.endswith(SUFFIX):  # in a file, the reader has put its picture here
        raise BadValue(
            msg("picture-alone", "These rules came without a folder: they cannot name a file.")
        )
    message = msg("not-one-of", '"{name}" is not allowed here.')
    is_file = re.search(r"\.\w{2,4}$", value)
    close = next(words_meant(value, _SYMBOLS), "") if len(value) <= LONGEST_NAME else ""
    if is_file and not close:
        raise BadValue(_NO_PATH)
    if not close:  # they are many, and yet all listed: there is no other place to look
        raise BadValue(unknown(message.filled(name=excerpt(value)), value, _SYMBOLS, "").message)
    raise BadValue(likely(message, value, _SYMBOLS, close))


def _checked(value: str) -> str:
    try:
        return checked_picture(value)
    except BadValue as error:
        raise refuse(error.message) from None


_picture = Annotated[
    str,
    AfterValidator(_checked),
    WithJsonSchema(
        {
            "type": "string",
            "anyOf": [{"enum": [*_SYMBOLS]}, {"pattern": f"^{PATH}$"}, {"pattern": "^<svg[^>]"}],
        }
    ),
]
Picture = TypeAliasType("Picture", _picture)  # named, so that the schema has it once
"""A symbol by its name, or shapes as `checked_svg` writes them, in place of the file's path."""
