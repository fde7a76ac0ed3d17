"""A browser that is signed in already, and goes to whichever web process is there."""

import http.client
import random
from collections.abc import Sequence

from tests.journeys.browser import Browser, Form, Page

_PATIENCE = 20.0


class PatientBrowser(Browser):
    """
    A browser behind something that shares requests among several web processes.

    :param ports: those that web processes listen on; each is reached under the one address of the service.
    :param token: of the session.
    """

    def __init__(self, origin: str, ports: Sequence[int], token: str, chance: random.Random) -> None:
        super().__init__(origin)
        self.cookies["sid"] = token
        self._ports = ports
        self._chance = chance

    def get(self, url: str) -> Page:
        """The page at *url*, from any of the processes."""
        self.close()
        return super().get(url)

    def submit(self, form: Form, **fields: str) -> Page:
        """What follows when *form* is sent, to any of the processes."""
        self.close()
        return super().submit(form, **fields)

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            port = self._chance.choice(self._ports)
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        return self._connection
