"""What the server does not do, and why."""

from __future__ import annotations

from typing import Any


class Refuse(Exception):
    """A wish is not granted: a code, and what fills its sentence."""

    def __init__(self, code: str, *params: Any, text: str = "", rules: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.params, self.text, self.rules = code, params, text, rules
