"""The store of the user's matches, as the commands open it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core.matches.home import home

if TYPE_CHECKING:
    from ..core.matches.store import Store
    from .screen import Screen


@contextmanager
def open_store(screen: Screen) -> Iterator[Store]:
    """Open the store of this user for as long as the ``with`` lasts.

    Says on *screen* what it had to do to a damaged one; raises `StoreError` where none can be had.
    """
    from ..core.matches.store import Store

    store = Store(home())
    told = len(store.notices)
    try:
        for notice in store.notices:
            screen.note(notice)
        yield store
    finally:
        store.close()
        for notice in store.notices[told:]:  # much damage is noticed only when it is read
            screen.note(notice)
