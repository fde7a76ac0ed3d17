"""Rulings: organisers set the result of a game of a season, with a reason that everybody reads, or take that back."""

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import bindparam, exists, select, update

from corr.base import notices
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.game.game_row import GAME, GameRow, get_game_row, get_game_row_locked
from corr.game.history import Happening, record_event
from corr.game.words import ADJUDICATED, ANNULLED, FORFEIT, NO_RESULT, EventKind
from corr.games.seats import FIRST, SECOND, Seat, other
from corr.leagues.act_basics import (
    LeagueReceipt,
    Preview,
    because,
    check_season_runs,
    find_repeated,
    note_act,
    read_required_reason,
)
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import Link, tell_news
from corr.leagues.pairings import PairingRow, change_pairings, get_pairing
from corr.leagues.paused_games import open_games
from corr.leagues.rows import (
    ENTRY,
    SeasonRow,
    check_organiser,
    check_version,
    get_season,
    get_season_locked,
    set_next_check,
    show_season_anew,
)
from corr.play.lifecycle import Ending, end_game
from corr.players.names import isolated
from corr.states import Result

_PLAYS_IN = select(
    exists().where(ENTRY.c.division_id == bindparam("division"), ENTRY.c.player_id == bindparam("player"))
)
_WINNERS = {Result.FIRST: FIRST, Result.SECOND: SECOND}
# `ended_at` stays, since ratings are recounted from the day on which the game ended.
_CHANGE = (
    update(GAME)
    .where(GAME.c.id == bindparam("of_game"))
    .values(winner=bindparam("new_winner"), reason=bindparam("new_reason"), counted_at=None, version=GAME.c.version + 1)
)
_TAKEN_BACK = "The result that was set is taken back. What was played counts again"


@dataclass(frozen=True, slots=True)
class RuledGame:
    """A game that a ruling is about, with its pairing and season."""

    game_row: GameRow
    pairing: PairingRow
    season: SeasonRow

    def words(self, winner: Seat | None, reason: str, *, reader_seat: Seat | None = None) -> str:
        """
        A result in a few words: "Ada wins", "a draw".

        :param reader_seat: the seat of whoever reads it, who is called "you".
        """
        if reason in NO_RESULT:
            return "no result"
        if winner is None:
            return "a draw"
        wins = "you win" if winner == reader_seat else f"{isolated(self.game_row.seats[winner].name)} wins"
        return f"{wins} by forfeit" if reason == FORFEIT else wins

    @property
    def names(self) -> str:
        """The names of both players."""
        first, second = self.game_row.seats
        return f"{isolated(first.name)} – {isolated(second.name)}"


@dataclass(frozen=True, slots=True)
class RulingVerdict:
    """The result that a ruling sets."""

    result: Result
    winner: Seat | None
    reason: str
    is_forfeit: bool


def ruling_preview(reader: Reader, game_id: str, *, result: str, is_forfeit: bool, by_player_id: int) -> Preview:
    """
    What setting that result would do; the version is the game's.

    :raises ConflictError: the season is over.
    :raises InputError: there is no such result.
    """
    ruled = _seen(reader, game_id, by_player_id)
    verdict = read_verdict(result, is_forfeit=is_forfeit)
    game_row = ruled.game_row
    said = [f"The game {ruled.names} gets this result: {ruled.words(verdict.winner, verdict.reason)}."]
    if game_row.is_over:
        said.append(f"Until now: {ruled.words(game_row.winner, game_row.reason)}.")
        said.append("You can undo that as long as the season runs.")
    else:
        said.append("The game goes on at present, and ends by that. It cannot be played on afterwards.")
        said.append(_afterwards_words(open_games(reader, ruled.season.id)))
    said.append(_ratings_words(ruled))
    said.append("Both players are told, and everybody can read your reason.")
    return Preview(tuple(map(Sentence.of, said)), game_row.version)


def undoing_preview(reader: Reader, game_id: str, *, by_player_id: int) -> Preview:
    """
    What taking the result back would do; the version is the game's.

    :raises ConflictError: no result was set, or the game was running when it was.
    """
    ruled = _seen(reader, game_id, by_player_id)
    check_undoable(ruled)
    played = ruled.words(seat_of(ruled.pairing.played_winner), ruled.pairing.played_reason)
    said = (f"The game {ruled.names} has again the result that was played: {played}.", "Both players are told.")
    return Preview(tuple(map(Sentence.of, said)), ruled.game_row.version)


def _seen(reader: Reader, game_id: str, by_player_id: int) -> RuledGame:
    game_row = get_game_row(reader, game_id)
    pairing = get_pairing(reader, game_row.id)
    ruled = _checked(reader, RuledGame(game_row, pairing, get_season(reader, pairing.season_id)), by_player_id)
    check_season_runs(ruled.season)
    return ruled


def locked_for_ruling(uow: UnitOfWork, game_id: str, by_player_id: int) -> RuledGame:
    """The game, locked with its season; refuses a player who may not decide about it."""
    game_row = get_game_row_locked(uow, game_id)
    season = get_season_locked(uow, get_pairing(uow, game_row.id).season_id)
    return _checked(uow, RuledGame(game_row, get_pairing(uow, game_row.id), season), by_player_id)


def _checked(reader: Reader, ruled: RuledGame, by_player_id: int) -> RuledGame:
    """*ruled*, if the player may decide about it."""
    check_organiser(reader, ruled.season.league_id, by_player_id)
    asked = {"division": ruled.pairing.division_id, "player": by_player_id}
    plays = ruled.game_row.find_seat(by_player_id) or reader.connection.execute(_PLAYS_IN, asked).scalar_one()
    if plays:
        raise NotAllowedError("You play in this division, so another organiser or an administrator has to decide.")
    return ruled


def read_verdict(text: str, *, is_forfeit: bool) -> RulingVerdict:
    """
    The verdict that was chosen in a form.

    :raises InputError: there is no such result.
    """
    try:
        result = Result(text)
    except ValueError:
        raise InputError("Choose one of the results: a win, a draw, or no result.", field="result") from None
    if is_forfeit and result not in _WINNERS:
        raise InputError("A forfeit is won by one of the two; choose who wins.", field="result")
    reason = FORFEIT if is_forfeit else ANNULLED if result is Result.NONE else ADJUDICATED
    return RulingVerdict(result, _WINNERS.get(result), reason, is_forfeit)


def check_undoable(ruled: RuledGame) -> None:
    """
    Refuse to take back a result that was not set, or that ended a running game.

    :raises ConflictError: no result was set, or the game was running when it was.
    """
    if ruled.pairing.ruling is None:
        raise ConflictError("No result was set for this game.")
    if not ruled.pairing.played_reason:
        raise ConflictError(
            "The game was running when its result was set, so there is none to go back to. Set another result instead."
        )


def seat_of(winner: int | None) -> Seat | None:
    """The winner in a row as a seat; None for nobody."""
    return None if winner is None else Seat(winner)


def _afterwards_words(left: Collection[str]) -> str:
    """Whether another result can be set later, in words: not once the last game has ended and the season with it."""
    if len(left) > 1:
        return "As long as the season runs, you can set another result."
    return "It is the last game of the season, which is over then: no result can be changed afterwards."


def _ratings_words(ruled: RuledGame) -> str:
    if not ruled.game_row.is_rated:
        return "The game is not rated."
    if ruled.game_row.is_over:
        return "Only play counts for ratings: they stay as they are."
    return "Only play counts for ratings, so it counts for none."


@dataclass(frozen=True, slots=True)
class SetResult:
    """An organiser sets the result of a game."""

    game_id: str
    by_player_id: int
    """The organiser."""
    result: str
    """ "first", "second", "draw" or "none", a value of `Result`."""
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    is_forfeit: bool = False
    """Whether the loser did not play: such a game counts in the table, but not for ratings."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class UndoResult:
    """An organiser takes back a result that was set."""

    game_id: str
    by_player_id: int
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    order_key: str | None = field(default=None, repr=False)


def set_result(uow: UnitOfWork, order: SetResult) -> LeagueReceipt:
    """
    Set the result of a game, whether it runs or is over, and tell both players.

    :raises ConflictError: the season is over, or the game has changed since the organiser saw it.
    :raises InputError: there is no such result, or the reason cannot be used.
    """
    ruled = locked_for_ruling(uow, order.game_id, order.by_player_id)
    repeated = find_repeated(uow, ruled.season, order.by_player_id, order.order_key)
    if repeated:
        # Checked before the state of the season, which may be over by this very order.
        return repeated
    check_season_runs(ruled.season)
    verdict, reason = read_verdict(order.result, is_forfeit=order.is_forfeit), read_required_reason(order.reason)
    if _stands(ruled, verdict):
        return LeagueReceipt("The game has that result already; nothing changed now.", repeated=True)
    check_version(ruled.game_row.version, order.version)
    words = f"{ruled.words(verdict.winner, verdict.reason)}."
    if ruled.game_row.is_over:
        _change(uow, ruled, verdict.winner, verdict.reason)
        _record(
            uow,
            ruled,
            EventKind.ANNULLED if verdict.reason == ANNULLED else EventKind.RULED,
            reason=reason,
            order=order,
        )
        said = "The organisers have set another result"
        _tell(uow, ruled, said, (verdict.winner, verdict.reason), why=reason)
    else:
        _end(uow, ruled, verdict, reason=reason, order=order)
    _write(uow, ruled, verdict, reason=reason, order=order)
    _note(uow, ruled, LeagueAct.RULED, order=order, words=words, reason=reason)
    return LeagueReceipt(f"The result is set. {ruled.names}: {words}")


def undo_result(uow: UnitOfWork, order: UndoResult) -> LeagueReceipt:
    """
    Restore the result that was played, and tell both players.

    :raises ConflictError: no result was set, the game was running when it was, or has changed since.
    :raises InputError: the reason cannot be used.
    """
    ruled = locked_for_ruling(uow, order.game_id, order.by_player_id)
    repeated = find_repeated(uow, ruled.season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    check_season_runs(ruled.season)
    reason, pairing = read_required_reason(order.reason), ruled.pairing
    check_undoable(ruled)
    check_version(ruled.game_row.version, order.version)
    winner, played = seat_of(pairing.played_winner), pairing.played_reason
    words = f"{ruled.words(winner, played)}."
    _change(uow, ruled, winner, played)
    _record(uow, ruled, EventKind.RULING_UNDONE, reason=reason, order=order)
    blank = {"ruled_at": None, "ruled_by": None, "ruled_for": "", "played_winner": None, "played_reason": ""}
    change_pairings(uow, [pairing.game_id], ruling=None, is_forfeit=played == FORFEIT, **blank)
    _tell(uow, ruled, _TAKEN_BACK, (winner, played), why=reason)
    _note(uow, ruled, LeagueAct.RULING_UNDONE, order=order, words=words, reason=reason)
    return LeagueReceipt(f"The result that was played stands again. {ruled.names}: {words}")


def _stands(ruled: RuledGame, verdict: RulingVerdict) -> bool:
    """Whether the result is set to that already."""
    pairing = ruled.pairing
    return pairing.ruling is verdict.result and pairing.is_forfeit == verdict.is_forfeit


def _end(uow: UnitOfWork, ruled: RuledGame, verdict: RulingVerdict, *, reason: str, order: SetResult) -> None:
    event = EventKind.ANNULLED if verdict.reason == ANNULLED else EventKind.RULED
    ending = Ending(verdict.winner, verdict.reason, event, None, "web", reason, order.by_player_id)
    game_row = ruled.game_row
    end_game(uow, game_row, ending)
    set_next_check(uow, ruled.season.id, uow.now)
    for seated in game_row.seats:
        uow.tell(notices.game_over(game_row.id, game_row.turn_number, seated.player_id))


def _change(uow: UnitOfWork, ruled: RuledGame, winner: Seat | None, reason: str) -> None:
    asked = {"of_game": ruled.game_row.id, "new_winner": winner, "new_reason": reason}
    uow.connection.execute(_CHANGE, asked)


def _write(uow: UnitOfWork, ruled: RuledGame, verdict: RulingVerdict, *, reason: str, order: SetResult) -> None:
    """Store the verdict in the pairing and, the first time, the result that was played."""
    values: dict[str, object] = {}
    if ruled.pairing.ruling is None and ruled.game_row.is_over:
        values = {"played_winner": ruled.game_row.winner, "played_reason": ruled.game_row.reason}
    change_pairings(
        uow,
        [ruled.game_row.id],
        ruling=verdict.result.value,
        is_forfeit=verdict.is_forfeit,
        ruled_at=uow.now,
        ruled_by=order.by_player_id,
        ruled_for=reason,
        **values,
    )


def _record(uow: UnitOfWork, ruled: RuledGame, kind: EventKind, *, reason: str, order: SetResult | UndoResult) -> None:
    happening = Happening(kind, None, "web", reason=reason, by_player_id=order.by_player_id)
    record_event(uow, ruled.game_row.id, ruled.game_row.turn_number, happening)


def _tell(uow: UnitOfWork, ruled: RuledGame, said: str, result: tuple[Seat | None, str], *, why: str) -> None:
    """Tell both players of a game that was over before what was done and who wins now."""
    occasion = f"result:{ruled.game_row.id}:{ruled.game_row.version + 1}"
    link = Link("The game’s page", f"/games/{ruled.game_row.id}")
    for seated in ruled.game_row.seats:
        opponent = ruled.game_row.seats[other(seated.seat)].name
        words = ruled.words(*result, reader_seat=seated.seat)
        lines, title = (Sentence.of(f"{said}: {words}."), because(why)), f"The result of your game against {opponent}"
        tell_news(uow, ruled.season, [seated.player_id], occasion=occasion, title=title, sentences=lines, link=link)


def _note(
    uow: UnitOfWork, ruled: RuledGame, act: LeagueAct, *, order: SetResult | UndoResult, words: str, reason: str
) -> None:
    told = {"game": ruled.game_row.id, "players": [seated.name for seated in ruled.game_row.seats]} | {
        "result": words,
        "reason": reason,
    }
    note_act(uow, ruled.season, act, facts=told, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, ruled.season.id)
