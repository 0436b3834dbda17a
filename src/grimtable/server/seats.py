"""Who may sit where: tokens and the roles they give."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal, NamedTuple

TOKEN_BYTES = 32
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is easily taken for another
ID_LENGTH = 12
ID = re.compile(r"[a-z0-9]{1,20}")

Kind = Literal["seat", "spectator"]


class Grant(NamedTuple):
    """What a token allows at its table. The token itself is known to its holder alone: here is its hash."""

    hash: str
    kind: Kind
    seats: tuple[int, ...] = ()
    maker: bool = False


WATCHING = Grant("", "spectator")  # who comes to a public table without a token


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    return "".join([secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)])


def is_id(text: str) -> bool:
    """Whether this could be the id of a table or campaign: others are not looked for."""
    return ID.fullmatch(text) is not None


def hashed(token: str) -> str:
    """A token has 256 random bits, so a plain hash is as good as a slow one."""
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=32, person=b"grimtable-seat").hexdigest()


def grant_for(token: str, grants: Iterable[Grant]) -> Grant | None:
    """The grant of a token at a table. All are compared, each in constant time."""
    wanted = hashed(token)
    found = None
    for grant in grants:
        if hmac.compare_digest(grant.hash, wanted):
            found = grant
    return found


def clean_name(name: str, room: int = 24) -> str:
    """A name as others may see it: printable, on one line, not longer than a label."""
    printable = "".join([sign if sign.isprintable() else " " for sign in name])
    return " ".join(printable.split())[:room].rstrip()
