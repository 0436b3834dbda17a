"""The messages of campaigns, as docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from grimtable.server.protocol import BotWord, Name, Rev, WishId

Person = Annotated[int, Meta(ge=0, lt=16)]
Arguments = Annotated[list[Any], Meta(min_length=1, max_length=12)]


class NewCampaign(Struct, forbid_unknown_fields=True):
    persons: Annotated[list[Name], Meta(min_length=1, max_length=16)]
    name: Annotated[str, Meta(max_length=60)] = ""
    game: Annotated[str, Meta(max_length=40)] | None = None
    characters: Annotated[int, Meta(ge=1, le=16)] | None = None
    difficulty: Annotated[str, Meta(max_length=20)] = "normal"
    permanent_death: bool = False
    reduced_randomness: bool = False

    def settings(self) -> dict[str, Any]:
        found: dict[str, Any] = {"difficulty": self.difficulty, "permanent_death": self.permanent_death}
        found["reduced_randomness"] = self.reduced_randomness
        return found if self.characters is None else {**found, "characters": self.characters}


class CampaignWish(Struct, forbid_unknown_fields=True):
    """A wish about the campaign as it was at a mark; its id is done once, however often it comes."""

    wish: WishId
    mark: Rev


class Deed(CampaignWish):
    act: Arguments


class Chair(Struct, forbid_unknown_fields=True):
    """Who plays a seat of the game: its person, or a bot."""

    person: Person | None = None
    bot: BotWord | None = None


class OpenTable(CampaignWish):
    seats: Annotated[list[Chair], Meta(max_length=16)] | None = None


# ---------------------------------------------------------------- answers
class PersonLink(Struct):
    person: int
    token: str


class MadeCampaign(Struct):
    campaign: str
    token: str
    links: list[PersonLink]
    spectator: str


class OpenedTable(Struct):
    table: str
    token: str
    commitment: str | None  # of its dice, as long as the game has not begun


class Mark(Struct):
    mark: int
    table: str | None  # of the game that is played now
