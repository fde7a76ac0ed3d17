"""The withdrawal of a player from a running season, and what becomes of the results and the open games."""

from dataclasses import dataclass, replace
from typing import Self

from sqlalchemy import bindparam

from corr.base import notices
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import NotAllowedError
from corr.game.game_row import GameRow, game_rows_locked
from corr.game.words import ANNULLED, FORFEIT, EventKind
from corr.games.seats import Seat, other
from corr.leagues.acts.organiser_act import ActQuestion, ActRequest, ActTarget, Done, ReasonField, SeasonAct
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.journal import LeagueAct, because, get_playing
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.pairings import change_pairings, open_pairings
from corr.leagues.rows import (
    UPDATE_ENTRY,
    EntryRow,
    SeasonRow,
    find_entry,
    get_season_locked,
    is_organiser,
    set_next_check,
)
from corr.leagues.rules.settings import withdrawal_of
from corr.play.lifecycle import Ending, end_games
from corr.players.names import isolated
from corr.players.profiles import is_admin
from corr.states import EntryState, Withdrawal

_WITHDRAW = UPDATE_ENTRY.values(
    state=EntryState.WITHDRAWN.value, withdrawal=bindparam("becomes"), left_at=bindparam("at")
)


@dataclass(frozen=True, slots=True)
class _Consequences:
    """What becomes of the results and the open games of a player who withdraws."""

    name: str
    becomes: Withdrawal
    finished: int
    """How many games of the player count in the table."""
    open: int
    """How many games of the player are open."""
    is_own: bool
    """Whether the player gives the order."""

    @property
    def counts(self) -> str:
        """How many games are finished, in words."""
        who_has = "You have" if self.is_own else f"{self.name} has"
        return f"{who_has} finished {self.finished} of {counted(self.finished + self.open, 'game')}."

    def words(self, *, is_own: bool) -> str:
        """
        What becomes of the results and of the open games, in words.

        :param is_own: whether they are for the player.
        """
        is_one = self.open == 1
        rest = "The one open game" if is_one else f"The {self.open} open games"
        if self.becomes is Withdrawal.REMOVED:
            ended = f" {rest} {'ends' if is_one else 'end'} without a result." if self.open else ""
            if not self.finished:
                return f"{'You leave' if is_own else f'{self.name} leaves'} the table.{ended}"
            kept = " Games that are finished stay in the archive, and in the ratings."
            return f"All {'of your results' if is_own else f'results of {self.name}'} leave the table.{ended}{kept}"
        if not self.open:
            return "All results stay in the table."
        forfeited = "is forfeited: the opponent wins it" if is_one else "are forfeited: the opponents win them"
        return f"All results stay in the table. {rest} {forfeited}."


@dataclass(frozen=True, slots=True)
class Withdraw(SeasonAct):
    """
    A player withdraws from a season, by an order on the organisers' pages.

    By the season's rule all results leave the table, or the open games are forfeits.
    """

    player_id: int
    """The player who withdraws."""
    is_own: bool = False
    """Whether it is that player who gives the order, and no organiser."""
    door: str = "web"

    kind = LeagueAct.WITHDRAWN
    why = ReasonField.MUST
    is_danger = True

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.season_id, target.player_id, target.player_id == target.by_player_id)

    def lock(self, uow: UnitOfWork) -> SeasonRow:
        self._open_games_locked(uow)
        return get_season_locked(uow, self.season_id)

    def check_right(self, reader: Reader, season: SeasonRow, by_player_id: int) -> None:
        may = by_player_id == self.player_id or is_organiser(reader, season.league_id, by_player_id)
        if not may and not is_admin(reader, by_player_id):
            raise NotAllowedError("Only the player and the organisers of this league may do that.")

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        entry = find_entry(reader, season.id, self.player_id)
        if entry is not None and entry.state is EntryState.WITHDRAWN:
            return f"{self._name(entry)} withdrawn already."
        get_playing(reader, season, self.player_id)
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        entry = get_playing(reader, season, self.player_id)
        found = self._consequences(season, entry, _division_of(reader, season, entry))
        name = isolated(entry.name)
        whom, player = (f"from season {season.number}", "you") if self.is_own else (name, name)
        said = (
            found.words(is_own=self.is_own),
            f"This cannot be undone{': games that end this way cannot be resumed' if found.open else ''}.",
            f"The division, the organisers and {player} get a mail each; opponents of open games get another.",
        )
        return ActQuestion(f"Withdraw {whom}?", "Withdraw", tuple(map(Sentence.of, said)), intro=found.counts)

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        entry = get_playing(uow, season, self.player_id)
        division = _division_of(uow, season, entry)
        found = self._consequences(season, entry, division)
        self._end_games(uow, found, request)
        uow.connection.execute(_WITHDRAW, {"of_entry": entry.id, "becomes": found.becomes.value, "at": uow.now})
        self._tell(uow, season, found, division, reason=request.reason)
        set_next_check(uow, season.id, uow.now)
        facts = {
            "player": entry.name,
            "division": division.name,
            "becomes": found.becomes.value,
            "open": found.open,
            "reason": request.reason,
            "door": self.door,
        }
        return Done(f"{self._name(entry)} withdrawn. {found.words(is_own=self.is_own)}", facts)

    def _open_games_locked(self, uow: UnitOfWork) -> list[GameRow]:
        entry = find_entry(uow, self.season_id, self.player_id)
        ids = [pairing.game_id for pairing in open_pairings(uow, self.season_id, entry.id)] if entry else []
        return [game_row for game_row in game_rows_locked(uow, ids) if not game_row.is_over]

    def _name(self, entry: EntryRow) -> str:
        return "You have" if self.is_own else f"{entry.name} is"

    def _consequences(self, season: SeasonRow, entry: EntryRow, division: DivisionTable) -> _Consequences:
        finished = sum(entry.id in {meeting.first, meeting.second} for meeting in division.table.counted())
        left = sum(entry.id in {meeting.first, meeting.second} for meeting in division.table.open())
        becomes = withdrawal_of(division.table, entry.id, season.settings.withdrawal)
        return _Consequences(entry.name, becomes, finished, left, self.is_own)

    def _end_games(self, uow: UnitOfWork, found: _Consequences, request: ActRequest) -> None:
        """End the open games, which are locked, and tell the opponents."""
        games, endings = self._open_games_locked(uow), []
        for game_row in games:
            seated = game_row.get_seat(self.player_id)
            endings.append((game_row, self._ending(seated.seat, found, request)))
            opponent = game_row.seats[other(seated.seat)]
            uow.tell(notices.game_over(game_row.id, game_row.turn_number, opponent.player_id))
        end_games(uow, endings)
        if found.becomes is Withdrawal.FORFEITS:
            change_pairings(uow, [game_row.id for game_row in games], is_forfeit=True)

    def _ending(self, seat: Seat, found: _Consequences, request: ActRequest) -> Ending:
        by = None if self.is_own else request.by_player_id
        if found.becomes is Withdrawal.REMOVED:
            return Ending(None, ANNULLED, EventKind.ANNULLED, seat, self.door, request.reason, by)
        return Ending(other(seat), FORFEIT, EventKind.FORFEITED, seat, self.door, request.reason, by)

    def _tell(
        self, uow: UnitOfWork, season: SeasonRow, found: _Consequences, division: DivisionTable, *, reason: str
    ) -> None:
        """Tell the division, the organisers and the player, each once."""
        why = [because(reason)] if reason else []
        said = Sentence.of(f"{found.name} does not play on in {division.name}. {found.words(is_own=False)}")
        players = {*members_of(uow, season.id, division.id), *organiser_ids(uow, season.league_id)} - {self.player_id}
        occasion, title = f"withdrawn:{self.player_id}", f"{found.name} has withdrawn"
        tell_news(uow, season, sorted(players), occasion=occasion, title=title, sentences=[said, *why])
        decided = "" if self.is_own else ", as the organisers decided"
        own = Sentence.of(f"You do not play on in {division.name}{decided}. {found.words(is_own=True)}")
        title = "You have withdrawn" if self.is_own else "You do not play on"
        tell_news(uow, season, [self.player_id], occasion=occasion, title=title, sentences=[own, *why])


@dataclass(frozen=True, slots=True)
class OwnWithdrawal(Withdraw):
    """A player withdraws from a season, on a page of players or by mail."""

    is_own: bool = True

    why = ReasonField.MAY

    def question(self, reader: Reader, season: SeasonRow, by_player_id: int) -> ActQuestion:
        asked = Withdraw.question(self, reader, season, by_player_id)
        return replace(asked, sentences=asked.sentences[:-1])


def _division_of(reader: Reader, season: SeasonRow, entry: EntryRow) -> DivisionTable:
    return next(found for found in division_tables(reader, season) if found.id == entry.division_id)
