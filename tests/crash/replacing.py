"""Putting other parts into a program that is loaded already."""

import sys


def put(owner: object, name: str, part: object) -> None:
    """Let *owner*, a class or a module, have another *part* under that name."""
    setattr(owner, name, part)


def put_everywhere(name: str, old: object, new: object) -> None:
    """Put *new* in the place of *old* in every module that has it under that name."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("corr.") and getattr(module, name, None) is old:
            put(module, name, new)
