"""What an organiser changes about the divisions of a season before it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import bindparam, update

from corr.base.uow import UnitOfWork
from corr.errors import InputError
from corr.leagues.acting import check_in_sign_up, find_repeated, note_act
from corr.leagues.journal import LeagueAct
from corr.leagues.rows import (
    ENTRY,
    SeasonRow,
    check_organiser,
    check_version,
    entries_of,
    get_season,
    get_season_locked,
    show_season_anew,
)
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.seasons.division_plans import PlannedPlayer, SeasonPlan, moves_between, plan_of

_PLAN = (
    update(ENTRY)
    .where(ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.id == bindparam("of_entry"))
    .values(planned_tier=bindparam("tier"))
)


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """An organiser moves players to other divisions before the start."""

    by_player_id: int
    season_id: int
    version: int
    """The version of the season that the organiser saw."""
    tiers: Mapping[int, int | None]
    """The divisions by the ids of entries; None to let the seeding decide again."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ResetPlan:
    """An organiser lets the seeding decide again about everybody."""

    by_player_id: int
    season_id: int
    version: int
    order_key: str | None = field(default=None, repr=False)


def change_plan(uow: UnitOfWork, order: ChangePlan) -> SeasonPlan:
    """
    Move players to other divisions before the season begins; gives the plan as it is then.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player does not run its league.
    :raises ConflictError: it has begun, or somebody has changed it meanwhile.
    :raises InputError: there is no such player or division, or a division would become too small or too large.
    """
    season = _locked(uow, order)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return plan_of(uow, season)
    check_version(season.version, order.version)
    before = plan_of(uow, season)
    known = {player.entry_id: player for division in before.divisions for player in division.players}
    for entry_id, tier in order.tiers.items():
        _check_wish(entry_id, tier, known, len(before.divisions))
    rows = [{"of_season": season.id, "of_entry": entry_id, "tier": tier} for entry_id, tier in order.tiers.items()]
    if rows:
        uow.connection.execute(_PLAN, rows)
    after = plan_of(uow, season)
    _check_kept(after, order.tiers)
    moves = moves_between(before, after)
    if moves or rows:
        note_act(
            uow,
            season,
            LeagueAct.PLANNED,
            facts={"moves": [list(move) for move in moves]},
            by_player_id=order.by_player_id,
            order_key=order.order_key,
        )
        show_season_anew(uow, season.id)
    return plan_of(uow, get_season(uow, season.id))


def reset_plan(uow: UnitOfWork, order: ResetPlan) -> SeasonPlan:
    """
    Let the seeding decide again about everybody; gives the plan as it is then.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player does not run its league.
    :raises ConflictError: it has begun, or somebody has changed it meanwhile.
    """
    season = get_season(uow, order.season_id)
    by_hand: dict[int, int | None] = {
        entry.id: None for entry in entries_of(uow, season.id) if entry.planned_tier is not None
    }
    wish = ChangePlan(order.by_player_id, order.season_id, order.version, by_hand, order.order_key)
    return change_plan(uow, wish)


def _locked(uow: UnitOfWork, order: ChangePlan) -> SeasonRow:
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    check_in_sign_up(season)
    return season


def _check_wish(entry_id: int, tier: int | None, known: Mapping[int, PlannedPlayer], divisions: int) -> None:
    if entry_id not in known:
        raise InputError("One of these players is not in the season any more. Look at it as it is.", field="players")
    if tier is not None and not 1 <= tier <= divisions + 1:
        raise InputError(
            f"{known[entry_id].name} cannot be in division {tier}: there are {divisions}, and one more may be made.",
            field="tier",
        )


def _check_kept(after: SeasonPlan, wishes: Mapping[int, int | None]) -> None:
    tiers = {player.entry_id: division.tier for division in after.divisions for player in division.players}
    names = {player.entry_id: player.name for division in after.divisions for player in division.players}
    for entry_id, tier in wishes.items():
        if tier is not None and tiers.get(entry_id) != tier:
            raise InputError(
                f"{names.get(entry_id, 'A player')} cannot be put in division {tier}: a division has "
                f"{SMALLEST_DIVISION} to 20 players. Move others as well, or fewer.",
                field="tier",
            )
