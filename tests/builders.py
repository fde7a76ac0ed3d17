"""Builders for people and post: a letter that was asked for, a player who came in, a mail that arrived."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert

from corr.base import notices
from corr.base.notices import Category, To
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.subscriptions import unsubscribe_tokens
from corr.players.accounts import RequestSignIn, RequestSignUp, finish_by_link, request_sign_in, request_sign_up
from corr.players.profiles import addresses_of
from corr.players.sessions import Browser, NewSession
from corr.players.sign_in_letters import write_letters
from corr.store.base import table
from corr.store.tables.mails import Outbox
from corr.store.tables.moderation import Report, Sanction, SanctionKind
from tests.playing import DAY, Room

BROWSER = "the cookie of a browser"
SOURCE = "198.51.100.7"


@dataclass(frozen=True)
class Asked:
    """A letter that was asked for, as its reader sees it."""

    kind: str
    to: str | None
    facts: dict[str, Any]

    @property
    def token(self) -> str:
        """The token in the link."""
        return str(self.facts["token"])

    @property
    def code(self) -> str:
        """The six digits."""
        return str(self.facts["code"])


def ask_to_sign_in(room: Room, address: str, *, browser: str = BROWSER, source: str = SOURCE) -> Asked:
    """Ask for a sign-in letter, and open it."""
    request(room, address, browser=browser, source=source)
    write_sign_ins(room)
    return _last_letter(room)


def request(
    room: Room, address: str, *, browser: str = BROWSER, source: str = SOURCE, known: str = "", by: int | None = None
) -> str:
    """Ask for a sign-in letter; what is said about it."""
    with room.workshop.open() as uow:
        return request_sign_in(uow, RequestSignIn(address, browser, source, known, session_player=by))


def token_to_end(room: Room, player_id: int, category: Category = Category.TURNS, address: str = "") -> str:
    """The token that ends letters of a kind to a player at an address: the main one, unless another is named."""
    with room.workshop.open() as uow:
        key = address or addresses_of(uow, player_id)[0].lower()
        return unsubscribe_tokens(uow, [(player_id, key, category)])[0]


def write_sign_ins(room: Room) -> None:
    """Let all letters to sign in be written that may go out now."""
    is_more = True
    while is_more:
        with room.workshop.open() as uow:
            is_more = write_letters(uow)


def sign_in_letters(room: Room, address: str = "") -> list[Asked]:
    """All letters to sign in or up that were written, or those to one address."""
    rows = [row for row in room.rows(Outbox) if row["kind"] in {"sign-in", "sign-up"}]
    return [Asked(row["kind"], row["address"], dict(row["facts"])) for row in rows if address in {"", row["address"]}]


def ask_to_sign_up(
    room: Room, address: str, name: str, *, zone: str = "UTC", browser: str = BROWSER, source: str = SOURCE
) -> Asked:
    """Ask for a sign-up letter, and open it."""
    with room.workshop.open() as uow:
        request_sign_up(uow, RequestSignUp(address, name, zone, browser, source))
    write_sign_ins(room)
    return _last_letter(room)


def follow(room: Room, asked: Asked, *, name: str = "", zone: str = "UTC", known: str = "") -> NewSession:
    """Press the button behind the link."""
    with room.workshop.open() as uow:
        return finish_by_link(uow, asked.token, name=name, zone=zone, browser=Browser("A browser", SOURCE, known))


def a_member(room: Room, name: str = "Alice", address: str = "") -> NewSession:
    """Somebody who signed up and is signed in."""
    return follow(room, ask_to_sign_up(room, address or f"{name.lower()}@example.org", name))


def a_letter(room: Room, word: str = "first") -> int:
    """A letter that waits to be sent; its id."""
    with room.workshop.open() as uow:
        uow.tell(notices.invitation(word, f"{word}@example.org", {"token": "secret"}))
    return int(room.rows(Outbox)[-1]["id"])


def tell_twice(room: Room, word: str = "first") -> None:
    """The same notice in two transactions."""
    for _ in range(2):
        with room.workshop.open() as uow:
            uow.tell(notices.sign_in(word, To(address="a@example.org"), {}))


def a_mail(
    room: Room, raw: bytes = b"Subject: a turn\r\n\r\nB3-C3\r\n", recipient: str = "postmaster@play.example"
) -> int:
    """A mail that came in; its id."""
    with room.workshop.open() as uow:
        return store_mail(uow, ArrivedMail("smtp", "alice@example.org", recipient, raw))


def forbid(room: Room, player_id: int, kind: SanctionKind, *, by: int) -> None:
    """Let a report be decided: something is forbidden to a player for a week."""
    reports, sanctions = table(Report), table(Sanction)
    whose = {"by_player_id": by, "reason": "Rude."}
    with room.workshop.open() as uow:
        report = insert(reports).values(**whose, about_id=player_id, evidence="", made_at=uow.now)
        report_id = uow.connection.execute(report.returning(reports.c.id)).scalar_one()
        decided = {"report_id": report_id, "player_id": player_id, "kind": kind.value, "until": uow.now + 7 * DAY}
        uow.connection.execute(insert(sanctions).values(**whose, **decided, at=uow.now))


def _last_letter(room: Room) -> Asked:
    row = room.rows(Outbox)[-1]
    return Asked(row["kind"], row["address"], dict(row["facts"]))
