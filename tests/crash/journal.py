"""The memory of the harness: whatever was sent, and what was seen of it. It is only added to."""

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock

from tests.crash.facts import Act, Disruption, Order, Seen
from tests.journeys.letters import Letter

_PLAYED = re.compile(r"Your turn \d+ was played\.")
_GOOD = (
    "That turn had been played already.",
    "Your choice is kept.",
    "Your choice is changed.",
)
_GOOD_TOO = ("That choice had been made already.",)


class Journal:
    """What many players, and the killer, write down at once."""

    def __init__(self) -> None:
        self.left: Mapping[str, int] = {}
        """How much was left to do when somebody looked last."""
        self._guard = Lock()
        self._orders: dict[int, Order] = {}
        self._disruptions: list[Disruption] = []
        self._accidents: list[str] = []
        self._counts: dict[str, int] = {}

    def begin(self, order: Order) -> int:
        """Note an order before it is sent; its number."""
        with self._guard:
            number = len(self._orders)
            self._orders[number] = order
            return number

    def settle(self, number: int, seen: Seen, *, tries: int = 1, is_taken: bool = False) -> None:
        """Note what was seen of an order in the end."""
        with self._guard:
            self._orders[number] = replace(self._orders[number], seen=seen, tries=tries, is_taken=is_taken)

    def disrupted(self, what: str, *, repeats: int = 0, since: float | None = None) -> None:
        """Note that something was killed, cut or restarted just now, or from the moment *since* on until now."""
        now = time.monotonic()
        with self._guard:
            self._disruptions.append(Disruption(now, what, repeats, 0.0 if since is None else now - since))

    def accident(self, what: str) -> None:
        """Note that something broke though nobody meant it to."""
        with self._guard:
            self._accidents.append(what)

    def count(self, what: str) -> None:
        """Count something for the figures."""
        with self._guard:
            self._counts[what] = self._counts.get(what, 0) + 1

    def orders(self, answers: Mapping[str, Letter]) -> tuple[Order, ...]:
        """
        Every order, and what its sender saw of it.

        :param answers: the letters that answer mails, by the Message-ID of the mail.
        """
        with self._guard:
            return tuple(_seen_by_mail(order, answers) for order in self._orders.values())

    @property
    def turns(self) -> int:
        """How many turns were accepted, as far as their players saw it at once."""
        with self._guard:
            return sum(order.act is Act.TURN and order.seen is Seen.ACCEPTED for order in self._orders.values())

    @property
    def disruptions(self) -> tuple[Disruption, ...]:
        """Everything that was disrupted."""
        with self._guard:
            return tuple(self._disruptions)

    @property
    def accidents(self) -> tuple[str, ...]:
        """Everything that broke by itself."""
        with self._guard:
            return tuple(self._accidents)

    @property
    def counts(self) -> dict[str, int]:
        """All counts."""
        with self._guard:
            return dict(self._counts)


def _seen_by_mail(order: Order, answers: Mapping[str, Letter]) -> Order:
    """What was sent by mail is answered by a letter."""
    letter = answers.get(order.key) if order.door == "mail" else None
    if letter is None or order.act is not Act.TURN:
        return order
    if "will be played for you" in letter.text:
        return order
    is_good = _PLAYED.search(letter.text) is not None or any(title in letter.text for title in (*_GOOD, *_GOOD_TOO))
    return replace(order, seen=Seen.ACCEPTED if is_good else Seen.REFUSED)
