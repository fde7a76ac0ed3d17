"""Use cases: one transaction each, and what each viewer may see of its outcome."""
