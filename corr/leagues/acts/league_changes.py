"""
What organisers change about a league as a whole: its name and description, whether it is open to seasons, and who runs
it: organisers are added and removed by organisers, and there is always one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy import bindparam, delete, func, insert, select, update

from corr.base.rate_limits import Limit, count
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotFoundError, TooManyError
from corr.leagues.acts.organiser_act import (
    ActForm,
    ActOnLeague,
    ActQuestion,
    ActRequest,
    ActTarget,
    Done,
    FormField,
)
from corr.leagues.journal import LeagueAct, name_of, read_player
from corr.leagues.league_news import organiser_ids, tell_news, tell_of_league
from corr.leagues.rows import (
    LEAGUE,
    ORGANISER,
    SEASON,
    LeagueRow,
    find_latest_season,
    get_league,
    is_organiser,
    organisers_of,
)
from corr.leagues.seasons.league_founding import LONGEST_DESCRIPTION, check_name_free, read_description
from corr.players.names import isolated, read_league_name
from corr.players.sanctions import Outreach, check_may_reach
from corr.states import SeasonState

_CHANGE = update(LEAGUE).where(LEAGUE.c.id == bindparam("league")).values(version=LEAGUE.c.version + 1)
# Pages of seasons show the league's name.
_SHOW_ALL_ANEW = update(SEASON).where(SEASON.c.league_id == bindparam("league")).values(version=SEASON.c.version + 1)
_NOT_OVER = select(SEASON.c.number).where(
    SEASON.c.league_id == bindparam("league"),
    SEASON.c.state.in_([SeasonState.SIGN_UP.value, SeasonState.RUNNING.value]),
)
MOST_ORGANISERS = 20
"""How many a league has at most, also one that is founded from a file."""
_DAY = timedelta(days=1)
_BY_ONE = Limit("organisers", 20, _DAY, "You have added organisers 20 times, the most for one day.")
_TO_ONE = Limit("entered", 10, _DAY, "This player was made an organiser 10 times today, which is enough.")
_LATEST = select(func.max(ORGANISER.c.since)).where(ORGANISER.c.league_id == bindparam("league"))
_REMOVE = delete(ORGANISER).where(
    ORGANISER.c.league_id == bindparam("of_league"), ORGANISER.c.player_id == bindparam("of_player")
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
            "Everyone can see both. Changes are recorded in the journal; the other organisers get a mail. "
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
        check_may_reach(uow, request.by_player_id, Outreach.LEAGUE_WORDS, "name")
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

    def judge(self, reader: Reader, league: LeagueRow) -> str:
        if league.closed_at is not None:
            return "The league is closed."
        number = reader.connection.execute(_NOT_OVER, {"league": league.id}).scalar()
        if number is not None:
            raise ConflictError(
                f"Season {number} is not over yet. Let it end, or call it off, before you close the league."
            )
        return ""

    def question(self, _reader: Reader, league: LeagueRow, _by_player_id: int) -> ActQuestion:
        if league.closed_at is not None:
            raise ConflictError("The league is closed already.")
        said = (
            "There are no more seasons of this league, and nobody can join it. Its pages and tables stay as they are.",
            "The players of its last season and the other organisers get one mail each.",
            "It is recorded in the journal. You can open the league again at any time.",
        )
        return ActQuestion("Close this league?", "Close the league", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
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
        said = Sentence.of("There can be seasons again. The journal records it, and the other organisers get a mail.")
        return ActQuestion("Open this league again?", "Open the league", (said,))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        _change(uow, league, closed_at=None)
        said = "An organiser has opened the league again: there may be further seasons of it."
        tell_of_league(uow, league.id, request.by_player_id, title="The league is open again", said=said)
        return Done(self._words, {})


@dataclass(frozen=True, slots=True)
class AddOrganiser(ActOnLeague):
    """An organiser adds another one; that player and the other organisers are told."""

    name: str
    """The player's."""

    kind = LeagueAct.ORGANISER_ADDED
    tool = ("Organisers", "Who may do all this.")
    typed_fields = (("name", 200),)

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.league_id, target.word("name"))

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        path, found = f"/leagues/{target.league_id}/organise/organisers", organisers_of(reader, target.league_id)
        said = (
            "Each of them can do everything on these pages. There is always at least one, and at most "
            f"{MOST_ORGANISERS}."
        )
        hint = Sentence.of("The name of a player. You are asked to confirm before anything changes.")
        people = tuple(
            (name, "you" if id_ == target.by_player_id else "", f"{path}/{id_}/remove" if len(found) > 1 else "")
            for id_, name in found
        )
        return ActForm("Organisers", Sentence.of(said), (FormField("name", "Add an organiser", hint),), people=people)

    def judge(self, reader: Reader, league: LeagueRow) -> str:
        new = read_player(reader, self.name, field="name")
        return (
            f"{new.name} runs this league already; nothing changed now."
            if is_organiser(reader, league.id, new.id)
            else ""
        )

    def question(self, reader: Reader, _league: LeagueRow, _by_player_id: int) -> ActQuestion:
        new = read_player(reader, self.name, field="name")
        said = (
            f"{isolated(new.name)} may then do everything on these pages, and add and remove organisers.",
            f"{isolated(new.name)} and the other organisers get a mail. You can take it back on the same page.",
        )
        return ActQuestion(f"Make {new.name} an organiser?", "Make an organiser", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        if len(organiser_ids(uow, league.id)) >= MOST_ORGANISERS:
            raise TooManyError(f"A league has at most {MOST_ORGANISERS} organisers. Remove one first.")
        new = read_player(uow, self.name, field="name")
        count(uow, {_BY_ONE: str(request.by_player_id), _TO_ONE: str(new.id)})
        row = {"league_id": league.id, "player_id": new.id, "since": _next(uow, league.id)}
        uow.connection.execute(insert(ORGANISER).values(**row))
        made = f"{name_of(uow, request.by_player_id)} made {{}} an organiser of this league."
        others, title = _others(uow, league, new.id), "An organiser was added"
        _tell(uow, league, others, [made.format(new.name)], about_id=new.id, title=title)
        own = [made.format("you"), "What organisers can do stands on its pages."]
        _tell(uow, league, [new.id], own, about_id=new.id, title="You run this league too")
        return Done(f"{new.name} runs this league too.", {"player": new.name})


@dataclass(frozen=True, slots=True)
class RemoveOrganiser(ActOnLeague):
    """An organiser removes another one, or themselves; that player and the other organisers are told."""

    player_id: int

    kind = LeagueAct.ORGANISER_REMOVED
    is_danger = True

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.league_id, target.player_id)

    def judge(self, reader: Reader, league: LeagueRow) -> str:
        is_gone = not is_organiser(reader, league.id, self.player_id)
        return "That player does not run this league; nothing changed now." if is_gone else ""

    def question(self, reader: Reader, league: LeagueRow, by_player_id: int) -> ActQuestion:
        name = dict(organisers_of(reader, league.id)).get(self.player_id)
        if name is None:
            raise NotFoundError("That player does not run this league.")
        who = isolated(name)
        said = f"{who} cannot do anything on these pages any more. {who} and the organisers get a mail."
        if self.player_id == by_player_id:
            said = "You cannot do anything on these pages any more. You and the other organisers get a mail."
        return ActQuestion(f"Take {name} from the organisers?", "Remove", (Sentence.of(said),))

    def perform(self, uow: UnitOfWork, league: LeagueRow, request: ActRequest) -> Done:
        if len(organiser_ids(uow, league.id)) == 1:
            raise ConflictError("A league has at least one organiser. Add another one first.")
        gone = name_of(uow, self.player_id)
        uow.connection.execute(_REMOVE, {"of_league": league.id, "of_player": self.player_id})
        done, own = f"{gone} does not run this league any more.", "You do not run this league any more"
        said, to_them = done, f"{own}."
        if self.player_id != request.by_player_id:
            took = f"{name_of(uow, request.by_player_id)} took {{}} from the organisers of this league."
            said, to_them = took.format(gone), took.format("you")
        others, title = _others(uow, league, self.player_id), "An organiser was removed"
        _tell(uow, league, others, [said], about_id=self.player_id, title=title)
        _tell(uow, league, [self.player_id], [to_them], about_id=self.player_id, title=own)
        return Done(done, {"player": gone})


def _change(uow: UnitOfWork, league: LeagueRow, **values: object) -> None:
    uow.connection.execute(_CHANGE.values(**values), {"league": league.id})


def _next(uow: UnitOfWork, league_id: str) -> datetime:
    """The moment from which the next organiser is one: after all others, so that they keep their order."""
    latest: datetime = uow.connection.execute(_LATEST, {"league": league_id}).scalar_one()
    return max(uow.now, latest + timedelta(microseconds=1))


def _others(reader: Reader, league: LeagueRow, player_id: int) -> list[int]:
    return sorted({*organiser_ids(reader, league.id)} - {player_id})


def _tell(
    uow: UnitOfWork, league: LeagueRow, players: Sequence[int], said: Sequence[str], *, about_id: int, title: str
) -> None:
    """Tell *players* what became of one among the organisers, each once for this moment."""
    season = find_latest_season(uow, league.id)
    assert season is not None, "a league has a season from its foundation on"
    sentences, occasion = tuple(map(Sentence.of, said)), f"{title}:{about_id}:{uow.now.isoformat()}"
    tell_news(uow, season, players, occasion=occasion, title=title, sentences=sentences)
