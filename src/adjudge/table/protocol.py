"""Everything that goes over the wire, as types. `web/src/protocol.ts` is made from this module.

Times are seconds since 1970; seats count from 0; a spectator's seat is null.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta, Struct, field

from adjudge.match import MOST_SEED

PROTOCOL = 1

Text40 = Annotated[str, Meta(max_length=40)]
Text80 = Annotated[str, Meta(max_length=80)]
Token = Annotated[str, Meta(max_length=80, pattern="^[^\\x00]*$")]  # PostgreSQL keeps no NUL
Spoken = Annotated[str, Meta(min_length=1, max_length=500, pattern="^[^\\x00]*$")]
Move = Annotated[str, Meta(min_length=1, max_length=200)]
Thing = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # what every database keeps as a number
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Away = Annotated[float, Meta(gt=0, le=2_592_000)]  # seconds; 30 days at most
Status = Literal["open", "playing", "finished"]
Who = Literal["person", "bot", "empty"]
Room = Literal["table", "watchers"]


# What there is to play


class SetupChoice(Struct):
    """A choice made before the game."""

    name: str
    choices: list[str]
    default: str
    default_by_seats: dict[str, str]
    help: str


class OrderOffer(Struct):
    """A standing order that a seat may give for windows; the first of a game is the usual one."""

    name: str
    meaning: str
    lasts: Literal["game", "turn"]


class PackOffer(Struct):
    """A content pack that the server has."""

    hash: str
    name: str
    title: str
    version: str


class WinRate(Struct):
    """How often a level wins such games against the game itself, with its 95 % interval."""

    seats: int
    setup: dict[str, str]
    share: float
    low: float
    high: float


class Level(Struct):
    """A bot as people know it; its rating in Elo points, if it was measured."""

    id: str
    name: str
    words: str
    bot: str
    rating: int | None
    wins: list[WinRate]


class GameOffer(Struct):
    """A game, and all that can be chosen before it."""

    id: str
    title: str
    least_seats: int
    most_seats: int
    setup: list[SetupChoice]
    orders: list[OrderOffer]
    draws: bool
    packs: list[PackOffer]
    levels: list[Level]  # of its bots, the weakest first
    usual: str  # the level of a bot of which nothing is said


class Offers(Struct):
    """What this server offers."""

    protocol: int
    games: list[GameOffer]
    bots: list[str]
    webhooks: bool
    away: float  # seconds: the least that a table may set


class Rule(Struct):
    """A rule of a game, or a ruling where the book is silent."""

    id: str
    section: str
    question: str  # rulings only: what the book leaves open
    text: str
    about: list[str]  # rulings only: the rules they settle


class Rules(Struct):
    """The rules of a game in the book's order."""

    game: str
    rules: list[Rule]


# Who plays


class Guest(Struct):
    """Who the cookie says you are."""

    name: str
    webhook: str | None
    secret: str | None = None  # signs what is posted to your webhook, if you have one


class GuestWish(Struct, forbid_unknown_fields=True):
    """What you want to be called, and where "your turn" is to be posted; null leaves it."""

    name: Text40 | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit there: you, whoever comes, whoever has the link, or a bot."""

    who: Literal["me", "open", "link", "bot"]
    bot: Text40 = ""


class Clock(Struct, forbid_unknown_fields=True):
    """Time to decide: seconds a move, seconds a game for each seat, or days a move."""

    kind: Literal["move", "game", "day"]
    amount: Annotated[float, Meta(gt=0, le=31_536_000)]
    then: Literal["bot", "lose"] = "bot"


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made. It starts as soon as every seat is taken."""

    game: Text40
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    setup: Annotated[dict[Text40, Text40], Meta(max_length=20)] = field(default_factory=dict)
    pack: Text80 | None = None
    seed: Seed | None = None
    private: bool = False
    clock: Clock | None = None
    window: Annotated[float, Meta(ge=0, le=86_400)] = 4.0
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.7
    chat: bool = True
    hints: bool = True
    away: Away | None = None  # without a clock, until a bot may play for an absent person


class Fork(Struct, forbid_unknown_fields=True):
    """A new table from a step of a finished one."""

    step: Count
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    private: bool = True
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.7
    window: Annotated[float, Meta(ge=0, le=86_400)] = 4.0


class Seat(Struct):
    """A seat as everybody sees it; `you` and `invite` are for those they concern."""

    seat: int
    who: Who
    name: str
    bot: str
    stand_in: str  # the bot that plays for a person who is away, or nothing
    connected: bool
    resigned: bool
    offers_draw: bool
    left: float | None  # seconds on its clock, not counting the decision under way
    you: bool
    invite: str | None  # for the host, while it is unused


class Result(Struct):
    """How a match ended: by the game's rules, or at the table (resigned, time, agreed)."""

    winners: list[int]
    scores: list[int]
    reason: str
    rules: list[str]
    how: Literal["played", "resigned", "time", "agreed", "record"]


class Notice(Struct):
    """Somebody wants a bot for a seat whose decision it is, and whose guest is not there."""

    seat: int
    by: int  # the seat that asked for it
    until: float | None  # a bot may sit down then, if they are not heard of; null: they are here


class Table(Struct):
    """A table as everybody sees it."""

    id: str
    game: str
    setup: dict[str, str]
    pack: str
    status: Status
    private: bool
    seeded: bool  # whether somebody chose the seed, and so may know the deal
    seats: list[Seat]
    clock: Clock | None
    window: float
    pace: float
    chat: bool
    hints: bool
    away: float  # without a clock: seconds from a notice until a bot may sit down
    notice: Notice | None
    made: float
    version: int
    asked: list[int]  # the seats that are to decide
    watchers: int
    watching: list[str]  # their names, each once; some of them if they are many
    result: Result | None
    rematch: str | None
    host: bool  # whether you made it
    invite: str | None  # for the host of a private table: who has it may watch
    stuck: str = ""  # why the match cannot go on, in a sentence, or nothing


class Tables(Struct):
    """Some tables, newest first; those that wait for you before all."""

    tables: list[Table]


class Invited(Struct, forbid_unknown_fields=True):
    """The code of an invite link, where one is needed."""

    invite: Text80 = ""


# What is on the table


class Choice(Struct):
    """A legal move: its notation, what it says to people, its rules, and the things it is about."""

    text: str
    label: str
    rules: list[str]
    refs: list[str]


class Question(Struct):
    """What is being decided. "Seat N" in texts is whoever sits there."""

    text: str
    rules: list[str]
    proposed: str = ""  # the text of the option that is proposed, where there are ways to pay
    by: str = ""  # the rule by which it is chosen, in a sentence


class UndoOffer(Struct):
    """Whether you may take your last move back, or why not."""

    may: bool
    reason: str
    rules: list[str]


class OpenWindow(Struct):
    """A window in which several seats answer at once. It closes when it closes, for everybody."""

    seats: list[int]
    opened: float
    closes: float
    answer: str | None  # what you have answered, sealed until it closes


class Standing(Struct):
    """Your order for windows, and whether it lets this one pass."""

    order: str
    quiet: bool


class Told(TypedDict):
    """What happened: a sentence, the things it is about as [kind, which], and the rules of it."""

    number: int
    what: str
    text: str
    args: list[list[Any]]
    rules: list[str]


class Event(Told, total=False):
    """The same; if a bot decided it in the place of a seat's guest, that seat."""

    stand_in: int


class View(TypedDict):
    """What a seat may know. `table` is the game's own, `shown` what follows from it."""

    game: str
    seat: int | None
    asked: int | None
    table: dict[str, Any]
    shown: dict[str, Any]


class Position(Struct, tag="position"):
    """The whole table as your seat may know it, and the events since those you have."""

    table: str
    version: int
    seat: int | None
    view: View
    question: Question | None
    options: list[Choice]
    first: int  # the number of the first event below; yours begin with 0
    events: list[Event]
    moves: int
    at: float  # when the position came about
    flag: float | None  # when the clock of whoever is to decide runs out
    asked: list[int]
    undo: UndoOffer | None
    window: OpenWindow | None
    standing: Standing | None
    people: Table


class Replay(Struct):
    """A finished match after some moves, through one seat's eyes."""

    table: str
    step: int
    steps: int
    move: str
    stand_in: str  # the bot that made the move in the place of the seat's guest, or nothing
    position: Position


class Reviewed(Struct):
    """A decision of a seat that had a choice, looked through again from what the seat knew."""

    step: int  # the moves made before it
    question: str
    taken: str
    taken_label: str
    best: str
    best_label: str
    usual: float  # the chance of winning before it, going on by rule of thumb
    kept: float  # after it
    cost: float  # what the best option would have brought more
    error: float  # the standard error of the cost
    mistake: bool  # whether the cost is beyond doubt
    luck: float  # what came between it and the next decision, or the end


class Review(Struct):
    """A seat's decisions in a finished match. While `done` is less than `of`, ask again.

    The result less the first chance is all luck and all choice, `kept` less `usual`.
    """

    table: str
    seat: int
    bot: str
    steps: int
    done: int
    of: int
    result: float | None  # 1 won, 0 lost; null if it was given up or agreed on
    decisions: list[Reviewed]  # when all is done


# Over the socket, to the server. `id` is yours: the answer carries it.


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """First of all, and again after a change of seat: which seat, and what you have of it."""

    seat: SeatNumber | None = None
    version: Count = 0
    events: Count = 0
    said: Count = 0
    invite: Text80 = ""
    id: Count = 0


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """A move at the version that you saw. The same token again is the same move, not a second."""

    seat: SeatNumber
    version: Count
    move: Move
    token: Token = ""
    id: Count = 0


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take your last move back."""

    seat: SeatNumber
    version: Count
    token: Token = ""
    id: Count = 0


class Why(Struct, tag="why", forbid_unknown_fields=True):
    """Why can I not do that, or use that thing? A move, or the ref of a thing; one of the two."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=200)] = ""
    thing: Thing = ""
    id: Count = 0


class Preview(Struct, tag="preview", forbid_unknown_fields=True):
    """What would this move do, as far as you can know?"""

    seat: SeatNumber
    version: Count
    move: Move
    id: Count = 0


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """What would a bot do that sees what you see?"""

    seat: SeatNumber
    version: Count
    id: Count = 0


class Order(Struct, tag="order", forbid_unknown_fields=True):
    """A standing order for windows."""

    seat: SeatNumber
    order: Text40
    id: Count = 0


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Something to those at the table; from a spectator, to the other spectators."""

    text: Spoken
    id: Count = 0


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: Count = 0


FromClient = Hello | Play | Undo | Why | Preview | Hint | Order | Say | Ping


# Over the socket, to the client, beside positions


class Accepted(Struct, tag="accepted"):
    """It is done and will not be lost; the table is at this version now."""

    id: int
    version: int


class Refusal(Struct, tag="refusal"):
    """It was not done, and why; nothing has changed."""

    id: int
    version: int
    code: str
    reason: str
    rules: list[str]


class Offered(Struct, tag="offered"):
    """The answer to "why not?": it can be done."""

    id: int
    version: int


class Change(Struct):
    """A number that a move would change: certain if `least` is `most`."""

    ref: str  # the thing whose number it is, as in Choice.refs
    what: str  # which of its numbers, such as "health"
    text: str  # for people: "Ammo 3 to 2"
    before: int
    least: int
    most: int


class Previewed(Struct, tag="previewed"):
    """What a move would do, paid for as proposed, as far as your seat can know."""

    id: int
    version: int
    move: str
    changes: list[Change]
    one_way: str  # why it could not be taken back, in a sentence, or nothing
    rules: list[str]


class HintedOption(Struct):
    """An option that a bot has looked at."""

    move: str
    label: str
    chance: float  # of winning, 0 to 1, the game played on by rule of thumb
    within: float  # plus or minus, 95 times in 100
    tries: int  # futures in which it was tried
    close: bool  # too close to the bot's own choice to be called worse


class Hinted(Struct, tag="hinted"):
    """What a bot would do that sees what you see."""

    id: int
    version: int
    move: str
    label: str
    bot: str
    looked_at: int  # the games that it played out in its head; 0 if it took a mere glance
    reason: str
    options: list[HintedOption]  # its own choice first, then the best of the others; or none


class Current(Struct, tag="current"):
    """You have everything."""

    id: int
    version: int


class People(Struct, tag="people"):
    """Somebody came, went, or changed seats."""

    version: int
    table: Table


class Said(Struct, tag="said"):
    """Somebody said something."""

    version: int
    number: int
    room: Room
    seat: int | None
    name: str
    text: str
    at: float


class Pong(Struct, tag="pong"):
    """Yes; and what time it is at the server, for whoever counts down."""

    id: int
    version: int
    at: float


FromServer = (
    Position | Accepted | Refusal | Offered | Previewed | Hinted | Current | People | Said | Pong
)


# Over HTTP, beside the above


class Problem(Struct):
    """Why a request was not done; nothing has changed."""

    code: str
    reason: str
    rules: list[str] = field(default_factory=list)
    version: int | None = None
    at: float | None = None  # when a link was used that seats one person, or a bot may sit down


class Done(Struct):
    """It is done and will not be lost."""

    version: int


class WhyAnswer(Struct):
    """Whether a move or a thing is offered, and if not, why not."""

    offered: bool
    reason: str
    rules: list[str]


class SeatOnly(Struct, forbid_unknown_fields=True):
    """For which seat."""

    seat: SeatNumber


class DrawWish(Struct, forbid_unknown_fields=True):
    """Offer or accept a draw, or take back or decline an offer."""

    seat: SeatNumber
    agree: bool


class Imported(Struct, forbid_unknown_fields=True):
    """A record from elsewhere, as `adjudge verify` knows it."""

    record: dict[str, Any]
    private: bool = True


class Health(Struct):
    """Whether the service and its database answer."""

    ok: bool
    database: bool
    version: str
    build: str
    unreachable: int = 0  # matches that should go on and cannot, as far as they were looked at
    reason: str = ""  # why the service is not well, or nothing
