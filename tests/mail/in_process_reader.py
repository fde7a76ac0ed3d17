"""A reader in the calling process, without limits: for tests, which trust their mails."""

from corr.games.registry import Registry
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read


class InProcessReader:
    """A reader in the calling process, without limits: for tests, which trust their mails."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def read(
        self, raw: bytes, *, sender: str, ruleset: str | None, authserv_id: str, names: tuple[str, ...] = ()
    ) -> Reading:
        """The reading of the mail in *raw*; see `reader.read`."""
        return read(raw, sender=sender, ruleset=ruleset, authserv_id=authserv_id, names=names, registry=self._registry)
