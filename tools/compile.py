"""Compile the kernel, the games and the bots with mypyc, from the same sources, into a copy of the package.

`build/compiled/` then holds the whole package: the sources, the data and texts, and a compiled module beside each
source. Whoever puts that folder first on the path runs the compiled build; `src/` stays as it is. Nothing is compiled
again while the sources, Python and mypy are the same, and of the games only those that changed.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from fcntl import LOCK_EX, flock
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PACKAGE = "grimtable"
COMPILED_PARTS = ("kernel", "games", "bots")
LEFT_PLAIN = (  # what speaks, reads files or is seldom asked: minutes of compiling that no playout would notice
    "games/gloomhaven/battle_goals.py",
    "games/gloomhaven/campaign",
    "games/gloomhaven/describe",
    "games/gloomhaven/facts.py",
    "games/gloomhaven/scenarios",
    "games/wh40k/armies.py",
    "games/wh40k/describe",
    "games/wh40k/facts.py",
    "games/wh40k/inquiries.py",
    "games/wh40k/matchups.py",
    "games/wh40k/odds.py",
    "games/wh40k/rosters",
    "games/wh40k/setup.py",
)
STAMP = "fingerprint"  # in the built folder: what it was compiled from
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
OPTIONS = ("--strict", "--python-version=3.11", "--config-file=", "--no-error-summary", "--hide-error-context")
OPTIMISATION = "2"  # a tenth quicker than "1"; "3" takes much longer and gains nothing
FLAGS = (
    "-fvisibility=hidden",  # calls within a library need no detour through its table of symbols
    "--param=builtin-expect-probability=100",  # what mypyc calls unlikely, the way of errors, lies apart
    "-Wno-misleading-indentation",  # nobody reads the C, and gcc would note that it is too long for that check
)
BUILT = "built"  # in the work folder: C sources and objects

LAUNCHER = """\
#!{python}
\"\"\"The command line of the compiled build.\"\"\"

import sys

sys.path.insert(0, {folder!r})

if __name__ == "__main__":  # worker processes import this file too
    from grimtable.build import build
    from grimtable.terminal.cli import main

    if build() != "compiled":
        sys.exit("there is no compiled build: run `make compiled`")
    sys.exit(main())
"""


class CannotCompile(Exception):
    """Why there is no compiled build, in one line."""


def modules() -> list[Path]:
    """The modules that are compiled, relative to the sources. A package's `__init__` only puts parts together."""
    plain = [SOURCES / PACKAGE / part for part in LEFT_PLAIN]
    found = [path for part in COMPILED_PARTS for path in (SOURCES / PACKAGE / part).rglob("*.py")]
    found = [path for path in found if path.name != "__init__.py" and not {path, *path.parents} & {*plain}]
    return sorted([path.relative_to(SOURCES) for path in found])


def fingerprint() -> str:
    """What the compiled modules depend on: the sources, the compilers and this script."""
    found = blake2b(digest_size=16)
    for fact in (platform.python_version(), SUFFIX, version("mypy"), *compiler()):
        found.update(fact.encode() + b"\0")
    for path in [Path(__file__), *[SOURCES / module for module in modules()]]:
        content = path.read_bytes()
        found.update(f"{path.relative_to(ROOT)} {len(content)}\0".encode() + content)
    return found.hexdigest()


def compiler() -> list[str]:
    """The C compiler that Python's own build names, or that `CC` names instead."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def check_compiler() -> None:
    program = compiler()[0]
    if shutil.which(program) is None:
        raise CannotCompile(f"there is no C compiler {program!r}: install gcc or clang, or name one with CC=...")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise CannotCompile("Python's C headers are missing: install the development package of this Python")


def copy_sources(folder: Path) -> None:
    """Make the folder hold the package as it is now, and leave its compiled modules where they are."""
    wanted = {path.relative_to(SOURCES) for path in (SOURCES / PACKAGE).rglob("*") if is_source(path)}
    for path in sorted(wanted):
        copy, content = folder / path, (SOURCES / path).read_bytes()
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for path in (folder / PACKAGE).rglob("*"):
        source = path if is_source(path) else path.with_name(path.name.replace(SUFFIX, ".py"))
        if path.is_file() and path.suffix != ".pyc" and source.relative_to(folder) not in wanted:
            path.unlink()


def is_source(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".pyc", ".so")


def compile_into(folder: Path, afresh: bool) -> None:
    """Compile in a work folder, kept so that only changed games are compiled again, and swap the result in."""
    check_compiler()
    work, ready = folder.with_name(f"{folder.name}.work"), folder.with_name(f"{folder.name}.ready")
    work.mkdir(parents=True, exist_ok=True)
    with (work / "lock").open("w") as lock:
        flock(lock, LOCK_EX)  # whoever else compiles into this folder waits
        if is_current(folder) and not afresh:
            return
        if afresh:
            shutil.rmtree(work / BUILT, ignore_errors=True)
        stamp = fingerprint()  # first: a source that changes meanwhile is compiled next time
        copy_sources(work)
        run_mypyc(work)
        shutil.rmtree(ready, ignore_errors=True)
        shutil.copytree(work, ready, ignore=shutil.ignore_patterns("lock", BUILT, ".mypy_cache", "__pycache__"))
        (ready / STAMP).write_text(stamp)
        shutil.rmtree(folder, ignore_errors=True)
        ready.rename(folder)


def groups() -> list[tuple[list[str], str | None]]:
    """The modules of each shared library: one for the kernel, one for the bots and one for each game."""
    found: dict[str, list[str]] = {}
    for module in modules():
        _, part, *rest = module.parts
        found.setdefault(rest[0] if part == "games" else part, []).append(str(module))
    return [(files, f"{PACKAGE}_{name}") for name, files in found.items()]


def run_mypyc(folder: Path) -> None:
    """Compile all modules of a folder. Calls within a library are direct, calls to the kernel nearly so."""
    from mypyc.build import mypycify
    from setuptools import setup

    before, output = Path.cwd(), io.StringIO()
    os.chdir(folder)  # mypyc and setuptools write where they stand
    try:
        with redirect_stdout(output), redirect_stderr(output):
            files = [*OPTIONS, *map(str, modules())]
            extensions = mypycify(files, opt_level=OPTIMISATION, debug_level="0", separate=groups(), target_dir=BUILT)
            for extension in extensions:
                extension.extra_compile_args.extend(FLAGS)
            arguments = ["--quiet", "build_ext", "--inplace", f"--build-temp={BUILT}", f"--parallel={os.cpu_count()}"]
            setup(name=PACKAGE, packages=[], ext_modules=extensions, script_args=arguments)
    except (Exception, SystemExit) as error:
        raise CannotCompile(f"{output.getvalue()}mypyc or the C compiler failed: {error}") from error
    finally:
        os.chdir(before)


def is_current(folder: Path) -> bool:
    stamp = folder / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint()


def write_launcher(launcher: Path, folder: Path) -> None:
    launcher.write_text(LAUNCHER.format(python=sys.executable, folder=str(folder)))
    launcher.chmod(0o755)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compile the kernel, the games and the bots with mypyc.")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "compiled", help="folder of the compiled build")
    parser.add_argument("--launcher", type=Path, help="script to write that runs it")
    parser.add_argument("--force", action="store_true", help="compile even if nothing has changed")
    parser.add_argument("--check", action="store_true", help="only tell, by the exit code, whether it is up to date")
    chosen = parser.parse_args(arguments)
    folder = chosen.into.resolve()
    if chosen.check:
        return 0 if is_current(folder) else 1
    try:
        if chosen.force or not is_current(folder):
            print(f"compiling {len(modules())} modules, which takes some minutes the first time", flush=True)
            compile_into(folder, chosen.force)
        else:
            copy_sources(folder)
    except CannotCompile as reason:
        print(f"make compiled: {reason}", file=sys.stderr)
        return 1
    if chosen.launcher is not None:
        write_launcher(chosen.launcher, folder)
    print(f"compiled build: {os.path.relpath(folder)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
