"""Blocking: what becomes of challenges between two players when one of them blocks the other."""

from sqlalchemy import select

from corr.base.uow import UnitOfWork
from corr.play.challenges import decline_challenge, withdraw_challenge
from corr.play.proposals import CHALLENGE, IS_OPEN, IS_TO_PLAYER
from corr.players.blocks import block
from corr.store.tables.moderation import BlockKind

_TO_PLAYER = select(CHALLENGE.c.id).where(IS_OPEN, IS_TO_PLAYER)


def block_player(uow: UnitOfWork, player_id: int, other_id: int) -> None:
    """
    Block somebody. Their open challenges are declined and one's own to them withdrawn, as could happen at any time;
    games that are running go on.
    """
    block(uow, player_id, other_id, BlockKind.BLOCK)
    for mine, theirs, settle in ((player_id, other_id, decline_challenge), (other_id, player_id, withdraw_challenge)):
        asked = {"now": uow.now, "player": mine}
        between = _TO_PLAYER.where(CHALLENGE.c.challenger_id == theirs)
        for challenge_id in uow.connection.execute(between, asked).scalars().all():
            settle(uow, challenge_id, player_id)
