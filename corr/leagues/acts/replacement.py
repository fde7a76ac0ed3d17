"""
Replacements: another player, who was asked and said yes, takes over an entry with its results and its open games.

Messages between the player who is replaced and the opponents stay between them. Turns that wait sealed stay, and the
replacement may see and change them.
"""

from dataclasses import dataclass, replace
from typing import Self

from sqlalchemy import bindparam, delete, or_, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outages import credited_game_rows
from corr.clocks.seat_clocks import habits_of, set_clocks
from corr.core.clock import ClockState, Habits, started_clock
from corr.core.spans import counted
from corr.errors import ConflictError, InputError
from corr.game.game_row import (
    ALL_READ,
    GAME,
    NO_DRAFT,
    PLAYER,
    UPDATE_GAME,
    UPDATE_SEAT,
    GameRow,
    Seated,
    change_games,
)
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.leagues.acts.organiser_act import (
    ActForm,
    ActQuestion,
    ActRequest,
    ActTarget,
    Done,
    FormField,
    ReasonField,
    SeasonAct,
)
from corr.leagues.consents import (
    AskQuestion,
    AskRow,
    asked_too_often,
    drop_asks_about,
    find_open_ask,
    note_answer,
    refusers,
    write_asks,
)
from corr.leagues.journal import LeagueAct, LeagueReceipt, because, get_playing, note_act, read_player
from corr.leagues.league_news import Link, members_of, organiser_ids, tell_news
from corr.leagues.pairings import open_pairings
from corr.leagues.rows import (
    ENTRY,
    UPDATE_ENTRY,
    EntryRow,
    SeasonRow,
    find_entry,
    get_season,
    get_season_locked,
    show_season_anew,
)
from corr.leagues.rules.table_words import listed
from corr.play.turn_log import takeover_key
from corr.players.names import isolated
from corr.players.profiles import PlayerView, addresses_of
from corr.players.reply_tokens import revoke_reply_tokens
from corr.players.sanctions import Outreach, check_may_reach
from corr.states import AskAnswer, EntryState

# Leave that is taken at the same moment waits for the games, and then counts in them.
_LOCK_PLAYER = select(PLAYER.c.id).where(PLAYER.c.id == bindparam("player")).with_for_update(read=True)
_INVOLVED = select(ENTRY).where(
    ENTRY.c.season_id == bindparam("season"),
    or_(ENTRY.c.player_id == bindparam("player"), ENTRY.c.began_by == bindparam("player")),
)
_FORGET = delete(ENTRY).where(
    ENTRY.c.season_id == bindparam("of_season"),
    ENTRY.c.player_id == bindparam("of_player"),
    ENTRY.c.division_id.is_(None),
)
_TAKE_OVER = UPDATE_ENTRY.values(player_id=bindparam("new"), began_by=bindparam("began"), took_over_at=bindparam("at"))
_TAKE_SEAT = UPDATE_SEAT.values(player_id=bindparam("new"), offered_at_turn=None, **NO_DRAFT, **ALL_READ)
_CHANGE = UPDATE_GAME.values(version=GAME.c.version + 1, draw_offer=bindparam("offer"), changed_at=bindparam("at"))


@dataclass(frozen=True, slots=True)
class AskToReplace(SeasonAct):
    """An organiser asks a player to take over the entry of another one; earlier open questions about it are closed."""

    player_id: int
    """The player who would be replaced."""
    new_name: str
    """The name of the player who is asked."""

    kind = LeagueAct.ASKED_TO_REPLACE
    why = ReasonField.MUST
    typed_fields = (("name", 200),)
    asks_again_after = (InputError, ConflictError)

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.season_id, target.player_id, target.word("name"))

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        entry = get_playing(reader, get_season(reader, target.season_id), target.player_id)
        name = isolated(entry.name)
        said = (
            f"Ask someone to take over from {name}. If they say yes, they get {name}’s row in the table, with its "
            f"results and its open games. Until then {name} plays on."
        )
        hint = Sentence.of("Someone who is not in this season. You can check what happens before anyone is asked.")
        return ActForm(f"Who takes over from {name}?", Sentence.of(said), (FormField("name", "Player to ask", hint),))

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        entry = get_playing(reader, season, self.player_id)
        _newcomer(reader, season, entry, self.new_name)
        _check_open(len(open_pairings(reader, season.id, entry.id)), entry)
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        entry = get_playing(reader, season, self.player_id)
        new = _newcomer(reader, season, entry, self.new_name)
        count = len(open_pairings(reader, season.id, entry.id))
        games, goes = counted(count, "open game"), "goes" if count == 1 else "go"
        letter = f"{new.name} gets a letter with all terms and open games"
        said = (
            f"{letter}, and is asked whether to play on for {entry.name}.",
            f"Until {new.name} says yes, nothing changes: {entry.name} plays on, and the clocks run.",
            f"If {new.name} says yes, {games} {goes} on with {new.name}, with the full time for each turn that is due.",
            "Results of finished games stay in the row of the table.",
            *taken_over_words(season, count),
            f"{entry.name} is out of the season then, and both and the division are told.",
        )
        return ActQuestion("Ask somebody else to play on?", "Send the question", tuple(map(Sentence.of, said)))

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        entry, by = get_playing(uow, season, self.player_id), request.by_player_id
        new = _newcomer(uow, season, entry, self.new_name)
        check_may_reach(uow, by, Outreach.ASK_TO_REPLACE, "name")
        _check_may_ask(uow, season, by, new)
        drop_asks_about(uow, entry.id)
        write_asks(uow, AskQuestion(season.id, by, entry.id, entry.player_id, request.reason), [new.id])
        kind, occasion = NoticeKind.REPLACEMENT, f"{entry.id}:{season.version + 1}"
        uow.tell(notices.about_season(kind, season.id, new.id, occasion=occasion, facts={}))
        facts = {"player": entry.name, "new": new.name, "reason": request.reason}
        return Done(f"{new.name} is asked, and {entry.name} plays on until then.", facts)


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A player who was asked to take over an entry says yes."""

    season_id: int
    player_id: int
    """The player who takes over."""
    door: str = "web"


@dataclass(frozen=True, slots=True)
class _Exchange:
    """A replacement: the entry, its new player, and the open games."""

    season: SeasonRow
    entry: EntryRow
    new: PlayerView
    games: tuple[GameRow, ...]
    ask: AskRow
    """The question that was answered with yes."""
    door: str

    @property
    def old_id(self) -> int:
        return self.entry.player_id

    def seat(self, game_row: GameRow) -> Seated:
        return game_row.get_seat(self.old_id)


def take_over(uow: UnitOfWork, order: TakeOver) -> LeagueReceipt:
    """
    Replace the player of an entry by a player who was asked, with all results and open games, and tell everybody.

    :raises ConflictError: the player is not asked to take over anything there, or not any more.
    """
    uow.connection.execute(_LOCK_PLAYER, {"player": order.player_id})
    before = find_open_ask(uow, order.season_id, order.player_id)
    asked = before.entry_id if before else None
    ids = [] if asked is None else [pairing.game_id for pairing in open_pairings(uow, order.season_id, asked)]
    games = tuple(game_row for game_row in credited_game_rows(uow, ids) if not game_row.is_over)
    season = get_season_locked(uow, order.season_id)
    ask = find_open_ask(uow, season.id, order.player_id)
    if ask is None or ask.replaced_id is None or before is None or ask.id != before.id:
        return _nothing_asked(uow, season, order.player_id)
    entry = get_playing(uow, season, ask.replaced_id)
    exchange = _Exchange(season, entry, _newcomer(uow, season, entry, ask.name), games, ask, order.door)
    _check_open(len(games), entry)
    note_answer(uow, ask, AskAnswer.YES)
    drop_asks_about(uow, entry.id)
    _exchange(uow, exchange)
    _tell(uow, exchange)
    facts = {"player": entry.name, "new": exchange.new.name, "games": len(games), "reason": ask.reason}
    # The act was the organiser's, who asked; to say yes is not an act of its own.
    note_act(uow, season, LeagueAct.REPLACED, facts=facts | {"by": ask.by_name, "door": order.door})
    show_season_anew(uow, season.id)
    return LeagueReceipt(f"You play on for {entry.name} in {season.name}, in {counted(len(games), 'open game')}.")


def taken_over_words(season: SeasonRow, count: int) -> tuple[str, ...]:
    """What becomes of the ratings if that many games are taken over; nothing in a season that is not rated."""
    if not season.settings.is_rated:
        return ()
    is_one = count == 1
    return (
        f"The {'game' if is_one else 'games'} taken over {'counts' if is_one else 'count'} for no ratings any more.",
    )


def decline_to_take_over(uow: UnitOfWork, season_id: int, player_id: int) -> LeagueReceipt:
    """
    Answer no to the question whether the player takes over an entry, and tell the organiser who asked.

    :raises NotFoundError: there is no such season.
    :raises ConflictError: the player is not asked, or not any more.
    """
    season = get_season_locked(uow, season_id)
    ask = find_open_ask(uow, season.id, player_id)
    if ask is None or ask.replaced_id is None:
        return _nothing_asked(uow, season, player_id)
    note_answer(uow, ask, AskAnswer.NO)
    show_season_anew(uow, season.id)
    if ask.by_player_id is not None:
        title, said = f"{ask.name} does not play on", f"{ask.name} does not play on for {ask.replaced_name}."
        more = "You can ask somebody else."
        link = Link("Players", f"{season.path}/organise/players")
        told = [Sentence.of(said), Sentence.of(more)]
        by, occasion = [ask.by_player_id], f"declined:{ask.id}"
        tell_news(uow, season, by, occasion=occasion, title=title, sentences=told, link=link)
    return LeagueReceipt(f"You do not play on for {ask.replaced_name}.")


def _nothing_asked(reader: Reader, season: SeasonRow, player_id: int) -> LeagueReceipt:
    """The receipt of an answer without an open question, if the player took over before; else refuses it."""
    entry = find_entry(reader, season.id, player_id)
    if entry is not None and entry.took_over_at is not None and entry.state is EntryState.PLAYING:
        return LeagueReceipt(f"You play in {season.name} already.", repeated=True)
    raise ConflictError(f"You are not asked to play on in {season.name} any more.")


def _check_may_ask(uow: UnitOfWork, season: SeasonRow, by_player_id: int, new: PlayerView) -> None:
    """Refuse to ask somebody who has an open question here, was asked too often, or does not want to be asked."""
    if find_open_ask(uow, season.id, new.id) is not None:
        raise ConflictError(f"{new.name} is asked already, and has not answered.")
    if asked_too_often(uow, [new.id]) or refusers(uow, by_player_id, [new.id]):
        raise ConflictError(
            f"{new.name} cannot be asked now. Perhaps {new.name} was asked often enough today, or does not want to be."
        )


def _newcomer(reader: Reader, season: SeasonRow, entry: EntryRow, name: str) -> PlayerView:
    """The player of that name, checked to be able to take over."""
    new = read_player(reader, name, field="name")
    if new.id == entry.player_id:
        raise ConflictError(f"{new.name} plays these games already.")
    asked = {"season": season.id, "player": new.id}
    for row in reader.connection.execute(_INVOLVED, asked):
        # Whoever left before the start was never in the season; and players may come back to their own entry.
        is_free = row.state == EntryState.LEFT.value or row.id == entry.id
        if not is_free:
            raise ConflictError(f"{new.name} is in this season already, or was, and cannot take over.")
    if not addresses_of(reader, new.id):
        raise InputError(f"{new.name} has no mail address, so nobody could be told.", field="name")
    return new


def _check_open(count: int, entry: EntryRow) -> None:
    if not count:
        raise ConflictError(f"All games of {entry.name} are over, so there is nothing to take over.")


def _exchange(uow: UnitOfWork, exchange: _Exchange) -> None:
    """Put the new player in the entry and in all open games, which are locked."""
    season, entry, new = exchange.season, exchange.entry, exchange.new
    uow.connection.execute(_FORGET, {"of_season": season.id, "of_player": new.id})
    began = entry.began_by or entry.player_id
    taken = {"of_entry": entry.id, "new": new.id, "began": None if began == new.id else began, "at": uow.now}
    uow.connection.execute(_TAKE_OVER, taken)
    seats = [
        {"of_game": game_row.id, "of_seat": exchange.seat(game_row).seat, "new": new.id} for game_row in exchange.games
    ]
    change_games(uow, _TAKE_SEAT, seats)
    change_games(uow, _CHANGE, [_changed(uow, exchange, game_row) for game_row in exchange.games])
    _set_all_clocks(uow, exchange)
    record_events(uow, _happenings(exchange))
    revoke_reply_tokens(uow, exchange.old_id, [game_row.id for game_row in exchange.games])


def _changed(uow: UnitOfWork, exchange: _Exchange, game_row: GameRow) -> dict[str, object]:
    is_own = game_row.draw_offer == exchange.seat(game_row).seat
    return {"of_game": game_row.id, "offer": None if is_own else game_row.draw_offer, "at": uow.now}


def _happenings(exchange: _Exchange) -> list[tuple[str, int, Happening]]:
    found = []
    for game_row in exchange.games:
        seat = exchange.seat(game_row).seat
        if game_row.draw_offer == seat:
            found.append((game_row.id, game_row.turn_number, Happening(EventKind.DRAW_WITHDRAWN, seat)))
        # The verification reads the earlier player of the seat from this key.
        key = takeover_key(exchange.old_id, exchange.new.id, exchange.season.version)
        by, why = exchange.ask.by_player_id, exchange.ask.reason
        happening = Happening(EventKind.REPLACED, seat, exchange.door, reason=why, by_player_id=by, order_key=key)
        found.append((game_row.id, game_row.turn_number, happening))
    return found


def _set_all_clocks(uow: UnitOfWork, exchange: _Exchange) -> None:
    """Give each clock of the new player at least the time at the start of a game; no deadline moves earlier."""
    habits = habits_of(uow, [exchange.new.id], since=uow.now)[exchange.new.id]
    clocks: dict[str, dict[int, ClockState]] = {}
    for game_row in exchange.games:
        mine = exchange.seat(game_row)
        clocks[game_row.id] = {mine.seat: _clock(uow, game_row, mine, habits)}
    set_clocks(uow, clocks)


def _clock(uow: UnitOfWork, game_row: GameRow, mine: Seated, habits: Habits) -> ClockState:
    bank_ms = max(mine.bank_ms, game_row.terms.pace.bank_ms)
    if not mine.is_due:
        return ClockState(bank_ms)
    fresh = started_clock(game_row.terms, habits, bank_ms, uow.now)
    if game_row.frozen_at is not None:
        return replace(fresh, due_at=None, remind_at=None)
    if mine.due_at is not None and fresh.due_at is not None and mine.due_at > fresh.due_at:
        return replace(fresh, due_at=mine.due_at)
    return fresh


def _tell(uow: UnitOfWork, exchange: _Exchange) -> None:
    """Tell the new player, also of each turn that is due, the one who is replaced, the division and the organisers."""
    season, entry, new, reason = exchange.season, exchange.entry, exchange.new, exchange.ask.reason
    occasion = f"replaced:{entry.id}:{season.version + 1}"
    names = listed(isolated(name) for name in sorted(_opponent(each, entry.player_id) for each in exchange.games))
    mine = (
        Sentence.of(f"You take over from {entry.name}, against {names}, as you were asked."),
        Sentence.of(f"What {entry.name} has finished counts in your row of the table."),
        Sentence.of("You have the full time for each turn that is due."),
        *map(Sentence.of, taken_over_words(season, len(exchange.games))),
        Sentence.of("If you cannot go on one day, withdraw on the season’s page, or write to the organisers in time."),
    )
    tell_news(uow, season, [new.id], occasion=occasion, title=f"You play on for {entry.name}", sentences=mine)
    unrated = tuple(map(Sentence.of, taken_over_words(season, len(exchange.games))))
    theirs = (Sentence.of(f"{new.name} plays on for {entry.name} from now on."), *unrated, because(reason))
    told = {*members_of(uow, season.id, entry.division_id), *organiser_ids(uow, season.league_id), exchange.old_id}
    others = sorted(told - {new.id, exchange.old_id})
    tell_news(uow, season, others, occasion=occasion, title=f"{new.name} plays on for {entry.name}", sentences=theirs)
    before = (Sentence.of(f"{new.name} plays on for you from now on. Nothing is left for you to do."), because(reason))
    title = f"{new.name} plays on for you"
    tell_news(uow, season, [exchange.old_id], occasion=occasion, title=title, sentences=before)
    for game_row in exchange.games:
        if exchange.seat(game_row).is_due:
            # A player who comes back may have got a letter about the same turn before, whose reply address is revoked.
            uow.tell(notices.taken_over(game_row.id, (game_row.turn_number, game_row.version), new.id))


def _opponent(game_row: GameRow, player_id: int) -> str:
    return next(seated.name for seated in game_row.seats if seated.player_id != player_id)
