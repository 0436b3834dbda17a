"""How many files this process may open: every connection is one."""

from __future__ import annotations

import sys

from grimtable.kernel.values import BadInput
from grimtable.server.limits import Limits

RESERVED = 128  # for the database, workers, files that are read, and what Python needs
FEWEST = 32  # connections without which nothing can be served
PLENTY = 1 << 20  # where the system has no such limit


def raise_file_limit() -> int:
    """Take as many as the system allows, and return that number."""
    if sys.platform == "win32":
        return PLENTY
    import resource  # only where there is one

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = PLENTY if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return PLENTY if soft == resource.RLIM_INFINITY else soft


def fitted(limits: Limits, files: int) -> Limits:
    """The limits, with no more connections and sockets than there are files for, and some room beside the sockets."""
    if files < RESERVED + FEWEST:
        raise BadInput(f"this process may open {files} files, and needs {RESERVED + FEWEST}: see ulimit -n")
    connections = min(limits.all_connections, files - RESERVED)
    sockets = min(limits.all_sockets, connections * 9 // 10)
    return limits._replace(all_connections=connections, all_sockets=sockets)
