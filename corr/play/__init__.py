"""One game from challenge to result: turns, sealed choices, draws, time-outs, views and practice."""
