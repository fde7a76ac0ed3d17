"""The ways in which mails come in: SMTP, LMTP, IMAP and webhooks."""
