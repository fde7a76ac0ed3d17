"""The mail servers as a part of a process."""

from collections.abc import Sequence

from corr.mail.inbound.listener import LmtpListener, MailListener
from corr.wiring.assembly import Service


class MailServers:
    """The servers for mail by SMTP and LMTP."""

    def __init__(self, service: Service) -> None:
        self._listeners = _listeners(service)

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        return [listener.loop for listener in self._listeners]

    def start(self) -> None:
        """Begin to listen."""
        for listener in self._listeners:
            listener.start()

    def turned(self) -> Sequence[str]:
        """The names of the loops that turned since the last call."""
        return [listener.loop for listener in self._listeners if listener.has_turned()]

    def stop(self) -> bool:
        """Stop, after mails in progress are stored and acknowledged."""
        for listener in self._listeners:
            listener.stop()
        return True


def _listeners(service: Service) -> tuple[MailListener, ...]:
    workshop, identity, settings = service.workshop, service.mail_identity, service.settings
    smtp = MailListener(workshop, identity, settings.mail_listen.host, settings.mail_listen.port)
    if settings.lmtp_listen is None:
        return (smtp,)
    return smtp, LmtpListener(workshop, identity, settings.lmtp_listen.host, settings.lmtp_listen.port)
