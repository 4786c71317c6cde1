"""The laboratory: thousands of bot games, and their statistics."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batches import Batch, simulate_batch

__all__ = ["Batch", "simulate_batch"]


def __getattr__(name: str) -> Any:
    # Imported on first use: `play` needs only the analyst, and a fast start.
    if name in __all__:
        from . import batches

        return getattr(batches, name)
    raise AttributeError(name)
