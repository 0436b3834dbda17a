"""The long measurements fail where what they measure is not good enough."""

from __future__ import annotations

from typing import Any

import pytest
from tools import server_soak


def held(*megabytes: float) -> list[dict[str, Any]]:
    """Ten minutes for each of these."""
    return [{"memory": found} for found in megabytes for _ in range(10)]


def test_memory_is_compared_with_that_at_the_end_of_the_warm_up() -> None:
    assert server_soak.growth(held(50, 100, 100)) is None
    assert server_soak.growth(held(50, 100, 100, 100, 100)) == 0
    assert server_soak.growth(held(50, 100, 100, 104, 110, 110)) == pytest.approx(0.10)


@pytest.mark.parametrize(("end", "failed"), [(104, 0), (106, 1)])
def test_memory_that_grows_is_a_failure(end: float, failed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Serving:
        def __init__(self, folder: object) -> None:
            self.state = {"minutes": held(50, 100, 100, end, end)}

        def ensure(self, commit: str) -> None: ...

    async def soak(serving: Serving, minutes: float) -> None: ...

    monkeypatch.setattr(server_soak, "Serving", Serving)
    monkeypatch.setattr(server_soak, "soak", soak)
    assert len(server_soak.memory(0, 10)["failed"]) == failed


@pytest.mark.parametrize(("holds", "failed"), [(True, 0), (False, 1)])
def test_a_server_that_does_not_keep_up_is_a_failure(holds: bool, failed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_soak, "start", lambda *arguments: None)
    monkeypatch.setattr(server_soak, "figures", lambda command: {"holds": holds})
    assert len(server_soak.load((), 0, 1)["failed"]) == failed
