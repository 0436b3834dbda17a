"""Where the tests find a real Chromium: on the machine, else in Debian's packages, else playwright fetches its own."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MISSING = (
    "no Chromium on this machine, and none could be fetched: install one (Debian: apt-get install chromium), "
    "run the tests as root, or run `.venv/bin/playwright install --with-deps chromium`"
)


@cache
def chromium() -> str | None:
    """The browser's path; None if there is no way."""
    with (Path(tempfile.gettempdir()) / f"grimtable-chromium-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side: one of them installs
        return installed() or packaged() or fetched()


def installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def packaged() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    for words in (["update"], ["install", "-y", "chromium"]):
        subprocess.run(["apt-get", "-qq", *words], check=False, capture_output=True)
    return installed()


def fetched() -> str | None:
    """Playwright's own build, if it is here or can be had, and runs: it wants libraries that may not be there."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if not Path(path).exists():
        return None
    runs = subprocess.run([path, "--version"], check=False, capture_output=True).returncode == 0
    return path if runs else None
