"""Builders for delayed turns: unsure ones that are played by themselves an hour after the letter that says so."""

from datetime import timedelta

from corr.mail.answering.delayed_play import play_next_delayed
from corr.mail.reading.words.verdicts import VerdictRow
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.office import PROVED, Office
from tests.playing import Room

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
CHATTY = "I3-H3\n\nMy dog is ill."


def delay(office: Office, text: str = CHATTY, name: str = "Bob", *, is_proved: bool = False) -> str:
    """
    Let *name* reply to the last letter with a turn that is unsure, and send the answer; what became of the mail.

    :param is_proved: whether our own mail server can prove who wrote it.
    """
    code = delay_unsent(office, text, name, is_proved=is_proved)
    office.send_all()
    return code


def delay_unsent(office: Office, text: str = CHATTY, name: str = "Bob", *, is_proved: bool = False) -> str:
    """The same, but the answer waits to be sent."""
    head = f"{PROVED}" if is_proved else ""
    return doubted(office, name, text, VerdictRow.OTHER_WORDS, head=head)


def tick(room: Room) -> int:
    """Let all be done about delayed turns that is due; how often something was."""
    done = 0
    while True:
        with room.workshop.open() as uow:
            if not play_next_delayed(uow):
                return done
        done += 1


def fates(office: Office) -> list[str]:
    """The state of each held order, oldest first."""
    return [row["state"] for row in office.room.rows(HeldOrder)]
