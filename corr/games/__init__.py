"""The engines: pure rules of games. Each game is a package of its own; the modules beside them are what all share."""
