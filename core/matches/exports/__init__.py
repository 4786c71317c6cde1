"""Exports of a match for people: an account in Markdown or HTML, and the table as SVG."""

from __future__ import annotations

from .html import html
from .markdown import markdown
from .svg import svg

__all__ = ["html", "markdown", "svg"]
