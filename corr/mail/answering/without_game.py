"""
Mails without a game: answers to invitations and to letters without one, mails to our address, bounces, unsubscribing.

The owner of an invited mailbox accepts or declines by mail, without a code or a page: the token in the reply address,
which the link in the letter does not tell, and the invited address as the sender prove who it is. If our own mail
server found the sender forged, only the page can be used, which asks for a code.
"""

import re
from dataclasses import dataclass, replace
from datetime import timedelta

from corr.base.addresses import same_address
from corr.base.notices import NoticeKind, To
from corr.base.rate_limits import Limit, is_within
from corr.base.uow import Reader, UnitOfWork
from corr.errors import CorrError, InputError
from corr.game.game_row import get_game_row
from corr.leagues.acts.replacement import decline_to_take_over
from corr.leagues.rows import SeasonRow, find_entry, get_season
from corr.leagues.season_search import season_to_join
from corr.leagues.seasons.entries import check_may_join, decline_season
from corr.mail.answering import answers
from corr.mail.answering.answers import Answer, MailOutcome, Pointer, without_board
from corr.mail.answering.asked_back import ask_back_for_player
from corr.mail.answering.authority import LetterReference, PlayerRequester, Right, Sender, Writer, reason_to_ask, right
from corr.mail.answering.confirmations import DECIDING, ConfirmationAnswer, as_answer, settle_question
from corr.mail.answering.game_mail import asks_in_subject, is_taken, not_heard, retire_if_copied
from corr.mail.answering.information import games_of
from corr.mail.answering.leave_by_mail import LEAVE_ACTS
from corr.mail.answering.order_execution import OF_PLAYER, WITHOUT_GAME, carry_out_for_player
from corr.mail.answering.playing_by_mail import ASKING, season_page
from corr.mail.answering.received_mail import ReceivedMail
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.held_orders import HoldReason
from corr.mail.queues.inbox_limits import hint_left, may_tell_newcomer
from corr.mail.queues.subscriptions import unsubscribe
from corr.mail.reading.mail_facts import MailClass, Report, ReportKind, SenderVerdict
from corr.mail.reading.words.command_lines import without_emoji
from corr.mail.reading.words.commands import OF_ACCOUNT, OF_LEAGUES, OF_PLAYING, Act, Subject, acts_about
from corr.mail.reading.words.free_requests import is_leave, is_no
from corr.mail.reading.words.orders import Beside, Orders, only, row_around
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.invitations import Accepted, accept_by_mail, decline_by_mail, is_invited, revoke_reply_address
from corr.players.address_reputation import is_suppressed, note_report
from corr.players.profiles import AddressOwner, find_owner
from corr.players.reply_tokens import AccountTarget, mark_answered

_ACCEPT = re.compile(r"(?i:accept)(?:\s+(?:(?i:as)\s+(?P<name>.{1,80}?)|(?P<bare>[A-Z]\S{1,29}(?: \S{1,29}){0,2})))?")
"""Without “as” a name begins with a capital letter, so that “accept gladly” names nobody."""
_DECLINE = re.compile(r"decline(?:[\s,:]+(?P<reason>pace|games|now))?", re.IGNORECASE)
_MOST_LINES, _MOST_LETTERS = 40, 4000
"""How much of an answer to an invitation is read; nobody needs more to say yes or no."""
_ANSWERS = Limit("invitation-answers", 5, timedelta(days=1))
"""The most answers to one invitation in a day that say neither yes nor no and are answered."""
_SETTLING = Limit("invitation-settlings", 5, timedelta(days=1))
"""The most that say so; the first settles it, however often its writer was asked before."""
_COMMANDS_AT_DESK = Limit("commands-at-desk", 5, timedelta(days=1))
"""The most mails of a player with commands to the public address that are asked back in a day."""
_AT_DESK = OF_ACCOUNT | {Act.OFFER, Act.TAKE, Act.CHALLENGE, Act.WITHDRAW} | (WITHOUT_GAME - {Act.GAMES, Act.HELP})
"""Commands that make sense although they answer no letter."""
_OF_A_GAME = acts_about(Subject.GAME) | {Act.BOARD, Act.RULES}
"""Commands that make no sense without the letter of a game."""
_SETTLED = frozenset({"accepted", "declined"})
_OPEN = frozenset({"invalid", "unclear", "nothing-found"})
_AROUND = " \t.,:;!*_()\"'“”„"
_HOW = (
    "Reply with “accept” and the name that you want to play under, such as “accept Robin”; if "
    "you have an account with this address, “accept” is enough. “decline” says no. Nothing else may stand on that line."
)
_YOU_BEGIN = "The first turn is yours: a letter with the board is on its way."
_THEY_BEGIN = "The first turn is {opponent}’s. As soon as it is your turn, you get a letter with the board."
_HOW_TO_PLAY = (
    "Reply to it with your turn at the top: that is all you need to do. “help”, alone on a line at the top of such a "
    "reply, tells you what else you can write."
)
_ZONE = (
    "Times in letters are in UTC until you reply with a city of your time zone, such as “time zone Berlin”, alone on a "
    "line, or choose it on your account page. To sign in, enter the address that you wrote from."
)
_FOR_PEOPLE = MailOutcome("for-people", is_for_people=True)


def settle_invitation(uow: UnitOfWork, mail: ReceivedMail, token: str, reply_token: str) -> MailOutcome:
    """
    Carry out an answer to an invitation; its outcome.

    :param token: the one of the invitation's link.
    :param reply_token: the one in the invitation's reply address.
    """
    reading = mail.reading
    if mail.silence:
        return MailOutcome(mail.silence)
    if not is_invited(uow, token, reading.written_by):
        # Somebody who got the letter forwarded learns nothing and can do nothing.
        return MailOutcome("stranger")
    page = (Pointer("The invitation", f"/invitations/{token}"),)
    outcome = _settled(uow, mail, token, page)
    if not is_within(uow, _SETTLING if outcome.code in _SETTLED else _ANSWERS, token):
        return MailOutcome("too-many")
    if outcome.code == "unproved":
        return outcome
    if all(same_address(other, reading.written_by) for other in mail.others):
        return _answerable(outcome, reply_token)
    # They can see the reply address now, and From is easily forged.
    revoke_reply_address(uow, token)
    elsewhere = _answer("Your mail also went to somebody else.", "Please answer on this page instead.", page)
    return outcome if outcome.code in _SETTLED else replace(outcome, answer=elsewhere)


def _settled(uow: UnitOfWork, mail: ReceivedMail, token: str, page: tuple[Pointer, ...]) -> MailOutcome:
    """The outcome of an answer from the invited address."""
    if mail.reading.verdict is SenderVerdict.FAIL:
        title = "We cannot tell whether that mail was yours."
        return MailOutcome("unproved", _answer(title, "Please answer on this page instead.", page))
    acts, is_doubted = _asked(mail.reading.new_text)
    if len(acts) == 1 and not is_doubted:
        return _done(uow, token, acts[0], page)
    return MailOutcome("unclear" if acts else "nothing-found", _answer("Do you accept?", _HOW, page))


def _answerable(outcome: MailOutcome, reply_token: str) -> MailOutcome:
    """*outcome*; what its answer asks for can be sent in a reply to it."""
    if outcome.answer is None or outcome.code not in _OPEN:
        return outcome
    return replace(outcome, answer=replace(outcome.answer, reply_token=reply_token))


def _asked(text: str) -> tuple[list[tuple[str, str]], bool]:
    """
    The acts that lines of *text* ask for, each once: "accept" with the name, or "decline" with the reason; and whether
    the words around one leave a doubt that it is meant.
    """
    lines = text.splitlines()
    is_long = len(lines) > _MOST_LINES or len(text) > _MOST_LETTERS
    found, doubted = dict[tuple[str, str], None](), is_long
    for number, line in enumerate([] if is_long else lines):
        bare = without_emoji(line).strip(_AROUND)
        accepted, declined = _ACCEPT.fullmatch(bare), _DECLINE.fullmatch(bare)
        if accepted:
            found["accept", (accepted["name"] or accepted["bare"] or "").strip(_AROUND)] = None
        elif declined:
            found["decline", (declined["reason"] or "").lower()] = None
        if accepted or declined:
            doubted = doubted or bool(row_around(lines, number))
    return list(found), doubted


def _done(uow: UnitOfWork, token: str, asked: tuple[str, str], page: tuple[Pointer, ...]) -> MailOutcome:
    act, name = asked
    try:
        with uow.attempt():
            if act == "decline":
                decline_by_mail(uow, token, name)
                return MailOutcome("declined", _answer("You have declined the invitation.", "", ()), (asked,))
            begun = accept_by_mail(uow, token, name)
    except InputError as refusal:
        title = refusal.sentence if name else "Which name do you want to play under?"
        return MailOutcome("invalid", _answer(title, _HOW, page), ((act, title),))
    except CorrError as refusal:
        return MailOutcome(refusal.code, _answer(refusal.sentence, "", ()), ((act, refusal.sentence),))
    answer = _welcome(uow, begun) if begun.is_new else _answer("The game has begun.", "", ())
    answer = replace(answer, begun=begun.game_id)
    return MailOutcome("accepted", answer, ((act, answer.title),), player_id=begun.player_id)


def _welcome(reader: Reader, begun: Accepted) -> Answer:
    """The answer to somebody who has a game and an account now, and has seen neither."""
    seats = get_game_row(reader, begun.game_id).seats
    is_due = any(seat.is_due for seat in seats if seat.player_id == begun.player_id)
    opponent = next(seat.name for seat in seats if seat.player_id != begun.player_id)
    first = _YOU_BEGIN if is_due else _THEY_BEGIN.format(opponent=opponent)
    lines = (f"You have an account under the name {begun.name} now.", f"{first} {_HOW_TO_PLAY}", _ZONE)
    pages = (Pointer("Your account, with your time zone", "/account#profile"),)
    return replace(without_board("The game has begun.", *lines, pages=pages), tells_commands=True)


def _answer(title: str, words: str, pages: tuple[Pointer, ...]) -> Answer:
    return without_board(title, *filter(None, (words,)), pages=pages)


def meant(orders: Orders, target: AccountTarget) -> Orders:
    """
    *orders* of an answer to that letter: “accept” and “decline” mean its challenge, and in one to a letter that asks
    whether somebody plays, yes means join.
    """
    challenges = {Act.ACCEPT: Act.ACCEPT_CHALLENGE, Act.DECLINE: Act.DECLINE_CHALLENGE}
    typed = orders.typed or orders.asked
    acts = tuple(challenges.get(act, act) for act in orders.acts)
    orders = replace(orders, acts=acts, typed=typed, about=target.challenge_id)
    if target.season_id is not None and not orders.wanted:
        # It may mean the season.
        orders = only(orders, set(orders.acts) - {Act.WITHDRAW})
    if target.kind not in ASKING:
        return orders
    if orders.acts == (Act.CONFIRM,):
        return replace(orders, acts=(Act.JOIN,))
    if orders.beside is not Beside.YES or OF_LEAGUES & set(orders.acts):
        return orders
    return replace(orders, acts=(*orders.acts, Act.JOIN), typed=(*(orders.typed or orders.asked), Act.JOIN.value))


def settle_about_season(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> MailOutcome:
    """The outcome of an answer to a letter about a season in which no command was found."""
    if target.is_expired:
        return MailOutcome("expired", answers.too_old_for_leagues())
    reading = mail.reading
    if reading.fault:
        unreadable = answers.unreadable(reading)
        return MailOutcome(reading.fault_code or "too-complex", replace(unreadable, has_board=False, has_hints=False))
    if reading.orders.rivals:
        unclear = answers.unclear(reading.orders)
        commands = tuple((rival, unclear.title) for rival in reading.orders.rivals[:10])
        return MailOutcome("unclear", replace(unclear, has_board=False, has_hints=False), commands)
    if not mail.token and is_no(reading.new_text):
        # Others may know the Message-ID of the letter.
        return MailOutcome("not-heard", answers.not_heard())
    return _in_words(uow, reading.new_text, target)


def _in_words(uow: UnitOfWork, words: str, target: AccountTarget) -> MailOutcome:
    """The outcome of free words: a no, or something that is answered and not passed on."""
    assert target.season_id is not None
    season = get_season(uow, target.season_id)
    entry = find_entry(uow, season.id, target.player_id)
    is_in = entry is not None and entry.is_in and not season.is_over
    if target.kind == NoticeKind.REPLACEMENT and is_no(words):
        return _declined(uow, season, target.player_id)
    if is_in and (is_no(words) or is_leave(words)):
        return MailOutcome("league", answers.still_in(season_page(season), season.league_id))
    may_join = _may_join(uow, season.league_id, target.player_id)
    if not is_in and target.kind == NoticeKind.SEASON_OPENS and is_no(words):
        decline_season(uow, season.id, target.player_id)
        return MailOutcome("no-thanks", answers.no_thanks(season_page(season), season.league_id, may_join=may_join))
    nothing = answers.not_to_a_league(season_page(season), season.league_id, may_join=may_join, is_in=is_in)
    return MailOutcome("league", nothing)


def _may_join(reader: Reader, league_id: str, player_id: int) -> bool:
    """Whether “join” would enter a season of the league."""
    try:
        check_may_join(reader, season_to_join(reader, league_id), player_id)
    except CorrError:
        return False
    return True


def _declined(uow: UnitOfWork, season: SeasonRow, player_id: int) -> MailOutcome:
    """The outcome of a no to the question whether somebody takes over for another player."""
    try:
        with uow.attempt():
            title = decline_to_take_over(uow, season.id, player_id).sentence
    except CorrError as refusal:
        title = refusal.sentence
    return MailOutcome("no-thanks", answers.without_board(title, pages=(season_page(season),), stands=True))


@dataclass(frozen=True, slots=True)
class AtDesk:
    """The outcome of a mail to the address in From of our letters, and who is answered."""

    outcome: MailOutcome
    to: To | None = None


def settle_at_desk(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail) -> AtDesk:
    """The outcome of a mail to the address in From of our letters that answers none of them."""
    if mail.silence:
        return AtDesk(MailOutcome(mail.silence))
    writer = _player(uow, mail)
    if writer is not None:
        asked = _asked_at_desk(uow, mail, writer)
        if asked is not None:
            return AtDesk(asked, To(writer.id))
    if writer is None:
        return _from_newcomer(uow, identity, mail)
    if not hint_left(uow, writer.id):
        return AtDesk(_FOR_PEOPLE)
    answer = answers.wrong_address(identity.sender_address)
    return AtDesk(MailOutcome("wrong-address", answer), To(writer.id, writer.address))


def _from_newcomer(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail) -> AtDesk:
    """
    The outcome of a mail of somebody without an account: a person looks at it, and its sender, if our own mail server
    proves who that is, reads how to play here. Nothing that they wrote is repeated: anybody can make others write.
    """
    written_by = mail.reading.written_by
    is_proved = mail.reading.verdict is SenderVerdict.PASS and not identity.is_at_home(written_by)
    if not is_proved or is_suppressed(uow, written_by) or not may_tell_newcomer(uow, written_by):
        return AtDesk(_FOR_PEOPLE)
    first = uow.registry.games()[0]
    return AtDesk(replace(_FOR_PEOPLE, answer=answers.way_in(f"/rules/{first.game}#mail")), To(address=written_by))


def _asked_at_desk(uow: UnitOfWork, mail: ReceivedMail, writer: AddressOwner) -> MailOutcome | None:
    """
    The outcome of a command that answers no letter and went to an address that everybody knows: it is asked back at the
    registered address, since anybody can write another's address into a mail. None for a mail without one.
    """
    orders = mail.reading.orders
    acts = _AT_DESK & set(orders.acts)
    if not acts or not is_within(uow, _COMMANDS_AT_DESK, str(writer.id)):
        return None
    requester = PlayerRequester(writer.id, f"mail:{mail.key}", mail.received_at, mail_id=mail.claimed.id)
    if acts <= WITHOUT_GAME:
        return carry_out_for_player(uow, requester, only(orders, acts))
    return ask_back_for_player(uow, mail, requester, orders, why=HoldReason.NO_TOKEN)


def _player(reader: Reader, mail: ReceivedMail) -> AddressOwner | None:
    """The player whose verified address, to the letter, is the mail's author; None for anybody else."""
    written_by = mail.reading.written_by
    if not written_by or mail.reading.verdict is SenderVerdict.FAIL:
        return None
    found = find_owner(reader, written_by.lower())
    return found if found and same_address(written_by, found.address) else None


def settle_account_mail(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget, writer: Writer) -> MailOutcome:
    """The outcome of an answer, written by a person, to a digest, a letter about a league, or a test letter."""
    if not writer.is_player:
        # It cannot play a turn, and leave and leagues need a sure sender, so there is nothing to ask about.
        return MailOutcome("list" if mail.silence else "stranger")
    if not is_taken(uow, writer):
        return MailOutcome("too-many")
    reference = LetterReference(
        has_token=bool(mail.token),
        is_question=target.held_order_id is not None,
        is_printed=target.is_for_commands,
    )
    return retire_if_copied(uow, mail, writer, _settle(uow, mail, target, (writer.sender, reference)))


def _settle(
    uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget, by: tuple[Sender, LetterReference]
) -> MailOutcome:
    """
    The outcome of a mail of the right player.

    :param by: what decides what it may do.
    """
    orders = meant(as_answer(mail.reading.orders, target.held_order_id), target)
    if target.held_order_id is not None and DECIDING & set(orders.acts):
        if right(*by, DECIDING & set(orders.acts)) is Right.LEAVE:
            return not_heard(orders)
        said = ConfirmationAnswer(orders, mail.claimed.id, mail.received_at)
        return settle_question(uow, target.player_id, target.held_order_id, said)
    asked = (OF_PLAYER | WITHOUT_GAME) & set(orders.acts)
    if asked:
        found = right(*by, asked)
        row = orders.row if asked - WITHOUT_GAME else VerdictRow.NOTHING
        why = reason_to_ask(*by) if found is Right.ASK else HoldReason(row.value) if row else None
        return _settle_for_player(uow, mail, target, orders, why=why)
    outcome = _without_order(uow, mail, target)
    if outcome.answer is None:
        return outcome
    return replace(outcome, answer=answers.with_way_out(outcome.answer, mail.reading.new_text))


def _without_order(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> MailOutcome:
    """The outcome of a mail that asks for nothing that can be carried out without a game."""
    if target.season_id is not None:
        return settle_about_season(uow, mail, target)
    if target.is_for_commands or target.challenge_id:
        return _without_command(uow, mail, target)
    return _answered(uow, mail, target)


def _without_command(reader: Reader, mail: ReceivedMail, target: AccountTarget) -> MailOutcome:
    """The outcome of a mail to a player's address for commands, or about a challenge, with nothing to carry out."""
    reading = mail.reading
    if reading.fault:
        return MailOutcome(reading.fault_code or "too-complex", answers.unreadable(reading))
    if reading.orders.rivals:
        return MailOutcome("unclear", answers.unclear(reading.orders))
    if target.is_for_commands:
        asks = not reading.new_text.strip() and asks_in_subject(reading.subject, None)
        none = MailOutcome("nothing-found", answers.no_command(has_order_in_subject=asks))
        return _of_a_game(reader, reading.orders, target) or none
    return MailOutcome("nothing-found", answers.not_to_a_challenge(target.challenge_id))


def _of_a_game(reader: Reader, orders: Orders, target: AccountTarget) -> MailOutcome | None:
    """The outcome of a command of a game that was sent to a player's address for commands; None if there is none."""
    asked = zip(orders.acts, orders.typed or orders.asked, strict=True)
    typed = next((words for act, words in asked if act in _OF_A_GAME), "")
    if not typed:
        return None
    answer = answers.about_a_game(typed, games_of(reader, target.player_id))
    return MailOutcome("of-a-game", answer, ((typed, answer.sentence),))


def _answered(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> MailOutcome:
    """The outcome of an answer that asks for nothing."""
    if target.kind == NoticeKind.ANSWER:
        return MailOutcome("no-game", answers.not_to_an_answer())
    if not target.is_test or not mail.token:
        return MailOutcome("digest", answers.not_to_a_digest(games_of(uow, target.player_id)))
    if target.is_expired:
        return MailOutcome("expired", answers.not_to_a_test())
    mark_answered(uow, mail.token)
    return MailOutcome("test", answers.round_trip())


def _settle_for_player(
    uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget, orders: Orders, *, why: HoldReason | None
) -> MailOutcome:
    """
    The outcome of what is about the player, or only asks, in an answer to a letter without a game.

    :param why: the reason to ask the player first; None if there is none.
    """
    if target.is_expired and (OF_PLAYING | OF_ACCOUNT) & set(orders.acts):
        return MailOutcome("expired", answers.too_old_to_play())
    if target.is_expired and not WITHOUT_GAME.issuperset(orders.acts):
        is_leave = LEAVE_ACTS & set(orders.acts)
        return MailOutcome("expired", answers.too_old_for_leave() if is_leave else answers.too_old_for_leagues())
    key = f"mail:{mail.key}"
    requester = PlayerRequester(
        target.player_id, key, mail.received_at, target.season_id, target.kind, mail_id=mail.claimed.id
    )
    if why is not None:
        return ask_back_for_player(uow, mail, requester, orders, why=why)
    return carry_out_for_player(uow, requester, orders)


def settle_bounce(uow: UnitOfWork, mail: ReceivedMail, bounce_token: str) -> MailOutcome:
    """The outcome of a mail to an envelope sender of ours: its report is noted, and nobody is answered."""
    reading = mail.reading
    report = reading.report
    if report is None and reading.mail_class is MailClass.BOUNCE:
        # It cannot be read, so the mildest is assumed.
        report = Report(ReportKind.DELAYED, "", reading.subject)
    if mail.is_from_us or report is None:
        # Vacation replies come here too; they say nothing about the address.
        return MailOutcome(mail.silence or "not-for-the-game")
    if not note_report(uow, bounce_token, report.kind.value, status=report.status, words=report.words):
        return MailOutcome("not-for-the-game")
    return MailOutcome(mail.silence or "report")


def settle_unsubscribing(uow: UnitOfWork, unsubscribe_token: str) -> MailOutcome:
    """The outcome of a mail to an unsubscribe address: it ends letters, whoever wrote it, and is not answered."""
    return MailOutcome("unsubscribed" if unsubscribe(uow, unsubscribe_token) else "not-for-the-game")
