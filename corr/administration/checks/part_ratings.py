"""Whether ratings are what the games lead to."""

from collections.abc import Iterator

from sqlalchemy import select

from corr.administration.part_findings import Finding
from corr.base.uow import Reader
from corr.game.game_row import PLAYER
from corr.ratings.recount import compare

_MOST = 20
"""How many players are named."""
_ADVICE = "Work it out anew with: corr ratings recompute"


def check_ratings(reader: Reader) -> Iterator[Finding]:
    """Ratings that differ from those worked out from the very first game; those that are not counted yet are none."""
    differing = compare(reader).differing
    wanted = sorted({player for _, player in differing[:_MOST]})
    named = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(wanted))
    names = {row.id: row.name for row in reader.connection.execute(named)}
    for batch, player in differing[:_MOST]:
        who = names.get(player, f"player {player}")
        yield Finding(
            None, f"The rating of {who} in {batch.game} on {batch.day} is not what the games lead to.", _ADVICE
        )
    if len(differing) > _MOST:
        yield Finding(None, f"{len(differing) - _MOST:,} more ratings are not what the games lead to.", _ADVICE)
