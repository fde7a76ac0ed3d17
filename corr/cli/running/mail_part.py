"""The mail servers as a part of a process."""

from collections.abc import Sequence

from corr.wiring.assembly import Service
from corr.wiring.mail_listeners import listeners_of


class MailServers:
    """The doors that mails are brought to."""

    def __init__(self, service: Service) -> None:
        self._listeners = listeners_of(service)

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        return [listener.loop for listener in self._listeners]

    def start(self) -> None:
        """Begin to listen."""
        for listener in self._listeners:
            listener.start()

    def turned(self) -> Sequence[str]:
        """Which doors looked after their clients."""
        return [listener.loop for listener in self._listeners if listener.has_turned()]

    def stop(self) -> bool:
        """Let the mails in hand be stored and acknowledged."""
        for listener in self._listeners:
            listener.stop()
        return True
