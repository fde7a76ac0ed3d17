"""
Rematches: a finished game once more on the same terms, with the seats swapped.

One player asks, and the other accepts, by asking as well or like any challenge. Of a game there is one rematch at most,
so whoever asks twice has asked once.
"""

from dataclasses import dataclass, field

from corr.base.uow import UnitOfWork
from corr.errors import ConflictError
from corr.game.game_row import get_game_row_locked
from corr.games.seats import other
from corr.play.challenges import Receiver, accept_proposal, check_room, expire, propose
from corr.play.proposals import CHALLENGE, Proposal, find_proposal, rematch_of
from corr.play.proposed_terms import lock_proposer
from corr.players.profiles import PlayerView
from corr.store.tables.games import ChallengeState


@dataclass(frozen=True, slots=True)
class AskRematch:
    """A wish for a rematch."""

    game_id: str
    player_id: int
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same wish, even after it was declined."""


@dataclass(frozen=True, slots=True)
class RematchReceipt:
    """What became of the wish for a rematch."""

    opponent: str
    challenge_id: str
    game_id: str | None
    """The game, if it has begun."""
    is_repeated: bool
    """Whether nothing was changed, since it had been asked for before."""


def ask_rematch(uow: UnitOfWork, order: AskRematch) -> RematchReceipt:
    """
    Ask for a rematch, or accept the one that the opponent asked for, which starts the game.

    :raises NotAllowedError: the player does not play that game.
    :raises ConflictError: the game is still running.
    :raises InputError: the opponent takes no challenges of this player.
    """
    # The game's lock makes one of two wishes at once the first.
    game = get_game_row_locked(uow, order.game_id)
    mine = game.get_seat(order.player_id)
    opponent = game.seats[other(mine.seat)]
    if not game.is_over:
        raise ConflictError("This game is still running: you can ask for a rematch when it is over.")
    asked = _find_standing(uow, order)
    if asked is not None:
        return _answered(uow, asked, order.player_id, opponent.name)
    lock_proposer(uow, order.player_id)
    check_room(uow, order.player_id)
    to = Receiver(PlayerView(opponent.player_id, opponent.name))
    again = rematch_of(game, order.player_id)
    more = {"is_private": again.is_private, "message": "", "rematch_of": game.id, "order_key": order.order_key}
    receipt = propose(uow, order.player_id, to, again.cells | more)
    return RematchReceipt(opponent.name, receipt.id, None, is_repeated=False)


def _find_standing(uow: UnitOfWork, order: AskRematch) -> Proposal | None:
    """The rematch of the game that is open or accepted, or that this very order asked for."""
    of_game = CHALLENGE.c.rematch_of == order.game_id
    if order.order_key is not None:
        mine = (CHALLENGE.c.challenger_id == order.player_id) & (CHALLENGE.c.order_key == order.order_key)
        earlier = find_proposal(uow, of_game & mine)
        if earlier is not None:
            return earlier
    stands = CHALLENGE.c.state.in_([ChallengeState.OPEN.value, ChallengeState.ACCEPTED.value])
    found = find_proposal(uow, of_game & stands, is_locked=True)
    if found is None or found.state_at(uow.now) is not ChallengeState.EXPIRED:
        return found
    expire(uow, found)
    return None


def _answered(uow: UnitOfWork, asked: Proposal, player_id: int, opponent: str) -> RematchReceipt:
    is_to_accept = asked.challenger_id != player_id and asked.state is ChallengeState.OPEN
    game_id = accept_proposal(uow, asked, player_id) if is_to_accept else asked.game_id
    return RematchReceipt(opponent, asked.id, game_id, is_repeated=not is_to_accept)
