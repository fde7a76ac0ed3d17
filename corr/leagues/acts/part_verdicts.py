"""What may be decided about the result of a game, by whom, and what that would do."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, exists, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.game.game_row import Standing, get_standing, get_standing_locked
from corr.game.words import ADJUDICATED, ANNULLED, FORFEIT, NO_RESULT
from corr.games.seats import FIRST, SECOND, Seat
from corr.leagues.acting import Preview, check_season_runs
from corr.leagues.pairings import PairingRow, get_pairing
from corr.leagues.paused_games import open_games
from corr.leagues.rows import ENTRY, SeasonRow, check_organiser, get_season, get_season_locked
from corr.players.names import isolated
from corr.states import Result

_PLAYS_IN = select(
    exists().where(ENTRY.c.division_id == bindparam("division"), ENTRY.c.player_id == bindparam("player"))
)
_WINNERS = {Result.FIRST: FIRST, Result.SECOND: SECOND}


@dataclass(frozen=True, slots=True)
class Ruled:
    """A game whose result is to be decided, with all that belongs to it."""

    standing: Standing
    pairing: PairingRow
    season: SeasonRow

    def words(self, winner: Seat | None, reason: str, *, reader_seat: Seat | None = None) -> str:
        """
        A result in a few words: "Ada wins", "a draw".

        :param reader_seat: whose player reads it, who is "you" then.
        """
        if reason in NO_RESULT:
            return "no result"
        if winner is None:
            return "a draw"
        wins = "you win" if winner == reader_seat else f"{isolated(self.standing.seats[winner].name)} wins"
        return f"{wins} by forfeit" if reason == FORFEIT else wins

    @property
    def names(self) -> str:
        """Both players."""
        first, second = self.standing.seats
        return f"{isolated(first.name)} – {isolated(second.name)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is decided."""

    result: Result
    winner: Seat | None
    reason: str
    is_forfeit: bool


def ruling_preview(reader: Reader, game_id: str, *, result: str, is_forfeit: bool, by_player_id: int) -> Preview:
    """
    What setting that result would do; the version is the game's.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: the season is over.
    :raises InputError: there is no such result.
    """
    ruled = _seen(reader, game_id, by_player_id)
    verdict = read_verdict(result, is_forfeit=is_forfeit)
    standing = ruled.standing
    said = [f"The game {ruled.names} gets this result: {ruled.words(verdict.winner, verdict.reason)}."]
    if standing.is_over:
        said.append(f"Until now: {ruled.words(standing.winner, standing.reason)}.")
        said.append("You can undo that as long as the season runs.")
    else:
        said.append("The game goes on at present, and ends by that. It cannot be played on afterwards.")
        said.append(_afterwards_words(open_games(reader, ruled.season.id)))
    said.append(_ratings_words(ruled))
    said.append("Both players are told, and everybody can read your reason.")
    return Preview(tuple(map(Sentence.of, said)), standing.version)


def undoing_preview(reader: Reader, game_id: str, *, by_player_id: int) -> Preview:
    """
    What taking the result back would do; the version is the game's.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: no result was set, or the game was running when it was.
    """
    ruled = _seen(reader, game_id, by_player_id)
    check_undoable(ruled)
    played = ruled.words(seat_of(ruled.pairing.played_winner), ruled.pairing.played_reason)
    said = (f"The game {ruled.names} has again the result that was played: {played}.", "Both players are told.")
    return Preview(tuple(map(Sentence.of, said)), ruled.standing.version)


def _seen(reader: Reader, game_id: str, by_player_id: int) -> Ruled:
    standing = get_standing(reader, game_id)
    pairing = get_pairing(reader, standing.id)
    ruled = _checked(reader, Ruled(standing, pairing, get_season(reader, pairing.season_id)), by_player_id)
    check_season_runs(ruled.season)
    return ruled


def locked_for_ruling(uow: UnitOfWork, game_id: str, by_player_id: int) -> Ruled:
    """
    A game about which the player may decide, locked with its season.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    """
    standing = get_standing_locked(uow, game_id)
    season = get_season_locked(uow, get_pairing(uow, standing.id).season_id)
    return _checked(uow, Ruled(standing, get_pairing(uow, standing.id), season), by_player_id)


def _checked(reader: Reader, ruled: Ruled, by_player_id: int) -> Ruled:
    """
    The same, if the player may decide about it.

    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    """
    check_organiser(reader, ruled.season.league_id, by_player_id)
    asked = {"division": ruled.pairing.division_id, "player": by_player_id}
    plays = ruled.standing.find_seat(by_player_id) or reader.connection.execute(_PLAYS_IN, asked).scalar_one()
    if plays:
        raise NotAllowedError("You play in this division, so another organiser or an administrator has to decide.")
    return ruled


def read_verdict(text: str, *, is_forfeit: bool) -> Verdict:
    """
    What is decided, as it was chosen.

    :raises InputError: there is no such result.
    """
    try:
        result = Result(text)
    except ValueError:
        raise InputError("Choose one of the results: a win, a draw, or no result.", field="result") from None
    if is_forfeit and result not in _WINNERS:
        raise InputError("A forfeit is won by one of the two; choose who wins.", field="result")
    reason = FORFEIT if is_forfeit else ANNULLED if result is Result.NONE else ADJUDICATED
    return Verdict(result, _WINNERS.get(result), reason, is_forfeit)


def check_undoable(ruled: Ruled) -> None:
    """
    Refuse to take back what cannot be.

    :raises ConflictError: no result was set, or the game was running when it was.
    """
    if ruled.pairing.ruling is None:
        raise ConflictError("No result was set for this game.")
    if not ruled.pairing.played_reason:
        raise ConflictError(
            "The game was running when its result was set, so there is none to go back to. Set another result instead."
        )


def seat_of(winner: int | None) -> Seat | None:
    """The seat that a row names; None for nobody."""
    return None if winner is None else Seat(winner)


def _afterwards_words(left: Collection[str]) -> str:
    """Whether another result can be set later: not once the last game has ended, since the season ends with it."""
    if len(left) > 1:
        return "As long as the season runs, you can set another result."
    return "It is the last game of the season, which is over then: no result can be changed afterwards."


def _ratings_words(ruled: Ruled) -> str:
    if not ruled.standing.is_rated:
        return "The game is not rated."
    if ruled.standing.is_over:
        return "Only play counts for ratings: they stay as they are."
    return "Only play counts for ratings, so it counts for none."
