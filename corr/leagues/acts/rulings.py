"""Rulings: organisers set the result of a game of a season, with a reason that everybody reads, or take that back."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from sqlalchemy import bindparam, exists, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, read_choice
from corr.game.game_row import GAME, UPDATE_GAME, GameRow, change_games, get_game_row, get_game_row_locked
from corr.game.history import Happening, record_event
from corr.game.words import ADJUDICATED, ANNULLED, FORFEIT, NO_RESULT, EventKind, outcome_words
from corr.games.seats import FIRST, SECOND, Seat, other
from corr.leagues.acts.organiser_act import (
    Act,
    ActForm,
    ActPlace,
    ActQuestion,
    ActRequest,
    ActTarget,
    Done,
    FormField,
    ReasonField,
)
from corr.leagues.journal import LeagueAct, because, check_season_runs
from corr.leagues.league_news import Link, tell_news
from corr.leagues.pairings import PairingRow, change_pairings, get_pairing
from corr.leagues.paused_games import open_games
from corr.leagues.rows import ENTRY, SeasonRow, check_organiser, get_season, get_season_locked, set_next_check
from corr.play.lifecycle import Ending, end_game
from corr.players.names import isolated
from corr.states import Result

_RESULTS = ("first", "second", "draw", "none", "first-forfeit", "second-forfeit")
_PLAYS_IN = select(
    exists().where(ENTRY.c.division_id == bindparam("division"), ENTRY.c.player_id == bindparam("player"))
)
_WINNERS = {Result.FIRST: FIRST, Result.SECOND: SECOND}
# `ended_at` stays, since ratings are recounted from the day on which the game ended.
_CHANGE = UPDATE_GAME.values(
    winner=bindparam("new_winner"), reason=bindparam("new_reason"), counted_at=None, version=GAME.c.version + 1
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


@dataclass(frozen=True, slots=True)
class _RulingAct(Act[RuledGame]):
    """An act about the result of a game; the version that was seen is the game's."""

    game_id: str

    why = ReasonField.MUST
    is_versioned = True

    def find(self, reader: Reader) -> RuledGame:
        # First the pairing: to organisers, any game outside leagues is none.
        pairing = get_pairing(reader, self.game_id)
        return RuledGame(get_game_row(reader, self.game_id), pairing, get_season(reader, pairing.season_id))

    def lock(self, uow: UnitOfWork) -> RuledGame:
        game_row = get_game_row_locked(uow, self.game_id)
        season = get_season_locked(uow, get_pairing(uow, game_row.id).season_id)
        return RuledGame(game_row, get_pairing(uow, game_row.id), season)

    def place(self, ruled: RuledGame) -> ActPlace:
        return ActPlace(ruled.season.league_id, ruled.season, ruled.game_row.version)

    def check_right(self, reader: Reader, ruled: RuledGame, by_player_id: int) -> None:
        check_organiser(reader, ruled.season.league_id, by_player_id)
        asked = {"division": ruled.pairing.division_id, "player": by_player_id}
        plays = ruled.game_row.find_seat(by_player_id) or reader.connection.execute(_PLAYS_IN, asked).scalar_one()
        if plays:
            raise NotAllowedError("You play in this division, so another organiser or an administrator has to decide.")

    def record(self, uow: UnitOfWork, ruled: RuledGame, kind: EventKind, request: ActRequest) -> None:
        """Write it into the log of the game."""
        happening = Happening(kind, None, "web", reason=request.reason, by_player_id=request.by_player_id)
        record_event(uow, ruled.game_row.id, ruled.game_row.turn_number, happening)

    def done(self, ruled: RuledGame, said: str, words: str, reason: str) -> Done:
        """The outcome, which is *words*."""
        players = [seated.name for seated in ruled.game_row.seats]
        facts = {"game": ruled.game_row.id, "players": players, "result": words, "reason": reason}
        return Done(f"{said} {ruled.names}: {words}", facts)


@dataclass(frozen=True, slots=True)
class SetResult(_RulingAct):
    """An organiser sets the result of a game, whether it runs or is over."""

    result: str
    """ "first", "second", "draw" or "none", a value of `Result`."""
    is_forfeit: bool = False
    """Whether the loser did not play: such a game counts in the table, but not for ratings."""

    kind = LeagueAct.RULED
    typed_fields = (("result", 20),)

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        word = target.word("result")
        if word not in _RESULTS:
            raise InputError("Choose one of the results.", field="result")
        return cls(target.game_id, word.removesuffix("-forfeit"), word.endswith("-forfeit"))

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        # Organisers who may not rule on this game are refused before they choose.
        cls(target.game_id, Result.DRAW).preview(reader, target.by_player_id)
        game_row = get_game_row(reader, target.game_id)
        info = game_row.rules(reader).info
        first, second = (seated.name for seated in game_row.seats)
        outcome = outcome_words(info, game_row.winner, game_row.reason) if game_row.is_over else ""
        words = (
            f"{first} wins ({info.seats[0]})",
            f"{second} wins ({info.seats[1]})",
            "A draw",
            "No result: the game counts for nothing",
            f"{first} wins by forfeit: {second} did not play on",
            f"{second} wins by forfeit: {first} did not play on",
        )
        now = _choice_that_stands(game_row) if game_row.is_over else ""
        choices = tuple(
            (word, f"{said} – as it is now" if word == now else said)
            for word, said in zip(_RESULTS, words, strict=True)
        )
        hint = Sentence.of(
            "Before anything changes, you see what that means, and give a reason, which everyone can read."
        )
        return ActForm(
            f"Set the result: {isolated(first)} – {isolated(second)}",
            Sentence.of(f"The game is over. {outcome}" if outcome else f"The game is {_goes_on_words(game_row)}."),
            (FormField("result", "The result", hint, choices=choices),),
            ("See the game", f"/games/{game_row.id}"),
        )

    def judge(self, _reader: Reader, ruled: RuledGame) -> str:
        check_season_runs(ruled.season)
        verdict, pairing = self._verdict(), ruled.pairing
        stands = pairing.ruling is verdict.result and pairing.is_forfeit == verdict.is_forfeit
        return "The game has that result already; nothing changed now." if stands else ""

    def question(self, reader: Reader, ruled: RuledGame, _by_player_id: int) -> ActQuestion:
        verdict, game_row = self._verdict(), ruled.game_row
        said = [f"The game {ruled.names} gets this result: {ruled.words(verdict.winner, verdict.reason)}."]
        if game_row.is_over:
            said.append(f"Until now: {ruled.words(game_row.winner, game_row.reason)}.")
            said.append("You can undo that as long as the season runs.")
        else:
            said.append(f"The game is {_goes_on_words(game_row)} now. This ends it for good.")
            said.append(_afterwards_words(open_games(reader, ruled.season.id)))
        said.append(_ratings_words(ruled))
        if verdict.winner is not None and verdict.is_forfeit:
            loser = isolated(game_row.seats[other(verdict.winner)].name)
            said.append(f"The forfeit counts against {loser}’s reliability, which everybody can read.")
        said.append("Both players are told, and everybody can read your reason.")
        return ActQuestion("Set this result?", "Set result", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, ruled: RuledGame, request: ActRequest) -> Done:
        verdict, by = self._verdict(), request.by_player_id
        event = EventKind.ANNULLED if verdict.reason == ANNULLED else EventKind.RULED
        if ruled.game_row.is_over:
            _change(uow, ruled, verdict.winner, verdict.reason)
            self.record(uow, ruled, event, request)
            said = "The organisers have set another result"
            _tell(uow, ruled, said, (verdict.winner, verdict.reason), why=request.reason)
        else:
            _end(uow, ruled, Ending(verdict.winner, verdict.reason, event, None, "web", request.reason, by))
        _write(uow, ruled, verdict, request)
        words = f"{ruled.words(verdict.winner, verdict.reason)}."
        return self.done(ruled, "The result is set.", words, request.reason)

    def _verdict(self) -> RulingVerdict:
        """
        The verdict that was chosen.

        :raises InputError: there is no such result.
        """
        result = read_choice(
            Result, self.result, "Choose one of the results: a win, a draw, or no result.", field="result"
        )
        if self.is_forfeit and result not in _WINNERS:
            raise InputError("A forfeit is won by one of the two; choose who wins.", field="result")
        reason = FORFEIT if self.is_forfeit else ANNULLED if result is Result.NONE else ADJUDICATED
        return RulingVerdict(result, _WINNERS.get(result), reason, self.is_forfeit)


class UndoResult(_RulingAct):
    """An organiser takes back a result that was set, so that the one that was played counts again."""

    kind = LeagueAct.RULING_UNDONE

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.game_id)

    def judge(self, _reader: Reader, ruled: RuledGame) -> str:
        check_season_runs(ruled.season)
        if ruled.pairing.ruling is None:
            raise ConflictError("No result was set for this game.")
        if not ruled.pairing.played_reason:
            raise ConflictError(
                "The game was running when its result was set, so there is none to go back to. Set another result "
                "instead."
            )
        return ""

    def question(self, _reader: Reader, ruled: RuledGame, _by_player_id: int) -> ActQuestion:
        played = ruled.words(*_played_result(ruled))
        said = (f"The game {ruled.names} has again the result that was played: {played}.", "Both players are told.")
        return ActQuestion("Take this result back?", "Take it back", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, ruled: RuledGame, request: ActRequest) -> Done:
        winner, played = _played_result(ruled)
        _change(uow, ruled, winner, played)
        self.record(uow, ruled, EventKind.RULING_UNDONE, request)
        blank = {"ruled_at": None, "ruled_by": None, "ruled_for": "", "played_winner": None, "played_reason": ""}
        change_pairings(uow, [ruled.game_row.id], ruling=None, is_forfeit=played == FORFEIT, **blank)
        _tell(uow, ruled, _TAKEN_BACK, (winner, played), why=request.reason)
        words = f"{ruled.words(winner, played)}."
        return self.done(ruled, "The result that was played stands again.", words, request.reason)


def _choice_that_stands(game_row: GameRow) -> str:
    """The word for the result that a game has now, as the form offers it."""
    if game_row.reason in NO_RESULT:
        return "none"
    if game_row.winner is None:
        return "draw"
    word = "first" if game_row.winner == FIRST else "second"
    return f"{word}-forfeit" if game_row.reason == FORFEIT else word


def _played_result(ruled: RuledGame) -> tuple[Seat | None, str]:
    """The winner of the game as it was played, and the reason."""
    winner = ruled.pairing.played_winner
    return None if winner is None else Seat(winner), ruled.pairing.played_reason


def _goes_on_words(game_row: GameRow) -> str:
    """The state of a game that is not over."""
    return "paused" if game_row.is_paused else "frozen" if game_row.frozen_at is not None else "going on"


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


def _end(uow: UnitOfWork, ruled: RuledGame, ending: Ending) -> None:
    end_game(uow, ruled.game_row, ending, ruled.game_row.seats)
    set_next_check(uow, ruled.season.id, uow.now)


def _change(uow: UnitOfWork, ruled: RuledGame, winner: Seat | None, reason: str) -> None:
    asked = {"of_game": ruled.game_row.id, "new_winner": winner, "new_reason": reason}
    change_games(uow, _CHANGE, asked)


def _write(uow: UnitOfWork, ruled: RuledGame, verdict: RulingVerdict, request: ActRequest) -> None:
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
        ruled_by=request.by_player_id,
        ruled_for=request.reason,
        **values,
    )


def _tell(uow: UnitOfWork, ruled: RuledGame, said: str, result: tuple[Seat | None, str], *, why: str) -> None:
    """Tell both players of a game that was over before what was done and who wins now."""
    occasion = f"result:{ruled.game_row.id}:{ruled.game_row.version + 1}"
    link = Link("The game’s page", f"/games/{ruled.game_row.id}")
    for seated in ruled.game_row.seats:
        opponent = ruled.game_row.seats[other(seated.seat)].name
        words = ruled.words(*result, reader_seat=seated.seat)
        lines, title = (Sentence.of(f"{said}: {words}."), because(why)), f"The result of your game against {opponent}"
        tell_news(uow, ruled.season, [seated.player_id], occasion=occasion, title=title, sentences=lines, link=link)
