"""
How many letters are composed in a second, next to a bare `EmailMessage`, timed in turns in the same run.

The bare way is given what ours works out: the words that a template shows, and the picture. It fills the same templates
and puts the result together; it lays nothing out, inlines no styles, and looks after no line that could be a turn.
"""

import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from corr.mail.letters.compose import compose_letter, filled
from corr.mail.letters.dkim_signature import Signer, make_signer
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_layout import reads_as_order
from corr.store.connect import open_database
from tests.mail.composing import GAMES, REPLY_TOKEN, UNSUBSCRIBE_TOKEN, claimed, read_letter
from tests.mail.office import IDENTITY, Office, an_office
from tests.mail.test_signing import KEY
from tests.playing import a_room

RUNS = 7
"""Repetitions, of which the median counts."""
_TIMES = 40


@dataclass(frozen=True, slots=True)
class Case:
    """One letter, to be composed again and again."""

    letter: Letter
    png: bytes

    def ours(self, signer: Signer | None = None) -> bytes:
        """As it is sent; the picture was drawn before."""
        identity = replace(IDENTITY, signer=signer)
        return compose_letter(replace(self.letter), identity).message

    def ours_read(self) -> bytes:
        """The same with lines that nobody has seen before."""
        reads_as_order.cache_clear()
        return self.ours()

    def ours_drawn(self, number: int) -> bytes:
        """The same with a picture that was never drawn."""
        assert self.letter.game is not None
        game = replace(self.letter.game, last=frozenset({f"unseen {number}"}))
        return compose_letter(replace(self.letter, game=game), IDENTITY).message

    def filled(self) -> bytes:
        """The same templates in an `EmailMessage`."""
        subject, text, html = (filled(replace(self.letter), IDENTITY, form) for form in ("subject", "txt", "html"))
        return _bare(subject, text, html, self.png)

    def finished(self) -> Callable[[], bytes]:
        """An `EmailMessage` that is given the finished text and HTML."""
        subject, text, html = (filled(replace(self.letter), IDENTITY, form) for form in ("subject", "txt", "html"))
        return lambda: _bare(subject, text, html, self.png)


def _bare(subject: str, text: str, html: str, png: bytes) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"] = '"Ada via Corr" <game@play.example>'
    message["To"] = "Bob <bob@example.org>"
    message["Reply-To"] = f"<r+{REPLY_TOKEN}@play.example>"
    message["Subject"] = subject
    message["Message-ID"] = "<x@play.example>"
    message.set_content(text)
    message.add_alternative(html, subtype="html")
    payload = message.get_payload()
    assert isinstance(payload, list)
    related = payload[1]
    assert isinstance(related, EmailMessage)
    related.add_related(png, "image", "png", cid="<board@play.example>")
    return message.as_bytes()


@contextmanager
def cases() -> Iterator[dict[str, Case]]:
    """A turn letter of each game."""
    with TemporaryDirectory() as folder:
        found = {}
        for ruleset, turns in GAMES.items():
            url = f"sqlite:///{Path(folder) / ruleset.partition('/')[0]}.sqlite"
            database, _ = open_database(url)
            database.close()
            with a_room(url) as room:
                found[ruleset] = _case(an_office(room, *turns, ruleset=ruleset))
        yield found


def _case(office: Office) -> Case:
    letter = read_letter(office, claimed(office, "your-turn"))
    letter = replace(letter, reply_token=REPLY_TOKEN, unsubscribe_token=UNSUBSCRIBE_TOKEN)
    assert letter.picture is not None
    return Case(letter, b64decode(letter.picture.encoded))


def rates(case: Case) -> dict[str, float]:
    """Letters in a second in each way; the ways take turns, so that a busy machine is busy for all of them."""
    numbers, signer, finished = count(), make_signer("play.example", "corr", KEY), case.finished()
    ways: dict[str, Callable[[], bytes]] = {
        "bare, finished text": finished,
        "bare, same templates": case.filled,
        "ours": case.ours,
        "ours, all lines new": case.ours_read,
        "ours, picture new": lambda: case.ours_drawn(next(numbers)),
        "ours, signed": lambda: case.ours(signer),
    }
    for way in ways.values():
        way()
    runs = [[_seconds(way) for way in ways.values()] for _ in range(RUNS)]
    return {name: 1 / median(times) for name, times in zip(ways, zip(*runs, strict=True), strict=True)}


def _seconds(way: Callable[[], bytes]) -> float:
    start = perf_counter()
    for _ in range(_TIMES):
        way()
    return (perf_counter() - start) / _TIMES


def main() -> None:
    """Print the table."""
    with cases() as found:
        for ruleset, case in found.items():
            measured = rates(case)
            base = measured["bare, same templates"]
            sys.stdout.write(f"A turn letter of {ruleset}, {len(case.ours()) / 1000:.0f} kB\n")
            for name, rate in measured.items():
                sys.stdout.write(f"  {name:24}{rate:8.0f} letters/s{rate / base:8.2f} x bare\n")


if __name__ == "__main__":
    main()
