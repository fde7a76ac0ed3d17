"""The secrets in a letter's own addresses."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LetterTokens:
    """What the addresses in a letter are made with; minted before it is composed."""

    reply_token: str = field(default="", repr=False)
    """What an answer to it is known by; empty if none can be answered."""
    unsubscribe_token: str = field(default="", repr=False)
    """What ends letters of its kind; empty for letters that nobody can refuse."""
