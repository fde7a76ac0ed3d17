"""How a player asks for something: again and again in the same words, until an answer comes or patience ends."""

import random
import smtplib
import time
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes
from http.client import HTTPException
from typing import TypeVar

from corr.games.api import AnyRules
from tests.crash.browsing import PatientBrowser
from tests.crash.facts import Act, Order, Seen
from tests.crash.house import House, Member
from tests.journeys.browser import Form, Page
from tests.journeys.letters import Letter, answer_to

T = TypeVar("T")
_GONE = (OSError, HTTPException, smtplib.SMTPException)
_MOST_TRIES = 12
_LAZY = 0.15
"""How often somebody who got no answer lets it be."""
_TROUBLE = 500
_SMTP_PATIENCE = 15.0


class Asking:
    """The ways in which one player asks."""

    def __init__(self, house: House, member: Member, chance: random.Random) -> None:
        self._house, self._me, self._chance = house, member, chance
        self._browser = PatientBrowser(house.stage.origin, house.stage.web_ports, member.token, chance)

    def close(self) -> None:
        """Hang up."""
        self._browser.close()

    def turn(self, order: Order, game_id: str, number: int, letter: Letter | None) -> None:
        """Hand a turn in: by mail if there is a *letter* to answer, else on the game's page."""
        order = replace(order, game_id=game_id, number=number)
        if letter is not None:
            self._by_mail(order, letter)
        elif form := self._form(f"/games/{game_id}", "/turns"):
            self._by_web(order, form, turn=str(number), text=order.words, act="submit")

    def draw(self, game_id: str, number: int, act: str) -> None:
        """Do something about a draw."""
        if form := self._form(f"/games/{game_id}", "/draw"):
            self._by_web(Order(Act.DRAW, "web", self._me.id, act, game_id, number), form, act=act)

    def resign(self, game_id: str, number: int) -> None:
        """Give a game up."""
        if form := self._form(f"/games/{game_id}/resign", "/resign"):
            self._by_web(Order(Act.RESIGN, "web", self._me.id, "", game_id, number), form)

    def say(self, game_id: str, number: int) -> None:
        """Write a few words that nobody else writes."""
        words = f"Hello {self._chance.randrange(10**12)}"
        if form := self._form(f"/games/{game_id}", "/messages"):
            self._by_web(Order(Act.MESSAGE, "web", self._me.id, words, game_id, number), form, text=words)

    def challenge(self, opponent: str, rules: AnyRules, **terms: str) -> None:
        """Propose a game."""
        words = f"Shall we? {self._chance.randrange(10**12)}"
        if form := self._form("/challenge", "/challenge"):
            filled = {"opponent": opponent, "game": rules.info.game, "message": words}
            self._by_web(Order(Act.CHALLENGE, "web", self._me.id, words), form, **filled, **terms)

    def answer(self, challenge_id: str, act: str) -> None:
        """Accept or decline a challenge."""
        if form := self._form(f"/challenges/{challenge_id}", f"/{act}"):
            self._by_web(Order(Act.ANSWER, "web", self._me.id, f"{challenge_id} {act}"), form)

    def take_leave(self) -> None:
        """Take a day of leave from now on."""
        if form := self._form("/account/clock/leave?days=1", "/leave"):
            self._by_web(Order(Act.LEAVE, "web", self._me.id, "1 day"), form)

    def join(self, season: str) -> None:
        """Enter a season."""
        if form := self._form(f"{season}/join", "/join"):
            self._by_web(Order(Act.JOIN, "web", self._me.id, season), form)

    def withdraw(self, season: str) -> None:
        """Play no more in a season."""
        if form := self._form(f"{season}/withdraw", "/withdraw"):
            self._by_web(Order(Act.WITHDRAW, "web", self._me.id, season), form)

    def rule(self, season: str, game_id: str, result: str) -> None:
        """Set the result of a game, for a reason that nobody else gives."""
        why = f"Because of {self._chance.randrange(10**12)}."
        if form := self._form(f"{season}/organise/results/{game_id}?result={result}", f"/{game_id}"):
            self._by_web(Order(Act.RULE, "web", self._me.id, why, game_id), form, reason=why)

    def _by_web(self, order: Order, form: Form, **fields: str) -> None:
        noted = self._house.journal.begin(order)
        page, tries = self._insist(lambda: self._answered(self._browser.submit(form, **fields)))
        seen = Seen.NOTHING
        if page is not None and page.status < 300:
            seen = Seen.ACCEPTED
        elif page is not None and tries == 1:
            # A refusal after a try without an answer tells nothing: it may be about what that one did.
            seen = Seen.REFUSED
        self._house.journal.settle(noted, seen, tries=tries)

    def _by_mail(self, order: Order, letter: Letter) -> None:
        # A turn beside talk is played by itself, some time later, with these words.
        is_chatty = self._chance.random() < self._house.manners.chatty
        talk = f"kids screaming {self._chance.randrange(10**12)} in the back have to go" if is_chatty else ""
        raw = answer_to(letter, self._me.address, f"{order.words}\n{talk}")
        key = str(message_from_bytes(raw)["Message-ID"])
        if is_chatty:
            self._house.journal.begin(replace(order, act=Act.MESSAGE, door="mail", words=talk, key=key))
        noted = self._house.journal.begin(replace(order, door="mail", key=key))
        taken, tries = self._insist(lambda: self._mailed(raw, letter.reply_to))
        if taken and self._chance.random() < 0.2:
            # Some mail servers send everything twice.
            self._insist(lambda: self._mailed(raw, letter.reply_to))
        self._house.journal.settle(noted, Seen.NOTHING, tries=tries, is_taken=bool(taken))

    def _mailed(self, raw: bytes, recipient: str) -> bool:
        port = self._chance.choice(self._house.stage.mail_ports)
        with smtplib.SMTP("127.0.0.1", port, timeout=_SMTP_PATIENCE) as client:
            client.sendmail(self._me.address, [recipient], raw)
        return True

    def _form(self, path: str, part: str) -> Form | None:
        page, _ = self._insist(lambda: self._answered(self._browser.get(path)))
        if page is None or page.status != 200:
            return None
        return next((form for form in page.forms if form.action.endswith(part)), None)

    def _answered(self, page: Page) -> Page:
        """
        A page that tells what became of it.

        :raises ConnectionError: something is in trouble, so that it is not known.
        """
        if page.status >= _TROUBLE:
            self._house.journal.count(f"pages {page.status}")
            if page.status == _TROUBLE:
                self._house.journal.accident(f"{page.url} answered {page.status}")
            raise ConnectionError(page.status)
        return page

    def _insist(self, ask: Callable[[], T]) -> tuple[T | None, int]:
        """What *ask* gives in the end, and how often it was asked; None if patience ended before."""
        for tries in range(1, _MOST_TRIES + 1):
            try:
                return ask(), tries
            except _GONE:
                if not self._house.manners.insists or self._chance.random() < _LAZY:
                    return None, tries
                time.sleep(self._chance.uniform(0.05, 0.5))
        return None, _MOST_TRIES
