"""Reload, second window, lost connection: the same seat, the same place, nothing lost, nothing done twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import WebSocketRoute

from browser.visitor import Visitor

Visit = Callable[..., Visitor]
BOTS = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
TIMES = 20
BANNER = 5.0  # seconds until a lost connection must be told


def test_reload_and_cut_twenty_times(visit: Visit) -> None:
    visitor, random = visit(), Random(6)
    sockets: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    visitor.page.route_web_socket("**/ws", through)
    visitor.make(BOTS)
    for turn in range(TIMES):
        if not visitor.wait_for_turn():
            visitor.make(BOTS)
            visitor.wait_for_turn()
        actions, before = visitor.actions(), visitor.answers
        if turn % 2:
            sockets[-1].close()
            visitor.page.locator(f'.opt[data-action="{random.choice(actions)}"]').click()  # sent when it is back
            visitor.wait_beyond(before)
        else:
            visitor.page.reload()
            visitor.wait_for_turn()
            assert visitor.actions() == actions
            assert visitor.answers == before
            visitor.choose(random.choice(actions))


def test_a_silent_connection_is_told_and_comes_back(visit: Visit) -> None:
    visitor = visit()
    silent = False

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if silent else server.send(message))
        server.on_message(lambda message: None if silent else socket.send(message))

    visitor.page.route_web_socket("**/ws", through)
    visitor.make(BOTS)
    visitor.wait_for_turn()
    silent, since = True, time.monotonic()
    visitor.page.wait_for_selector(".netline")
    told = time.monotonic() - since
    silent = False
    visitor.page.wait_for_selector(".netline", state="detached")
    assert told < BANNER + 2  # two seconds for a busy machine
    visitor.choose(visitor.actions()[0])


def test_a_second_window_and_another_device_hold_the_same_seat(visit: Visit) -> None:
    here, there = visit(), visit("Mira", "ja", 390, 844)
    made = here.make(BOTS)
    here.wait_for_turn()
    there.open(made["table"], made["token"])
    there.page.wait_for_function("() => document.querySelector('.table').dataset.asked !== undefined")
    assert there.actions() == here.actions()
    before = here.answers
    here.choose(here.actions()[0])
    there.wait_beyond(before)


def test_a_spectator_sees_the_table_and_is_never_asked(visit: Visit) -> None:
    player, watcher = visit(), visit("Guest")
    made = player.make(BOTS)
    player.wait_for_turn()
    watcher.open(made["table"], made["spectator"])
    watcher.page.wait_for_selector(".area")
    assert watcher.actions() == []
    assert watcher.lit().count() == 0
