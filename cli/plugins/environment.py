"""The environment that splitpick runs in: who installs packages there, and which are plugins.

pipx and ``uv tool`` keep a list of what belongs to a program, and make its environment anew from
that list when it is upgraded. So plugins are added to the list, not only to the environment.
"""

import importlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distributions, entry_points, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...core.errors import BadValue
from ...core.hooks.discovery import GROUP, OWN
from ...core.hooks.provider import PREFIX
from ...core.rules.characters import excerpt
from ...core.text import msg, sentences
from .package_index import required

VERIFIED_GROUP = "splitpick.verified"
"""Entry-point group for the newest splitpick a plugin was tried with: ``wave = "v0.1.0"``."""

BARE = re.compile(r"([A-Za-z0-9][A-Za-z0-9_.-]*)(\[[^]]*\])?\s*([=<>!~].*)?")
"""Pattern of a requirement that is no path and no address."""

_sentence = sentences(
    msg("no-installer",
        "Neither pip nor uv is in this environment ({folder}), so nothing can be installed."),
    msg("not-a-package", '"{name}" is neither the name of a package nor an address of one.'),
)  # fmt: skip


def requirement(name: str) -> str:
    """Return what to ask an installer for: a bare *name* gets the prefix of plugins.

    An address, and the path of a folder or file, stay as they are. Raises `BadValue` for what an
    installer would take for an option.
    """
    if name.startswith("-") or not name.strip() or not name.isprintable():
        raise BadValue(_sentence("not-a-package", name=excerpt(name)))
    if (bare := BARE.fullmatch(name)) and not Path(name).exists():
        return name if bare[1].lower().startswith(PREFIX) else PREFIX + name
    return name


def install_command(
    packages: Sequence[str], prefix: str = sys.prefix, *, upgrades: bool = False
) -> list[str]:
    """Return the command that adds *packages* to the environment in the folder *prefix*.

    If it *upgrades* them, it brings them to their newest versions.
    """
    home, options = Path(prefix), ["--upgrade"] * upgrades
    if pipx := _pipx(home):
        # What was injected once stays on the list of pipx, whoever upgrades it.
        verb = ["runpip", home.name, "install"] if upgrades else ["inject", home.name]
        return [pipx, *verb, *options, *packages]
    if uv := _uv_tool(home):
        return _tool_command(uv, home, add=packages, upgrades=upgrades)
    return [*_pip(prefix, "install"), *options, *packages]


def uninstall_command(packages: Sequence[str], prefix: str = sys.prefix) -> list[str]:
    """Return the command that takes *packages* out of the environment."""
    home = Path(prefix)
    if pipx := _pipx(home):
        return [pipx, "uninject", home.name, *packages]
    if uv := _uv_tool(home):
        return _tool_command(uv, home, drop=packages)
    return [*_pip(prefix, "uninstall"), *packages]


def _pipx(home: Path) -> str | None:
    return shutil.which("pipx") if (home / "pipx_metadata.json").is_file() else None


def _uv_tool(home: Path) -> str | None:
    return shutil.which("uv") if (home / "uv-receipt.toml").is_file() else None


def _pip(prefix: str, verb: str) -> list[str]:
    if find_spec("pip"):
        yes = ["--yes"] if verb == "uninstall" else []
        return [sys.executable, "-m", "pip", "--quiet", verb, *yes]
    if uv := shutil.which("uv"):
        return [uv, "pip", verb, "--python", sys.executable]
    raise BadValue(_sentence("no-installer", folder=excerpt(prefix, 200)))


def _tool_command(
    uv: str,
    home: Path,
    add: Sequence[str] = (),
    drop: Sequence[str] = (),
    *,
    upgrades: bool = False,
) -> list[str]:
    """Return ``uv tool install`` for splitpick as it was installed, with the plugins it had too."""
    receipt = tomllib.loads((home / "uv-receipt.toml").read_text("utf-8"))
    listed: list[dict[str, Any]] = receipt["tool"]["requirements"]
    words = [uv, "tool", "install"]
    gone = {_plain(one) for one in (*drop, *add)}
    for one in listed:
        is_own = _plain(one["name"]) == OWN
        if is_own or _plain(one["name"]) not in gone:
            option = [] if is_own else ["--with-editable" if "editable" in one else "--with"]
            words += [*option, *(["--editable"] if is_own and "editable" in one else [])]
            words.append(_written(one))
    for package in add:
        words += ["--with", package]
        if upgrades:
            words += ["--upgrade-package", package]
    return words


def _written(one: Mapping[str, Any]) -> str:
    """Return an entry of the receipt of ``uv tool`` as it is typed."""
    for key in ("editable", "directory", "path"):
        if key in one:
            return str(one[key])
    extras = f"[{','.join(one['extras'])}]" if one.get("extras") else ""
    address = one.get("url") or (f"git+{one['git']}" if "git" in one else "")
    return f"{one['name']}{extras}" + (f" @ {address}" if address else one.get("specifier", ""))


def _plain(name: str) -> str:
    """Return the name of a package as all its spellings have it."""
    bare = re.split(r"[\[=<>!~ ]", name, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", bare).lower()


def carried_out(command: Sequence[str]) -> bool:
    """Run an installer's *command*, which speaks for itself; return true if it succeeds."""
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.__stderr__, check=False)
    importlib.invalidate_caches()
    return ended.returncode == 0


def minimum_of(distribution: str) -> str:
    """Return the splitpick that *distribution* requires, such as ``>=0.1``; empty for any."""
    with suppress(PackageNotFoundError):
        return required(requires(distribution) or [])
    return ""


def verified_by(name: str) -> str:
    """Return the newest splitpick that the plugin *name* was tried with; empty if it says none."""
    found = entry_points(group=VERIFIED_GROUP, name=name)
    return next((point.value.removeprefix("v") for point in found), "")


def without_entry_point() -> dict[str, str]:
    """Return the versions of installed packages that are called as plugins and bring none."""
    bringing = {point.dist.name for point in entry_points(group=GROUP) if point.dist}
    named = {one.name: one.version for one in distributions() if one.name.startswith(PREFIX)}
    return {name: version for name, version in sorted(named.items()) if name not in bringing}
