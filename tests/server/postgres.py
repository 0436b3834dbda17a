"""A real PostgreSQL on 127.0.0.1, started by the tests: Debian's, as its own user when we are root."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.tabletop import free_port

USER = "postgres"


def programs() -> Path | None:
    """The folder of the newest PostgreSQL on this machine."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def database() -> Iterator[str]:
    """The URL of an empty database, for as long as it is needed."""
    where = programs()
    assert where is not None, "no PostgreSQL on this machine: apt-get install postgresql"
    as_other = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="grimtable-postgres-"))
    if as_other:
        shutil.chown(folder, USER)
    port, data = free_port(), folder / "data"
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"

    def run(*command: str) -> None:
        subprocess.run([*as_other, *command], check=True, capture_output=True, timeout=60, cwd="/")

    try:
        run(str(where / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        run(str(where / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+asyncpg://{USER}@127.0.0.1:{port}/{USER}"
        finally:
            run(str(where / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
