"""The database: tables, sessions and queries. Only the service layer sees it."""
