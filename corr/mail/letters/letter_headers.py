"""The fields of a letter: who writes, what it follows, where it belongs, and how to get no more of its kind."""

from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from corr.base.notices import NoticeKind
from corr.game.views import GameView
from corr.mail.envelope_addresses import encoded_words, one_line, with_name
from corr.mail.letters.letterview import Foot, LetterTokens
from corr.mail.letters.mime import Field
from corr.mail.mail_site import Post
from corr.mail.queues.letter_facts import LetterContext
from corr.mail.reading.form.robots import INSTANCE_FIELD

_ID = 900
"""Letters of a Message-ID of somebody else at most."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was settled about a letter before its fields are written."""

    message_id: str
    subject: str
    foot: Foot | None
    tokens: LetterTokens


def fields(created_at: datetime, context: LetterContext, post: Post, settled: Settled) -> list[Field]:
    """
    All fields of a letter but those of its parts; every value is one line of ASCII.

    Mail programs copy References into answers to anybody, so it holds public ids alone.

    :param created_at: when the letter was told.
    """
    is_answer = context.kind == NoticeKind.ANSWER
    token = settled.tokens.reply_token
    root, parents = _root(context.game, post), _parents(context)
    found = [
        ("From", with_name(_sender(context.game, post), post.sender_address)),
        ("To", with_name(context.name, context.recipient)),
        ("Reply-To", with_name(_reply_name(context.game), post.reply_address(token)) if token else ""),
        ("Subject", encoded_words(settled.subject)),
        ("Date", format_datetime(created_at)),
        ("Message-ID", settled.message_id),
        ("In-Reply-To", " ".join(parents or ([] if is_answer else root))),
        ("References", " ".join([*root, *parents])),
        *_list_fields(settled, post),
        ("Auto-Submitted", "auto-replied" if is_answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (INSTANCE_FIELD.title(), post.domain),
    ]
    return [(name, value) for name, value in found if value]


def _list_fields(settled: Settled, post: Post) -> list[Field]:
    """RFC 2919, RFC 2369 and RFC 8058: how clients sort letters of a kind, and end them with one click."""
    foot, token = settled.foot, settled.tokens.unsubscribe_token
    if foot is None:
        return []
    named = ("List-Id", f"<{foot.category}.{post.domain}>")
    if not token:
        return [named]
    by_mail = f"mailto:{post.unsubscribe_address(token)}?subject=unsubscribe"
    return [
        named,
        ("List-Unsubscribe", f"<{foot.unsubscribe_url}>, <{by_mail}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _sender(game: GameView | None, post: Post) -> str:
    other = next((seat.name for seat in game.seats if not seat.is_you), "") if game and game.you is not None else ""
    return f"{one_line(other, 40)} via {post.sender_name}" if other else post.sender_name


def _reply_name(game: GameView | None) -> str:
    if game is None:
        return "Reply to this letter"
    return "Reply with your turn" if game.may_play else "Reply to this game"


def _parents(context: LetterContext) -> list[str]:
    """What the letter follows in its thread: the mail that it answers, or the letter before."""
    answered = _id(one_line(str(context.facts.get("in_reply_to", "")), _ID))
    if answered or context.kind == NoticeKind.ANSWER:
        return [answered] if answered else []
    return [context.previous_id] if context.previous_id else []


def _root(game: GameView | None, post: Post) -> list[str]:
    """One root for all letters of a game, so that clients show them as one thread."""
    return [post.root_id(game.id)] if game else []


def _id(text: str) -> str:
    """A Message-ID of somebody else, if it is harmless."""
    return f"<{text}>" if text and text.isascii() and "@" in text and not set(text) & set(" <>") else ""
