"""Packs a folder of Python packages for a page, without what it has no use for.

python .ci/playground/slim.py FOLDER FILE.zip
"""

import gzip
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

LANGUAGES = {"root", "en", "en_001", "en_GB", "de", "nl"}
"""Locales of our languages, and those from which they take what they leave open."""
UNUSED = ("pygments", "markdown_it", "mdurl", "bin", "babel/messages", "idna")
"""Folders that are imported for nothing that the page does."""


def is_used(path: Path) -> bool:
    """Return whether the page needs the file *path* of a package."""
    text = path.as_posix()
    if path.suffix == ".so":
        return "emscripten" in path.name
    if ".dist-info/" in text:  # which plugins there are stands in ours
        return text.startswith("splitpick-") and path.name != "RECORD"
    if path.suffix == ".dat" and "locale-data" in text:
        return path.stem in LANGUAGES
    return path.suffix not in (".pyi", ".c", ".pyx") and not text.startswith(
        tuple(f"{name}/" for name in UNUSED)
    )


def main(folder: Path, target: Path) -> None:
    """Pack what is used in *folder* into *target*."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder)
            if not file.is_file() or not is_used(path):
                continue
            if path.suffix == ".so":  # the page loads it by itself; here only its name is needed
                packed.writestr(path.as_posix(), b"")
                with gzip.open(target.with_name("native.wasm.gz"), "xb") as native:
                    native.write(file.read_bytes())
            else:
                packed.write(file, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
