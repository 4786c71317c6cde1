"""Reasons why the operating system refuses something, in words that can be translated."""

from __future__ import annotations

import errno

from .text import Message, Text, msg

REASONS: dict[str, Message] = {
    "ENOSPC": msg("no-space", "there is no space left on the device"),
    "EDQUOT": msg("no-quota", "your disk quota is used up"),
    "EFBIG": msg("file-too-large", "the file may not get any larger"),
    "EACCES": msg("no-permission", "permission denied"),
    "EPERM": msg("no-permission", "permission denied"),
    "EROFS": msg("read-only", "the disk is read-only"),
    "EIO": msg("device-fails", "the device reports an error"),
    "ENOTDIR": msg("not-a-folder", "a folder is needed where there is a file"),
    "EEXIST": msg("not-a-folder", "a folder is needed where there is a file"),
    "EISDIR": msg("folder-in-the-way", "a file is needed where there is a folder"),
    "ENOENT": msg("not-there", "there is no such file or folder"),
    "EMFILE": msg("too-many-files", "too many files are open"),
    "ENFILE": msg("too-many-files", "too many files are open"),
    "ELOOP": msg("link-to-itself", "a link leads back to itself"),
    "ENOEXEC": msg("reason-no-program", "the system does not know how to run it"),
    "ENAMETOOLONG": msg("name-too-long", "the name is too long"),
}
"""Meanings of the most common system errors, by symbolic name, which all systems share."""


def reason(error: OSError) -> Text:
    """Return the reason for *error*; if `REASONS` lacks it, a name such as ``EPIPE``."""
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    return REASONS.get(name, name)
