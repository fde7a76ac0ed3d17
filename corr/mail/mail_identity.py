"""How this service appears in mail: its domain, its addresses, the ids of its letters, and who signs them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from jinja2 import Environment

from corr.base.tokens import hash_with

_TOKEN = "{token}"  # noqa: S105 - the placeholder in a pattern
_SPELLED = "[a-z2-7]{20,40}"
"""Tokens are lower-case base32, because addresses change their case on the way."""
_ID_LENGTH = 24
"""Hex digits of an id: some 96 bits."""
_QUOTE = '"'
_FOR_PEOPLE = frozenset({"postmaster", "abuse"})


class LetterSigner(Protocol):
    """Something that signs letters, such as `dkim_signature.Signer`."""

    def signed(self, letter: bytes) -> bytes:
        """*letter* with a signature in front."""
        ...


@dataclass(frozen=True, slots=True)
class AddressPattern:
    """The form of addresses that hold a token."""

    pattern: str
    """Such as "r+{token}@{domain}"."""
    domain: str

    def address(self, token: str) -> str:
        """The address that holds *token*."""
        return self._text.replace(_TOKEN, token)

    def token(self, address: str) -> str:
        """The token in *address*, in whatever case, and with an encoded plus sign; empty if it has another form."""
        before, _, after = self._text.lower().partition(_TOKEN)
        form = f"{re.escape(before)}({_SPELLED}){re.escape(after)}"
        found = re.fullmatch(form, _bare(address).replace("=2b", "+"))
        return found[1] if found else ""

    @property
    def _text(self) -> str:
        return self.pattern.replace("{domain}", self.domain)


@dataclass(frozen=True, slots=True)
class MailIdentity:
    """The domain, addresses and templates of this service, and the rules by which it makes ids and reads tokens."""

    domain: str
    """The domain of our Message-IDs and List-Ids: "play.example"."""
    sender_name: str
    sender_address: str
    """The address in From."""
    reply: AddressPattern
    """The addresses that answers to letters go to."""
    bounce: AddressPattern
    """The envelope senders of letters, which tell which letter a bounce is about."""
    unsubscribe: AddressPattern
    """The addresses of mails that end letters of a kind."""
    url: str
    """The address of the front page, without a slash at the end."""
    templates: Environment = field(repr=False)
    secret: bytes = field(repr=False)
    """The key of the ids of letters: everybody sees the ids, and nobody else can work one out."""
    authserv_id: str = ""
    """The name of our own mail server in Authentication-Results and Received; empty if none adds them."""
    signer: LetterSigner | None = field(default=None, repr=False)
    """What signs letters; None leaves that to the mail server."""

    def letter_id(self, key: str) -> str:
        """
        The Message-ID of the letter for the notice with that *key*: the same at every rendering.

        Mail programs copy it into answers to anybody, so it may find a letter but gives no right.
        """
        return self._id("letter", key)

    def root_id(self, game_id: str) -> str:
        """The Message-ID at the root of the thread of a game, the same for all its players; no letter has it."""
        return self._id("thread", game_id)

    def letter_ids(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Those of *texts* that may be Message-IDs of our letters, each once, in angle brackets."""
        ending = f"@{self.domain}"
        return tuple(dict.fromkeys(f"<{text.lower()}>" for text in texts if text.lower().endswith(ending)))

    def is_desk(self, address: str) -> bool:
        """Whether *address* is the one in From of our letters; people and robots write to it."""
        return _bare(address) == self.sender_address.lower()

    def is_for_people(self, address: str) -> bool:
        """Whether *address* is postmaster or abuse at our domain, which every mail server must have (RFC 2142)."""
        local, at, _ = _bare(address).partition("@")
        return local in _FOR_PEOPLE and (not at or self.is_at_home(address))

    def is_at_home(self, address: str) -> bool:
        """Whether *address* is at a domain of ours."""
        return _bare(address).rpartition("@")[2] in {self.domain, self.sender_address.lower().rpartition("@")[2]}

    def is_ours(self, address: str) -> bool:
        """Whether *address* is one of ours: the one in From, or one that holds a token."""
        return self.is_desk(address) or self.has_token(address)

    def has_token(self, address: str) -> bool:
        """Whether *address* is one of ours that holds a token."""
        return any(pattern.token(address) for pattern in (self.reply, self.bounce, self.unsubscribe))

    def _id(self, purpose: str, text: str) -> str:
        return f"<{hash_with(self.secret, f'{purpose} id', text)[:_ID_LENGTH]}@{self.domain}>"


def _bare(address: str) -> str:
    """*address* in lower case, without brackets, quotes and the root dot that some servers write around it."""
    local, at, domain = address.strip("<> \t").lower().rpartition("@")
    return f"{local.strip(_QUOTE)}{at}{domain.rstrip('.')}"
