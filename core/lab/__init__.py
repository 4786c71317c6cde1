"""The laboratory: many games by bots, and what can be learnt from them."""

from __future__ import annotations
