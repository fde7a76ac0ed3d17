"""Two people who play many games at once and never give up, whatever happens to the service."""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException
from smtplib import SMTPException
from threading import Event, Thread
from typing import TypeVar

from sqlalchemy import select

from corr.base.uow import Workshop
from corr.games.api import AnyRules, Progress
from corr.games.seats import Seat
from corr.play.lifecycle import NewGame, start_game
from corr.play.views import game_view
from corr.store.base import table
from corr.store.tables.games import GameSeat
from tests.journeys.browser import Browser, Page
from tests.journeys.letters import Letter, Sink, answer_to, send
from tests.journeys.served import Served
from tests.playing import terms

T = TypeVar("T")
_SEAT = table(GameSeat)
PATIENCE = 120.0
_GONE = (OSError, HTTPException, SMTPException)


@dataclass(frozen=True)
class Due:
    """A turn that is owed, and the one that will be made."""

    game_id: str
    number: int
    text: str


@dataclass
class Table:
    """The games as seen from outside, and what the players were told."""

    served: Served
    workshop: Workshop
    rules: AnyRules
    players: tuple[int, int]
    games: list[str] = field(default_factory=list)
    accepted: dict[tuple[str, int], str] = field(default_factory=dict)
    """What a player was told is played, or a mail server is accepted, by game and number."""

    def begin(self, games: int) -> None:
        """Begin that many games more."""
        with self.workshop.open() as uow:
            new = NewGame(self.rules.info.ruleset, self.rules.options, terms("10d/turn"), self.players)
            self.games += [start_game(uow, new) for _ in range(games)]

    def find_due(self, seat: Seat, chance: random.Random) -> Due | None:
        """Some game in which *seat* owes a turn that it has not made yet."""
        mine = (_SEAT.c.player_id == self.players[seat]) & _SEAT.c.since.is_not(None)
        with self.workshop.look() as reader:
            waiting = reader.connection.execute(select(_SEAT.c.game_id).where(mine).order_by(_SEAT.c.game_id)).scalars()
            found = list(waiting)
        for game_id in chance.sample(found, len(found)):
            with self.workshop.look() as reader:
                view = game_view(reader, game_id, self.players[seat])
            if view.is_your_turn and (game_id, view.turn_number) not in self.accepted:
                return Due(game_id, view.turn_number, some_turn(self.rules, view.position, seat, chance))
        return None

    def accept(self, due: Due) -> None:
        """Note that a turn was accepted, which no other may have been in its place."""
        assert self.accepted.setdefault((due.game_id, due.number), due.text) == due.text


class PlayerThread(Thread):
    """Somebody who makes turns until told to stop; a fault of theirs is kept for the test."""

    def __init__(self, table: Table, seat: Seat, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.table, self.seat, self.chance = table, seat, chance
        self.stopping = Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Make turn after turn."""
        try:
            while not self.stopping.is_set():
                due = self.table.find_due(self.seat, self.chance)
                if due is None:
                    time.sleep(0.02)
                else:
                    self.play(due)
        except BaseException as fault:  # noqa: BLE001 - it is raised again in the test's own thread
            self.fault = fault

    def finish(self) -> None:
        """Let the turn in hand be made, and tell what went wrong, if anything."""
        self.stopping.set()
        self.join(PATIENCE)
        if self.fault is not None:
            raise self.fault
        assert not self.is_alive(), "a player waits for ever"

    def play(self, due: Due) -> None:
        """Make one turn, as often as it takes."""
        raise NotImplementedError


class WebPlayer(PlayerThread):
    """Plays on the pages; sometimes clicks twice."""

    def __init__(self, table: Table, seat: Seat, chance: random.Random, browser: Browser) -> None:
        super().__init__(table, seat, chance)
        self._browser = browser

    def play(self, due: Due) -> None:
        """Hand the form in until an answer comes."""
        form = until_answered(lambda: self._browser.get(f"/games/{due.game_id}")).form("/turns")

        def submit() -> Page:
            return self._browser.submit(form, turn=str(due.number), text=due.text, act="submit")

        page = until_answered(submit)
        # A conflict says that the turn was made: the first answer was lost, and the other player was quick.
        assert page.status in {200, 409}, f"{page.status}: {page.words}"
        self.table.accept(due)
        if self.chance.random() < 1 / 4:
            assert until_answered(submit).status in {200, 409}


class MailPlayer(PlayerThread):
    """Plays by answering letters; some of the mails come twice."""

    def __init__(self, table: Table, seat: Seat, chance: random.Random, address: str) -> None:
        super().__init__(table, seat, chance)
        self._address = address
        self._sink = Sink(table.served.letters)

    def play(self, due: Due) -> None:
        """Answer the letter about the turn, once it is there."""
        letter = self._letter_about(due)
        if letter is None:
            time.sleep(0.02)
            return
        raw = answer_to(letter, self._address, due.text)
        for _ in range(self.chance.choice([1, 1, 1, 2])):
            until_answered(lambda: send(raw, self._address, letter.reply_to, self.table.served.mail_port))
            self.table.accept(due)

    def _letter_about(self, due: Due) -> Letter | None:
        with closing(sqlite3.connect(self.table.served.folder / "corr.sqlite", timeout=PATIENCE)) as connection:
            found = connection.execute(
                "SELECT message_id FROM outbox WHERE kind = 'your-turn' AND game_id = ? AND turn_number = ?",
                (due.game_id, due.number),
            ).fetchone()
        return self._sink.find(found[0]) if found and found[0] else None


def until_answered(ask: Callable[[], T]) -> T:
    """What *ask* gives, asked again as long as nobody is there or hangs up."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except _GONE:
            assert time.monotonic() < until, "nobody answers any more"
            time.sleep(0.05)


def some_turn(rules: AnyRules, position: str, seat: Seat, chance: random.Random) -> str:
    """A legal turn."""
    draft = rules.begin(rules.parse_position(position), seat)
    while rules.progress(draft) is not Progress.COMPLETE:
        if rules.progress(draft) is Progress.MAY_STOP and chance.random() < 1 / 4:
            break
        draft = rules.read(draft, chance.choice(rules.listing(draft, 5).actions))
    return rules.write(draft.made)
