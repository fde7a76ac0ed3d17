"""A mail that came in, read: from bytes to what its writer asks for. Pure, and knows no database."""
