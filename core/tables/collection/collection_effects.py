"""Special cards of a collection: the class that a plugin subclasses to provide one."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ...splitting.card_effect import CardEffect
from .collection import Collection
from .collection_rules import CollectionRules


@mypyc_attr(allow_interpreted_subclasses=True)
class CollectionEffect(CardEffect[CollectionRules, Collection]):
    """The effect of a special card, which can also be kept, eaten or discarded like all others.

    `play` puts the card itself somewhere: ``table.keep``, ``table.eat`` or ``table.discard``.
    """
