"""How mails come in. Each door stores a mail as it is and acknowledges it; nothing is understood here."""
