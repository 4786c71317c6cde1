"""Skip, or in CI fail, tests for which a machine lacks something."""

import os
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """Skip the test that needs *what*, or fail it where ``CI`` is set."""
    if os.environ.get("CI", "false") not in ("", "0", "false"):
        pytest.fail(f"CI lacks {what}", pytrace=False)
    pytest.skip(f"there is no {what}")
