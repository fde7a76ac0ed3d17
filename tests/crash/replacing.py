"""Putting other parts into a program that is loaded already."""

import sys


def put(owner: object, name: str, part: object) -> None:
    """Let *owner*, a class or a module, have another *part* under that name, under which it has one."""
    assert hasattr(owner, name), f"{owner} has no {name}, so nothing would be replaced"
    setattr(owner, name, part)


def put_everywhere(name: str, old: object, new: object) -> None:
    """Put *new* in the place of *old* in every module that has it under that name."""
    ours = [module for module in list(sys.modules.values()) if getattr(module, "__name__", "").startswith("corr.")]
    having = [module for module in ours if getattr(module, name, None) is old]
    assert having, f"no module has {name}, so nothing would be replaced"
    for module in having:
        put(module, name, new)
