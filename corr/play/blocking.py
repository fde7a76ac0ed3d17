"""What a player wants of another one: nothing more, no words, or all of it again; and what follows from that."""

from sqlalchemy import Integer, bindparam, select, update

from corr.base.uow import UnitOfWork
from corr.game.game_row import ALL_READ, SEAT, change_games
from corr.play.challenges import decline_challenge, withdraw_challenge
from corr.play.proposals import CHALLENGE, IS_OPEN, IS_TO_PLAYER
from corr.players.blocks import block, unblock
from corr.store.tables.moderation import BlockKind

_TO_PLAYER = select(CHALLENGE.c.id).where(IS_OPEN, IS_TO_PLAYER)
_THEIRS = SEAT.alias("theirs")
_READ = (
    update(SEAT)
    .where(
        SEAT.c.player_id == bindparam("of_player", type_=Integer),
        SEAT.c.unread_message.is_not(None),
        SEAT.c.game_id.in_(
            select(_THEIRS.c.game_id).where(_THEIRS.c.player_id == bindparam("of_other", type_=Integer))
        ),
    )
    .values(**ALL_READ)
)


def block_player(uow: UnitOfWork, player_id: int, other_id: int) -> None:
    """
    Block somebody. Their open challenges are declined and one's own to them withdrawn, as could happen at any time;
    games that are running go on.
    """
    block(uow, player_id, other_id, BlockKind.BLOCK)
    _forget_news(uow, player_id, other_id)
    for mine, theirs, settle in ((player_id, other_id, decline_challenge), (other_id, player_id, withdraw_challenge)):
        asked = {"now": uow.now, "player": mine}
        between = _TO_PLAYER.where(CHALLENGE.c.challenger_id == theirs)
        for challenge_id in uow.connection.execute(between, asked).scalars().all():
            settle(uow, challenge_id, player_id)


def mute_player(uow: UnitOfWork, player_id: int, other_id: int) -> None:
    """Mute somebody everywhere: their words are shown and sent no more, and all else goes on."""
    block(uow, player_id, other_id, BlockKind.MUTE)
    _forget_news(uow, player_id, other_id)


def mute_in_game(uow: UnitOfWork, player_id: int, other_id: int, game_id: str) -> None:
    """Mute somebody in one game; it takes the place of a wish that holds everywhere."""
    unblock(uow, player_id, other_id)
    block(uow, player_id, other_id, BlockKind.MUTE, game_id=game_id)
    _forget_news(uow, player_id, other_id)


def _forget_news(uow: UnitOfWork, player_id: int, other_id: int) -> None:
    """Words that are not shown any more do not wait to be read."""
    change_games(uow, _READ, {"of_player": player_id, "of_other": other_id})
