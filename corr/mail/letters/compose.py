"""
A notice as a letter: headers, text, HTML and the board's picture.

A letter is rendered once, and rendering the same notice again gives the same Message-ID and date.
"""

from dataclasses import dataclass, replace
from email.charset import QP, Charset
from email.message import Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime
from hashlib import sha256
from io import BytesIO

from css_inline import CSSInliner
from PIL import Image

from corr.games.api import AnyRules
from corr.mail.addresses import encoded_words, one_line, with_name
from corr.mail.letters.letterview import LetterView, is_flipped, letter_view
from corr.mail.letters.tokens import Addresses
from corr.mail.letters.wording import laid_out
from corr.mail.post import Post
from corr.mail.reading.robots import INSTANCE_FIELD
from corr.render.png import png_board
from corr.service.notices import NoticeKind
from corr.service.outbox import ClaimedLetter, RenderedLetter
from corr.service.shown import GameView, LetterContext

_POLICY = compat32.clone(max_line_length=998, linesep="\r\n", mangle_from_=False)
"""Longer lines than a client likes, but no list of ids is ever broken or encoded in the middle."""
_INLINER = CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)


@dataclass(frozen=True, slots=True)
class _Sealed:
    """What was settled about a letter before its headers are written."""

    message_id: str
    subject: str
    reply_token: str


def compose_letter(
    letter: ClaimedLetter, context: LetterContext, post: Post, *, rules: AnyRules | None, addresses: Addresses
) -> RenderedLetter:
    """
    *letter* ready to be sent.

    :param rules: of the letter's game, if it has one.
    """
    message_id, reply_token = _message_id(letter, post), addresses.reply_token
    view = letter_view(context, post.url, rules, written_at=letter.created_at, has_reply_address=bool(reply_token))
    view = replace(view, subject=one_line(_rendered(post, letter.kind, "subject", view)))
    picture = _picture(context)
    if picture:
        view = replace(view, picture=f"board.{message_id.strip('<>')}", picture_width=_width(picture))
    message = _bodies(post, letter.kind, view, picture=picture, rules=rules)
    for name, value in _headers(letter, context, post, _Sealed(message_id, view.subject, reply_token)):
        message[name] = value
    _set_boundaries(message, message_id)
    return RenderedLetter(message.as_bytes(policy=_POLICY), message_id, context.recipient)


def _rendered(post: Post, kind: str, ending: str, view: LetterView) -> str:
    return post.templates.get_template(f"mail/{kind}.{ending}").render(letter=view)


def _picture(context: LetterContext) -> bytes:
    """The board as a picture, if the letter shows one."""
    game = context.game
    if game is None or (context.kind == NoticeKind.ANSWER and not context.facts.get("has_board")):
        return b""
    return png_board(game.scene, flipped=is_flipped(game), last=game.last)


def _width(picture: bytes) -> int:
    with Image.open(BytesIO(picture)) as image:
        return image.width


def _bodies(post: Post, kind: str, view: LetterView, *, picture: bytes, rules: AnyRules | None) -> Message:
    """The text, and beside it the HTML with its picture."""
    both = MIMEMultipart("alternative", policy=_POLICY)
    both.attach(_text(laid_out(_rendered(post, kind, "txt", view), rules), "plain"))
    html = _text(_INLINER.inline(_rendered(post, kind, "html", view)), "html")
    both.attach(_with_picture(html, picture, view.picture) if picture else html)
    return both


def _with_picture(html: Message, picture: bytes, content_id: str) -> Message:
    image = MIMEImage(picture, "png", policy=_POLICY)
    image["Content-ID"] = f"<{content_id}>"
    image["Content-Disposition"] = 'inline; filename="board.png"'
    related = MIMEMultipart("related", policy=_POLICY)
    related.attach(html)
    related.attach(image)
    return related


def _text(text: str, kind: str) -> MIMEText:
    """Quoted-printable, which no server on the way needs to touch."""
    charset = Charset("utf-8")
    charset.body_encoding = QP
    # The annotation of the standard library forgets that a charset may be given as one.
    return MIMEText(text, kind, charset, policy=_POLICY)  # type: ignore[arg-type]


def _set_boundaries(message: Message, message_id: str) -> None:
    """Boundaries made from the letter itself, so that the same letter has the same bytes."""
    seed = sha256(message_id.encode()).hexdigest()[:24]
    for number, part in enumerate(part for part in message.walk() if isinstance(part, MIMEMultipart)):
        part.set_boundary(f"=_{seed}_{number}")


def _message_id(letter: ClaimedLetter, post: Post) -> str:
    return f"<{letter.kind}.{sha256(letter.key.encode()).hexdigest()[:24]}@{post.domain}>"


def _headers(letter: ClaimedLetter, context: LetterContext, post: Post, sealed: _Sealed) -> list[tuple[str, str]]:
    """All fields of the letter but those of its parts; every value is one line of ASCII."""
    game = context.game
    is_answer = letter.kind == NoticeKind.ANSWER
    answered = one_line(str(context.facts.get("in_reply_to", "")), 900)
    reply_address = post.reply_address(sealed.reply_token) if sealed.reply_token else ""
    fields = [
        ("From", with_name(_sender(game, post), post.sender_address)),
        ("To", with_name(context.name, context.recipient)),
        ("Reply-To", with_name(_reply_name(game), reply_address) if reply_address else ""),
        ("Subject", encoded_words(sealed.subject)),
        ("Date", format_datetime(letter.created_at)),
        ("Message-ID", sealed.message_id),
        ("In-Reply-To", _id(answered)),
        ("References", _references(game, post, answered, sealed.reply_token)),
        ("List-Id", f"<games.{post.domain}>" if game else ""),
        ("Auto-Submitted", "auto-replied" if is_answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (INSTANCE_FIELD.title(), post.domain),
    ]
    return [(name, value) for name, value in fields if value]


def _sender(game: GameView | None, post: Post) -> str:
    other = next((seat.name for seat in game.seats if not seat.is_you), "") if game and game.you is not None else ""
    return f"{one_line(other, 40)} via {post.sender_name}" if other else post.sender_name


def _reply_name(game: GameView | None) -> str:
    return "Reply with your turn" if game and game.may_play else "Reply to this game"


def _references(game: GameView | None, post: Post, answered: str, reply_token: str) -> str:
    """One root for all letters of a game, so that clients show them as one thread."""
    root = f"<g.{game.id}@{post.domain}>" if game else ""
    token = f"<reply-{reply_token}@{post.domain}>" if reply_token else ""
    return " ".join(filter(None, (root, _id(answered), token)))


def _id(text: str) -> str:
    """A Message-ID of somebody else, if it is harmless."""
    return f"<{text}>" if text and text.isascii() and "@" in text and not set(text) & set(" <>") else ""
