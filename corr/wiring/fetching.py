"""What fetches mails for a service."""

from corr.mail.doors.imap import MailboxPoller
from corr.wiring.service import Service


def mailbox_of(service: Service) -> MailboxPoller | None:
    """What fetches mails from a mailbox; None if there is none."""
    mailbox = service.settings.mailbox
    return None if mailbox is None else MailboxPoller(service.workshop, service.post, mailbox)
