"""What fetches mails for a service."""

from corr.mail.inbound.imap import MailboxPoller
from corr.wiring.assembly import Service


def mailbox_of(service: Service) -> MailboxPoller | None:
    """What fetches mails from a mailbox; None if there is none."""
    mailbox = service.settings.mailbox
    return None if mailbox is None else MailboxPoller(service.workshop, service.mail_identity, mailbox)
