"""Imports that are made when they are first needed: most processes and commands never need them."""

from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class LazyImport(Generic[_Part]):
    """Something that not every process needs and that takes long to load, such as the driver of a database."""

    place: str
    """Its module and its name there, "module:name"."""

    def load(self) -> _Part:
        """The thing itself. Its module is loaded now if it was not before; a thread that loads it is waited for."""
        module, _, name = self.place.partition(":")
        found: _Part = getattr(import_module(module), name)
        return found
