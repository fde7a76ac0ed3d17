"""Cases: games with all rows that belong to them, as a verification reads them, and its findings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, Table, bindparam, func, or_, select

from corr.base.notices import NoticeKind
from corr.base.uow import Reader
from corr.clocks.seat_clocks import LEAVE
from corr.core.days_off import Span
from corr.game.game_row import GAME, SEAT, TURN
from corr.games.api import AnyRules
from corr.games.seats import Seat
from corr.play.sealed_turns import SEALED
from corr.play.turn_log import Logged
from corr.store.base import table
from corr.store.tables.games import Challenge, GameEvent, GameState, Message
from corr.store.tables.leagues import Entry, Pairing
from corr.store.tables.mails import Outbox, ReplyToken

REPAIR = "Write it anew from the log with: corr verify --repair"
LOOK = "Freeze the game until you know how that came about, and compare it with a backup."
TELL = "Nothing has to be done for the players; please report it to the makers of Corr."
RESTORE = "Compare it with a backup."
_EVENT, _MESSAGE, _CHALLENGE = table(GameEvent), table(Message), table(Challenge)
_LETTER, _TOKEN = table(Outbox), table(ReplyToken)
_PAIRING, _ENTRY = table(Pairing), table(Entry)
_TOLD = (NoticeKind.GAME_STARTED.value, NoticeKind.YOUR_TURN.value, NoticeKind.GAME_OVER.value)
"""The kinds of letters that follow from the log."""
_AT_ONCE = 100
"""How many games are read in one transaction."""
_GAMES = select(GAME).where(GAME.c.id > bindparam("after"), GAME.c.id <= bindparam("last")).order_by(GAME.c.id)
_NUMBERED = select(GAME.c.id, func.row_number().over(order_by=GAME.c.id).label("number")).subquery()
_ENDS = select(_NUMBERED.c.id).where(_NUMBERED.c.number % _AT_ONCE == 0).order_by(_NUMBERED.c.id)
_LAST = select(func.max(GAME.c.id))
_RUNNING_GAMES = (
    select(GAME)
    .where(
        GAME.c.id > bindparam("after"),
        GAME.c.state == GameState.RUNNING.value,
        GAME.c.ruleset == bindparam("ruleset"),
    )
    .order_by(GAME.c.id)
    .limit(_AT_ONCE)
)
_GAME = select(GAME).where(GAME.c.id == bindparam("after"))
_LEAVES = select(LEAVE.c.player_id, LEAVE.c.begins_at, LEAVE.c.ends_at).where(
    LEAVE.c.player_id.in_(bindparam("players", expanding=True)), LEAVE.c.ends_at > LEAVE.c.begins_at
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong in the database. It never quotes what is still secret."""

    game_id: str | None
    """The game; None for what belongs to no single one."""
    sentence: str
    """What is wrong."""
    advice: str
    """What to do."""
    is_repairable: bool = False
    """Whether the right value follows from the log."""

    @property
    def words(self) -> str:
        """The finding with its advice on one line."""
        where = f"Game {self.game_id}: " if self.game_id else ""
        return f"{where}{self.sentence} {self.advice}"


def _of_games(rows: Table, *columns: str, order: Sequence[str]) -> Select[Any]:
    chosen = [rows.c[name] for name in columns] if columns else list(rows.columns)
    among = rows.c.game_id.in_(bindparam("games", expanding=True))
    return select(*chosen).where(among).order_by(*(rows.c[name] for name in order))


_PARTS = {
    "seats": _of_games(SEAT, order=["game_id", "seat"]),
    "turns": _of_games(TURN, order=["game_id", "number", "seat"]),
    "sealed": _of_games(SEALED, order=["game_id", "id"]),
    "events": _of_games(_EVENT, order=["game_id", "id"]),
    "letters": _of_games(_LETTER, "game_id", "key", "kind", "player_id", "turn_number", order=["id"]).where(
        _LETTER.c.kind.in_(_TOLD)
    ),
    "tokens": _of_games(_TOKEN, "game_id", "player_id", "turn_number", order=["game_id"]).where(
        _TOKEN.c.revoked_at.is_(None)
    ),
    "messages": _of_games(_MESSAGE, "game_id", "turn_number", "seat", "at", order=["id"]),
    "challenges": _of_games(_CHALLENGE, order=["id"]),
    "pairings": _of_games(_PAIRING, order=["id"]),
    "entries": (
        select(_PAIRING.c.game_id, _ENTRY)
        .join(_PAIRING, or_(_PAIRING.c.first_id == _ENTRY.c.id, _PAIRING.c.second_id == _ENTRY.c.id))
        .where(_PAIRING.c.game_id.in_(bindparam("games", expanding=True)))
        .order_by(_ENTRY.c.id)
    ),
}

Rows = tuple[Row[Any], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One game with all that belongs to it."""

    game: Row[Any]
    rules: AnyRules
    now: datetime
    seats: Rows
    turns: Rows
    sealed: Rows
    events: Rows
    letters: Rows
    """The letters that follow from the log."""
    tokens: Rows
    messages: Rows
    challenges: Rows
    pairings: Rows
    entries: Rows
    """The entries of the two players, if the game belongs to a season."""
    leaves: Mapping[int, tuple[Span, ...]]
    """The leaves by player, also of players of other games."""

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.game.id)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return str(self.game.state) == GameState.OVER.value

    @property
    def ruled(self) -> Row[Any] | None:
        """Its pairing, if an organiser or the season's rule set its result."""
        return next((row for row in self.pairings if row.ruling is not None), None)

    @property
    def result(self) -> tuple[int | None, str]:
        """The winner and the reason of the end as played, whatever was ruled afterwards."""
        ruled = self.ruled
        if ruled is not None and ruled.played_reason:
            return ruled.played_winner, ruled.played_reason
        return self.game.winner, self.game.reason

    @property
    def logged(self) -> Iterator[Logged]:
        """The turns as the log has them."""
        for row in self.turns:
            yield Logged(row.number, Seat(row.seat), row.text, row.received_at, row.door, row.secret, row.nonce)

    def title(self, seat: int | None) -> str:
        """The name that the game has for a seat."""
        return self.rules.info.seats[seat] if seat in {0, 1} and seat is not None else f"Seat {seat}"

    def finding(self, sentence: str, advice: str = LOOK) -> Finding:
        """A finding in this game."""
        return Finding(self.id, sentence, advice)

    def outdated(self, sentence: str) -> Finding:
        """A finding about something kept beside the log that differs from what the log leads to."""
        return Finding(self.id, sentence, REPAIR, is_repairable=True)


@dataclass(frozen=True, slots=True)
class CaseBatch:
    """Some games, read as at one moment."""

    games: Sequence[Row[Any]]
    parts: Mapping[str, Mapping[str, Rows]]
    leaves: Mapping[int, tuple[Span, ...]]
    now: datetime

    def case(self, game: Row[Any], rules: AnyRules) -> Case:
        """The case of one of the games."""
        found = {name: rows.get(game.id, ()) for name, rows in self.parts.items()}
        return Case(game=game, rules=rules, now=self.now, leaves=self.leaves, **found)


class IdRange(NamedTuple):
    """The games of which the ids come after one and go up to another."""

    after: str
    last: str


def id_ranges(reader: Reader) -> tuple[IdRange, ...]:
    """The ranges that hold all games, of as many games as are read at once."""
    ends = [*reader.connection.execute(_ENDS).scalars(), reader.connection.execute(_LAST).scalar_one() or ""]
    return tuple(IdRange(after, last) for after, last in pairwise(["", *ends]) if after != last)


def read_batch(reader: Reader, ids: IdRange) -> CaseBatch:
    """The games of a range by id."""
    return _read(reader, reader.connection.execute(_GAMES, ids._asdict()).all())


def read_running(reader: Reader, ruleset: str, after: str) -> CaseBatch:
    """The next running games of a ruleset by id after the id *after*, as many as are read at once."""
    asked = {"ruleset": ruleset, "after": after}
    return _read(reader, reader.connection.execute(_RUNNING_GAMES, asked).all())


def read_one(reader: Reader, game_id: str) -> CaseBatch:
    """A batch of the game of that id, or of none."""
    return _read(reader, reader.connection.execute(_GAME, {"after": game_id}).all())


def _read(reader: Reader, games: Sequence[Row[Any]]) -> CaseBatch:
    asked = {"games": [game.id for game in games]}
    parts = {
        name: _grouped(reader.connection.execute(statement, asked)) if games else {}
        for name, statement in _PARTS.items()
    }
    players = {seat.player_id for rows in parts["seats"].values() for seat in rows if seat.since is not None}
    return CaseBatch(games, parts, _leaves(reader, players), reader.now)


def _grouped(rows: Iterable[Row[Any]]) -> dict[str, Rows]:
    found: dict[str, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return {game_id: tuple(of_game) for game_id, of_game in found.items()}


def _leaves(reader: Reader, players: Iterable[int]) -> dict[int, tuple[Span, ...]]:
    found: dict[int, list[Span]] = {}
    for player_id, begins_at, ends_at in reader.connection.execute(_LEAVES, {"players": sorted(players)}):
        found.setdefault(player_id, []).append(Span(begins_at, ends_at))
    return {player_id: tuple(leaves) for player_id, leaves in found.items()}
