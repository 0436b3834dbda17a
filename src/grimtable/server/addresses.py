"""Which visitor an address stands for, and which proxies speak for others."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from grimtable.kernel.values import BadInput

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MAPPED = 96  # bits of an IPv6 address before the IPv4 address that it carries
SHARED = 64  # bits of an IPv6 address that all addresses of one household share
LONGEST = 64  # characters of a name that is no address


@lru_cache(maxsize=4096)
def visitor(host: str) -> str:
    """Whose limits apply to an address: an IPv6 network of 64 bits counts as one, a mapped IPv4 address as itself."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host[:LONGEST]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), SHARED), strict=False))


def network(text: str) -> Network:
    """A network or a single address, as an operator writes it."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadInput(f"{text!r:.60} is no network; write for example 10.0.0.0/8 or 127.0.0.1") from None


def with_mapped(networks: Iterable[Network]) -> list[Network]:
    """The networks, those of IPv4 also as an IPv6 socket sees them."""
    found: list[Network] = []
    for one in networks:
        found.append(one)
        if isinstance(one, ipaddress.IPv4Network):
            found.append(ipaddress.ip_network(f"::ffff:{one.network_address}/{MAPPED + one.prefixlen}"))
    return found


class Proxies:
    """The networks that are trusted to say where a request comes from."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks = with_mapped([network(text) for text in networks])
        self.trusts = lru_cache(maxsize=4096)(self._trusts)

    def _trusts(self, host: str) -> bool:
        try:
            found = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any([found in one for one in self.networks])
