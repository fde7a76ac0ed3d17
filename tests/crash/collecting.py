"""Reading what the service stored, past the service."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy import Table as SqlTable

from corr.games.registry import Registry
from corr.store.base import Row, table
from corr.store.tables.games import Challenge, GameEvent, GameSeat, Message, SealedTurn
from corr.store.tables.games import Game as GameRow
from corr.store.tables.games import Turn as TurnRow
from corr.store.tables.mails import HeldOrder, Inbox, Outbox
from tests.crash.facts import (
    Act,
    Deadline,
    Event,
    Facts,
    Game,
    Held,
    Identity,
    Mail,
    Notice,
    Stored,
    Turn,
)
from tests.crash.house import House
from tests.crash.league_rows import differing_ratings, seasons_of
from tests.crash.telling import told_of


def collected(house: House, rested_at: datetime, *, verified: str, patience: timedelta) -> Facts:
    """
    All facts, once every process has ended.

    :param rested_at: the last moment at which all of them ran.

    :param verified: what the service's own check complained of.
    :param patience: how long, by the service's time, things may take to be done.
    """
    answers = house.far_end.answers()
    with house.workshop.look() as reader:
        rows = _Rows(reader.connection, house.workshop.registry)
        return Facts(
            now=rested_at,
            patience=patience,
            orders=house.journal.orders(answers),
            turns=tuple(rows.turns(TurnRow)),
            sealed=tuple(rows.turns(SealedTurn)),
            games=tuple(rows.games()),
            events=tuple(rows.events()),
            words=tuple(rows.words()),
            mails=tuple(rows.mails()),
            held=tuple(rows.held()),
            notices=tuple(rows.notices()),
            identities=tuple(rows.identities()),
            deliveries=house.far_end.all(),
            disruptions=house.journal.disruptions,
            deadlines=tuple(rows.deadlines()),
            seasons=tuple(seasons_of(reader.connection, house.stage)) if house.has_league else (),
            ratings=tuple(differing_ratings(reader)),
            verified=verified,
        )


class _Rows:
    """The tables as facts."""

    def __init__(self, connection: Connection, registry: Registry) -> None:
        self._connection = connection
        self._registry = registry
        self._seats: dict[str, list[Any]] = defaultdict(list)
        for row in self._all(table(GameSeat)):
            self._seats[row.game_id].append(row)
        self._player = {(row.game_id, row.seat): row.player_id for rows in self._seats.values() for row in rows}

    def turns(self, of: type[Row]) -> Iterator[Turn]:
        for row in self._all(table(of)):
            player_id = self._player[row.game_id, row.seat]
            yield Turn(row.game_id, row.number, row.seat, player_id, row.text, row.door, row.received_at)

    def games(self) -> Iterator[Game]:
        logs: dict[str, list[Turn]] = defaultdict(list)
        for turn in self.turns(TurnRow):
            logs[turn.game_id].append(turn)
        events: dict[str, list[Event]] = defaultdict(list)
        for event in self.events():
            events[event.game_id].append(event)
        for row in self._all(table(GameRow)):
            seats = sorted(self._seats[row.id], key=lambda seat: seat.seat)
            rules = self._registry.get_rules(row.ruleset, row.options)
            players = [seat.player_id for seat in seats]
            yield Game(
                id=row.id,
                turn_number=row.turn_number,
                state=row.state,
                reason=row.reason,
                late=row.late,
                is_frozen=row.frozen_at is not None,
                waited=tuple((seat.seat, seat.due_at) for seat in seats if seat.due_at is not None),
                lapsed=tuple(seat.seat for seat in seats if seat.lapsed_at is not None),
                told=told_of(
                    row.id,
                    rules,
                    players,
                    logs=logs[row.id],
                    events=events[row.id],
                    is_of_season=row.season_id is not None,
                ),
            )

    def events(self) -> Iterator[Event]:
        for row in self._all(table(GameEvent)):
            player_id = None if row.seat is None else self._player[row.game_id, row.seat]
            yield Event(row.game_id, row.kind, row.at, row.turn_number, row.seat, player_id, row.door)

    def words(self) -> Iterator[Stored]:
        for row in self._all(table(Message)):
            yield Stored(Act.MESSAGE, self._player[row.game_id, row.seat], row.text)
        for row in self._all(table(Challenge)):
            yield Stored(Act.CHALLENGE, row.challenger_id, row.message)

    def mails(self) -> Iterator[Mail]:
        for row in self._all(table(Inbox)):
            identity = str(message_from_bytes(row.raw or b"")["Message-ID"]).strip()
            yield Mail(identity, row.state, row.reason)

    def held(self) -> Iterator[Held]:
        for row in self._all(table(HeldOrder)):
            told = (row.game_id, row.turn_number, row.player_id, row.state, row.received_at)
            yield Held(*told, row.plays_at, row.settled_at)

    def notices(self) -> Iterator[Notice]:
        for row in self._all(table(Outbox)):
            yield Notice(row.id, row.key, row.kind, row.state, row.created_at, row.message_id, row.fault)

    def identities(self) -> Iterator[Identity]:
        for row in self._connection.execute(text("SELECT notice_id, message_id FROM harness_identity ORDER BY seq")):
            yield Identity(row.notice_id, row.message_id)

    def deadlines(self) -> Iterator[Deadline]:
        found = "SELECT game_id, number, seat, due_at FROM harness_deadline ORDER BY seq"
        for row in self._connection.execute(text(found)):
            yield Deadline(row.game_id, row.number, row.seat, _moment(row.due_at))

    def _all(self, rows: SqlTable) -> Sequence[Any]:
        return self._connection.execute(select(rows)).all()


def _moment(found: datetime | str) -> datetime:
    """A moment as either database gives it without being told the kind of the column."""
    moment = datetime.fromisoformat(found) if isinstance(found, str) else found
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
