"""The withdrawal of a player from a running season, and what becomes of the results and the open games."""

from dataclasses import dataclass, field, replace

from sqlalchemy import bindparam, update

from corr.base import notices
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import NotAllowedError
from corr.game.game_row import GameRow, game_rows_locked
from corr.game.words import ANNULLED, FORFEIT, EventKind
from corr.games.seats import Seat, other
from corr.leagues.act_basics import (
    LeagueReceipt,
    because,
    find_repeated,
    get_playing,
    note_act,
    read_optional_reason,
    read_required_reason,
)
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.pairings import change_pairings, open_pairings
from corr.leagues.rows import (
    ENTRY,
    EntryRow,
    SeasonRow,
    find_entry,
    get_season,
    get_season_locked,
    is_organiser,
    set_next_check,
    show_season_anew,
)
from corr.leagues.rules.settings import withdrawal_of
from corr.play.lifecycle import Ending, end_games
from corr.players.administrators import is_admin
from corr.states import EntryState, Withdrawal

_WITHDRAW = (
    update(ENTRY)
    .where(ENTRY.c.id == bindparam("of_entry"))
    .values(state=EntryState.WITHDRAWN.value, withdrawal=bindparam("becomes"), left_at=bindparam("at"))
)


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The order that a player withdraws from a season."""

    season_id: int
    player_id: int
    """The player who withdraws."""
    by_player_id: int
    """Whoever gives the order: the player, an organiser, or an administrator."""
    reason: str = ""
    """One line that members read; it may be empty if the player gives the order."""
    door: str = "web"
    order_key: str | None = field(default=None, repr=False)

    @property
    def is_own(self) -> bool:
        """Whether the player gives the order."""
        return self.player_id == self.by_player_id


@dataclass(frozen=True, slots=True)
class WithdrawalPreview:
    """The consequences of a withdrawal."""

    name: str
    becomes: Withdrawal
    finished: int
    """How many games of the player count in the table."""
    open: int
    """How many games of the player are open."""
    sentences: tuple[Sentence, ...]


def withdrawal_preview(reader: Reader, season_id: int, player_id: int, by_player_id: int) -> WithdrawalPreview:
    """
    What would happen if the player withdrew now.

    :raises ConflictError: the season does not run, or the player has withdrawn already.
    """
    season = get_season(reader, season_id)
    _check_may(reader, season, player_id, by_player_id)
    entry = get_playing(reader, season, player_id)
    seen = _preview(season, entry, _division_of(reader, season, entry))
    if player_id != by_player_id:
        return seen
    own = (_counts("You have", seen), _done(seen, is_own=True))
    return replace(seen, sentences=(*map(Sentence.of, own), *seen.sentences[2:]))


def withdraw(uow: UnitOfWork, order: Withdraw) -> LeagueReceipt:
    """
    Withdraw a player from a season, and tell the division and the organisers.

    By the season's rule all results leave the table, or the open games are forfeits.

    :raises ConflictError: the season does not run.
    :raises InputError: an organiser gives no reason, or it cannot be used.
    """
    before = get_season(uow, order.season_id)
    _check_may(uow, before, order.player_id, order.by_player_id)
    wished = find_entry(uow, before.id, order.player_id)
    ids = [pairing.game_id for pairing in open_pairings(uow, before.id, wished.id)] if wished else []
    games = [game_row for game_row in game_rows_locked(uow, ids) if not game_row.is_over]
    season = get_season_locked(uow, order.season_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    entry = find_entry(uow, season.id, order.player_id)
    if repeated or (entry is not None and entry.state is EntryState.WITHDRAWN):
        return repeated or LeagueReceipt(f"{_name(order, entry)} withdrawn already.", repeated=True)
    entry = get_playing(uow, season, order.player_id)
    reason = read_optional_reason(order.reason) if order.is_own else read_required_reason(order.reason)
    division = _division_of(uow, season, entry)
    preview = _preview(season, entry, division)
    _end(uow, games, order, preview, note=reason)
    uow.connection.execute(_WITHDRAW, {"of_entry": entry.id, "becomes": preview.becomes.value, "at": uow.now})
    _note(uow, season, order, preview, reason=reason, division=division)
    _tell(uow, season, order, preview, reason=reason, division=division)
    show_season_anew(uow, season.id)
    set_next_check(uow, season.id, uow.now)
    return LeagueReceipt(f"{_name(order, entry)} withdrawn. {_done(preview, is_own=order.is_own)}")


def _check_may(reader: Reader, season: SeasonRow, player_id: int, by_player_id: int) -> None:
    """Refuse everybody but the player, the organisers and administrators."""
    may = player_id == by_player_id or is_organiser(reader, season.league_id, by_player_id)
    if not may and not is_admin(reader, by_player_id):
        raise NotAllowedError("Only the player and the organisers of this league may do that.")


def _division_of(reader: Reader, season: SeasonRow, entry: EntryRow) -> DivisionTable:
    return next(found for found in division_tables(reader, season) if found.id == entry.division_id)


def _preview(season: SeasonRow, entry: EntryRow, division: DivisionTable) -> WithdrawalPreview:
    becomes = withdrawal_of(division.table, entry.id, season.settings.withdrawal)
    finished = sum(entry.id in {meeting.first, meeting.second} for meeting in division.table.counted())
    left = sum(entry.id in {meeting.first, meeting.second} for meeting in division.table.open())
    bare = WithdrawalPreview(entry.name, becomes, finished, left, ())
    said = (
        _counts(f"{entry.name} has", bare),
        _done(bare),
        "This cannot be undone: no game that is ended by it can be played on.",
    )
    return WithdrawalPreview(entry.name, becomes, finished, left, tuple(map(Sentence.of, said)))


def _counts(who_has: str, preview: WithdrawalPreview) -> str:
    return f"{who_has} finished {preview.finished} of {counted(preview.finished + preview.open, 'game')}."


def _done(preview: WithdrawalPreview, *, is_own: bool = False) -> str:
    """
    What becomes of the results and of the open games, in words.

    :param is_own: whether they are for the player.
    """
    is_one = preview.open == 1
    rest = "The one open game" if is_one else f"The {preview.open} open games"
    if preview.becomes is Withdrawal.REMOVED:
        ended = f" {rest} {'ends' if is_one else 'end'} without a result." if preview.open else ""
        if not preview.finished:
            return f"{'You leave' if is_own else f'{preview.name} leaves'} the table.{ended}"
        kept = " Games that are finished stay in the archive, and in the ratings."
        return f"All {'of your results' if is_own else f'results of {preview.name}'} leave the table.{ended}{kept}"
    if not preview.open:
        return "All results stay in the table."
    opponents = "The opponent wins it" if is_one else "The opponents win them"
    return f"All results stay in the table. {rest} {'is a forfeit' if is_one else 'are forfeits'}. {opponents}."


def _end(uow: UnitOfWork, games: list[GameRow], order: Withdraw, preview: WithdrawalPreview, *, note: str) -> None:
    """End the open games, which are locked, and tell the opponents."""
    endings = []
    for game_row in games:
        seated = game_row.get_seat(order.player_id)
        endings.append((game_row, _ending(seated.seat, order, preview, note)))
        opponent = game_row.seats[other(seated.seat)]
        uow.tell(notices.game_over(game_row.id, game_row.turn_number, opponent.player_id))
    end_games(uow, endings)
    if preview.becomes is Withdrawal.FORFEITS:
        change_pairings(uow, [game_row.id for game_row in games], is_forfeit=True)


def _ending(seat: Seat, order: Withdraw, preview: WithdrawalPreview, note: str) -> Ending:
    by = None if order.is_own else order.by_player_id
    if preview.becomes is Withdrawal.REMOVED:
        return Ending(None, ANNULLED, EventKind.ANNULLED, seat, order.door, note, by)
    return Ending(other(seat), FORFEIT, EventKind.FORFEITED, seat, order.door, note, by)


def _note(
    uow: UnitOfWork,
    season: SeasonRow,
    order: Withdraw,
    preview: WithdrawalPreview,
    *,
    reason: str,
    division: DivisionTable,
) -> None:
    facts = {
        "player": preview.name,
        "division": division.name,
        "becomes": preview.becomes.value,
        "open": preview.open,
        "reason": reason,
        "door": order.door,
    }
    by, key = order.by_player_id, order.order_key
    note_act(uow, season, LeagueAct.WITHDRAWN, facts=facts, by_player_id=by, order_key=key)


def _tell(
    uow: UnitOfWork,
    season: SeasonRow,
    order: Withdraw,
    preview: WithdrawalPreview,
    *,
    reason: str,
    division: DivisionTable,
) -> None:
    """Tell the division, the organisers and the player, each once."""
    said = [Sentence.of(f"{preview.name} does not play on in {division.name}. {_done(preview)}")]
    if reason:
        said.append(because(reason))
    players = {*members_of(uow, season.id, division.id), *organiser_ids(uow, season.league_id)} - {order.player_id}
    occasion, title = f"withdrawn:{order.player_id}", f"{preview.name} has withdrawn"
    tell_news(uow, season, sorted(players), occasion=occasion, title=title, sentences=said)
    why = "" if order.is_own else ", as the organisers decided"
    own = Sentence.of(f"You do not play on in {division.name}{why}. {_done(preview, is_own=True)}")
    title = "You have withdrawn" if order.is_own else "You do not play on"
    tell_news(uow, season, [order.player_id], occasion=occasion, title=title, sentences=[own, *said[1:]])


def _name(order: Withdraw, entry: EntryRow | None) -> str:
    return "You have" if order.is_own or entry is None else f"{entry.name} is"
