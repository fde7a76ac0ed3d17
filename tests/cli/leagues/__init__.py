"""`corr league`, as a person at a terminal sees it."""
