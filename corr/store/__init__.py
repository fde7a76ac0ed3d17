"""The database: tables, connections and queries. Only the service layer sees it."""
