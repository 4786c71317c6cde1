"""The table of games without Python, and the names that plugins with special cards import."""

from __future__ import annotations

from .collection import Collection
from .collection_rules import CollectionRules
from .collection_table import CollectionEffect, CollectionTable

__all__ = ["Collection", "CollectionEffect", "CollectionRules", "CollectionTable"]
