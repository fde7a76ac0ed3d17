"""Setting the result of a game of a season, with a reason that everybody reads, and taking that back."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, exists, select, update

from corr.core.leagues.table import Result
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.games.seats import FIRST, SECOND, Seat
from corr.service import notices
from corr.service.games import Ending, end_game
from corr.service.history import Happening, record_event
from corr.service.leagues.acting import (
    LeagueReceipt,
    Preview,
    because,
    check_season_runs,
    find_repeated,
    note_act,
    read_why,
)
from corr.service.leagues.journal import LeagueAct
from corr.service.leagues.looking import look_at
from corr.service.leagues.pairings import PairingRow, change_pairings, get_pairing
from corr.service.leagues.rows import (
    ENTRY,
    SeasonRow,
    check_organiser,
    check_version,
    get_season,
    get_season_locked,
    show_season_anew,
)
from corr.service.leagues.telling import Link, tell_news
from corr.service.sentences import Sentence
from corr.service.standing import GAME, Standing, get_standing, get_standing_locked
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import ADJUDICATED, ANNULLED, FORFEIT, EventKind, outcome_words

# The day on which the game ended stays: ratings are worked out anew from there.
_CHANGE = (
    update(GAME)
    .where(GAME.c.id == bindparam("of_game"))
    .values(winner=bindparam("new_winner"), reason=bindparam("new_reason"), counted_at=None, version=GAME.c.version + 1)
)
_PLAYS_IN = select(
    exists().where(ENTRY.c.division_id == bindparam("division"), ENTRY.c.player_id == bindparam("player"))
)
_TAKEN_BACK = "A result that was set was taken back"
_WINNERS = {Result.FIRST: FIRST, Result.SECOND: SECOND}


@dataclass(frozen=True, slots=True)
class SetResult:
    """The result of a game is to be set."""

    game_id: str
    by_player_id: int
    """The organiser."""
    result: str
    """ "first", "second", "draw" or "none", as `core.leagues.table.Result` has it."""
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    is_forfeit: bool = False
    """Whether the loser did not play on: such a game counts in the table, and for no ratings."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The result that was set is to be taken back."""

    game_id: str
    by_player_id: int
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A game whose result is to be decided, with all that belongs to it."""

    standing: Standing
    pairing: PairingRow
    season: SeasonRow

    def words(self, reader: Reader, winner: Seat | None, reason: str) -> str:
        """How the game ends, by the names of its seats."""
        return outcome_words(self.standing.rules(reader).info, winner, reason)

    @property
    def names(self) -> str:
        first, second = self.standing.seats
        return f"{first.name} – {second.name}"


@dataclass(frozen=True, slots=True)
class _Verdict:
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
    verdict = _read(result, is_forfeit=is_forfeit)
    standing = ruled.standing
    said = [f"The game {ruled.names} gets this result: {ruled.words(reader, verdict.winner, verdict.reason)}"]
    if standing.is_over:
        said.append(f"Until now: {ruled.words(reader, standing.winner, standing.reason)}")
        said.append("You can undo that as long as the season runs.")
    else:
        said.append("The game goes on at present, and ends by that. It cannot be played on afterwards.")
        said.append("As long as the season runs, you can set another result.")
    said.append(_ratings_words(ruled, verdict))
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
    _check_undoable(ruled)
    played = ruled.words(reader, _seat(ruled.pairing.played_winner), ruled.pairing.played_reason)
    said = (f"The game {ruled.names} has again the result that was played: {played}", "Both players are told.")
    return Preview(tuple(map(Sentence.of, said)), ruled.standing.version)


def set_result(uow: UnitOfWork, order: SetResult) -> LeagueReceipt:
    """
    Set the result of a game, whether it runs or is over, and tell both players.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: the season is over, or the game has changed since the organiser saw it.
    :raises InputError: there is no such result, or the reason cannot be used.
    """
    ruled = _locked(uow, order.game_id, order.by_player_id)
    repeated = find_repeated(uow, ruled.season, order.by_player_id, order.order_key)
    if repeated:
        # By that the season may be over.
        return repeated
    check_season_runs(ruled.season)
    verdict, reason = _read(order.result, is_forfeit=order.is_forfeit), read_why(order.reason)
    if _stands(ruled, verdict):
        return LeagueReceipt("The game has that result already; nothing changed now.", repeated=True)
    check_version(ruled.standing.version, order.version)
    words = ruled.words(uow, verdict.winner, verdict.reason)
    if ruled.standing.is_over:
        _change(uow, ruled, verdict.winner, verdict.reason)
        _record(
            uow,
            ruled,
            EventKind.ANNULLED if verdict.reason == ANNULLED else EventKind.RULED,
            reason=reason,
            order=order,
        )
        _tell(uow, ruled, title="A result was set", said=words, reason=reason)
    else:
        _end(uow, ruled, verdict, reason=reason, order=order)
    _write(uow, ruled, verdict, reason=reason, order=order)
    _note(uow, ruled, LeagueAct.RULED, order=order, words=words, reason=reason)
    return LeagueReceipt(f"The result is set. {words}")


def undo_result(uow: UnitOfWork, order: UndoResult) -> LeagueReceipt:
    """
    Let the result that was played stand again, and tell both players.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: no result was set, the game was running when it was, or has changed since.
    :raises InputError: the reason cannot be used.
    """
    ruled = _locked(uow, order.game_id, order.by_player_id)
    repeated = find_repeated(uow, ruled.season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    check_season_runs(ruled.season)
    reason, pairing = read_why(order.reason), ruled.pairing
    _check_undoable(ruled)
    check_version(ruled.standing.version, order.version)
    winner, played = _seat(pairing.played_winner), pairing.played_reason
    words = ruled.words(uow, winner, played)
    _change(uow, ruled, winner, played)
    _record(uow, ruled, EventKind.RULING_UNDONE, reason=reason, order=order)
    blank = {"ruled_at": None, "ruled_by": None, "ruled_for": "", "played_winner": None, "played_reason": ""}
    change_pairings(uow, [pairing.game_id], ruling=None, is_forfeit=played == FORFEIT, **blank)
    _tell(uow, ruled, title=_TAKEN_BACK, said=f"what was played stands again. {words}", reason=reason)
    _note(uow, ruled, LeagueAct.RULING_UNDONE, order=order, words=words, reason=reason)
    return LeagueReceipt(f"The result that was played stands again. {words}")


def _seen(reader: Reader, game_id: str, by_player_id: int) -> _Ruled:
    standing = get_standing(reader, game_id)
    pairing = get_pairing(reader, standing.id)
    ruled = _checked(reader, _Ruled(standing, pairing, get_season(reader, pairing.season_id)), by_player_id)
    check_season_runs(ruled.season)
    return ruled


def _locked(uow: UnitOfWork, game_id: str, by_player_id: int) -> _Ruled:
    standing = get_standing_locked(uow, game_id)
    season = get_season_locked(uow, get_pairing(uow, standing.id).season_id)
    return _checked(uow, _Ruled(standing, get_pairing(uow, standing.id), season), by_player_id)


def _checked(reader: Reader, ruled: _Ruled, by_player_id: int) -> _Ruled:
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


def _read(text: str, *, is_forfeit: bool) -> _Verdict:
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
    return _Verdict(result, _WINNERS.get(result), reason, is_forfeit)


def _ratings_words(ruled: _Ruled, verdict: _Verdict) -> str:
    if not ruled.standing.is_rated:
        return "The game is not rated."
    if verdict.reason == ADJUDICATED:
        return "It counts for ratings with that result, which are worked out anew."
    return "It does not count for ratings any more." if ruled.standing.is_over else "It does not count for ratings."


def _stands(ruled: _Ruled, verdict: _Verdict) -> bool:
    """Whether the same was decided already."""
    pairing = ruled.pairing
    return pairing.ruling is verdict.result and pairing.is_forfeit == verdict.is_forfeit


def _check_undoable(ruled: _Ruled) -> None:
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


def _end(uow: UnitOfWork, ruled: _Ruled, verdict: _Verdict, *, reason: str, order: SetResult) -> None:
    event = EventKind.ANNULLED if verdict.reason == ANNULLED else EventKind.RULED
    ending = Ending(verdict.winner, verdict.reason, event, None, "web", reason, order.by_player_id)
    standing = ruled.standing
    end_game(uow, standing, ending)
    look_at(uow, ruled.season.id, uow.now)
    for seated in standing.seats:
        uow.tell(notices.game_over(standing.id, standing.turn_number, seated.player_id))


def _change(uow: UnitOfWork, ruled: _Ruled, winner: Seat | None, reason: str) -> None:
    asked = {"of_game": ruled.standing.id, "new_winner": winner, "new_reason": reason}
    uow.connection.execute(_CHANGE, asked)


def _write(uow: UnitOfWork, ruled: _Ruled, verdict: _Verdict, *, reason: str, order: SetResult) -> None:
    """Keep the verdict with the pairing and, the first time, what was played."""
    values: dict[str, object] = {}
    if ruled.pairing.ruling is None and ruled.standing.is_over:
        values = {"played_winner": ruled.standing.winner, "played_reason": ruled.standing.reason}
    change_pairings(
        uow,
        [ruled.standing.id],
        ruling=verdict.result.value,
        is_forfeit=verdict.is_forfeit,
        ruled_at=uow.now,
        ruled_by=order.by_player_id,
        ruled_for=reason,
        **values,
    )


def _record(uow: UnitOfWork, ruled: _Ruled, kind: EventKind, *, reason: str, order: SetResult | UndoResult) -> None:
    happening = Happening(kind, None, "web", reason=reason, by_player_id=order.by_player_id)
    record_event(uow, ruled.standing.id, ruled.standing.turn_number, happening)


def _tell(uow: UnitOfWork, ruled: _Ruled, *, title: str, said: str, reason: str) -> None:
    """Tell both players about a game that was over before."""
    lines = (Sentence.of(f"Your game {ruled.names}: {said}"), because(reason))
    players = [seated.player_id for seated in ruled.standing.seats]
    occasion = f"result:{ruled.standing.id}:{ruled.standing.version + 1}"
    link = Link("The game’s page", f"/games/{ruled.standing.id}")
    tell_news(uow, ruled.season, players, occasion=occasion, title=title, sentences=lines, link=link)


def _note(
    uow: UnitOfWork, ruled: _Ruled, act: LeagueAct, *, order: SetResult | UndoResult, words: str, reason: str
) -> None:
    told = {"game": ruled.standing.id, "players": [seated.name for seated in ruled.standing.seats]} | {
        "result": words,
        "reason": reason,
    }
    note_act(uow, ruled.season, act, facts=told, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, ruled.season.id)


def _seat(winner: int | None) -> Seat | None:
    return None if winner is None else Seat(winner)
