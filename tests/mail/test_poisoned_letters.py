"""A letter that trips the program up, at whatever step, is put off and told of; the others of its batch are sent."""

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from corr.base import notices
from corr.base.notices import To
from corr.mail.letters.dispatch import send_next
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.mails import Outbox, TurnMail
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import Room, a_room

STEPS = {
    "its address to end letters": ("unsubscribe_token", "INSERT", "NEW.player_id = {player}"),
    "its reply address": ("reply_token", "INSERT", "NEW.player_id = {player}"),
    "its bytes": ("outbox", "UPDATE", "NEW.player_id = {player} AND NEW.message IS NOT NULL AND NEW.state = 'waiting'"),
    "what became of it": ("outbox", "UPDATE", "NEW.player_id = {player} AND NEW.state = 'withheld'"),
}
"""What cannot be written about a letter: table, statement and condition."""


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def poison(room: Room, rows: str, statement: str, condition: str) -> None:
    """Let the database refuse a *statement* about such *rows*, as it would if we had made a mistake."""
    with room.workshop.open() as uow:
        begun = f"CREATE TRIGGER poison BEFORE {statement} ON {rows} FOR EACH ROW WHEN ({condition})"
        if uow.is_sqlite:
            uow.connection.execute(text(f"{begun} BEGIN SELECT RAISE(ABORT, 'poison'); END"))
            return
        body = "BEGIN RAISE EXCEPTION 'poison'; END"
        uow.connection.execute(text(f"CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"))
        uow.connection.execute(text(f"{begun} EXECUTE FUNCTION poison()"))


@pytest.mark.parametrize("step", STEPS)
def test_one_poisoned_letter_does_not_hold_up_its_batch(
    office: Office, step: str, caplog: pytest.LogCaptureFixture
) -> None:
    _, bob = office.game.players
    if step == "what became of it":
        with office.room.workshop.open() as uow:
            set_preferences(uow, bob, MailPreferences(turns=TurnMail.NONE))
    with office.room.workshop.open() as uow:
        facts = {"token": "x", "code": "1", "minutes": 15, "asked": "sign-up", "has_account": False, "name": ""}
        uow.tell(notices.sign_up("a hash", To(address="eve@example.net"), facts))
    rows, statement, condition = STEPS[step]
    poison(office.room, rows, statement, condition.format(player=bob))

    send_next(office.room.workshop, IDENTITY, office.transport, "sender")

    assert {to for _, to, _ in office.transport.sent} == {"eve@example.net"}
    poor = [row for row in office.room.rows(Outbox) if row["player_id"] == bob]
    assert {(row["state"], row["lease_owner"]) for row in poor} == {("waiting", None)}
    assert all(row["fault"] for row in poor)
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == len(poor)
