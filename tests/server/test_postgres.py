"""The PostgreSQL of the tests needs nothing but its Python package."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from server import postgres


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts it as another user")
def test_programs_that_an_ordinary_user_cannot_reach_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    package = postgres.package()
    with tempfile.TemporaryDirectory() as closed, tempfile.TemporaryDirectory() as folder:  # for root alone
        for part in (postgres.PACKAGE, f"{postgres.PACKAGE}.libs"):
            (Path(closed) / part).symlink_to(package.parent / part)
        monkeypatch.setattr(postgres, "package", lambda: Path(closed) / postgres.PACKAGE)
        found = postgres.programs(Path(folder))
        assert found.is_relative_to(folder)
        command = postgres.as_unprivileged(str(found / "initdb"), "--version")
        assert "PostgreSQL" in subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout
