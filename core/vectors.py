"""Flat vectors of whole numbers: `librt.vecs` where the kernel is compiled, lists where it is not.

The kernel imports the names from here.  The compiler sees librt's types; uncompiled, lists are
faster than librt's vectors would be.  This module itself is never compiled, since a compiled module
may not give a name two meanings.  Plain Python beside a compiled kernel gets librt's vectors, which
are all that the kernel takes.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

kernel = find_spec(f"{__package__}.game")

PURE: Final[bool] = kernel is None or str(kernel.origin).endswith(".py")
"""True if the kernel is not compiled: what makes new lists is often quicker then."""

if TYPE_CHECKING or not PURE:
    from librt.vecs import append, remove, vec
    from mypy_extensions import i64
else:
    vec = list
    i64 = int

    def append(numbers, number):
        """Return *numbers* with *number* at the end, and no longer use what was passed."""
        numbers.append(number)
        return numbers

    def remove(numbers, number):
        """Return *numbers* without the first *number*, and no longer use what was passed."""
        numbers.remove(number)
        return numbers


__all__ = ["PURE", "append", "i64", "remove", "vec"]
