"""The many players of a large demo: their names, and numbers that look random and are the same every time."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import TypeVar

from corr.errors import InputError
from corr.players.names import Name, read_name

T = TypeVar("T")
DOMAIN = "crowd.example"
"""The domain of their mail addresses, which does not exist."""
_FIRST = (
    "Agnes Albert Alma Amir Anna Anton Astrid Aylin Bela Berta Bruno Carla Cem Clara Daan Dana David Dina Edda Elif "
    "Elsa Emil Emma Enzo Erik Esra Eva Fabian Farid Felix Finn Flora Frida Georg Greta Hanna Hassan Hedda Helga Henri "
    "Hugo Ida Irina Ivan Jakob Jan Jasmin Joana Johan Josef Judith Julia Kaan Karin Karl Katja Kim Klara Lars Lea Lena "
    "Leon Lina Lotte Luis Lukas Maja Malik Mara Marta Mats Maya Mia Milan Mina Moritz Nadia Nele Nils Nina Nora Oskar "
    "Otto Paula Petra Pia Rafael Rita Robin Rosa Ruben Ruth Samir Sara Selma Simon Sofia Theo Tilda Tom Vera Wanda"
)
_LAST = (
    "Adler Ahmadi Albers Amann Arslan Bach Bauer Becker Berg Blum Bosch Brandt Braun Brecht Busch Costa Demir Dietrich "
    "Ebert Engel Esposito Falk Farkas Fischer Frank Fuchs Garcia Gerber Graf Gross Haas Hahn Hansen Hartmann Heller "
    "Hoffmann Horvat Huber Jansen Jensen Jung Kaiser Kaya Keller Klein Koch Kovac Kowalski Kraus Krueger Lang Larsen "
    "Lehmann Lindberg Lorenz Ludwig Maier Martin Meyer Moreau Moser Mueller Nagy Neumann Nguyen Novak Olsen Orlov Otto "
    "Peters Petrov Pohl Popov Richter Ritter Rossi Roth Sahin Sander Santos Schmidt Schulz Schwarz Seidel Silva Simon "
    "Sommer Stein Suzuki Tanaka Toth Vogel Vogt Wagner Weber Weiss Winter Wolf Yilmaz Ziegler Zimmer"
)
_MIDDLE = "ABCDEFGHKLMNPRSTW"


def below(limit: int, *seed: object) -> int:
    """A number from 0 to *limit* - 1 that *seed* decides."""
    return int.from_bytes(sha256(repr(seed).encode()).digest()[:8]) % limit


def pick(things: Sequence[T], *seed: object) -> T:
    """One of *things*, which *seed* decides."""
    return things[below(len(things), *seed)]


def people(number: int) -> list[tuple[Name, str]]:
    """The first *number* people, always the same: their names, none of which looks like another, and addresses."""
    return list(islice(_people(), number))


def _people() -> Iterator[tuple[Name, str]]:
    seen: set[str] = set()
    given, families = _FIRST.split(), _LAST.split()
    for middle in _MIDDLE:
        for shift in range(len(families)):
            for at, first in enumerate(given):
                last = families[(at + shift) % len(families)]
                try:
                    name = read_name(f"{first} {middle}. {last}")
                except InputError:
                    continue
                if name.look_key not in seen:
                    seen.add(name.look_key)
                    yield name, f"{first}.{middle}.{last}@{DOMAIN}".lower()
