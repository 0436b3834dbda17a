"""Differences between plain values, as they are kept and sent instead of whole positions.

A difference is None where nothing changed, else an object:

- `{"=": value}`: another value
- `{"~": {key: difference}, "+": {key: value}, "-": [keys]}`: an object of which some entries changed, came or went
- `{"~": {index: difference}, "+": [values], "<": length}`: a list of which some entries changed, which then grew or
  was cut to a length
"""

from __future__ import annotations

from typing import Any

import msgspec

_json = msgspec.json.encode


def difference(old: Any, new: Any) -> dict[str, Any] | None:
    """What turns `old` into `new`, both as JSON decodes them."""
    if old is new or (isinstance(new, (dict, list)) and _json(old) == _json(new)):  # quicker than to look at all parts
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {key: found for key in new if key in old and (found := difference(old[key], new[key])) is not None}
        came = {key: value for key, value in new.items() if key not in old}
        gone = [key for key in old if key not in new]
        return _stated(changed, came, gone, None)
    if isinstance(old, list) and isinstance(new, list):
        both = zip(old, new)
        changed = {str(at): found for at, (a, b) in enumerate(both) if (found := difference(a, b)) is not None}
        found = _stated(changed, new[len(old) :], [], len(new) if len(new) < len(old) else None)
        if len(changed) > 2 and len(_json(found)) > len(_json(new)):
            return {"=": new}
        return found
    return None if type(old) is type(new) and old == new else {"=": new}


def _stated(changed: Any, came: Any, gone: list[str], length: int | None) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    if changed:
        found["~"] = changed
    if came:
        found["+"] = came
    if gone:
        found["-"] = gone
    if length is not None:
        found["<"] = length
    return found or None


def applied(old: Any, change: dict[str, Any] | None) -> Any:
    """The new value; nothing of the old one is changed. ValueError if the difference belongs to another value."""
    if change is None:
        return old
    if not isinstance(change, dict):
        raise ValueError("a difference is an object")
    if "=" in change:
        return change["="]
    try:
        return _dict_applied(old, change) if isinstance(old, dict) else _list_applied(old, change)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the difference does not fit: {error!r}") from None


def _dict_applied(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    gone = change.get("-", [])
    new = {key: value for key, value in old.items() if key not in gone}
    for key, part in change.get("~", {}).items():
        new[key] = applied(old[key], part)
    return {**new, **change.get("+", {})}


def _list_applied(old: Any, change: dict[str, Any]) -> list[Any]:
    if not isinstance(old, list):
        raise ValueError("the difference is one of a list or an object, the value is neither")
    new = old[: change.get("<", len(old))]
    for key, part in change.get("~", {}).items():
        at = int(key)
        if not 0 <= at < len(new):
            raise ValueError(f"the list has no entry {at}")
        new[at] = applied(old[at], part)
    return [*new, *change.get("+", [])]
