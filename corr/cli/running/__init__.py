"""What the commands share that run until they are told to stop."""
