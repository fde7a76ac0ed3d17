"""
The composition root: puts the parts together as the settings say.

A whole service and a database alone stand in a module each, so that a command loads no more than it needs.
"""
