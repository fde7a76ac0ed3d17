"""Builders for pages about mail: mails that were read, as whoever understands mail leaves them behind."""

from typing import Any

from corr.service.inbox import ArrivedMail, Understood, finish_mail, park_mail, store_mail
from tests.playing import Room

RAW = b"From: Ada <ada@example.org>\r\nSubject: Re\r\n\r\nA1\r\n"


def an_arrived_mail(
    room: Room, player_id: int | None = None, game_id: str | None = None, *, raw: bytes = RAW, recipient: str = ""
) -> int:
    """A mail that nobody has read yet; its id."""
    with room.workshop.open() as uow:
        to = recipient or "r+token@play.example"
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
        assert finish_mail(uow, mail_id, told)
    return mail_id


def a_parked_mail(room: Room, player_id: int | None = None, *, recipient: str = "", reason: str = "fault") -> int:
    """A mail that was laid aside; its id."""
    mail_id = an_arrived_mail(room, player_id, recipient=recipient)
    with room.workshop.open() as uow:
        park_mail(uow, mail_id, reason)
    return mail_id
