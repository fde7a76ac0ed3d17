"""Checks of what belongs to no single game: references from row to row, players' leaves, outages and ratings."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import Column, ForeignKey, Row, Select, Table, select

from corr.administration.cases import RESTORE, Finding
from corr.base.uow import Reader, Workshop
from corr.clocks.seat_clocks import LEAVE
from corr.core.days_off import TakenLeave, balance
from corr.game.game_row import PLAYER
from corr.ratings.recount import compare
from corr.store.base import Row as Rows
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import Challenge, ChallengeState

_MOST = 20
"""How many wrong ratings are named one by one."""
_ADVICE = "Work it out anew with: corr ratings recompute"
_AT_ONCE = 20_000
"""How many rows are checked in one transaction."""
_SETTLE_WITHIN = timedelta(hours=1)
_OUTAGE, _CHALLENGE = table(Outage), table(Challenge)
_LEAVES = (
    select(LEAVE, PLAYER.c.created_at.label("joined_at"), PLAYER.c.name)
    .join(PLAYER, PLAYER.c.id == LEAVE.c.player_id)
    .order_by(LEAVE.c.player_id, LEAVE.c.booked_at, LEAVE.c.id)
)


def check_ratings(reader: Reader) -> Iterator[Finding]:
    """Ratings that differ from those worked out from the first game on; games not counted yet make no finding."""
    comparison = compare(reader)
    for each in comparison.waiting:
        yield Finding(None, each.words, _ADVICE)
    differing = comparison.differing
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


def check_references(workshop: Workshop) -> Iterator[Finding]:
    """Rows that refer to others that are not there."""
    for rows in Rows.metadata.sorted_tables:
        references = [key for column in rows.columns for key in column.foreign_keys]
        if references:
            yield from _check_table(workshop, rows, references)


def check_players(reader: Reader) -> Iterator[Finding]:
    """Leaves that end before they begin, or take more days than there were."""
    for _, found in groupby(reader.connection.execute(_LEAVES), key=lambda row: row.player_id):
        yield from _check_leaves(tuple(found))


def check_service(reader: Reader) -> Iterator[Finding]:
    """Outages that are wrong or were never credited, and accepted challenges without a game."""
    outages = reader.connection.execute(select(_OUTAGE).order_by(_OUTAGE.c.began_at)).all()
    if sum(outage.ended_at is None for outage in outages) > 1:
        yield Finding(None, "More than one outage lasts at the same time.", RESTORE)
    for outage in outages:
        yield from _check_outage(outage, reader)
    accepted = _CHALLENGE.c.state == ChallengeState.ACCEPTED.value
    lost = select(_CHALLENGE.c.id).where(accepted, _CHALLENGE.c.game_id.is_(None))
    for (challenge_id,) in reader.connection.execute(lost):
        yield Finding(None, f"The challenge {challenge_id} was accepted, and yet has no game.", RESTORE)


def _check_table(workshop: Workshop, rows: Table, references: Sequence[ForeignKey]) -> Iterator[Finding]:
    """One table, a part of its rows at a time."""
    first: Column[Any] = next(iter(rows.primary_key.columns))
    after = None
    while True:
        with workshop.look() as reader:
            part: list[Any] = [] if after is None else [first > after]
            ends = reader.connection.execute(
                select(first).where(*part).order_by(first).offset(_AT_ONCE).limit(1)
            ).scalar()
            if ends is not None:
                part.append(first <= ends)
            for key in references:
                yield from _check_reference(reader, key, part)
        if ends is None:
            return
        after = ends


def _check_reference(reader: Reader, key: ForeignKey, part: Sequence[Any]) -> Iterator[Finding]:
    name = key.parent.table.name
    for row in reader.connection.execute(_lost(key).where(*part)):
        which = "/".join(str(value) for value in row)
        yield Finding(
            None,
            f"{name} {which}: its {key.parent.name} refers to a {key.column.table.name} that is not there.",
            RESTORE,
        )


@cache
def _lost(key: ForeignKey) -> Select[*tuple[Any, ...]]:
    """The query for rows whose reference leads nowhere; cached, since building it takes longer than running it."""
    rows, target = key.parent.table, key.column.table.alias("target")
    found = target.c[key.column.name]
    return (
        select(*rows.primary_key.columns)
        .select_from(rows.outerjoin(target, found == key.parent))
        .where(key.parent.is_not(None), found.is_(None))
        .limit(100)
    )


def _check_leaves(leaves: Sequence[Row[Any]]) -> Iterator[Finding]:
    taken: list[TakenLeave] = []
    for leave in leaves:
        which = f"Leave {leave.id} of {leave.name}"
        if leave.ends_at < leave.begins_at or leave.days < 0:
            yield Finding(None, f"{which} ends before it begins.", RESTORE)
        elif leave.days > balance(leave.joined_at, taken, leave.booked_at):
            yield Finding(None, f"{which} has more days than there were to take.", RESTORE)
        taken.append(TakenLeave(leave.booked_at, leave.days))


def _check_outage(outage: Row[Any], reader: Reader) -> Iterator[Finding]:
    which = f"The outage of {outage.began_at:%Y-%m-%d %H:%M} UTC"
    if outage.ended_at is None:
        if outage.settled_at is not None:
            yield Finding(None, f"{which} is settled before it has ended.", RESTORE)
        return
    if outage.ended_at < outage.began_at:
        yield Finding(None, f"{which} ends before it begins.", RESTORE)
    elif outage.settled_at is None and reader.now > outage.ended_at + _SETTLE_WITHIN:
        yield Finding(
            None, f"{which} was never credited, so no deadline is enforced.", "Look whether jobs run: corr jobs."
        )
