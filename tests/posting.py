"""Builders for pages about mail: mails that were read and letters that were tried, as the post leaves them behind."""

from typing import Any

from corr.base.tokens import new_token
from corr.base.uow import UnitOfWork
from corr.mail.queues import outbox
from corr.mail.queues.inbox import ArrivedMail, Understood, finish_mail, park_mail, store_mail
from corr.mail.queues.outbox import Attempt, ClaimedLetter, RenderedLetter, claim_letters, keep_letters
from corr.players.address_reputation import note_refusal, note_report
from corr.players.reply_tokens import LetterToken, store_tokens
from tests.playing import Room

RAW = b"From: Ada <ada@example.org>\r\nSubject: Re\r\n\r\nA1\r\n"


def claim_letter(uow: UnitOfWork, owner: str) -> ClaimedLetter | None:
    """The letter that has waited longest, for *owner* alone until the lease is over; None if none waits."""
    return next(iter(claim_letters(uow, owner, 1)), None)


def an_arrived_mail(
    room: Room, player_id: int | None = None, game_id: str | None = None, *, raw: bytes = RAW, recipient: str = ""
) -> int:
    """A mail that nobody has read yet; its id."""
    with room.workshop.open() as uow:
        to = recipient or ("postmaster@play.example" if player_id is None else "r+token@play.example")
        return store_mail(uow, ArrivedMail("smtp", "ada@example.org", to, raw, player_id=player_id, game_id=game_id))


def a_read_mail(
    room: Room,
    player_id: int | None = None,
    game_id: str | None = None,
    *,
    raw: bytes = RAW,
    **read: Any,  # noqa: ANN401 - fields of `Understood`
) -> int:
    """A mail with what was read in it; its id."""
    mail_id = an_arrived_mail(room, player_id, game_id, raw=raw)
    with room.workshop.open() as uow:
        known = {"reason": "played", "subject": "Re: our game", "written_by": "ada@example.org", "mail_class": "human"}
        told = Understood(f"key {mail_id}", player_id=player_id, game_id=game_id, **(known | read))
        finish_mail(uow, mail_id, told)
    return mail_id


def a_parked_mail(room: Room, player_id: int | None = None, *, recipient: str = "", reason: str = "fault") -> int:
    """A mail that was laid aside; its id."""
    mail_id = an_arrived_mail(room, player_id, recipient=recipient)
    with room.workshop.open() as uow:
        park_mail(uow, mail_id, reason)
    return mail_id


def accepted(room: Room, words: str = "250 kept") -> int:
    """The letter that has waited longest, handed over; its id."""
    attempt = _attempt(room, words)
    with room.workshop.open() as uow:
        outbox.mark_sent(uow, attempt)
    return attempt.letter_id


def put_off(room: Room, words: str = "451 later") -> int:
    """The letter that has waited longest, put off by the far end; its id."""
    attempt = _attempt(room, words)
    with room.workshop.open() as uow:
        outbox.put_off(uow, attempt)
    return attempt.letter_id


def refused(room: Room, words: str = "550 no such user") -> int:
    """The letter that has waited longest, refused for good; its id."""
    attempt = _attempt(room, words)
    with room.workshop.open() as uow:
        outbox.give_up(uow, attempt)
    return attempt.letter_id


def withheld(room: Room, reason: str) -> int:
    """The letter that has waited longest, not sent for a *reason*; its id."""
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
        outbox.mark_withheld(uow, letter, "ada@example.org", reason)
    return letter.id


def bounced(room: Room, address: str = "ada@example.org", words: str = "550 5.1.1 no such user") -> None:
    """Letters to an address are refused for good."""
    with room.workshop.open() as uow:
        note_refusal(uow, address, "5.1.1", words)


def complained(room: Room, words: str = "abuse") -> None:
    """A complaint about the letter that has waited longest comes in."""
    with room.workshop.open() as uow:
        _rendered(uow, "t")
        assert note_report(uow, "t", "complaint", status="", words=words)


def _attempt(room: Room, words: str) -> Attempt:
    with room.workshop.open() as uow:
        return Attempt(_rendered(uow), "ada@example.org", uow.now, words)


def _rendered(uow: UnitOfWork, token: str = "") -> int:
    """The letter that has waited longest, made ready to be handed over; its id."""
    letter = claim_letter(uow, "a test")
    assert letter is not None
    made = RenderedLetter(b"A letter", "id@play.example", "ada@example.org", f"b+{token}@play.example", token)
    assert keep_letters(uow, {letter.id: made})
    return letter.id


def mint_account_token(uow: UnitOfWork, player_id: int, purpose: str, letter_id: int) -> str:
    """A new token as it stands in the reply address of a letter that is not about one game."""
    token = new_token()
    store_tokens(uow, [LetterToken(token, player_id, letter_id, purpose=purpose)])
    return token
