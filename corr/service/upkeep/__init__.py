"""What the service knows of itself and looks after: its pulse, its database, games that went wrong, and old rows."""
