"""
The composition root, which puts the parts of a service together as the settings say.

A whole service, the mailbox poller and the database alone have modules of their own, so that a command loads no more
than it needs.
"""
