"""Reasons that administrators give are written into letters as they are, and as nothing else."""

from collections.abc import Iterator
from email.message import Message

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.leagues.extensions import ExtendTime, extend_time
from corr.players import profiles
from tests.mail.office import Office, an_office
from tests.playing import a_room

_HARD = (
    "<script>alert(1)</script>",
    "{{7*7}}{% raise %}",
    "=1+1",
    "%s%n",
    "a Bcc: eve@example.org",
    "--\n.\n",
    "x" * 290,
)


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


def bodies(letter: Message) -> list[tuple[str, str]]:
    """The kind and the text of each part that is read."""
    parts = [part for part in letter.walk() if part.get_content_maintype() == "text"]
    return [(part.get_content_type(), bytes(part.get_payload(decode=True)).decode("utf-8")) for part in parts]


@pytest.mark.parametrize("reason", _HARD)
@pytest.mark.parametrize("act", ["extend", "freeze"])
def test_a_reason_is_words_in_a_letter_whatever_it_looks_like(office: Office, reason: str, act: str) -> None:
    zoe = office.room.player("Zoe")
    with office.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")
        if act == "extend":
            extend_time(uow, ExtendTime(office.game.id, zoe, None, "1", reason, "key"))
        else:
            freeze(uow, FreezeOrder(office.game.id, reason, zoe))

    letter = office.letters("Bob")[-1]

    assert set(letter.keys()).isdisjoint({"Bcc", "Cc"})
    assert "\n" not in str(letter["Subject"])
    for kind, text in bodies(letter):
        assert "<script>alert" not in text or kind == "text/plain"
        assert reason.split(maxsplit=1)[0][:20] in text or kind == "text/html"
