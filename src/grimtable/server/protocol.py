"""The messages of the table, as docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 3
SUBPROTOCOL = f"grimtable.{VERSION}"

Lang = Literal["en", "ja"]
Status = Literal["waiting", "playing", "over", "frozen"]
WishId = Annotated[str, Meta(pattern=r"\A[!-~]{1,40}\Z")]  # printable, so that every database takes it
Rev = Annotated[int, Meta(ge=0, lt=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Name = Annotated[str, Meta(max_length=40)]
Colour = Annotated[int, Meta(ge=1, le=6)]  # a person's own, of the six that the client draws
Token = Annotated[str, Meta(max_length=64)]
Salt = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{32}\Z")]
SaltHash = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{64}\Z")]
BotWord = Annotated[str, Meta(max_length=80)]
OptionText = Annotated[str, Meta(max_length=20_000)]  # a word, or a document such as an army list
TableId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,20}\Z")]
OptionName = Annotated[str, Meta(max_length=40)]
OptionNumber = Annotated[int, Meta(gt=-(1 << 53), lt=1 << 53)]


# ---------------------------------------------------------------- client to server
class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    table: TableId
    lang: Lang = "en"
    token: Token | None = None
    name: Name | None = None
    salt_hash: SaltHash | None = None
    colour: Colour | None = None


class Wish(Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client asks for; every wish has an id, so that it is done once however often it comes."""

    id: WishId


class SeatWish(Wish, tag_field="type", forbid_unknown_fields=True):
    """A wish of a seat, about the table as it was at a revision."""

    rev: Rev
    seat: SeatNumber


class Answer(SeatWish, tag="answer"):
    action: Annotated[str, Meta(max_length=4000)] | None = None
    answer: Any = UNSET


class Check(SeatWish, tag="check"):
    """Would this answer be legal? Nothing is changed by asking."""

    answer: Any


class Withdraw(SeatWish, tag="withdraw"):
    pass


class Undo(SeatWish, tag="undo"):
    pass


class Restart(SeatWish, tag="restart"):
    pass


class AskTakeback(SeatWish, tag="ask_takeback"):
    to: Rev


class ReplyTakeback(SeatWish, tag="reply_takeback"):
    accept: bool


class AskHint(SeatWish, tag="hint"):
    pass


class Replace(SeatWish, tag="replace"):
    bot: BotWord


class Reclaim(SeatWish, tag="reclaim"):
    """A person comes back to a seat that was given to a bot."""


class GiveSalt(Wish, tag="salt"):
    """The salt behind the hash of the hello, once the server asks for it."""

    salt: Salt


class Explain(Wish, tag="explain"):
    ref: Annotated[str, Meta(max_length=200)]


class Inquire(Wish, tag="inquire"):
    """A question to the rules about the table as it is: what is in sight, what an attack would do."""

    about: Annotated[str, Meta(max_length=40)]
    of: Any


class Rename(Wish, tag="name"):
    name: Name
    colour: Colour | None = None


class Speak(Wish, tag="lang"):
    lang: Lang


class Ping(Wish, tag="ping"):
    pass


Wishes = (
    Answer
    | Check
    | Withdraw
    | Undo
    | Restart
    | AskTakeback
    | ReplyTakeback
    | AskHint
    | Replace
    | Reclaim
    | GiveSalt
    | Explain
    | Inquire
    | Rename
    | Speak
    | Ping
)
ClientMessage = Hello | Wishes
_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def decode_client(data: bytes) -> ClientMessage:
    """A client's message. MsgspecError says what is wrong with it."""
    return _CLIENT.decode(data)


# ---------------------------------------------------------------- server to client: parts
class GameInfo(Struct):
    slug: str
    title: str
    players: int
    options: dict[str, int | str]
    secrets: bool  # whether seats see different things


class SeatInfo(Struct):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None
    side: str | None
    side_text: str
    connected: bool
    fallback: str | None = None  # the bot failed or was slow: what answers in its place
    colour: int | None = None  # its person's, whatever side they play


class OptionInfo(Struct):
    id: str
    text: str
    refs: list[str]
    rules: list[str]
    note: str | None = None


class Ask(Struct):
    """A decision of one of the receiver's seats."""

    seat: int
    prompt: str
    text: str
    rules: list[str]
    refs: list[str]
    open: bool  # any answer that passes the game's check may be composed
    sealed: bool  # already answered, others still think: withdraw is possible
    options: list[OptionInfo]


class Waiting(Struct):
    seat: int
    sealed: bool


class LogLine(Struct):
    n: int
    kind: str
    text: str
    refs: list[str]
    rules: list[str]
    seat: int | None  # whose doing it is
    chapter: str | None  # this line opens a chapter of that name
    at: int  # how many answers the game had seen when it was told


class UndoInfo(Struct):
    can: bool
    why: str | None  # a code when it cannot: nothing, sealed, other_player, dice_or_secret, over
    restart: bool
    seat: int | None  # whose answer it would take back


class DiceInfo(Struct):
    kind: Literal["fair", "seeded"]
    commitment: str | None
    hashes: list[str]  # of the salts, by seat; none before every person has come
    awaited: list[int]  # seats whose salts are asked for now
    salts: list[str]  # by seat, once the game has begun
    secret: str | None  # when the game is over


class ResultInfo(Struct):
    scores: list[int]
    winners: list[int]
    text: str
    table: list[dict[str, Any]]  # a row per seat: seat, name, side_text, score, rank


class TakebackInfo(Struct):
    seat: int
    to: int
    text: str
    missing: list[int]


# ---------------------------------------------------------------- server to client: messages
class Outgoing(Struct, tag_field="type"):
    pass


class TableMessage(Outgoing, tag="table"):
    """Everything that a role may know of the table."""

    v: int
    table: str
    rev: int
    role: Literal["seat", "spectator"]
    you: list[int]
    replaced: list[int]  # seats of this token in which a bot sits now
    maker: bool
    public: bool
    lang: Lang
    game: GameInfo
    status: Status
    seats: list[SeatInfo]
    viewer: int | None  # whose eyes the view and the log are
    view: Any
    phase_text: str
    asks: list[Ask]
    waiting: list[Waiting]
    log: list[LogLine]
    log_from: int
    undo: UndoInfo
    answers: int
    dice: DiceInfo
    result: ResultInfo | None
    takeback: TakebackInfo | None


class Update(Outgoing, tag="update", omit_defaults=True):
    """What changed; fields that are not there are as they were."""

    rev: int
    status: Status
    viewer: int | None
    view: Any
    phase_text: str
    asks: list[Ask]
    waiting: list[Waiting]
    log: list[LogLine]
    log_from: int
    undo: UndoInfo
    answers: int
    seats: list[SeatInfo] | UnsetType = UNSET
    dice: DiceInfo | UnsetType | None = UNSET
    result: ResultInfo | UnsetType | None = UNSET
    takeback: TakebackInfo | UnsetType | None = UNSET


class Done(Outgoing, tag="done"):
    id: str
    rev: int


class Refused(Outgoing, tag="refused"):
    id: str | None
    code: str
    text: str
    rules: list[str]
    rev: int | None


class HintAnswer(Struct):
    action: str
    text: str
    estimate: float


class Hint(Outgoing, tag="hint"):
    id: str
    answers: list[HintAnswer]
    bot: str


class Checked(Outgoing, tag="checked"):
    id: str
    legal: bool
    text: str  # why not
    rules: list[str]


class Explained(Outgoing, tag="explained"):
    id: str
    ref: str
    text: str
    rules: list[str]


class Found(Outgoing, tag="found"):
    id: str
    about: str
    found: Any


class Presence(Outgoing, tag="presence"):
    seats: list[SeatInfo]


class Frozen(Outgoing, tag="frozen"):
    text: str
    error: str  # what the operator needs to find the record of the failure


class Pong(Outgoing, tag="pong"):
    id: str


encode = msgspec.json.Encoder().encode


# ---------------------------------------------------------------- HTTP
class SeatRequest(Struct, forbid_unknown_fields=True):
    kind: Literal["me", "person", "bot"]
    bot: BotWord | None = None
    name: Name | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[OptionName, OptionNumber | OptionText], Meta(max_length=64)] = {}
    public: bool = False
    tutorial: bool = False
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None


class Sit(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    name: Name | None = None


class SeatLink(Struct):
    seat: int
    token: str


class Seated(Struct):
    table: str
    seat: int
    token: str


class MadeTable(Struct):
    table: str
    token: str
    links: list[SeatLink]
    spectator: str
    commitment: str | None
