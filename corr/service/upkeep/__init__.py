"""What the service knows of itself and looks after: its pulse, its database, and rows that nobody needs."""
