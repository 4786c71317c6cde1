"""Messages of this package, which are looked up in its own catalogs."""

from __future__ import annotations

from splitpick.core.text import Texts

_TEXTS = Texts("splitpick_market")
msg, nmsg = _TEXTS.msg, _TEXTS.nmsg
