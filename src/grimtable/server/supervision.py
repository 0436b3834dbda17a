"""Tasks that live as long as the server: if one ends by itself, the process ends loudly, and whoever watches it starts
it again. Nothing is lost by that: what was acknowledged is stored."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Coroutine
from typing import Any

LOGGER = logging.getLogger("grimtable.server")
EXIT_CODE = 70  # an internal software error, as sysexits.h numbers it


def start(name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run this until `stop`. Whatever else ends it ends the process."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_ended)
    return task


def stop(task: asyncio.Task[None]) -> None:
    task.remove_done_callback(_ended)
    task.cancel()


def _ended(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    LOGGER.critical("%s has ended, so the server ends", task.get_name(), exc_info=error)
    end_process()


def end_process() -> None:
    """At once: a server without one of its parts keeps people waiting, and orderly steps may wait for that part."""
    logging.shutdown()
    os._exit(EXIT_CODE)
