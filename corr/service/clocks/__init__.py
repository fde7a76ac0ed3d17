"""
The clocks of games: how they run, stand still, are given time, and what happens when they run out.

`running` works a clock out and writes it down; `leave` lets it stand still, `giving` and `extending` put time into it.
`overdue` finds deadlines that have passed, `deadlines` decides about them, and `time_outs` ends games by them.
`outages` are times when nobody could play, which `owing` and `crediting` give back. `outlook` is what all of that will
lead to, and `foretelling` works it out.
"""
