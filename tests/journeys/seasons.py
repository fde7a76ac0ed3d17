"""A club that plays a season: its people with their browsers and mail programs, and what they do again and again."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.gates.tree import ROOT
from tests.journeys.browser import Browser, Page
from tests.journeys.letters import Letter, Sink
from tests.journeys.served import Served
from tests.journeys.steps import Writer, play, words_of
from tests.journeys.wound import FILE, wind

PATIENCE = 120.0
_HURRIED = "tests.journeys.hurried"
_PACE = 0.05


@dataclass(frozen=True)
class Member:
    """Somebody of the club, with a browser and a mail program."""

    name: str
    browser: Browser
    mail: Writer

    def letter(self, words: str) -> Letter:
        """The next letter that holds *words*, wherever its lines are broken."""
        return self.mail.sink.wait_for(self.mail.address, lambda letter: words in words_of(letter))

    def look(self, url: str) -> Page:
        """What this one sees at *url*."""
        return accepted(self.browser.get(url))

    def submit(self, url: str, form: str, **fields: str) -> Page:
        """Fill in the form at *url* whose address ends in *form*, and send it; the page that follows."""
        return self.confirm(self.look(url), form, **fields)

    def confirm(self, page: Page, form: str, **fields: str) -> Page:
        """Fill in the form of a *page* that is open, and send it; the page that follows."""
        return accepted(self.browser.submit(page.form(form), **fields))

    def sign_in_again(self) -> None:
        """Come back after weeks, by the link in a letter."""
        self.submit("/sign-in", "/sign-in", address=self.mail.address)
        self.submit(self.letter("/link/").link("/link/"), "/link/")


@dataclass(frozen=True)
class Met:
    """A game of a season as the files tell it."""

    id: str
    first: str
    """Who has the first seat."""
    second: str
    result: str
    """How it ended for the first seat: "win", "loss", "draw", "none" or "open"."""

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.result == "open"

    @property
    def names(self) -> frozenset[str]:
        """The two who play."""
        return frozenset({self.first, self.second})


@dataclass(frozen=True)
class Club:
    """A service, its clock, and everybody who has an account there."""

    served: Served
    clock: Path
    sink: Sink
    stranger: Browser
    """Somebody without an account."""
    stack: ExitStack
    members: dict[str, Member]

    def __getitem__(self, name: str) -> Member:
        return self.members[name]

    def wind(self, moment: datetime) -> None:
        """Let it be *moment*."""
        wind(self.clock, moment)

    def sign_up(self, *names: str) -> None:
        """Make an account for each of *names*, by the link in the letter."""
        for name in names:
            browser = self.stack.enter_context(Browser(self.served.origin))
            writer = Writer(f"{name.lower()}@club.example", self.sink, self.served.mail_port)
            self.members[name] = member = Member(name, browser, writer)
            member.submit("/sign-up", "/sign-up", name=name, address=writer.address, zone="Europe/Berlin")
        for name in names:
            link = self[name].letter("/link/").link("/link/")
            assert name in self[name].submit(link, "/link/").words

    def games(self, division: str) -> list[Met]:
        """The games of the division at that address."""
        rows = self.file(f"{division}/rounds.json")["rows"]
        return [Met(row["game"], row["first"], row["second"], row["first_result"]) for row in rows]

    def game(self, division: str, one: str, other: str) -> Met:
        """The game of these two."""
        return next(met for met in self.games(division) if met.names == {one, other})

    def look(self, url: str) -> Page:
        """What a stranger sees at *url*."""
        return accepted(self.stranger.get(url))

    def file(self, url: str) -> Any:  # noqa: ANN401 - JSON
        """What a stranger's program reads there."""
        return json.loads(self.look(url).html)

    def letters(self, words: str) -> list[str]:
        """To whom a letter went that holds *words*: the name once for each."""
        mine = {member.mail.address: name for name, member in self.members.items()}
        return [mine[letter.to] for letter in self.sink.letters() if words in words_of(letter)]

    def run(self, *commands: str) -> list[str]:
        """What *commands* of `corr` print that find nothing wrong, for whoever looks after the service; all at once."""
        environ = {"CORR_VAR": str(self.served.folder), "PYTHONPATH": str(ROOT), FILE: str(self.clock)}
        started = [
            subprocess.Popen(
                [sys.executable, "-m", _HURRIED, *command.split()],
                env=environ,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for command in commands
        ]
        said = [process.communicate(timeout=PATIENCE)[0] for process in started]
        assert [process.returncode for process in started] == [0] * len(commands), said
        return said


@contextmanager
def a_club(folder: Path, now: datetime) -> Iterator[Club]:
    """A service without anybody, at that moment by its own clock."""
    clock = folder / "clock"
    wind(clock, now)
    settings = {"module": _HURRIED, "PYTHONPATH": str(ROOT), FILE: str(clock)}
    with ExitStack() as stack:
        served = stack.enter_context(Served(folder / "var", **settings))
        stranger = stack.enter_context(Browser(served.origin))
        yield Club(served, clock, Sink(served.letters), stranger, stack, {})


def accepted(page: Page) -> Page:
    """A page that is no refusal."""
    assert page.status == 200, f"{page.url}: {page.words}"
    return page


def until(look: Callable[[], bool], what: str) -> None:
    """Wait until *look* says yes."""
    patience = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < patience, f"it never came: {what}"
        time.sleep(_PACE)


def resign(member: Member, game_id: str) -> None:
    """Give a game up on its page."""
    member.submit(f"/games/{game_id}/resign", "/resign")


def agree_on_a_draw(one: Member, other: Member, game_id: str) -> None:
    """One offers on the page, the other accepts there."""
    one.submit(f"/games/{game_id}", "/draw", act="offer")
    other.submit(f"/games/{game_id}", "/draw", act="accept")


def answer_turn(member: Member, game_id: str, text: str, words: str) -> None:
    """Answer the letter that asks for a turn, and wait for the answer that holds *words*."""
    letter = member.mail.next_letter(game_id, "HOW TO ANSWER")
    member.mail.answer(letter, text)
    member.mail.next_letter(game_id, words)


def make_turn(member: Member, game_id: str, number: int, text: str) -> None:
    """Make a turn on the page."""
    assert "Turn submitted" in accepted(play(member.browser, game_id, number, text)).words


def all_lose(club: Club, games: Sequence[Met], strength: Sequence[str]) -> None:
    """In each of *games* let the one give up who stands further behind in *strength*."""
    for met in games:
        resign(club[max(met.names, key=strength.index)], met.id)


def pairs(text: str) -> set[frozenset[str]]:
    """Pairs of names, written as "Ada-Bob Cleo-Dan"."""
    return {frozenset(pair) for pair in re.findall(r"(\w+)-(\w+)", text)}
