"""Use cases of mail: letters on their way out, mails on their way in, and what each player wants of both."""
