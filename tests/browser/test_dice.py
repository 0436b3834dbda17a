"""Dice that a player can check: what the browser keeps before the game, and what it says of the dice afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from browser.visitor import Visitor
from grimtable import records
from grimtable.kernel.chance import commitment, salt_hash
from grimtable.kernel.values import BadInput
from server.tabletop import bearer

Visit = Callable[..., Visitor]
Dice = dict[str, Any]
OVER = ".table[data-status=over]"
FORGED = b"f" * 32
ALONE = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def make(visitor: Visitor, seats: list[dict[str, Any]]) -> Any:
    return visitor.make(seats, game="relics", options={"rounds": 1})


def play_out(*visitors: Visitor) -> None:
    """Whoever is asked takes the first option, until the game is over."""
    while not all([visitor.is_over for visitor in visitors]):
        for visitor in visitors:
            visitor.page.evaluate("() => document.querySelector('.opt:enabled')?.click()")


def verdict(visitor: Visitor) -> tuple[str, list[str]]:
    """What the end of the game says of the dice: in a word, and the sentences under it."""
    part = visitor.page.locator(".proof")
    part.wait_for()
    return part.get_attribute("data-dice") or "", part.locator("li").all_inner_texts()


def kept(page: Page) -> list[Dice]:
    found: str = page.evaluate(
        "() => JSON.stringify(Object.keys(localStorage).filter(k => k.startsWith('grimtable.dice.'))"
        ".map(k => JSON.parse(localStorage[k])))"
    )
    everything: list[Dice] = json.loads(found)
    return everything


def cheat(page: Page, change: Callable[[Dice], None], mute: bool = False) -> list[str]:
    """From now on the server tells this page something else about the dice, and may not hear of its salt.

    Returns what the page sends.
    """
    sent: list[str] = []

    def told(text: str | bytes) -> str:
        message = json.loads(text)
        if message.get("dice"):
            change(message["dice"])
        return json.dumps(message)

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(told(text)))

        def send(text: str | bytes) -> None:
            sent.append(str(text))
            message = json.loads(text)
            if mute:
                message.pop("salt_hash", None)
            server.send(json.dumps(message))

        socket.on_message(send)

    page.route_web_socket("**/ws", through)
    return sent


# ---------------------------------------------------------------- honest dice
def test_the_browsers_of_two_persons_mix_the_dice_and_both_verify_them(visit: Visit) -> None:
    ann, ben = visit("Ann"), visit("Ben", "ja", 390, 844)
    made = make(ann, [{"kind": "me"}, {"kind": "person"}])
    assert [one["commitment"] for one in kept(ann.page)] == [made["commitment"]]
    ben.open(made["table"], made["links"][0]["token"])
    for visitor in (ann, ben):
        visitor.page.wait_for_selector(".table[data-status=playing]")
    salts = [kept(visitor.page)[0]["salt"] for visitor in (ann, ben)]
    for visitor in (ann, ben):
        assert kept(visitor.page)[0]["hashes"] == [salt_hash(bytes.fromhex(salt)) for salt in salts]
        visitor.page.reload()  # what was kept is still there afterwards
    play_out(ann, ben)
    found, sentences = verdict(ann)
    assert found == "verified"
    assert len(sentences) == 3
    assert ann.page.locator(".proof h3").inner_text() == "Dice verified by this browser"
    assert verdict(ben)[0] == "verified"
    assert ben.page.locator(".proof h3").inner_text() == "このブラウザがサイコロを検証しました"

    menu = ann.page.get_by_role("button", name="Menu")
    menu.click()
    ann.page.locator(".menu details summary").click()
    shown = {name: ann.page.locator(f"[data-dice={name}]").inner_text() for name in ("commitment", "salt")}
    assert shown == {"commitment": made["commitment"], "salt": salts[0]}
    path = f"{ann.address}/api/tables/{made['table']}/record"
    record = records.decode(ann.page.request.get(path, headers=bearer(made["token"])).body())
    assert records.verify(record).dice == "fair"
    records.compare(record, records.Keepsake.typed(shown["commitment"], [shown["salt"], salts[1]]))
    with pytest.raises(BadInput, match="no seat has the salt"):
        records.compare(record, records.Keepsake.typed(None, ["00" * 16]))


def test_people_on_one_screen_have_one_salt(visit: Visit) -> None:
    visitor = visit()
    make(visitor, [{"kind": "bot", "bot": "random"}, {"kind": "me"}, {"kind": "me"}])
    assert (kept(visitor.page)[0]["seat"], len(kept(visitor.page))) == (1, 1)


def test_whoever_watches_or_comes_late_checks_what_they_can(visit: Visit) -> None:
    player, watcher, late = visit("Ann"), visit(""), visit("Ann")
    made = make(player, [{"kind": "me"}, {"kind": "person"}])
    watcher.open(made["table"], made["spectator"])
    friend = visit("Ben")
    friend.open(made["table"], made["links"][0]["token"])
    player.page.wait_for_selector(".table[data-status=playing]")
    late.open(made["table"], made["token"])
    play_out(player, friend)
    for visitor in (watcher, late):
        visitor.page.wait_for_selector(OVER)
    found, sentences = verdict(watcher)
    assert (found, len(sentences)) == ("partly", 3)
    assert "only watched" in sentences[1]
    found, sentences = verdict(late)
    assert found == "partly"
    assert "was not here before the dice were settled" in sentences[0]
    assert "fits the commitment that the table shows" in sentences[1]


def test_a_browser_whose_link_is_used_elsewhere_says_whose_salt_it_is(visit: Visit) -> None:
    first, second, friend = visit("Ann"), visit("Ann"), visit("Ben")
    made = make(first, [{"kind": "me"}, {"kind": "person"}])
    second.open(made["table"], made["token"])
    friend.open(made["table"], made["links"][0]["token"])
    for visitor in (first, second, friend):
        visitor.page.wait_for_selector(".table[data-status=playing]")
    play_out(second, friend)
    first.page.wait_for_selector(OVER)
    assert verdict(second)[0] == "verified"
    found, sentences = verdict(first)
    assert found == "without"
    assert "the salt of another browser" in sentences[1]


# ---------------------------------------------------------------- servers that cheat
def forge_secret(dice: Dice) -> None:
    """Another secret than promised, with a commitment that fits it."""
    if dice["secret"] is not None:
        dice.update(secret=FORGED.hex(), commitment=commitment(FORGED))


def forge_commitment_early(dice: Dice) -> None:
    if dice["awaited"] == [] and dice["salts"][0]:
        dice["commitment"] = commitment(FORGED)


def forget_salt(dice: Dice) -> None:
    if dice["secret"] is not None:
        dice["salts"] = ["", ""]


def swap_salt(dice: Dice) -> None:
    """Another salt behind the same hash."""
    if dice["secret"] is not None:
        dice["salts"][0] = "00" * 16


def change_salt(dice: Dice) -> None:
    """Another salt in the seat, and another hash that fits it."""
    if dice["secret"] is not None:
        dice.update(salts=["00" * 16, ""], hashes=[salt_hash(bytes(16)), ""])


def drop_hashes(dice: Dice) -> None:
    if dice["secret"] is not None:
        dice["hashes"] = []


def change_others(dice: Dice) -> None:
    """A salt that nobody promised, in the seat of the bot."""
    if dice["secret"] is not None:
        dice["salts"][1] = "00" * 16


@pytest.mark.parametrize(
    ("change", "word", "said"),
    [
        (forge_secret, "failed", "The server's secret is not the one it promised"),
        (forge_commitment_early, "failed", "does not fit the commitment that the table shows"),
        (forget_salt, "without", "your salt came too late"),
        (swap_salt, "failed", "Your salt has been changed"),
        (change_salt, "failed", "the salt of another browser"),
        (change_others, "failed", "A salt does not fit the hash"),
        (drop_hashes, "failed", "A salt does not fit the hash"),
    ],
)
def test_a_server_that_cheats_is_found_out(visit: Visit, change: Callable[[Dice], None], word: str, said: str) -> None:
    visitor = visit()
    cheat(visitor.page, change)
    make(visitor, ALONE)
    play_out(visitor)
    found, sentences = verdict(visitor)
    assert found == word
    assert any([said in sentence for sentence in sentences]), sentences
    assert "verified" not in visitor.page.locator(".proof").inner_text()


def test_a_server_that_begins_without_the_salt_is_found_out(visit: Visit) -> None:
    """The page made the table, so it knows a promise before it says hello."""
    visitor = visit()
    cheat(visitor.page, lambda dice: None, mute=True)
    visitor.page.goto(f"{visitor.address}/new/relics")
    visitor.page.locator("form [type=submit]").click()
    visitor.page.wait_for_selector(".table[data-status=playing]")
    play_out(visitor)
    found, sentences = verdict(visitor)
    assert found == "without"
    assert "Your seat has no salt" in sentences[1]


def test_no_salt_is_told_to_a_server_that_has_changed_its_promise(visit: Visit) -> None:
    visitor = visit()
    promised: list[str] = []

    def change(dice: Dice) -> None:
        """Nothing is asked for until the page has seen a commitment; then it is another one."""
        if promised and dice["commitment"] == promised[0]:
            dice["commitment"] = commitment(FORGED)
        elif not promised:
            dice.update(awaited=[], hashes=[])

    sent = cheat(visitor.page, change)
    made = visitor.post(ALONE, game="relics")
    visitor.open(made["table"], made["token"])
    promised += [one["commitment"] for one in kept(visitor.page)]
    assert len(promised) == 1
    visitor.page.reload()
    visitor.page.wait_for_selector(".wait [role=status]")  # it is asked for a salt now
    visitor.page.get_by_role("button", name="Menu").click()
    assert len([text for text in sent if '"hello"' in text]) == 2
    assert not [text for text in sent if '"type":"salt"' in text]
