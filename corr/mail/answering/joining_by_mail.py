"""Joining and leaving leagues by mail, in an answer to any letter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from corr.base.notices import NoticeKind
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import moment_words, owner_of
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import TakeOver, take_over
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.consents import find_open_ask
from corr.leagues.rows import SeasonRow, find_entry, get_season
from corr.leagues.season_search import leagues_to_join, season_to_join, season_to_leave
from corr.leagues.seasons.entries import JoinSeason, LeaveSeason, join_season, leave_season
from corr.mail.answering.answers import LEAGUES_BY_MAIL, AnswerQuestion, Pointer
from corr.mail.answering.authority import DOOR
from corr.mail.answering.information import InformationAnswer
from corr.mail.answering.questions import question
from corr.mail.answering.received_mail import packed
from corr.mail.queues.held_orders import HoldReason, NewHeldOrder, hold
from corr.mail.queues.mail_outcomes import why_asked
from corr.mail.reading.words.commands import OF_LEAGUES, Act
from corr.mail.reading.words.orders import Orders

_LEAGUES = Pointer("All leagues", "/leagues")
_TITLES = {
    Act.JOIN: "You have not joined.",
    Act.LEAVE_LEAGUE: "Nothing was changed.",
    Act.CONFIRM_WITHDRAWAL: "Nothing was changed.",
}
ASKING = frozenset({NoticeKind.SEASON_OPENS.value, NoticeKind.REPLACEMENT.value})
"""The kinds of letters that ask whether somebody plays; in an answer to one, yes means join."""
_WHICH = "That does not say which league you mean."


@dataclass(frozen=True, slots=True)
class LeagueRequester:
    """The player who asks to join or leave a league."""

    player_id: int
    order_key: str = field(repr=False)
    """The key of the order: the same key is done once, however often it comes."""
    season_id: int | None = None
    """The season of the answered letter; None if it has none."""
    mail_id: int = 0
    """The mail that asks; 0 for a page."""


def settled_leagues(uow: UnitOfWork, requester: LeagueRequester, orders: Orders) -> Mapping[Act, InformationAnswer]:
    """Join or leave as *orders* ask; the answer to each act."""
    return {act: _settled(uow, requester, orders.league, act) for act in orders.acts if act in OF_LEAGUES}


def season_page(season: SeasonRow) -> Pointer:
    """A link to the page of a season."""
    return Pointer(season.name, season.path)


def _settled(uow: UnitOfWork, requester: LeagueRequester, league: str, act: Act) -> InformationAnswer:
    try:
        with uow.attempt():
            return _DOING[act](uow, requester, league)
    except CorrError as refusal:
        title = _TITLES[act]
        lines = (refusal.sentence, LEAGUES_BY_MAIL) if isinstance(refusal, InputError) else (refusal.sentence,)
        return InformationAnswer(title, f"{title} {refusal.sentence}", lines, (_LEAGUES,))


def _join(uow: UnitOfWork, requester: LeagueRequester, league: str) -> InformationAnswer:
    asked = _season_to_play_on(uow, requester, league)
    if asked is not None:
        return _take_over(uow, requester, asked)
    season = season_to_join(uow, league or _league_of(uow, requester))
    receipt = join_season(uow, JoinSeason(season.id, requester.player_id, DOOR))
    title = f"You have joined {season.name}." if receipt.is_changed else f"You are in {season.name} already."
    lines = (
        f"It begins on {_moment(uow, requester, season)}: all your games begin then, and letters tell you of them.",
        f"“leave {season.league_id}”, alone on a line in an answer to any letter of ours, leaves it again until then.",
    )
    return InformationAnswer(title, title, lines, (season_page(season),))


def _season_to_play_on(reader: Reader, requester: LeagueRequester, league: str) -> SeasonRow | None:
    """The season of the answered letter, if the player is asked to take over for somebody in it, or has done so."""
    season = None if requester.season_id is None else get_season(reader, requester.season_id)
    if season is None or not season.is_running or league.lower() not in {"", season.league_id}:
        return None
    ask = find_open_ask(reader, season.id, requester.player_id)
    entry = find_entry(reader, season.id, requester.player_id)
    return season if ask is not None or (entry is not None and entry.took_over_at is not None) else None


def _take_over(uow: UnitOfWork, requester: LeagueRequester, season: SeasonRow) -> InformationAnswer:
    receipt = take_over(uow, TakeOver(season.id, requester.player_id, DOOR))
    lines = (
        "A letter comes for each turn that is due: answer that one with your turn.",
        f"“leave {season.league_id}”, alone on a line in an answer to any letter of ours, asks whether you withdraw.",
    )
    return InformationAnswer(receipt.sentence, receipt.sentence, lines, (season_page(season),))


def _leave(uow: UnitOfWork, requester: LeagueRequester, league: str) -> InformationAnswer:
    season = season_to_leave(uow, league, requester.player_id)
    if season.is_running:
        return _asked_back(uow, requester, season)
    leave_season(uow, LeaveSeason(season.id, requester.player_id, DOOR))
    title = f"You have left {season.name}."
    line = f"“join {season.league_id}”, alone on a line in an answer to any letter of ours, enters it again."
    return InformationAnswer(title, title, (line,), (season_page(season),))


def _asked_back(uow: UnitOfWork, requester: LeagueRequester, season: SeasonRow) -> InformationAnswer:
    """The question whether the player withdraws from a running season, with what that means; nothing is done yet."""
    asked = OwnWithdrawal(season.id, requester.player_id).preview(uow, requester.player_id)
    zone = owner_of(uow, requester.player_id).zone
    title = f"Do you want to withdraw from {season.name}?"
    told = (sentence.told(lambda at: moment_words(at, zone)) for sentence in asked.sentences)
    if requester.mail_id:
        held = _held(uow, requester, season)
        lines = (*told, f"Nothing has been changed yet. {why_asked(HoldReason.WITHDRAWAL, '')}")
        return InformationAnswer(
            title, f"{title} It waits for your word.", lines, (season_page(season),), question=held
        )
    how = (
        "Nothing has been changed yet. If you want it, say so on the season’s page; or "
        f"“confirm withdraw {season.league_id}”, alone on a line in an answer to this letter, does it."
    )
    return InformationAnswer(title, f"{title} It waits for your word.", (*told, how), (season_page(season),))


def _held(uow: UnitOfWork, requester: LeagueRequester, season: SeasonRow) -> AnswerQuestion:
    """Hold a withdrawal until it is confirmed; the question about it."""
    typed = f"leave {season.league_id}"
    wanted = Orders(acts=(Act.CONFIRM_WITHDRAWAL,), typed=(typed,), league=season.league_id)
    order = NewHeldOrder(
        inbox_id=requester.mail_id,
        player_id=requester.player_id,
        game_id=None,
        turn_number=None,
        orders=packed(wanted),
        written_by="",
        received_at=uow.now,
        why=HoldReason.WITHDRAWAL,
    )
    held = hold(uow, order)
    return question(held.id, f"/held/{held.token}", wanted, is_of_game=False)


def _withdraw(uow: UnitOfWork, requester: LeagueRequester, league: str) -> InformationAnswer:
    season = season_to_leave(uow, league, requester.player_id)
    if not season.is_running:
        raise ConflictError(
            f"{season.name} has not begun, so nobody needs to withdraw. “leave {league}”, alone on a line, leaves it."
        )
    withdrawal = OwnWithdrawal(season.id, requester.player_id, door=DOOR)
    becomes = withdrawal.preview(uow, requester.player_id).sentences[1]
    withdrawal.carry_out(uow, ActRequest(requester.player_id, order_key=requester.order_key))
    title = f"You have withdrawn from {season.name}."
    return InformationAnswer(title, title, (str(becomes),), (season_page(season),))


_DOING: Mapping[Act, Callable[[UnitOfWork, LeagueRequester, str], InformationAnswer]] = {
    Act.JOIN: _join,
    Act.LEAVE_LEAGUE: _leave,
    Act.CONFIRM_WITHDRAWAL: _withdraw,
}


def _league_of(reader: Reader, requester: LeagueRequester) -> str:
    """
    The id of the league of the answered letter.

    :raises InputError: the letter is about no league.
    """
    if requester.season_id is None:
        known = ", ".join(f"{league.id} ({league.name})" for league in leagues_to_join(reader)[:3])
        raise InputError(f"{_WHICH} These take players now: {known}." if known else _WHICH, field="league")
    return get_season(reader, requester.season_id).league_id


def _moment(reader: Reader, requester: LeagueRequester, season: SeasonRow) -> str:
    return moment_words(season.dates.starts_at, owner_of(reader, requester.player_id).zone)
