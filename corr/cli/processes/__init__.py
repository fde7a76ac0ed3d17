"""What a command that runs until it is told to stop is made of: its life, its ports, its parts."""
