"""People who play by both doors, all at once, and never give up for good, whatever happens to the service."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from corr.base.uow import Reader
from corr.errors import CorrError, UnreachableError
from corr.game.views import GameView
from corr.games.api import AnyRules, Progress
from corr.games.seats import Seat
from corr.play.views import game_view
from corr.store.base import table
from corr.store.tables.games import Challenge, Game, GameSeat
from corr.store.tables.mails import Outbox
from tests.crash.asking import Asking
from tests.crash.club import Visitor
from tests.crash.facts import Act, Order
from tests.crash.house import House, Member

T = TypeVar("T")
_GAME, _SEAT, _CHALLENGE, _LETTER = table(Game), table(GameSeat), table(Challenge), table(Outbox)
_PACES = ("1h/turn", "1h/turn", "3h/turn", "1d/turn", "2h+1h/6h")
_MAIL_IS_SLOW = 15.0
"""Seconds that a player waits for a mail to be understood."""
_LETTER_IS_SLOW = 6.0
"""Seconds that a player waits for the letter that asks for a turn."""


@dataclass(frozen=True, slots=True)
class Due:
    """A turn that is owed."""

    game_id: str
    number: int

    def is_slept_through(self, once_in: int) -> bool:
        """Whether it is never made, as *once_in* so many turns: the same for everybody who asks."""
        return random.Random(f"{self.game_id} {self.number}").random() < 1 / once_in


class Player(Thread):
    """Somebody who plays until told to stop; a fault of the harness itself is kept."""

    def __init__(self, house: House, member: Member, chance: random.Random) -> None:
        super().__init__(daemon=True, name=member.name)
        self.fault: BaseException | None = None
        self._house, self._me, self._chance = house, member, chance
        self._asking = Asking(house, member, chance)
        self._club = Visitor(house, member, self._asking, chance)
        self._stopping = Event()
        self._sent: dict[Due, float] = {}
        """When a turn was sent last."""
        self._waits: dict[Due, float] = {}
        """Since when a letter about a turn is waited for."""
        self._asleep: set[str] = set()

    def stop(self) -> None:
        """Begin nothing more."""
        self._stopping.set()

    def check(self) -> None:
        """Tell what went wrong in the harness itself, if anything."""
        if self.fault is not None:
            raise self.fault

    def run(self) -> None:
        """Do one thing after the other."""
        try:
            while not self._stopping.is_set():
                try:
                    self._do_something()
                except (DBAPIError, UnreachableError, CorrError):
                    # The harness looked into a database that was away, or at what has just changed.
                    time.sleep(0.2)
                time.sleep(self._chance.uniform(0.02, 0.3))
        except BaseException as fault:  # noqa: BLE001 - raised again in the harness's own thread
            self.fault = fault
        finally:
            self._asking.close()

    def _do_something(self) -> None:
        dice = self._chance.random()
        if dice < 0.1:
            self._challenge()
        elif dice < 0.3:
            self._answer_a_challenge()
        elif dice < 0.33:
            self._take_leave()
        elif dice < 0.4 and self._house.has_league:
            self._club.visit()
        else:
            self._play()

    def _challenge(self) -> None:
        if self._look(self._running_games) < self._house.games_each:
            opponent = self._chance.choice([member for member in self._house.members if member != self._me])
            rules = self._chance.choice(self._house.games)
            self._asking.challenge(opponent.name, rules, **self._terms())

    def _terms(self) -> dict[str, str]:
        late = "claim" if self._chance.random() < 0.15 else "lose"
        # Whoever runs this on a Saturday wants to see deadlines fall too.
        weekends_off, leave = ("yes" if self._chance.random() < odds else "no" for odds in (0.1, 0.5))
        return {"own_pace": self._chance.choice(_PACES), "late": late, "weekends_off": weekends_off, "leave": leave}

    def _answer_a_challenge(self) -> None:
        open_ones = self._look(self._open_challenges)
        if open_ones:
            act = "accept" if self._chance.random() < 0.85 else "decline"
            self._asking.answer(self._chance.choice(open_ones), act)

    def _take_leave(self) -> None:
        if self._chance.random() < 0.1:
            self._asking.take_leave()

    def _play(self) -> None:
        due = self._find_due()
        if due is None:
            return
        view = self._look(lambda reader: game_view(reader, due.game_id, self._me.id))
        if not view.is_your_turn or view.turn_number != due.number:
            return
        dice = self._chance.random()
        if view.draw_offered_to_you:
            self._asking.draw(due.game_id, due.number, self._chance.choice(("accept", "decline")))
        elif view.turn_number > self._house.manners.long and dice < 0.2:
            self._asking.resign(due.game_id, due.number)
        elif dice < 0.04 and view.may_offer_draw:
            self._asking.draw(due.game_id, due.number, "offer")
        elif dice < 0.06 and view.draw_offered_by_you:
            self._asking.draw(due.game_id, due.number, "withdraw")
        elif dice < 0.1:
            self._asking.say(due.game_id, view.version)
        else:
            self._make_turn(due, view)

    def _make_turn(self, due: Due, view: GameView) -> None:
        rules = self._house.rules(view.ruleset)
        assert view.you is not None
        order = Order(Act.TURN, "web", self._me.id, some_turn(rules, view.position, view.you, self._chance))
        letter = None
        if random.Random(f"{due} {self._me.id}").random() < self._me.likes_mail and self._house.manners.has_mail:
            letter = self._house.far_end.find(self._letter_about(due))
            begun = self._waits.setdefault(due, time.monotonic())
            if letter is None and time.monotonic() - begun < _LETTER_IS_SLOW:
                return
        self._sent[due] = time.monotonic()
        self._asking.turn(order, due.game_id, due.number, letter)

    def _find_due(self) -> Due | None:
        found = self._look(self._due_games)
        self._chance.shuffle(found)
        for due in found:
            if due.is_slept_through(self._house.manners.sleeps_in):
                self._asleep.add(due.game_id)
            if due.game_id in self._asleep or time.monotonic() - self._sent.get(due, -_MAIL_IS_SLOW) < _MAIL_IS_SLOW:
                continue
            return due
        return None

    def _look(self, ask: Callable[[Reader], T]) -> T:
        with self._house.workshop.look() as reader:
            return ask(reader)

    def _due_games(self, reader: Reader) -> list[Due]:
        mine = (_SEAT.c.player_id == self._me.id) & _SEAT.c.since.is_not(None)
        if self._house.manners.is_tardy:
            mine &= _SEAT.c.due_at <= reader.now
        found = select(_GAME.c.id, _GAME.c.turn_number).join(_SEAT, _SEAT.c.game_id == _GAME.c.id).where(mine)
        return [Due(*row) for row in reader.connection.execute(found)]

    def _running_games(self, reader: Reader) -> int:
        mine = (_SEAT.c.player_id == self._me.id) & (_GAME.c.state == "running")
        found = select(_GAME.c.id).join(_SEAT, _SEAT.c.game_id == _GAME.c.id).where(mine)
        return len(reader.connection.execute(found).all())

    def _open_challenges(self, reader: Reader) -> list[str]:
        mine = (_CHALLENGE.c.opponent_id == self._me.id) & (_CHALLENGE.c.state == "open")
        return list(reader.connection.execute(select(_CHALLENGE.c.id).where(mine)).scalars())

    def _letter_about(self, due: Due) -> str:
        """The Message-ID of the letter that asks for a turn; empty if it is not sent yet."""
        asks = (_LETTER.c.game_id == due.game_id) & (_LETTER.c.turn_number == due.number)
        mine = asks & (_LETTER.c.player_id == self._me.id) & (_LETTER.c.kind == "your-turn")
        found = self._look(lambda reader: reader.connection.execute(select(_LETTER.c.message_id).where(mine)).scalar())
        return str(found or "")


def some_turn(rules: AnyRules, position: str, seat: Seat, chance: random.Random) -> str:
    """A legal turn."""
    draft = rules.begin(rules.parse_position(position), seat)
    while rules.progress(draft) is not Progress.COMPLETE:
        if rules.progress(draft) is Progress.MAY_STOP and chance.random() < 1 / 4:
            break
        draft = rules.read(draft, chance.choice(rules.listing(draft, 5).actions))
    return rules.write(draft.made)
