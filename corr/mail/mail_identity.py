"""How this service appears in mail: its domain, its addresses, the ids of its letters, and who signs them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
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
class MailIdentity:
    """The domain, addresses and templates of this service, and the rules by which it makes ids and reads tokens."""

    domain: str
    """The domain of our Message-IDs and List-Ids: "play.example"."""
    sender_name: str
    sender_address: str
    """The address in From."""
    reply_pattern: str
    """"r+{token}@play.example": the addresses that turns are sent to."""
    bounce_pattern: str
    """"b+{token}@play.example": the envelope senders."""
    unsubscribe_pattern: str
    """"u+{token}@play.example": the addresses of mails that end letters of a kind."""
    url: str
    """The address of the front page, without a slash at the end."""
    templates: Environment = field(repr=False)
    secret: bytes = field(repr=False)
    """The key of the ids of letters: everybody sees the ids, and nobody else can work one out."""
    authserv_id: str = ""
    """The name of our own mail server in Authentication-Results and Received; empty if none adds them."""
    signer: LetterSigner | None = field(default=None, repr=False)
    """What signs letters; None leaves that to the mail server."""

    def reply_address(self, token: str) -> str:
        """The address that answers to a letter go to."""
        return _filled(self.reply_pattern, token, self.domain)

    def bounce_address(self, token: str) -> str:
        """The envelope sender of a letter, which tells which letter a bounce is about."""
        return _filled(self.bounce_pattern, token, self.domain)

    def unsubscribe_address(self, token: str) -> str:
        """The address of a mail that ends letters of a kind."""
        return _filled(self.unsubscribe_pattern, token, self.domain)

    def reply_token(self, address: str) -> str:
        """The token in a reply address, or an empty string if *address* is none."""
        return _found(self.reply_pattern, address, self.domain)

    def bounce_token(self, address: str) -> str:
        """The token in the envelope sender of a letter, or an empty string if *address* is none."""
        return _found(self.bounce_pattern, address, self.domain)

    def unsubscribe_token(self, address: str) -> str:
        """The token in an unsubscribe address, or an empty string if *address* is none."""
        return _found(self.unsubscribe_pattern, address, self.domain)

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
        local, _, domain = _bare(address).partition("@")
        return local in _FOR_PEOPLE and domain in {self.domain, ""} | {self.sender_address.lower().rpartition("@")[2]}

    def is_ours(self, address: str) -> bool:
        """Whether *address* is one of ours: the one in From, or one that holds a token."""
        tokens = (self.reply_token(address), self.bounce_token(address), self.unsubscribe_token(address))
        return self.is_desk(address) or any(tokens)

    def _id(self, purpose: str, text: str) -> str:
        return f"<{hash_with(self.secret, f'{purpose} id', text)[:_ID_LENGTH]}@{self.domain}>"


def _filled(pattern: str, token: str, domain: str) -> str:
    return pattern.replace("{domain}", domain).replace(_TOKEN, token)


def _found(pattern: str, address: str, domain: str) -> str:
    """The token in *address* if it follows *pattern*, in whatever case, and with an encoded plus sign."""
    found = _matching(pattern, domain).fullmatch(_bare(address).replace("=2b", "+"))
    return found[1] if found else ""


@cache
def _matching(pattern: str, domain: str) -> re.Pattern[str]:
    before, _, after = _filled(pattern, _TOKEN, domain).lower().partition(_TOKEN)
    return re.compile(f"{re.escape(before)}({_SPELLED}){re.escape(after)}")


def _bare(address: str) -> str:
    """*address* in lower case, without brackets, quotes and the root dot that some servers write around it."""
    local, at, domain = address.strip("<> \t").lower().rpartition("@")
    return f"{local.strip(_QUOTE)}{at}{domain.rstrip('.')}"
