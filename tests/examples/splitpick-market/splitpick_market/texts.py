"""The messages of this package are looked up in catalogs of its own."""

from __future__ import annotations

from splitpick.core.text import Texts

_TEXTS = Texts("splitpick_market")
msg, nmsg = _TEXTS.msg, _TEXTS.nmsg
