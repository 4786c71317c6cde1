from raider import Raider

from splitpick.core.testing import check_effect


def test_raider() -> None:
    check_effect(Raider)
