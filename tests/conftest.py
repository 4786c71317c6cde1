"""How Hypothesis runs here: the same examples every time, no clock, nothing written to the disk."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("splitpick", derandomize=True, deadline=None, database=None)
settings.load_profile("splitpick")

# Their assertions shall say what differs, as those of a test do.
pytest.register_assert_rewrite("audit", "golden", "tables")
