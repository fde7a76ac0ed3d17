"""The engines: pure rules of games. Each game is a package of its own in here."""
