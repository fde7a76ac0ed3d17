"""Answers to letters about seasons that hold no command: a yes, a no, and whatever else people write to them."""

from dataclasses import replace

from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork
from corr.errors import CorrError
from corr.leagues.acts.replacement import decline_to_take_over
from corr.leagues.rows import SeasonRow, find_entry, get_season
from corr.leagues.seasons.entries import decline_season
from corr.mail.answering import answers
from corr.mail.answering.joining_by_mail import ASKING, season_page
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.reading.words.acts import OF_LEAGUES, Act, Beside
from corr.mail.reading.words.commands import is_leave, is_no
from corr.mail.reading.words.orders import Orders
from corr.players.reply_tokens import AccountTarget


def meant(orders: Orders, target: AccountTarget) -> Orders:
    """*orders* as they are meant in an answer to that letter: to the question whether somebody plays, yes is a join."""
    if target.kind not in ASKING:
        return orders
    if orders.acts == (Act.CONFIRM,):
        return replace(orders, acts=(Act.JOIN,))
    if orders.beside is not Beside.YES or OF_LEAGUES & set(orders.acts):
        return orders
    return replace(orders, acts=(*orders.acts, Act.JOIN), typed=(*(orders.typed or orders.asked), Act.JOIN.value))


def settle_about_season(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> Outcome:
    """What becomes of an answer to a letter about a season in which no command was found."""
    if target.is_expired:
        return Outcome("expired", answers.too_old_for_leagues())
    reading = mail.reading
    if reading.fault:
        unreadable = answers.unreadable(reading)
        return Outcome(reading.fault_code or "too-complex", replace(unreadable, has_board=False, has_hints=False))
    if reading.orders.rivals:
        unclear = answers.unclear(reading.orders)
        commands = tuple((rival, unclear.title) for rival in reading.orders.rivals[:10])
        return Outcome("unclear", replace(unclear, has_board=False, has_hints=False), commands)
    if not mail.token and is_no(reading.new_text):
        # Others may have the id of the letter as well.
        return Outcome("not-heard", answers.not_heard())
    return _in_words(uow, reading.new_text, target)


def _in_words(uow: UnitOfWork, words: str, target: AccountTarget) -> Outcome:
    """What becomes of what somebody wrote in words: a no, or something that nobody is told of."""
    assert target.season_id is not None
    season = get_season(uow, target.season_id)
    entry = find_entry(uow, season.id, target.player_id)
    is_in = entry is not None and entry.is_in
    if target.kind == NoticeKind.REPLACEMENT and is_no(words):
        return _declined(uow, season, target.player_id)
    if not is_in and target.kind == NoticeKind.SEASON_OPENS and is_no(words):
        decline_season(uow, season.id, target.player_id)
        return Outcome("no-thanks", answers.no_thanks(season_page(season), season.league_id))
    if is_in and (is_no(words) or is_leave(words)):
        return Outcome("league", answers.still_in(season_page(season), season.league_id))
    return Outcome("league", answers.not_to_a_league(season_page(season), season.league_id))


def _declined(uow: UnitOfWork, season: SeasonRow, player_id: int) -> Outcome:
    """What becomes of a no to the question whether somebody plays on for another player."""
    try:
        with uow.attempt():
            title = decline_to_take_over(uow, season.id, player_id).sentence
    except CorrError as refusal:
        title = refusal.sentence
    return Outcome("no-thanks", answers.without_board(title, pages=(season_page(season),), stands=True))
