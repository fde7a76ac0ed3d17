"""
The composition root: puts the parts together as the settings say.

A whole service, the ways in which mail comes in and a database alone stand in modules of their own, so that a command
loads no more than it needs.
"""
