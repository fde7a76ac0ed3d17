"""Games ended by their players: resignations, and draws offered and agreed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError
from corr.game.game_row import GAME, TURN, UPDATE_SEAT, GameRow, Seated, change_games, get_game_row_locked
from corr.game.history import Happening, record_event
from corr.game.refusals import GameOverError, check_running
from corr.game.views import ActReceipt
from corr.game.words import AGREEMENT, RESIGNATION, EventKind, outcome_words
from corr.games.api import AnyRules
from corr.games.seats import Seat, other
from corr.play.lifecycle import Ending, end_game
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState

_EVENT = table(GameEvent)
_OFFER = (
    update(GAME)
    .where(GAME.c.id == bindparam("of_game"), GAME.c.state == GameState.RUNNING.value)
    .values(draw_offer=bindparam("by"), version=GAME.c.version + 1, changed_at=bindparam("at"))
)
# The version of the game that an offer makes tells it from all others in that game.
_NEW_OFFER = _OFFER.values(draw_offer_id=GAME.c.version + 1)
_OFFERED = UPDATE_SEAT.values(offered_at_turn=bindparam("turns"))
_OWN_TURNS = select(func.count()).where(TURN.c.game_id == bindparam("game"), TURN.c.seat == bindparam("seat"))
_LAST_EVENT = (
    select(_EVENT.c.kind, _EVENT.c.seat)
    .where(_EVENT.c.game_id == bindparam("game"))
    .order_by(_EVENT.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class _Act:
    """What every act begins with: the locked game and who acts."""

    game_row: GameRow
    rules: AnyRules
    me: Seated
    door: str
    at: datetime

    @property
    def other(self) -> Seated:
        return self.game_row.seats[other(self.me.seat)]

    @property
    def other_title(self) -> str:
        return self.rules.info.seats[self.other.seat]

    def receipt(self, sentence: str, *, repeated: bool = False) -> ActReceipt:
        return ActReceipt(self.game_row.id, sentence, repeated)

    def over_receipt(self, winner: Seat | None, reason: str, *, repeated: bool = False) -> ActReceipt:
        return self.receipt(outcome_words(self.rules.info, winner, reason), repeated=repeated)

    def check_running(self, uow: UnitOfWork) -> None:
        if self.game_row.is_over:
            ended = outcome_words(self.rules.info, self.game_row.winner, self.game_row.reason)
            raise GameOverError(f"The game is over already. {ended}")
        check_running(uow, self.game_row, self.at)


def resign(
    uow: UnitOfWork, game_id: str, player_id: int, door: str, *, received_at: datetime | None = None
) -> ActReceipt:
    """Give the game up; the other player wins."""
    act = _begin(uow, game_id, player_id, door, received_at=received_at)
    winner = act.other.seat
    if act.game_row.is_over and (act.game_row.reason, act.game_row.winner) == (RESIGNATION, winner):
        return act.over_receipt(winner, RESIGNATION, repeated=True)
    act.check_running(uow)
    end_game(uow, act.game_row, Ending(winner, RESIGNATION, EventKind.RESIGNED, act.me.seat, door), [act.other])
    return act.over_receipt(winner, RESIGNATION)


def offer_draw(
    uow: UnitOfWork, game_id: str, player_id: int, door: str, *, received_at: datetime | None = None
) -> ActReceipt:
    """
    Offer a draw, which stands until it is answered or withdrawn, or until the other player's next turn.

    If the other player has offered one, perhaps at the same time, that one is to be answered.

    :raises ConflictError: this player has offered one since their own last turn.
    """
    act = _begin(uow, game_id, player_id, door, received_at=received_at)
    act.check_running(uow)
    if act.game_row.draw_offer == act.me.seat:
        return act.receipt(f"Your draw offer stands; {act.other_title} has not answered it yet.", repeated=True)
    if act.game_row.draw_offer is not None:
        return act.receipt(f"{act.other_title} has offered a draw: you can accept or decline it.", repeated=True)
    turns = _own_turns(uow, act)
    if act.me.offered_at_turn == turns:
        raise ConflictError(
            "You have offered a draw since your last turn. You can offer one again after your next turn."
        )
    change_games(uow, _NEW_OFFER, {"of_game": game_id, "by": act.me.seat, "at": uow.now})
    change_games(uow, _OFFERED, {"of_game": game_id, "of_seat": act.me.seat, "turns": turns})
    _record(uow, act, EventKind.DRAW_OFFERED, NoticeKind.DRAW_OFFERED)
    return act.receipt(f"You have offered a draw. The offer stands until {act.other_title}’s next turn.")


def withdraw_draw(
    uow: UnitOfWork, game_id: str, player_id: int, door: str, *, received_at: datetime | None = None
) -> ActReceipt:
    """
    Withdraw one's own draw offer.

    :raises ConflictError: there is no such offer.
    """
    act = _begin(uow, game_id, player_id, door, received_at=received_at)
    act.check_running(uow)
    done = "You have taken your draw offer back."
    if act.game_row.draw_offer != act.me.seat:
        if _is_last_event(uow, act, EventKind.DRAW_WITHDRAWN):
            return act.receipt(done, repeated=True)
        raise ConflictError("You have no draw offer standing.")
    _end_offer(uow, act)
    _record(uow, act, EventKind.DRAW_WITHDRAWN, NoticeKind.DRAW_WITHDRAWN)
    return act.receipt(done)


def accept_draw(
    uow: UnitOfWork,
    game_id: str,
    player_id: int,
    door: str,
    *,
    received_at: datetime | None = None,
    seen_offer: int | None = None,
) -> ActReceipt:
    """
    Accept the other player's draw offer, which ends the game.

    :param seen_offer: the id of the offer that is meant; None for whichever stands.
    :raises ConflictError: there is no such offer.
    """
    act = _begin(uow, game_id, player_id, door, received_at=received_at)
    if act.game_row.is_over and act.game_row.reason == AGREEMENT:
        return act.over_receipt(None, AGREEMENT, repeated=True)
    act.check_running(uow)
    _check_offered(act, seen_offer)
    end_game(uow, act.game_row, Ending(None, AGREEMENT, EventKind.DRAW_AGREED, act.me.seat, door), [act.other])
    return act.over_receipt(None, AGREEMENT)


def decline_draw(
    uow: UnitOfWork,
    game_id: str,
    player_id: int,
    door: str,
    *,
    received_at: datetime | None = None,
    seen_offer: int | None = None,
) -> ActReceipt:
    """
    Decline the other player's draw offer.

    :param seen_offer: the id of the offer that is meant; None for whichever stands.
    :raises ConflictError: there is no such offer.
    """
    act = _begin(uow, game_id, player_id, door, received_at=received_at)
    act.check_running(uow)
    done = "You have declined the draw; the game goes on."
    if act.game_row.draw_offer != act.other.seat and _is_last_event(uow, act, EventKind.DRAW_DECLINED):
        return act.receipt(done, repeated=True)
    _check_offered(act, seen_offer)
    _end_offer(uow, act)
    _record(uow, act, EventKind.DRAW_DECLINED, NoticeKind.DRAW_DECLINED)
    return act.receipt(done)


def _begin(uow: UnitOfWork, game_id: str, player_id: int, door: str, *, received_at: datetime | None) -> _Act:
    game_row = get_game_row_locked(uow, game_id)
    at = uow.now if received_at is None else min(received_at, uow.now)
    return _Act(game_row, game_row.rules(uow), game_row.get_seat(player_id), door, at)


def _check_offered(act: _Act, seen_offer: int | None) -> None:
    if act.game_row.draw_offer != act.other.seat:
        raise ConflictError(f"{act.other_title} has no draw offer standing.")
    if seen_offer not in {None, act.game_row.draw_offer_id}:
        raise ConflictError(
            f"The draw offer that you answer is gone. {act.other_title} has made another one since: look at the board "
            "before you answer it."
        )


def _own_turns(uow: UnitOfWork, act: _Act) -> int:
    asked = {"game": act.game_row.id, "seat": act.me.seat}
    return int(uow.connection.execute(_OWN_TURNS, asked).scalar_one())


def _end_offer(uow: UnitOfWork, act: _Act) -> None:
    change_games(uow, _OFFER, {"of_game": act.game_row.id, "by": None, "at": uow.now})


def _record(uow: UnitOfWork, act: _Act, event: EventKind, notice: NoticeKind) -> None:
    record_event(uow, act.game_row.id, act.game_row.turn_number, Happening(event, act.me.seat, act.door))
    uow.tell(notices.about_draw(notice, act.game_row.id, act.game_row.turn_number, act.other.player_id))


def _is_last_event(uow: UnitOfWork, act: _Act, kind: EventKind) -> bool:
    row = uow.connection.execute(_LAST_EVENT, {"game": act.game_row.id}).first()
    return row is not None and tuple(row) == (kind.value, act.me.seat)
