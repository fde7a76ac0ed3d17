"""
Use cases: one transaction each, and what each viewer may see of its outcome.

`uow` opens transactions, and `notices` are what leaves with them. A game is begun by `challenges` and `games`.
`standing` reads its rows; `play` hands turns in, and `rounds`, `sealing` and `passing` are what becomes of them. `log`
and `history` are its past, `views`, `sights` and `record` what somebody may see of it. `accounts`, `players` and
`sessions` are people. What clocks do, letters and mails, and looking after the service itself each have a folder.
"""
