"""
Answers to invitations: the owner of the invited mailbox accepts or declines by mail, without a code or a page.

The token in the reply address, which the link in the letter does not tell, and the invited address as the sender prove
who it is. If our own mail server found the sender forged, only the page can be used, which asks for a code.
"""

import re
from dataclasses import replace
from datetime import timedelta

from corr.base.addresses import same_address
from corr.base.rate_limits import Limit, is_within
from corr.base.uow import UnitOfWork
from corr.errors import CorrError, InputError
from corr.mail.answering.answers import Answer, Pointer, without_board
from corr.mail.answering.received_mail import MailOutcome, ReceivedMail
from corr.mail.reading.mail_facts import SenderVerdict
from corr.play.invitations import accept_by_mail, decline_by_mail, is_invited, revoke_reply_address

_ACCEPT = re.compile(r"accept(?:\s+as\s+(?P<name>.{1,80}?))?", re.IGNORECASE)
_DECLINE = re.compile(r"decline", re.IGNORECASE)
_ANSWERS = Limit("invitation-answers", 5, timedelta(days=1))
"""The most answers to one invitation that are answered in a day."""
_SETTLED = frozenset({"accepted", "declined"})
_AROUND = " \t.,;!*_\"'“”„"
_HOW = (
    "Answer the invitation with “accept as” and the name that you want to play under, such as “accept as Robin”; if "
    "you have an account with this address, “accept” is enough. “decline” says no. The word stands alone on its line."
)


def settle_invitation(uow: UnitOfWork, mail: ReceivedMail, token: str) -> MailOutcome:
    """Carry out an answer to the invitation of that link; its outcome."""
    reading = mail.reading
    if mail.silence:
        return MailOutcome(mail.silence)
    if not is_invited(uow, token, reading.written_by):
        # Somebody who got the letter forwarded learns nothing and can do nothing.
        return MailOutcome("stranger")
    page = (Pointer("The invitation", f"/invitations/{token}"),)
    if not is_within(uow, _ANSWERS, token):
        return MailOutcome("too-many")
    if reading.verdict is SenderVerdict.FAIL:
        title = "We cannot tell whether that mail was yours."
        return MailOutcome("unproved", _answer(title, "Please answer on this page instead.", page))
    acts = _asked(reading.new_text)
    if len(acts) == 1:
        outcome = _done(uow, token, acts[0], page)
    else:
        outcome = MailOutcome("unclear" if acts else "nothing-found", _answer("Do you accept?", _HOW, page))
    if any(not same_address(other, reading.written_by) for other in mail.others):
        # They can see the reply address now, and From is easily forged.
        revoke_reply_address(uow, token)
        if outcome.code not in _SETTLED:
            title = "Your mail also went to somebody else."
            return replace(outcome, answer=_answer(title, "Please answer on this page instead.", page))
    return outcome


def _asked(text: str) -> list[tuple[str, str]]:
    """The acts that lines of *text* ask for, each once: "accept" with the name, or "decline"."""
    lines = (line.strip(_AROUND) for line in text.splitlines())
    found = dict[tuple[str, str], None]()
    for line in lines:
        accepted = _ACCEPT.fullmatch(line)
        if accepted:
            found["accept", (accepted["name"] or "").strip(_AROUND)] = None
        elif _DECLINE.fullmatch(line):
            found["decline", ""] = None
    return list(found)


def _done(uow: UnitOfWork, token: str, asked: tuple[str, str], page: tuple[Pointer, ...]) -> MailOutcome:
    act, name = asked
    try:
        with uow.attempt():
            if act == "decline":
                decline_by_mail(uow, token)
                return MailOutcome("declined", _answer("You have declined the invitation.", "", ()), (asked,))
            begun = accept_by_mail(uow, token, name)
    except InputError as refusal:
        title = refusal.sentence if name else "Which name do you want to play under?"
        return MailOutcome("invalid", _answer(title, _HOW, page), ((act, title),))
    except CorrError as refusal:
        return MailOutcome(refusal.code, _answer(refusal.sentence, "", ()), ((act, refusal.sentence),))
    game = (Pointer("The game", f"/games/{begun.game_id}"),)
    account = (
        f"You have an account under the name {begun.name} now. To sign in, give this mail address on the web page; "
        "there you also choose your time zone."
    )
    answer = _answer("The game has begun.", account if begun.is_new else "", game)
    return MailOutcome("accepted", answer, ((act, answer.title),), player_id=begun.player_id)


def _answer(title: str, words: str, pages: tuple[Pointer, ...]) -> Answer:
    return without_board(title, *filter(None, (words,)), pages=pages)
