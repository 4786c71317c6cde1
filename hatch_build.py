"""Build hook: compile the catalogs, link the namespace and, where a C compiler is, the kernel."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("core", "cli", "plugins", "rulesets", "locales")

# The kernel: what mypyc compiles. A file that is listed and missing is an error.
COMPILED = (
    "core/kernel/action_list.py",
    "core/game.py",
    "core/evaluable.py",
    "core/declared/action_kind.py",
    "core/declared/declared_game.py",
    "core/declared/declared_position.py",
    "core/declared/redeal.py",
    "core/declared/zone.py",
    "core/kernel/hash_set.py",
    "core/kernel/hashing.py",
    "core/kernel/quick_random.py",
    "core/kernel/ranking.py",
    "core/lab/dealer.py",
    "core/lab/statistics.py",
    "core/lab/card_tally.py",
    "core/learning/numbering.py",
    "core/learning/observation.py",
    "core/players/bot.py",
    "core/players/captain.py",
    "core/players/expectimax.py",
    "core/players/experience.py",
    "core/players/greedy.py",
    "core/players/mcts.py",
    "core/players/race.py",
    "core/players/search.py",
    "core/players/value.py",
    "core/splitting/card_effect.py",
    "core/splitting/offer.py",
    "core/splitting/offers/offer_course.py",
    "core/splitting/offers/offer_notation.py",
    "core/splitting/offers/offer_position.py",
    "core/splitting/offers/offer_rules.py",
    "core/splitting/offers/offer_state.py",
    "core/splitting/offers/parts/face_down.py",
    "core/splitting/offers/parts/hand.py",
    "core/splitting/offers/parts/order.py",
    "core/splitting/offers/parts/part.py",
    "core/splitting/offers/parts/all_parts.py",
    "core/splitting/offers/parts/price.py",
    "core/splitting/offers/parts/rest.py",
    "core/splitting/offers/parts/sets.py",
    "core/splitting/offers/parts/source.py",
    "core/splitting/offers/parts/splitter.py",
    "core/splitting/offers/parts/take.py",
    "core/splitting/phases.py",
    "core/splitting/plain/plain_course.py",
    "core/splitting/plain/plain_position.py",
    "core/splitting/plain/plain_rules.py",
    "core/splitting/position.py",
    "core/splitting/split_notation.py",
    "core/splitting/splits.py",
    "core/splitting/table.py",
    "core/splitting/table_rules.py",
    "core/tables/collection/collection.py",
    "core/tables/collection/collection_rules.py",
    "core/tables/collection/collection_table.py",
    "core/tables/collection/scoring_rules.py",
    "plugins/jolly_roger/crew_rules.py",
    "plugins/jolly_roger/crews.py",
    "plugins/jolly_roger/crews_table.py",
    "plugins/jolly_roger/effect.py",
    "plugins/jolly_roger/plays.py",
    "plugins/jolly_roger/evaluation/prospects.py",
    "plugins/jolly_roger/evaluation/ship_network.py",
    "plugins/jolly_roger/evaluation/ship_states.py",
    "plugins/jolly_roger/evaluation/terms.py",
    "plugins/dead_mans_dice/dice.py",
    "plugins/dead_mans_dice/dice_game.py",
    "plugins/dead_mans_dice/dice_zones.py",
    "plugins/kraken.py",
    "plugins/skeleton.py",
    "plugins/skull_queen/queen_game.py",
    "plugins/skull_queen/queen_rules.py",
    "plugins/skull_queen/queen_secrets.py",
    "plugins/skull_queen/queen_zones.py",
    "plugins/tortuga.py",
)


def compile_catalogs(locales: Path) -> None:
    """Write the .mo file of every .po file below *locales*."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for po in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_po(source))


def link_namespace(root: Path) -> None:
    """Make build/ns/splitpick, a package whose parts are links to the top-level folders."""
    namespace = root / "build" / "ns" / "splitpick"
    namespace.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        link = namespace / part
        if link.exists():
            continue
        link.unlink(missing_ok=True)  # a link whose target has moved
        try:
            link.symlink_to(os.path.relpath(root / part, namespace), target_is_directory=True)
        except OSError:
            if os.name != "nt":
                raise
            import _winapi  # Windows without the right to make links: a junction needs none

            _winapi.CreateJunction(str(root / part), str(link))
    shutil.copy(root / "cli" / "__main__.py", namespace)  # a file has no junction


def compile_kernel(root: Path, out: Path) -> dict[str, str]:
    """Compile the kernel into *out*; return where each binary is and where it goes in the wheel.

    What was compiled there from the same files by the same tools is used again.
    """
    import mypy.version
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class BuildAtOnce(build_ext):
        """Compile the files of an extension on all cores, then link them."""

        def build_extensions(self) -> None:
            for extension in self.extensions:
                compile_one = partial(
                    self.compiler.compile,
                    output_dir=self.build_temp,
                    include_dirs=extension.include_dirs,
                    extra_postargs=extension.extra_compile_args,
                )
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    objects = pool.map(compile_one, [[source] for source in extension.sources])
                    extension.extra_objects += [one for found in objects for one in found]
                extension.sources = []
            super().build_extensions()

    made_by = [sys.version, mypy.version.__version__, os.environ.get("MYPYC_OPT_LEVEL", "3")]
    digest = hashlib.sha256("\n".join([*made_by, Path(__file__).read_text("utf-8")]).encode())
    for path in sorted((root / "core").rglob("*.py")) + sorted((root / "plugins").rglob("*.py")):
        digest.update(path.read_bytes())
    stamp = out / "stamp"
    if stamp.is_file() and stamp.read_text("ascii") == digest.hexdigest():
        return name_binaries(out)
    shutil.rmtree(out, ignore_errors=True)
    # mypyc names a module by its path from the working directory, so this must be the namespace.
    with contextlib.chdir(root / "build" / "ns"):
        extensions = mypycify(
            [
                "--config-file=",  # pyproject.toml's is for checking, and may want more packages
                "--explicit-package-bases",
                "--follow-imports=silent",
                "--ignore-missing-imports",
                f"--cache-dir={out / 'cache'}",
                *(f"splitpick/{path}" for path in COMPILED),
            ],
            target_dir=str(out / "c"),
            # The library that the modules share; without a dotted name it lands in site-packages.
            # With it, a module first imported by another compiled one has a wrong __file__ (it ends
            # in .so all the same); separate=True mends that, but takes twice as long.
            group_name="splitpick.core.kernel",
            multi_file=True,  # takes half the time; a random game takes 7% more
            debug_level="0",
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),  # mypy's own name for it
        )
        for extension in extensions:  # a compiler's new warning must not cost the speed
            flags = extension.extra_compile_args
            extension.extra_compile_args = [flag for flag in flags if flag != "-Werror"]
            extension.include_dirs.append(str(out / "c" / "splitpick" / "core"))
            if os.name != "nt":  # calls within the kernel need no detour for other libraries
                extension.extra_compile_args += ["-fno-semantic-interposition"]
                extension.extra_compile_args += ["-fvisibility=hidden"]
        classes = {"build_ext": BuildAtOnce}
        build = Distribution({"name": "splitpick", "ext_modules": extensions, "cmdclass": classes})
        command = build.get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(out / "lib"), str(out / "tmp")
        command.ensure_finalized()
        command.run()
    stamp.write_text(digest.hexdigest(), "ascii")
    return name_binaries(out)


def name_binaries(out: Path) -> dict[str, str]:
    """Return where each binary below *out* is, and where it goes in the wheel."""
    binaries = (path for path in (out / "lib").rglob("*") if path.is_file())
    return {str(path): path.relative_to(out / "lib").as_posix() for path in binaries}


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """Name what the build itself needs installed."""
        return ["mypy>=2", "setuptools>=77"] if self.compiles() else []

    def compiles(self) -> bool:
        """SPLITPICK_PURE=1: never compile; 0: fail if that fails; unset: compile if possible."""
        if self.target_name != "wheel":
            return False
        choice = os.environ.get("SPLITPICK_PURE")
        if choice in ("0", "1"):
            return choice == "0"
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
        return sys.implementation.name == "cpython" and (
            os.name == "nt" or shutil.which(compiler) is not None
        )

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare the build; *version* is "standard" or "editable"."""
        root = Path(self.root)
        compile_catalogs(root / "locales")
        link_namespace(root)
        # An editable install runs the .py files: an edit must never lose to a stale binary. What it
        # or an sdist holds lies where it lies here: force_include would move or copy it.
        if version != "standard" or self.target_name != "wheel":
            return
        build_data["force_include"][str(root / "cli" / "__main__.py")] = "splitpick/__main__.py"
        guide = root / "rulesets" / "README.md"  # language models read it: splitpick mcp
        build_data["force_include"][str(guide)] = "splitpick/rulesets/README.md"
        missing = [path for path in COMPILED if not (root / path).is_file()]
        if missing:
            raise FileNotFoundError(f"hatch_build.py: COMPILED names {', '.join(missing)}")
        if not self.compiles():
            return
        out = root / "build" / "mypyc"
        try:
            build_data["force_include"].update(compile_kernel(root, out))
        except (Exception, SystemExit) as error:  # it is only an accelerator
            if os.environ.get("SPLITPICK_PURE") == "0":
                raise
            self.app.display_warning(f"splitpick: the kernel stays uncompiled ({error!r})")
        else:
            build_data["infer_tag"] = True
            build_data["pure_python"] = False
