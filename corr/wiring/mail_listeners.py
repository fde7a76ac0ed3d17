"""The mail servers of a service."""

from corr.mail.inbound.listener import LmtpListener, MailListener
from corr.wiring.assembly import Service


def listeners_of(service: Service) -> tuple[MailListener, ...]:
    """The doors that mails are brought to, ready to be opened."""
    workshop, identity, settings = service.workshop, service.mail_identity, service.settings
    smtp = MailListener(workshop, identity, settings.mail_listen.host, settings.mail_listen.port)
    if settings.lmtp_listen is None:
        return (smtp,)
    return smtp, LmtpListener(workshop, identity, settings.lmtp_listen.host, settings.lmtp_listen.port)
