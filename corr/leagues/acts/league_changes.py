"""What organisers change about a league as a whole: its name and description, and whether it is open to seasons."""

from dataclasses import dataclass, field
from typing import Self

from sqlalchemy import bindparam, select, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError
from corr.leagues.acts.organiser_act import ActForm, ActOnLeague, ActQuestion, ActRequest, ActTarget, Done, FormField
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import tell_of_league
from corr.leagues.rows import LEAGUE, SEASON, LeagueRow, get_league
from corr.leagues.seasons.league_founding import LONGEST_DESCRIPTION, check_name_free, read_description
from corr.players.names import read_league_name
from corr.states import SeasonState

_CHANGE = update(LEAGUE).where(LEAGUE.c.id == bindparam("league")).values(version=LEAGUE.c.version + 1)
# Pages of seasons show the league's name.
_SHOW_ALL_ANEW = update(SEASON).where(SEASON.c.league_id == bindparam("league")).values(version=SEASON.c.version + 1)
_NOT_OVER = select(SEASON.c.number).where(
    SEASON.c.league_id == bindparam("league"),
    SEASON.c.state.in_([SeasonState.SIGN_UP.value, SeasonState.RUNNING.value]),
)


@dataclass(frozen=True, slots=True)
class ChangeLeague(ActOnLeague):
    """An organiser renames a league, or describes it anew."""

    name: str
    description: str = field(repr=False)

    kind = LeagueAct.CHANGED
    tool = ("Name and description", "What strangers read first.")
    is_versioned = True
    is_confirmed = False
    typed_fields = (("name", 200), ("description", LONGEST_DESCRIPTION * 2))
    long_fields = frozenset({"description"})
    _words = "The league says this about itself from now on."

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.league_id, target.word("name"), target.word("description"))

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        league = get_league(reader, target.league_id)
        said = (
            "Everyone can see both. Changes are recorded in the journal; no mail is sent. "
            "The league’s address does not change."
        )
        fields = (
            FormField("name", "Name", value=league.name),
            FormField(
                "description",
                "Description",
                value=league.description,
                longest=LONGEST_DESCRIPTION,
                is_long=True,
            ),
        )
        return ActForm("Name and description", Sentence.of(said), fields, version=league.version)

    def judge(self, _reader: Reader, league: LeagueRow) -> str:
        is_same = (
            read_league_name(self.name).name == league.name and read_description(self.description) == league.description
        )
        return self._words if is_same else ""

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        name, description = read_league_name(self.name), read_description(self.description)
        check_name_free(uow, name, besides=league.id)
        # Before the league, to prevent deadlocks: a transaction that has locked a season may wait for the league's key.
        uow.connection.execute(_SHOW_ALL_ANEW, {"league": league.id})
        _change(uow, league, name=name.name, name_key=name.look_key, description=description)
        is_renamed = name.name != league.name
        said = f"It is called {name.name} from now on." if is_renamed else "It has another description."
        tell_of_league(uow, league.id, request.by_player_id, title="The league was changed", said=said)
        facts = {"name": name.name, "was": league.name, "is_described_anew": description != league.description}
        return Done(self._words, facts)


class CloseLeague(ActOnLeague):
    """An organiser closes a league to further seasons; its organisers and players are told."""

    kind = LeagueAct.CLOSED
    tool = ("Close the league", "No more seasons.")
    is_danger = True

    @classmethod
    def is_possible(cls, reader: Reader, target: ActTarget) -> bool:
        return super().is_possible(reader, target) and _find_open_season(reader, target.league_id) is None

    def judge(self, _reader: Reader, league: LeagueRow) -> str:
        return "The league is closed." if league.closed_at is not None else ""

    def question(self, _reader: Reader, league: LeagueRow, _by_player_id: int) -> ActQuestion:
        if league.closed_at is not None:
            raise ConflictError("The league is closed already.")
        said = (
            "There are no more seasons of this league, and nobody can join it. Its pages and tables stay as they are.",
            "It is recorded in the journal; no mail is sent. You can open the league again at any time.",
        )
        return ActQuestion("Close this league?", "Close the league", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        number = _find_open_season(uow, league.id)
        if number is not None:
            raise ConflictError(
                f"Season {number} is not over yet. Let it end, or call it off, before you close the league."
            )
        _change(uow, league, closed_at=uow.now)
        said = "An organiser has closed the league: there are no more seasons of it. Its tables stay where they are."
        title, by = "The league is closed", request.by_player_id
        tell_of_league(uow, league.id, by, title=title, said=said, are_members_told=True)
        return Done("The league is closed.", {})


class ReopenLeague(ActOnLeague):
    """An organiser opens a closed league to seasons again."""

    kind = LeagueAct.REOPENED
    tool = ("Open the league again", "So that there can be seasons.")
    _words = "The league is open again. You can open its next season now."

    def judge(self, _reader: Reader, league: LeagueRow) -> str:
        return self._words if league.closed_at is None else ""

    def question(self, _reader: Reader, league: LeagueRow, _by_player_id: int) -> ActQuestion:
        if league.closed_at is None:
            raise ConflictError("The league is open.")
        said = Sentence.of("There can be seasons again. It is recorded in the journal; no mail is sent.")
        return ActQuestion("Open this league again?", "Open the league", (said,))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        _change(uow, league, closed_at=None)
        said = "An organiser has opened the league again: there may be further seasons of it."
        tell_of_league(uow, league.id, request.by_player_id, title="The league is open again", said=said)
        return Done(self._words, {})


def _find_open_season(reader: Reader, league_id: str) -> int | None:
    """The number of a season that is not over; None without one."""
    number: int | None = reader.connection.execute(_NOT_OVER, {"league": league_id}).scalar()
    return number


def _change(uow: UnitOfWork, league: LeagueRow, **values: object) -> None:
    uow.connection.execute(_CHANGE.values(**values), {"league": league.id})
