"""What changes of the course of a season have in common: everybody in it is told of them, and some days before."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from corr.base.notices import Facts
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError
from corr.leagues.acting import check_season_runs, note_act
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.part_looking import look_at
from corr.leagues.rows import SeasonRow, show_season_anew

NOTICE = timedelta(days=7)
"""How long before it holds a change to the players' disadvantage is told."""


class Change(Protocol):
    """An organiser's order to change something."""

    @property
    def by_player_id(self) -> int:
        """The organiser."""

    @property
    def order_key(self) -> str | None:
        """The same key is the same order."""


def check_goes_on(season: SeasonRow) -> None:
    """
    Refuse what can be done only while the games go on.

    :raises ConflictError: the season does not run, or is paused.
    """
    check_season_runs(season)
    if season.paused_at is not None:
        raise ConflictError("The season is paused. Resume it first: its dates then move by the days of the pause.")


def everybody_told(reader: Reader, season: SeasonRow) -> Sentence:
    """Who gets a mail about a change."""
    players = counted(len(members_of(reader, season.id)), "player")
    return Sentence.of(f"{players} and the organisers get one mail each.")


def tell_everybody(
    uow: UnitOfWork, season: SeasonRow, act: LeagueAct, *, title: str, sentences: Sequence[Sentence]
) -> None:
    """Tell the players and the organisers of a season, which is locked, what was changed."""
    players = [*members_of(uow, season.id), *organiser_ids(uow, season.league_id)]
    tell_news(uow, season, players, occasion=f"{act.value}:{season.version + 1}", title=title, sentences=sentences)


def note_change(uow: UnitOfWork, season: SeasonRow, act: LeagueAct, order: Change, *, facts: Facts) -> None:
    """Write a change into the journal, draw the pages of the season anew, and let it be looked after at once."""
    note_act(uow, season, act, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, season.id)
    look_at(uow, season.id, uow.now)
