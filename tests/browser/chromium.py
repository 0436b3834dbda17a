"""Where the tests find a real Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MISSING = "no Chromium on this machine: install one (Debian: apt-get install chromium), or run the tests as root"


@cache
def chromium() -> str | None:
    """The browser's path; Debian's package is installed when we may; None if there is no way."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update"], ["install", "-y", "chromium"]):
            subprocess.run(["apt-get", "-qq", *words], check=False, capture_output=True)
    return shutil.which("chromium")
