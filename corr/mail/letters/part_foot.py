"""The foot of a letter: why its reader gets it, and how to get others or none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corr.mail.letters.letter_tokens import LetterTokens
from corr.mail.mail_site import Post
from corr.mail.queues.letter_facts import LetterContext
from corr.players.mail_preferences import Category, category_of

_WORDS: Mapping[Category, tuple[str, str]] = {
    Category.TURNS: ("it is about your games", "letters about turns"),
    Category.REMINDERS: ("it is about deadlines in your games", "reminders"),
    Category.MESSAGES: ("the other player of a game wrote to you", "letters about messages"),
    Category.CHALLENGES: ("it is about a challenge of yours", "letters about challenges"),
    Category.LEAGUES: ("it is about a league", "news of leagues"),
    Category.INVITATIONS: ("a player gave this address to invite somebody", "invitations"),
}


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands below each letter that comes again and again."""

    category: Category
    why: str
    """The end of a sentence: "it is about your games"."""
    letters: str
    """What the reader can end: "reminders"."""
    preferences_url: str
    """Where a player chooses; empty for a person without an account."""
    unsubscribe_url: str = field(default="", repr=False)
    """Where letters of this kind are ended without signing in; empty if the letter has no such address."""


def foot_of(context: LetterContext, post: Post, tokens: LetterTokens) -> Foot | None:
    """The foot of a letter; None for one that nobody can refuse."""
    category = category_of(context.kind, has_account=context.has_account)
    if category is None:
        return None
    why, letters = _WORDS[category]
    token = tokens.unsubscribe_token
    return Foot(
        category,
        why,
        letters,
        f"{post.url}/account/mail" if context.has_account else "",
        f"{post.url}/u/{token}" if token else "",
    )
