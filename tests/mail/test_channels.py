"""Notices go to channels: a second one beside mail, as small as can be, keeps every promise that mail keeps."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Column, Connection, MetaData, Table, update

from corr.base.heartbeat import claim_some
from corr.base.notices import Category, MailQueue, Notice, category_of, waiting_row, your_turn
from corr.base.uow import Workshop
from corr.mail.letters.compose import filled
from corr.mail.letters.letter_facts import find_letters
from corr.mail.queues.outbox import ClaimedLetter
from corr.store.base import add_new, table
from corr.store.tables.mails import Outbox
from tests.mail.office import IDENTITY
from tests.playing import Room, TestGame, a_game
from tests.racing import at_once

LEASE = timedelta(minutes=5)
_NAMES = [name for name in ClaimedLetter.__dataclass_fields__ if name != "rendered"]


class LostError(Exception):
    """The process was killed."""


@dataclass
class Board:
    """A channel that says each notice about turns in a line of a list."""

    lines: list[str] = field(default_factory=list)
    is_killed: bool = False
    rows: Table = field(
        default_factory=lambda: Table(
            "board",
            MetaData(),
            *(
                Column(column.name, column.type, primary_key=column.primary_key, unique=column.name == "key" or None)
                for column in table(Outbox).columns
            ),
        )
    )

    def queue(self, connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
        """Store the notices about turns."""
        wanted = [waiting_row(notice, now) for notice in notices if category_of(notice.kind) is Category.TURNS]
        if wanted:
            add_new(connection, self.rows, wanted, unique="key")

    def deliver_next(self, workshop: Workshop, owner: str = "one") -> bool:
        """Say the notice that has waited longest, unless nobody needs it any more; False if none waits."""
        with workshop.open() as uow:
            columns = [self.rows.c[name] for name in _NAMES]
            found = claim_some(uow, self.rows, 1, state="waiting", owner=owner, lease=LEASE, columns=columns)
        if not found:
            return False
        claimed = ClaimedLetter(*found[0])
        with workshop.look() as reader:
            letter = find_letters(reader, IDENTITY, [claimed]).get(claimed.id)
        if self.is_killed:
            raise LostError
        if letter is not None:
            self.lines.append(f"{letter.to.name}: {letter.kind}, {filled(letter, IDENTITY, 'subject')}")
        with workshop.open() as uow:
            mine = (self.rows.c.id == claimed.id, self.rows.c.lease_owner == owner)
            state = "sent" if letter else "obsolete"
            uow.connection.execute(update(self.rows).where(*mine).values(state=state, lease_until=None))
        return True

    def deliver_all(self, workshop: Workshop, owner: str = "one") -> None:
        """Say whatever waits."""
        while self.deliver_next(workshop, owner):
            pass


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def club(room: Room, board: Board) -> Iterator[Room]:
    """A service with the board beside mail."""
    workshop = Workshop(
        room.database, room.clock, room.workshop.registry, room.workshop.secret, channels=(MailQueue(), board)
    )
    with workshop.open() as uow:
        board.rows.create(uow.connection)
    yield replace(room, workshop=workshop)
    with workshop.open() as uow:
        board.rows.drop(uow.connection)


def said(game: TestGame, *lines: str) -> list[str]:
    return [f"{line}, [{game.id}] Tiny: Ada – Bob" for line in lines]


@pytest.mark.both_databases
def test_what_happens_in_a_game_is_said_on_every_channel(club: Room, board: Board) -> None:
    game = a_game(club)
    board.deliver_all(club.workshop)
    game.play("A1")
    board.deliver_all(club.workshop)

    assert sorted(board.lines) == said(game, "Ada: your-turn", "Bob: game-started", "Bob: your-turn")
    assert {row["key"] for row in club.rows(Outbox)} >= {f"your-turn:{game.id}:2:{game.players[1]}"}


def test_what_did_not_happen_is_said_nowhere(club: Room, board: Board) -> None:
    game = a_game(club)
    board.deliver_all(club.workshop)
    before = list(board.lines)

    with suppress(LostError), club.workshop.open() as uow:
        uow.tell(your_turn(game.id, 1, game.players[1]))
        raise LostError
    board.deliver_all(club.workshop)

    assert board.lines == before


def test_what_is_told_twice_is_said_once(club: Room, board: Board) -> None:
    game = a_game(club)
    for _ in range(2):
        with club.workshop.open() as uow:
            uow.tell(your_turn(game.id, 1, game.players[0]))

    board.deliver_all(club.workshop)

    assert board.lines.count(*said(game, "Ada: your-turn")) == 1


def test_what_has_been_overtaken_is_not_said(club: Room, board: Board) -> None:
    game = a_game(club)
    game.play("A1")

    board.deliver_all(club.workshop)

    assert sorted(board.lines) == said(game, "Bob: game-started", "Bob: your-turn")


def test_what_a_killed_process_had_in_hand_is_said_after_its_lease(club: Room, board: Board) -> None:
    game = a_game(club)
    board.is_killed = True
    for _ in range(2):
        with suppress(LostError):
            board.deliver_next(club.workshop)
    board.is_killed = False

    board.deliver_all(club.workshop, "two")
    early = list(board.lines)
    club.clock.move(LEASE)
    board.deliver_all(club.workshop, "two")

    assert early == []
    assert sorted(board.lines) == said(game, "Ada: your-turn", "Bob: game-started")


@pytest.mark.both_databases
def test_several_processes_say_nothing_twice(club: Room, board: Board) -> None:
    games = [a_game(club, names=f"Ada{number} Bob{number}") for number in range(4)]

    at_once(*(lambda owner=owner: board.deliver_all(club.workshop, owner) for owner in ("one", "two", "three")))

    assert len(board.lines) == len(set(board.lines)) == 2 * len(games)
