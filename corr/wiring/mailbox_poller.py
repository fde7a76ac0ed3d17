"""The poller of a mailbox, as the settings say."""

from corr.mail.inbound.imap import MailboxPoller
from corr.wiring.assembly import Service


def mailbox_of(service: Service) -> MailboxPoller | None:
    """The poller of the service's mailbox; None if no mailbox is set."""
    mailbox = service.settings.mailbox
    return None if mailbox is None else MailboxPoller(service.workshop, service.mail_identity, mailbox)
