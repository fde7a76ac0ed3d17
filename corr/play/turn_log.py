"""The log of a game: its turns and events, positions replayed from it, and seats that others took over meanwhile."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
    true,
    union_all,
)

from corr.base.uow import Reader
from corr.errors import PositionError, TurnError
from corr.game.game_row import PLAYER, TURN, GameRow, find_played
from corr.game.views import TurnLine
from corr.game.words import EventKind, LoggedEvent
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import NOTHING, Course, course_text, read_course
from corr.games.notation import unlisted_turn
from corr.games.replay import CorruptLogError, RoundTexts, Track, replay
from corr.games.seats import FIRST, SECOND, Seat
from corr.play.sealed_turns import SEALED, find_of_order
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery, fixed
from corr.store.tables.clocks import Outage
from corr.store.tables.games import GameEvent
from corr.store.tables.mails import HeldOrder, HeldState

LATEST_TURNS = 14
"""How many numbers of turns a view goes back at least, and how many follow an earlier moment."""
_SNAPSHOT_EVERY = 25
"""After how many turns the position is kept beside the log."""
_EVENT, _OUTAGE, _HELD = table(GameEvent), table(Outage), table(HeldOrder)
# Outages do not overlap, so the outage of an event is the last that had begun by its end.
_OUTAGE_BEGAN = (
    select(func.max(_OUTAGE.c.began_at))
    .where(_EVENT.c.kind == EventKind.OUTAGE.value, _OUTAGE.c.began_at < _EVENT.c.until)
    .scalar_subquery()
)
_ASKED_BACK = and_(
    _EVENT.c.kind == EventKind.MAIL_HELD.value,
    _HELD.c.game_id == _EVENT.c.game_id,
    _EVENT.c.order_key == literal("mail:") + cast(_HELD.c.inbox_id, String),
)
_IS_IN_TIME = and_(_HELD.c.expires_at > bindparam("now"), _HELD.c.turn_number >= _EVENT.c.turn_number)
_FATE = case((_HELD.c.state != HeldState.WAITING.value, _HELD.c.state), (_IS_IN_TIME, _HELD.c.state), else_="")

_TIMES_SEALED = (
    select(func.count())
    .where(SEALED.c.game_id == TURN.c.game_id, SEALED.c.number == TURN.c.number, SEALED.c.seat == TURN.c.seat)
    .scalar_subquery()
)
_TURNS = (
    select(
        TURN.c.number,
        TURN.c.seat,
        TURN.c.text,
        TURN.c.received_at,
        TURN.c.door,
        TURN.c.secret,
        TURN.c.nonce,
        # Only what waited sealed has a nonce.
        case((TURN.c.nonce.is_not(None), _TIMES_SEALED > 1), else_=false()).label("is_changed"),
    )
    .where(TURN.c.game_id == bindparam("game"))
    .order_by(TURN.c.number, TURN.c.seat)
)
_EARLIER = TURN.alias("earlier")
_IS_EARLIER = and_(_EARLIER.c.game_id == bindparam("game"), _EARLIER.c.number < bindparam("before"))
_MADE = [
    select(func.count()).where(_IS_EARLIER, _EARLIER.c.seat == seat).scalar_subquery().label(name)
    for seat, name in ((FIRST, "first_made"), (SECOND, "second_made"))
]
_LAST = union_all(
    *(
        select(
            select(_EARLIER.c.number)
            .where(_IS_EARLIER, _EARLIER.c.seat == seat)
            .order_by(_EARLIER.c.number.desc())
            .limit(1)
            .scalar_subquery()
            .label("number")
        )
        for seat in (FIRST, SECOND)
    )
).subquery("last")
_LAST_OF_BOTH = select(func.min(_LAST.c.number)).scalar_subquery()
_BEGIN = case((bindparam("first") > _LAST_OF_BOTH, _LAST_OF_BOTH), else_=bindparam("first", type_=Integer))
_ALL_EVENTS: Select[Any] = (
    select(
        _EVENT.c.turn_number,
        _EVENT.c.seat,
        _EVENT.c.at,
        _EVENT.c.door,
        _EVENT.c.kind,
        _EVENT.c.amount_ms,
        _EVENT.c.until,
        _EVENT.c.reason,
        func.coalesce(PLAYER.c.name, "").label("by_name"),
        _OUTAGE_BEGAN.label("began_at"),
        func.coalesce(PLAYER.c.is_admin, true()).label("is_by_admin"),
        _FATE.label("fate"),
        _EVENT.c.order_key,
    )
    .outerjoin(PLAYER, PLAYER.c.id == _EVENT.c.by_player_id)
    .outerjoin(_HELD, _ASKED_BACK)
    .where(_EVENT.c.game_id == bindparam("game"))
)
_IS_SHOWN = _EVENT.c.kind.not_in(bindparam("hidden", expanding=True))
_SAME = select(TURN.c.number, TURN.c.text, TURN.c.order_key).where(
    TURN.c.game_id == bindparam("game"),
    TURN.c.seat == bindparam("seat"),
    or_(TURN.c.number == bindparam("number"), TURN.c.order_key == bindparam("key")),
)


class _TurnRow(NamedTuple):
    number: int
    seat: Seat
    text: str
    received_at: datetime
    door: str
    secret: str | None
    nonce: str | None
    is_changed: bool
    first_made: int
    """How many turns each seat has made, in the rows of `_LATEST_TURNS` alone."""
    second_made: int


class _SnapshotRow(NamedTuple):
    number: int
    position: str


class _EventRow(NamedTuple):
    turn_number: int
    seat: Seat | None
    at: datetime
    door: str
    kind: str
    amount_ms: int | None
    until: datetime | None
    reason: str
    by_name: str
    began_at: datetime | None
    is_by_admin: bool
    fate: str
    order_key: str | None


_UNCOUNTED = _TURNS.add_columns(*(literal_column("0", Integer).label(name) for name in ("first_made", "second_made")))
_ALL_TURNS = CompiledQuery(_UNCOUNTED, _TurnRow)
_SOME_TURNS = CompiledQuery(
    _UNCOUNTED.where(TURN.c.number >= bindparam("first"), TURN.c.number < bindparam("before")), _TurnRow
)
_COMMITTED = CompiledQuery(_UNCOUNTED.where(TURN.c.nonce.is_not(None), TURN.c.number < bindparam("before")), _TurnRow)
_LATEST_TURNS = CompiledQuery(
    _TURNS.where(TURN.c.number >= _BEGIN, TURN.c.number < bindparam("before")).add_columns(*_MADE), _TurnRow
)
_SNAPSHOT = CompiledQuery(
    select(TURN.c.number, TURN.c.position)
    .where(TURN.c.game_id == bindparam("game"), TURN.c.number < bindparam("before"), TURN.c.position.is_not(None))
    .order_by(TURN.c.number.desc())
    .limit(fixed(1)),
    _SnapshotRow,
)
_EVENTS = CompiledQuery(_ALL_EVENTS.order_by(_EVENT.c.id), _EventRow)
_LATEST_EVENTS = CompiledQuery(
    _ALL_EVENTS.where(_EVENT.c.turn_number <= bindparam("number"), _IS_SHOWN)
    .order_by(_EVENT.c.id.desc())
    .limit(bindparam("most", type_=Integer)),
    _EventRow,
)


@dataclass(frozen=True, slots=True)
class Logged:
    """A turn as it stands in the log."""

    number: int
    seat: Seat
    text: str
    received_at: datetime
    door: str
    secret: str | None = field(default=None, repr=False)
    """The word that it kept from others when it was played; None without a secret."""
    nonce: str | None = field(default=None, repr=False)
    """What hides the word in its commitment."""
    is_changed: bool = False
    """Whether it replaced an earlier one that waited sealed."""


@dataclass(frozen=True, slots=True)
class LatestTurns:
    """The latest turns of a game up to some moment."""

    turns: tuple[Logged, ...] = ()
    """At least all since each seat made its last one, in order."""
    made: tuple[int, int] = (0, 0)
    """How many turns each seat has made up to then."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one of its turns, as the service knows it."""

    before: Hashable
    """The position in which that turn was due."""
    position: Hashable
    course: Course
    turns: tuple[Logged, ...]
    """The turns of that number; none at the start."""
    later: tuple[Logged, ...]
    """Those with the next `LATEST_TURNS` numbers."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A turn that was handed in again, as it was played or sealed before."""

    number: int
    text: str
    remark: str
    stands: str = ""
    """The turn that counts instead, because it was changed later; empty if it counts."""


def turns_of(reader: Reader, game_id: str) -> tuple[Logged, ...]:
    """The turns of a game, in order."""
    return tuple(map(_logged, reader.rows(_ALL_TURNS, {"game": game_id})))


def some_turns(reader: Reader, game_id: str, first: int, before: int) -> tuple[Logged, ...]:
    """The turns with numbers from *first* to the one before *before*, in order."""
    rows = reader.rows(_SOME_TURNS, {"game": game_id, "first": first, "before": before})
    return tuple(map(_logged, rows))


def committed_turns(reader: Reader, game_id: str, before: int) -> tuple[Logged, ...]:
    """The turns with numbers below *before* that others were given a commitment to, in order."""
    return tuple(map(_logged, reader.rows(_COMMITTED, {"game": game_id, "before": before})))


def latest_turns(reader: Reader, game_id: str, *, before: int, most: int) -> LatestTurns:
    """The turns with the last *most* numbers below *before*, and those since each seat made its last one."""
    asked = {"game": game_id, "first": before - most, "before": before}
    rows = reader.rows(_LATEST_TURNS, asked)
    if not rows:
        return LatestTurns()
    return LatestTurns(tuple(map(_logged, rows)), (rows[0].first_made, rows[0].second_made))


def _logged(row: _TurnRow) -> Logged:
    return Logged(*row[:-2])


def events_of(reader: Reader, game_id: str) -> tuple[LoggedEvent, ...]:
    """What happened in a game beside its turns, in order."""
    return _events(reader, reader.rows(_EVENTS, {"game": game_id, "now": reader.now}))


def latest_events(
    reader: Reader, game_id: str, number: int, *, hidden: Collection[str], most: int
) -> tuple[LoggedEvent, ...]:
    """The last of them up to the turn of that *number*, in order, *most* at most, without those of *hidden* kinds."""
    asked = {"game": game_id, "now": reader.now, "number": number, "hidden": sorted(hidden), "most": most}
    return _events(reader, reader.rows(_LATEST_EVENTS, asked)[::-1])


def _events(reader: Reader, rows: Sequence[_EventRow]) -> tuple[LoggedEvent, ...]:
    pairs = [exchanged(row.order_key) if row.kind == EventKind.REPLACED and row.order_key else (0, 0) for row in rows]
    names = {0: "", **names_of(reader, {player for pair in pairs for player in pair if player})}
    return tuple(
        LoggedEvent(*row[:-1], left=names.get(left, ""), came=names.get(came, ""))
        for row, (left, came) in zip(rows, pairs, strict=True)
    )


def rounds_of(turns: Iterable[Logged | TurnLine]) -> list[RoundTexts]:
    """The texts of the turns of each number, by seat."""
    rounds: dict[int, dict[Seat, str]] = {}
    for turn in turns:
        rounds.setdefault(turn.number, {})[turn.seat] = turn.text
    return list(rounds.values())


def track_of(rules: AnyRules, turns: Iterable[Logged], position: Hashable | None = None) -> Track:
    """
    The game that *turns* tell.

    :param position: where it started, if not at the start of the rules.
    :raises CorruptLogError: they are not the log of a game by these rules.
    """
    return replay(rules, rounds_of(turns), position)


def moment_after(reader: Reader, game_row: GameRow, number: int) -> Moment:
    """
    The game after the turn of that *number*, or at its start.

    :raises CorruptLogError: the log is not one of a game by its rules.
    :raises TurnError: neither is that turn.
    """
    key = f"{game_row.id} after {number}"
    known = reader.known.get(key)
    if not isinstance(known, Moment):
        known = reader.known[key] = _moment_after(reader, game_row, number)
    return known


def _moment_after(reader: Reader, game_row: GameRow, number: int) -> Moment:
    rules = game_row.rules(reader)
    first, start = _snapshot(reader, game_row, number)
    turns = some_turns(reader, game_row.id, first, number + LATEST_TURNS + 1)
    before = track_of(rules, [turn for turn in turns if turn.number < number], start)
    last = tuple(turn for turn in turns if turn.number == number)
    later = tuple(turn for turn in turns if turn.number > number)
    if not last:
        return Moment(before.position, before.position, NOTHING, (), later)
    drafts = {turn.seat: rules.read(rules.begin(before.position, turn.seat), turn.text) for turn in last}
    course = read_course(course_text(rules, before.position, drafts))
    return Moment(before.position, before.after(drafts).position, course, last, later)


def has_snapshot(number: int) -> bool:
    """Whether the position after the turns of that *number* is kept with them."""
    return number % _SNAPSHOT_EVERY == 0


def track_before(reader: Reader, game_row: GameRow, number: int) -> Track:
    """
    The game when the turn of that *number* was due: replayed from a snapshot, so it knows no earlier repetitions.

    :raises CorruptLogError: the log, or a snapshot, is not one of a game by its rules.
    """
    first, start = _snapshot(reader, game_row, number)
    turns = some_turns(reader, game_row.id, first, number) if first < number else ()
    return track_of(game_row.rules(reader), turns, start)


def _snapshot(reader: Reader, game_row: GameRow, number: int) -> tuple[int, Hashable]:
    """From which turn on the game has to be replayed up to the one of that *number*, and the position there."""
    kept = reader.rows(_SNAPSHOT, {"game": game_row.id, "before": number})
    if not kept:
        return 1, None
    try:
        return kept[0].number + 1, game_row.rules(reader).parse_position(kept[0].position)
    except PositionError as fault:
        # Its words may quote what is hidden.
        raise CorruptLogError(kept[0].number, "its snapshot describes no position") from fault


def find_repeated(
    reader: Reader, game_row: GameRow, seat: Seat, *, turn_number: int, text: str, order_key: str | None
) -> Repeated | None:
    """The turn of *seat* that was played by the same order, or for the same turn number with the same meaning."""
    asked = {"game": game_row.id, "seat": seat, "number": turn_number, "key": order_key}
    rules = game_row.rules(reader)
    for number, played, key in reader.connection.execute(_SAME, asked).all():
        is_same_order = order_key is not None and key == order_key
        if not is_same_order and number != turn_number:
            continue
        begun = _begun(reader, game_row, seat, number)
        if is_same_order or _canonical(rules, begun, text) == played:
            return Repeated(number, played, rules.read(begun, played).unused())
    return None if order_key is None else _find_changed(reader, game_row, seat, order_key)


def _find_changed(reader: Reader, game_row: GameRow, seat: Seat, order_key: str) -> Repeated | None:
    """The turn that *seat* handed in by the same order, sealed, and changed before it was played."""
    found = find_of_order(reader, game_row.id, seat, order_key)
    stands = found and find_played(reader, game_row.id, seat, found[0])
    if not found or not stands:
        return None
    number, text = found
    rules = game_row.rules(reader)
    return Repeated(number, text, rules.read(_begun(reader, game_row, seat, number), text).unused(), stands)


def _begun(reader: Reader, game_row: GameRow, seat: Seat, number: int) -> AnyDraft:
    """The empty turn of *seat* that was due with that number."""
    begun: AnyDraft = game_row.rules(reader).begin(track_before(reader, game_row, number).position, seat)
    return begun


def _canonical(rules: AnyRules, begun: AnyDraft, text: str) -> str | None:
    """*text* in canonical notation, or None if it could not be played there anyway."""
    try:
        return rules.write(rules.read(begun, unlisted_turn(text, rules.formed)).made)
    except TurnError:
        return None


class _TakeoverRow(NamedTuple):
    seat: Seat
    at: datetime
    order_key: str


_TAKEOVERS = CompiledQuery(
    select(_EVENT.c.seat, _EVENT.c.at, _EVENT.c.order_key)
    .where(_EVENT.c.game_id == bindparam("game"), _EVENT.c.kind == EventKind.REPLACED.value)
    .order_by(_EVENT.c.id),
    _TakeoverRow,
)
_NAMES = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class SeatTakeover:
    """The change of a seat from one player to another."""

    seat: Seat
    at: datetime
    left: int
    """The player who had it before."""
    name: str
    """The name of that player."""


def takeover_key(left: int, came: int, number: int) -> str:
    """The idempotency key of a takeover in a game, from which `exchanged` reads the two players."""
    return f"replaced:{left}:{came}:{number}"


def exchanged(key: str) -> tuple[int, int]:
    """The ids of the player who left a seat and of the one who took it over, from the key of the event."""
    _, left, came, *_ = key.split(":")
    return int(left), int(came)


def names_of(reader: Reader, players: Collection[int]) -> Mapping[int, str]:
    """The names of players, by their ids."""
    if not players:
        return {}
    return {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": sorted(players)})}


def takeovers_of(reader: Reader, game_row: GameRow) -> tuple[SeatTakeover, ...]:
    """The takeovers in a game, in order; only games of leagues have any."""
    if game_row.season_id is None:
        return ()
    rows = reader.rows(_TAKEOVERS, {"game": game_row.id})
    left = [exchanged(row.order_key)[0] for row in rows]
    names = names_of(reader, set(left))
    return tuple(SeatTakeover(row.seat, row.at, player, names[player]) for row, player in zip(rows, left, strict=True))


def name_at(game_row: GameRow, takeovers: Sequence[SeatTakeover], seat: Seat, at: datetime) -> str:
    """The name of the player who had *seat* at a moment."""
    later = [found.name for found in takeovers if found.seat == seat and at < found.at]
    return later[0] if later else game_row.seats[seat].name


def taken_at(takeovers: Sequence[SeatTakeover], seat: Seat) -> datetime | None:
    """When the present player of *seat* took it over; None for a player who had it from the start."""
    return max((found.at for found in takeovers if found.seat == seat), default=None)
