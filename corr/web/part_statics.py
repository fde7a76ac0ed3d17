"""Files that never change under one address: each address carries a digest of what lies there."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Statics:
    """The addresses of all static files."""

    addresses: dict[str, str]
    """By file name."""
    build: str
    """A digest of everything that pages are made of: a page kept by a browser is of no use to another build."""

    @classmethod
    def of(cls, static: Path, templates: Path) -> Self:
        """The static files of a folder, and a build of them and the templates."""
        digests = {path.name: _digest(path.read_bytes()) for path in sorted(static.iterdir()) if path.is_file()}
        pages = (path.read_bytes() for path in sorted(templates.rglob("*.html")))
        build = _digest("".join(digests.values()).encode() + b"".join(pages))
        return cls({name: f"/static/{name}?v={digest}" for name, digest in digests.items()}, build)

    def is_current(self, name: str, digest: str) -> bool:
        """Whether an address with *digest* shows the file as it is, so that it may be kept for ever."""
        return self.addresses.get(name) == f"/static/{name}?v={digest}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
