"""Builders for games: a workshop with a clock that is moved, two players, and games with turns made."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import event, func, insert, select

from corr.base.uow import Workshop
from corr.core.pace import Late, Terms, read_pace
from corr.game.views import GameView, TurnReceipt
from corr.games.api import AnyRules
from corr.play.lifecycle import NewGame, start_game
from corr.play.page_stamps import GameStamp, game_stamp
from corr.play.turn_drafts import KeepDraft, KeptDraft, find_kept_draft, keep_draft
from corr.play.turns import SubmitTurn, submit_turn
from corr.play.views import game_view
from corr.store.base import Row, table
from corr.store.db import Database
from corr.store.tables.games import GameEvent, GameSeat
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import MailAddress, Player
from tests.fakes import FakeClock
from tests.known_games import registry_with
from tests.sealed_game import HideRules
from tests.tiny_game import TinyRules

DAY = timedelta(days=1)
SECRET = b"a secret of tests"
"""What the services of tests key their tokens with."""


@dataclass(frozen=True)
class Room:
    """A service without doors: its data, its clock and what it knows."""

    database: Database
    clock: FakeClock
    workshop: Workshop

    def player(self, name: str) -> int:
        """A new player with the address name@example.org."""
        key = name.lower()
        with self.workshop.open() as uow:
            row: dict[str, Any] = {"name": name, "name_key": key, "look_key": key, "zone": "Europe/Berlin"}
            made = uow.connection.execute(
                insert(table(Player)).values(**row, created_at=uow.now, is_demo=False).returning(table(Player).c.id)
            )
            player_id = int(made.scalar_one())
            uow.connection.execute(
                insert(table(MailAddress)).values(
                    player_id=player_id,
                    address=f"{key}@example.org",
                    address_key=f"{key}@example.org",
                    is_main=True,
                    verified_at=uow.now,
                )
            )
        return player_id

    def rows(self, of: type[Row]) -> list[dict[str, Any]]:
        """All rows of a table, in the order of their keys."""
        rows = table(of)
        with self.workshop.look() as reader:
            found = reader.connection.execute(select(rows).order_by(*rows.primary_key.columns))
            return [dict(row) for row in found.mappings()]

    def count(self, of: type[Row]) -> int:
        """How many rows a table has."""
        with self.workshop.look() as reader:
            return int(reader.connection.execute(select(func.count()).select_from(table(of))).scalar_one())

    def letters(self, kind: str) -> list[tuple[int | None, int | None]]:
        """Whom letters of a kind wait for, and for which turn."""
        return [(row["player_id"], row["turn_number"]) for row in self.rows(Outbox) if row["kind"] == kind]

    def events(self) -> list[str]:
        """The kinds of what happened beside turns."""
        return [row["kind"] for row in self.rows(GameEvent)]


@dataclass(frozen=True)
class TestGame:
    """A running game of two players."""

    __test__ = False

    room: Room
    id: str
    players: tuple[int, int]
    keys: list[str] = field(default_factory=list)

    def view(self, viewer: int | None = None, at_turn: int | None = None) -> GameView:
        """The game as somebody sees it."""
        with self.room.workshop.look() as reader:
            return game_view(reader, self.id, viewer, at_turn)

    def stamp(self, viewer: int | None = None) -> GameStamp:
        """What tells whether a page of somebody would look the same as before."""
        with self.room.workshop.look() as reader:
            return game_stamp(reader, self.id, viewer)

    def draw_offered_by(self) -> int | None:
        """The seat whose draw offer stands, as its player sees it; None if there is none."""
        return next((seat for seat, player in enumerate(self.players) if self.view(player).draw_offered_by_you), None)

    def order(self, text: str, *, seat: int | None = None, number: int | None = None, **more: Any) -> SubmitTurn:  # noqa: ANN401
        """A turn of whoever is due, or of *seat*, who sees the game as it stands."""
        view = self.view()
        due = next((found.seat for found in view.seats if found.is_due), 0)
        player_id = self.players[due if seat is None else seat]
        values: dict[str, Any] = {
            "door": "web",
            "received_at": self.room.clock.now(),
            "order_key": None,
            "seen_offer": self.view(player_id).draw_offer_id,
        }
        values |= more
        return SubmitTurn(
            game_id=self.id,
            player_id=player_id,
            turn_number=view.turn_number if number is None else number,
            text=text,
            **values,
        )

    def play(self, text: str, **more: Any) -> TurnReceipt:  # noqa: ANN401
        """Hand a turn in."""
        order = self.order(text, **more)
        with self.room.workshop.open() as uow:
            return submit_turn(uow, order)

    def keep_draft(
        self, text: str, *, seat: int, number: int | None = None, since: datetime | None = None
    ) -> KeptDraft | None:
        """Leave a half-made turn."""
        turn = self.view().turn_number if number is None else number
        with self.room.workshop.open() as uow:
            return keep_draft(uow, KeepDraft(self.id, self.players[seat], turn, text, since))

    def kept_draft(self, seat: int, number: int | None = None) -> KeptDraft | None:
        """The half-made turn that a seat left."""
        turn = self.view().turn_number if number is None else number
        with self.room.workshop.look() as reader:
            return find_kept_draft(reader, self.id, self.players[seat], turn)

    def seats(self) -> list[dict[str, Any]]:
        """The rows of the seats."""
        return [row for row in self.room.rows(GameSeat) if row["game_id"] == self.id]


def terms(pace: str, *, weekends_off: bool = False, late: Late = Late.LOSE, leave: bool = True) -> Terms:
    """What is usual, at that pace, or as it is said."""
    return Terms(read_pace(pace), weekends_off, late, leave)


STRICT = terms("3d/turn", leave=False)
"""At these terms a game ends as soon as a deadline passes: nobody is on leave."""


@contextmanager
def a_room(database_url: str, *more: type[AnyRules], limit: float | None = None) -> Iterator[Room]:
    """
    A service on an empty database, with all games, two small ones and *more*.

    :param limit: seconds for which a unit of work waits for PostgreSQL.
    """
    database = Database(database_url, limit)
    clock = FakeClock()
    try:
        registry = registry_with(TinyRules, HideRules, *more)
        yield Room(database, clock, Workshop(database, clock, registry, SECRET))
    finally:
        database.close()


def a_game(
    room: Room,
    *turns: str,
    ruleset: str = "tiny/1",
    pace: str = "3d/turn",
    names: str = "Ada Bob",
    agreed: Terms | None = None,
) -> TestGame:
    """A game in which *turns* were made, an hour apart; at the terms that were *agreed*, else the usual at *pace*."""
    first, second = (room.player(name) for name in names.split())
    return another_game(room, (first, second), *turns, ruleset=ruleset, pace=pace, agreed=agreed)


def another_game(
    room: Room,
    players: tuple[int, int],
    *turns: str,
    ruleset: str = "tiny/1",
    pace: str = "3d/turn",
    agreed: Terms | None = None,
) -> TestGame:
    """A further game of the same players."""
    with room.workshop.open() as uow:
        game_id = start_game(uow, NewGame(ruleset, {}, agreed or terms(pace), players))
    game = TestGame(room, game_id, players)
    for text in turns:
        room.clock.move(timedelta(hours=1))
        game.play(text)
    return game


@contextmanager
def statements_of(room: Room) -> Iterator[list[str]]:
    """The statements that are executed meanwhile, by whatever door."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        seen.append(statement)

    with room.workshop.look() as reader:
        engines = [room.database.engine]
        if room.database.is_sqlite:
            engines.append(reader.connection.engine)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
