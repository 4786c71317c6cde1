"""Codec of tokens: a text as letters and digits that survive being pasted into a chat."""

from __future__ import annotations

import re
import zlib
from string import ascii_lowercase, ascii_uppercase, digits

from ...errors import RecordError
from ...text import msg

SIGN, VERSION = "SP", 1
DIGITS = digits + ascii_uppercase + ascii_lowercase
"""Digits of a token: no messenger takes one for markup or for the end of a word."""

NEWER = msg(
    "token-newer", "This token comes from a newer version of splitpick. Please update yours."
)
MOST_CHARACTERS = 100_000
"""Most characters of a token, and of a text in which one is looked for."""
MOST_BYTES = 500_000
"""Most bytes of the content of a token, unpacked."""
MOST_TOKENS = 20
"""Most beginnings of tokens that are tried in a text; further ones are ignored."""

_BEGINNING = re.compile(rf"(?<![0-9A-Za-z]){SIGN}([1-9])")
_BYTES, _DIGITS = 8, 11
"""Size of a group in bytes and in digits; the least significant digit comes first."""
_USUAL = (
    b'"introductory","advanced",{"version":1,"match":"","ruleset":"jolly-roger","variant":"standard'
    b'","hash":"","options":{"memory":false},"seats":[{"id":"jolly","player":"human"},{"id":"roger",'
    b'"player":"post"}],"first":"jolly","seed":null,"practice":false,"leg":0,"partner":"","daily":"'
    b'","rules":null,"steps":[],"check":"'
)
"""Dictionary for zlib; both sides need the same one."""


def pack(text: str) -> str:
    """Write *text* as a token; raises `RecordError` if it is too long for one."""
    packer = zlib.compressobj(9, wbits=-15, zdict=_USUAL)
    content = text.encode()
    data = zlib.crc32(content).to_bytes(4) + packer.compress(content) + packer.flush()
    spelt = [f"{SIGN}{VERSION}"]
    for at in range(0, len(data), _BYTES):
        number = int.from_bytes(data[at : at + _BYTES].ljust(_BYTES, b"\0"))
        spelt += [DIGITS[number // 62**place % 62] for place in range(_DIGITS)]
    token = "".join(spelt)
    if len(content) > MOST_BYTES or len(token) > MOST_CHARACTERS:
        raise too_long()
    return token


def looks_like_token(text: str) -> bool:
    """Return true if something in *text* begins like a token, damaged or not."""
    return _BEGINNING.search(text[:MOST_CHARACTERS]) is not None


def unpack(text: str) -> str:
    """Return the content of the token in *text*; raises `RecordError` unless just one is sound."""
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    begins = list(_BEGINNING.finditer(text))[:MOST_TOKENS]
    ours = [begin for begin in begins if begin[1] == str(VERSION)]
    texts = {_unpacked(text[begin.end() :]) for begin in ours} - {""}
    if len(texts) == 1:
        return texts.pop()
    if texts:
        message = msg("several-tokens", "There are several tokens here. Please paste just one.")
    elif ours:
        message = msg(
            "token-damaged",
            "This token is damaged: a part of it is missing or has changed. Please copy it again,"
            " from the first character to the last.",
        )
    elif begins:
        message = NEWER
    else:
        message = msg(
            "not-a-token",
            "There is no token in this text. A token begins with {sign}.",
            sign=f"{SIGN}{VERSION}",
        )
    raise RecordError(message)


def too_long() -> RecordError:
    """Return the error for a match too long for a token, or a text too long to look for one."""
    return RecordError(msg("token-too-long", "This match or text is too long for a token."))


def _unpacked(text: str) -> str:
    """Return the content of the token whose digits begin *text*, or "" if it is damaged."""
    spelt = re.sub("[^0-9A-Za-z]+", "", text)
    data = b""
    for at in range(0, len(spelt) - _DIGITS + 1, _DIGITS):
        block = spelt[at : at + _DIGITS]
        number = sum(DIGITS.index(digit) * 62**place for place, digit in enumerate(block))
        if number >= 256**_BYTES:
            break
        data += number.to_bytes(_BYTES)
    unpacker = zlib.decompressobj(-15, zdict=_USUAL)
    try:
        content = unpacker.decompress(data[4:], MOST_BYTES)
        is_whole = unpacker.eof and zlib.crc32(content).to_bytes(4) == data[:4]
        return content.decode() if is_whole else ""
    except (zlib.error, UnicodeDecodeError):
        return ""
