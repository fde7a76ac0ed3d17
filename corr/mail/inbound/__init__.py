"""The doors by which mails come in: SMTP, LMTP, IMAP and webhooks."""
