"""
The mails and letters of a demo. Mails of its players are in the inbox like all others, and the service reads them as
soon as it runs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP

from corr.base.uow import UnitOfWork
from corr.demo.sample_games import BY_MAIL, IN_CHECK, STACKS, Sample
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.round_trips import ask_test_letter
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.proposed_terms import TypedTerms
from corr.players.address_reputation import note_refusal
from corr.players.reply_tokens import mint_reply_token

ReplyAddress = Callable[[str], str]
"""The address for answers, for a reply token."""
_ADA = "ada@demo.example"
_GONE = "carl@gone.example"
_QUOTE = """On {day}, Corr <game@demo.example> wrote:
> It is your turn, Ada.
> Write your turn above this line."""


@dataclass(frozen=True, slots=True)
class _Mail:
    """A mail from Ada to a game."""

    sample: Sample
    turn_number: int
    """The turn that was due in the letter that it answers."""
    text: str
    sender: str = _ADA
    subject: str = "Re: your turn"
    has_quote: bool = False
    headers: tuple[tuple[str, str], ...] = ()


_MAILS = (
    _Mail(BY_MAIL, 1, "B4-C4, B5-C5, A4-B4, A5-B5\n\nGood luck, Ben!\n", has_quote=True),
    _Mail(IN_CHECK, 12, "H1-H9\n"),
    _Mail(STACKS, 11, "What a game! I will think about it over the weekend.\n", has_quote=True),
    _Mail(
        STACKS,
        11,
        "I am on a boat until Monday and read no mail.\n",
        subject="Out of office",
        headers=(("Auto-Submitted", "auto-replied"),),
    ),
    _Mail(STACKS, 11, "A0>B0\n", sender="ada@work.example", subject="Re: your turn (from the office)"),
)
"""One that is played, one that is refused, one that is asked back, an automatic one, and one that is held."""


def lay_in_mails(uow: UnitOfWork, ada: int, games: Mapping[Sample, str], reply_address: ReplyAddress) -> None:
    """Put Ada's mails to some *games* into the inbox, and one to the people who run the service."""
    for number, mail in enumerate(_MAILS):
        token = mint_reply_token(uow, ada, games[mail.sample], mail.turn_number)
        _store(uow, mail, reply_address(token), key=f"{number}", whose=(ada, games[mail.sample]))
    domain = reply_address("").rpartition("@")[2]
    question = _Mail(BY_MAIL, 1, "Is there a game for three?\n", sender="dora@elsewhere.example", subject="A question")
    _store(uow, question, f"postmaster@{domain}", key="question", whose=None)


def ask_for_letters(uow: UnitOfWork, ada: int, ben: int) -> None:
    """Ask for a test letter to Ada, and for an invitation by Ben to an address that takes no letters."""
    ask_test_letter(uow, ada, "demo")
    note_refusal(uow, _GONE, "5.1.1", "550 5.1.1 there is nobody of that name here")
    make_challenge(
        uow, MakeChallenge(ben, _GONE, TypedTerms("kelasu", {}, "7d/turn", "either"), order_key="demo mails")
    )


def _store(uow: UnitOfWork, mail: _Mail, recipient: str, *, key: str, whose: tuple[int, str] | None) -> None:
    player_id, game_id = whose or (None, None)
    raw = _written(mail, recipient, key, uow.now)
    store_mail(uow, ArrivedMail("smtp", mail.sender, recipient, raw, None, player_id, game_id))


def _written(mail: _Mail, recipient: str, key: str, at: datetime) -> bytes:
    """The bytes of the mail, as a mail program would send them."""
    message = EmailMessage(policy=SMTP)
    message["From"] = mail.sender
    message["To"] = recipient
    message["Subject"] = mail.subject
    message["Message-ID"] = f"<demo-{key}@{mail.sender.rpartition('@')[2]}>"
    for name, value in mail.headers:
        message[name] = value
    quote = f"\n{_QUOTE.format(day=f'{at:%d %B %Y at %H:%M}')}\n" if mail.has_quote else ""
    message.set_content(f"{mail.text}{quote}")
    return message.as_bytes()
