"""The reading of a mail, from its bytes to what its writer asks for. Pure: it knows no database."""
