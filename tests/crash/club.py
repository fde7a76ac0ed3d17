"""What players do about the league beside their turns: they join, one withdraws, and an organiser sets results."""

import random
from dataclasses import dataclass

from sqlalchemy import Select, and_, func, select

from corr.base.uow import Reader, Workshop
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.leagues import Entry, Pairing, Season
from tests.crash.asking import Asking
from tests.crash.house import House, Member
from tests.crash.league import LEAGUE

_SEASON, _ENTRY, _GAME, _PAIRING = table(Season), table(Entry), table(Game), table(Pairing)
_MOST_RULINGS = 3
_RESULTS = ("first", "second", "draw", "none", "first-forfeit")
_LATEST: Select[tuple[int, int, str]] = (
    select(_SEASON.c.id, _SEASON.c.number, _SEASON.c.state)
    .where(_SEASON.c.league_id == LEAGUE)
    .order_by(_SEASON.c.number.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player who looks in at the league."""

    house: House
    me: Member
    asking: Asking
    chance: random.Random

    def visit(self) -> None:
        """Do what is to be done in the latest season, if anything."""
        with self._workshop.look() as reader:
            season = reader.connection.execute(_LATEST).first()
            if season is None:
                return
            state = self._state(reader, season.id)
            game_id = self._find_over(reader, season.id) if self._is_organiser else None
        path = f"/leagues/{LEAGUE}/{season.number}"
        if self._is_organiser:
            if season.state == "running" and game_id is not None:
                self.asking.rule(path, game_id, self.chance.choice(_RESULTS))
        elif season.state == "sign-up" and state is None:
            self.asking.join(path)
        elif season.state == "running" and state == "playing" and self._withdraws:
            self.asking.withdraw(path)

    @property
    def _workshop(self) -> Workshop:
        return self.house.workshop

    @property
    def _is_organiser(self) -> bool:
        return self.me == self.house.members[0]

    @property
    def _withdraws(self) -> bool:
        """Whether the player does not play to the end: one, where enough are left."""
        return self.me == self.house.members[1] and len(self.house.members) > len(_RESULTS)

    def _state(self, reader: Reader, season_id: int) -> str | None:
        mine = select(_ENTRY.c.state).where(_ENTRY.c.season_id == season_id, _ENTRY.c.player_id == self.me.id)
        return reader.connection.execute(mine).scalar()

    def _find_over(self, reader: Reader, season_id: int) -> str | None:
        """A game that is over and whose result nobody set; None if enough were set."""
        here = _PAIRING.c.season_id == season_id
        ruled = select(func.count()).where(here, _PAIRING.c.ruled_by.is_not(None))
        if reader.connection.execute(ruled).scalar_one() >= _MOST_RULINGS:
            return None
        joined = select(_GAME.c.id).join(_PAIRING, _PAIRING.c.game_id == _GAME.c.id)
        over = joined.where(and_(here, _PAIRING.c.ruling.is_(None), _GAME.c.state == "over")).order_by(_GAME.c.id)
        return reader.connection.execute(over.limit(1)).scalar()
