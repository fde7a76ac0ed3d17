"""What a mail asks for, carried out and answered: once, in one transaction."""
