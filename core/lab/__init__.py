"""The laboratory: thousands of bot games, and their statistics."""

from .batches import Batch, simulate_batch

__all__ = ["Batch", "simulate_batch"]
