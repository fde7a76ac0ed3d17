"""Letting the clocks of games stand still in the middle of their turns, and letting them go on with what was left."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from corr.base.uow import UnitOfWork
from corr.clocks.seat_clocks import ClockColumns, Habits, begun, habits_of, halted, reworked, set_all_clocks, stopped
from corr.game.game_row import Standing
from corr.games.seats import Seat


def halt_clocks(uow: UnitOfWork, standings: Collection[Standing]) -> None:
    """Let all clocks of games, which are locked, stand, with what is left now in the bank."""
    habits = _habits(uow, standings)
    clocks: dict[str, dict[int, ClockColumns]] = {
        standing.id: {
            seated.seat: halted(standing.terms, seated, habits[seated.player_id], now=uow.now)
            for seated in standing.seats
        }
        for standing in standings
    }
    set_all_clocks(uow, clocks)


def resume_clocks(uow: UnitOfWork, standings: Collection[Standing]) -> None:
    """Let those clocks go on that `halt_clocks` stopped in the middle of a turn."""
    habits = _habits(uow, standings)
    clocks = {
        standing.id: _resumed(uow, standing, frozenset(seat.seat for seat in standing.seats if seat.is_due), habits)
        for standing in standings
    }
    set_all_clocks(uow, clocks)


def resume_clocks_of(uow: UnitOfWork, standing: Standing, due: frozenset[Seat]) -> None:
    """Let the clocks of those who are *due* go on, with the rest days that their turns began with."""
    set_all_clocks(uow, {standing.id: _resumed(uow, standing, due, _habits(uow, [standing]))})


def _resumed(
    uow: UnitOfWork, standing: Standing, due: frozenset[Seat], habits: Mapping[int, Habits]
) -> dict[int, ClockColumns]:
    terms = standing.terms
    clocks: dict[int, ClockColumns] = {}
    for seated in standing.seats:
        mine = habits[seated.player_id]
        if seated.seat not in due:
            clocks[seated.seat] = stopped(seated.bank_ms)
        elif seated.since is None:
            clocks[seated.seat] = begun(terms, mine, seated.bank_ms, uow.now)
        else:
            again = replace(seated, since=uow.now, due_at=None if terms.pace.is_untimed else uow.now)
            clocks[seated.seat] = reworked(terms, again, mine, now=uow.now)
    return clocks


def _habits(uow: UnitOfWork, standings: Collection[Standing]) -> Mapping[int, Habits]:
    seats = [seated for standing in standings for seated in standing.seats]
    if not seats:
        return {}
    since = min([uow.now, *(seated.since for seated in seats if seated.since is not None)])
    return habits_of(uow, {seated.player_id for seated in seats}, since=since)
