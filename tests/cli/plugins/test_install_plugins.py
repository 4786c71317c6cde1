"""`splitpick plugins install`, `upgrade`, `uninstall` and `search`, from an index in a folder."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest

from command import Ended, run
from plugin_sites import card
from splitpick.cli import exits
from splitpick.cli.plugins import environment
from splitpick.cli.plugins.environment import (
    install_command,
    requirement,
    uninstall_command,
)
from splitpick.cli.plugins.package_index import KEYWORD, Found, IndexUnreachable, PackageIndex
from splitpick.core import BadValue

# What is typed, and what the installer is asked for.


def test_a_bare_name_is_that_of_a_plugin_and_an_address_stays(tmp_path: Path) -> None:
    there = str(tmp_path)

    assert requirement("jewels") == requirement("splitpick-jewels") == "splitpick-jewels"
    assert requirement("jewels[x]>=2") == "splitpick-jewels[x]>=2"
    for given in (there, "a @ https://example.org/a.zip", "git+https://example.org/a"):
        assert requirement(given) == given
    for wrong in ("--index-url=x", "", "a\x1b[2J"):
        with pytest.raises(BadValue, match="not-a-package"):
            requirement(wrong)


RECEIPT = """\
[tool]
requirements = [
    { name = "splitpick", extras = ["web"], specifier = ">=0.1" },
    { name = "splitpick-wave", specifier = ">=1" },
    { name = "splitpick-tide", directory = "/there" },
]
"""


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)


@pytest.mark.usefixtures("tools")
def test_plugins_are_on_the_list_from_which_a_tool_is_made_anew(tmp_path: Path) -> None:
    """Otherwise ``uv tool upgrade`` and ``pipx reinstall`` would lose them."""
    (tmp_path / "uv-receipt.toml").write_text(RECEIPT)
    here, tool = str(tmp_path), "uv tool install splitpick[web]>=0.1"
    added = install_command(["splitpick-jewels"], here)
    newer = install_command(["splitpick-wave"], here, upgrades=True)
    fewer = uninstall_command(["Splitpick.Wave"], here)

    kept = "--with splitpick-wave>=1 --with /there"
    assert " ".join(added) == f"{tool} {kept} --with splitpick-jewels"
    with_newer = "--with /there --with splitpick-wave --upgrade-package splitpick-wave"
    assert " ".join(newer) == f"{tool} {with_newer}"
    assert " ".join(fewer) == f"{tool} --with /there"


@pytest.mark.usefixtures("tools")
def test_pipx_injects_and_uninjects(tmp_path: Path) -> None:
    (tmp_path / "pipx_metadata.json").write_text("{}")
    here, name = str(tmp_path), tmp_path.name

    assert install_command(["a"], here) == ["pipx", "inject", name, "a"]
    upgrade = install_command(["a"], here, upgrades=True)
    assert upgrade == ["pipx", "runpip", name, "install", "--upgrade", "a"]
    assert uninstall_command(["a"], here) == ["pipx", "uninject", name, "a"]


def test_without_pip_uv_installs_and_without_both_nothing_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", {"uv": "uv"}.get)

    assert install_command(["a"], "/x") == ["uv", "pip", "install", "--python", sys.executable, "a"]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BadValue, match="no-installer"):
        install_command(["a"], "/x")


# An index.


def put_wheel(
    folder: Path,
    name: str,
    version: str,
    summary: str,
    keywords: str = KEYWORD,
    needs: str = "splitpick",
    api: str = "v1",
) -> None:
    """Put the wheel of a plugin with a special card into the *folder* of an index."""
    package, module = folder / f"splitpick-{name}", f"splitpick_{name}"
    package.mkdir(parents=True, exist_ok=True)
    info = f"{module}-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: splitpick-{name}\nVersion: {version}\n"
        f"Summary: {summary}\nKeywords: {keywords}\nRequires-Dist: {needs}\n"
    )
    files = {
        f"{module}.py": card(name),
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[splitpick.plugins]\n{name} = {module}\n"
        f"[splitpick.api]\n{name} = {api}\n",
    }
    wheel = package / f"{module}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in files))
    wheel.with_name(f"{wheel.name}.metadata").write_text(metadata)
    digest = hashlib.sha256(metadata.encode()).hexdigest()
    with (package / "index.html").open("a") as page:
        link = f'<a data-core-metadata="sha256={digest}" href="{wheel.name}">{wheel.name}</a>\n'
        page.write(link)
    names = sorted(one.name for one in folder.iterdir() if one.is_dir())
    page_of_all = "".join(f'<a href="{one}/">{one}</a>\n' for one in names)
    (folder / "index.html").write_text(page_of_all)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is laid out as an index."""
    put_wheel(tmp_path / "index", "wave", "1.0", "A card that takes all.")
    put_wheel(tmp_path / "index", "wave", "1.10", "A card that takes \x1b[2Jall.")
    put_wheel(tmp_path / "index", "wave", "1.9", "An older card.")
    put_wheel(tmp_path / "index", "tide", "2.0", "Rising water.")
    put_wheel(tmp_path / "index", "docs", "1.0", "No plugin.", keywords="docs")
    other = tmp_path / "index" / "other"
    other.mkdir()
    return tmp_path / "index"


class Quiet(SimpleHTTPRequestHandler):
    """Server of files that prints nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


NOTHING_ELSE = {
    "PIP_CONFIG_FILE": os.devnull,
    **dict.fromkeys(("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"), ""),
}
"""Variables by which pip uses nothing that this machine has set."""


def search(address: str, *words: str) -> Ended:
    return run(
        "plugins",
        "search",
        *words,
        language="en",
        variables={**NOTHING_ELSE, "PIP_INDEX_URL": address.rstrip("/")},
    )


def test_plugins_are_found_by_their_names_and_keyword_with_the_newest_version(address: str) -> None:
    """No text of the index reaches the terminal as it is."""
    all_of_them, one = search(address), search(address, "RISING")
    as_json = json.loads(search(address, "wave", "--json").out)

    assert all_of_them.out.split("\n\n")[0].split("\n") == [
        "  splitpick-tide  2.0  Rising water.",
        "  splitpick-wave  1.10  A card that takes �[2Jall.",
    ]
    assert "To install one: splitpick plugins install splitpick-tide" in all_of_them.out
    assert "wave" not in one.out
    assert as_json[0]["version"] == "1.10"
    assert "has no such plugin" in search(address, "nothing").out


def test_an_index_in_a_folder_is_read_as_well(folder: Path) -> None:
    """With pages or without; without metadata beside the files, those in them count."""
    tide = [Found("splitpick-tide", "2.0", "Rising water.")]
    index = PackageIndex([f"{folder.as_uri()}/"])
    with_pages = [*index.plugins(["rising"])]
    for page in (*folder.rglob("index.html"), *folder.rglob("*.metadata")):
        page.unlink()

    assert with_pages == [*index.plugins(["rising"])] == tide
    assert [one.name for one in index.plugins()] == ["splitpick-tide", "splitpick-wave"]


def test_a_folder_that_pip_finds_links_in_is_searched_as_well(tmp_path: Path, folder: Path) -> None:
    """Alone, if pip is told here to use no index; wheels and archives of sources lie there."""
    flat = tmp_path / "flat"
    flat.mkdir()
    shutil.copy(next(folder.rglob("splitpick_tide*.whl")), flat)
    written = f"Name: splitpick-jewels\nKeywords: {KEYWORD},cards\nSummary: Glitter.\n".encode()
    with tarfile.open(flat / "splitpick_jewels-0.2.tar.gz", "w:gz") as archive:
        inside = tarfile.TarInfo("splitpick_jewels-0.2/PKG-INFO")
        inside.size = len(written)
        archive.addfile(inside, BytesIO(written))
    (flat / "splitpick_broken-1.0-py3-none-any.whl").write_text("no archive")
    only = {**NOTHING_ELSE, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(flat)}
    found = run("plugins", "search", language="en", variables=only)
    nowhere = run(
        "plugins", "search", language="en", variables={**NOTHING_ELSE, "PIP_NO_INDEX": "1"}
    )
    both = {**NOTHING_ELSE, "PIP_INDEX_URL": folder.as_uri(), "PIP_FIND_LINKS": flat.as_uri()}
    all_of_them = json.loads(run("plugins", "search", "--json", variables=both).out)

    assert found.out.split("\n\n")[0].split("\n") == [
        "  splitpick-jewels  0.2  Glitter.",
        "  splitpick-tide    2.0  Rising water.",
    ]
    assert "pip is told here to use no index" in nowhere.out
    names = ["splitpick-jewels", "splitpick-tide", "splitpick-wave"]
    assert [one["name"] for one in all_of_them] == names


def test_an_index_that_speaks_json_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As PyPI does; what is no index is named."""
    pages = {
        "https://x/": {"projects": [{"name": "Splitpick.Wave"}, {"name": "other"}]},
        "https://x/splitpick-wave/": {
            "files": [{"filename": "splitpick_wave-3.0.tar.gz", "url": "w", "core-metadata": True}]
        },
    }
    metadata = (f"Keywords: {KEYWORD}\nSummary: High.\n".encode(), "text/plain")
    index = PackageIndex(["https://x/"])
    monkeypatch.setattr(
        index,
        "_read",
        lambda address: (
            metadata
            if address.endswith("w.metadata")
            else (json.dumps(pages[address]).encode(), "application/json")
        ),
    )

    assert [*index.plugins()] == [Found("splitpick-wave", "3.0", "High.")]
    pages["https://x/"] = {"projects": [{"nom": "wave"}]}
    with pytest.raises(IndexUnreachable, match="KeyError"):
        [*index.plugins()]


def test_without_a_connection_the_index_is_named_with_the_reason() -> None:
    closed = search("http://127.0.0.1:9/simple")
    odd = search("ftp://nowhere")

    assert (closed.code, closed.error_code) == (exits.FAILED, "index-unreachable")
    assert "http://127.0.0.1:9/simple/ cannot be read: [Errno" in closed.err
    assert (odd.code, odd.error_code) == (exits.FAILED, "index-unreachable")


# From the index into another environment.


def test_what_comes_with_splitpick_cannot_be_uninstalled() -> None:
    own = run("plugins", "uninstall", "kraken", language="en")
    unknown = run("plugins", "uninstall", "krakken", language="en")
    nothing = run("plugins", "upgrade", language="en")

    assert (own.code, own.error_code) == (exits.BAD_INPUT, "plugin-own")
    assert (unknown.code, unknown.error_code) == (exits.BAD_INPUT, "unknown-plugin")
    assert (nothing.code, nothing.out) == (exits.FINE, "No plugins by others are installed.\n")


@pytest.mark.slow
@pytest.mark.process
def test_a_plugin_is_installed_upgraded_listed_and_uninstalled(
    tmp_path: Path, folder: Path
) -> None:
    """In an environment of its own, which sees splitpick and what it needs here."""
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    python = next(path for path in home.glob("*/python*") if path.stem == "python")
    (packages,) = {Path(pytest.__file__).parents[1]}
    (site,) = home.glob("[Ll]ib/**/site-packages")
    # As a .pth of the other environment: its own links to the sources count too.
    (site / "here.pth").write_text(f"import site; site.addsitedir({str(packages)!r})\n")

    def there(*words: str) -> str:
        asked = [str(python), "-m", "splitpick.cli.main", "--lang", "en", "plugins", *words]
        variables = {
            "PIP_INDEX_URL": folder.as_uri(),
            "PIP_EXTRA_INDEX_URL": "",
            "PIP_CONFIG_FILE": "/dev/null",
            "PATH": "",
            "SPLITPICK_HOME": str(tmp_path),
        }
        ended = subprocess.run(asked, capture_output=True, text=True, env=variables, cwd=tmp_path)
        notes = [line for line in ended.stderr.splitlines() if line.startswith("splitpick: ")]
        return f"{ended.returncode} {ended.stdout}" + "\n".join(notes)

    installed = there("install", "wave==1.0")
    upgraded = there("upgrade")
    listed = there("list")
    newest = there("upgrade", "wave")
    put_wheel(folder, "wave", "2.0", "For later.", needs="splitpick>=99")
    too_new = there("upgrade", "wave")
    put_wheel(folder, "wave", "1.11", "Of another kind.", api="v2")
    refused = there("upgrade")
    missing = there("install", "wafe")
    still = there("list")
    gone = there("uninstall", "wave")

    assert installed == "0 Installed: wave 1.0 (splitpick-wave)\n"
    assert upgraded == "0 Upgraded: wave 1.10 (splitpick-wave), from 1.0\n"
    assert "1.10 of splitpick-wave: loaded" in listed
    assert newest == "0 Not upgraded: wave 1.10 (splitpick-wave)\n"
    needs = "The index has splitpick-wave 2.0, which needs splitpick >=99; you have "
    assert newest[2:] in too_new
    assert needs in too_new
    assert "needs version 2 of the plugin interface" in refused
    put_back = "The new version cannot replace wave 1.10 (splitpick-wave), which is put back."
    assert put_back in refused
    assert refused.startswith("1 ")
    assert "1.10 of splitpick-wave: loaded" in still
    assert 'no plugin "wafe". Did you mean "wave"?' in missing
    assert gone == "0 Uninstalled: splitpick-wave\n"
    assert "wave" not in there("list")
