"""What is asked of a service; "afresh" means that something has changed since the page was drawn last."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count

from tests.bench._grounds import Grounds, Match, Person
from tests.bench._metering import Meter, Request, Work
from tests.bench._programs import Answer, Browser

_VERSION = re.compile(rb'name="version" value="([^"]+)"')
_HELLO = count()
"""Numbers of messages, so that each has words of its own."""


@dataclass
class Visits:
    """People who ask one service over one connection."""

    grounds: Grounds
    browser: Browser
    meter: Meter

    def work(self, ready: Callable[[], Request], times: int = 15) -> Work:
        """Something that is done again and again here."""
        return Work(self.meter, ready, times)

    def one_by_one(self, ready: Callable[[], Request], times: int = 4) -> Work:
        """The same, where each has to be seen before the next is made ready."""
        return Work(self.meter, ready, 1, times)

    def turn(self) -> Request:
        """A turn in a game of its own."""
        return self._turn_in(self._next_match())

    def page_after_turn(self) -> Request:
        """A game page for the player who is due, after the opponent's turn."""
        match = self._next_match()
        self._turn_in(match)()
        return self._page(match, match.due)

    def page_after_message(self) -> Request:
        """The same for somebody who has seen it before the opponent wrote a message."""
        match = self._next_match()
        self._turn_in(match)()
        self._page(match, match.due)()
        words = f"Hello number {next(_HELLO)}"
        version = _VERSION.search(self._page(match, match.waiting)().body)
        assert version is not None
        self.browser.post(f"{match.path}/messages", match.waiting.token, text=words, version=version[1].decode())
        return self._page(match, match.due)

    def after_turn(self, match: Match, path: str, token: str) -> Request:
        """A page for somebody, after the next turn of *match*."""
        self._turn_in(match)()
        return partial(self.browser.get, path, token)

    def home(self, match: Match, person: Person) -> Request:
        """*My games* of a person who plays the *match*, after its next turn."""
        return self.after_turn(match, "/", person.token)

    def page_of_past(self, match: Match, number: int) -> Request:
        """The position after a turn of long ago."""
        return partial(self.browser.get, f"{match.path}/turns/{number}", match.people[0].token)

    def kept(self, path: str, token: str, *, with_tag: bool = False) -> Work:
        """A page that was drawn before, and again when nothing has changed since."""
        self.browser.get(path, token)
        tag = self.browser.get(path, token).tag if with_tag else ""
        return self.work(lambda: partial(self.browser.get, path, token, tag), 40)

    def _next_match(self) -> Match:
        match = next(self.grounds.matches)
        # What a form carries is known beforehand.
        for person in match.people:
            self.browser.sign(person.token)
        return match

    def _turn_in(self, match: Match) -> Request:
        turn = match.play()
        return self.browser.posting(
            f"{match.path}/turns", turn.by.token, turn=str(turn.number), text=turn.text, act="submit"
        )

    def _page(self, match: Match, reader: Person) -> Callable[[], Answer]:
        return partial(self.browser.get, match.path, reader.token)
